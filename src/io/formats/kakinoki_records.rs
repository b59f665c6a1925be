//! Reads the records of a text in KIF, KI2 or BOD. Collections of problems are often one file.
//!
//! A record ends before the head of the next one: the lines between the moves or the board of one
//! record and the board, 手合割 or heading of the next. If nothing shows which lines begin the head,
//! the text stays one record, and its reader reports the second board.

use super::kakinoki::ParsedRecord;
use super::kakinoki_moves::{begins_moves, is_first_move, record};
use super::kakinoki_words::{HeadWord, head_word};
use super::lines::{SourceLine, lines};
use crate::rules::Rules;
use crate::text::{Diagnostic, Source};
use std::ops::Range;
use std::sync::Arc;

/// Reads the records of a text: for each all errors of its head, or the first error of its moves.
pub fn read(source: &Arc<Source>, rules: &Rules) -> Vec<Result<ParsedRecord, Vec<Diagnostic>>> {
    let lines: Vec<SourceLine> = lines(source).collect();
    let records = divide(&lines).into_iter();
    records.map(|range| record(source, rules, &lines[range])).collect()
}

/// A record during the division.
#[derive(Default)]
struct OpenRecord<'a> {
    /// True after the first move.
    has_moves: bool,
    board: Option<BoardPart>,
    /// Hands that belong to the board.
    hands: [bool; 2],
    /// Keys of its headers.
    keys: Vec<&'a str>,
    /// True after an empty line below the board.
    gap: bool,
    /// First line that may belong to the next record.
    next: Option<usize>,
    /// True if a heading shows that another record begins, even without a board.
    has_next_heading: bool,
}

/// The part of a board that was read last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BoardPart {
    Ranks,
    /// The line below the ranks.
    Below,
}

/// Lines of each record, in order; at least one range.
fn divide(lines: &[SourceLine<'_>]) -> Vec<Range<usize>> {
    let mut records = Vec::new();
    let (mut start, mut at) = (0, 0);
    let mut open = OpenRecord::default();
    while let Some(&line) = lines.get(at) {
        match open.take(line, at) {
            Some(next) => {
                records.push(start..next);
                (start, at) = (next, next);
                open = OpenRecord::default();
            }
            None => at += 1,
        }
    }
    records.push(start..lines.len());
    records
}

impl<'a> OpenRecord<'a> {
    /// Reads a line. Returns the first line of the next record once that record has begun.
    fn take(&mut self, line: SourceLine<'a>, at: usize) -> Option<usize> {
        if begins_moves(line) {
            let begins = self.has_next_heading && is_first_move(line);
            let next = self.next.take().filter(|_| begins);
            self.has_next_heading = false;
            self.has_moves = true;
            return next;
        }
        let ended = self.has_moves || self.board == Some(BoardPart::Below);
        match head_word(line) {
            HeadWord::Blank => self.gap |= self.board.is_some(),
            HeadWord::Rank if self.has_moves => return Some(self.next.unwrap_or(at)),
            HeadWord::Rank if ended && self.next.is_some() => return self.next,
            HeadWord::Rank => self.board = Some(BoardPart::Ranks),
            HeadWord::Frame if self.board == Some(BoardPart::Ranks) && !self.has_moves => {
                self.board = Some(BoardPart::Below);
            }
            HeadWord::Frame if ended => self.begin(at),
            HeadWord::Heading if ended => {
                self.begin(at);
                self.has_next_heading = true;
            }
            HeadWord::Handicap if self.has_moves => return Some(self.next.unwrap_or(at)),
            HeadWord::Handicap if ended => self.begin(at),
            HeadWord::Hand(side) => {
                if self.has_moves || ended && (self.gap || self.hands[side.index()]) {
                    self.begin(at);
                } else if self.next.is_none() {
                    self.hands[side.index()] = true;
                }
            }
            HeadWord::Header(key) => {
                if self.has_moves || ended && (self.gap || self.keys.contains(&key)) {
                    self.begin(at);
                } else if self.next.is_none() {
                    self.keys.push(key);
                }
            }
            HeadWord::MovesHeading if self.has_moves => {
                self.begin(at);
                self.has_next_heading = true;
            }
            _ => {}
        }
        None
    }

    fn begin(&mut self, at: usize) {
        self.next.get_or_insert(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_lines(text: &str) -> Vec<usize> {
        let source = Source::new("-", text.to_owned());
        let lines: Vec<SourceLine> = lines(&source).collect();
        divide(&lines).into_iter().map(|range| range.start).collect()
    }

    #[test]
    fn records_begin_at_their_heads() {
        for (text, starts) in [
            ("", vec![0]),
            ("作品名：一\n|・|\n+-+\n持駒：金\n1 １二金打\n*注\nまで\n備考：無し\n", vec![0]),
            ("|・|\n+-+\n1 １二金打\n\n作品名：二\n*注\n|・|\n+-+\n1 １二金打", vec![0, 4]),
            ("手合割：平手\n1 ７六歩\n手合割：平手\n1 ７六歩", vec![0, 2]),
            ("#KIF\n1 ７六歩\n*注\n#KIF\n先手：一\n1 ７六歩", vec![0, 3]),
            ("手数----\n1 ７六歩\n手数----\n1 ７六歩", vec![0, 2]),
            // A heading that every printed page repeats.
            ("手数----\n1 ７六歩\n手数----\n2 ３四歩\n手数----\n変化：1手\n1 ２六歩", vec![0]),
            // Boards without moves.
            (
                "後手の持駒：歩\n９\n+-\n|・|\n+-\n先手の持駒：金\n後手の持駒：歩\n９\n+-\n|・|",
                vec![0, 6],
            ),
            ("+-\n|・|\n+-\n持駒：金\n+-\n|・|\n+-\n持駒：金", vec![0, 4]),
            ("作者：一\n|・|\n+-\n持駒：金\n作者：二\n|・|\n+-\n持駒：金", vec![0, 4]),
            ("|・|\n+-\n持駒：金\n\n題：二\n|・|\n+-\n持駒：金\n\n題：三\n|・|", vec![0, 4, 9]),
            // Nothing says to which board the hand belongs, or there is one board.
            ("|・|\n+-\n持駒：金\n|・|\n", vec![0]),
            ("|・|\n\n|・|\n+-\n\n持駒：金\n\n備考：無し\n1 １二金打", vec![0]),
            ("|・|\n+-\n手合割：詰将棋\n1 １二金打", vec![0]),
        ] {
            assert_eq!(first_lines(text), starts, "{text}");
        }
    }
}
