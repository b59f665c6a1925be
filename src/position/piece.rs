//! A piece on the board: a kind and its owner.

use crate::rules::{Kind, Side};
use std::num::NonZeroU16;

/// A kind and its owner in two bytes. `Option<Piece>` is two bytes too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(NonZeroU16);

impl Piece {
    /// Upper bound of [`Piece::index`], exclusive.
    pub const COUNT: usize = 2 * Kind::MAX + 2;

    /// A piece of this kind, which must be below [`Kind::MAX`], and owner.
    pub fn new(kind: Kind, side: Side) -> Piece {
        debug_assert!(kind.index() < Kind::MAX);
        Piece(NonZeroU16::MIN.saturating_add(u16::from(kind.0) << 1 | side as u16))
    }

    /// Its kind.
    pub fn kind(self) -> Kind {
        Kind(((self.0.get() - 1) >> 1) as u8)
    }

    /// Its owner.
    pub fn side(self) -> Side {
        if (self.0.get() - 1) & 1 == 0 { Side::Black } else { Side::White }
    }

    /// A different small number for each piece, from 1 to [`Piece::COUNT`], for tables.
    pub fn index(self) -> usize {
        usize::from(self.0.get())
    }
}
