//! Pieces in hand in problem files: `G2P`, `-`, or `rest`.

use super::names::{in_japanese, on_board};
use super::{NotationError, kanji};
use crate::messages::{Language, language, tr};
use crate::position::{Hand, Piece};
use crate::rules::{Kind, Rules, describe};

/// The word for all pieces that are neither on the board nor in the other hand; see [`rest`].
pub const REST: &str = "rest";

/// Words for an empty hand.
const NOTHING: [&str; 6] = ["-", "－", "なし", "無し", "無", "nothing in hand"];

/// True if a hand is all that is neither on the board nor in the other hand: `rest`, `残り`,
/// `残り全部`.
pub fn is_rest(text: &str) -> bool {
    text.trim() == REST || text.trim().starts_with('残')
}

fn is_comma(c: char) -> bool {
    matches!(c, ',' | '、' | '，')
}

/// Reads a hand: `G2P` is a gold and two pawns. Spaces and commas may separate the pieces, and ids
/// of several letters may have brackets. An empty text or `-` is an empty hand. [`REST`] is an
/// error here, because it depends on the board.
///
/// # Errors
/// The first part that is not a piece in hand, with its place.
pub fn read(rules: &Rules, text: &str) -> Result<Hand, NotationError> {
    let mut hand = Hand::EMPTY;
    if NOTHING.contains(&text.trim()) {
        return Ok(hand);
    }
    let mut i = 0;
    while i < text.len() {
        let rest = &text[i..];
        if let Some(c) = rest.chars().next().filter(|c| c.is_whitespace() || is_comma(*c)) {
            i += c.len_utf8();
            continue;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = &rest[..digits];
        if digits == 0 {
            if let Some((lane, len)) = held_in_japanese(rules, rest) {
                // In Japanese the count follows the piece: `金2`, `歩十八`, `金金`.
                let is_digit =
                    |c: char| c == '十' || matches!(c, '0' | '０') || kanji::digit(c).is_some();
                let count =
                    &rest[len..][..rest[len..].find(|c| !is_digit(c)).unwrap_or(rest.len() - len)];
                let number = if count.is_empty() {
                    Some(1)
                } else {
                    kanji::number(count).filter(|n| *n > 0)
                };
                let total = number.and_then(|n| n.checked_add(u32::from(hand.count(lane))));
                let end = i + len + count.len();
                match total.filter(|total| *total <= u32::from(Hand::MAX)) {
                    Some(total) => hand = hand.set(lane, total as u8),
                    None => {
                        let message = tr!(notation_impossible_count, number = count);
                        let help = tr!(notation_count_behind_piece, most = Hand::MAX);
                        return Err(NotationError::new("E0327", i..end, message).help(help));
                    }
                }
                i = end;
                continue;
            }
        }
        let (lane, len) = held(rules, text, i, i + digits)?;
        let count = if digits == 0 { Some(1) } else { number.parse().ok().filter(|n| *n > 0) };
        let total = count.and_then(|count: u32| count.checked_add(u32::from(hand.count(lane))));
        match total.and_then(|total| u8::try_from(total).ok()).filter(|total| *total <= Hand::MAX) {
            Some(total) => hand = hand.set(lane, total),
            None => {
                return Err(NotationError::new(
                    "E0327",
                    i..i + digits + len,
                    tr!(notation_impossible_count, number),
                )
                .help(tr!(notation_count_before_piece, most = Hand::MAX)));
            }
        }
        i += digits + len;
    }
    Ok(hand)
}

/// The lane of the piece whose Japanese name `text` begins with, and the length of the name in
/// bytes.
fn held_in_japanese(rules: &Rules, text: &str) -> Option<(u8, usize)> {
    if text.starts_with(|c: char| c.is_ascii()) {
        return None;
    }
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8()).take(3);
    let named = ends.filter_map(|end| match in_japanese(rules, &text[..end])[..] {
        [kind] => Some((rules.spec(kind).lane?, end)),
        _ => None,
    });
    named.last()
}

/// The lane of the piece whose id is at `at`, and the length of the id. The longest id that fits
/// counts.
fn held(rules: &Rules, text: &str, start: usize, at: usize) -> Result<(u8, usize), NotationError> {
    let rest = &text[at..];
    let name = |kind: Kind| {
        let id = rules.spec(kind).id.as_str();
        let bracketed = format!("[{id}]");
        [bracketed.as_str(), id]
            .into_iter()
            .find(|name| {
                rest.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name))
            })
            .map(str::len)
    };
    let found = rules.lanes.iter().filter_map(|kind| Some((rules.spec(*kind).lane?, name(*kind)?)));
    if let Some(found) = found.max_by_key(|(_, len)| *len) {
        return Ok(found);
    }
    let word = rest.split(|c: char| c.is_whitespace() || c == ',').next().unwrap_or_default();
    let end = at + word.len();
    if word.is_empty() {
        return Err(NotationError::new("E0326", start..end, tr!(notation_count_alone))
            .help(tr!(notation_count_alone_help)));
    }
    if !rules.has_drops() {
        let message = tr!(notation_no_drops, game = describe::game_name(rules));
        return Err(
            NotationError::new("E0326", start..end, message).help(tr!(notation_no_drops_help))
        );
    }
    let japanese = |kind: Kind| match language() {
        Language::English => None,
        Language::Japanese => on_board(rules, kind),
    };
    let name = |kind: &Kind| japanese(*kind).unwrap_or_else(|| rules.spec(*kind).id.clone());
    let known: Vec<String> = rules.lanes.iter().map(name).collect();
    Err(NotationError::new("E0326", at..end, tr!(notation_not_in_hand, word))
        .help(tr!(notation_not_in_hand_help, ids = known.join(" "))))
}

/// Writes a hand; `-` if it is empty. [`read`] reads it back: where an `A` after a `C` could be a
/// `Ca`, spaces separate the pieces.
pub fn write(rules: &Rules, hand: Hand) -> String {
    let mut held = Vec::new();
    for (lane, kind) in rules.lanes.iter().enumerate() {
        let id = &rules.spec(*kind).id;
        let id = if id.len() == 1 { id.clone() } else { format!("[{id}]") };
        match hand.count(lane as u8) {
            0 => {}
            1 => held.push(id),
            count => held.push(format!("{count}{id}")),
        }
    }
    let joined = held.concat();
    match held.is_empty() {
        true => "-".to_owned(),
        false if read(rules, &joined).as_ref() == Ok(&hand) => joined,
        false => held.join(" "),
    }
}

/// The pieces of the start position that are neither on the board nor in the other hand. A kind of
/// which there are already too many gives none; this function does not decide whether that is
/// allowed.
pub fn rest(rules: &Rules, board: &[Option<Piece>], other: Hand) -> Hand {
    let mut hand = Hand::EMPTY;
    for (lane, &kind) in rules.lanes.iter().enumerate() {
        let lane = lane as u8;
        let on_board =
            board.iter().flatten().filter(|piece| rules.spec(piece.kind()).base == kind).count();
        let used = on_board + usize::from(other.count(lane));
        let left = usize::from(rules.spec(kind).at_start()).saturating_sub(used);
        hand = hand.set(lane, left.min(usize::from(Hand::MAX)) as u8);
    }
    hand
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;
    use crate::rules::builtin;

    fn game(name: &str) -> Rules {
        builtin::rules(name, &[]).unwrap().unwrap()
    }

    #[test]
    fn hands_are_read_and_written() {
        let rules = game("shogi");
        let lane = |id: &str| rules.spec(rules.kind(id).unwrap()).lane.unwrap();
        let gold_and_pawns = Hand::EMPTY.set(lane("G"), 1).set(lane("P"), 12);
        for text in ["G12P", "12PG", "g, 12p", "[G] 11P P", " 12P  G "] {
            assert_eq!(read(&rules, text), Ok(gold_and_pawns), "{text}");
        }
        assert_eq!(write(&rules, gold_and_pawns), "G12P");
        for text in ["", "-", "  "] {
            assert_eq!(read(&rules, text), Ok(Hand::EMPTY), "{text}");
        }
        assert_eq!(write(&rules, Hand::EMPTY), "-");
        let place = |text: &str| read(&rules, text).map_err(|e| e.at).unwrap_err();
        assert_eq!(place("G2K"), 2..3);
        assert_eq!(place("G 2"), 2..3);
        assert_eq!(place("G 0P"), 2..4);
        assert_eq!(place("100P100P"), 4..8);
        assert_eq!(place("99999999999P"), 0..12);
        assert_eq!(place("玉2"), 0..4);
        assert!(read(&game("chu"), "P").is_err() && read(&game("chu"), "-").is_ok());
    }

    #[test]
    fn the_rest_is_what_is_nowhere_else() {
        let rules = game("shogi");
        // The box holds 2 rooks, 2 bishops, 4 of gold, silver, knight and lance each, and 18 pawns.
        let text = "8k/9/7G+p/9/9/9/9/9/9 b G2P2r2b2g4s4n4l15p 1";
        let position = sfen::parse(&rules, text).unwrap();
        let [black, white] = position.hands;
        assert_eq!(rest(&rules, &position.board, black), white);
        assert_eq!(rest(&rules, &position.board, white), black);
        // Too many of a kind: none are left of it, and the others do not suffer.
        let crowded = sfen::parse(&rules, "ggggg4/9/9/9/9/9/9/9/9 b - 1").unwrap().board;
        assert_eq!(write(&rules, rest(&rules, &crowded, Hand::EMPTY)), "2R2B4S4N4L18P");
    }
}
