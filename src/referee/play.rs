//! The position after a move.

use super::burning::burned;
use super::captured;
use super::promotion::{becomes, in_zone};
use crate::position::{Hand, Move, Piece, Position};
use crate::rules::options::{Deferral, LionTrade, Promotion};
use crate::rules::{Rules, Side, Square};

/// The position after a pseudo-legal move or a drop that the rules permit. The move may leave a royal
/// to be captured. For any other move the result is undefined; its squares must be on the board.
pub fn play(rules: &Rules, position: &Position, m: Move) -> Position {
    let mut after = position.clone();
    let side = position.side;
    after.side = side.other();
    after.counter_strike = counter_strike(rules, position, m);
    after.deferred = deferred(rules, position, m);
    if let Some(kind) = m.dropped() {
        after.board[m.to().index()] = Some(Piece::new(kind, side));
        let hand = &mut after.hands[side.index()];
        if let Some(lane) = rules.lane_of_drop(kind).filter(|lane| hand.count(*lane) > 0) {
            *hand = hand.without(lane);
        }
        return after;
    }
    for (square, victim) in captured(position, m) {
        after.board[square.index()] = None;
        let hand = &mut after.hands[side.index()];
        let lane = rules.spec(rules.spec(victim.kind()).base).lane;
        if let Some(lane) =
            lane.filter(|lane| hand.count(*lane) < Hand::capacity(rules.lanes.len(), *lane))
        {
            *hand = hand.with(lane);
        }
    }
    if let (Some(from), Some(kind)) = (m.from(), becomes(rules, position, m)) {
        after.board[from.index()] = None;
        after.board[m.to().index()] = Some(Piece::new(kind, side));
    }
    for square in burned(rules, position, m) {
        after.board[square.index()] = None;
        after.deferred.retain(|deferred| *deferred != square);
    }
    after
}

/// Squares of the pieces that have declined promotion and, after this move, may not yet promote without
/// a capture.
fn deferred(rules: &Rules, position: &Position, m: Move) -> Vec<Square> {
    if rules.options.deferral == Deferral::None || rules.options.promotion != Promotion::ZoneTouch {
        return Vec::new();
    }
    let side = position.side;
    let mover_of = |square: &Square| position.at(*square).map(Piece::side);
    let mut squares: Vec<Square> = position
        .deferred
        .iter()
        .copied()
        .filter(|square| match rules.options.deferral {
            // The mark lasts for its owner's next turn, and that was this move.
            Deferral::NextTurn => mover_of(square) != Some(side),
            // The mark lasts until the piece moves.
            Deferral::NextMove | Deferral::None => m.from() != Some(*square),
        })
        .filter(|square| captured(position, m).all(|(taken, _)| taken != *square))
        .collect();
    if declines(rules, position, m, side) {
        squares.push(m.to());
    }
    squares.sort_unstable();
    squares
}

/// True if the move brings a piece that can promote into the zone without promoting it.
fn declines(rules: &Rules, position: &Position, m: Move, side: Side) -> bool {
    let Some(from) = m.from() else { return false };
    let Some(piece) = position.at(from) else { return false };
    rules.promoted_form(piece.kind()).is_some()
        && !m.changes()
        && !in_zone(rules, from, side)
        && in_zone(rules, m.to(), side)
}

/// The square that the counter-strike rule remembers: where another piece than a lion captures a lion
/// with this move. The last such square, if there are several.
fn counter_strike(rules: &Rules, position: &Position, m: Move) -> Option<Square> {
    if rules.options.lion_trade == LionTrade::None {
        return None;
    }
    let mover = position.at(m.from()?)?;
    if rules.spec(mover.kind()).lion {
        return None;
    }
    captured(position, m)
        .filter(|(_, victim)| rules.spec(victim.kind()).lion)
        .map(|(square, _)| square)
        .last()
}
