//! Minimisation: removes single pieces until none can go; in small problems also pairs, and
//! promotions.

use crate::generator::mate_probe::MateProbe;
use crate::generator::placement::{kinds_in_hand, non_royal_squares, take_from_hand};
use crate::generator::problem_space::{ATTACKER, ProblemSpace};
use crate::generator::screen::{ScreenTerms, ScreenedPosition, screen};
use crate::position::{Engine, Piece, Position};
use crate::rules::{Kind, Square};

/// Pieces of a problem at most for which pairs are removed.
const MAX_PIECES_FOR_PAIRS: usize = 9;

/// A piece that can be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemovablePiece {
    /// On the board.
    Board(Square),
    /// In the attacker's hand.
    Hand(Kind),
}

/// All pieces that can be removed.
pub fn removable_pieces(space: &ProblemSpace, position: &Position) -> Vec<RemovablePiece> {
    let board = non_royal_squares(space, position).into_iter().map(RemovablePiece::Board);
    board.chain(kinds_in_hand(space, position).into_iter().map(RemovablePiece::Hand)).collect()
}

/// The position without a piece, not yet normalised.
pub fn without_piece(
    space: &ProblemSpace,
    position: &Position,
    part: RemovablePiece,
) -> Option<Position> {
    let mut less = position.clone();
    match part {
        RemovablePiece::Board(square) => drop(less.board[square.index()].take()?),
        RemovablePiece::Hand(kind) => take_from_hand(space, &mut less, kind)?,
    }
    Some(less)
}

/// Removes from `position` every piece that the screen does not miss while the length stays.
///
/// Returns true if the position has changed.
pub fn minimise<E: Engine>(
    space: &ProblemSpace,
    probe: &mut MateProbe<E>,
    position: &mut Position,
    screened: &mut ScreenedPosition,
    terms: &ScreenTerms,
) -> bool {
    let exact = ScreenTerms { plies: screened.plies..=screened.plies, ..terms.clone() };
    let mut changed = false;
    let mut accept =
        |less: Option<Position>, position: &mut Position, found: &mut ScreenedPosition| {
            let Some(mut less) = less else { return false };
            // The piece constraints can demand more pieces than the problem needs.
            let Ok(passed) = screen(space, probe, &mut less, &exact) else { return false };
            (*position, *found) = (less, passed);
            changed = true;
            true
        };
    'again: loop {
        for part in removable_pieces(space, position) {
            if accept(without_piece(space, position, part), position, screened) {
                continue 'again;
            }
        }
        if space.piece_count(position) <= MAX_PIECES_FOR_PAIRS {
            let all = removable_pieces(space, position);
            for (i, &a) in all.iter().enumerate() {
                for &b in &all[i..] {
                    let less =
                        without_piece(space, position, a).and_then(|p| without_piece(space, &p, b));
                    if accept(less, position, screened) {
                        continue 'again;
                    }
                }
            }
        }
        for square in non_royal_squares(space, position) {
            if accept(demoted(space, position, square), position, screened) {
                continue 'again;
            }
        }
        return changed;
    }
}

/// The position with a promoted piece of the attacker demoted.
fn demoted(space: &ProblemSpace, position: &Position, square: Square) -> Option<Position> {
    let piece = position.at(square).filter(|piece| piece.side() == ATTACKER)?;
    let base = space.rules.spec(piece.kind()).base;
    if base == piece.kind() {
        return None;
    }
    let mut less = position.clone();
    less.board[square.index()] = Some(Piece::new(base, piece.side()));
    Some(less)
}
