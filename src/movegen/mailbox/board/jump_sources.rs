//! Offsets from which jumpers attack a cell.
//!
//! A game can have jumps over dozens of offsets, but a position only those of the pieces that are
//! on the board or can appear there.
//! [`GameTables::jump_sources_for`](super::tables::GameTables::jump_sources_for) filters the game's
//! list once for each root position.

use super::layout::Content;
use std::sync::Arc;

/// An offset, and the pieces that attack over it.
#[derive(Clone, Copy, Debug)]
pub struct JumpSource {
    /// Difference from the attacked cell to the attacker's (wrapping).
    pub delta: usize,
    /// Bit set of piece indices.
    pieces: [u64; 8],
}

impl JumpSource {
    pub fn new(delta: usize) -> JumpSource {
        JumpSource { delta, pieces: [0; 8] }
    }

    pub fn insert(&mut self, piece: Content) {
        self.pieces[usize::from(piece >> 6) & 7] |= 1 << (piece & 63);
    }

    /// True if this piece attacks over the offset.
    #[inline]
    pub fn has(&self, piece: Content) -> bool {
        self.pieces[usize::from(piece >> 6) & 7] >> (piece & 63) & 1 == 1
    }

    /// True if one of these pieces, a bit for each, attacks over the offset.
    pub fn has_any(&self, pieces: &[u64; 8]) -> bool {
        self.pieces.iter().zip(pieces).any(|(own, others)| own & others != 0)
    }
}

/// Jump sources by attacking side.
pub type JumpSources = Arc<[Vec<JumpSource>; 2]>;
