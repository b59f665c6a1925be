//! Notation: text to values and back, for positions, moves, boards and hands.
//!
//! | module | notation | example |
//! | --- | --- | --- |
//! | [`sfen`] | positions in extended SFEN | `4k4/9/4P4/9/9/9/9/9/9 b G2r 1` |
//! | [`usi`] | moves of the USI protocol | `7g7f`, `P*5e`, `8c8d7e` |
//! | [`hodges`] | moves as English books write them | `P-7f`, `Lnx3hx2i` |
//! | [`kifu`] | moves in KIF and KI2 records | `２三銀成(34)`, `同　金右` |
//! | [`japanese`] | moves in Japanese, for people | `▲２三銀成` |
//! | [`japanese_large`] | the same in the large games | `▲９七・９八獅子` |
//! | [`diagram`] | boards in problem files | `.  vK` |
//! | `drawing` | cells of such boards, and the lines around them | `・v玉`, `後手番` |
//! | [`hands`] | pieces in hand in problem files | `G2P` |
//! | [`terminal`] | boards in a terminal | |
//! | [`names`], [`kanji`] | names of pieces, squares and numbers | `玉`, `２三`, `十八` |
//!
//! All functions are pure. This layer knows no legal moves; a function that needs them takes them
//! as a parameter.

pub(crate) mod board_size;
pub mod diagram;
pub(crate) mod drawing;
pub mod hands;
pub mod hodges;
pub mod japanese;
pub mod japanese_large;
pub mod kanji;
pub mod kifu;
pub mod names;
pub mod sfen;
mod sfen_writer;
pub mod terminal;
pub mod usi;

use crate::position::Move;
use std::ops::Range;

/// An error in the text of a position, board, hand or move, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotationError {
    /// Stable code, such as `E0301`.
    pub code: &'static str,
    /// One sentence that says what is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    /// Bytes of the text that are wrong; may be empty, at the end of the text.
    pub at: Range<usize>,
}

impl NotationError {
    /// An error about the bytes `at`.
    pub fn new(code: &'static str, at: Range<usize>, message: impl Into<String>) -> NotationError {
        NotationError { code, message: message.into(), help: None, at }
    }

    /// The same, with what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> NotationError {
        self.help = Some(help.into());
        self
    }
}

/// What the text of a move says about promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionMark {
    /// Nothing.
    Unmarked,
    /// The piece promotes: `+`, 成.
    Promotes,
    /// The piece could promote and does not: `=`, 不成.
    Declines,
}

impl PromotionMark {
    /// True for [`PromotionMark::Promotes`].
    pub fn promotes(self) -> bool {
        self == PromotionMark::Promotes
    }

    /// True if the text fits a move that promotes, or with `promotes` false one that does not.
    fn allows(self, promotes: bool) -> bool {
        match self {
            PromotionMark::Unmarked => true,
            PromotionMark::Promotes => promotes,
            PromotionMark::Declines => !promotes,
        }
    }
}

/// True if the piece of a move could promote by it and does not.
fn declines(legal: &[Move], m: Move) -> bool {
    !m.changes() && legal.iter().any(|other| other.changes() && other.with_change(false) == m)
}

/// The byte ranges of the words of a text.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(|c: char| !c.is_whitespace())?;
        let len = text[start..].find(char::is_whitespace).unwrap_or(text.len() - start);
        at = start + len;
        Some(start..at)
    })
}

/// Reads the name of a square, such as `5e` or `19s`, at the start of `text`. Returns the square
/// and the number of bytes read.
pub(crate) fn square_at(
    board: crate::rules::Board,
    text: &str,
) -> Option<(crate::rules::Square, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let file: i32 = text.get(..digits).filter(|d| d.len() <= 3)?.parse().ok()?;
    let rank = *text.as_bytes().get(digits)?;
    if !rank.is_ascii_lowercase() {
        return None;
    }
    let square = board.square(file - 1, i32::from(rank - b'a'))?;
    Some((square, digits + 1))
}
