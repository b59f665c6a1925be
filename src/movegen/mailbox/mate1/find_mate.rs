//! The search for a mate in one among forcing moves, and for a reply to each of them.

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
                Some(killers) => self.find_reply(m, killers).is_none(),
                None => !self.has_legal_move(),
            };
            self.board.undo();
            mates
        })
    }

    /// Appends a legal reply to each of some legal moves, `None` where there is none.
    pub fn add_replies(&mut self, moves: &[Move], out: &mut Vec<Option<Move>>) {
        let mut killers = (!self.board.tables().tests_every_move).then(KillerReplies::default);
        out.extend(moves.iter().map(|&m| {
            self.board.try_move(m);
            let reply = match &mut killers {
                Some(killers) => self.find_reply(m, killers),
                None => self.find_legal_move(),
            };
            self.board.undo();
            reply
        }));
    }

    /// A legal reply to a move that was just played, if there is one: a killer, or one that becomes
    /// a killer.
    fn find_reply(&mut self, m: Move, killers: &mut KillerReplies) -> Option<Move> {
        let killer = self.board.legal_killer(m, killers);
        if killer.is_some() {
            return killer;
        }
        let reply = self.find_legal_move()?;
        self.board.add_killer(m, reply, killers);
        Some(reply)
    }
}
