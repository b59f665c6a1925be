//! The paths on which hook movers look round a corner at a royal: what blocks them, what a move opens.

use super::MailboxEngine;
use super::squares::Squares;
use super::tables::{Cell, EMPTY, HOOK, MASK};

/// A path from a hook mover round a corner to a royal, with at most one piece on it.
#[derive(Clone, Debug)]
pub(super) struct Bend {
    /// The squares between hook mover and royal, both exclusive.
    squares: Squares,
    hook: Cell,
    /// The one piece on it.
    blocker: Option<Cell>,
}

impl MailboxEngine {
    /// The paths to `king` of the hook movers of `by` that are open or blocked by a single piece of
    /// `blocker`.
    pub(super) fn bends(&self, king: Cell, by: usize, blocker: usize) -> Vec<Bend> {
        let mut bends = Vec::new();
        for square in self.special[by].iter() {
            let hook = usize::from(self.t.cell[usize::from(square)]);
            let piece = self.cells[hook & MASK];
            if self.flags(piece) & HOOK == 0 {
                continue;
            }
            for (corner, diagonal) in self.corners(hook, king).into_iter().flatten() {
                if let Some(after_capture) = self.hook_kind(piece, diagonal) {
                    bends.extend(self.bend(hook, corner, king, blocker, after_capture));
                }
            }
        }
        bends
    }

    fn bend(
        &self,
        hook: Cell,
        corner: Cell,
        king: Cell,
        blocker: usize,
        after_capture: bool,
    ) -> Option<Bend> {
        let mut bend = Bend { squares: Squares::default(), hook, blocker: None };
        let enemy = 1 - self.owner(self.cells[hook & MASK]);
        for (start, end) in [(hook, corner), (corner, king)] {
            let step = self.t.step[usize::from(self.t.offset(start, end).dir & 7)];
            let mut cell = start;
            loop {
                cell = cell.wrapping_add(step) & MASK;
                if cell == king {
                    break;
                }
                bend.squares.insert(self.t.square[cell]);
                let content = self.cells[cell];
                let passes = content == EMPTY
                    || cell == corner && after_capture && self.owner(content) == enemy;
                if !passes {
                    if bend.blocker.is_some() || self.owner(content) != blocker {
                        return None;
                    }
                    bend.blocker = Some(cell);
                }
                if cell == end {
                    break;
                }
            }
        }
        Some(bend)
    }

    /// Where a plain move must end to close an open path; none if a piece blocks it.
    pub(super) fn closing(&self, bend: &Bend) -> Option<Squares> {
        let mut squares = bend.squares;
        squares.insert(self.t.square[bend.hook & MASK]);
        bend.blocker.is_none().then_some(squares)
    }

    /// True if a plain move leaves a blocked path closed.
    pub(super) fn closes(&self, bend: &Bend, from: Option<Cell>, to: Cell) -> bool {
        bend.blocker != from || to == bend.hook || bend.squares.contains(self.t.square[to & MASK])
    }

    /// The cells of own pieces that alone keep an own hook mover from attacking `king`.
    pub(super) fn veils(&self, king: Cell) -> Squares {
        let mut veils = Squares::default();
        if self.count(self.turn, HOOK) > 0 {
            for cell in self.bends(king, self.turn, self.turn).iter().filter_map(|b| b.blocker) {
                veils.insert(self.t.square[cell & MASK]);
            }
        }
        veils
    }

    /// True if some hook mover of a side may go on after a capture.
    pub(super) fn goes_on_after_capture(&self, side: usize) -> bool {
        self.count(side, HOOK) > 0
            && self.special[side].iter().any(|square| {
                self.goes_on(self.content(usize::from(self.t.cell[usize::from(square)])))
            })
    }

    /// True if a piece is a hook mover that may go on after a capture.
    pub(super) fn goes_on(&self, piece: u8) -> bool {
        self.flags(piece) & HOOK != 0
            && self.t.shapes[usize::from(piece)].hooks.iter().any(|hook| hook.1)
    }
}
