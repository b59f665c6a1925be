//! The engine's own codes of pieces, in which promotion and ownership are single bits.
//!
//! ```text
//! 0 P  1 L  2 N  3 S  4 B  5 R  6 G  7 K  | 8 +P  9 +L  10 +N  11 +S  12 +B  13 +R | 15 empty
//! bit 3: promoted    bit 4: White's
//! ```
//!
//! Bitboards are kept by *class*, the way a piece moves. Gold and the four small promoted pieces
//! share a class; the class of every other piece is its code.

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
/// Bit of a promoted piece.
pub(super) const PROMOTED: u8 = 8;
/// Bit of White's pieces.
pub(super) const WHITE: u8 = 16;

/// Ids of the pieces, by code.
pub(super) const IDS: [&str; 14] =
    ["P", "L", "N", "S", "B", "R", "G", "K", "+P", "+L", "+N", "+S", "+B", "+R"];

/// Class of a code: how the piece moves.
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

/// Translation between codes and the kinds of one [`Rules`].
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceCodes {
    /// By code: kind.
    pub kinds: [u8; 16],
    /// By kind: code, or [`EMPTY`].
    pub codes: [u8; 128],
    /// By unpromoted code (0 to 6): lane in hand.
    pub lanes: [u8; 8],
}

impl PieceCodes {
    /// The translation for some rules. A piece that they lack gets kind 0; see
    /// [`plays`](super::plays).
    pub fn new(rules: &Rules) -> PieceCodes {
        let mut map = PieceCodes { kinds: [0; 16], codes: [EMPTY; 128], lanes: [0; 8] };
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
