//! Emperors: pieces that go to any square where they could not be captured.

use super::emperor_exchange::{EnemyEmperors, ReducedBoard};
use crate::movegen::mailbox::board::{Cell, EMPEROR, PaddedBoard, SquareSet};

impl PaddedBoard {
    /// True if an emperor of `by` attacks `target`.
    pub fn is_attacked_by_emperor(&self, target: Cell, by: usize) -> bool {
        self.has_any(by, EMPEROR) && self.can_recapture(&ReducedBoard::whole(self), target, by)
    }

    /// True if the emperor on `from` could not be captured on `to`.
    pub fn is_emperor_safe(&self, from: Cell, to: Cell) -> bool {
        let enemy = 1 - self.owner(self.content(from));
        let board = ReducedBoard::without(self, &[from]);
        let attacked = self.is_attacked_on(&board, to, enemy, EnemyEmperors::Count)
            || self.tables().emperors_guard && self.can_recapture(&board, to, enemy);
        !attacked
    }

    /// The squares on which the emperor on a cell could be captured once it is there, by enemy
    /// emperors too if these count.
    pub fn emperor_danger_squares(&self, from: Cell, emperors: EnemyEmperors) -> SquareSet {
        let side = self.owner(self.content(from));
        let enemy = 1 - side;
        let mut danger = self.attacked_squares_without(&[from], enemy);
        if emperors == EnemyEmperors::Ignore || !self.has_any(enemy, EMPEROR) {
            return danger;
        }
        // The number of emperors decides who recaptures last, except on squares that some piece
        // attacks only after certain emperors have left.
        let board = ReducedBoard::without(self, &[from]);
        let [own, theirs] = [side, enemy].map(|side| self.emperors(&board, from, side));
        let lifted: Vec<Cell> =
            self.cells_of(own).chain(self.cells_of(theirs)).chain([from]).collect();
        let guarded = self.attacked_squares_without(&[from], side);
        let mut undecided = self.attacked_squares_without(&lifted, enemy).and_not(&danger);
        undecided.insert_all(&self.attacked_squares_without(&lifted, side).and_not(&guarded));
        let is_pure = |cell: &Cell| self.movement(self.content(*cell)).is_pure_emperor;
        let all_undecided = self.tables().has_capture_turns || !lifted.iter().all(is_pure);
        let counts = [own, theirs].map(|set| set.iter().count());
        for square in self.tables().layout.board().iter() {
            if danger.contains(square) || self.pieces(side).contains(square) {
                continue;
            }
            let is_recaptured = if all_undecided || undecided.contains(square) {
                self.can_recapture(&board, self.cell(square), enemy)
            } else if guarded.contains(square) {
                false
            } else {
                let theirs = counts[1] - usize::from(theirs.contains(square));
                theirs > if self.tables().emperors_guard { counts[0] } else { 0 }
            };
            if is_recaptured {
                danger.insert(square);
            }
        }
        danger
    }
}
