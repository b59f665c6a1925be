//! Random numbers: the words of ChaCha8, whose stream is a published standard, and our own mapping
//! from words to choices. So a seed means the same on every machine and in every version.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A stream of random choices.
#[derive(Clone, Debug)]
pub struct RandomStream(ChaCha8Rng);

impl RandomStream {
    /// The stream with this number under a seed. Streams are independent of each other.
    pub fn new(seed: u64, stream: u64) -> RandomStream {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut words = ChaCha8Rng::from_seed(key);
        words.set_stream(stream);
        RandomStream(words)
    }

    /// A number below `n`; `n` is at least 1.
    pub fn draw_below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }

    /// True with a probability of `percent` / 100.
    pub fn draw_percent(&mut self, percent: usize) -> bool {
        self.draw_below(100) < percent
    }

    /// One of `from`; `None` if it is empty.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        (!from.is_empty()).then(|| from[self.draw_below(from.len())])
    }

    /// An index, with probability in proportion to its weight; `None` if all weights are 0.
    pub fn pick_weighted(&mut self, weights: &[u64]) -> Option<usize> {
        let total: u64 = weights.iter().sum();
        if total == 0 {
            return None;
        }
        let mut rest = self.draw_below(total as usize) as u64;
        weights.iter().position(|&weight| {
            let here = rest < weight;
            rest = rest.saturating_sub(weight);
            here
        })
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.draw_below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stream_is_that_of_the_standard() {
        // The first words of ChaCha8 under the all-zero key and nonce, from the published test
        // vectors (draft-strombergson-chacha-test-vectors, TC1): 3e 00 ef 2f 89 5f 40 d6.
        let mut random = RandomStream::new(0, 0);
        assert_eq!(
            random.0.next_u64().to_le_bytes(),
            [0x3e, 0, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6]
        );
    }

    #[test]
    fn choices_follow_their_weights() {
        let mut random = RandomStream::new(7, 1);
        let mut counts = [0; 3];
        for _ in 0..10_000 {
            counts[random.pick_weighted(&[1, 0, 3]).unwrap()] += 1;
        }
        assert!(counts[1] == 0 && (2_200..2_800).contains(&counts[0]), "{counts:?}");
        assert_eq!(random.pick_weighted(&[0, 0]), None);
        assert!((0..1_000).all(|_| random.draw_below(3) < 3));
    }
}
