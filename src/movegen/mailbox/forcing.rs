//! The attacker's moves, looked for from the defender's royal outwards.

use super::Mailbox;
use super::shield::Shield;
use super::squares::Squares;
use super::tables::{Cell, EMPEROR, EMPTY, HOOK, MASK, MULTI, ROYAL, SPECIAL};
use crate::position::{Forcing, Move, MoveList};

/// The surroundings of the one royal that is attacked.
#[derive(Clone, Copy, Debug)]
struct Target {
    king: Cell,
    /// For each direction from the royal, the distance of the first cell that is not empty.
    first: [u8; 8],
    /// If an own piece stands there, how far the own slider is that attacks through it; else 0.
    slider: [u8; 8],
    /// Own pieces that alone keep an own hook mover from attacking.
    veils: Squares,
}

impl Mailbox {
    /// Appends the legal moves of the side to move that force.
    pub(super) fn forcing_moves(&mut self, out: &mut MoveList) {
        let side = self.turn;
        let enemy = 1 - side;
        if self.lost(side) || self.phantom[enemy] {
            return;
        }
        let plain =
            self.royal_count[enemy] == 1 && self.count(side, EMPEROR) == 0 && !self.may_end();
        if !plain {
            return self.tested_forcing_moves(out);
        }
        let target = self.target();
        let shield = self.shield();
        for square in self.pieces[side].iter() {
            let from = usize::from(self.t.cell[usize::from(square)]);
            self.forcing_from(from, &target, &shield, out);
        }
        self.forcing_drops(&target, &shield, out);
    }

    /// The forcing moves, each legal move played and tested.
    fn tested_forcing_moves(&mut self, out: &mut MoveList) {
        let mut list = self.list();
        self.legal_moves(&mut list);
        for &m in &list {
            if self.forces(m) {
                out.push(m);
            }
        }
        self.keep(list);
    }

    /// True if a legal move forces.
    fn forces(&mut self, m: Move) -> bool {
        let enemy = 1 - self.turn;
        let takes_royal = self.forcing == Forcing::Royal
            && self.royal_count[enemy] > 0
            && self.victims(m).iter().any(|&v| self.flags(v) & ROYAL != 0);
        if takes_royal {
            return true;
        }
        self.make(m);
        let forces = self.lost(enemy)
            || match self.forcing {
                Forcing::Check => self.all_capturable(enemy),
                Forcing::Royal => self.any_capturable(enemy),
            };
        self.unmake();
        forces
    }

    fn target(&self) -> Target {
        let side = self.turn;
        let king = usize::from(self.king[1 - side]);
        let mut target = Target { king, first: [0; 8], slider: [0; 8], veils: self.veils(king) };
        for dir in 0..8 {
            let step = self.t.step[dir];
            let (mut cell, mut distance) = (king, 0u8);
            let mut screen = false;
            loop {
                cell = cell.wrapping_add(step) & MASK;
                distance += 1;
                let piece = self.cells[cell];
                if piece == EMPTY {
                    continue;
                }
                if !screen {
                    target.first[dir] = distance;
                    if self.owner(piece) == side {
                        screen = true;
                        continue;
                    }
                } else if self.t.reach[side][usize::from(piece)][dir ^ 4] >= distance {
                    target.slider[dir] = distance;
                }
                break;
            }
        }
        target
    }

    /// True if a piece of the side to move attacks the target from a cell, once it has come there from
    /// `from`; emperors excepted.
    fn checks(&self, piece: u8, from: Option<Cell>, to: Cell, target: &Target) -> bool {
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
            if origin.is_some_and(|o| o.dir == offset.dir && o.distance == first) {
                let mut cell = target.king;
                let open = (1..offset.distance).all(|_| {
                    cell = cell.wrapping_add(self.t.step[dir]) & MASK;
                    self.cells[cell] == EMPTY || Some(cell) == from
                });
                if open {
                    return true;
                }
            }
        }
        self.jumps(piece, side, to, target.king)
    }

    /// True if a piece that leaves a cell for another lets a slider behind it attack the target.
    fn unveils(&self, from: Cell, to: Cell, target: &Target) -> bool {
        let offset = self.t.offset(target.king, from);
        let dir = usize::from(offset.dir);
        if dir > 7 || target.slider[dir] == 0 || target.first[dir] != offset.distance {
            return false;
        }
        let end = self.t.offset(target.king, to);
        end.dir != offset.dir || end.distance > target.slider[dir]
    }

    fn forcing_from(&mut self, from: Cell, target: &Target, shield: &Shield, out: &mut MoveList) {
        let piece = self.cells[from];
        let side = self.turn;
        let flags = self.flags(piece);
        if flags & SPECIAL & !MULTI != 0 || target.veils.contains(self.t.square[from & MASK]) {
            return self.special_forcing_from(from, target, shield, out);
        }
        let start = out.len();
        let origin = self.square(from);
        let line = self.t.offset(target.king, from);
        let dir = usize::from(line.dir);
        let stands_between = dir < 8 && target.first[dir] == line.distance;
        let slider = if stands_between { target.slider[dir] } else { 0 };
        let mut unsure = false;
        self.landings(piece, from, |to, victim| {
            let offset = self.t.offset(to, target.king);
            let unveils = slider > 0 && (offset.dir != line.dir ^ 4 || offset.distance > slider);
            if !unveils && offset.dir > 7 && offset.probe[side] == 0 && self.t.plain_forms {
                return;
            }
            let choice = self.plain_choice(piece, from, to, victim);
            for change in [false, true] {
                if !(if change { choice.change } else { choice.stay }) {
                    continue;
                }
                let becomes = self.becomes(piece, [EMPTY, EMPTY, victim], change);
                let odd = self.flags(becomes) & (HOOK | EMPEROR) != 0;
                if (unveils || odd || self.checks(becomes, Some(from), to, target))
                    && self.passes_shield(shield, Some(from), to)
                {
                    unsure |= odd;
                    out.push(Move::board(origin, self.square(to), change));
                }
            }
        });
        self.settle(shield, start, out);
        if unsure {
            self.retain_forcing(start, out);
        }
        if flags & MULTI != 0 {
            let mut list = self.list();
            self.detour_forms(from, &mut list);
            self.keep_forcing(&list, from, target, shield, out);
            self.keep(list);
        }
    }

    /// The forcing moves of a piece that needs more than lines and jumps, or among hook movers, which
    /// see round any corner that a move opens.
    fn special_forcing_from(
        &mut self,
        from: Cell,
        target: &Target,
        shield: &Shield,
        out: &mut MoveList,
    ) {
        let mut list = self.list();
        self.candidates_from(from, &mut list);
        self.keep_forcing(&list, from, target, shield, out);
        self.keep(list);
    }

    /// Appends those of a piece's candidates that are legal and force.
    fn keep_forcing(
        &mut self,
        list: &[Move],
        from: Cell,
        target: &Target,
        shield: &Shield,
        out: &mut MoveList,
    ) {
        let piece = self.cells[from & MASK];
        let veil = target.veils.contains(self.t.square[from & MASK]);
        for &m in list {
            let to = self.cell(m.to());
            let simple = m.mids()[0].is_none() && to != from;
            let becomes = self.becomes(piece, self.victims(m), m.changes());
            let flags = self.flags(becomes);
            let sure = self.checks(becomes, Some(from), to, target)
                || simple && self.unveils(from, to, target)
                || simple && flags & HOOK != 0 && self.turns_after(becomes, from, to, target.king);
            let forces = sure
                || (veil || flags & EMPEROR != 0 || !simple && self.may_unveil(m, from, target))
                    && self.forces(m);
            if forces && self.lawful(m, from, shield) && self.trade_allows(m) {
                out.push(m);
            }
        }
    }

    /// True if a piece that has gone from one cell to another attacks the king after a turn.
    fn turns_after(&mut self, piece: u8, from: Cell, to: Cell, king: Cell) -> bool {
        let content = std::mem::replace(&mut self.cells[from & MASK], EMPTY);
        let turns = self.turns_to(piece, to, king);
        self.cells[from & MASK] = content;
        turns
    }

    /// True if a move that empties several cells might thereby open a line.
    fn may_unveil(&self, m: Move, from: Cell, target: &Target) -> bool {
        let on_line = |cell: Cell| self.t.offset(target.king, cell).dir < 8;
        self.count(self.turn, HOOK) > 0
            || on_line(from)
            || m.mids().into_iter().flatten().any(|mid| on_line(self.cell(mid)))
    }

    /// Keeps of the end of a list the moves that force, by playing them.
    fn retain_forcing(&mut self, start: usize, out: &mut MoveList) {
        let mut kept = start;
        for i in start..out.len() {
            if self.forces(out[i]) {
                out[kept] = out[i];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    fn forcing_drops(&mut self, target: &Target, shield: &Shield, out: &mut MoveList) {
        let side = self.turn;
        if self.hands[side].is_empty() || shield.checkers > 1 {
            return;
        }
        for lane in 0..self.t.lanes[side].len() {
            if self.hands[side].count(lane as u8) == 0 {
                continue;
            }
            let start = out.len();
            let piece = self.t.lanes[side][lane].0;
            if self.flags(piece) & HOOK != 0 {
                self.forcing_drops_anywhere(lane, target, shield, out);
                self.settle_drops(lane, shield, start, out);
                continue;
            }
            let reach = self.t.reach[side][usize::from(piece)];
            for dir in 0..8 {
                let mut to = target.king;
                for _ in 0..reach[dir ^ 4].min(target.first[dir] - 1) {
                    to = to.wrapping_add(self.t.step[dir]) & MASK;
                    if self.passes_shield(shield, None, to) {
                        self.drop_on(lane, to, out);
                    }
                }
            }
            for probe in self.t.probes[side].iter().filter(|probe| probe.has(piece)) {
                let to = target.king.wrapping_add(probe.delta) & MASK;
                let offset = self.t.offset(target.king, to);
                let dir = usize::from(offset.dir);
                let on_line = dir < 8
                    && reach[dir ^ 4] >= offset.distance
                    && target.first[dir] > offset.distance;
                if !on_line && self.passes_shield(shield, None, to) {
                    self.drop_on(lane, to, out);
                }
            }
            self.settle_drops(lane, shield, start, out);
        }
    }

    /// Drops of a hook mover, from wherever it checks.
    fn forcing_drops_anywhere(
        &self,
        lane: usize,
        target: &Target,
        shield: &Shield,
        out: &mut MoveList,
    ) {
        let piece = self.t.lanes[self.turn][lane].0;
        for square in 0..self.t.board.squares() {
            let to = usize::from(self.t.cell[square]);
            if self.cells[to] == EMPTY
                && self.passes_shield(shield, None, to)
                && (self.checks(piece, None, to, target) || self.turns_to(piece, to, target.king))
            {
                self.drop_on(lane, to, out);
            }
        }
    }
}
