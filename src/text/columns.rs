//! Columns of tables for people: text padded to a width in terminal columns, in which a Japanese
//! character takes two.

use unicode_width::UnicodeWidthStr;

/// `text` at the left of a column of `width`; longer text is not cut.
pub fn left(text: &str, width: usize) -> String {
    format!("{text}{}", spaces(text, width))
}

/// `text` at the right of a column of `width`; longer text is not cut.
pub fn right(text: &str, width: usize) -> String {
    format!("{}{text}", spaces(text, width))
}

/// Width of the widest text.
pub fn widest<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> usize {
    texts.into_iter().map(|text| text.as_ref().width()).max().unwrap_or(0)
}

fn spaces(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.width()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn japanese_characters_take_two_columns() {
        assert_eq!((left("手数", 6), right("手数", 6)), ("手数  ".into(), "  手数".into()));
        assert_eq!((left("plies", 3), right("a", 2)), ("plies".into(), " a".into()));
        assert_eq!(widest(["abc", "手数"]), 4);
    }
}
