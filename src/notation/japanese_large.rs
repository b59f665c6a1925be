//! Moves in Japanese in every game, also on boards of more than nine files: `▲８八獅子`,
//! `▲１２十二龍馬成`.
//!
//! ```text
//! ▲８八獅子（９七）   with its origin, since another piece of that name could go there
//! ▲同獅子            to the square where the last move ended
//! ▲９七・９八獅子    takes on 9g on the way and ends on 9h
//! ▲９七獅子居喰い    takes on 9g without leaving its square
//! ▲獅子じっと        passes
//! ```
//!
//! Pieces have the names of the rule file, with both characters. The words that standard shogi uses
//! for directions ([`super::japanese`]) are not used, because they do not distinguish the many
//! pieces that jump.

use super::declines;
use super::kanji::{side_mark, square_name};
use crate::position::{Move, Position};
use crate::rules::{Kind, Rules, Square};

/// Writes a move of `position`. `legal` has the legal moves of `position`, and `last` is the last
/// square of the move before, if any. `None` if no piece is on the move's origin.
///
/// ```
/// use tsume::notation::{japanese_large, sfen, usi};
/// use tsume::referee::legal_moves;
/// use tsume::rules::builtin;
///
/// let chu = builtin::rules("chu", &[]).unwrap().unwrap();
/// let text = "4k3[KR]3/12/5[gb]s5/12/4+[DH]7/4R7/12/12/12/12/12/12 b - 1";
/// let position = sfen::parse(&chu, text).unwrap();
/// let legal = legal_moves(&chu, &position);
/// let m = usi::parse(&chu, "8e11b").unwrap();
/// let text = japanese_large::write(&chu, &position, &legal, m, None);
/// assert_eq!(text.as_deref(), Some("▲１１二角鷹"));
/// ```
pub fn write(
    rules: &Rules,
    position: &Position,
    legal: &[Move],
    m: Move,
    last: Option<Square>,
) -> Option<String> {
    let kind = position.moving_kind(m)?;
    let mut out = String::from(side_mark(position.side));
    let taken: Vec<Square> = m.mids().into_iter().flatten().collect();
    let stays = m.from() == Some(m.to());
    let path: Vec<String> = taken
        .iter()
        .copied()
        .chain((!stays).then_some(m.to()))
        .map(|square| square_name(rules, square))
        .collect();
    if taken.is_empty() && !stays && last == Some(m.to()) {
        out.push('同');
    } else {
        out.push_str(&path.join("・"));
    }
    out.push_str(name(rules, kind));
    let alike = |other: &Move| {
        let named = position.moving_kind(*other).map(|kind| name(rules, kind));
        other.from().is_some()
            && other.from() != m.from()
            && named == Some(name(rules, kind))
            && (other.from() == Some(other.to())) == stays
            && (stays || other.to() == m.to())
            && other.mids() == m.mids()
    };
    let is_ambiguous = legal.iter().any(alike);
    if stays {
        out.push_str(if taken.is_empty() { "じっと" } else { "居喰い" });
    }
    if m.changes() {
        out.push('成');
        if let Some(chosen) = m.chosen() {
            out.push_str(name(rules, chosen));
        }
    } else if declines(legal, m) {
        out.push_str("不成");
    }
    match m.from() {
        Some(from) if is_ambiguous => {
            out.push_str(&format!("（{}）", square_name(rules, from)));
        }
        None if is_ambiguous => out.push('打'),
        _ => {}
    }
    Some(out)
}

/// Japanese name of a piece; of several, the first: `玉将` for `玉将/王将`.
pub fn name(rules: &Rules, kind: Kind) -> &str {
    let kanji = rules.spec(kind).kanji.as_str();
    kanji.split('/').next().unwrap_or(kanji)
}
