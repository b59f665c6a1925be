//! Pseudo-legal moves: how a piece moves (RULES 2.2 to 2.4 and 5.6), whatever it becomes and whether
//! or not the move leaves a royal to be captured.
//!
//! The lion of three steps (`[L3]`) is the lion of RULES 2.3 with one more step. It takes up to three
//! king steps in any directions. A square on the way may be empty, the origin, or occupied. It may
//! capture or jump an enemy on the way, and it jumps a piece of its own side. It ends on an empty
//! square, on an enemy (captured last), or on the origin. It may pass if a neighbouring square is
//! empty. With two steps this is the lion, word for word.

use super::attacks;
use super::geometry::{self, hook_lines, leap_delta, ray};
use crate::position::{Move, Piece, Position};
use crate::rules::options::{Facing, HookAfterCapture, RangeJump};
use crate::rules::{Board, Dir, Kind, MovementAtom, Only, Royalty, Rules, Side, Square};

/// Every pseudo-legal move of the piece on `from`, without promotion; empty if there is no piece.
/// Captures on the way are in the order in which they happen. The moves have no order, and a move may
/// occur twice.
pub fn moves_of_piece(rules: &Rules, position: &Position, from: Square) -> Vec<Move> {
    moves_to(rules, position, from, None)
}

/// [`moves_of_piece`], but of an emperor's leaps only the one to `leap_to`, if given. A leap is
/// expensive to judge, and there are hundreds.
pub(super) fn moves_to(
    rules: &Rules,
    position: &Position,
    from: Square,
    leap_to: Option<Square>,
) -> Vec<Move> {
    let Some(piece) = position.at(from) else { return Vec::new() };
    let mut pseudo_legal = Walk {
        rules,
        position,
        board: rules.board,
        kind: piece.kind(),
        side: piece.side(),
        from,
        out: Vec::new(),
    };
    for &movement in &rules.spec(piece.kind()).atoms {
        match movement {
            MovementAtom::Slide { dir, range } => pseudo_legal.slide(dir, range),
            MovementAtom::Leap { right, forward } => pseudo_legal.leap(right, forward, None),
            MovementAtom::Stroke { dir, range, only } => pseudo_legal.stroke(dir, range, only),
            MovementAtom::Jump { right, forward, only } => {
                pseudo_legal.leap(right, forward, Some(only));
            }
            MovementAtom::LameLeap { right, forward, only } => {
                pseudo_legal.lame_leap(right, forward, only);
            }
            MovementAtom::Hop { dir, range, next, only } => {
                pseudo_legal.hop(dir, range, next, only);
            }
            MovementAtom::Lion { steps } => pseudo_legal.lion(steps),
            MovementAtom::LionLine { dir } => pseudo_legal.lion_line(dir),
            MovementAtom::LionDog { back } => pseudo_legal.lion_dog(back),
            MovementAtom::Hook { diagonal, forward, after_capture } => {
                pseudo_legal.hook(diagonal, forward, after_capture)
            }
            MovementAtom::Emperor => pseudo_legal.emperor(leap_to),
            MovementAtom::Skip { dir, range } => pseudo_legal.skip(dir, range),
            MovementAtom::Igui { dir } => pseudo_legal.igui_on(dir),
            MovementAtom::Area { steps } => pseudo_legal.area(steps),
            MovementAtom::RangeJump { dir } => pseudo_legal.range_jump(dir),
        }
    }
    pseudo_legal.capture_facing_royal();
    pseudo_legal.out
}

struct Walk<'a> {
    rules: &'a Rules,
    position: &'a Position,
    board: Board,
    kind: Kind,
    side: Side,
    from: Square,
    out: Vec<Move>,
}

impl Walk<'_> {
    fn empty(&self, square: Square) -> bool {
        self.position.at(square).is_none()
    }

    fn enemy(&self, square: Square) -> bool {
        self.position.at(square).is_some_and(|piece| piece.side() != self.side)
    }

    fn own(&self, square: Square) -> bool {
        self.position.at(square).is_some_and(|piece| piece.side() == self.side)
    }

    /// Ends on `to` after the captures on `mids`, unless a piece of the same side is on `to`, or the
    /// piece may not go there.
    fn end(&mut self, mids: [Option<Square>; 2], to: Square) {
        if !self.own(to) && self.rules.in_region(self.kind, to, self.side) {
            self.out.push(Move::through(self.from, mids, to));
        }
    }

    fn slide(&mut self, dir: Dir, range: u8) {
        let line = ray(self.board, self.from, dir.delta(self.side)).take(usize::from(range));
        for to in line {
            self.end([None, None], to);
            if !self.empty(to) {
                break;
            }
        }
    }

    /// [`Walk::end`] if the square is what the movement is for: empty, or an enemy's.
    fn end_only(&mut self, to: Square, only: Option<Only>) {
        if only.is_none_or(|only| self.empty(to) == (only == Only::Move)) {
            self.end([None, None], to);
        }
    }

    fn leap(&mut self, right: i8, forward: i8, only: Option<Only>) {
        let delta = leap_delta(right, forward, self.side);
        if let Some(to) = self.board.shift(self.from, delta) {
            self.end_only(to, only);
        }
    }

    fn lame_leap(&mut self, right: i8, forward: i8, only: Option<Only>) {
        let (across, ahead) = MovementAtom::lame_square(right, forward);
        let hindrance = self.board.shift(self.from, leap_delta(across, ahead, self.side));
        if hindrance.is_some_and(|square| self.empty(square)) {
            self.leap(right, forward, only);
        }
    }

    fn stroke(&mut self, dir: Dir, range: u8, only: Only) {
        let line = ray(self.board, self.from, dir.delta(self.side)).take(usize::from(range));
        for to in line {
            self.end_only(to, Some(only));
            if !self.empty(to) {
                break;
            }
        }
    }

    fn hop(&mut self, dir: Dir, range: u8, next: bool, only: Option<Only>) {
        let mut hurdles = 0;
        let line = ray(self.board, self.from, dir.delta(self.side)).take(usize::from(range));
        for to in line {
            if hurdles == 1 {
                self.end_only(to, only);
                if next {
                    break;
                }
            }
            hurdles += u8::from(!self.empty(to));
            if hurdles == 2 {
                break;
            }
        }
    }

    /// With `facing_royals: forbidden`, a royal captures an enemy royal that it faces on its file.
    fn capture_facing_royal(&mut self) {
        let royal = |kind: Kind| self.rules.spec(kind).royalty == Royalty::Royal;
        if self.rules.options.facing_royals == Facing::Allowed || !royal(self.kind) {
            return;
        }
        for dir in [Dir::F, Dir::B] {
            let faced = ray(self.board, self.from, dir.delta(self.side))
                .find_map(|square| Some((square, self.position.at(square)?)))
                .filter(|(_, piece)| piece.side() != self.side && royal(piece.kind()));
            self.out.extend(faced.map(|(to, _)| Move::board(self.from, to)));
        }
    }

    /// Igui: captures on `mid` without leaving its square.
    fn igui(&mut self, mid: Square) {
        self.out.push(Move::through(self.from, [Some(mid), None], self.from));
    }

    fn igui_on(&mut self, dir: Dir) {
        let next = self.board.shift(self.from, dir.delta(self.side));
        let is_open = |square: &Square| {
            self.enemy(*square) && self.rules.in_region(self.kind, *square, self.side)
        };
        if let Some(next) = next.filter(is_open) {
            self.igui(next);
        }
    }

    fn skip(&mut self, dir: Dir, range: u8) {
        let line = ray(self.board, self.from, dir.delta(self.side)).skip(1);
        for to in line.take(usize::from(range)) {
            self.end([None, None], to);
            if !self.empty(to) {
                break;
            }
        }
    }

    fn area(&mut self, steps: u8) {
        for to in geometry::area(self.position, self.board, self.from, steps) {
            self.end([None, None], to);
        }
    }

    /// Captures enemies on the line up to the first piece that is not of a lower rank. That piece
    /// may be captured too, if none was jumped or the option says so.
    fn range_jump(&mut self, dir: Dir) {
        let rules = self.rules;
        let rank = |piece: Piece| rules.spec(piece.kind()).rank;
        let own = self.position.at(self.from).map_or(0, rank);
        let mut jumped = false;
        for to in ray(self.board, self.from, dir.delta(self.side)) {
            let Some(piece) = self.position.at(to) else { continue };
            let is_lower = rank(piece) < own;
            if is_lower || !jumped || rules.options.range_jump == RangeJump::AnyRank {
                self.end([None, None], to);
            }
            if !is_lower {
                break;
            }
            jumped = true;
        }
    }

    fn pass(&mut self) {
        self.out.push(Move::board(self.from, self.from));
    }

    fn lion(&mut self, steps: u8) {
        let neighbours: Vec<Square> = Dir::ALL
            .iter()
            .filter_map(|d| self.board.shift(self.from, d.delta(self.side)))
            .collect();
        if neighbours.iter().any(|&square| self.empty(square)) {
            self.pass();
        }
        self.lion_steps(self.from, steps, [None, None]);
    }

    /// Continues from `at`, after the captures on `taken`.
    fn lion_steps(&mut self, at: Square, steps: u8, taken: [Option<Square>; 2]) {
        let Some(left) = steps.checked_sub(1) else { return };
        for dir in Dir::ALL {
            let Some(next) = self.board.shift(at, dir.delta(self.side)) else { continue };
            // It returns to a square of a capture: that square is the last one now.
            let mids = match taken {
                [Some(first), second] if first == next => [second, None],
                [first, Some(second)] if second == next => [first, None],
                _ => taken,
            };
            if next != self.from {
                self.end(mids, next);
            } else if taken[0].is_some() {
                self.out.push(Move::through(self.from, taken, next));
            }
            self.lion_steps(next, left, taken);
            if self.enemy(next) && !taken.contains(&Some(next)) && left > 0 {
                let more =
                    if taken[0].is_none() { [Some(next), None] } else { [taken[0], Some(next)] };
                self.lion_steps(next, left, more);
            }
        }
    }

    fn lion_line(&mut self, dir: Dir) {
        let line: Vec<Square> = ray(self.board, self.from, dir.delta(self.side)).take(2).collect();
        let Some(&first) = line.first() else { return };
        self.end([None, None], first);
        if self.empty(first) {
            self.pass();
        }
        if self.enemy(first) {
            self.igui(first);
        }
        if let Some(&second) = line.get(1) {
            self.end([None, None], second);
            if self.enemy(first) {
                self.end([Some(first), None], second);
            }
        }
    }

    fn lion_dog(&mut self, back: bool) {
        for dir in Dir::ALL {
            let line: Vec<Square> =
                ray(self.board, self.from, dir.delta(self.side)).take(3).collect();
            let Some(&first) = line.first() else { continue };
            if self.empty(first) && self.rules.options.liondog_pass {
                self.pass();
            }
            if self.enemy(first) {
                self.igui(first);
            }
            for (passed, &to) in line.iter().enumerate() {
                for mids in self.subsets(&line[..passed]) {
                    self.end(mids, to);
                }
            }
            if let Some(&second) = line.get(1) {
                if back && self.enemy(second) {
                    self.end([Some(second), None], first);
                }
            }
        }
    }

    /// Every set of at most two enemies among `passed`, in order.
    fn subsets(&self, passed: &[Square]) -> Vec<[Option<Square>; 2]> {
        let enemies: Vec<Square> =
            passed.iter().copied().filter(|&square| self.enemy(square)).collect();
        match enemies[..] {
            [a, b] => vec![[None, None], [Some(a), None], [Some(b), None], [Some(a), Some(b)]],
            [a] => vec![[None, None], [Some(a), None]],
            _ => vec![[None, None]],
        }
    }

    fn hook(&mut self, diagonal: bool, forward: bool, after_capture: HookAfterCapture) {
        for (dir, turns) in hook_lines(diagonal, forward) {
            for corner in ray(self.board, self.from, dir.delta(self.side)) {
                self.end([None, None], corner);
                let captures = self.enemy(corner);
                if after_capture.may_turn(self.empty(corner), captures) {
                    let mids = [captures.then_some(corner), None];
                    for turn in turns {
                        for to in ray(self.board, corner, turn.delta(self.side)) {
                            self.end(mids, to);
                            if !self.empty(to) {
                                break;
                            }
                        }
                    }
                }
                if !self.empty(corner) {
                    break;
                }
            }
        }
    }

    /// Leaps to any square, but not onto a guarded piece; and onto an attacked empty square only if its
    /// side has another royal.
    fn emperor(&mut self, leap_to: Option<Square>) {
        let another_royal = self.position.phantom[self.side.index()]
            || self.position.royals(self.rules, self.side).iter().any(|&r| r != self.from);
        let lifted = super::without(self.position, self.from);
        for to in self.board.iter().filter(|to| leap_to.is_none_or(|only| only == *to)) {
            if !self.own(to)
                && (self.empty(to) && another_royal
                    || !attacks::is_guarded(self.rules, &lifted, to, self.side.other()))
            {
                self.end([None, None], to);
            }
        }
    }
}
