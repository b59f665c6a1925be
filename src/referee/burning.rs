//! Burning (RULES 5.9): what a move removes beside its captures. Burning is a consequence of the
//! move and no part of its name.
//!
//! A burner (`burns`, the fire demon) burns the enemies next to the square where it ends its move,
//! after its captures and after a promotion that made it a burner. A piece that ends its move next
//! to an enemy burner is burned itself, a burner too; a pass or a capture without moving counts as
//! a move. A piece that the move captures burns nothing.

use super::promotion::{becomes, forms};
use super::{attacks, captured, pseudo_legal};
use crate::position::{Move, Piece, Position};
use crate::rules::options::Burning;
use crate::rules::{Dir, Rules, Side, Square};

/// What happens on the final square of a move.
struct Arrival {
    /// The enemies next to it, with their squares.
    enemies: Vec<(Square, Piece)>,
    /// The moved piece burns them.
    burns: bool,
    /// The moved piece is burned.
    is_burned: bool,
}

/// `None` if no piece can burn in this game, and for drops.
fn arrival(rules: &Rules, position: &Position, m: Move) -> Option<Arrival> {
    let from = m.from().filter(|_| rules.has_burners)?;
    let side = position.at(from)?.side();
    let kind = becomes(rules, position, m)?;
    let is_taken = |square: Square| captured(position, m).any(|(taken, _)| taken == square);
    let enemies: Vec<(Square, Piece)> = Dir::ALL
        .into_iter()
        .filter_map(|dir| rules.board.shift(m.to(), dir.delta(Side::Black)))
        .filter_map(|square| Some((square, position.at(square)?)))
        .filter(|(square, piece)| piece.side() != side && !is_taken(*square))
        .collect();
    let burning = rules.options.burning;
    let is_burned = burning != Burning::Moving
        && enemies.iter().any(|(_, enemy)| rules.spec(enemy.kind()).burns);
    let burns = rules.spec(kind).burns && (!is_burned || burning == Burning::Mutual);
    Some(Arrival { enemies, burns, is_burned })
}

/// The squares of the pieces that a pseudo-legal move burns: enemies, and the moved piece itself on
/// its final square.
pub fn burned(rules: &Rules, position: &Position, m: Move) -> Vec<Square> {
    let Some(Arrival { enemies, burns, is_burned }) = arrival(rules, position, m) else {
        return Vec::new();
    };
    let enemies = enemies.into_iter().filter(|_| burns).map(|(square, _)| square);
    enemies.chain(is_burned.then_some(m.to())).collect()
}

/// The enemies that a pseudo-legal move removes, captured or burned, with their squares.
pub fn removed(
    rules: &Rules,
    position: &Position,
    m: Move,
) -> impl Iterator<Item = (Square, Piece)> {
    let burned = arrival(rules, position, m).filter(|arrival| arrival.burns);
    captured(position, m).chain(burned.into_iter().flat_map(|arrival| arrival.enemies))
}

/// True if the piece on `from` could by one move remove an enemy on `target`: capture or burn it.
pub fn can_remove(rules: &Rules, position: &Position, from: Square, target: Square) -> bool {
    attacks::can_capture(rules, position, from, target) || burns(rules, position, from, target)
}

/// True if a piece of `by` could by one move remove an enemy on `square`.
pub fn is_removable(rules: &Rules, position: &Position, square: Square, by: Side) -> bool {
    attacks::is_attacked(rules, position, square, by)
        || rules.has_burners
            && position
                .pieces()
                .any(|(from, piece)| piece.side() == by && burns(rules, position, from, square))
}

/// True if the piece on `from` has a move after which an enemy on `target` is burned.
fn burns(rules: &Rules, position: &Position, from: Square, target: Square) -> bool {
    let may_burn = |piece: Piece| rules.may_burn(piece.kind());
    if !rules.has_burners || !position.at(from).is_some_and(may_burn) {
        return false;
    }
    let is_burner = |m: Move| arrival(rules, position, m).is_some_and(|arrival| arrival.burns);
    pseudo_legal::moves_of_piece(rules, position, from)
        .into_iter()
        .filter(|m| rules.board.distance(m.to(), target) == 1)
        .any(|m| forms(rules, position, m).any(is_burner))
}
