//! Emperors that capture in turn on one cell. Whether an emperor can capture there depends on
//! whether it is captured in turn, and so on (RULES 5.6, point 4).
//!
//! The referee's module of the same subject explains the rule and plays out every order that
//! matters. Here the lines decide wherever they can. Which emperors have left matters only through
//! the lines that they blocked:
//!
//! 1. If no emperor blocks a line to the cell, numbers decide: each side can recapture as often as
//!    it has emperors.
//! 2. If emperors block lines, and no emperor blocks two of them, the blocked lines decide. A side
//!    loses if it opens a line of the enemy, and wins if it opens one of its own. The enemy cannot
//!    prevent a side from opening a line that only the side's own emperors block: the shorter such
//!    line wins.
//! 3. Otherwise, and where a piece turns only after a capture or an emperor has other moves, the
//!    captures are played out. Emperors that block no line are then alike. Positions with more than
//!    [`MAX_EMPERORS_PLAYED_OUT`] are refused before
//!    ([`Rules::too_many_emperors`](crate::rules::Rules::too_many_emperors)).

use super::hook_moves::Corner;
use crate::movegen::mailbox::board::{
    Cell, Content, EMPEROR, HOOK, HookLeg, JUMPER, Occupancy, PaddedBoard, SquareSet, WALL,
};
use crate::rules::Square;
use crate::rules::emperors::MAX_EMPERORS_PLAYED_OUT;

/// Treatment of attacks by enemy emperors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnemyEmperors {
    Count,
    Ignore,
}

/// The board after some pieces have left.
#[derive(Clone, Copy)]
pub struct ReducedBoard {
    occupancy: Occupancy,
    gone: SquareSet,
}

impl ReducedBoard {
    /// The whole board.
    pub fn whole(board: &PaddedBoard) -> ReducedBoard {
        ReducedBoard { occupancy: *board.occupancy(), gone: SquareSet::default() }
    }

    /// The board without the pieces on some cells.
    pub fn without(board: &PaddedBoard, lifted: &[Cell]) -> ReducedBoard {
        let mut gone = SquareSet::default();
        lifted.iter().for_each(|&cell| gone.insert(board.square(cell)));
        ReducedBoard { occupancy: board.occupancy_without(lifted), gone }
    }
}

/// A line of a side to the cell that only emperors block.
struct BlockedRay {
    side: usize,
    blockers: SquareSet,
    /// Blocking emperors of each side.
    count: [usize; 2],
}

impl BlockedRay {
    fn len(&self) -> usize {
        self.count[0] + self.count[1]
    }
}

/// Captures in turn on one cell, played out.
struct PlayOut {
    target: Cell,
    /// The emperors whose squares matter, each with its side.
    special: Vec<(Square, usize)>,
    /// The others, by side.
    alike: [Vec<Square>; 2],
    /// By emperors that have left ([`PlayOut::index`]): whether the side to capture captures last.
    wins: Vec<Option<bool>>,
}

/// Emperors that have left during captures in turn.
#[derive(Clone, Copy)]
struct Departed {
    /// The special ones, one bit each.
    special: usize,
    /// Number of the others, by side.
    alike: [usize; 2],
}

impl PlayOut {
    fn index(&self, departed: Departed) -> usize {
        let Departed { special, alike } = departed;
        let sizes = [self.alike[0].len() + 1, self.alike[1].len() + 1];
        (special * sizes[0] + alike[0]) * sizes[1] + alike[1]
    }
}

impl PaddedBoard {
    /// True if an emperor of `by` could capture on a cell, where an enemy stands, without being
    /// captured there in turn.
    pub fn can_recapture(&self, board: &ReducedBoard, target: Cell, by: usize) -> bool {
        if !self.has_any(by, EMPEROR) {
            return false;
        }
        let enemy = 1 - by;
        let own = self.emperors(board, target, by);
        if !self.tables().emperors_guard {
            return own.iter().any(|square| {
                let after = self.after_leaving(board, square);
                !self.is_attacked_on(&after, target, enemy, EnemyEmperors::Count)
            });
        }
        let theirs = self.emperors(board, target, enemy);
        let counts = [own, theirs].map(|set| set.iter().count());
        let [own_count, their_count] = counts;
        let few = own_count + their_count <= MAX_EMPERORS_PLAYED_OUT;
        let is_pure = |square| self.movement(self.piece_on(square)).is_pure_emperor;
        let mut all = own;
        all.insert_all(&theirs);
        if few && (!all.iter().all(is_pure) || self.tables().has_capture_turns) {
            return self.play_out(board, target, by, &all, &all);
        }
        if own_count == 0 || self.is_attacked_on(board, target, enemy, EnemyEmperors::Ignore) {
            return false;
        }
        let mut lines = self.blocked_lines(board, target, [(by, own), (enemy, theirs)]);
        let guarded = self.is_attacked_on(board, target, by, EnemyEmperors::Ignore);
        if lines.is_empty() {
            return guarded || own_count > their_count;
        }
        keep_minimal(&mut lines);
        if guarded {
            let is_forbidden =
                |line: &&BlockedRay| line.side == enemy && line.len() == 1 && line.count[by] == 1;
            return own_count > lines.iter().filter(is_forbidden).count();
        }
        if few && share_emperors(&lines) {
            let mut special = SquareSet::default();
            lines.iter().for_each(|line| special.insert_all(&line.blockers));
            return self.play_out(board, target, by, &all, &special);
        }
        let shortest = |side: usize| {
            let is_own = |line: &&BlockedRay| line.side == side && line.count[1 - side] == 0;
            lines.iter().filter(is_own).map(BlockedRay::len).min()
        };
        match (shortest(by), shortest(enemy)) {
            (Some(own), theirs) => theirs.is_none_or(|theirs| own <= theirs),
            (None, Some(_)) => false,
            (None, None) => {
                let closing = |side: usize| lines.iter().filter(|line| line.side != side).count();
                own_count + closing(enemy) > their_count + closing(by)
            }
        }
    }

    fn piece_on(&self, square: Square) -> Content {
        self.content(self.cell(square))
    }

    /// The emperors of a side that have not left and are not on the cell.
    pub fn emperors(&self, board: &ReducedBoard, target: Cell, side: usize) -> SquareSet {
        let mut emperors = SquareSet::default();
        for square in self.special_pieces(side).and_not(&board.gone).iter() {
            let piece = self.piece_on(square);
            if self.owner(piece) == side && self.flags(piece) & EMPEROR != 0 {
                emperors.insert(square);
            }
        }
        emperors.remove(self.square(target));
        emperors
    }

    fn after_leaving(&self, board: &ReducedBoard, square: Square) -> ReducedBoard {
        let mut after = *board;
        let (layout, cell) = (&self.tables().layout, self.cell(square));
        after.occupancy.flip(layout.file(cell), layout.rank(cell));
        after.gone.insert(square);
        after
    }

    /// Plays every capture of the emperors of both sides, those of `by` first. `special`: those
    /// whose squares matter.
    fn play_out(
        &self,
        board: &ReducedBoard,
        target: Cell,
        by: usize,
        emperors: &SquareSet,
        special: &SquareSet,
    ) -> bool {
        let owner = |square: Square| self.owner(self.piece_on(square));
        let others = emperors.and_not(special);
        let alike =
            [0, 1].map(|side| others.iter().filter(|square| owner(*square) == side).collect());
        let special = special.iter().map(|square| (square, owner(square))).collect();
        let mut play_out = PlayOut { target, special, alike, wins: Vec::new() };
        let none = Departed { special: 0, alike: [0; 2] };
        let all = Departed {
            special: (1 << play_out.special.len()) - 1,
            alike: play_out.alike.each_ref().map(Vec::len),
        };
        play_out.wins = vec![None; play_out.index(all) + 1];
        self.captures_last(board, by, none, &mut play_out)
    }

    /// True if `side` captures last after some emperors have left. Those say whose turn it is,
    /// because each side captures with its own.
    fn captures_last(
        &self,
        board: &ReducedBoard,
        side: usize,
        departed: Departed,
        play_out: &mut PlayOut,
    ) -> bool {
        let index = play_out.index(departed);
        if let Some(wins) = play_out.wins[index] {
            return wins;
        }
        let wins_by = |square: Square, departed: Departed, play_out: &mut PlayOut| {
            let after = self.after_leaving(board, square);
            !self.is_attacked_on(&after, play_out.target, 1 - side, EnemyEmperors::Count)
                && !self.captures_last(&after, 1 - side, departed, play_out)
        };
        let mut wins = false;
        for i in 0..play_out.special.len() {
            let (square, owner) = play_out.special[i];
            if !wins && owner == side && departed.special >> i & 1 == 0 {
                let after = Departed { special: departed.special | 1 << i, ..departed };
                wins = wins_by(square, after, play_out);
            }
        }
        let next = play_out.alike[side].get(departed.alike[side]).copied();
        if let Some(square) = next.filter(|_| !wins) {
            let mut after = departed;
            after.alike[side] += 1;
            wins = wins_by(square, after, play_out);
        }
        play_out.wins[index] = Some(wins);
        wins
    }

    /// True if `by` could capture on a cell along a line, by a jump, round a corner or by a rare
    /// move. `emperors`: may an emperor do so, if it moves in these ways too?
    pub fn is_attacked_on(
        &self,
        board: &ReducedBoard,
        target: Cell,
        by: usize,
        emperors: EnemyEmperors,
    ) -> bool {
        let counts =
            |piece: Content| emperors == EnemyEmperors::Count || self.flags(piece) & EMPEROR == 0;
        let rays = self.ray_lengths_in(&board.occupancy, target);
        for (dir, distance) in rays.into_iter().enumerate() {
            let piece = self.content(self.along(target, dir, distance));
            if self.slides_back(by, piece, dir, distance) && counts(piece) {
                return true;
            }
        }
        let is_left = |cell: Cell| !board.gone.contains(self.square(cell));
        let jumps = self.has_any(by, JUMPER)
            && self.jump_sources(by).iter().any(|source| {
                let cell = self.shifted(target, source.delta);
                let piece = self.content(cell);
                source.has(piece) && counts(piece) && is_left(cell)
            });
        let turns = |cell: Cell| {
            let piece = self.content(cell);
            self.owner(piece) == by
                && self.flags(piece) & HOOK != 0
                && counts(piece)
                && cell != target
                && self.turns_on(&board.occupancy, piece, cell, target)
        };
        let captures_rarely = |cell: Cell| {
            let piece = self.content(cell);
            self.owner(piece) == by
                && counts(piece)
                && self.captures_rarely(piece, cell, target, &board.occupancy)
        };
        jumps
            || self.has_any(by, HOOK)
                && self.cells_of(self.special_pieces(by).and_not(&board.gone)).any(turns)
            || self.tables().tests_every_move
                && self.cells_of(self.pieces(by).and_not(&board.gone)).any(captures_rarely)
    }

    /// True if the hook mover on `from` attacks `to` by a turn in this occupancy.
    fn turns_on(&self, occupancy: &Occupancy, piece: Content, from: Cell, to: Cell) -> bool {
        self.corners(from, to).into_iter().flatten().any(|corner| {
            let Some(leg) = self.hook_leg(piece, corner.axis) else { return false };
            let first = self.offset(from, corner.cell);
            let second = self.offset(corner.cell, to);
            let length = self.ray_length_in(occupancy, from, first.dir);
            let is_open = length > first.distance
                || length == first.distance
                    && leg.captures_at_corner
                    && self.is_enemy_at(corner.cell, piece);
            is_open && self.ray_length_in(occupancy, corner.cell, second.dir) >= second.distance
        })
    }

    /// The lines of both sides to a cell that only emperors block.
    fn blocked_lines(
        &self,
        board: &ReducedBoard,
        target: Cell,
        emperors: [(usize, SquareSet); 2],
    ) -> Vec<BlockedRay> {
        let mut lines = Vec::new();
        let mut all = emperors[0].1;
        all.insert_all(&emperors[1].1);
        let mut add = |side: usize, blockers: SquareSet| {
            let mut count = [0; 2];
            for (side, emperors) in emperors {
                count[side] = blockers.and(&emperors).iter().count();
            }
            if count != [0; 2] {
                lines.push(BlockedRay { side, blockers, count });
            }
        };
        for dir in 0..8u8 {
            let (blockers, cell) = self.pass_emperors(board, target, dir, u8::MAX, &all);
            let piece = self.content(cell);
            let distance = self.offset(target, cell).distance;
            let side = self.owner(piece);
            if side < 2 && self.slides_back(side, piece, dir.into(), distance) {
                add(side, blockers);
            }
        }
        for (side, _) in emperors {
            self.add_blocked_rare_lines(board, target, side, &all, &mut add);
            if !self.has_any(side, HOOK) {
                continue;
            }
            for hook_mover in self.cells_of(self.special_pieces(side).and_not(&board.gone)) {
                let piece = self.content(hook_mover);
                let turns = self.owner(piece) == side
                    && self.flags(piece) & (HOOK | EMPEROR) == HOOK
                    && hook_mover != target;
                for corner in self.corners(hook_mover, target).into_iter().flatten() {
                    let leg = self.hook_leg(piece, corner.axis).filter(|_| turns);
                    let blockers = leg.and_then(|leg| {
                        self.emperors_on_hook_path(board, hook_mover, corner, target, leg, &all)
                    });
                    blockers.into_iter().for_each(|blockers| add(side, blockers));
                }
            }
        }
        lines
    }

    /// Adds the lines of a side's rare moves to a cell that only emperors block.
    fn add_blocked_rare_lines(
        &self,
        board: &ReducedBoard,
        target: Cell,
        side: usize,
        emperors: &SquareSet,
        add: &mut impl FnMut(usize, SquareSet),
    ) {
        if !self.tables().tests_every_move {
            return;
        }
        for from in self.cells_of(self.pieces(side).and_not(&board.gone)) {
            let piece = self.content(from);
            if self.owner(piece) != side || self.flags(piece) & EMPEROR != 0 || from == target {
                continue;
            }
            for path in self.rare_paths(piece, from, target) {
                let mut blockers = SquareSet::default();
                let pieces = path.into_iter().filter(|&cell| !self.is_empty(cell));
                pieces.map(|cell| self.square(cell)).for_each(|square| blockers.insert(square));
                let blockers = blockers.and_not(&board.gone);
                if blockers.and_not(emperors).is_empty() {
                    add(side, blockers);
                }
            }
        }
    }

    /// The emperors on a hook mover's path. `None` if another piece blocks it.
    fn emperors_on_hook_path(
        &self,
        board: &ReducedBoard,
        hook_mover: Cell,
        corner: Corner,
        target: Cell,
        leg: HookLeg,
        emperors: &SquareSet,
    ) -> Option<SquareSet> {
        let corner = corner.cell;
        let (first, second) = (self.offset(hook_mover, corner), self.offset(corner, target));
        let (mut blockers, end) =
            self.pass_emperors(board, hook_mover, first.dir, first.distance, emperors);
        if self.offset(hook_mover, end).distance < first.distance {
            return None;
        }
        let is_occupied = !self.is_empty(corner) && !board.gone.contains(self.square(corner));
        let captures =
            || leg.captures_at_corner && self.is_enemy_at(corner, self.content(hook_mover));
        if is_occupied && !captures() {
            if !emperors.contains(self.square(corner)) {
                return None;
            }
            blockers.insert(self.square(corner));
        }
        let (others, end) =
            self.pass_emperors(board, corner, second.dir, second.distance, emperors);
        blockers.insert_all(&others);
        (self.offset(corner, end).distance >= second.distance).then_some(blockers)
    }

    /// Walks up to `len` cells along a line past emperors. Returns the emperors passed, and the
    /// cell of the first other piece or wall, or the last cell.
    fn pass_emperors(
        &self,
        board: &ReducedBoard,
        start: Cell,
        dir: u8,
        len: u8,
        emperors: &SquareSet,
    ) -> (SquareSet, Cell) {
        let (mut passed, mut cell, mut left) = (SquareSet::default(), start, len);
        loop {
            let distance = self.ray_length_in(&board.occupancy, cell, dir);
            if distance >= left {
                return (passed, self.along(cell, dir.into(), left));
            }
            cell = self.along(cell, dir.into(), distance);
            left -= distance;
            let square = self.square(cell);
            if self.content(cell) == WALL || !emperors.contains(square) {
                return (passed, cell);
            }
            passed.insert(square);
        }
    }
}

/// Sorts lines, and drops each line that another line of its side makes redundant: one whose
/// blockers are all among its own.
fn keep_minimal(lines: &mut Vec<BlockedRay>) {
    lines.sort_by(|a, b| {
        a.len()
            .cmp(&b.len())
            .then_with(|| a.blockers.iter().cmp(b.blockers.iter()))
            .then(a.side.cmp(&b.side))
    });
    let mut kept: Vec<BlockedRay> = Vec::new();
    for line in lines.drain(..) {
        let is_redundant = kept.iter().any(|other| {
            other.side == line.side && other.blockers.and_not(&line.blockers).is_empty()
        });
        if !is_redundant {
            kept.push(line);
        }
    }
    *lines = kept;
}

/// True if an emperor blocks two of the lines.
fn share_emperors(lines: &[BlockedRay]) -> bool {
    let mut taken = SquareSet::default();
    lines.iter().any(|line| {
        let shares = !line.blockers.and(&taken).is_empty();
        taken.insert_all(&line.blockers);
        shares
    })
}
