//! Where a royal that goes anywhere escapes to: the squares that served it against the last checks are tried first, since
//! to tell all where it is safe takes long.

use super::Mailbox;
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
            if to != king && self.content(to) == EMPTY && self.goes_safely(king, to) {
                escapes.cells[..=i].rotate_right(1);
                return true;
            }
        }
        let Some(perils) = self.perils(king, true) else { return false };
        let free = |&square: &usize| {
            !perils.contains(square as u16) && self.cells[usize::from(self.t.cell[square])] == EMPTY
        };
        let Some(square) = self.all_over().find(free) else {
            return false;
        };
        escapes.count = (escapes.count + 1).min(MOST);
        escapes.cells[..escapes.count].rotate_right(1);
        escapes.cells[0] = usize::from(self.t.cell[square]);
        true
    }

    /// All squares, those far apart one after the other: what a move attacks lies together.
    pub(super) fn all_over(&self) -> impl Iterator<Item = usize> + use<> {
        let squares = self.t.board.squares();
        (0..squares).map(move |n| n * STRIDE % squares)
    }

    /// True if the royal could not be captured once it has gone from one cell to an empty one.
    fn goes_safely(&mut self, from: Cell, to: Cell) -> bool {
        let royal = self.set(from, EMPTY);
        self.set(to, royal);
        let attacked = self.attacked(to, 1 - self.turn);
        self.set(to, EMPTY);
        self.set(from, royal);
        !attacked
    }
}
