//! Constraints that the safety of its royals puts on the side to move: checkers, pins, and the
//! squares on which a move must end, found in one walk outwards from a single royal.

use crate::movegen::mailbox::attacks::{EmperorGuards, EnemyEmperors, HookPath};
use crate::movegen::mailbox::board::{
    Cell, EMPEROR, HOOK, JUMPER, MULTI_CAPTURE, PaddedBoard, SquareSet,
};

/// Kind of restriction that the safety of the own royals puts on the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoyalSafety {
    /// Not at all.
    Unrestricted,
    /// A single royal: checkers and pins decide.
    Single,
    /// Several royals, and an enemy that can capture several pieces at once: moves are tested.
    Several,
}

/// State of several royals: could the enemy capture all of them at once now?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllRoyals {
    /// It depends on the lines of hook movers, or there is a single royal.
    Unknown,
    Attacked,
    NotAttacked,
}

/// A piece that alone stands between the royal and an enemy slider.
#[derive(Clone, Copy, Debug, Default)]
struct Pin {
    cell: u16,
    dir: u8,
    /// Distance from the royal to the slider.
    slider_distance: u8,
}

/// Direction and distance of a checker that slides, as the royal sees it.
#[derive(Clone, Copy, Debug)]
struct CheckLine {
    dir: u8,
    distance: u8,
}

/// The constraints of one position. For straight moves of pieces without special flags, and for
/// drops, they are exact unless `must_test` is set.
#[derive(Clone, Debug)]
pub struct RoyalConstraints {
    pub safety: RoyalSafety,
    /// Cell of the royal.
    pub royal: Cell,
    /// Checkers along lines and by jumps: 0, 1, or 2 for more.
    pub checkers: u8,
    checker: Cell,
    /// The line of the checker, if a piece can be interposed.
    check_line: Option<CheckLine>,
    /// The enemy has an emperor, or a hook mover that turns after a capture: a move that the other
    /// fields allow must be tested besides.
    must_test: bool,
    /// The squares on which a straight move of a piece other than the royal must end to stop every
    /// check that is seen, unless the move makes a second royal. `None` if no check is seen.
    pub evasion_squares: Option<SquareSet>,
    /// Paths of enemy hook movers that one own piece blocks.
    hook_pins: Vec<HookPath>,
    pins: [Pin; 8],
    pin_count: u8,
    pub all_royals: AllRoyals,
    /// Of a royal that is an emperor: the squares on which it would be attacked.
    pub danger_squares: Option<SquareSet>,
    /// Guards of the royal against an enemy emperor, if that emperor alone is the reason of
    /// `must_test`.
    pub guards: Option<Box<EmperorGuards>>,
}

impl RoyalConstraints {
    fn new(safety: RoyalSafety, royal: Cell) -> RoyalConstraints {
        RoyalConstraints {
            safety,
            royal,
            checkers: 0,
            checker: 0,
            check_line: None,
            must_test: false,
            evasion_squares: None,
            hook_pins: Vec::new(),
            pins: [Pin::default(); 8],
            pin_count: 0,
            all_royals: AllRoyals::Unknown,
            danger_squares: None,
            guards: None,
        }
    }

    /// True if no move of a plain piece needs a test.
    #[inline]
    pub fn is_exact(&self) -> bool {
        self.safety != RoyalSafety::Several && !self.must_test
    }

    /// True if a straight move of a plain piece that the constraints allow must be tested.
    #[inline]
    pub fn must_test(&self) -> bool {
        self.must_test
    }

    /// True if no move of a plain piece needs a test, but one that takes away the last listed guard
    /// against an emperor.
    pub fn shows_safety(&self) -> bool {
        self.is_exact() || self.guards.is_some()
    }

    /// True if the piece on a cell may be pinned.
    pub fn may_pin(&self, from: Cell) -> bool {
        let pins = &self.pins[..usize::from(self.pin_count)];
        pins.iter().any(|pin| usize::from(pin.cell) == from)
            || self.hook_pins.iter().any(|path| path.is_blocked_by(from))
    }

    fn add_checker(&mut self, cell: Cell, dir: u8, distance: u8) {
        self.checkers = (self.checkers + 1).min(2);
        self.checker = cell;
        self.check_line = Some(CheckLine { dir, distance });
    }

    /// Adds a checker that jumps. If it also checks along a line, no piece can be interposed any
    /// more.
    fn add_jumper(&mut self, cell: Cell) {
        if self.checkers == 0 || self.checker != cell {
            self.checkers = (self.checkers + 1).min(2);
            self.checker = cell;
        }
        self.check_line = None;
    }

    fn add_pin(&mut self, blocker: Cell, dir: u8, slider_distance: u8) {
        self.pins[usize::from(self.pin_count)] = Pin { cell: blocker as u16, dir, slider_distance };
        self.pin_count += 1;
    }
}

impl PaddedBoard {
    /// The constraints of the side to move, which has not lost.
    pub fn royal_constraints(&self) -> RoyalConstraints {
        let side = self.turn();
        let enemy = 1 - side;
        if self.tables().free_king_safety || self.has_phantom(side) {
            return RoyalConstraints::new(RoyalSafety::Unrestricted, 0);
        }
        let royal = self.first_royal(side);
        if self.royal_count(side) > 1 {
            return self.constraints_of_several(royal);
        }
        let mut constraints = RoyalConstraints::new(RoyalSafety::Single, royal);
        constraints.must_test = self.has_hidden_attacks(enemy);
        if constraints.must_test && !self.has_capturing_hook_mover(enemy) {
            constraints.guards = self.emperor_guards(side);
        }
        if self.has_any(enemy, HOOK) && (!constraints.must_test || constraints.guards.is_some()) {
            constraints.hook_pins = self.hook_paths(royal, enemy, side);
        }
        if self.flags(self.content(royal)) & EMPEROR != 0 {
            let danger = self.emperor_danger_squares(royal, EnemyEmperors::Count);
            constraints.danger_squares = Some(danger);
        }
        for (dir, distance) in self.ray_lengths(royal).into_iter().enumerate() {
            let cell = self.along(royal, dir, distance);
            let piece = self.content(cell);
            if self.slides_back(enemy, piece, dir, distance) {
                constraints.add_checker(cell, dir as u8, distance);
            } else if self.owner(piece) == side {
                let distance = distance + self.ray_length(cell, dir as u8);
                let slider = self.content(self.along(royal, dir, distance));
                if self.slides_back(enemy, slider, dir, distance) {
                    constraints.add_pin(cell, dir as u8, distance);
                }
            }
        }
        if self.has_any(enemy, JUMPER) {
            for source in self.jump_sources(enemy) {
                let cell = self.shifted(royal, source.delta);
                if source.has(self.content(cell)) {
                    constraints.add_jumper(cell);
                }
            }
        }
        self.find_evasion_squares(&mut constraints);
        constraints
    }

    fn constraints_of_several(&self, royal: Cell) -> RoyalConstraints {
        let side = self.turn();
        if !self.has_any(1 - side, MULTI_CAPTURE) {
            return RoyalConstraints::new(RoyalSafety::Unrestricted, royal);
        }
        let mut constraints = RoyalConstraints::new(RoyalSafety::Several, royal);
        // Pieces that capture several at once jump, except for hook movers.
        if !self.has_capturing_hook_mover(1 - side) {
            constraints.all_royals = if self.can_capture_all_royals(side) {
                AllRoyals::Attacked
            } else {
                AllRoyals::NotAttacked
            };
        }
        constraints
    }

    /// Finds what stops all checkers, direct ones and hook movers.
    fn find_evasion_squares(&self, constraints: &mut RoyalConstraints) {
        if constraints.checkers > 0 {
            let mut squares = SquareSet::default();
            if constraints.checkers == 1 {
                squares.insert(self.square(constraints.checker));
                if let Some(CheckLine { dir, distance }) =
                    constraints.check_line.filter(|line| line.distance > 1)
                {
                    let ends =
                        [1, distance - 1].map(|n| self.along(constraints.royal, dir.into(), n));
                    self.tables().layout.insert_segment(&mut squares, dir.into(), ends);
                }
            }
            constraints.evasion_squares = Some(squares);
        }
        let evasions = &mut constraints.evasion_squares;
        constraints.hook_pins.retain(|path| {
            let Some(stopping) = self.stopping_squares(path) else { return true };
            *evasions = Some(evasions.map_or(stopping, |evasions| evasions.and(&stopping)));
            false
        });
    }

    /// True if the constraints allow a straight move of a plain piece from one cell to another, or
    /// a drop.
    #[inline(always)]
    pub fn allows(&self, constraints: &RoyalConstraints, from: Option<Cell>, to: Cell) -> bool {
        constraints
            .evasion_squares
            .as_ref()
            .is_none_or(|evasions| evasions.contains(self.square(to)))
            && from.is_none_or(|from| self.keeps_pin(constraints, from, to))
            && constraints.hook_pins.iter().all(|path| self.keeps_blocked(path, from, to))
    }

    /// True if the answer of [`PaddedBoard::allows`] is final for this move.
    pub fn is_decided(&self, constraints: &RoyalConstraints, from: Option<Cell>, to: Cell) -> bool {
        constraints.is_exact()
            || constraints.guards.as_ref().is_some_and(|guards| self.keeps_guard(guards, from, to))
    }

    /// Calls `visit` with each evasion square's cell. After a direct check the checker's cell is
    /// first, then the line from the royal outwards.
    pub fn for_each_evasion_square(&self, constraints: &RoyalConstraints, visit: impl FnMut(Cell)) {
        let Some(evasions) = constraints.evasion_squares else { return };
        if constraints.checkers == 0 {
            self.cells_of(evasions).for_each(visit);
            return;
        }
        let (dir, distance) =
            constraints.check_line.map_or((0, 0), |line| (line.dir, line.distance));
        let line = (1..distance).map(|n| self.along(constraints.royal, dir.into(), n));
        let cells = std::iter::once(constraints.checker).chain(line);
        cells.filter(|&cell| evasions.contains(self.square(cell))).for_each(visit);
    }

    #[inline(always)]
    fn keeps_pin(&self, constraints: &RoyalConstraints, from: Cell, to: Cell) -> bool {
        let pins = &constraints.pins[..usize::from(constraints.pin_count)];
        pins.iter().find(|pin| usize::from(pin.cell) == from).is_none_or(|pin| {
            let offset = self.offset(constraints.royal, to);
            offset.dir == pin.dir && offset.distance <= pin.slider_distance
        })
    }
}
