//! The layout of an entry: eight words of a cache line.
//!
//! ```text
//! 0 board key      2 pn 32 | dn 32                                  4 parent's board key   6 parent's hand
//! 1 attacker's hand  3 mate 16 | no mate 16 | depth 16 | effort 8 | flags 8   5 maxed 32 | tested 32   7 checksum
//! ```
//!
//! The only flag tells of a repetition; `maxed` tells of children, `tested` of replies.

// The parent names the atomics: `tests/loom` explores this file with those of a model checker.
use super::{AtomicU64, Marks, Node, Tested, WORDS};
use crate::position::{BoardKey, Hand};
use crate::search::number::{ENDLESS, Number, Plies};
use std::sync::atomic::Ordering::Relaxed;

const REPEATED: u8 = 1;

/// An entry, unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub key: BoardKey,
    pub hand: Hand,
    pub pn: Number,
    pub dn: Number,
    /// Shortest length within which mate is proved; [`ENDLESS`] if none is.
    pub mate: Plies,
    /// Longest length within which there is no mate; [`ENDLESS`] if there is none at all.
    pub no_mate: Plies,
    /// Smallest depth from which the node was searched.
    pub depth: u16,
    /// Effort, on a logarithmic scale.
    effort: u8,
    flags: u8,
    pub maxed: u32,
    pub tested: Tested,
    pub parent_key: u64,
    pub parent_hand: Hand,
}

impl Entry {
    pub fn new(node: Node) -> Entry {
        Entry {
            key: node.key,
            hand: node.hand,
            pn: 1,
            dn: 1,
            mate: ENDLESS,
            no_mate: 0,
            depth: u16::MAX,
            effort: 0,
            flags: 0,
            maxed: 0,
            tested: Tested::default(),
            parent_key: 0,
            parent_hand: Hand::EMPTY,
        }
    }

    /// Effort in nodes, about.
    pub fn amount(&self) -> u32 {
        let (exponent, quarter) = (self.effort / 4, self.effort % 4);
        let base = 1u32 << exponent.min(31);
        base.saturating_add(base / 4 * u32::from(quarter))
    }

    pub fn set_amount(&mut self, amount: u32) {
        let amount = amount.max(1);
        let exponent = amount.ilog2();
        let quarter = if exponent >= 2 { amount >> (exponent - 2) & 3 } else { 0 };
        self.effort = (exponent * 4 + quarter) as u8;
    }

    pub fn marks(&self) -> Marks {
        let repeated = self.flags & REPEATED != 0;
        Marks { maxed: self.maxed, tested: self.tested, repeated }
    }

    pub fn set_repeated(&mut self) {
        self.flags |= REPEATED;
    }

    /// The words that it is kept in, without the checksum.
    #[inline]
    pub fn pack(&self) -> [u64; WORDS - 1] {
        [
            self.key.0,
            self.hand.bits(),
            u64::from(self.pn) | u64::from(self.dn) << 32,
            u64::from(self.mate)
                | u64::from(self.no_mate) << 16
                | u64::from(self.depth) << 32
                | u64::from(self.effort) << 48
                | u64::from(self.flags) << 56,
            self.parent_key,
            u64::from(self.maxed) | u64::from(self.tested.0) << 32,
            self.parent_hand.bits(),
        ]
    }

    /// From [`Entry::pack`].
    #[inline]
    pub fn unpack(words: &[u64; WORDS - 1]) -> Entry {
        Entry {
            key: BoardKey(words[0]),
            hand: Hand::from_bits(words[1]),
            pn: words[2] as u32,
            dn: (words[2] >> 32) as u32,
            mate: words[3] as u16,
            no_mate: (words[3] >> 16) as u16,
            depth: (words[3] >> 32) as u16,
            effort: (words[3] >> 48) as u8,
            flags: (words[3] >> 56) as u8,
            parent_key: words[4],
            maxed: words[5] as u32,
            tested: Tested((words[5] >> 32) as u32),
            parent_hand: Hand::from_bits(words[6]),
        }
    }

    /// How much would be lost with the entry: settled ones are worth more than open ones.
    pub fn worth(&self) -> u16 {
        let settled = self.mate != ENDLESS || self.no_mate > 0;
        u16::from(self.effort) + if settled { 40 } else { 0 }
    }
}

/// The words of one entry.
#[derive(Clone, Copy)]
pub(super) struct Slot<'a>(pub &'a [AtomicU64; WORDS]);

/// Factors of the checksum: odd, so that a change of a single word is seen, all but the one that alters nothing but the
/// lowest bit of the sum.
const FACTORS: [u64; WORDS - 1] = [
    0x9E37_79B9_7F4A_7C15,
    0xBF58_476D_1CE4_E5B9,
    0x94D0_49BB_1331_11EB,
    0xD6E8_FEB8_6659_FD93,
    0xFF51_AFD7_ED55_8CCD,
    0xC4CE_B9FE_1A85_EC53,
    0xA24B_AED4_963E_E407,
];

/// Mixes the words, all at once: to read entries is what the search does most. Never 0, so that a slot of zeros
/// holds no entry.
fn checksum(words: &[u64; WORDS - 1]) -> u64 {
    let sum = words
        .iter()
        .zip(FACTORS)
        .fold(0_u64, |sum, (word, factor)| sum.wrapping_add(word.wrapping_mul(factor)));
    sum | 1
}

impl Slot<'_> {
    /// The entry, if it is whole and of this board.
    pub fn read_if(&self, key: BoardKey) -> Option<Entry> {
        if self.0[0].load(Relaxed) != key.0 { None } else { self.read() }
    }

    /// The entry, if there is one and it is whole.
    pub fn read(&self) -> Option<Entry> {
        let words = std::array::from_fn(|i| self.0[i].load(Relaxed));
        let sum = self.0[WORDS - 1].load(Relaxed);
        (sum == checksum(&words)).then(|| Entry::unpack(&words))
    }

    pub fn write(&self, entry: &Entry) {
        let words = entry.pack();
        for (word, value) in self.0.iter().zip(words) {
            word.store(value, Relaxed);
        }
        self.0[WORDS - 1].store(checksum(&words), Relaxed);
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
    fn an_entry_comes_back_and_a_torn_one_does_not() {
        let words: [AtomicU64; WORDS] = std::array::from_fn(|_| AtomicU64::new(0));
        let slot = Slot(&words);
        assert!(slot.read().is_none());
        let mut entry = Entry {
            pn: 3,
            dn: 4,
            mate: 17,
            maxed: 9,
            tested: Tested(0x5a),
            ..Entry::new(Node { key: BoardKey(5), hand: Hand::EMPTY.with(2) })
        };
        entry.set_amount(1000);
        entry.set_repeated();
        slot.write(&entry);
        assert_eq!(slot.read(), Some(entry));
        assert!((800..=1024).contains(&entry.amount()));
        assert_eq!(entry.marks(), Marks { maxed: 9, tested: Tested(0x5a), repeated: true });
        for word in &words {
            let whole = word.load(Relaxed);
            word.store(whole ^ 0x10, Relaxed);
            assert_eq!(slot.read(), None);
            word.store(whole, Relaxed);
        }
    }
}
