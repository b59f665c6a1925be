//! CSA, the format of computer shogi tournaments: one line of moves, without variations. A file may
//! hold several records with `/` between them.
//!
//! CSA has no headers for problems. The writer puts them into comments, `'作者：…`, and the reader
//! finds them there.

pub use super::csa_words::{code, kind};

use super::csa_words::{is_statement, pieces, side, square};
use super::kakinoki::ParsedRecord;
use super::lines::{RecordErrors, SourceLine, is_space, lines};
use super::record::{GameEnd, GameRecord, LineCursor, MoveTree};
use crate::messages::tr;
use crate::notation::{hands, sfen};
use crate::position::{Hand, Move, Piece, Position};
use crate::referee;
use crate::rules::{Kind, Rules, Side, Square};
use crate::text::{Diagnostic, Source};
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

/// Statements with their headers in Japanese records.
const HEADERS: [(&str, &str); 9] = [
    ("N+", "先手"),
    ("N-", "後手"),
    ("$EVENT:", "棋戦"),
    ("$SITE:", "場所"),
    ("$START_TIME:", "開始日時"),
    ("$END_TIME:", "終了日時"),
    ("$TIME_LIMIT:", "持ち時間"),
    ("$OPENING:", "戦型"),
    ("$NOTE:", "備考"),
];

/// Headers of problems, which are written as comments.
const IN_COMMENTS: [&str; 12] = [
    "作品番号",
    "作品名",
    "作者",
    "発表誌",
    "発表年月",
    "出典",
    "手数",
    "完全性",
    "分類",
    "受賞",
    "手合",
    "表題",
];

/// Reads the records of a text.
pub fn read(source: &Arc<Source>, rules: &Rules) -> Vec<Result<ParsedRecord, Vec<Diagnostic>>> {
    let mut records = Vec::new();
    let mut reader = Reader::new(source, rules, 0);
    for line in lines(source) {
        if line.text == "/" {
            let next = Reader::new(source, rules, (line.start + 2).min(source.text.len()));
            records.push(std::mem::replace(&mut reader, next).finish());
        } else {
            reader.line(line);
        }
    }
    if records.is_empty() || !reader.is_empty() {
        records.push(reader.finish());
    }
    records
}

/// Places of the statements about the position, so that no statement overwrites another.
#[derive(Default)]
struct Stated {
    /// Place of `PI`.
    start: Option<Range<usize>>,
    /// Places of `P1` to `P9`.
    ranks: [Option<Range<usize>>; 9],
    /// For each side: kinds in hand, with the places of their statements.
    held: [Vec<(Kind, Range<usize>)>; 2],
    /// For each side: place of `00AL`.
    rest: [Option<Range<usize>>; 2],
}

struct Reader<'a> {
    rules: &'a Rules,
    /// First byte of the record in the text.
    start: usize,
    errors: RecordErrors,
    headers: Vec<(String, String)>,
    comments: Vec<String>,
    position: Position,
    squares: Vec<Range<usize>>,
    hands: [Range<usize>; 2],
    stated: Stated,
    /// True after a statement about the position.
    placed: bool,
    /// The moves, after the statement of the side to move.
    moves: Option<(LineCursor, MoveTree)>,
}

impl<'a> Reader<'a> {
    fn new(source: &Arc<Source>, rules: &'a Rules, start: usize) -> Reader<'a> {
        Reader {
            rules,
            start,
            errors: RecordErrors::new(source),
            headers: Vec::new(),
            comments: Vec::new(),
            position: Position::empty(rules.board, Side::Black),
            squares: vec![0..0; rules.board.squares()],
            hands: [0..0, 0..0],
            stated: Stated::default(),
            placed: false,
            moves: None,
        }
    }

    fn is_empty(&self) -> bool {
        !self.placed && self.moves.is_none() && self.errors.found.is_empty()
    }

    fn finish(mut self) -> Result<ParsedRecord, Vec<Diagnostic>> {
        if self.moves.is_none() && self.errors.found.is_empty() {
            if self.placed {
                self.begin(Side::Black);
            } else {
                let help = tr!(formats_csa_position);
                self.errors.add("E0408", self.start..self.start, tr!(formats_no_position), help);
            }
        }
        match self.moves {
            Some((_, tree)) if self.errors.found.is_empty() => Ok(ParsedRecord {
                record: GameRecord { headers: self.headers, position: self.position, tree },
                squares: self.squares,
                hands: self.hands,
                notes: self.errors.notes,
                start: self.start,
            }),
            _ => Err(self.errors.found),
        }
    }

    fn fail(&mut self, line: SourceLine<'_>, message: impl Into<String>, help: impl Into<String>) {
        self.errors.add("E0408", line.span(), message, help);
    }

    fn line(&mut self, line: SourceLine<'_>) {
        // After an error in the moves, the remaining moves would only yield further errors.
        if self.moves.is_some() && !self.errors.found.is_empty() {
            return;
        }
        let mut at = 0;
        while at <= line.text.len() {
            let rest = &line.text[at..];
            if let Some(comment) = rest.strip_prefix('\'') {
                return self.comment(comment);
            }
            // Names and similar texts may contain commas.
            let is_text =
                rest.starts_with(['V', '$']) || rest.starts_with("N+") || rest.starts_with("N-");
            let ends = |&(comma, _): &(usize, &str)| {
                !is_text
                    || is_statement(
                        self.rules,
                        rest[comma + 1..].split(',').next().unwrap_or_default(),
                    )
            };
            let len = rest.match_indices(',').find(ends).map_or(rest.len(), |(comma, _)| comma);
            self.one(line.part(at..at + len));
            at += len + 1;
        }
    }

    /// Reads one statement of a line.
    fn one(&mut self, line: SourceLine<'_>) {
        if self.moves.is_some() && !self.errors.found.is_empty() {
            return;
        }
        let text = line.text;
        if let Some((start, key)) = HEADERS.iter().find(|(start, _)| text.starts_with(start)) {
            self.headers.push(((*key).to_owned(), text[start.len()..].trim().to_owned()));
        } else if let Some((key, value)) = text.split_once(':').filter(|_| text.starts_with('$')) {
            self.headers.push((key.to_owned(), value.trim().to_owned()));
        } else if text.is_empty() || text.starts_with(['V', '$']) {
            // Versions do not differ in what is read here.
        } else if text.starts_with('P') && self.moves.is_none() {
            self.placed = true;
            self.place(line);
        } else {
            self.statement(line);
        }
    }

    fn comment(&mut self, comment: &str) {
        if let Some(said) = comment.strip_prefix('*') {
            match &mut self.moves {
                Some((path, tree)) => tree.node_mut(path.end().id).comments.push(said.to_owned()),
                None => self.comments.push(said.to_owned()),
            }
            return;
        }
        match comment.split_once('：') {
            Some((key, value)) if IN_COMMENTS.contains(&key) => {
                self.headers.push((key.to_owned(), value.to_owned()));
            }
            _ => {}
        }
    }

    /// Reads a statement about the position: `PI82HI22KA`, `P1-KY…`, `P+63FU00KI`, `P-00AL`.
    fn place(&mut self, line: SourceLine<'_>) {
        let rest = &line.text[1..];
        match rest.chars().next() {
            Some('I') => self.start(line),
            Some(digit @ '1'..='9') => self.rank(line, i32::from(digit as u8 - b'1')),
            Some(sign @ ('+' | '-')) => self.pieces(line, side(sign)),
            _ => self.fail(line, tr!(formats_csa_not_position), tr!(formats_csa_position_words)),
        }
    }

    /// The start position without some pieces.
    fn start(&mut self, line: SourceLine<'_>) {
        let boards = self.stated.start.iter().chain(self.stated.ranks.iter().flatten());
        if let Some(first) =
            boards.chain(self.squares.iter().filter(|span| !span.is_empty())).next()
        {
            let first = first.clone();
            return self.twice(line.span(), first, tr!(formats_board_twice));
        }
        self.stated.start = Some(line.span());
        if let Ok(position) = sfen::parse(self.rules, &self.rules.start) {
            self.position.board = position.board;
        }
        for here in pieces(line) {
            match self.piece(here.text) {
                Some((Some(square), kind))
                    if self.position.at(square).map(Piece::kind) == Some(kind) =>
                {
                    self.position.board[square.index()] = None;
                }
                _ => {
                    self.fail(here, tr!(formats_csa_removed), tr!(formats_csa_removed_help));
                    return;
                }
            }
        }
    }

    /// Reports a repeated statement.
    fn twice(&mut self, span: Range<usize>, first: Range<usize>, message: String) {
        let error = Diagnostic::new("E0408", self.errors.source(), span, message);
        let error = error.also(first, tr!(text_first_here)).help(tr!(formats_remove_one));
        self.errors.found.push(error);
    }

    /// Square and piece of `63FU`; no square for `00`.
    fn piece(&self, text: &str) -> Option<(Option<Square>, Kind)> {
        let kind = kind(self.rules, text.get(2..)?)?;
        Some((square(self.rules, text.get(..2)?)?, kind))
    }

    /// Nine squares, `-KY`, `+FU` or ` * `. Mail and web pages may have removed or collapsed
    /// blanks.
    fn rank(&mut self, line: SourceLine<'_>, rank: i32) {
        let first = self.stated.ranks[rank as usize].clone().or(self.stated.start.clone());
        if let Some(first) = first {
            return self.twice(line.span(), first, tr!(formats_rank_twice));
        }
        self.stated.ranks[rank as usize] = Some(line.span());
        let files = i32::from(self.rules.board.files);
        let help = tr!(formats_csa_rank);
        let (mut column, mut at) = (0, 2);
        while let Some(c) = line.text[at..].chars().next() {
            let len = match c {
                _ if is_space(c) => {
                    at += c.len_utf8();
                    continue;
                }
                '+' | '-' => line.text[at..]
                    .char_indices()
                    .nth(3)
                    .map_or(line.text.len() - at, |(len, _)| len),
                _ => c.len_utf8(),
            };
            let cell = line.part(at..at + len);
            if column == files {
                let rest = line.part(at..line.text.len());
                return self.fail(rest, tr!(formats_after_ninth), help);
            }
            let known = match c {
                '*' => Some(None),
                '+' | '-' => {
                    let kind = kind(self.rules, &cell.text[1..]);
                    kind.map(|kind| Some(Piece::new(kind, side(c))))
                }
                _ => None,
            };
            let piece = match known {
                Some(piece) => piece,
                None => return self.fail(cell, tr!(formats_not_a_square, found = cell.text), help),
            };
            let Some(square) = self.rules.board.square(files - 1 - column, rank) else { return };
            let before = self.squares[square.index()].clone();
            if !before.is_empty() {
                return self.twice(cell.span(), before, tr!(formats_square_twice));
            }
            self.position.board[square.index()] = piece;
            self.squares[square.index()] = cell.span();
            column += 1;
            at += len;
        }
        if column < files {
            self.fail(line, tr!(formats_squares, found = column, wanted = files), help);
        }
    }

    fn pieces(&mut self, line: SourceLine<'_>, owner: Side) {
        let side = owner.index();
        let statement = line.span();
        for here in pieces(line) {
            if here.text == "00AL" {
                if let Some(first) = self.stated.rest[side].replace(here.span()) {
                    return self.twice(here.span(), first, tr!(formats_hand_twice));
                }
                continue;
            }
            let lane = |kind: Kind| self.rules.spec(kind).lane;
            let piece = self.piece(here.text);
            let free_lane = match piece {
                Some((None, kind)) => {
                    lane(kind).filter(|&lane| self.position.hands[side].count(lane) < Hand::MAX)
                }
                _ => None,
            };
            match (piece, free_lane) {
                (Some((Some(square), kind)), _) => {
                    let before = self.squares[square.index()].clone();
                    let before = match self.position.at(square) {
                        Some(_) if before.is_empty() => self.stated.start.clone(),
                        _ => Some(before).filter(|before| !before.is_empty()),
                    };
                    if let Some(before) = before {
                        return self.twice(here.span(), before, tr!(formats_square_twice));
                    }
                    self.position.board[square.index()] = Some(Piece::new(kind, owner));
                    self.squares[square.index()] = here.span();
                }
                (Some((None, kind)), Some(lane)) => {
                    let first = self.stated.held[side].iter().find(|(known, _)| *known == kind);
                    match first.map(|(_, first)| first.clone()) {
                        Some(first) if first != statement => {
                            return self.twice(here.span(), first, tr!(formats_held_twice));
                        }
                        Some(_) => {}
                        None => self.stated.held[side].push((kind, statement.clone())),
                    }
                    let hand = &mut self.position.hands[side];
                    *hand = hand.with(lane);
                    if self.hands[side].is_empty() {
                        self.hands[side] = here.span();
                    }
                }
                _ => {
                    let message = tr!(formats_not_a_piece, found = here.text);
                    self.fail(here, message, tr!(formats_csa_piece));
                    return;
                }
            }
        }
    }

    /// Handles `00AL`: all pieces that are neither on the board nor in the other hand, wherever the
    /// statement is.
    fn deal_rest(&mut self) {
        match self.stated.rest.clone() {
            [Some(first), Some(second)] => {
                let message = tr!(formats_both_rest);
                let error = Diagnostic::new("E0408", self.errors.source(), second, message);
                let error = error.also(first, tr!(text_first_here));
                self.errors.found.push(error.help(tr!(formats_one_side)));
            }
            [Some(_), None] => {
                self.position.hands[0] =
                    hands::rest(self.rules, &self.position.board, self.position.hands[1]);
            }
            [None, Some(_)] => {
                self.position.hands[1] =
                    hands::rest(self.rules, &self.position.board, self.position.hands[0]);
            }
            [None, None] => {}
        }
    }

    /// Handles the end of the position.
    fn begin(&mut self, mover: Side) {
        if !self.placed {
            // Some programs omit the start position.
            if let Ok(position) = sfen::parse(self.rules, &self.rules.start) {
                self.position = position;
            }
            self.placed = true;
        }
        self.deal_rest();
        self.position.side = mover;
        self.position.infer_phantoms(self.rules);
        let mut tree = MoveTree::default();
        tree.node_mut(MoveTree::ROOT).comments = std::mem::take(&mut self.comments);
        self.moves = Some((LineCursor::new(&self.position), tree));
    }

    /// Reads a statement of the moves: `+`, `+7776FU`, `T12`, `%TSUMI`.
    fn statement(&mut self, line: SourceLine<'_>) {
        let text = line.text;
        if matches!(text, "+" | "-") && self.moves.is_none() {
            return self.begin(if text == "+" { Side::Black } else { Side::White });
        }
        if text.starts_with(['+', '-']) {
            return self.play(line);
        }
        let Some((path, tree)) = &mut self.moves else {
            return self.fail(line, tr!(formats_csa_unknown), tr!(formats_csa_head));
        };
        let here = path.end();
        let node = tree.node_mut(here.id);
        if let Some(time) = text.strip_prefix('T') {
            let whole = time.split('.').next().unwrap_or_default();
            match whole.parse() {
                Ok(0) => {}
                _ if !time.bytes().all(|b| b.is_ascii_digit() || b == b'.') => {
                    self.fail(line, tr!(formats_csa_time), tr!(formats_csa_time_help));
                }
                Ok(seconds) => node.seconds = Some(seconds),
                Err(_) => self.errors.note(line.span(), tr!(formats_csa_time_too_long)),
            }
        } else if let Some(word) = text.strip_prefix('%') {
            match GameEnd::from_csa(word, here.position.side) {
                Some(end) => node.end = Some(end),
                None => {
                    let message = tr!(formats_csa_unknown_end, known = GameEnd::csa_words());
                    self.errors.note(line.span(), message);
                }
            }
        } else {
            self.fail(line, tr!(formats_csa_unknown), tr!(formats_csa_moves));
        }
    }

    fn play(&mut self, line: SourceLine<'_>) {
        let rules = self.rules;
        let text = line.text;
        if self.moves.is_none() {
            return self.fail(line, tr!(formats_csa_no_turn), tr!(formats_csa_turn));
        }
        let parts = (|| {
            let from = square(rules, text.get(1..3)?)?;
            let to = square(rules, text.get(3..5)?)??;
            Some((from, to, kind(rules, text.get(5..)?)?))
        })();
        let Some((from, to, piece)) = parts else {
            let message = tr!(formats_csa_not_a_move, found = text);
            return self.fail(line, message, tr!(formats_csa_move));
        };
        let Some((path, tree)) = &mut self.moves else { return };
        let here = path.end();
        let m = match from {
            None => Move::drop(piece, to),
            Some(from) => {
                let before = here.position.at(from).map(Piece::kind);
                Move::board(from, to).with_change(before.is_some_and(|before| before != piece))
            }
        };
        let becomes = match from.and_then(|from| here.position.at(from)).map(Piece::kind) {
            Some(before) if m.changes() => rules.spec(before).promotes_to == Some(piece),
            _ => true,
        };
        let own_turn = here.position.side == side(if text.starts_with('+') { '+' } else { '-' });
        let droppable = from.is_some() || rules.spec(piece).lane.is_some();
        if !own_turn || !becomes || !droppable || !referee::is_legal(rules, &here.position, m) {
            let message = tr!(formats_illegal, played = text);
            self.errors.add("E0333", line.span(), message, tr!(formats_csa_illegal_help));
            return;
        }
        let id = tree.play(here.id, m);
        path.play(rules, id, m);
    }
}

/// Writes a record without its variations.
pub fn write(rules: &Rules, record: &GameRecord) -> String {
    let mut out = "'CSA encoding=UTF-8\nV2.2\n".to_owned();
    let plain = |value: &str| -> String {
        value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
    };
    for (key, value) in &record.headers {
        let value = plain(value);
        let _ = match HEADERS.iter().find(|(_, known)| known == key) {
            Some((start, _)) => writeln!(out, "{start}{value}"),
            None if key.starts_with('$') => writeln!(out, "{key}:{value}"),
            None => writeln!(out, "'{key}：{value}"),
        };
    }
    let position = &record.position;
    let (files, ranks) = (i32::from(rules.board.files), i32::from(rules.board.ranks));
    let sign = |side: Side| if side == Side::Black { '+' } else { '-' };
    for rank in 0..ranks {
        let _ = write!(out, "P{}", rank + 1);
        for file in (0..files).rev() {
            let piece = rules.board.square(file, rank).and_then(|square| position.at(square));
            let _ = match piece {
                None => write!(out, " * "),
                Some(piece) => write!(out, "{}{}", sign(piece.side()), code(rules, piece.kind())),
            };
        }
        out.push('\n');
    }
    for side in Side::BOTH {
        let hand = position.hands[side.index()];
        let held: String = rules
            .lanes
            .iter()
            .filter_map(|&kind| Some((kind, hand.count(rules.spec(kind).lane?))))
            .map(|(kind, count)| format!("00{}", code(rules, kind)).repeat(usize::from(count)))
            .collect();
        if !held.is_empty() {
            let _ = writeln!(out, "P{}{held}", sign(side));
        }
    }
    let _ = writeln!(out, "{}", sign(position.side));
    let tree = &record.tree;
    let mut path = LineCursor::new(position);
    let comments = |out: &mut String, comments: &[String]| {
        for comment in comments {
            let _ = writeln!(out, "'*{}", plain(comment));
        }
    };
    comments(&mut out, &tree.node(MoveTree::ROOT).comments);
    let mut end = tree.node(MoveTree::ROOT).end;
    for id in tree.main(MoveTree::ROOT) {
        let node = tree.node(id);
        let Some(m) = node.played else { continue };
        let here = &path.end().position;
        let name = |square: Square| {
            format!("{}{}", rules.board.file(square) + 1, rules.board.rank(square) + 1)
        };
        let from = m.from().map_or_else(|| "00".to_owned(), name);
        let sign = sign(here.side);
        path.play(rules, id, m);
        let piece = path.end().position.at(m.to()).map_or("OU", |piece| code(rules, piece.kind()));
        let _ = writeln!(out, "{sign}{from}{}{piece}", name(m.to()));
        if let Some(seconds) = node.seconds {
            let _ = writeln!(out, "T{seconds}");
        }
        comments(&mut out, &node.comments);
        end = node.end;
    }
    if let Some(end) = end {
        let _ = writeln!(out, "%{}", end.csa(path.end().position.side));
    }
    out
}

/// True if a text without `'` comments starts like CSA.
pub fn looks_like_one(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.trim_matches(is_space));
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('\''));
    // One line may hold several statements.
    let Some(first) = first.and_then(|line| line.split(',').next()) else { return false };
    let numbered = |start: char| {
        first.strip_prefix(start).is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | 'I'))
        })
    };
    (numbered('V') && !first.contains(':'))
        || (numbered('P') && !first.contains([':', '/']))
        || (first.starts_with("N+") || first.starts_with("N-"))
        || HEADERS.iter().skip(2).any(|(start, _)| first.starts_with(start))
}
