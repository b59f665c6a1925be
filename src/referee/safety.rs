//! Safety of royals (RULES 2.6), for all moves of a position at once.
//!
//! The rule asks of every move whether an enemy could then capture all royals. Most sides have one
//! royal, and most moves are by other pieces: for those the [`Threats`] to the royal suffice. Most
//! attackers have no royal and need no test.

use super::royal::{all_capturable, has_lost};
use super::threats::Threats;
use super::with_piece;
use crate::position::{Move, Piece, Position};
use crate::rules::options::KingSafety;
use crate::rules::{Kind, Royalty, Rules, Side, Square};

/// Tests whether moves of a side leave its royals to be captured.
pub struct Safety<'a> {
    rules: &'a Rules,
    side: Side,
    rule: KingSafety,
    danger: Danger,
}

enum Danger {
    /// None: the side has a phantom royal, or the rules allow it to lose its royals.
    None,
    /// From the threats to its only royal.
    FromThreats(KnownThreats),
    /// From any enemy.
    FromAny,
}

struct KnownThreats {
    threats: Threats,
    /// Copy of the position, to try drops on.
    board: Position,
    /// By square: whether a drop there leaves the royal safe; `None` until tested.
    safe_drops: Vec<Option<bool>>,
}

impl<'a> Safety<'a> {
    /// The rule itself for `side`, without any fast test.
    pub fn plain(rules: &'a Rules, side: Side, rule: KingSafety) -> Safety<'a> {
        Safety { rules, side, rule, danger: Danger::FromAny }
    }

    /// Prepares the tests for many moves of the side to move.
    pub fn of(rules: &'a Rules, position: &Position, rule: KingSafety) -> Safety<'a> {
        let side = position.side;
        let danger = if has_lost(rules, position, side.other()) {
            // The opponent has lost already, whatever the move.
            Danger::FromAny
        } else if rule != KingSafety::Strict || position.phantom[side.index()] {
            Danger::None
        } else if let Some(threats) = Threats::to_only(rules, position, side) {
            let safe_drops = vec![None; position.board.len()];
            Danger::FromThreats(KnownThreats { threats, board: position.clone(), safe_drops })
        } else {
            Danger::FromAny
        };
        Safety { rules, side, rule, danger }
    }

    /// True if the move surely leaves the royal safe. Such moves are [safe
    /// drops](Safety::is_safe_drop) of other pieces than royals, and, where nothing threatens the
    /// royal, board moves of all other pieces.
    pub fn is_sure(&self, m: Move) -> bool {
        match &self.danger {
            Danger::None => true,
            Danger::FromThreats(KnownThreats { threats, .. }) => match m.from() {
                Some(from) => from != threats.royal && threats.is_empty(),
                None => !m.dropped().is_some_and(|kind| self.is_royal(kind)),
            },
            Danger::FromAny => false,
        }
    }

    /// False if a drop of `kind` on the empty square `to` surely leaves the royal to be captured.
    /// Only a royal's drop can make a difference by its kind (there are two royals then), so each
    /// square needs one test for all others.
    pub fn is_safe_drop(&mut self, kind: Kind, to: Square) -> bool {
        if self.is_royal(kind) {
            return true;
        }
        let Danger::FromThreats(KnownThreats { threats, board, safe_drops }) = &mut self.danger
        else {
            return true;
        };
        *safe_drops[to.index()].get_or_insert_with(|| {
            let dropped = Piece::new(kind, self.side);
            !with_piece(board, to, dropped, |board| threats.capture(self.rules, board))
        })
    }

    /// True if the move to `to` that led to `after` leaves a royal to be captured, against the rules.
    pub fn forbids(&self, after: &Position, to: Square) -> bool {
        let (rules, side) = (self.rules, self.side);
        // The moved royal was burned.
        if rules.has_burners && self.rule == KingSafety::Strict && has_lost(rules, after, side) {
            return true;
        }
        match &self.danger {
            Danger::None => false,
            Danger::FromThreats(KnownThreats { threats, .. })
                if !after.at(to).is_some_and(|piece| self.is_royal(piece.kind())) =>
            {
                threats.capture(rules, after)
            }
            _ => self.rule == KingSafety::Strict && all_capturable(rules, after, side),
        }
    }

    fn is_royal(&self, kind: Kind) -> bool {
        self.rules.spec(kind).royalty == Royalty::Royal
    }
}
