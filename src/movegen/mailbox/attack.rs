//! Who could capture what, by movement alone.
//!
//! The questions may be asked while single cells are changed for a moment (an emperor moved, a royal
//! lifted): only cells and, for the few pieces that need a walk of their own, the sets of special
//! pieces are used, and each member is looked at again on its cell.

use super::MailboxEngine;
use super::lines::{Lines, lines_of};
use super::squares::Squares;
use super::tables::{Cell, EMPEROR, EMPTY, HOOK, JUMPS, MASK, MULTI, WALL};

impl MailboxEngine {
    /// True if `by` has a piece that could capture on `target` along a line or by a jump.
    pub(super) fn hit_plainly(&self, target: Cell, by: usize) -> bool {
        let reach = &self.t.reach[by];
        let mut hit = false;
        for (dir, stop) in self.stops(target).into_iter().enumerate() {
            let piece = self.cells[self.along(target, dir, stop)];
            hit |= reach[usize::from(piece)][dir ^ 4] >= stop;
        }
        hit || self.count(by, JUMPS) > 0
            && self.probes[by].iter().any(|p| p.has(self.content(target.wrapping_add(p.delta))))
    }

    /// All squares on which `by` could capture by lines, by jumps or round a corner once these cells are empty, found from
    /// the attackers' side. What stood there captures nothing.
    pub(super) fn held_without(&self, lifted: &[Cell], by: usize) -> Squares {
        let lines = self.lines_without(lifted);
        let mut held = Squares::default();
        for square in self.pieces[by].iter() {
            let cell = usize::from(self.t.cell[usize::from(square)]);
            if !lifted.contains(&cell) {
                self.add_held(cell, by, &lines, &mut held);
            }
        }
        held
    }

    /// Adds the squares on which the piece of `by` on a cell, if it is still there, could capture, an emperor's going anywhere
    /// apart. What stands on the board is told by the lines.
    pub(super) fn add_held(&self, from: Cell, by: usize, lines: &Lines, held: &mut Squares) {
        let piece = self.content(from);
        if self.owner(piece) != by {
            return;
        }
        let reach = self.t.reach[by][usize::from(piece)];
        let stops = lines.stops(self.t.file[from & MASK], self.t.rank[from & MASK]);
        for (dir, stop) in stops.into_iter().enumerate() {
            // So far, or one cell less if there is a wall.
            let far = stop.min(reach[dir]);
            let far = far - u8::from(self.content(self.along(from, dir, far)) == WALL);
            if far > 0 {
                self.fill(held, dir, [1, far].map(|n| self.along(from, dir, n)));
            }
        }
        for probe in self.probes[by].iter().filter(|probe| probe.has(piece)) {
            let to = from.wrapping_sub(probe.delta);
            if self.content(to) != WALL {
                held.insert(self.t.square[to & MASK]);
            }
        }
        if self.flags(piece) & HOOK != 0 {
            held.insert_all(&self.turns(lines, from, piece, true));
        }
    }

    /// Inserts the squares of all cells from one to another, both included, on a line in this direction.
    pub(super) fn fill(&self, squares: &mut Squares, dir: usize, ends: [Cell; 2]) {
        let [a, b] = ends.map(|cell| self.t.square[cell & MASK]);
        let [file, rank] = [&self.t.file, &self.t.rank].map(|of| of[ends[0] & MASK]);
        let line = &self.t.line[dir & 3][lines_of(file, rank)[dir & 3]];
        squares.insert_run(line, a.min(b), a.max(b));
    }

    /// The squares on which the emperor on a cell, gone there, could be captured, also by an enemy emperor where these are
    /// to count.
    pub(super) fn perils(&self, from: Cell, emperors: bool) -> Squares {
        let side = self.owner(self.content(from));
        let enemy = 1 - side;
        let mut perils = self.held_without(&[from], enemy);
        if !emperors || self.count(enemy, EMPEROR) == 0 {
            return perils;
        }
        // The squares where it matters which emperors have left apart, numbers decide who recaptures last.
        let board = self.remaining_without(&[from]);
        let [own, theirs] = [side, enemy].map(|side| self.emperors(&board, from, side));
        let cells = |set: Squares| set.iter().map(|s| usize::from(self.t.cell[usize::from(s)]));
        let lifted: Vec<Cell> = cells(own).chain(cells(theirs)).chain([from]).collect();
        let guarded = self.held_without(&[from], side);
        let mut unsure = self.held_without(&lifted, enemy).and_not(&perils);
        unsure.insert_all(&self.held_without(&lifted, side).and_not(&guarded));
        let leaps = |cell: &Cell| self.t.shapes[usize::from(self.content(*cell))].only_emperor;
        let all_unsure = !lifted.iter().all(leaps);
        let counts = [own, theirs].map(|set| set.iter().count());
        for square in 0..self.t.board.squares() as u16 {
            if perils.contains(square) || self.pieces[side].contains(square) {
                continue;
            }
            let recaptured = if all_unsure || unsure.contains(square) {
                self.can_recapture(&board, usize::from(self.t.cell[usize::from(square)]), enemy)
            } else if guarded.contains(square) {
                false
            } else {
                let theirs = counts[1] - usize::from(theirs.contains(square));
                theirs > if self.t.emperor_guards { counts[0] } else { 0 }
            };
            if recaptured {
                perils.insert(square);
            }
        }
        perils
    }

    /// True if `by` has a piece that could capture on `target`.
    pub(super) fn attacked(&mut self, target: Cell, by: usize) -> bool {
        self.hit_plainly(target, by)
            || self.hit_round_a_corner(target, by)
            || self.hit_by_emperor(target, by)
    }

    /// True if the piece, standing on `from`, could capture on `to`.
    pub(super) fn captures(&mut self, piece: u8, from: Cell, to: Cell) -> bool {
        if from == to {
            return false;
        }
        let side = self.owner(piece);
        let offset = self.t.offset(from, to);
        let flags = self.flags(piece);
        offset.dir < 8
            && self.t.reach[side][usize::from(piece)][usize::from(offset.dir)] >= offset.distance
            && self.clear(from, offset.dir, offset.distance)
            || self.jumps(piece, side, from, to)
            || flags & HOOK != 0 && self.turns_to(piece, from, to)
            || flags & EMPEROR != 0 && self.emperor_is_safe(from, to)
    }

    /// True if the piece, standing on `from`, attacks `to` whatever lies between.
    pub(super) fn jumps(&self, piece: u8, side: usize, from: Cell, to: Cell) -> bool {
        let probe = self.t.offset(from, to).probe[side];
        probe > 0 && self.t.probes[side][usize::from(probe) - 1].has(piece)
    }

    /// True if `by` guards `target` against an emperor there: its own emperors may not count.
    pub(super) fn guarded(&mut self, target: Cell, by: usize) -> bool {
        self.hit_plainly(target, by)
            || self.hit_round_a_corner(target, by)
            || self.t.emperor_guards && self.hit_by_emperor(target, by)
    }

    pub(super) fn hit_round_a_corner(&self, target: Cell, by: usize) -> bool {
        self.count(by, HOOK) > 0
            && self.special[by].iter().any(|square| {
                let cell = usize::from(self.t.cell[usize::from(square)]);
                let piece = self.cells[cell];
                self.owner(piece) == by
                    && self.flags(piece) & HOOK != 0
                    && cell != target
                    && self.turns_to(piece, cell, target)
            })
    }

    fn hit_by_emperor(&self, target: Cell, by: usize) -> bool {
        self.count(by, EMPEROR) > 0 && self.can_recapture(&self.remaining(), target, by)
    }

    /// True if the emperor on `from`, gone to `to`, could not be captured there.
    pub(super) fn emperor_is_safe(&self, from: Cell, to: Cell) -> bool {
        let enemy = 1 - self.owner(self.content(from));
        let board = self.remaining_without(&[from]);
        let recaptured = || self.t.emperor_guards && self.can_recapture(&board, to, enemy);
        !self.hits(&board, to, enemy, true) && !recaptured()
    }

    /// Asks something about the board with a piece gone from one cell to another, and tells who its enemy is.
    #[inline(always)]
    pub(super) fn once_gone(
        &mut self,
        from: Cell,
        to: Cell,
        ask: impl FnOnce(&mut Self, usize) -> bool,
    ) -> bool {
        let piece = self.set(from, EMPTY);
        let victim = self.set(to, piece);
        let answer = ask(self, 1 - self.owner(piece));
        self.set(to, victim);
        self.set(from, piece);
        answer
    }

    /// True if the hook mover on `from` could capture on `to` after a turn. Each of its kinds of line
    /// meets those through `to` at right angles in at most two corners.
    pub(super) fn turns_to(&self, piece: u8, from: Cell, to: Cell) -> bool {
        self.corners(from, to).into_iter().flatten().any(|(corner, diagonal)| {
            let Some(after_capture) = self.hook_kind(piece, diagonal) else { return false };
            let first = self.t.offset(from, corner);
            let second = self.t.offset(corner, to);
            let content = self.cells[corner];
            (content == EMPTY || after_capture && self.owner(content) == 1 - self.owner(piece))
                && self.clear(from, first.dir, first.distance)
                && self.clear(corner, second.dir, second.distance)
        })
    }

    /// Whether a piece turns on this kind of line, and if so, whether after a capture too.
    pub(super) fn hook_kind(&self, piece: u8, diagonal: bool) -> Option<bool> {
        let hooks = &self.t.shapes[usize::from(piece)].hooks;
        let mut found = None;
        for &(dir, after) in hooks {
            if (dir % 2 == 1) == diagonal {
                found = Some(found.unwrap_or(false) || after);
            }
        }
        found
    }

    /// The cells where a rook's path (false) or a bishop's (true) from one cell to another may turn.
    pub(super) fn corners(&self, from: Cell, to: Cell) -> [Option<(Cell, bool)>; 4] {
        let place = |cell: Cell| (i32::from(self.t.file[cell]), i32::from(self.t.rank[cell]));
        let ((x1, y1), (x2, y2)) = (place(from), place(to));
        let cell = |file: i32, rank: i32| {
            let square = self.t.board.square(file, rank)?;
            Some(self.cell(square))
        };
        let mut corners = [None; 4];
        if x1 != x2 && y1 != y2 {
            corners[0] = cell(x1, y2).map(|corner| (corner, false));
            corners[1] = cell(x2, y1).map(|corner| (corner, false));
        }
        let (d1, a1, d2, a2) = (x1 - y1, x1 + y1, x2 - y2, x2 + y2);
        if d1 != d2 && a1 != a2 && (d1 + a2) % 2 == 0 {
            corners[2] = cell((d1 + a2) / 2, (a2 - d1) / 2).map(|corner| (corner, true));
            corners[3] = cell((d2 + a1) / 2, (a1 - d2) / 2).map(|corner| (corner, true));
        }
        corners
    }

    /// True if the opponent of `side` could capture all its royals in one move.
    pub(super) fn all_capturable(&mut self, side: usize) -> bool {
        match self.royal_count[side] {
            0 => false,
            1 => self.attacked(self.kings[side][0], 1 - side),
            _ => self.capturable_at_once(side),
        }
    }

    /// True if the opponent of `side` could capture at least one of its royals.
    pub(super) fn any_capturable(&mut self, side: usize) -> bool {
        let royals = self.royals[side];
        royals
            .iter()
            .any(|square| self.attacked(usize::from(self.t.cell[usize::from(square)]), 1 - side))
    }

    /// [`MailboxEngine::all_capturable`] for several royals; nothing captures more than three.
    pub(super) fn capturable_at_once(&self, side: usize) -> bool {
        if self.royal_count[side] > 3 || self.count(1 - side, MULTI) == 0 {
            return false;
        }
        let (royals, count) = self.royal_cells(side);
        self.threatens_all(1 - side, &royals[..count], None)
    }

    /// True if `by` has a piece, but the one on a cell, that could capture on all these cells, two or three, at once.
    pub(super) fn threatens_all(&self, by: usize, royals: &[Cell], but: Option<Cell>) -> bool {
        self.special[by].iter().any(|square| {
            let cell = usize::from(self.t.cell[usize::from(square)]);
            let piece = self.content(cell);
            self.flags(piece) & MULTI != 0
                && Some(cell) != but
                && self.takes_all(piece, cell, royals)
        })
    }

    /// Where the royals of a side are, the first three, and how many these are.
    pub(super) fn royal_cells(&self, side: usize) -> ([Cell; 3], usize) {
        (self.kings[side], usize::from(self.royal_count[side]).min(3))
    }

    /// True if the piece, standing on `from`, has a move that captures on all these cells, two or three. What else
    /// stands on the board matters to hook movers alone.
    pub(super) fn takes_all(&self, piece: u8, from: Cell, royals: &[Cell]) -> bool {
        let shape = &self.t.shapes[usize::from(piece)];
        let on_line = |dir: u8, length: u8| {
            royals
                .iter()
                .all(|&royal| (1..=length).any(|n| self.along(from, usize::from(dir), n) == royal))
        };
        // What is visited first is a step away at least.
        let apart = royals.windows(2).map(|two| self.steps(two[0], two[1])).max().unwrap_or(0);
        if apart < 2 && shape.lines.iter().any(|&dir| on_line(dir, 2))
            || apart < 3 && shape.dog && (0..8).any(|dir| on_line(dir, 3))
            || apart < shape.lion && self.lion_tour(from, royals, shape.lion)
        {
            return true;
        }
        let &[a, b] = royals else { return false };
        shape.hooks.iter().filter(|hook| hook.1).any(|&(dir, _)| {
            [(a, b), (b, a)].into_iter().any(|(first, second)| {
                let leg = self.t.offset(from, first);
                let turn = self.t.offset(first, second);
                leg.dir == dir
                    && (turn.dir == (dir + 2) % 8 || turn.dir == (dir + 6) % 8)
                    && self.clear(from, dir, leg.distance)
                    && self.clear(first, turn.dir, turn.distance)
            })
        })
    }

    /// How many king steps one cell is from another.
    fn steps(&self, a: Cell, b: Cell) -> u8 {
        let file = self.t.file[a & MASK].abs_diff(self.t.file[b & MASK]);
        file.max(self.t.rank[a & MASK].abs_diff(self.t.rank[b & MASK]))
    }

    /// True if `steps` king steps suffice to visit all these cells, jumping where need be.
    fn lion_tour(&self, at: Cell, royals: &[Cell], steps: u8) -> bool {
        if royals.iter().any(|&royal| self.steps(at, royal) > steps) {
            return false;
        }
        royals.len() < 2
            || royals.iter().any(|&next| {
                let length = self.steps(at, next);
                let mut rest = [0; 3];
                let mut count = 0;
                for &royal in royals.iter().filter(|&&royal| royal != next) {
                    rest[count] = royal;
                    count += 1;
                }
                length <= steps && self.lion_tour(next, &rest[..count], steps - length)
            })
    }
}
