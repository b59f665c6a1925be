//! Lines of a text with their places, and a collector of errors.

use crate::notation::NotationError;
use crate::text::char_boundary::ceil_char_boundary;
use crate::text::{Diagnostic, Source};
use std::ops::Range;
use std::sync::Arc;

/// A line without its line end.
#[derive(Clone, Copy, Debug)]
pub struct SourceLine<'a> {
    /// Text without trailing white space.
    pub text: &'a str,
    /// Offset of the line in the source.
    pub start: usize,
}

impl<'a> SourceLine<'a> {
    /// A part of the line without white space around it. A range that ends inside a character
    /// includes the whole character, and a range beyond the end of the line is empty.
    pub fn part(&self, range: Range<usize>) -> SourceLine<'a> {
        let begin = ceil_char_boundary(self.text, range.start);
        let text = &self.text[begin..ceil_char_boundary(self.text, range.end.max(begin))];
        let trimmed = text.trim_start_matches(is_space);
        let start = self.start + begin + (text.len() - trimmed.len());
        SourceLine { text: trimmed.trim_end_matches(is_space), start }
    }

    /// Byte range of the line in the source.
    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// True for white space, including full-width.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// Lines of a source.
pub fn lines(source: &Source) -> impl Iterator<Item = SourceLine<'_>> {
    let mut start = if source.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    source.text[start..].split('\n').map(move |text| {
        let line = SourceLine { text: text.trim_end_matches(is_space), start };
        start += text.len() + 1;
        line
    })
}

/// Collects the errors of a source.
#[derive(Debug)]
pub struct RecordErrors {
    source: Arc<Source>,
    /// Errors so far.
    pub found: Vec<Diagnostic>,
    /// Notes about text that the reader ignored.
    pub notes: Vec<Diagnostic>,
}

impl RecordErrors {
    /// An empty collector.
    pub fn new(source: &Arc<Source>) -> RecordErrors {
        RecordErrors { source: Arc::clone(source), found: Vec::new(), notes: Vec::new() }
    }

    /// Adds an error at a byte range of the source.
    pub fn add(
        &mut self,
        code: &'static str,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.found.push(Diagnostic::new(code, &self.source, span, message).help(help));
    }

    /// Adds a note about ignored bytes of the source.
    pub fn note(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.notes.push(Diagnostic::new("E0412", &self.source, span, message));
    }

    /// Adds an error of the notation, in a text that starts at `start`.
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
