//! One byte for each place of the table: 0 where it is free, else a part of the board's key. Most nodes that are
//! looked up are not in the table; their bytes say so, all of which lie so close together that they mostly
//! come from a cache, while the entries themselves would come from memory, each from another page. (The tags
//! of Abseil's hash tables, with linear probing from the place that the key names.)

use super::AtomicU64;
use crate::position::BoardKey;
use std::sync::atomic::Ordering::Relaxed;

/// Places whose tags share a word.
pub(super) const GROUP: usize = 8;

/// Groups that a run goes through at most. Runs are shorter by far until a table is nearly full.
const FARTHEST: usize = 32;

const LOWEST: u64 = u64::from_ne_bytes([0x01; GROUP]);
const HIGHEST: u64 = u64::from_ne_bytes([0x80; GROUP]);

/// The tags of the places in use.
#[derive(Clone, Copy)]
pub(super) struct Tags<'t>(pub &'t [AtomicU64]);

/// A board's tag, 1 to 255, from other bits of the key than those that name the place.
fn tag(key: BoardKey) -> u8 {
    (key.0 as u8).max(1)
}

/// The highest bit of every byte that is 0, and no other.
fn zeros(word: u64) -> u64 {
    !((word & !HIGHEST).wrapping_add(!HIGHEST) | word | !HIGHEST)
}

impl<'t> Tags<'t> {
    /// The places from `home` on that may hold the board, up to the first free one.
    pub fn run(self, key: BoardKey, home: usize) -> Run<'t> {
        let mut run = Run {
            tags: self,
            pattern: u64::from(tag(key)) * LOWEST,
            group: home / GROUP,
            left: self.0.len().min(FARTHEST),
            matches: 0,
            free: 0,
        };
        run.open(u64::MAX << (8 * (home % GROUP)));
        run
    }

    /// The word with the tag of a place.
    pub fn near(self, place: usize) -> &'t [AtomicU64] {
        &self.0[place / GROUP..]
    }

    /// Takes a free place for a board; false if it is not free any more.
    pub fn claim(self, place: usize, key: BoardKey) -> bool {
        let (word, shift) = (&self.0[place / GROUP], 8 * (place % GROUP));
        let claim =
            |now: u64| (now >> shift & 0xFF == 0).then_some(now | u64::from(tag(key)) << shift);
        word.fetch_update(Relaxed, Relaxed, claim).is_ok()
    }

    /// True if nobody has taken the place.
    pub fn is_free(self, place: usize) -> bool {
        self.0[place / GROUP].load(Relaxed) >> (8 * (place % GROUP)) & 0xFF == 0
    }

    /// Gives a place back.
    pub fn release(self, place: usize) {
        self.0[place / GROUP].fetch_and(!(0xFF << (8 * (place % GROUP))), Relaxed);
    }
}

/// An iterator over places that may hold a board.
pub(super) struct Run<'t> {
    tags: Tags<'t>,
    /// The tag, in each byte.
    pattern: u64,
    group: usize,
    /// Groups that may be looked at, after this one.
    left: usize,
    /// Highest bits of the bytes that match, before the first free one.
    matches: u64,
    /// Highest bits of the bytes that are free; none before the end of the run.
    free: u64,
}

impl Run<'_> {
    /// Reads the tags of the group, those in `mask`.
    fn open(&mut self, mask: u64) {
        let word = self.tags.0[self.group].load(Relaxed);
        self.free = zeros(word) & mask;
        let before = self.free.wrapping_sub(1) & !self.free;
        self.matches = zeros(word ^ self.pattern) & mask & before;
    }

    /// The free place that ends the run, once it has ended; none if the table is full there.
    pub fn free(&self) -> Option<usize> {
        (self.free != 0).then(|| self.group * GROUP + self.free.trailing_zeros() as usize / 8)
    }
}

impl Iterator for Run<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.matches == 0 {
            if self.free != 0 || self.left == 0 {
                return None;
            }
            self.left -= 1;
            self.group = if self.group + 1 == self.tags.0.len() { 0 } else { self.group + 1 };
            self.open(u64::MAX);
        }
        let byte = self.matches.trailing_zeros() as usize / 8;
        self.matches &= self.matches - 1;
        Some(self.group * GROUP + byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::splitmix64::nth;

    fn words(tags: &[u8]) -> Vec<AtomicU64> {
        let (groups, rest) = tags.as_chunks::<GROUP>();
        assert!(rest.is_empty());
        groups.iter().map(|&group| AtomicU64::new(u64::from_le_bytes(group))).collect()
    }

    /// The places that a run visits, and the free one at its end, read byte by byte.
    fn slow(tags: &[u8], tag: u8, home: usize) -> (Vec<usize>, Option<usize>) {
        let around = (home..tags.len()).chain(0..home);
        let run: Vec<usize> = around.clone().take_while(|&place| tags[place] != 0).collect();
        let free = around.clone().nth(run.len());
        (run.into_iter().filter(|&place| tags[place] == tag).collect(), free)
    }

    #[test]
    fn a_run_is_what_one_finds_byte_by_byte() {
        let mut count = 0;
        let mut random = |below: u64| {
            count += 1;
            nth(1, count) % below
        };
        for round in 0..if cfg!(miri) { 40 } else { 4000 } {
            let size = 8 * (1 + random(4) as usize);
            let free = random(4);
            let bytes = [1, 2, 0x7F, 0x80, 0x81, 0xFF];
            let tags: Vec<u8> = (0..size)
                .map(|_| if random(4) < free { 0 } else { bytes[random(6) as usize] })
                .collect();
            let (words, home) = (words(&tags), random(size as u64) as usize);
            for key in bytes.map(|byte| BoardKey(0xABCD_0000 | u64::from(byte))) {
                let mut run = Tags(&words).run(key, home);
                let found: Vec<usize> = run.by_ref().collect();
                let (expected, free) = slow(&tags, tag(key), home);
                assert_eq!(run.free(), free, "{round}: {tags:?} from {home}");
                // A table without a free place is gone round once, and its first group again.
                let once = expected.len();
                assert_eq!(found[..once], expected, "{round}: {tags:?} from {home}");
                assert!(
                    found[once..]
                        .iter()
                        .all(|place| free.is_none() && place / GROUP == home / GROUP)
                );
            }
        }
    }

    #[test]
    fn a_run_ends_where_it_would_be_too_long() {
        let (home, last) = (GROUP + 3, (2 + FARTHEST) * GROUP - 1);
        for free in [last, last + 1] {
            let mut tags = vec![1; 3 * FARTHEST * GROUP];
            tags[free] = 0;
            let words = words(&tags);
            let mut run = Tags(&words).run(BoardKey(1), home);
            assert!(run.by_ref().eq(home..=last.min(free - 1)));
            assert_eq!(run.free(), (free == last).then_some(free));
        }
    }

    #[test]
    fn a_place_is_taken_once() {
        let words = words(&[0; 16]);
        let tags = Tags(&words);
        assert!(tags.is_free(11) && tags.claim(11, BoardKey(0x500)) && !tags.is_free(11));
        assert!(!tags.claim(11, BoardKey(7)) && tags.claim(10, BoardKey(7)));
        assert_eq!(tags.run(BoardKey(7), 10).collect::<Vec<_>>(), [10]);
        tags.release(11);
        assert!(tags.is_free(11) && !tags.is_free(10));
    }
}
