//! Captures by every movement but the emperor's leap.
//!
//! A separate file because the emperor's leap depends on the squares that other pieces guard:
//! [`attacks`](super::attacks) and [`emperor_exchange`](super::emperor_exchange) stand above this
//! file.

use super::geometry::{area, hook_lines, leap_delta, offset, ray, steps_along};
use crate::position::{Piece, Position};
use crate::rules::options::{Facing, RangeJump};
use crate::rules::{Board, Dir, MovementAtom, Only, Royalty, Rules, Side, Square};

/// True if the piece on `from` could capture an enemy on `target` without an emperor's leap.
pub(super) fn captures_plainly(
    rules: &Rules,
    position: &Position,
    from: Square,
    target: Square,
) -> bool {
    position.at(from).is_some_and(|piece| {
        let offset = offset(rules.board, from, target);
        let atoms = &rules.spec(piece.kind()).atoms;
        rules.in_region(piece.kind(), target, piece.side())
            && atoms.iter().any(|&atom| atom_captures(rules, position, from, offset, atom))
            || captures_facing_royal(rules, position, piece, from, target)
    })
}

/// True if the piece is a royal that faces an enemy royal on its file, and the rules forbid that.
fn captures_facing_royal(
    rules: &Rules,
    position: &Position,
    piece: Piece,
    from: Square,
    target: Square,
) -> bool {
    let royal = |piece: Piece| rules.spec(piece.kind()).royalty == Royalty::Royal;
    let (files, ranks) = offset(rules.board, from, target);
    rules.options.facing_royals == Facing::Forbidden
        && royal(piece)
        && files == 0
        && ranks != 0
        && position.at(target).is_some_and(|it| it.side() != piece.side() && royal(it))
        && open(rules, position, from, (0, ranks.signum()), ranks.abs())
}

/// True if a piece of `by` guards `square` without an emperor's leap.
pub(super) fn is_plainly_guarded(
    rules: &Rules,
    position: &Position,
    square: Square,
    by: Side,
) -> bool {
    position.pieces().any(|(from, piece)| {
        piece.side() == by && from != square && captures_plainly(rules, position, from, square)
    })
}

/// True if one atom of the movement of the piece on `from` captures at `offset`. The emperor's leap
/// counts for nothing.
fn atom_captures(
    rules: &Rules,
    position: &Position,
    from: Square,
    offset: (i32, i32),
    atom: MovementAtom,
) -> bool {
    let board = rules.board;
    let Some(side) = position.at(from).map(|piece| piece.side()) else { return false };
    let distance = offset.0.abs().max(offset.1.abs());
    if distance == 0 {
        return false;
    }
    let on_line = |step: (i32, i32)| offset == (step.0 * distance, step.1 * distance);
    match atom {
        MovementAtom::Slide { dir, range } => {
            let step = dir.delta(side);
            distance <= i32::from(range)
                && on_line(step)
                && open(rules, position, from, step, distance)
        }
        MovementAtom::Stroke { only: Only::Move, .. }
        | MovementAtom::Jump { only: Only::Move, .. }
        | MovementAtom::LameLeap { only: Some(Only::Move), .. }
        | MovementAtom::Hop { only: Some(Only::Move), .. } => false,
        MovementAtom::Stroke { dir, range, .. } => {
            let step = dir.delta(side);
            distance <= i32::from(range)
                && on_line(step)
                && open(rules, position, from, step, distance)
        }
        MovementAtom::Leap { right, forward } | MovementAtom::Jump { right, forward, .. } => {
            offset == leap_delta(right, forward, side)
        }
        MovementAtom::LameLeap { right, forward, .. } => {
            let (across, ahead) = MovementAtom::lame_square(right, forward);
            let hindrance = board.shift(from, leap_delta(across, ahead, side));
            offset == leap_delta(right, forward, side)
                && hindrance.is_some_and(|square| position.at(square).is_none())
        }
        MovementAtom::Hop { dir, range, next, .. } => {
            let step = dir.delta(side);
            let occupied = |n: i32| {
                let square = board.shift(from, (step.0 * n, step.1 * n));
                square.is_some_and(|square| position.at(square).is_some())
            };
            distance <= i32::from(range)
                && on_line(step)
                && (1..distance).filter(|&n| occupied(n)).count() == 1
                && (!next || occupied(distance - 1))
        }
        MovementAtom::Lion { steps } => distance <= i32::from(steps),
        MovementAtom::LionLine { dir } => distance <= 2 && on_line(dir.delta(side)),
        MovementAtom::LionDog { .. } => {
            distance <= 3 && (offset.0 == 0 || offset.1 == 0 || offset.0.abs() == offset.1.abs())
        }
        MovementAtom::Skip { dir, range } => {
            let step = dir.delta(side);
            let first = board.shift(from, step);
            (2..=i32::from(range) + 1).contains(&distance)
                && on_line(step)
                && first.is_some_and(|first| open(rules, position, first, step, distance - 1))
        }
        MovementAtom::Igui { dir } => distance == 1 && on_line(dir.delta(side)),
        MovementAtom::Area { steps } => {
            let target = board.shift(from, offset);
            distance <= i32::from(steps)
                && target.is_some_and(|to| area(position, board, from, steps).contains(&to))
        }
        MovementAtom::RangeJump { dir } => {
            let step = dir.delta(side);
            let rank = position.at(from).map_or(0, |piece| rules.spec(piece.kind()).rank);
            let is_lower = |piece: Piece| rules.spec(piece.kind()).rank < rank;
            let over: Vec<Piece> = ray(board, from, step)
                .take(distance as usize - 1)
                .filter_map(|square| position.at(square))
                .collect();
            let target = board.shift(from, offset).and_then(|square| position.at(square));
            on_line(step)
                && over.iter().copied().all(is_lower)
                && (over.is_empty()
                    || rules.options.range_jump == RangeJump::AnyRank
                    || target.is_none_or(is_lower))
        }
        MovementAtom::Hook { diagonal, forward, after_capture } => hook_lines(diagonal, forward)
            .any(|(dir, turns)| {
                let first = dir.delta(side);
                on_line(first) && open(rules, position, from, first, distance)
                    || turns.iter().any(|turn| {
                        let second = turn.delta(side);
                        let (a, b) = (steps_along(offset, first), steps_along(offset, second));
                        let (Some(a), Some(b)) = (a, b) else { return false };
                        let Some(corner) = board.shift(from, (first.0 * a, first.1 * a)) else {
                            return false;
                        };
                        let piece = position.at(corner);
                        let is_enemy = piece.is_some_and(|piece| piece.side() != side);
                        after_capture.may_turn(piece.is_none(), is_enemy)
                            && open(rules, position, from, first, a)
                            && open(rules, position, corner, second, b)
                    })
            }),
        MovementAtom::Emperor => false,
    }
}

/// True if the squares between `from` and the square `distance` steps away are empty.
fn open(rules: &Rules, position: &Position, from: Square, step: (i32, i32), distance: i32) -> bool {
    let stride = step.1 * i32::from(rules.board.files) + step.0;
    (1..distance).all(|n| position.at(Square((i32::from(from.0) + stride * n) as u16)).is_none())
}

/// The lines on which an atom captures at `offset` from `from` once they are open. Each line is the list
/// of squares that must be empty.
pub(super) fn atom_paths(
    rules: &Rules,
    position: &Position,
    from: Square,
    offset: (i32, i32),
    atom: MovementAtom,
) -> Vec<Vec<Square>> {
    let Some(side) = position.at(from).map(|piece| piece.side()) else { return Vec::new() };
    let distance = offset.0.abs().max(offset.1.abs());
    let on_line = |step: (i32, i32)| offset == (step.0 * distance, step.1 * distance);
    let line = |start: Square, step: (i32, i32), length: i32| -> Vec<Square> {
        ray(rules.board, start, step).take(length as usize).collect()
    };
    match atom {
        MovementAtom::Slide { dir, range } => {
            let step = dir.delta(side);
            let reaches = distance <= i32::from(range) && on_line(step);
            if reaches { vec![line(from, step, distance - 1)] } else { Vec::new() }
        }
        MovementAtom::Hook { diagonal, forward, after_capture } => {
            let mut paths = Vec::new();
            for (dir, turns) in hook_lines(diagonal, forward) {
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
                    let is_enemy = position.at(corner).is_some_and(|it| it.side() != side);
                    if after_capture.may_turn(false, is_enemy) {
                        path.pop();
                    } else if !after_capture.may_turn(true, false) {
                        continue;
                    }
                    path.extend(line(corner, second, b - 1));
                    paths.push(path);
                }
            }
            paths
        }
        // No such movement is in a game with an emperor.
        MovementAtom::Stroke { .. }
        | MovementAtom::Jump { .. }
        | MovementAtom::LameLeap { .. }
        | MovementAtom::Hop { .. } => Vec::new(),
        MovementAtom::Skip { dir, range } => {
            let step = dir.delta(side);
            let reaches = (2..=i32::from(range) + 1).contains(&distance) && on_line(step);
            let path = || line(from, step, distance - 1).split_off(1);
            if reaches { vec![path()] } else { Vec::new() }
        }
        MovementAtom::Area { steps } => walks(rules.board, from, from, offset, steps),
        // Jumping captures are in no game with an emperor.
        MovementAtom::RangeJump { .. }
        | MovementAtom::Igui { .. }
        | MovementAtom::Leap { .. }
        | MovementAtom::Lion { .. }
        | MovementAtom::LionLine { .. }
        | MovementAtom::LionDog { .. }
        | MovementAtom::Emperor => Vec::new(),
    }
}

/// The ways to walk by `offset` in at most `steps` king steps, from `at` on: the squares in
/// between. None of them is `origin`.
fn walks(
    board: Board,
    origin: Square,
    at: Square,
    offset: (i32, i32),
    steps: u8,
) -> Vec<Vec<Square>> {
    let distance = offset.0.abs().max(offset.1.abs());
    if distance > i32::from(steps) {
        return Vec::new();
    }
    let mut walks = Vec::new();
    if distance == 1 {
        walks.push(Vec::new());
    }
    for step in Dir::ALL.map(|dir| dir.delta(Side::Black)) {
        let Some(next) = board.shift(at, step).filter(|next| *next != origin) else { continue };
        let rest = (offset.0 - step.0, offset.1 - step.1);
        if rest != (0, 0) && steps > 1 {
            for mut walk in self::walks(board, origin, next, rest, steps - 1) {
                walk.insert(0, next);
                walks.push(walk);
            }
        }
    }
    walks
}
