//! The screen: is a position worth the judge's time?
//!
//! It finds the exact length, optimal play, one solution at every attacker's node of a main line,
//! and no leftover, in about a millisecond. Except for what it cannot settle in time, it rejects
//! only for reasons that the judge would give too.

use crate::generator::mate_probe::{MateProbe, ProbeExhausted};
use crate::generator::problem_space::{ATTACKER, DEFENDER, ProblemSpace};
use crate::judge::{Tolerance, tolerance};
use crate::messages::tr;
use crate::position::{BoardKey, Engine, Hand, Move, Position};
use crate::rules::Side;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// Settings of the screen.
#[derive(Clone, Debug)]
pub struct ScreenTerms {
    /// Wanted lengths in plies.
    pub plies: RangeInclusive<u16>,
    /// Nodes for one position.
    pub nodes: u64,
    /// The screen searches for cooks up to this many plies longer than the main line.
    pub cook_margin: u16,
    /// Tolerances of the judge.
    pub tolerate: Vec<Tolerance>,
}

/// Reason for a rejection, the cheapest test first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RejectReason {
    /// The position cannot arise in the game, or violates the piece constraints.
    Malformed,
    /// The defender is in check already.
    Check,
    /// No mate of a wanted length.
    NoMate,
    /// The mate is too short.
    Short,
    /// The nodes did not suffice.
    Unsettled,
    /// Another move of the attacker mates as soon, or nearly.
    Cook,
    /// Pieces stay in the attacker's hand.
    Leftover,
}

impl RejectReason {
    /// All reasons.
    pub const ALL: [RejectReason; 7] = [
        RejectReason::Malformed,
        RejectReason::Check,
        RejectReason::NoMate,
        RejectReason::Short,
        RejectReason::Unsettled,
        RejectReason::Cook,
        RejectReason::Leftover,
    ];

    /// Text for statistics.
    pub fn words(self) -> String {
        match self {
            RejectReason::Malformed => tr!(generate_rejected_malformed),
            RejectReason::Check => tr!(generate_rejected_check),
            RejectReason::NoMate => tr!(generate_rejected_no_mate),
            RejectReason::Short => tr!(generate_rejected_short),
            RejectReason::Unsettled => tr!(generate_rejected_unsettled),
            RejectReason::Cook => tr!(generate_rejected_cook),
            RejectReason::Leftover => tr!(generate_rejected_leftover),
        }
    }
}

/// A position that passed, or that failed but has a mate worth repairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScreenedPosition {
    /// Length of the shortest mate in plies.
    pub plies: u16,
    /// A main line.
    pub line: Vec<Move>,
}

/// A rejection; for a cooked position with its mate and the cook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScreenRejection {
    /// The reason.
    pub reason: RejectReason,
    /// For a cooked position: its mate, and the main line up to the cook with the cook as last
    /// move.
    pub cook: Option<(ScreenedPosition, Vec<Move>)>,
}

impl From<RejectReason> for ScreenRejection {
    fn from(reason: RejectReason) -> ScreenRejection {
        ScreenRejection { reason, cook: None }
    }
}

impl From<ProbeExhausted> for ScreenRejection {
    fn from(ProbeExhausted: ProbeExhausted) -> ScreenRejection {
        RejectReason::Unsettled.into()
    }
}

/// Positions of optimal play visited at most.
const MAX_OPTIMAL_POSITIONS: usize = 3_000;

/// Normalises a position (see [`ProblemSpace::normalise`]) and screens it.
///
/// # Errors
/// The reason for the rejection.
pub fn screen<E: Engine>(
    space: &ProblemSpace,
    probe: &mut MateProbe<E>,
    position: &mut Position,
    terms: &ScreenTerms,
) -> Result<ScreenedPosition, ScreenRejection> {
    if !space.normalise(position) {
        return Err(RejectReason::Malformed.into());
    }
    if in_check(space, probe, position) {
        return Err(RejectReason::Check.into());
    }
    probe.set_up(space, position, terms.nodes);
    let Some(plies) = probe.find_length(*terms.plies.end())? else {
        return Err(RejectReason::NoMate.into());
    };
    if plies < *terms.plies.start() {
        return Err(RejectReason::Short.into());
    }
    let mut play =
        OptimalPlayScreen { space, probe, tolerate: &terms.tolerate, values: HashMap::new() };
    play.reject_equal_first_moves(plies)?;
    let left = play.find_leftover(plies)?;
    let line = play.main_line(plies)?;
    let screened = ScreenedPosition { plies, line };
    if left > 0 {
        return Err(RejectReason::Leftover.into());
    }
    let mut walked = HashMap::new();
    if let Some(cook) =
        play.find_cook(plies, plies, terms.cook_margin, &mut Vec::new(), &mut walked)?
    {
        return Err(ScreenRejection { reason: RejectReason::Cook, cook: Some((screened, cook)) });
    }
    Ok(screened)
}

/// True if the attacker could capture all royals at once or, if any royal suffices, is giving
/// check.
fn in_check<E: Engine>(
    space: &ProblemSpace,
    probe: &mut MateProbe<E>,
    position: &Position,
) -> bool {
    let mut turned = position.clone();
    turned.side = DEFENDER;
    probe.set_up(space, &turned, 0);
    probe.engine.in_check()
}

type PositionKey = (BoardKey, Hand, Hand);

/// Optimal play from the probe's position.
struct OptimalPlayScreen<'a, E> {
    space: &'a ProblemSpace,
    tolerate: &'a [Tolerance],
    probe: &'a mut MateProbe<E>,
    /// Leftover by position.
    values: HashMap<PositionKey, u32>,
}

impl<E: Engine> OptimalPlayScreen<'_, E> {
    fn position_key(&self) -> PositionKey {
        let engine = &self.probe.engine;
        (engine.key(), engine.hand(Side::Black), engine.hand(Side::White))
    }

    /// Rejects early if two first moves mate equally soon.
    fn reject_equal_first_moves(&mut self, plies: u16) -> Result<(), ScreenRejection> {
        if plies == 1 {
            return Ok(());
        }
        let keep = self.length_keeping_moves(plies)?;
        let [first, others @ ..] = &keep[..] else {
            return Err(RejectReason::Unsettled.into());
        };
        let Some(cook) = others.iter().find(|m| !self.may_be_tolerated(*first, **m)) else {
            return Ok(());
        };
        let screened = ScreenedPosition { plies, line: vec![*first] };
        let cook = Some((screened, vec![*cook]));
        Err(ScreenRejection { reason: RejectReason::Cook, cook })
    }

    fn tolerates(&self, tolerance: Tolerance) -> bool {
        self.tolerate.contains(&tolerance)
    }

    /// True if a tolerance may cover the second move beside the first: the same move with or
    /// without promotion, a drop of the same kind at another distance, or the mirror image of such
    /// a move in a symmetrical position. The judge decides.
    fn may_be_tolerated(&self, first: Move, second: Move) -> bool {
        let rules = &self.space.rules;
        let alike = |second: Move| match (first.dropped(), second.dropped()) {
            (Some(a), Some(b)) => {
                a == b && first.to() != second.to() && self.tolerates(Tolerance::DropDistance)
            }
            (None, None) => {
                first.with_change(!first.changes()) == second
                    && self.tolerates(Tolerance::Promotion)
            }
            _ => false,
        };
        let image = tolerance::mirror(rules.board, second);
        alike(second)
            || self.tolerates(Tolerance::Mirror)
                && (image == first || alike(image))
                && tolerance::is_symmetrical(rules, &self.probe.engine.position())
    }

    /// The moves that keep the length, promotions first as in the judge's order.
    fn length_keeping_moves(&mut self, rest: u16) -> Result<Vec<Move>, ProbeExhausted> {
        let attacking = self.probe.engine.side() == ATTACKER;
        let mut moves = self.probe.take_list();
        if attacking {
            self.probe.engine.generate_forcing(&mut moves);
            moves.sort_by_key(|m| (!m.changes(), *m));
        } else {
            self.probe.engine.generate_legal(&mut moves);
        }
        let mut keep = Vec::new();
        for &m in &moves {
            let keeps = match (attacking, rest) {
                (true, _) => self.is_mated_after(m, rest - 1)?,
                (false, 0..=2) => true,
                (false, _) => !self.is_mated_after(m, rest - 3)?,
            };
            if keeps {
                keep.push(m);
            }
        }
        self.probe.return_list(moves);
        Ok(keep)
    }

    fn is_mated_after(&mut self, m: Move, plies: u16) -> Result<bool, ProbeExhausted> {
        self.probe.engine.play(m);
        let mated = self.probe.is_mated_within(plies);
        self.probe.engine.undo();
        mated
    }

    /// The leftover when both sides play for length first and for the hand second.
    fn find_leftover(&mut self, rest: u16) -> Result<u32, ProbeExhausted> {
        if rest == 0 {
            return Ok(self.probe.engine.hand(ATTACKER).total());
        }
        let position_key = self.position_key();
        if let Some(&value) = self.values.get(&position_key) {
            return Ok(value);
        }
        if self.values.len() >= MAX_OPTIMAL_POSITIONS {
            return Err(ProbeExhausted);
        }
        let attacking = self.probe.engine.side() == ATTACKER;
        let mut value = None;
        for m in self.length_keeping_moves(rest)? {
            self.probe.engine.play(m);
            let below = self.find_leftover(rest - 1);
            self.probe.engine.undo();
            let below = below?;
            value = Some(match value {
                None => below,
                Some(value) if attacking => below.max(value),
                Some(value) => below.min(value),
            });
        }
        let value = value.ok_or(ProbeExhausted)?;
        self.values.insert(position_key, value);
        Ok(value)
    }

    /// The moves that keep length and leftover.
    fn best_moves(&mut self, rest: u16) -> Result<Vec<Move>, ProbeExhausted> {
        let mut best = Vec::new();
        let value = self.find_leftover(rest)?;
        for m in self.length_keeping_moves(rest)? {
            self.probe.engine.play(m);
            let below = self.find_leftover(rest - 1);
            self.probe.engine.undo();
            if below? == value {
                best.push(m);
            }
        }
        Ok(best)
    }

    fn main_line(&mut self, plies: u16) -> Result<Vec<Move>, ProbeExhausted> {
        let mut line = Vec::new();
        let mut failed = None;
        for rest in (1..=plies).rev() {
            match self.best_moves(rest).map(|best| best.first().copied()) {
                Ok(Some(m)) => {
                    self.probe.engine.play(m);
                    line.push(m);
                }
                _ => {
                    failed = Some(ProbeExhausted);
                    break;
                }
            }
        }
        line.iter().for_each(|_| self.probe.engine.undo());
        failed.map_or(Ok(line), Err)
    }

    /// A line along main lines that ends in a second solution that no tolerance covers for certain.
    fn find_cook(
        &mut self,
        plies: u16,
        rest: u16,
        near: u16,
        path: &mut Vec<Move>,
        walked: &mut HashMap<PositionKey, ()>,
    ) -> Result<Option<Vec<Move>>, ProbeExhausted> {
        // Composers leave the choice of the last move free, except in problems of one move.
        let free = rest == 1 && plies > 1 && self.tolerates(Tolerance::LastMove);
        if rest == 0 || free {
            return Ok(None);
        }
        if walked.insert(self.position_key(), ()).is_some() {
            return Ok(None);
        }
        let best = self.best_moves(rest)?;
        let attacking = self.probe.engine.side() == ATTACKER;
        if attacking {
            let known = *best.first().ok_or(ProbeExhausted)?;
            let mut moves = self.probe.take_list();
            self.probe.engine.generate_forcing(&mut moves);
            for &m in moves.iter().filter(|m| **m != known) {
                let most =
                    if self.may_be_tolerated(known, m) { None } else { Some(rest - 1 + near) };
                if let Some(most) = most {
                    if self.is_mated_after(m, most)? {
                        path.push(m);
                        let cook = path.clone();
                        path.pop();
                        return Ok(Some(cook));
                    }
                }
            }
            self.probe.return_list(moves);
        }
        for m in best {
            self.probe.engine.play(m);
            path.push(m);
            let cook = self.find_cook(plies, rest - 1, near, path, walked);
            path.pop();
            self.probe.engine.undo();
            if let Some(cook) = cook? {
                return Ok(Some(cook));
            }
        }
        Ok(None)
    }
}
