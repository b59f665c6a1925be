//! Moves in Japanese game records: `２三銀成(34)` in KIF, `△同　金右` in KI2.
//!
//! [`read`] parses a move without a board. [`KifuMove::resolve`] finds the legal move. Both accept
//! what programs write in practice: half-width, full-width and Japanese digits, spaces after 同, 竜
//! and 龍, 王 and 玉, 全 and 成銀, 行 and 入 for 上, 生 for 不成. [`super::japanese`] writes moves for people.

use super::kanji::{digit, name, piece_at, square_name};
use super::{NotationError, PromotionMark};
use crate::messages::tr;
use crate::position::{Move, Position};
use crate::rules::{Dir, Kind, Rules, Square};
use std::ops::Range;

/// A move as the text of a record gives it, before the legal move is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KifuMove {
    /// The last square; `None` for 同, the last square of the move before.
    pub to: Option<Square>,
    /// The piece before the move.
    pub kind: Kind,
    /// True if the text has 打: a drop.
    pub drop: bool,
    /// 成 or 不成, if the text has one.
    pub promotion: PromotionMark,
    /// The kind after 成, if the piece can promote to any of several and the text names one.
    pub chosen: Option<Kind>,
    /// The origin, if the text has it.
    pub from: Option<Square>,
    /// Those of 上, 寄, 引, 直, 右 and 左 that the text has.
    pub directions: Vec<char>,
}

/// Reads the move at the start of `text`, without a mark ▲ or △ before it. Returns the move and the
/// number of bytes read.
///
/// # Errors
/// The first part that is not part of a move, with its place.
pub fn read(rules: &Rules, text: &str) -> Result<(KifuMove, usize), NotationError> {
    let mut at = 0;
    let space = |text: &str| text.len() - text.trim_start_matches([' ', '\u{3000}', '\t']).len();
    let error = |at: Range<usize>, message: String| {
        NotationError::new("E0341", at, message).help(tr!(notation_kifu_help))
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
            return Err(error(0..end(0), tr!(notation_kifu_no_square)));
        };
        at = text.len() - chars.as_str().len();
        at += space(&text[at..]);
        Some(square)
    };
    let Some((kind, len)) = piece_at(rules, &text[at..]) else {
        let what = text[at..].chars().next().map_or_else(String::new, String::from);
        let place = at..end(at).max(at + what.len());
        return Err(error(place, tr!(notation_kifu_not_a_piece, text = what)));
    };
    at += len;
    let mut spelled = KifuMove {
        to,
        kind,
        drop: false,
        promotion: PromotionMark::Unmarked,
        chosen: None,
        from: None,
        directions: Vec::new(),
    };
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
            '+' => {
                spelled.promotion = PromotionMark::Promotes;
                let named = piece_at(rules, &text[at..]).filter(|_| rules.has_promotion_choices);
                if let Some((kind, len)) = named {
                    spelled.chosen = Some(kind);
                    at += len;
                }
            }
            'x' => spelled.promotion = PromotionMark::Declines,
            '*' => spelled.drop = true,
            way => spelled.directions.push(way),
        }
    }
    let blank = space(&text[at..]);
    if let Some(inside) = text[at + blank..].strip_prefix(['(', '（']) {
        if let Some((len, close)) = inside.char_indices().find(|(_, c)| matches!(c, ')' | '）')) {
            let start = text.len() - inside.len();
            let zero = |c| matches!(c, '0' | '０');
            let mut inner = inside[..len].chars();
            match (inner.next(), inner.next(), inner.next()) {
                // Some programs write a drop as `(00)`.
                (Some(file), Some(rank), None) if zero(file) && zero(rank) => {
                    spelled.drop = true;
                    at = start + len + close.len_utf8();
                }
                (Some(file), Some(rank), None) => {
                    if let (Some(file), Some(rank)) = (digit(file), digit(rank)) {
                        spelled.from = rules.board.square(i32::from(file) - 1, i32::from(rank) - 1);
                        at = start + len + close.len_utf8();
                    }
                }
                _ => {}
            }
        }
    }
    Ok((spelled, at))
}

/// Why no single legal move fits the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResolveError {
    /// 同 without a move before it.
    NothingBefore,
    /// No legal move fits.
    Illegal,
    /// Several legal moves fit.
    Ambiguous,
}

impl KifuMove {
    /// The move, if the text has its origin or 打. The move may be illegal, and another piece may
    /// stand on the origin.
    pub fn spelled_out(&self, last: Option<Square>) -> Option<Move> {
        let to = self.to.or(last)?;
        match self.from {
            Some(from) => {
                let m = Move::board(from, to).with_change(self.promotion.promotes());
                Some(self.chosen.map_or(m, |kind| m.with_promotion(kind)))
            }
            None => self.drop.then(|| Move::drop(self.kind, to)),
        }
    }

    /// The legal move that fits. `legal` has the legal moves of `position`, and `last` is the last
    /// square of the move before.
    ///
    /// # Errors
    /// The reason if not exactly one move fits.
    pub fn resolve(
        &self,
        rules: &Rules,
        position: &Position,
        legal: &[Move],
        last: Option<Square>,
    ) -> Result<Move, ResolveError> {
        let to = self.to.or(last).ok_or(ResolveError::NothingBefore)?;
        let candidates: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|m| m.to() == to && m.changes() == (self.promotion.promotes()))
            .filter(|m| self.chosen.is_none_or(|chosen| m.chosen() == Some(chosen)))
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
        } else if self.drop || (on_board.is_empty() && self.directions.is_empty()) {
            candidates.into_iter().filter(|m| m.from().is_none()).collect()
        } else {
            self.by_directions(rules, position, on_board)
        };
        match meant[..] {
            [] => Err(ResolveError::Illegal),
            [m] => Ok(m),
            _ => Err(ResolveError::Ambiguous),
        }
    }

    /// The moves whose directions fit the words.
    fn by_directions(&self, rules: &Rules, position: &Position, moves: Vec<Move>) -> Vec<Move> {
        let side = position.side;
        let (ahead, right) = (Dir::F.delta(side).1, Dir::R.delta(side).0);
        // Squares to the mover's right of the last square, and ahead of it.
        let seen = |m: &Move| {
            let board = rules.board;
            let from = m.from().unwrap_or(m.to());
            (
                (board.file(from) - board.file(m.to())) * right,
                (board.rank(from) - board.rank(m.to())) * ahead,
            )
        };
        let mut meant = moves;
        for way in self.directions.iter().filter(|way| !matches!(way, '右' | '左')) {
            meant.retain(|m| match (way, seen(m)) {
                ('上', (_, rank)) => rank < 0,
                ('寄', (_, rank)) => rank == 0,
                ('引', (_, rank)) => rank > 0,
                (_, (file, rank)) => file == 0 && rank < 0,
            });
        }
        for way in self.directions.iter().filter(|way| matches!(way, '右' | '左')) {
            let sign = if *way == '右' { 1 } else { -1 };
            let own_side = meant.iter().any(|m| seen(m).0 * sign > 0);
            let farthest = meant.iter().map(|m| seen(m).0 * sign).max();
            // A piece on that side of the square; of two rooks or bishops, the one farther to that
            // side.
            meant.retain(|m| {
                let file = seen(m).0 * sign;
                if own_side { file > 0 } else { Some(file) == farthest }
            });
        }
        let farthest_needed =
            meant.len() > 1 && self.directions.iter().any(|w| matches!(w, '右' | '左'));
        if farthest_needed {
            let sign = if self.directions.contains(&'右') { 1 } else { -1 };
            let farthest = meant.iter().map(|m| seen(m).0 * sign).max();
            meant.retain(|m| Some(seen(m).0 * sign) == farthest);
        }
        meant
    }
}

/// Writes a move of `position` as in KIF: `２三銀成(34)`. `None` if no piece is on its origin.
pub fn write(rules: &Rules, position: &Position, m: Move, last: Option<Square>) -> Option<String> {
    let kind = position.moving_kind(m)?;
    let place = match last == Some(m.to()) {
        true => "同　".to_owned(),
        false => square_name(rules, m.to()),
    };
    let mut change = String::from(if m.changes() { "成" } else { "" });
    if let Some(chosen) = m.chosen() {
        change.push_str(name(rules, chosen)?);
    }
    let origin = match m.from() {
        None => "打".to_owned(),
        Some(from) => {
            format!("({}{})", rules.board.file(from) + 1, rules.board.rank(from) + 1)
        }
    };
    Some(format!("{place}{}{change}{origin}", name(rules, kind)?))
}
