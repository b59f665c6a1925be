//! Which moves force (RULES 1), for all moves of a position at once.
//!
//! Most defenders have one royal, and what a move that does not capture it does to it the [`Threats`] to it tell, and
//! the piece that moved.

use super::legal::{forces, takes_royal};
use super::threats::Threats;
use super::{attacks, play, with_piece};
use crate::position::{Forcing, Move, Piece, Position};
use crate::rules::Rules;

/// What the moves of the side to move do to the other's royals.
pub struct Checks<'a> {
    rules: &'a Rules,
    position: &'a Position,
    forcing: Forcing,
    /// Where there is more to it than the only royal and its enemies, none.
    aim: Option<Aim>,
}

struct Aim {
    threats: Threats,
    /// The royal can be captured as it stands.
    open: bool,
    /// The position, on which drops are tried.
    board: Position,
}

impl<'a> Checks<'a> {
    /// For the side to move.
    pub fn of(rules: &'a Rules, position: &'a Position, forcing: Forcing) -> Checks<'a> {
        let threats = Threats::to(rules, position, position.side.other());
        let aim = threats.map(|threats| {
            let open = threats.capture(rules, position);
            Aim { threats, open, board: position.clone() }
        });
        Checks { rules, position, forcing, aim }
    }

    /// True if a move that the piece could make forces.
    pub fn forces(&mut self, m: Move) -> bool {
        let (rules, position) = (self.rules, self.position);
        let Some(Aim { threats, open, board }) = &mut self.aim else {
            return forces(rules, position, m, self.forcing);
        };
        let Some(kind) = m.dropped() else {
            if takes_royal(rules, position, m) {
                return true;
            }
            let after = play(rules, position, m);
            return attacks::can_capture(rules, &after, m.to(), threats.royal)
                || threats.capture(rules, &after);
        };
        with_piece(board, m.to(), Piece::new(kind, position.side), |board| {
            // A drop lets no other piece through.
            attacks::can_capture(rules, board, m.to(), threats.royal)
                || *open && threats.capture(rules, board)
        })
    }
}
