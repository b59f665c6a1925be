//! Moves and pieces as Japanese game records spell them: `２三銀成(34)` in KIF, `△同　金右` in KI2.
//!
//! [`read`] takes a move apart without a board; [`Spoken::resolve`] finds the legal move that is meant. Both
//! take what programs write in practice: half-width, full-width and Japanese digits, spaces after 同, 竜
//! and 龍, 王 and 玉, 全 and 成銀, 行 and 入 for 上, 生 for 不成. [`super::japanese`] writes.

use super::NotationError;
use crate::position::{Move, Position};
use crate::rules::{Dir, Kind, Rules, Square};
use std::ops::Range;

/// What a record calls a piece, longest names first, with its id. The first name of an id is the one
/// that stands in moves, the last one of one character the one on boards.
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

/// The piece that a text begins with, and the bytes of its name.
pub fn piece_at(rules: &Rules, text: &str) -> Option<(Kind, usize)> {
    let (name, id) = NAMES.iter().find(|(name, _)| text.starts_with(name))?;
    Some((rules.kind(id)?, name.len()))
}

/// True if a text begins with the name of a piece.
pub fn is_piece(text: &str) -> bool {
    NAMES.iter().any(|(name, _)| text.starts_with(name))
}

/// A piece's name in moves: `銀`, `成銀`, `龍`.
pub fn name(rules: &Rules, kind: Kind) -> Option<&'static str> {
    let id = rules.spec(kind).id.as_str();
    NAMES.iter().find(|(_, known)| *known == id).map(|(name, _)| *name)
}

/// File in full-width digits and rank in Japanese numerals: `２三`. The board has at most nine of each.
pub(super) fn square(rules: &Rules, square: Square) -> String {
    const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
    const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    let (file, rank) = (rules.board.file(square), rules.board.rank(square));
    [FILES[file as usize], RANKS[rank as usize]].iter().collect()
}

/// A digit from 1 to 9: `3`, `３`, `三`.
pub fn digit(c: char) -> Option<u8> {
    const JAPANESE: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    match c {
        '1'..='9' => Some(c as u8 - b'0'),
        '１'..='９' => Some((c as u32 - '０' as u32) as u8),
        _ => JAPANESE.iter().position(|known| *known == c).map(|i| i as u8 + 1),
    }
}

/// A number in half-width, full-width or Japanese digits, up to 99 in the last: `18`, `１８`, `十八`.
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

/// A number from 1 to 99 in Japanese digits.
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

/// A move as it is spelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// The final square; none for 同, the one of the move before.
    pub to: Option<Square>,
    /// The piece before the move.
    pub kind: Kind,
    /// 打.
    pub drop: bool,
    /// 成 or 不成, where one is written.
    pub change: Option<bool>,
    /// The origin, where it is written.
    pub from: Option<Square>,
    /// 上, 寄, 引, 直, 右, 左, as far as they are written.
    pub ways: Vec<char>,
}

/// Reads a move at the start of a text, and the bytes it takes. The marks ▲△ before it are not part of it.
///
/// # Errors
/// What is not understood, with its place.
pub fn read(rules: &Rules, text: &str) -> Result<(Spoken, usize), NotationError> {
    let mut at = 0;
    let space = |text: &str| text.len() - text.trim_start_matches([' ', '\u{3000}', '\t']).len();
    let error = |at: Range<usize>, message: String| {
        NotationError::new("E0341", at, message)
            .help("moves are written `２三銀成(34)`, `同　金(52)`, `５五角打`")
    };
    let end = |at: usize| {
        let rest = &text[at..];
        at + rest.find([' ', '\u{3000}', '\t', '(', '（']).unwrap_or(rest.len())
    };
    let to = if let Some(rest) = text.strip_prefix('同') {
        at += '同'.len_utf8();
        at += space(rest);
        None
    } else {
        let mut chars = text.chars();
        let (file, rank) = (chars.next().and_then(digit), chars.next().and_then(digit));
        let square = match (file, rank) {
            (Some(file), Some(rank)) => {
                rules.board.square(i32::from(file) - 1, i32::from(rank) - 1)
            }
            _ => None,
        };
        let Some(square) = square else {
            return Err(error(0..end(0), "a move begins with its square, or with 同".to_owned()));
        };
        at = text.len() - chars.as_str().len();
        at += space(&text[at..]);
        Some(square)
    };
    let Some((kind, len)) = piece_at(rules, &text[at..]) else {
        let what = text[at..].chars().next().map_or_else(String::new, String::from);
        return Err(error(at..end(at).max(at + what.len()), format!("`{what}` is not a piece")));
    };
    at += len;
    let mut spoken = Spoken { to, kind, drop: false, change: None, from: None, ways: Vec::new() };
    loop {
        let rest = &text[at..];
        let word = [("不成", 'x'), ("成らず", 'x'), ("成", '+'), ("生", 'x'), ("打", '*')]
            .into_iter()
            .chain([("上", '上'), ("行", '上'), ("入", '上'), ("寄", '寄'), ("引", '引')])
            .chain([("直", '直'), ("右", '右'), ("左", '左')])
            .find(|(word, _)| rest.starts_with(word));
        let Some((word, meaning)) = word else { break };
        at += word.len();
        match meaning {
            '+' => spoken.change = Some(true),
            'x' => spoken.change = Some(false),
            '*' => spoken.drop = true,
            way => spoken.ways.push(way),
        }
    }
    let blank = space(&text[at..]);
    if let Some(inside) = text[at + blank..].strip_prefix(['(', '（'])
        && let Some((len, close)) = inside.char_indices().find(|(_, c)| matches!(c, ')' | '）'))
    {
        let start = text.len() - inside.len();
        let zero = |c| matches!(c, '0' | '０');
        let mut inner = inside[..len].chars();
        match (inner.next(), inner.next(), inner.next()) {
            // Some programs write drops so.
            (Some(file), Some(rank), None) if zero(file) && zero(rank) => {
                spoken.drop = true;
                at = start + len + close.len_utf8();
            }
            (Some(file), Some(rank), None)
                if let (Some(file), Some(rank)) = (digit(file), digit(rank)) =>
            {
                spoken.from = rules.board.square(i32::from(file) - 1, i32::from(rank) - 1);
                at = start + len + close.len_utf8();
            }
            _ => {}
        }
    }
    Ok((spoken, at))
}

/// Why no move was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unresolved {
    /// 同 at the beginning.
    NothingBefore,
    /// No legal move is meant.
    Illegal,
    /// Several are.
    Ambiguous,
}

impl Spoken {
    /// The move, where it is spelled out: by its origin, or as a drop. It may be illegal, and its piece
    /// another one.
    pub fn spelled_out(&self, last: Option<Square>) -> Option<Move> {
        let to = self.to.or(last)?;
        match self.from {
            Some(from) => Some(Move::board(from, to).with_change(self.change == Some(true))),
            None => self.drop.then(|| Move::drop(self.kind, to)),
        }
    }

    /// The move that is meant, one of `legal`, the legal moves of `position`; `last` is the final square
    /// of the move before.
    ///
    /// # Errors
    /// Why there is none.
    pub fn resolve(
        &self,
        rules: &Rules,
        position: &Position,
        legal: &[Move],
        last: Option<Square>,
    ) -> Result<Move, Unresolved> {
        let to = self.to.or(last).ok_or(Unresolved::NothingBefore)?;
        let candidates: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|m| m.to() == to && m.changes() == (self.change == Some(true)))
            .filter(|m| match m.from() {
                None => m.dropped() == Some(self.kind),
                Some(from) => {
                    !self.drop && position.at(from).map(|piece| piece.kind()) == Some(self.kind)
                }
            })
            .collect();
        let on_board: Vec<Move> =
            candidates.iter().copied().filter(|m| m.from().is_some()).collect();
        let meant: Vec<Move> = if let Some(from) = self.from {
            on_board.into_iter().filter(|m| m.from() == Some(from)).collect()
        } else if self.drop || (on_board.is_empty() && self.ways.is_empty()) {
            candidates.into_iter().filter(|m| m.from().is_none()).collect()
        } else {
            self.by_ways(rules, position, on_board)
        };
        match meant[..] {
            [] => Err(Unresolved::Illegal),
            [m] => Ok(m),
            _ => Err(Unresolved::Ambiguous),
        }
    }

    /// The moves that go as the words say.
    fn by_ways(&self, rules: &Rules, position: &Position, moves: Vec<Move>) -> Vec<Move> {
        let side = position.side;
        let (ahead, right) = (Dir::F.delta(side).1, Dir::R.delta(side).0);
        // Squares to the mover's right of the final square, and ahead of it.
        let seen = |m: &Move| {
            let board = rules.board;
            let from = m.from().unwrap_or(m.to());
            (
                (board.file(from) - board.file(m.to())) * right,
                (board.rank(from) - board.rank(m.to())) * ahead,
            )
        };
        let mut meant = moves;
        for way in self.ways.iter().filter(|way| !matches!(way, '右' | '左')) {
            meant.retain(|m| match (way, seen(m)) {
                ('上', (_, rank)) => rank < 0,
                ('寄', (_, rank)) => rank == 0,
                ('引', (_, rank)) => rank > 0,
                (_, (file, rank)) => file == 0 && rank < 0,
            });
        }
        for way in self.ways.iter().filter(|way| matches!(way, '右' | '左')) {
            let sign = if *way == '右' { 1 } else { -1 };
            let own_side = meant.iter().any(|m| seen(m).0 * sign > 0);
            let farthest = meant.iter().map(|m| seen(m).0 * sign).max();
            // Beside the square; of two rooks or bishops, the one farther to that side.
            meant.retain(|m| {
                let file = seen(m).0 * sign;
                if own_side { file > 0 } else { Some(file) == farthest }
            });
        }
        let farthest_needed = meant.len() > 1 && self.ways.iter().any(|w| matches!(w, '右' | '左'));
        if farthest_needed {
            let sign = if self.ways.contains(&'右') { 1 } else { -1 };
            let farthest = meant.iter().map(|m| seen(m).0 * sign).max();
            meant.retain(|m| Some(seen(m).0 * sign) == farthest);
        }
        meant
    }
}

/// Writes a move of `position` as KIF does: `２三銀成(34)`. None for a move of a piece that is not there.
pub fn write(rules: &Rules, position: &Position, m: Move, last: Option<Square>) -> Option<String> {
    let kind = m.dropped().or_else(|| Some(position.at(m.from()?)?.kind()))?;
    let place = match last == Some(m.to()) {
        true => "同　".to_owned(),
        false => square(rules, m.to()),
    };
    let change = if m.changes() { "成" } else { "" };
    let origin = match m.from() {
        None => "打".to_owned(),
        Some(from) => {
            format!("({}{})", rules.board.file(from) + 1, rules.board.rank(from) + 1)
        }
    };
    Some(format!("{place}{}{change}{origin}", name(rules, kind)?))
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
