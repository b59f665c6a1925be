//! Surroundings of a royal that the side to move wants to attack: which cells give check, and which
//! own pieces block a check.

use crate::movegen::mailbox::board::{
    Cell, Content, HOOK, JUMPER, MAX_LISTED_ROYALS, PaddedBoard, SquareSet,
};

/// A royal of the side not to move, and the lines to it.
///
/// The info does not show whether the royal is attacked already.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckInfo {
    pub royal: Cell,
    /// Distance from the royal to the first piece or wall, in each direction.
    first: [u8; 8],
    /// In each direction: the distance of an own slider that attacks the royal through a single own
    /// piece; 0 if there is none.
    slider: [u8; 8],
    /// Own pieces that alone block a path of an own hook mover.
    hook_path_blockers: SquareSet,
}

impl PaddedBoard {
    /// Infos of the enemy royals, at most [`MAX_LISTED_ROYALS`].
    pub fn check_infos(&self) -> [CheckInfo; MAX_LISTED_ROYALS] {
        let mut infos = [CheckInfo::default(); MAX_LISTED_ROYALS];
        let (royals, count) = self.royal_cells(1 - self.turn());
        for (info, &royal) in infos.iter_mut().zip(&royals[..count]) {
            *info = self.check_info(royal);
        }
        infos
    }

    /// Info of a cell as if an enemy royal stood there.
    pub fn check_info(&self, royal: Cell) -> CheckInfo {
        let side = self.turn();
        let hook_path_blockers = self.hook_path_blockers(royal);
        let first = self.ray_lengths(royal);
        let mut info = CheckInfo { royal, first, slider: [0; 8], hook_path_blockers };
        for (dir, distance) in first.into_iter().enumerate() {
            let blocker = self.along(royal, dir, distance);
            if self.owner(self.content(blocker)) != side {
                continue;
            }
            let distance = distance + self.ray_length(blocker, dir as u8);
            let piece = self.content(self.along(royal, dir, distance));
            if self.slides_back(side, piece, dir, distance) {
                info.slider[dir] = distance;
            }
        }
        info
    }

    /// True if a piece of the side to move attacks the royal along a line or by a jump from `to`,
    /// after it has come there from `from` (none for a drop).
    pub fn gives_check(
        &self,
        piece: Content,
        from: Option<Cell>,
        to: Cell,
        info: &CheckInfo,
    ) -> bool {
        let side = self.turn();
        let offset = self.offset(info.royal, to);
        let dir = usize::from(offset.dir);
        if offset.is_on_line() && self.slides_back(side, piece, dir, offset.distance) {
            let first = info.first[dir];
            if first >= offset.distance {
                return true;
            }
            // The piece itself may have been the first on the line.
            let origin = from.map(|from| self.offset(info.royal, from));
            if origin.is_some_and(|o| o.dir == offset.dir && o.distance == first)
                && first + self.ray_length(self.along(info.royal, dir, first), offset.dir)
                    >= offset.distance
            {
                return true;
            }
        }
        self.jumps_to(piece, side, to, info.royal)
    }

    /// False only if no piece on a cell attacks the royal along a line or by a jump.
    #[inline]
    pub fn may_give_check(&self, to: Cell, info: &CheckInfo) -> bool {
        let offset = self.offset(to, info.royal);
        offset.is_on_line() || offset.jump_source[self.turn()] > 0
    }

    /// True if a piece is a discovered-check blocker: a slider attacks the royal as soon as the
    /// piece leaves the line.
    pub fn is_discoverer(&self, from: Cell, info: &CheckInfo) -> bool {
        let offset = self.offset(info.royal, from);
        let dir = usize::from(offset.dir);
        offset.is_on_line() && info.slider[dir & 7] > 0 && info.first[dir & 7] == offset.distance
    }

    /// True if a straight move from one cell to another discovers the check of a slider.
    pub fn discovers_check(&self, from: Cell, to: Cell, info: &CheckInfo) -> bool {
        let (line, end) = (self.offset(info.royal, from), self.offset(info.royal, to));
        self.is_discoverer(from, info)
            && (end.dir != line.dir || end.distance > info.slider[usize::from(line.dir & 7)])
    }

    /// True if the piece on a cell alone blocks a hook mover's path to one of the royals.
    pub fn is_hook_path_blocker(&self, from: Cell, infos: &[CheckInfo]) -> bool {
        infos.iter().any(|info| info.hook_path_blockers.contains(self.square(from)))
    }

    /// True if a piece dropped on a cell attacks the royal.
    pub fn drop_gives_check(&self, piece: Content, to: Cell, info: &CheckInfo) -> bool {
        self.gives_check(piece, None, to, info)
            || self.flags(piece) & HOOK != 0 && self.turns_to(piece, to, info.royal)
    }

    /// Calls `visit` once for each cell from which a dropped piece attacks the royal. The cell need
    /// not be empty.
    #[inline]
    pub fn for_each_checking_cell(
        &self,
        piece: Content,
        info: &CheckInfo,
        mut visit: impl FnMut(Cell),
    ) {
        let side = self.turn();
        let flags = self.flags(piece);
        if flags & HOOK != 0 {
            for square in self.tables().layout.board().iter() {
                let to = self.cell(square);
                if self.is_empty(to) && self.drop_gives_check(piece, to, info) {
                    visit(to);
                }
            }
            return;
        }
        let ranges = self.tables().ranges(side, piece);
        for dir in 0..8 {
            let mut to = info.royal;
            for _ in 0..ranges[dir ^ 4].min(info.first[dir] - 1) {
                to = self.next(to, dir);
                visit(to);
            }
        }
        if flags & JUMPER == 0 {
            return;
        }
        for source in self.jump_sources(side).iter().filter(|source| source.has(piece)) {
            let to = self.shifted(info.royal, source.delta);
            let offset = self.offset(info.royal, to);
            let dir = usize::from(offset.dir & 7);
            let is_visited = offset.is_on_line()
                && ranges[dir ^ 4] >= offset.distance
                && info.first[dir] > offset.distance;
            if !is_visited {
                visit(to);
            }
        }
    }
}
