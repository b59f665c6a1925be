//! Attacks along a line or by a jump.

use crate::movegen::mailbox::board::{Cell, Content, JUMPER, Occupancy, PaddedBoard};
use crate::position::Move;

impl PaddedBoard {
    /// True if `by` has a piece that attacks `target` along a line or by a jump.
    pub fn is_attacked_directly(&self, target: Cell, by: usize) -> bool {
        let mut hit = false;
        for (dir, distance) in self.ray_lengths(target).into_iter().enumerate() {
            let piece = self.content(self.along(target, dir, distance));
            hit |= self.slides_back(by, piece, dir, distance);
        }
        hit || self.has_any(by, JUMPER)
            && self
                .jump_sources(by)
                .iter()
                .any(|source| source.has(self.content(self.shifted(target, source.delta))))
    }

    /// True if the piece, standing on `from`, attacks `to` along a line.
    pub fn slides_to(&self, piece: Content, from: Cell, to: Cell) -> bool {
        let offset = self.offset(from, to);
        offset.is_on_line()
            && self.tables().ranges(self.owner(piece), piece)[usize::from(offset.dir & 7)]
                >= offset.distance
            && self.is_path_clear(from, offset.dir, offset.distance)
    }

    /// True if the piece of `side`, standing on `from`, attacks `to` whatever stands in between.
    pub fn jumps_to(&self, piece: Content, side: usize, from: Cell, to: Cell) -> bool {
        let source = self.offset(from, to).jump_source[side];
        source > 0 && self.tables().jump_sources[side][usize::from(source) - 1].has(piece)
    }

    /// Number of pieces of the side to move that attack the final square of a move along a line or
    /// by a jump, without the moving piece.
    pub fn count_direct_support(&self, m: Move) -> u32 {
        let side = self.turn();
        let target = self.cell(m.to());
        let lifted = m.from().map(|from| self.cell(from));
        let occupancy = self.occupancy_without(lifted.as_slice());
        let rays = self.ray_lengths_in(&occupancy, target);
        let mut count = 0;
        for (dir, distance) in rays.into_iter().enumerate() {
            let piece = self.content(self.along(target, dir, distance));
            count += u32::from(self.slides_back(side, piece, dir, distance));
        }
        for source in self.jump_sources(side) {
            let from = self.shifted(target, source.delta);
            let piece = self.content(from);
            if Some(from) == lifted || !source.has(piece) {
                continue;
            }
            // A piece that also slides to the target is counted already.
            let line = self.offset(target, from);
            let slides = line.is_on_line()
                && self.slides_back(side, piece, line.dir.into(), line.distance)
                && rays[usize::from(line.dir)] == line.distance;
            count += u32::from(!slides);
        }
        count + self.count_rare_support(target, lifted, &occupancy)
    }

    /// Number of pieces of the side to move, the lifted one apart, that attack a cell by rare moves
    /// alone.
    fn count_rare_support(&self, target: Cell, lifted: Option<Cell>, occupancy: &Occupancy) -> u32 {
        let side = self.turn();
        if !self.tables().tests_every_move {
            return 0;
        }
        let supports = |&from: &Cell| {
            let piece = self.content(from);
            let line = self.offset(target, from);
            let slides = line.is_on_line()
                && self.slides_back(side, piece, line.dir.into(), line.distance)
                && self.ray_length_in(occupancy, target, line.dir) == line.distance;
            Some(from) != lifted
                && self.captures_rarely(piece, from, target, occupancy)
                && !slides
                && !self.jumps_to(piece, side, from, target)
        };
        self.cells_of(self.pieces(side)).filter(supports).count() as u32
    }
}
