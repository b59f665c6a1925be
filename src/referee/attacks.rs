//! Can a piece capture on a square? By movement alone: pins, lion trading and the safety of the own
//! royals do not count. An enemy is taken to stand on the square.

use super::emperor_exchange::recaptures;
use super::pseudo_legal::{hook_lines, leap_delta};
use super::{ray, without};
use crate::position::Position;
use crate::rules::options::EmperorGuard;
use crate::rules::{Board, MovementAtom, Rules, Side, Square};

/// True if the piece on `from` could capture an enemy on `target`, on the way or at the end.
pub fn can_capture(rules: &Rules, position: &Position, from: Square, target: Square) -> bool {
    position.at(from).is_some_and(|piece| {
        let offset = offset(rules.board, from, target);
        let atoms = &rules.spec(piece.kind()).atoms;
        atoms.iter().any(|&movement| atom_captures(rules, position, from, offset, movement))
    })
}

/// True if some piece of `by` could capture an enemy on `square`.
pub fn is_attacked(rules: &Rules, position: &Position, square: Square, by: Side) -> bool {
    is_plainly_guarded(rules, position, square, by) || recaptures(rules, position, square, by)
}

/// True if some piece of `by` guards `square`: could capture there, if an enemy stood there.
///
/// This is RULES 5.6, point 4: an emperor guards a square if it could recapture there, that is, if
/// the other side does not guard it in turn once the emperor stands there.
pub fn is_guarded(rules: &Rules, position: &Position, square: Square, by: Side) -> bool {
    is_plainly_guarded(rules, position, square, by)
        || rules.options.emperor_guard == EmperorGuard::Counts
            && recaptures(rules, position, square, by)
}

/// True if some piece of `by` guards `square` otherwise than as an emperor.
pub(super) fn is_plainly_guarded(
    rules: &Rules,
    position: &Position,
    square: Square,
    by: Side,
) -> bool {
    position.pieces().any(|(from, piece)| {
        piece.side() == by
            && from != square
            && rules.spec(piece.kind()).atoms.iter().any(|&movement| {
                let offset = offset(rules.board, from, square);
                movement != MovementAtom::Emperor
                    && atom_captures(rules, position, from, offset, movement)
            })
    })
}

/// True if no enemy could capture the emperor on `from` after it has gone to `to`.
pub fn is_safe_for_emperor(rules: &Rules, position: &Position, from: Square, to: Square) -> bool {
    let Some(emperor) = position.at(from) else { return false };
    // What stands on the square itself guards nothing there and blocks no way to it.
    !is_guarded(rules, &without(position, from), to, emperor.side().other())
}

/// The way from one square to another, in files and ranks.
pub(super) fn offset(board: Board, from: Square, to: Square) -> (i32, i32) {
    (board.file(to) - board.file(from), board.rank(to) - board.rank(from))
}

/// True if a movement of the piece on `from` can_capture `offset` away from it.
fn atom_captures(
    rules: &Rules,
    position: &Position,
    from: Square,
    offset: (i32, i32),
    movement: MovementAtom,
) -> bool {
    let board = rules.board;
    let Some(side) = position.at(from).map(|piece| piece.side()) else { return false };
    let distance = offset.0.abs().max(offset.1.abs());
    if distance == 0 {
        return false;
    }
    let on_line = |step: (i32, i32)| offset == (step.0 * distance, step.1 * distance);
    match movement {
        MovementAtom::Slide { dir, range } => {
            let step = dir.delta(side);
            distance <= i32::from(range)
                && on_line(step)
                && open(rules, position, from, step, distance)
        }
        MovementAtom::Leap { right, forward } => offset == leap_delta(right, forward, side),
        MovementAtom::Lion { steps } => distance <= i32::from(steps),
        MovementAtom::LionLine { dir } => distance <= 2 && on_line(dir.delta(side)),
        MovementAtom::LionDog { .. } => {
            distance <= 3 && (offset.0 == 0 || offset.1 == 0 || offset.0.abs() == offset.1.abs())
        }
        MovementAtom::Hook { diagonal, after_capture } => {
            hook_lines(diagonal).any(|(dir, turns)| {
                let first = dir.delta(side);
                on_line(first) && open(rules, position, from, first, distance)
                    || turns.iter().any(|turn| {
                        let second = turn.delta(side);
                        let (a, b) = (steps_along(offset, first), steps_along(offset, second));
                        let (Some(a), Some(b)) = (a, b) else { return false };
                        let Some(corner) = board.shift(from, (first.0 * a, first.1 * a)) else {
                            return false;
                        };
                        let may_turn = match position.at(corner) {
                            None => true,
                            Some(piece) => after_capture && piece.side() != side,
                        };
                        may_turn
                            && open(rules, position, from, first, a)
                            && open(rules, position, corner, second, b)
                    })
            })
        }
        MovementAtom::Emperor => board
            .shift(from, offset)
            .is_some_and(|target| is_safe_for_emperor(rules, position, from, target)),
    }
}

/// How many steps of one direction an offset has, at right angles to the rest of it; one or more.
fn steps_along(offset: (i32, i32), step: (i32, i32)) -> Option<i32> {
    let along = offset.0 * step.0 + offset.1 * step.1;
    let length = step.0 * step.0 + step.1 * step.1;
    (along > 0 && along % length == 0).then_some(along / length)
}

/// True if the squares between `from` and the one `distance` steps on are empty.
fn open(rules: &Rules, position: &Position, from: Square, step: (i32, i32), distance: i32) -> bool {
    let stride = step.1 * i32::from(rules.board.files) + step.0;
    (1..distance).all(|n| position.at(Square((i32::from(from.0) + stride * n) as u16)).is_none())
}

/// The ways along lines on which a movement can_capture `offset` away from `from` once they are open: the squares of each that
/// have to be empty.
pub(super) fn atom_paths(
    rules: &Rules,
    position: &Position,
    from: Square,
    offset: (i32, i32),
    movement: MovementAtom,
) -> Vec<Vec<Square>> {
    let Some(side) = position.at(from).map(|piece| piece.side()) else { return Vec::new() };
    let distance = offset.0.abs().max(offset.1.abs());
    let on_line = |step: (i32, i32)| offset == (step.0 * distance, step.1 * distance);
    let line = |start: Square, step: (i32, i32), length: i32| -> Vec<Square> {
        ray(rules.board, start, step).take(length as usize).collect()
    };
    match movement {
        MovementAtom::Slide { dir, range } => {
            let step = dir.delta(side);
            let reaches = distance <= i32::from(range) && on_line(step);
            if reaches { vec![line(from, step, distance - 1)] } else { Vec::new() }
        }
        MovementAtom::Hook { diagonal, after_capture } => {
            let mut paths = Vec::new();
            for (dir, turns) in hook_lines(diagonal) {
                let first = dir.delta(side);
                if on_line(first) {
                    paths.push(line(from, first, distance - 1));
                }
                for second in turns.map(|turn| turn.delta(side)) {
                    let (a, b) = (steps_along(offset, first), steps_along(offset, second));
                    let (Some(a), Some(b)) = (a, b) else { continue };
                    let mut path = line(from, first, a);
                    let Some(&corner) = path.last().filter(|_| path.len() == a as usize) else {
                        continue;
                    };
                    if after_capture && position.at(corner).is_some_and(|it| it.side() != side) {
                        path.pop();
                    }
                    path.extend(line(corner, second, b - 1));
                    paths.push(path);
                }
            }
            paths
        }
        MovementAtom::Leap { .. }
        | MovementAtom::Lion { .. }
        | MovementAtom::LionLine { .. }
        | MovementAtom::LionDog { .. }
        | MovementAtom::Emperor => Vec::new(),
    }
}
