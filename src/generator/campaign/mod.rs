//! A campaign: workers draw parents, change them, and put the results through the whole pipeline.
//!
//! One lock guards what the workers share; each takes it a few times for a candidate. The set of
//! positions met is a concurrent map without that lock. One worker alone is deterministic: seed,
//! goals and input decide what it does, and time only ends it.

mod worker;

use crate::generator::archive::{Archive, OfferOutcome};
use crate::generator::goals::CampaignGoals;
use crate::generator::operators::Operator;
use crate::generator::problem_record::{ArchivedProblem, ProblemRecord};
use crate::generator::problem_space::ProblemSpace;
use crate::generator::random::RandomStream;
use crate::generator::seeds::SeedPattern;
use crate::generator::stats::{CampaignStats, CandidateOrigin};
use crate::judge::Tolerance;
use crate::movegen::{BitboardEngine, MailboxEngine, bitboard};
use crate::position::Position;
use crate::rules::Kind;
use dashmap::DashMap;
use std::ops::RangeInclusive;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use worker::Worker;

/// Positions met that are remembered at most, some 16 bytes each.
const MAX_SEEN_POSITIONS: usize = 20_000_000;
/// Problems of each length that is only a step towards longer ones, at most.
const MAX_STEPPING_STONES: usize = 300;
/// Length in plies of the longest problem sought from a seed.
const MAX_SEED_PLIES: u16 = 7;
/// Estimated cost of a node where a royal is an emperor, in nodes.
const EMPEROR_NODE_COST: u64 = 3;
/// The same with several royals, where every move is played and tested.
const ROYALS_NODE_COST: u64 = 4;
/// Weight of a length with few missing problems, in problems.
const MIN_LENGTH_WEIGHT: u64 = 20;
/// Cooked positions kept as parents at most.
const MAX_NEAR_MISSES: usize = 256;
/// Problems of each wanted length beyond those wanted, at least: choices, and parents of others.
const MIN_SPARE_PROBLEMS: usize = 30;
/// Problems of a set that waits for [`CampaignConfig::stall_nodes`].
const FULL_STALL_PROBLEMS: usize = 200;

/// Candidates in succession without a new position after which a campaign ends.
pub const MAX_FRUITLESS_CANDIDATES: u64 = 500_000;

/// Longest problem that can be requested, in plies.
pub const MAX_LENGTH_PLIES: u16 = 199;

/// Settings of a campaign.
#[derive(Clone, Debug)]
pub struct CampaignConfig {
    /// Number of workers, 1 or more.
    pub threads: usize,
    /// Seed of all random numbers.
    pub seed: u64,
    /// First stream under the seed; a resumed campaign uses streams that it has not used before.
    pub stream: u64,
    /// Nodes of the screen for one position.
    pub screen_nodes: u64,
    /// Nodes of the judge for one problem.
    pub judge_nodes: u64,
    /// Positions visited without a new wanted problem before the campaign counts a stall, besides
    /// half of all positions visited so far. A set of fewer than 200 problems waits for its share.
    pub stall_nodes: u64,
    /// Tolerances of the judge. Default: [`Tolerance::DEFAULT`].
    pub tolerate: Vec<Tolerance>,
}

impl CampaignConfig {
    /// Settings for a game: large boards and royals that leap anywhere make nodes expensive, and
    /// most problems that are found need few.
    pub fn new(space: &ProblemSpace, threads: usize, seed: u64) -> CampaignConfig {
        let leaps = |kind: &Kind| space.rules.spec(*kind).is_emperor();
        let weight = space.rules.board.squares() as u64
            * if space.royals.iter().any(leaps) { EMPEROR_NODE_COST } else { 1 }
            * if space.constraints.royals.1 > 1 { ROYALS_NODE_COST } else { 1 };
        let scaled = |nodes: u64| nodes * 81 / weight.max(81);
        CampaignConfig {
            threads,
            seed,
            stream: 0,
            screen_nodes: scaled(30_000),
            judge_nodes: scaled(60_000),
            stall_nodes: scaled(100_000_000),
            tolerate: Tolerance::DEFAULT.to_vec(),
        }
    }
}

/// Clock, cancellation and storage of a campaign.
pub trait CampaignObserver: Sync {
    /// Time since the start.
    fn elapsed(&self) -> Duration;

    /// True if the campaign should end.
    fn stopped(&self) -> bool {
        false
    }

    /// Saves a problem before it counts. False if that failed: then the problem does not count, and
    /// the campaign ends.
    fn save(&self, _found: &ProblemRecord) -> bool {
        true
    }

    /// Progress, reported once in a number of candidates.
    fn progress(&self, _archive: &Archive, _stats: &CampaignStats) {}
}

/// State that the workers share.
#[derive(Debug, Default)]
pub struct CampaignState {
    /// The archive.
    pub archive: Archive,
    /// The counts.
    pub stats: CampaignStats,
    /// Problems of the user that were not tried yet.
    pub given: Vec<Position>,
    /// Cooked positions with a mate.
    near_misses: Vec<Position>,
    next_near_miss: usize,
    /// True if the goals are reached.
    goals_met: bool,
    /// Candidates since the last new position.
    fruitless_candidates: u64,
    /// Positions visited when the last wanted problem was found, or the last stall counted.
    progress_nodes: u64,
    /// True if a problem could not be saved.
    pub write_failed: bool,
}

impl CampaignState {
    /// The state at the beginning of a campaign with these goals.
    pub fn new(goals: &CampaignGoals) -> CampaignState {
        CampaignState { archive: Archive::new(goals), ..CampaignState::default() }
    }

    /// Positions visited so far. Each candidate counts as one, so that a campaign that finds no
    /// position to search ends too.
    fn spent_nodes(&self) -> u64 {
        let candidates: u64 = self.stats.yields.values().map(|origin| origin.tried).sum();
        self.stats.nodes.iter().sum::<u64>() + candidates
    }

    /// Counts a candidate. `is_new`: it is a position that was not met before.
    fn count_candidate(&mut self, origin: CandidateOrigin, is_new: bool) {
        self.stats.yields.entry(origin).or_default().tried += 1;
        self.fruitless_candidates = if is_new { 0 } else { self.fruitless_candidates + 1 };
    }

    /// True if the last [`MAX_FRUITLESS_CANDIDATES`] candidates gave no new position.
    pub fn is_exhausted(&self) -> bool {
        self.fruitless_candidates >= MAX_FRUITLESS_CANDIDATES
    }
}

/// Plan of a candidate.
#[derive(Clone, Debug)]
pub(super) struct CandidatePlan {
    pub origin: CandidateOrigin,
    /// The parent's position; for a problem of the user, the problem itself.
    pub parent: Option<Position>,
    pub other: Option<Position>,
    /// The parent's id, and the generation of its children.
    pub parent_id: Option<(String, u32)>,
    /// Useful lengths in plies.
    pub plies: RangeInclusive<u16>,
}

/// A campaign.
pub struct Campaign<'a> {
    pub(super) space: &'a ProblemSpace,
    pub(super) goals: &'a CampaignGoals,
    pub(super) config: &'a CampaignConfig,
    pub(super) observer: &'a dyn CampaignObserver,
    state: Mutex<CampaignState>,
    seen: DashMap<u64, ()>,
}

impl<'a> Campaign<'a> {
    /// A campaign that continues from a state.
    pub fn new(
        space: &'a ProblemSpace,
        goals: &'a CampaignGoals,
        config: &'a CampaignConfig,
        observer: &'a dyn CampaignObserver,
        mut state: CampaignState,
    ) -> Campaign<'a> {
        // They are taken from the end.
        state.given.reverse();
        state.goals_met = state.archive.meets_goals();
        Campaign { space, goals, config, observer, state: Mutex::new(state), seen: DashMap::new() }
    }

    /// Runs until the goals are reached or the observer stops it.
    ///
    /// # Errors
    /// The threads cannot be started.
    pub fn run(self) -> Result<CampaignState, rayon::ThreadPoolBuildError> {
        let rules = &self.space.rules;
        let fast = bitboard::plays(rules) && self.space.constraints.royals.1 == 1;
        let work = |number: u64| {
            let random = RandomStream::new(self.config.seed, self.config.stream + number);
            if fast {
                Worker::<BitboardEngine>::new(&self, number, random).work();
            } else {
                Worker::<MailboxEngine>::new(&self, number, random).work();
            }
        };
        if self.config.threads == 1 {
            work(0);
        } else {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(self.config.threads).build()?;
            pool.broadcast(|context| work(context.index() as u64));
        }
        Ok(self.state.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn state(&self) -> MutexGuard<'_, CampaignState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks a position as met. True if it was before.
    pub(super) fn mark_seen(&self, key: u64) -> bool {
        if self.seen.len() >= MAX_SEEN_POSITIONS {
            self.seen.clear();
        }
        self.seen.insert(key, ()).is_some()
    }

    /// True if there is nothing more to do.
    pub(super) fn is_over(&self, state: &CampaignState) -> bool {
        state.write_failed
            || self.observer.stopped()
            || self.goals.time.is_some_and(|time| self.observer.elapsed() >= time)
            || self.goals.nodes.is_some_and(|nodes| state.spent_nodes() >= nodes)
            || state.is_exhausted()
            || state.goals_met
    }

    /// Counts a stall if a set of fixed size has not grown for long. The request may be impossible,
    /// or the problems that remain too much alike.
    pub(super) fn count_stall(&self, state: &mut CampaignState) {
        let spent = state.spent_nodes();
        let waited = spent - state.progress_nodes;
        let size = self.goals.set_size();
        let share = size.min(FULL_STALL_PROBLEMS) as u64;
        let most = self.config.stall_nodes * share / FULL_STALL_PROBLEMS as u64;
        if size > 0 && waited >= most + spent / 2 {
            state.progress_nodes = spent;
            state.archive.add_stall();
            state.goals_met = state.archive.meets_goals();
        }
    }

    /// Plans the next candidate.
    pub(super) fn plan_candidate(
        &self,
        state: &mut CampaignState,
        random: &mut RandomStream,
    ) -> CandidatePlan {
        let most = *self.goals.plies.end();
        if let Some(given) = state.given.pop() {
            return CandidatePlan {
                origin: CandidateOrigin::Given,
                parent: Some(given),
                other: None,
                parent_id: None,
                plies: 1..=most,
            };
        }
        if state.archive.problems().is_empty() || random.draw_percent(6) {
            return self.plan_seed(state, random);
        }
        if !state.near_misses.is_empty() && random.draw_percent(6) {
            let parent =
                Some(state.near_misses[random.draw_below(state.near_misses.len())].clone());
            let origin = CandidateOrigin::Operator(self.draw_operator(&state.stats, random, false));
            let other = self.draw_second_parent(state, random);
            return CandidatePlan { origin, parent, other, parent_id: None, plies: 1..=most };
        }
        let target = self.draw_target_length(state, random);
        self.plan_mutation(state, random, target).unwrap_or_else(|| self.plan_seed(state, random))
    }

    fn plan_seed(&self, state: &CampaignState, random: &mut RandomStream) -> CandidatePlan {
        let weights: Vec<u64> = SeedPattern::ALL
            .iter()
            .map(|seed| {
                if !seed.applies(self.space) {
                    return 0;
                }
                let yields = &state.stats.yields;
                yields.get(&CandidateOrigin::Seed(*seed)).copied().unwrap_or_default().weight()
            })
            .collect();
        let seed = SeedPattern::ALL[random.pick_weighted(&weights).unwrap_or(0)];
        let plies = 1..=MAX_SEED_PLIES.min(*self.goals.plies.end());
        CandidatePlan {
            origin: CandidateOrigin::Seed(seed),
            parent: None,
            other: None,
            parent_id: None,
            plies,
        }
    }

    /// Draws the length to aim at: the more problems are missing, the likelier. So a broad base of
    /// short problems comes first, from which different long ones can grow.
    fn draw_target_length(&self, state: &CampaignState, random: &mut RandomStream) -> u16 {
        let lengths = &self.goals.lengths;
        let missing = |wanted: u64, kept: u64| match wanted.saturating_sub(kept) {
            0 => 0,
            missing => missing + MIN_LENGTH_WEIGHT,
        };
        let weights: Vec<u64> = lengths
            .iter()
            .map(|&plies| {
                let kept = state.archive.wanted(plies) as u64;
                let wanted = self.goals.wanted(plies) as u64;
                // If no number is given, all lengths are equally likely.
                if wanted == 0 { 1 } else { missing(wanted, kept) }
            })
            .collect();
        let at = random.pick_weighted(&weights).unwrap_or_else(|| random.draw_below(lengths.len()));
        lengths[at]
    }

    /// Plans the change of a parent from which the target length can be reached.
    fn plan_mutation(
        &self,
        state: &CampaignState,
        random: &mut RandomStream,
        target: u16,
    ) -> Option<CandidatePlan> {
        let stock = |plies: u16| state.stats.stages.get(&plies).is_some_and(|s| s.kept > 0);
        let from: Vec<u16> = (1..=target).step_by(2).filter(|&plies| stock(plies)).collect();
        let &longest = from.last()?;
        let length = match random.draw_below(10) {
            0..=3 => longest,
            // An extension begins two plies below the target.
            4..=7 => *from.get(from.len().saturating_sub(2))?,
            _ => random.pick(&from)?,
        };
        let parent = state.archive.draw_parent(random, length)?;
        let extend = length < target && random.draw_percent(60);
        let operator = self.draw_operator(&state.stats, random, extend);
        let most = *self.goals.plies.end();
        let plies = if operator.extends() {
            length + 2..=(length + 4).min(most)
        } else {
            length.saturating_sub(2).max(1)..=(length + 4).min(most)
        };
        (plies.start() <= plies.end()).then(|| CandidatePlan {
            origin: CandidateOrigin::Operator(operator),
            parent: Some(parent.position.clone()),
            parent_id: Some((parent.record.id.clone(), parent.record.lineage.generation + 1)),
            other: self.draw_second_parent(state, random),
            plies,
        })
    }

    /// Draws a second parent of any length.
    fn draw_second_parent(
        &self,
        state: &CampaignState,
        random: &mut RandomStream,
    ) -> Option<Position> {
        let kept = state.archive.problems();
        (!kept.is_empty()).then(|| kept[random.draw_below(kept.len())].position.clone())
    }

    fn draw_operator(
        &self,
        stats: &CampaignStats,
        random: &mut RandomStream,
        extends: bool,
    ) -> Operator {
        let fit =
            |operator: &&Operator| operator.applies(self.space) && (operator.extends() == extends);
        let operators: Vec<Operator> = Operator::ALL.iter().filter(fit).copied().collect();
        let weights: Vec<u64> = operators
            .iter()
            .map(|&operator| {
                let yields = stats.yields.get(&CandidateOrigin::Operator(operator));
                yields.copied().unwrap_or_default().weight()
            })
            .collect();
        operators[random.pick_weighted(&weights).unwrap_or(0)]
    }

    /// True if there are enough problems of this length.
    pub(super) fn has_enough(&self, state: &CampaignState, plies: u16) -> bool {
        if self.goals.lengths.contains(&plies) {
            let wanted = self.goals.wanted(plies);
            // Some more, so that the best can be chosen.
            wanted > 0
                && !state.archive.may_exchange_lengths()
                && state.archive.wanted(plies) >= wanted + (wanted / 4).max(MIN_SPARE_PROBLEMS)
        } else {
            state.archive.of_length(plies).count() >= MAX_STEPPING_STONES
        }
    }

    /// Remembers a cooked position in place of the oldest.
    pub(super) fn remember_near_miss(&self, state: &mut CampaignState, position: Position) {
        if state.near_misses.len() < MAX_NEAR_MISSES {
            state.near_misses.push(position);
        } else {
            let at = state.next_near_miss % MAX_NEAR_MISSES;
            state.near_misses[at] = position;
            state.next_near_miss += 1;
        }
    }

    /// Offers a certified problem to the archive.
    pub(super) fn offer(
        &self,
        state: &mut CampaignState,
        kept: ArchivedProblem,
        origin: CandidateOrigin,
    ) {
        let plies = kept.record.plies;
        let taken =
            matches!(state.archive.preview_offer(&kept), OfferOutcome::New | OfferOutcome::Better);
        // A problem that is not saved does not count.
        if taken && !self.observer.save(&kept.record) {
            state.write_failed = true;
            return;
        }
        let wanted = state.archive.wanted(plies);
        let offer = state.archive.offer(kept);
        if state.archive.wanted(plies) > wanted {
            state.progress_nodes = state.spent_nodes();
        }
        state.goals_met |= taken && state.archive.meets_goals();
        match offer {
            OfferOutcome::New => {
                state.stats.at(plies).kept += 1;
                state.stats.yields.entry(origin).or_default().kept += 1;
            }
            OfferOutcome::Better => {
                state.stats.better += 1;
                state.stats.yields.entry(origin).or_default().kept += 1;
            }
            OfferOutcome::Known => state.stats.same_line += 1,
            OfferOutcome::Avoided => state.stats.avoided += 1,
            OfferOutcome::Crowded => state.stats.crowded += 1,
        }
    }
}
