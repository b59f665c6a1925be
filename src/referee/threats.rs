//! The enemies that could capture a side's only royal if nothing stood between.
//!
//! What could not capture it on an otherwise empty board then cannot on any other either, since pieces that stand between
//! only ever hinder (of emperors alone that is not true: it matters to them who guards what). So to know for every
//! move of a position whether the royal can be captured after it, only these few are asked, and the piece that moved.

use super::{attacks, with_piece};
use crate::position::Position;
use crate::rules::{MovementAtom, Rules, Side, Square};

/// Those enemies.
pub struct Threats {
    side: Side,
    /// The royal.
    pub royal: Square,
    enemies: Vec<Square>,
}

impl Threats {
    /// To the royal of `side`; none where it has another number of royals than one, or one off the board, or where an
    /// enemy is an emperor.
    pub fn to(rules: &Rules, position: &Position, side: Side) -> Option<Threats> {
        let [royal] = position.royals(rules, side)[..] else { return None };
        if position.phantom[side.index()] {
            return None;
        }
        let mut bare = Position::empty(rules.board, position.side);
        let mut enemies = Vec::new();
        for (from, piece) in position.pieces().filter(|(_, piece)| piece.side() != side) {
            if rules.spec(piece.kind()).atoms.contains(&MovementAtom::Emperor) {
                return None;
            }
            if with_piece(&mut bare, from, piece, |bare| {
                attacks::can_capture(rules, bare, from, royal)
            }) {
                enemies.push(from);
            }
        }
        Some(Threats { side, royal, enemies })
    }

    /// True if there is no such enemy.
    pub fn is_empty(&self) -> bool {
        self.enemies.is_empty()
    }

    /// True if one of them, if it is still there, captures the royal, which has not moved.
    pub fn capture(&self, rules: &Rules, position: &Position) -> bool {
        self.enemies.iter().any(|&from| {
            position.at(from).is_some_and(|piece| piece.side() != self.side)
                && attacks::can_capture(rules, position, from, self.royal)
        })
    }
}
