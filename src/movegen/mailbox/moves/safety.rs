//! Does a pseudo-legal move leave the own royals safe?

use super::constraints::{AllRoyals, RoyalConstraints, RoyalSafety};
use super::lists::retain_from;
use crate::movegen::mailbox::MailboxEngine;
use crate::movegen::mailbox::board::{Cell, MULTI_CAPTURE, ROYAL, SPECIAL};
use crate::position::{Move, MoveList};
use crate::rules::options::{KingSafety, LionTrade};

impl MailboxEngine {
    /// True if a pseudo-legal move is legal, found by playing it.
    pub fn is_legal_when_played(&mut self, m: Move, king_safety: KingSafety) -> bool {
        let side = self.board.turn();
        self.board.try_move(m);
        if self.board.has_lost(1 - side) {
            self.board.undo();
            return true;
        }
        // A royal that was burned is lost.
        let is_safe = king_safety == KingSafety::Free
            || !self.board.has_lost(side) && !self.board.is_in_check(side);
        let is_banned = is_safe && m.from().is_none() && self.is_banned_after_drop(m);
        self.board.undo();
        is_safe && !is_banned && self.board.lion_trade_allows(m)
    }

    /// True if the own royals are safe after a pseudo-legal move, found by playing it where that is
    /// necessary.
    pub fn is_safe(&mut self, m: Move, constraints: &RoyalConstraints) -> bool {
        if constraints.all_royals != AllRoyals::Unknown {
            if !self.concerns_royals(m) {
                return constraints.all_royals == AllRoyals::NotAttacked;
            }
            if let Some(is_safe) = self.are_several_safe(m) {
                return is_safe;
            }
        }
        let side = self.board.turn();
        self.board.try_move(m);
        let is_safe = !self.board.is_in_check(side);
        self.board.undo();
        is_safe
    }

    /// Of a side with several royals, which lines do not concern: whether they are safe after a
    /// move. `None` if the move does not leave two or three of them, or is not straight.
    fn are_several_safe(&self, m: Move) -> Option<bool> {
        let board = &self.board;
        let side = board.turn();
        let (from, to) = (board.cell(m.from()?), board.cell(m.to()));
        let (mut royals, count) = board.royal_cells(side);
        let royals = &mut royals[..count];
        let [before, after] = board.before_and_after(m).map(|piece| board.flags(piece) & ROYAL);
        if !m.is_straight() || before != after || board.royal_count(side) != count {
            return None;
        }
        royals.iter_mut().filter(|royal| **royal == from).for_each(|royal| *royal = to);
        Some(!board.can_multi_capture(1 - side, royals, Some(to)))
    }

    /// True if a move changes which royals the side to move has or where they are, or captures a
    /// piece that captures several at once.
    fn concerns_royals(&self, m: Move) -> bool {
        let board = &self.board;
        let moves_royal =
            board.before_and_after(m).into_iter().any(|piece| board.flags(piece) & ROYAL != 0);
        moves_royal || board.captures_any(m, MULTI_CAPTURE)
    }

    /// True if a pseudo-legal move of a special piece leaves the own royals safe.
    pub fn is_special_move_safe(
        &mut self,
        m: Move,
        from: Cell,
        constraints: &RoyalConstraints,
    ) -> bool {
        match constraints.safety {
            RoyalSafety::Unrestricted => true,
            RoyalSafety::Several => self.is_safe(m, constraints),
            RoyalSafety::Single => self.is_single_safe(m, from, constraints),
        }
    }

    /// The same for a side with a single royal.
    fn is_single_safe(&mut self, m: Move, from: Cell, constraints: &RoyalConstraints) -> bool {
        let to = self.board.cell(m.to());
        let is_straight = m.is_straight();
        let moves_royal = from == constraints.royal;
        if is_straight && moves_royal {
            if let Some(danger) = &constraints.danger_squares {
                return !danger.contains(m.to());
            }
        }
        let is_decided =
            is_straight && !moves_royal && self.board.is_decided(constraints, Some(from), to);
        if !is_straight || constraints.must_test() && !is_decided {
            let is_hopeless = is_straight
                && !moves_royal
                && !m.changes()
                && !self.board.allows(constraints, Some(from), to);
            return !is_hopeless && self.is_safe(m, constraints);
        }
        if moves_royal {
            return self.is_royal_step_safe(from, to);
        }
        let [_, form] = self.board.before_and_after(m);
        if self.board.flags(form) & ROYAL != 0 {
            return self.is_safe(m, constraints);
        }
        self.board.allows(constraints, Some(from), to)
    }

    /// True if no enemy other than an emperor could capture the royal once it has gone from one
    /// cell to another.
    fn is_royal_step_safe(&mut self, from: Cell, to: Cell) -> bool {
        self.board.while_empty(from, |board, royal| {
            let enemy = 1 - board.owner(royal);
            !board.is_attacked_directly(to, enemy) && !board.is_attacked_by_turn(to, enemy)
        })
    }

    /// True if the piece is the single royal of its side, only steps or slides, and its attackers
    /// can be seen without a test.
    pub fn is_plain_king(&self, from: Cell, constraints: &RoyalConstraints) -> bool {
        from == constraints.royal
            && constraints.safety == RoyalSafety::Single
            && !constraints.must_test()
            && self.board.flags(self.board.content(from)) & SPECIAL == ROYAL
    }

    /// Removes from `start` on the moves that the constraints allow, but do not decide, and that
    /// are not legal.
    pub fn retain_legal(
        &mut self,
        constraints: &RoyalConstraints,
        start: usize,
        out: &mut MoveList,
    ) {
        let must_test = !constraints.is_exact();
        if !must_test && self.board.tables().lion_trade == LionTrade::None {
            return;
        }
        retain_from(out, start, |m| {
            let is_decided = || {
                let from = m.from().map(|square| self.board.cell(square));
                self.board.is_decided(constraints, from, self.board.cell(m.to()))
            };
            (!must_test || is_decided() || self.is_safe(m, constraints))
                && self.board.lion_trade_allows(m)
        });
    }
}
