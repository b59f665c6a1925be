//! Forcing moves (RULES 1), for all moves of a position at once.
//!
//! Most defenders have one royal. Then only the moved piece and the few [`Threats`] can capture it
//! after a move that captures no royal, so [`Checks`] asks only those.

use super::royal::{has_lost, in_check, is_royal_threatened};
use super::threats::Threats;
use super::{burning, play, with_piece};
use crate::position::{Forcing, Move, Piece, Position};
use crate::rules::{Royalty, Rules, Square};

/// Which moves of the side to move force.
pub struct Checks<'a> {
    rules: &'a Rules,
    position: &'a Position,
    forcing: Forcing,
    /// The fast test; `None` if the defender has several royals, or the attacker an emperor.
    only_royal: Option<OnlyRoyal>,
}

struct OnlyRoyal {
    threats: Threats,
    /// True if the royal is attacked already.
    open: bool,
    /// Copy of the position, to try drops on.
    board: Position,
}

impl<'a> Checks<'a> {
    /// Prepares the test for the side to move.
    pub fn of(rules: &'a Rules, position: &'a Position, forcing: Forcing) -> Checks<'a> {
        let threats = Threats::to(rules, position, position.side.other());
        let only_royal = threats.map(|threats| {
            let open = threats.capture(rules, position);
            OnlyRoyal { threats, open, board: position.clone() }
        });
        Checks { rules, position, forcing, only_royal }
    }

    /// True if a pseudo-legal move forces.
    pub fn forces(&mut self, m: Move) -> bool {
        let (rules, position) = (self.rules, self.position);
        let Some(OnlyRoyal { threats, open, board }) = &mut self.only_royal else {
            return forces(rules, position, m, self.forcing);
        };
        let Some(kind) = m.dropped() else {
            if takes_royal(rules, position, m) {
                return true;
            }
            let after = play(rules, position, m);
            return burning::can_remove(rules, &after, m.to(), threats.royal)
                || threats.capture(rules, &after);
        };
        with_piece(board, m.to(), Piece::new(kind, position.side), |board| {
            // A drop opens no line for another piece.
            burning::can_remove(rules, board, m.to(), threats.royal)
                || *open && threats.capture(rules, board)
        })
    }
}

/// True if a pseudo-legal move forces: the definition, without the fast test.
pub(super) fn forces(rules: &Rules, position: &Position, m: Move, forcing: Forcing) -> bool {
    let after = play(rules, position, m);
    let defender = after.side;
    if has_lost(rules, &after, defender) {
        return true;
    }
    match forcing {
        Forcing::Check => in_check(rules, &after),
        Forcing::Royal => {
            !position.phantom[defender.index()] && takes_royal(rules, position, m)
                || is_royal_threatened(rules, &after, defender)
        }
    }
}

/// True if a move captures or burns an enemy royal.
pub(super) fn takes_royal(rules: &Rules, position: &Position, m: Move) -> bool {
    let is_royal =
        |(_, victim): (Square, Piece)| rules.spec(victim.kind()).royalty == Royalty::Royal;
    burning::removed(rules, position, m).any(is_royal)
}
