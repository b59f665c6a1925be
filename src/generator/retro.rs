//! Moves taken back: the way to longer problems. What stands on the board now was brought about by a check
//! and a reply; both are guessed, taken back, and then verified by playing them.

use super::dice::Dice;
use super::game::{ATTACKER, DEFENDER, Game};
use super::place::{self, kind, kings, men, near};
use super::probe::Probe;
use crate::position::{Engine, Move, Piece, Position};
use crate::rules::{Kind, Square};

/// How many guesses are verified at most.
const GUESSES: usize = 60;

/// A position from which a check and a reply lead to `after`, if one is found.
///
/// `quiet`: the reply captured nothing; else it captured the piece that gave check, which is the usual way
/// of a sacrifice.
pub fn two_plies_before<E: Engine>(
    game: &Game,
    probe: &mut Probe<E>,
    dice: &mut Dice,
    after: &Position,
    quiet: bool,
) -> Option<Position> {
    (0..GUESSES).find_map(|_| {
        let (mut before, reply) = unreply(game, dice, after)?;
        let at = reply.to();
        let (check, to) = if quiet {
            let attackers = men(game, &before, ATTACKER);
            let square = dice.pick(&attackers)?;
            let piece = before.board[square.index()].take()?;
            (uncheck(game, dice, &mut before, piece.kind(), square)?, square)
        } else {
            let kind = kind(game, dice)?;
            if game.is_dead(Piece::new(kind, ATTACKER), at) {
                return None;
            }
            (uncheck(game, dice, &mut before, kind, at)?, at)
        };
        uncapture(game, dice, &mut before, check, to);
        let mut settled = before.clone();
        (game.settle(&mut settled) && leads_on(game, probe, &settled, &[check, reply]))
            .then_some(settled)
    })
}

/// From a position in which the defender may or may not be mated, a position one ply before; none if he is
/// not mated by a check.
pub fn before_mate<E: Engine>(
    game: &Game,
    probe: &mut Probe<E>,
    dice: &mut Dice,
    mate: &Position,
) -> Option<Position> {
    let mut mate = mate.clone();
    if !game.settle(&mut mate) {
        return None;
    }
    mate.side = DEFENDER;
    probe.set(game, &mate, 1_000);
    if !probe.engine.in_check() || !probe.mated(0).ok()? {
        return None;
    }
    (0..GUESSES).find_map(|_| {
        let mut before = mate.clone();
        let square = dice.pick(&men(game, &before, ATTACKER))?;
        let piece = before.board[square.index()].take()?;
        let check = uncheck(game, dice, &mut before, piece.kind(), square)?;
        uncapture(game, dice, &mut before, check, square);
        (game.settle(&mut before) && leads_on(game, probe, &before, &[check])).then_some(before)
    })
}

/// Takes the defender's last move back: his king's, or another piece's.
fn unreply(game: &Game, dice: &mut Dice, after: &Position) -> Option<(Position, Move)> {
    let board = game.rules.board;
    let mut before = after.clone();
    let others = men(game, after, DEFENDER);
    let to = match dice.pick(&others) {
        Some(other) if dice.chance(25) => other,
        _ => dice.pick(&kings(game, after))?,
    };
    let piece = before.board[to.index()].take()?;
    let from = if game.is_royal(piece.kind()) && dice.chance(90) {
        let step = |dice: &mut Dice| dice.below(3) as i32 - 1;
        let by = (step(dice), step(dice));
        board.shift(to, by).filter(|from| *from != to && before.at(*from).is_none())?
    } else {
        near(game, dice, &before, to)?
    };
    place::put(game, &mut before, from, piece.kind(), DEFENDER)?;
    Some((before, Move::board(from, to)))
}

/// Takes the attacker's check back, by which a piece of this kind came to the empty square `to`: it was
/// dropped, or came from elsewhere, perhaps promoting.
fn uncheck(
    game: &Game,
    dice: &mut Dice,
    before: &mut Position,
    kind: Kind,
    to: Square,
) -> Option<Move> {
    let spec = game.rules.spec(kind);
    if spec.lane.is_some() && !spec.is_promoted() && dice.chance(55) {
        place::give(game, before, kind)?;
        return Some(Move::drop(kind, to));
    }
    let promotes = spec.is_promoted() && spec.base != kind && dice.chance(60);
    let was = if promotes { spec.base } else { kind };
    let from = near(game, dice, before, to).filter(|from| *from != to)?;
    place::put(game, before, from, was, ATTACKER)?;
    Some(Move::board(from, to).with_change(promotes))
}

/// Sometimes the check captured something. In games with drops the attacker holds it since.
fn uncapture(game: &Game, dice: &mut Dice, before: &mut Position, check: Move, at: Square) {
    if check.dropped().is_some() || !dice.chance(30) {
        return;
    }
    let mut tried = before.clone();
    let kind = if game.rules.has_drops() {
        let base = dice.pick(&place::held(game, before));
        base.and_then(|base| place::take(game, &mut tried, base).map(|()| base))
    } else {
        kind(game, dice)
    };
    // Where it could not stand, nothing was captured.
    if let Some(kind) = kind
        && place::put(game, &mut tried, at, kind, DEFENDER).is_some()
    {
        *before = tried;
    }
}

/// True if the moves can be played, the attacker's forcing.
fn leads_on<E: Engine>(
    game: &Game,
    probe: &mut Probe<E>,
    before: &Position,
    line: &[Move],
) -> bool {
    probe.set(game, before, 0);
    probe.engine.play_line(ATTACKER, line)
}
