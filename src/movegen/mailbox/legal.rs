//! Legal moves: what the shield allows, evasions alone where there is a check, and play-and-test for
//! the rest.

use super::MailboxEngine;
use super::shield::{Safety, Shield};
use super::squares::Squares;
use super::tables::{Cell, EMPEROR, EMPTY, JUMPS, MAKER, MASK, MULTI, ROYAL, SPECIAL};
use crate::position::{Move, MoveList};
use crate::rules::options::LionTrade;

impl MailboxEngine {
    /// Appends the legal moves of the side to move.
    pub(super) fn legal_moves(&mut self, out: &mut MoveList) {
        if self.lost(self.turn) {
            return;
        }
        if self.may_end() {
            return self.tested_moves(out, self.t.free);
        }
        let shield = self.shield();
        if shield.answers.is_some() {
            self.evasions(&shield, out);
        } else {
            for square in self.pieces[self.turn].iter() {
                self.moves_from(usize::from(self.t.cell[usize::from(square)]), &shield, out);
            }
            self.drops(&shield, out);
        }
    }

    /// True if the side to move might capture the last royal, or the game is over already: then the
    /// short cuts do not hold, for capturing it is legal whatever else the move does. After a legal
    /// move under strict safety this cannot be.
    pub(super) fn may_end(&mut self) -> bool {
        let enemy = 1 - self.turn;
        self.lost(enemy) || (self.played.is_empty() || self.t.free) && self.all_capturable(enemy)
    }

    /// The legal moves, each played and tested.
    pub(super) fn tested_moves(&mut self, out: &mut MoveList, free: bool) {
        let mut list = self.list();
        self.candidates(&mut list);
        for &m in &list {
            if self.permits(m, free) {
                out.push(m);
            }
        }
        self.keep(list);
    }

    /// Everything that the pieces of the side to move could do, drops included.
    pub(super) fn candidates(&mut self, out: &mut MoveList) {
        for square in self.pieces[self.turn].iter() {
            self.candidates_from(usize::from(self.t.cell[usize::from(square)]), out);
        }
        self.possible_drops(out);
    }

    pub(super) fn candidates_from(&mut self, from: Cell, out: &mut MoveList) {
        self.candidates_within(from, None, out);
    }

    /// The same, but straight moves of a hook mover only to some squares, if such are given.
    fn candidates_within(&mut self, from: Cell, within: Option<&Squares>, out: &mut MoveList) {
        let mut ways = self.list();
        self.straight_ways(from, within, &mut ways);
        for &way in &ways {
            self.forms(way, out);
        }
        self.keep(ways);
        self.detour_forms(from, out);
    }

    /// Everything that the piece on `from` could do but go straight to another square.
    pub(super) fn detour_forms(&mut self, from: Cell, out: &mut MoveList) {
        let start = out.len();
        let mut ways = self.list();
        self.detours(from, &mut ways);
        for &way in &ways {
            self.forms(way, out);
        }
        self.keep(ways);
        if self.t.shapes[usize::from(self.cells[from])].lion > 2 {
            self.merge_orders(out, start);
        }
    }

    /// Of two moves that differ in the order of captures alone, and with the same result, the one
    /// with the lesser square first stands for both.
    fn merge_orders(&self, out: &mut MoveList, start: usize) {
        let all = out[start..].to_vec();
        let result = |m: Move| {
            let from = m.from().map_or(0, |from| self.cell(from));
            self.becomes(self.cells[from], self.victims(m), m.changes())
        };
        let mut i = start;
        while i < out.len() {
            let m = out[i];
            let doubled = match (m.mids(), m.from()) {
                ([Some(first), Some(second)], Some(from)) if first > second => {
                    let other = Move::through(from, [Some(second), Some(first)], m.to())
                        .with_change(m.changes());
                    all.contains(&other) && result(m) == result(other)
                }
                _ => false,
            };
            if doubled {
                out.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// True if a candidate is legal, by playing it. `free`: whatever happens to the own royals.
    pub(super) fn permits(&mut self, m: Move, free: bool) -> bool {
        let side = self.turn;
        self.try_out(m);
        if self.lost(1 - side) {
            self.unmake();
            return true;
        }
        let safe = free || !self.all_capturable(side);
        let pawn = safe && self.t.uchifuzume && m.from().is_none() && self.dropped_a_pawn(m);
        let mates = pawn && self.all_capturable(1 - side) && !self.has_safe_reply();
        self.unmake();
        safe && !mates && self.trade_allows(m)
    }

    /// True if the own royals are safe after a candidate.
    pub(super) fn is_safe(&mut self, m: Move, shield: &Shield) -> bool {
        if let Some(exposed) = shield.exposed {
            if !self.concerns_royals(m) {
                return !exposed;
            }
            if let Some(safe) = self.is_safe_for_several(m) {
                return safe;
            }
        }
        let side = self.turn;
        self.try_out(m);
        let safe = !self.all_capturable(side);
        self.unmake();
        safe
    }

    /// With several royals that lines do not concern: whether they are safe after a move, if it leaves two or three of them.
    fn is_safe_for_several(&self, m: Move) -> Option<bool> {
        let side = self.turn;
        let (from, to) = (self.cell(m.from()?), self.cell(m.to()));
        let (mut royals, count) = self.royal_cells(side);
        let royals = &mut royals[..count];
        let [before, after] = self.before_and_after(m).map(|piece| self.flags(piece) & ROYAL);
        if !m.is_straight() || before != after || usize::from(self.royal_count[side]) != count {
            return None;
        }
        royals.iter_mut().filter(|royal| **royal == from).for_each(|royal| *royal = to);
        Some(!self.threatens_all(1 - side, royals, Some(to)))
    }

    /// True if a move changes which royals the side to move has or where they are, or captures a piece that
    /// captures several at once.
    fn concerns_royals(&self, m: Move) -> bool {
        let royal =
            self.before_and_after(m).into_iter().any(|piece| self.flags(piece) & ROYAL != 0);
        royal || self.takes(m, MULTI)
    }

    /// Appends the legal moves of the piece on `from`.
    pub(super) fn moves_from(&mut self, from: Cell, shield: &Shield, out: &mut MoveList) {
        let piece = self.cells[from & MASK];
        let flags = self.flags(piece);
        if flags & SPECIAL & !MULTI != 0 {
            return self.special_moves(from, shield, out);
        }
        let start = out.len();
        let origin = self.square(from);
        self.landings(piece, from, |to, victim| {
            if self.passes_shield(shield, Some(from), to) {
                let way = Move::board(origin, self.square(to));
                self.plain_choice(piece, from, to, victim).push(way, out);
            }
        });
        self.settle(shield, start, out);
        if flags & MULTI != 0 {
            let mut list = self.list();
            self.detour_forms(from, &mut list);
            for &m in &list {
                if self.lawful(m, from, shield) && self.trade_allows(m) {
                    out.push(m);
                }
            }
            self.keep(list);
        }
    }

    /// Drops from the end of a list what the shield could not judge and is not legal.
    pub(super) fn settle(&mut self, shield: &Shield, start: usize, out: &mut MoveList) {
        let test = !shield.is_exact();
        if !test && self.t.trade == LionTrade::None {
            return;
        }
        let mut kept = start;
        for i in start..out.len() {
            let m = out[i];
            let told = || self.is_told(shield, m.from().map(|s| self.cell(s)), self.cell(m.to()));
            if (!test || told() || self.is_safe(m, shield)) && self.trade_allows(m) {
                out[kept] = m;
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    fn special_moves(&mut self, from: Cell, shield: &Shield, out: &mut MoveList) {
        if self.is_plain_king(from, shield) {
            return self.king_moves(shield, out);
        }
        if from == shield.king
            && let Some(held) = &shield.held
            && self.t.shapes[usize::from(self.cells[from])].only_emperor
        {
            return self.emperor_moves(from, held, out);
        }
        let mut list = self.list();
        // A second royal answers every check.
        let answers = self.flags(self.cells[from & MASK]) & (ROYAL | EMPEROR | MAKER) == 0;
        let within = shield.answers.as_ref().filter(|_| answers);
        self.candidates_within(from, within, &mut list);
        let mut before = None;
        for &m in &list {
            // Both forms of a royal's move are equally safe.
            let safe = match before {
                Some((way, safe)) if way == m.with_change(false) && from == shield.king => safe,
                _ => self.lawful(m, from, shield),
            };
            before = Some((m.with_change(false), safe));
            if safe && self.trade_allows(m) {
                out.push(m);
            }
        }
        self.keep(list);
    }

    /// True if a candidate of a special piece leaves the own royals safe.
    pub(super) fn lawful(&mut self, m: Move, from: Cell, shield: &Shield) -> bool {
        match shield.safety {
            Safety::Open => true,
            Safety::Several => self.is_safe(m, shield),
            Safety::Single => {
                let to = self.cell(m.to());
                let simple = m.is_straight();
                if simple
                    && from == shield.king
                    && let Some(held) = &shield.held
                {
                    return !held.contains(m.to().0);
                }
                let told = simple && from != shield.king && self.is_told(shield, Some(from), to);
                if !simple || shield.unsure && !told {
                    let hopeless = simple
                        && from != shield.king
                        && !m.changes()
                        && !self.passes_shield(shield, Some(from), to);
                    return !hopeless && self.is_safe(m, shield);
                }
                if from == shield.king {
                    return self.royal_is_safe(from, to);
                }
                let [_, becomes] = self.before_and_after(m);
                if self.flags(becomes) & ROYAL != 0 {
                    return self.is_safe(m, shield);
                }
                self.passes_shield(shield, Some(from), to)
            }
        }
    }

    /// True if the piece is the single royal of its side and only steps, and what attacks it can be told at once.
    pub(super) fn is_plain_king(&self, from: Cell, shield: &Shield) -> bool {
        from == shield.king
            && shield.safety == Safety::Single
            && !shield.unsure
            && self.flags(self.cells[from & MASK]) & SPECIAL == ROYAL
    }

    /// Appends the legal moves of a plain king.
    fn king_moves(&mut self, shield: &Shield, out: &mut MoveList) {
        let from = shield.king;
        let start = out.len();
        let royal = self.set(from, EMPTY);
        let enemy = 1 - self.turn;
        let origin = self.square(from);
        self.landings(royal, from, |to, victim| {
            if !self.hit_plainly(to, enemy) && !self.hit_round_a_corner(to, enemy) {
                let way = Move::board(origin, self.square(to));
                self.plain_choice(royal, from, to, victim).push(way, out);
            }
        });
        self.set(from, royal);
        self.settle(shield, start, out);
    }

    /// Appends the legal moves of a royal that goes anywhere, but where it would be attacked.
    fn emperor_moves(&mut self, from: Cell, held: &Squares, out: &mut MoveList) {
        let (piece, origin) = (self.cells[from & MASK], self.square(from));
        for to in self.t.board.iter() {
            let cell = self.cell(to);
            if held.contains(to.0) || !self.open_at(cell, from) {
                continue;
            }
            let way = Move::board(origin, to);
            if self.trade_allows(way) {
                self.plain_choice(piece, from, cell, self.cells[cell]).push(way, out);
            }
        }
    }

    /// True if no enemy but an emperor could capture the royal once it has gone from one cell to another.
    fn royal_is_safe(&mut self, from: Cell, to: Cell) -> bool {
        let royal = self.set(from, EMPTY);
        let enemy = 1 - self.owner(royal);
        let hit = self.hit_plainly(to, enemy) || self.hit_round_a_corner(to, enemy);
        self.set(from, royal);
        !hit
    }

    /// Appends the legal answers to a check of a single royal.
    fn evasions(&mut self, shield: &Shield, out: &mut MoveList) {
        self.special_moves(shield.king, shield, out);
        for square in self.special[self.turn].iter() {
            let from = usize::from(self.t.cell[usize::from(square)]);
            if from != shield.king {
                self.moves_from(from, shield, out);
            }
        }
        if shield.checkers > 1 {
            return;
        }
        let start = out.len();
        self.each_answer(shield, |to| self.moves_to(to, shield, out));
        self.settle(shield, start, out);
        self.drops(shield, out);
    }

    /// Appends the moves of plain pieces to a cell that holds no own piece, as far as the shield
    /// allows them.
    pub(super) fn moves_to(&self, to: Cell, shield: &Shield, out: &mut MoveList) {
        let side = self.turn;
        let victim = self.cells[to & MASK];
        let mut add = |from: Cell, piece: u8| {
            if self.flags(piece) & SPECIAL == 0 && self.passes_shield(shield, Some(from), to) {
                let way = Move::board(self.square(from), self.square(to));
                self.plain_choice(piece, from, to, victim).push(way, out);
            }
        };
        for (dir, stop) in self.stops(to).into_iter().enumerate() {
            let from = self.along(to, dir, stop);
            let piece = self.cells[from];
            if self.t.reach[side][usize::from(piece)][dir ^ 4] >= stop {
                add(from, piece);
            }
        }
        if self.count(side, JUMPS) == 0 {
            return;
        }
        for probe in &self.probes[side] {
            let from = to.wrapping_add(probe.delta) & MASK;
            let piece = self.cells[from];
            if probe.has(piece) && !self.slides_to(piece, from, to) {
                add(from, piece);
            }
        }
    }

    /// True if the piece reaches a cell along a line.
    fn slides_to(&self, piece: u8, from: Cell, to: Cell) -> bool {
        let offset = self.t.offset(from, to);
        let reach = &self.t.reach[self.owner(piece)][usize::from(piece)];
        offset.dir < 8
            && reach[usize::from(offset.dir)] >= offset.distance
            && self.clear(from, offset.dir, offset.distance)
    }
}
