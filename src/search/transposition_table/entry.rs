//! Layout of an entry, and reads and writes without locks.
//!
//! An entry is eight words, one cache line; the [folder's documentation](super) has the picture.
//! The last word is a checksum of the others (lockless hashing, Hyatt and Mann 2002): a reader that
//! meets a half-written entry sees a wrong checksum and takes the place for empty.

// The parent names the atomics: `tests/loom` includes this file with those of a model checker.
use super::AtomicU64;
use crate::position::{BoardKey, Hand};
use crate::search::node_key::NodeKey;
use crate::search::plies::{Plies, UNLIMITED_PLIES};
use crate::search::proof_number::ProofNumber;
use crate::search::transposition_table::{OpenNodeState, TestedReplies};
use std::sync::atomic::Ordering::Relaxed;

/// Words of an entry, the checksum included.
pub(super) const WORDS: usize = 8;

/// Words of an entry before the checksum.
pub(super) const DATA_WORDS: usize = WORDS - 1;

/// The flag of [`OpenNodeState::has_repetition`].
const REPETITION_FLAG: u8 = 1;

/// Bonus of a settled entry in [`Entry::value`], in quarter doublings of effort: a factor of 1024.
const SETTLED_BONUS: u16 = 40;

/// An entry, unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub board: BoardKey,
    pub hand: Hand,
    pub pn: ProofNumber,
    pub dn: ProofNumber,
    /// Shortest length of a proved mate; [`UNLIMITED_PLIES`] if no mate is proved.
    pub mate_len: Plies,
    /// Longest length without a mate; [`UNLIMITED_PLIES`] if there is no mate of any length.
    pub no_mate_len: Plies,
    /// Smallest depth from which a search reached the node.
    pub min_depth: u16,
    /// Effort on a logarithmic scale, in quarter doublings.
    effort_log: u8,
    flags: u8,
    pub max_children: u32,
    pub tested_replies: TestedReplies,
    /// Board key of the parent; 0 if it is unknown.
    pub parent_board: u64,
    pub parent_hand: Hand,
}

impl Entry {
    pub fn new(node: NodeKey) -> Entry {
        Entry {
            board: node.board,
            hand: node.hand,
            pn: 1,
            dn: 1,
            mate_len: UNLIMITED_PLIES,
            no_mate_len: 0,
            min_depth: u16::MAX,
            effort_log: 0,
            flags: 0,
            max_children: 0,
            tested_replies: TestedReplies::default(),
            parent_board: 0,
            parent_hand: Hand::EMPTY,
        }
    }

    /// Effort in nodes, rounded down to a quarter doubling.
    pub fn effort(&self) -> u32 {
        let (exponent, quarter) = (self.effort_log / 4, self.effort_log % 4);
        let base = 1u32 << exponent.min(31);
        base.saturating_add(base / 4 * u32::from(quarter))
    }

    /// Sets the effort in nodes.
    pub fn set_effort(&mut self, nodes: u32) {
        let nodes = nodes.max(1);
        let exponent = nodes.ilog2();
        let quarter = if exponent >= 2 { nodes >> (exponent - 2) & 3 } else { 0 };
        self.effort_log = (exponent * 4 + quarter) as u8;
    }

    /// Lowers the smallest depth to `depth`.
    pub fn lower_depth(&mut self, depth: u32) {
        self.min_depth = self.min_depth.min(depth.min(u32::from(u16::MAX)) as u16);
    }

    pub fn state(&self) -> OpenNodeState {
        OpenNodeState {
            max_children: self.max_children,
            tested_replies: self.tested_replies,
            has_repetition: self.flags & REPETITION_FLAG != 0,
        }
    }

    pub fn set_repetition(&mut self) {
        self.flags |= REPETITION_FLAG;
    }

    /// The words before the checksum.
    #[inline]
    pub fn pack(&self) -> [u64; DATA_WORDS] {
        [
            self.board.0,
            self.hand.bits(),
            u64::from(self.pn) | u64::from(self.dn) << 32,
            u64::from(self.mate_len)
                | u64::from(self.no_mate_len) << 16
                | u64::from(self.min_depth) << 32
                | u64::from(self.effort_log) << 48
                | u64::from(self.flags) << 56,
            self.parent_board,
            u64::from(self.max_children) | u64::from(self.tested_replies.0) << 32,
            self.parent_hand.bits(),
        ]
    }

    /// The inverse of [`Entry::pack`].
    #[inline]
    pub fn unpack(words: &[u64; DATA_WORDS]) -> Entry {
        Entry {
            board: BoardKey(words[0]),
            hand: Hand::from_bits(words[1]),
            pn: words[2] as u32,
            dn: (words[2] >> 32) as u32,
            mate_len: words[3] as u16,
            no_mate_len: (words[3] >> 16) as u16,
            min_depth: (words[3] >> 32) as u16,
            effort_log: (words[3] >> 48) as u8,
            flags: (words[3] >> 56) as u8,
            parent_board: words[4],
            max_children: words[5] as u32,
            tested_replies: TestedReplies((words[5] >> 32) as u32),
            parent_hand: Hand::from_bits(words[6]),
        }
    }

    /// Value for replacement, in quarter doublings of effort: garbage collection evicts the entries
    /// of the least value.
    pub fn value(&self) -> u16 {
        let is_settled = self.mate_len != UNLIMITED_PLIES || self.no_mate_len > 0;
        u16::from(self.effort_log) + if is_settled { SETTLED_BONUS } else { 0 }
    }
}

/// The place of one entry.
#[derive(Clone, Copy)]
pub(super) struct Slot<'a>(pub &'a [AtomicU64; WORDS]);

/// Factors of the checksum. They are odd, so that a change of a single word changes the sum, unless
/// it changes nothing but the lowest bit of the sum.
const FACTORS: [u64; DATA_WORDS] = [
    0x9E37_79B9_7F4A_7C15,
    0xBF58_476D_1CE4_E5B9,
    0x94D0_49BB_1331_11EB,
    0xD6E8_FEB8_6659_FD93,
    0xFF51_AFD7_ED55_8CCD,
    0xC4CE_B9FE_1A85_EC53,
    0xA24B_AED4_963E_E407,
];

/// A sum of independent products, so that the processor computes them at the same time: reading
/// entries is the search's most frequent work. Never 0, so that a place of zeros holds no entry.
fn checksum(words: &[u64; DATA_WORDS]) -> u64 {
    let sum = words
        .iter()
        .zip(FACTORS)
        .fold(0_u64, |sum, (word, factor)| sum.wrapping_add(word.wrapping_mul(factor)));
    sum | 1
}

impl Slot<'_> {
    /// The entry, if it is whole and belongs to this board.
    pub fn read_if(&self, board: BoardKey) -> Option<Entry> {
        if self.0[0].load(Relaxed) != board.0 { None } else { self.read() }
    }

    /// The entry, if there is one and it is whole.
    pub fn read(&self) -> Option<Entry> {
        let words = std::array::from_fn(|i| self.0[i].load(Relaxed));
        let sum = self.0[DATA_WORDS].load(Relaxed);
        (sum == checksum(&words)).then(|| Entry::unpack(&words))
    }

    pub fn write(&self, entry: &Entry) {
        let words = entry.pack();
        for (word, value) in self.0.iter().zip(words) {
            word.store(value, Relaxed);
        }
        self.0[DATA_WORDS].store(checksum(&words), Relaxed);
    }

    pub fn clear(&self) {
        for word in self.0 {
            word.store(0, Relaxed);
        }
    }

    /// Reads and clears.
    pub fn take(&self) -> Option<Entry> {
        let entry = self.read();
        self.clear();
        entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_entry_round_trips_and_torn_entry_is_a_miss() {
        let words: [AtomicU64; WORDS] = std::array::from_fn(|_| AtomicU64::new(0));
        let slot = Slot(&words);
        assert!(slot.read().is_none());
        let mut entry = Entry {
            pn: 3,
            dn: 4,
            mate_len: 17,
            max_children: 9,
            tested_replies: TestedReplies(0x5a),
            ..Entry::new(NodeKey { board: BoardKey(5), hand: Hand::EMPTY.with(2) })
        };
        entry.set_effort(1000);
        entry.set_repetition();
        slot.write(&entry);
        assert_eq!(slot.read(), Some(entry));
        assert!((800..=1024).contains(&entry.effort()));
        let tested_replies = TestedReplies(0x5a);
        let state = OpenNodeState { max_children: 9, tested_replies, has_repetition: true };
        assert_eq!(entry.state(), state);
        for word in &words {
            let whole = word.load(Relaxed);
            word.store(whole ^ 0x10, Relaxed);
            assert_eq!(slot.read(), None);
            word.store(whole, Relaxed);
        }
    }
}
