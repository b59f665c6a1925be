//! A position with moves after it, as in USI's `position` command and on the clipboard of most
//! programs: `position sfen … moves 7g7f … resign`.

use crate::io::input;
use crate::messages::tr;
use crate::notation::{NotationError, sfen, usi, words};
use crate::position::{Move, Position};
use crate::referee;
use crate::rules::Rules;
use std::ops::Range;

/// Words that may follow the last move: the end of the game, which is ignored.
const END_WORDS: [&str; 23] = [
    "resign",
    "win",
    "lose",
    "draw",
    "rep_draw",
    "rep_win",
    "rep_lose",
    "rep_sup",
    "rep_inf",
    "rep",
    "impasse",
    "try",
    "mate",
    "nomate",
    "timeout",
    "timeup",
    "illegal",
    "illegal_win",
    "illegal_lose",
    "break",
    "abort",
    "interrupt",
    "none",
];

/// Byte ranges of the position and of the moves after the word `moves`.
pub fn split(text: &str) -> (Range<usize>, Range<usize>) {
    let is_blank = |c: char| c.is_whitespace() || c == '_';
    let found = text.match_indices("moves").find(|&(at, word)| {
        text[..at].ends_with(is_blank) && !text[at + word.len()..].starts_with(|c| !is_blank(c))
    });
    match found {
        Some((at, word)) => {
            (0..text[..at].trim_end_matches(is_blank).len(), at + word.len()..text.len())
        }
        None => (0..text.len(), text.len()..text.len()),
    }
}

/// Byte ranges of the words of a part. Blanks separate words, and also `_` except in end words.
fn separated(text: &str, part: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let start = part.start;
    let words = words(&text[part]).map(move |at| start + at.start..start + at.end);
    words.flat_map(|at| {
        let word = &text[at.clone()];
        let mut parts = Vec::new();
        if is_end(word) {
            parts.push(at);
        } else {
            let mut begin = at.start;
            for piece in word.split('_') {
                parts.extend((!piece.is_empty()).then(|| begin..begin + piece.len()));
                begin += piece.len() + 1;
            }
        }
        parts
    })
}

fn is_end(word: &str) -> bool {
    END_WORDS.contains(&word.to_ascii_lowercase().as_str())
}

/// Parses the moves in a part of `text`, and plays them.
///
/// # Errors
/// The first word that is not a legal move, with its place in `text`.
pub fn moves(
    rules: &Rules,
    start: &Position,
    text: &str,
    part: Range<usize>,
) -> Result<(Vec<Move>, Position), NotationError> {
    let (mut position, mut moves) = (start.clone(), Vec::new());
    let mut places = separated(text, part);
    while let Some(place) = places.next() {
        let word = &text[place.clone()];
        if is_end(word) {
            match places.next() {
                None => break,
                Some(place) => {
                    let message = tr!(problems_after_end, found = &text[place.clone()], end = word);
                    let error = NotationError::new("E0311", place, message);
                    return Err(error.help(tr!(problems_after_end_help)));
                }
            }
        }
        let m = usi::parse_in(rules, &position, word).map_err(|mut error| {
            error.at = place.start + error.at.start..place.start + error.at.end;
            error
        })?;
        if !referee::is_legal(rules, &position, m) {
            let message = tr!(formats_illegal, played = word);
            return Err(
                NotationError::new("E0333", place, message).help(tr!(problems_illegal_help))
            );
        }
        position = referee::play(rules, &position, m);
        moves.push(m);
    }
    Ok((moves, position))
}

/// Parses a position, and plays the moves after it.
///
/// # Errors
/// All errors with their places.
pub fn read(rules: &Rules, text: &str) -> Result<Position, Vec<NotationError>> {
    let (own, behind) = split(text);
    let position = sfen::read(rules, &text[own])?;
    moves(rules, &position, text, behind).map(|(_, position)| position).map_err(|error| vec![error])
}

/// True if the moves are legal and the last one mates the opponent of the side that started.
pub fn is_mating_line(rules: &Rules, position: &Position, moves: &[Move]) -> bool {
    let mut after = position.clone();
    for &m in moves {
        if !referee::is_legal(rules, &after, m) {
            return false;
        }
        after = referee::play(rules, &after, m);
    }
    after.side != position.side && referee::legal_moves(rules, &after).is_empty()
}

/// True if the first nonempty line is a position rather than YAML.
pub fn looks_like_a_position(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().map(content).find(|line| !line.is_empty()).unwrap_or_default();
    let mut words = first.split(|c: char| c.is_whitespace() || c == '_');
    let board = words.find(|word| !matches!(*word, "position" | "sfen")).unwrap_or_default();
    board == "startpos" || board.contains('/') && !board.contains([':', '"', '\''])
}

/// The line without its comment, and without the last byte of a DOS file.
pub fn content(line: &str) -> &str {
    let line = line.split('#').next().unwrap_or_default();
    line.trim_end_matches(char::from(input::END_OF_FILE)).trim()
}
