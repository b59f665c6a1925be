//! The surroundings of a royal that is to be attacked: which cells see it, and what stands between.

use super::MailboxEngine;
use super::squares::Squares;
use super::tables::{Cell, EMPTY, HOOK, JUMPS, MASK};

/// So many royals are looked at from outside; with more, moves are played and tested.
pub(super) const MOST_TARGETS: usize = 3;

/// A royal and the lines from it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Target {
    pub king: Cell,
    /// For each direction from the royal, the distance of the first cell that is not empty.
    first: [u8; 8],
    /// If an own piece stands there, how far the own slider is that attacks through it; else 0.
    slider: [u8; 8],
    /// Own pieces that alone keep an own hook mover from attacking.
    veils: Squares,
}

impl MailboxEngine {
    /// Looks round each enemy royal; the first three.
    pub(super) fn targets(&self) -> [Target; MOST_TARGETS] {
        let mut targets = [Target::default(); MOST_TARGETS];
        let (royals, count) = self.royal_cells(1 - self.turn);
        for (target, &royal) in targets.iter_mut().zip(&royals[..count]) {
            *target = self.target(royal);
        }
        targets
    }

    /// Looks round an enemy royal. What else attacks it already is not seen.
    pub(super) fn target(&self, king: Cell) -> Target {
        let side = self.turn;
        let veils = self.veils(king);
        let first = self.stops(king);
        let mut target = Target { king, first, slider: [0; 8], veils };
        for (dir, stop) in first.into_iter().enumerate() {
            let screen = self.along(king, dir, stop);
            if self.owner(self.cells[screen]) != side {
                continue;
            }
            let distance = stop + self.stop(screen, dir as u8);
            let piece = self.cells[self.along(king, dir, distance)];
            if self.t.reach[side][usize::from(piece)][dir ^ 4] >= distance {
                target.slider[dir] = distance;
            }
        }
        target
    }

    /// True if a piece of the side to move attacks the target from a cell, once it has come there from
    /// `from`, along a line or by a jump.
    pub(super) fn checks(&self, piece: u8, from: Option<Cell>, to: Cell, target: &Target) -> bool {
        let side = self.turn;
        let offset = self.t.offset(target.king, to);
        let dir = usize::from(offset.dir);
        if dir < 8 && self.t.reach[side][usize::from(piece)][dir ^ 4] >= offset.distance {
            let first = target.first[dir];
            if first >= offset.distance {
                return true;
            }
            // Perhaps the piece itself was what stood between.
            let origin = from.map(|from| self.t.offset(target.king, from));
            if origin.is_some_and(|o| o.dir == offset.dir && o.distance == first)
                && first + self.stop(self.along(target.king, dir, first), offset.dir)
                    >= offset.distance
            {
                return true;
            }
        }
        self.jumps(piece, side, to, target.king)
    }

    /// False only if no piece attacks the target from a cell along a line or by a jump.
    #[inline]
    pub(super) fn sees(&self, to: Cell, target: &Target) -> bool {
        let offset = self.t.offset(to, target.king);
        offset.dir < 8 || offset.probe[self.turn] > 0
    }

    /// True if a slider attacks the target as soon as the piece leaves its line.
    pub(super) fn screens(&self, from: Cell, target: &Target) -> bool {
        let offset = self.t.offset(target.king, from);
        let dir = usize::from(offset.dir);
        dir < 8 && target.slider[dir] > 0 && target.first[dir] == offset.distance
    }

    /// True if a piece that goes from one cell to another lets a slider behind it attack the target.
    pub(super) fn unveils(&self, from: Cell, to: Cell, target: &Target) -> bool {
        let (line, end) = (self.t.offset(target.king, from), self.t.offset(target.king, to));
        self.screens(from, target)
            && (end.dir != line.dir || end.distance > target.slider[usize::from(line.dir & 7)])
    }

    /// True if the piece alone keeps a hook mover from attacking one of the targets.
    pub(super) fn is_veil(&self, from: Cell, targets: &[Target]) -> bool {
        targets.iter().any(|target| target.veils.contains(self.t.square[from & MASK]))
    }

    /// True if a piece dropped on a cell attacks the target.
    pub(super) fn drop_checks(&self, piece: u8, to: Cell, target: &Target) -> bool {
        self.checks(piece, None, to, target)
            || self.flags(piece) & HOOK != 0 && self.turns_to(piece, to, target.king)
    }

    /// Calls `visit` with every cell, perhaps not empty, from which a piece dropped there attacks the
    /// target, each once.
    #[inline]
    pub(super) fn checking_cells(&self, piece: u8, target: &Target, mut visit: impl FnMut(Cell)) {
        let side = self.turn;
        let flags = self.flags(piece);
        if flags & HOOK != 0 {
            for square in 0..self.t.board.squares() {
                let to = usize::from(self.t.cell[square & MASK]);
                if self.cells[to & MASK] == EMPTY && self.drop_checks(piece, to, target) {
                    visit(to);
                }
            }
            return;
        }
        let reach = &self.t.reach[side][usize::from(piece)];
        for dir in 0..8 {
            let mut to = target.king;
            for _ in 0..reach[dir ^ 4].min(target.first[dir] - 1) {
                to = to.wrapping_add(self.t.step[dir]) & MASK;
                visit(to);
            }
        }
        if flags & JUMPS == 0 {
            return;
        }
        for probe in self.probes[side].iter().filter(|probe| probe.has(piece)) {
            let to = target.king.wrapping_add(probe.delta) & MASK;
            let offset = self.t.offset(target.king, to);
            let dir = usize::from(offset.dir);
            let on_line =
                dir < 8 && reach[dir ^ 4] >= offset.distance && target.first[dir] > offset.distance;
            if !on_line {
                visit(to);
            }
        }
    }
}
