//! Threats: the enemies that could capture a side's royal if nothing stood between.
//!
//! A piece that cannot capture the royal on an otherwise empty board cannot capture it on any board,
//! because pieces in between only hinder. So after each move, only these few enemies and the moved
//! piece need a test.
//!
//! Emperors, hoppers and pieces that turn after a capture are the exceptions: guards matter to the
//! first, and the others need a hurdle or a capture. So are royals that may not face each other.
//! A piece that may burn always counts as a threat: it may need a capture to become a burner.

use super::{burning, with_piece};
use crate::position::Position;
use crate::rules::options::Facing;
use crate::rules::{Rules, Side, Square};

/// The enemies that could capture one royal of a side on an otherwise empty board.
pub struct Threats {
    side: Side,
    /// The royal.
    pub royal: Square,
    enemies: Vec<Square>,
}

impl Threats {
    /// The threats to the only royal of `side`. `None` where [`Threats::to_each`] is, and with several
    /// royals.
    pub fn to_only(rules: &Rules, position: &Position, side: Side) -> Option<Threats> {
        let royals = position.royals(rules, side);
        if royals.len() != 1 {
            return None;
        }
        Threats::to_royals(rules, position, side, royals)?.pop()
    }

    /// The threats to each royal of `side`. `None` if `side` has no royal or a phantom one, or faces
    /// an emperor, a hopper or a piece that turns after a capture, or if royals may not face each
    /// other.
    pub fn to_each(rules: &Rules, position: &Position, side: Side) -> Option<Vec<Threats>> {
        Threats::to_royals(rules, position, side, position.royals(rules, side))
    }

    fn to_royals(
        rules: &Rules,
        position: &Position,
        side: Side,
        royals: Vec<Square>,
    ) -> Option<Vec<Threats>> {
        let mut enemies = position.pieces().filter(|(_, piece)| piece.side() != side);
        let is_exception = |kind| rules.spec(kind).atoms.iter().any(|atom| atom.needs_others());
        if royals.is_empty()
            || position.phantom[side.index()]
            || rules.options.facing_royals == Facing::Forbidden
            || enemies.any(|(_, piece)| is_exception(piece.kind()))
        {
            return None;
        }
        Some(royals.into_iter().map(|royal| Threats::of(rules, position, side, royal)).collect())
    }

    fn of(rules: &Rules, position: &Position, side: Side, royal: Square) -> Threats {
        let mut bare = Position::empty(rules.board, position.side);
        let mut enemies = Vec::new();
        for (from, piece) in position.pieces().filter(|(_, piece)| piece.side() != side) {
            let may_burn = rules.has_burners && rules.may_burn(piece.kind());
            let can_remove =
                |bare: &Position| may_burn || burning::can_remove(rules, bare, from, royal);
            if with_piece(&mut bare, from, piece, can_remove) {
                enemies.push(from);
            }
        }
        Threats { side, royal, enemies }
    }

    /// True if no enemy threatens the royal.
    pub fn is_empty(&self) -> bool {
        self.enemies.is_empty()
    }

    /// True if one of these enemies is still there in `position` and can capture or burn the royal,
    /// which has not moved.
    pub fn capture(&self, rules: &Rules, position: &Position) -> bool {
        self.enemies.iter().any(|&from| {
            position.at(from).is_some_and(|piece| piece.side() != self.side)
                && burning::can_remove(rules, position, from, self.royal)
        })
    }
}
