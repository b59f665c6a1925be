//! What can be said of a move without playing it: the key and hand after it, what covers its square, and
//! which drops could answer a check.

use super::MailboxEngine;
use super::make::{WHITE_TO_MOVE, mix, piece_key};
use super::tables::{EMPTY, MASK};
use crate::position::{BoardKey, Hand, Move};
use crate::rules::options::{Deferral, LionTrade};

impl MailboxEngine {
    /// Key and the mover's hand after a move; none where the game has memories that a move changes.
    pub(super) fn key_after(&self, m: Move) -> Option<(BoardKey, Hand)> {
        if self.t.trade != LionTrade::None || self.t.deferral != Deferral::None {
            return None;
        }
        let mut key = self.key ^ mix(WHITE_TO_MOVE);
        let mut hand = self.hands[self.turn];
        let Some(from) = m.from() else {
            let lane = self.t.lanes[self.turn].iter().position(|l| Some(l.1) == m.dropped())?;
            let lane = u8::try_from(lane).ok().filter(|lane| hand.count(*lane) > 0)?;
            key ^= piece_key(self.lane_piece(m), m.to().0);
            return Some((BoardKey(key), hand.without(lane)));
        };
        let mover = self.cells[self.cell(from) & MASK];
        let victims = self.victims(m);
        let [first, second] = m.mids();
        for (square, victim) in [first, second, Some(m.to())].into_iter().zip(victims) {
            if let (Some(square), true) = (square, victim != EMPTY) {
                key ^= piece_key(victim, square.0);
                hand = self.pocketed(hand, victim);
            }
        }
        key ^= piece_key(mover, from.0);
        key ^= piece_key(self.becomes(mover, victims, m.changes()), m.to().0);
        Some((BoardKey(key), hand))
    }

    /// How many pieces of the mover's side cover the final square of a move along a line or by a jump, the moving piece
    /// apart.
    pub(super) fn cover_after(&self, m: Move) -> u32 {
        let target = self.cell(m.to());
        let lifted = m.from().map(|from| self.cell(from));
        let lines = self.lines_without(lifted.as_slice());
        let reach = &self.t.reach[self.turn];
        let stops = lines.stops(self.t.file[target & MASK], self.t.rank[target & MASK]);
        let mut hits = 0;
        for (dir, stop) in stops.into_iter().enumerate() {
            let piece = self.cells[self.along(target, dir, stop)];
            hits += u32::from(reach[usize::from(piece)][dir ^ 4] >= stop);
        }
        for probe in &self.probes[self.turn] {
            let from = target.wrapping_add(probe.delta) & MASK;
            let piece = self.cells[from];
            if Some(from) == lifted || !probe.has(piece) {
                continue;
            }
            // What also comes along a line has been counted.
            let line = self.t.offset(target, from);
            let slides = line.dir < 8
                && reach[usize::from(piece)][usize::from(line.dir ^ 4)] >= line.distance
                && stops[usize::from(line.dir)] == line.distance;
            hits += u32::from(!slides);
        }
        hits
    }

    /// One of each lane's kind that could answer the check that the side to move is in by a drop.
    pub(super) fn blocking_kinds(&self) -> Hand {
        if self.lost(self.turn) || self.lost(1 - self.turn) {
            return Hand::ONE_OF_EACH;
        }
        let shield = self.shield();
        if shield.answers.is_none() {
            return Hand::ONE_OF_EACH;
        }
        let mut kinds = Hand::EMPTY;
        for lane in 0..self.t.lanes[self.turn].len() {
            self.each_answer(&shield, |to| {
                if self.content(to) == EMPTY && self.may_stand(lane, to) {
                    kinds = kinds.with(lane as u8);
                }
            });
        }
        kinds
    }
}
