//! Moves in the notation of books.

use crate::notation::{hodges, japanese};
use crate::position::{Move, Position};
use crate::referee::attacks;
use crate::rules::{Rules, Square};

/// A move in Japanese notation, if the game has characters for it; see [`japanese::write`].
pub fn in_japanese(
    rules: &Rules,
    position: &Position,
    legal: &[Move],
    m: Move,
    last: Option<Square>,
) -> Option<String> {
    let goes = |from| attacks::can_capture(rules, position, from, m.to());
    japanese::write(rules, position, legal, m, last, goes)
}

/// A move in Japanese notation, or else in Hodges' notation.
pub fn spell(
    rules: &Rules,
    position: &Position,
    legal: &[Move],
    m: Move,
    last: Option<Square>,
) -> String {
    in_japanese(rules, position, legal, m, last)
        .unwrap_or_else(|| hodges::write(rules, position, legal, m))
}
