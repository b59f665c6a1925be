//! What is wrong with an input, with its place, and how it is shown.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A text with the name under which it is shown: a file, or what stood on the command line.
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
}

impl Source {
    /// A text with its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Source> {
        Source::part(name, text, 1)
    }

    /// A part of a text, which begins with line number `first`.
    pub fn part(name: impl Into<String>, text: impl Into<String>, first: usize) -> Arc<Source> {
        let text = text.into();
        let ends = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Arc::new(Source { name: name.into(), text, lines, first })
    }

    /// Line and column, both from 1, of a byte; columns count characters, whatever their width.
    pub fn place(&self, at: usize) -> (usize, usize) {
        let at = at.min(self.text.len());
        let line = self.lines.partition_point(|start| *start <= at);
        // Characters are counted by their first bytes.
        let before = &self.text.as_bytes()[self.lines[line - 1]..at];
        (self.first + line - 1, before.iter().filter(|b| **b & 0xc0 != 0x80).count() + 1)
    }
}

/// One thing that is wrong with an input.
#[derive(Clone, Debug)]
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
    /// Bytes of the text that are meant; may be empty.
    pub span: Range<usize>,
    /// Other places that have to do with it, each with a few words.
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
        let (line, column) = source.place(span.start);
        Diagnostic {
            code,
            message: message.into(),
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
        self.help = Some(help.into());
        self
    }

    /// The same, with another place and a few words about it.
    #[must_use]
    pub fn also(mut self, span: Range<usize>, label: impl Into<String>) -> Diagnostic {
        self.also.push((span, label.into()));
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
        write!(f, "{}:{}:{}: {}", self.file(), self.line, self.column, self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

/// Shows a diagnostic with its line and a marker under the place, for people. No line feed at the end.
pub fn render(diagnostic: &Diagnostic, colour: bool) -> String {
    let Diagnostic { code, message, help, span, also, source, .. } = diagnostic;
    let title = Level::ERROR.primary_title(message.as_str()).id(*code);
    // Lines far from the place are shown apart, so that the shown text stays short.
    let main = lines(&source.text, span);
    let (near, far): (Vec<_>, Vec<_>) =
        also.iter().partition(|(other, _)| main.start <= other.start && other.end <= main.end);
    let cut = |span: &Range<usize>, part: &Range<usize>| {
        span.start - part.start..span.end.min(part.end) - part.start
    };
    let snippet = |part: &Range<usize>| {
        Snippet::source(&source.text[part.clone()])
            .path(source.name.as_str())
            .line_start(source.place(part.start).0)
    };
    let mut group = if source.text.is_empty() {
        title.element(annotate_snippets::Origin::path(source.name.as_str()))
    } else {
        let near = near.iter().map(|(span, label)| {
            AnnotationKind::Context.span(cut(span, &main)).label(label.as_str())
        });
        title.element(
            snippet(&main)
                .annotation(AnnotationKind::Primary.span(cut(span, &main)))
                .annotations(near),
        )
    };
    for (span, label) in far {
        let part = lines(&source.text, span);
        let mark = AnnotationKind::Context.span(cut(span, &part)).label(label.as_str());
        group = group.element(snippet(&part).annotation(mark));
    }
    if let Some(help) = help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer
        .decor_style(if colour { DecorStyle::Unicode } else { DecorStyle::Ascii })
        .render(&[group])
}

/// The whole lines around `span`, at most eight of them.
fn lines(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let mut end = span.start;
    for _ in 0..8 {
        end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
        if end >= span.end {
            break;
        }
    }
    start..end
}
