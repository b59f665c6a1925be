//! Chu's restrictions on trading lions (RULES 5.3).

use super::{attacks, captured, play};
use crate::position::{Move, Piece, Position};
use crate::rules::options::LionTrade;
use crate::rules::{Rules, Square};

/// True if the rules of lion trading allow this move of a piece on the board.
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
        }
    })
}

/// The square of the lion that a non-lion captures with this move: what the counter-strike rule has
/// to remember. The last one, if there are several.
pub fn counter_strike(rules: &Rules, position: &Position, m: Move) -> Option<Square> {
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

fn adjacent(rules: &Rules, a: Square, b: Square) -> bool {
    let board = rules.board;
    let files = (board.file(a) - board.file(b)).abs();
    let ranks = (board.rank(a) - board.rank(b)).abs();
    files.max(ranks) == 1
}

/// True if the move also captures, elsewhere than on `lion`, more than a pawn or go-between.
fn takes_something_substantial(rules: &Rules, position: &Position, m: Move, lion: Square) -> bool {
    captured(position, m).any(|(square, victim)| square != lion && !rules.spec(victim.kind()).minor)
}

/// True if, after the move, an enemy could capture on `lion`, where a lion was taken.
fn protected(rules: &Rules, position: &Position, m: Move, lion: Square) -> bool {
    let after = play(rules, position, m);
    let enemy = position.side.other();
    if attacks::is_guarded(rules, &after, lion, enemy) {
        return true;
    }
    // A pawn or go-between taken on the way still protects in the lishogi reading: it is put back.
    rules.options.lion_trade == LionTrade::Lishogi
        && captured(position, m).any(|(square, victim)| {
            let mut before = after.clone();
            before.board[square.index()] = Some(victim);
            square != lion
                && rules.spec(victim.kind()).minor
                && attacks::can_capture(rules, &before, square, lion)
        })
}
