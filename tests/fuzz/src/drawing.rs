//! Drawings: the first line is the corner, or empty for a whole board; the last one is a hand.

use super::support::{check_error, game_and_text};
use tsume::notation::{diagram, hands};
use tsume::position::Position;
use tsume::rules::Side;

/// Checks one input.
pub fn check(data: &[u8]) {
    let Some((rules, text)) = game_and_text(data) else { return };
    let (corner, text) = text.split_once('\n').unwrap_or(("", text));
    let (drawing, hand) = text.rsplit_once('\n').unwrap_or((text, ""));
    match hands::read(rules, hand) {
        Err(error) => check_error(hand, &error),
        Ok(read) => assert_eq!(hands::read(rules, &hands::write(rules, read)), Ok(read)),
    }
    let corner = match diagram::read_corner(rules, corner) {
        Ok(square) => Some(square),
        Err(error) => {
            check_error(corner, &error);
            None
        }
    };
    match diagram::read(rules, drawing, corner) {
        Err(errors) => {
            assert!(!errors.is_empty());
            errors.iter().for_each(|error| check_error(drawing, error));
        }
        Ok(drawn) => {
            let empty = Position::empty(rules.board, Side::Black);
            let position = Position { board: drawn.board, ..empty };
            let whole = diagram::draw(rules, &position);
            assert_eq!(diagram::read(rules, &whole, None).unwrap().board, position.board);
        }
    }
}
