//! Quiet replies of a side with several royals. Such a side is not in check as long as one royal is
//! safe, so that almost any move that the opponent does not touch stays legal.

use crate::movegen::mailbox::board::{Cell, MAX_LISTED_ROYALS, MULTI_CAPTURE, PaddedBoard, ROYAL};
use crate::movegen::mailbox::moves::QuietMovers;
use crate::position::Move;
use crate::rules::Square;

/// Quiet moves that are listed: one move of the opponent takes away few.
const MAX_QUIET_REPLIES: usize = 4;

/// Quiet moves of the side not to move.
pub struct QuietReplies {
    /// From cell to empty cell. A move may be listed several times.
    moves: [(Cell, Cell); MAX_QUIET_REPLIES],
    royals: [Cell; MAX_LISTED_ROYALS],
    royal_count: usize,
}

impl PaddedBoard {
    /// Pieces of the side not to move whose quiet moves stay legal. If the side to move captures
    /// royals only one by one, the royals are among them.
    fn quiet_repliers(&self) -> QuietMovers {
        if self.has_any(self.turn(), MULTI_CAPTURE) { QuietMovers::Plain } else { QuietMovers::All }
    }

    /// Quiet replies of the side not to move. `None` if their legality depends on the whole board,
    /// or if the side has a single royal.
    pub fn quiet_replies(&self) -> Option<QuietReplies> {
        let (side, enemy) = (self.turn(), 1 - self.turn());
        let has_several = (2..=MAX_LISTED_ROYALS).contains(&self.royal_count(enemy));
        if self.tables().free_king_safety
            || self.has_phantom(enemy)
            || !has_several
            || self.has_capturing_hook_mover(side)
            || self.can_capture_all_royals(enemy)
        {
            return None;
        }
        let mut found = self.quiet_moves(enemy, self.quiet_repliers());
        let mut moves = [found.next()?; MAX_QUIET_REPLIES];
        moves[1..].iter_mut().zip(found).for_each(|(slot, reply)| *slot = reply);
        let (royals, royal_count) = self.royal_cells(enemy);
        Some(QuietReplies { moves, royals, royal_count })
    }

    /// True only if a legal move leaves one of the quiet replies legal: it captures no royal, and
    /// does not threaten all of them at once.
    #[inline(always)]
    pub fn keeps_quiet_reply(&self, m: Move, replies: &QuietReplies) -> bool {
        let to = self.cell(m.to());
        let [_, form] = self.before_and_after(m);
        let is_kept = |&(from, end): &(Cell, Cell)| {
            let touches = |cell: Cell| from == cell || end == cell;
            let passes = |square: Option<Square>| square.is_some_and(|s| touches(self.cell(s)));
            !touches(to) && (m.is_straight() || !m.mids().into_iter().any(passes))
        };
        // The first piece of the opponent that captures several also makes moves of royals unsafe.
        let may_threaten_all = || {
            self.quiet_repliers() == QuietMovers::All
                || self.captures_all(form, to, &replies.royals[..replies.royal_count])
        };
        !self.captures_any(m, ROYAL)
            && !self.is_capturing_hook_mover(form)
            && (self.flags(form) & MULTI_CAPTURE == 0 || !may_threaten_all())
            && replies.moves.iter().any(is_kept)
    }
}
