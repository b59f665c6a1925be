//! Positions to extended SFEN, and to the boards of other programs. [`sfen`](super::sfen) has the
//! format, and reads it.

use super::names::Letters;
use crate::position::{Piece, Position};
use crate::rules::{Kind, Rules, Side};
use std::fmt::Write;

/// Writes a position with the move number 1. [`sfen::parse`](super::sfen::parse) reads it back.
pub fn write(rules: &Rules, position: &Position) -> String {
    let mut own = |out: &mut String, piece: Piece| {
        spell(out, &rules.spec(piece.kind()).id, piece.side());
    };
    board_text(rules, position, &mut own) + &fields_text(rules, position)
}

/// All that follows the board, from the side to move on, with a space before it.
fn fields_text(rules: &Rules, position: &Position) -> String {
    let mut out = format!(" {} {}", position.side.letter(), hands_text(rules, position));
    if let Some(square) = position.counter_strike {
        let _ = write!(out, " {}", rules.board.name(square));
    }
    for &square in &position.deferred {
        let _ = write!(out, " ~{}", rules.board.name(square));
    }
    let visible = Side::BOTH
        .map(|side| position.phantom[side.index()] && !position.royals(rules, side).is_empty());
    match visible {
        [true, true] => out.push_str(" phantom:bw"),
        [true, false] => out.push_str(" phantom:b"),
        [false, true] => out.push_str(" phantom:w"),
        [false, false] => {}
    }
    out.push_str(" 1");
    out
}

/// Writes a position in the letters of another program: for lishogi in SFEN, for XBoard in FEN with
/// the move number 1. [`sfen::parse`](super::sfen::parse) reads it back.
///
/// # Errors
/// The first kind for which the program has no letter.
///
/// ```
/// use tsume::notation::{names::Letters, sfen};
/// let rules = tsume::rules::builtin::rules("chu", &[]).unwrap().unwrap();
/// let text = "12/12/12/5+[DE]6/12/4[LN]7/12/12/12/12/12/k11 w - 1";
/// let position = sfen::parse(&rules, text).unwrap();
/// let foreign = |letters| sfen::write_in(&rules, &position, letters).unwrap();
/// assert_eq!(foreign(Letters::Lishogi), "12/12/12/5+E6/12/4N7/12/12/12/12/12/k11 w - 1");
/// assert_eq!(foreign(Letters::XBoard), "12/12/12/5+E6/12/4N7/12/12/12/12/12/k11 b 0 1");
/// ```
pub fn write_in(rules: &Rules, position: &Position, letters: Letters) -> Result<String, Kind> {
    let mut missing = None;
    let board =
        board_text(rules, position, &mut |out, piece| match letters.text(rules, piece.kind()) {
            Some(text) => out.push_str(&in_case(&text, piece.side())),
            None => missing = missing.or(Some(piece.kind())),
        });
    if let Some(kind) = missing {
        return Err(kind);
    }
    Ok(match letters {
        Letters::Lishogi => board + &fields_text(rules, position),
        Letters::XBoard => format!("{board} {} 0 1", position.side.other().letter()),
    })
}

fn in_case(text: &str, side: Side) -> String {
    match side {
        Side::Black => text.to_ascii_uppercase(),
        Side::White => text.to_ascii_lowercase(),
    }
}

/// Writes the squares of the board, each piece by `spell`.
fn board_text(
    rules: &Rules,
    position: &Position,
    spell: &mut dyn FnMut(&mut String, Piece),
) -> String {
    let files = usize::from(rules.board.files);
    let mut out = String::new();
    for (rank, row) in position.board.chunks(files).enumerate() {
        if rank > 0 {
            out.push('/');
        }
        let mut empty = 0;
        for piece in row.iter().rev() {
            match piece {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        let _ = write!(out, "{empty}");
                        empty = 0;
                    }
                    spell(&mut out, *piece);
                }
            }
        }
        if empty > 0 {
            let _ = write!(out, "{empty}");
        }
    }
    out
}

/// The text of a piece: `+[LN]`, `p`.
pub fn piece_text(rules: &Rules, piece: Piece) -> String {
    spelled(&rules.spec(piece.kind()).id, piece.side())
}

pub(super) fn spelled(id: &str, side: Side) -> String {
    let mut out = String::new();
    spell(&mut out, id, side);
    out
}

/// Appends an id in the case of its owner.
fn spell(out: &mut String, id: &str, side: Side) {
    let bare = id.strip_prefix('+').unwrap_or(id);
    let brackets = bare.len() != 1;
    out.push_str(&id[..id.len() - bare.len()]);
    out.push_str(if brackets { "[" } else { "" });
    let start = out.len();
    out.push_str(bare);
    match side {
        Side::Black => out[start..].make_ascii_uppercase(),
        Side::White => out[start..].make_ascii_lowercase(),
    }
    out.push_str(if brackets { "]" } else { "" });
}

fn hands_text(rules: &Rules, position: &Position) -> String {
    let mut out = String::new();
    for side in Side::BOTH {
        for &kind in &rules.lanes {
            let Some(lane) = rules.spec(kind).lane else { continue };
            match position.hands[side.index()].count(lane) {
                0 => continue,
                1 => {}
                count => {
                    let _ = write!(out, "{count}");
                }
            }
            spell(&mut out, &rules.spec(kind).id, side);
        }
    }
    if out.is_empty() { "-".to_owned() } else { out }
}
