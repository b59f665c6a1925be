//! Questions to the search, all about one problem and over one table: what one query proves or disproves,
//! the others know. That is sound because a fact in the table speaks of a board and an attacker's hand
//! under one stipulation and one total of pieces, whatever the path that led there.

mod fixpoint;

use crate::judge::budget::Budget;
use crate::position::{Engine, Move};
use crate::proof::certificate::{self, Claim, Doubt};
use crate::rules::{Rules, Side};
use crate::search::node_key::NodeKey;
use crate::search::plies::{Plies, UNLIMITED_PLIES};
use crate::search::search_result::SearchResult;
use crate::search::shared_state::SharedState;
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Limits, Phase};
use crate::solver::extraction::Extractor;
use crate::solver::lines::ProvedLength;
use crate::solver::session::{SearchSession, ThreadBudget};
use std::sync::Arc;

/// The answer to "is there a mate within so many plies?"
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateAnswer {
    /// Yes, within this many, perhaps fewer.
    Mate(Plies),
    /// No.
    No,
    /// The budget was exhausted.
    Unknown,
}

/// How long the shortest mate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateLength {
    /// Exactly so long.
    Exact(Plies),
    /// There is a mate, of at most this length.
    AtMost(Plies),
    /// There is no mate.
    None,
    /// Nothing was settled, except that there is no mate within so many plies.
    Unknown(Plies),
}

/// The search, as the judge uses it.
pub struct MateOracle<'a, E> {
    pub rules: &'a Arc<Rules>,
    pub attacker: Side,
    pub root: E,
    pub table: &'a TranspositionTable,
    pub budget: &'a Budget<'a>,
    /// Bytes for what all threads together keep beside the table.
    pub room: usize,
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

    /// Asks once, within limits. The second value is how many nodes that took.
    fn decide(
        &self,
        engine: &E,
        len: Plies,
        limits: Limits,
        thread_budget: &dyn ThreadBudget,
        phase: Phase,
    ) -> (Option<MateAnswer>, u64) {
        let session = SearchSession::new(self.table, limits, thread_budget, self.budget);
        session.set_phase(phase);
        let decided = session.decide(self.rules, self.attacker, engine, len);
        self.budget.spend(session.nodes());
        let answer = decided.map(|look| match look.is_mate() {
            true => MateAnswer::Mate(look.plies()),
            false => MateAnswer::No,
        });
        (answer, session.nodes())
    }

    /// Asks with all threads and all that the stage may spend.
    fn decide_with_all_threads(&self, engine: &E, len: Plies, phase: Phase) -> Option<MateAnswer> {
        let threads = self.budget.threads();
        self.decide(engine, len, self.budget.limits(None), &threads, phase).0
    }

    /// What the table knows of a position.
    pub fn look(&self, engine: &E, len: Plies) -> SearchResult {
        self.table.probe(NodeKey::of(engine, self.rules, self.attacker), len, 0).result
    }

    /// For each position: is there a mate within so many plies? The questions are jobs over all cores.
    /// With [`UNLIMITED_PLIES`]: at all; if the problem's depth is limited, a longer mate stays unknown.
    pub fn decide_within(&self, questions: &[(E, Plies)]) -> Vec<MateAnswer> {
        self.decide_with_effort(questions, u64::MAX, Clone::clone)
    }

    /// The same with at most about `most` nodes for each question in one go, each of which is put into the form of
    /// a position and a length when its turn comes: there may be more of them than there is memory for positions.
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
                let answer = self
                    .decide(&engine, len, limits, thread_budget, self.phase())
                    .0
                    .or_else(|| {
                        let effort = allowance / FIXPOINT_EFFORT_DIVISOR;
                        (len == UNLIMITED_PLIES && fixpoint::never_mates(self, &engine, effort))
                            .then_some(MateAnswer::No)
                    });
                match answer {
                    Some(MateAnswer::No) if asked > len => Some(MateAnswer::Unknown),
                    answer => answer,
                }
            });
        answers.into_iter().map(|answer| answer.unwrap_or(MateAnswer::Unknown)).collect()
    }

    /// A short search for a mate within so many plies, and the nodes it took.
    pub fn search_briefly(&self, engine: &E, len: Plies, nodes: u64) -> (MateAnswer, u64) {
        let limits = self.budget.limits(Some(nodes));
        let (answer, nodes) = self.decide(engine, len, limits, &1, self.phase());
        (answer.unwrap_or(MateAnswer::Unknown), nodes)
    }

    /// The length of the shortest mate from a position, with all threads. `least` is a length within
    /// which there is known to be none; 0 says nothing: the defender to move may be mate already.
    pub fn find_length(&self, engine: &E, least: Plies) -> MateLength {
        match self.decide_with_all_threads(engine, self.max_plies(), Phase::Deciding) {
            Some(MateAnswer::Mate(len)) => self.find_shortest(engine, len, least),
            Some(_) if self.max_plies() == UNLIMITED_PLIES => MateLength::None,
            Some(_) => MateLength::Unknown(self.max_plies()),
            None => MateLength::Unknown(least),
        }
    }

    /// The same, where there is known to be a mate within `best` plies.
    pub fn find_shortest(&self, engine: &E, mut best: Plies, least: Plies) -> MateLength {
        while best >= 2 && (best - 2 > least || least == 0) {
            match self.decide_with_all_threads(engine, best - 2, Phase::Shortening(best)) {
                Some(MateAnswer::Mate(len)) => best = len,
                Some(_) => return MateLength::Exact(best),
                None => return MateLength::AtMost(best),
            }
        }
        // One ply less is the other side's turn; two less was the question.
        MateLength::Exact(best)
    }

    /// A line from a position to a mate that is known to be there within `plies`; a main line if
    /// `exact`. Empty if the budget does not suffice for it.
    pub fn extract_line(&self, engine: &E, plies: Plies, exact: bool) -> Vec<Move> {
        let length = if exact { ProvedLength::Shortest } else { ProvedLength::UpperBound };
        self.extract(engine, |extractor| match extractor.write_proof(plies) {
            Ok(plies) => extractor.line_of_proof(plies, length),
            Err(_) => Vec::new(),
        })
    }

    /// A line in which the defence holds, from a position that is known to be no mate.
    pub fn extract_refutation(&self, engine: &E) -> Vec<Move> {
        self.extract(engine, |extractor| {
            extractor
                .write_refutation(UNLIMITED_PLIES)
                .map(|reply| extractor.line_of_refutation(reply))
                .unwrap_or_default()
        })
    }

    /// The nodes of a proof of a claim, written within limits of its own.
    ///
    /// # Errors
    /// Why it could not be written.
    pub fn extract_proof(
        &self,
        engine: &E,
        claim: Claim,
        limits: Limits,
    ) -> Result<Vec<certificate::Node>, Doubt> {
        let shared = SharedState::new(self.table, 1, limits, self.budget);
        let mut extractor =
            Extractor::new(&shared, self.rules, self.attacker, engine.clone(), PROOF_BYTES);
        match claim {
            Claim::Mate => extractor.write_proof(UNLIMITED_PLIES).map(drop),
            Claim::MateWithin(plies) => extractor.write_proof(plies).map(drop),
            Claim::NoMate => extractor.write_refutation(UNLIMITED_PLIES).map(drop),
            Claim::NoMateWithin(plies) => extractor.write_refutation(plies).map(drop),
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

/// Nodes for a line at least: what has been found is shown, also when nothing is left to be spent.
const MIN_LINE_NODES: u64 = 1_000;

/// For so many nodes of a search in vain, one is spent on showing that there is no mate in another way. That
/// settles what searches hardly do, but few questions are of that kind.
const FIXPOINT_EFFORT_DIVISOR: u64 = 2;

/// Bytes for a proof, also one from which only a line is read.
const PROOF_BYTES: usize = 64 << 20;
