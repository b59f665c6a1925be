//! Squares that hook movers reach by a turn.

use super::check_info::CheckInfo;
use crate::movegen::mailbox::board::{
    Cell, Content, HOOK, HookLeg, Occupancy, PaddedBoard, SquareSet,
};
use crate::rules::Board;

/// Ranks of the largest board, and a rank of walls on either side.
const RANKS_WITH_WALLS: usize = Board::MAX_SIDE as usize + 2;

/// Squares rank by rank: one bit for each file, as in [`Occupancy::rank`].
type RankBits = [u32; RANKS_WITH_WALLS];

/// Kind of lines on which a hook mover moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookAxis {
    /// Like a rook.
    Orthogonal,
    /// Like a bishop.
    Diagonal,
}

/// A cell where a path with one turn may turn.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    pub cell: Cell,
    pub axis: HookAxis,
}

/// Squares from which one hook mover would give check by a turn, computed when first needed.
#[derive(Default)]
pub struct HookCheckSquares {
    /// The piece after its move, and its origin (none for a drop); `None` before the first use.
    mover: Option<(Content, Option<Cell>)>,
    squares: SquareSet,
}

impl PaddedBoard {
    /// The squares that a hook mover reaches from a cell by one turn: each empty square, and the
    /// first occupied one, whoever owns the piece there. `captures`: it may also turn after a
    /// capture, if its movement allows it.
    ///
    /// All squares behind all corners are computed at once, a rank at a time. The way back takes
    /// the same turns, so these are also the squares from which the piece reaches the cell.
    pub fn squares_after_turn(
        &self,
        occupancy: &Occupancy,
        from: Cell,
        piece: Content,
        captures: bool,
    ) -> SquareSet {
        let legs = &self.movement(piece).hook_legs;
        let layout = &self.tables().layout;
        let ranks = usize::from(layout.board().ranks);
        let mut reached: RankBits = [0; RANKS_WITH_WALLS];
        for orientation in 0..4u8 {
            let mut corners: RankBits = [0; RANKS_WITH_WALLS];
            for leg in legs.iter().filter(|leg| leg.dir & 3 == orientation) {
                let distance = self.ray_length_in(occupancy, from, leg.dir);
                let end = self.along(from, leg.dir.into(), distance);
                let turns_at_end =
                    captures && leg.captures_at_corner && self.is_enemy_at(end, piece);
                for n in 1..distance + u8::from(turns_at_end) {
                    let corner = self.along(from, leg.dir.into(), n);
                    corners[usize::from(layout.rank(corner)) + 1] |= 2 << layout.file(corner);
                }
            }
            let rank = |n: usize| occupancy.rank(n - 1);
            match orientation {
                // Legs along a file turn along the ranks, each of which has at most one corner.
                0 => (1..=ranks).for_each(|n| reached[n] |= slide_along_rank(corners[n], rank(n))),
                2 => sweep_ranks(&mut reached, &corners, rank, ranks, |bits| [bits; 2]),
                1 => {
                    sweep_ranks(&mut reached, &corners, rank, ranks, |bits| [bits >> 1, bits << 1]);
                }
                _ => {
                    sweep_ranks(&mut reached, &corners, rank, ranks, |bits| [bits << 1, bits >> 1]);
                }
            }
        }
        let mut squares = SquareSet::default();
        for (rank, bits) in reached[1..=ranks].iter().enumerate() {
            squares.insert_rank(layout.board(), rank, bits >> 1);
        }
        squares
    }

    /// True if the hook mover on `from` attacks `to` by a turn.
    pub fn turns_to(&self, piece: Content, from: Cell, to: Cell) -> bool {
        self.corners(from, to).into_iter().flatten().any(|corner| {
            let Some(leg) = self.hook_leg(piece, corner.axis) else { return false };
            let first = self.offset(from, corner.cell);
            let second = self.offset(corner.cell, to);
            let is_open = self.is_empty(corner.cell)
                || leg.captures_at_corner && self.is_enemy_at(corner.cell, piece);
            is_open
                && self.is_path_clear(from, first.dir, first.distance)
                && self.is_path_clear(corner.cell, second.dir, second.distance)
        })
    }

    /// A first leg of the piece on lines of this kind, one that may capture at the corner if there
    /// is such a leg.
    pub fn hook_leg(&self, piece: Content, axis: HookAxis) -> Option<HookLeg> {
        let is_diagonal = axis == HookAxis::Diagonal;
        let legs = self.movement(piece).hook_legs.iter();
        legs.filter(|leg| (leg.dir % 2 == 1) == is_diagonal)
            .max_by_key(|leg| leg.captures_at_corner)
            .copied()
    }

    /// The corners of paths with one turn from one cell to another. The lines of one kind through
    /// the first cell meet those through the second at right angles in at most two cells.
    pub fn corners(&self, from: Cell, to: Cell) -> [Option<Corner>; 4] {
        let layout = &self.tables().layout;
        let place = |cell: Cell| (i32::from(layout.file(cell)), i32::from(layout.rank(cell)));
        let ((x1, y1), (x2, y2)) = (place(from), place(to));
        let corner = |file: i32, rank: i32, axis: HookAxis| {
            let square = layout.board().square(file, rank)?;
            Some(Corner { cell: layout.cell(square), axis })
        };
        let mut corners = [None; 4];
        if x1 != x2 && y1 != y2 {
            corners[0] = corner(x1, y2, HookAxis::Orthogonal);
            corners[1] = corner(x2, y1, HookAxis::Orthogonal);
        }
        let (d1, a1, d2, a2) = (x1 - y1, x1 + y1, x2 - y2, x2 + y2);
        if d1 != d2 && a1 != a2 && (d1 + a2) % 2 == 0 {
            corners[2] = corner((d1 + a2) / 2, (a2 - d1) / 2, HookAxis::Diagonal);
            corners[3] = corner((d2 + a1) / 2, (a1 - d2) / 2, HookAxis::Diagonal);
        }
        corners
    }

    /// True if a hook mover of `by` attacks `target` by a turn.
    pub fn is_attacked_by_turn(&self, target: Cell, by: usize) -> bool {
        self.has_any(by, HOOK)
            && self.cells_of(self.special_pieces(by)).any(|cell| {
                let piece = self.content(cell);
                self.owner(piece) == by
                    && self.flags(piece) & HOOK != 0
                    && cell != target
                    && self.turns_to(piece, cell, target)
            })
    }

    /// True if some hook mover of a side may turn after a capture.
    pub fn has_capturing_hook_mover(&self, side: usize) -> bool {
        self.has_any(side, HOOK)
            && self
                .cells_of(self.special_pieces(side))
                .any(|cell| self.is_capturing_hook_mover(self.content(cell)))
    }

    /// True if a piece is a hook mover that may turn after a capture.
    pub fn is_capturing_hook_mover(&self, piece: Content) -> bool {
        self.flags(piece) & HOOK != 0
            && self.movement(piece).hook_legs.iter().any(|leg| leg.captures_at_corner)
    }

    /// True if a hook mover that goes straight from one cell to another, or is dropped there,
    /// attacks one of the royals by a turn. `cache` keeps the squares; it is for these royals
    /// alone.
    #[inline]
    pub fn gives_check_by_turn(
        &self,
        royals: &[CheckInfo],
        piece: Content,
        from: Option<Cell>,
        to: Cell,
        cache: &mut HookCheckSquares,
    ) -> bool {
        self.squares_checking_by_turn(royals, piece, from, cache).contains(self.square(to))
    }

    /// The squares from which [`PaddedBoard::gives_check_by_turn`] is true.
    #[inline]
    pub fn squares_checking_by_turn<'a>(
        &self,
        royals: &[CheckInfo],
        piece: Content,
        from: Option<Cell>,
        cache: &'a mut HookCheckSquares,
    ) -> &'a SquareSet {
        if cache.mover != Some((piece, from)) {
            *cache = self.hook_check_squares(royals, piece, from);
        }
        &cache.squares
    }

    #[inline(never)]
    fn hook_check_squares(
        &self,
        royals: &[CheckInfo],
        piece: Content,
        from: Option<Cell>,
    ) -> HookCheckSquares {
        let occupancy = self.occupancy_without(from.as_slice());
        let mut squares = SquareSet::default();
        for info in royals {
            squares.insert_all(&self.squares_after_turn(&occupancy, info.royal, piece, true));
        }
        HookCheckSquares { mover: Some((piece, from)), squares }
    }
}

/// The squares that a corner sees along its rank, up to the first pieces; none without a corner.
fn slide_along_rank(corner: u32, occupied: u32) -> u32 {
    let above = |corner: u32, occupied: u32| {
        let occupied = occupied & !(corner << 1).wrapping_sub(1);
        occupied ^ occupied.wrapping_sub(corner << 1)
    };
    let below = above(corner.reverse_bits(), occupied.reverse_bits()).reverse_bits();
    above(corner, occupied) | below
}

/// Adds what the corners see on lines that cross the ranks. `occupied` gives the occupied files of
/// a rank, and `step` moves squares to the next rank down the board, and to the next rank up.
fn sweep_ranks(
    reached: &mut RankBits,
    corners: &RankBits,
    occupied: impl Fn(usize) -> u32,
    ranks: usize,
    step: impl Fn(u32) -> [u32; 2],
) {
    let (mut down, mut up) = (0, 0);
    for n in 1..=ranks {
        for (open, rank, way) in [(&mut down, n, 0), (&mut up, ranks + 1 - n, 1)] {
            let seen = step(*open)[way];
            reached[rank] |= seen;
            *open = seen & !occupied(rank) | corners[rank];
        }
    }
}
