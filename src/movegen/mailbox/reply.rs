//! Whether there is any reply at all, and mates in one with it.

use super::MailboxEngine;
use super::recapture::Recapture;
use super::served::Served;
use super::shield::Shield;
use super::tables::{EMPEROR, EMPTY, HOOK, LION, ROYAL, SPECIAL};
use crate::position::{Move, MoveList};

impl MailboxEngine {
    /// True if the side to move has a move that leaves its royals safe, whatever `king_safety` says.
    pub(super) fn has_safe_reply(&mut self) -> bool {
        if !self.t.free {
            return self.has_legal_move();
        }
        let mut list = self.list();
        self.candidates(&mut list);
        let found = list.iter().any(|&m| self.permits(m, false));
        self.keep(list);
        found
    }

    /// True if the side to move has a legal move.
    pub(super) fn has_legal_move(&mut self) -> bool {
        self.reply().is_some()
    }

    /// A legal move of the side to move, if there is one. The likeliest are tried first.
    fn reply(&mut self) -> Option<Move> {
        if self.lost(self.turn) {
            return None;
        }
        let mut list = self.list();
        let found = if self.may_end() {
            self.tested_moves(&mut list, self.t.free);
            list.first().copied()
        } else {
            self.find_move(&mut list)
        };
        self.keep(list);
        found
    }

    /// A step of a single royal to where nothing captures it: looked for before anything else, since most checks are
    /// answered so.
    fn step_away(&mut self) -> Option<Move> {
        let side = self.turn;
        let enemy = 1 - side;
        let king = self.kings[side][0];
        if self.royal_count[side] != 1
            || self.flags(self.content(king)) & SPECIAL != ROYAL
            || self.must_be_tested(enemy)
        {
            return None;
        }
        let royal = self.set(king, EMPTY);
        let mut found = None;
        self.landings(royal, king, |to, victim| {
            let safe = found.is_none()
                && self.flags(victim) & LION == 0
                && !self.hit_plainly(to, enemy)
                && !self.hit_round_a_corner(to, enemy);
            if safe {
                found = Some(Move::board(self.square(king), self.square(to)));
            }
        });
        self.set(king, royal);
        found
    }

    /// A legal move, if there is one; one form of it may stand for both. `list` is for what is listed on the way.
    fn find_move(&mut self, list: &mut MoveList) -> Option<Move> {
        let step = self.step_away();
        if step.is_some() {
            return step;
        }
        let shield = self.shield();
        if let Some(to) = shield.held.as_ref().and_then(|held| self.havens(held).next()) {
            return Some(Move::board(self.square(shield.king), self.square(to)));
        }
        if shield.answers.is_some() {
            self.answer(&shield, list);
            return list.first().copied();
        }
        let quiet = self.quiet_move(&shield);
        if quiet.is_some() {
            return quiet;
        }
        // The royals last, where they may go takes the longest to tell; but first where others cannot help.
        let royals = self.royals[self.turn];
        let others = self.pieces[self.turn].and_not(&royals);
        let exposed = shield.exposed == Some(true);
        let (first, last) = if exposed { (royals, others) } else { (others, royals) };
        for square in first.iter().chain(last.iter()) {
            self.moves_from(usize::from(self.t.cell[usize::from(square)]), &shield, list);
            if !list.is_empty() {
                return list.first().copied();
            }
        }
        self.drops(&shield, list);
        list.first().copied()
    }

    /// Appends legal answers to a check of a single royal, unless there are none.
    fn answer(&mut self, shield: &Shield, list: &mut MoveList) {
        self.drops(shield, list);
        if list.is_empty() {
            self.moves_from(shield.king, shield, list);
        }
        if list.is_empty() {
            self.each_answer(shield, |to| self.moves_to(to, shield, list));
            self.settle(shield, 0, list);
        }
        for square in self.special[self.turn].iter() {
            let from = usize::from(self.t.cell[usize::from(square)]);
            if !list.is_empty() {
                break;
            }
            if from != shield.king {
                self.moves_from(from, shield, list);
            }
        }
    }

    /// True if there is a legal reply to a check that has just been played; it is remembered.
    fn finds_reply(&mut self, check: Move, served: &mut Served) -> bool {
        let reply = self.reply();
        if let Some(reply) = reply {
            self.remember(check, reply, served);
        }
        reply.is_some()
    }

    /// The first of some legal moves after which there is no legal reply.
    pub(super) fn mate_among(&mut self, list: &[Move]) -> Option<Move> {
        let (side, enemy) = (self.turn, 1 - self.turn);
        let spare = self.spare();
        let mut refuges = [None, None];
        // Of the hundreds of checks there, nearly all fail for the same reason.
        let hooks = self.count(side, HOOK) > 0;
        let mut recapture = hooks.then(Recapture::default);
        let mut served = (hooks || self.count(enemy, EMPEROR) > 0).then(Served::default);
        list.iter().copied().find(|&m| {
            if spare.as_ref().is_some_and(|spare| self.leaves_spare(m, spare))
                || recapture.as_mut().is_some_and(|recapture| self.is_recaptured(m, recapture))
                || self.leaves_refuges(m, &mut refuges)
            {
                return false;
            }
            self.try_out(m);
            let mates = match &mut served {
                Some(served) => !self.serves_again(m, served) && !self.finds_reply(m, served),
                None => !self.has_legal_move(),
            };
            self.unmake();
            mates
        })
    }
}
