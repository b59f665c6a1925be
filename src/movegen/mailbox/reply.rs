//! Whether there is any reply at all, and mates in one with it.

use super::Mailbox;
use super::recapture::Recapture;
use super::served::Served;
use super::tables::{EMPEROR, EMPTY, HOOK, LION, ROYAL, SPECIAL};
use crate::position::{Move, MoveList};

impl Mailbox {
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
        if self.may_end() {
            self.tested_moves(&mut list, self.t.free);
        } else {
            self.find_moves(&mut list);
        }
        let found = list.first().copied();
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
                found = Some(Move::board(self.square(king), self.square(to), false));
            }
        });
        self.set(king, royal);
        found
    }

    /// Appends a legal move or more, unless there is none. One form of it may stand for both.
    fn find_moves(&mut self, list: &mut MoveList) {
        list.extend(self.step_away());
        if !list.is_empty() {
            return;
        }
        let shield = self.shield();
        let haven = shield.held.as_ref().and_then(|held| self.havens(held).next());
        list.extend(haven.map(|to| Move::board(self.square(shield.king), self.square(to), false)));
        if !list.is_empty() {
            return;
        }
        if shield.answers.is_none() {
            list.extend(self.quiet_move(&shield));
            // The royals last, where they may go takes the longest to tell; but first where others cannot help.
            let royals = self.royals[self.turn];
            let mut others = self.pieces[self.turn];
            royals.iter().for_each(|square| others.remove(square));
            let exposed = shield.exposed == Some(true);
            let (first, last) = if exposed { (royals, others) } else { (others, royals) };
            for square in first.iter().chain(last.iter()) {
                if list.is_empty() {
                    self.moves_from(usize::from(self.t.cell[usize::from(square)]), &shield, list);
                }
            }
            if list.is_empty() {
                self.drops(&shield, list);
            }
            return;
        }
        self.drops(&shield, list);
        if list.is_empty() {
            self.moves_from(shield.king, &shield, list);
        }
        if list.is_empty() {
            self.each_answer(&shield, |to| self.moves_to(to, &shield, list));
            self.settle(&shield, 0, list);
        }
        for square in self.special[self.turn].iter() {
            let from = usize::from(self.t.cell[usize::from(square)]);
            if list.is_empty() && from != shield.king {
                self.moves_from(from, &shield, list);
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
