//! Everything about a game that does not depend on the position, made once from its rules.
//!
//! Squares are looked at in a padded board, the *cells*: a border of walls as wide as the longest jump
//! stands around the board, so that no walk needs a test for the edge, and rows are so far apart that
//! the difference of two cells tells their offset, whatever the cells are.

use super::lines::{Lines, lines_of};
use super::squares::Squares;
use crate::position::Piece;
use crate::rules::options::{
    CapturePromotion, Contagion, EmperorGuard, ForcedPromotion, KingSafety, LionTrade, Promotion,
};
use crate::rules::{Board, Dir, Kind, Royalty, Rules, Side, Square, Stroke};

/// An index into the padded board.
pub(super) type Cell = usize;

/// Number of cells: a power of two, so that a masked index needs no test.
pub(super) const CELLS: usize = 2048;
pub(super) const MASK: usize = CELLS - 1;

/// A cell's content: empty, a wall, or [`Piece::index`].
pub(super) const EMPTY: u8 = 0;
pub(super) const WALL: u8 = 255;

const BORDER: i32 = 3;

/// Its fall matters.
pub(super) const ROYAL: u8 = 1;
/// Turns corners.
pub(super) const HOOK: u8 = 2;
/// Goes anywhere.
pub(super) const EMPEROR: u8 = 4;
/// Can capture several pieces in one move, or pass.
pub(super) const MULTI: u8 = 8;
/// Promotes to a royal.
pub(super) const MAKER: u8 = 16;
/// Attacks some square past occupied ones.
pub(super) const JUMPS: u8 = 32;
/// Pawn, for two pawns on a file and mate by drop.
pub(super) const PAWN: u8 = 64;
/// Lion, for the rules of lion trading.
pub(super) const LION: u8 = 128;
/// Its moves need more than pins and lines to be judged.
pub(super) const SPECIAL: u8 = ROYAL | HOOK | EMPEROR | MULTI | MAKER;

/// A jump of one piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leap {
    /// From origin to target.
    pub delta: usize,
    /// The line on which a slide of the same piece also gets there, if nothing is in the way.
    pub shadow: Option<u8>,
    /// Squares along that line.
    pub distance: u8,
}

/// How a piece of one side moves, in absolute directions.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    slides: [(u8, u8); 8],
    slide_count: u8,
    /// Targets two or more squares away that are reached whatever lies between.
    pub leaps: Vec<Leap>,
    /// Steps of lion power: 0, 2 or 3.
    pub lion: u8,
    /// Directions of lion power along a line.
    pub lines: Vec<u8>,
    pub dog: bool,
    pub dog_back: bool,
    /// First legs of a hook mover: directions, with whether it may turn after a capture.
    pub hooks: Vec<(u8, bool)>,
    pub emperor: bool,
    /// It goes anywhere, and in no other way.
    pub only_emperor: bool,
    /// Two mechanisms may list the same capture on the way.
    pub overlaps: bool,
}

impl Shape {
    /// Direction and range, one each direction. A lion's or dog's neighbours are among them.
    pub(super) fn slides(&self) -> &[(u8, u8)] {
        &self.slides[..usize::from(self.slide_count & 15).min(8)]
    }
}

/// Where jumpers would have to stand to attack a cell, and which.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    /// From target to attacker.
    pub delta: usize,
    pieces: [u64; 4],
}

impl Probe {
    pub(super) fn has(&self, piece: u8) -> bool {
        self.pieces[usize::from(piece >> 6)] >> (piece & 63) & 1 == 1
    }

    /// True if it has one of these, a bit for each as in its own set.
    pub(super) fn has_any(&self, pieces: &[u64; 4]) -> bool {
        self.pieces.iter().zip(pieces).any(|(own, others)| own & others != 0)
    }
}

/// What the difference of two cells says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offset {
    /// The direction from the first to the second, or 8 if they are on no common line.
    pub dir: u8,
    /// Squares along that line.
    pub distance: u8,
    /// For either attacking side, the probe that looks from the second at the first, plus one.
    pub probe: [u8; 2],
}

/// The tables of one game.
#[derive(Debug)]
pub(super) struct Tables {
    pub board: Board,
    pub free: bool,
    pub promotion: Promotion,
    pub always_promote: bool,
    pub emperor_guards: bool,
    pub trade: LionTrade,
    pub deferral: crate::rules::options::Deferral,
    pub liondog_pass: bool,
    pub forced: bool,
    pub nifu: bool,
    pub uchifuzume: bool,
    pub contagion: bool,
    /// No piece whose moves are looked at by where it lands becomes one that turns corners or goes anywhere.
    pub plain_forms: bool,
    /// Some piece that can be dropped goes anywhere.
    pub emperor_drops: bool,
    /// By direction, as a wrapping difference.
    pub step: [usize; 8],
    /// By square.
    pub cell: [u16; CELLS],
    /// By cell.
    pub square: [u16; CELLS],
    pub file: [u8; CELLS],
    pub rank: [u8; CELLS],
    /// Promotion zone, by cell: bit 0 Black's, bit 1 White's.
    pub zone: [u8; CELLS],
    /// Last rank, likewise.
    pub last: [u8; CELLS],
    /// The padded board without pieces.
    pub blank: [u8; CELLS],
    /// The same by lines.
    pub blank_lines: Lines,
    /// The squares of each line, by kind and number (see [`lines_of`]).
    pub line: [[Squares; 64]; 4],
    /// By content: 0 or 1 for a side, 2 for empty, 3 for a wall.
    pub owner: [u8; 256],
    pub flags: [u8; 256],
    /// By flags: a one for each, in sixteen bits of its own.
    pub tally: [u128; 256],
    pub minor: [bool; 256],
    pub second_chance: [bool; 256],
    /// What a piece promotes to; 0 if it does not.
    pub promotes: [u8; 256],
    pub is_promoted: [bool; 256],
    /// Kinds that contagion spares.
    pub immune: [bool; 256],
    /// By captured piece: what its captor becomes; 0 if nothing.
    pub contagious: [u8; 256],
    /// Lane in the hand of its captor.
    pub lane: [Option<u8>; 256],
    /// By attacking side, piece and direction: how far it attacks along the line.
    pub reach: [[[u8; 8]; 256]; 2],
    pub shapes: Vec<Shape>,
    pub probes: [Vec<Probe>; 2],
    offsets: [Offset; 2 * CELLS],
    /// Squares where a piece could never move again, by piece.
    pub dead: Vec<Squares>,
    /// Kind and piece index of each lane, by side.
    pub lanes: [Vec<(u8, Kind)>; 2],
}

impl Tables {
    pub(super) fn new(rules: &Rules) -> Tables {
        let board = rules.board;
        let stride = (2 * i32::from(board.files)).max(i32::from(board.files) + BORDER);
        let shift = |files: i32, ranks: i32| (ranks * stride + files) as isize as usize;
        let mut blank = [WALL; CELLS];
        let (mut cell, mut square) = ([0; CELLS], [0; CELLS]);
        let (mut file, mut rank) = ([0; CELLS], [0; CELLS]);
        let (mut zone, mut last) = ([0; CELLS], [0; CELLS]);
        let mut line = [[Squares::default(); 64]; 4];
        for s in board.iter() {
            let numbers = lines_of(board.file(s) as u8, board.rank(s) as u8);
            for (lines, number) in line.iter_mut().zip(numbers) {
                lines[number].insert(s.0);
            }
            let c = shift(board.file(s) + BORDER, board.rank(s) + BORDER) & MASK;
            cell[s.index()] = c as u16;
            blank[c] = EMPTY;
            square[c] = s.0;
            file[c] = board.file(s) as u8;
            rank[c] = board.rank(s) as u8;
            for side in Side::BOTH {
                let depth = board.depth(s, side);
                zone[c] |= u8::from(depth < i32::from(rules.options.zone)) << side.index();
                last[c] |= u8::from(depth == 0) << side.index();
            }
        }
        let step = Dir::ALL.map(|dir| {
            let (files, ranks) = dir.delta(Side::Black);
            shift(files, ranks)
        });
        let options = &rules.options;
        let mut tables = Tables {
            board,
            free: options.king_safety == KingSafety::Free,
            promotion: options.promotion,
            always_promote: options.capture_promotion == CapturePromotion::Always,
            emperor_guards: options.emperor_guard == EmperorGuard::Counts,
            trade: options.lion_trade,
            deferral: if options.promotion == Promotion::ZoneTouch {
                options.deferral
            } else {
                crate::rules::options::Deferral::None
            },
            liondog_pass: options.liondog_pass,
            forced: options.forced_promotion == ForcedPromotion::Dead,
            nifu: options.nifu,
            uchifuzume: options.uchifuzume,
            contagion: options.contagion != Contagion::None
                && options.promotion == Promotion::ByCapture,
            plain_forms: true,
            emperor_drops: false,
            step,
            cell,
            square,
            file,
            rank,
            zone,
            last,
            blank,
            blank_lines: Lines::new(board),
            line,
            owner: [3; 256],
            flags: [0; 256],
            tally: std::array::from_fn(|flags| {
                (0..8).filter(|flag| flags >> flag & 1 == 1).map(|flag| 1 << (16 * flag)).sum()
            }),
            minor: [false; 256],
            second_chance: [false; 256],
            promotes: [0; 256],
            is_promoted: [false; 256],
            immune: [false; 256],
            contagious: [0; 256],
            lane: [None; 256],
            reach: [[[0; 8]; 256]; 2],
            shapes: vec![Shape::default(); 256],
            probes: [Vec::new(), Vec::new()],
            offsets: [Offset { dir: 8, distance: 0, probe: [0; 2] }; 2 * CELLS],
            dead: vec![Squares::default(); 256],
            lanes: [Vec::new(), Vec::new()],
        };
        tables.owner[usize::from(EMPTY)] = 2;
        let mut jumps = Vec::new();
        for (kind, _) in rules.iter() {
            for side in Side::BOTH {
                tables.add_piece(rules, kind, side, &shift, &mut jumps);
            }
        }
        tables.add_offsets(&shift, &jumps);
        tables.plain_forms = (0..256).all(|p| {
            let forms = [tables.promotes[p], tables.contagious[p]];
            tables.flags[p] & SPECIAL & !MULTI != 0
                || forms.iter().all(|&f| tables.flags[usize::from(f)] & (HOOK | EMPEROR) == 0)
        });
        let dropped = tables.lanes.iter().flatten();
        tables.emperor_drops =
            dropped.into_iter().any(|&(piece, _)| tables.flags[usize::from(piece)] & EMPEROR != 0);
        tables
    }

    /// What lies between a cell and another.
    pub(super) fn offset(&self, from: Cell, to: Cell) -> Offset {
        self.offsets[to.wrapping_sub(from) & (2 * CELLS - 1)]
    }

    fn add_piece(
        &mut self,
        rules: &Rules,
        kind: Kind,
        side: Side,
        shift: &impl Fn(i32, i32) -> usize,
        jumps: &mut Vec<(Side, usize, u8)>,
    ) {
        let spec = rules.spec(kind);
        let p = Piece::new(kind, side).index();
        let own = |kind: Kind, side: Side| Piece::new(kind, side).index() as u8;
        self.owner[p] = side.index() as u8;
        self.minor[p] = spec.minor;
        self.second_chance[p] = rules.options.second_chance.contains(&kind);
        self.is_promoted[p] = spec.is_promoted();
        self.immune[p] = spec.royalty != Royalty::None;
        self.lane[p] = rules.spec(spec.base).lane;
        if let Some(target) = spec.promotes_to.filter(|_| self.promotion != Promotion::None) {
            self.promotes[p] = own(target, side);
        }
        let catches = match rules.options.contagion {
            Contagion::Both => true,
            Contagion::PromotedOnly => spec.is_promoted(),
            Contagion::None => false,
        };
        if let Some(target) = spec.contagion.filter(|_| catches && self.contagion) {
            self.contagious[p] = own(target, side.other());
        }
        if let Some(lane) = spec.lane {
            let lanes = &mut self.lanes[side.index()];
            debug_assert_eq!(lanes.len(), usize::from(lane));
            lanes.push((p as u8, kind));
        }
        let (shape, leaps) = shape(&spec.strokes, side);
        let mut reach = [0; 8];
        for &(dir, range) in shape.slides() {
            reach[usize::from(dir)] = range;
        }
        self.reach[side.index()][p] = reach;
        let mut flags = 0;
        let is_royal = |kind: Kind| rules.spec(kind).royalty == Royalty::Royal;
        let caught = || rules.iter().any(|(_, spec)| spec.contagion.is_some_and(is_royal));
        let makes_royal = spec.promotes_to.is_some_and(is_royal)
            || self.contagion && spec.royalty == Royalty::None && caught();
        let several = shape.lion > 0 || !shape.lines.is_empty() || shape.dog;
        for (flag, holds) in [
            (ROYAL, spec.royalty == Royalty::Royal),
            (HOOK, !shape.hooks.is_empty()),
            (EMPEROR, shape.emperor),
            (MULTI, several || shape.hooks.iter().any(|&(_, after)| after)),
            (MAKER, makes_royal && spec.royalty != Royalty::Royal),
            (JUMPS, !leaps.is_empty()),
            (PAWN, spec.pawn),
            (LION, spec.lion),
        ] {
            flags |= if holds { flag } else { 0 };
        }
        self.flags[p] = flags;
        let mut shape = shape;
        for (files, ranks) in leaps {
            let delta = shift(files, ranks);
            let line = line(files, ranks).filter(|&(dir, n)| reach[usize::from(dir)] >= n);
            shape.leaps.push(Leap {
                delta,
                shadow: line.map(|(dir, _)| dir),
                distance: line.map_or(0, |(_, n)| n),
            });
            jumps.push((side, delta, p as u8));
        }
        if spec.lane.is_some() || self.forced && spec.promotes_to.is_some() {
            for square in self.board.iter() {
                if self.is_dead(&shape, square) {
                    self.dead[p].insert(square.0);
                }
            }
        }
        self.shapes[p] = shape;
    }

    /// True if on an empty board there is no way to leave the square.
    fn is_dead(&self, shape: &Shape, square: Square) -> bool {
        let from = usize::from(self.cell[square.index()]);
        let open = |delta: usize| self.blank[from.wrapping_add(delta) & MASK] == EMPTY;
        let leaves = shape.slides().iter().any(|&(dir, _)| open(self.step[usize::from(dir)]))
            || shape.leaps.iter().any(|leap| open(leap.delta))
            || shape.emperor && self.board.squares() > 1;
        !leaves
    }

    fn add_offsets(&mut self, shift: &impl Fn(i32, i32) -> usize, jumps: &[(Side, usize, u8)]) {
        let index = |delta: usize| delta & (2 * CELLS - 1);
        for dir in 0..8 {
            for n in 1..=Board::MAX_SIDE {
                let (files, ranks) = Dir::ALL[dir].delta(Side::Black);
                if files.abs() * i32::from(n) >= i32::from(self.board.files) {
                    break;
                }
                let offset =
                    &mut self.offsets[index(shift(files * i32::from(n), ranks * i32::from(n)))];
                (offset.dir, offset.distance) = (dir as u8, n);
            }
        }
        for &(side, delta, piece) in jumps {
            let probes = &mut self.probes[side.index()];
            let at = &mut self.offsets[index(delta)].probe[side.index()];
            if *at == 0 {
                probes.push(Probe { delta: delta.wrapping_neg(), pieces: [0; 4] });
                *at = probes.len() as u8;
            }
            probes[usize::from(*at) - 1].pieces[usize::from(piece >> 6)] |= 1 << (piece & 63);
        }
    }
}

/// The direction and distance of an offset along a line.
fn line(files: i32, ranks: i32) -> Option<(u8, u8)> {
    let n = files.abs().max(ranks.abs());
    let dir = Dir::ALL.iter().position(|dir| {
        let (f, r) = dir.delta(Side::Black);
        (f * n, r * n) == (files, ranks)
    })?;
    Some((dir as u8, n as u8))
}

/// The shape without its leaps, and the leaps as (files, ranks).
fn shape(strokes: &[Stroke], side: Side) -> (Shape, Vec<(i32, i32)>) {
    let mut shape = Shape::default();
    let mut reach = [0u8; 8];
    let mut leaps = Vec::new();
    let turn = 4 * side.index();
    let absolute = |dir: Dir| (dir as usize + turn) % 8;
    let king_step = |dir: usize| Dir::ALL[dir].delta(Side::Black);
    let mut square_jumps = |radius: i32, lines_only: bool| {
        for files in -radius..=radius {
            for ranks in -radius..=radius {
                let far = files.abs().max(ranks.abs()) >= 2;
                let on_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
                if far && (on_line || !lines_only) {
                    leaps.push((files, ranks));
                }
            }
        }
    };
    let mut steps = [false; 8];
    let mut powers = 0;
    for &stroke in strokes {
        match stroke {
            Stroke::Slide { dir, range } => {
                let reach = &mut reach[absolute(dir)];
                *reach = range.max(*reach);
            }
            Stroke::Leap { .. } => {}
            Stroke::Lion { steps: n } => {
                shape.lion = shape.lion.max(n);
                steps = [true; 8];
                square_jumps(i32::from(n), false);
                powers += if n > 2 { 2 } else { 1 };
            }
            Stroke::LionLine { dir } => {
                shape.lines.push(absolute(dir) as u8);
                steps[absolute(dir)] = true;
            }
            Stroke::LionDog { back } => {
                shape.dog = true;
                shape.dog_back |= back;
                steps = [true; 8];
                square_jumps(3, true);
                powers += 1;
            }
            Stroke::Hook { diagonal, after_capture } => {
                for dir in Dir::ALL.into_iter().filter(|dir| dir.is_diagonal() == diagonal) {
                    reach[absolute(dir)] = Stroke::UNLIMITED;
                    shape.hooks.push((absolute(dir) as u8, after_capture));
                }
                powers += usize::from(after_capture);
            }
            Stroke::Emperor => shape.emperor = true,
        }
    }
    for &stroke in strokes {
        match stroke {
            Stroke::Leap { right, forward } => {
                let sign = if side == Side::Black { -1 } else { 1 };
                let (files, ranks) = (sign * i32::from(right), sign * i32::from(forward));
                match line(files, ranks) {
                    Some((dir, 1)) => steps[usize::from(dir)] = true,
                    _ => leaps.push((files, ranks)),
                }
            }
            Stroke::LionLine { dir } => {
                let (files, ranks) = king_step(absolute(dir));
                leaps.push((2 * files, 2 * ranks));
            }
            _ => {}
        }
    }
    leaps.sort_unstable();
    leaps.dedup();
    for dir in 0..8 {
        let range = reach[dir].max(u8::from(steps[dir]));
        if range > 0 {
            shape.slides[usize::from(shape.slide_count)] = (dir as u8, range);
            shape.slide_count += 1;
        }
    }
    shape.only_emperor = shape.emperor
        && powers == 0
        && shape.lines.is_empty()
        && shape.slides().is_empty()
        && leaps.is_empty();
    shape.overlaps = powers + usize::from(!shape.lines.is_empty()) > 1
        || shape.emperor && !(shape.slides().is_empty() && leaps.is_empty());
    (shape, leaps)
}
