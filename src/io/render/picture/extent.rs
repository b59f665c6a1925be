//! The part of a board that a diagram shows.
//!
//! Problems of large games often use a corner of the board. A diagram of the whole board would have
//! pieces too small to read.

use crate::position::{Move, Problem};
use crate::rules::{Board, Square};

/// Squares that a cropped diagram shows around the outermost pieces.
const MARGIN: i32 = 2;
/// A board is cropped where the pieces need less than this part of it.
const CROP_BELOW: f32 = 0.6;
/// Files and ranks of the largest board that is never cropped unasked: books show it whole.
const LARGEST_WHOLE_BOARD: u8 = 9;

/// When a diagram shows only the part of the board that the problem uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Crop {
    /// On boards larger than 9×9 of which the problem uses less than three fifths.
    #[default]
    Auto,
    /// On every board.
    Always,
    /// On no board.
    Never,
}

/// A rectangle of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardExtent {
    /// First and last file, from 0, which is at the right.
    pub files: (i32, i32),
    /// First and last rank, from 0, which is at the top.
    pub ranks: (i32, i32),
}

impl BoardExtent {
    /// The whole board.
    pub fn whole(board: Board) -> BoardExtent {
        BoardExtent {
            files: (0, i32::from(board.files) - 1),
            ranks: (0, i32::from(board.ranks) - 1),
        }
    }

    /// The part of a board around `squares`.
    ///
    /// # Examples
    /// ```
    /// use tsume::Variant;
    /// use tsume::io::render::picture::extent::{BoardExtent, Crop};
    ///
    /// let board = Variant::named("chu")?.rules().board;
    /// let corner = [board.square(0, 0).unwrap(), board.square(1, 3).unwrap()];
    /// let shown = BoardExtent::around(board, corner, Crop::Auto);
    /// assert_eq!((shown.files, shown.ranks), ((0, 3), (0, 5)));
    /// assert_eq!(BoardExtent::around(board, corner, Crop::Never), BoardExtent::whole(board));
    /// # Ok::<(), tsume::Error>(())
    /// ```
    pub fn around(
        board: Board,
        squares: impl IntoIterator<Item = Square>,
        crop: Crop,
    ) -> BoardExtent {
        let whole = BoardExtent::whole(board);
        let is_small = board.files.max(board.ranks) <= LARGEST_WHOLE_BOARD;
        if crop == Crop::Never || (crop == Crop::Auto && is_small) {
            return whole;
        }
        let places = squares.into_iter().map(|square| (board.file(square), board.rank(square)));
        let used = places.fold(None, |used: Option<BoardExtent>, (file, rank)| {
            let old = used.unwrap_or(BoardExtent { files: (file, file), ranks: (rank, rank) });
            let wider = |(first, last): (i32, i32), at: i32| (first.min(at), last.max(at));
            Some(BoardExtent { files: wider(old.files, file), ranks: wider(old.ranks, rank) })
        });
        let Some(used) = used else { return whole };
        let with_margin = |(first, last): (i32, i32), end: (i32, i32)| {
            ((first - MARGIN).max(end.0), (last + MARGIN).min(end.1))
        };
        let shown = BoardExtent {
            files: with_margin(used.files, whole.files),
            ranks: with_margin(used.ranks, whole.ranks),
        };
        let is_worth_it = (shown.area() as f32) < CROP_BELOW * whole.area() as f32;
        if crop == Crop::Always || is_worth_it { shown } else { whole }
    }

    /// The part of its board that a problem and the moves of `line` use.
    pub fn of_problem(problem: &Problem, line: &[Move], crop: Crop) -> BoardExtent {
        let board = problem.rules().board;
        let pieces = problem.position().pieces().map(|(square, _)| square);
        BoardExtent::around(board, pieces.chain(line.iter().map(|m| m.to())), crop)
    }

    /// True if the square lies in the rectangle.
    pub fn contains(&self, board: Board, square: Square) -> bool {
        let lies_in = |(first, last): (i32, i32), at: i32| (first..=last).contains(&at);
        lies_in(self.files, board.file(square)) && lies_in(self.ranks, board.rank(square))
    }

    /// Number of squares.
    fn area(self) -> i32 {
        (self.files.1 - self.files.0 + 1) * (self.ranks.1 - self.ranks.0 + 1)
    }
}
