//! Boards of another game's size.

use super::NotationError;
use crate::messages::{alternatives, tr};
use crate::rules::{Board, Rules, builtin, describe};
use std::ops::Range;

/// Error of the board in SFEN at `at`, if it has not the size of the game's board, but that of
/// built-in games. If the game is a user's own, the error does not name those.
pub fn sfen_of_other_games(rules: &Rules, text: &str, at: Range<usize>) -> Option<NotationError> {
    let (files, ranks) = size(&text[at.clone()])?;
    let Board { files: own, ranks: high } = rules.board;
    let help = match games(rules, files, ranks) {
        Some((first, games)) => tr!(notation_other_board_help, games, first),
        None if is_built_in(rules) || !is_of_others(rules, files, ranks) => return None,
        None => tr!(notation_other_board_own_game, files = own, ranks = high),
    };
    Some(NotationError::new("E0303", at, other_board(rules, files, ranks)).help(help))
}

/// Message about a board whose size is not that of the game's board.
pub fn other_board(rules: &Rules, files: usize, ranks: usize) -> String {
    let Board { files: own, ranks: high } = rules.board;
    tr!(notation_other_board, files, ranks, game = describe::game_name(rules), own, high)
}

/// The built-in games on a board of `files` and `ranks`: the first one, and all in words. `None` if
/// there are none, if the game's own board has that size, or if the game is a user's own.
pub fn games(rules: &Rules, files: usize, ranks: usize) -> Option<(&'static str, String)> {
    let names = builtin::games_on(files, ranks);
    let first = *names.first()?;
    let is_meant = is_built_in(rules) && is_of_others(rules, files, ranks);
    is_meant.then(|| (first, alternatives(&names)))
}

/// True if boards of built-in games have this size, and the game's own board has another one.
fn is_of_others(rules: &Rules, files: usize, ranks: usize) -> bool {
    let own = (usize::from(rules.board.files), usize::from(rules.board.ranks));
    own != (files, ranks) && !builtin::games_on(files, ranks).is_empty()
}

/// True if a built-in game has the name of these rules, and a board of their size.
fn is_built_in(rules: &Rules) -> bool {
    let Board { files, ranks } = rules.board;
    builtin::games_on(files.into(), ranks.into()).contains(&rules.name.as_str())
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
                squares += 1;
                rest.find(']')? + 1
            }
            _ => {
                squares += usize::from(c.is_ascii_alphabetic());
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
        for none in ["", "9/8", "9/x漢7", "99999999999999999999999", "[KR"] {
            assert_ne!(size(none).map(|(files, _)| files), Some(9), "{none}");
        }
    }
}
