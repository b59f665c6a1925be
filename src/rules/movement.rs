//! Movement atoms: the closed list of movement mechanisms.
//!
//! A game that needs a new mechanism adds an arm here, and the compiler shows every place that must
//! handle it. The name is Betza's word for an element of a movement.

use super::board::Dir;

/// One way in which a piece may move, seen by its owner. `RULES` 2.2 to 2.4 and 5.6 define each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MovementAtom {
    /// Along a line over empty squares, up to `range` squares; the last may hold an enemy.
    Slide {
        /// The line.
        dir: Dir,
        /// 1 is a step; [`MovementAtom::UNLIMITED`] has no limit but the board.
        range: u8,
    },
    /// Straight to a square, whatever lies between.
    Leap {
        /// Squares to the owner's right (negative: left).
        right: i8,
        /// Squares ahead (negative: back).
        forward: i8,
    },
    /// Lion power: up to `steps` king steps, each of which may capture or jump; may return to the
    /// origin. Two steps are the lion; three occur in one reading of the teaching king.
    Lion {
        /// 2 or 3.
        steps: u8,
    },
    /// Lion power on one line, two squares long (horned falcon, soaring eagle).
    LionLine {
        /// The line.
        dir: Dir,
    },
    /// The lion dog: one line of three squares, capturing any of those passed.
    LionDog {
        /// Also: capture on the second square and come back to the first (`liondog: triple_back`).
        back: bool,
    },
    /// A rook's (or bishop's) slide with at most one right-angled turn.
    Hook {
        /// False: rook lines (hook mover). True: bishop lines (capricorn).
        diagonal: bool,
        /// May turn and capture once more after a capture at the turn (`hook_after_capture`).
        after_capture: bool,
    },
    /// The emperor: to any square that no enemy guards.
    Emperor,
}

impl MovementAtom {
    /// The range of an unlimited slide.
    pub const UNLIMITED: u8 = u8::MAX;

    /// The mirror image: left and right exchanged.
    #[must_use]
    pub fn mirrored(self) -> MovementAtom {
        let turn = |dir: Dir| Dir::ALL[(8 - dir as usize) % 8];
        match self {
            MovementAtom::Slide { dir, range } => MovementAtom::Slide { dir: turn(dir), range },
            MovementAtom::Leap { right, forward } => MovementAtom::Leap { right: -right, forward },
            MovementAtom::LionLine { dir } => MovementAtom::LionLine { dir: turn(dir) },
            MovementAtom::Lion { .. }
            | MovementAtom::LionDog { .. }
            | MovementAtom::Hook { .. }
            | MovementAtom::Emperor => self,
        }
    }

    /// Largest number of pieces that one move can capture.
    pub fn captures(self) -> u8 {
        match self {
            MovementAtom::Lion { steps } => steps,
            MovementAtom::LionLine { .. } => 2,
            MovementAtom::LionDog { .. } => 3,
            MovementAtom::Hook { after_capture, .. } => 1 + u8::from(after_capture),
            MovementAtom::Slide { .. } | MovementAtom::Leap { .. } | MovementAtom::Emperor => 1,
        }
    }

    /// Approximate number of squares that it reaches on an empty board whose longer side has
    /// `length` squares.
    pub fn reach(self, length: u16) -> u16 {
        let line = length / 2;
        match self {
            MovementAtom::Slide { range, .. } => u16::from(range).min(line),
            MovementAtom::Leap { .. } => 1,
            MovementAtom::Lion { steps } => (2 * u16::from(steps) + 1).pow(2) - 1,
            MovementAtom::LionLine { .. } => 2,
            MovementAtom::LionDog { .. } => 3,
            MovementAtom::Hook { .. } | MovementAtom::Emperor => length * length,
        }
    }
}
