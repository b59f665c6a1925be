//! Which moves leave a royal to be captured (RULES 2.6), for all moves of a position at once.
//!
//! The rule asks of every move whether, after it, an enemy could capture all royals. A side mostly has one, and most
//! moves are not that royal's: of those its [`Threats`] tell. An attacker mostly has none and nothing to fear.

use super::royal::{all_capturable, has_lost};
use super::threats::Threats;
use super::with_piece;
use crate::position::{Move, Piece, Position};
use crate::rules::options::KingSafety;
use crate::rules::{Kind, Royalty, Rules, Side, Square};

/// What a side has to fear for its royals.
pub struct Safety<'a> {
    rules: &'a Rules,
    side: Side,
    rule: KingSafety,
    fear: Fear,
}

enum Fear {
    /// Nothing: no royal of it can be captured, or all may be.
    Nothing,
    /// The enemies of its only royal.
    Few(Few),
    /// All enemies.
    All,
}

struct Few {
    threats: Threats,
    /// The position, on which drops are tried.
    board: Position,
    /// By square, whether a drop there leaves the royal safe, once that is known.
    holds: Vec<Option<bool>>,
}

impl<'a> Safety<'a> {
    /// The rule by itself, for `side`.
    pub fn plain(rules: &'a Rules, side: Side, rule: KingSafety) -> Safety<'a> {
        Safety { rules, side, rule, fear: Fear::All }
    }

    /// For many moves of the side to move.
    pub fn of(rules: &'a Rules, position: &Position, rule: KingSafety) -> Safety<'a> {
        let side = position.side;
        let fear = if has_lost(rules, position, side.other()) {
            // Whatever is played, the opponent has has_lost first.
            Fear::All
        } else if rule != KingSafety::Strict || position.phantom[side.index()] {
            Fear::Nothing
        } else if let Some(threats) = Threats::to(rules, position, side) {
            let holds = vec![None; position.board.len()];
            Fear::Few(Few { threats, board: position.clone(), holds })
        } else {
            Fear::All
        };
        Safety { rules, side, rule, fear }
    }

    /// True if the move cannot expose the royal: a drop that [`Safety::holds`], or a move of another piece where there
    /// is nothing to fear.
    pub fn is_sure(&self, m: Move) -> bool {
        match &self.fear {
            Fear::Nothing => true,
            Fear::Few(Few { threats, .. }) => match m.from() {
                Some(from) => from != threats.royal && threats.is_empty(),
                None => true,
            },
            Fear::All => false,
        }
    }

    /// False if the royal is known to be left to be captured when a piece of this kind is dropped on an empty square.
    /// Which piece it is makes no difference to that: so each square is tried once.
    pub fn holds(&mut self, kind: Kind, to: Square) -> bool {
        let Fear::Few(Few { threats, board, holds }) = &mut self.fear else { return true };
        *holds[to.index()].get_or_insert_with(|| {
            let dropped = Piece::new(kind, self.side);
            !with_piece(board, to, dropped, |board| threats.capture(self.rules, board))
        })
    }

    /// True if the rules forbid a move to `to` because of the position after it.
    pub fn forbids(&self, after: &Position, to: Square) -> bool {
        let (rules, side) = (self.rules, self.side);
        let is_royal = |piece: Piece| rules.spec(piece.kind()).royalty == Royalty::Royal;
        match &self.fear {
            Fear::Nothing => false,
            Fear::Few(Few { threats, .. }) if !after.at(to).is_some_and(is_royal) => {
                threats.capture(rules, after)
            }
            _ => self.rule == KingSafety::Strict && all_capturable(rules, after, side),
        }
    }
}
