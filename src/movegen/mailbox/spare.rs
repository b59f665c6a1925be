//! Moves to spare: what a side with several royals can play next whatever its opponent does now. Where one is left,
//! the opponent's move is no mate, which need not be found out by playing it.

use super::Mailbox;
use super::shield::{Safety, Shield};
use super::tables::{Cell, EMPTY, HOOK, MASK, MULTI, ROYAL, SPECIAL};
use crate::position::Move;

/// So many are looked for: one move takes away few.
const MOST: usize = 4;

/// Moves to empty cells, of the side not to move.
pub(super) struct Spare {
    /// Nothing captures several pieces: royals may move too.
    open: bool,
    moves: [(Cell, Cell); MOST],
    count: usize,
    royals: [Cell; 3],
    royal_count: usize,
}

impl Mailbox {
    /// True only if the side to move has a move to an empty cell that is legal as it is: it captures nothing, and
    /// leaves the royals as safe as they are.
    pub(super) fn goes_quietly(&self, shield: &Shield) -> bool {
        let mut moves = self.quiet_moves(self.turn, shield.safety == Safety::Open);
        (shield.is_exact() || shield.exposed == Some(false))
            && moves.any(|(from, to)| self.passes_shield(shield, Some(from), to))
    }

    /// Moves of plain pieces, or of all, to empty cells next to them or at the end of a jump.
    fn quiet_moves(&self, side: usize, all: bool) -> impl Iterator<Item = (Cell, Cell)> {
        self.pieces[side].iter().flat_map(move |square| {
            let from = usize::from(self.t.cell[usize::from(square)]);
            let piece = self.cells[from & MASK];
            let shape = &self.t.shapes[usize::from(piece)];
            let steps = shape.slides().iter().map(move |&(dir, _)| self.next(from, dir));
            let leaps = shape.leaps.iter().map(move |leap| from.wrapping_add(leap.delta) & MASK);
            let mine = all || self.flags(piece) & SPECIAL == 0;
            let ends = steps.chain(leaps).filter(move |&to| mine && self.cells[to] == EMPTY);
            ends.map(move |to| (from, to))
        })
    }

    /// The opponent's moves to spare; none if it depends on the whole board which of them are legal, or if it has a
    /// single royal.
    pub(super) fn spare(&self) -> Option<Spare> {
        let (side, enemy) = (self.turn, 1 - self.turn);
        let several = (2..=3).contains(&self.royal_count[enemy]);
        if self.t.free
            || self.phantom[enemy]
            || !several
            || self.count(side, HOOK) > 0
            || self.capturable_at_once(enemy)
        {
            return None;
        }
        let (royals, royal_count) = self.royal_cells(enemy);
        let open = self.count(side, MULTI) == 0;
        let mut spare = Spare { open, moves: [(0, 0); MOST], count: 0, royals, royal_count };
        for way in self.quiet_moves(enemy, open).take(MOST) {
            spare.moves[spare.count] = way;
            spare.count += 1;
        }
        (spare.count > 0).then_some(spare)
    }

    /// True only if a legal move leaves the opponent one of its moves to spare: it captures no royal, and does not
    /// threaten all of them at once.
    pub(super) fn leaves_spare(&self, m: Move, spare: &Spare) -> bool {
        let to = self.cell(m.to());
        let [_, becomes] = self.before_and_after(m);
        let royals = &spare.royals[..spare.royal_count];
        let [first, second] = m.mids().map(|mid| mid.map(|square| self.cell(square)));
        let touches = |cell: Cell| cell == to || Some(cell) == first || Some(cell) == second;
        let left = |&(from, end): &(Cell, Cell)| !touches(from) && !touches(end);
        !self.takes(m, ROYAL)
            && self.flags(becomes) & HOOK == 0
            && (self.flags(becomes) & MULTI == 0
                || !spare.open && !self.takes_all(becomes, to, royals))
            && spare.moves[..spare.count].iter().any(left)
    }
}
