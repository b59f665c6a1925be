//! Is there any reply, and does the drop of a pawn mate? Answered without a list of moves.

use super::generate::{KingConstraints, class_attacks};
use super::piece_codes::{BISHOP, DRAGON, GOLD, HORSE, KING, KNIGHT, LANCE, PAWN, ROOK, SILVER};
use super::position::{BitboardPosition, NO_SQUARE};
use super::tables::{
    BOARD, Bitboard, SquareIter, bit, has_several, king_ring, line_through, step_attacks,
};
use crate::position::Move;

impl BitboardPosition {
    /// True if the side to move has a legal move. Their king must not be in check.
    pub fn has_reply(&self) -> bool {
        let us = self.turn & 1;
        if self.has_lost(us) {
            return false;
        }
        let constraints = self.king_constraints();
        if self.can_king_move(us) {
            return true;
        }
        if has_several(constraints.checkers) {
            return false;
        }
        let can_move = if constraints.checkers == 0 {
            self.can_any_piece_move(&constraints)
        } else {
            self.can_any_piece_stop_check(&constraints)
        };
        can_move || self.can_drop_any(&constraints)
    }

    /// True if the king of `side` can step to a square that is not attacked.
    #[inline(always)]
    fn can_king_move(&self, side: usize) -> bool {
        let king = self.royal[side & 1];
        let around = king_ring(king) & !self.by_side[side & 1];
        let others = self.occupied() & !bit(king);
        around != 0 && around & !self.attacked_around(king, side ^ 1, others) != 0
    }

    /// In check by one piece: true if another piece than the king can capture it or be interposed.
    fn can_any_piece_stop_check(&self, constraints: &KingConstraints) -> bool {
        let us = self.turn & 1;
        let movable = !(constraints.pinned | bit(self.royal[us]));
        SquareIter(constraints.target_mask)
            .any(|to| self.attackers(to, us, self.occupied()) & movable != 0)
    }

    /// Not in check: true if any piece other than the royal king can move.
    fn can_any_piece_move(&self, constraints: &KingConstraints) -> bool {
        let pieces = [PAWN, GOLD, SILVER, KNIGHT, LANCE, BISHOP, ROOK, HORSE, DRAGON];
        pieces.into_iter().any(|class| self.can_class_move(class, constraints))
            || self.royal[self.turn & 1] == NO_SQUARE && self.can_class_move(KING, constraints)
    }

    fn can_class_move(&self, class: usize, constraints: &KingConstraints) -> bool {
        let us = self.turn & 1;
        SquareIter(self.by_class[us][class]).any(|from| {
            let targets = class_attacks(class, us, from, self.occupied()) & constraints.target_mask;
            let is_pinned = constraints.pinned & bit(from) != 0;
            targets & if is_pinned { line_through(self.royal[us], from) } else { BOARD } != 0
        })
    }

    fn can_drop_any(&self, constraints: &KingConstraints) -> bool {
        let us = self.turn & 1;
        let empty = constraints.target_mask & !self.occupied();
        if empty == 0 || self.hands[us].is_empty() {
            return false;
        }
        let squares = |class: usize| -> Bitboard {
            if self.has_in_hand(us, class) { self.droppable_squares(us, class) & empty } else { 0 }
        };
        if [GOLD, SILVER, BISHOP, ROOK, LANCE, KNIGHT].into_iter().any(|class| squares(class) != 0)
        {
            return true;
        }
        let pawn = squares(PAWN);
        let check = pawn & step_attacks(us ^ 1, PAWN, self.royal[us ^ 1]);
        pawn != check || check != 0 && !self.is_pawn_drop_mate(check.trailing_zeros() as usize)
    }

    /// True if a pawn of the side to move, dropped on `square` right before their king, mates
    /// (uchifuzume). Their king must not be in check.
    ///
    /// The replies to such a drop are few: the king captures an unguarded pawn or steps aside, or a
    /// piece that is not pinned captures the pawn. A piece that is pinned on the pawn's file may.
    pub fn is_pawn_drop_mate(&self, square: usize) -> bool {
        let (us, them) = (self.turn & 1, self.turn & 1 ^ 1);
        let king = self.royal[them];
        let occupied = self.occupied() | bit(square);
        let around = king_ring(king) & !self.by_side[them];
        if around & !self.attacked_around(king, us, occupied ^ bit(king)) != 0 {
            return false;
        }
        let captors = self.attackers(square, them, occupied) & !bit(king);
        if captors == 0 {
            return true;
        }
        let outside_line = BOARD & !line_through(king, square);
        let pinned = self.attackers_and_blockers(king, us).1 & outside_line;
        captors & !pinned == 0
    }

    /// True if a move leaves no reply, found by playing it.
    pub fn is_mate(&mut self, m: Move) -> bool {
        self.play(m);
        let is_mate = !self.has_reply();
        self.undo();
        is_mate
    }
}
