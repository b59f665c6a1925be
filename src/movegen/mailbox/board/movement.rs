//! Compiled movement of a piece: what [`MovementAtom`]s become when the owner and thus all directions are
//! known.

use super::rare_moves::RareMove;
use crate::rules::options::HookAfterCapture;
use crate::rules::{Dir, MovementAtom, Side};

/// Its capture decides the game.
pub const ROYAL: u8 = 1;
/// Hook mover: may turn a corner once.
pub const HOOK: u8 = 2;
/// Emperor: may go to any square.
pub const EMPEROR: u8 = 4;
/// Can capture several pieces in one move, or pass.
pub const MULTI_CAPTURE: u8 = 8;
/// Can become a royal.
pub const ROYAL_MAKER: u8 = 16;
/// Attacks some square whatever stands in between.
pub const JUMPER: u8 = 32;
/// Pawn in the sense of nifu and uchifuzume.
pub const PAWN: u8 = 64;
/// Lion in the sense of the lion-trading rules.
pub const LION: u8 = 128;
/// Pins and lines alone do not decide whether its moves are legal.
pub const SPECIAL: u8 = ROYAL | HOOK | EMPEROR | MULTI_CAPTURE | ROYAL_MAKER;

/// One jump of a piece.
#[derive(Clone, Copy, Debug)]
pub struct Leap {
    /// Difference from origin to target cell (wrapping).
    pub delta: usize,
    /// Direction in which a slide of the same piece also reaches the target if nothing is in the
    /// way.
    pub slide_dir: Option<u8>,
    /// Cells along that direction.
    pub distance: u8,
}

/// A direction in which a hook mover can start.
#[derive(Clone, Copy, Debug)]
pub struct HookLeg {
    /// Direction of the first leg.
    pub dir: u8,
    /// The piece may capture at the corner and then turn.
    pub captures_at_corner: bool,
}

/// Movement of a piece of one side, in absolute directions.
#[derive(Clone, Debug, Default)]
pub struct Movement {
    slides: [(u8, u8); 8],
    slide_count: u8,
    /// Jumps over two or more squares.
    pub leaps: Vec<Leap>,
    /// Steps of lion power: 0, 2 or 3.
    pub lion_steps: u8,
    /// Directions of lion power along one line.
    pub lion_lines: Vec<u8>,
    /// Lion power of three steps along each line.
    pub is_lion_dog: bool,
    /// A lion dog that may capture on the second square and step back to the first.
    pub lion_dog_steps_back: bool,
    /// First legs of a hook mover.
    pub hook_legs: Vec<HookLeg>,
    /// Goes to any square.
    pub is_emperor: bool,
    /// Goes to any square, and moves in no other way.
    pub is_pure_emperor: bool,
    /// What lines and jumps do not show.
    pub rare_moves: Vec<RareMove>,
    /// Two mechanisms may produce the same move.
    pub has_duplicates: bool,
}

impl Movement {
    /// Direction and range of each slide, at most one for each direction. A single step is a slide
    /// of range 1; the neighbours of a lion or lion dog are among them.
    #[inline]
    pub fn slides(&self) -> &[(u8, u8)] {
        &self.slides[..usize::from(self.slide_count & 15).min(8)]
    }

    /// Compiles atoms. Returns the movement without its leaps, and the leaps as (files, ranks).
    pub fn compile(atoms: &[MovementAtom], side: Side) -> (Movement, Vec<(i32, i32)>) {
        let mut compiler = MovementCompiler { side, ..MovementCompiler::default() };
        atoms.iter().for_each(|&atom| compiler.add_power(atom));
        atoms.iter().for_each(|&atom| compiler.add_jump(atom));
        compiler.finish()
    }
}

/// Direction and distance of an offset along a line or diagonal.
pub fn line_offset(files: i32, ranks: i32) -> Option<(u8, u8)> {
    let n = files.abs().max(ranks.abs());
    let dir = Dir::ALL.iter().position(|dir| {
        let (f, r) = dir.delta(Side::Black);
        (f * n, r * n) == (files, ranks)
    })?;
    Some((dir as u8, n as u8))
}

struct MovementCompiler {
    side: Side,
    movement: Movement,
    /// Range of the slide in each direction.
    ranges: [u8; 8],
    /// Directions of single steps.
    steps: [bool; 8],
    leaps: Vec<(i32, i32)>,
    /// Mechanisms that capture on the way.
    powers: usize,
}

impl Default for MovementCompiler {
    fn default() -> MovementCompiler {
        MovementCompiler {
            side: Side::Black,
            movement: Movement::default(),
            ranges: [0; 8],
            steps: [false; 8],
            leaps: Vec::new(),
            powers: 0,
        }
    }
}

impl MovementCompiler {
    fn absolute(&self, dir: Dir) -> usize {
        (dir as usize + 4 * self.side.index()) % 8
    }

    fn add_power(&mut self, atom: MovementAtom) {
        match atom {
            MovementAtom::Slide { dir, range } => {
                let dir = self.absolute(dir);
                self.ranges[dir] = range.max(self.ranges[dir]);
            }
            MovementAtom::Leap { .. } => {}
            MovementAtom::Lion { steps } => {
                self.movement.lion_steps = self.movement.lion_steps.max(steps);
                self.steps = [true; 8];
                self.add_square_jumps(i32::from(steps), |_| true);
                self.powers += if steps > 2 { 2 } else { 1 };
            }
            MovementAtom::LionLine { dir } => {
                let dir = self.absolute(dir);
                self.movement.lion_lines.push(dir as u8);
                self.steps[dir] = true;
            }
            MovementAtom::LionDog { back } => {
                self.movement.is_lion_dog = true;
                self.movement.lion_dog_steps_back |= back;
                self.steps = [true; 8];
                self.add_square_jumps(3, |(files, ranks)| {
                    files == 0 || ranks == 0 || files.abs() == ranks.abs()
                });
                self.powers += 1;
            }
            MovementAtom::Hook { diagonal, after_capture, .. } if !RareMove::is_rare(atom) => {
                let captures_at_corner = after_capture == HookAfterCapture::Yes;
                for dir in Dir::ALL.into_iter().filter(|dir| dir.is_diagonal() == diagonal) {
                    let dir = self.absolute(dir);
                    self.ranges[dir] = MovementAtom::UNLIMITED;
                    let leg = HookLeg { dir: dir as u8, captures_at_corner };
                    self.movement.hook_legs.push(leg);
                }
                self.powers += usize::from(captures_at_corner);
            }
            MovementAtom::Emperor => self.movement.is_emperor = true,
            // Rare moves.
            MovementAtom::Stroke { .. }
            | MovementAtom::Jump { .. }
            | MovementAtom::LameLeap { .. }
            | MovementAtom::Hop { .. }
            | MovementAtom::Hook { .. }
            | MovementAtom::Skip { .. }
            | MovementAtom::Igui { .. }
            | MovementAtom::Area { .. }
            | MovementAtom::RangeJump { .. } => {}
        }
    }

    fn add_jump(&mut self, atom: MovementAtom) {
        match atom {
            MovementAtom::Leap { right, forward } => {
                let sign = if self.side == Side::Black { -1 } else { 1 };
                let (files, ranks) = (sign * i32::from(right), sign * i32::from(forward));
                match line_offset(files, ranks) {
                    Some((dir, 1)) => self.steps[usize::from(dir)] = true,
                    _ => self.leaps.push((files, ranks)),
                }
            }
            MovementAtom::LionLine { dir } => {
                let (files, ranks) = Dir::ALL[self.absolute(dir)].delta(Side::Black);
                self.leaps.push((2 * files, 2 * ranks));
            }
            _ => {}
        }
    }

    /// Adds the jumps to squares two or more steps away, up to `radius`.
    fn add_square_jumps(&mut self, radius: i32, is_wanted: impl Fn((i32, i32)) -> bool) {
        for files in -radius..=radius {
            for ranks in -radius..=radius {
                if files.abs().max(ranks.abs()) >= 2 && is_wanted((files, ranks)) {
                    self.leaps.push((files, ranks));
                }
            }
        }
    }

    fn finish(self) -> (Movement, Vec<(i32, i32)>) {
        let MovementCompiler { mut movement, ranges, steps, mut leaps, powers, .. } = self;
        leaps.sort_unstable();
        leaps.dedup();
        for dir in 0..8 {
            let range = ranges[dir].max(u8::from(steps[dir]));
            if range > 0 {
                movement.slides[usize::from(movement.slide_count)] = (dir as u8, range);
                movement.slide_count += 1;
            }
        }
        let is_still = movement.slides().is_empty() && leaps.is_empty();
        movement.is_pure_emperor =
            movement.is_emperor && powers == 0 && movement.lion_lines.is_empty() && is_still;
        movement.has_duplicates = powers + usize::from(!movement.lion_lines.is_empty()) > 1
            || movement.is_emperor && !is_still;
        (movement, leaps)
    }
}
