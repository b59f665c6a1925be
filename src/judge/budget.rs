//! The budget of one problem: nodes, time and threads over all its questions.
//!
//! The judge asks questions that belong together in rounds of growing allowances, so that one hard
//! question does not starve the easy ones. Each stage gets a share of what is left, so that no
//! stage starves the next.

use crate::search::transposition_table::TranspositionTable;
use crate::search::{
    Assistance, AssistedQuestion, JudgeQuestion, Limits, Progress, SearchObserver, StopReason,
};
use crate::solver::ThreadBudget;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Nodes for each question in the first round.
const FIRST_ROUND_NODES: u64 = 20_000;

/// Nodes for answers beyond the question, as a multiple of those spent before.
const EXTRA_GROWTH: u64 = 4;

/// Nodes for such answers in any case.
const MIN_EXTRA_NODES: u64 = 500_000;

/// Factor between the allowances of two rounds.
const ROUND_GROWTH: u64 = 4;

/// The budget of one problem.
pub struct Budget<'a> {
    observer: &'a dyn SearchObserver,
    limits: Limits,
    threads: usize,
    pool: Option<rayon::ThreadPool>,
    state: Mutex<BudgetState>,
}

#[derive(Clone, Copy, Default)]
struct BudgetState {
    nodes: u64,
    /// Limits of the current stage: total nodes, and time since the start.
    end: Limits,
    question: JudgeQuestion,
    /// Total nodes at which the stages beyond the question end.
    extras_end: Option<u64>,
    /// The first limit that ended a stage.
    met: Option<StopReason>,
}

impl<'a> Budget<'a> {
    /// The budget of a problem that `threads` threads analyse within `limits`.
    pub fn new(observer: &'a dyn SearchObserver, limits: Limits, threads: usize) -> Budget<'a> {
        // A question that another process answers takes a thread that waits.
        let askers = threads.max(observer.assistants());
        let pool = (askers > 1)
            .then(|| rayon::ThreadPoolBuilder::new().num_threads(askers).build().ok())
            .flatten();
        let state = Mutex::new(BudgetState {
            end: limits,
            question: JudgeQuestion::Deciding,
            ..BudgetState::default()
        });
        Budget { observer, limits, threads, pool, state }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, BudgetState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of threads for a question that may use all of them.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.state().nodes
    }

    /// Adds `nodes` to the positions visited.
    pub fn spend(&self, nodes: u64) {
        let mut state = self.state();
        state.nodes = state.nodes.saturating_add(nodes);
    }

    /// Runs `work`, which answers more than was asked for. Its stages may spend at most four times
    /// the nodes that were spent before, or half a million.
    pub fn within_extras<T>(&self, work: impl FnOnce() -> T) -> T {
        self.first_limit_met();
        let spent = self.nodes();
        let most = spent + (EXTRA_GROWTH * spent).max(MIN_EXTRA_NODES);
        self.state().extras_end = Some(most);
        let done = work();
        self.state().extras_end = None;
        done
    }

    /// Begins a stage that may spend `share` (0 to 1) of what is left. `question` names it for
    /// progress reports.
    pub fn begin_stage(&self, share: f64, question: JudgeQuestion) {
        self.first_limit_met();
        let elapsed = self.observer.elapsed();
        let mut state = self.state();
        state.question = question;
        let part = |left: f64| left.max(0.0) * share;
        state.end = Limits {
            nodes: [self.limits.nodes, state.extras_end]
                .into_iter()
                .flatten()
                .min()
                .map(|most| state.nodes + part(most.saturating_sub(state.nodes) as f64) as u64),
            time: self.limits.time.map(|most| {
                elapsed + Duration::from_secs_f64(part(most.saturating_sub(elapsed).as_secs_f64()))
            }),
            depth: None,
        };
    }

    /// Limits for one question of this stage that may visit `allowance` positions.
    pub fn limits(&self, allowance: Option<u64>) -> Limits {
        let state = self.state();
        let left = state.end.nodes.map(|end| end.saturating_sub(state.nodes));
        let nodes = match (left, allowance) {
            (Some(left), Some(allowance)) => Some(left.min(allowance)),
            (left, allowance) => left.or(allowance),
        };
        Limits { nodes, time: state.end.time, depth: None }
    }

    /// The question of this stage, for progress reports.
    pub fn question(&self) -> JudgeQuestion {
        self.state().question
    }

    /// Length in plies of the longest mate that is searched for.
    pub fn depth(&self) -> Option<u16> {
        self.limits.depth
    }

    /// The limit that this stage has reached, if any.
    pub fn stop_reason(&self) -> Option<StopReason> {
        let state = *self.state();
        state.end.reached(state.nodes, self.observer)
    }

    /// The first limit that ended a stage, including the current one.
    pub fn first_limit_met(&self) -> Option<StopReason> {
        let now = self.stop_reason();
        let mut state = self.state();
        if state.extras_end.is_none() {
            state.met = state.met.or(now);
        }
        state.met
    }

    /// Asks `questions` in rounds until `ask` has answered each of them or the stage's budget is
    /// exhausted.
    ///
    /// `ask` gets a question, its allowance in nodes (at most `most`) and its threads. The number
    /// of threads is one until a later round has fewer open questions than the budget has threads.
    /// `ask` returns `None` if the allowance did not suffice.
    pub fn answer_in_rounds<Q: Sync, A: Send>(
        &self,
        questions: &[Q],
        most: u64,
        ask: impl Fn(&Q, u64, &RoundThreads) -> Option<A> + Sync,
    ) -> Vec<Option<A>> {
        let mut answers: Vec<Option<A>> = questions.iter().map(|_| None).collect();
        let mut open: Vec<usize> = (0..questions.len()).collect();
        let mut allowance = FIRST_ROUND_NODES.min(most);
        while !open.is_empty() && self.stop_reason().is_none() {
            // Easy questions end before a second thread would have started.
            let threads = if allowance <= FIRST_ROUND_NODES { 1 } else { self.threads };
            for (i, answer) in
                self.all(&open, threads, |&i, budget| ask(&questions[i], allowance, budget))
            {
                answers[i] = answer;
            }
            open.retain(|&i| answers[i].is_none());
            if allowance == most {
                break;
            }
            allowance = allowance.saturating_mul(ROUND_GROWTH).min(most);
        }
        answers
    }

    fn all<A: Send>(
        &self,
        open: &[usize],
        threads: usize,
        ask: impl Fn(&usize, &RoundThreads) -> Option<A> + Sync,
    ) -> Vec<(usize, Option<A>)> {
        use rayon::prelude::*;
        let hands = RoundThreads { threads, open: Mutex::new(open.len()) };
        let one = |i: &usize| {
            let answer = self.stop_reason().is_none().then(|| ask(i, &hands)).flatten();
            *hands.open() -= 1;
            (*i, answer)
        };
        match &self.pool {
            Some(pool) if open.len() > 1 => pool.install(|| open.par_iter().map(one).collect()),
            _ => open.iter().map(one).collect(),
        }
    }
}

/// Each search reports to the budget, which adds the nodes of all searches before it.
impl SearchObserver for Budget<'_> {
    fn elapsed(&self) -> Duration {
        self.observer.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.observer.should_stop()
    }

    fn assistants(&self) -> usize {
        self.observer.assistants()
    }

    fn min_assisted_nodes(&self) -> u64 {
        self.observer.min_assisted_nodes()
    }

    fn assist_judge(
        &self,
        table: &TranspositionTable,
        question: &AssistedQuestion<'_>,
    ) -> Assistance {
        self.observer.assist_judge(table, question)
    }

    fn on_progress(&self, progress: &Progress) {
        let nodes = self.nodes() + progress.nodes;
        self.observer.on_progress(&Progress { nodes, ..progress.clone() });
    }
}

/// Threads for each question of a round: those that finished questions free go to the open ones.
pub struct RoundThreads {
    threads: usize,
    open: Mutex<usize>,
}

impl RoundThreads {
    /// True if all other questions of the round have been answered.
    pub fn is_last(&self) -> bool {
        *self.open() <= 1
    }

    fn open(&self) -> std::sync::MutexGuard<'_, usize> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ThreadBudget for RoundThreads {
    fn threads(&self) -> usize {
        (self.threads / (*self.open()).max(1)).max(1)
    }
}
