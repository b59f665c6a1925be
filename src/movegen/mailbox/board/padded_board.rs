//! The board type of the mailbox engine, with accessors and short what-if changes.

use super::history::MailboxUndo;
use super::jump_sources::{JumpSource, JumpSources};
use super::layout::{CELL_MASK, CELLS, Cell, Content, EMPTY};
use super::movement::{Movement, PAWN, ROYAL, SPECIAL};
use super::occupancy::Occupancy;
use super::square_set::SquareSet;
use super::tables::{GameTables, Offset};
use crate::position::{Hand, Piece, Position};
use crate::rules::{Kind, Side, Square};
use std::sync::Arc;

/// Royals whose cells are listed in [`PaddedBoard::royal_cells`]: no move captures more pieces.
pub const MAX_LISTED_ROYALS: usize = 3;

/// A position of any game, with the moves that led to it.
///
/// A side is an index: 0 is Black, 1 is White. The fields are private to `board`, which keeps these
/// invariants:
///
/// - `occupancy`, the sets of squares and all counts agree with `cells`. The one exception is the
///   inside of [`PaddedBoard::while_empty`] and its companions: there `cells` and `occupancy` show
///   the changed board, and everything else the real one. What reads the sets there must look at
///   each cell again.
/// - `royals`, `royal_count` and `listed_royals` are empty for a side with a phantom royal.
/// - `key` agrees with the board, the side to move and the memories, except between
///   [`PaddedBoard::try_move`] and its undoing.
/// - `deferred_history` has one entry for each entry of `history` if the game has a deferral
///   option, else none.
///
/// A move changes the board in place. What it destroys goes to a stack on the heap: a line of many
/// thousand plies costs 40 bytes a ply, not a copy of the board.
#[derive(Clone, Debug)]
pub struct PaddedBoard {
    pub(super) tables: Arc<GameTables>,
    pub(super) cells: [Content; CELLS],
    pub(super) occupancy: Occupancy,
    /// Side to move.
    pub(super) turn: usize,
    pub(super) hands: [Hand; 2],
    pub(super) phantom: [bool; 2],
    pub(super) counter_strike: Option<Square>,
    /// Pieces that declined promotion; empty unless a deferral option is in force.
    pub(super) deferred: SquareSet,
    pub(super) key: u64,
    pub(super) pieces: [SquareSet; 2],
    /// Pieces with a flag of [`SPECIAL`].
    pub(super) special: [SquareSet; 2],
    pub(super) royals: [SquareSet; 2],
    pub(super) royal_count: [u16; 2],
    pub(super) listed_royals: [[Cell; MAX_LISTED_ROYALS]; 2],
    /// Number of pieces with each flag, 16 bits for each.
    pub(super) flag_counts: [u128; 2],
    /// Unpromoted pawns on each file, for nifu.
    pub(super) pawns_on_file: [[u8; 32]; 2],
    pub(super) jump_sources: JumpSources,
    pub(super) history: Vec<MailboxUndo>,
    pub(super) deferred_history: Vec<SquareSet>,
    /// The pieces that the moves of `history` burned, in order, with their cells.
    pub(super) burned_history: Vec<(Cell, Content)>,
}

impl PaddedBoard {
    /// A board at `position`, with the tables of its game. Squares beyond the board are ignored.
    pub fn new(tables: Arc<GameTables>, position: &Position) -> PaddedBoard {
        let pieces = position.pieces().map(|(_, piece)| piece.index() as Content);
        let mut board = PaddedBoard {
            cells: *tables.layout.blank(),
            occupancy: tables.layout.blank_occupancy(),
            turn: position.side.index(),
            hands: position.hands,
            phantom: position.phantom,
            counter_strike: None,
            deferred: SquareSet::default(),
            key: 0,
            pieces: [SquareSet::default(); 2],
            special: [SquareSet::default(); 2],
            royals: [SquareSet::default(); 2],
            royal_count: [0; 2],
            listed_royals: [[0; MAX_LISTED_ROYALS]; 2],
            flag_counts: [0; 2],
            pawns_on_file: [[0; 32]; 2],
            jump_sources: tables.jump_sources_for(pieces),
            history: Vec::new(),
            deferred_history: Vec::new(),
            burned_history: Vec::new(),
            tables,
        };
        let squares = board.tables.layout.board().squares();
        for (square, piece) in position.pieces().filter(|(square, _)| square.index() < squares) {
            board.put::<true>(board.cell(square), piece.index() as Content);
        }
        board.set_memories(position);
        board
    }

    /// The position as plain data.
    pub fn position(&self) -> Position {
        let size = self.tables.layout.board();
        let mut position = Position::empty(size, Side::BOTH[self.turn]);
        for square in size.iter() {
            position.board[square.index()] = self.piece_at(square);
        }
        position.hands = self.hands;
        position.counter_strike = self.counter_strike;
        position.deferred = self.deferred.iter().collect();
        position.phantom = self.phantom;
        position
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let content = self.content(self.cell(square));
        let side = match self.tables.owner[content] {
            0 => Side::Black,
            1 => Side::White,
            _ => return None,
        };
        Some(Piece::new(Kind(((content - 1) >> 1) as u8), side))
    }

    #[inline]
    pub fn tables(&self) -> &Arc<GameTables> {
        &self.tables
    }

    /// Side to move.
    #[inline]
    pub fn turn(&self) -> usize {
        self.turn
    }

    #[inline]
    pub fn hand(&self, side: usize) -> Hand {
        self.hands[side]
    }

    pub fn set_hands(&mut self, hands: [Hand; 2]) {
        self.hands = hands;
    }

    pub fn key(&self) -> u64 {
        self.key
    }

    /// Square on which the last move captured a lion with another piece.
    pub fn counter_strike(&self) -> Option<Square> {
        self.counter_strike
    }

    /// True if the piece on a square may not promote without capturing.
    pub fn is_deferred(&self, square: Square) -> bool {
        self.deferred.contains(square)
    }

    /// Content of a cell: [`EMPTY`], [`WALL`](super::WALL) or a piece's index.
    #[inline]
    pub fn content(&self, cell: Cell) -> Content {
        self.cells[cell & CELL_MASK]
    }

    #[inline]
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.content(cell) == EMPTY
    }

    #[inline]
    pub fn cell(&self, square: Square) -> Cell {
        self.tables.layout.cell(square)
    }

    #[inline]
    pub fn square(&self, cell: Cell) -> Square {
        self.tables.layout.square(cell)
    }

    /// Cells of a set of squares, in the order of squares.
    #[inline]
    pub fn cells_of(&self, squares: SquareSet) -> impl Iterator<Item = Cell> + '_ {
        squares.iter().map(|square| self.cell(square))
    }

    #[inline]
    pub fn next(&self, cell: Cell, dir: usize) -> Cell {
        self.tables.layout.next(cell, dir)
    }

    #[inline]
    pub fn along(&self, from: Cell, dir: usize, distance: u8) -> Cell {
        self.tables.layout.along(from, dir, distance)
    }

    /// The cell at a difference from another.
    #[inline]
    pub fn shifted(&self, from: Cell, delta: usize) -> Cell {
        self.tables.layout.shifted(from, delta)
    }

    #[inline]
    pub fn offset(&self, from: Cell, to: Cell) -> Offset {
        self.tables.offset(from, to)
    }

    #[inline]
    pub fn flags(&self, piece: Content) -> u8 {
        self.tables.flags[piece]
    }

    /// Owner of a cell's content: a side, or 2 or 3 for an empty cell or a wall.
    #[inline]
    pub fn owner(&self, content: Content) -> usize {
        usize::from(self.tables.owner[content])
    }

    #[inline]
    pub fn movement(&self, piece: Content) -> &Movement {
        &self.tables.movements[usize::from(piece)]
    }

    /// True if the content of a cell belongs to the opponent of the owner of `piece`.
    #[inline]
    pub fn is_enemy_at(&self, cell: Cell, piece: Content) -> bool {
        self.owner(self.content(cell)) == 1 - self.owner(piece)
    }

    /// True if a slider of `side`, `distance` cells from a target in direction `dir` as the target
    /// sees it, attacks the target.
    #[inline]
    pub fn slides_back(&self, side: usize, piece: Content, dir: usize, distance: u8) -> bool {
        self.tables.ranges(side, piece)[(dir & 7) ^ 4] >= distance
    }

    /// Number of pieces of a side with this flag.
    #[inline]
    pub fn count(&self, side: usize, flag: u8) -> u16 {
        (self.flag_counts[side] >> (16 * flag.trailing_zeros())) as u16
    }

    /// True if a side has at least one piece with this flag.
    #[inline]
    pub fn has_any(&self, side: usize, flag: u8) -> bool {
        self.count(side, flag) > 0
    }

    #[inline]
    pub fn pieces(&self, side: usize) -> SquareSet {
        self.pieces[side]
    }

    /// Pieces of a side with a flag of [`SPECIAL`].
    #[inline]
    pub fn special_pieces(&self, side: usize) -> SquareSet {
        self.special[side]
    }

    /// Royals of a side. Empty if its royal is a phantom.
    #[inline]
    pub fn royals(&self, side: usize) -> SquareSet {
        self.royals[side]
    }

    #[inline]
    pub fn royal_count(&self, side: usize) -> usize {
        usize::from(self.royal_count[side])
    }

    /// Cell of the first royal of a side; 0, a wall, if it has none.
    #[inline]
    pub fn first_royal(&self, side: usize) -> Cell {
        self.listed_royals[side][0]
    }

    /// Cells of a side's royals, at most [`MAX_LISTED_ROYALS`], and their number.
    #[inline]
    pub fn royal_cells(&self, side: usize) -> ([Cell; MAX_LISTED_ROYALS], usize) {
        (self.listed_royals[side], self.royal_count(side).min(MAX_LISTED_ROYALS))
    }

    #[inline]
    pub fn has_phantom(&self, side: usize) -> bool {
        self.phantom[side]
    }

    /// True if a side has neither a royal nor a phantom royal.
    #[inline]
    pub fn has_lost(&self, side: usize) -> bool {
        self.royal_count[side] == 0 && !self.phantom[side]
    }

    /// True if a side has as many pawns on the file of a cell as `nifu` allows.
    #[inline]
    pub fn has_full_file(&self, side: usize, cell: Cell) -> bool {
        let pawns = self.pawns_on_file[side][usize::from(self.tables.layout.file(cell) & 31)];
        pawns >= self.tables.nifu
    }

    /// Offsets from which jumpers of a side attack.
    #[inline]
    pub fn jump_sources(&self, side: usize) -> &[JumpSource] {
        &self.jump_sources[side]
    }

    /// True if no move was played, or the history was cleared since.
    #[inline]
    pub fn is_root(&self) -> bool {
        self.history.is_empty()
    }

    #[inline]
    pub fn occupancy(&self) -> &Occupancy {
        &self.occupancy
    }

    /// The occupancy once the pieces on these cells have left.
    pub fn occupancy_without(&self, lifted: &[Cell]) -> Occupancy {
        let mut occupancy = self.occupancy;
        for &cell in lifted {
            occupancy.flip(self.tables.layout.file(cell), self.tables.layout.rank(cell));
        }
        occupancy
    }

    /// Distance to the next piece or wall in a direction.
    #[inline]
    pub fn ray_length(&self, from: Cell, dir: u8) -> u8 {
        self.ray_length_in(&self.occupancy, from, dir)
    }

    /// [`PaddedBoard::ray_length`] for another occupancy.
    #[inline]
    pub fn ray_length_in(&self, occupancy: &Occupancy, from: Cell, dir: u8) -> u8 {
        occupancy.ray_length(self.tables.layout.file(from), self.tables.layout.rank(from), dir)
    }

    /// Distance to the next piece or wall in each direction.
    #[inline]
    pub fn ray_lengths(&self, from: Cell) -> [u8; 8] {
        self.ray_lengths_in(&self.occupancy, from)
    }

    /// [`PaddedBoard::ray_lengths`] for another occupancy.
    #[inline]
    pub fn ray_lengths_in(&self, occupancy: &Occupancy, from: Cell) -> [u8; 8] {
        occupancy.ray_lengths(self.tables.layout.file(from), self.tables.layout.rank(from))
    }

    /// True if all cells before the one `distance` away are empty.
    #[inline]
    pub fn is_path_clear(&self, from: Cell, dir: u8, distance: u8) -> bool {
        self.ray_length(from, dir) >= distance
    }

    /// Changes the content of a cell and the occupancy, nothing else. Returns the content before.
    #[inline]
    fn replace(&mut self, cell: Cell, content: Content) -> Content {
        let before = std::mem::replace(&mut self.cells[cell & CELL_MASK], content);
        if (before == EMPTY) != (content == EMPTY) {
            self.occupancy.flip(self.tables.layout.file(cell), self.tables.layout.rank(cell));
        }
        before
    }

    /// Evaluates `ask` while a cell is empty. `ask` also gets the piece that was there.
    #[inline(always)]
    pub fn while_empty<R>(&mut self, cell: Cell, ask: impl FnOnce(&mut Self, Content) -> R) -> R {
        let piece = self.replace(cell, EMPTY);
        let answer = ask(self, piece);
        self.replace(cell, piece);
        answer
    }

    /// Evaluates `ask` while `piece` is on a cell.
    #[inline(always)]
    pub fn while_on<R>(
        &mut self,
        cell: Cell,
        piece: Content,
        ask: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let before = self.replace(cell, piece);
        let answer = ask(self);
        self.replace(cell, before);
        answer
    }

    /// Evaluates `ask` while the piece on `from` is on `to`.
    #[inline(always)]
    pub fn while_moved<R>(&mut self, from: Cell, to: Cell, ask: impl FnOnce(&mut Self) -> R) -> R {
        self.while_empty(from, |board, piece| board.while_on(to, piece, ask))
    }

    /// Puts a piece on an empty cell.
    pub(super) fn put<const KEYED: bool>(&mut self, cell: Cell, piece: Content) {
        self.replace(cell, piece);
        self.update_sets::<true>(cell, piece);
        if KEYED {
            self.toggle_piece_key(cell, piece);
        }
    }

    /// Removes and returns the piece on a cell.
    pub(super) fn take<const KEYED: bool>(&mut self, cell: Cell) -> Content {
        let piece = self.replace(cell, EMPTY);
        self.update_sets::<false>(cell, piece);
        if KEYED {
            self.toggle_piece_key(cell, piece);
        }
        piece
    }

    fn update_sets<const ADD: bool>(&mut self, cell: Cell, piece: Content) {
        let square = self.square(cell);
        let side = self.owner(piece) & 1;
        let flags = self.flags(piece);
        let update =
            |set: &mut SquareSet| if ADD { set.insert(square) } else { set.remove(square) };
        update(&mut self.pieces[side]);
        if flags == 0 {
            return;
        }
        if flags & SPECIAL != 0 {
            update(&mut self.special[side]);
        }
        let units = self.tables.flag_units[usize::from(flags)];
        let counts = &mut self.flag_counts[side];
        *counts = if ADD { *counts + units } else { *counts - units };
        if flags & ROYAL != 0 && !self.phantom[side] {
            update(&mut self.royals[side]);
            let count = &mut self.royal_count[side];
            *count = if ADD { *count + 1 } else { *count - 1 };
            let mut cells = self.royals[side].iter().map(|royal| self.tables.layout.cell(royal));
            let count = usize::from(self.royal_count[side]);
            self.listed_royals[side] =
                std::array::from_fn(|i| if i < count { cells.next().unwrap_or(0) } else { 0 });
        }
        if flags & PAWN != 0 && self.tables.nifu > 0 {
            let file = usize::from(self.tables.layout.file(cell) & 31);
            let pawns = &mut self.pawns_on_file[side][file];
            *pawns = if ADD { *pawns + 1 } else { *pawns - 1 };
        }
    }
}
