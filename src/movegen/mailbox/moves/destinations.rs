//! Routes straight to another cell, unchanged at the end.

use super::lists::sort_and_dedup_from;
use crate::movegen::mailbox::attacks::EnemyEmperors;
use crate::movegen::mailbox::board::{
    Cell, Content, EMPEROR, EMPTY, HOOK, PaddedBoard, ROYAL, SquareSet,
};
use crate::position::{Move, MoveList};

impl PaddedBoard {
    /// Calls `visit` once for each cell where a piece could end along a line or by a jump, with the
    /// piece that it would capture there.
    #[inline]
    pub fn for_each_destination(
        &self,
        piece: Content,
        from: Cell,
        mut visit: impl FnMut(Cell, Content),
    ) {
        let movement = self.movement(piece);
        let enemy = 1 - self.owner(piece);
        for &(dir, range) in movement.slides() {
            let mut cell = from;
            for _ in 0..range {
                cell = self.next(cell, dir.into());
                let content = self.content(cell);
                let is_occupied = content != EMPTY;
                if is_occupied && self.owner(content) != enemy {
                    break;
                }
                visit(cell, content);
                if is_occupied {
                    break;
                }
            }
        }
        for leap in &movement.leaps {
            let cell = self.shifted(from, leap.delta);
            let content = self.content(cell);
            if content != EMPTY && self.owner(content) != enemy {
                continue;
            }
            if leap.slide_dir.is_none_or(|dir| !self.is_path_clear(from, dir, leap.distance)) {
                visit(cell, content);
            }
        }
    }

    /// Appends every route of a piece straight to another cell. `within`: of a hook mover, only the
    /// routes that end on these squares.
    pub fn add_straight_routes(&self, from: Cell, within: Option<&SquareSet>, out: &mut MoveList) {
        let piece = self.content(from);
        let origin = self.square(from);
        let start = out.len();
        if self.flags(piece) & EMPEROR != 0 {
            self.add_emperor_routes(from, out);
        }
        if self.flags(piece) & HOOK != 0 {
            let reached = self.hook_destinations(from);
            let reached = within.map_or(reached, |within| reached.and(within));
            out.extend(reached.iter().map(|to| Move::board(origin, to)));
        } else {
            self.for_each_destination(piece, from, |to, _| {
                out.push(Move::board(origin, self.square(to)));
            });
        }
        if self.flags(piece) & EMPEROR != 0 && self.movement(piece).has_duplicates {
            sort_and_dedup_from(out, start);
        }
    }

    /// True if a move of the piece on `from` could end on another cell: no wall, no own piece.
    #[inline]
    pub fn is_open_end(&self, cell: Cell, from: Cell) -> bool {
        cell != from && (self.is_empty(cell) || self.is_enemy_at(cell, self.content(from)))
    }

    /// The squares that a hook mover reaches straight or by a turn, without a capture on the way.
    pub fn hook_destinations(&self, from: Cell) -> SquareSet {
        let piece = self.content(from);
        let mut reached = SquareSet::default();
        self.for_each_destination(piece, from, |to, _| reached.insert(self.square(to)));
        reached.insert_all(&self.squares_after_turn(self.occupancy(), from, piece, false));
        reached.and_not(&self.pieces(self.owner(piece)))
    }

    /// Appends the emperor's routes: to any cell where it cannot be captured. If its side has
    /// another royal, also to any empty cell.
    fn add_emperor_routes(&self, from: Cell, out: &mut MoveList) {
        let piece = self.content(from);
        let side = self.owner(piece);
        let own = usize::from(self.flags(piece) & ROYAL != 0);
        let has_another = self.has_phantom(side) || self.royal_count(side) > own;
        let emperors =
            if self.tables().emperors_guard { EnemyEmperors::Count } else { EnemyEmperors::Ignore };
        let danger = self.emperor_danger_squares(from, emperors);
        for square in self.tables().layout.board().iter() {
            let to = self.cell(square);
            if self.is_open_end(to, from)
                && (has_another && self.is_empty(to) || !danger.contains(square))
            {
                out.push(Move::board(self.square(from), square));
            }
        }
    }
}
