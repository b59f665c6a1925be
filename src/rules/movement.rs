//! Movement atoms: the closed list of movement mechanisms.
//!
//! A game that needs a new mechanism adds an arm here, and the compiler shows every place that must
//! handle it. The name is Betza's word for an element of a movement.

use super::board::Dir;
use super::options::HookAfterCapture;

/// What a movement that is not for both is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Only {
    /// To move to an empty square.
    Move,
    /// To capture.
    Capture,
}

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
    /// A slide that only moves, or only captures.
    Stroke {
        /// The line.
        dir: Dir,
        /// As of [`MovementAtom::Slide`].
        range: u8,
        /// What it is for.
        only: Only,
    },
    /// A leap that only moves, or only captures.
    Jump {
        /// Squares to the owner's right (negative: left).
        right: i8,
        /// Squares ahead (negative: back).
        forward: i8,
        /// What it is for.
        only: Only,
    },
    /// A leap that a piece of either side hinders on the square next to the origin: straight ahead
    /// on the longer way of a knight's jump, on the line of any other.
    LameLeap {
        /// Squares to the owner's right (negative: left).
        right: i8,
        /// Squares ahead (negative: back).
        forward: i8,
        /// What it is for; `None` for both.
        only: Option<Only>,
    },
    /// Along a line over exactly one piece of either side, the hurdle, and else over empty squares
    /// (cannon). The last square may hold an enemy.
    Hop {
        /// The line.
        dir: Dir,
        /// Largest number of squares from the origin to the last square.
        range: u8,
        /// It ends on the square behind the hurdle (grasshopper).
        next: bool,
        /// What it is for; `None` for both.
        only: Option<Only>,
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
        /// The first leg leads forward (peacock).
        forward: bool,
        /// Turns at a corner where it captures: forbidden, allowed, or the only ones allowed.
        after_capture: HookAfterCapture,
    },
    /// The emperor: to any square that no enemy guards.
    Emperor,
    /// Along a line, but never to its first square, whatever stands there (heavenly tetrarch).
    Skip {
        /// The line.
        dir: Dir,
        /// Squares counted from the second one; [`MovementAtom::UNLIMITED`] has no limit but the
        /// board.
        range: u8,
    },
    /// Captures on the neighbouring square without leaving its own.
    Igui {
        /// The line.
        dir: Dir,
    },
    /// Up to `steps` king steps over empty squares in any directions; the last may hold an enemy.
    Area {
        /// 2 or 3.
        steps: u8,
    },
    /// Captures along a line over any number of pieces, all of a lower rank than its own
    /// ([`PieceSpec::rank`](super::PieceSpec::rank)), and over empty squares.
    RangeJump {
        /// The line.
        dir: Dir,
    },
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
            MovementAtom::Stroke { dir, range, only } => {
                MovementAtom::Stroke { dir: turn(dir), range, only }
            }
            MovementAtom::Jump { right, forward, only } => {
                MovementAtom::Jump { right: -right, forward, only }
            }
            MovementAtom::LameLeap { right, forward, only } => {
                MovementAtom::LameLeap { right: -right, forward, only }
            }
            MovementAtom::Hop { dir, range, next, only } => {
                MovementAtom::Hop { dir: turn(dir), range, next, only }
            }
            MovementAtom::Skip { dir, range } => MovementAtom::Skip { dir: turn(dir), range },
            MovementAtom::Igui { dir } => MovementAtom::Igui { dir: turn(dir) },
            MovementAtom::RangeJump { dir } => MovementAtom::RangeJump { dir: turn(dir) },
            MovementAtom::Lion { .. }
            | MovementAtom::LionDog { .. }
            | MovementAtom::Hook { .. }
            | MovementAtom::Area { .. }
            | MovementAtom::Emperor => self,
        }
    }

    /// True for steps, slides and jumps with a condition of their own: to move or to capture only,
    /// over an empty square, over a hurdle. The move generators do not have them.
    pub fn is_conditional(self) -> bool {
        matches!(
            self,
            MovementAtom::Stroke { .. }
                | MovementAtom::Jump { .. }
                | MovementAtom::LameLeap { .. }
                | MovementAtom::Hop { .. }
        )
    }

    /// Largest number of pieces that one move can capture.
    pub fn captures(self) -> u8 {
        match self {
            MovementAtom::Lion { steps } => steps,
            MovementAtom::LionLine { .. } => 2,
            MovementAtom::LionDog { .. } => 3,
            MovementAtom::Hook { after_capture, .. } => {
                1 + u8::from(after_capture != HookAfterCapture::No)
            }
            MovementAtom::Slide { .. }
            | MovementAtom::Leap { .. }
            | MovementAtom::Stroke { .. }
            | MovementAtom::Jump { .. }
            | MovementAtom::LameLeap { .. }
            | MovementAtom::Hop { .. }
            | MovementAtom::Skip { .. }
            | MovementAtom::Igui { .. }
            | MovementAtom::Area { .. }
            | MovementAtom::RangeJump { .. }
            | MovementAtom::Emperor => 1,
        }
    }

    /// What it is for; `None` for moving and capturing.
    pub fn only(self) -> Option<Only> {
        match self {
            MovementAtom::Stroke { only, .. } | MovementAtom::Jump { only, .. } => Some(only),
            MovementAtom::LameLeap { only, .. } | MovementAtom::Hop { only, .. } => only,
            MovementAtom::Slide { .. }
            | MovementAtom::Leap { .. }
            | MovementAtom::Lion { .. }
            | MovementAtom::LionLine { .. }
            | MovementAtom::LionDog { .. }
            | MovementAtom::Hook { .. }
            | MovementAtom::Skip { .. }
            | MovementAtom::Igui { .. }
            | MovementAtom::Area { .. }
            | MovementAtom::RangeJump { .. }
            | MovementAtom::Emperor => None,
        }
    }

    /// True if other pieces can make it possible, so that an empty board does not show its reach.
    ///
    /// An emperor leaps where no enemy guards, a hopper needs a hurdle, and some hook movers turn
    /// only after a capture.
    pub fn needs_others(self) -> bool {
        use MovementAtom::{Emperor, Hook, Hop};
        matches!(self, Emperor | Hop { .. } | Hook { after_capture: HookAfterCapture::Only, .. })
    }

    /// True if a piece between origin and target can hinder it, and none is needed.
    pub fn can_be_blocked(self) -> bool {
        match self {
            MovementAtom::Slide { range, .. } | MovementAtom::Stroke { range, .. } => range > 1,
            MovementAtom::LameLeap { .. } | MovementAtom::Hop { .. } => true,
            MovementAtom::Hook { .. } => true,
            MovementAtom::Area { .. } | MovementAtom::RangeJump { .. } => true,
            MovementAtom::Skip { range, .. } => range > 1,
            MovementAtom::Igui { .. }
            | MovementAtom::Leap { .. }
            | MovementAtom::Jump { .. }
            | MovementAtom::Lion { .. }
            | MovementAtom::LionLine { .. }
            | MovementAtom::LionDog { .. }
            | MovementAtom::Emperor => false,
        }
    }

    /// Where a piece hinders a lame leap: squares to the owner's right and ahead.
    pub fn lame_square(right: i8, forward: i8) -> (i8, i8) {
        let longer = right.abs().max(forward.abs());
        let toward = |part: i8| if part.abs() == longer { part.signum() } else { 0 };
        (toward(right), toward(forward))
    }

    /// Approximate number of squares that it reaches on an empty board whose longer side has
    /// `length` squares.
    pub fn reach(self, length: u16) -> u16 {
        let line = length / 2;
        match self {
            MovementAtom::Slide { range, .. } => u16::from(range).min(line),
            MovementAtom::Stroke { range, .. } => u16::from(range).min(line).div_ceil(2),
            MovementAtom::Hop { range, .. } => u16::from(range).min(line).div_ceil(2),
            MovementAtom::Leap { .. }
            | MovementAtom::Jump { .. }
            | MovementAtom::LameLeap { .. } => 1,
            MovementAtom::Lion { steps } => (2 * u16::from(steps) + 1).pow(2) - 1,
            MovementAtom::LionLine { .. } => 2,
            MovementAtom::LionDog { .. } => 3,
            MovementAtom::Skip { range, .. } => u16::from(range).min(line),
            MovementAtom::Igui { .. } => 1,
            MovementAtom::Area { steps } => (2 * u16::from(steps) + 1).pow(2) - 1,
            MovementAtom::RangeJump { .. } => line,
            MovementAtom::Hook { after_capture: HookAfterCapture::Only, .. } => 4 * line,
            MovementAtom::Hook { forward: true, .. } => length * length / 2,
            MovementAtom::Hook { .. } | MovementAtom::Emperor => length * length,
        }
    }
}
