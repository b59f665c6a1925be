//! Squares that a royal can go to whatever the opponent does now. Where one is left after a check it is no mate, which
//! need not be found out by playing it.

use super::MailboxEngine;
use super::squares::Squares;
use super::tables::{Cell, EMPEROR, EMPTY, HOOK, MASK, ROYAL, SPECIAL};
use super::target::Target;
use super::turns::Turning;
use crate::position::Move;
use std::slice;

/// So many are looked for: a check takes away few.
const MOST: usize = 3;

/// A prime that divides no board's number of squares.
const STRIDE: usize = 97;

/// Empty squares to which a royal goes, and that its opponent does not attack once it has left its own.
#[derive(Default)]
pub(super) struct Refuge {
    /// Where the royal is.
    royal: Cell,
    /// It goes anywhere, else one step.
    anywhere: bool,
    /// The squares, as the opponent would aim at a royal there.
    squares: [Target; MOST],
    count: usize,
    turning: [Turning; MOST],
}

impl Refuge {
    fn squares(&self) -> &[Target] {
        &self.squares[..self.count]
    }

    /// True if that is enough.
    #[inline(always)]
    fn add(&mut self, square: Target, enough: usize) -> bool {
        self.squares[self.count] = square;
        self.count += 1;
        self.count == enough
    }
}

impl MailboxEngine {
    /// True only if a move leaves its opponent a single royal, and that a square to go to. What has been found out of
    /// the first two royals is kept in `refuges`.
    pub(super) fn leaves_refuges(&mut self, m: Move, refuges: &mut [Option<Refuge>; 2]) -> bool {
        let enemy = 1 - self.turn;
        // Few moves take one of two royals: a single square is mostly enough.
        let (left, enough) = match (self.royal_count[enemy], self.takes(m, ROYAL)) {
            (1, false) => (0, MOST),
            (2, true) => (usize::from(self.cell(m.to()) == self.kings[enemy][0]), 1),
            _ => return false,
        };
        if self.phantom[enemy] {
            return false;
        }
        let refuge = refuges[left].get_or_insert_with(|| {
            let (royals, _) = self.royal_cells(enemy);
            self.refuge(royals[left], enough)
        });
        self.leaves_refuge(m, refuge)
    }

    /// Where the royal on a cell, of the side not to move, could go: so many squares.
    fn refuge(&mut self, royal: Cell, enough: usize) -> Refuge {
        let side = self.turn;
        let piece = self.content(royal);
        let anywhere = self.flags(piece) & EMPEROR != 0;
        let mut refuge = Refuge::default();
        (refuge.royal, refuge.anywhere) = (royal, anywhere);
        let hooks = self.count(side, HOOK) > 0;
        let fits = anywhere || self.flags(piece) & SPECIAL == ROYAL;
        if self.count(side, EMPEROR) > 0 || !fits {
            return refuge;
        }
        let held = anywhere.then(|| self.held_without(&[royal], side));
        self.set(royal, EMPTY);
        if let Some(mut held) = held {
            held.insert(self.t.square[royal & MASK]);
            self.havens(&held).any(|to| refuge.add(self.target(to), enough));
        } else {
            for &(dir, _) in self.t.shapes[usize::from(piece)].slides() {
                let to = self.next(royal, dir);
                if self.cells[to] == EMPTY
                    && !self.hit_plainly(to, side)
                    && !(hooks && self.hit_round_a_corner(to, side))
                    && refuge.add(self.target(to), enough)
                {
                    break;
                }
            }
        }
        self.set(royal, piece);
        refuge
    }

    /// The empty cells apart from these squares, those far apart one after the other: what a move attacks lies together.
    pub(super) fn havens(&self, perils: &Squares) -> impl Iterator<Item = Cell> {
        let squares = self.t.board.squares();
        let (mut next, step) = (0, STRIDE % squares);
        let spread = (0..squares).map(move |_| {
            let square = next;
            next += step;
            next -= if next < squares { 0 } else { squares };
            square
        });
        let safe = spread.filter(|&square| !perils.contains(square as u16));
        safe.map(|square| usize::from(self.t.cell[square])).filter(|&to| self.content(to) == EMPTY)
    }

    /// True only if the royal can still go to one of the squares after a move of the side to move that leaves it alive.
    fn leaves_refuge(&mut self, m: Move, refuge: &mut Refuge) -> bool {
        let to = self.cell(m.to());
        let from = m.from().map(|from| self.cell(from));
        let [_, becomes] = self.before_and_after(m);
        if !m.is_straight() || self.flags(becomes) & EMPEROR != 0 || refuge.count == 0 {
            return false;
        }
        if refuge.anywhere || self.flags(becomes) & HOOK != 0 {
            return self.leaves_refuge_beyond(becomes, from, to, refuge);
        }
        refuge.squares().iter().any(|square| self.leaves_square(becomes, from, to, square))
    }

    /// The same where it matters that the royal leaves its own cell free: what jumps or turns may attack past it.
    #[inline(never)]
    fn leaves_refuge_beyond(
        &mut self,
        becomes: u8,
        from: Option<Cell>,
        to: Cell,
        refuge: &mut Refuge,
    ) -> bool {
        let hook = self.flags(becomes) & HOOK != 0;
        let royal = self.set(refuge.royal, EMPTY);
        let mut squares = refuge.squares[..refuge.count].iter().zip(&mut refuge.turning);
        let left = squares.any(|(square, turning)| {
            !(hook && self.turns_upon(slice::from_ref(square), becomes, from, to, turning))
                && self.leaves_square(becomes, from, to, square)
        });
        self.set(refuge.royal, royal);
        left
    }

    /// True if no line to the square is opened, and the piece that moves does not come to attack it straight.
    fn leaves_square(&self, becomes: u8, from: Option<Cell>, to: Cell, square: &Target) -> bool {
        let opens = |from: Cell| {
            self.unveils(from, to, square) || self.is_veil(from, slice::from_ref(square))
        };
        square.king != to && !self.checks(becomes, from, to, square) && !from.is_some_and(opens)
    }
}
