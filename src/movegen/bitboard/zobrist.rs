//! Pseudo-random words for incremental hash keys (Zobrist 1970).

use super::tables::SQUARES;
use crate::position::splitmix64::nth;

/// Toggled whenever the turn passes.
pub(super) const WHITE_TO_MOVE: u64 = word(0x7475_726e);

/// A word for each piece (code with side, 0 to 31) on each square.
static PIECE_WORDS: [[u64; 128]; 32] = {
    let mut words = [[0; 128]; 32];
    let mut piece = 0;
    while piece < 32 {
        let mut square = 0;
        while square < SQUARES {
            words[piece][square] = word((piece * 128 + square) as u64 + 1);
            square += 1;
        }
        piece += 1;
    }
    words
};

/// The word of a piece on a square.
#[inline(always)]
pub(super) fn piece_word(piece: u8, square: usize) -> u64 {
    PIECE_WORDS[usize::from(piece & 31)][square & 127]
}

/// A different word for each input.
const fn word(input: u64) -> u64 {
    nth(0x5053_4e50_4d41_5445, input)
}
