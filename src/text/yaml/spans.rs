//! Maps bytes of a value to bytes of the text.
//!
//! Quotes, escapes, indentation and folded lines make a value differ from its text. The mapping
//! walks through both side by side; each character of the value decides how far to go in the text.

use super::tree::{YamlNode, YamlValue};
use crate::text::char_boundary::floor_char_boundary;
use saphyr_parser::ScalarStyle;
use std::ops::Range;

/// The bytes of `text` that contain the bytes `within` of a scalar's value. The whole node if it is
/// not a scalar. An empty range stays empty.
pub fn span_within(text: &str, node: &YamlNode<'_>, within: &Range<usize>) -> Range<usize> {
    let YamlValue::Scalar { text: value, style, .. } = &node.data else {
        return visible_span(text, node);
    };
    let map = match style {
        ScalarStyle::Literal => literal(text, node.span.start, value),
        _ => walk(text, node, value, *style),
    };
    let at = |offset: usize| {
        let at = map.get(offset.min(value.len())).copied().unwrap_or(node.span.end);
        floor_char_boundary(text, at)
    };
    let start = at(within.start);
    if within.is_empty() {
        // The end of a value is marked behind its last character, not where the next line begins.
        let behind_last = value[..within.start.min(value.len())].trim_end_matches('\n').len();
        return match value[..behind_last].chars().next_back() {
            Some(c) if within.start >= value.trim_end_matches('\n').len() => {
                let last = at(behind_last - c.len_utf8());
                let end = last + text[last..].chars().next().map_or(0, char::len_utf8);
                end..end
            }
            _ => start..start,
        };
    }
    // The end is found from the last character, since line ends may lie between it and the next.
    let last = value[..within.end.min(value.len())].char_indices().next_back();
    let last = last.map_or(start, |(offset, _)| at(offset)).max(start);
    let len = match style {
        ScalarStyle::DoubleQuoted => escape(&text[last..]).map_or(1, |(_, len)| len),
        ScalarStyle::SingleQuoted if text[last..].starts_with("''") => 2,
        _ => text[last..].chars().next().map_or(0, char::len_utf8),
    };
    start..(last + len).min(text.len())
}

/// The bytes of a node to show: scalars without trailing line ends; of lists and mappings only the
/// first line.
pub fn visible_span(text: &str, node: &YamlNode<'_>) -> Range<usize> {
    let Range { start, end } = node.span;
    let whole = &text[start..end];
    let shown = match node.data {
        YamlValue::List(_) | YamlValue::Map(_) => whole.lines().next().unwrap_or_default(),
        _ => whole,
    };
    start..start + shown.trim_end().len()
}

/// For each byte of a literal block's value, the byte of the text; one more for the end.
fn literal(text: &str, start: usize, value: &str) -> Vec<usize> {
    // The block begins on the line after its `|`; the node begins at the first character, maybe
    // some blank lines later.
    let header_end = text[..start].trim_end().len();
    let mut line_start = text[header_end..].find('\n').map_or(text.len(), |at| header_end + at + 1);
    let mut map = Vec::with_capacity(value.len() + 1);
    for line in value.split_inclusive('\n') {
        let body = line.strip_suffix('\n').unwrap_or(line);
        let rest = &text[line_start..];
        let written = rest.split('\n').next().unwrap_or_default();
        let written = written.strip_suffix('\r').unwrap_or(written);
        // What is cut off is in front: the indentation.
        let indent = written.len().saturating_sub(body.len());
        map.extend((0..line.len()).map(|i| (line_start + indent + i).min(text.len())));
        line_start = rest.find('\n').map_or(text.len(), |at| line_start + at + 1);
    }
    map.push(map.last().map_or(start, |last| (last + 1).min(text.len())));
    map
}

/// The same for every other style.
fn walk(text: &str, node: &YamlNode<'_>, value: &str, style: ScalarStyle) -> Vec<usize> {
    let quoted = matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted);
    let end = node.span.end - usize::from(quoted && node.span.end > node.span.start);
    let mut at = node.span.start + usize::from(quoted);
    let mut map = Vec::with_capacity(value.len() + 1);
    for c in value.chars() {
        let mut len = 0;
        while at < end {
            let rest = &text[at..end];
            let next = rest.chars().next().unwrap_or(' ');
            let (written, width) = match style {
                ScalarStyle::DoubleQuoted if next == '\\' => match escape(rest) {
                    Some(escape) => escape,
                    None => break,
                },
                ScalarStyle::SingleQuoted if rest.starts_with("''") => (Some('\''), 2),
                _ => (Some(next), next.len_utf8()),
            };
            // A line end of the text may be a space or a line end of the value.
            let folded = next.is_whitespace() && c.is_whitespace() && next != ' ' && next != '\t';
            if written == Some(c) || folded {
                len = width;
                break;
            }
            if written.is_some_and(|c| !c.is_whitespace()) {
                break;
            }
            at += width;
        }
        map.extend((0..c.len_utf8()).map(|i| if i < len { at + i } else { at }));
        at += len;
    }
    map.push(at.min(end));
    map
}

/// The character at the start of a double-quoted text, or that an escape there stands for (none for
/// an escaped line end), with its length. `None` if the escape is not one of YAML's.
pub fn escape(text: &str) -> Option<(Option<char>, usize)> {
    let mut chars = text.chars();
    let first = chars.next()?;
    if first != '\\' {
        return Some((Some(first), first.len_utf8()));
    }
    let code = |len: usize| {
        let digits = text.get(2..2 + len)?;
        Some((char::from_u32(u32::from_str_radix(digits, 16).ok()?), 2 + len))
    };
    let c = match chars.next()? {
        'x' => return code(2),
        'u' => return code(4),
        'U' => return code(8),
        '0' => '\0',
        'a' => '\x07',
        'b' => '\x08',
        't' | '\t' => '\t',
        'n' => '\n',
        'v' => '\x0b',
        'f' => '\x0c',
        'r' => '\r',
        'e' => '\x1b',
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        '\r' | '\n' => return Some((None, 2)),
        c @ ('"' | '/' | '\\' | ' ') => c,
        _ => return None,
    };
    Some((Some(c), 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::yaml::parse;
    use proptest::prelude::*;

    /// What of the text is marked for each occurrence of `part` in the value of `key`.
    fn marked<'t>(text: &'t str, key: &str, part: &str) -> Vec<&'t str> {
        let tree = parse(text);
        assert_eq!(tree.error, None, "{text}");
        let node = tree.documents[0].get(key).unwrap();
        let value = node.text().unwrap();
        value
            .match_indices(part)
            .map(|(at, part)| &text[span_within(text, node, &(at..at + part.len()))])
            .collect()
    }

    #[test]
    fn plain_and_quoted_texts_on_one_line() {
        let text = "# 注\na: 日本 語x日\nb: '日''本''日'\nc: \"日\\t\\u672c\\\\日\"\n";
        assert_eq!(marked(text, "a", "日"), ["日", "日"]);
        assert_eq!(marked(text, "a", "本 語"), ["本 語"]);
        assert_eq!(marked(text, "b", "'"), ["''", "''"]);
        assert_eq!(marked(text, "b", "本'日"), ["本''日"]);
        assert_eq!(marked(text, "c", "本"), ["\\u672c"]);
        assert_eq!(marked(text, "c", "\t本"), ["\\t\\u672c"]);
        assert_eq!(marked(text, "c", "\\日"), ["\\\\日"]);
    }

    #[test]
    fn properties_before_a_value_are_no_part_of_it() {
        assert_eq!(marked("a: &x !!str  日本\n", "a", "日"), ["日"]);
        assert_eq!(marked("a: !!str &x |\n  ab\n", "a", "b"), ["b"]);
    }

    #[test]
    fn literal_blocks_lose_their_indentation() {
        for text in [
            "a: |\n\n\n   .  日\n    . vK\n\n   G  v+P\nb: 1\n",
            "a: |  # 注\n\n\n   .  日\n    . vK\n\n   G  v+P\nb: 1\n",
            "a: |-\r\n\r\n\r\n   .  日\r\n    . vK\r\n\r\n   G  v+P\r\n",
        ] {
            assert_eq!(marked(text, "a", "日"), ["日"], "{text:?}");
            assert_eq!(marked(text, "a", "v+P"), ["v+P"], "{text:?}");
            assert_eq!(marked(text, "a", "."), [".", "."], "{text:?}");
            let at = |part: &str| {
                let tree = parse(text);
                let node = tree.documents[0].get("a").unwrap();
                let at = node.text().unwrap().find(part).unwrap();
                span_within(text, node, &(at..at + part.len()))
            };
            assert_eq!(at("vK").start, text.find("vK").unwrap());
            assert_eq!(at("G").start, text.find('G').unwrap());
        }
        // With an indentation indicator, spaces at the start belong to the value.
        assert_eq!(marked("a: |1\n    日\n", "a", "   日"), ["   日"]);
    }

    #[test]
    fn folded_texts_join_their_lines() {
        let text = "a: >-\n  日本 語\n  x日\n\n  z\nb: '日本\n  語''x'\nc: \"日\\\n    本 \n   語\"\nd: 日本\n  語 x\n";
        assert_eq!(marked(text, "a", "日"), ["日", "日"]);
        assert_eq!(marked(text, "a", "z"), ["z"]);
        assert_eq!(marked(text, "a", "語 x"), ["語\n  x"]);
        assert_eq!(marked(text, "b", "語'"), ["語''"]);
        assert_eq!(marked(text, "c", "本"), ["本"]);
        assert_eq!(marked(text, "c", "語"), ["語"]);
        assert_eq!(marked(text, "d", "語"), ["語"]);
    }

    #[test]
    fn the_end_of_a_value_is_behind_its_last_character() {
        let end = |text: &str| {
            let tree = parse(text);
            let node = tree.documents[0].get("a").unwrap();
            let len = node.text().unwrap().len();
            let at = span_within(text, node, &(len..len));
            assert!(at.is_empty());
            at.start
        };
        for text in [
            "a: 日本",
            "a: '日本'",
            "a: \"日本\"",
            "a: |\n  日本\n\nb: 1\n",
            "a: 日本  # 注\n",
            "a: '日本'  # 注釈\n",
            "a: \"日本\"  # 注釈\nb: 1\n",
        ] {
            assert_eq!(end(text), text.find("日本").unwrap() + "日本".len(), "{text:?}");
        }
        assert_eq!(end("a: ''"), 4);
        assert_eq!(end("a: \"\""), 4);
    }

    proptest! {
        /// However a text is written, the place of each visible character is that character. Each
        /// character stands once, so that a wrong place shows.
        #[test]
        fn every_visible_character_is_found(
            words in prop::collection::vec("[a-z日本語]{1,3}", 1..6),
            style in 0..5u8,
            indent in 1..4usize,
            comment in "( #[ 注釈]{0,4})?",
        ) {
            let mut seen = std::collections::HashSet::new();
            let words: Vec<String> = words
                .iter()
                .map(|w| w.chars().filter(|c| seen.insert(*c)).collect::<String>())
                .filter(|w| !w.is_empty())
                .collect();
            prop_assume!(!words.is_empty());
            let margin = " ".repeat(indent);
            let lines = words.join(&format!("\n{margin}"));
            let escaped: String =
                words.join(" ").chars().map(|c| format!("\\u{:04x}", c as u32)).collect();
            let text = match style {
                0 => format!("- 図\n- |{comment}\n{margin}{lines}\n- x\n"),
                1 => format!("- 図\n- >{comment}\n{margin}{lines}\n"),
                2 => format!("- 図\n- '{lines}'{comment}\n"),
                3 => format!("- 図\n- \"{escaped}\"{comment}\n"),
                _ => format!("- 図\n- q{lines}{comment}\n"),
            };
            let tree = parse(&text);
            let YamlValue::List(items) = &tree.documents[0].data else { panic!("{text}") };
            let value = items[1].text().unwrap();
            for (at, c) in value.char_indices().filter(|(_, c)| !c.is_whitespace()) {
                let place = span_within(&text, &items[1], &(at..at + c.len_utf8()));
                let expected = match style {
                    3 => format!("\\u{:04x}", c as u32),
                    _ => c.to_string(),
                };
                prop_assert_eq!(&text[place], expected);
            }
        }
    }
}
