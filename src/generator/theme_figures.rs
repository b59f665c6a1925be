//! Figures of themes that few random positions show.
//!
//! A piece that captures without moving gives no new check by itself, since nothing blocks a lion's
//! power. It checks by what it takes: a piece between the royal and another attacker.

use crate::generator::placement::{defender_royals, draw_kind, put_piece};
use crate::generator::placement_weights::captures_in_place;
use crate::generator::problem_space::{ATTACKER, DEFENDER, ProblemSpace};
use crate::generator::random::RandomStream;
use crate::position::Position;
use crate::referee::{attacks, pseudo_legal};
use crate::rules::{Dir, Kind, MovementAtom, Side, Square};

/// Draws of kinds and squares at most.
const MAX_DRAWS: usize = 12;

/// Adds a line of fire on a royal, a defender in it, and a piece beside that can take him and stay.
/// Pieces that stand there serve if they fit. `None` if this draw did not fit.
pub fn add_capture_in_place(
    space: &ProblemSpace,
    random: &mut RandomStream,
    position: &Position,
) -> Option<Position> {
    let board = space.rules.board;
    let mut figure = position.clone();
    let king = random.pick(&defender_royals(space, position))?;
    let by = random.pick(&Dir::ALL)?.delta(Side::Black);
    let near = 1 + random.draw_below(3);
    let far = near + 1 + random.draw_below(4);
    let squares: Vec<Square> =
        std::iter::successors(board.shift(king, by), |at| board.shift(*at, by)).take(far).collect();
    let (&victim, &shooter) = (squares.get(near - 1)?, squares.get(far - 1)?);
    for square in squares.iter().filter(|square| **square != victim && **square != shooter) {
        figure.board[square.index()] = None;
    }
    figure.board[shooter.index()] = None;
    let slides = |kind: Kind| {
        let long =
            |atom: &MovementAtom| matches!(atom, MovementAtom::Slide { range, .. } if *range > 1);
        space.rules.spec(kind).atoms.iter().any(long)
    };
    // The shooter first, while nothing stands in its line.
    figure.board[victim.index()] = None;
    let shoots = (0..MAX_DRAWS).any(|_| {
        let kind = draw_kind(space, random, ATTACKER).filter(|kind| slides(*kind));
        let Some(kind) = kind else { return false };
        let fits = put_piece(space, &mut figure, shooter, kind, ATTACKER).is_some()
            && attacks::can_capture(&space.rules, &figure, shooter, king);
        if !fits {
            figure.board[shooter.index()] = None;
        }
        fits
    });
    if !shoots {
        return None;
    }
    (0..MAX_DRAWS).find_map(|_| {
        let kind = draw_kind(space, random, DEFENDER)?;
        put_piece(space, &mut figure, victim, kind, DEFENDER)
    })?;
    let takes = |figure: &Position, from: Square| {
        !attacks::can_capture(&space.rules, figure, from, king)
            && pseudo_legal::moves_of_piece(&space.rules, figure, from)
                .iter()
                .any(|m| m.to() == from && m.mids().into_iter().flatten().any(|at| at == victim))
    };
    let able: Vec<Kind> = space
        .kinds
        .iter()
        .copied()
        .filter(|kind| space.rules.spec(*kind).atoms.iter().any(captures_in_place))
        .collect();
    (0..MAX_DRAWS).find_map(|_| {
        let square = board.shift(victim, random.pick(&Dir::ALL)?.delta(Side::Black))?;
        if figure.at(square).is_some() {
            return takes(&figure, square).then(|| figure.clone());
        }
        let mut with = figure.clone();
        put_piece(space, &mut with, square, random.pick(&able)?, ATTACKER)?;
        takes(&with, square).then_some(with)
    })
}
