//! Drops: on any empty square that the piece can leave, with no more pawns on a file than
//! `nifu` says, and no mate by a pawn (uchifuzume).

use super::constraints::RoyalConstraints;
use super::lists::retain_from;
use crate::movegen::mailbox::MailboxEngine;
use crate::movegen::mailbox::board::{
    Cell, Content, Droppable, EMPEROR, MULTI_CAPTURE, PAWN, PaddedBoard,
};
use crate::position::{Hand, Move, MoveList};

impl PaddedBoard {
    /// Number of forms that the side to move can drop.
    pub fn droppable_count(&self) -> usize {
        self.tables().droppable[self.turn()].len()
    }

    /// A form that the side to move can drop, by its number.
    #[inline]
    pub fn droppable_form(&self, number: usize) -> Droppable {
        self.tables().droppable[self.turn()][number]
    }

    /// True if the side to move has such a piece in hand.
    #[inline]
    pub fn has_in_hand(&self, form: Droppable) -> bool {
        self.hand(self.turn()).count(form.lane) > 0
    }

    fn add_possible_drops_of(&self, form: Droppable, out: &mut MoveList) {
        if self.has_in_hand(form) {
            for square in self.tables().layout.board().iter() {
                self.add_drop(form, self.cell(square), out);
            }
        }
    }

    /// Appends the drop of a piece on a cell, if hand and cell permit it.
    #[inline]
    pub fn add_drop(&self, form: Droppable, to: Cell, out: &mut MoveList) {
        if self.is_empty(to) && self.has_in_hand(form) && self.is_droppable_on(form, to) {
            out.push(Move::drop(form.kind, self.square(to)));
        }
    }

    /// True if a piece, dropped on an empty cell, could move again and is not one pawn too many.
    fn is_droppable_on(&self, form: Droppable, to: Cell) -> bool {
        let tables = self.tables();
        let crowds_file = tables.nifu > 0
            && self.flags(form.piece) & PAWN != 0
            && self.has_full_file(self.turn(), to);
        let dead = &tables.dead_squares[usize::from(form.piece)];
        !crowds_file
            && (!tables.tests_every_move || self.is_in_region(form.piece, to))
            && (tables.dead_drops || !dead.contains(self.square(to)))
    }

    /// One piece of each kind whose drop could stop the check that the side to move is in. All
    /// kinds if no check is seen.
    pub fn interposable_kinds(&self) -> Hand {
        if self.has_lost(self.turn()) || self.has_lost(1 - self.turn()) {
            return Hand::ONE_OF_EACH;
        }
        let constraints = self.royal_constraints();
        if constraints.evasion_squares.is_none() {
            return Hand::ONE_OF_EACH;
        }
        let mut kinds = Hand::EMPTY;
        for number in 0..self.droppable_count() {
            let form = self.droppable_form(number);
            self.for_each_evasion_square(&constraints, |to| {
                if self.is_empty(to) && self.is_droppable_on(form, to) {
                    kinds = kinds.set(form.lane, 1);
                }
            });
        }
        kinds
    }
}

impl MailboxEngine {
    /// Appends every drop that hand and squares permit, whatever happens to the own royals.
    pub fn add_possible_drops(&self, out: &mut MoveList) {
        for number in 0..self.board.droppable_count() {
            self.board.add_possible_drops_of(self.board.droppable_form(number), out);
        }
    }

    /// Appends the legal drops.
    pub fn add_drops(&mut self, constraints: &RoyalConstraints, out: &mut MoveList) {
        if self.board.hand(self.board.turn()).is_empty() {
            return;
        }
        for number in 0..self.board.droppable_count() {
            let start = out.len();
            let board = &self.board;
            let form = board.droppable_form(number);
            if constraints.evasion_squares.is_none() {
                board.add_possible_drops_of(form, out);
            } else {
                board.for_each_evasion_square(constraints, |to| board.add_drop(form, to, out));
            }
            self.retain_legal_drops(form, constraints, start, out);
        }
    }

    /// Removes from `start` on, all of it drops of one form that the constraints allow, the drops
    /// that are not legal.
    pub fn retain_legal_drops(
        &mut self,
        form: Droppable,
        constraints: &RoyalConstraints,
        start: usize,
        out: &mut MoveList,
    ) {
        let board = &self.board;
        let piece = form.piece;
        let may_mate = board.tables().uchifuzume
            && board.flags(piece) & PAWN != 0
            && board.royal_count(1 - board.turn()) > 0;
        if start == out.len() || !may_mate && constraints.is_exact() {
            return;
        }
        retain_from(out, start, |m| {
            (constraints.is_exact() || self.is_safe(m, constraints))
                && !(may_mate && self.mates_by_pawn_drop(piece, m))
        });
    }

    /// True if a drop that was just played gives check or mates, and may not.
    pub fn is_banned_after_drop(&mut self, m: Move) -> bool {
        let tables = self.board.tables();
        let piece = self.board.content(self.board.cell(m.to()));
        let (may_not_check, may_not_mate) =
            (tables.may_not_check[piece], tables.may_not_mate[piece]);
        (may_not_check || may_not_mate)
            && self.board.is_in_check(self.board.turn())
            && (may_not_check || !self.has_safe_reply())
    }

    /// True if the drop of a pawn mates.
    fn mates_by_pawn_drop(&mut self, pawn: Content, m: Move) -> bool {
        let board = &self.board;
        let side = board.turn();
        let enemy = 1 - side;
        // No royal was attacked before. A pawn adds its own attack, on one royal unless it captures
        // several pieces, and it may guard for an emperor.
        let to = board.cell(m.to());
        let checks_single = || {
            board.royal_count(enemy) == 1 && board.can_capture(pawn, to, board.first_royal(enemy))
        };
        if !board.has_any(side, EMPEROR)
            && board.flags(pawn) & (MULTI_CAPTURE | EMPEROR) == 0
            && !checks_single()
        {
            return false;
        }
        self.board.try_move(m);
        let mates = self.board.is_in_check(enemy) && !self.has_safe_reply();
        self.board.undo();
        mates
    }
}
