//! The head of KIF, KI2 and BOD texts: headers, board, hands, side to move. The three formats
//! differ only in the moves, which [`super::kakinoki_moves`] reads.
//!
//! The reader accepts the variants of existing programs: half-width and full-width characters, any
//! order of the lines, no board after a 手合割, and missing hands.

use super::kakinoki_words::{
    BARS, Held, hand_owner, header, is_frame, is_position, read_hand, side_of,
};
use super::lines::{RecordErrors, SourceLine, is_space};
use super::record::{GameRecord, MoveTree};
use crate::messages::tr;
use crate::notation::board_size::OtherBoard;
use crate::notation::{hands, kanji, sfen};
use crate::position::{Hand, Piece, Position};
use crate::rules::{Rules, Side, Square, describe};
use crate::text::Diagnostic;
use std::ops::Range;

/// Named start positions. In handicap games White moves first.
const HANDICAPS: [(&str, &str); 18] = [
    ("平手", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
    ("香落ち", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("右香落ち", "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("角落ち", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("飛車落ち", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("飛落ち", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("飛香落ち", "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("二枚落ち", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("三枚落ち", "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("四枚落ち", "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("五枚落ち", "2sgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("左五枚落ち", "1nsgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("六枚落ち", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("左七枚落ち", "2sgkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("右七枚落ち", "3gkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("八枚落ち", "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("十枚落ち", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("裸玉", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
];

/// Marks before White's pieces.
const WHITE_MARKS: [char; 7] = ['v', 'V', 'ｖ', 'Ｖ', '▽', '△', '☖'];

/// Marks before Black's pieces, which need none.
const BLACK_MARKS: [char; 4] = ['^', '＾', '▲', '☗'];

/// Start position of a named handicap; also as `2枚落ち`, `六枚落`.
pub fn handicap(name: &str) -> Option<&'static str> {
    let bare = |name: &str| name.trim_end_matches('ち').to_owned();
    let digits = name.find('枚').map_or("", |at| &name[..at]);
    let wanted = match kanji::number(digits) {
        Some(count) => name.replacen(digits, &kanji::japanese_number(count), 1),
        None => name.to_owned(),
    };
    HANDICAPS.iter().find(|(known, _)| bare(known) == bare(&wanted)).map(|(_, position)| *position)
}

/// True for the start positions of games, with and without handicap.
pub fn is_game_start(rules: &Rules, position: &Position) -> bool {
    HANDICAPS.iter().any(|(_, text)| {
        sfen::parse(rules, text)
            .is_ok_and(|start| start.board == position.board && start.hands == position.hands)
    })
}

/// A record, with the places of its squares and hands in the text.
#[derive(Debug)]
pub struct ParsedRecord {
    /// The record.
    pub record: GameRecord,
    /// Bytes of each square by index; empty if the text has no board.
    pub squares: Vec<Range<usize>>,
    /// Bytes of each hand; empty if the text omits it.
    pub hands: [Range<usize>; 2],
    /// Notes about text that the reader ignored.
    pub notes: Vec<Diagnostic>,
    /// First byte of the record in the text.
    pub start: usize,
}

/// The head of a text so far.
#[derive(Default)]
pub struct Head<'a> {
    /// Headers that do not describe the position.
    pub headers: Vec<(String, String)>,
    /// Comment lines before the moves.
    pub comments: Vec<String>,
    handicap: Option<(SourceLine<'a>, &'a str)>,
    ranks: Vec<SourceLine<'a>>,
    hands: [Option<SourceLine<'a>>; 2],
    turn: Option<(SourceLine<'a>, Side)>,
    /// The position in SFEN, under a header such as 開始局面.
    stated: Option<SourceLine<'a>>,
    /// Contradicting repetitions: both places, and the message.
    again: Vec<(SourceLine<'a>, SourceLine<'a>, String)>,
}

impl<'a> Head<'a> {
    /// Reads a line; returns false if it does not belong to a head.
    pub fn take(&mut self, line: SourceLine<'a>) -> bool {
        let text = line.text.trim_start_matches(is_space);
        let line = SourceLine { text, start: line.start + line.text.len() - text.len() };
        if text.starts_with(BARS) {
            self.ranks.push(line);
        } else if let Some(comment) = text.strip_prefix(['*', '＊']) {
            self.comments.push(comment.to_owned());
        } else if is_frame(text) || text.starts_with("手数＝") || text.starts_with("手数=") {
            // Frames have no content, and in BOD the move before the position is ignored.
        } else if let Some(side) = side_of(text.strip_suffix('番').unwrap_or_default()) {
            self.mover(line, side);
        } else if let Some((key, value)) = header(line) {
            self.header(key, value);
        } else {
            return false;
        }
        true
    }

    /// Reads a line that starts with `#`: some programs write the position there.
    pub fn take_remark(&mut self, line: SourceLine<'a>) {
        let line = line.part(0..line.text.len());
        let after = line.text.trim_start_matches(['#', '＃', ' ']).len();
        let line = line.part(line.text.len() - after..line.text.len());
        if let Some((key, value)) =
            header(line).filter(|(key, value)| is_position(key.text, value.text))
        {
            self.header(key, value);
        }
    }

    fn header(&mut self, key: SourceLine<'a>, value: SourceLine<'a>) {
        match (key.text, hand_owner(key.text)) {
            (name, _) if is_position(name, value.text) => match self.stated {
                Some(first) if first.text != value.text => {
                    self.again.push((value, first, tr!(formats_position_again)));
                }
                _ => self.stated = Some(value),
            },
            (_, Some(side)) => match self.hands[side.index()] {
                Some(first) if first.text != value.text => {
                    self.again.push((value, first, tr!(formats_hand_again)))
                }
                _ => self.hands[side.index()] = Some(value),
            },
            ("手合割", _) => match self.handicap {
                Some((first, name)) if name != value.text => {
                    self.again.push((value, first, tr!(formats_handicap_again)));
                }
                _ => self.handicap = Some((value, value.text)),
            },
            (key, _) => match side_of(value.text).filter(|_| key == "手番") {
                Some(side) => self.mover(value, side),
                None => self.headers.push((key.to_owned(), value.text.to_owned())),
            },
        }
    }

    /// Sets the side to move.
    fn mover(&mut self, line: SourceLine<'a>, side: Side) {
        match self.turn {
            Some((first, other)) if other != side => {
                self.again.push((line, first, tr!(formats_turn_again)))
            }
            _ => self.turn = Some((line, side)),
        }
    }

    /// Builds a record without moves, which begins at byte `start`. Without a position, the record
    /// starts from the start position of the game, but only if moves follow.
    pub fn finish(
        self,
        rules: &Rules,
        moves_follow: bool,
        start: usize,
        errors: &mut RecordErrors,
    ) -> Option<ParsedRecord> {
        let before = errors.found.len();
        for (line, first, message) in &self.again {
            let error = Diagnostic::new("E0405", errors.source(), line.span(), message.as_str());
            let error = error.also(first.span(), tr!(text_first_here));
            errors.found.push(error.help(tr!(formats_remove_one)));
        }
        let is_stated = self.handicap.is_some() || self.stated.is_some();
        if self.ranks.is_empty() && !is_stated && !moves_follow {
            errors.add("E0401", start..start, tr!(formats_no_position), tr!(formats_draw_board));
            return None;
        }
        let (mut position, squares) = match (self.stated, self.ranks.as_slice()) {
            (Some(stated), _) => self.in_sfen(rules, stated, errors)?,
            (None, []) => (self.named(rules, errors)?, Vec::new()),
            (None, _) => self.drawn(rules, errors),
        };
        if let Some((_, side)) = self.turn {
            position.side = side;
        }
        if errors.found.len() > before {
            return None;
        }
        position.infer_phantoms(rules);
        let mut tree = MoveTree::default();
        tree.node_mut(MoveTree::ROOT).comments = self.comments;
        let hands = self.hands.map(|hand| hand.map_or(0..0, |line| line.span()));
        let record = GameRecord { headers: self.headers, position, tree };
        Some(ParsedRecord { record, squares, hands, notes: Vec::new(), start })
    }

    /// Position of a header in SFEN. A board and hands beside it must agree with it. A 手合割 need
    /// not, because the programs that write such headers also write 平手.
    fn in_sfen(
        &self,
        rules: &Rules,
        stated: SourceLine<'_>,
        errors: &mut RecordErrors,
    ) -> Option<(Position, Vec<Range<usize>>)> {
        let position = match sfen::read(rules, stated.text) {
            Ok(position) => position,
            Err(found) => {
                found.into_iter().for_each(|error| errors.notation(stated.start, error));
                return None;
            }
        };
        let mut squares = vec![stated.span(); rules.board.squares()];
        let mut other = None;
        if let Some(first) = self.ranks.first() {
            let before = errors.found.len();
            let (drawn, places) = self.drawn(rules, errors);
            (errors.found.len() == before).then_some(())?;
            squares = places;
            other = (drawn.board != position.board).then_some(*first);
        }
        for side in Side::BOTH {
            let Some(line) = self.hands[side.index()] else { continue };
            let hand = position.hands[side.index()];
            match read_hand(rules, line, errors)? {
                Held::Pieces(held) if held != hand => other = other.or(Some(line)),
                _ => {}
            }
        }
        other =
            other.or(self.turn.filter(|(_, side)| *side != position.side).map(|(line, _)| line));
        if let Some(other) = other {
            let message = tr!(formats_position_differs);
            let error = Diagnostic::new("E0405", errors.source(), stated.span(), message);
            let error = error.also(other.span(), tr!(formats_position_differs_here));
            errors.found.push(error.help(tr!(formats_remove_one)));
            return None;
        }
        Some((position, squares))
    }

    /// Start position of a handicap, without a board.
    fn named(&self, rules: &Rules, errors: &mut RecordErrors) -> Option<Position> {
        let (line, name) = self.handicap.unwrap_or((SourceLine { text: "", start: 0 }, "平手"));
        let Some(text) = handicap(name) else {
            let (message, help) = match name {
                "詰将棋" | "その他" => {
                    (tr!(formats_handicap_open, name), tr!(formats_draw_board))
                }
                _ => (tr!(formats_handicap_unknown, name), tr!(formats_handicap_known)),
            };
            errors.add("E0401", line.span(), message, help);
            return None;
        };
        for line in self.hands.iter().flatten() {
            if !matches!(read_hand(rules, *line, errors)?, Held::Pieces(Hand::EMPTY)) {
                let message = tr!(formats_hand_without_board);
                errors.add("E0402", line.span(), message, tr!(formats_draw_board));
                return None;
            }
        }
        sfen::parse(rules, text).ok()
    }

    /// Position of the drawn board.
    fn drawn(&self, rules: &Rules, errors: &mut RecordErrors) -> (Position, Vec<Range<usize>>) {
        let gives_handicap = self.handicap.and_then(|(_, name)| handicap(name));
        let side = match gives_handicap.map(|text| text.contains(" w ")) {
            Some(true) => Side::White,
            _ => Side::Black,
        };
        let mut position = Position::empty(rules.board, side);
        let mut squares = vec![0..0; rules.board.squares()];
        let ranks = usize::from(rules.board.ranks);
        if self.is_of_other_games(rules, errors) {
            return (position, squares);
        }
        if self.ranks.len() != ranks {
            let place = self.ranks[self.ranks.len().min(ranks + 1) - 1];
            let message = tr!(formats_ranks, found = self.ranks.len(), wanted = ranks);
            errors.add("E0402", place.span(), message, tr!(formats_ranks_help));
        }
        for (rank, line) in self.ranks.iter().take(ranks).enumerate() {
            self.rank(rules, rank, *line, errors, &mut |square, piece, span| {
                position.board[square.index()] = piece;
                squares[square.index()] = span;
            });
        }
        self.fill_hands(rules, &mut position, errors);
        (position, squares)
    }

    /// Reports a board that has the size of other games' boards.
    fn is_of_other_games(&self, rules: &Rules, errors: &mut RecordErrors) -> bool {
        let mut widths = self.ranks.iter().map(|line| {
            let inner = line.text.trim_start_matches(BARS).split(BARS).next().unwrap_or_default();
            let blank =
                |c: char| is_space(c) || WHITE_MARKS.contains(&c) || BLACK_MARKS.contains(&c);
            let piece = |rest: &str| kanji::piece_at(rules, rest).map_or(0, |(_, len)| len);
            let (mut squares, mut rest) = (0, inner.trim_start_matches(blank));
            while let Some(c) = rest.chars().next() {
                rest = rest[piece(rest).max(c.len_utf8())..].trim_start_matches(blank);
                squares += 1;
            }
            squares
        });
        let (Some(files), [first, .., last]) = (widths.next(), self.ranks.as_slice()) else {
            return false;
        };
        let other = OtherBoard::of(rules, files, self.ranks.len());
        let other = other.filter(|_| widths.all(|width| width == files));
        let Some(OtherBoard { message, games: Some((first_game, games)) }) = other else {
            return false;
        };
        let help = tr!(formats_other_board_help, games, first = first_game);
        errors.add("E0402", first.start..last.span().end, message, help);
        true
    }

    /// Reads a rank of the board: nine squares, with `v` before white pieces.
    fn rank(
        &self,
        rules: &Rules,
        rank: usize,
        line: SourceLine<'_>,
        errors: &mut RecordErrors,
        put: &mut impl FnMut(Square, Option<Piece>, Range<usize>),
    ) {
        const EMPTY: [char; 7] = ['・', '･', '．', '.', '＊', '□', '_'];
        let files = i32::from(rules.board.files);
        let inner = &line.text[line.text.chars().next().map_or(0, char::len_utf8)..];
        let first = line.text.len() - inner.len();
        let end = inner.find(BARS).unwrap_or(inner.len());
        let (mut side, mut column, mut at) = (Side::Black, 0, 0);
        while at < end {
            let rest = &inner[at..end];
            let c = rest.chars().next().unwrap_or(' ');
            let start = line.start + first + at;
            let mut len = c.len_utf8();
            let piece = match c {
                _ if WHITE_MARKS.contains(&c) => {
                    side = Side::White;
                    at += len;
                    continue;
                }
                _ if is_space(c) || BLACK_MARKS.contains(&c) => {
                    at += len;
                    continue;
                }
                _ if EMPTY.contains(&c) => None,
                _ => match kanji::piece_at(rules, rest) {
                    Some((kind, bytes)) => {
                        len = bytes;
                        Some(Piece::new(kind, side))
                    }
                    None => {
                        let (found, game) = (c.to_string(), describe::game_name(rules));
                        let message = tr!(formats_not_a_piece_of, found, game);
                        let help = tr!(formats_pieces_on_board);
                        errors.add("E0402", start..start + len, message, help);
                        None
                    }
                },
            };
            if let Some(square) = rules.board.square(files - 1 - column, rank as i32) {
                put(square, piece, start..start + len);
            }
            column += 1;
            side = Side::Black;
            at += len;
        }
        if column != files {
            let message = tr!(formats_squares, found = column, wanted = files);
            errors.add("E0402", line.span(), message, tr!(formats_squares_help));
        }
        let behind = inner[end..].trim_start_matches(BARS).trim_matches(is_space);
        let label = behind.chars().next().and_then(kanji::digit);
        let more = behind.trim_start_matches(|c| kanji::digit(c).is_some()).trim_matches(is_space);
        if !more.is_empty() {
            let at = line.start + first + (more.as_ptr() as usize - inner.as_ptr() as usize);
            let message = tr!(formats_after_ninth);
            errors.add("E0402", at..at + more.len(), message, tr!(formats_after_rank));
        }
        if label.is_some_and(|label| usize::from(label) != rank + 1) {
            let message = tr!(formats_rank_number, rank = rank + 1);
            let at = line.start + first + end + 1;
            errors.add("E0402", at..line.span().end, message, tr!(formats_rank_order));
        }
    }

    /// Fills the hands. A missing hand is empty, or holds the rest if the other side attacks in a
    /// problem.
    fn fill_hands(&self, rules: &Rules, position: &mut Position, errors: &mut RecordErrors) {
        let mover = self.turn.map_or(position.side, |(_, side)| side);
        let is_problem = self.handicap.is_some_and(|(_, name)| name == "詰将棋")
            || position.royals(rules, mover).is_empty();
        let held = Side::BOTH.map(|side| match self.hands[side.index()] {
            Some(line) => read_hand(rules, line, errors).unwrap_or(Held::Pieces(Hand::EMPTY)),
            None if is_problem && side != mover => Held::Rest,
            None => Held::Pieces(Hand::EMPTY),
        });
        position.hands = match held {
            [Held::Pieces(black), Held::Pieces(white)] => [black, white],
            [Held::Pieces(black), Held::Rest] => {
                [black, hands::rest(rules, &position.board, black)]
            }
            [Held::Rest, Held::Pieces(white)] => {
                [hands::rest(rules, &position.board, white), white]
            }
            [Held::Rest, Held::Rest] => {
                if let Some(line) = self.hands[1].or(self.hands[0]) {
                    let message = tr!(formats_both_rest);
                    errors.add("E0403", line.span(), message, tr!(formats_one_side));
                }
                [Hand::EMPTY; 2]
            }
        };
    }
}

/// Writes the head of a text: headers, then the position. Hands are written as in KIF.
pub fn write(rules: &Rules, record: &GameRecord) -> String {
    let mut out = String::new();
    for (key, value) in &record.headers {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        out.push_str(&format!("{key}：{value}\n"));
    }
    out.push_str(&board(rules, &record.position));
    out
}

/// The board with its hands.
pub fn board(rules: &Rules, position: &Position) -> String {
    let start = sfen::parse(rules, &rules.start);
    if start.is_ok_and(|start| start == *position) {
        return "手合割：平手\n".to_owned();
    }
    drawing(rules, position)
}

/// The board with its hands, even for the start position.
pub fn drawing(rules: &Rules, position: &Position) -> String {
    const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
    let board = rules.board;
    let mut out = format!("後手の持駒：{}\n", write_hand(rules, position.hands[1]));
    let (files, ranks) = (i32::from(board.files), i32::from(board.ranks));
    out.push(' ');
    for file in (0..files).rev() {
        out.push_str(&format!(" {}", FILES[file as usize % 9]));
    }
    let frame = format!("\n+{}+\n", "-".repeat(3 * files as usize));
    out.push_str(&frame);
    for rank in 0..ranks {
        out.push('|');
        for file in (0..files).rev() {
            let piece = board.square(file, rank).and_then(|square| position.at(square));
            match piece {
                None => out.push_str(" ・"),
                Some(piece) => {
                    out.push(if piece.side() == Side::White { 'v' } else { ' ' });
                    out.push(
                        crate::notation::names::character(rules, piece.kind()).unwrap_or('？'),
                    );
                }
            }
        }
        out.push_str(&format!("|{}\n", kanji::japanese_number(rank as u32 + 1)));
    }
    out.push_str(frame.trim_start());
    out.push_str(&format!("先手の持駒：{}\n", write_hand(rules, position.hands[0])));
    if position.side == Side::White {
        out.push_str("後手番\n");
    }
    out
}

fn write_hand(rules: &Rules, hand: Hand) -> String {
    let pieces: Vec<String> = rules
        .lanes
        .iter()
        .filter_map(|&kind| {
            let count = hand.count(rules.spec(kind).lane?);
            let name = kanji::name(rules, kind)?;
            match count {
                0 => None,
                1 => Some(name.to_owned()),
                count => Some(format!("{name}{}", kanji::japanese_number(u32::from(count)))),
            }
        })
        .collect();
    if pieces.is_empty() { "なし".to_owned() } else { pieces.join("　") }
}
