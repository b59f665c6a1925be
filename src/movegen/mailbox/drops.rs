//! Drops: on any empty square, but nowhere where the piece could never move, no second unpromoted pawn
//! on a file, and no mate by a pawn.

use super::MailboxEngine;
use super::shield::Shield;
use super::tables::{Cell, EMPEROR, EMPTY, MASK, MULTI, PAWN};
use crate::position::{Move, MoveList};

impl MailboxEngine {
    /// Appends every drop that the hand and the squares allow.
    pub(super) fn possible_drops(&self, out: &mut MoveList) {
        for lane in 0..self.t.lanes[self.turn].len() {
            self.possible_drops_of(lane, out);
        }
    }

    fn possible_drops_of(&self, lane: usize, out: &mut MoveList) {
        if self.hands[self.turn].count(lane as u8) > 0 {
            for square in 0..self.t.board.squares() {
                self.drop_on(lane, usize::from(self.t.cell[square & MASK]), out);
            }
        }
    }

    /// Appends the drop of a lane's piece on a cell, if hand and square allow it.
    #[inline]
    pub(super) fn drop_on(&self, lane: usize, to: Cell, out: &mut MoveList) {
        if self.cells[to & MASK] == EMPTY
            && self.hands[self.turn].count(lane as u8) > 0
            && self.may_stand(lane, to)
        {
            out.push(Move::drop(self.t.lanes[self.turn][lane].1, self.square(to)));
        }
    }

    /// True if a lane's piece, dropped on an empty cell, could move again and is no second pawn.
    pub(super) fn may_stand(&self, lane: usize, to: Cell) -> bool {
        let side = self.turn;
        let piece = self.t.lanes[side][lane].0;
        let second_pawn = self.t.nifu
            && self.flags(piece) & PAWN != 0
            && self.pawns[side][usize::from(self.t.file[to & MASK] & 31)] > 0;
        !second_pawn && !self.t.dead[usize::from(piece)].contains(self.t.square[to & MASK])
    }

    /// Appends the legal drops.
    pub(super) fn drops(&mut self, shield: &Shield, out: &mut MoveList) {
        if self.hands[self.turn].is_empty() {
            return;
        }
        for lane in 0..self.t.lanes[self.turn].len() {
            let start = out.len();
            if shield.answers.is_none() {
                self.possible_drops_of(lane, out);
            } else {
                self.each_answer(shield, |to| self.drop_on(lane, to, out));
            }
            self.settle_drops(lane, shield, start, out);
        }
    }

    /// Removes from the end of a list, all of it drops of one lane that the shield lets pass, those
    /// that are not legal.
    pub(super) fn settle_drops(
        &mut self,
        lane: usize,
        shield: &Shield,
        start: usize,
        out: &mut MoveList,
    ) {
        let pawn = self.t.lanes[self.turn][lane].0;
        let may_mate = self.t.uchifuzume
            && self.flags(pawn) & PAWN != 0
            && self.royal_count[1 - self.turn] > 0;
        if start == out.len() || !may_mate && shield.is_exact() {
            return;
        }
        let mut kept = start;
        for i in start..out.len() {
            let m = out[i];
            if (shield.is_exact() || self.is_safe(m, shield))
                && !(may_mate && self.mates_by_pawn(pawn, m))
            {
                out[kept] = m;
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    pub(super) fn dropped_a_pawn(&self, m: Move) -> bool {
        self.t.uchifuzume && self.flags(self.cells[self.cell(m.to())]) & PAWN != 0
    }

    /// The piece that a drop of the side to move puts on the board.
    pub(super) fn lane_piece(&self, m: Move) -> u8 {
        let lanes = &self.t.lanes[self.turn];
        lanes.iter().find(|lane| Some(lane.1) == m.dropped()).map_or(EMPTY, |lane| lane.0)
    }

    /// True if the drop of a pawn mates.
    fn mates_by_pawn(&mut self, pawn: u8, m: Move) -> bool {
        let side = self.turn;
        let enemy = 1 - side;
        // Nothing was attacked before; a pawn adds its own attack, on one royal unless it captures several, and may guard
        // for an emperor.
        let to = self.cell(m.to());
        let single = self.royal_count[enemy] == 1;
        if self.count(side, EMPEROR) == 0
            && self.flags(pawn) & (MULTI | EMPEROR) == 0
            && !(single && self.captures(pawn, to, self.kings[enemy][0]))
        {
            return false;
        }
        self.try_out(m);
        let mates = self.all_capturable(enemy) && !self.has_safe_reply();
        self.unmake();
        mates
    }
}
