//! Whether there is any reply at all, and mates in one with it.

use super::Mailbox;
use super::escape::Escapes;
use super::shield::{Safety, Shield};
use super::tables::{EMPTY, LION, MASK, ROYAL, SPECIAL};
use crate::position::Move;

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

    /// True if the side to move has a legal move. The likeliest are tried first.
    pub(super) fn has_legal_move(&mut self) -> bool {
        if self.lost(self.turn) {
            return false;
        }
        let mut list = self.list();
        let found = if self.may_end() {
            self.tested_moves(&mut list, self.t.free);
            !list.is_empty()
        } else {
            self.finds_move(&mut list)
        };
        self.keep(list);
        found
    }

    /// True only if a royal that goes anywhere has a legal move that captures nothing.
    fn escapes_anywhere(&self, shield: &Shield) -> bool {
        shield.held.as_ref().is_some_and(|held| self.havens(held).next().is_some())
    }

    /// True only if a single royal can step to where nothing captures it: looked at before anything else, since most
    /// checks are answered so.
    fn steps_away(&mut self) -> bool {
        let side = self.turn;
        let enemy = 1 - side;
        let king = self.kings[side][0];
        if self.royal_count[side] != 1
            || self.flags(self.content(king)) & SPECIAL != ROYAL
            || self.must_be_tested(enemy)
        {
            return false;
        }
        let royal = self.set(king, EMPTY);
        let mut found = false;
        self.landings(royal, king, |to, victim| {
            found = found
                || self.flags(victim) & LION == 0
                    && !self.hit_plainly(to, enemy)
                    && !self.hit_round_a_corner(to, enemy);
        });
        self.set(king, royal);
        found
    }

    fn finds_move(&mut self, list: &mut Vec<Move>) -> bool {
        if self.steps_away() {
            return true;
        }
        let shield = self.shield();
        if self.escapes_anywhere(&shield) {
            return true;
        }
        let checked = shield.safety == Safety::Single && shield.checkers > 0;
        if !checked {
            if self.goes_quietly(&shield) {
                return true;
            }
            // The royals last, where they may go takes the longest to tell; but first where others cannot help.
            let royals = self.royals[self.turn];
            let mut others = self.pieces[self.turn];
            royals.iter().for_each(|square| others.remove(square));
            let exposed = shield.exposed == Some(true);
            let (first, last) = if exposed { (royals, others) } else { (others, royals) };
            for square in first.iter().chain(last.iter()) {
                self.moves_from(usize::from(self.t.cell[usize::from(square)]), &shield, list);
                if !list.is_empty() {
                    return true;
                }
            }
            self.drops(&shield, list);
            return !list.is_empty();
        }
        if shield.checkers == 1 {
            self.drops(&shield, list);
            if !list.is_empty() {
                return true;
            }
        }
        self.moves_from(shield.king, &shield, list);
        if !list.is_empty() {
            return true;
        }
        if shield.checkers == 1 {
            self.moves_to(shield.checker, &shield, list);
            if shield.line < 8 {
                let mut to = shield.king;
                for _ in 1..shield.distance {
                    to = to.wrapping_add(self.t.step[usize::from(shield.line)]) & MASK;
                    self.moves_to(to, &shield, list);
                }
            }
            self.settle(&shield, 0, list);
            if !list.is_empty() {
                return true;
            }
        }
        for square in self.special[self.turn].iter() {
            let from = usize::from(self.t.cell[usize::from(square)]);
            if from != shield.king {
                self.moves_from(from, &shield, list);
                if !list.is_empty() {
                    return true;
                }
            }
        }
        false
    }

    /// The first of some legal moves after which there is no legal reply.
    pub(super) fn mate_among(&mut self, list: &[Move]) -> Option<Move> {
        let spare = self.spare();
        let mut refuges = [None, None];
        let mut escapes = self.goes_anywhere(1 - self.turn).then(Escapes::default);
        list.iter().copied().find(|&m| {
            if spare.as_ref().is_some_and(|spare| self.leaves_spare(m, spare))
                || self.leaves_refuges(m, &mut refuges)
            {
                return false;
            }
            self.try_out(m);
            let escapes = escapes.as_mut().is_some_and(|escapes| self.escapes(escapes));
            let mate = !escapes && !self.has_legal_move();
            self.unmake();
            mate
        })
    }
}
