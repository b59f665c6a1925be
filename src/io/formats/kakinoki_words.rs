//! The vocabulary of the head of KIF, KI2 and BOD texts: kinds of lines, headers, hands.

use super::lines::{RecordErrors, SourceLine, is_space};
use crate::messages::tr;
use crate::notation::kanji;
use crate::position::Hand;
use crate::rules::{Rules, Side};

/// Lines at the sides of a board.
pub const BARS: [char; 4] = ['|', '｜', '│', '┃'];

/// Subject of a line of a head.
pub enum HeadWord<'a> {
    Blank,
    /// First line of a file, such as `#KIF version=2.0`.
    Heading,
    /// `手数----指手----`.
    MovesHeading,
    Frame,
    Rank,
    Handicap,
    Hand(Side),
    /// Another header, with its key.
    Header(&'a str),
    /// A comment, the side to move, or an unknown line.
    Other,
}

/// Subject of a line, if it belongs to a head.
pub fn head_word(line: SourceLine<'_>) -> HeadWord<'_> {
    let line = line.part(0..line.text.len());
    match line.text {
        "" => HeadWord::Blank,
        text if text.starts_with(['#', '＃']) => match is_heading(text) {
            true => HeadWord::Heading,
            false => HeadWord::Other,
        },
        text if text.starts_with(['*', '＊', '&']) => HeadWord::Other,
        text if is_moves_heading(text) => HeadWord::MovesHeading,
        text if text.starts_with(BARS) => HeadWord::Rank,
        text if is_frame(text) => HeadWord::Frame,
        _ => match header(line) {
            Some((key, _)) if key.text == "手合割" => HeadWord::Handicap,
            Some((key, _)) => {
                hand_owner(key.text).map_or(HeadWord::Header(key.text), HeadWord::Hand)
            }
            None => HeadWord::Other,
        },
    }
}

/// True for the first line of files of most programs.
pub fn is_heading(text: &str) -> bool {
    text.starts_with('#') && ["KIF", "Kifu", "棋譜"].iter().any(|word| text.contains(word))
}

/// True for the line above the moves of KIF.
pub fn is_moves_heading(text: &str) -> bool {
    ["手数-", "手数－", "手数―", "手数─"].iter().any(|start| text.starts_with(start))
}

/// Owner of the hand under a header's key.
pub fn hand_owner(key: &str) -> Option<Side> {
    let owner = ["の持駒", "の持ち駒", "持駒", "持ち駒"]
        .into_iter()
        .find_map(|end| key.strip_suffix(end))?;
    if owner.is_empty() { Some(Side::Black) } else { side_of(owner) }
}

/// Headers whose value is the position in SFEN.
const POSITION_KEYS: [&str; 6] =
    ["開始局面", "初期局面", "局面", "SFEN", "開始局面SFEN", "初期局面SFEN"];

/// True for a header that has a position in SFEN.
pub fn is_position(key: &str, value: &str) -> bool {
    let mut words =
        value.split_whitespace().skip_while(|word| matches!(*word, "position" | "sfen"));
    let first = words.next().unwrap_or_default();
    POSITION_KEYS.iter().any(|known| known.eq_ignore_ascii_case(key))
        && (first == "startpos" || first.matches('/').count() >= 2)
}

/// Side with this name.
pub fn side_of(name: &str) -> Option<Side> {
    match name.trim_matches(is_space) {
        "先手" | "下手" | "攻方" | "攻め方" => Some(Side::Black),
        "後手" | "上手" | "玉方" | "受方" | "守方" => Some(Side::White),
        _ => None,
    }
}

/// True for the lines around a board: `+----+`, and the numbers of the files.
pub fn is_frame(text: &str) -> bool {
    const RULES: [char; 8] = ['+', '＋', '┌', '└', '┏', '┗', '├', '┣'];
    let is_rule = text.starts_with(RULES) && !text.contains(['：', ':']);
    let is_files = text.chars().filter(|c| kanji::digit(*c).is_some()).count() >= 5
        && text.chars().all(|c| kanji::digit(c).is_some() || is_space(c));
    is_rule || is_files
}

/// Key and value of a header line.
pub fn header(line: SourceLine<'_>) -> Option<(SourceLine<'_>, SourceLine<'_>)> {
    let (at, colon) = line.text.char_indices().find(|(_, c)| matches!(c, '：' | ':'))?;
    let key = line.part(0..at);
    let value = line.part(at + colon.len_utf8()..line.text.len());
    (!key.text.is_empty()).then_some((key, value))
}

/// Content of a hand.
pub enum Held {
    Pieces(Hand),
    /// All pieces that are neither on the board nor in the other hand.
    Rest,
}

/// Parses the content of a hand: `飛　金二　歩十八`, なし for nothing, or 残り for all remaining pieces.
pub fn read_hand(rules: &Rules, line: SourceLine<'_>, errors: &mut RecordErrors) -> Option<Held> {
    let text = line.text;
    if matches!(text, "" | "なし" | "無し" | "ナシ" | "無" | "-" | "－") {
        return Some(Held::Pieces(Hand::EMPTY));
    }
    if text.starts_with("残") {
        return Some(Held::Rest);
    }
    let mut hand = Hand::EMPTY;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let c = rest.chars().next().unwrap_or(' ');
        if is_space(c) || matches!(c, '、' | ',' | '，') {
            at += c.len_utf8();
            continue;
        }
        let here = line.start + at;
        let lane = kanji::piece_at(rules, rest)
            .and_then(|(kind, len)| Some((rules.spec(kind).lane?, len)));
        let Some((lane, len)) = lane else {
            let message = tr!(formats_not_in_hand, piece = c.to_string());
            let help = tr!(formats_pieces_in_hand);
            errors.add("E0403", here..here + c.len_utf8(), message, help);
            return None;
        };
        at += len;
        let number = count_at(&text[at..]);
        let count = number.as_ref().map_or(Some(1), |(digits, _)| kanji::number(digits));
        at += number.map_or(0, |(_, len)| len);
        let total = count.map(|count| count.saturating_add(u32::from(hand.count(lane))));
        match total.and_then(|total| u8::try_from(total).ok()).filter(|total| *total <= Hand::MAX) {
            Some(total) => hand = hand.set(lane, total),
            None => {
                let (message, help) = (tr!(formats_hand_count), tr!(formats_hand_count_help));
                errors.add("E0403", here..line.start + at, message, help);
                return None;
            }
        }
    }
    Some(Held::Pieces(hand))
}

/// The number at the start of a text, after a piece in hand, and the bytes up to its end: `十八`,
/// `×18`, `18枚`. Blanks may precede a number that is a word of its own.
fn count_at(text: &str) -> Option<(&str, usize)> {
    let is_digit = |c: char| c == '十' || matches!(c, '0' | '０') || kanji::digit(c).is_some();
    let rest = text.trim_start_matches(is_space);
    let is_apart = rest.len() < text.len();
    let rest = rest.strip_prefix(['×', 'x', 'X', '*']).unwrap_or(rest);
    let len = rest.find(|c| !is_digit(c)).unwrap_or(rest.len());
    let (digits, behind) = rest.split_at(len);
    let behind = behind.strip_prefix('枚').unwrap_or(behind);
    let ends = behind.is_empty() || behind.starts_with(|c| is_space(c) || "、,，".contains(c));
    (len > 0 && (ends || !is_apart)).then(|| (digits, text.len() - behind.len()))
}
