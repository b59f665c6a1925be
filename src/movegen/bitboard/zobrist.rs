//! Random words for incremental keys.

use super::tables::SQUARES;
use crate::position::splitmix64::nth;

/// Toggled when the turn passes.
pub(super) const TURN: u64 = mix(0x7475_726e);

/// A word for each piece (code with side, 0 to 31) on each square.
static WORDS: [[u64; 128]; 32] = {
    let mut words = [[0; 128]; 32];
    let mut piece = 0;
    while piece < 32 {
        let mut square = 0;
        while square < SQUARES {
            words[piece][square] = mix((piece * 128 + square) as u64 + 1);
            square += 1;
        }
        piece += 1;
    }
    words
};

/// The word of a piece on a square.
#[inline(always)]
pub(super) fn word(piece: u8, square: usize) -> u64 {
    WORDS[usize::from(piece & 31)][square & 127]
}

/// A number that looks random, for each input a different one.
const fn mix(n: u64) -> u64 {
    nth(0x5053_4e50_4d41_5445, n)
}
