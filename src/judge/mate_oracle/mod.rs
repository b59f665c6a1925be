//! Questions to the search about one problem, all over one table: what one question proves or
//! refutes, the others know.
//!
//! Sharing is sound because an entry of the [transposition
//! table](crate::search::transposition_table) holds for a board, an attacker's hand, one
//! stipulation and one total of pieces, whatever path led there. Searches by other rules (see
//! `conventions`) have tables of their own.

mod fixpoint;

use crate::judge::budget::Budget;
use crate::position::{Engine, Move, Problem};
use crate::proof::certificate::{self, Claim, UncertifiedReason};
use crate::rules::{Rules, Side};
use crate::search::node_key::NodeKey;
use crate::search::plies::{Plies, UNLIMITED_PLIES};
use crate::search::search_result::SearchResult;
use crate::search::shared_state::SharedState;
use crate::search::step_budget::complete;
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Assistance, AssistedQuestion, Limits, Phase, SearchObserver};
use crate::solver::extraction::Extractor;
use crate::solver::lines::ProvedLength;
use crate::solver::session::{SearchSession, ThreadBudget};
use std::sync::Arc;

/// Answer to "is there a mate within n plies?".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateAnswer {
    /// Yes, within this many plies; perhaps sooner.
    Mate(Plies),
    /// No.
    No,
    /// The budget was exhausted.
    Unknown,
}

/// Length of the shortest mate of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateLength {
    /// Exactly this many plies.
    Exact(Plies),
    /// There is a mate of at most this many plies.
    AtMost(Plies),
    /// There is no mate.
    None,
    /// Unsettled, except that there is no mate within this many plies.
    Unknown(Plies),
}

/// The search as the judge uses it: rules, table and budget of one problem.
pub struct MateOracle<'a, E> {
    pub rules: &'a Arc<Rules>,
    pub attacker: Side,
    pub root: E,
    pub table: &'a TranspositionTable,
    pub budget: &'a Budget<'a>,
    /// Bytes that all threads together may use beside the table.
    pub memory_bytes: usize,
    /// The problem, if other processes may answer questions: they know only the game's own rules.
    pub assisted: Option<&'a Problem>,
}

impl<'a, E> MateOracle<'a, E> {
    /// The search for `problem`, from `root`.
    pub fn new(
        problem: &'a Problem,
        root: E,
        table: &'a TranspositionTable,
        budget: &'a Budget<'a>,
        memory_bytes: usize,
    ) -> MateOracle<'a, E> {
        let (rules, attacker) = (problem.rules(), problem.attacker());
        MateOracle { rules, attacker, root, table, budget, memory_bytes, assisted: None }
    }
}

impl<'a, E: Engine + Sync> MateOracle<'a, E> {
    /// The engine after a line from the root.
    pub fn engine_after(&self, line: &[Move]) -> E {
        let mut engine = self.root.clone();
        line.iter().for_each(|&m| engine.play(m));
        engine
    }

    fn phase(&self) -> Phase {
        Phase::Asking(self.budget.question())
    }

    fn max_plies(&self) -> Plies {
        self.budget.depth().unwrap_or(UNLIMITED_PLIES)
    }

    /// Searches once within `limits`. Returns the answer, if any, and the nodes visited.
    fn decide(
        &self,
        engine: &E,
        len: Plies,
        limits: Limits,
        thread_budget: &dyn ThreadBudget,
        phase: Phase,
    ) -> (Option<MateAnswer>, u64) {
        let mut session = SearchSession::new(self.table, limits, thread_budget, self.budget);
        session.set_phase(phase);
        let decided = complete(session.decide(self.rules, self.attacker, engine, len));
        self.budget.spend(session.nodes());
        let answer = decided.map(|look| match look.is_mate() {
            true => MateAnswer::Mate(look.plies()),
            false => MateAnswer::No,
        });
        (answer, session.nodes())
    }

    /// Searches with all threads and everything that the stage may spend.
    fn decide_with_all_threads(&self, engine: &E, len: Plies, phase: Phase) -> Option<MateAnswer> {
        let threads = self.budget.threads();
        self.decide(engine, len, self.budget.limits(None), &threads, phase).0
    }

    /// The table's entry for a position.
    pub fn look(&self, engine: &E, len: Plies) -> SearchResult {
        self.table.probe(NodeKey::of(engine, self.rules, self.attacker), len, 0).result
    }

    /// For each position: is there a mate within its number of plies? The questions run in
    /// parallel. With [`UNLIMITED_PLIES`] a mate of any length counts; if the problem's depth is
    /// limited, longer mates stay unknown.
    pub fn decide_within(&self, questions: &[(E, Plies)]) -> Vec<MateAnswer> {
        self.decide_with_effort(questions, u64::MAX, Clone::clone)
    }

    /// The same with about `most` nodes for each question at most. `pose` turns a question into a
    /// position and a length when its turn comes, because there can be more questions than memory
    /// for positions.
    pub fn decide_with_effort<Q: Sync>(
        &self,
        questions: &[Q],
        most: u64,
        pose: impl Fn(&Q) -> (E, Plies) + Sync,
    ) -> Vec<MateAnswer> {
        let answers =
            self.budget.answer_in_rounds(questions, most, |question, allowance, thread_budget| {
                let (engine, asked) = pose(question);
                let len = asked.min(self.max_plies());
                let nodes = (allowance != u64::MAX).then_some(allowance);
                let limits = self.budget.limits(nodes);
                // A single question is answered sooner without a certificate.
                let is_worth_it =
                    allowance > self.budget.min_assisted_nodes() && !thread_budget.is_last();
                let assistance = match is_worth_it {
                    true => self.assist(&engine, len, limits),
                    false => Assistance::None,
                };
                let answer = match assistance {
                    Assistance::Searched(_) => {
                        let limits = self.budget.limits(Some(READING_NODES));
                        self.decide(&engine, len, limits, &1, self.phase()).0
                    }
                    Assistance::None => None,
                };
                // Whoever searched without a limit of nodes, and found nothing, may not be honest.
                let is_done = assistance != Assistance::None && allowance != u64::MAX;
                let effort = allowance / FIXPOINT_EFFORT_DIVISOR;
                let answer = match answer {
                    None if !is_done => self.settle(&engine, len, limits, effort, thread_budget),
                    answer => answer,
                };
                match answer {
                    Some(MateAnswer::No) if asked > len => Some(MateAnswer::Unknown),
                    answer => answer,
                }
            });
        answers.into_iter().map(|answer| answer.unwrap_or(MateAnswer::Unknown)).collect()
    }

    /// Searches within `limits`, and then for a refutation that lives on repetition, with about
    /// `effort` nodes.
    fn settle(
        &self,
        engine: &E,
        len: Plies,
        limits: Limits,
        effort: u64,
        thread_budget: &dyn ThreadBudget,
    ) -> Option<MateAnswer> {
        let (answer, _) = self.decide(engine, len, limits, thread_budget, self.phase());
        answer.or_else(|| {
            (len == UNLIMITED_PLIES && fixpoint::never_mates(self, engine, effort))
                .then_some(MateAnswer::No)
        })
    }

    /// Answers a question of another process with one thread.
    pub fn settle_alone(&self, engine: &E, len: Plies, limits: Limits) -> Option<MateAnswer> {
        let effort = limits.nodes.unwrap_or(u64::MAX) / FIXPOINT_EFFORT_DIVISOR;
        self.settle(engine, len, limits, effort, &1)
    }

    /// Has another process work on a question.
    fn assist(&self, engine: &E, len: Plies, limits: Limits) -> Assistance {
        let Some(problem) = self.assisted.filter(|_| self.budget.assistants() > 0) else {
            return Assistance::None;
        };
        let (position, Limits { nodes: max_nodes, time: end, .. }) = (engine.position(), limits);
        let question = AssistedQuestion { problem, position, len, max_nodes, end };
        let assistance = self.budget.assist_judge(self.table, &question);
        if let Assistance::Searched(nodes) = assistance {
            self.budget.spend(nodes);
        }
        assistance
    }

    /// A search for a mate within `len` plies with few nodes. Returns the answer and the nodes
    /// visited.
    pub fn search_briefly(&self, engine: &E, len: Plies, nodes: u64) -> (MateAnswer, u64) {
        let limits = self.budget.limits(Some(nodes));
        let (answer, nodes) = self.decide(engine, len, limits, &1, self.phase());
        (answer.unwrap_or(MateAnswer::Unknown), nodes)
    }

    /// The length of the shortest mate from a position, with all threads.
    ///
    /// There must be no mate within `least` plies; `least` = 0 claims nothing, because a defender
    /// to move may be mated already.
    pub fn find_length(&self, engine: &E, least: Plies) -> MateLength {
        match self.decide_with_all_threads(engine, self.max_plies(), Phase::Deciding) {
            Some(MateAnswer::Mate(len)) => self.find_shortest(engine, len, least),
            Some(_) if self.max_plies() == UNLIMITED_PLIES => MateLength::None,
            Some(_) => MateLength::Unknown(self.max_plies()),
            None => MateLength::Unknown(least),
        }
    }

    /// The same for a position that is known to be mate within `best` plies: asks for shorter mates
    /// until there is none.
    pub fn find_shortest(&self, engine: &E, mut best: Plies, least: Plies) -> MateLength {
        while best >= 2 && (best - 2 > least || least == 0) {
            match self.decide_with_all_threads(engine, best - 2, Phase::Shortening(best)) {
                Some(MateAnswer::Mate(len)) => best = len,
                Some(_) => return MateLength::Exact(best),
                None => return MateLength::AtMost(best),
            }
        }
        // Lengths of one side to move differ by two plies, and two plies less was the last
        // question.
        MateLength::Exact(best)
    }

    /// A line to a mate that is known within `plies` plies; a main line if `length` is the
    /// shortest. Empty if the budget does not suffice.
    pub fn extract_line(&self, engine: &E, plies: Plies, length: ProvedLength) -> Vec<Move> {
        self.extract(engine, |extractor| match complete(extractor.write_proof(plies)) {
            Ok(plies) => complete(extractor.line_of_proof(plies, length)),
            Err(_) => Vec::new(),
        })
    }

    /// A line on which the defence holds, from a position that is known to have no mate.
    pub fn extract_refutation(&self, engine: &E) -> Vec<Move> {
        self.extract(engine, |extractor| {
            complete(extractor.write_refutation(UNLIMITED_PLIES))
                .map(|reply| extractor.line_of_refutation(reply))
                .unwrap_or_default()
        })
    }

    /// Nodes of a proof of `claim`, extracted within `limits` of its own.
    ///
    /// # Errors
    /// The reason why the extraction failed.
    pub fn extract_proof(
        &self,
        engine: &E,
        claim: Claim,
        limits: Limits,
    ) -> Result<Vec<certificate::CertificateNode>, UncertifiedReason> {
        let shared = SharedState::new(self.table, 1, limits, self.budget);
        let mut extractor =
            Extractor::new(&shared, self.rules, self.attacker, engine.clone(), PROOF_BYTES);
        match claim {
            Claim::Mate => complete(extractor.write_proof(UNLIMITED_PLIES)).map(drop),
            Claim::MateWithin(plies) => complete(extractor.write_proof(plies)).map(drop),
            Claim::NoMate => complete(extractor.write_refutation(UNLIMITED_PLIES)).map(drop),
            Claim::NoMateWithin(plies) => complete(extractor.write_refutation(plies)).map(drop),
        }?;
        Ok(extractor.into_nodes())
    }

    fn extract<T>(&self, engine: &E, work: impl FnOnce(&mut Extractor<'_, E>) -> T) -> T {
        let limits = self.budget.limits(None);
        let nodes = limits.nodes.map(|left| left.max(MIN_LINE_NODES));
        let shared = SharedState::new(self.table, 1, Limits { nodes, ..limits }, self.budget);
        shared.set_phase(self.phase());
        let engine = engine.clone();
        let mut extractor = Extractor::new(&shared, self.rules, self.attacker, engine, PROOF_BYTES);
        let done = work(&mut extractor);
        drop(extractor);
        self.budget.spend(shared.nodes());
        done
    }
}

/// Nodes to read what another process has proved.
const READING_NODES: u64 = 100;

/// Minimum of nodes for a line: a mate that was found is shown even if the budget is exhausted.
const MIN_LINE_NODES: u64 = 1_000;

/// A search that fails with n nodes leaves n / 16 nodes to the fixpoint. The fixpoint settles what
/// searches hardly do, but few questions are of that kind: with n / 2 it took a fifth of all nodes.
const FIXPOINT_EFFORT_DIVISOR: u64 = 16;

/// Bytes for a proof, also if only a line is read from it.
const PROOF_BYTES: usize = 64 << 20;
