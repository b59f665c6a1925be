//! Drawings: the first line is the corner, or empty for a whole board; the last one is a hand.

#![no_main]

mod support;

use libfuzzer_sys::fuzz_target;
use support::{check, game_and_text};
use tsume::notation::{diagram, hands};
use tsume::position::Position;
use tsume::rules::Side;

fuzz_target!(|data: &[u8]| {
    let Some((rules, text)) = game_and_text(data) else { return };
    let (corner, text) = text.split_once('\n').unwrap_or(("", text));
    let (drawing, hand) = text.rsplit_once('\n').unwrap_or((text, ""));
    match hands::read(rules, hand) {
        Err(error) => check(hand, &error),
        Ok(read) => assert_eq!(hands::read(rules, &hands::write(rules, read)), Ok(read)),
    }
    let corner = match diagram::read_corner(rules, corner) {
        Ok(square) => Some(square),
        Err(error) => {
            check(corner, &error);
            None
        }
    };
    match diagram::read(rules, drawing, corner) {
        Err(errors) => {
            assert!(!errors.is_empty());
            errors.iter().for_each(|error| check(drawing, error));
        }
        Ok(drawn) => {
            let empty = Position::empty(rules.board, Side::Black);
            let position = Position { board: drawn.board, ..empty };
            let whole = diagram::draw(rules, &position);
            assert_eq!(diagram::read(rules, &whole, None).unwrap().board, position.board);
        }
    }
});
