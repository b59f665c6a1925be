//! Passes, and routes that capture on the way: lions, lion dogs, and hook movers that turn after a
//! capture.

use super::lists::sort_and_dedup_from;
use crate::movegen::mailbox::board::{Cell, Content, EMPTY, PaddedBoard, WALL};
use crate::position::{Move, MoveList};

impl PaddedBoard {
    /// Appends every pass of a piece and every route that captures on the way: each once, unless
    /// the order of captures distinguishes two.
    pub fn add_multi_step_routes(&self, from: Cell, out: &mut MoveList) {
        let start = out.len();
        let movement = self.movement(self.content(from));
        self.add_pass(from, out);
        if movement.lion_steps == 2 {
            self.add_lion_routes(from, out);
        } else if movement.lion_steps > 2 {
            self.add_lion_tours(from, from, movement.lion_steps, [None; 2], out);
        }
        for &dir in &movement.lion_lines {
            self.add_lion_line_routes(from, dir.into(), out);
        }
        if movement.is_lion_dog {
            for dir in 0..8 {
                self.add_lion_dog_routes(from, dir, movement.lion_dog_steps_back, out);
            }
        }
        for leg in movement.hook_legs.iter().filter(|leg| leg.captures_at_corner) {
            self.add_hook_captures(from, leg.dir.into(), out);
        }
        if movement.has_duplicates {
            sort_and_dedup_from(out, start);
        }
    }

    fn route(&self, from: Cell, mids: [Option<Cell>; 2], to: Cell) -> Move {
        let mids = mids.map(|mid| mid.map(|cell| self.square(cell)));
        Move::through(self.square(from), mids, self.square(to))
    }

    fn add_pass(&self, from: Cell, out: &mut MoveList) {
        let movement = self.movement(self.content(from));
        let is_free = |dir: usize| self.is_empty(self.next(from, dir));
        let any_dir =
            movement.lion_steps > 0 || movement.is_lion_dog && self.tables().lion_dog_passes;
        if any_dir && (0..8).any(is_free)
            || movement.lion_lines.iter().any(|&dir| is_free(dir.into()))
        {
            out.push(Move::board(self.square(from), self.square(from)));
        }
    }

    fn add_lion_routes(&self, from: Cell, out: &mut MoveList) {
        let piece = self.content(from);
        for first in 0..8 {
            let mid = self.next(from, first);
            if !self.is_enemy_at(mid, piece) {
                continue;
            }
            for second in 0..8 {
                let to = self.next(mid, second);
                if to == from || self.is_open_end(to, from) {
                    out.push(self.route(from, [Some(mid), None], to));
                }
            }
        }
    }

    /// Appends the routes of a lion of three steps that capture on the way, with repetitions.
    fn add_lion_tours(
        &self,
        from: Cell,
        at: Cell,
        steps: u8,
        taken: [Option<Cell>; 2],
        out: &mut MoveList,
    ) {
        let piece = self.content(from);
        for dir in 0..8 {
            let next = self.next(at, dir);
            if self.content(next) == WALL {
                continue;
            }
            // A tour that ends where it captured makes that capture at its end.
            let mids = match taken {
                [Some(first), second] if first == next => [second, None],
                [first, Some(second)] if second == next => [first, None],
                _ => taken,
            };
            if mids[0].is_some() && (next == from || self.is_open_end(next, from)) {
                out.push(self.route(from, mids, next));
            }
            if steps > 1 {
                self.add_lion_tours(from, next, steps - 1, taken, out);
                if self.is_enemy_at(next, piece) && !taken.contains(&Some(next)) {
                    let more = match taken {
                        [None, _] => [Some(next), None],
                        [first, _] => [first, Some(next)],
                    };
                    self.add_lion_tours(from, next, steps - 1, more, out);
                }
            }
        }
    }

    fn add_lion_line_routes(&self, from: Cell, dir: usize, out: &mut MoveList) {
        let mid = self.next(from, dir);
        if !self.is_enemy_at(mid, self.content(from)) {
            return;
        }
        out.push(self.route(from, [Some(mid), None], from));
        let to = self.next(mid, dir);
        if self.is_open_end(to, from) {
            out.push(self.route(from, [Some(mid), None], to));
        }
    }

    fn add_lion_dog_routes(&self, from: Cell, dir: usize, steps_back: bool, out: &mut MoveList) {
        let piece = self.content(from);
        let first = self.next(from, dir);
        if self.content(first) == WALL {
            return;
        }
        let second = self.next(first, dir);
        let third = self.next(second, dir);
        let captures = [first, second].map(|mid| self.is_enemy_at(mid, piece));
        if captures[0] {
            out.push(self.route(from, [Some(first), None], from));
            if self.is_open_end(second, from) {
                out.push(self.route(from, [Some(first), None], second));
            }
        }
        // The border is three cells wide: if the second cell is a wall, so is the third.
        if self.is_open_end(third, from) {
            if captures[0] {
                out.push(self.route(from, [Some(first), None], third));
            }
            if captures[1] {
                out.push(self.route(from, [Some(second), None], third));
            }
            if captures[0] && captures[1] {
                out.push(self.route(from, [Some(first), Some(second)], third));
            }
        }
        if steps_back && captures[1] && self.is_open_end(first, from) {
            out.push(self.route(from, [Some(second), None], first));
        }
    }

    /// Appends the routes of a hook mover that captures at the end of its first leg and then turns.
    fn add_hook_captures(&self, from: Cell, dir: usize, out: &mut MoveList) {
        let piece = self.content(from);
        let mut corner = self.next(from, dir);
        while self.content(corner) == EMPTY {
            corner = self.next(corner, dir);
        }
        if self.is_enemy_at(corner, piece) {
            for turn in [(dir + 2) % 8, (dir + 6) % 8] {
                self.for_each_on_second_leg(corner, turn, piece, &mut |to| {
                    out.push(self.route(from, [Some(corner), None], to));
                });
            }
        }
    }

    /// Calls `visit` with the cells of a slide that starts at a corner.
    fn for_each_on_second_leg(
        &self,
        corner: Cell,
        dir: usize,
        piece: Content,
        visit: &mut impl FnMut(Cell),
    ) {
        let mut cell = self.next(corner, dir);
        while self.content(cell) == EMPTY {
            visit(cell);
            cell = self.next(cell, dir);
        }
        if self.is_enemy_at(cell, piece) {
            visit(cell);
        }
    }
}
