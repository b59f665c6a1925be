//! Where a royal that goes anywhere escapes to: the squares that served it against the last checks are tried first, since
//! to tell all where it is safe takes long.

use super::Mailbox;
use super::squares::Squares;
use super::tables::{Cell, EMPEROR, EMPTY};

/// So many squares are remembered.
const MOST: usize = 6;

/// A prime that divides no board's number of squares.
const STRIDE: usize = 97;

/// Squares that served before, the last first.
#[derive(Default)]
pub(super) struct Escapes {
    cells: [Cell; MOST],
    count: usize,
}

impl Mailbox {
    /// True if a side has a single royal, and it goes anywhere.
    pub(super) fn goes_anywhere(&self, side: usize) -> bool {
        self.royal_count[side] == 1 && self.flags(self.content(self.kings[side][0])) & EMPEROR != 0
    }

    /// True only if the single royal of the side to move goes anywhere, and has a legal move to an empty square.
    pub(super) fn escapes(&mut self, escapes: &mut Escapes) -> bool {
        if !self.goes_anywhere(self.turn) {
            return false;
        }
        let king = self.kings[self.turn][0];
        for i in 0..escapes.count {
            let to = escapes.cells[i];
            if self.content(to) == EMPTY
                && !self.once_gone(king, to, |engine, enemy| engine.attacked(to, enemy))
            {
                escapes.cells[..=i].rotate_right(1);
                return true;
            }
        }
        let Some(perils) = self.perils(king, true) else { return false };
        let Some(to) = self.havens(&perils).next() else { return false };
        escapes.count = (escapes.count + 1).min(MOST);
        escapes.cells[..escapes.count].rotate_right(1);
        escapes.cells[0] = to;
        true
    }

    /// The empty cells apart from these squares, those far apart one after the other: what a move attacks lies together.
    pub(super) fn havens(&self, perils: &Squares) -> impl Iterator<Item = Cell> {
        let squares = self.t.board.squares();
        let (mut next, step) = (0, STRIDE % squares);
        let spread = (0..squares).map(move |_| {
            let square = next;
            next += step;
            next -= if next < squares { 0 } else { squares };
            square
        });
        let safe = spread.filter(|&square| !perils.contains(square as u16));
        safe.map(|square| usize::from(self.t.cell[square])).filter(|&to| self.content(to) == EMPTY)
    }
}
