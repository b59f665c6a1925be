//! Extended SFEN (RULES 1): `board side hands [fields]`.
//!
//! Ids of several letters have brackets, promoted pieces have `+` before the id, and the case of
//! the first letter is the owner: upper case Black, lower case White. Optional fields in any order:
//! a move number; a square (counter-strike memory); `~` and a square (declined promotion);
//! `phantom:b`, `phantom:w`, `phantom:bw`. Number and square occur at most once.
//!
//! The [letters](super::names::Letters) of lishogi and XBoard are read too, and in games without
//! drops XBoard's FEN, `board side numbers`: a number stands where hands would be, and `w` means
//! that the side with upper-case letters moves.

use super::board_size::sfen_of_other_games;
use super::names::{Letters, instead_of};
use super::sfen_writer::spelled;
use super::{NotationError, square_at, words};
use crate::messages::tr;
use crate::position::{Hand, Piece, Position};
use crate::rules::{Rules, Side, describe};
use std::borrow::Cow;
use std::ops::Range;

pub use super::sfen_writer::{piece_text, write, write_in};

/// Reads a position. Any placement of pieces of the game is accepted.
///
/// # Errors
/// The first error, with its place.
///
/// ```
/// use tsume::notation::sfen;
/// let rules = tsume::rules::builtin::rules("shogi", &[]).unwrap().unwrap();
/// let position = sfen::parse(&rules, "4k4/9/4P4/9/9/9/9/9/9 b G2r 1").unwrap();
/// assert_eq!(sfen::write(&rules, &position), "4k4/9/4P4/9/9/9/9/9/9 b G2r 1");
/// let error = sfen::parse(&rules, "4k4/9/4P4/9/9/9/9/9/9 x G2r 1").unwrap_err();
/// assert_eq!((error.code, error.at), ("E0302", 22..23));
/// ```
pub fn parse(rules: &Rules, text: &str) -> Result<Position, NotationError> {
    read(rules, text).map_err(|mut errors| errors.swap_remove(0))
}

/// Reads a position and reports all errors.
///
/// # Errors
/// All errors in the order of the text, at least one. Three cases report less, because the text may
/// be of another game or incomplete: of a board with another game's size only that is reported, a
/// board with the wrong number of ranks has only its first error reported beside that number, and
/// reading stops where the side to move is missing or late.
pub fn read(rules: &Rules, text: &str) -> Result<Position, Vec<NotationError>> {
    // Links have `_` for a space.
    let text =
        &*if text.contains('_') { Cow::from(text.replace('_', " ")) } else { Cow::from(text) };
    let mut fields = words(text).peekable();
    let end = text.len()..text.len();
    let Some(mut board_at) = fields.next() else {
        let error = NotationError::new("E0301", end, tr!(notation_empty_position));
        let help = tr!(notation_empty_position_help, position = rules.start.as_str());
        return Err(vec![error.help(help)]);
    };
    // USI's `position` command, which programs put on the clipboard.
    for word in ["position", "sfen"] {
        if &text[board_at.clone()] == word {
            board_at = fields.next().unwrap_or(end.clone());
        }
    }
    if &text[board_at.clone()] == "startpos" {
        let unread = fields.next().map(|at| {
            let message = tr!(notation_field, word = &text[at.clone()]);
            NotationError::new("E0306", at, message).help(tr!(notation_after_startpos))
        });
        return match unread {
            Some(error) => Err(vec![error]),
            None => read(rules, &rules.start),
        };
    }
    if let Some(error) = sfen_of_other_games(rules, text, board_at.clone()) {
        return Err(vec![error]);
    }
    let mut position = Position::empty(rules.board, Side::Black);
    let mut errors = Vec::new();
    let count = text[board_at.clone()].split('/').count();
    board(rules, text, board_at, &mut position, &mut errors);
    if count != usize::from(rules.board.ranks) {
        // The last error is about the number of ranks.
        let number = errors.pop();
        errors.truncate(1);
        errors.extend(number);
    }
    let side_at = fields.next().unwrap_or(end.clone());
    position.side = match &text[side_at.clone()] {
        "b" => Side::Black,
        "w" => Side::White,
        other => {
            let message = if other.is_empty() {
                tr!(notation_no_side)
            } else {
                tr!(notation_side, word = other)
            };
            let error = NotationError::new("E0302", side_at, message);
            errors.push(error.help(tr!(notation_side_help)));
            // If a side or a number follows instead of hands, the side is missing.
            let next = fields.peek().map_or("", |at| &text[at.clone()]);
            if matches!(next, "b" | "w") || next.bytes().all(|b| b.is_ascii_digit()) {
                return Err(errors);
            }
            Side::Black
        }
    };
    let hands_at = fields.next().unwrap_or(end);
    if is_fen(rules, &text[hands_at.start..]) {
        position.side = position.side.other();
        position.infer_phantoms(rules);
        return if errors.is_empty() { Ok(position) } else { Err(errors) };
    }
    hands(rules, text, hands_at, &mut position, &mut errors);
    position.infer_phantoms(rules);
    let mut number = None;
    let wrong = fields.filter_map(|at| field(rules, text, at, &mut position, &mut number).err());
    errors.extend(wrong.take(MAX_ERRORS));
    position.deferred.sort_unstable();
    position.deferred.dedup();
    if errors.is_empty() { Ok(position) } else { Err(errors) }
}

/// True if the fields after the side to move are those of XBoard's FEN: two numbers, such as `0 1`,
/// perhaps after `-` for castling and en passant.
fn is_fen(rules: &Rules, fields: &str) -> bool {
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let mut numbers = fields.split_whitespace().skip_while(|word| *word == "-");
    let both = numbers.by_ref().take(2).filter(|word| is_number(word)).count() == 2;
    !rules.has_drops() && both && numbers.next().is_none()
}

/// Largest number of errors reported in the hands, and as many in the fields after them.
const MAX_ERRORS: usize = 100;

fn board(
    rules: &Rules,
    text: &str,
    at: Range<usize>,
    position: &mut Position,
    errors: &mut Vec<NotationError>,
) {
    let (files, ranks) = (rules.board.files, usize::from(rules.board.ranks));
    let size = || tr!(notation_board_size, game = describe::game_name(rules), files, ranks);
    let (mut start, mut count) = (at.start, 0);
    for row in text[at.clone()].split('/') {
        if count == ranks {
            let message = tr!(notation_too_many_ranks, ranks);
            errors.push(NotationError::new("E0303", start - 1..at.end, message).help(size()));
            return;
        }
        rank(rules, text, start..start + row.len(), count, position, errors);
        (start, count) = (start + row.len() + 1, count + 1);
    }
    if count != ranks {
        let message = tr!(notation_number_of_ranks, count, ranks);
        errors.push(NotationError::new("E0303", at.end..at.end, message).help(size()));
    }
}

/// Reads the squares of the rank with this number.
fn rank(
    rules: &Rules,
    text: &str,
    at: Range<usize>,
    number: usize,
    position: &mut Position,
    errors: &mut Vec<NotationError>,
) {
    let files = usize::from(rules.board.files);
    let name = || char::from(b'a' + number as u8).to_string();
    let too_many = |at: Range<usize>| {
        NotationError::new("E0303", at, tr!(notation_too_many_squares, rank = name(), files))
    };
    let (mut column, mut i) = (0, at.start);
    while i < at.end {
        let rest = &text[i..at.end];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let empty: usize = rest[..digits].parse().unwrap_or(usize::MAX);
            if empty == 0 || empty > files - column {
                let left = tr!(notation_squares_left, count = files - column);
                errors.push(too_many(i..i + digits).help(left));
                return;
            }
            column += empty;
            i += digits;
            continue;
        }
        let found = piece_at(rules, text, i, at.end);
        let (piece, after) = match found {
            Ok((piece, len)) => (Some(piece), i + len),
            Err(error) => {
                let after = error.at.end;
                errors.push(error);
                (None, after)
            }
        };
        if column == files {
            errors.push(too_many(i..after).help(tr!(notation_leave_piece_out)));
            return;
        }
        position.board[number * files + files - 1 - column] = piece;
        column += 1;
        i = after;
    }
    if column < files {
        let message = tr!(notation_too_few_squares, rank = name(), count = column, files);
        let help = tr!(notation_too_few_squares_help, count = files - column);
        errors.push(NotationError::new("E0303", at, message).help(help));
    }
}

/// Reads a piece: letter or bracketed id, with `+` before it if promoted.
fn piece_at(
    rules: &Rules,
    text: &str,
    start: usize,
    end: usize,
) -> Result<(Piece, usize), NotationError> {
    let rest = &text[start..end];
    let plus = usize::from(rest.starts_with('+'));
    let body = &rest[plus..];
    let (id, len) = if let Some(inner) = body.strip_prefix('[') {
        let Some(close) = inner.find(']') else {
            return Err(NotationError::new("E0304", start..end, tr!(rules_open_bracket))
                .help(tr!(notation_open_bracket_help)));
        };
        (&inner[..close], close + 2)
    } else {
        let letter = body.chars().next().map_or(0, char::len_utf8);
        // XBoard's marks.
        let len = letter + usize::from(body[letter..].starts_with(['\'', '!']));
        (&body[..len], len)
    };
    let at = start..start + plus + len;
    let full = match (plus, len == id.len()) {
        (1, true) => Cow::from(&rest[..1 + len]),
        (1, false) => Cow::from(format!("+{id}")),
        _ => Cow::from(id),
    };
    let by_letter = || Letters::ALL.iter().find_map(|letters| letters.kind(rules, &full));
    let Some(kind) = rules.kind(&full).or_else(by_letter) else {
        return Err(unknown_piece(rules, &full, at));
    };
    let side =
        if id.starts_with(|c: char| c.is_ascii_uppercase()) { Side::Black } else { Side::White };
    Ok((Piece::new(kind, side), plus + len))
}

fn unknown_piece(rules: &Rules, id: &str, at: Range<usize>) -> NotationError {
    let bare = id.trim_start_matches('+');
    let help = if bare.is_empty() || !bare.bytes().all(|b| b.is_ascii_alphabetic()) {
        tr!(notation_piece_letter)
    } else {
        let side = if bare.starts_with(|c: char| c.is_ascii_uppercase()) {
            Side::Black
        } else {
            Side::White
        };
        instead_of(rules, id, |id| spelled(id, side))
    };
    let message = tr!(notation_no_piece, id, game = describe::game_name(rules));
    NotationError::new("E0304", at, message).help(help)
}

fn hands(
    rules: &Rules,
    text: &str,
    at: Range<usize>,
    position: &mut Position,
    errors: &mut Vec<NotationError>,
) {
    let word = &text[at.clone()];
    if word.is_empty() {
        let error = NotationError::new("E0305", at, tr!(notation_hands_missing));
        errors.push(error.help(tr!(notation_hands_missing_help)));
        return;
    }
    if word == "-" {
        return;
    }
    // In games without drops, some programs write the square of a counter-strike here.
    if !rules.has_drops() {
        if let Some((square, len)) = square_at(rules.board, word) {
            if len == word.len() {
                position.counter_strike = Some(square);
                return;
            }
        }
    }
    let (mut i, before) = (at.start, errors.len());
    while i < at.end {
        let digits = text[i..at.end].bytes().take_while(u8::is_ascii_digit).count();
        let start = i + digits;
        if start == at.end {
            let error = NotationError::new("E0305", i..at.end, tr!(notation_count_alone));
            errors.push(error.help(tr!(notation_count_alone_help)));
            return;
        }
        let error = match piece_at(rules, text, start, at.end) {
            Ok((piece, len)) => {
                let here = i..start + len;
                i = here.end;
                add(rules, text, here, digits, piece, position).err()
            }
            Err(error) => {
                i = error.at.end;
                Some(error)
            }
        };
        errors.extend(error);
        if errors.len() - before >= MAX_ERRORS {
            return;
        }
    }
}

/// Adds to a hand the `piece` at `at`, which has a count of `digits` digits before it.
fn add(
    rules: &Rules,
    text: &str,
    at: Range<usize>,
    digits: usize,
    piece: Piece,
    position: &mut Position,
) -> Result<(), NotationError> {
    let number = &text[at.start..at.start + digits];
    let count = if digits == 0 { Some(1) } else { number.parse().ok().filter(|n| *n > 0) };
    let spec = rules.spec(piece.kind());
    let Some(lane) = spec.lane else {
        let message = if rules.has_drops() {
            tr!(notation_piece_not_in_hand, piece = describe::piece_name(spec))
        } else {
            tr!(notation_no_drops, game = describe::game_name(rules))
        };
        return Err(NotationError::new("E0305", at, message).help(tr!(notation_empty_hands)));
    };
    let hand = &mut position.hands[piece.side().index()];
    let total = count.and_then(|n: u32| n.checked_add(u32::from(hand.count(lane))));
    match total {
        Some(total) if total <= u32::from(Hand::MAX) => {
            *hand = hand.set(lane, total as u8);
            Ok(())
        }
        _ => {
            let most = Hand::MAX;
            let message = if digits == 0 {
                tr!(notation_too_many_in_hand, most, piece = describe::piece_name(spec))
            } else {
                tr!(notation_impossible_count, number)
            };
            let help = tr!(notation_count_help, most);
            Err(NotationError::new("E0305", at, message).help(help))
        }
    }
}

fn field(
    rules: &Rules,
    text: &str,
    at: Range<usize>,
    position: &mut Position,
    number: &mut Option<Range<usize>>,
) -> Result<(), NotationError> {
    let word = &text[at.clone()];
    let once = |at: Range<usize>, first: &str, message: String| {
        NotationError::new("E0306", at, message).help(tr!(notation_second_help, first))
    };
    let whole_square = |name: &str| {
        square_at(rules.board, name).filter(|(_, len)| *len == name.len()).map(|(square, _)| square)
    };
    if word.bytes().all(|b| b.is_ascii_digit()) {
        return match number.replace(at.clone()) {
            Some(first) => Err(once(at, &text[first], tr!(notation_second_number, word))),
            None => Ok(()),
        };
    }
    if let Some(sides) = word.strip_prefix("phantom:") {
        let listed = Side::BOTH.map(|side| sides.contains(side.letter()));
        if !matches!(sides, "b" | "w" | "bw") {
            return Err(NotationError::new("E0306", at, tr!(notation_phantom, word))
                .help(tr!(notation_phantom_help)));
        }
        for side in Side::BOTH {
            position.phantom[side.index()] |= listed[side.index()];
        }
        return Ok(());
    }
    if let Some(square) = word.strip_prefix('~').and_then(whole_square) {
        position.deferred.push(square);
        return Ok(());
    }
    if let Some(square) = whole_square(word) {
        return match position.counter_strike.replace(square) {
            Some(first) => {
                let first = rules.board.name(first).to_string();
                Err(once(at, &first, tr!(notation_second_square, word)))
            }
            None => Ok(()),
        };
    }
    Err(NotationError::new("E0306", at, tr!(notation_field, word)).help(tr!(notation_field_help)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin;

    #[test]
    fn start_positions_are_written_as_they_were_read() {
        for (name, _) in builtin::VARIANTS {
            let rules = builtin::rules(name, &[]).unwrap().unwrap();
            let position = parse(&rules, &rules.start).unwrap();
            assert_eq!(write(&rules, &position), rules.start);
        }
    }

    #[test]
    fn fields_come_back() {
        let rules = builtin::rules("chu", &[]).unwrap().unwrap();
        let text = "12/12/12/5+[DE]6/12/12/12/12/12/12/12/k11 w - 7d ~1a ~2a phantom:b 1";
        let position = parse(&rules, text).unwrap();
        assert_eq!(write(&rules, &position), text);
    }

    /// The start positions as HaChu 0.21 writes them.
    #[test]
    fn fen_of_xboard_is_read_and_written() {
        let starts = [
            (
                "chu",
                "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/\
                 3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL w 0 1",
            ),
            (
                "dai",
                "lnuicsgkgsciunl/a1c'1f1tet1f1c'1a/1x'1a'1wxl!ow1a'1x'1/rf'mvbhdqdhbvmf'r/\
                 ppppppppppppppp/4p'5p'4/15/15/15/4P'5P'4/PPPPPPPPPPPPPPP/\
                 RF'MVBHDQDHBVMF'R/1X'1A'1WOL!XW1A'1X'1/A1C'1F1TET1F1C'1A/LNUICSGKGSCIUNL w 0 1",
            ),
            ("sho", "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL w 0 1"),
        ];
        for (name, fen) in starts {
            let rules = builtin::rules(name, &[]).unwrap().unwrap();
            let position = parse(&rules, fen).unwrap();
            assert_eq!(write(&rules, &position), rules.start);
            assert_eq!(write_in(&rules, &position, Letters::XBoard).unwrap(), fen);
            let long = fen.replace("w 0 1", "b - - 0 1");
            assert_eq!(parse(&rules, &long).unwrap().side, Side::White);
        }
        let rules = builtin::rules("dai", &[]).unwrap().unwrap();
        let start = parse(&rules, &rules.start).unwrap();
        let kind = write_in(&rules, &start, Letters::Lishogi).unwrap_err();
        assert_eq!(rules.spec(kind).id, "St");
    }

    /// Each piece that has declined to promote is a word of its own.
    #[test]
    fn any_number_of_memories_comes_back() {
        let rules = builtin::rules("maka_dai_dai", &[]).unwrap().unwrap();
        let mut position = parse(&rules, &rules.start).unwrap();
        position.deferred = position.pieces().map(|(square, _)| square).collect();
        assert!(position.deferred.len() > 150);
        assert_eq!(parse(&rules, &write(&rules, &position)).unwrap(), position);
    }

    #[test]
    fn of_very_many_mistakes_the_first_are_told() {
        let rules = builtin::rules("shogi", &[]).unwrap().unwrap();
        let told = |text: &str| read(&rules, text).unwrap_err().len();
        assert_eq!(told(&format!("9/9/9/9/9/9/9/9/9 b {}", "G".repeat(9_000))), MAX_ERRORS);
        assert_eq!(told(&format!("9/9/9/9/9/9/9/9/9 b - {}", "x ".repeat(9_000))), MAX_ERRORS);
    }

    #[test]
    fn errors_are_placed() {
        let rules = builtin::rules("shogi", &[]).unwrap().unwrap();
        let place = |text: &str| parse(&rules, text).unwrap_err().at;
        assert_eq!(place("9/9/9/9/9/9/9/9/8 b - 1"), 16..17);
        assert_eq!(place("9/9/9/9/9/9/9/9/10 b - 1"), 16..18);
        assert_eq!(place("9/9/9/9/4X4/9/9/9/9 b - 1"), 9..10);
        assert_eq!(place("9/9/9/9/4+G4/9/9/9/9 b - 1"), 9..11);
        assert_eq!(place("9/9/9/9/9/9/9/9/9 x - 1"), 18..19);
        assert_eq!(place("9/9/9/9/9/9/9/9/9 b 2 1"), 20..21);
        assert_eq!(place("9/9/9/9/9/9/9/9/9 b k 1"), 20..21);
        assert_eq!(place("9/9/9/9/9/9/9/9/9"), 17..17);
        assert_eq!(place("9/9/9/9/9/9/9/9 b - 1"), 15..15);
        assert_eq!(place("9/9/9/9/9/9/9/9/9 b - 1 23"), 24..26);
        assert_eq!(place("9/9/9/9/9/9/9/9/9 b - 5a 1 4a"), 27..29);
        assert_eq!(place(""), 0..0);
        assert!(parse(&rules, "9/9/9/9/玉/9/9/9/9 b - 1").is_err());
    }

    #[test]
    fn all_errors_are_told() {
        let rules = builtin::rules("shogi", &[]).unwrap().unwrap();
        let told = |text: &'static str| -> Vec<&str> {
            let errors = read(&rules, text).unwrap_err();
            errors.into_iter().map(|error| &text[error.at]).collect()
        };
        assert_eq!(
            told("9/9/4X4/9/[AB/9/9/4k5/玉玉7 b 2Q0P[ZZ]k3 5a 9 foo 4a"),
            ["X", "[AB", "[AB", "5", "玉", "玉", "Q", "0P", "[ZZ]", "k", "3", "foo", "4a"]
        );
        assert_eq!(told("9/9/4X4/9/9/9/9/9/9 x Q 1 a"), ["X", "x", "Q", "a"]);
        // The side is left out, or comes too late.
        assert_eq!(told("9/9/4X4/9/9/9 /9/9/9 b Q 1"), ["X", "", "/9/9/9"]);
        assert_eq!(told("9/9/4X4/9/9/9/9/9/9 2G 1 a"), ["X", "2G"]);
        assert_eq!(told("9/9/4X4/9/9/9/9/9/9 2G"), ["X", "2G"]);
        // Of a board that may be another game's one mistake is told, and that it has too many or
        // too few ranks.
        assert_eq!(told("hello b Q"), ["h", "", "Q"]);
        let ranks = "12/12/12/12/12/12/12/12/12/12/12/12 b Q";
        assert_eq!(told(ranks), [&ranks[..ranks.len() - 4]]);
        assert_eq!(told("12/12/12/12/12/12/12/12/12/12/12 b Q"), ["12", "/12/12", "Q"]);
        assert_eq!(told("9/9/9/9/9/9/9/9/9/9/9 b Q"), ["/9/9", "Q"]);
        assert_eq!(told("4k4/9/4P4/9/9/9/9/9 b G2r2x3g4s4n4l17p 1"), ["", "x"]);
    }
}
