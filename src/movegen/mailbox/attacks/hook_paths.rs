//! Paths on which hook movers attack a royal round a corner, and the single pieces that block them.
//!
//! A blocked path is to a hook mover what a pin, or a discovered-check blocker, is to a slider.

use super::hook_moves::Corner;
use crate::movegen::mailbox::board::{Cell, HOOK, HookLeg, PaddedBoard, SquareSet};

/// A path from a hook mover round a corner to a royal, with at most one piece on it.
#[derive(Clone, Debug)]
pub struct HookPath {
    /// The squares between hook mover and royal, both exclusive.
    squares: SquareSet,
    hook_mover: Cell,
    /// The cell of the one piece on the path.
    blocker: Option<Cell>,
}

impl HookPath {
    /// True if the piece on a cell alone blocks the path.
    pub fn is_blocked_by(&self, cell: Cell) -> bool {
        self.blocker == Some(cell)
    }
}

impl PaddedBoard {
    /// The paths of the hook movers of `by` to `royal` that are open, or blocked by a single piece
    /// of `blocker_side`.
    pub fn hook_paths(&self, royal: Cell, by: usize, blocker_side: usize) -> Vec<HookPath> {
        let mut paths = Vec::new();
        for hook_mover in self.cells_of(self.special_pieces(by)) {
            let piece = self.content(hook_mover);
            if self.flags(piece) & HOOK == 0 {
                continue;
            }
            for corner in self.corners(hook_mover, royal).into_iter().flatten() {
                if let Some(leg) = self.hook_leg(piece, corner.axis) {
                    paths.extend(self.hook_path(hook_mover, corner, royal, blocker_side, leg));
                }
            }
        }
        paths
    }

    fn hook_path(
        &self,
        hook_mover: Cell,
        corner: Corner,
        royal: Cell,
        blocker_side: usize,
        leg: HookLeg,
    ) -> Option<HookPath> {
        let mut path = HookPath { squares: SquareSet::default(), hook_mover, blocker: None };
        let enemy = 1 - self.owner(self.content(hook_mover));
        for (start, end) in [(hook_mover, corner.cell), (corner.cell, royal)] {
            let dir = usize::from(self.offset(start, end).dir & 7);
            let mut cell = start;
            loop {
                cell = self.next(cell, dir);
                if cell == royal {
                    break;
                }
                path.squares.insert(self.square(cell));
                let owner = self.owner(self.content(cell));
                let captures = || cell == corner.cell && leg.captures_at_corner && owner == enemy;
                if !self.is_empty(cell) && !captures() {
                    if path.blocker.is_some() || owner != blocker_side {
                        return None;
                    }
                    path.blocker = Some(cell);
                }
                if cell == end {
                    break;
                }
            }
        }
        Some(path)
    }

    /// The squares on which a plain move must end to stop an attack on an open path: the path and
    /// the hook mover. `None` if a piece blocks the path.
    pub fn stopping_squares(&self, path: &HookPath) -> Option<SquareSet> {
        let mut squares = path.squares;
        squares.insert(self.square(path.hook_mover));
        path.blocker.is_none().then_some(squares)
    }

    /// True if a blocked path stays blocked after a plain move, or the move captures the hook
    /// mover.
    pub fn keeps_blocked(&self, path: &HookPath, from: Option<Cell>, to: Cell) -> bool {
        path.blocker != from || to == path.hook_mover || path.squares.contains(self.square(to))
    }

    /// The pieces of the side to move that alone block a path of its own hook movers to `royal`.
    pub fn hook_path_blockers(&self, royal: Cell) -> SquareSet {
        let mut blockers = SquareSet::default();
        let side = self.turn();
        if self.has_any(side, HOOK) {
            for cell in self.hook_paths(royal, side, side).iter().filter_map(|path| path.blocker) {
                blockers.insert(self.square(cell));
            }
        }
        blockers
    }
}
