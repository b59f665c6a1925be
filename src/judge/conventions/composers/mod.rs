//! The convention `composers`: a drop is futile if, after some capture of it with the captured
//! piece given back to the defender, the length is at most that of the position before the drop
//! with every drop on that line of check forbidden.
//!
//! The definition compares exact lengths with each other, so that more in a hand may be worse.
//! Neither a table with dominance nor a pruned search works for that. The [graph of the
//! defence](crate::judge::conventions::composers::defence_graph) proves that the defence holds,
//! and two searches bound it:
//!
//! | bound | source |
//! | --- | --- |
//! | mate when every reply counts: mate by the convention | the plain search |
//! | no mate when the defender cannot drop: no mate by the convention | the search without drops |
//!
//! Questions proceed from the royal outwards: a capture brings the checking piece nearer, and only
//! squares that are nearer still are left. If a capture opens another line, captures can form a
//! circle, which the graph resolves.
//!
//! Rejected (`benches/history.md`, "Lengths by `transparent`"): plain recursion over lengths, exact
//! lengths for each drop, and a depth-first search along the refutation without the graph.

use crate::judge::conventions::composers::defence_graph::DefenceGraph;
use crate::judge::conventions::convention::{Convention, RestrictedSearch};
use crate::judge::finding::Finding;
use crate::judge::mate_oracle::{MateAnswer, MateLength, MateOracle};
use crate::judge::optimal_play::{PositionKey, position_key};
mod defence_graph;

use crate::position::{Engine, Forcing, Move, MoveList};
use crate::search::plies::{MAX_PLIES, Plies};
use crate::search::search_result::SearchResult;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Nested questions at most; a deeper one stays open.
const MAX_QUESTION_DEPTH: u32 = 100;

/// Nodes of a search without drops: most that find no mate end at once.
const BRIEF_SEARCH_NODES: u64 = 300;

/// Bytes of a remembered answer at most, when the map has just doubled.
const BYTES_PER_ANSWER: usize = 100;

/// The budget or the memory did not suffice.
#[derive(Debug)]
pub struct BudgetExhausted;

/// Known bounds of a position by this convention.
#[derive(Clone, Copy, Default)]
struct KnownBounds {
    /// There is no mate within this many plies.
    no_mate_within: Option<Plies>,
    /// There is a mate within this many plies.
    mate_within: Option<Plies>,
}

/// Kind of a bound of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// There is a mate within the plies.
    Mate,
    /// There is no mate within the plies.
    NoMate,
}

/// Status of a drop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DropStatus {
    Futile,
    Counts,
    /// The moves without drops are not mated within this many plies, so that the drop makes no
    /// difference to that.
    CountsUpTo(Plies),
}

/// The convention `composers`, over the tables of the plain search and of one without drops.
pub struct ComposersConvention<'a, E> {
    pub plain: &'a MateOracle<'a, E>,
    /// The search under
    /// [`Restriction::NoDrops`](crate::judge::conventions::restricted_engine::Restriction::NoDrops).
    no_drops: &'a RestrictedSearch<'a, E>,
    forcing: Forcing,
    /// Bytes for graphs and remembered answers.
    memory_bytes: usize,
    bounds: Mutex<HashMap<PositionKey, KnownBounds>>,
    drops: Mutex<HashMap<(PositionKey, Move), DropStatus>>,
    /// Bytes of all graphs under construction.
    graph_bytes: Mutex<usize>,
}

impl<E: Engine + Sync> Convention<E> for ComposersConvention<'_, E> {
    fn replies(&self, engine: &E) -> Option<MoveList> {
        self.counting_replies(&mut engine.clone()).ok()
    }

    fn decide_within(&self, questions: &[(E, Plies)]) -> Vec<MateAnswer> {
        let ask = |(engine, len): &(E, Plies)| match self.is_mated_within(engine, *len, 0) {
            Ok(true) => MateAnswer::Mate(*len),
            Ok(false) => MateAnswer::No,
            Err(BudgetExhausted) => MateAnswer::Unknown,
        };
        questions.iter().map(ask).collect()
    }

    /// From above: a length at which the defence fails is soon seen, and the last question has to
    /// be answered in any case.
    fn find_shortest(&self, engine: &E, best: Plies, least: Plies) -> MateLength {
        let mut len = best;
        while let Some(less) = len.checked_sub(2).filter(|less| *less > least || least == 0) {
            match self.is_mated_within(engine, less, 0) {
                Ok(true) => len = less,
                Ok(false) => break,
                Err(BudgetExhausted) => return MateLength::AtMost(len),
            }
        }
        MateLength::Exact(len)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a, E: Engine + Sync> ComposersConvention<'a, E> {
    pub fn new(
        plain: &'a MateOracle<'a, E>,
        no_drops: &'a RestrictedSearch<'a, E>,
        forcing: Forcing,
        memory_bytes: usize,
    ) -> Self {
        let (bounds, drops, graph_bytes) = Default::default();
        ComposersConvention { plain, no_drops, forcing, memory_bytes, bounds, drops, graph_bytes }
    }

    /// Whether there is a mate within `len` plies.
    fn is_mated_within(&self, engine: &E, len: Plies, depth: u32) -> Result<bool, BudgetExhausted> {
        if self.plain.budget.stop_reason().is_some() || depth > MAX_QUESTION_DEPTH {
            return Err(BudgetExhausted);
        }
        match self.decide_by_bounds(engine, len)? {
            Finding::Yes => return Ok(true),
            Finding::No => return Ok(false),
            Finding::Unknown => {}
        }
        let holds = DefenceGraph::new(self, engine.clone(), depth).holds(len)?;
        self.remember_bound(
            position_key(engine),
            len,
            if holds { Bound::NoMate } else { Bound::Mate },
        );
        Ok(!holds)
    }

    /// Whether there is a mate within `len` plies that begin with `m`.
    fn is_mated_after(
        &self,
        engine: &mut E,
        m: Move,
        len: Plies,
        depth: u32,
    ) -> Result<bool, BudgetExhausted> {
        let Some(rest) = len.checked_sub(1) else { return Ok(false) };
        engine.play(m);
        let mated = self.is_mated_within(engine, rest, depth);
        engine.undo();
        mated
    }

    /// Remembers that there is a mate within `len` plies, or none.
    pub fn remember_bound(&self, key: PositionKey, len: Plies, bound: Bound) {
        let mut all = lock(&self.bounds);
        if all.len() * BYTES_PER_ANSWER >= self.memory_bytes / 4 {
            all.clear();
        }
        let known = all.entry(key).or_default();
        if bound == Bound::Mate {
            known.mate_within = Some(known.mate_within.map_or(len, |least| least.min(len)));
        } else {
            known.no_mate_within = known.no_mate_within.max(Some(len));
        }
    }

    fn recall_bounds(&self, key: PositionKey) -> KnownBounds {
        lock(&self.bounds).get(&key).copied().unwrap_or_default()
    }

    /// Whether there is a mate within `len` plies, as far as known without a search; and the plain
    /// search's entry.
    pub fn look_up(&self, engine: &E, len: Plies) -> (Finding, SearchResult) {
        let (known, plain_result) =
            (self.recall_bounds(position_key(engine)), self.plain.look(engine, len));
        let mated = if known.mate_within.is_some_and(|least| least <= len) || plain_result.is_mate()
        {
            Finding::Yes
        } else {
            let no_mate_within = known.no_mate_within.is_some_and(|most| most >= len);
            if no_mate_within || self.no_drops.look(engine, len).is_no_mate() {
                Finding::No
            } else {
                Finding::Unknown
            }
        };
        (mated, plain_result)
    }

    /// The same, with a brief search without drops and a search by which every reply counts.
    pub fn decide_by_bounds(&self, engine: &E, len: Plies) -> Result<Finding, BudgetExhausted> {
        Ok(self.decide_by_bounds_within(engine, len, u64::MAX)?.unwrap_or(Finding::Unknown))
    }

    /// The same with about `effort` nodes at most. `None` if they did not suffice for the search by
    /// which every reply counts; never with `u64::MAX`.
    pub fn decide_by_bounds_within(
        &self,
        engine: &E,
        len: Plies,
        effort: u64,
    ) -> Result<Option<Finding>, BudgetExhausted> {
        let (known, plain_result) = self.look_up(engine, len);
        if known != Finding::Unknown {
            return Ok(Some(known));
        }
        if self.holds_without_drops(engine, len) {
            return Ok(Some(Finding::No));
        }
        if plain_result.is_no_mate() {
            return Ok(Some(Finding::Unknown));
        }
        Ok(match self.is_mated_against_all_replies(engine, len, effort)? {
            Finding::Yes => Some(Finding::Yes),
            Finding::No => Some(Finding::Unknown),
            Finding::Unknown => None,
        })
    }

    /// True if a brief search shows that moves alone hold for `len` plies.
    fn holds_without_drops(&self, engine: &E, len: Plies) -> bool {
        let look = self.no_drops.look(engine, len);
        if look.is_mate() || u64::from(look.effort()) > BRIEF_SEARCH_NODES {
            return false;
        }
        let engine = self.no_drops.wrap(engine);
        self.no_drops.oracle.search_briefly(&engine, len, BRIEF_SEARCH_NODES).0 == MateAnswer::No
    }

    /// Answer whether there is a mate within `len` plies when every reply counts. Takes about
    /// `effort` nodes at most.
    ///
    /// # Errors
    /// The budget is exhausted, with an effort of `u64::MAX`.
    pub fn is_mated_against_all_replies(
        &self,
        engine: &E,
        len: Plies,
        effort: u64,
    ) -> Result<Finding, BudgetExhausted> {
        let question = [(engine.clone(), len)];
        match self.plain.decide_with_effort(&question, effort, Clone::clone)[0] {
            MateAnswer::Mate(_) => Ok(Finding::Yes),
            MateAnswer::No => Ok(Finding::No),
            MateAnswer::Unknown if effort == u64::MAX => Err(BudgetExhausted),
            MateAnswer::Unknown => Ok(Finding::Unknown),
        }
    }

    /// The least number of plies within which a position is known to be mate; it must be mate
    /// within `len` plies.
    fn least_known_mate(&self, engine: &E, len: Plies) -> Plies {
        let plain_result = self.plain.look(engine, len);
        let plain_result = if plain_result.is_mate() { plain_result.plies() } else { len };
        self.recall_bounds(position_key(engine))
            .mate_within
            .unwrap_or(len)
            .min(plain_result)
            .min(len)
    }

    /// The replies that count.
    fn counting_replies(&self, engine: &mut E) -> Result<MoveList, BudgetExhausted> {
        let mut replies = MoveList::new();
        engine.generate_legal(&mut replies);
        let mut counting = MoveList::new();
        for reply in replies {
            if !self.is_futile(engine, reply, MAX_PLIES, 0)? {
                counting.push(reply);
            }
        }
        Ok(counting)
    }

    /// True if a reply is a drop in answer to a check: only those can be futile.
    pub fn is_interposed_drop(&self, engine: &mut E, reply: Move) -> bool {
        reply.dropped().is_some() && engine.in_check()
    }

    /// True if a reply is futile at a defender's position that is mate within `len` plies by moves
    /// alone. For other positions it may return false for a futile drop: a move without drop holds
    /// there.
    pub fn is_futile(
        &self,
        engine: &mut E,
        reply: Move,
        len: Plies,
        depth: u32,
    ) -> Result<bool, BudgetExhausted> {
        if !self.is_interposed_drop(engine, reply) {
            return Ok(false);
        }
        let key = (position_key(engine), reply);
        match lock(&self.drops).get(&key) {
            Some(DropStatus::Futile) => return Ok(true),
            Some(DropStatus::Counts) => return Ok(false),
            Some(&DropStatus::CountsUpTo(most)) if most >= len => return Ok(false),
            _ => {}
        }
        let said = self.classify_drop(engine, reply, len, depth + 1)?;
        let mut drops = lock(&self.drops);
        if drops.len() * BYTES_PER_ANSWER >= self.memory_bytes / 4 {
            drops.clear();
        }
        drops.insert(key, said);
        Ok(said == DropStatus::Futile)
    }

    /// Compares the length without drops with the length after the captures. It goes downwards, as
    /// for every length: moves alone are mated within `bound` plies.
    fn classify_drop(
        &self,
        engine: &mut E,
        drop: Move,
        len: Plies,
        depth: u32,
    ) -> Result<DropStatus, BudgetExhausted> {
        let captures = self.captures(engine, drop);
        if captures.is_empty() {
            return Ok(DropStatus::Counts);
        }
        let mut moves = MoveList::new();
        engine.generate_legal(&mut moves);
        moves.retain(|m| m.dropped().is_none());
        for &m in &moves {
            if !self.is_mated_after(engine, m, len, depth)? {
                return Ok(DropStatus::CountsUpTo(len));
            }
        }
        let mut bound = len;
        loop {
            let mut least = 0;
            for &m in &moves {
                engine.play(m);
                least = least.max(self.least_known_mate(engine, bound - 1) + 1);
                engine.undo();
            }
            bound = least;
            // Known mates first. If captures form a circle, the others may lead back here. The
            // graph leaves drops to be compared only if a capture mates within `len`, so a question
            // recurs with fewer plies, if at all.
            let known = |(_, taken): &(Move, E)| self.look_up(taken, bound).0 == Finding::Yes;
            let mut mates = captures.iter().any(known);
            for (_, taken) in &captures {
                mates = mates || self.is_mated_within(taken, bound, depth)?;
            }
            if !mates {
                return Ok(DropStatus::Counts);
            }
            let mut falls = bound >= 2;
            for &m in &moves {
                falls = falls && self.is_mated_after(engine, m, bound - 2, depth)?;
            }
            if !falls {
                return Ok(DropStatus::Futile);
            }
            bound -= 2;
        }
    }

    /// The captures of a drop, each with the position in which the piece is back in the defender's
    /// hand.
    pub fn captures(&self, engine: &mut E, drop: Move) -> Vec<(Move, E)> {
        engine.play(drop);
        let mut captures = MoveList::new();
        engine.generate_forcing(&mut captures);
        captures.retain(|m| m.to() == drop.to());
        let mut taken = Vec::new();
        for capture in captures {
            engine.play(capture);
            taken.extend(self.return_captured_piece(engine, drop).map(|engine| (capture, engine)));
            engine.undo();
        }
        engine.undo();
        taken
    }

    /// The position with the piece of `drop`, which the attacker has just captured, back in the
    /// defender's hand.
    fn return_captured_piece(&self, engine: &E, drop: Move) -> Option<E> {
        let rules = self.plain.rules;
        let lane = rules.lane_of_drop(drop.dropped()?)?;
        let attacker = self.plain.attacker;
        let mut position = engine.position();
        let [own, other] = [attacker, attacker.other()].map(|side| side.index());
        position.hands[own] = position.hands[own].without(lane);
        position.hands[other] = position.hands[other].with(lane);
        Some(E::new(rules, &position, attacker, self.forcing))
    }

    /// Reserves memory for a graph.
    ///
    /// # Errors
    /// The memory or the budget is exhausted.
    pub fn reserve_bytes(&self, more: usize) -> Result<(), BudgetExhausted> {
        let mut graph_bytes = lock(&self.graph_bytes);
        if *graph_bytes + more > self.memory_bytes / 2 || self.plain.budget.stop_reason().is_some()
        {
            return Err(BudgetExhausted);
        }
        *graph_bytes += more;
        Ok(())
    }
}

impl<E> ComposersConvention<'_, E> {
    /// Releases memory of a graph.
    pub fn release_bytes(&self, bytes: usize) {
        *lock(&self.graph_bytes) -= bytes;
    }
}
