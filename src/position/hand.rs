//! Pieces in hand: counts in sixteen lanes of two words. Dominance ("at least as many of each kind")
//! is then one subtraction for each word:
//!
//! ```text
//!   lane     7   6   5   4   3   2   1   0    8 bits each; bit 7 of a lane is always 0
//!   self    00  00  00  02  01  00  00  12
//!   guard   80  80  80  80  80  80  80  80    (self | guard) - other leaves bit 7 of a lane set
//!   other   00  00  00  01  01  00  00  04    if and only if self has at least as many
//! ```
//!
//! A table entry has one word for a hand ([`Hand::bits`]). A hand whose upper eight lanes are empty is
//! that word. Others are packed into 63 bits, with bit 63 set: lane 0 has seven bits, lanes 1 to 11 have
//! four each, and lanes 12 to 15 three. [`Hand::capacity`] has the largest counts that fit.

use std::fmt;

/// A hand: up to sixteen kinds (see [`Rules::lanes`](crate::rules::Rules::lanes)), up to 127 of each,
/// or [`Hand::capacity`] in a game with more than eight.
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
pub struct Hand {
    /// Lanes 8 to 15.
    high: u64,
    /// Lanes 0 to 7.
    low: u64,
}

/// The top bit of each lane, which no count reaches.
const GUARD: u64 = 0x8080_8080_8080_8080;

/// One in each lane.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Marks a packed hand with more than eight lanes.
const WIDE: u64 = 1 << 63;

/// Bits of each lane of a packed hand with more than eight lanes.
const WIDE_BITS: [u32; Hand::LANES as usize] = [7, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3];

/// The lanes in which `a` is at least `b`, as masks 0x7f.
fn at_least(a: u64, b: u64) -> u64 {
    ((((a | GUARD) - b) & GUARD) >> 7) * 0x7f
}

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Hand = Hand { high: 0, low: 0 };

    /// One piece in every lane.
    pub const ONE_OF_EACH: Hand = Hand { high: ONES, low: ONES };

    /// Largest count of one kind.
    pub const MAX: u8 = 127;

    /// Number of lanes.
    pub const LANES: u8 = 16;

    /// Number of lanes up to which every lane can have [`Hand::MAX`] pieces.
    pub const NARROW_LANES: usize = 8;

    /// Largest count in a lane, in a game with `lanes` kinds in hand.
    pub fn capacity(lanes: usize, lane: u8) -> u8 {
        if lanes <= Hand::NARROW_LANES {
            return Hand::MAX;
        }
        WIDE_BITS.get(usize::from(lane)).map_or(0, |bits| (1u8 << bits) - 1)
    }

    fn word(self, lane: u8) -> u64 {
        if lane < 8 { self.low } else { self.high }
    }

    fn word_mut(&mut self, lane: u8) -> &mut u64 {
        if lane < 8 { &mut self.low } else { &mut self.high }
    }

    fn zip(self, other: Hand, f: impl Fn(u64, u64) -> u64) -> Hand {
        Hand { high: f(self.high, other.high), low: f(self.low, other.low) }
    }

    /// Number of pieces in a lane.
    pub fn count(self, lane: u8) -> u8 {
        (self.word(lane) >> (8 * (lane & 7))) as u8
    }

    /// The hand with one more piece in a lane, which must have less than [`Hand::MAX`].
    #[must_use]
    pub fn with(mut self, lane: u8) -> Hand {
        debug_assert!(self.count(lane) < Self::MAX);
        *self.word_mut(lane) += 1 << (8 * (lane & 7));
        self
    }

    /// The hand with one piece fewer in a lane, which must not be empty.
    #[must_use]
    pub fn without(mut self, lane: u8) -> Hand {
        debug_assert!(self.count(lane) > 0);
        *self.word_mut(lane) -= 1 << (8 * (lane & 7));
        self
    }

    /// The hand with `count` pieces in a lane, at most [`Hand::MAX`].
    #[must_use]
    pub fn set(mut self, lane: u8, count: u8) -> Hand {
        debug_assert!(count <= Self::MAX);
        let shift = 8 * (lane & 7);
        let word = self.word_mut(lane);
        *word = *word & !(0xff << shift) | u64::from(count) << shift;
        self
    }

    /// True if nothing is in hand.
    pub fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    /// True if this hand has at least as many pieces of every kind as `other` (dominance, also
    /// called superiority: Seo 1999, Nagai 2002).
    pub fn dominates(self, other: Hand) -> bool {
        let holds = |a: u64, b: u64| ((a | GUARD) - b) & GUARD == GUARD;
        holds(self.low, other.low) && holds(self.high, other.high)
    }

    /// The larger count of each kind.
    #[must_use]
    pub fn max(self, other: Hand) -> Hand {
        self.zip(other, |a, b| {
            let mask = at_least(a, b);
            a & mask | b & !mask & !GUARD
        })
    }

    /// The smaller count of each kind.
    #[must_use]
    pub fn min(self, other: Hand) -> Hand {
        self.zip(other, |a, b| {
            let mask = at_least(a, b);
            b & mask | a & !mask & !GUARD
        })
    }

    /// The counts of both hands together, at most [`Hand::MAX`] of each kind.
    #[must_use]
    pub fn plus(self, other: Hand) -> Hand {
        self.zip(other, |a, b| {
            let sum = a + b;
            (sum | (((sum & GUARD) >> 7) * 0x7f)) & !GUARD
        })
    }

    /// The counts of this hand less those of `other`, which has no more of any kind.
    #[must_use]
    pub fn minus(self, other: Hand) -> Hand {
        debug_assert!(self.dominates(other));
        self.zip(other, |a, b| a.wrapping_sub(b) & !GUARD)
    }

    /// [`Hand::MAX`] of every kind that this hand has, and nothing of the others.
    #[must_use]
    pub fn all_of_held(self) -> Hand {
        self.zip(Hand::EMPTY, |a, _| at_least(a, ONES))
    }

    /// Of the kinds of `wanted` the counts of `other`, of the others those of this hand.
    #[must_use]
    pub fn replaced(self, wanted: Hand, other: Hand) -> Hand {
        let mask = wanted.all_of_held();
        Hand {
            high: self.high & !mask.high | other.high & mask.high,
            low: self.low & !mask.low | other.low & mask.low,
        }
    }

    /// The kinds of this hand that `other` has none of.
    #[must_use]
    pub fn lacking_in(self, other: Hand) -> Hand {
        self.zip(other.all_of_held(), |a, b| a & !b)
    }

    /// The lanes in which two hands differ.
    pub fn differing_lanes(self, other: Hand) -> impl Iterator<Item = u8> {
        let words = [(self.low ^ other.low, 0), (self.high ^ other.high, 8)];
        words.into_iter().flat_map(|(mut rest, first)| {
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let lane = rest.trailing_zeros() / 8;
                    rest &= !(0xff << (8 * lane));
                    first + lane as u8
                })
            })
        })
    }

    /// The hand as one word, for packing into table entries. No count exceeds its
    /// [`capacity`](Hand::capacity).
    #[inline]
    pub fn bits(self) -> u64 {
        if self.high == 0 { self.low } else { self.packed() }
    }

    #[inline(never)]
    fn packed(self) -> u64 {
        let (mut bits, mut shift) = (WIDE, 0);
        for (lane, width) in (0..Hand::LANES).zip(WIDE_BITS) {
            let most = Hand::capacity(usize::from(Hand::LANES), lane);
            debug_assert!(self.count(lane) <= most);
            bits |= u64::from(self.count(lane).min(most)) << shift;
            shift += width;
        }
        bits
    }

    /// The hand of a word from [`Hand::bits`]. In a word without bit 63, the top bit of each lane is
    /// ignored.
    #[inline]
    pub fn from_bits(bits: u64) -> Hand {
        if bits & WIDE == 0 { Hand { high: 0, low: bits & !GUARD } } else { Hand::unpacked(bits) }
    }

    #[inline(never)]
    fn unpacked(bits: u64) -> Hand {
        let (mut hand, mut shift) = (Hand::EMPTY, 0);
        for (lane, width) in (0..Hand::LANES).zip(WIDE_BITS) {
            hand = hand.set(lane, (bits >> shift & ((1 << width) - 1)) as u8);
            shift += width;
        }
        hand
    }

    /// Number of pieces in all lanes.
    pub fn total(self) -> u32 {
        let sum = |word: u64| word.to_le_bytes().iter().map(|&n| u32::from(n)).sum::<u32>();
        sum(self.low) + sum(self.high)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand{:?}", self.low.to_le_bytes())?;
        if self.high != 0 {
            write!(f, "{:?}", self.high.to_le_bytes())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hand() -> impl Strategy<Value = Hand> {
        prop::array::uniform16(0..=Hand::MAX).prop_map(|counts| {
            (0..Hand::LANES)
                .fold(Hand::EMPTY, |hand, lane| hand.set(lane, counts[usize::from(lane)]))
        })
    }

    proptest! {
        #[test]
        fn operations_agree_with_counts_lane_by_lane(a in hand(), b in hand(), c in hand()) {
            let lanes = 0..Hand::LANES;
            prop_assert_eq!(a.dominates(b), lanes.clone().all(|l| a.count(l) >= b.count(l)));
            let differ: Vec<u8> = a.differing_lanes(b).collect();
            let expected: Vec<u8> =
                lanes.clone().filter(|&l| a.count(l) != b.count(l)).collect();
            prop_assert_eq!(differ, expected);
            for lane in lanes {
                let [x, y, z] = [a, b, c].map(|hand| hand.count(lane));
                prop_assert_eq!(a.max(b).count(lane), x.max(y));
                prop_assert_eq!(a.min(b).count(lane), x.min(y));
                prop_assert_eq!(a.plus(b).count(lane), (x + y).min(Hand::MAX));
                prop_assert_eq!(a.minus(a.min(b)).count(lane), x - x.min(y));
                prop_assert_eq!(a.replaced(b, c).count(lane), if y > 0 { z } else { x });
                prop_assert_eq!(a.lacking_in(b).count(lane), if y > 0 { 0 } else { x });
            }
        }

        #[test]
        fn a_word_keeps_what_a_game_can_have(a in hand(), lanes in 1..=usize::from(Hand::LANES)) {
            let kept = (0..lanes as u8).fold(Hand::EMPTY, |hand, lane| {
                hand.set(lane, a.count(lane).min(Hand::capacity(lanes, lane)))
            });
            prop_assert_eq!(Hand::from_bits(kept.bits()), kept);
        }
    }
}
