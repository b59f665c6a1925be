//! Japanese names of pieces, squares and numbers, as game records of standard shogi spell them.

use crate::rules::{Board, Kind, Rules, Side, Square};

/// Names of the pieces in game records, longest first, with the ids. The first name of an id is the
/// one in moves; the last one-character name is the one on boards.
const NAMES: [(&str, &str); 22] = [
    ("成銀", "+S"),
    ("成桂", "+N"),
    ("成香", "+L"),
    ("成り銀", "+S"),
    ("成り桂", "+N"),
    ("成り香", "+L"),
    ("玉", "K"),
    ("王", "K"),
    ("飛", "R"),
    ("角", "B"),
    ("金", "G"),
    ("銀", "S"),
    ("桂", "N"),
    ("香", "L"),
    ("歩", "P"),
    ("龍", "+R"),
    ("竜", "+R"),
    ("馬", "+B"),
    ("全", "+S"),
    ("圭", "+N"),
    ("杏", "+L"),
    ("と", "+P"),
];

/// The piece whose name `text` begins with, and the length of the name in bytes.
pub fn piece_at(rules: &Rules, text: &str) -> Option<(Kind, usize)> {
    let (name, id) = NAMES.iter().find(|(name, _)| text.starts_with(name))?;
    Some((rules.kind(id)?, name.len()))
}

/// True if `text` begins with the name of a piece.
pub fn is_piece(text: &str) -> bool {
    NAMES.iter().any(|(name, _)| text.starts_with(name))
}

/// Name of a piece in moves: `銀`, `成銀`, `龍`.
pub fn name(rules: &Rules, kind: Kind) -> Option<&'static str> {
    let id = rules.spec(kind).id.as_str();
    NAMES.iter().find(|(_, known)| *known == id).map(|(name, _)| *name)
}

/// Value of a digit from 1 to 9: `3`, `３`, `三`.
pub fn digit(c: char) -> Option<u8> {
    const JAPANESE: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    match c {
        '1'..='9' => Some(c as u8 - b'0'),
        '１'..='９' => Some((c as u32 - '０' as u32) as u8),
        _ => JAPANESE.iter().position(|known| *known == c).map(|i| i as u8 + 1),
    }
}

/// Value of a number in half-width, full-width or Japanese digits: `18`, `１８`, `十八`. Japanese
/// numbers go up to 99.
pub fn number(text: &str) -> Option<u32> {
    let value = |c: char| if matches!(c, '0' | '０') { Some(0) } else { digit(c).map(u32::from) };
    match text.split_once('十') {
        Some((tens, ones)) => {
            let one = |text: &str, empty| {
                let mut chars = text.chars();
                match (chars.next(), chars.next()) {
                    (None, _) => Some(empty),
                    (Some(c), None) => digit(c).map(u32::from),
                    _ => None,
                }
            };
            Some(one(tens, 1)? * 10 + one(ones, 0)?)
        }
        None if text.is_empty() => None,
        None => text.chars().try_fold(0u32, |sum, c| sum.checked_mul(10)?.checked_add(value(c)?)),
    }
}

/// A number from 1 to 99 in Japanese digits: `十八`.
pub fn japanese_number(number: u32) -> String {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let (tens, ones) = (number as usize / 10 % 10, number as usize % 10);
    let tens = match tens {
        0 => String::new(),
        1 => "十".to_owned(),
        tens => format!("{}十", DIGITS[tens]),
    };
    format!("{tens}{}", DIGITS[ones])
}

/// A number in full-width digits: `１２`.
pub fn full_width_number(number: u32) -> String {
    let full = |digit: char| char::from_u32(digit as u32 - '0' as u32 + '０' as u32);
    number.to_string().chars().filter_map(full).collect()
}

/// Mark of a side before its moves: ▲ or △.
pub(super) fn side_mark(side: Side) -> char {
    match side {
        Side::Black => '▲',
        Side::White => '△',
    }
}

/// Name of a square: file in full-width digits, rank in Japanese numerals, such as `２三` or `１２十二`.
pub fn square_name(rules: &Rules, square: Square) -> String {
    let (file, rank) = (rules.board.file(square), rules.board.rank(square));
    let (file, rank) = (file.unsigned_abs() + 1, rank.unsigned_abs() + 1);
    full_width_number(file) + &japanese_number(rank)
}

/// The inverse of [`square_name`]; digits may also be half-width.
pub(super) fn square(board: Board, text: &str) -> Option<Square> {
    let is_file = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let (file, rank) = text.split_at(text.find(|c| !is_file(c))?);
    let value = |text| i32::try_from(number(text)?.checked_sub(1)?).ok();
    board.square(value(file)?, value(rank)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_every_dress() {
        for (text, value) in [("18", 18), ("１８", 18), ("十八", 18), ("十", 10), ("三", 3)] {
            assert_eq!(number(text), Some(value), "{text}");
        }
        for wrong in ["", "十十", "x", "九九九九九九九九九九九", "二十百"] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
        for value in 1..100 {
            assert_eq!(number(&japanese_number(value)), Some(value));
        }
    }
}
