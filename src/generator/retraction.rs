//! Retraction: takes moves back, which makes problems longer. A check and a reply that could have
//! led to the position are guessed and retracted, then verified by playing them.

use crate::generator::mate_probe::MateProbe;
use crate::generator::placement::{
    self, defender_royals, draw_kind, draw_square_near, non_royal_squares_of,
};
use crate::generator::problem_space::{ATTACKER, DEFENDER, ProblemSpace};
use crate::generator::random::RandomStream;
use crate::position::{Engine, Move, Piece, Position};
use crate::rules::{Kind, Square};

/// Guesses at most.
const MAX_GUESSES: usize = 60;

/// What the retracted reply did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetractedReply {
    /// It captured the piece that gave check, as after most sacrifices.
    Capture,
    /// It captured nothing.
    Evasion,
}

/// A position from which a check and a reply of this kind lead to `after`, if a guess succeeds.
pub fn retract_two_plies<E: Engine>(
    space: &ProblemSpace,
    probe: &mut MateProbe<E>,
    random: &mut RandomStream,
    after: &Position,
    kind: RetractedReply,
) -> Option<Position> {
    (0..MAX_GUESSES).find_map(|_| {
        let (mut before, reply) = retract_reply(space, random, after)?;
        let at = reply.to();
        let (check, to) = if kind == RetractedReply::Evasion {
            let attackers = non_royal_squares_of(space, &before, ATTACKER);
            let square = random.pick(&attackers)?;
            let piece = before.board[square.index()].take()?;
            (retract_check(space, random, &mut before, piece.kind(), square)?, square)
        } else {
            let kind = draw_kind(space, random, ATTACKER)?;
            if space.is_dead(Piece::new(kind, ATTACKER), at) {
                return None;
            }
            (retract_check(space, random, &mut before, kind, at)?, at)
        };
        restore_captured_piece(space, random, &mut before, check, to);
        let mut settled = before.clone();
        (space.normalise(&mut settled) && is_playable(space, probe, &settled, &[check, reply]))
            .then_some(settled)
    })
}

/// A position one ply before a mate, if a guess succeeds; `None` if the defender is not mated by a
/// check.
pub fn retract_mating_move<E: Engine>(
    space: &ProblemSpace,
    probe: &mut MateProbe<E>,
    random: &mut RandomStream,
    mate: &Position,
) -> Option<Position> {
    let mut mate = mate.clone();
    if !space.normalise(&mut mate) {
        return None;
    }
    mate.side = DEFENDER;
    probe.set_up(space, &mate, 1_000);
    if !probe.engine.in_check() || !probe.is_mated_within(0).ok()? {
        return None;
    }
    (0..MAX_GUESSES).find_map(|_| {
        let mut before = mate.clone();
        let square = random.pick(&non_royal_squares_of(space, &before, ATTACKER))?;
        let piece = before.board[square.index()].take()?;
        let check = retract_check(space, random, &mut before, piece.kind(), square)?;
        restore_captured_piece(space, random, &mut before, check, square);
        (space.normalise(&mut before) && is_playable(space, probe, &before, &[check]))
            .then_some(before)
    })
}

/// Retracts the defender's last move: the king's, or another piece's.
fn retract_reply(
    space: &ProblemSpace,
    random: &mut RandomStream,
    after: &Position,
) -> Option<(Position, Move)> {
    let board = space.rules.board;
    let mut before = after.clone();
    let others = non_royal_squares_of(space, after, DEFENDER);
    let to = match random.pick(&others) {
        Some(other) if random.draw_percent(25) => other,
        _ => random.pick(&defender_royals(space, after))?,
    };
    let piece = before.board[to.index()].take()?;
    let from = if space.is_royal(piece.kind()) && random.draw_percent(90) {
        let step = |random: &mut RandomStream| random.draw_below(3) as i32 - 1;
        let by = (step(random), step(random));
        board.shift(to, by).filter(|from| *from != to && before.at(*from).is_none())?
    } else {
        draw_square_near(space, random, &before, to)?
    };
    placement::put_piece(space, &mut before, from, piece.kind(), DEFENDER)?;
    Some((before, Move::board(from, to)))
}

/// Retracts the attacker's check, by which a piece of this kind came to the empty square `to`: as a
/// drop or from another square, perhaps by promotion.
fn retract_check(
    space: &ProblemSpace,
    random: &mut RandomStream,
    before: &mut Position,
    kind: Kind,
    to: Square,
) -> Option<Move> {
    let spec = space.rules.spec(kind);
    if spec.lane.is_some() && !spec.is_promoted() && random.draw_percent(55) {
        placement::add_to_hand(space, before, kind)?;
        return Some(Move::drop(kind, to));
    }
    let promotes = spec.is_promoted() && spec.base != kind && random.draw_percent(60);
    let was = if promotes { spec.base } else { kind };
    let from = draw_square_near(space, random, before, to).filter(|from| *from != to)?;
    placement::put_piece(space, before, from, was, ATTACKER)?;
    let m = Move::board(from, to).with_change(promotes);
    let chosen = promotes && !space.rules.spec(was).promotion_choices.is_empty();
    Some(if chosen { m.with_promotion(kind) } else { m })
}

/// Sometimes adds a piece that the check captured. In games with drops the attacker has held it
/// since.
fn restore_captured_piece(
    space: &ProblemSpace,
    random: &mut RandomStream,
    before: &mut Position,
    check: Move,
    at: Square,
) {
    if check.dropped().is_some() || !random.draw_percent(30) {
        return;
    }
    let mut tried = before.clone();
    let kind = if space.rules.has_drops() {
        let base = random.pick(&placement::kinds_in_hand(space, before));
        base.and_then(|base| placement::take_from_hand(space, &mut tried, base).map(|()| base))
    } else {
        draw_kind(space, random, DEFENDER)
    };
    // If the piece cannot be on that square, the check captured nothing.
    if let Some(kind) = kind {
        if placement::put_piece(space, &mut tried, at, kind, DEFENDER).is_some() {
            *before = tried;
        }
    }
}

/// True if the moves are legal and the attacker's force.
fn is_playable<E: Engine>(
    space: &ProblemSpace,
    probe: &mut MateProbe<E>,
    before: &Position,
    line: &[Move],
) -> bool {
    probe.set_up(space, before, 0);
    probe.engine.play_line(ATTACKER, line)
}
