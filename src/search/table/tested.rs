//! What tests of a node's replies have found, in half a word.

use crate::search::number::Number;

/// Of the first replies that a test has left open, the disproof number that it has found, to the power of two: four
/// bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tested(pub u32);

/// Bits for a reply.
const BITS: usize = 4;

impl Tested {
    /// The number of a reply; none if it has not been tested, or nothing is kept of it.
    pub fn get(self, reply: usize) -> Option<Number> {
        let log = self.0 >> shift(reply)? & 15;
        // In the middle of those that it stands for.
        (log > 0).then(|| 3 << log >> 1)
    }

    /// Keeps the number of a reply that nothing was kept of.
    pub fn add(&mut self, reply: usize, number: Number) {
        if let Some(shift) = shift(reply) {
            self.0 |= number.max(1).ilog2().clamp(1, 15) << shift;
        }
    }
}

/// Where a reply's bits begin; none if there is no room for it.
fn shift(reply: usize) -> Option<usize> {
    (reply < u32::BITS as usize / BITS).then(|| BITS * reply)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_within_a_factor_of_two() {
        let numbers = [2, 3, 7, 1 << 9, 99, 1000, 32_767, 40_000];
        let mut tested = Tested::default();
        for (reply, number) in numbers.into_iter().enumerate() {
            assert_eq!(tested.get(reply), None);
            tested.add(reply, number);
        }
        for (reply, number) in numbers.into_iter().enumerate() {
            let kept = tested.get(reply).expect("it was added");
            assert!(kept <= 2 * number && number <= 2 * kept, "{kept} for {number}");
        }
        let full = tested;
        tested.add(8, 5);
        tested.add(usize::MAX, 5);
        assert_eq!((tested, tested.get(8), tested.get(usize::MAX)), (full, None, None));
    }

    #[test]
    fn the_largest_and_the_least_are_cut() {
        let mut tested = Tested::default();
        tested.add(0, 0);
        tested.add(1, Number::MAX);
        assert_eq!([0, 1].map(|reply| tested.get(reply)), [Some(3), Some(3 << 14)]);
    }
}
