//! Moves taken back: the way to longer problems. What stands on the board now was brought about by a check
//! and a reply; both are guessed, taken back, and then verified by playing them.

use crate::generator::mate_probe::MateProbe;
use crate::generator::placement::{self, kind, kings, men, near};
use crate::generator::problem_space::{ATTACKER, DEFENDER, ProblemSpace};
use crate::generator::random::RandomStream;
use crate::position::{Engine, Move, Piece, Position};
use crate::rules::{Kind, Square};

/// How many guesses are verified at most.
const GUESSES: usize = 60;

/// A position from which a check and a reply lead to `after`, if one is found.
///
/// `quiet`: the reply captured nothing; else it captured the piece that gave check, which is the usual way
/// of a sacrifice.
pub fn two_plies_before<E: Engine>(
    space: &ProblemSpace,
    probe: &mut MateProbe<E>,
    random: &mut RandomStream,
    after: &Position,
    quiet: bool,
) -> Option<Position> {
    (0..GUESSES).find_map(|_| {
        let (mut before, reply) = unreply(space, random, after)?;
        let at = reply.to();
        let (check, to) = if quiet {
            let attackers = men(space, &before, ATTACKER);
            let square = random.pick(&attackers)?;
            let piece = before.board[square.index()].take()?;
            (uncheck(space, random, &mut before, piece.kind(), square)?, square)
        } else {
            let kind = kind(space, random)?;
            if space.is_dead(Piece::new(kind, ATTACKER), at) {
                return None;
            }
            (uncheck(space, random, &mut before, kind, at)?, at)
        };
        uncapture(space, random, &mut before, check, to);
        let mut settled = before.clone();
        (space.settle(&mut settled) && leads_on(space, probe, &settled, &[check, reply]))
            .then_some(settled)
    })
}

/// From a position in which the defender may or may not be mated, a position one ply before; none if he is
/// not mated by a check.
pub fn before_mate<E: Engine>(
    space: &ProblemSpace,
    probe: &mut MateProbe<E>,
    random: &mut RandomStream,
    mate: &Position,
) -> Option<Position> {
    let mut mate = mate.clone();
    if !space.settle(&mut mate) {
        return None;
    }
    mate.side = DEFENDER;
    probe.set(space, &mate, 1_000);
    if !probe.engine.in_check() || !probe.mated(0).ok()? {
        return None;
    }
    (0..GUESSES).find_map(|_| {
        let mut before = mate.clone();
        let square = random.pick(&men(space, &before, ATTACKER))?;
        let piece = before.board[square.index()].take()?;
        let check = uncheck(space, random, &mut before, piece.kind(), square)?;
        uncapture(space, random, &mut before, check, square);
        (space.settle(&mut before) && leads_on(space, probe, &before, &[check])).then_some(before)
    })
}

/// Takes the defender's last move back: his king's, or another piece's.
fn unreply(
    space: &ProblemSpace,
    random: &mut RandomStream,
    after: &Position,
) -> Option<(Position, Move)> {
    let board = space.rules.board;
    let mut before = after.clone();
    let others = men(space, after, DEFENDER);
    let to = match random.pick(&others) {
        Some(other) if random.chance(25) => other,
        _ => random.pick(&kings(space, after))?,
    };
    let piece = before.board[to.index()].take()?;
    let from = if space.is_royal(piece.kind()) && random.chance(90) {
        let step = |random: &mut RandomStream| random.below(3) as i32 - 1;
        let by = (step(random), step(random));
        board.shift(to, by).filter(|from| *from != to && before.at(*from).is_none())?
    } else {
        near(space, random, &before, to)?
    };
    placement::put(space, &mut before, from, piece.kind(), DEFENDER)?;
    Some((before, Move::board(from, to)))
}

/// Takes the attacker's check back, by which a piece of this kind came to the empty square `to`: it was
/// dropped, or came from elsewhere, perhaps promoting.
fn uncheck(
    space: &ProblemSpace,
    random: &mut RandomStream,
    before: &mut Position,
    kind: Kind,
    to: Square,
) -> Option<Move> {
    let spec = space.rules.spec(kind);
    if spec.lane.is_some() && !spec.is_promoted() && random.chance(55) {
        placement::give(space, before, kind)?;
        return Some(Move::drop(kind, to));
    }
    let promotes = spec.is_promoted() && spec.base != kind && random.chance(60);
    let was = if promotes { spec.base } else { kind };
    let from = near(space, random, before, to).filter(|from| *from != to)?;
    placement::put(space, before, from, was, ATTACKER)?;
    Some(Move::board(from, to).with_change(promotes))
}

/// Sometimes the check captured something. In games with drops the attacker holds it since.
fn uncapture(
    space: &ProblemSpace,
    random: &mut RandomStream,
    before: &mut Position,
    check: Move,
    at: Square,
) {
    if check.dropped().is_some() || !random.chance(30) {
        return;
    }
    let mut tried = before.clone();
    let kind = if space.rules.has_drops() {
        let base = random.pick(&placement::held(space, before));
        base.and_then(|base| placement::take(space, &mut tried, base).map(|()| base))
    } else {
        kind(space, random)
    };
    // Where it could not stand, nothing was captured.
    if let Some(kind) = kind
        && placement::put(space, &mut tried, at, kind, DEFENDER).is_some()
    {
        *before = tried;
    }
}

/// True if the moves can be played, the attacker's forcing.
fn leads_on<E: Engine>(
    space: &ProblemSpace,
    probe: &mut MateProbe<E>,
    before: &Position,
    line: &[Move],
) -> bool {
    probe.set(space, before, 0);
    probe.engine.play_line(ATTACKER, line)
}
