//! Moves, squares and pieces of a problem in the notation of a text.

use crate::io::formats::spelling::{self, MoveNotation};
use crate::notation::{japanese_large, kanji, names, sfen, usi};
use crate::position::{Move, Piece, Position, Problem};
use crate::referee;
use crate::rules::Square;

/// Writes moves, squares and pieces of a problem in one notation.
#[derive(Clone, Copy)]
pub struct LineWriter<'a> {
    problem: &'a Problem,
    notation: MoveNotation,
    main_line: &'a [Move],
}

impl<'a> LineWriter<'a> {
    /// A writer in a notation.
    pub fn new(problem: &'a Problem, notation: MoveNotation) -> LineWriter<'a> {
        LineWriter { problem, notation, main_line: &[] }
    }

    /// The same writer, which knows the main line: moves beside it are given by ply alone.
    #[must_use]
    pub fn along(self, main_line: &'a [Move]) -> LineWriter<'a> {
        LineWriter { main_line, ..self }
    }

    /// The problem.
    pub fn problem(&self) -> &'a Problem {
        self.problem
    }

    /// The notation.
    pub fn notation(&self) -> MoveNotation {
        self.notation
    }

    /// The moves `line` after the moves `before`, each as a word. From the first illegal move on,
    /// the words are those of USI.
    pub fn words(&self, before: &[Move], line: &[Move]) -> Vec<String> {
        let rules = self.problem.rules();
        let mut words = match self.notation {
            MoveNotation::Usi => Vec::new(),
            _ => self.legal_words(before, line),
        };
        words.extend(line[words.len()..].iter().map(|&m| usi::write(rules, m)));
        words
    }

    /// The moves `line` after the moves `before` up to the first illegal one, each as a word.
    pub fn legal_words(&self, before: &[Move], line: &[Move]) -> Vec<String> {
        let rules = self.problem.rules();
        let mut words = Vec::with_capacity(line.len());
        let Some((mut position, mut last)) = self.after(before) else { return words };
        for &m in line {
            let legal = referee::legal_moves(rules, &position);
            if !legal.contains(&m) {
                break;
            }
            words.push(spelling::spell(rules, &position, &legal, m, last, self.notation));
            position = referee::play(rules, &position, m);
            last = Some(m.to());
        }
        words
    }

    /// Position after the moves `line`, and the last square of the last of them; `None` if one is
    /// illegal.
    fn after(&self, line: &[Move]) -> Option<(Position, Option<Square>)> {
        let rules = self.problem.rules();
        let mut position = self.problem.position().clone();
        for &m in line {
            if !referee::is_legal(rules, &position, m) {
                return None;
            }
            position = referee::play(rules, &position, m);
        }
        Some((position, line.last().map(|m| m.to())))
    }

    /// A move after the moves `before`.
    pub fn after_moves(&self, before: &[Move], m: Move) -> String {
        self.words(before, &[m]).remove(0)
    }

    /// A move at a ply, counted from 1, instead of that of the main line.
    pub fn at_ply(&self, ply: usize, m: Move) -> String {
        match self.main_line.get(..ply.saturating_sub(1)) {
            Some(before) => self.after_moves(before, m),
            None => usi::write(self.problem.rules(), m),
        }
    }

    /// Name of a square: `5e`, `５五`.
    pub fn square(&self, square: Square) -> String {
        let rules = self.problem.rules();
        match self.notation {
            MoveNotation::Japanese => kanji::square_name(rules, square),
            _ => rules.board.name(square).to_string(),
        }
    }

    /// Name of a piece: `P`, `歩`; in the large games both characters.
    pub fn piece(&self, piece: Piece) -> String {
        let rules = self.problem.rules();
        let kind = piece.kind();
        match (self.notation, names::character(rules, kind)) {
            (MoveNotation::Japanese, Some(character)) => character.to_string(),
            (MoveNotation::Japanese, None) => japanese_large::name(rules, kind).to_owned(),
            _ => sfen::piece_text(rules, piece),
        }
    }
}
