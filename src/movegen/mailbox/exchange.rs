//! Emperors that capture in turn on one cell: whether one can capture there depends on whether it is captured in turn, and so
//! on. The referee's module of that name has the rules; here the lines decide wherever they can, without playing anything out.

use super::MailboxEngine;
use super::lines::Lines;
use super::squares::Squares;
use super::tables::{Cell, EMPEROR, EMPTY, HOOK, JUMPS, MASK, WALL};

/// Emperors, both sides together, whose captures are played out where the lines do not decide.
const MAX_PLAYED_OUT: usize = 12;

/// The board after some pieces have left.
#[derive(Clone, Copy)]
pub(super) struct Remaining {
    pub lines: Lines,
    pub gone: Squares,
}

/// A line of a side to the cell that emperors alone block, and how many of each side do.
struct BlockedLine {
    side: usize,
    blockers: Squares,
    count: [usize; 2],
}

impl BlockedLine {
    fn len(&self) -> usize {
        self.count[0] + self.count[1]
    }
}

impl MailboxEngine {
    /// The board as it stands.
    pub(super) fn remaining(&self) -> Remaining {
        Remaining { lines: self.lines, gone: Squares::default() }
    }

    /// The board without the pieces on some cells.
    pub(super) fn remaining_without(&self, lifted: &[Cell]) -> Remaining {
        let mut gone = Squares::default();
        lifted.iter().for_each(|&cell| gone.insert(self.t.square[cell & MASK]));
        Remaining { lines: self.lines_without(lifted), gone }
    }

    /// True if an emperor of `by` could capture on a cell, where an enemy stands, without being captured there in turn.
    pub(super) fn can_recapture(&self, board: &Remaining, target: Cell, by: usize) -> bool {
        if self.count(by, EMPEROR) == 0 {
            return false;
        }
        let enemy = 1 - by;
        let own = self.emperors(board, target, by);
        if !self.t.emperor_guards {
            return own.iter().any(|square| {
                let after = self.after_leaving(board, square);
                !self.hits(&after, target, enemy, true)
            });
        }
        let theirs = self.emperors(board, target, enemy);
        let counts = [own, theirs].map(|set| set.iter().count());
        let [own_count, their_count] = counts;
        let few = own_count + their_count <= MAX_PLAYED_OUT;
        let leaps = |square| self.t.shapes[usize::from(self.piece_on(square))].only_emperor;
        if few && !own.iter().chain(theirs.iter()).all(leaps) {
            return self.play_out(board, target, by, own, theirs);
        }
        if own_count == 0 || self.hits(board, target, enemy, false) {
            return false;
        }
        let mut lines = self.blocked_lines(board, target, [(by, own), (enemy, theirs)]);
        let guarded = self.hits(board, target, by, false);
        if lines.is_empty() {
            return guarded || own_count > their_count;
        }
        keep_least(&mut lines);
        if guarded {
            let forbidden =
                |line: &&BlockedLine| line.side == enemy && line.len() == 1 && line.count[by] == 1;
            return own_count > lines.iter().filter(forbidden).count();
        }
        if keep_apart(&mut lines) && few {
            return self.play_out(board, target, by, own, theirs);
        }
        let race = |side: usize| {
            let free = |line: &&BlockedLine| line.side == side && line.count[1 - side] == 0;
            lines.iter().filter(free).map(BlockedLine::len).min()
        };
        match (race(by), race(enemy)) {
            (Some(own), theirs) => theirs.is_none_or(|theirs| own <= theirs),
            (None, Some(_)) => false,
            (None, None) => {
                let closing = |side: usize| lines.iter().filter(|line| line.side != side).count();
                own_count - closing(by) > their_count - closing(enemy)
            }
        }
    }

    fn piece_on(&self, square: u16) -> u8 {
        self.content(usize::from(self.t.cell[usize::from(square)]))
    }

    /// The emperors of a side that are left and not on the cell.
    pub(super) fn emperors(&self, board: &Remaining, target: Cell, side: usize) -> Squares {
        let mut emperors = Squares::default();
        for square in self.special[side].and_not(&board.gone).iter() {
            let piece = self.piece_on(square);
            if self.owner(piece) == side && self.flags(piece) & EMPEROR != 0 {
                emperors.insert(square);
            }
        }
        emperors.remove(self.t.square[target & MASK]);
        emperors
    }

    fn after_leaving(&self, board: &Remaining, square: u16) -> Remaining {
        let mut after = *board;
        let cell = usize::from(self.t.cell[usize::from(square)]);
        after.lines.flip(self.t.file[cell & MASK], self.t.rank[cell & MASK]);
        after.gone.insert(square);
        after
    }

    /// Plays every capture, each set of emperors that have left once.
    fn play_out(
        &self,
        board: &Remaining,
        target: Cell,
        by: usize,
        own: Squares,
        theirs: Squares,
    ) -> bool {
        let order = own.iter().map(|square| (square, true));
        let all: Vec<(u16, bool)> =
            order.chain(theirs.iter().map(|square| (square, false))).collect();
        let mut known = vec![None; 1 << all.len().min(MAX_PLAYED_OUT)];
        self.play_out_after(board, target, by, (&all, 0, true), &mut known)
    }

    /// The same after the emperors of `left`, a bit for each of `all`; `own_turn` says whose turn it is.
    fn play_out_after(
        &self,
        board: &Remaining,
        target: Cell,
        side: usize,
        (all, left, own_turn): (&[(u16, bool)], usize, bool),
        known: &mut [Option<bool>],
    ) -> bool {
        if let Some(won) = known[left] {
            return won;
        }
        let mut won = false;
        for (i, &(square, is_own)) in all.iter().enumerate() {
            if left >> i & 1 == 1 || is_own != own_turn {
                continue;
            }
            let after = self.after_leaving(board, square);
            let next = (all, left | 1 << i, !own_turn);
            won = !self.hits(&after, target, 1 - side, true)
                && !self.play_out_after(&after, target, 1 - side, next, known);
            if won {
                break;
            }
        }
        known[left] = Some(won);
        won
    }

    /// True if `by` could capture on a cell otherwise than as an emperor; `emperors`: those may do so too.
    pub(super) fn hits(&self, board: &Remaining, target: Cell, by: usize, emperors: bool) -> bool {
        let reach = &self.t.reach[by];
        let counts = |piece: u8| emperors || self.flags(piece) & EMPEROR == 0;
        let (file, rank) = (self.t.file[target & MASK], self.t.rank[target & MASK]);
        for (dir, stop) in board.lines.stops(file, rank).into_iter().enumerate() {
            let piece = self.cells[self.along(target, dir, stop)];
            if reach[usize::from(piece)][dir ^ 4] >= stop && counts(piece) {
                return true;
            }
        }
        let is_left = |cell: Cell| !board.gone.contains(self.t.square[cell & MASK]);
        let jumps = self.count(by, JUMPS) > 0
            && self.probes[by].iter().any(|probe| {
                let cell = target.wrapping_add(probe.delta) & MASK;
                let piece = self.content(cell);
                probe.has(piece) && counts(piece) && is_left(cell)
            });
        jumps
            || self.count(by, HOOK) > 0
                && self.special[by].and_not(&board.gone).iter().any(|square| {
                    let cell = usize::from(self.t.cell[usize::from(square)]);
                    let piece = self.content(cell);
                    self.owner(piece) == by
                        && self.flags(piece) & HOOK != 0
                        && counts(piece)
                        && cell != target
                        && self.turns_on(&board.lines, piece, cell, target)
                })
    }

    /// True if the hook mover on `from` could capture on `to` after a turn, on these lines.
    fn turns_on(&self, lines: &Lines, piece: u8, from: Cell, to: Cell) -> bool {
        let stop = |from: Cell, dir: u8| {
            lines.stop(self.t.file[from & MASK], self.t.rank[from & MASK], dir)
        };
        self.corners(from, to).into_iter().flatten().any(|(corner, diagonal)| {
            let Some(after_capture) = self.hook_kind(piece, diagonal) else { return false };
            let first = self.t.offset(from, corner);
            let second = self.t.offset(corner, to);
            let far = stop(from, first.dir);
            let open = far > first.distance
                || far == first.distance && after_capture && self.enemy_at(corner, piece);
            open && stop(corner, second.dir) >= second.distance
        })
    }

    /// The lines of both sides to a cell that emperors alone block.
    fn blocked_lines(
        &self,
        board: &Remaining,
        target: Cell,
        emperors: [(usize, Squares); 2],
    ) -> Vec<BlockedLine> {
        let mut lines = Vec::new();
        let mut all = emperors[0].1;
        all.insert_all(&emperors[1].1);
        let mut add = |side: usize, blockers: Squares| {
            let mut count = [0; 2];
            for (side, emperors) in emperors {
                count[side] = blockers.and(&emperors).iter().count();
            }
            if count != [0; 2] {
                lines.push(BlockedLine { side, blockers, count });
            }
        };
        for dir in 0..8u8 {
            let (blockers, cell) = self.walk(board, target, dir, u8::MAX, &all);
            let piece = self.content(cell);
            let distance = self.t.offset(target, cell).distance;
            let side = self.owner(piece);
            if side < 2 && self.t.reach[side][usize::from(piece)][usize::from(dir ^ 4)] >= distance
            {
                add(side, blockers);
            }
        }
        for (side, _) in emperors {
            if self.count(side, HOOK) == 0 {
                continue;
            }
            for square in self.special[side].and_not(&board.gone).iter() {
                let hook = usize::from(self.t.cell[usize::from(square)]);
                let piece = self.content(hook);
                let turns = self.owner(piece) == side
                    && self.flags(piece) & (HOOK | EMPEROR) == HOOK
                    && hook != target;
                for (corner, diagonal) in self.corners(hook, target).into_iter().flatten() {
                    let Some(after_capture) = self.hook_kind(piece, diagonal).filter(|_| turns)
                    else {
                        continue;
                    };
                    let blockers =
                        self.blockers(board, [hook, corner, target], after_capture, &all);
                    blockers.into_iter().for_each(|blockers| add(side, blockers));
                }
            }
        }
        lines
    }

    /// The emperors on a hook mover's path; none if something else is on it.
    fn blockers(
        &self,
        board: &Remaining,
        [hook, corner, target]: [Cell; 3],
        after_capture: bool,
        emperors: &Squares,
    ) -> Option<Squares> {
        let (first, second) = (self.t.offset(hook, corner), self.t.offset(corner, target));
        let (mut blockers, end) = self.walk(board, hook, first.dir, first.distance, emperors);
        if self.t.offset(hook, end).distance < first.distance {
            return None;
        }
        let occupied =
            self.content(corner) != EMPTY && !board.gone.contains(self.t.square[corner & MASK]);
        if occupied && !(after_capture && self.enemy_at(corner, self.content(hook))) {
            if !emperors.contains(self.t.square[corner & MASK]) {
                return None;
            }
            blockers.insert(self.t.square[corner & MASK]);
        }
        let (others, end) = self.walk(board, corner, second.dir, second.distance, emperors);
        blockers.insert_all(&others);
        (self.t.offset(corner, end).distance >= second.distance).then_some(blockers)
    }

    /// Goes along a line past emperors, up to `most` cells. Returns those passed, and the cell of the first other piece or
    /// wall, or the last cell.
    fn walk(
        &self,
        board: &Remaining,
        start: Cell,
        dir: u8,
        most: u8,
        emperors: &Squares,
    ) -> (Squares, Cell) {
        let (mut passed, mut cell, mut left) = (Squares::default(), start, most);
        loop {
            let stop = board.lines.stop(self.t.file[cell & MASK], self.t.rank[cell & MASK], dir);
            if stop >= left {
                return (passed, self.along(cell, dir.into(), left));
            }
            cell = self.along(cell, dir.into(), stop);
            left -= stop;
            let square = self.t.square[cell & MASK];
            if self.content(cell) == WALL || !emperors.contains(square) {
                return (passed, cell);
            }
            passed.insert(square);
        }
    }
}

/// Sorts lines, and drops those of a side that cannot be open unless another of its is.
fn keep_least(lines: &mut Vec<BlockedLine>) {
    lines.sort_by(|a, b| {
        a.len()
            .cmp(&b.len())
            .then_with(|| a.blockers.iter().cmp(b.blockers.iter()))
            .then(a.side.cmp(&b.side))
    });
    let mut kept: Vec<BlockedLine> = Vec::new();
    for line in lines.drain(..) {
        let implied = kept.iter().any(|other| {
            other.side == line.side && other.blockers.and_not(&line.blockers) == Squares::default()
        });
        if !implied {
            kept.push(line);
        }
    }
    *lines = kept;
}

/// Drops lines with an emperor that blocks an earlier one. True if there were any.
fn keep_apart(lines: &mut Vec<BlockedLine>) -> bool {
    let (mut taken, before) = (Squares::default(), lines.len());
    lines.retain(|line| {
        let apart = line.blockers.and(&taken) == Squares::default();
        if apart {
            taken.insert_all(&line.blockers);
        }
        apart
    });
    lines.len() < before
}
