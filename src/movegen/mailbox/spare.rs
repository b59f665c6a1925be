//! Moves to spare: what a side with several royals can play next whatever its opponent does now. Where one is left,
//! the opponent's move is no mate, which need not be found out by playing it.

use super::MailboxEngine;
use super::shield::{Safety, Shield};
use super::tables::{Cell, EMPTY, MASK, MULTI, ROYAL, SPECIAL};
use crate::position::Move;
use crate::rules::Square;

/// So many are looked for: one move takes away few.
const MOST: usize = 4;

/// What one move of its opponent does not take away from a side.
pub(super) struct Spare {
    /// Moves of the side not to move, from cell to empty cell; one may stand for several.
    moves: [(Cell, Cell); MOST],
    /// Where its royals are, and how many.
    royals: [Cell; 3],
    count: usize,
}

impl MailboxEngine {
    /// A move of the side to move to an empty cell that is legal as it is, if one is found: it captures nothing, and
    /// leaves the royals as safe as they are.
    pub(super) fn quiet_move(&self, shield: &Shield) -> Option<Move> {
        let mut moves = self.quiet_moves(self.turn, shield.safety == Safety::Open);
        let all = shield.is_exact() || shield.exposed == Some(false);
        if !all && shield.guards.is_none() {
            return None;
        }
        let (from, to) = moves.find(|&(from, to)| {
            (all || self.is_told(shield, Some(from), to))
                && self.passes_shield(shield, Some(from), to)
        })?;
        Some(Move::board(self.square(from), self.square(to)))
    }

    /// Moves of plain pieces, or of all, to empty cells next to them or at the end of a jump.
    fn quiet_moves(&self, side: usize, all: bool) -> impl Iterator<Item = (Cell, Cell)> {
        let cells = self.pieces[side].iter().map(|s| usize::from(self.t.cell[usize::from(s)]));
        let moving = move |&from: &Cell| all || self.flags(self.cells[from & MASK]) & SPECIAL == 0;
        cells.filter(moving).flat_map(move |from| {
            let shape = &self.t.shapes[usize::from(self.cells[from & MASK])];
            let steps = shape.slides().iter().map(move |&(dir, _)| self.next(from, dir));
            let leaps = shape.leaps.iter().map(move |leap| from.wrapping_add(leap.delta) & MASK);
            let ends = steps.chain(leaps).filter(|&to| self.cells[to] == EMPTY);
            ends.map(move |to| (from, to))
        })
    }

    /// True if royals of the side not to move are captured one by one, so that they may move as well.
    fn captures_singly(&self) -> bool {
        self.count(self.turn, MULTI) == 0
    }

    /// The opponent's moves to spare; none if it depends on the whole board which of them are legal, or if it has a
    /// single royal.
    pub(super) fn spare(&self) -> Option<Spare> {
        let (side, enemy) = (self.turn, 1 - self.turn);
        let several = (2..=3).contains(&self.royal_count[enemy]);
        if self.t.free
            || self.phantom[enemy]
            || !several
            || self.goes_on_after_capture(side)
            || self.capturable_at_once(enemy)
        {
            return None;
        }
        let mut moves = self.quiet_moves(enemy, self.captures_singly());
        let mut spare = [moves.next()?; MOST];
        spare[1..].iter_mut().zip(moves).for_each(|(slot, way)| *slot = way);
        let (royals, count) = self.royal_cells(enemy);
        Some(Spare { moves: spare, royals, count })
    }

    /// True only if a legal move leaves the opponent one of its moves to spare: it captures no royal, and does not
    /// threaten all of them at once.
    pub(super) fn leaves_spare(&self, m: Move, spare: &Spare) -> bool {
        let to = self.cell(m.to());
        let straight = m.is_straight();
        let [_, becomes] = self.before_and_after(m);
        let left = |&(from, end): &(Cell, Cell)| {
            let touches = |cell: Cell| from == cell || end == cell;
            let passes = |square: Option<Square>| square.is_some_and(|s| touches(self.cell(s)));
            !touches(to) && (straight || !m.mids().into_iter().any(passes))
        };
        // The first piece that captures several also ends what royals have to spare.
        let may_threaten_all =
            || self.captures_singly() || self.takes_all(becomes, to, &spare.royals[..spare.count]);
        !self.takes(m, ROYAL)
            && !self.goes_on(becomes)
            && (self.flags(becomes) & MULTI == 0 || !may_threaten_all())
            && spare.moves.iter().any(left)
    }
}
