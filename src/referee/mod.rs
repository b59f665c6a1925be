//! The referee: legal moves, check, mate and the position after a move, straight from the rules.
//!
//! It is slow and simple on purpose. It keeps no tables and nothing incremental: it answers every
//! question from the [rules](crate::rules::Rules) and the position, in the order and words of
//! `src/variants/RULES.md`. The fast engines are tested against it, and the certificate
//! [checker](crate::proof) is built on it. Therefore it shares no code with either.
//!
//! | module | question | RULES |
//! | --- | --- | --- |
//! | [`pseudo_legal`] | how does a piece move? | 2.2 to 2.4, 5.6 |
//! | [`attacks`], `plain_attacks` | can a piece capture on a square? which squares are guarded? | 5.6 |
//! | `emperor_exchange` | which emperors can capture in turn on one square? | 5.6 |
//! | [`promotion`] | what may a piece become? | 2.5, 5.5 |
//! | [`burning`] | what does a move burn? can a piece capture or burn on a square? | 5.9 |
//! | [`drops`] | which drops are possible? | 3 |
//! | [`lion_trading`] | does lion trading forbid the capture? | 5.3 |
//! | [`mod@play`] | what is the position after a move? | |
//! | [`royal`] | is a side in check, or has it lost? | 2.6 |
//! | `threats` | which enemies matter to the only royal? | |
//! | `safety` | does a move leave a royal to be captured? | 2.6 |
//! | `checks` | does a move force? | 1 |
//! | [`legal`] | which moves are legal, which forcing? | 2.6, 2.8 |
//! | [`mod@admit`] | is a position a problem? | |
//! | [`engine`] | the referee behind the engine contract | |
//!
//! The rules leave some points open. The code decides them where they arise:
//! - *A prince in play* for an emperor (5.6, point 3) is any other royal of its side, a phantom one
//!   included ([`pseudo_legal`]).
//! - A piece that must promote because it would be stuck, on a move on which it may not promote,
//!   stays as it is ([`promotion`]).
//! - Contagion is part of promotion by capture; without that there is none ([`promotion`]).
//! - The lion of three steps ([`pseudo_legal`]).

pub mod admit;
pub mod attacks;
pub mod burning;
mod checks;
pub mod drops;
mod emperor_exchange;
pub mod engine;
mod geometry;
pub mod legal;
pub mod lion_trading;
mod plain_attacks;
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
use crate::rules::Square;

/// The answer of `ask` for the position with one more piece, on an empty square.
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

/// The position without the piece on a square.
fn without(position: &Position, square: Square) -> Position {
    let mut after = position.clone();
    after.board[square.index()] = None;
    after
}

/// The captures of a move in order: those on the way first, that on the last square last.
fn captured(position: &Position, m: Move) -> impl Iterator<Item = (Square, Piece)> {
    let [first, second] = m.mids();
    [first, second, Some(m.to())]
        .into_iter()
        .flatten()
        .filter(move |square| Some(*square) != m.from())
        .filter_map(|square| Some((square, position.at(square)?)))
}
