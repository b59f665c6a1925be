//! What keeps the side to move from moving freely: checkers of a single royal and pinned pieces, found
//! in one walk outwards from it.

use super::MailboxEngine;
use super::bends::Bend;
use super::guards::Guards;
use super::squares::Squares;
use super::tables::{Cell, EMPEROR, HOOK, JUMPS, MASK, MULTI};

/// How much the safety of the own royals restricts the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Safety {
    /// Not at all.
    Open,
    /// A single royal: checkers and pins decide.
    Single,
    /// Several royals, and an enemy that can capture several pieces at once: play and test.
    Several,
}

/// A piece that alone stands between the royal and an enemy slider.
#[derive(Clone, Copy, Debug, Default)]
struct Pin {
    cell: u16,
    dir: u8,
    /// How far the slider is from the royal.
    reach: u8,
}

/// The restrictions in one position. They are exact for moves of one plain piece from one cell to
/// another, apart from hook movers and emperors of the enemy (see `unsure`).
#[derive(Clone, Debug)]
pub(super) struct Shield {
    pub safety: Safety,
    /// The royal's cell.
    pub king: Cell,
    /// Plain checkers: 0, 1, or 2 for more.
    pub checkers: u8,
    /// The cell of the checker.
    pub checker: Cell,
    /// The line from the royal to the checker if that can be blocked, else 8.
    pub line: u8,
    /// How far the checker is along that line.
    pub distance: u8,
    /// The enemy has an emperor, or hook movers that go on after a capture, for which a move must be
    /// tested besides.
    pub unsure: bool,
    /// Where a straight move of another piece than the royal must end to answer what attacks that, unless the move makes a
    /// second royal; none if nothing is seen to attack it.
    pub answers: Option<Squares>,
    /// The paths of hook movers that are blocked by one own piece.
    bends: Vec<Bend>,
    pins: [Pin; 8],
    pinned: u8,
    /// With several royals that lines do not concern: whether the enemy could capture them all at once now.
    pub exposed: Option<bool>,
    /// For a royal that goes anywhere: the squares where it would be attacked.
    pub held: Option<Squares>,
    /// What keeps an emperor of the enemy from capturing the royal, if that is all there is to be unsure of.
    pub guards: Option<Box<Guards>>,
}

impl Shield {
    fn new(safety: Safety, king: Cell) -> Shield {
        Shield {
            safety,
            king,
            checkers: 0,
            checker: 0,
            line: 8,
            distance: 0,
            unsure: false,
            answers: None,
            bends: Vec::new(),
            pins: [Pin::default(); 8],
            pinned: 0,
            exposed: None,
            held: None,
            guards: None,
        }
    }

    /// True if no move need be tested by playing it.
    pub(super) fn is_exact(&self) -> bool {
        self.safety != Safety::Several && !self.unsure
    }
}

impl MailboxEngine {
    /// The restrictions of the side to move, which has not lost.
    pub(super) fn shield(&self) -> Shield {
        let side = self.turn;
        let enemy = 1 - side;
        if self.t.free || self.phantom[side] {
            return Shield::new(Safety::Open, 0);
        }
        let king = self.kings[side][0];
        if self.royal_count[side] > 1 {
            if self.count(enemy, MULTI) == 0 {
                return Shield::new(Safety::Open, king);
            }
            // What captures several pieces jumps, but for such hook movers.
            let jumps = !self.goes_on_after_capture(enemy);
            let exposed = jumps.then(|| self.capturable_at_once(side));
            return Shield { exposed, ..Shield::new(Safety::Several, king) };
        }
        let mut shield = Shield::new(Safety::Single, king);
        shield.unsure = self.must_be_tested(enemy);
        if shield.unsure && !self.goes_on_after_capture(enemy) {
            shield.guards = self.guards(side);
        }
        if self.count(enemy, HOOK) > 0 && (!shield.unsure || shield.guards.is_some()) {
            shield.bends = self.bends(king, enemy, side);
        }
        let anywhere = self.flags(self.cells[king & MASK]) & EMPEROR != 0;
        if anywhere {
            shield.held = Some(self.perils(king, true));
        }
        let reach = &self.t.reach[enemy];
        let hits =
            |cell: Cell, dir: usize, far: u8| reach[usize::from(self.cells[cell])][dir ^ 4] >= far;
        for (dir, stop) in self.stops(king).into_iter().enumerate() {
            let cell = self.along(king, dir, stop);
            if hits(cell, dir, stop) {
                shield.add_checker(cell, dir as u8, stop);
            } else if self.owner(self.cells[cell]) == side {
                let far = stop + self.stop(cell, dir as u8);
                if hits(self.along(king, dir, far), dir, far) {
                    shield.add_pin(cell, dir as u8, far);
                }
            }
        }
        if self.count(enemy, JUMPS) > 0 {
            for probe in &self.probes[enemy] {
                let cell = king.wrapping_add(probe.delta) & MASK;
                if probe.has(self.cells[cell]) {
                    shield.add_jumper(cell);
                }
            }
        }
        self.add_answers(&mut shield);
        shield
    }

    /// What answers all checkers, plain ones and hook movers that look round a corner.
    fn add_answers(&self, shield: &mut Shield) {
        if shield.checkers > 0 {
            let mut squares = Squares::default();
            if shield.checkers == 1 {
                squares.insert(self.t.square[shield.checker & MASK]);
                if shield.line < 8 && shield.distance > 1 {
                    let line = usize::from(shield.line);
                    let ends = [1, shield.distance - 1].map(|n| self.along(shield.king, line, n));
                    self.fill(&mut squares, line, ends);
                }
            }
            shield.answers = Some(squares);
        }
        let answers = &mut shield.answers;
        shield.bends.retain(|bend| {
            let Some(closing) = self.closing(bend) else { return true };
            *answers = Some(answers.map_or(closing, |answers| answers.and(&closing)));
            false
        });
    }

    /// True if what lines, jumps and corners tell of attacks by this side is not all (see [`Shield::unsure`]).
    pub(super) fn must_be_tested(&self, side: usize) -> bool {
        self.count(side, EMPEROR) > 0 || self.goes_on_after_capture(side)
    }

    /// True if the shield lets a plain piece go from one cell to another (a drop has no origin).
    #[inline]
    pub(super) fn passes_shield(&self, shield: &Shield, from: Option<Cell>, to: Cell) -> bool {
        shield.answers.as_ref().is_none_or(|answers| answers.contains(self.t.square[to & MASK]))
            && from.is_none_or(|from| self.leaves_no_pin(shield, from, to))
            && shield.bends.iter().all(|bend| self.closes(bend, from, to))
    }

    /// True if all is said of a move of a plain piece that [`MailboxEngine::passes_shield`] says of it.
    pub(super) fn is_told(&self, shield: &Shield, from: Option<Cell>, to: Cell) -> bool {
        shield.is_exact()
            || shield.guards.as_ref().is_some_and(|guards| self.stay(guards, from, to))
    }

    /// Calls `visit` with each cell of [`Shield::answers`]; of a plain check the checker's first, then from the royal outwards.
    pub(super) fn each_answer(&self, shield: &Shield, visit: impl FnMut(Cell)) {
        let Some(answers) = shield.answers else { return };
        if shield.checkers == 0 {
            answers.iter().map(|s| usize::from(self.t.cell[usize::from(s)])).for_each(visit);
            return;
        }
        let between = if shield.line < 8 { shield.distance } else { 0 };
        let line = (1..between).map(|n| self.along(shield.king, shield.line.into(), n));
        let cells = std::iter::once(shield.checker).chain(line);
        cells.filter(|cell| answers.contains(self.t.square[cell & MASK])).for_each(visit);
    }

    #[inline]
    fn leaves_no_pin(&self, shield: &Shield, from: Cell, to: Cell) -> bool {
        let pins = &shield.pins[..usize::from(shield.pinned)];
        pins.iter().find(|pin| usize::from(pin.cell) == from).is_none_or(|pin| {
            let offset = self.t.offset(shield.king, to);
            offset.dir == pin.dir && offset.distance <= pin.reach
        })
    }
}

impl Shield {
    fn add_checker(&mut self, cell: Cell, dir: u8, distance: u8) {
        self.checkers = (self.checkers + 1).min(2);
        (self.checker, self.line, self.distance) = (cell, dir, distance);
    }

    /// A jumper may also be a checker along a line; then it cannot be blocked.
    fn add_jumper(&mut self, cell: Cell) {
        if self.checkers == 0 || self.checker != cell {
            self.checkers = (self.checkers + 1).min(2);
            self.checker = cell;
        }
        self.line = 8;
    }

    fn add_pin(&mut self, blocker: Cell, dir: u8, reach: u8) {
        self.pins[usize::from(self.pinned)] = Pin { cell: blocker as u16, dir, reach };
        self.pinned += 1;
    }
}
