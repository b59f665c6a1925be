//! The vocabulary of CSA: pieces, squares, statements.

use super::lines::SourceLine;
use super::record::GameEnd;
use crate::rules::{Kind, Rules, Side, Square};

/// CSA names of pieces in upper case, with their ids. JKF uses them too.
const PIECES: [(&str, &str); 14] = [
    ("FU", "P"),
    ("KY", "L"),
    ("KE", "N"),
    ("GI", "S"),
    ("KI", "G"),
    ("KA", "B"),
    ("HI", "R"),
    ("OU", "K"),
    ("TO", "+P"),
    ("NY", "+L"),
    ("NK", "+N"),
    ("NG", "+S"),
    ("UM", "+B"),
    ("RY", "+R"),
];

/// Kind with this CSA name.
pub fn kind(rules: &Rules, name: &str) -> Option<Kind> {
    let (_, id) = PIECES.iter().find(|(known, _)| *known == name)?;
    rules.kind(id)
}

/// CSA name of a kind.
pub fn code(rules: &Rules, kind: Kind) -> &'static str {
    let id = rules.spec(kind).id.as_str();
    PIECES.iter().find(|(_, known)| *known == id).map_or("OU", |(name, _)| *name)
}

/// Parts `63FU`, `00KI`, `00AL` after `P+`, `P-` or `PI`; blanks may separate them.
pub fn pieces<'a>(line: SourceLine<'a>) -> impl Iterator<Item = SourceLine<'a>> {
    let mut at = 2;
    std::iter::from_fn(move || {
        let rest = line.part(at..line.text.len());
        let end = rest.text.char_indices().nth(4).map_or(rest.text.len(), |(end, _)| end);
        at = rest.start - line.start + end;
        (end > 0).then(|| rest.part(0..end))
    })
}

/// True if a part of a line between commas can only be a statement.
pub fn is_statement(rules: &Rules, text: &str) -> bool {
    let text = text.trim();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match text.split_at_checked(1) {
        Some(("+" | "-", "")) => true,
        Some(("+" | "-", m)) => m
            .split_at_checked(4)
            .is_some_and(|(squares, piece)| digits(squares) && kind(rules, piece).is_some()),
        Some(("P", rest)) => rest.starts_with(|c: char| matches!(c, '1'..='9' | 'I' | '+' | '-')),
        Some(("N", rest)) => rest.starts_with(['+', '-']),
        Some(("T", time)) => digits(time),
        Some(("$", key)) => key.contains(':'),
        Some(("%", end)) => GameEnd::from_csa(end, Side::Black).is_some(),
        _ => false,
    }
}

/// Side with this sign.
pub fn side(sign: char) -> Side {
    if sign == '+' { Side::Black } else { Side::White }
}

/// Square of `76`; `Some(None)` for `00`.
pub fn square(rules: &Rules, text: &str) -> Option<Option<Square>> {
    let digits: Vec<i32> = text.chars().map_while(|c| c.to_digit(10)).map(|d| d as i32).collect();
    match digits[..] {
        [0, 0] if text.len() == 2 => Some(None),
        [file, rank] if text.len() == 2 => rules.board.square(file - 1, rank - 1).map(Some),
        _ => None,
    }
}
