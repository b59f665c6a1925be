//! A text line by line, with places, and what is wrong with it.

use crate::notation::NotationError;
use crate::text::{Diagnostic, Source};
use std::ops::Range;
use std::sync::Arc;

/// One line without its end.
#[derive(Clone, Copy, Debug)]
pub struct SourceLine<'a> {
    /// Its text; no white space at the end.
    pub text: &'a str,
    /// The byte of the source at which it begins.
    pub start: usize,
}

impl<'a> SourceLine<'a> {
    /// A part of the line as a line of its own, white space around it left out. A range that ends in the
    /// middle of a character takes the whole of it, and nothing is there behind the line's end.
    pub fn part(&self, range: Range<usize>) -> SourceLine<'a> {
        let whole = |mut at: usize| {
            while !self.text.is_char_boundary(at) {
                at += 1;
            }
            at
        };
        let begin = whole(range.start.min(self.text.len()));
        let text = &self.text[begin..whole(range.end.clamp(begin, self.text.len()))];
        let trimmed = text.trim_start_matches(is_space);
        let start = self.start + begin + (text.len() - trimmed.len());
        SourceLine { text: trimmed.trim_end_matches(is_space), start }
    }

    /// Its bytes in the source.
    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// True for white space, full-width too.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// The lines of a source.
pub fn lines(source: &Source) -> impl Iterator<Item = SourceLine<'_>> {
    let mut start = if source.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    source.text[start..].split('\n').map(move |text| {
        let line = SourceLine { text: text.trim_end_matches(is_space), start };
        start += text.len() + 1;
        line
    })
}

/// Collects what is wrong with one source.
#[derive(Debug)]
pub struct RecordErrors {
    source: Arc<Source>,
    /// What was found so far.
    pub found: Vec<Diagnostic>,
    /// What was left out because it says nothing of the position or the moves.
    pub notes: Vec<Diagnostic>,
}

impl RecordErrors {
    /// Nothing yet.
    pub fn new(source: &Arc<Source>) -> RecordErrors {
        RecordErrors { source: Arc::clone(source), found: Vec::new(), notes: Vec::new() }
    }

    /// Adds a complaint about bytes of the source.
    pub fn add(
        &mut self,
        code: &'static str,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.found.push(Diagnostic::new(code, &self.source, span, message).help(help));
    }

    /// Notes bytes of the source that the reader leaves out.
    pub fn note(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.notes.push(Diagnostic::new("E0412", &self.source, span, message));
    }

    /// Adds a complaint of a reader of notation about a text that begins at `start`.
    pub fn notation(&mut self, start: usize, error: NotationError) {
        let span = start + error.at.start..start + error.at.end;
        let diagnostic = Diagnostic::new(error.code, &self.source, span, error.message);
        self.found.push(diagnostic.maybe_help(error.help));
    }

    /// The source.
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }
}
