//! Picture of the moves of a piece: the piece in the middle of a board, with marks on the squares
//! that it can reach.

use super::board::{draw_face, face};
use super::{Picture, PictureColor};
use crate::messages::tr;
use crate::rules::{Dir, Kind, MovementAtom, Only, Rules, Side};

const CELL: f32 = 26.0;
/// Color of steps and slides.
pub const GO: PictureColor = [0x1f, 0x5f, 0xa8];
/// Color of leaps, which ignore pieces between.
pub const LEAP: PictureColor = [0xc0, 0x5a, 0x00];
/// Color of squares on which a piece with two moves may capture before it continues.
pub const TWICE: PictureColor = [0x8a, 0x1f, 0x8a];
/// Color of squares that are reached by a turn.
pub const TURN: PictureColor = [0x1b, 0x7a, 0x3d];
/// Color of squares that are reached if no enemy guards them.
pub const ANYWHERE: PictureColor = [0xd9, 0xe8, 0xf7];
/// Color of squares that an area move reaches if the way is free.
pub const AREA: PictureColor = [0x6f, 0xa8, 0xdc];
/// Color of squares on which a piece captures without moving.
pub const IGUI: PictureColor = [0xc0, 0x1f, 0x3a];
/// Color of captures over pieces of lower rank.
pub const JUMP: PictureColor = [0xe0, 0x8a, 0x1e];
/// Color of squares next to a piece that burns enemies there.
pub const BURNT: PictureColor = [0xfb, 0xd5, 0xc4];
const LINES: PictureColor = [0xb8, 0xb8, 0xb8];

/// Color of what only moves.
pub const MOVES: PictureColor = [0x1b, 0x8a, 0x8a];
/// Color of what only captures.
pub const CAPTURES: PictureColor = [0xc0, 0x1a, 0x2a];
/// Color of squares on which a piece hinders a leap, or is the hurdle of a hop.
pub const LAME: PictureColor = [0x60, 0x60, 0x60];

/// Color of a movement that is for one purpose.
fn purpose(only: Only) -> PictureColor {
    match only {
        Only::Move => MOVES,
        Only::Capture => CAPTURES,
    }
}

/// Marks with their colors and meanings, for the legend of a game.
pub fn legend(rules: &Rules) -> Vec<(&'static str, PictureColor, String)> {
    let mut marks =
        vec![("dot", GO, tr!(render_legend_step)), ("arrow", GO, tr!(render_legend_slide))];
    let has = |test: fn(&MovementAtom) -> bool| {
        rules.kinds.iter().any(|spec| spec.atoms.iter().any(test))
    };
    if has(|atom| matches!(atom, MovementAtom::Leap { .. })) {
        marks.push(("ring", LEAP, tr!(render_legend_leap)));
    }
    if has(|atom| {
        use MovementAtom::{Lion, LionDog, LionLine};
        matches!(atom, Lion { .. } | LionLine { .. } | LionDog { .. })
    }) {
        marks.push(("ring", TWICE, tr!(render_legend_lion)));
    }
    if has(|atom| matches!(atom, MovementAtom::Hook { .. })) {
        marks.push(("arrow", TURN, tr!(render_legend_hook)));
    }
    if has(|atom| matches!(atom, MovementAtom::Emperor)) {
        marks.push(("square", ANYWHERE, tr!(render_legend_emperor)));
    }
    if has(|atom| atom.only() == Some(Only::Move)) {
        marks.push(("dot", MOVES, tr!(render_legend_moves)));
    }
    if has(|atom| atom.only() == Some(Only::Capture)) {
        marks.push(("dot", CAPTURES, tr!(render_legend_captures)));
    }
    if has(|atom| matches!(atom, MovementAtom::LameLeap { .. })) {
        marks.push(("small", LAME, tr!(render_legend_lame)));
    }
    if has(|atom| matches!(atom, MovementAtom::Hop { .. })) {
        marks.push(("small", LAME, tr!(render_legend_hurdle)));
    }
    if has(|atom| matches!(atom, MovementAtom::Area { .. })) {
        marks.push(("dot", AREA, tr!(render_legend_area)));
    }
    if has(|atom| matches!(atom, MovementAtom::Igui { .. })) {
        marks.push(("ring", IGUI, tr!(render_legend_igui)));
    }
    if has(|atom| matches!(atom, MovementAtom::RangeJump { .. })) {
        marks.push(("arrow", JUMP, tr!(render_legend_range_jump)));
    }
    if rules.has_burners {
        marks.push(("square", BURNT, tr!(render_legend_burning)));
    }
    marks
}

/// Picture of the moves of a kind, as seen by Black.
pub fn moves(rules: &Rules, kind: Kind) -> Picture {
    let atoms = &rules.spec(kind).atoms;
    let radius = atoms.iter().map(|atom| reach(*atom)).max().unwrap_or(1).clamp(2, 7);
    let side = 2 * radius + 1;
    let size = side as f32 * CELL;
    let mut canvas = Canvas { picture: Picture::new(size + 8.0, size + 8.0), radius };
    if rules.spec(kind).is_emperor() {
        for x in -radius..=radius {
            for y in -radius..=radius {
                let (cx, cy) = canvas.center(x, y);
                let corner = (cx - CELL / 2.0, cy - CELL / 2.0);
                canvas.picture.rectangle(corner, (CELL, CELL), ANYWHERE);
            }
        }
    }
    if rules.spec(kind).burns {
        for dir in Dir::ALL {
            let (x, y) = delta(dir);
            let (cx, cy) = canvas.center(x, y);
            let corner = (cx - CELL / 2.0, cy - CELL / 2.0);
            canvas.picture.rectangle(corner, (CELL, CELL), BURNT);
        }
    }
    for i in 0..=side {
        let at = 4.0 + i as f32 * CELL;
        canvas.picture.line((at, 4.0), (at, 4.0 + size), 0.8, LINES);
        canvas.picture.line((4.0, at), (4.0 + size, at), 0.8, LINES);
    }
    // Wide marks are drawn below narrow ones.
    let mut ordered: Vec<MovementAtom> = atoms.clone();
    ordered.sort_by_key(|atom| std::cmp::Reverse(reach(*atom)));
    for atom in ordered {
        canvas.atom(atom);
    }
    let center = canvas.center(0, 0);
    draw_face(&mut canvas.picture, face(rules, kind), center, (CELL * 0.9, CELL * 0.9), false);
    canvas.picture
}

/// Number of squares that the picture must extend.
fn reach(atom: MovementAtom) -> i32 {
    match atom {
        MovementAtom::Slide { range: MovementAtom::UNLIMITED, .. }
        | MovementAtom::Stroke { range: MovementAtom::UNLIMITED, .. } => 3,
        MovementAtom::Slide { range, .. } | MovementAtom::Stroke { range, .. } => i32::from(range),
        MovementAtom::Leap { right, forward }
        | MovementAtom::Jump { right, forward, .. }
        | MovementAtom::LameLeap { right, forward, .. } => {
            i32::from(right.abs().max(forward.abs()))
        }
        MovementAtom::Hop { range, .. } => i32::from(range.min(4)),
        MovementAtom::Lion { steps } => i32::from(steps),
        MovementAtom::LionLine { .. } => 2,
        MovementAtom::LionDog { .. } => 3,
        MovementAtom::Hook { .. } => 4,
        MovementAtom::Emperor | MovementAtom::RangeJump { .. } => 3,
        MovementAtom::Skip { range: MovementAtom::UNLIMITED, .. } => 4,
        MovementAtom::Skip { range, .. } => i32::from(range) + 1,
        MovementAtom::Igui { .. } => 1,
        MovementAtom::Area { steps } => i32::from(steps),
    }
}

/// A direction as files to the right and ranks forward.
fn delta(dir: Dir) -> (i32, i32) {
    let (files, ranks) = dir.delta(Side::Black);
    (-files, -ranks)
}

struct Canvas {
    picture: Picture,
    radius: i32,
}

impl Canvas {
    /// Center of the square at this offset.
    fn center(&self, right: i32, ahead: i32) -> (f32, f32) {
        let place = |offset: i32| 4.0 + ((self.radius + offset) as f32 + 0.5) * CELL;
        (place(right), place(-ahead))
    }

    fn dot(&mut self, right: i32, ahead: i32, color: PictureColor) {
        let center = self.center(right, ahead);
        self.picture.circle(center, CELL * 0.17, Some(color), color);
    }

    /// A slide: an arrow, or a dot on each square.
    fn slide(&mut self, dir: Dir, range: u8, color: PictureColor) {
        let (dx, dy) = delta(dir);
        if range == MovementAtom::UNLIMITED {
            return self.arrow((0, 0), (dx * self.radius, dy * self.radius), color);
        }
        let far = i32::from(range).min(self.radius);
        (1..=far).for_each(|n| self.dot(dx * n, dy * n, color));
    }

    fn small_dot(&mut self, right: i32, ahead: i32, color: PictureColor) {
        let center = self.center(right, ahead);
        self.picture.circle(center, CELL * 0.09, Some(color), color);
    }

    fn ring(&mut self, right: i32, ahead: i32, color: PictureColor) {
        let center = self.center(right, ahead);
        self.picture.circle(center, CELL * 0.27, None, color);
    }

    /// An arrow from one square to another.
    fn arrow(&mut self, from: (i32, i32), to: (i32, i32), color: PictureColor) {
        let (from, to) = (self.center(from.0, from.1), self.center(to.0, to.1));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        // From the rim of the piece on the first square to the rim of the last square.
        let start = (from.0 + ux * CELL * 0.5, from.1 + uy * CELL * 0.5);
        let tip = (to.0 + ux * CELL * 0.4, to.1 + uy * CELL * 0.4);
        self.picture.line(start, (tip.0 - ux * 4.0, tip.1 - uy * 4.0), 2.0, color);
        let (bx, by) = (tip.0 - ux * CELL * 0.3, tip.1 - uy * CELL * 0.3);
        let half = CELL * 0.16;
        self.picture.shapes.push(crate::io::render::picture::PictureShape::Polygon {
            corners: vec![tip, (bx - uy * half, by + ux * half), (bx + uy * half, by - ux * half)],
            fill: Some(color),
            border: 0.0,
            color,
        });
    }

    fn atom(&mut self, atom: MovementAtom) {
        match atom {
            MovementAtom::Slide { dir, range } => self.slide(dir, range, GO),
            MovementAtom::Stroke { dir, range, only } => self.slide(dir, range, purpose(only)),
            MovementAtom::Leap { right, forward } => {
                self.ring(i32::from(right), i32::from(forward), LEAP);
            }
            MovementAtom::Jump { right, forward, only } => {
                self.ring(i32::from(right), i32::from(forward), purpose(only));
            }
            MovementAtom::LameLeap { right, forward, only } => {
                let color = only.map_or(GO, purpose);
                let (across, ahead) = MovementAtom::lame_square(right, forward);
                self.small_dot(i32::from(across), i32::from(ahead), LAME);
                self.ring(i32::from(right), i32::from(forward), color);
            }
            MovementAtom::Hop { dir, range, next, only } => {
                let (dx, dy) = delta(dir);
                let color = only.map_or(LEAP, purpose);
                self.small_dot(dx, dy, LAME);
                let far = if next { 2 } else { i32::from(range).min(self.radius) };
                (2..=far).for_each(|n| self.ring(dx * n, dy * n, color));
            }
            MovementAtom::Lion { steps } => {
                let far = i32::from(steps).min(self.radius);
                for x in -far..=far {
                    for y in -far..=far {
                        if (x, y) != (0, 0) {
                            self.ring(x, y, TWICE);
                        }
                    }
                }
            }
            MovementAtom::LionLine { dir } => self.twice(dir, 2),
            MovementAtom::LionDog { .. } => Dir::ALL.into_iter().for_each(|dir| self.twice(dir, 3)),
            MovementAtom::Hook { diagonal, forward, .. } => {
                self.hook(diagonal, |dir| !forward || dir.is_forward());
            }
            MovementAtom::Emperor => {}
            MovementAtom::Skip { dir, range: MovementAtom::UNLIMITED } => {
                let (dx, dy) = delta(dir);
                self.arrow((dx, dy), (dx * self.radius, dy * self.radius), GO);
            }
            MovementAtom::Skip { dir, range } => {
                let (dx, dy) = delta(dir);
                let far = (i32::from(range) + 1).min(self.radius);
                (2..=far).for_each(|n| self.dot(dx * n, dy * n, GO));
            }
            MovementAtom::Igui { dir } => {
                let (dx, dy) = delta(dir);
                self.ring(dx, dy, IGUI);
            }
            MovementAtom::Area { steps } => {
                let far = i32::from(steps).min(self.radius);
                for x in -far..=far {
                    for y in -far..=far {
                        if (x, y) != (0, 0) {
                            self.dot(x, y, AREA);
                        }
                    }
                }
            }
            MovementAtom::RangeJump { dir } => {
                let (dx, dy) = delta(dir);
                self.arrow((0, 0), (dx * self.radius, dy * self.radius), JUMP);
            }
        }
    }

    fn twice(&mut self, dir: Dir, far: i32) {
        let (dx, dy) = delta(dir);
        (1..=far.min(self.radius)).for_each(|n| self.ring(dx * n, dy * n, TWICE));
    }

    /// The four lines of a hook move, and on each line the turn to both sides, drawn from its
    /// second square.
    fn hook(&mut self, diagonal: bool, starts: impl Fn(Dir) -> bool) {
        let far = self.radius;
        for (i, dir) in Dir::ALL.into_iter().enumerate() {
            if (i % 2 == 1) != diagonal || !starts(dir) {
                continue;
            }
            let (dx, dy) = delta(dir);
            self.arrow((0, 0), (dx * far, dy * far), TURN);
            let at = (dx * 2, dy * 2);
            for (tx, ty) in [(-dy, dx), (dy, -dx)] {
                let room = if diagonal { 1 } else { far - 1 };
                self.arrow(at, (at.0 + tx * room, at.1 + ty * room), TURN);
            }
        }
    }
}

/// A mark of the legend.
pub fn mark(name: &str, color: PictureColor) -> Picture {
    let mut canvas = Canvas { picture: Picture::new(CELL + 8.0, CELL + 8.0), radius: 0 };
    match name {
        "dot" => canvas.dot(0, 0, color),
        "ring" => canvas.ring(0, 0, color),
        "small" => canvas.small_dot(0, 0, color),
        "arrow" => canvas.arrow((-1, 0), (0, 0), color),
        _ => canvas.picture.rectangle((4.0, 4.0), (CELL, CELL), color),
    }
    canvas.picture
}
