//! Reads KIF and KI2 texts, and BOD, which has no moves: the head, then the moves line by line.
//! Each line shows which of the two notations it uses, so that texts pasted together can be read
//! too.

use super::kakinoki::{Head, ParsedRecord};
use super::kakinoki_words::is_moves_heading;
use super::lines::{RecordErrors, SourceLine, is_space};
use super::record::{GameEnd, LineCursor, MoveNodeId, MoveTree};
use crate::messages::tr;
use crate::notation::kanji;
use crate::notation::kifu::{self, ResolveError};
use crate::rules::{Rules, Side};
use crate::text::{Diagnostic, Source};
use std::sync::Arc;

/// Marks before moves, with their sides.
const MARKS: [(char, Side); 6] = [
    ('▲', Side::Black),
    ('☗', Side::Black),
    ('▼', Side::Black),
    ('△', Side::White),
    ('☖', Side::White),
    ('▽', Side::White),
];

/// The side whose mark the text begins with, and the length of the mark in bytes.
pub fn mark(text: &str) -> Option<(Side, usize)> {
    let c = text.chars().next()?;
    MARKS.iter().find(|(known, _)| *known == c).map(|(_, side)| (*side, c.len_utf8()))
}

/// True if a line starts the moves: a number in KIF, a mark in KI2. The heading of KIF is no sign,
/// because some programs write the board below it.
pub fn begins_moves(line: SourceLine<'_>) -> bool {
    let text = line.text.trim_start_matches(is_space);
    text.starts_with("まで")
        || text.starts_with("変化：")
        || text.starts_with("変化:")
        || mark(text).is_some()
        || numbered(line).is_some_and(|(_, rest)| says_move(rest.text))
}

/// True if a text is a move or an end of KIF.
fn says_move(text: &str) -> bool {
    let text = mark(text).map_or(text, |(_, len)| &text[len..]);
    let mut chars = text.chars();
    let square = chars.next().is_some_and(|c| kanji::digit(c).is_some())
        && chars.next().is_some_and(|c| kanji::digit(c).is_some());
    square || text.starts_with('同') || GameEnd::from_kif(first_word(text)).is_some()
}

fn first_word(text: &str) -> &str {
    text.split(|c| is_space(c) || matches!(c, '(' | '（')).next().unwrap_or_default()
}

/// True if a line can be the first of the moves of a record: it has no number, or the number 1.
pub fn is_first_move(line: SourceLine<'_>) -> bool {
    let text = line.text.trim_start_matches(is_space);
    !text.starts_with("変化") && numbered(line).is_none_or(|(number, _)| number == 1)
}

/// The number at the start of a line, and the rest.
fn numbered(line: SourceLine<'_>) -> Option<(usize, SourceLine<'_>)> {
    let whole = line.part(0..line.text.len());
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let len = whole.text.find(|c| !is_digit(c))?;
    let number = kanji::number(&whole.text[..len])?;
    if !whole.text[len..].starts_with(is_space) {
        return None;
    }
    Some((number as usize, whole.part(len..whole.text.len())))
}

/// Reads a record.
///
/// # Errors
/// All errors of the head, or the first error of the moves.
pub fn record(
    source: &Arc<Source>,
    rules: &Rules,
    lines: &[SourceLine<'_>],
) -> Result<ParsedRecord, Vec<Diagnostic>> {
    let mut errors = RecordErrors::new(source);
    let mut head = Head::default();
    let mut lines = lines.iter().copied().peekable();
    let start = lines.peek().map_or(0, |line| line.start);
    while let Some(&line) = lines.peek() {
        let text = line.text.trim_start_matches(is_space);
        if begins_moves(line) {
            break;
        }
        lines.next();
        if is_remark(text) {
            head.take_remark(line);
            continue;
        }
        if head.take(line) {
            continue;
        }
        let whole = line.part(0..line.text.len());
        if says_nothing(text) {
            errors.note(whole.span(), left_out(text));
        } else {
            let message = tr!(formats_unknown_line);
            errors.add("E0405", whole.span(), message, tr!(formats_head_lines));
        }
    }
    let moves_follow = lines.peek().is_some();
    let Some(mut placed) = head.finish(rules, moves_follow, start, &mut errors) else {
        return Err(errors.found);
    };
    let path = LineCursor::new(&placed.record.position);
    let mut reader = Reader { rules, errors, path, offset: None, unfinished: false };
    for line in lines {
        if reader.line(line, &mut placed.record.tree).is_none() {
            break;
        }
    }
    if !reader.errors.found.is_empty() {
        return Err(reader.errors.found);
    }
    placed.notes = reader.errors.notes;
    Ok(placed)
}

/// Note about an ignored line.
fn left_out(text: &str) -> String {
    tr!(formats_ignored, text)
}

/// True for comments and bookmarks.
fn is_remark(text: &str) -> bool {
    text.is_empty() || text.starts_with(['#', '＃']) || is_moves_heading(text)
}

/// True for a line that does not seem to concern the position or the moves: bookmarks (`&`), words
/// such as 盤面回転. A line that may be a damaged or misplaced part of a board, a hand or a move does
/// not count.
fn says_nothing(text: &str) -> bool {
    const SAYS: [&str; 5] = ["変化", "手番", "持駒", "持ち駒", "手合"];
    text.starts_with('&')
        || !(text.contains(['|', '｜', '・'])
            || text
                .starts_with(|c: char| kanji::digit(c).is_some() || matches!(c, '0' | '同' | '＊'))
            || SAYS.iter().any(|word| text.contains(word))
            || has_move(text))
}

/// True if a text may contain a move: a mark, or a square before a piece.
fn has_move(text: &str) -> bool {
    let mut before = [None; 2];
    for (at, c) in text.char_indices() {
        let number = kanji::digit(c);
        let square = before[0].is_some() && before[1].is_some()
            || text[..at].trim_end_matches(is_space).ends_with('同');
        if mark(&text[at..]).is_some() || square && kanji::is_piece(&text[at..]) {
            return true;
        }
        if !is_space(c) {
            before = [before[1], number];
        }
    }
    false
}

struct Reader<'a> {
    rules: &'a Rules,
    errors: RecordErrors,
    path: LineCursor,
    /// Number of the first move less one, once it is known.
    offset: Option<usize>,
    /// True after 変化, until the first move of the variation.
    unfinished: bool,
}

impl Reader<'_> {
    /// Reads a line; `None` after an error.
    fn line(&mut self, line: SourceLine<'_>, tree: &mut MoveTree) -> Option<()> {
        let line = line.part(0..line.text.len());
        let text = line.text;
        if is_remark(text) {
            return Some(());
        }
        if text.starts_with('&') {
            self.errors.note(line.span(), left_out(line.text));
            return Some(());
        }
        if let Some(comment) = text.strip_prefix(['*', '＊']) {
            tree.node_mut(self.path.end().id).comments.push(comment.to_owned());
            return Some(());
        }
        if let Some(rest) = text.strip_prefix("変化：").or_else(|| text.strip_prefix("変化:"))
        {
            return self.variation(line, rest);
        }
        if let Some(rest) = text.strip_prefix("まで") {
            self.until(rest, tree);
            return Some(());
        }
        if mark(text).is_some() {
            return self.marked(line, tree);
        }
        match numbered(line) {
            Some((number, rest)) => self.numbered(line, number, rest, tree),
            None if says_nothing(text) => {
                self.errors.note(line.span(), left_out(line.text));
                Some(())
            }
            None => self.fail("E0405", line, tr!(formats_unknown_line), tr!(formats_move_lines)),
        }
    }

    fn fail(
        &mut self,
        code: &'static str,
        line: SourceLine<'_>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<()> {
        self.errors.add(code, line.span(), message, help);
        None
    }

    /// Returns to the start of a variation.
    fn variation(&mut self, line: SourceLine<'_>, rest: &str) -> Option<()> {
        // `5手`, `5手目`, `5手目から`.
        let number = rest.split('手').next().unwrap_or_default();
        let Some(number) = kanji::number(number.trim_matches(is_space)) else {
            let (message, help) = (tr!(formats_variation_number), tr!(formats_variation_help));
            return self.fail("E0407", line, message, help);
        };
        let plies = (number as usize).checked_sub(1 + self.offset.unwrap_or(0));
        match plies.filter(|plies| *plies <= self.path.plies()) {
            Some(plies) => {
                self.path.back_to(self.rules, plies);
                self.unfinished = true;
                Some(())
            }
            None => {
                let first = self.offset.unwrap_or(0) + 1;
                let last = self.offset.unwrap_or(0) + self.path.plies();
                let message = tr!(formats_variation_absent, number);
                self.fail("E0407", line, message, tr!(formats_variation_range, first, last))
            }
        }
    }

    /// Handles `まで11手で詰み`; in KI2 only this line tells how the game ends.
    fn until(&mut self, rest: &str, tree: &mut MoveTree) {
        let node = tree.node_mut(self.path.end().id);
        if node.end.is_some() {
            return;
        }
        node.end = if rest.contains("不詰") {
            Some(GameEnd::NoMate)
        } else if rest.contains('詰') {
            Some(GameEnd::Mate)
        } else if rest.contains("不戦敗") {
            Some(GameEnd::Absent)
        } else if rest.contains("不戦勝") {
            Some(GameEnd::AbsentBefore)
        } else if rest.contains("千日手") {
            Some(GameEnd::Repetition)
        } else if rest.contains("持将棋") {
            Some(GameEnd::Impasse)
        } else if rest.contains("中断") {
            Some(GameEnd::BrokenOff)
        } else if rest.contains("反則負け") {
            Some(GameEnd::Illegal)
        } else if rest.contains("反則勝ち") {
            Some(GameEnd::IllegalBefore)
        } else if rest.contains("切れ") {
            Some(GameEnd::TimeUp)
        } else if rest.contains("入玉") {
            Some(GameEnd::Declared)
        } else if rest.contains("勝ち") {
            Some(GameEnd::Resigns)
        } else {
            None
        };
    }

    /// Reads a line of KI2: moves with marks before them.
    fn marked(&mut self, line: SourceLine<'_>, tree: &mut MoveTree) -> Option<()> {
        let mut at = 0;
        while at < line.text.len() {
            let rest = line.part(at..line.text.len());
            let start = rest.start - line.start;
            let Some((side, len)) = mark(rest.text) else {
                if rest.text.is_empty() {
                    break;
                }
                let end = start + first_word(rest.text).len();
                let (message, help) = (tr!(formats_not_a_move), tr!(formats_marks));
                return self.fail("E0405", line.part(start..end), message, help);
            };
            let (spoken, bytes) = match kifu::read(self.rules, &rest.text[len..]) {
                Ok(read) => read,
                Err(error) => {
                    self.errors.notation(rest.start + len, error);
                    return None;
                }
            };
            let word = line.part(start..start + len + bytes);
            if side != self.path.end().position.side {
                let turn = if side == Side::Black { "△" } else { "▲" };
                let help = tr!(formats_mark_of_turn, mark = turn);
                return self.fail("E0405", word, tr!(formats_other_turn), help);
            }
            self.spoken(&spoken, word, tree)?;
            at = start + len + bytes;
        }
        Some(())
    }

    /// Reads a line of KIF: number, move and time, or number and end.
    fn numbered(
        &mut self,
        line: SourceLine<'_>,
        number: usize,
        rest: SourceLine<'_>,
        tree: &mut MoveTree,
    ) -> Option<()> {
        let offset = *self.offset.get_or_insert(number.saturating_sub(1));
        let expected = offset + self.path.plies() + 1;
        if number != expected {
            let message = tr!(formats_move_number, expected, number);
            return self.fail("E0406", line, message, tr!(formats_move_numbers));
        }
        self.unfinished = false;
        let word = first_word(rest.text);
        let id = self.path.end().id;
        if let Some(end) = GameEnd::from_kif(word) {
            tree.node_mut(id).end = Some(end);
            return Some(());
        }
        if let Some(text) = rest.text.strip_prefix("まで") {
            self.until(text, tree);
            return Some(());
        }
        if !has_move(rest.text)
            && !rest.text.starts_with(|c| kanji::digit(c).is_some() || c == '同')
        {
            let message = tr!(formats_unknown_end, word, known = GameEnd::kif_words());
            self.errors.note(rest.part(0..word.len()).span(), message);
            return Some(());
        }
        let skip = mark(rest.text).map_or(0, |(_, len)| len);
        let (spoken, bytes) = match kifu::read(self.rules, &rest.text[skip..]) {
            Ok(read) => read,
            Err(mut error) => {
                error.help =
                    error.help.map(|help| tr!(formats_or_ends, help, known = GameEnd::kif_words()));
                self.errors.notation(rest.start + skip, error);
                return None;
            }
        };
        let id = self.spoken(&spoken, rest.part(0..skip + bytes), tree)?;
        let tail = rest.part(skip + bytes..rest.text.len());
        // `+` marks a move with variations.
        let tail = tail.part(0..tail.text.trim_end_matches('+').len());
        match seconds(tail.text) {
            Some(0) => Some(()),
            Some(seconds) => {
                tree.node_mut(id).seconds = Some(seconds);
                Some(())
            }
            None if tail.text.is_empty() => Some(()),
            None if !has_move(tail.text) => {
                self.errors.note(tail.span(), left_out(tail.text));
                Some(())
            }
            None => self.fail("E0405", tail, tr!(formats_after_move), tr!(formats_after_move_help)),
        }
    }

    /// Plays a move.
    fn spoken(
        &mut self,
        spoken: &kifu::KifuMove,
        word: SourceLine<'_>,
        tree: &mut MoveTree,
    ) -> Option<MoveNodeId> {
        let here = self.path.end();
        match here.find(self.rules, spoken) {
            Ok(m) => {
                let id = tree.play(here.id, m);
                self.path.play(self.rules, id, m);
                Some(id)
            }
            Err(why) => {
                let (code, message, help) = unresolved(why, word.text);
                self.errors.add(code, word.span(), message, help);
                None
            }
        }
    }
}

/// Code, message and help for a move that cannot be played.
pub fn unresolved(why: ResolveError, text: &str) -> (&'static str, String, String) {
    match why {
        ResolveError::NothingBefore => {
            ("E0341", tr!(formats_same_as_nothing), tr!(formats_write_square))
        }
        ResolveError::Illegal => {
            ("E0333", tr!(formats_illegal, played = text), tr!(formats_illegal_help))
        }
        ResolveError::Ambiguous => {
            ("E0334", tr!(formats_ambiguous, played = text), tr!(formats_ambiguous_help))
        }
    }
}

/// Seconds of a time such as `( 0:12/00:00:34)`, `(00:00:12/)` or `(0:12)`.
fn seconds(text: &str) -> Option<u32> {
    let inner = text.strip_prefix(['(', '（'])?.strip_suffix([')', '）'])?;
    let own = inner.split(['/', '／']).next().unwrap_or_default().trim_matches(is_space);
    if own.is_empty() {
        return Some(0);
    }
    own.split([':', '：']).try_fold(0u32, |sum, part| {
        sum.checked_mul(60)?.checked_add(kanji::number(part.trim_matches(is_space))?)
    })
}
