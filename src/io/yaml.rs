//! YAML text to a tree, and words for texts that are no YAML.

pub use super::tree::{Node, Tree, parse};

use super::tree::{Cause, MAX_DEPTH};
use super::{Diagnostic, Source};
use std::sync::Arc;

/// Why a text could not be read to its end, if it could not.
pub fn broken(source: &Arc<Source>, tree: &Tree<'_>) -> Option<Diagnostic> {
    let broken = tree.broken.as_ref()?;
    let text = &source.text;
    let words = match &broken.cause {
        Cause::TooDeep => {
            let message = format!("lists and mappings are nested more than {MAX_DEPTH} deep");
            let help = "no file needs that; is a bracket left open?";
            let end = broken.at + text[broken.at..].chars().next().map_or(0, char::len_utf8);
            return Some(Diagnostic::new("E0202", source, broken.at..end, message).help(help));
        }
        Cause::Syntax(words) => words,
    };
    let (at, message, help) = explain(text, broken.at, words);
    let end = at + text[at..].chars().next().filter(|c| *c != '\n').map_or(0, char::len_utf8);
    Some(Diagnostic::new("E0204", source, at..end, message).help(help))
}

/// Place, message and help for a syntax error that the parser found at `at`.
fn explain(text: &str, at: usize, words: &str) -> (usize, String, String) {
    let line_start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let line = text[line_start..].lines().next().unwrap_or_default();
    let before = text[line_start..at].trim_end();
    let say = |at: usize, message: &str, help: &str| (at, message.to_owned(), help.to_owned());
    if let Some(tab) = line.find('\t').filter(|tab| line[..*tab].trim_start().is_empty()) {
        return say(
            line_start + tab,
            "a tab indents this line; YAML is indented with spaces",
            "replace the tab with spaces",
        );
    }
    if words.contains("block sequence entries") {
        let dash = text[..=at.min(text.len() - 1)].rfind('-').filter(|dash| *dash >= line_start);
        if before.ends_with(':') || before.ends_with('-') {
            return say(
                dash.unwrap_or(at),
                "`-` alone begins a list, which cannot stand behind a key on its line",
                "for an empty hand write `\"-\"` in quotes; the items of a list go on lines of their own",
            );
        }
    }
    if words.contains("mapping values are not allowed") {
        return say(
            at,
            "`: ` in the middle of a value makes YAML take it for another key",
            "put the value in quotes; keys of one mapping begin in the same column",
        );
    }
    if words.contains("quoted scalar") && words.contains("end of stream") {
        return say(
            at,
            "this quote is never closed",
            "write the same quote at the end of the text",
        );
    }
    if words.contains("escape") {
        return say(
            at,
            "in double quotes a backslash begins an escape, and this is none",
            "write `\\\\` for a backslash, or use single quotes",
        );
    }
    if let Some(c) = words.strip_prefix("unexpected character: `").and_then(|w| w.chars().next()) {
        return (
            at,
            format!("a value cannot begin with `{c}`"),
            "put the value in quotes".to_owned(),
        );
    }
    if words.contains("unknown anchor") {
        return say(
            at,
            "references (`*name`) are not followed",
            "write the value out; a text that begins with `*` stands in quotes",
        );
    }
    (
        at,
        format!("this is no YAML: {words}"),
        "texts with brackets, colons or quotes stand in quotes".to_owned(),
    )
}
