//! Diagnostics: a fault of an input with its place, and its picture for people.

use super::char_boundary::{ceil_char_boundary, floor_char_boundary};
use super::escape::escape_line;
use crate::messages::tr;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A text and its name: a file, or an argument of the command line.
#[derive(Debug)]
pub struct Source {
    /// Path as the user gave it, `-` for standard input.
    pub name: String,
    /// The text.
    pub text: String,
    /// The byte at which each line begins.
    lines: Vec<usize>,
    /// Number of the first line.
    first: usize,
    /// Number of lines before the omitted ones, and number of omitted lines.
    gap: (usize, usize),
    /// Number of characters before every [`STRIDE`]th byte, so that the column in a long line costs
    /// no more than in a short one.
    counts: Vec<usize>,
}

const STRIDE: usize = 1024;

/// Longest message, in bytes. Longer messages, which quote the input, lose their middle.
const LONGEST_MESSAGE: usize = 1000;

/// Number of characters that begin in these bytes.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|b| **b & 0xc0 != 0x80).count()
}

/// The message; if it is too long, only its beginning and end.
fn shortened(message: String) -> String {
    if message.len() <= LONGEST_MESSAGE {
        return message;
    }
    let part = LONGEST_MESSAGE / 2;
    let start = floor_char_boundary(&message, part);
    let end = ceil_char_boundary(&message, message.len() - part);
    format!("{} … {}", &message[..start], &message[end..])
}

impl Source {
    /// A text with its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Source> {
        Source::part(name, text, 1)
    }

    /// A part of a text, which begins with line number `first`.
    pub fn part(name: impl Into<String>, text: impl Into<String>, first: usize) -> Arc<Source> {
        Arc::new(Source::begun(name, text, first))
    }

    /// Two parts of a text: `lines` lines from line `first` on, then those from line `then` on.
    pub fn divided(
        name: impl Into<String>,
        text: impl Into<String>,
        first: usize,
        lines: usize,
        then: usize,
    ) -> Arc<Source> {
        let gap = (lines, then.saturating_sub(first + lines));
        Arc::new(Source { gap, ..Source::begun(name, text, first) })
    }

    fn begun(name: impl Into<String>, text: impl Into<String>, first: usize) -> Source {
        let text = text.into();
        let ends = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        let mut counts = vec![0];
        for bytes in text.as_bytes().chunks(STRIDE) {
            counts.push(counts[counts.len() - 1] + characters(bytes));
        }
        Source { name: name.into(), text, lines, first, gap: (usize::MAX, 0), counts }
    }

    /// Line and column, both from 1, of a byte; columns count characters, whatever their width.
    pub fn place(&self, at: usize) -> (usize, usize) {
        let at = at.min(self.text.len());
        let line = self.lines.partition_point(|start| *start <= at);
        let column = self.characters_before(at) - self.characters_before(self.lines[line - 1]) + 1;
        let left_out = if line > self.gap.0 { self.gap.1 } else { 0 };
        (self.first + line - 1 + left_out, column)
    }

    /// Number of characters that begin before a byte.
    fn characters_before(&self, at: usize) -> usize {
        let stride = at / STRIDE;
        self.counts[stride] + characters(&self.text.as_bytes()[stride * STRIDE..at])
    }
}

/// The characters of a text that a span touches. A wrong span is a bug, but no reason to lose the
/// error in which it stands.
fn whole_characters(text: &str, span: Range<usize>) -> Range<usize> {
    debug_assert!(text.get(span.clone()).is_some(), "{span:?} of {text:?}");
    let start = floor_char_boundary(text, span.start);
    start..ceil_char_boundary(text, span.end.max(start))
}

/// One fault of an input.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Stable code, such as `E0203`.
    pub code: &'static str,
    /// One sentence that says what is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    /// Line of the place, from 1; 1 if the fault is of the whole input.
    pub line: usize,
    /// Column of the place in characters, from 1.
    pub column: usize,
    /// Bytes of the text at fault; may be empty.
    pub span: Range<usize>,
    /// Other places that matter, each with a short label.
    pub also: Vec<(Range<usize>, String)>,
    /// The text in which the places are.
    pub source: Arc<Source>,
}

impl Diagnostic {
    /// A diagnostic about the bytes `span` of `source`.
    pub fn new(
        code: &'static str,
        source: &Arc<Source>,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Diagnostic {
        let span = whole_characters(&source.text, span);
        let (line, column) = source.place(span.start);
        Diagnostic {
            code,
            message: shortened(message.into()),
            help: None,
            line,
            column,
            span,
            also: Vec::new(),
            source: source.clone(),
        }
    }

    /// The same, with what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(shortened(help.into()));
        self
    }

    /// The same, with what to write instead where that is known.
    #[must_use]
    pub fn maybe_help(self, help: Option<String>) -> Diagnostic {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// The same, with another place and a few words about it.
    #[must_use]
    pub fn also(mut self, span: Range<usize>, label: impl Into<String>) -> Diagnostic {
        self.also.push((whole_characters(&self.source.text, span), label.into()));
        self
    }

    /// The name of the input: a path as the user gave it.
    pub fn file(&self) -> &str {
        &self.source.name
    }
}

impl fmt::Display for Diagnostic {
    /// One line: `file:line:column: message; help`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, message) = (escape_line(self.file()), escape_line(&self.message));
        write!(f, "{file}:{}:{}: ", self.line, self.column)?;
        match &self.help {
            Some(help) => {
                f.write_str(&tr!(text_message_with_help, message, help = escape_line(help)))
            }
            None => f.write_str(&message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_long_lines_are_counted_in_characters() {
        let line = "あa字𠮟".repeat(700);
        let source = Source::part("x", format!("{line}\n{line}"), 5);
        for (at, _) in source.text.char_indices() {
            let before = &source.text[..at];
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            let column = before[start..].chars().count() + 1;
            assert_eq!(source.place(at), (5 + usize::from(start > 0), column));
        }
        assert_eq!(source.place(usize::MAX), (6, line.chars().count() + 1));
    }
}
