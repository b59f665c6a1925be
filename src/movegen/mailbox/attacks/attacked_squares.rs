//! All squares that a side attacks, computed from the attackers: needed where an emperor, which
//! goes anywhere, looks for a safe square.

use crate::movegen::mailbox::board::{Cell, HOOK, Occupancy, PaddedBoard, SquareSet, WALL};

impl PaddedBoard {
    /// All squares that `by` attacks along lines, by jumps or round a corner once these cells are
    /// empty. Pieces on them attack nothing.
    pub fn attacked_squares_without(&self, lifted: &[Cell], by: usize) -> SquareSet {
        let occupancy = self.occupancy_without(lifted);
        let mut attacked = SquareSet::default();
        for cell in self.cells_of(self.pieces(by)) {
            if !lifted.contains(&cell) {
                self.add_attacked_squares(cell, by, &occupancy, &mut attacked);
            }
        }
        attacked
    }

    /// Adds the squares that the piece of `by` on a cell attacks in this occupancy, except as an
    /// emperor. Adds nothing if the cell has no piece of `by`.
    pub fn add_attacked_squares(
        &self,
        from: Cell,
        by: usize,
        occupancy: &Occupancy,
        attacked: &mut SquareSet,
    ) {
        let piece = self.content(from);
        if self.owner(piece) != by {
            return;
        }
        let ranges = self.tables().ranges(by, piece);
        for (dir, distance) in self.ray_lengths_in(occupancy, from).into_iter().enumerate() {
            let farthest = distance.min(ranges[dir]);
            let ends_in_wall = self.content(self.along(from, dir, farthest)) == WALL;
            let farthest = farthest - u8::from(ends_in_wall);
            if farthest > 0 {
                let ends = [1, farthest].map(|n| self.along(from, dir, n));
                self.tables().layout.insert_segment(attacked, dir, ends);
            }
        }
        for source in self.jump_sources(by).iter().filter(|source| source.has(piece)) {
            let to = self.shifted(from, source.delta.wrapping_neg());
            if self.content(to) != WALL {
                attacked.insert(self.square(to));
            }
        }
        for &rare in &self.movement(piece).rare_moves {
            self.for_each_rare_target(rare, piece, from, occupancy, &mut |to| {
                attacked.insert(self.square(to));
            });
        }
        if self.flags(piece) & HOOK != 0 {
            attacked.insert_all(&self.squares_after_turn(occupancy, from, piece, true));
        }
    }
}
