//! Drops (RULES 3): on any empty square from which the piece could move; no second unpromoted pawn on
//! a file. [`super::legal`] judges mate by a pawn drop.

use super::promotion::is_dead;
use crate::position::{Move, Piece, Position};
use crate::rules::{Kind, Rules, Square};

/// Every pseudo-legal drop of the side to move that `may` allows. `may` is called for empty squares
/// only.
pub fn drops(
    rules: &Rules,
    position: &Position,
    mut may: impl FnMut(Kind, Square) -> bool,
) -> Vec<Move> {
    let mut out = Vec::new();
    for (lane, &kind) in rules.lanes.iter().enumerate() {
        if position.hands[position.side.index()].count(lane as u8) == 0 {
            continue;
        }
        let piece = Piece::new(kind, position.side);
        for to in rules.board.iter() {
            if position.at(to).is_none()
                && may(kind, to)
                && !is_dead(rules, piece, to)
                && !second_pawn(rules, position, kind, to)
            {
                out.push(Move::drop(kind, to));
            }
        }
    }
    out
}

/// True if a drop of `kind` on `to` would be a second pawn on its file.
fn second_pawn(rules: &Rules, position: &Position, kind: Kind, to: Square) -> bool {
    rules.options.nifu
        && rules.spec(kind).pawn
        && position.pieces().any(|(square, piece)| {
            piece == Piece::new(kind, position.side)
                && rules.board.file(square) == rules.board.file(to)
        })
}
