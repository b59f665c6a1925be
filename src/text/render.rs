//! Diagnostics for people: the line, a marker under the place, and what to write instead.

use super::char_boundary::{ceil_char_boundary, floor_char_boundary};
use super::diagnostic::Diagnostic;
use super::escape::escape_line;
use crate::messages::tr;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use anstream::adapter::strip_str;
use std::ops::Range;

/// So many bytes of a line are shown on each side of a place, and of the place itself.
const MAX_SHOWN_BYTES: usize = 1000;

/// Shows a diagnostic with its line and a marker under the place, for people. No line feed at the end.
pub fn render(diagnostic: &Diagnostic, colour: bool) -> String {
    // Words of ours quote the input, which may have anything in it.
    let words = |text: &String| escape_line(text).into_owned();
    let seen = Diagnostic {
        message: words(&diagnostic.message),
        help: diagnostic.help.as_ref().map(words),
        also: diagnostic.also.iter().map(|(span, label)| (span.clone(), words(label))).collect(),
        ..diagnostic.clone()
    };
    let titles = Titles { error: tr!(text_error), help: tr!(text_help) };
    show(&seen, &escape_line(&diagnostic.source.name), &titles, colour)
}

/// Words before the message and before the help.
struct Titles {
    error: String,
    help: String,
}

fn show<'a>(diagnostic: &'a Diagnostic, name: &'a str, titles: &'a Titles, colour: bool) -> String {
    let Diagnostic { code, message, help, span, also, source, .. } = diagnostic;
    let title =
        Level::ERROR.with_name(titles.error.as_str()).primary_title(message.as_str()).id(*code);
    // Lines far from the place are shown apart, so that the shown text stays short.
    let main = lines(&source.text, span);
    let (near, far): (Vec<_>, Vec<_>) =
        also.iter().partition(|(other, _)| main.start <= other.start && other.end <= main.end);
    let cut = |span: &Range<usize>, part: &Range<usize>| {
        span.start - part.start..span.end.min(part.end) - part.start
    };
    let show = |group: Group<'a>, span: &Range<usize>, marks: Vec<Annotation<'a>>| {
        let part = lines(&source.text, span);
        let (line, column) = source.place(part.start);
        let snippet = Snippet::source(&source.text[part]).line_start(line).annotations(marks);
        if column == 1 {
            return group.element(snippet.path(name));
        }
        // Of what begins within a line the snippet would say that it is nearer to the line's start.
        let (line, column) = source.place(span.start);
        let origin = Origin::path(name).line(line).char_column(column);
        group.element(origin).element(snippet)
    };
    let mark =
        |kind: AnnotationKind, span: &Range<usize>, part: &Range<usize>| kind.span(cut(span, part));
    let mut group = Group::with_title(title);
    if source.text.is_empty() {
        group = group.element(Origin::path(name));
    } else {
        let near = near
            .iter()
            .map(|(span, label)| mark(AnnotationKind::Context, span, &main).label(label.as_str()));
        let marks = std::iter::once(mark(AnnotationKind::Primary, span, &main)).chain(near);
        group = show(group, span, marks.collect());
    }
    for (span, label) in far {
        let part = lines(&source.text, span);
        let mark = mark(AnnotationKind::Context, span, &part).label(label.as_str());
        group = show(group, span, vec![mark]);
    }
    if let Some(help) = help {
        group = group.element(Level::HELP.with_name(titles.help.as_str()).message(help.as_str()));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let text = renderer
        .decor_style(if colour { DecorStyle::Unicode } else { DecorStyle::Ascii })
        .render(&[group]);
    without_empty_origins(&text)
}

/// The text without headers that name no place. The renderer writes such a header above a snippet
/// if an earlier header has named its place.
fn without_empty_origins(text: &str) -> String {
    let is_empty = |line: &str| {
        let line = strip_str(line).to_string();
        matches!(line.trim(), ":::" | "⸬")
    };
    let lines: Vec<&str> = text.lines().filter(|line| !is_empty(line)).collect();
    lines.join("\n")
}

/// The whole lines around `span`, at most eight of them, as far as they are not too long.
fn lines(text: &str, span: &Range<usize>) -> Range<usize> {
    let first = floor_char_boundary(text, span.start.saturating_sub(MAX_SHOWN_BYTES));
    let meant = span.end.min(span.start + MAX_SHOWN_BYTES);
    let last = ceil_char_boundary(text, meant + MAX_SHOWN_BYTES);
    let start = text[first..span.start].rfind('\n').map_or(first, |at| first + at + 1);
    let text = &text[..last];
    let mut end = span.start;
    for _ in 0..8 {
        end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
        if end >= span.end {
            break;
        }
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Source;

    #[test]
    fn of_what_is_long_only_a_part_is_shown() {
        let text = format!("{}?{}", "あ".repeat(100_000), "い".repeat(100_000));
        let source = Source::new("x", text.as_str());
        let at = text.find('?').unwrap();
        let found = Diagnostic::new("E0203", &source, at..at + 1, format!("`{text}` is wrong"));
        let shown = render(&found, false);
        assert!(
            shown.len() < 10_000 && shown.contains("x:1:100001") && shown.contains("あ?い"),
            "{shown}"
        );
        for colour in [true, false] {
            let shown = strip_str(&render(&found, colour)).to_string();
            assert!(!shown.contains(":::") && !shown.contains('⸬'), "{shown}");
            assert_eq!(shown.matches("x:1:100001").count(), 1, "{shown}");
        }
        assert!(found.message.starts_with("`あ") && found.message.ends_with("い` is wrong"));
    }
}
