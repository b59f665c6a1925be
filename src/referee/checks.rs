//! Forcing moves (RULES 1), for all moves of a position at once.
//!
//! Only the moved piece and the few [`Threats`] can capture a royal after a move that captures none,
//! so [`Checks`] asks only those. A check must threaten all royals at once, so several royals need the
//! definition there.

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
    /// The fast test; `None` where only the definition decides.
    threatened: Option<ThreatenedRoyals>,
}

struct ThreatenedRoyals {
    /// The threats to each royal.
    threats: Vec<Threats>,
    /// True if a royal is attacked already.
    open: bool,
    /// Copy of the position, to try drops on.
    board: Position,
}

impl<'a> Checks<'a> {
    /// Prepares the test for the side to move.
    pub fn of(rules: &'a Rules, position: &'a Position, forcing: Forcing) -> Checks<'a> {
        let defender = position.side.other();
        let threats = match forcing {
            Forcing::Check => Threats::to_only(rules, position, defender).map(|it| vec![it]),
            Forcing::Royal => Threats::to_each(rules, position, defender),
        };
        let threatened = threats.map(|threats| {
            let open = threats.iter().any(|it| it.capture(rules, position));
            ThreatenedRoyals { threats, open, board: position.clone() }
        });
        Checks { rules, position, forcing, threatened }
    }

    /// True if a pseudo-legal move forces.
    pub fn forces(&mut self, m: Move) -> bool {
        let (rules, position) = (self.rules, self.position);
        let Some(ThreatenedRoyals { threats, open, board }) = &mut self.threatened else {
            return forces(rules, position, m, self.forcing);
        };
        let removes = |after: &Position, with_threats: bool| {
            threats.iter().any(|it| burning::can_remove(rules, after, m.to(), it.royal))
                || with_threats && threats.iter().any(|it| it.capture(rules, after))
        };
        match m.dropped() {
            None => takes_royal(rules, position, m) || removes(&play(rules, position, m), true),
            // A drop opens no line for another piece.
            Some(kind) => with_piece(board, m.to(), Piece::new(kind, position.side), |board| {
                removes(board, *open)
            }),
        }
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
