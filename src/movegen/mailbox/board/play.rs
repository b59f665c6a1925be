//! Playing a move and taking it back.

use super::history::MailboxUndo;
use super::layout::{Cell, EMPTY};
use super::padded_board::PaddedBoard;
use super::tables::Droppable;
use crate::position::Move;
use crate::rules::options::{Burning, Deferral, LionTrade};

impl PaddedBoard {
    /// Plays a move of a piece on the board, or a drop of a piece in hand.
    pub fn play(&mut self, m: Move) {
        self.play_as::<true>(m);
    }

    /// Plays a move in order to look at its result. The key of the pieces is not updated: take the
    /// move back before reading a key.
    pub fn try_move(&mut self, m: Move) {
        self.play_as::<false>(m);
    }

    /// Frees the memory of the moves played so far, which can no longer be taken back.
    pub fn clear_history(&mut self) {
        self.history = Vec::new();
        self.deferred_history = Vec::new();
        self.burned_history = Vec::new();
    }

    fn play_as<const KEYED: bool>(&mut self, m: Move) {
        let side = self.turn;
        let mut undo = MailboxUndo {
            m,
            key: self.key,
            hand: self.hands[side],
            counter_strike: self.counter_strike,
            mover: EMPTY,
            burned: 0,
            victims: [EMPTY; 3],
        };
        let to = self.cell(m.to());
        if self.tables.deferral != Deferral::None {
            self.deferred_history.push(self.deferred);
            let marks = self.deferred_after(m);
            self.set_deferred(marks);
        }
        match m.from() {
            None => {
                let Some(Droppable { piece, lane, .. }) = self.droppable(m) else { return };
                if self.hands[side].count(lane) > 0 {
                    self.hands[side] = self.hands[side].without(lane);
                }
                self.put::<KEYED>(to, piece);
                if self.tables.lion_trade != LionTrade::None {
                    self.set_counter_strike(None);
                }
            }
            Some(from) => {
                let mover = self.take::<KEYED>(self.cell(from));
                let [first, second] = m.mids();
                for (i, square) in [first, second, Some(m.to())].into_iter().enumerate() {
                    let Some(square) = square else { continue };
                    let cell = self.cell(square);
                    if !self.is_empty(cell) {
                        undo.victims[i] = self.take::<KEYED>(cell);
                        self.hands[side] = self.hand_with(self.hands[side], undo.victims[i]);
                    }
                }
                undo.mover = mover;
                self.put::<KEYED>(to, self.form_after(mover, undo.victims, m));
                if self.tables.has_burners {
                    undo.burned = self.burn_at::<KEYED>(to);
                }
                if self.tables.lion_trade != LionTrade::None {
                    self.set_counter_strike(self.counter_strike_after(mover, m, undo.victims));
                }
            }
        }
        self.toggle_turn_key();
        self.turn = 1 - side;
        self.history.push(undo);
    }

    /// Takes back the last move, if there is one.
    pub fn undo(&mut self) {
        let Some(undo) = self.history.pop() else { return };
        let m = undo.m;
        self.turn = 1 - self.turn;
        for _ in 0..undo.burned {
            if let Some((cell, piece)) = self.burned_history.pop() {
                self.put::<false>(cell, piece);
            }
        }
        self.take::<false>(self.cell(m.to()));
        if let Some(from) = m.from() {
            let [first, second] = m.mids();
            for (square, victim) in [first, second, Some(m.to())].into_iter().zip(undo.victims) {
                if let (Some(square), true) = (square, victim != EMPTY) {
                    self.put::<false>(self.cell(square), victim);
                }
            }
            self.put::<false>(self.cell(from), undo.mover);
        }
        self.hands[self.turn] = undo.hand;
        self.counter_strike = undo.counter_strike;
        if let Some(marks) = self.deferred_history.pop() {
            self.deferred = marks;
        }
        self.key = undo.key;
    }

    /// Removes what the arrival of a piece on a cell burns: its neighbours, and itself. Returns the
    /// number of pieces.
    fn burn_at<const KEYED: bool>(&mut self, to: Cell) -> u8 {
        let piece = self.content(to);
        let enemies =
            (0..8).map(|dir| self.next(to, dir)).filter(|&at| self.is_enemy_at(at, piece));
        let enemies: Vec<Cell> = enemies.collect();
        let burning = self.tables.burning;
        let is_burned = burning != Burning::Moving
            && enemies.iter().any(|&at| self.tables.burns[self.content(at)]);
        let burns = self.tables.burns[piece] && (!is_burned || burning == Burning::Mutual);
        let burned = enemies.into_iter().filter(|_| burns).chain(is_burned.then_some(to));
        let mut count = 0;
        for cell in burned.collect::<Vec<Cell>>() {
            let burned = self.take::<KEYED>(cell);
            self.burned_history.push((cell, burned));
            count += 1;
            if self.tables.deferral != Deferral::None {
                let mut marks = self.deferred;
                marks.remove(self.square(cell));
                self.set_deferred(marks);
            }
        }
        count
    }
}
