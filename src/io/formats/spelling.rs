//! Moves in the notations that people read.

use crate::messages::{Language, language};
use crate::notation::names::has_characters;
use crate::notation::{hodges, japanese, japanese_large, usi};
use crate::position::{Move, Position};
use crate::referee::attacks;
use crate::rules::{Rules, Square};

/// Notation of moves in texts for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveNotation {
    /// As Japanese books: `▲２三銀成`.
    Japanese,
    /// Hodges' notation: `Sx2c+`.
    Western,
    /// As engines: `3d2c+`.
    Usi,
}

impl MoveNotation {
    /// Notation of pages: Japanese in standard shogi and its small variants, and in all games on
    /// Japanese pages; else Western.
    pub fn of_pages(rules: &Rules) -> MoveNotation {
        if has_characters(rules) { MoveNotation::Japanese } else { Self::of_language(language()) }
    }

    /// Notation that readers of a language expect in books.
    pub fn of_language(language: Language) -> MoveNotation {
        match language {
            Language::English => MoveNotation::Western,
            Language::Japanese => MoveNotation::Japanese,
        }
    }
}

/// A move in Japanese notation: see [`japanese::write`] for standard shogi and its small variants,
/// [`japanese_large::write`] for the other games.
pub fn in_japanese(
    rules: &Rules,
    position: &Position,
    legal: &[Move],
    m: Move,
    last: Option<Square>,
) -> Option<String> {
    let goes = |from| attacks::can_capture(rules, position, from, m.to());
    japanese::write(rules, position, legal, m, last, goes)
        .or_else(|| japanese_large::write(rules, position, legal, m, last))
}

/// A move of `position` in a notation. `legal` has the legal moves of `position`, and `last` is the
/// last square of the move before, if any.
pub fn spell(
    rules: &Rules,
    position: &Position,
    legal: &[Move],
    m: Move,
    last: Option<Square>,
    notation: MoveNotation,
) -> String {
    let text = match notation {
        MoveNotation::Japanese => in_japanese(rules, position, legal, m, last),
        MoveNotation::Western => Some(hodges::write(rules, position, legal, m)),
        MoveNotation::Usi => None,
    };
    text.unwrap_or_else(|| usi::write(rules, m))
}
