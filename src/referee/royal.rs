//! Royals, check and loss (RULES 2.6).

use super::attacks::can_capture;
use super::burning::{is_removable, removed};
use super::{promotion, pseudo_legal};
use crate::position::{Move, Piece, Position};
use crate::rules::{Royalty, Rules, Side, Square};

/// True if `side` has lost: it has no royal on the board and no phantom royal.
pub fn has_lost(rules: &Rules, position: &Position, side: Side) -> bool {
    !position.phantom[side.index()] && royals(rules, position, side).next().is_none()
}

/// True if the side to move is in check: the opponent, if it had the move, could capture all its
/// royals in one move. A side with a phantom royal is never in check, nor a side that has lost.
pub fn in_check(rules: &Rules, position: &Position) -> bool {
    all_capturable(rules, position, position.side)
}

/// True if the opponent of `side`, if it had the move, could capture a royal of `side`, by movement
/// alone. False for a side with a phantom royal: its pieces do not count as royals.
pub fn is_royal_threatened(rules: &Rules, position: &Position, side: Side) -> bool {
    !position.phantom[side.index()]
        && royals(rules, position, side)
            .any(|royal| is_removable(rules, position, royal, side.other()))
}

/// True if the opponent of `side`, if it had the move, could capture all royals of `side` in one move.
pub fn all_capturable(rules: &Rules, position: &Position, side: Side) -> bool {
    if position.phantom[side.index()] {
        return false;
    }
    let mut royals = royals(rules, position, side);
    let (Some(first), second) = (royals.next(), royals.next()) else { return false };
    let Some(second) = second else {
        return is_removable(rules, position, first, side.other());
    };
    let royals: Vec<Square> = [first, second].into_iter().chain(royals).collect();
    enemies(position, side).any(|from| captures_all(rules, position, from, &royals))
}

/// The squares of a side's royals, in square order.
fn royals(rules: &Rules, position: &Position, side: Side) -> impl Iterator<Item = Square> {
    let royal = move |piece: Piece| {
        piece.side() == side && rules.spec(piece.kind()).royalty == Royalty::Royal
    };
    position.pieces().filter(move |(_, piece)| royal(*piece)).map(|(square, _)| square)
}

fn enemies(position: &Position, side: Side) -> impl Iterator<Item = Square> {
    position.pieces().filter(move |(_, piece)| piece.side() != side).map(|(square, _)| square)
}

/// True if the piece on `from` has a move that captures on all of `royals`, two squares or more.
/// Unless it burns, it must be able to capture on each of them, which takes less time to see.
fn captures_all(rules: &Rules, position: &Position, from: Square, royals: &[Square]) -> bool {
    let takes_several = position.at(from).is_some_and(|piece| {
        rules.spec(piece.kind()).atoms.iter().any(|movement| movement.captures() > 1)
            || rules.has_burners && rules.may_burn(piece.kind())
    });
    let takes = |m: Move, royal: Square| removed(rules, position, m).any(|(at, _)| at == royal);
    let takes_all = |m: Move| royals.iter().all(|&royal| takes(m, royal));
    // What the piece becomes matters only where it may burn.
    let takes_all_in_some_form = |m: Move| match rules.has_burners {
        true => promotion::forms(rules, position, m).any(takes_all),
        false => takes_all(m),
    };
    let takes_each = || royals.iter().all(|&royal| can_capture(rules, position, from, royal));
    takes_several
        && (rules.has_burners || takes_each())
        && pseudo_legal::moves_of_piece(rules, position, from)
            .into_iter()
            .any(takes_all_in_some_form)
}
