//! From bytes of a value to bytes of the text in which it was written.
//!
//! A value differs from its text by quotes, escapes, indentation and folded lines. Both are walked
//! side by side; the character of the value decides how far to go in the text.

use super::tree::{Data, Node};
use saphyr_parser::ScalarStyle;
use std::ops::Range;

/// The bytes of `text` that hold the bytes `within` of a scalar's value. All of the node if it is no
/// scalar; an empty range stays empty.
pub fn locate(text: &str, node: &Node<'_>, within: &Range<usize>) -> Range<usize> {
    let Data::Scalar { text: value, style, .. } = &node.data else { return visible(text, node) };
    let map = match style {
        ScalarStyle::Literal => literal(text, node.span.start, value),
        _ => walk(text, node, value, *style),
    };
    let at = |offset: usize| map.get(offset.min(value.len())).copied().unwrap_or(node.span.end);
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

/// The bytes of a node that are worth showing: scalars without the line ends after them; of lists and
/// mappings over several lines only the first.
pub fn visible(text: &str, node: &Node<'_>) -> Range<usize> {
    let Range { start, end } = node.span;
    let whole = &text[start..end];
    let shown = match node.data {
        Data::List(_) | Data::Map(_) => whole.lines().next().unwrap_or_default(),
        _ => whole,
    };
    start..start + shown.trim_end().len()
}

/// For each byte of a literal block's value, the byte of the text; one more for the end.
fn literal(text: &str, start: usize, value: &str) -> Vec<usize> {
    // The block begins on the line after its `|`; the node begins at the first character, maybe some
    // blank lines later.
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
fn walk(text: &str, node: &Node<'_>, value: &str, style: ScalarStyle) -> Vec<usize> {
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

/// The character that an escape stands for, none for an escaped line end, with its length.
fn escape(text: &str) -> Option<(Option<char>, usize)> {
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
        c => return Some((Some(c), 1 + c.len_utf8())),
    };
    Some((Some(c), 2))
}
