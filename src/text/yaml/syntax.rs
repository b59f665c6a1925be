//! Explains YAML syntax errors in words for people, and marks the place of the mistake.

use super::spans;
use super::tree::{MAX_DEPTH, SyntaxError, SyntaxErrorKind, YamlTree};
use crate::messages::{Language, language, tr};
use crate::text::{Diagnostic, Source};
use std::sync::Arc;

/// The diagnostic of a tree's syntax error, if it has one.
pub fn syntax_error(source: &Arc<Source>, tree: &YamlTree<'_>) -> Option<Diagnostic> {
    tree.error.as_ref().map(|broken| explain_syntax_error(source, broken))
}

/// The diagnostic of a syntax error.
pub fn explain_syntax_error(source: &Arc<Source>, broken: &SyntaxError) -> Diagnostic {
    let text = &source.text;
    let (code, found) = match &broken.cause {
        SyntaxErrorKind::TooDeep => {
            let message = tr!(text_too_deep, levels = MAX_DEPTH);
            ("E0202", Found::at(broken.at, message, tr!(text_too_deep_help)))
        }
        SyntaxErrorKind::OutOfLine => ("E0204", Found::out_of_line(text, broken.at)),
        SyntaxErrorKind::Syntax(words) => ("E0204", explain(text, broken, words)),
    };
    let one = |at: usize| {
        at..at + text[at..].chars().next().filter(|c| *c != '\n').map_or(0, char::len_utf8)
    };
    let mut diagnostic = Diagnostic::new(code, source, one(found.at), found.message);
    if let Some((at, label)) = found.also {
        diagnostic = diagnostic.also(one(at), label);
    }
    diagnostic.help(found.help)
}

/// A syntax error in words.
struct Found {
    at: usize,
    message: String,
    help: String,
    also: Option<(usize, String)>,
}

impl Found {
    fn at(at: usize, message: String, help: String) -> Found {
        Found { at, message, help, also: None }
    }

    fn out_of_line(text: &str, at: usize) -> Found {
        let help = match indentation_indicator(text, at) {
            Some(indicator) => tr!(text_block_indent_help, indicator),
            None => tr!(text_out_of_line_help),
        };
        Found::at(at, tr!(text_out_of_line), help)
    }
}

/// Replaces the parser's words, and finds the place of the mistake: the parser reports the place
/// where it noticed it.
fn explain(text: &str, broken: &SyntaxError, words: &str) -> Found {
    let at = broken.at;
    let line_start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let before = text[line_start..at].trim_end();
    if let Some(tab) = words.contains("tab").then(|| indenting_tab(text, line_start)).flatten() {
        return Found::at(tab, tr!(text_tab), tr!(text_tab_help));
    }
    if words.contains("quoted scalar")
        && (words.contains("end of stream") || words.contains("indentation"))
    {
        return Found::at(at, tr!(text_open_quote), tr!(text_open_quote_help));
    }
    if words.contains("escape") {
        return Found::at(
            wrong_escape(text, at),
            tr!(text_wrong_escape),
            tr!(text_wrong_escape_help),
        );
    }
    if let Some(bracket) = broken.bracket {
        let close = if text[bracket..].starts_with('[') { "]" } else { "}" };
        let found = Found::at(bracket, tr!(text_open_bracket), tr!(text_open_bracket_help, close));
        let place = at.min(text.trim_end().len());
        return Found { also: Some((place, tr!(text_open_bracket_place))), ..found };
    }
    if words.contains("block sequence entries") && before.ends_with([':', '-']) {
        let here = text[at..].starts_with('-').then_some(at);
        let dash = here.or_else(|| text[..at].rfind('-').filter(|dash| *dash >= line_start));
        return Found::at(
            dash.unwrap_or(at),
            tr!(text_list_behind_key),
            tr!(text_list_behind_key_help),
        );
    }
    if words.contains("mapping values are not allowed") {
        return Found::at(at, tr!(text_colon_in_value), tr!(text_colon_in_value_help));
    }
    if let Some(c) = words.strip_prefix("unexpected character: `").and_then(|w| w.chars().next()) {
        return Found::at(
            at,
            tr!(text_value_begins, character = c.to_string()),
            tr!(text_value_begins_help),
        );
    }
    if words.contains("unknown anchor") {
        return Found::at(at, tr!(text_alias), tr!(text_alias_help));
    }
    if words.contains("did not find expected") {
        let value = before.rfind(": ").map(|colon| line_start + colon + 2);
        if let Some(value) = value.filter(|value| text[*value..].starts_with(['[', '{', '"', '\'']))
        {
            return Found::at(value, tr!(text_value_goes_on), tr!(text_value_goes_on_help));
        }
        if before.is_empty() {
            return Found::out_of_line(text, at);
        }
    }
    // The parser's words are English.
    let message = match language() {
        Language::English => tr!(text_no_yaml, words),
        Language::Japanese => tr!(text_unknown_syntax),
    };
    Found::at(at, message, tr!(text_no_yaml_help))
}

/// What to write instead of the `|` of a text whose first line is indented further than the line at
/// `at`, such as `|2`; `None` if that line is below no such text. Drawings of boards are such texts.
fn indentation_indicator(text: &str, at: usize) -> Option<String> {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let own = indent(&text[start..]);
    let mut above = text[..start].lines().rev().filter(|line| !line.trim().is_empty());
    let first = above.next().filter(|line| indent(line) > own)?;
    let opening = std::iter::once(first).chain(above).find(|line| indent(line) <= own)?;
    let trimmed = opening.trim_end();
    let mark = trimmed.strip_suffix('|').map(|_| '|').or(trimmed.strip_suffix('>').map(|_| '>'))?;
    let key = opening.trim_start_matches([' ', '-']);
    let indicator = own.checked_sub(opening.len() - key.len()).filter(|n| (1..=9).contains(n))?;
    Some(format!("{mark}{indicator}"))
}

/// The first tab that indents a line, from the line that begins at `start`.
fn indenting_tab(text: &str, start: usize) -> Option<usize> {
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line[..indent].find('\t').filter(|_| !line.trim().is_empty()) {
            return Some(at + tab);
        }
        at += line.len();
    }
    None
}

/// The backslash of the first wrong escape in the quoted text that begins at `quote`.
fn wrong_escape(text: &str, quote: usize) -> usize {
    let mut at = quote + 1;
    while let Some(backslash) = text.get(at..).and_then(|rest| rest.find('\\')) {
        at += backslash;
        match spans::escape(&text[at..]) {
            Some((_, len)) => at += len,
            None => return at,
        }
    }
    quote
}
