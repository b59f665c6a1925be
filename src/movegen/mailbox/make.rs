//! Playing and taking back, with the key kept up to date.

use super::MailboxEngine;
use super::squares::Squares;
use super::tables::{Cell, EMPTY, LION, MASK, PAWN, ROYAL, SPECIAL};
use crate::position::splitmix64::nth;
use crate::position::{Hand, Move, Position};
use crate::rules::Square;
use crate::rules::options::{Deferral, LionTrade};

/// What a move destroys.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    m: Move,
    key: u64,
    /// The mover's hand.
    hand: Hand,
    counter_strike: Option<Square>,
    mover: u8,
    /// Captured on the two squares on the way and on the final one.
    victims: [u8; 3],
}

/// A number that looks random, for each input a different one.
pub(super) fn mix(input: u64) -> u64 {
    nth(0, input.wrapping_add(1))
}

pub(super) const WHITE_TO_MOVE: u64 = 1 << 32;
const COUNTER_STRIKE: u64 = 2 << 32;
const DEFERRED: u64 = 3 << 32;

pub(super) fn piece_key(piece: u8, square: u16) -> u64 {
    mix(u64::from(piece) << 16 | u64::from(square))
}

impl MailboxEngine {
    /// Puts a piece on an empty cell.
    pub(super) fn put(&mut self, cell: Cell, piece: u8) {
        self.put_as::<true>(cell, piece);
    }

    fn put_as<const KEYED: bool>(&mut self, cell: Cell, piece: u8) {
        self.set(cell, piece);
        self.toggle::<true>(cell, piece);
        if KEYED {
            self.key ^= piece_key(piece, self.t.square[cell & MASK]);
        }
    }

    fn take_as<const KEYED: bool>(&mut self, cell: Cell) -> u8 {
        let piece = self.set(cell, EMPTY);
        self.toggle::<false>(cell, piece);
        if KEYED {
            self.key ^= piece_key(piece, self.t.square[cell & MASK]);
        }
        piece
    }

    fn toggle<const ON: bool>(&mut self, cell: Cell, piece: u8) {
        let square = self.t.square[cell & MASK];
        let side = self.owner(piece) & 1;
        let flags = self.flags(piece);
        let set = |set: &mut Squares| if ON { set.insert(square) } else { set.remove(square) };
        set(&mut self.pieces[side]);
        if flags == 0 {
            return;
        }
        if flags & SPECIAL != 0 {
            set(&mut self.special[side]);
        }
        let (counts, one_each) = (&mut self.counts[side], self.t.tally[usize::from(flags)]);
        *counts = if ON { *counts + one_each } else { *counts - one_each };
        if flags & ROYAL != 0 && !self.phantom[side] {
            set(&mut self.royals[side]);
            let count = &mut self.royal_count[side];
            *count = if ON { *count + 1 } else { *count - 1 };
            let mut cells = self.royals[side]
                .iter()
                .map(|square| usize::from(self.t.cell[usize::from(square)]));
            let count = usize::from(self.royal_count[side]);
            self.kings[side] =
                std::array::from_fn(|i| if i < count { cells.next().unwrap_or(0) } else { 0 });
        }
        if flags & PAWN != 0 && self.t.nifu {
            let pawns = &mut self.pawns[side][usize::from(self.t.file[cell])];
            *pawns = if ON { *pawns + 1 } else { *pawns - 1 };
        }
    }

    /// Takes over the memories of a position, as far as the rules use them, and the side's key.
    pub(super) fn set_memories(&mut self, position: &Position) {
        if self.turn == 1 {
            self.key ^= mix(WHITE_TO_MOVE);
        }
        let on_board = |square: &Square| square.index() < position.board.len();
        if self.t.trade != LionTrade::None {
            self.set_counter_strike(position.counter_strike.filter(on_board));
        }
        if self.t.deferral != Deferral::None {
            let mut marks = Squares::default();
            position.deferred.iter().filter(|s| on_board(s)).for_each(|s| marks.insert(s.0));
            self.set_deferred(marks);
        }
    }

    fn set_counter_strike(&mut self, square: Option<Square>) {
        let key = |square: Option<Square>| {
            square.map_or(0, |square| mix(COUNTER_STRIKE | u64::from(square.0)))
        };
        self.key ^= key(self.counter_strike) ^ key(square);
        self.counter_strike = square;
    }

    fn set_deferred(&mut self, marks: Squares) {
        for square in self.deferred.iter().chain(marks.iter()) {
            self.key ^= mix(DEFERRED | u64::from(square));
        }
        self.deferred = marks;
    }

    /// Plays a move of a piece that is there, or a drop of one in hand.
    pub(super) fn make(&mut self, m: Move) {
        self.make_as::<true>(m);
    }

    /// Plays a move to see what it leads to: the key is not kept up to date until the move is taken back.
    pub(super) fn try_out(&mut self, m: Move) {
        self.make_as::<false>(m);
    }

    fn make_as<const KEYED: bool>(&mut self, m: Move) {
        let side = self.turn;
        let mut undo = Undo {
            m,
            key: self.key,
            hand: self.hands[side],
            counter_strike: self.counter_strike,
            mover: EMPTY,
            victims: [EMPTY; 3],
        };
        let to = self.cell(m.to());
        if self.t.deferral != Deferral::None {
            self.deferred_before.push(self.deferred);
            let marks = self.deferred_after(m);
            self.set_deferred(marks);
        }
        match m.from() {
            None => {
                let Some(kind) = m.dropped() else { return };
                let dropped = self.t.lanes[side].iter().enumerate().find(|(_, l)| l.1 == kind);
                let Some((lane, &(piece, _))) = dropped else { return };
                if self.hands[side].count(lane as u8) > 0 {
                    self.hands[side] = self.hands[side].without(lane as u8);
                }
                self.put_as::<KEYED>(to, piece);
                if self.t.trade != LionTrade::None {
                    self.set_counter_strike(None);
                }
            }
            Some(from) => {
                let mover = self.take_as::<KEYED>(self.cell(from));
                let [first, second] = m.mids();
                for (i, square) in [first, second, Some(m.to())].into_iter().enumerate() {
                    let Some(square) = square else { continue };
                    let cell = self.cell(square);
                    if self.cells[cell] != EMPTY {
                        undo.victims[i] = self.take_as::<KEYED>(cell);
                        self.hands[side] = self.pocketed(self.hands[side], undo.victims[i]);
                    }
                }
                undo.mover = mover;
                self.put_as::<KEYED>(to, self.becomes(mover, undo.victims, m.changes()));
                if self.t.trade != LionTrade::None {
                    self.set_counter_strike(self.struck(mover, m, undo.victims));
                }
            }
        }
        self.key ^= mix(WHITE_TO_MOVE);
        self.turn = 1 - side;
        self.played.push(undo);
    }

    /// Takes back the last move, if there is one.
    pub(super) fn unmake(&mut self) {
        let Some(undo) = self.played.pop() else { return };
        let m = undo.m;
        self.turn = 1 - self.turn;
        self.take_as::<false>(self.cell(m.to()));
        if let Some(from) = m.from() {
            let [first, second] = m.mids();
            for (square, victim) in [first, second, Some(m.to())].into_iter().zip(undo.victims) {
                if let (Some(square), true) = (square, victim != EMPTY) {
                    self.put_as::<false>(self.cell(square), victim);
                }
            }
            self.put_as::<false>(self.cell(from), undo.mover);
        }
        self.hands[self.turn] = undo.hand;
        self.counter_strike = undo.counter_strike;
        if let Some(marks) = self.deferred_before.pop() {
            self.deferred = marks;
        }
        self.key = undo.key;
    }

    /// A hand with a captured piece, where the game has drops.
    pub(super) fn pocketed(&self, hand: Hand, victim: u8) -> Hand {
        let lane = self.t.lane[usize::from(victim)];
        lane.filter(|lane| hand.count(*lane) < Hand::MAX).map_or(hand, |lane| hand.with(lane))
    }

    /// What the mover is after capturing these.
    pub(super) fn becomes(&self, mover: u8, victims: [u8; 3], changes: bool) -> u8 {
        if !changes {
            return mover;
        }
        self.infected(mover, victims).unwrap_or(self.t.promotes[usize::from(mover)])
    }

    /// What contagion makes of the mover: the last contagious victim decides.
    pub(super) fn infected(&self, mover: u8, victims: [u8; 3]) -> Option<u8> {
        if !self.t.contagion || victims == [EMPTY; 3] || self.t.immune[usize::from(mover)] {
            return None;
        }
        let caught = |victim: u8| self.t.contagious[usize::from(victim)];
        victims.into_iter().rev().map(caught).find(|&kind| kind != EMPTY)
    }

    /// Where a lion was captured by something else, the last one if there were several.
    fn struck(&self, mover: u8, m: Move, victims: [u8; 3]) -> Option<Square> {
        if self.flags(mover) & LION != 0 {
            return None;
        }
        let [first, second] = m.mids();
        [first, second, Some(m.to())]
            .into_iter()
            .zip(victims)
            .rfind(|(_, victim)| self.flags(*victim) & LION != 0)
            .and_then(|(square, _)| square)
    }

    /// The marks of declined promotion after a move that is about to be played.
    fn deferred_after(&self, m: Move) -> Squares {
        let side = self.turn;
        let mut marks = self.deferred;
        if self.t.deferral == Deferral::NextTurn {
            // A mark lasts for its owner's next turn, which is this one.
            for square in self.deferred.iter() {
                if self.owner(self.cells[self.cell(Square(square))]) == side {
                    marks.remove(square);
                }
            }
        }
        let Some(from) = m.from() else { return marks };
        if self.t.deferral == Deferral::NextMove {
            marks.remove(from.0);
        }
        let [first, second] = m.mids();
        for square in [first, second, Some(m.to())].into_iter().flatten() {
            if square != from && self.cells[self.cell(square)] != EMPTY {
                marks.remove(square.0);
            }
        }
        let zone = |square: Square| self.t.zone[self.cell(square)] >> side & 1 == 1;
        let can_promote = self.t.promotes[usize::from(self.cells[self.cell(from)])] != EMPTY;
        if can_promote && !m.changes() && !zone(from) && zone(m.to()) {
            marks.insert(m.to().0);
        }
        marks
    }
}
