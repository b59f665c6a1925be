//! Drops (RULES 3): on any empty square from which the piece could move; no more pawns, of whatever
//! kind, on a file than `nifu` says. [`super::legal`] judges check and mate by a drop.

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
    let held = |lane: &usize| position.hands[position.side.index()].count(*lane as u8) > 0;
    let lanes = (0..rules.lanes.len()).filter(held);
    for kind in lanes.flat_map(|lane| rules.forms_of_lane(lane)) {
        let piece = Piece::new(kind, position.side);
        for to in rules.board.iter() {
            if position.at(to).is_none()
                && may(kind, to)
                && (rules.options.dead_drops || !is_dead(rules, piece, to))
                && rules.in_region(kind, to, position.side)
                && !crowds_file(rules, position, kind, to)
            {
                out.push(Move::drop(kind, to));
            }
        }
    }
    out
}

/// True if a drop of `kind` on `to` would be one pawn too many on its file.
fn crowds_file(rules: &Rules, position: &Position, kind: Kind, to: Square) -> bool {
    let on_file = |(square, piece): &(Square, Piece)| {
        piece.side() == position.side
            && rules.spec(piece.kind()).pawn
            && rules.board.file(*square) == rules.board.file(to)
    };
    let most = usize::from(rules.options.nifu);
    most > 0 && rules.spec(kind).pawn && position.pieces().filter(on_file).count() >= most
}
