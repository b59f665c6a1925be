//! Offsets from which jumpers attack a cell.
//!
//! A game can have jumps over dozens of offsets, but a position only those of the pieces that are on
//! the board or can appear there. [`GameTables::jump_sources_for`] filters the game's list once for
//! each root position.

use super::layout::EMPTY;
use super::tables::GameTables;
use std::sync::Arc;

/// An offset, and the pieces that attack over it.
#[derive(Clone, Copy, Debug)]
pub struct JumpSource {
    /// Difference from the attacked cell to the attacker's (wrapping).
    pub delta: usize,
    /// Bit set of piece indices.
    pieces: [u64; 4],
}

impl JumpSource {
    pub fn new(delta: usize) -> JumpSource {
        JumpSource { delta, pieces: [0; 4] }
    }

    pub fn insert(&mut self, piece: u8) {
        self.pieces[usize::from(piece >> 6)] |= 1 << (piece & 63);
    }

    /// True if this piece attacks over the offset.
    #[inline]
    pub fn has(&self, piece: u8) -> bool {
        self.pieces[usize::from(piece >> 6)] >> (piece & 63) & 1 == 1
    }

    fn has_any(&self, pieces: &[u64; 4]) -> bool {
        self.pieces.iter().zip(pieces).any(|(own, others)| own & others != 0)
    }
}

/// Jump sources by attacking side.
pub type JumpSources = Arc<[Vec<JumpSource>; 2]>;

impl GameTables {
    /// The jump sources of the pieces on the board and of those that they can turn into: by promotion,
    /// by contagion, or in the captor's hand.
    pub fn jump_sources_for(&self, board: impl Iterator<Item = u8>) -> JumpSources {
        let hands = self.droppable.iter().flatten().map(|&(piece, _)| piece);
        let mut found = [0; 4];
        let mut pending: Vec<u8> = board.chain(hands).collect();
        while let Some(piece) = pending.pop() {
            let (index, bit) = (usize::from(piece), 1 << (piece & 63));
            if piece != EMPTY && found[index >> 6] & bit == 0 {
                found[index >> 6] |= bit;
                pending.extend([self.promotes_to[index], self.contagious_to[index]]);
            }
        }
        let relevant = |sources: &[JumpSource]| {
            sources.iter().filter(|source| source.has_any(&found)).copied().collect()
        };
        Arc::new([relevant(&self.jump_sources[0]), relevant(&self.jump_sources[1])])
    }
}
