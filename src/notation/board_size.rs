//! Boards of another game's size.

use super::NotationError;
use crate::messages::{alternatives, tr};
use crate::rules::{Board, Rules, builtin, describe};
use std::ops::Range;

/// A board that has not the size of the game's board, but that of built-in games.
pub struct OtherBoard {
    /// Message that compares the sizes.
    pub message: String,
    /// The first of those games, and all in words; `None` if the game is a user's own.
    pub games: Option<(&'static str, String)>,
}

impl OtherBoard {
    /// `None` if the game's own board has this size, or no built-in game's has.
    pub fn of(rules: &Rules, files: usize, ranks: usize) -> Option<OtherBoard> {
        let [own, high] = [rules.board.files, rules.board.ranks].map(usize::from);
        if (files, ranks) == (own, high) {
            return None;
        }
        let names = builtin::games_on(files, ranks);
        let first = *names.first()?;
        let game = describe::game_name(rules);
        let message = tr!(notation_other_board, files, ranks, game, own, high);
        let is_built_in = builtin::games_on(own, high).contains(&rules.name.as_str());
        Some(OtherBoard { message, games: is_built_in.then(|| (first, alternatives(&names))) })
    }
}

/// Error of the board in SFEN at `at`, if it is an [`OtherBoard`].
pub fn sfen_of_other_games(rules: &Rules, text: &str, at: Range<usize>) -> Option<NotationError> {
    let (files, ranks) = size(&text[at.clone()])?;
    let OtherBoard { message, games } = OtherBoard::of(rules, files, ranks)?;
    let Board { files: own, ranks: high } = rules.board;
    let help = match games {
        Some((first, games)) => tr!(notation_other_board_help, games, first),
        None => tr!(notation_other_board_own_game, files = own, ranks = high),
    };
    Some(NotationError::new("E0303", at, message).help(help))
}

/// Files and ranks of a board in SFEN whose ranks have one width. The pieces may be of any game.
fn size(board: &str) -> Option<(usize, usize)> {
    let mut widths = board.split('/').map(width);
    let first = widths.next()??;
    let mut ranks = 1;
    for width in widths {
        (width? == first).then_some(())?;
        ranks += 1;
    }
    Some((first, ranks))
}

/// Number of squares of a rank: digits are empty squares, and a piece is a letter or a bracketed
/// id, perhaps after `+` or before a mark of XBoard's.
fn width(rank: &str) -> Option<usize> {
    let (mut squares, mut rest) = (0_usize, rank);
    while let Some(c) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let len = match c {
            _ if digits > 0 => {
                squares = squares.checked_add(rest[..digits].parse().ok()?)?;
                digits
            }
            '+' | '\'' | '!' => 1,
            '[' => {
                squares = squares.checked_add(1)?;
                rest.find(']')? + 1
            }
            _ => {
                squares = squares.checked_add(usize::from(c.is_ascii_alphabetic()))?;
                c.is_ascii_alphabetic().then_some(1)?
            }
        };
        rest = &rest[len..];
    }
    Some(squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn board_in_sfen_has_a_size() {
        assert_eq!(size("4k4/9/4P4/9/9/9/9/9/9"), Some((9, 9)));
        assert_eq!(size("4k3[KR]3/12/4+[DH]7"), Some((12, 3)));
        for none in ["", "9/8", "9/x漢7", "99999999999999999999999", "[KR", "18446744073709551615S"]
        {
            assert_ne!(size(none).map(|(files, _)| files), Some(9), "{none}");
        }
    }
}
