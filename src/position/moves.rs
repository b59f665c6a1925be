//! A move in one word.

use crate::rules::{Kind, Square};
use std::fmt;
use std::num::NonZeroU64;

/// A move, identified by origin or dropped kind, the squares captured on the way in order, the
/// final square, and whether the piece changes (RULES 1).
///
/// ```text
/// bit  49           48       40        30        20       10        0
///     chosen+1  change  kind+1   2nd mid+1  1st mid+1  from+1   to+1      0 in a field: none
/// ```
///
/// `chosen` is the kind that the piece becomes, of a piece that can promote to any of several.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU64);

/// Moves of one position. Generators fill it, so that its memory is reused.
pub type MoveList = Vec<Move>;

const CHANGE: u64 = 1 << 48;

const CHOSEN_SHIFT: u32 = 49;

const CHOSEN: u64 = 0xff << CHOSEN_SHIFT;

const MIDS: u64 = 0xf_ffff << 20;

fn field(square: Option<Square>, shift: u32) -> u64 {
    square.map_or(0, |square| (u64::from(square.0) + 1) << shift)
}

impl Move {
    fn pack(bits: u64) -> Move {
        Move(NonZeroU64::new(bits).expect("a move has a final square"))
    }

    /// A move of the piece on `from` to `to`, which neither captures on the way nor changes the
    /// piece. A pass has `to == from`. See [`Move::with_change`] for a promotion.
    ///
    /// ```
    /// use tsume::position::Move;
    /// use tsume::rules::Square;
    ///
    /// let promotion = Move::board(Square(30), Square(21)).with_change(true);
    /// assert_eq!(promotion.from(), Some(Square(30)));
    /// assert_eq!(promotion.to(), Square(21));
    /// assert!(promotion.changes() && !promotion.is_pass());
    /// ```
    #[inline]
    pub fn board(from: Square, to: Square) -> Move {
        Move::through(from, [None, None], to)
    }

    /// A move that captures on the squares `mids`, in this order, before it ends on `to`. It does
    /// not change the piece.
    #[inline]
    pub fn through(from: Square, mids: [Option<Square>; 2], to: Square) -> Move {
        debug_assert!(mids[0].is_some() || mids[1].is_none());
        let squares =
            field(Some(to), 0) | field(Some(from), 10) | field(mids[0], 20) | field(mids[1], 30);
        Move::pack(squares)
    }

    /// A drop of an unpromoted kind.
    pub fn drop(kind: Kind, to: Square) -> Move {
        Move::pack(field(Some(to), 0) | (u64::from(kind.0) + 1) << 40)
    }

    fn square(self, shift: u32) -> Option<Square> {
        let value = (self.0.get() >> shift & 0x3ff) as u16;
        value.checked_sub(1).map(Square)
    }

    /// The final square.
    pub fn to(self) -> Square {
        Square((self.0.get() & 0x3ff) as u16 - 1)
    }

    /// The origin. `None` for a drop.
    pub fn from(self) -> Option<Square> {
        self.square(10)
    }

    /// The squares captured on the way, in order.
    pub fn mids(self) -> [Option<Square>; 2] {
        [self.square(20), self.square(30)]
    }

    /// The kind dropped. `None` for a move on the board.
    pub fn dropped(self) -> Option<Kind> {
        let value = (self.0.get() >> 40 & 0xff) as u8;
        value.checked_sub(1).map(Kind)
    }

    /// True if the piece promotes, or contagion changes it.
    pub fn changes(self) -> bool {
        self.0.get() & CHANGE != 0
    }

    /// The same move with or without the change, and without a chosen kind.
    #[must_use]
    pub fn with_change(self, change: bool) -> Move {
        let bits = self.0.get() & !(CHANGE | CHOSEN);
        Move::pack(bits | if change { CHANGE } else { 0 })
    }

    /// The same move with a promotion to the chosen kind.
    #[must_use]
    pub fn with_promotion(self, chosen: Kind) -> Move {
        let bits = self.with_change(true).0.get();
        Move::pack(bits | (u64::from(chosen.0) + 1) << CHOSEN_SHIFT)
    }

    /// The same move with the change and the chosen kind of another one.
    #[must_use]
    pub fn with_change_of(self, other: Move) -> Move {
        let bits = self.with_change(false).0.get();
        Move::pack(bits | other.0.get() & (CHANGE | CHOSEN))
    }

    /// The chosen kind of a promotion to any of several.
    pub fn chosen(self) -> Option<Kind> {
        let value = (self.0.get() >> CHOSEN_SHIFT & 0xff) as u8;
        value.checked_sub(1).map(Kind)
    }

    /// True if the move captures nothing on the way and does not end on its origin. Drops are
    /// straight.
    pub fn is_straight(self) -> bool {
        self.0.get() & MIDS == 0 && self.0.get() >> 10 & 0x3ff != self.0.get() & 0x3ff
    }

    /// True if the piece stays on its square and captures nothing.
    pub fn is_pass(self) -> bool {
        self.from() == Some(self.to()) && self.mids()[0].is_none()
    }

    /// The word itself, for packing into table entries.
    pub fn bits(self) -> u64 {
        self.0.get()
    }

    /// The move of a word from [`Move::bits`]. `None` if the word has no final square.
    pub fn from_bits(bits: u64) -> Option<Move> {
        (bits & 0x3ff != 0).then(|| NonZeroU64::new(bits).map(Move)).flatten()
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dropped() {
            Some(kind) => write!(f, "drop {} {}", kind.0, self.to().0)?,
            None => write!(f, "{:?}-{}", self.from().map(|s| s.0), self.to().0)?,
        }
        for mid in self.mids().into_iter().flatten() {
            write!(f, " x{}", mid.0)?;
        }
        f.write_str(if self.changes() { "+" } else { "" })
    }
}
