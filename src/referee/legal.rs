//! Legal and forcing moves (RULES 1, 2.6, 2.8 and, for mate by a pawn drop, 3).

use super::checks::{Checks, forces, takes_royal};
use super::royal::{has_lost, in_check};
use super::safety::Safety;
use super::{drops, lion_trading, play, promotion, pseudo_legal};
use crate::position::{Forcing, Move, Position};
use crate::rules::options::{KingSafety, Stalemate};
use crate::rules::{Kind, Rules, Square};

/// The legal moves of the side to move, sorted, each once. Empty if that side has lost its last
/// royal. Repetition does not count.
pub fn legal_moves(rules: &Rules, position: &Position) -> Vec<Move> {
    legal_among(rules, position, |_| true)
}

/// True if the move is one of [`legal_moves`]. Accepts any move, even one that fits no board.
pub fn is_legal(rules: &Rules, position: &Position, m: Move) -> bool {
    if has_lost(rules, position, position.side) {
        return false;
    }
    let possible = match m.from() {
        Some(from) => {
            from.index() < position.board.len()
                && m.to().index() < position.board.len()
                && moves_from(rules, position, from, Some(m.to())).contains(&m)
        }
        None => drops::drops(rules, position, |_, _| true).contains(&m),
    };
    let safety = Safety::plain(rules, position.side, rules.options.king_safety);
    possible && permitted(rules, position, m, &safety)
}

/// The forcing moves: the legal moves of the side to move, as the attacker, after which the opponent
/// is in check or has lost (`check`), or which capture or threaten a royal (`royal`). Sorted.
pub fn forcing_moves(rules: &Rules, position: &Position, forcing: Forcing) -> Vec<Move> {
    let mut checks = Checks::of(rules, position, forcing);
    let mut moves = legal_among(rules, position, |m| checks.forces(m));
    moves.retain(|&m| !draws(rules, position, m, forcing));
    moves
}

/// True if a move draws by stalemate: then it forces nothing, whatever it captures or threatens. After a
/// check there is no stalemate.
fn draws(rules: &Rules, position: &Position, m: Move, forcing: Forcing) -> bool {
    rules.options.stalemate == Stalemate::Draw
        && forcing == Forcing::Royal
        && is_drawn(rules, &play(rules, position, m))
}

/// True if the side to move has no legal move, is not in check, and the game is therefore drawn.
pub(super) fn is_drawn(rules: &Rules, position: &Position) -> bool {
    rules.options.stalemate == Stalemate::Draw
        && !has_lost(rules, position, position.side)
        && !in_check(rules, position)
        && legal_moves(rules, position).is_empty()
}

/// The `wanted` ones among the [`legal_moves`]. `wanted` comes before the test of legality, because it
/// may exclude most moves and legality takes longer.
fn legal_among(
    rules: &Rules,
    position: &Position,
    mut wanted: impl FnMut(Move) -> bool,
) -> Vec<Move> {
    if has_lost(rules, position, position.side) {
        return Vec::new();
    }
    let mut safety = Safety::of(rules, position, rules.options.king_safety);
    let may = |kind, to| wanted(Move::drop(kind, to)) && safety.is_safe_drop(kind, to);
    let mut moves = candidates(rules, position, may);
    moves.retain(|&m| {
        (m.dropped().is_some() || wanted(m)) && permitted(rules, position, m, &safety)
    });
    moves
}

/// True if the move is one of [`forcing_moves`]. Accepts any move, even one that fits no board.
pub fn is_forcing(rules: &Rules, position: &Position, m: Move, forcing: Forcing) -> bool {
    is_legal(rules, position, m)
        && forces(rules, position, m, forcing)
        && !draws(rules, position, m, forcing)
}

/// Every pseudo-legal move, sorted, each once; of the drops only those that `may` allows.
fn candidates(
    rules: &Rules,
    position: &Position,
    may: impl FnMut(Kind, Square) -> bool,
) -> Vec<Move> {
    let mut moves: Vec<Move> =
        rules.board.iter().flat_map(|from| moves_from(rules, position, from, None)).collect();
    moves.extend(drops::drops(rules, position, may));
    moves.sort_unstable();
    moves
}

/// The pseudo-legal moves of the piece on `from`, if it belongs to the side to move; sorted, each
/// once. Only those that end on `to`, if that is given.
fn moves_from(rules: &Rules, position: &Position, from: Square, to: Option<Square>) -> Vec<Move> {
    if position.at(from).is_none_or(|piece| piece.side() != position.side) {
        return Vec::new();
    }
    let mut moves = Vec::new();
    for way in pseudo_legal::moves_to(rules, position, from, to) {
        if to.is_none_or(|to| way.to() == to) {
            moves.extend(promotion::forms(rules, position, way));
        }
    }
    moves.sort_unstable();
    moves.dedup();
    let all = moves.clone();
    moves.retain(|&m| !same_in_the_other_order(rules, position, m, &all));
    moves
}

/// True if `moves` also has this move with its two captures on the way in the other order, and the
/// other order is the canonical one: lesser square first. If the order decides what the piece becomes,
/// both moves stay, because moves are the same only if their results are (RULES 1).
fn same_in_the_other_order(rules: &Rules, position: &Position, m: Move, moves: &[Move]) -> bool {
    let ([Some(first), Some(second)], Some(from)) = (m.mids(), m.from()) else { return false };
    let other = Move::through(from, [Some(second), Some(first)], m.to()).with_change_of(m);
    first > second
        && moves.contains(&other)
        && promotion::becomes(rules, position, m) == promotion::becomes(rules, position, other)
}

/// True if the rules permit a pseudo-legal move. A drop must satisfy
/// [`Safety::is_safe_drop`] already.
fn permitted(rules: &Rules, position: &Position, m: Move, safety: &Safety<'_>) -> bool {
    let may_not_mate = m.dropped().is_some_and(|kind| rules.may_not_mate_by_drop(kind));
    let may_not_check = m.dropped().is_some_and(|kind| rules.options.no_drop_check.contains(&kind));
    let sure = safety.is_sure(m);
    if sure && !may_not_mate && !may_not_check && !takes_royal(rules, position, m) {
        return lion_trading::is_allowed(rules, position, m);
    }
    let after = play(rules, position, m);
    // Capturing the last royal is always legal, and ends the game.
    if has_lost(rules, &after, after.side) {
        return true;
    }
    if !sure && safety.forbids(&after, m.to()) {
        return false;
    }
    if may_not_check && in_check(rules, &after) {
        return false;
    }
    if may_not_mate && is_mate(rules, &after) {
        return false;
    }
    lion_trading::is_allowed(rules, position, m)
}

/// True if the side to move is in check and has no legal move, none that leaves its royals capturable
/// being counted.
fn is_mate(rules: &Rules, position: &Position) -> bool {
    if !in_check(rules, position) {
        return false;
    }
    let mut safety = Safety::of(rules, position, KingSafety::Strict);
    let moves = candidates(rules, position, |kind, to| safety.is_safe_drop(kind, to));
    !moves.into_iter().any(|m| permitted(rules, position, m, &safety))
}
