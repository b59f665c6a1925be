//! Chu's restrictions on trading lions (RULES 5.3).

use super::{attacks, captured, play};
use crate::position::{Move, Piece, Position};
use crate::rules::options::LionTrade;
use crate::rules::{Rules, Square};

/// True if the rules of lion trading allow this move. Drops are always allowed.
pub fn is_allowed(rules: &Rules, position: &Position, m: Move) -> bool {
    if rules.options.lion_trade == LionTrade::None {
        return true;
    }
    let Some(from) = m.from() else { return true };
    let Some(mover) = position.at(from) else { return true };
    let is_lion = |piece: Piece| rules.spec(piece.kind()).lion;
    captured(position, m).filter(|(_, victim)| is_lion(*victim)).all(|(square, _)| {
        if is_lion(mover) {
            adjacent(rules, from, square)
                || takes_something_substantial(rules, position, m, square)
                || !protected(rules, position, m, square)
        } else {
            position.counter_strike.is_none_or(|x| x == square)
                || rules.options.lion_trade == LionTrade::Jcsa
                    && !protected(rules, position, m, square)
        }
    })
}

fn adjacent(rules: &Rules, a: Square, b: Square) -> bool {
    let board = rules.board;
    let files = (board.file(a) - board.file(b)).abs();
    let ranks = (board.rank(a) - board.rank(b)).abs();
    files.max(ranks) == 1
}

/// True if the move also captures, on another square than `lion`, a piece other than a pawn or
/// go-between.
fn takes_something_substantial(rules: &Rules, position: &Position, m: Move, lion: Square) -> bool {
    captured(position, m).any(|(square, victim)| square != lion && !rules.spec(victim.kind()).minor)
}

/// True if, after the move, an enemy could capture on `lion`, the square of the captured lion.
fn protected(rules: &Rules, position: &Position, m: Move, lion: Square) -> bool {
    let after = play(rules, position, m);
    let enemy = position.side.other();
    if attacks::is_guarded(rules, &after, lion, enemy) {
        return true;
    }
    // In lishogi's reading, a pawn or go-between captured on the way still protects: it goes back.
    rules.options.lion_trade == LionTrade::Lishogi
        && captured(position, m).any(|(square, victim)| {
            let mut before = after.clone();
            before.board[square.index()] = Some(victim);
            square != lion
                && rules.spec(victim.kind()).minor
                && attacks::can_capture(rules, &before, square, lion)
        })
}
