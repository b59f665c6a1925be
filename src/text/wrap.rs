//! Breaks prose into lines of a terminal's width, also Japanese prose, which has no spaces.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Characters that must not begin a line.
const NOT_FIRST: &str =
    "、。，．・：；？！）」』】〕〉》］｝ー～…‥々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;?!)]}";
/// Characters that must not end a line.
const NOT_LAST: &str = "（「『【〔〈《［｛([{▲△";

/// Lines of `text`, each at most `width` columns wide unless a word is wider. Line feeds stay, and
/// the continuation of a line has its indentation. A line breaks at spaces, and beside a character
/// of full width except before closing and after opening punctuation.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    text.split('\n').flat_map(|line| wrap_line(line, width)).collect()
}

fn wrap_line(line: &str, width: usize) -> Vec<String> {
    let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
    let mut lines = Vec::new();
    let mut current = indent.to_owned();
    for piece in pieces(&line[indent.len()..]) {
        let is_begun = current.len() > indent.len();
        if is_begun && current.width() + piece.trim_end_matches(' ').width() > width {
            current.truncate(current.trim_end_matches(' ').len());
            lines.push(std::mem::replace(&mut current, indent.to_owned()));
        }
        current.push_str(piece);
    }
    current.truncate(current.trim_end_matches(' ').len());
    lines.push(current);
    lines
}

/// Parts of a line between which it may break; spaces belong to the part before them.
fn pieces(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut previous = None;
    for (at, c) in line.char_indices() {
        if previous.is_some_and(|previous| may_break(previous, c)) {
            pieces.push(&line[start..at]);
            start = at;
        }
        previous = Some(c);
    }
    pieces.push(&line[start..]);
    pieces
}

/// True if a line may end after `before` when `after` follows.
fn may_break(before: char, after: char) -> bool {
    let is_wide = |c: char| c.width() == Some(2);
    match (before, after) {
        (_, ' ') => false,
        (' ', _) => true,
        _ => {
            (is_wide(before) || is_wide(after))
                && !NOT_LAST.contains(before)
                && !NOT_FIRST.contains(after)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn japanese_breaks_between_characters_but_not_at_punctuation() {
        assert_eq!(wrap("詰将棋を解く。", 8), ["詰将棋を", "解く。"]);
        assert_eq!(wrap("詰将棋、余詰", 6), ["詰将", "棋、余", "詰"]);
        assert_eq!(wrap("余詰（早詰）", 6), ["余詰", "（早", "詰）"]);
        assert_eq!(wrap("1GiBと2GiB", 6), ["1GiBと", "2GiB"]);
    }

    #[test]
    fn words_stay_whole_and_indentation_goes_on() {
        assert_eq!(wrap("  foo bar", 6), ["  foo", "  bar"]);
        assert_eq!(wrap("one\n\ntwo three", 9), ["one", "", "two three"]);
        assert_eq!(wrap("longer_variation", 5), ["longer_variation"]);
    }
}
