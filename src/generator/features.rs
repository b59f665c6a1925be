//! Features of a problem: figures, themes, and the kind of its first move.

use crate::generator::mate_probe::MateProbe;
use crate::generator::placement::{defender_royals, mirror_image};
use crate::generator::problem_space::{ATTACKER, DEFENDER, ProblemSpace};
use crate::generator::special_play::{SpecialPlay, victims};
use crate::position::{Engine, Move, MoveList, Position};
use crate::referee::{self, attacks};
use crate::rules::{Kind, Side, Square};
use serde::{Deserialize, Serialize};

/// Features. Those about play refer to the first main line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProblemFeatures {
    /// Pieces on the board.
    pub board: u32,
    /// Pieces in the attacker's hand.
    pub hand: u32,
    /// Squares of the smallest rectangle around all pieces.
    pub area: u32,
    /// Attacker's moves whose piece the next move captures.
    pub sacrifices: u32,
    /// Checks by drops that are not next to the royal.
    pub distant_checks: u32,
    /// Drops by the attacker.
    pub drops: u32,
    /// Captures by the attacker.
    pub captures: u32,
    /// Promotions that the attacker declined.
    pub declined: u32,
    /// Quiet moves of the attacker: moves that neither capture nor promote, and are not captured.
    #[serde(default)]
    pub quiet: u32,
    /// Drops by the defender.
    pub interpositions: u32,
    /// Discovered checks: by a piece other than the moving one.
    pub discovered: u32,
    /// Checks by two or more pieces.
    pub double_checks: u32,
    /// Distance from the royal's first square to the farthest that it reaches.
    pub travel: u32,
    /// Other first moves that only one reply refutes.
    pub false_tries: u32,
    /// Forcing first moves.
    pub first_moves: u32,
    /// Forcing moves at all attacker's positions of the line together.
    #[serde(default)]
    pub forcing_moves: u32,
    /// The first position is its own mirror image.
    pub symmetrical: bool,
    /// Every attacker's piece at the mate has moved, gives check, or guards a square next to the
    /// royal.
    pub all_used: bool,
    /// No second solution needed a tolerance.
    pub completely_limited: bool,
    /// Number of main lines.
    pub main_lines: u64,
    /// Positions that the judge visited.
    pub judged: u64,
    /// Positions of the mate's certificate.
    pub proof: u64,
}

/// Character of a problem: themes, in the order in which the first one names its cell, and kind of
/// first move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProblemCharacter {
    /// Names of the themes; at least one.
    pub themes: Vec<&'static str>,
    /// Kind of the first move: drop, move or capture, by which piece, with promotion or sacrifice.
    pub first: String,
}

/// Plies after the reply at most in which a try is followed.
const MAX_TRY_PLIES: u16 = 8;
/// Nodes for all tries together.
const MAX_TRY_NODES: u64 = 30_000;

/// Reads the features off a problem and its first main line. Figures of judge and solver stay 0.
pub fn features<E: Engine>(
    space: &ProblemSpace,
    probe: &mut MateProbe<E>,
    position: &Position,
    line: &[Move],
) -> (ProblemFeatures, ProblemCharacter) {
    let mut f = ProblemFeatures {
        board: position.pieces().count() as u32,
        hand: position.hands[ATTACKER.index()].total(),
        area: area(space, position),
        symmetrical: mirror_image(space, position).board == position.board,
        ..ProblemFeatures::default()
    };
    let mut line_features = LineFeatures::default();
    let mut at = position.clone();
    for (i, &m) in line.iter().enumerate() {
        if at.side == ATTACKER {
            line_features.record_check(space, &mut f, &at, m, line.get(i + 1));
        } else {
            f.interpositions += u32::from(m.dropped().is_some());
            line_features.record_reply(space, &at, m);
        }
        at = referee::play(&space.rules, &at, m);
        if let (Some(&king), Some(&home)) =
            (defender_royals(space, &at).first(), defender_royals(space, position).first())
        {
            f.travel = f.travel.max(space.rules.board.distance(king, home));
        }
    }
    f.all_used = line_features.all_used(space, position, &at);
    (f.first_moves, f.false_tries) = count_tries(space, probe, position, line);
    let character = ProblemCharacter {
        themes: themes(
            space,
            position,
            &f,
            &line_features,
            &SpecialPlay::of_line(space, position, line),
        ),
        first: first_move_kind(space, position, line),
    };
    (f, character)
}

/// What the features need to know along a line.
#[derive(Default)]
struct LineFeatures {
    /// Squares that attackers left, with the present squares of those pieces.
    left: Vec<(Square, Square)>,
    /// Squares of attacker's pieces that have moved.
    moved: Vec<Square>,
    switchback: bool,
    counter_check: bool,
}

impl LineFeatures {
    fn record_check(
        &mut self,
        space: &ProblemSpace,
        f: &mut ProblemFeatures,
        at: &Position,
        m: Move,
        next: Option<&Move>,
    ) {
        let rules = &space.rules;
        let after = referee::play(rules, at, m);
        let taken = victims(at, m);
        f.captures += taken.len() as u32;
        f.drops += u32::from(m.dropped().is_some());
        if let Some(from) = m.from() {
            self.switchback |= self.left.contains(&(m.to(), from));
            self.left.retain(|(_, now)| *now != from);
            self.left.push((from, m.to()));
            self.moved.retain(|square| *square != from);
            let may = referee::is_legal(rules, at, m.with_change(true));
            f.declined += u32::from(!m.changes() && may);
        }
        self.moved.push(m.to());
        let sacrificed = next.is_some_and(|reply| reply.to() == m.to());
        f.sacrifices += u32::from(sacrificed);
        let quiet = m.from().is_some() && taken.is_empty() && !m.changes() && !sacrificed;
        f.quiet += u32::from(quiet);
        f.forcing_moves += referee::forcing_moves(rules, at, space.forcing).len() as u32;
        let kings = defender_royals(space, &after);
        if let Some(&king) = kings.first().filter(|_| kings.len() == 1) {
            let checkers: Vec<Square> = after
                .pieces()
                .filter(|(square, piece)| {
                    piece.side() == ATTACKER && attacks::can_capture(rules, &after, *square, king)
                })
                .map(|(square, _)| square)
                .collect();
            f.discovered += u32::from(!checkers.contains(&m.to()));
            f.double_checks += u32::from(checkers.len() > 1);
            let far = space.rules.board.distance(king, m.to()) > 1;
            f.distant_checks += u32::from(far && m.dropped().is_some());
        }
    }

    fn record_reply(&mut self, space: &ProblemSpace, at: &Position, m: Move) {
        let captured = at.at(m.to()).is_some_and(|piece| piece.side() == ATTACKER);
        if captured {
            self.moved.retain(|square| *square != m.to());
            self.left.retain(|(_, now)| *now != m.to());
        }
        let after = referee::play(&space.rules, at, m);
        self.counter_check |= referee::in_check(&space.rules, &after);
    }

    /// [`ProblemFeatures::all_used`] at the mate.
    fn all_used(&self, space: &ProblemSpace, start: &Position, mate: &Position) -> bool {
        let rules = &space.rules;
        let zone: Vec<Square> = defender_royals(space, mate)
            .into_iter()
            .flat_map(|king| {
                (-1..=1)
                    .flat_map(move |files| (-1..=1).map(move |ranks| (files, ranks)))
                    .filter_map(move |by| rules.board.shift(king, by))
            })
            .collect();
        mate.pieces().filter(|(_, piece)| piece.side() == ATTACKER).all(|(square, piece)| {
            let stood = start.at(square) == Some(piece) && !self.moved.contains(&square);
            !stood || zone.iter().any(|at| attacks::can_capture(rules, mate, square, *at))
        })
    }
}

fn area(space: &ProblemSpace, position: &Position) -> u32 {
    let board = space.rules.board;
    let span = |of: fn(crate::rules::Board, Square) -> i32| {
        let at = || position.pieces().map(|(square, _)| of(board, square));
        match (at().min(), at().max()) {
            (Some(least), Some(most)) => (most - least + 1) as u32,
            _ => 0,
        }
    };
    span(crate::rules::Board::file) * span(crate::rules::Board::rank)
}

/// The number of forcing first moves, and of those other than the solution that only one reply
/// refutes, as far as a few plies show.
fn count_tries<E: Engine>(
    space: &ProblemSpace,
    probe: &mut MateProbe<E>,
    position: &Position,
    line: &[Move],
) -> (u32, u32) {
    probe.set_up(space, position, MAX_TRY_NODES);
    let depth = (line.len() as u16 + 1).min(MAX_TRY_PLIES);
    let mut moves = MoveList::new();
    probe.engine.generate_forcing(&mut moves);
    let mut tries = 0;
    let mut replies = MoveList::new();
    for &m in moves.iter().filter(|m| Some(*m) != line.first()) {
        probe.engine.play(m);
        probe.engine.generate_legal(&mut replies);
        let mut refute = 0;
        for &reply in &replies {
            probe.engine.play(reply);
            let mated = probe.is_mated_within(depth.saturating_sub(1));
            probe.engine.undo();
            match mated {
                Ok(true) => {}
                Ok(false) => refute += 1,
                // Unknown counts as two refutations: the move is not a false try.
                Err(_) => refute += 2,
            }
            if refute > 1 {
                break;
            }
        }
        probe.engine.undo();
        tries += u32::from(refute == 1 && replies.len() > 1);
    }
    (moves.len() as u32, tries)
}

/// Names of all themes.
pub const THEMES: [&str; 27] = [
    "royal_captured",
    "two_royals",
    "igui",
    "multiple_capture",
    "hook",
    "contagion",
    "burning",
    "range_jump",
    "lion",
    "emperor",
    "counter_check",
    "switchback",
    "declined_promotion",
    "bare_king",
    "one_kind",
    "symmetrical",
    "king_hunt",
    "distant_drop",
    "interposition",
    "discovered_check",
    "double_check",
    "sacrifices",
    "sacrifice",
    "promotion_by_capture",
    "empty_hand",
    "capture",
    "plain",
];

fn themes(
    space: &ProblemSpace,
    position: &Position,
    f: &ProblemFeatures,
    line_features: &LineFeatures,
    special: &SpecialPlay,
) -> Vec<&'static str> {
    let side = |side: Side| {
        position
            .pieces()
            .filter(move |(_, piece)| piece.side() == side)
            .map(|(_, piece)| piece.kind())
            .collect::<Vec<Kind>>()
    };
    let bare = side(DEFENDER).iter().all(|kind| space.is_royal(*kind));
    let mut forces = side(ATTACKER);
    forces.iter_mut().for_each(|kind| *kind = space.rules.spec(*kind).base);
    let count = forces.len() as u32 + f.hand;
    forces.extend(super::placement::kinds_in_hand(space, position));
    forces.sort_unstable();
    forces.dedup();
    let is = [
        special.royal_captured,
        special.two_royals,
        special.igui,
        special.multiple_capture,
        special.hook,
        special.contagion,
        special.burning,
        special.range_jump,
        special.lion,
        special.emperor,
        line_features.counter_check,
        line_features.switchback,
        f.declined > 0,
        bare,
        forces.len() == 1 && count > 1,
        f.symmetrical,
        f.travel >= 3,
        f.distant_checks > 0,
        f.interpositions > 0,
        f.discovered > 0,
        f.double_checks > 0,
        f.sacrifices >= 2,
        f.sacrifices == 1,
        special.promotion_by_capture,
        f.hand == 0 && space.rules.has_drops(),
        f.captures > 0,
        false,
    ];
    let mut themes: Vec<&'static str> =
        THEMES.into_iter().zip(is).filter(|(_, is)| *is).map(|(name, _)| name).collect();
    if themes.is_empty() {
        themes.push("plain");
    }
    themes
}

/// Kind of the first move, such as `drop S`, `move +R capture` or `move P promote sacrifice`.
fn first_move_kind(space: &ProblemSpace, position: &Position, line: &[Move]) -> String {
    let Some(&m) = line.first() else { return String::new() };
    let kind = m.from().and_then(|from| position.at(from)).map(|p| p.kind()).or(m.dropped());
    let id = kind.map_or("", |kind| space.rules.spec(kind).id.as_str());
    let mut name = format!("{} {id}", if m.dropped().is_some() { "drop" } else { "move" });
    let capture =
        m.mids()[0].is_some() || Some(m.to()) != m.from() && position.at(m.to()).is_some();
    let sacrifice = line.get(1).is_some_and(|reply| reply.to() == m.to());
    let words = [(m.changes(), " promote"), (capture, " capture"), (sacrifice, " sacrifice")];
    words.into_iter().filter(|(is, _)| *is).for_each(|(_, word)| name.push_str(word));
    name
}
