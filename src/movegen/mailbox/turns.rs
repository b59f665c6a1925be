//! Where hook movers get by a turn: all squares behind all corners at once, a rank at a time.

use super::MailboxEngine;
use super::lines::Lines;
use super::squares::Squares;
use super::tables::{Cell, MASK};
use super::target::Target;
use crate::rules::Board;

/// Ranks of the largest board, and a rank of walls on either side.
const RANKS: usize = Board::MAX_SIDE as usize + 2;

/// Squares rank by rank: of each rank a bit for each file, as in [`Lines::rank`].
type Ranks = [u32; RANKS];

/// From where one hook mover, come there from its cell or dropped, attacks by a turn.
#[derive(Default)]
pub(super) struct Turning {
    /// The piece, and where it comes from; none yet.
    mover: Option<(u8, Option<Cell>)>,
    squares: Squares,
}

impl MailboxEngine {
    /// Where a hook mover gets from a cell by one turn, with `captures` also after a capture if it may: each empty square, and
    /// the first that is not, whoever stands there. What stands on the board is told by the lines. The way back takes the
    /// same turns, so these are also the squares from which it gets to the cell.
    pub(super) fn turns(&self, lines: &Lines, from: Cell, piece: u8, captures: bool) -> Squares {
        let legs = &self.t.shapes[usize::from(piece)].hooks;
        let (file, rank) = (self.t.file[from & MASK], self.t.rank[from & MASK]);
        let ranks = usize::from(self.t.board.ranks);
        let mut reached: Ranks = [0; RANKS];
        for axis in 0..4u8 {
            let mut corners: Ranks = [0; RANKS];
            for &(dir, after_capture) in legs.iter().filter(|leg| leg.0 & 3 == axis) {
                let stop = lines.stop(file, rank, dir);
                let end = self.along(from, dir.into(), stop);
                let goes_on = captures && after_capture && self.enemy_at(end, piece);
                for n in 1..stop + u8::from(goes_on) {
                    let corner = self.along(from, dir.into(), n);
                    corners[usize::from(self.t.rank[corner]) + 1] |= 2 << self.t.file[corner];
                }
            }
            match axis {
                // Legs along a file turn along the ranks, where each has one corner at most.
                0 => (1..=ranks).for_each(|r| reached[r] |= beside(corners[r], lines.rank(r - 1))),
                2 => sweep(&mut reached, &corners, lines, ranks, |bits| [bits; 2]),
                1 => sweep(&mut reached, &corners, lines, ranks, |bits| [bits >> 1, bits << 1]),
                _ => sweep(&mut reached, &corners, lines, ranks, |bits| [bits << 1, bits >> 1]),
            }
        }
        let mut squares = Squares::default();
        for (rank, bits) in reached[1..=ranks].iter().enumerate() {
            squares.insert_rank(self.t.board, rank, bits >> 1);
        }
        squares
    }

    /// True if a hook mover that goes straight from one cell to another, or is dropped there, attacks one of the targets by a
    /// turn. What is found out stays in `turning`, which is for these targets alone.
    #[inline]
    pub(super) fn turns_upon(
        &self,
        targets: &[Target],
        piece: u8,
        from: Option<Cell>,
        to: Cell,
        turning: &mut Turning,
    ) -> bool {
        if turning.mover != Some((piece, from)) {
            *turning = self.turning(targets, piece, from);
        }
        turning.squares.contains(self.t.square[to & MASK])
    }

    #[inline(never)]
    fn turning(&self, targets: &[Target], piece: u8, from: Option<Cell>) -> Turning {
        let lines = self.lines_without(from.as_slice());
        let mut squares = Squares::default();
        for target in targets {
            squares.insert_all(&self.turns(&lines, target.king, piece, true));
        }
        Turning { mover: Some((piece, from)), squares }
    }
}

/// What a corner sees along its rank, up to the first pieces; nothing without a corner.
fn beside(corner: u32, rank: u32) -> u32 {
    let above = |corner: u32, rank: u32| {
        let rank = rank & !(corner << 1).wrapping_sub(1);
        rank ^ rank.wrapping_sub(corner << 1)
    };
    let below = above(corner.reverse_bits(), rank.reverse_bits()).reverse_bits();
    above(corner, rank) | below
}

/// Adds what the corners see on lines through the ranks. `step` moves squares to the next rank down the board, and to the
/// next up.
fn sweep(
    reached: &mut Ranks,
    corners: &Ranks,
    lines: &Lines,
    ranks: usize,
    step: impl Fn(u32) -> [u32; 2],
) {
    let (mut down, mut up) = (0, 0);
    for n in 1..=ranks {
        for (open, rank, way) in [(&mut down, n, 0), (&mut up, ranks + 1 - n, 1)] {
            let seen = step(*open)[way];
            reached[rank] |= seen;
            *open = seen & !lines.rank(rank - 1) | corners[rank];
        }
    }
}
