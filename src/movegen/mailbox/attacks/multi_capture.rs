//! Moves that capture several pieces at once, asked about royals: a side with several royals is in
//! check only if one move could capture them all.

use crate::movegen::mailbox::board::{
    Cell, Content, MAX_LISTED_ROYALS, MULTI_CAPTURE, PaddedBoard, RareMove,
};

impl PaddedBoard {
    /// True if the opponent of `side`, which has several royals, could capture them all in one
    /// move. No move captures more than three pieces.
    pub fn can_capture_all_royals(&self, side: usize) -> bool {
        let (royals, count) = self.royal_cells(side);
        self.royal_count(side) <= MAX_LISTED_ROYALS
            && self.has_any(1 - side, MULTI_CAPTURE)
            && self.can_multi_capture(1 - side, &royals[..count], None)
    }

    /// True if `by` has a piece that could capture on all these cells, two or three, at once. The
    /// piece on the cell `except` does not count.
    pub fn can_multi_capture(&self, by: usize, targets: &[Cell], except: Option<Cell>) -> bool {
        self.cells_of(self.special_pieces(by)).any(|cell| {
            let piece = self.content(cell);
            self.flags(piece) & MULTI_CAPTURE != 0
                && Some(cell) != except
                && self.captures_all(piece, cell, targets)
        })
    }

    /// True if the piece, standing on `from`, has a move that captures on all these cells, two or
    /// three. Other pieces on the board matter to hook movers alone.
    pub fn captures_all(&self, piece: Content, from: Cell, targets: &[Cell]) -> bool {
        let movement = self.movement(piece);
        let are_on_line = |dir: u8, length: u8| {
            targets.iter().all(|&target| {
                (1..=length).any(|n| self.along(from, usize::from(dir), n) == target)
            })
        };
        // The first target visited is at least one step away.
        let apart = targets.windows(2).map(|two| self.king_steps(two[0], two[1])).max();
        let apart = apart.unwrap_or(0);
        if apart < 2 && movement.lion_lines.iter().any(|&dir| are_on_line(dir, 2))
            || apart < 3 && movement.is_lion_dog && (0..8).any(|dir| are_on_line(dir, 3))
            || apart < movement.lion_steps && self.lion_visits(from, targets, movement.lion_steps)
        {
            return true;
        }
        let &[a, b] = targets else { return false };
        let legs = movement.hook_legs.iter().filter(|leg| leg.captures_at_corner);
        let turns = movement.rare_moves.iter().filter_map(|rare| match rare {
            RareMove::CaptureTurn { dir } => Some(*dir),
            _ => None,
        });
        legs.map(|leg| leg.dir).chain(turns).any(|dir| {
            [(a, b), (b, a)].into_iter().any(|(corner, end)| {
                let first = self.offset(from, corner);
                let second = self.offset(corner, end);
                let is_turn = [(dir + 2) % 8, (dir + 6) % 8].contains(&second.dir);
                first.dir == dir
                    && is_turn
                    && self.is_path_clear(from, dir, first.distance)
                    && self.is_path_clear(corner, second.dir, second.distance)
            })
        })
    }

    /// Number of king's steps between two cells.
    pub fn king_steps(&self, a: Cell, b: Cell) -> u8 {
        let layout = &self.tables().layout;
        let files = layout.file(a).abs_diff(layout.file(b));
        files.max(layout.rank(a).abs_diff(layout.rank(b)))
    }

    /// True if `steps` king's steps suffice to visit all these cells, jumping where necessary.
    fn lion_visits(&self, at: Cell, targets: &[Cell], steps: u8) -> bool {
        if targets.iter().any(|&target| self.king_steps(at, target) > steps) {
            return false;
        }
        targets.len() < 2
            || targets.iter().any(|&next| {
                let length = self.king_steps(at, next);
                let mut rest = [0; MAX_LISTED_ROYALS];
                let mut count = 0;
                for &target in targets.iter().filter(|&&target| target != next) {
                    rest[count] = target;
                    count += 1;
                }
                length <= steps && self.lion_visits(next, &rest[..count], steps - length)
            })
    }
}
