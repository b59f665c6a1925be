//! The attacker's moves, looked for from the defender's royals outwards: direct attacks by where a
//! piece lands and what it becomes, discovered ones by where it comes from. What captures on the way,
//! unblocks a hook mover's path or may take a royal's last guard against an emperor is played and tested.

use super::MailboxEngine;
use super::guards::Guards;
use super::shield::Shield;
use super::tables::{Cell, EMPEROR, EMPTY, HOOK, MASK, MULTI, ROYAL, SPECIAL};
use super::target::{MOST_TARGETS, Target};
use super::threats::{Seen, Threats};
use super::turns::Turning;
use crate::position::{Forcing, Move, MoveList};
use crate::rules::Square;

/// What is to be attacked.
struct Aim<'a> {
    targets: &'a [Target],
    /// What keeps an own emperor from capturing it.
    guards: Option<&'a Guards>,
}

impl MailboxEngine {
    /// Appends the legal moves of the side to move that force.
    pub(super) fn forcing_moves(&mut self, out: &mut MoveList) {
        let side = self.turn;
        let enemy = 1 - side;
        if self.lost(side) || self.phantom[enemy] {
            return;
        }
        let royals = self.royal_count[enemy];
        let emperors = self.count(side, EMPEROR);
        let threats = if royals > 1 { self.threats() } else { None };
        // Several royals must not be attacked yet: else whatever leaves the attack alone forces.
        let by_targets = (emperors == 0
            || emperors == 1 && royals == 1 && self.hands[side].is_empty())
            && (!self.t.emperor_drops || self.hands[side].is_empty())
            && !self.may_end()
            && (royals == 1
                || self.forcing == Forcing::Royal
                    && usize::from(royals) <= MOST_TARGETS
                    && match &threats {
                        Some(threats) => threats.is_empty(),
                        None => !self.any_capturable(enemy),
                    });
        if !by_targets {
            return self.tested_forcing_moves(threats.or_else(|| self.threats()), out);
        }
        let targets = &self.targets()[..usize::from(royals)];
        let guards = if emperors > 0 { self.guards(enemy) } else { None };
        let aim = Aim { targets, guards: guards.as_deref() };
        let shield = self.shield();
        for square in self.pieces[side].iter() {
            let from = usize::from(self.t.cell[usize::from(square)]);
            self.forcing_from(from, &aim, &shield, out);
        }
        self.forcing_drops(targets, &shield, out);
    }

    /// The forcing moves: of the legal moves those that are seen to force, or do when played.
    fn tested_forcing_moves(&mut self, threats: Option<Threats>, out: &mut MoveList) {
        let mut list = self.list();
        self.legal_moves(&mut list);
        let mut seen = Seen::default();
        for &m in &list {
            let told =
                threats.as_ref().and_then(|threats| self.is_seen_to_force(m, threats, &mut seen));
            if told.unwrap_or_else(|| self.may_force(m) && self.forces(m)) {
                out.push(m);
            }
        }
        self.keep(list);
    }

    /// False only if a legal move cannot force. All of several royals are threatened only by a piece
    /// that captures several, and for that it matters where it stands, not what stands round it; the
    /// exception are hook movers that go on after a capture.
    fn may_force(&self, m: Move) -> bool {
        let side = self.turn;
        let several = self.forcing == Forcing::Check && self.royal_count[1 - side] > 1;
        if !several || self.played.is_empty() || self.t.free || self.goes_on_after_capture(side) {
            return true;
        }
        let [_, becomes] = self.before_and_after(m);
        self.flags(becomes) & MULTI != 0 || self.takes(m, ROYAL)
    }

    /// True if a legal move forces.
    fn forces(&mut self, m: Move) -> bool {
        let enemy = 1 - self.turn;
        let takes_royal =
            self.forcing == Forcing::Royal && self.royal_count[enemy] > 0 && self.takes(m, ROYAL);
        if takes_royal {
            return true;
        }
        self.try_out(m);
        let forces = self.lost(enemy)
            || match self.forcing {
                Forcing::Check => self.all_capturable(enemy),
                Forcing::Royal => self.any_capturable(enemy),
            };
        self.unmake();
        forces
    }

    fn forcing_from(&mut self, from: Cell, aim: &Aim<'_>, shield: &Shield, out: &mut MoveList) {
        let piece = self.cells[from & MASK];
        let flags = self.flags(piece);
        let targets = aim.targets;
        let screens = targets.iter().any(|target| self.screens(from, target));
        let uncovers = aim.guards.is_some() || self.is_veil(from, targets);
        let odd = flags & SPECIAL & !MULTI;
        if odd == HOOK && !screens && !uncovers {
            self.forcing_round_corners(from, aim, shield, out);
        } else if odd != 0 || uncovers {
            let mut list = self.list();
            if !self.captures_last_guard(from, aim, &mut list) {
                self.candidates_from(from, &mut list);
            }
            self.keep_forcing(&list, from, aim, shield, out);
            self.keep(list);
            return;
        } else {
            self.forcing_straight(from, aim, screens, shield, out);
        }
        if flags & MULTI != 0 {
            let mut list = self.list();
            self.detour_forms(from, &mut list);
            self.keep_forcing(&list, from, aim, shield, out);
            self.keep(list);
        }
    }

    /// Appends the forcing moves of a piece that goes to another cell along a line or by a jump. `screens`: it stands between
    /// a slider of its side and one of the targets.
    fn forcing_straight(
        &mut self,
        from: Cell,
        aim: &Aim<'_>,
        screens: bool,
        shield: &Shield,
        out: &mut MoveList,
    ) {
        let piece = self.cells[from & MASK];
        let targets = aim.targets;
        let start = out.len();
        let origin = self.square(from);
        let mut unsure = false;
        self.landings(piece, from, |to, victim| {
            let unveils = screens && targets.iter().any(|target| self.unveils(from, to, target));
            let sees = || targets.iter().any(|target| self.sees(to, target));
            if !unveils && self.t.plain_forms && !sees() {
                return;
            }
            let choice = self.plain_choice(piece, from, to, victim);
            for change in [false, true] {
                if !(if change { choice.change } else { choice.stay }) {
                    continue;
                }
                let becomes = self.becomes(piece, [EMPTY, EMPTY, victim], change);
                let odd = self.flags(becomes) & (HOOK | EMPEROR) != 0;
                let checks = |target: &Target| self.checks(becomes, Some(from), to, target);
                if (unveils || odd || targets.iter().any(checks))
                    && self.passes_shield(shield, Some(from), to)
                {
                    unsure |= odd;
                    out.push(Move::board(origin, self.square(to)).with_change(change));
                }
            }
        });
        self.settle(shield, start, out);
        if unsure {
            self.retain_forcing(start, out);
        }
    }

    /// Appends the forcing moves of a hook mover straight to another cell, where its leaving opens nothing.
    fn forcing_round_corners(
        &mut self,
        from: Cell,
        aim: &Aim<'_>,
        shield: &Shield,
        out: &mut MoveList,
    ) {
        let (piece, origin) = (self.cells[from & MASK], self.square(from));
        let mut turning = Turning::default();
        for to in self.hook_reach(from).iter().map(Square) {
            let cell = self.cell(to);
            let choice = self.plain_choice(piece, from, cell, self.content(cell));
            let mut checks = || {
                let straight = |target: &Target| self.checks(piece, Some(from), cell, target);
                self.turns_upon(aim.targets, piece, Some(from), cell, &mut turning)
                    || aim.targets.iter().any(straight)
            };
            if choice.stay && checks() {
                let m = Move::board(origin, to);
                if self.lawful(m, from, shield) && self.trade_allows(m) {
                    out.push(m);
                }
            }
            if choice.change {
                self.keep_forcing(
                    &[Move::board(origin, to).with_change(true)],
                    from,
                    aim,
                    shield,
                    out,
                );
            }
        }
    }

    /// An emperor attacks a royal without a guard from wherever it stands, so that all it can force with, unless it opens a
    /// line or becomes another piece, is the capture of the last guard: appended, if that is so; else false.
    fn captures_last_guard(&mut self, from: Cell, aim: &Aim<'_>, out: &mut MoveList) -> bool {
        let shape = &self.t.shapes[usize::from(self.cells[from])];
        let Some(guards) = aim.guards.filter(|guards| !guards.cells().is_empty()) else {
            return false;
        };
        let opens = aim.targets.iter().any(|target| self.screens(from, target));
        let piece = usize::from(self.cells[from]);
        let turns = self.t.promotes[piece] != EMPTY || self.t.contagion && !self.t.immune[piece];
        if !shape.only_emperor || turns || opens || self.is_veil(from, aim.targets) {
            return false;
        }
        if let &[guard] = guards.cells()
            && self.emperor_is_safe(from, guard)
        {
            let way = Move::board(self.square(from), self.square(guard));
            self.forms(way, out);
        }
        true
    }

    /// Appends those of a piece's candidates that are legal and force.
    fn keep_forcing(
        &mut self,
        list: &[Move],
        from: Cell,
        aim: &Aim<'_>,
        shield: &Shield,
        out: &mut MoveList,
    ) {
        let targets = aim.targets;
        let veil = self.is_veil(from, targets);
        let mut turning = Turning::default();
        for &m in list {
            let to = self.cell(m.to());
            let simple = m.is_straight();
            let [_, becomes] = self.before_and_after(m);
            let flags = self.flags(becomes);
            let turns = simple
                && flags & HOOK != 0
                && self.turns_upon(targets, becomes, Some(from), to, &mut turning);
            let sure = turns
                || targets.iter().any(|target| {
                    self.checks(becomes, Some(from), to, target)
                        || simple && self.unveils(from, to, target)
                });
            let exposes = |guards: &Guards| !simple || !self.stay(guards, Some(from), to);
            let may_expose = aim.guards.is_some_and(exposes);
            let forces = sure
                || (veil
                    || flags & EMPEROR != 0
                    || !simple && flags & HOOK != 0
                    || may_expose
                    || !simple && self.may_unveil(m, from, targets))
                    && self.forces(m);
            if forces && self.lawful(m, from, shield) && self.trade_allows(m) {
                out.push(m);
            }
        }
    }

    /// True if a move that empties several cells might thereby open a line.
    pub(super) fn may_unveil(&self, m: Move, from: Cell, targets: &[Target]) -> bool {
        let on_line =
            |cell: Cell| targets.iter().any(|target| self.t.offset(target.king, cell).dir < 8);
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

    fn forcing_drops(&mut self, targets: &[Target], shield: &Shield, out: &mut MoveList) {
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
            for (i, target) in targets.iter().enumerate() {
                self.checking_cells(piece, target, |to| {
                    // What attacks two royals is listed with the first.
                    let before = &targets[..i];
                    if self.passes_shield(shield, None, to)
                        && !before.iter().any(|target| self.drop_checks(piece, to, target))
                    {
                        self.drop_on(lane, to, out);
                    }
                });
            }
            self.settle_drops(lane, shield, start, out);
        }
    }
}
