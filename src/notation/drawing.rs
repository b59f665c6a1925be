//! The text of a drawn board: cells of its ranks, and the lines around the board.
//!
//! ```text
//! 後手の持駒：飛二 角        white: 飛2 角
//!   ９ ８ … １                  9 8 … 1
//! +-----------+             +-----------+
//! | ・v桂 … 銀|一           | ・ v桂 … 銀 | a
//! +-----------+             +-----------+
//! 先手の持駒：金             black: 金
//! 先手番                     black to move
//! ```
//!
//! Everything but the ranks may be absent. The lines around the board are those of
//! [`terminal::show`](super::terminal::show), in both languages, and those of BOD.

use super::kanji;
use super::names::in_japanese;
use crate::messages::{Language, tr, with_language};
use crate::rules::{Rules, Side};
use std::ops::Range;
use std::sync::LazyLock;

/// Characters that mean an empty square.
pub(crate) const EMPTY: [char; 8] = ['.', '・', '･', '．', '＊', '□', '　', '\u{2e31}'];

/// Lines at the sides of a board.
const BARS: [char; 4] = ['|', '｜', '│', '┃'];

/// What a line around a board says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardRemark {
    /// Pieces in hand of a side; the text is a hand.
    Hand(Side),
    /// The side to move.
    Turn(Side),
    /// A lion was captured; the text is its square.
    LionCaptured,
    /// Pieces declined to promote; the text is a list of squares.
    Declined,
    /// Nothing that the board does not say.
    Nothing,
}

/// The parts of a drawing.
#[derive(Debug, Default)]
pub(crate) struct DrawingLines {
    /// Places of the cells and labels in each line that has any, without frames.
    pub rows: Vec<Vec<Range<usize>>>,
    /// Lines around the board, with the places of what they say.
    pub remarks: Vec<(BoardRemark, Range<usize>)>,
}

/// Divides a drawing into its parts.
pub(crate) fn divide(rules: &Rules, text: &str) -> DrawingLines {
    let mut parts = DrawingLines::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some((remark, within)) = remark(line) {
            parts.remarks.push((remark, start + within.start..start + within.end));
        } else if !is_frame(line) {
            let words = super::words(line).map(|at| start + at.start..start + at.end);
            let cells: Vec<Range<usize>> = words.flat_map(|at| cells(rules, text, at)).collect();
            if !cells.is_empty() {
                parts.rows.push(cells);
            }
        }
        start += line.len();
    }
    parts
}

/// True for a line above or below a board: `+---+`.
fn is_frame(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("+-") || line.starts_with(['＋', '┌', '┏', '└', '┗', '├', '┣'])
}

/// True for the number of a file: `3`, `３`.
pub(crate) fn is_number(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit()) || text.chars().all(|c| ('０'..='９').contains(&c))
}

/// The rank, from 0, of a label at the end of a line: `c`, `三`, `十二`.
pub(crate) fn rank_label(text: &str) -> Option<u8> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c @ 'a'..='z'), None) => Some(c as u8 - b'a'),
        (Some(c), _) if !c.is_ascii() && !('０'..='９').contains(&c) => {
            let rank = kanji::number(text)?.checked_sub(1)?;
            u8::try_from(rank).ok()
        }
        _ => None,
    }
}

/// The owner of a piece by the mark before its name, and the name. Without a mark it is Black.
/// Capital `V` is a mark only before Japanese characters, because ids begin with capitals.
pub(crate) fn unmarked(token: &str) -> (Side, &str) {
    let Some(c) = token.chars().next() else { return (Side::Black, token) };
    let name = &token[c.len_utf8()..];
    let is_japanese = name.starts_with(|c: char| !c.is_ascii());
    match c {
        'v' | 'ｖ' | '▽' | '△' | '☖' => (Side::White, name),
        'V' | 'Ｖ' if is_japanese => (Side::White, name),
        '^' | '＾' | '▲' | '☗' => (Side::Black, name),
        _ => (Side::Black, token),
    }
}

/// The cells and labels of a word. In Japanese there need not be spaces between them: `・v玉銀`.
fn cells(rules: &Rules, text: &str, at: Range<usize>) -> Vec<Range<usize>> {
    let word = &text[at.clone()];
    if word.is_ascii() && !word.contains('|') {
        return vec![at];
    }
    let mut cells = Vec::new();
    let mut begin = 0;
    while let Some(c) = word[begin..].chars().next() {
        let len = match c {
            _ if BARS.contains(&c) => {
                begin += c.len_utf8();
                continue;
            }
            _ if EMPTY.contains(&c) => c.len_utf8(),
            _ => cell_len(rules, word, begin),
        };
        cells.push(at.start + begin..at.start + begin + len);
        begin += len;
    }
    cells
}

/// Bytes of the piece or label at an offset of a word.
fn cell_len(rules: &Rules, word: &str, begin: usize) -> usize {
    let text = &word[begin..];
    let (_, name) = unmarked(text);
    let bare = name.strip_prefix('+').unwrap_or(name);
    let mark = text.len() - bare.len();
    let is_end = |c: char| BARS.contains(&c) || EMPTY.contains(&c);
    if bare.starts_with(|c: char| c.is_ascii()) {
        return mark + bare.find(|c: char| !c.is_ascii() || is_end(c)).unwrap_or(bare.len());
    }
    // Numbers of files without spaces between them; no board has a hundred files.
    let is_digit = |c: char| ('０'..='９').contains(&c);
    let digits = bare.find(|c| !is_digit(c)).unwrap_or(bare.len());
    if digits > 0 {
        let digit = '０'.len_utf8();
        let is_glued = digits > 2 * digit || word[..begin].ends_with(is_digit);
        return mark + if is_glued { digit } else { digits };
    }
    let end = bare
        .find(|c: char| {
            c.is_ascii() || is_end(c) || unmarked(c.encode_utf8(&mut [0; 4])).1.is_empty()
        })
        .unwrap_or(bare.len());
    let japanese = &bare[..end];
    if mark == 0 && rank_label(japanese).is_some() || !in_japanese(rules, japanese).is_empty() {
        return mark + end;
    }
    // The longest name, of at most three characters.
    let ends = japanese.char_indices().map(|(at, c)| at + c.len_utf8()).take(3);
    let named = ends.filter(|end| !in_japanese(rules, &japanese[..*end]).is_empty()).last();
    mark + named.unwrap_or(end)
}

/// Beginnings and ends of the lines that the terminal shows around a board, in both languages.
static SHOWN_LINES: LazyLock<Vec<(BoardRemark, String, String)>> = LazyLock::new(|| {
    let texts = || {
        let value = "\0";
        [
            (BoardRemark::Hand(Side::Black), tr!(show_board_black_hand, held = value)),
            (BoardRemark::Hand(Side::White), tr!(show_board_white_hand, held = value)),
            (BoardRemark::Turn(Side::Black), tr!(show_board_black_to_move)),
            (BoardRemark::Turn(Side::White), tr!(show_board_white_to_move)),
            (BoardRemark::LionCaptured, tr!(show_board_lion_captured, square = value)),
            (BoardRemark::Declined, tr!(show_board_declined, squares = value)),
            (BoardRemark::Nothing, tr!(show_board_black_king_away)),
            (BoardRemark::Nothing, tr!(show_board_white_king_away)),
        ]
    };
    let languages = [Language::English, Language::Japanese];
    let lines = languages.into_iter().flat_map(|language| with_language(language, texts));
    let parts = lines.map(|(remark, text)| {
        let (before, after) = text.split_once('\0').unwrap_or((&text, ""));
        (remark, before.trim().to_owned(), after.trim().to_owned())
    });
    parts.collect()
});

/// What a line around a board says, and the place of its content in the line.
fn remark(line: &str) -> Option<(BoardRemark, Range<usize>)> {
    let said = line.trim();
    let start = line.len() - line.trim_start().len();
    if said.is_empty() || said.starts_with(BARS) {
        return None;
    }
    let shown = SHOWN_LINES.iter().find_map(|(remark, before, after)| {
        let content = said.strip_prefix(before.as_str())?.strip_suffix(after.as_str())?;
        let complete = matches!(remark, BoardRemark::Turn(_) | BoardRemark::Nothing);
        (!complete || content.is_empty()).then(|| {
            let begin = start + before.len();
            (*remark, begin..begin + content.len())
        })
    });
    shown.or_else(|| in_bod(said, start))
}

/// What a line of BOD says that begins at `start`.
fn in_bod(said: &str, start: usize) -> Option<(BoardRemark, Range<usize>)> {
    let end = start + said.len();
    if let Some(side) = said.strip_suffix('番').and_then(side_of) {
        return Some((BoardRemark::Turn(side), start..end));
    }
    if said.starts_with("手数") {
        return Some((BoardRemark::Nothing, start..end));
    }
    let (at, colon) = said.char_indices().find(|(_, c)| matches!(c, '：' | ':'))?;
    let (key, begin) = (said[..at].trim(), at + colon.len_utf8());
    let owner = key.strip_suffix("の持駒").or_else(|| key.strip_suffix("の持ち駒"));
    if let Some(side) = owner.and_then(side_of) {
        return Some((BoardRemark::Hand(side), start + begin..end));
    }
    let turn = Some(said[begin..].trim()).filter(|_| key == "手番").and_then(side_of);
    turn.map(|side| (BoardRemark::Turn(side), start..end))
}

/// Side with this name.
fn side_of(name: &str) -> Option<Side> {
    match name {
        "先手" | "下手" | "攻方" | "攻め方" => Some(Side::Black),
        "後手" | "上手" | "玉方" | "受方" => Some(Side::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin;

    fn words<'t>(game: &str, text: &'t str) -> Vec<&'t str> {
        let rules = builtin::rules(game, &[]).unwrap().unwrap();
        divide(&rules, text).rows.concat().into_iter().map(|at| &text[at]).collect()
    }

    #[test]
    fn cells_need_no_spaces_in_japanese() {
        assert_eq!(words("shogi", "| ・v香 銀v玉|一"), ["・", "v香", "銀", "v玉", "一"]);
        assert_eq!(
            words("shogi", "香桂銀・．v成銀△角☗と+歩"),
            ["香", "桂", "銀", "・", "．", "v成銀", "△角", "☗と", "+歩"]
        );
        assert_eq!(words("shogi", "│V玉│・│龍王│竜│┃九"), ["V玉", "・", "龍王", "竜", "九"]);
        assert_eq!(
            words("shogi", "９８７６５４３２１"),
            ["９", "８", "７", "６", "５", "４", "３", "２", "１"]
        );
        assert_eq!(
            words("chu", "１２ １１　歩兵歩兵v獅子+麒麟・|十二"),
            ["１２", "１１", "歩兵", "歩兵", "v獅子", "+麒麟", "・", "十二"]
        );
        assert_eq!(words("chu", ". vLn +DE|VM|a"), [".", "vLn", "+DE", "VM", "a"]);
        assert_eq!(words("shogi", "銀壁・"), ["銀", "壁", "・"]);
    }

    #[test]
    fn lines_around_a_board_are_told_from_ranks() {
        let said =
            |line: &str| remark(line).map(|(remark, at)| (remark, line[at].trim().to_owned()));
        let hand = |side, text: &str| Some((BoardRemark::Hand(side), text.to_owned()));
        assert_eq!(said("white: 飛2 金\n"), hand(Side::White, "飛2 金"));
        assert_eq!(said("  後手の持駒：飛　金二\n"), hand(Side::White, "飛　金二"));
        assert_eq!(said("攻方の持ち駒: なし"), hand(Side::Black, "なし"));
        let turn = |line: &str| said(line).map(|(remark, _)| remark);
        assert_eq!(turn("black to move"), Some(BoardRemark::Turn(Side::Black)));
        assert_eq!(turn("後手番"), Some(BoardRemark::Turn(Side::White)));
        assert_eq!(turn("手番：後手"), Some(BoardRemark::Turn(Side::White)));
        assert_eq!(turn("手数＝11 ▲２三銀成 まで"), Some(BoardRemark::Nothing));
        let lion = said("a lion was just captured on 7d by another piece");
        assert_eq!(lion, Some((BoardRemark::LionCaptured, "7d".to_owned())));
        let lion = said("直前に７四の獅子が獅子以外の駒に取られました");
        assert_eq!(lion, Some((BoardRemark::LionCaptured, "７四".to_owned())));
        for rank in ["| ・v香|一", ". . vK", "９ ８ ７", "+--+", "", "v玉 ・ ・"] {
            assert_eq!(said(rank), None, "{rank}");
        }
    }
}
