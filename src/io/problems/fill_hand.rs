//! `--fill-hand`: pieces of the game that are neither on the board nor in a hand.

use crate::messages::tr;
use crate::notation::hands;
use crate::position::{Position, Problem};
use crate::rules::{Royalty, Rules, Side};

/// Puts all pieces that are neither on the board nor in the attacker's hand into the defender's
/// hand. The attacker is by default the side to move.
pub fn fill(rules: &Rules, position: &mut Position, attacker: Option<Side>) {
    if rules.has_drops() {
        let attacker = attacker.unwrap_or(position.side);
        let held = position.hands[attacker.index()];
        position.hands[attacker.other().index()] = hands::rest(rules, &position.board, held);
    }
}

/// Message about missing pieces of a problem whose attacker has no king: the author probably
/// omitted the defender's hand. `None` if no piece is missing.
pub fn missing(problem: &Problem) -> Option<String> {
    let (rules, position, attacker) = (problem.rules(), problem.position(), problem.attacker());
    if !rules.has_drops() || !position.royals(rules, attacker).is_empty() {
        return None;
    }
    let [black, white] = position.hands;
    let droppable: u32 = rules
        .lanes
        .iter()
        .enumerate()
        .map(|(lane, &kind)| {
            let lane = lane as u8;
            let is_such = |piece: &&crate::position::Piece| rules.spec(piece.kind()).base == kind;
            let on_board = position.board.iter().flatten().filter(is_such).count() as u32;
            let held = u32::from(black.count(lane)) + u32::from(white.count(lane));
            u32::from(rules.spec(kind).at_start()).saturating_sub(on_board + held)
        })
        .sum();
    let royals: u32 = rules
        .iter()
        .filter(|(_, spec)| spec.royalty == Royalty::Royal)
        .map(|(_, spec)| u32::from(spec.at_start()) / 2)
        .sum();
    let defender = if attacker == Side::Black { "white" } else { "black" };
    let missing = droppable + royals;
    (droppable > 0).then(|| tr!(problems_missing_pieces, missing, droppable, defender))
}
