//! Where a hook mover that gives check can be captured, so that its check is no mate, which need not be found out by
//! playing it: hook movers give check from hundreds of squares.

use super::MailboxEngine;
use super::squares::Squares;
use super::tables::{Cell, EMPEROR, EMPTY, HOOK, LION, ROYAL};
use crate::position::Move;

/// The squares where one hook mover can be captured.
#[derive(Default)]
pub(super) struct Recapture {
    /// Where it comes from; none yet.
    from: Option<Cell>,
    squares: Squares,
}

impl MailboxEngine {
    /// True only if a check is a hook mover's, and another piece than the single royal can capture that.
    pub(super) fn is_recaptured(&mut self, m: Move, recapture: &mut Recapture) -> bool {
        let (side, enemy) = (self.turn, 1 - self.turn);
        let Some(from) = m.from().map(|from| self.cell(from)).filter(|_| m.is_straight()) else {
            return false;
        };
        let [piece, becomes] = self.before_and_after(m).map(|piece| self.flags(piece));
        let fits = piece & HOOK != 0
            && becomes & (EMPEROR | LION) == 0
            && self.royal_count[enemy] == 1
            && !self.phantom[enemy]
            && !self.takes(m, ROYAL)
            // What guards a royal against an emperor may have to stay.
            && self.count(side, EMPEROR) == 0;
        if !fits {
            return false;
        }
        if recapture.from != Some(from) {
            *recapture = Recapture { from: Some(from), squares: self.recaptures(from) };
        }
        recapture.squares.contains(m.to().0)
    }

    /// Where the piece on a cell could be captured without leaving the royal to another, wherever it has gone: what then
    /// stands there opens nothing.
    fn recaptures(&mut self, from: Cell) -> Squares {
        let (side, enemy) = (self.turn, 1 - self.turn);
        let king = self.kings[enemy][0];
        let mut squares = Squares::default();
        let mover = self.set(from, EMPTY);
        for square in self.pieces[enemy].iter() {
            let cell = usize::from(self.t.cell[usize::from(square)]);
            // Some hook movers reach what they reach by a capture on the way alone.
            if cell == king || self.goes_on(self.content(cell)) {
                continue;
            }
            let piece = self.set(cell, EMPTY);
            let exposed = self.attacked(king, side);
            self.set(cell, piece);
            if !exposed {
                self.add_held(cell, enemy, &self.lines, &mut squares);
            }
        }
        self.set(from, mover);
        squares
    }
}
