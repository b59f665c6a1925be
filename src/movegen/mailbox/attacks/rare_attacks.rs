//! Attacks of [`RareMove`]s, and of royals that face each other: asked piece by piece.

use crate::movegen::mailbox::board::{
    Cell, Content, Occupancy, PaddedBoard, ROYAL, RareMove, WALL,
};
use crate::rules::Only;

impl PaddedBoard {
    /// True if `by` has a piece that attacks `target` by a rare move, or a royal that faces one
    /// there.
    #[inline]
    pub fn is_attacked_rarely(&self, target: Cell, by: usize) -> bool {
        let tables = self.tables();
        tables.tests_every_move
            && self.cells_of(self.pieces(by)).any(|from| {
                let piece = self.content(from);
                tables.moves_rarely[piece]
                    && self.owner(piece) == by
                    && self.captures_rarely(piece, from, target, self.occupancy())
            })
    }

    /// True if the piece, standing on `from`, attacks `to` by a rare move in this occupancy, or as
    /// a royal that faces another.
    pub fn captures_rarely(
        &self,
        piece: Content,
        from: Cell,
        to: Cell,
        occupancy: &Occupancy,
    ) -> bool {
        if from == to || !self.tables().moves_rarely[piece] {
            return false;
        }
        let attacks = |rare: &RareMove| self.attacks_by(*rare, piece, from, to, occupancy);
        self.is_in_region(piece, to) && self.movement(piece).rare_moves.iter().any(attacks)
            || self.faces(piece, from, to, occupancy)
    }

    /// True if the piece may stand on the cell.
    #[inline]
    pub fn is_in_region(&self, piece: Content, cell: Cell) -> bool {
        let region = &self.tables().regions[usize::from(piece)];
        region.as_ref().is_none_or(|region| region.contains(self.square(cell)))
    }

    /// True if the piece is a royal that faces an enemy royal on its file, and the rules forbid
    /// that.
    pub fn faces(&self, piece: Content, from: Cell, to: Cell, occupancy: &Occupancy) -> bool {
        let offset = self.offset(from, to);
        self.tables().royals_may_not_face
            && self.flags(piece) & ROYAL != 0
            && offset.dir & !4 == 0
            && self.is_enemy_at(to, piece)
            && self.flags(self.content(to)) & ROYAL != 0
            && self.ray_length_in(occupancy, from, offset.dir) == offset.distance
    }

    /// True if a cell of the board is empty in this occupancy.
    fn is_open_in(&self, occupancy: &Occupancy, cell: Cell) -> bool {
        let layout = &self.tables().layout;
        self.content(cell) != WALL && occupancy.is_empty(layout.file(cell), layout.rank(cell))
    }

    fn attacks_by(
        &self,
        rare: RareMove,
        piece: Content,
        from: Cell,
        to: Cell,
        occupancy: &Occupancy,
    ) -> bool {
        let offset = self.offset(from, to);
        let distance = offset.distance;
        let is_open = |cell: Cell| self.is_open_in(occupancy, cell);
        let before = |dir: u8| (1..distance).map(move |n| self.along(from, dir.into(), n));
        match rare {
            RareMove::Line { only: Some(Only::Move), .. }
            | RareMove::Jump { only: Some(Only::Move), .. }
            | RareMove::Hop { only: Some(Only::Move), .. } => false,
            RareMove::Line { dir, first, last, .. } => {
                offset.dir == dir
                    && (first..=last).contains(&distance)
                    && before(dir).skip(usize::from(first) - 1).all(is_open)
            }
            RareMove::Jump { delta, over, .. } => {
                self.shifted(from, delta) == to
                    && over.is_none_or(|over| is_open(self.shifted(from, over)))
            }
            RareMove::Hop { dir, range, next, .. } => {
                offset.dir == dir
                    && distance <= range
                    && before(dir).filter(|&cell| !is_open(cell)).count() == 1
                    && (!next || before(dir).next_back().is_some_and(|cell| !is_open(cell)))
            }
            RareMove::Turn { dir } => self.turn_paths(dir, from, to).any(|path| {
                let mut path = path.into_iter();
                path.all(is_open)
            }),
            RareMove::CaptureTurn { dir } => {
                let is_enemy = |cell: Cell| !is_open(cell) && self.is_enemy_at(cell, piece);
                self.capture_turn_paths(dir, from, to)
                    .any(|(corner, path)| is_enemy(corner) && path.into_iter().all(is_open))
            }
            RareMove::Igui { dir } => offset.dir == dir && distance == 1,
            RareMove::Area { steps } => self.walks_to(from, to, steps, occupancy),
            RareMove::RangeJump { dir } => {
                let rank = &self.tables().rank;
                let is_lower = |other: Content| rank[other] < rank[piece];
                let jumped = || before(dir).filter(|&cell| !is_open(cell));
                offset.dir == dir
                    && jumped().all(|cell| is_lower(self.content(cell)))
                    && (jumped().next().is_none()
                        || self.tables().jumps_to_any_rank
                        || is_open(to)
                        || is_lower(self.content(to)))
            }
        }
    }

    /// True if a piece reaches a cell by at most `steps` king steps over empty cells.
    fn walks_to(&self, from: Cell, to: Cell, steps: u8, occupancy: &Occupancy) -> bool {
        let apart = self.king_steps(from, to);
        apart <= steps
            && (apart == 1
                || (0..8).any(|dir| {
                    let next = self.next(from, dir);
                    self.is_open_in(occupancy, next)
                        && self.walks_to(next, to, steps - 1, occupancy)
                }))
    }

    /// The paths on which [`RareMove::Turn`] leads to a cell: the cells that must be empty.
    fn turn_paths(&self, dir: u8, from: Cell, to: Cell) -> impl Iterator<Item = Vec<Cell>> + '_ {
        let line = move |start: Cell, dir: u8, cells: std::ops::Range<u8>| {
            cells.map(move |n| self.along(start, dir.into(), n))
        };
        let offset = self.offset(from, to);
        let straight = (offset.dir == dir).then(|| line(from, dir, 1..offset.distance).collect());
        let turned = self.corners(from, to).into_iter().flatten().filter_map(move |corner| {
            let (first, second) = (self.offset(from, corner.cell), self.offset(corner.cell, to));
            (first.dir == dir).then(|| {
                line(from, dir, 1..first.distance + 1)
                    .chain(line(corner.cell, second.dir, 1..second.distance))
                    .collect()
            })
        });
        straight.into_iter().chain(turned)
    }

    /// The paths on which [`RareMove::CaptureTurn`] leads to a cell: the cell of the capture, and
    /// the cells that must be empty.
    fn capture_turn_paths(
        &self,
        dir: u8,
        from: Cell,
        to: Cell,
    ) -> impl Iterator<Item = (Cell, Vec<Cell>)> + '_ {
        self.corners(from, to).into_iter().flatten().filter_map(move |corner| {
            let (first, second) = (self.offset(from, corner.cell), self.offset(corner.cell, to));
            let before = (1..first.distance).map(|n| self.along(from, dir.into(), n));
            let behind =
                (1..second.distance).map(|n| self.along(corner.cell, second.dir.into(), n));
            (first.dir == dir).then(|| (corner.cell, before.chain(behind).collect()))
        })
    }

    /// The ways to walk to a cell by at most `steps` king steps: the cells in between.
    fn walks(&self, origin: Cell, at: Cell, to: Cell, steps: u8) -> Vec<Vec<Cell>> {
        let apart = self.king_steps(at, to);
        if apart > steps {
            return Vec::new();
        }
        let mut walks = Vec::new();
        if apart == 1 {
            walks.push(Vec::new());
        }
        if steps > 1 {
            for next in (0..8).map(|dir| self.next(at, dir)) {
                if self.content(next) == WALL || next == origin || next == to {
                    continue;
                }
                for walk in self.walks(origin, next, to, steps - 1) {
                    walks.push([&[next], &walk[..]].concat());
                }
            }
        }
        walks
    }

    /// The lines on which a piece attacks a cell by a rare move once they are open, as far as a
    /// game with an emperor has them: the cells that must be empty.
    pub fn rare_paths(&self, piece: Content, from: Cell, to: Cell) -> Vec<Vec<Cell>> {
        let offset = self.offset(from, to);
        let mut paths = Vec::new();
        for &rare in &self.movement(piece).rare_moves {
            match rare {
                RareMove::Line { dir, first, last, .. }
                    if offset.dir == dir && (first..=last).contains(&offset.distance) =>
                {
                    let cells = (first..offset.distance).map(|n| self.along(from, dir.into(), n));
                    paths.push(cells.collect());
                }
                RareMove::Turn { dir } => paths.extend(self.turn_paths(dir, from, to)),
                RareMove::CaptureTurn { dir } => {
                    let turns = self.capture_turn_paths(dir, from, to);
                    let open = turns.filter(|(corner, _)| self.is_enemy_at(*corner, piece));
                    paths.extend(open.map(|(_, path)| path));
                }
                RareMove::Area { steps } => paths.extend(self.walks(from, from, to, steps)),
                _ => {}
            }
        }
        paths
    }

    /// Calls `visit` with each cell where a rare move could end, or for an igui capture; whatever
    /// stands there and whatever the move is for. A cell may come twice.
    pub fn for_each_rare_target(
        &self,
        rare: RareMove,
        piece: Content,
        from: Cell,
        occupancy: &Occupancy,
        visit: &mut impl FnMut(Cell),
    ) {
        let is_open = |cell: Cell| self.is_open_in(occupancy, cell);
        let is_wall = |cell: Cell| self.content(cell) == WALL;
        let line = |start: Cell, dir: u8| {
            let next = move |cell: &Cell| Some(self.next(*cell, dir.into()));
            std::iter::successors(next(&start), next).take_while(move |&cell| !is_wall(cell))
        };
        let mut visit_if_inside = |cell: Cell| {
            if !is_wall(cell) {
                visit(cell);
            }
        };
        match rare {
            RareMove::Line { dir, first, last, .. } => {
                for cell in line(from, dir).take(last.into()).skip(usize::from(first) - 1) {
                    visit(cell);
                    if !is_open(cell) {
                        break;
                    }
                }
            }
            RareMove::Jump { delta, over, .. } => {
                if over.is_none_or(|over| is_open(self.shifted(from, over))) {
                    visit_if_inside(self.shifted(from, delta));
                }
            }
            RareMove::Hop { dir, range, next, .. } => {
                let mut hurdles = 0;
                for cell in line(from, dir).take(range.into()) {
                    if hurdles == 1 {
                        visit(cell);
                        if next {
                            break;
                        }
                    }
                    hurdles += u8::from(!is_open(cell));
                    if hurdles == 2 {
                        break;
                    }
                }
            }
            RareMove::Turn { dir } => {
                for corner in line(from, dir) {
                    visit(corner);
                    if !is_open(corner) {
                        break;
                    }
                    for turn in [(dir + 2) % 8, (dir + 6) % 8] {
                        for cell in line(corner, turn) {
                            visit(cell);
                            if !is_open(cell) {
                                break;
                            }
                        }
                    }
                }
            }
            RareMove::CaptureTurn { dir } => {
                let corner = line(from, dir).find(|&cell| !is_open(cell));
                if let Some(corner) = corner.filter(|&corner| self.is_enemy_at(corner, piece)) {
                    for turn in [(dir + 2) % 8, (dir + 6) % 8] {
                        for cell in line(corner, turn) {
                            visit(cell);
                            if !is_open(cell) {
                                break;
                            }
                        }
                    }
                }
            }
            RareMove::Igui { dir } => visit_if_inside(self.next(from, dir.into())),
            RareMove::Area { steps } => {
                let mut reached = vec![from];
                let mut last = 0..1;
                for _ in 0..steps {
                    let end = reached.len();
                    for i in last.clone() {
                        let at = reached[i];
                        if i > 0 && !is_open(at) {
                            continue;
                        }
                        for next in (0..8).map(|dir| self.next(at, dir)) {
                            if !is_wall(next) && !reached.contains(&next) {
                                reached.push(next);
                            }
                        }
                    }
                    last = end..reached.len();
                }
                reached[1..].iter().for_each(|&cell| visit(cell));
            }
            RareMove::RangeJump { dir } => {
                let rank = &self.tables().rank;
                let mut jumped = false;
                for cell in line(from, dir).filter(|&cell| !is_open(cell)) {
                    let is_lower = rank[self.content(cell)] < rank[piece];
                    if is_lower || !jumped || self.tables().jumps_to_any_rank {
                        visit(cell);
                    }
                    if !is_lower {
                        break;
                    }
                    jumped = true;
                }
            }
        }
    }
}
