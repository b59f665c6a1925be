//! Text to values and back; pure functions. What needs the legal moves is given them.

pub mod diagram;
pub mod hands;
pub mod hodges;
pub mod japanese;
pub mod kifu;
pub mod names;
pub mod sfen;
pub mod terminal;
pub mod usi;

use std::ops::Range;

/// What is wrong with a position or move text, and where in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotationError {
    /// Stable code, such as `E0301`.
    pub code: &'static str,
    /// One sentence that says what is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    /// Bytes of the text that are meant; may be empty, at the end of the text.
    pub at: Range<usize>,
}

impl NotationError {
    /// An error about `at`.
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

/// Reads a square's name, such as `5e` or `19s`, at the start of `text`; returns it with the number of
/// bytes read.
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
