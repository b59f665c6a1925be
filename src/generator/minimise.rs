//! Takes away what is not needed: single pieces until none can go; in small problems pairs, and promotions.

use super::game::{ATTACKER, Game};
use super::place::{all_men, held, take};
use super::probe::Probe;
use super::screen::{Screened, Terms, screen};
use crate::position::{Engine, Piece, Position};
use crate::rules::{Kind, Square};

/// Problems of at most so many pieces are also tried with two pieces less.
const SMALL: usize = 9;

/// A piece that may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// From the board.
    Board(Square),
    /// From the attacker's hand.
    Hand(Kind),
}

/// Everything that may go.
pub fn parts(game: &Game, position: &Position) -> Vec<Part> {
    let board = all_men(game, position).into_iter().map(Part::Board);
    board.chain(held(game, position).into_iter().map(Part::Hand)).collect()
}

/// The position without a piece, not settled.
pub fn without(game: &Game, position: &Position, part: Part) -> Option<Position> {
    let mut less = position.clone();
    match part {
        Part::Board(square) => drop(less.board[square.index()].take()?),
        Part::Hand(kind) => take(game, &mut less, kind)?,
    }
    Some(less)
}

/// The smallest problem of the same length that is reached by taking away what the screen does not miss.
///
/// The second value is true if the position has changed.
pub fn minimise<E: Engine>(
    game: &Game,
    probe: &mut Probe<E>,
    position: &mut Position,
    screened: &mut Screened,
    terms: &Terms,
) -> bool {
    let exact = Terms { plies: screened.plies..=screened.plies, ..terms.clone() };
    let mut changed = false;
    let mut accept = |less: Option<Position>, position: &mut Position, found: &mut Screened| {
        let Some(mut less) = less else { return false };
        // The taste may want more pieces than are needed.
        let Ok(passed) = screen(game, probe, &mut less, &exact) else { return false };
        (*position, *found) = (less, passed);
        changed = true;
        true
    };
    'again: loop {
        for part in parts(game, position) {
            if accept(without(game, position, part), position, screened) {
                continue 'again;
            }
        }
        if game.size(position) <= SMALL {
            let all = parts(game, position);
            for (i, &a) in all.iter().enumerate() {
                for &b in &all[i..] {
                    let less = without(game, position, a).and_then(|p| without(game, &p, b));
                    if accept(less, position, screened) {
                        continue 'again;
                    }
                }
            }
        }
        for square in all_men(game, position) {
            if accept(demoted(game, position, square), position, screened) {
                continue 'again;
            }
        }
        return changed;
    }
}

/// The position with a promoted piece of the attacker as it was.
fn demoted(game: &Game, position: &Position, square: Square) -> Option<Position> {
    let piece = position.at(square).filter(|piece| piece.side() == ATTACKER)?;
    let base = game.rules.spec(piece.kind()).base;
    if base == piece.kind() {
        return None;
    }
    let mut less = position.clone();
    less.board[square.index()] = Some(Piece::new(base, piece.side()));
    Some(less)
}
