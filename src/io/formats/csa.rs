//! CSA, the format of computer shogi tournaments: one line of moves, no variations. Several records may
//! stand in a file with `/` between them.
//!
//! CSA has no headers for problems. They are written as comments, `'作者：…`, and read back from them.

use super::kakinoki::Placed;
use super::lines::{Complaints, Line, is_space, lines};
use super::record::{End, Path, Record, Tree};
use crate::io::{Diagnostic, Source};
use crate::notation::{hands, sfen};
use crate::position::{Hand, Move, Piece, Position};
use crate::referee;
use crate::rules::{Kind, Rules, Side, Square};
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

/// CSA's names of pieces, in upper case, with their ids. JKF has them too.
const PIECES: [(&str, &str); 14] = [
    ("FU", "P"),
    ("KY", "L"),
    ("KE", "N"),
    ("GI", "S"),
    ("KI", "G"),
    ("KA", "B"),
    ("HI", "R"),
    ("OU", "K"),
    ("TO", "+P"),
    ("NY", "+L"),
    ("NK", "+N"),
    ("NG", "+S"),
    ("UM", "+B"),
    ("RY", "+R"),
];

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

/// Headers of problems, which stand in comments.
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

/// The kind with this CSA name.
pub fn kind(rules: &Rules, name: &str) -> Option<Kind> {
    let (_, id) = PIECES.iter().find(|(known, _)| *known == name)?;
    rules.kind(id)
}

/// The CSA name of a kind.
pub fn code(rules: &Rules, kind: Kind) -> &'static str {
    let id = rules.spec(kind).id.as_str();
    PIECES.iter().find(|(_, known)| *known == id).map_or("OU", |(name, _)| *name)
}

/// Reads the records of a text.
pub fn read(source: &Arc<Source>, rules: &Rules) -> Vec<Result<Placed, Vec<Diagnostic>>> {
    let mut records = Vec::new();
    let mut reader = Reader::new(source, rules);
    for line in lines(source) {
        if line.text == "/" {
            let next = Reader::new(source, rules);
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

struct Reader<'a> {
    rules: &'a Rules,
    complaints: Complaints,
    headers: Vec<(String, String)>,
    comments: Vec<String>,
    position: Position,
    squares: Vec<Range<usize>>,
    hands: [Range<usize>; 2],
    /// Something has been said of the position.
    placed: bool,
    /// Whose turn it is was said: from here on there are moves.
    moves: Option<(Path, Tree)>,
}

impl<'a> Reader<'a> {
    fn new(source: &Arc<Source>, rules: &'a Rules) -> Reader<'a> {
        Reader {
            rules,
            complaints: Complaints::new(source),
            headers: Vec::new(),
            comments: Vec::new(),
            position: Position::empty(rules.board, Side::Black),
            squares: vec![0..0; rules.board.squares()],
            hands: [0..0, 0..0],
            placed: false,
            moves: None,
        }
    }

    fn is_empty(&self) -> bool {
        !self.placed && self.moves.is_none() && self.complaints.found.is_empty()
    }

    fn finish(mut self) -> Result<Placed, Vec<Diagnostic>> {
        if self.moves.is_none() && self.complaints.found.is_empty() {
            if self.placed {
                self.begin(Side::Black);
            } else {
                let help =
                    "write `PI`, or nine lines such as `P1-KY-KE-GI-KI-OU-KI-GI-KE-KY`, then `+`";
                self.complaints.add("E0408", 0..0, "there is no position in this text", help);
            }
        }
        match self.moves {
            Some((_, tree)) if self.complaints.found.is_empty() => Ok(Placed {
                record: Record { headers: self.headers, position: self.position, tree },
                squares: self.squares,
                hands: self.hands,
            }),
            _ => Err(self.complaints.found),
        }
    }

    fn fail(&mut self, line: Line<'_>, message: impl Into<String>, help: &str) {
        self.complaints.add("E0408", line.span(), message, help);
    }

    fn line(&mut self, line: Line<'_>) {
        // After a mistake in the moves the rest makes no sense.
        if self.moves.is_some() && !self.complaints.found.is_empty() {
            return;
        }
        let text = line.text;
        if let Some(comment) = text.strip_prefix('\'') {
            self.comment(comment);
        } else if let Some((start, key)) = HEADERS.iter().find(|(start, _)| text.starts_with(start))
        {
            self.headers.push(((*key).to_owned(), text[start.len()..].trim().to_owned()));
        } else if text.is_empty() || text.starts_with(['V', '$']) {
            // Versions differ in nothing that is read here; other statements say nothing of the moves.
        } else if text.starts_with('P') && self.moves.is_none() {
            self.placed = true;
            self.place(line);
        } else {
            let mut at = 0;
            for statement in text.split(',') {
                if let Some(comment) = text[at..].strip_prefix('\'') {
                    return self.comment(comment);
                }
                self.statement(line.part(at..at + statement.len()));
                at += statement.len() + 1;
            }
        }
    }

    fn comment(&mut self, comment: &str) {
        if let Some(said) = comment.strip_prefix('*') {
            match &mut self.moves {
                Some((path, tree)) => tree.node_mut(path.end().id).comments.push(said.to_owned()),
                None => self.comments.push(said.to_owned()),
            }
        } else if let Some((key, value)) = comment.split_once('：')
            && IN_COMMENTS.contains(&key)
        {
            self.headers.push((key.to_owned(), value.to_owned()));
        }
    }

    /// Reads a statement on the position: `PI82HI22KA`, `P1-KY…`, `P+63FU00KI`, `P-00AL`.
    fn place(&mut self, line: Line<'_>) {
        let rest = &line.text[1..];
        match rest.chars().next() {
            Some('I') => self.start(line),
            Some(digit @ '1'..='9') => self.rank(line, i32::from(digit as u8 - b'1')),
            Some(sign @ ('+' | '-')) => self.pieces(line, side(sign)),
            _ => {
                self.fail(line, "this says nothing of the position", "write PI, P1 to P9, P+ or P-")
            }
        }
    }

    /// The start position without some pieces.
    fn start(&mut self, line: Line<'_>) {
        if let Ok(position) = sfen::parse(self.rules, &self.rules.start) {
            self.position = position;
        }
        for at in (2..line.text.len()).step_by(4) {
            let here = line.part(at..at + 4);
            match self.piece(here.text) {
                Some((Some(square), kind))
                    if self.position.at(square).map(Piece::kind) == Some(kind) =>
                {
                    self.position.board[square.index()] = None;
                }
                _ => {
                    let help = "write square and piece, such as `82HI`, of the start position";
                    self.fail(here, "this piece cannot be taken away", help);
                    return;
                }
            }
        }
    }

    /// Square and piece of `63FU`; no square for `00`.
    fn piece(&self, text: &str) -> Option<(Option<Square>, Kind)> {
        let kind = kind(self.rules, text.get(2..)?)?;
        Some((square(self.rules, text.get(..2)?)?, kind))
    }

    fn rank(&mut self, line: Line<'_>, rank: i32) {
        let files = i32::from(self.rules.board.files);
        let text = line.text;
        for column in 0..files {
            let start = (2 + 3 * column as usize).min(text.len());
            let end = (start + 3).min(text.len());
            let help = "a rank has nine squares of three characters: `-KY`, `+FU` or ` * `";
            let Some(cell) = text.get(start..end).filter(|cell| !cell.is_empty()) else {
                let message = format!("this rank has {column} squares instead of {files}");
                return self.fail(line, message, help);
            };
            let Some(square) = self.rules.board.square(files - 1 - column, rank) else { continue };
            let owner = cell.chars().next().filter(|c| matches!(c, '+' | '-')).map(side);
            let piece = match owner {
                None if cell.trim() == "*" => None,
                Some(owner) if let Some(kind) = kind(self.rules, &cell[1..]) => {
                    Some(Piece::new(kind, owner))
                }
                _ => {
                    let place = Line { text: cell, start: line.start + start };
                    return self.fail(place, format!("`{cell}` is no square"), help);
                }
            };
            self.position.board[square.index()] = piece;
            self.squares[square.index()] = line.start + start..line.start + end;
        }
    }

    fn pieces(&mut self, line: Line<'_>, owner: Side) {
        for at in (2..line.text.len()).step_by(4) {
            let here = line.part(at..at + 4);
            if here.text == "00AL" {
                let other = self.position.hands[owner.other().index()];
                self.position.hands[owner.index()] =
                    hands::rest(self.rules, &self.position.board, other);
                continue;
            }
            let lane = |kind: Kind| self.rules.spec(kind).lane;
            match self.piece(here.text) {
                Some((Some(square), kind)) => {
                    self.position.board[square.index()] = Some(Piece::new(kind, owner));
                    self.squares[square.index()] = here.span();
                }
                Some((None, kind))
                    if let Some(lane) = lane(kind)
                        && self.position.hands[owner.index()].count(lane) < Hand::MAX =>
                {
                    let hand = &mut self.position.hands[owner.index()];
                    *hand = hand.with(lane);
                    if self.hands[owner.index()].is_empty() {
                        self.hands[owner.index()] = here.span();
                    }
                }
                _ => {
                    let help = "write square and piece, such as `63FU`, or `00KI` for one in hand";
                    self.fail(here, format!("`{}` is no piece", here.text), help);
                    return;
                }
            }
        }
    }

    /// The position is complete.
    fn begin(&mut self, mover: Side) {
        if !self.placed {
            // Some programs leave the start position out.
            if let Ok(position) = sfen::parse(self.rules, &self.rules.start) {
                self.position = position;
            }
            self.placed = true;
        }
        self.position.side = mover;
        self.position.infer_phantoms(self.rules);
        let mut tree = Tree::default();
        tree.node_mut(Tree::ROOT).comments = std::mem::take(&mut self.comments);
        self.moves = Some((Path::new(&self.position), tree));
    }

    /// Reads a statement of the moves: `+`, `+7776FU`, `T12`, `%TSUMI`.
    fn statement(&mut self, line: Line<'_>) {
        let text = line.text;
        if matches!(text, "+" | "-") && self.moves.is_none() {
            return self.begin(if text == "+" { Side::Black } else { Side::White });
        }
        if text.starts_with(['+', '-']) {
            return self.play(line);
        }
        let Some((path, tree)) = &mut self.moves else {
            let help = "CSA texts begin with V2.2, names, or the position";
            return self.fail(line, "this statement is not understood", help);
        };
        let here = path.end();
        let node = tree.node_mut(here.id);
        if let Some(time) = text.strip_prefix('T') {
            let whole = time.split('.').next().unwrap_or_default();
            match whole.parse() {
                Ok(0) => {}
                Ok(seconds) => node.seconds = Some(seconds),
                Err(_) => self.fail(line, "this is no time", "write seconds, such as `T12`"),
            }
        } else if let Some(word) = text.strip_prefix('%') {
            match End::from_csa(word, here.position.side) {
                Some(end) => node.end = Some(end),
                None => self.fail(
                    line,
                    "this end is not known",
                    "write %TSUMI, %FUZUMI, %TORYO or %CHUDAN",
                ),
            }
        } else {
            self.fail(line, "this statement is not understood", "moves are written `+7776FU`");
        }
    }

    fn play(&mut self, line: Line<'_>) {
        let rules = self.rules;
        let text = line.text;
        if self.moves.is_none() {
            let help = "write whose turn it is, `+` or `-`, on a line before the moves";
            return self.fail(line, "there is no position before this move", help);
        }
        let parts = (|| {
            let from = square(rules, text.get(1..3)?)?;
            let to = square(rules, text.get(3..5)?)??;
            Some((from, to, kind(rules, text.get(5..)?)?))
        })();
        let Some((from, to, piece)) = parts else {
            let help = "moves are written `+7776FU`: side, origin (00 for a drop), square, piece";
            return self.fail(line, format!("`{text}` is no move"), help);
        };
        let Some((path, tree)) = &mut self.moves else { return };
        let here = path.end();
        let m = match from {
            None => Move::drop(piece, to),
            Some(from) => {
                let before = here.position.at(from).map(Piece::kind);
                Move::board(from, to, before.is_some_and(|before| before != piece))
            }
        };
        let becomes = match from.and_then(|from| here.position.at(from)).map(Piece::kind) {
            Some(before) if m.changes() => rules.spec(before).promotes_to == Some(piece),
            _ => true,
        };
        let own_turn = here.position.side == side(if text.starts_with('+') { '+' } else { '-' });
        let droppable = from.is_some() || rules.spec(piece).lane.is_some();
        if !own_turn || !becomes || !droppable || !referee::is_legal(rules, &here.position, m) {
            let help = "look whether the position and the moves before it are as they should be";
            self.complaints.add("E0333", line.span(), format!("`{text}` is not legal here"), help);
            return;
        }
        let id = tree.play(here.id, m);
        path.play(rules, id, m);
    }
}

fn side(sign: char) -> Side {
    if sign == '+' { Side::Black } else { Side::White }
}

/// A square `76`; `00` is none.
fn square(rules: &Rules, text: &str) -> Option<Option<Square>> {
    let digits: Vec<i32> = text.chars().map_while(|c| c.to_digit(10)).map(|d| d as i32).collect();
    match digits[..] {
        [0, 0] if text.len() == 2 => Some(None),
        [file, rank] if text.len() == 2 => rules.board.square(file - 1, rank - 1).map(Some),
        _ => None,
    }
}

/// Writes a record; its variations are left out.
pub fn write(rules: &Rules, record: &Record) -> String {
    let mut out = "'CSA encoding=UTF-8\nV2.2\n".to_owned();
    let plain = |value: &str| -> String {
        value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
    };
    for (key, value) in &record.headers {
        let value = plain(value);
        let _ = match HEADERS.iter().find(|(_, known)| known == key) {
            Some((start, _)) => writeln!(out, "{start}{value}"),
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
    let mut path = Path::new(position);
    let comments = |out: &mut String, comments: &[String]| {
        for comment in comments {
            let _ = writeln!(out, "'*{}", plain(comment));
        }
    };
    comments(&mut out, &tree.node(Tree::ROOT).comments);
    let mut end = tree.node(Tree::ROOT).end;
    for id in tree.main(Tree::ROOT) {
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

/// True if a text without `'` comments begins as CSA does.
pub fn looks_like_one(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.trim_matches(is_space));
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('\''));
    let Some(first) = first else { return false };
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
