//! The search for a mate in one among forcing moves.

use super::hook_mover_captures::HookMoverCaptures;
use super::killer_replies::KillerReplies;
use crate::movegen::mailbox::MailboxEngine;
use crate::movegen::mailbox::board::{EMPEROR, HOOK};
use crate::position::Move;

impl MailboxEngine {
    /// The first of some legal moves after which there is no legal reply.
    pub fn find_mate(&mut self, moves: &[Move]) -> Option<Move> {
        let (side, enemy) = (self.board.turn(), 1 - self.board.turn());
        let quiet_replies = self.board.quiet_replies();
        let mut flight_squares = [None, None];
        let has_hook_movers = self.board.has_any(side, HOOK);
        let mut captures = has_hook_movers.then(HookMoverCaptures::default);
        let mut killers =
            (has_hook_movers || self.board.has_any(enemy, EMPEROR)).then(KillerReplies::default);
        moves.iter().copied().find(|&m| {
            let board = &mut self.board;
            if quiet_replies.as_ref().is_some_and(|replies| board.keeps_quiet_reply(m, replies))
                || captures.as_mut().is_some_and(|captures| board.can_recapture_hook(m, captures))
                || board.keeps_flight_square(m, &mut flight_squares)
            {
                return false;
            }
            board.try_move(m);
            let mates = match &mut killers {
                Some(killers) => {
                    !self.board.is_killer_legal(m, killers) && !self.finds_reply(m, killers)
                }
                None => !self.has_legal_move(),
            };
            self.board.undo();
            mates
        })
    }

    /// True if there is a legal reply to a check that was just played. The reply becomes a killer.
    fn finds_reply(&mut self, check: Move, killers: &mut KillerReplies) -> bool {
        let reply = self.find_legal_move();
        if let Some(reply) = reply {
            self.board.add_killer(check, reply, killers);
        }
        reply.is_some()
    }
}
