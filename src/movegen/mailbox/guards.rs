//! What keeps an enemy emperor, which goes anywhere but where it could be captured, from capturing a royal.

use super::MailboxEngine;
use super::squares::Squares;
use super::tables::{Cell, EMPEROR, JUMPS, MASK};

/// So many guards of a royal are remembered: a move takes away one or two.
const MOST: usize = 4;

/// Guards of a royal against the one emperor of its opponent. There may be more, hook movers among them.
#[derive(Clone, Debug)]
pub(super) struct Guards {
    cells: [Cell; MOST],
    /// The squares between each and the royal; none if it jumps.
    between: [Squares; MOST],
    count: usize,
}

impl MailboxEngine {
    /// The guards of the single royal of a side; none if its opponent has no emperor, or several.
    pub(super) fn guards(&self, side: usize) -> Option<Box<Guards>> {
        let enemy = 1 - side;
        if self.royal_count[side] != 1 || self.count(enemy, EMPEROR) != 1 {
            return None;
        }
        let emperor = self.emperor(enemy)?;
        let king = self.kings[side][0];
        let mut guards = Guards { cells: [0; MOST], between: [Squares::default(); MOST], count: 0 };
        // What guards by a jump too cannot be shut off.
        let mut add = |cell: Cell, between: Squares| {
            let known = guards.cells().iter().position(|&other| other == cell);
            let slot = known.unwrap_or(guards.count);
            if slot < MOST {
                (guards.cells[slot], guards.between[slot]) = (cell, between);
                guards.count = guards.count.max(slot + 1);
            }
        };
        // The emperor hides nothing: it leaves its cell to capture.
        let lines = self.lines_without(&[emperor]);
        let stops = lines.stops(self.t.file[king & MASK], self.t.rank[king & MASK]);
        for (dir, stop) in stops.into_iter().enumerate() {
            let cell = self.along(king, dir, stop);
            if self.t.reach[side][usize::from(self.content(cell))][dir ^ 4] >= stop {
                let mut between = Squares::default();
                if stop > 1 {
                    self.fill(&mut between, dir, [1, stop - 1].map(|n| self.along(king, dir, n)));
                }
                add(cell, between);
            }
        }
        if self.count(side, JUMPS) > 0 {
            for probe in &self.probes[side] {
                let cell = king.wrapping_add(probe.delta) & MASK;
                if probe.has(self.content(cell)) {
                    add(cell, Squares::default());
                }
            }
        }
        Some(Box::new(guards))
    }

    /// The cell of a side's emperor, the first if there are several.
    pub(super) fn emperor(&self, side: usize) -> Option<Cell> {
        let cells =
            self.special[side].iter().map(|square| usize::from(self.t.cell[usize::from(square)]));
        cells.into_iter().find(|&cell| self.flags(self.content(cell)) & EMPEROR != 0)
    }

    /// True if one of the guards is left after a move of either side, not of the emperor or of the royal, that goes straight
    /// from one cell to another (a drop has no origin).
    pub(super) fn stay(&self, guards: &Guards, from: Option<Cell>, to: Cell) -> bool {
        guards.cells().iter().zip(&guards.between).any(|(&cell, between)| {
            cell != to && Some(cell) != from && !between.contains(self.t.square[to & MASK])
        })
    }
}

impl Guards {
    /// The cells of those that are known.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells[..self.count]
    }
}
