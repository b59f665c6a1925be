//! Special play along a line, of which only pieces of the large games are capable. Themes name it.

use crate::generator::placement_weights::{is_hook, is_lion};
use crate::generator::problem_space::{ATTACKER, DEFENDER, ProblemSpace};
use crate::position::{Move, Piece, Position};
use crate::referee::{self, attacks, burning, promotion};
use crate::rules::{Dir, Kind, MovementAtom, Rules, Side, Square};

/// Special play in the attacker's moves of a line; each field has the name of its theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpecialPlay {
    /// The attacker captures a royal, and the defender plays on with another.
    pub royal_captured: bool,
    /// The defender has several royals in the first position.
    pub two_royals: bool,
    /// A piece captures, and stays where it is or returns there.
    pub igui: bool,
    /// A move captures two or more pieces.
    pub multiple_capture: bool,
    /// A piece that turns corners (hook mover, capricorn) moves by a path with a turn, or its move
    /// attacks a royal by such a path alone.
    pub hook: bool,
    /// A capture makes the captor what its victim carries (deva: teaching king; dark spirit:
    /// buddhist spirit), unless it would promote to that kind anyway.
    pub contagion: bool,
    /// A move burns an enemy, or a royal would be burned next at the mate (fire demon).
    pub burning: bool,
    /// A move captures over pieces of lower rank, or a royal would be captured so at the mate
    /// (great general).
    pub range_jump: bool,
    /// A piece with the lion's power attacks a royal at the mate.
    pub lion: bool,
    /// The attacker's emperor attacks a royal at the mate.
    pub emperor: bool,
    /// A piece promotes by a capture, or is changed by one.
    pub promotion_by_capture: bool,
}

impl SpecialPlay {
    /// The special play of a legal line of the attacker. An empty line shows only the royals.
    pub fn of_line(space: &ProblemSpace, position: &Position, line: &[Move]) -> SpecialPlay {
        let mut play = SpecialPlay {
            two_royals: position.royals(&space.rules, DEFENDER).len() > 1,
            ..SpecialPlay::default()
        };
        let mut at = position.clone();
        for &m in line {
            let after = referee::play(&space.rules, &at, m);
            if at.side == ATTACKER {
                play.record_move(space, &at, m, &after);
            }
            at = after;
        }
        if !line.is_empty() {
            play.lion = attacks_royal(&space.rules, &at, &|kind| has(&space.rules, kind, &is_lion));
            let emperor = |atom: &MovementAtom| *atom == MovementAtom::Emperor;
            play.emperor =
                attacks_royal(&space.rules, &at, &|kind| has(&space.rules, kind, &emperor));
            let royals = at.royals(&space.rules, DEFENDER);
            play.burning |= royals.iter().any(|&royal| {
                !attacks::is_attacked(&space.rules, &at, royal, ATTACKER)
                    && burning::is_removable(&space.rules, &at, royal, ATTACKER)
            });
            play.range_jump |= at.pieces().any(|(from, piece)| {
                piece.side() == ATTACKER
                    && royals.iter().any(|&royal| {
                        jumps_over(&space.rules, &at, piece.kind(), from, royal)
                            && attacks::can_capture(&space.rules, &at, from, royal)
                    })
            });
        }
        play
    }

    /// True if the line shows the theme. `None` for themes that are about other things.
    pub fn shows(&self, theme: &str) -> Option<bool> {
        Some(match theme {
            "royal_captured" => self.royal_captured,
            "two_royals" => self.two_royals,
            "igui" => self.igui,
            "multiple_capture" => self.multiple_capture,
            "hook" => self.hook,
            "contagion" => self.contagion,
            "burning" => self.burning,
            "range_jump" => self.range_jump,
            "lion" => self.lion,
            "emperor" => self.emperor,
            "promotion_by_capture" => self.promotion_by_capture,
            _ => return None,
        })
    }

    fn record_move(&mut self, space: &ProblemSpace, at: &Position, m: Move, after: &Position) {
        let rules = &space.rules;
        let taken = victims(at, m);
        self.multiple_capture |= taken.len() > 1;
        self.burning |= burning::removed(rules, at, m).count() > taken.len();
        self.igui |= m.from() == Some(m.to()) && !taken.is_empty();
        self.royal_captured |= taken.iter().any(|(_, victim)| space.is_royal(victim.kind()));
        let Some(from) = m.from() else { return };
        let Some(mover) = at.at(from) else { return };
        self.promotion_by_capture |= m.changes() && !taken.is_empty();
        if let Some(became) = promotion::becomes(rules, at, m).filter(|_| m.changes()) {
            let carried =
                taken.iter().any(|(_, victim)| rules.spec(victim.kind()).contagion == Some(became));
            self.contagion |= carried && rules.spec(mover.kind()).promotes_to != Some(became);
        }
        self.hook |= turns(rules, at, mover.kind(), from, m.to());
        self.range_jump |= !taken.is_empty() && jumps_over(rules, at, mover.kind(), from, m.to());
        if let Some(piece) = after.at(m.to()) {
            let around = |king: Square| {
                turns(rules, after, piece.kind(), m.to(), king)
                    && attacks::can_capture(rules, after, m.to(), king)
            };
            self.hook |= after.royals(rules, DEFENDER).into_iter().any(around);
        }
    }
}

/// The defender's pieces that a move of the attacker captures, with their squares.
pub(super) fn victims(at: &Position, m: Move) -> Vec<(Square, Piece)> {
    let squares = m.mids().into_iter().flatten().chain([m.to()]);
    let victim = |square: Square| {
        let piece = at.at(square).filter(|piece| piece.side() == DEFENDER)?;
        (Some(square) != m.from()).then_some((square, piece))
    };
    squares.filter_map(victim).collect()
}

/// True if a kind has an atom of movement.
fn has(rules: &Rules, kind: Kind, wanted: &dyn Fn(&MovementAtom) -> bool) -> bool {
    rules.spec(kind).atoms.iter().any(wanted)
}

/// True if an attacker's piece of such a kind could capture one of the defender's royals.
fn attacks_royal(rules: &Rules, at: &Position, of: &dyn Fn(Kind) -> bool) -> bool {
    let royals = at.royals(rules, DEFENDER);
    let pieces = at.pieces().filter(|(_, piece)| piece.side() == ATTACKER && of(piece.kind()));
    let mut squares = pieces.map(|(square, _)| square);
    squares.any(|from| royals.iter().any(|king| attacks::can_capture(rules, at, from, *king)))
}

/// True if an attacker's piece of this kind captures over others along the line between two
/// squares, and some stand there.
fn jumps_over(rules: &Rules, at: &Position, kind: Kind, from: Square, to: Square) -> bool {
    rules.board.direction(from, to).is_some_and(|by| {
        let jumps = |atom: &MovementAtom| {
            matches!(atom, MovementAtom::RangeJump { dir } if dir.delta(ATTACKER) == by)
        };
        let next = |square: &Square| rules.board.shift(*square, by);
        let mut between = std::iter::successors(next(&from), next).take_while(|&at| at != to);
        has(rules, kind, &jumps) && between.any(|square| at.at(square).is_some())
    })
}

/// True if a piece of this kind that turns corners needs the turn from one square to another.
fn turns(rules: &Rules, at: &Position, kind: Kind, from: Square, to: Square) -> bool {
    let hooks = |diagonal: bool| {
        has(
            rules,
            kind,
            &|atom| matches!(atom, MovementAtom::Hook { diagonal: d, .. } if *d == diagonal),
        )
    };
    if from == to || !has(rules, kind, &is_hook) {
        return false;
    }
    // Other movements of the piece count as straight: a queen's line, or a step.
    let straight = rules.board.direction(from, to).is_some_and(|by| {
        let diagonal = by.0 != 0 && by.1 != 0;
        let other = Dir::ALL.into_iter().any(|dir| {
            dir.delta(Side::Black) == by
                && has(
                    rules,
                    kind,
                    &|atom| matches!(atom, MovementAtom::Slide { dir: d, .. } if *d == dir),
                )
        });
        (hooks(diagonal) || other) && is_clear(rules, at, from, to, by)
    });
    !straight
}

/// True if the squares between two on a line are empty.
fn is_clear(rules: &Rules, at: &Position, from: Square, to: Square, by: (i32, i32)) -> bool {
    let squares = std::iter::successors(rules.board.shift(from, by), |s| rules.board.shift(*s, by));
    squares.take_while(|square| *square != to).all(|square| at.at(square).is_none())
}
