//! The attacker's moves, looked for from the defender's royal outwards.

use super::Mailbox;
use super::shield::Shield;
use super::tables::{Cell, EMPEROR, EMPTY, HOOK, MASK, ROYAL, SPECIAL};
use crate::position::{Forcing, Move, MoveList};

/// The surroundings of the one royal that is attacked.
#[derive(Clone, Copy, Debug)]
struct Target {
    king: Cell,
    /// For each direction from the royal, the distance of the first cell that is not empty.
    first: [u8; 8],
    /// If an own piece stands there, how far the own slider is that attacks through it; else 0.
    slider: [u8; 8],
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
        let mut target = Target { king, first: [0; 8], slider: [0; 8] };
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
        if self.flags(piece) & SPECIAL != 0 || self.count(side, HOOK) > 0 {
            return self.special_forcing_from(from, target, shield, out);
        }
        let start = out.len();
        let mut unsure = false;
        self.landings(piece, from, |to, victim| {
            let unveils = self.unveils(from, to, target);
            let way = Move::board(self.square(from), self.square(to), false);
            let choice = self.choice(piece, from, to, way);
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
                    out.push(way.with_change(change));
                }
            }
        });
        self.settle(shield, start, out);
        if unsure {
            self.retain_forcing(start, out);
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
        let piece = self.cells[from];
        for &m in &list {
            let to = self.cell(m.to());
            let simple = m.mids()[0].is_none() && to != from;
            let becomes = self.becomes(piece, self.victims(m), m.changes());
            let sure = simple
                && (self.unveils(from, to, target) || self.checks(becomes, Some(from), to, target));
            let possible = sure
                || !simple
                || self.count(self.turn, HOOK) > 0
                || self.flags(becomes) & (HOOK | EMPEROR) != 0;
            if possible
                && (sure || self.forces(m))
                && self.lawful(m, from, shield)
                && self.trade_allows(m)
            {
                out.push(m);
            }
        }
        self.keep(list);
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
        let start = out.len();
        for lane in 0..self.t.lanes[side].len() {
            if self.hands[side].count(lane as u8) == 0 {
                continue;
            }
            let piece = self.t.lanes[side][lane].0;
            if self.flags(piece) & HOOK != 0 {
                self.forcing_drops_anywhere(lane, target, out);
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
        }
        self.settle_drops(shield, start, out);
    }

    /// Drops of a hook mover, from wherever it checks.
    fn forcing_drops_anywhere(&self, lane: usize, target: &Target, out: &mut MoveList) {
        let piece = self.t.lanes[self.turn][lane].0;
        for square in 0..self.t.board.squares() {
            let to = usize::from(self.t.cell[square]);
            if self.cells[to] == EMPTY
                && (self.checks(piece, None, to, target) || self.turns_to(piece, to, target.king))
            {
                self.drop_on(lane, to, out);
            }
        }
    }
}
