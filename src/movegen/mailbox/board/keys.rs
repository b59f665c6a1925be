//! Hash keys of the board, the side to move and the memories of a game. Hands are not part of a
//! key.
//!
//! A key is the exclusive or of one pseudo-random word for each fact (Zobrist 1970). The words are
//! not stored: with 25×25 squares and 255 pieces a table would take 1.2 MiB, and three
//! multiplications compute a word.

use super::layout::{Cell, Content, EMPTY};
use super::padded_board::PaddedBoard;
use super::square_set::SquareSet;
use crate::position::splitmix64::nth;
use crate::position::{BoardKey, Hand, Move, Position};
use crate::rules::Square;
use crate::rules::options::{Deferral, LionTrade};

const WHITE_TO_MOVE: u64 = 1 << 32;
const COUNTER_STRIKE: u64 = 2 << 32;
const DEFERRED: u64 = 3 << 32;

/// The pseudo-random word of a fact.
fn word(fact: u64) -> u64 {
    nth(0, fact.wrapping_add(1))
}

fn piece_word(piece: Content, square: Square) -> u64 {
    word(u64::from(piece) << 16 | u64::from(square.0))
}

impl PaddedBoard {
    #[inline]
    pub(super) fn toggle_piece_key(&mut self, cell: Cell, piece: Content) {
        self.key ^= piece_word(piece, self.square(cell));
    }

    #[inline]
    pub(super) fn toggle_turn_key(&mut self) {
        self.key ^= word(WHITE_TO_MOVE);
    }

    /// Takes over the memories of a position, as far as the rules use them, and the side to move's
    /// key.
    pub(super) fn set_memories(&mut self, position: &Position) {
        if self.turn == 1 {
            self.toggle_turn_key();
        }
        let is_on_board = |square: &Square| square.index() < position.board.len();
        if self.tables.lion_trade != LionTrade::None {
            self.set_counter_strike(position.counter_strike.filter(is_on_board));
        }
        if self.tables.deferral != Deferral::None {
            let mut marks = SquareSet::default();
            position.deferred.iter().filter(|s| is_on_board(s)).for_each(|s| marks.insert(*s));
            self.set_deferred(marks);
        }
    }

    pub(super) fn set_counter_strike(&mut self, square: Option<Square>) {
        let key = |square: Option<Square>| {
            square.map_or(0, |square| word(COUNTER_STRIKE | u64::from(square.0)))
        };
        self.key ^= key(self.counter_strike) ^ key(square);
        self.counter_strike = square;
    }

    pub(super) fn set_deferred(&mut self, marks: SquareSet) {
        for square in self.deferred.iter().chain(marks.iter()) {
            self.key ^= word(DEFERRED | u64::from(square.0));
        }
        self.deferred = marks;
    }

    /// Key and hand of the side to move after a move of it. `None` if the game has memories that
    /// the move may change, or burners: then the move must be played.
    pub fn key_and_hand_after(&self, m: Move) -> Option<(BoardKey, Hand)> {
        if self.tables.lion_trade != LionTrade::None
            || self.tables.deferral != Deferral::None
            || self.tables.has_burners
        {
            return None;
        }
        let mut key = self.key ^ word(WHITE_TO_MOVE);
        let mut hand = self.hands[self.turn];
        let Some(from) = m.from() else {
            let dropped = self.droppable(m).filter(|entry| hand.count(entry.lane) > 0)?;
            key ^= piece_word(dropped.piece, m.to());
            return Some((BoardKey(key), hand.without(dropped.lane)));
        };
        let mover = self.content(self.cell(from));
        let victims = self.victims(m);
        let [first, second] = m.mids();
        for (square, victim) in [first, second, Some(m.to())].into_iter().zip(victims) {
            if let (Some(square), true) = (square, victim != EMPTY) {
                key ^= piece_word(victim, square);
                hand = self.hand_with(hand, victim);
            }
        }
        key ^= piece_word(mover, from);
        key ^= piece_word(self.form_after(mover, victims, m), m.to());
        Some((BoardKey(key), hand))
    }
}
