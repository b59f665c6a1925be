//! The engine's own numbers for kinds of pieces, chosen so that promotion and ownership are single bits.
//!
//! ```text
//! 0 P  1 L  2 N  3 S  4 B  5 R  6 G  7 K  | 8 +P  9 +L  10 +N  11 +S  12 +B  13 +R | 15 empty
//! bit 3: promoted    bit 4: White's
//! ```
//!
//! Bitboards are kept by *class*, the way a piece moves: gold and the four small promoted pieces share
//! one, so a class is the code itself except for these.

use crate::rules::Rules;

pub(super) const PAWN: usize = 0;
pub(super) const LANCE: usize = 1;
pub(super) const KNIGHT: usize = 2;
pub(super) const SILVER: usize = 3;
pub(super) const BISHOP: usize = 4;
pub(super) const ROOK: usize = 5;
pub(super) const GOLD: usize = 6;
pub(super) const KING: usize = 7;
/// Class of the promoted bishop.
pub(super) const HORSE: usize = 12;
/// Class of the promoted rook.
pub(super) const DRAGON: usize = 13;
pub(super) const EMPTY: u8 = 15;
/// Bit of a promoted piece's code.
pub(super) const PROMOTED: u8 = 8;
/// Bit of White's pieces.
pub(super) const WHITE: u8 = 16;

/// Ids by code.
pub(super) const IDS: [&str; 14] =
    ["P", "L", "N", "S", "B", "R", "G", "K", "+P", "+L", "+N", "+S", "+B", "+R"];

/// How a piece of this code moves.
#[inline(always)]
pub(super) fn class(code: u8) -> usize {
    const CLASS: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 6, 6, 6, 6, 12, 13, 15, 15];
    usize::from(CLASS[usize::from(code & 15)])
}

/// The class of a promoted piece, by its class before.
#[inline(always)]
pub(super) fn promoted_class(class: usize) -> usize {
    match class {
        BISHOP => HORSE,
        ROOK => DRAGON,
        _ => GOLD,
    }
}

/// Between the codes and one [`Rules`]' numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map {
    /// Kind, by code.
    pub kinds: [u8; 16],
    /// Code, by kind; [`EMPTY`] where there is none.
    pub codes: [u8; 128],
    /// Lane in hand, by unpromoted code (0 to 6).
    pub lanes: [u8; 8],
}

impl Map {
    /// The numbers in force. Rules that lack a piece get kind 0 for it; see [`plays`](super::plays).
    pub fn new(rules: &Rules) -> Map {
        let mut map = Map { kinds: [0; 16], codes: [EMPTY; 128], lanes: [0; 8] };
        for (code, id) in IDS.iter().enumerate() {
            let Some(kind) = rules.kind(id) else { continue };
            map.kinds[code] = kind.0;
            map.codes[kind.index() & 127] = code as u8;
            if let (Some(lane), Some(slot)) = (rules.spec(kind).lane, map.lanes.get_mut(code)) {
                *slot = lane & 7;
            }
        }
        map
    }
}
