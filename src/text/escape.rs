//! Escapes hidden characters of input before a person sees them. A control character could act on a
//! terminal, and an invisible one could make a text look like another.
//!
//! [`escape_line`] is for input that becomes part of a line. [`escape_text`] is the safety net for
//! whole outputs, which have line feeds and the program's own colours.

use std::borrow::Cow;
use std::fmt::Write;

/// True for characters that do not show as themselves: control characters, line and paragraph
/// separators, characters that change the direction of text, and characters without width.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e00ff}'
            | '\u{e01f0}'..='\u{e0fff}')
}

/// The text with every hidden character escaped, line feeds included: `\n`, `\u{202e}`.
pub fn escape_line(text: &str) -> Cow<'_, str> {
    replaced(text, is_hidden, escape)
}

/// The text with every hidden character escaped, except line feeds, tabs and colours.
pub fn escape_text(text: &str) -> Cow<'_, str> {
    let hidden = |c: char| is_hidden(c) && c != '\n' && c != '\t';
    if !text.contains(hidden) {
        return Cow::from(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let len = colour(rest).unwrap_or(0);
        if len > 0 {
            out.push_str(&rest[..len]);
            rest = &rest[len..];
            continue;
        }
        if hidden(c) {
            escape(&mut out, c)
        } else {
            out.push(c)
        }
        rest = &rest[c.len_utf8()..];
    }
    Cow::from(out)
}

/// The same JSON data, with every hidden character as a JSON escape.
pub fn escape_json(text: &str) -> Cow<'_, str> {
    replaced(text, is_hidden, |out, c| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    })
}

fn replaced(
    text: &str,
    hidden: impl Fn(char) -> bool,
    escape: impl Fn(&mut String, char),
) -> Cow<'_, str> {
    if !text.contains(&hidden) {
        return Cow::from(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if hidden(c) { escape(&mut out, c) } else { out.push(c) }
    }
    Cow::from(out)
}

fn escape(out: &mut String, c: char) {
    let _ = match c {
        '\n' => write!(out, "\\n"),
        '\r' => write!(out, "\\r"),
        '\t' => write!(out, "\\t"),
        c => write!(out, "{}", c.escape_unicode()),
    };
}

/// Length in bytes of the ANSI sequence for colour or weight at the start of a text, if there is
/// one.
fn colour(text: &str) -> Option<usize> {
    let inner = text.strip_prefix("\x1b[")?;
    let end = inner.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    inner[end..].starts_with('m').then_some(2 + end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_escaped_and_others_stay() {
        let text = "a\u{1b}[2J\r\nb\u{202e}c\u{200b}\u{9b}玉 é\u{2029}";
        assert_eq!(escape_line(text), "a\\u{1b}[2J\\r\\nb\\u{202e}c\\u{200b}\\u{9b}玉 é\\u{2029}");
        assert_eq!(escape_line("玉将 ガ\u{3000}🀄"), "玉将 ガ\u{3000}🀄");
    }

    #[test]
    fn colours_of_our_own_stay() {
        assert_eq!(
            escape_text("\x1b[1;31merror\x1b[0m\n\x1b[2J"),
            "\x1b[1;31merror\x1b[0m\n\\u{1b}[2J"
        );
    }

    #[test]
    fn json_stays_the_same_data() {
        let data = serde_json::json!({ "id": "a\u{202e}\u{7f}\u{e0041}\n" });
        let text = data.to_string();
        let shown = escape_json(&text);
        assert!(!shown.contains(is_hidden), "{shown}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), data);
    }
}
