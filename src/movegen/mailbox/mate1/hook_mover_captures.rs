//! Squares on which a hook mover that gives check can be captured. Hook movers give check from
//! hundreds of squares.

use crate::movegen::mailbox::board::{Cell, EMPEROR, HOOK, LION, PaddedBoard, SquareSet};
use crate::position::Move;

/// The squares on which one hook mover can be captured, computed when first needed.
#[derive(Default)]
pub struct HookMoverCaptures {
    /// Origin of the hook mover; `None` before the first use.
    from: Option<Cell>,
    squares: SquareSet,
}

impl PaddedBoard {
    /// True only if the check of a hook mover can be answered by capturing it with a piece other
    /// than the single royal.
    #[inline]
    pub fn can_recapture_hook(&mut self, m: Move, captures: &mut HookMoverCaptures) -> bool {
        let Some(from) = m.from().map(|from| self.cell(from)).filter(|_| m.is_straight()) else {
            return false;
        };
        if captures.from != Some(from) {
            *captures = HookMoverCaptures { from: Some(from), squares: self.hook_captures(from) };
        }
        captures.squares.contains(m.to()) && {
            let [_, form] = self.before_and_after(m);
            self.flags(form) & (EMPEROR | LION) == 0
        }
    }

    /// The squares on which the hook mover from a cell could be captured, as far as that answers
    /// its check; none for another piece.
    fn hook_captures(&mut self, from: Cell) -> SquareSet {
        let (side, enemy) = (self.turn(), 1 - self.turn());
        let is_suitable = self.flags(self.content(from)) & HOOK != 0
            && self.royal_count(enemy) == 1
            && !self.has_phantom(enemy)
            // The capturing piece may have to guard the royal against an emperor.
            && !self.has_any(side, EMPEROR);
        if !is_suitable {
            return SquareSet::default();
        }
        let mut squares = self.squares_of_captors(from);
        // The capture of the royal ends the game.
        squares.remove(self.square(self.first_royal(enemy)));
        squares
    }

    /// The squares on which the piece from a cell could be captured, wherever it has gone, without
    /// exposing the royal. After the capture the captor occupies that square, so that no line opens
    /// there.
    fn squares_of_captors(&mut self, from: Cell) -> SquareSet {
        let (side, enemy) = (self.turn(), 1 - self.turn());
        let royal = self.first_royal(enemy);
        self.while_empty(from, |board, _| {
            let mut squares = SquareSet::default();
            for square in board.pieces(enemy).iter() {
                let cell = board.cell(square);
                // A capturing hook mover may reach a square only by a capture on the way.
                if cell == royal || board.is_capturing_hook_mover(board.content(cell)) {
                    continue;
                }
                let is_exposed = board.while_empty(cell, |board, _| board.is_attacked(royal, side));
                if !is_exposed {
                    board.add_attacked_squares(cell, enemy, board.occupancy(), &mut squares);
                }
            }
            squares
        })
    }
}
