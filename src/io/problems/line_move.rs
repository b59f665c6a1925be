//! Moves of the author's line in a problem file, in any of the notations that the program writes.

use crate::io::formats::kakinoki_moves::{mark, unresolved};
use crate::messages::tr;
use crate::notation::{NotationError, hodges, kifu, usi};
use crate::position::{Move, Position};
use crate::referee;
use crate::rules::{Rules, Side, Square};

/// Reads a move of `position` in USI, in Hodges' notation or in Japanese. `last` is the last square
/// of the move before. A move in USI may be illegal.
///
/// # Errors
/// The text is a move in no notation, or in one of the others it is not exactly one legal move.
pub fn read(
    rules: &Rules,
    position: &Position,
    last: Option<Square>,
    text: &str,
) -> Result<Move, NotationError> {
    if !text.is_ascii() {
        return japanese(rules, position, last, text);
    }
    usi::parse_in(rules, position, text).or_else(|error| {
        let legal = referee::legal_moves(rules, position);
        // A word in neither notation gets the error of USI.
        hodges::read(rules, position, &legal, text)
            .map_err(|other| if other.code == "E0331" { error } else { other })
    })
}

/// Reads a move such as `▲２三銀成`, `同　金右`, `２三銀成(34)`.
fn japanese(
    rules: &Rules,
    position: &Position,
    last: Option<Square>,
    text: &str,
) -> Result<Move, NotationError> {
    let side = mark(text);
    if side.is_some_and(|(side, _)| side != position.side) {
        let turn = if position.side == Side::Black { "▲" } else { "△" };
        let error = NotationError::new("E0333", 0..text.len(), tr!(formats_other_turn));
        return Err(error.help(tr!(formats_mark_of_turn, mark = turn)));
    }
    let skip = side.map_or(0, |(_, len)| len);
    let (spoken, bytes) = kifu::read(rules, &text[skip..]).map_err(|mut error| {
        error.at = skip + error.at.start..skip + error.at.end;
        error
    })?;
    if !text[skip + bytes..].trim().is_empty() {
        let error =
            NotationError::new("E0311", skip + bytes..text.len(), tr!(problems_after_line_move));
        return Err(error.help(tr!(problems_after_line_move_help)));
    }
    let legal = referee::legal_moves(rules, position);
    spoken.resolve(rules, position, &legal, last).map_err(|why| {
        let (code, message, help) = unresolved(why, text);
        NotationError::new(code, 0..text.len(), message).help(help)
    })
}
