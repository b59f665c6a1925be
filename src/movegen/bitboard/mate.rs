//! Is there any reply, is a pawn drop mate: answers without making lists.

use super::code::{BISHOP, DRAGON, GOLD, HORSE, KING, KNIGHT, LANCE, PAWN, ROOK, SILVER};
use super::generate::{Job, reach};
use super::state::{NONE, State};
use super::tables::{BOARD, Set, Squares, bit, line_through, ring, several, step};
use crate::position::Move;

impl State {
    /// True if the side to move has a legal move, given that the opponent's king is not in check.
    pub fn has_reply(&self) -> bool {
        let us = self.us & 1;
        if self.lost(us) {
            return false;
        }
        let job = self.job();
        if self.king_can_move(us) {
            return true;
        }
        if several(job.checkers) {
            return false;
        }
        let piece = if job.checkers == 0 {
            self.any_piece_moves(&job)
        } else {
            self.any_piece_parries(&job)
        };
        piece || self.any_drop(&job)
    }

    /// True if the king of `side` can step to safety.
    #[inline(always)]
    fn king_can_move(&self, side: usize) -> bool {
        let king = self.royal[side & 1];
        let around = ring(king) & !self.men[side & 1];
        around != 0 && around & !self.cover(king, side ^ 1, self.occupied() & !bit(king)) != 0
    }

    /// In check by one piece: can it be captured, or a piece be moved before it?
    fn any_piece_parries(&self, job: &Job) -> bool {
        let us = self.us & 1;
        let movable = !(job.pinned | bit(self.royal[us]));
        Squares(job.mask).any(|to| self.attackers(to, us, self.occupied()) & movable != 0)
    }

    /// Not in check: can any piece but the royal king move?
    fn any_piece_moves(&self, job: &Job) -> bool {
        let pieces = [PAWN, GOLD, SILVER, KNIGHT, LANCE, BISHOP, ROOK, HORSE, DRAGON];
        pieces.into_iter().any(|class| self.class_can_move(class, job))
            || self.royal[self.us & 1] == NONE && self.class_can_move(KING, job)
    }

    fn class_can_move(&self, class: usize, job: &Job) -> bool {
        let us = self.us & 1;
        Squares(self.sets[us][class]).any(|from| {
            let targets = reach(class, us, from, self.occupied()) & job.mask;
            let pinned = job.pinned & bit(from) != 0;
            targets & if pinned { line_through(self.royal[us], from) } else { BOARD } != 0
        })
    }

    fn any_drop(&self, job: &Job) -> bool {
        let us = self.us & 1;
        let empty = job.mask & !self.occupied();
        if empty == 0 || self.hands[us].is_empty() {
            return false;
        }
        let can = |class: usize| -> Set {
            if self.holds(us, class) { self.droppable(us, class) & empty } else { 0 }
        };
        if [GOLD, SILVER, BISHOP, ROOK, LANCE, KNIGHT].into_iter().any(|class| can(class) != 0) {
            return true;
        }
        let pawn = can(PAWN);
        let check = pawn & step(us ^ 1, PAWN, self.royal[us ^ 1]);
        pawn != check || check != 0 && !self.pawn_drop_mates(check.trailing_zeros() as usize)
    }

    /// True if a pawn of the side to move dropped on `square`, right before the opponent's king, mates,
    /// given that the king is not in check yet. The pawn can only be captured: by the king if it is
    /// unguarded, or by a piece that is not pinned (one pinned on the file may come down it); or the
    /// king steps aside.
    pub fn pawn_drop_mates(&self, square: usize) -> bool {
        let (us, them) = (self.us & 1, self.us & 1 ^ 1);
        let king = self.royal[them];
        let occupied = self.occupied() | bit(square);
        let around = ring(king) & !self.men[them];
        let vacated = occupied ^ bit(king);
        if around & !self.cover(king, us, vacated) != 0 {
            return false;
        }
        let captors = self.attackers(square, them, occupied) & !bit(king);
        if captors == 0 {
            return true;
        }
        let pinned = self.aim(king, us).1 & line_through_complement(king, square);
        captors & !pinned == 0
    }

    /// True if a move leaves no reply, by playing it.
    pub fn mates(&mut self, m: Move) -> bool {
        self.play(m);
        let mate = !self.has_reply();
        self.undo();
        mate
    }
}

/// All squares but those on the line through `king` and `square`.
fn line_through_complement(king: usize, square: usize) -> Set {
    BOARD & !line_through(king, square)
}
