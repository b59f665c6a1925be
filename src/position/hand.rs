//! Pieces in hand: counts in eight lanes of one word. Dominance ("at least as many of each kind")
//! is then one subtraction:
//!
//! ```text
//!   lane     7   6   5   4   3   2   1   0    8 bits each; bit 7 of a lane is always 0
//!   self    00  00  00  02  01  00  00  12
//!   guard   80  80  80  80  80  80  80  80    (self | guard) - other leaves bit 7 of a lane set
//!   other   00  00  00  01  01  00  00  04    if and only if self has at least as many
//! ```

use std::fmt;

/// A hand: up to eight kinds (see [`Rules::lanes`](crate::rules::Rules::lanes)), up to 127 of each.
///
/// ```
/// use tsume::position::Hand;
///
/// let gold = Hand::EMPTY.with(6);
/// let two_golds = gold.with(6);
/// assert!(two_golds.dominates(gold) && !gold.dominates(two_golds));
/// assert_eq!(two_golds.total(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Hand(u64);

/// The top bit of each lane, which no count reaches.
const GUARD: u64 = 0x8080_8080_8080_8080;

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Hand = Hand(0);

    /// One piece in every lane.
    pub const ONE_OF_EACH: Hand = Hand(0x0101_0101_0101_0101);

    /// Largest count of one kind.
    pub const MAX: u8 = 127;

    /// Number of pieces in a lane.
    pub fn count(self, lane: u8) -> u8 {
        (self.0 >> (8 * lane)) as u8
    }

    /// The hand with one more piece in a lane, which must have less than [`Hand::MAX`].
    #[must_use]
    pub fn with(self, lane: u8) -> Hand {
        debug_assert!(self.count(lane) < Self::MAX);
        Hand(self.0 + (1 << (8 * lane)))
    }

    /// The hand with one piece fewer in a lane, which must not be empty.
    #[must_use]
    pub fn without(self, lane: u8) -> Hand {
        debug_assert!(self.count(lane) > 0);
        Hand(self.0 - (1 << (8 * lane)))
    }

    /// The hand with `count` pieces in a lane, at most [`Hand::MAX`].
    #[must_use]
    pub fn set(self, lane: u8, count: u8) -> Hand {
        debug_assert!(count <= Self::MAX);
        Hand(self.0 & !(0xff << (8 * lane)) | u64::from(count) << (8 * lane))
    }

    /// True if nothing is in hand.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if this hand has at least as many pieces of every kind as `other` (dominance, also
    /// called superiority: Seo 1999, Nagai 2002).
    pub fn dominates(self, other: Hand) -> bool {
        ((self.0 | GUARD) - other.0) & GUARD == GUARD
    }

    /// The larger count of each kind.
    #[must_use]
    pub fn max(self, other: Hand) -> Hand {
        // A lane of `mask` is 0x7f if self has at least as many, else 0.
        let ge = (((self.0 | GUARD) - other.0) & GUARD) >> 7;
        let mask = ge * 0x7f;
        Hand(self.0 & mask | other.0 & !mask & !GUARD)
    }

    /// The smaller count of each kind.
    #[must_use]
    pub fn min(self, other: Hand) -> Hand {
        let ge = (((self.0 | GUARD) - other.0) & GUARD) >> 7;
        let mask = ge * 0x7f;
        Hand(other.0 & mask | self.0 & !mask & !GUARD)
    }

    /// The lanes as one word, for packing into table entries.
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The hand of a word from [`Hand::bits`]. The top bit of each lane is ignored.
    pub fn from_bits(bits: u64) -> Hand {
        Hand(bits & !GUARD)
    }

    /// Number of pieces in all lanes.
    pub fn total(self) -> u32 {
        self.0.to_le_bytes().iter().map(|&n| u32::from(n)).sum()
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand{:?}", self.0.to_le_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hand() -> impl Strategy<Value = Hand> {
        prop::array::uniform8(0..=Hand::MAX).prop_map(|c| Hand(u64::from_le_bytes(c)))
    }

    proptest! {
        #[test]
        fn operations_agree_with_counts_lane_by_lane(a in hand(), b in hand()) {
            let lanes = 0..8u8;
            prop_assert_eq!(a.dominates(b), lanes.clone().all(|l| a.count(l) >= b.count(l)));
            for lane in lanes {
                prop_assert_eq!(a.max(b).count(lane), a.count(lane).max(b.count(lane)));
                prop_assert_eq!(a.min(b).count(lane), a.count(lane).min(b.count(lane)));
            }
        }
    }
}
