//! Diagrams of boards in problem files: one rank per line, tokens between spaces.
//!
//! ```text
//! .   .  vK
//! .   .   .
//! .   G  v+P
//! ```
//!
//! `.` is an empty square, `v` marks White's pieces, `+` marks promoted ones. Ids are those of the
//! rule file, with a capital first letter. A diagram of a part of the board needs the square of its
//! top left corner. File numbers above or below the diagram and rank letters at either end of a
//! line are optional; the reader checks them. So are Japanese names of pieces (`v玉`), a frame, and
//! the lines around a board that [`terminal`](super::terminal) and BOD have.

use super::board_size::OtherBoard;
use super::drawing::{self, BoardRemark, EMPTY, is_number, rank_label, unmarked};
use super::names::{in_japanese, instead_of};
use super::{NotationError, kanji, square_at};
use crate::messages::{Language, alternatives, language, tr};
use crate::position::{Piece, Position};
use crate::rules::{Board, Rules, Side, Square, describe};
use std::ops::Range;

/// Reads the name of the square in a diagram's top left corner: `3a` or `３一`.
///
/// # Errors
/// The text is not a square of this board.
pub fn read_corner(rules: &Rules, text: &str) -> Result<Square, NotationError> {
    let trimmed = text.trim();
    let whole = square_at(rules.board, trimmed).filter(|(_, len)| *len == trimmed.len());
    match whole.map(|(square, _)| square).or_else(|| kanji::square(rules.board, trimmed)) {
        Some(square) => Ok(square),
        _ => Err(NotationError::new(
            "E0324",
            0..text.len(),
            if trimmed.is_empty() {
                tr!(notation_corner_missing)
            } else {
                tr!(notation_not_a_square, square = trimmed, game = describe::game_name(rules))
            },
        )
        .help(tr!(notation_corner_help, last = last_square(rules.board)))),
    }
}

fn last_square(board: Board) -> String {
    board.name(Square(board.squares() as u16 - 1)).to_string()
}

/// What a diagram says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnPosition {
    /// The board, one entry per square.
    pub board: Vec<Option<Piece>>,
    /// For each side the place of its hand in the text, if the diagram has one.
    pub hands: [Option<Range<usize>>; 2],
    /// The side to move, if the diagram says it.
    pub turn: Option<Side>,
    /// See [`Position::counter_strike`].
    pub counter_strike: Option<Square>,
    /// See [`Position::deferred`].
    pub deferred: Vec<Square>,
}

/// Reads a diagram of a whole board, or with `corner` of the part that extends right and down from
/// that square. The rest of the board is empty.
///
/// # Errors
/// All errors in the order of the text, with places in the diagram.
pub fn read(
    rules: &Rules,
    text: &str,
    corner: Option<Square>,
) -> Result<DrawnPosition, Vec<NotationError>> {
    let drawing::DrawingLines { rows: mut lines, remarks } = drawing::divide(rules, text);
    let mut errors = Vec::new();
    let is_header = |line: &Vec<Range<usize>>| line.iter().all(|at| is_number(&text[at.clone()]));
    let mut headers = Vec::new();
    if lines.first().is_some_and(is_header) {
        headers.push(lines.remove(0));
    }
    if lines.last().is_some_and(is_header) {
        headers.extend(lines.pop());
    }
    if lines.is_empty() {
        return Err(vec![
            NotationError::new("E0321", 0..text.len(), tr!(notation_empty_drawing))
                .help(tr!(notation_empty_drawing_help)),
        ]);
    }
    if let Some(error) = drawing_of_other_games(rules, text, &lines).filter(|_| corner.is_none()) {
        return Err(vec![error]);
    }
    let top_left = corner.unwrap_or(Square(u16::from(rules.board.files) - 1));
    let rows: Vec<Row> = lines.iter().map(|line| Row::new(rules.board, text, line)).collect();
    let frame = Frame::new(rules, top_left, corner.is_some(), &rows);
    let same_width = rows.iter().all(|row| row.cells.len() == rows[0].cells.len());
    if corner.is_none() && same_width && rows[0].cells.len() != frame.width {
        errors.push(frame.other_size(&rows));
    }
    let sized = errors.is_empty();
    let mut board = vec![None; rules.board.squares()];
    for (i, row) in rows.iter().enumerate() {
        if sized {
            frame.check_row(i, row, &mut errors);
        }
        for (j, at) in row.cells.iter().enumerate() {
            match piece(rules, text, at.clone()) {
                Ok(piece) => {
                    if let Some(square) = frame.square(i, j) {
                        board[square.index()] = piece;
                    }
                }
                Err(error) => errors.push(error),
            }
        }
    }
    if sized {
        frame.check_height(&rows, &mut errors);
        for header in &headers {
            frame.check_header(text, header, &mut errors);
        }
    }
    let mut drawn = DrawnPosition {
        board,
        hands: [None, None],
        turn: None,
        counter_strike: None,
        deferred: Vec::new(),
    };
    for (remark, at) in remarks {
        let squares = || squares(rules, text, at.clone());
        match remark {
            BoardRemark::Hand(side) => drawn.hands[side.index()] = Some(at),
            BoardRemark::Turn(side) => drawn.turn = Some(side),
            BoardRemark::LionCaptured => match squares() {
                Ok(found) => drawn.counter_strike = found.first().copied(),
                Err(error) => errors.push(error),
            },
            BoardRemark::Declined => match squares() {
                Ok(found) => drawn.deferred = found,
                Err(error) => errors.push(error),
            },
            BoardRemark::Nothing => {}
        }
    }
    errors.sort_by_key(|error| error.at.start);
    if errors.is_empty() { Ok(drawn) } else { Err(errors) }
}

/// Error of a drawing that has not the size of the game's board, but that of built-in games.
fn drawing_of_other_games(
    rules: &Rules,
    text: &str,
    lines: &[Vec<Range<usize>>],
) -> Option<NotationError> {
    let width = |(rank, line): (usize, &Vec<Range<usize>>)| {
        let is_label =
            |at: &&Range<usize>| rank_label(&text[(*at).clone()]) == u8::try_from(rank).ok();
        let labels = [line.first(), line.last()].into_iter().flatten().filter(is_label).count();
        // A lone cell is both the first and the last one.
        line.len().saturating_sub(labels)
    };
    let mut widths = lines.iter().enumerate().map(width);
    let files = widths.next()?;
    widths.all(|width| width == files).then_some(())?;
    let at = lines.first()?.first()?.start..lines.last()?.last()?.end;
    let OtherBoard { message, games } = OtherBoard::of(rules, files, lines.len())?;
    let (first, games) = games?;
    let help = tr!(notation_other_drawing_help, games, first);
    Some(NotationError::new("E0321", at, message).help(help))
}

/// For each side the place of its hand in a diagram that may be invalid.
pub fn hands(rules: &Rules, text: &str) -> [Option<Range<usize>>; 2] {
    let mut hands = [None, None];
    for (remark, at) in drawing::divide(rules, text).remarks {
        if let BoardRemark::Hand(side) = remark {
            hands[side.index()] = Some(at);
        }
    }
    hands
}

/// The squares of a list such as `1a 12b` or `１一 １２二`.
fn squares(rules: &Rules, text: &str, at: Range<usize>) -> Result<Vec<Square>, NotationError> {
    let words =
        super::words(&text[at.clone()]).map(|word| at.start + word.start..at.start + word.end);
    let square = |word: Range<usize>| {
        read_corner(rules, &text[word.clone()]).map_err(|mut error| {
            error.at = word;
            error
        })
    };
    words.map(square).collect()
}

/// One rank of a diagram: its squares and labels.
struct Row {
    cells: Vec<Range<usize>>,
    /// Rank labels at the ends of the line, with their values.
    labels: Vec<(Range<usize>, u8)>,
    at: Range<usize>,
}

impl Row {
    fn new(board: Board, text: &str, words: &[Range<usize>]) -> Row {
        let at = words[0].start..words[words.len() - 1].end;
        let label =
            |at: &Range<usize>| rank_label(&text[at.clone()]).filter(|rank| *rank < board.ranks);
        let mut cells = words.to_vec();
        let mut labels = Vec::new();
        if let Some(rank) = cells.last().and_then(label) {
            labels.extend(cells.pop().map(|at| (at, rank)));
        }
        if let Some(rank) = cells.first().and_then(label) {
            labels.push((cells.remove(0), rank));
        }
        Row { cells, labels, at }
    }
}

/// Place of a diagram on the board, and its expected size.
struct Frame {
    board: Board,
    game: String,
    file: i32,
    rank: i32,
    width: usize,
    /// True if the diagram shows only a part of the board.
    part: bool,
}

impl Frame {
    fn new(rules: &Rules, top_left: Square, part: bool, rows: &[Row]) -> Frame {
        let board = rules.board;
        let (file, rank) = (board.file(top_left), board.rank(top_left));
        let width = if part { rows[0].cells.len() } else { usize::from(board.files) };
        Frame { board, game: describe::game_name(rules).to_owned(), file, rank, width, part }
    }

    fn square(&self, row: usize, column: usize) -> Option<Square> {
        self.board.square(self.file - column as i32, self.rank + row as i32)
    }

    /// Number of files and ranks from the corner to the edges of the board.
    fn room(&self) -> (usize, usize) {
        (self.file as usize + 1, usize::from(self.board.ranks) - self.rank as usize)
    }

    /// The only error of a diagram without a corner whose size differs from the board's.
    fn other_size(&self, rows: &[Row]) -> NotationError {
        let (width, height) = (rows[0].cells.len(), rows.len());
        let Board { files, ranks } = self.board;
        NotationError::new(
            "E0321",
            rows[0].at.start..rows[height - 1].at.end,
            tr!(notation_drawing_size, width, height, game = self.game.as_str(), files, ranks),
        )
        .help(tr!(notation_part_needs_corner))
    }

    fn check_row(&self, i: usize, row: &Row, errors: &mut Vec<NotationError>) {
        let (columns, _) = self.room();
        let found = row.cells.len();
        if found != self.width {
            let message = tr!(notation_rank_width, found, width = self.width);
            errors.push(
                NotationError::new("E0322", row.at.clone(), message)
                    .help(tr!(notation_rank_width_help)),
            );
        } else if found > columns && i == 0 {
            let at = row.cells[columns].start..row.at.end;
            errors.push(self.sticks_out(at, tr!(notation_right_of_board)));
        }
        let rank = self.rank + i as i32;
        for (at, label) in &row.labels {
            if i32::from(*label) != rank && rank < i32::from(self.board.ranks) {
                let letter = |rank: i32| match language() {
                    Language::English => char::from(b'a' + rank as u8).to_string(),
                    Language::Japanese => kanji::japanese_number(rank as u32 + 1),
                };
                errors.push(
                    NotationError::new(
                        "E0325",
                        at.clone(),
                        tr!(
                            notation_other_rank,
                            rank = letter(rank),
                            label = letter(i32::from(*label))
                        ),
                    )
                    .help(self.label_help()),
                );
            }
        }
    }

    fn check_height(&self, rows: &[Row], errors: &mut Vec<NotationError>) {
        let (_, room) = self.room();
        let last = rows[rows.len() - 1].at.end;
        if self.part && rows.len() > room {
            errors.push(self.sticks_out(rows[room].at.start..last, tr!(notation_below_board)));
        } else if !self.part && rows.len() != room {
            let at = if rows.len() > room { rows[room].at.start..last } else { last..last };
            errors.push(
                NotationError::new(
                    "E0321",
                    at,
                    tr!(notation_drawing_height, found = rows.len(), height = room),
                )
                .help(tr!(notation_part_needs_corner)),
            );
        }
    }

    fn sticks_out(&self, at: Range<usize>, message: String) -> NotationError {
        let (columns, rows) = self.room();
        let corner = self
            .board
            .square(self.file, self.rank)
            .map(|square| self.board.name(square).to_string());
        NotationError::new("E0322", at, message).help(tr!(
            notation_room,
            corner = corner.unwrap_or_default(),
            columns,
            rows
        ))
    }

    fn check_header(&self, text: &str, header: &[Range<usize>], errors: &mut Vec<NotationError>) {
        for (j, at) in header.iter().enumerate() {
            let number = &text[at.clone()];
            let file = self.file - j as i32 + 1;
            if j >= self.width {
                errors.push(
                    NotationError::new("E0325", at.clone(), tr!(notation_no_file))
                        .help(self.label_help()),
                );
            } else if kanji::number(number) != u32::try_from(file).ok() {
                errors.push(
                    NotationError::new("E0325", at.clone(), tr!(notation_other_file, file, number))
                        .help(self.label_help()),
                );
            }
        }
    }

    fn label_help(&self) -> String {
        if self.part { tr!(notation_label_help_part) } else { tr!(notation_label_help) }
    }
}

/// Reads one token of a diagram.
fn piece(rules: &Rules, text: &str, at: Range<usize>) -> Result<Option<Piece>, NotationError> {
    let token = &text[at.clone()];
    let mut letters = token.chars();
    if let (Some(c), None) = (letters.next(), letters.next()) {
        if EMPTY.contains(&c) {
            return Ok(None);
        }
    }
    let (side, id) = unmarked(token);
    if !id.is_ascii() {
        let found = in_japanese(rules, id);
        return match found[..] {
            [kind] => Ok(Some(Piece::new(kind, side))),
            [] => {
                let message = tr!(notation_no_piece, id, game = describe::game_name(rules));
                let help = tr!(notation_list_of_pieces, game = rules.name.as_str());
                Err(NotationError::new("E0323", at, message).help(help))
            }
            _ => {
                let ids: Vec<String> =
                    found.iter().map(|&kind| token_of(rules, Piece::new(kind, side))).collect();
                let message = tr!(notation_several_pieces, name = id);
                let help = tr!(notation_several_pieces_help, ids = alternatives(ids));
                Err(NotationError::new("E0323", at, message).help(help))
            }
        };
    }
    let spelled = id.trim_start_matches('+').starts_with(|c: char| c.is_ascii_uppercase());
    match rules.kind(id) {
        Some(kind) if spelled => Ok(Some(Piece::new(kind, side))),
        Some(kind) => Err(NotationError::new(
            "E0323",
            at,
            tr!(notation_whose, token, piece = describe::piece_name(rules.spec(kind))),
        )
        .help(tr!(
            notation_whose_help,
            black = token_of(rules, Piece::new(kind, Side::Black)),
            white = token_of(rules, Piece::new(kind, Side::White))
        ))),
        None => {
            let mark = if side == Side::White { "v" } else { "" };
            let message = if id.is_empty() {
                tr!(notation_not_a_piece, token)
            } else {
                tr!(notation_no_piece, id, game = describe::game_name(rules))
            };
            let help = match id.strip_prefix('v').or_else(|| id.strip_prefix("+v")) {
                Some(_) if id.starts_with('+') => tr!(notation_mark_first),
                _ if id.is_empty() => tr!(notation_piece_after_mark),
                _ => instead_of(rules, id, |id| format!("{mark}{id}")),
            };
            Err(NotationError::new("E0323", at, message).help(help))
        }
    }
}

/// The token of a piece: `vLn`, `v+DE`, `K`.
pub fn token_of(rules: &Rules, piece: Piece) -> String {
    let mark = if piece.side() == Side::White { "v" } else { "" };
    format!("{mark}{}", capital(&rules.spec(piece.kind()).id))
}

/// An id with its first letter in upper case, so that it does not look like the mark `v`.
fn capital(id: &str) -> String {
    let (plus, bare) = id.strip_prefix('+').map_or(("", id), |bare| ("+", bare));
    let mut letters = bare.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    plus.chars().chain(first).chain(letters).collect()
}

/// Draws a whole board in ASCII. Every line ends with a line feed. [`read`] reads it back.
pub fn draw(rules: &Rules, position: &Position) -> String {
    let tokens: Vec<String> = position
        .board
        .iter()
        .map(|square| square.map_or_else(|| ".".to_owned(), |piece| token_of(rules, piece)))
        .collect();
    let width = tokens.iter().map(String::len).max().unwrap_or(1);
    let mut out = String::new();
    for row in tokens.chunks(usize::from(rules.board.files)) {
        let cells: Vec<String> = row.iter().rev().map(|token| format!("{token:>width$}")).collect();
        out.push_str(&cells.join(" "));
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;
    use crate::rules::builtin;

    fn game(name: &str) -> Rules {
        builtin::rules(name, &[]).unwrap().unwrap()
    }

    fn board_of(rules: &Rules, sfen: &str) -> Vec<Option<Piece>> {
        sfen::parse(rules, sfen).unwrap().board
    }

    fn places(
        rules: &Rules,
        text: &str,
        corner: Option<&str>,
    ) -> Vec<(Range<usize>, &'static str)> {
        let corner = corner.map(|name| read_corner(rules, name).unwrap());
        read(rules, text, corner).unwrap_err().into_iter().map(|e| (e.at, e.code)).collect()
    }

    #[test]
    fn a_part_lies_at_its_corner() {
        let rules = game("shogi");
        let corner = read_corner(&rules, "3a").unwrap();
        let text = " .   .  vK\n .   .   .\n .   G  v+P\n";
        let board = board_of(&rules, "8k/9/7G+p/9/9/9/9/9/9 b - 1");
        assert_eq!(read(&rules, text, Some(corner)).unwrap().board, board);
        let labelled = "3 2 1\r\n a . . vK\r\n\r\n . . . b\r\n . G v+P\r\n 3 2 1";
        assert_eq!(read(&rules, labelled, Some(corner)).unwrap().board, board);
    }

    #[test]
    fn ids_are_spelled_as_hodges_does() {
        let rules = game("chu");
        let corner = read_corner(&rules, "3b").unwrap();
        let board = board_of(&rules, "12/9[LN]+[de][vm]/12/12/12/12/12/12/12/12/12/12 b - 1");
        assert_eq!(read(&rules, "Ln v+DE vVM", Some(corner)).unwrap().board, board);
        assert_eq!(read(&rules, "LN v+De vVm", Some(corner)).unwrap().board, board);
        assert_eq!(token_of(&rules, Piece::new(rules.kind("ln").unwrap(), Side::White)), "vLn");
    }

    #[test]
    fn all_errors_are_reported_with_their_places() {
        let rules = game("minishogi");
        // A wrong letter, a small letter, a short rank and too few ranks.
        let text = ". . X . .\n. k . . .\n. . .\n. . . . .";
        let expected = [(4..5, "E0323"), (12..13, "E0323"), (20..25, "E0322"), (35..35, "E0321")];
        assert_eq!(places(&rules, text, None), expected);
        assert_eq!(places(&rules, "", None), [(0..0, "E0321")]);
        assert_eq!(places(&rules, "5 4 3 2 1\n", None), [(0..10, "E0321")]);
        assert_eq!(places(&rules, ". .\n. K", Some("1d")), [(2..3, "E0322")]);
        assert_eq!(places(&rules, ".\n.\nK", Some("1d")), [(4..5, "E0322")]);
        assert_eq!(
            places(&rules, "2 2\n. . c\n. K", Some("2d")),
            [(2..3, "E0325"), (8..9, "E0325")]
        );
        assert_eq!(places(&rules, "K v+v", Some("2d")), [(2..5, "E0323")]);
        assert!(read_corner(&rules, "6a").is_err() && read_corner(&rules, "1a1").is_err());
    }
}
