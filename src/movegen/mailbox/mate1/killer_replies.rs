//! Killer replies: the replies that refuted the last checks are tried first against the next. Hook
//! movers give hundreds of checks, and an enemy emperor gets as many; nearly all fail to the same
//! few replies.

use crate::movegen::mailbox::board::{Cell, Content, EMPEROR, EMPTY, LION, PaddedBoard};
use crate::position::Move;

/// Killers that are kept.
const MAX_KILLERS: usize = 6;

/// A reply that refuted a check.
#[derive(Clone, Copy, Default)]
struct KillerReply {
    piece: Content,
    from: Cell,
    /// An empty cell. `None`: the reply captures the piece that gives check, wherever that is.
    to: Option<Cell>,
}

/// Killers, the latest first.
#[derive(Default)]
pub struct KillerReplies {
    replies: [KillerReply; MAX_KILLERS],
    count: usize,
}

impl PaddedBoard {
    /// One of the killers that is legal after a check that was just played, by which a single royal
    /// is attacked. `None` if none is known to be legal.
    pub fn legal_killer(&mut self, check: Move, killers: &mut KillerReplies) -> Option<Move> {
        if self.royal_count(self.turn()) != 1 || self.has_phantom(self.turn()) {
            return None;
        }
        for i in 0..killers.count {
            let killer = killers.replies[i];
            let to = killer.to.unwrap_or_else(|| self.cell(check.to()));
            if self.is_reply_legal(killer, to) {
                killers.replies[..=i].rotate_right(1);
                return Some(Move::board(self.square(killer.from), self.square(to)));
            }
        }
        None
    }

    /// True only if a piece can go to a cell, unchanged, and the single royal is safe afterwards.
    fn is_reply_legal(&mut self, reply: KillerReply, to: Cell) -> bool {
        let KillerReply { piece, from, .. } = reply;
        let (side, victim) = (self.turn(), self.content(to));
        let royal = self.first_royal(side);
        let is_suitable =
            if reply.to.is_some() { victim == EMPTY } else { self.owner(victim) == 1 - side };
        let reaches = |board: &PaddedBoard| {
            from == royal && board.flags(piece) & EMPEROR != 0 || board.can_capture(piece, from, to)
        };
        self.content(from) == piece
            && is_suitable
            && self.flags(victim) & LION == 0
            && reaches(self)
            && self.straight_promotion_choice(piece, from, to, victim).unchanged
            && !self.while_moved(from, to, |board| {
                board.is_attacked(if from == royal { to } else { royal }, 1 - side)
            })
    }

    /// Keeps a legal reply to a check that was just played, if it may refute others.
    pub fn add_killer(&self, check: Move, reply: Move, killers: &mut KillerReplies) {
        let Some(from) = reply.from().filter(|_| reply.is_straight()) else { return };
        let (from, to) = (self.cell(from), self.cell(reply.to()));
        let piece = self.content(from);
        let is_answer = self.is_empty(to) || reply.to() == check.to();
        // A capturing hook mover may reach a cell only by a capture on the way.
        if self.is_capturing_hook_mover(piece) || !is_answer {
            return;
        }
        let to = Some(to).filter(|_| reply.to() != check.to());
        killers.count = (killers.count + 1).min(MAX_KILLERS);
        killers.replies[..killers.count].rotate_right(1);
        killers.replies[0] = KillerReply { piece, from, to };
    }
}
