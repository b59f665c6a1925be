//! Drops (RULES 3): on any empty square, but nowhere where the piece could never move, and no second
//! unpromoted pawn on a file. Mate by a pawn drop is judged where legality is ([`super::legal`]).

use super::promotion::is_dead;
use crate::position::{Move, Piece, Position};
use crate::rules::{Kind, Rules, Square};

/// Every drop that the side to move could make and that `may` does not refuse; it is asked about empty squares only.
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
