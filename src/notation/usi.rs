//! Moves of the USI protocol, extended to every board: origin, squares of captures on the way, last
//! square, `+` if the piece promotes or changes. `P*5e` is a drop, `+P*5e` one with the promoted
//! side up. If a piece can promote to any of several kinds, the kind follows: `8b8a+Q`,
//! `8b8a+[RV]`, `8b8a++P`.

use super::{NotationError, square_at};
use crate::messages::tr;
use crate::position::{Move, Position};
use crate::rules::{Kind, Rules, describe};
use std::fmt::Write;

/// Reads a move. The move may be illegal or impossible.
///
/// # Errors
/// The first part that is not part of a move, with its place.
///
/// ```
/// use tsume::notation::usi;
/// let rules = tsume::rules::builtin::rules("shogi", &[]).unwrap().unwrap();
/// let m = usi::parse(&rules, "P*5e").unwrap();
/// assert_eq!(usi::write(&rules, m), "P*5e");
/// assert_eq!(usi::parse(&rules, "7g7x").unwrap_err().at, 2..4);
/// ```
pub fn parse(rules: &Rules, text: &str) -> Result<Move, NotationError> {
    if let Some(star) = text.find('*') {
        let name = &text[..star];
        let plus = if name.starts_with('+') { "+" } else { "" };
        let bare = name[plus.len()..].trim_start_matches('[').trim_end_matches(']');
        let kind = rules
            .kind(&format!("{plus}{bare}"))
            .filter(|kind| rules.lane_of_drop(*kind).is_some())
            .ok_or_else(|| {
                let message = tr!(notation_usi_not_dropped, piece = name);
                NotationError::new("E0311", 0..star, message).help(tr!(notation_usi_help))
            })?;
        return match square_at(rules.board, &text[star + 1..]) {
            Some((to, len)) if star + 1 + len == text.len() => Ok(Move::drop(kind, to)),
            _ => Err(NotationError::new("E0311", star + 1..text.len(), tr!(notation_usi_drop_end))
                .help(tr!(notation_usi_help))),
        };
    }
    let (body, form) = match text.split_once('+') {
        Some((body, form)) => (body, Some(form)),
        None => (text, None),
    };
    let chosen = match form {
        None | Some("") => None,
        Some(form) => Some(chosen(rules, form).ok_or_else(|| {
            let message = tr!(notation_usi_not_chosen, piece = form);
            NotationError::new("E0311", body.len() + 1..text.len(), message)
                .help(tr!(notation_usi_help))
        })?),
    };
    let finish = |m: Move| match chosen {
        Some(kind) => m.with_promotion(kind),
        None => m.with_change(form.is_some()),
    };
    let mut squares = Vec::new();
    let mut i = 0;
    while i < body.len() {
        let Some((square, len)) = square_at(rules.board, &body[i..]) else {
            return Err(NotationError::new(
                "E0311",
                i..body.len(),
                tr!(notation_not_a_square, square = &body[i..], game = describe::game_name(rules)),
            )
            .help(tr!(notation_usi_help)));
        };
        squares.push(square);
        i += len;
    }
    match squares[..] {
        [from, to] => Ok(finish(Move::board(from, to))),
        [from, mid, to] => Ok(finish(Move::through(from, [Some(mid), None], to))),
        [from, first, second, to] => {
            Ok(finish(Move::through(from, [Some(first), Some(second)], to)))
        }
        _ => Err(NotationError::new(
            "E0311",
            0..text.len(),
            tr!(notation_usi_squares, count = squares.len()),
        )
        .help(tr!(notation_usi_help))),
    }
}

/// Reads a move of `position`. Unlike [`parse`], drops squares on the way that are empty, which
/// lishogi writes: a lion's pass `8c8d8c` is `8c8c`.
///
/// # Errors
/// Those of [`parse`].
pub fn parse_in(rules: &Rules, position: &Position, text: &str) -> Result<Move, NotationError> {
    let m = parse(rules, text)?;
    let mut captures = m.mids().into_iter().flatten().filter(|mid| position.at(*mid).is_some());
    let mids = [captures.next(), captures.next()];
    let Some(from) = m.from().filter(|_| mids != m.mids()) else { return Ok(m) };
    let plain = match mids {
        [None, _] => Move::board(from, m.to()),
        mids => Move::through(from, mids, m.to()),
    };
    Ok(match m.chosen() {
        Some(kind) => plain.with_promotion(kind),
        None => plain.with_change(m.changes()),
    })
}

/// The kind that a piece chooses to become: `Q`, `[RV]`, `+P`. Some piece of the game must have
/// that choice.
fn chosen(rules: &Rules, text: &str) -> Option<Kind> {
    let plus = if text.starts_with('+') { "+" } else { "" };
    let rest = &text[plus.len()..];
    let bare = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(rest);
    let kind = rules.kind(&format!("{plus}{bare}"))?;
    rules.kinds.iter().any(|spec| spec.promotion_choices.contains(&kind)).then_some(kind)
}

/// The id of a kind in upper case, in brackets if it has several letters.
fn id(rules: &Rules, kind: Kind) -> String {
    let id = rules.spec(kind).id.to_ascii_uppercase();
    let (plus, bare) = id.strip_prefix('+').map_or(("", id.as_str()), |bare| ("+", bare));
    if bare.len() == 1 { format!("{plus}{bare}") } else { format!("{plus}[{bare}]") }
}

/// Writes a move. [`parse`] reads it back.
pub fn write(rules: &Rules, m: Move) -> String {
    let board = rules.board;
    if let Some(kind) = m.dropped() {
        return format!("{}*{}", id(rules, kind), board.name(m.to()));
    }
    let mut out = String::new();
    for square in m.from().into_iter().chain(m.mids().into_iter().flatten()).chain([m.to()]) {
        let _ = write!(out, "{}", board.name(square));
    }
    if m.changes() {
        out.push('+');
    }
    if let Some(kind) = m.chosen() {
        out.push_str(&id(rules, kind));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin;

    #[test]
    fn moves_come_back() {
        let rules = builtin::rules("maka_dai_dai", &[]).unwrap().unwrap();
        for text in ["10j10i10h10g", "8c9d8c+", "8c8c", "19s1a", "1s1r+"] {
            assert_eq!(write(&rules, parse(&rules, text).unwrap()), text);
        }
        let shogi = builtin::rules("shogi", &[]).unwrap().unwrap();
        assert_eq!(write(&shogi, parse(&shogi, "P*5e").unwrap()), "P*5e");
        for text in ["", "7g", "K*5e", "P*", "P*5j", "7g7f7e7d7c", "7g7f++", "王", "7g0f", "+"] {
            assert!(parse(&shogi, text).is_err(), "{text}");
        }
    }
}
