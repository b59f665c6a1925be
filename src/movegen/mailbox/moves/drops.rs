//! Drops: on any empty square that the piece can leave, with no second unpromoted pawn on a file
//! (nifu), and no mate by a pawn (uchifuzume).

use super::constraints::RoyalConstraints;
use super::lists::retain_from;
use crate::movegen::mailbox::MailboxEngine;
use crate::movegen::mailbox::board::{Cell, Content, EMPEROR, MULTI_CAPTURE, PAWN, PaddedBoard};
use crate::position::{Hand, Move, MoveList};

impl PaddedBoard {
    /// Number of lanes in a hand of the side to move.
    pub fn lanes(&self) -> usize {
        self.tables().droppable[self.turn()].len()
    }

    /// The piece that the side to move drops from a lane.
    pub fn lane_piece(&self, lane: usize) -> Content {
        self.tables().droppable[self.turn()][lane].0
    }

    /// True if the side to move has a piece in a lane.
    pub fn has_in_hand(&self, lane: usize) -> bool {
        self.hand(self.turn()).count(lane as u8) > 0
    }

    fn add_possible_drops_of(&self, lane: usize, out: &mut MoveList) {
        if self.has_in_hand(lane) {
            for square in self.tables().layout.board().iter() {
                self.add_drop(lane, self.cell(square), out);
            }
        }
    }

    /// Appends the drop of a lane's piece on a cell, if hand and cell permit it.
    #[inline]
    pub fn add_drop(&self, lane: usize, to: Cell, out: &mut MoveList) {
        if self.is_empty(to) && self.has_in_hand(lane) && self.is_droppable_on(lane, to) {
            let kind = self.tables().droppable[self.turn()][lane].1;
            out.push(Move::drop(kind, self.square(to)));
        }
    }

    /// True if a lane's piece, dropped on an empty cell, could move again and is no second pawn.
    fn is_droppable_on(&self, lane: usize, to: Cell) -> bool {
        let piece = self.lane_piece(lane);
        let is_second_pawn = self.tables().nifu
            && self.flags(piece) & PAWN != 0
            && self.has_pawn_on_file(self.turn(), to);
        !is_second_pawn && !self.tables().dead_squares[usize::from(piece)].contains(self.square(to))
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
        for lane in 0..self.lanes() {
            self.for_each_evasion_square(&constraints, |to| {
                if self.is_empty(to) && self.is_droppable_on(lane, to) {
                    kinds = kinds.with(lane as u8);
                }
            });
        }
        kinds
    }
}

impl MailboxEngine {
    /// Appends every drop that hand and squares permit, whatever happens to the own royals.
    pub fn add_possible_drops(&self, out: &mut MoveList) {
        for lane in 0..self.board.lanes() {
            self.board.add_possible_drops_of(lane, out);
        }
    }

    /// Appends the legal drops.
    pub fn add_drops(&mut self, constraints: &RoyalConstraints, out: &mut MoveList) {
        if self.board.hand(self.board.turn()).is_empty() {
            return;
        }
        for lane in 0..self.board.lanes() {
            let start = out.len();
            let board = &self.board;
            if constraints.evasion_squares.is_none() {
                board.add_possible_drops_of(lane, out);
            } else {
                board.for_each_evasion_square(constraints, |to| board.add_drop(lane, to, out));
            }
            self.retain_legal_drops(lane, constraints, start, out);
        }
    }

    /// Removes from `start` on, all of it drops of one lane that the constraints allow, the drops
    /// that are not legal.
    pub fn retain_legal_drops(
        &mut self,
        lane: usize,
        constraints: &RoyalConstraints,
        start: usize,
        out: &mut MoveList,
    ) {
        let board = &self.board;
        let piece = board.lane_piece(lane);
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

    /// True if a drop that was just played put a pawn on the board, and the game has uchifuzume.
    pub fn is_pawn_for_uchifuzume(&self, m: Move) -> bool {
        let board = &self.board;
        board.tables().uchifuzume && board.flags(board.content(board.cell(m.to()))) & PAWN != 0
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
