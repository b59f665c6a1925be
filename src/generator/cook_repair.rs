//! Cook repair: the smallest change that removes a cook and keeps the main line.

use crate::generator::mate_probe::MateProbe;
use crate::generator::minimisation::{RemovablePiece, removable_pieces, without_piece};
use crate::generator::placement::{defender_royals, put_piece};
use crate::generator::problem_space::{ATTACKER, DEFENDER, ProblemSpace};
use crate::generator::random::RandomStream;
use crate::generator::screen::{ScreenRejection, ScreenTerms, ScreenedPosition, screen};
use crate::position::{Engine, Move, Piece, Position};
use crate::rules::{Kind, Square};

/// Changes tried at most, the smallest first.
const MAX_CHANGES: usize = 40;

/// A change that removes this cook and keeps length and first move: one piece less, one of another
/// kind, or one defender more near the cook. The result has passed the screen.
pub fn repair<E: Engine>(
    space: &ProblemSpace,
    probe: &mut MateProbe<E>,
    random: &mut RandomStream,
    position: &Position,
    screened: &ScreenedPosition,
    cook: &[Move],
    terms: &ScreenTerms,
) -> Option<(Position, ScreenedPosition)> {
    let exact = ScreenTerms { plies: screened.plies..=screened.plies, ..terms.clone() };
    for mut changed in candidate_changes(space, random, position, &screened.line, cook) {
        match screen(space, probe, &mut changed, &exact) {
            Ok(passed) if passed.line.first() == screened.line.first() => {
                return Some((changed, passed));
            }
            Ok(_) | Err(ScreenRejection { .. }) => {}
        }
    }
    None
}

/// The changes in the order in which they are tried.
fn candidate_changes(
    space: &ProblemSpace,
    random: &mut RandomStream,
    position: &Position,
    line: &[Move],
    cook: &[Move],
) -> Vec<Position> {
    let mut changes: Vec<Position> = Vec::new();
    // Pieces that the main line does not move can go.
    let moved: Vec<Square> = line.iter().filter_map(|m| m.from()).collect();
    for part in removable_pieces(space, position) {
        if !matches!(part, RemovablePiece::Board(square) if moved.contains(&square)) {
            changes.extend(without_piece(space, position, part));
        }
    }
    let mut squares: Vec<Square> = Vec::new();
    if let Some(bad) = cook.last() {
        squares.push(bad.to());
        for king in defender_royals(space, position) {
            squares.extend(between(space, king, bad.to()));
        }
        // Most pieces that guard the square of the cook are next to it.
        for by in [(0, -1), (0, 1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            squares.extend(space.rules.board.shift(bad.to(), by));
        }
        if let Some(man) = bad.from() {
            if let Some(piece) = position.at(man).filter(|piece| piece.side() == ATTACKER) {
                let mut others: Vec<Kind> =
                    space.kinds.iter().copied().filter(|kind| *kind != piece.kind()).collect();
                random.shuffle(&mut others);
                for kind in others.into_iter().take(6) {
                    let mut changed = position.clone();
                    changed.board[man.index()] = None;
                    if put_piece(space, &mut changed, man, kind, ATTACKER).is_some() {
                        changes.push(changed);
                    }
                }
            }
        }
    }
    squares.retain(|square| position.at(*square).is_none());
    squares.sort_unstable();
    squares.dedup();
    random.shuffle(&mut squares);
    let mut kinds = space.kinds.clone();
    if space.rules.has_drops() {
        kinds.retain(|kind| !space.rules.spec(*kind).is_promoted());
    } else {
        random.shuffle(&mut kinds);
        kinds.truncate(8);
    }
    for square in squares {
        for &kind in &kinds {
            let mut changed = position.clone();
            if !space.is_dead(Piece::new(kind, DEFENDER), square)
                && put_piece(space, &mut changed, square, kind, DEFENDER).is_some()
            {
                changes.push(changed);
            }
        }
    }
    // The small changes first, then a sample of the others.
    let removals = changes.len().min(MAX_CHANGES / 2);
    let mut rest = changes.split_off(removals);
    random.shuffle(&mut rest);
    changes.extend(rest);
    changes.truncate(MAX_CHANGES);
    changes
}

/// The squares between two squares on a line.
fn between(space: &ProblemSpace, a: Square, b: Square) -> Vec<Square> {
    let board = space.rules.board;
    let Some(by) = board.direction(a, b) else { return Vec::new() };
    std::iter::successors(board.shift(a, by), |at| board.shift(*at, by))
        .take_while(|at| *at != b)
        .collect()
}
