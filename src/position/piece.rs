//! A piece on the board: a kind and its owner.

use crate::rules::{Kind, Side};
use std::num::NonZeroU8;

/// A kind and its owner in one byte; `Option<Piece>` is one byte too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// Number of different values of [`Piece::index`].
    pub const COUNT: usize = 2 * Kind::MAX + 2;

    /// A piece of this kind and side. Kinds are below [`Kind::MAX`].
    pub fn new(kind: Kind, side: Side) -> Piece {
        debug_assert!(kind.index() < Kind::MAX);
        Piece(NonZeroU8::MIN.saturating_add(kind.0 << 1 | side as u8))
    }

    /// Its kind.
    pub fn kind(self) -> Kind {
        Kind((self.0.get() - 1) >> 1)
    }

    /// Its owner.
    pub fn side(self) -> Side {
        if (self.0.get() - 1) & 1 == 0 { Side::Black } else { Side::White }
    }

    /// A small number that tells it from every other piece, for tables.
    pub fn index(self) -> usize {
        usize::from(self.0.get())
    }
}
