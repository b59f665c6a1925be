//! The slow truth: legal moves, check and the outcome of a move straight from the
//! [rules](crate::rules::Rules), rule by rule.
//!
//! No tables, nothing incremental: every question is answered from the position itself, in the words
//! of `src/variants/RULES.md`, section by section. It is the oracle of the fast engines and the base of the
//! certificate checker, so it shares no code with either.
//!
//! | module | rules |
//! | --- | --- |
//! | [`pseudo_legal`] | how pieces move: 2.2 to 2.4, 5.6 |
//! | [`attacks`] | can a piece capture on a square; guarded squares: 5.6 |
//! | `emperor_exchange` | emperors that capture in turn on one square: 5.6 |
//! | [`promotion`] | what a piece may become: 2.5, 5.5 |
//! | [`drops`] | drops: 3 |
//! | [`lion_trading`] | lion trading: 5.3 |
//! | [`mod@play`] | the position after a move |
//! | [`royal`] | royals, check, loss: 2.6 |
//! | `threats` | the enemies that matter to an only royal |
//! | `safety` | moves that leave a royal to be captured: 2.6 |
//! | `checks` | moves that force: 1 |
//! | [`legal`] | legal and forcing moves: 2.6, 2.8 |
//! | [`mod@admit`] | which positions are problems |
//! | [`engine`] | all this behind the engines' contract |
//!
//! Points that the text leaves open are decided where they arise, and said there:
//! - What counts as *a prince in play* for an emperor (5.6, point 3): any other royal of its side, a
//!   phantom one included ([`pseudo_legal`]).
//! - A piece that must promote because it would be stuck, on a move on which it may not: it stays as
//!   it is ([`promotion`]).
//! - Contagion belongs to promotion by capture: without that there is none ([`promotion`]).
//! - More than twelve emperors, some of which block several lines to the square where they capture in turn (`emperor_exchange`).
//! - A lion of three steps ([`pseudo_legal`]).

pub mod admit;
pub mod attacks;
mod checks;
pub mod drops;
mod emperor_exchange;
pub mod engine;
pub mod legal;
pub mod lion_trading;
pub mod play;
pub mod promotion;
pub mod pseudo_legal;
pub mod royal;
mod safety;
mod threats;

pub use admit::{Objection, ObjectionKind, admit};
pub use engine::Referee;
pub use legal::{forcing_moves, is_forcing, is_legal, legal_moves};
pub use play::play;
pub use royal::{has_lost, in_check, is_royal_threatened};

use crate::position::{Move, Piece, Position};
use crate::rules::{Board, Square};

/// The squares from `from` (exclusive) to the edge of the board, by steps of (files, ranks).
fn ray(board: Board, from: Square, step: (i32, i32)) -> impl Iterator<Item = Square> {
    std::iter::successors(board.shift(from, step), move |square| board.shift(*square, step))
}

/// What is true of a position with one piece more, on a square that is empty.
fn with_piece<T>(
    position: &mut Position,
    square: Square,
    piece: Piece,
    ask: impl FnOnce(&Position) -> T,
) -> T {
    position.board[square.index()] = Some(piece);
    let answer = ask(position);
    position.board[square.index()] = None;
    answer
}

/// A position without the piece on a square.
fn without(position: &Position, square: Square) -> Position {
    let mut after = position.clone();
    after.board[square.index()] = None;
    after
}

/// What a move captures, in order: on the way first, on the final square last.
fn captured(position: &Position, m: Move) -> impl Iterator<Item = (Square, Piece)> {
    let [first, second] = m.mids();
    [first, second, Some(m.to())]
        .into_iter()
        .flatten()
        .filter(move |square| Some(*square) != m.from())
        .filter_map(|square| Some((square, position.at(square)?)))
}
