//! Lion trading: restrictions on capturing a lion that is protected, or with another piece right
//! after a lion was captured.

use crate::movegen::mailbox::board::{Content, EMPTY, LION, PaddedBoard};
use crate::position::Move;
use crate::rules::Square;
use crate::rules::options::LionTrade;

impl PaddedBoard {
    /// True if the rules of lion trading allow a move.
    pub fn lion_trade_allows(&mut self, m: Move) -> bool {
        if self.tables().lion_trade == LionTrade::None || !self.has_any(1 - self.turn(), LION) {
            return true;
        }
        let Some(from) = m.from() else { return true };
        let victims = self.victims(m);
        if victims.iter().all(|&v| self.flags(v) & LION == 0) {
            return true;
        }
        let [first, second] = m.mids();
        let squares = [first, second, Some(m.to())];
        let mover_is_lion = self.flags(self.content(self.cell(from))) & LION != 0;
        (0..3).all(|i| {
            let Some(lion) = squares[i].filter(|_| self.flags(victims[i]) & LION != 0) else {
                return true;
            };
            if !mover_is_lion {
                return self.counter_strike().is_none_or(|square| square == lion)
                    || self.tables().lion_trade == LionTrade::Jcsa
                        && !self.protects_captured_lion(m, squares, victims, i);
            }
            let is_near = self.tables().layout.board().distance(from, lion) <= 1;
            let is_substantial = (0..3)
                .any(|j| j != i && victims[j] != EMPTY && !self.tables().is_minor[victims[j]]);
            is_near || is_substantial || !self.protects_captured_lion(m, squares, victims, i)
        })
    }

    /// True if, after the move, an enemy could capture where the lion `victims[lion]` was.
    fn protects_captured_lion(
        &mut self,
        m: Move,
        squares: [Option<Square>; 3],
        victims: [Content; 3],
        lion: usize,
    ) -> bool {
        let Some(target) = squares[lion].map(|square| self.cell(square)) else { return false };
        let enemy = 1 - self.turn();
        self.try_move(m);
        let mut is_protected = self.is_guarded(target, enemy);
        if self.tables().lion_trade == LionTrade::Lishogi {
            // A pawn or go-between captured on the way still protects.
            for i in 0..3 {
                let Some(cell) = squares[i].map(|square| self.cell(square)) else { continue };
                if i == lion || !self.tables().is_minor[victims[i]] {
                    continue;
                }
                is_protected |= self.while_on(cell, victims[i], |board| {
                    board.can_capture(victims[i], cell, target)
                });
            }
        }
        self.undo();
        is_protected
    }
}
