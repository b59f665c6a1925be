//! Moves in Japanese as books and diagrams of standard shogi print them: `▲２三銀成`, `△同玉`.
//!
//! If several pieces of a kind can go to a square, the convention of the Japan Shogi Association
//! tells them apart:
//! 1. the direction, if only one piece goes that way: `上` forward, `寄` sideways, `引` back;
//! 2. `直` for a general that goes straight ahead;
//! 3. the origin, `右` right or `左` left as the owner sees it, with the direction added if several pieces
//!    come from that side.
//!
//! `打` marks a drop if a piece on the board could also go to the square. `成` and `不成` mark a choice
//! of promotion. A pinned piece counts as one that could go: other programs consider movement
//! alone, and would otherwise take the move for that piece's.

use super::declines;
use super::kanji::{side_mark, square_name};
use super::names::{character, has_characters};
use crate::position::{Move, Piece, Position};
use crate::rules::{Dir, Kind, Rules, Side, Square};
use std::cmp::Ordering;

/// Writes a move of `position`. `legal` has the legal moves of `position`, and `last` is the last
/// square of the move before, if any. `goes` returns whether the piece on a square could go to the
/// last square of `m` by movement alone.
///
/// `None` in games whose pieces have no [`character`], on boards with more than nine files or
/// ranks, and if no piece is on the move's origin.
pub fn write(
    rules: &Rules,
    position: &Position,
    legal: &[Move],
    m: Move,
    last: Option<Square>,
    goes: impl Fn(Square) -> bool,
) -> Option<String> {
    if !has_characters(rules) || rules.board.files.max(rules.board.ranks) > 9 {
        return None;
    }
    let kind = position.moving_kind(m)?;
    let mut out = String::from(side_mark(position.side));
    if last == Some(m.to()) {
        out.push('同');
    } else {
        out.push_str(&square_name(rules, m.to()));
    }
    out.push_str(&name(rules, kind)?);
    let same = Piece::new(kind, position.side);
    let others: Vec<Square> = position
        .pieces()
        .filter(|&(from, piece)| piece == same && Some(from) != m.from())
        .map(|(from, _)| from)
        .filter(|&from| goes(from))
        .collect();
    match m.from() {
        None if !others.is_empty() => out.push('打'),
        Some(from) if !others.is_empty() => {
            let view = View { rules, side: position.side, to: m.to() };
            out.push_str(&view.which(from, &others, rows_up(rules, kind)));
        }
        _ => {}
    }
    if m.changes() {
        out.push('成');
        if let Some(chosen) = m.chosen() {
            out.push_str(&name(rules, chosen)?);
        }
    } else if declines(legal, m) {
        out.push_str("不成");
    }
    Some(out)
}

/// Name of a piece in moves: one character; two for promoted silver, knight and lance.
fn name(rules: &Rules, kind: Kind) -> Option<String> {
    let kanji = &rules.spec(kind).kanji;
    if kanji.starts_with('成') {
        Some(kanji.clone())
    } else {
        character(rules, kind).map(String::from)
    }
}

/// True for the kinds that take `直`: generals and pieces that move like them, but not rook, bishop
/// and their promoted forms.
fn rows_up(rules: &Rules, kind: Kind) -> bool {
    !matches!(rules.spec(rules.spec(kind).base).id.as_str(), "R" | "B")
}

/// The board as the mover sees it.
struct View<'a> {
    rules: &'a Rules,
    side: Side,
    to: Square,
}

impl View<'_> {
    /// Squares to the mover's right of the last square, and ahead of it.
    fn seen(&self, from: Square) -> (i32, i32) {
        let board = self.rules.board;
        let (ahead, right) = (Dir::F.delta(self.side).1, Dir::R.delta(self.side).0);
        let files = board.file(from) - board.file(self.to);
        let ranks = board.rank(from) - board.rank(self.to);
        (files * right, ranks * ahead)
    }

    /// The direction in which a piece goes from `from`.
    fn way(&self, from: Square) -> char {
        match self.seen(from).1.cmp(&0) {
            Ordering::Less => '上',
            Ordering::Equal => '寄',
            Ordering::Greater => '引',
        }
    }

    /// The words that distinguish `from` from the other origins; empty if no words can.
    fn which(&self, from: Square, others: &[Square], general: bool) -> String {
        let way = self.way(from);
        let right = self.seen(from).0;
        if others.iter().all(|other| self.way(*other) != way) {
            return way.to_string();
        }
        if general && self.seen(from) == (0, -1) {
            return "直".to_owned();
        }
        // Generals are to the right or left of the square to which they go; of two rooks or
        // bishops, one is to the right of the other.
        let side_of = |square: Square, than: &[Square]| {
            let own = self.seen(square).0;
            let reference = |other: &Square| if general { 0 } else { self.seen(*other).0 };
            if than.iter().all(|other| own > reference(other)) {
                Some('右')
            } else if than.iter().all(|other| own < reference(other)) {
                Some('左')
            } else {
                None
            }
        };
        let Some(side) = side_of(from, others) else { return String::new() };
        let same_side =
            |other: &&Square| general && self.seen(**other).0.signum() == right.signum();
        let rivals: Vec<&Square> = others.iter().filter(same_side).collect();
        if rivals.is_empty() { side.to_string() } else { format!("{side}{way}") }
    }
}
