//! Disproof numbers that frontier tests of a node's replies found, in half a word.

use crate::search::proof_number::ProofNumber;

/// Disproof numbers of the first eight replies that a frontier test left open: four bits each, the
/// logarithm to the base 2; 0 for a reply without a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TestedReplies(pub u32);

/// Bits for one reply.
const BITS: usize = 4;

impl TestedReplies {
    /// The stored number of a reply, within a factor of 2; `None` if no test left one or the reply
    /// has no bits.
    pub fn get(self, reply: usize) -> Option<ProofNumber> {
        let log = self.0 >> shift(reply)? & 15;
        // The middle of the numbers with this logarithm.
        (log > 0).then(|| 3 << log >> 1)
    }

    /// Stores the number of a reply that has none yet.
    pub fn add(&mut self, reply: usize, number: ProofNumber) {
        if let Some(shift) = shift(reply) {
            self.0 |= number.max(1).ilog2().clamp(1, 15) << shift;
        }
    }
}

/// The lowest bit of a reply; `None` if the word has no room for it.
fn shift(reply: usize) -> Option<usize> {
    (reply < u32::BITS as usize / BITS).then(|| BITS * reply)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip_within_a_factor_of_two() {
        let numbers = [2, 3, 7, 1 << 9, 99, 1000, 32_767, 40_000];
        let mut tested = TestedReplies::default();
        for (reply, number) in numbers.into_iter().enumerate() {
            assert_eq!(tested.get(reply), None);
            tested.add(reply, number);
        }
        for (reply, number) in numbers.into_iter().enumerate() {
            let stored = tested.get(reply).expect("it was added");
            assert!(stored <= 2 * number && number <= 2 * stored, "{stored} for {number}");
        }
        let full = tested;
        tested.add(8, 5);
        tested.add(usize::MAX, 5);
        assert_eq!((tested, tested.get(8), tested.get(usize::MAX)), (full, None, None));
    }

    #[test]
    fn extreme_numbers_are_clamped() {
        let mut tested = TestedReplies::default();
        tested.add(0, 0);
        tested.add(1, ProofNumber::MAX);
        assert_eq!([0, 1].map(|reply| tested.get(reply)), [Some(3), Some(3 << 14)]);
    }
}
