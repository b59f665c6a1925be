//! Control bytes: one byte for each place of the table, 0 for a free place, else part of the board
//! key.
//!
//! Most nodes that the search looks up are not in the table. Their control bytes say so, and these
//! lie close enough together to come mostly from a cache, while the entries come from memory, each
//! from another page. The idea is that of Abseil's Swiss tables, here with linear probing from the
//! place that the key names. Eight control bytes share a word, and one operation compares all of
//! them.

// The parent names the atomics: `tests/loom` includes this file with those of a model checker.
use super::AtomicU64;
use crate::position::BoardKey;
use std::sync::atomic::Ordering::Relaxed;

/// Places whose control bytes share a word.
pub(super) const GROUP: usize = 8;

/// Most groups of a probe sequence. Sequences are far shorter until a table is nearly full.
const MAX_PROBED_GROUPS: usize = 32;

const LOWEST_BITS: u64 = u64::from_ne_bytes([0x01; GROUP]);
const HIGHEST_BITS: u64 = u64::from_ne_bytes([0x80; GROUP]);

/// The control bytes of the places in use.
#[derive(Clone, Copy)]
pub(super) struct ControlBytes<'t>(pub &'t [AtomicU64]);

/// The control byte of a board, 1 to 255, from other bits of the key than those that name the
/// place.
fn control_byte(board: BoardKey) -> u8 {
    (board.0 as u8).max(1)
}

/// The highest bit of every byte that is 0, and no other bit.
fn zero_bytes(word: u64) -> u64 {
    !((word & !HIGHEST_BITS).wrapping_add(!HIGHEST_BITS) | word | !HIGHEST_BITS)
}

impl<'t> ControlBytes<'t> {
    /// The places from `home` to the first free one that may hold the board.
    pub fn probe_sequence(self, board: BoardKey, home: usize) -> ProbeSequence<'t> {
        let mut places = ProbeSequence {
            control: self,
            pattern: u64::from(control_byte(board)) * LOWEST_BITS,
            group: home / GROUP,
            groups_left: self.0.len().min(MAX_PROBED_GROUPS),
            matches: 0,
            free: 0,
        };
        places.read_group(u64::MAX << (8 * (home % GROUP)));
        places
    }

    /// The words from the control byte of a place on.
    pub fn words_from(self, place: usize) -> &'t [AtomicU64] {
        &self.0[place / GROUP..]
    }

    /// Claims a free place for a board; false if another thread has it.
    pub fn claim(self, place: usize, board: BoardKey) -> bool {
        let (word, shift) = (&self.0[place / GROUP], 8 * (place % GROUP));
        let byte = u64::from(control_byte(board)) << shift;
        let claim = |now: u64| (now >> shift & 0xFF == 0).then_some(now | byte);
        word.fetch_update(Relaxed, Relaxed, claim).is_ok()
    }

    /// True if no thread has claimed the place.
    pub fn is_free(self, place: usize) -> bool {
        self.0[place / GROUP].load(Relaxed) >> (8 * (place % GROUP)) & 0xFF == 0
    }

    /// Frees a place.
    pub fn release(self, place: usize) {
        self.0[place / GROUP].fetch_and(!(0xFF << (8 * (place % GROUP))), Relaxed);
    }
}

/// An iterator over the places that may hold a board.
pub(super) struct ProbeSequence<'t> {
    control: ControlBytes<'t>,
    /// The board's control byte, in each byte.
    pattern: u64,
    group: usize,
    /// Groups that may follow this one.
    groups_left: usize,
    /// Highest bits of the matching bytes before the first free one.
    matches: u64,
    /// Highest bits of the free bytes; 0 before the end of the sequence.
    free: u64,
}

impl ProbeSequence<'_> {
    /// Reads the control bytes of the group that lie in `mask`.
    fn read_group(&mut self, mask: u64) {
        let word = self.control.0[self.group].load(Relaxed);
        self.free = zero_bytes(word) & mask;
        let before = self.free.wrapping_sub(1) & !self.free;
        self.matches = zero_bytes(word ^ self.pattern) & mask & before;
    }

    /// The free place at the end of an exhausted sequence; `None` if no place near is free.
    pub fn free(&self) -> Option<usize> {
        (self.free != 0).then(|| self.group * GROUP + self.free.trailing_zeros() as usize / 8)
    }
}

impl Iterator for ProbeSequence<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.matches == 0 {
            if self.free != 0 || self.groups_left == 0 {
                return None;
            }
            self.groups_left -= 1;
            let next = self.group + 1;
            self.group = if next == self.control.0.len() { 0 } else { next };
            self.read_group(u64::MAX);
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

    fn words(bytes: &[u8]) -> Vec<AtomicU64> {
        let groups = bytes.chunks_exact(GROUP);
        assert!(groups.remainder().is_empty());
        groups.map(|group| AtomicU64::new(u64::from_le_bytes(group.try_into().unwrap()))).collect()
    }

    /// The places of a probe sequence and the free one at its end, byte by byte.
    fn slow(bytes: &[u8], byte: u8, home: usize) -> (Vec<usize>, Option<usize>) {
        let around = (home..bytes.len()).chain(0..home);
        let run: Vec<usize> = around.clone().take_while(|&place| bytes[place] != 0).collect();
        let free = around.clone().nth(run.len());
        (run.into_iter().filter(|&place| bytes[place] == byte).collect(), free)
    }

    #[test]
    fn probe_sequence_agrees_with_byte_by_byte_search() {
        let mut count = 0;
        let mut random = |below: u64| {
            count += 1;
            nth(1, count) % below
        };
        for round in 0..if cfg!(miri) { 40 } else { 4000 } {
            let size = 8 * (1 + random(4) as usize);
            let free = random(4);
            let values = [1, 2, 0x7F, 0x80, 0x81, 0xFF];
            let bytes: Vec<u8> = (0..size)
                .map(|_| if random(4) < free { 0 } else { values[random(6) as usize] })
                .collect();
            let (words, home) = (words(&bytes), random(size as u64) as usize);
            for board in values.map(|byte| BoardKey(0xABCD_0000 | u64::from(byte))) {
                let mut places = ControlBytes(&words).probe_sequence(board, home);
                let found: Vec<usize> = places.by_ref().collect();
                let (expected, free) = slow(&bytes, control_byte(board), home);
                assert_eq!(places.free(), free, "{round}: {bytes:?} from {home}");
                // Without a free place the sequence goes around once and repeats the first group.
                let once = expected.len();
                assert_eq!(found[..once], expected, "{round}: {bytes:?} from {home}");
                assert!(
                    found[once..]
                        .iter()
                        .all(|place| free.is_none() && place / GROUP == home / GROUP)
                );
            }
        }
    }

    #[test]
    fn probe_sequence_ends_after_max_probed_groups() {
        let (home, last) = (GROUP + 3, (2 + MAX_PROBED_GROUPS) * GROUP - 1);
        for free in [last, last + 1] {
            let mut bytes = vec![1; 3 * MAX_PROBED_GROUPS * GROUP];
            bytes[free] = 0;
            let words = words(&bytes);
            let mut places = ControlBytes(&words).probe_sequence(BoardKey(1), home);
            assert!(places.by_ref().eq(home..=last.min(free - 1)));
            assert_eq!(places.free(), (free == last).then_some(free));
        }
    }

    #[test]
    fn place_is_claimed_once() {
        let words = words(&[0; 16]);
        let control = ControlBytes(&words);
        assert!(control.is_free(11) && control.claim(11, BoardKey(0x500)) && !control.is_free(11));
        assert!(!control.claim(11, BoardKey(7)) && control.claim(10, BoardKey(7)));
        assert_eq!(control.probe_sequence(BoardKey(7), 10).collect::<Vec<_>>(), [10]);
        control.release(11);
        assert!(control.is_free(11) && !control.is_free(10));
    }
}
