//! First positions: at random, from templates, and by taking back the last move of a mate.

use super::dice::Dice;
use super::game::{ATTACKER, DEFENDER, Game};
use super::place::{give, hand_kind, kind, near, near_king, put};
use super::probe::Probe;
use super::retro;
use crate::position::{Engine, Position};
use crate::rules::{Kind, Side, Square, Stroke};

/// A way to make a first position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seed {
    /// A few pieces around the king.
    Random,
    /// The king alone against a few pieces.
    BareKing,
    /// All attackers of one kind.
    OneKind,
    /// The king in a corner among his own, as in a castle.
    Castle,
    /// The pieces stand the same on both sides of the king.
    Figure,
    /// A mate, with the last move taken back.
    Mate,
}

impl Seed {
    /// All of them.
    pub const ALL: [Seed; 6] =
        [Seed::Random, Seed::BareKing, Seed::OneKind, Seed::Castle, Seed::Figure, Seed::Mate];

    /// Its name in lineages and tables.
    pub fn name(self) -> &'static str {
        match self {
            Seed::Random => "seed:random",
            Seed::BareKing => "seed:bare_king",
            Seed::OneKind => "seed:one_kind",
            Seed::Castle => "seed:castle",
            Seed::Figure => "seed:figure",
            Seed::Mate => "seed:mate",
        }
    }

    /// A position; none if this throw of the dice came to nothing.
    pub fn sow<E: Engine>(
        self,
        game: &Game,
        probe: &mut Probe<E>,
        dice: &mut Dice,
    ) -> Option<Position> {
        let mut position = enthroned(game, dice, self == Seed::Castle)?;
        match self {
            Seed::Random => {
                men(game, dice, &mut position, DEFENDER, 0, 4);
                attack(game, dice, &mut position);
            }
            Seed::BareKing => attack(game, dice, &mut position),
            Seed::OneKind => {
                men(game, dice, &mut position, DEFENDER, 0, 3);
                let kind = kind(game, dice)?;
                for _ in 0..2 + dice.below(3) {
                    if game.rules.spec(kind).lane.is_some() && dice.chance(50) {
                        give(game, &mut position, kind)?;
                    } else {
                        let square = near_king(game, dice, &position)?;
                        put(game, &mut position, square, kind, ATTACKER)?;
                    }
                }
            }
            Seed::Castle => {
                men(game, dice, &mut position, DEFENDER, 2, 3);
                attack(game, dice, &mut position);
            }
            Seed::Figure => figure(game, dice, &mut position)?,
            Seed::Mate => {
                men(game, dice, &mut position, DEFENDER, 0, 3);
                men(game, dice, &mut position, ATTACKER, 2, 3);
                return retro::before_mate(game, probe, dice, &position);
            }
        }
        Some(position)
    }
}

/// An empty board with the defender's royals on it.
fn enthroned(game: &Game, dice: &mut Dice, corner: bool) -> Option<Position> {
    let board = game.rules.board;
    let mut position = Position::empty(board, ATTACKER);
    // Most problems play at the defender's edge, where pieces promote.
    let ranks = match dice.below(4) {
        _ if corner => 2,
        0 => usize::from(board.ranks),
        _ => usize::from(board.ranks).div_ceil(3),
    };
    let files = if corner { 2 } else { usize::from(board.files) };
    let king = board.square(dice.below(files) as i32, dice.below(ranks) as i32)?;
    put(game, &mut position, king, game.king()?, DEFENDER)?;
    let (least, most) = game.taste.royals;
    let royals = least.max(1).min(most);
    let mut required = game.taste.required.iter().filter(|kind| game.royals.contains(kind)).skip(1);
    for _ in 1..royals {
        // A prince if there is one: an emperor is hard to catch.
        let prince = |kind: &Kind| {
            game.rules.spec(*kind).base != *kind
                && !game.rules.spec(*kind).strokes.contains(&Stroke::Emperor)
        };
        let princes: Vec<Kind> = game.royals.iter().copied().filter(prince).collect();
        let others = if princes.is_empty() { &game.royals } else { &princes };
        let square = near(game, dice, &position, king)?;
        let other = required.next().copied().or_else(|| dice.pick(others))?;
        put(game, &mut position, square, other, DEFENDER)?;
    }
    Some(position)
}

/// From `least` to `most` pieces of a side near the king.
fn men(
    game: &Game,
    dice: &mut Dice,
    position: &mut Position,
    side: Side,
    least: usize,
    most: usize,
) {
    for _ in 0..least + dice.below(most - least + 1) {
        if let (Some(kind), Some(square)) = (kind(game, dice), near_king(game, dice, position)) {
            // What has no place here is left out.
            let _ = put(game, position, square, kind, side);
        }
    }
}

/// Two to four attackers, on the board or in hand.
fn attack(game: &Game, dice: &mut Dice, position: &mut Position) {
    for _ in 0..2 + dice.below(3) {
        let in_hand = game.rules.has_drops() && dice.chance(45);
        if let Some(kind) = hand_kind(game, dice).filter(|_| in_hand) {
            let _ = give(game, position, kind);
        } else {
            men(game, dice, position, ATTACKER, 1, 1);
        }
    }
}

/// Pairs of pieces on both sides of the king's file, and one or two attackers on it or in hand.
fn figure(game: &Game, dice: &mut Dice, position: &mut Position) -> Option<()> {
    let board = game.rules.board;
    let (old, king) = position.pieces().find(|(_, piece)| game.is_royal(piece.kind()))?;
    // The figure stands in the middle, if the board has one.
    let at = board.square(i32::from(board.files) / 2, board.rank(old))?;
    if position.royals(&game.rules, DEFENDER).len() == 1 {
        position.board[old.index()] = None;
        position.board[at.index()] = Some(king);
    }
    for _ in 0..1 + dice.below(3) {
        let (files, ranks) = (1 + dice.below(3) as i32, dice.below(5) as i32 - 2);
        let kind = kind(game, dice)?;
        let side = if dice.chance(50) { ATTACKER } else { DEFENDER };
        let pair: [Option<Square>; 2] =
            [files, -files].map(|files| board.shift(at, (files, ranks)));
        for square in pair.into_iter().flatten() {
            let _ = put(game, position, square, kind, side);
        }
    }
    for _ in 0..1 + dice.below(2) {
        match hand_kind(game, dice) {
            Some(kind) if dice.chance(60) => give(game, position, kind)?,
            _ => {
                let square = board.shift(at, (0, 1 + dice.below(4) as i32))?;
                let _ = put(game, position, square, kind(game, dice)?, ATTACKER);
            }
        }
    }
    Some(())
}
