//! The padded board: what stands where, everything derived from it, and moves played and taken
//! back.
//!
//! ```text
//!   a board of 3 files and 2 ranks          content of a cell
//!
//!   cell  0  # # # # # #                    `#` wall: 511
//!         6  # # # # # #                    `.` empty: 0
//!        12  # # # # # #  3 rows of wall    otherwise `Piece::index`
//!        18  # # # . . .  rank a
//!        24  # # # . . .  rank b            The walls at the left of a row are also
//!        30  # # # # # #  rows of wall      the walls at the right of the row before.
//! ```
//!
//! The border of walls is as wide as the longest jump (3), so that no step, jump or slide needs a
//! test for the edge. A row has at least twice as many cells as the board has files. The difference
//! of two cells therefore determines their offset in files and ranks, and one table indexed by that
//! difference gives direction and distance ([`tables::Offset`]). The number of cells is a power of
//! two: a masked index needs no bounds check.
//!
//! | module | contents |
//! | --- | --- |
//! | [`layout`] | geometry of the padded board: cells, squares, directions, zones |
//! | [`square_set`] | sets of squares |
//! | [`occupancy`] | occupied cells, one word for each line |
//! | [`movement`] | compiled movement of one piece |
//! | [`rare_moves`] | ways to move that few games have |
//! | [`tables`] | everything that the rules of one game determine |
//! | [`jump_sources`] | offsets from which jumpers attack |
//! | [`history`] | record of a move played |
//! | [`padded_board`] | [`PaddedBoard`] and its invariants |
//! | [`effects`] | what a move captures, and what the moving piece becomes |
//! | [`keys`] | hash keys |
//! | [`play`] | playing a move and taking it back |

mod effects;
mod history;
mod jump_sources;
mod keys;
mod layout;
mod movement;
mod occupancy;
mod padded_board;
mod play;
mod rare_moves;
mod square_set;
mod tables;

pub(super) use layout::{Cell, Content, EMPTY, WALL};
pub(super) use movement::{
    EMPEROR, HOOK, HookLeg, JUMPER, LION, MULTI_CAPTURE, PAWN, ROYAL, ROYAL_MAKER, SPECIAL,
};
pub(super) use occupancy::Occupancy;
pub(super) use padded_board::{MAX_LISTED_ROYALS, PaddedBoard};
pub(super) use rare_moves::RareMove;
pub(super) use square_set::SquareSet;
pub use tables::tests_every_move;
pub(super) use tables::{Droppable, GameTables, Offset};
