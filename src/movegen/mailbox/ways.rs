//! How a piece can go, whatever its side may afford, and what it may become at the end.

use super::MailboxEngine;
use super::squares::Squares;
use super::tables::{Cell, EMPEROR, EMPTY, HOOK, MASK, ROYAL};
use crate::position::{Move, MoveList};
use crate::rules::Square;
use crate::rules::options::{Deferral, LionTrade, Promotion};

/// Whether a move may leave the piece as it is, and whether it may change it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub stay: bool,
    pub change: bool,
}

impl Choice {
    const STAYS: Choice = Choice { stay: true, change: false };

    /// Appends the forms of a way.
    pub(super) fn push(self, way: Move, out: &mut MoveList) {
        if self.stay {
            out.push(way);
        }
        if self.change {
            out.push(way.with_change(true));
        }
    }
}

impl MailboxEngine {
    /// Calls `visit` with every cell where a piece could land along a line or by a jump, each once,
    /// and with what it would capture there.
    #[inline]
    pub(super) fn landings(&self, piece: u8, from: Cell, mut visit: impl FnMut(Cell, u8)) {
        let shape = &self.t.shapes[usize::from(piece)];
        let enemy = 1 - self.t.owner[usize::from(piece)];
        for &(dir, range) in shape.slides() {
            let step = self.t.step[usize::from(dir)];
            let mut cell = from;
            for _ in 0..range {
                cell = cell.wrapping_add(step) & MASK;
                let content = self.cells[cell];
                if content == EMPTY {
                    visit(cell, EMPTY);
                    continue;
                }
                if self.t.owner[usize::from(content)] == enemy {
                    visit(cell, content);
                }
                break;
            }
        }
        for leap in &shape.leaps {
            let cell = from.wrapping_add(leap.delta) & MASK;
            let content = self.cells[cell];
            if content != EMPTY && self.t.owner[usize::from(content)] != enemy {
                continue;
            }
            if leap.shadow.is_none_or(|dir| !self.clear(from, dir, leap.distance)) {
                visit(cell, content);
            }
        }
    }

    /// Every way in which a piece can go straight to another cell, unchanged; of hook movers' ways those that end within some
    /// squares, if such are given.
    pub(super) fn straight_ways(
        &mut self,
        from: Cell,
        within: Option<&Squares>,
        out: &mut MoveList,
    ) {
        let piece = self.cells[from];
        let start = out.len();
        if self.flags(piece) & EMPEROR != 0 {
            self.emperor_ways(from, out);
        }
        if self.flags(piece) & HOOK != 0 {
            let origin = self.square(from);
            let reached = self.hook_reach(from);
            let reached = within.map_or(reached, |within| reached.and(within));
            out.extend(reached.iter().map(|to| Move::board(origin, Square(to))));
        } else {
            let origin = self.square(from);
            self.landings(piece, from, |to, _| {
                out.push(Move::board(origin, self.square(to)));
            });
        }
        if self.flags(piece) & EMPEROR != 0 && self.t.shapes[usize::from(piece)].overlaps {
            distinct(out, start);
        }
    }

    /// Every way in which a piece can pass or capture on the way, unchanged: each once, unless the
    /// order of captures tells two apart.
    pub(super) fn detours(&self, from: Cell, out: &mut MoveList) {
        let start = out.len();
        let shape = &self.t.shapes[usize::from(self.cells[from])];
        self.passes(from, out);
        if shape.lion == 2 {
            self.lion_ways(from, out);
        } else if shape.lion > 2 {
            self.tour_ways(from, from, shape.lion, [None; 2], out);
        }
        for &dir in &shape.lines {
            self.line_ways(from, dir, out);
        }
        if shape.dog {
            for dir in 0..8 {
                self.dog_ways(from, dir, shape.dog_back, out);
            }
        }
        for &(dir, after_capture) in &shape.hooks {
            if after_capture {
                self.second_captures(from, dir, out);
            }
        }
        if shape.overlaps {
            distinct(out, start);
        }
    }

    pub(super) fn enemy_at(&self, cell: Cell, piece: u8) -> bool {
        self.owner(self.content(cell)) == 1 - self.owner(piece)
    }

    /// Open for the end of a move: no own piece, no wall.
    pub(super) fn open_at(&self, cell: Cell, from: Cell) -> bool {
        let piece = self.cells[from];
        cell != from && (self.content(cell) == EMPTY || self.enemy_at(cell, piece))
    }

    fn through(&self, from: Cell, mids: [Option<Cell>; 2], to: Cell) -> Move {
        let square = |cell: Cell| self.square(cell & MASK);
        Move::through(square(from), mids.map(|mid| mid.map(square)), square(to))
    }

    pub(super) fn next(&self, cell: Cell, dir: u8) -> Cell {
        cell.wrapping_add(self.t.step[usize::from(dir)]) & MASK
    }

    fn passes(&self, from: Cell, out: &mut MoveList) {
        let shape = &self.t.shapes[usize::from(self.cells[from])];
        let empty = |dir: u8| self.content(self.next(from, dir)) == EMPTY;
        let all = shape.lion > 0 || shape.dog && self.t.liondog_pass;
        if all && (0..8).any(empty) || shape.lines.iter().any(|&dir| empty(dir)) {
            out.push(Move::board(self.square(from), self.square(from)));
        }
    }

    fn lion_ways(&self, from: Cell, out: &mut MoveList) {
        let piece = self.cells[from];
        for first in 0..8 {
            let mid = self.next(from, first);
            if !self.enemy_at(mid, piece) {
                continue;
            }
            for second in 0..8 {
                let to = self.next(mid, second);
                if to == from || self.open_at(to, from) {
                    out.push(self.through(from, [Some(mid), None], to));
                }
            }
        }
    }

    /// The captures on the way of a lion of three steps, with repetitions.
    fn tour_ways(
        &self,
        from: Cell,
        at: Cell,
        steps: u8,
        taken: [Option<Cell>; 2],
        out: &mut MoveList,
    ) {
        let piece = self.cells[from];
        for dir in 0..8 {
            let next = self.next(at, dir);
            if self.t.owner[usize::from(self.cells[next])] == 3 {
                continue;
            }
            // Back where it captured: that capture is the one at the end.
            let mids = match taken {
                [Some(first), second] if first == next => [second, None],
                [first, Some(second)] if second == next => [first, None],
                _ => taken,
            };
            if mids[0].is_some() && (next == from || self.open_at(next, from)) {
                out.push(self.through(from, mids, next));
            }
            if steps > 1 {
                self.tour_ways(from, next, steps - 1, taken, out);
                if self.enemy_at(next, piece) && !taken.contains(&Some(next)) {
                    let more = match taken {
                        [None, _] => [Some(next), None],
                        [first, _] => [first, Some(next)],
                    };
                    self.tour_ways(from, next, steps - 1, more, out);
                }
            }
        }
    }

    fn line_ways(&self, from: Cell, dir: u8, out: &mut MoveList) {
        let mid = self.next(from, dir);
        if !self.enemy_at(mid, self.cells[from]) {
            return;
        }
        out.push(self.through(from, [Some(mid), None], from));
        let to = self.next(mid, dir);
        if self.open_at(to, from) {
            out.push(self.through(from, [Some(mid), None], to));
        }
    }

    fn dog_ways(&self, from: Cell, dir: u8, back: bool, out: &mut MoveList) {
        let piece = self.cells[from];
        let first = self.next(from, dir);
        if self.content(first) == super::tables::WALL {
            return;
        }
        let second = self.next(first, dir);
        let third = self.next(second, dir);
        let takes = [first, second].map(|mid| self.enemy_at(mid, piece));
        if takes[0] {
            out.push(self.through(from, [Some(first), None], from));
            if self.open_at(second, from) {
                out.push(self.through(from, [Some(first), None], second));
            }
        }
        // Beyond the edge there is another wall, so that the third is one if the second is.
        if self.open_at(third, from) {
            if takes[0] {
                out.push(self.through(from, [Some(first), None], third));
            }
            if takes[1] {
                out.push(self.through(from, [Some(second), None], third));
            }
            if takes[0] && takes[1] {
                out.push(self.through(from, [Some(first), Some(second)], third));
            }
        }
        if back && takes[1] && self.open_at(first, from) {
            out.push(self.through(from, [Some(second), None], first));
        }
    }

    /// Where a piece with hook movement gets straight, whatever the route.
    pub(super) fn hook_reach(&self, from: Cell) -> Squares {
        let piece = self.cells[from & MASK];
        let mut reached = Squares::default();
        self.landings(piece, from, |to, _| reached.insert(self.t.square[to & MASK]));
        // A capture on the way is no straight move.
        reached.insert_all(&self.turns(&self.lines, from, piece, false));
        reached.and_not(&self.pieces[self.owner(piece)])
    }

    /// The ways of a hook mover that goes on after a capture at the end of its first leg.
    fn second_captures(&self, from: Cell, dir: u8, out: &mut MoveList) {
        let piece = self.cells[from];
        let mut corner = self.next(from, dir);
        while self.cells[corner] == EMPTY {
            corner = self.next(corner, dir);
        }
        if self.enemy_at(corner, piece) {
            for turn in [(dir + 2) % 8, (dir + 6) % 8] {
                self.leg(corner, turn, piece, &mut |to| {
                    out.push(self.through(from, [Some(corner), None], to));
                });
            }
        }
    }

    /// Calls `visit` with the cells of a slide that does not start at its piece.
    fn leg(&self, start: Cell, dir: u8, piece: u8, visit: &mut impl FnMut(Cell)) {
        let mut cell = self.next(start, dir);
        while self.cells[cell] == EMPTY {
            visit(cell);
            cell = self.next(cell, dir);
        }
        if self.enemy_at(cell, piece) {
            visit(cell);
        }
    }

    /// To any cell, but on no protected piece, and onto no attacked cell unless its side has another
    /// royal.
    fn emperor_ways(&mut self, from: Cell, out: &mut MoveList) {
        let piece = self.cells[from];
        let side = self.owner(piece);
        let own = u16::from(self.flags(piece) & ROYAL != 0);
        let another = self.phantom[side] || self.royal_count[side] > own;
        let perils = self.perils(from, self.t.emperor_guards);
        for square in 0..self.t.board.squares() {
            let to = usize::from(self.t.cell[square]);
            if !self.open_at(to, from) {
                continue;
            }
            let safe = another && self.cells[to] == EMPTY || !perils.contains(square as u16);
            if safe {
                out.push(Move::board(self.square(from), self.square(to)));
            }
        }
    }

    /// What a move captures: on the two squares on the way and on the final one.
    #[inline]
    pub(super) fn victims(&self, m: Move) -> [u8; 3] {
        if m.is_straight() {
            return [EMPTY, EMPTY, self.content(self.cell(m.to()))];
        }
        let [first, second] = m.mids();
        let to = (m.from() != Some(m.to())).then_some(m.to());
        let at = |square: Option<Square>| square.map_or(EMPTY, |s| self.cells[self.cell(s)]);
        [at(first), at(second), at(to)]
    }

    /// True if a move captures a piece with one of these flags.
    #[inline(always)]
    pub(super) fn takes(&self, m: Move, flags: u8) -> bool {
        if m.is_straight() {
            return self.flags(self.content(self.cell(m.to()))) & flags != 0;
        }
        self.takes_on_the_way(m, flags)
    }

    fn takes_on_the_way(&self, m: Move, flags: u8) -> bool {
        self.victims(m).into_iter().any(|victim| self.flags(victim) & flags != 0)
    }

    /// The piece that moves or is dropped, and what it is after the move.
    #[inline(always)]
    pub(super) fn before_and_after(&self, m: Move) -> [u8; 2] {
        let piece = match m.from() {
            Some(from) => self.content(self.cell(from)),
            None => self.lane_piece(m),
        };
        // What was captured matters to what changes alone.
        [piece, if m.changes() { self.changed(piece, m) } else { piece }]
    }

    fn changed(&self, piece: u8, m: Move) -> u8 {
        self.becomes(piece, self.victims(m), true)
    }

    /// Appends the forms of a way.
    pub(super) fn forms(&self, way: Move, out: &mut MoveList) {
        let Some(from) = way.from() else { return };
        let from = self.cell(from);
        let choice = self.choice(self.cells[from], from, self.cell(way.to()), way);
        choice.push(way, out);
    }

    /// What a piece that goes straight from one cell to another may do at its end.
    #[inline]
    pub(super) fn plain_choice(&self, piece: u8, from: Cell, to: Cell, victim: u8) -> Choice {
        let promotes = self.t.promotes[usize::from(piece)] != EMPTY;
        let catches = self.t.contagion && victim != EMPTY;
        let quiet = victim == EMPTY && self.t.promotion == Promotion::ByCapture;
        if !promotes && !catches || quiet {
            return Choice::STAYS;
        }
        let side = self.owner(piece);
        let zones = self.t.zone[from & MASK] | self.t.zone[to & MASK];
        let may = zones >> side & 1 == 1;
        if self.t.promotion == Promotion::ZoneTouch && self.t.deferral == Deferral::None {
            return Choice { stay: !(may && self.must_promote(piece, to)), change: may };
        }
        // Far from the zone nothing promotes; the last rank is for second chances, whatever the zone.
        let last = self.t.last[to & MASK] >> side & 1 == 1;
        if self.t.promotion != Promotion::ByCapture && !may && !last {
            return Choice::STAYS;
        }
        self.choice_after(piece, from, to, [EMPTY, EMPTY, victim], [None; 2])
    }

    fn must_promote(&self, piece: u8, to: Cell) -> bool {
        self.t.forced && self.t.dead[usize::from(piece)].contains(self.t.square[to & MASK])
    }

    /// What the piece that goes this way may do at its end.
    fn choice(&self, piece: u8, from: Cell, to: Cell, way: Move) -> Choice {
        let promotes = self.t.promotes[usize::from(piece)] != EMPTY;
        if !promotes && !self.t.contagion {
            return Choice::STAYS;
        }
        self.choice_after(piece, from, to, self.victims(way), way.mids())
    }

    /// The same, of a piece that captures these.
    fn choice_after(
        &self,
        piece: u8,
        from: Cell,
        to: Cell,
        victims: [u8; 3],
        mids: [Option<Square>; 2],
    ) -> Choice {
        let promotes = self.t.promotes[usize::from(piece)] != EMPTY;
        if let Some(kind) = self.infected(piece, victims) {
            return Choice { stay: kind == piece, change: kind != piece };
        }
        if !promotes {
            return Choice::STAYS;
        }
        let side = self.owner(piece);
        let inside = |cell: Cell| self.t.zone[cell & MASK] >> side & 1 == 1;
        let quiet = victims == [EMPTY; 3];
        let may = match self.t.promotion {
            Promotion::None => false,
            Promotion::ByCapture => {
                let must = self.t.always_promote
                    || victims.iter().any(|&v| self.t.is_promoted[usize::from(v)]);
                return Choice { stay: quiet || !must, change: !quiet };
            }
            Promotion::ZoneTouch => {
                (inside(from) || inside(to))
                    && !(self.t.deferral != Deferral::None
                        && quiet
                        && self.deferred.contains(self.t.square[from & MASK]))
            }
            Promotion::ZoneEntryOrCapture => {
                let on_the_way = || mids.into_iter().flatten().map(|s| self.cell(s));
                !inside(from) && inside(to)
                    || !quiet && (inside(from) || inside(to) || on_the_way().any(inside))
                    || quiet
                        && self.t.second_chance[usize::from(piece)]
                        && self.t.last[to & MASK] >> side & 1 == 1
            }
        };
        Choice { stay: !(may && self.must_promote(piece, to)), change: may }
    }

    /// True if the rules of lion trading allow a move.
    pub(super) fn trade_allows(&mut self, m: Move) -> bool {
        use super::tables::LION;
        if self.t.trade == LionTrade::None || self.count(1 - self.turn, LION) == 0 {
            return true;
        }
        let Some(from) = m.from() else { return true };
        let victims = self.victims(m);
        if victims.iter().all(|&v| self.flags(v) & LION == 0) {
            return true;
        }
        let [first, second] = m.mids();
        let squares = [first, second, Some(m.to())];
        let mover_is_lion = self.flags(self.cells[self.cell(from)]) & LION != 0;
        (0..3).all(|i| {
            let Some(lion) = squares[i].filter(|_| self.flags(victims[i]) & LION != 0) else {
                return true;
            };
            if !mover_is_lion {
                return self.counter_strike.is_none_or(|x| x == lion);
            }
            let (a, b) = (self.cell(from), self.cell(lion));
            let near = self.t.file[a].abs_diff(self.t.file[b]) <= 1
                && self.t.rank[a].abs_diff(self.t.rank[b]) <= 1;
            let substantial = (0..3)
                .any(|j| j != i && victims[j] != EMPTY && !self.t.minor[usize::from(victims[j])]);
            near || substantial || !self.protected(m, squares, victims, i)
        })
    }

    /// True if, after the move, an enemy could capture where victim number `lion` stood.
    fn protected(
        &mut self,
        m: Move,
        squares: [Option<crate::rules::Square>; 3],
        victims: [u8; 3],
        lion: usize,
    ) -> bool {
        let Some(target) = squares[lion].map(|square| self.cell(square)) else { return false };
        let enemy = 1 - self.turn;
        self.try_out(m);
        let mut held = self.guarded(target, enemy);
        if self.t.trade == LionTrade::Lishogi {
            // A pawn or go-between taken on the way still protects.
            for i in 0..3 {
                let Some(cell) = squares[i].map(|square| self.cell(square)) else { continue };
                if i == lion || !self.t.minor[usize::from(victims[i])] {
                    continue;
                }
                let content = self.set(cell, victims[i]);
                held |= self.captures(victims[i], cell, target);
                self.set(cell, content);
            }
        }
        self.unmake();
        held
    }
}

/// Sorts the end of a list and leaves out repetitions.
fn distinct(list: &mut MoveList, start: usize) {
    list[start..].sort_unstable();
    let mut kept = start;
    for i in start..list.len() {
        if i == start || list[i] != list[i - 1] {
            list[kept] = list[i];
            kept += 1;
        }
    }
    list.truncate(kept);
}
