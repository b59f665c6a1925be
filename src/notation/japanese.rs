//! Moves in Japanese, as diagrams and books of standard shogi print them: `▲２三銀成`, `△同玉`.
//!
//! Where several pieces of one kind can go to a square, the convention of the Japan Shogi Association
//! tells which moved: by the way it goes (`上` forward, `寄` sideways, `引` back) if only one goes that
//! way; `直` for a general that goes straight ahead; else by where it comes from, `右` or `左` as its
//! owner sees it, with the way added if that is not enough. `打` marks a drop where a piece on the board
//! could also have gone there; `成` and `不成` a choice that there was. A piece that is pinned counts among them: other
//! programs look at how pieces go alone, and would take the move for that piece's.

use super::kifu::square;
use super::names::{character, has_characters};
use crate::position::{Move, Piece, Position};
use crate::rules::{Dir, Kind, Rules, Side, Square};
use std::cmp::Ordering;

/// Writes a move of `position`, whose legal moves are `legal`; `last` is the final square of the move
/// before, if any. `goes` tells of a square whether the piece there could go to the final square of `m` if it had no
/// king to mind. None in games whose pieces have no [`character`], on boards of more than nine files
/// or ranks, and for a move of a piece that is not there.
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
    let kind = m.dropped().or_else(|| Some(position.at(m.from()?)?.kind()))?;
    let mut out = String::from(match position.side {
        Side::Black => "▲",
        Side::White => "△",
    });
    if last == Some(m.to()) {
        out.push('同');
    } else {
        out.push_str(&square(rules, m.to()));
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
    } else if legal.contains(&m.with_change(true)) {
        out.push_str("不成");
    }
    Some(out)
}

/// A piece's name in moves: one character, two for promoted silver, knight and lance.
fn name(rules: &Rules, kind: Kind) -> Option<String> {
    let kanji = &rules.spec(kind).kanji;
    if kanji.starts_with('成') {
        Some(kanji.clone())
    } else {
        character(rules, kind).map(String::from)
    }
}

/// True for the pieces that can go straight ahead beside others of their kind (`直`): generals and what
/// moves like them, not rook, bishop and their promoted forms.
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
    /// Squares to the mover's right of the final square, and ahead of it.
    fn seen(&self, from: Square) -> (i32, i32) {
        let board = self.rules.board;
        let (ahead, right) = (Dir::F.delta(self.side).1, Dir::R.delta(self.side).0);
        let files = board.file(from) - board.file(self.to);
        let ranks = board.rank(from) - board.rank(self.to);
        (files * right, ranks * ahead)
    }

    /// The way that a piece from `from` goes.
    fn way(&self, from: Square) -> char {
        match self.seen(from).1.cmp(&0) {
            Ordering::Less => '上',
            Ordering::Equal => '寄',
            Ordering::Greater => '引',
        }
    }

    /// What tells `from` from the other origins; empty if nothing can.
    fn which(&self, from: Square, others: &[Square], general: bool) -> String {
        let way = self.way(from);
        let right = self.seen(from).0;
        if others.iter().all(|other| self.way(*other) != way) {
            return way.to_string();
        }
        if general && self.seen(from) == (0, -1) {
            return "直".to_owned();
        }
        // Generals are to the right or left of the square to which they go; of two rooks or bishops,
        // one is to the right of the other.
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
