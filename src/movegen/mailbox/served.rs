//! Replies that served against the last checks, tried first against the next: of the hundreds of checks that a hook mover
//! has, or that an emperor gets, nearly all fail to the same few.

use super::MailboxEngine;
use super::tables::{Cell, EMPEROR, EMPTY, LION};
use crate::position::Move;

/// So many are remembered.
const MOST: usize = 6;

/// A piece and where it goes.
#[derive(Clone, Copy, Default)]
struct Way {
    piece: u8,
    from: Cell,
    /// An empty cell; none if it captures the piece that gives check, wherever that is.
    to: Option<Cell>,
}

/// Replies that served, the last first.
#[derive(Default)]
pub(super) struct Served {
    ways: [Way; MOST],
    count: usize,
}

impl MailboxEngine {
    /// True only if one of the replies is legal after a check that has just been played, where a single royal has to be saved.
    pub(super) fn serves_again(&mut self, check: Move, served: &mut Served) -> bool {
        if self.royal_count[self.turn] != 1 || self.phantom[self.turn] {
            return false;
        }
        for i in 0..served.count {
            let way = served.ways[i];
            if self.serves(way, way.to.unwrap_or_else(|| self.cell(check.to()))) {
                served.ways[..=i].rotate_right(1);
                return true;
            }
        }
        false
    }

    /// True only if a piece can go to a cell, unchanged, so that the single royal is safe.
    fn serves(&mut self, way: Way, to: Cell) -> bool {
        let Way { piece, from, .. } = way;
        let (side, victim) = (self.turn, self.content(to));
        let king = self.kings[side][0];
        let fits = if way.to.is_some() { victim == EMPTY } else { self.owner(victim) == 1 - side };
        let reaches = |engine: &mut MailboxEngine| {
            from == king && engine.flags(piece) & EMPEROR != 0 || engine.captures(piece, from, to)
        };
        self.content(from) == piece
            && fits
            && self.flags(victim) & LION == 0
            && reaches(self)
            && self.plain_choice(piece, from, to, victim).stay
            && !self.once_gone(from, to, |engine, enemy| {
                engine.attacked(if from == king { to } else { king }, enemy)
            })
    }

    /// Remembers a legal reply to a check that has just been played, if it may serve again.
    pub(super) fn remember(&self, check: Move, reply: Move, served: &mut Served) {
        let Some(from) = reply.from().filter(|_| reply.is_straight()) else { return };
        let (from, to) = (self.cell(from), self.cell(reply.to()));
        let piece = self.content(from);
        let answers = self.content(to) == EMPTY || reply.to() == check.to();
        // What such a hook mover can reach it may reach by a capture on the way alone.
        if self.goes_on(piece) || !answers {
            return;
        }
        let to = Some(to).filter(|_| reply.to() != check.to());
        served.count = (served.count + 1).min(MOST);
        served.ways[..served.count].rotate_right(1);
        served.ways[0] = Way { piece, from, to };
    }
}
