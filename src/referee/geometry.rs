//! Steps, lines and offsets on the board. An offset or step is (files, ranks).

use crate::position::Position;
use crate::rules::{Board, Dir, Side, Square};

/// The squares after `from` to the edge of the board, by steps of `step`.
pub(super) fn ray(board: Board, from: Square, step: (i32, i32)) -> impl Iterator<Item = Square> {
    std::iter::successors(board.shift(from, step), move |square| board.shift(*square, step))
}

/// The offset from one square to another.
pub(super) fn offset(board: Board, from: Square, to: Square) -> (i32, i32) {
    (board.file(to) - board.file(from), board.rank(to) - board.rank(from))
}

/// Length of `offset` along `step`, in steps, if it is one or more. The rest of the offset is at
/// right angles to the step.
pub(super) fn steps_along(offset: (i32, i32), step: (i32, i32)) -> Option<i32> {
    let along = offset.0 * step.0 + offset.1 * step.1;
    let length = step.0 * step.0 + step.1 * step.1;
    (along > 0 && along % length == 0).then_some(along / length)
}

/// The offset of a leap, for a piece of `side`.
pub(super) fn leap_delta(right: i8, forward: i8, side: Side) -> (i32, i32) {
    let (right, forward) = (i32::from(right), i32::from(forward));
    match side {
        Side::Black => (-right, -forward),
        Side::White => (right, forward),
    }
}

/// The squares where an area move of `steps` steps from `from` can end: empty ones, and pieces next
/// to an empty square on the way. `from` itself is none of them.
pub(super) fn area(position: &Position, board: Board, from: Square, steps: u8) -> Vec<Square> {
    let mut reached: Vec<Square> = Vec::new();
    let mut last = vec![from];
    for _ in 0..steps {
        let steps = last.iter().flat_map(|&at| {
            Dir::ALL.into_iter().filter_map(move |dir| board.shift(at, dir.delta(Side::Black)))
        });
        let mut next: Vec<Square> =
            steps.filter(|square| *square != from && !reached.contains(square)).collect();
        next.sort_unstable();
        next.dedup();
        reached.extend(&next);
        next.retain(|square| position.at(*square).is_none());
        last = next;
    }
    reached
}

/// The directions of a hook mover, or with `diagonal` of a capricorn, each with its two right-angled
/// turns; with `forward` only those ahead.
pub(super) fn hook_lines(diagonal: bool, forward: bool) -> impl Iterator<Item = (Dir, [Dir; 2])> {
    let turned = |dir: Dir, by: usize| Dir::ALL[(dir as usize + by) % 8];
    Dir::ALL
        .into_iter()
        .filter(move |dir| dir.is_diagonal() == diagonal && (!forward || dir.is_forward()))
        .map(move |dir| (dir, [turned(dir, 2), turned(dir, 6)]))
}
