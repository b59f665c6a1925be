//! Ways to move that few games have: strokes for one purpose, lame leaps, hops, area moves, jumping
//! captures, and every movement of a piece that may not leave a region.
//!
//! The fast questions of `attacks` do not see them. A game with such a piece plays and tests every
//! move (see [`GameTables::tests_every_move`](super::tables::GameTables::tests_every_move)).

use super::layout::Layout;
use crate::rules::options::HookAfterCapture;
use crate::rules::{Dir, MovementAtom, Only, Side};

/// A way to move, in absolute directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RareMove {
    /// Along a line, to its cells `first` to `last`; from `first` on, the first piece ends it.
    Line { dir: u8, first: u8, last: u8, only: Option<Only> },
    /// To the cell at a difference (wrapping), if the cell at `over` is empty.
    Jump { delta: usize, over: Option<usize>, only: Option<Only> },
    /// Along a line over exactly one piece; with `next` to the cell behind that piece alone.
    Hop { dir: u8, range: u8, next: bool, only: Option<Only> },
    /// Along a line, and from each empty cell of it at right angles.
    Turn { dir: u8 },
    /// Along a line to an enemy, captures it, and goes on at right angles.
    CaptureTurn { dir: u8 },
    /// Captures on the neighbouring cell without leaving its own.
    Igui { dir: u8 },
    /// Up to `steps` king steps over empty cells.
    Area { steps: u8 },
    /// Captures along a line over pieces of a lower rank.
    RangeJump { dir: u8 },
}

impl RareMove {
    /// True for atoms that are rare moves of every piece, whether it has a region or not.
    pub fn is_rare(atom: MovementAtom) -> bool {
        atom.is_conditional()
            || matches!(
                atom,
                MovementAtom::Hook { forward: true, .. }
                    | MovementAtom::Hook { after_capture: HookAfterCapture::Only, .. }
                    | MovementAtom::Skip { .. }
                    | MovementAtom::Igui { .. }
                    | MovementAtom::Area { .. }
                    | MovementAtom::RangeJump { .. }
            )
    }

    /// The rare moves of an atom. Slides, leaps and hook moves are among them where the piece may
    /// not leave a region (`has_region`).
    pub fn compile(
        atom: MovementAtom,
        side: Side,
        layout: &Layout,
        has_region: bool,
    ) -> Vec<RareMove> {
        let absolute = |dir: Dir| (dir as u8 + 4 * side.index() as u8) % 8;
        let sign = if side == Side::Black { -1 } else { 1 };
        let delta = |(right, forward): (i8, i8)| {
            layout.delta(sign * i32::from(right), sign * i32::from(forward))
        };
        if !RareMove::is_rare(atom) && !has_region {
            return Vec::new();
        }
        let only_one = match atom {
            MovementAtom::Slide { dir, range } => {
                RareMove::Line { dir: absolute(dir), first: 1, last: range, only: None }
            }
            MovementAtom::Stroke { dir, range, only } => {
                RareMove::Line { dir: absolute(dir), first: 1, last: range, only: Some(only) }
            }
            MovementAtom::Skip { dir, range } => {
                let last = range.saturating_add(1);
                RareMove::Line { dir: absolute(dir), first: 2, last, only: None }
            }
            MovementAtom::Leap { right, forward } => {
                RareMove::Jump { delta: delta((right, forward)), over: None, only: None }
            }
            MovementAtom::Jump { right, forward, only } => {
                RareMove::Jump { delta: delta((right, forward)), over: None, only: Some(only) }
            }
            MovementAtom::LameLeap { right, forward, only } => {
                let over = Some(delta(MovementAtom::lame_square(right, forward)));
                RareMove::Jump { delta: delta((right, forward)), over, only }
            }
            MovementAtom::Hop { dir, range, next, only } => {
                RareMove::Hop { dir: absolute(dir), range, next, only }
            }
            MovementAtom::Igui { dir } => RareMove::Igui { dir: absolute(dir) },
            MovementAtom::Area { steps } => RareMove::Area { steps },
            MovementAtom::RangeJump { dir } => RareMove::RangeJump { dir: absolute(dir) },
            MovementAtom::Hook { diagonal, forward, after_capture } => {
                let starts =
                    |dir: &Dir| dir.is_diagonal() == diagonal && (!forward || dir.is_forward());
                let dirs = Dir::ALL.into_iter().filter(starts).map(absolute);
                if after_capture != HookAfterCapture::Only {
                    return dirs.map(|dir| RareMove::Turn { dir }).collect();
                }
                let last = MovementAtom::UNLIMITED;
                let line = |dir| RareMove::Line { dir, first: 1, last, only: None };
                return dirs.flat_map(|dir| [line(dir), RareMove::CaptureTurn { dir }]).collect();
            }
            MovementAtom::Lion { .. }
            | MovementAtom::LionLine { .. }
            | MovementAtom::LionDog { .. }
            | MovementAtom::Emperor => return Vec::new(),
        };
        vec![only_one]
    }
}
