//! Geometry of the padded board of one game.

use super::occupancy::{Occupancy, line_numbers};
use super::square_set::SquareSet;
use crate::position::Piece;
use crate::rules::{Board, Dir, Rules, Side, Square};

/// Index into the padded board.
pub type Cell = usize;

/// Number of cells, enough for 25×25 squares; a power of two, so that a masked index needs no
/// check.
pub const CELLS: usize = 2048;

/// Mask of a cell index.
pub const CELL_MASK: usize = CELLS - 1;

/// What a cell contains: nothing, a piece of either side, or a wall.
pub type Content = u16;

/// Number of contents, enough for the pieces of [`Kind::MAX`](crate::rules::Kind::MAX) kinds; a power
/// of two, so that a masked index needs no check.
pub const CONTENTS: usize = 512;

const _: () = assert!(Piece::COUNT <= CONTENTS);

/// A table with an entry for each content of a cell.
#[derive(Clone, Copy, Debug)]
pub struct ByContent<T>([T; CONTENTS]);

impl<T: Copy> ByContent<T> {
    /// The same entry for all.
    pub fn all(entry: T) -> ByContent<T> {
        ByContent([entry; CONTENTS])
    }
}

impl<T> std::ops::Index<Content> for ByContent<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, content: Content) -> &T {
        &self.0[usize::from(content) & (CONTENTS - 1)]
    }
}

impl<T> std::ops::IndexMut<Content> for ByContent<T> {
    fn index_mut(&mut self, content: Content) -> &mut T {
        &mut self.0[usize::from(content) & (CONTENTS - 1)]
    }
}

/// Content of an empty cell. A piece's content is [`Piece::index`](crate::position::Piece::index).
pub const EMPTY: Content = 0;

/// Content of a cell outside the board.
pub const WALL: Content = CONTENTS as Content - 1;

/// Width of the border, in cells: the longest jump of any piece.
const BORDER_CELLS: i32 = 3;

/// Coordinates of cells and squares. All indices are masked, so no accessor can panic.
///
/// Directions are the indices of [`Dir::ALL`]; direction `dir ^ 4` is opposite to `dir`.
#[derive(Debug)]
pub struct Layout {
    board: Board,
    /// Cells from one row to the next.
    row: i32,
    /// Difference of neighbouring cells in each direction (wrapping).
    step: [usize; 8],
    cell: [u16; CELLS],
    square: [u16; CELLS],
    file: [u8; CELLS],
    rank: [u8; CELLS],
    /// Promotion zone: bit 0 for Black, bit 1 for White.
    zone: [u8; CELLS],
    /// Farthest rank, likewise.
    last_rank: [u8; CELLS],
    blank: [Content; CELLS],
    blank_occupancy: Occupancy,
    /// Squares of each line, by orientation and number (see [`line_numbers`]).
    lines: [[SquareSet; 64]; 4],
}

impl Layout {
    pub fn new(rules: &Rules) -> Layout {
        let board = rules.board;
        let row = (2 * i32::from(board.files)).max(i32::from(board.files) + BORDER_CELLS);
        let mut layout = Layout {
            board,
            row,
            step: [0; 8],
            cell: [0; CELLS],
            square: [0; CELLS],
            file: [0; CELLS],
            rank: [0; CELLS],
            zone: [0; CELLS],
            last_rank: [0; CELLS],
            blank: [WALL; CELLS],
            blank_occupancy: Occupancy::empty(board),
            lines: [[SquareSet::default(); 64]; 4],
        };
        layout.step = Dir::ALL.map(|dir| {
            let (files, ranks) = dir.delta(Side::Black);
            layout.delta(files, ranks)
        });
        for square in board.iter() {
            layout.add_square(rules, square);
        }
        layout
    }

    fn add_square(&mut self, rules: &Rules, square: Square) {
        let (file, rank) = (self.board.file(square), self.board.rank(square));
        let numbers = line_numbers(file as u8, rank as u8);
        for (lines, number) in self.lines.iter_mut().zip(numbers) {
            lines[number].insert(square);
        }
        let cell = self.delta(file + BORDER_CELLS, rank + BORDER_CELLS) & CELL_MASK;
        self.cell[square.index()] = cell as u16;
        self.blank[cell] = EMPTY;
        self.square[cell] = square.0;
        self.file[cell] = file as u8;
        self.rank[cell] = rank as u8;
        for side in Side::BOTH {
            let depth = self.board.depth(square, side);
            self.zone[cell] |= u8::from(depth < i32::from(rules.options.zone)) << side.index();
            self.last_rank[cell] |= u8::from(depth == 0) << side.index();
        }
    }

    /// Size of the board.
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Difference of two cells that are `files` and `ranks` apart (wrapping).
    pub fn delta(&self, files: i32, ranks: i32) -> usize {
        (ranks * self.row + files) as isize as usize
    }

    /// Cell of a square.
    #[inline]
    pub fn cell(&self, square: Square) -> Cell {
        usize::from(self.cell[square.index() & CELL_MASK])
    }

    /// Square of a cell of the board.
    #[inline]
    pub fn square(&self, cell: Cell) -> Square {
        Square(self.square[cell & CELL_MASK])
    }

    /// File of a cell, counted from 0.
    #[inline]
    pub fn file(&self, cell: Cell) -> u8 {
        self.file[cell & CELL_MASK]
    }

    /// Rank of a cell, counted from 0.
    #[inline]
    pub fn rank(&self, cell: Cell) -> u8 {
        self.rank[cell & CELL_MASK]
    }

    /// Bit 0: the cell is in Black's promotion zone; bit 1: in White's.
    #[inline]
    pub fn zones(&self, cell: Cell) -> u8 {
        self.zone[cell & CELL_MASK]
    }

    /// True if the cell is on the rank farthest from `side`.
    #[inline]
    pub fn is_last_rank(&self, cell: Cell, side: usize) -> bool {
        self.last_rank[cell & CELL_MASK] >> side & 1 == 1
    }

    /// The neighbour of a cell in a direction.
    #[inline]
    pub fn next(&self, cell: Cell, dir: usize) -> Cell {
        cell.wrapping_add(self.step[dir & 7]) & CELL_MASK
    }

    /// The cell `distance` cells away in a direction.
    #[inline]
    pub fn along(&self, from: Cell, dir: usize, distance: u8) -> Cell {
        from.wrapping_add(self.step[dir & 7].wrapping_mul(usize::from(distance))) & CELL_MASK
    }

    /// The cell at a difference from another (see [`Layout::delta`]).
    #[inline]
    pub fn shifted(&self, from: Cell, delta: usize) -> Cell {
        from.wrapping_add(delta) & CELL_MASK
    }

    /// The cells of an empty board.
    pub fn blank(&self) -> &[Content; CELLS] {
        &self.blank
    }

    /// The occupancy of an empty board.
    pub fn blank_occupancy(&self) -> Occupancy {
        self.blank_occupancy
    }

    /// Inserts the squares of all eight directions from a cell.
    pub fn insert_lines(&self, squares: &mut SquareSet, cell: Cell) {
        let numbers = line_numbers(self.file(cell), self.rank(cell));
        for (lines, number) in self.lines.iter().zip(numbers) {
            squares.insert_all(&lines[number]);
        }
    }

    /// Inserts the squares from one cell to another, both included, on a line with direction `dir`.
    pub fn insert_segment(&self, squares: &mut SquareSet, dir: usize, ends: [Cell; 2]) {
        let [a, b] = ends.map(|cell| self.square(cell));
        let orientation = dir & 3;
        let number = line_numbers(self.file(ends[0]), self.rank(ends[0]))[orientation];
        squares.insert_run(&self.lines[orientation][number], a.min(b), a.max(b));
    }
}
