//! Guards that keep an enemy emperor from capturing a royal. An emperor goes anywhere, but not
//! where it could be captured.

use crate::movegen::mailbox::board::{Cell, EMPEROR, JUMPER, PaddedBoard, SquareSet};

/// Guards of a royal that are listed: one move takes away one or two.
const MAX_GUARDS: usize = 4;

/// Guards of a royal against the only emperor of its opponent. The list need not be complete; hook
/// movers are never on it.
#[derive(Clone, Debug)]
pub struct EmperorGuards {
    cells: [Cell; MAX_GUARDS],
    /// The squares between each guard and the royal. Empty if the guard jumps.
    between: [SquareSet; MAX_GUARDS],
    count: usize,
}

impl EmperorGuards {
    /// Cells of the listed guards.
    pub fn cells(&self) -> &[Cell] {
        &self.cells[..self.count]
    }
}

impl PaddedBoard {
    /// Guards of the single royal of a side. `None` if the side has several royals, or its opponent
    /// does not have exactly one emperor.
    pub fn emperor_guards(&self, side: usize) -> Option<Box<EmperorGuards>> {
        let enemy = 1 - side;
        if self.royal_count(side) != 1 || self.count(enemy, EMPEROR) != 1 {
            return None;
        }
        let emperor = self.emperor_cell(enemy)?;
        let royal = self.first_royal(side);
        let mut guards = EmperorGuards {
            cells: [0; MAX_GUARDS],
            between: [SquareSet::default(); MAX_GUARDS],
            count: 0,
        };
        // A guard found a second time guards by a jump too: nothing can block it.
        let mut add = |cell: Cell, between: SquareSet| {
            let known = guards.cells().iter().position(|&other| other == cell);
            let slot = known.unwrap_or(guards.count);
            if slot < MAX_GUARDS {
                (guards.cells[slot], guards.between[slot]) = (cell, between);
                guards.count = guards.count.max(slot + 1);
            }
        };
        // The emperor blocks no line: it leaves its cell to capture.
        let occupancy = self.occupancy_without(&[emperor]);
        for (dir, distance) in self.ray_lengths_in(&occupancy, royal).into_iter().enumerate() {
            let cell = self.along(royal, dir, distance);
            if self.slides_back(side, self.content(cell), dir, distance) {
                let mut between = SquareSet::default();
                if distance > 1 {
                    let ends = [1, distance - 1].map(|n| self.along(royal, dir, n));
                    self.tables().layout.insert_segment(&mut between, dir, ends);
                }
                add(cell, between);
            }
        }
        if self.has_any(side, JUMPER) {
            for source in self.jump_sources(side) {
                let cell = self.shifted(royal, source.delta);
                if source.has(self.content(cell)) {
                    add(cell, SquareSet::default());
                }
            }
        }
        Some(Box::new(guards))
    }

    /// Cell of a side's emperor, the first if there are several.
    fn emperor_cell(&self, side: usize) -> Option<Cell> {
        self.cells_of(self.special_pieces(side))
            .find(|&cell| self.flags(self.content(cell)) & EMPEROR != 0)
    }

    /// The squares on which a straight move of a piece from a cell leaves no listed guard, as
    /// [`PaddedBoard::keeps_guard`] says of single moves.
    pub fn squares_without_guard(&self, guards: &EmperorGuards, from: Cell) -> SquareSet {
        let others = guards.cells().iter().zip(&guards.between).filter(|(cell, _)| **cell != from);
        let lost = others.map(|(&cell, between)| {
            let mut lost = *between;
            lost.insert(self.square(cell));
            lost
        });
        let without = lost.reduce(|without, lost| without.and(&lost));
        without.unwrap_or_else(|| SquareSet::of_board(self.tables().layout.board()))
    }

    /// True if a listed guard remains after a straight move from one cell to another, or a drop, of
    /// a piece other than the emperor and the royal.
    pub fn keeps_guard(&self, guards: &EmperorGuards, from: Option<Cell>, to: Cell) -> bool {
        guards.cells().iter().zip(&guards.between).any(|(&cell, between)| {
            cell != to && Some(cell) != from && !between.contains(self.square(to))
        })
    }
}
