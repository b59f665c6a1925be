//! The searches of one problem, with a number of threads that may grow.
//!
//! Where the program works on many problems, or on many questions about one, threads that run out
//! of work join the searches that still run. A search then stops, and continues with more threads
//! over the same table. It keeps what was settled or estimated, and loses only each thread's place
//! in the tree.

use crate::position::Engine;
use crate::rules::{Rules, Side};
use crate::search::plies::Plies;
use crate::search::search_result::SearchResult;
use crate::search::shared_state::SharedState;
use crate::search::step_budget::StepBudget;
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Limits, Phase, Progress, SearchObserver, StopReason};
use std::sync::Arc;
use std::time::Duration;

/// Nodes that one thread visits alone, before others join, where [`Limits::depth`] bounds the
/// search: some 30 ms on 9×9. With several threads it is chance which reply refutes first, and
/// under that limit it depends on the reply whether *no mate* or *no mate within the depth* is
/// known.
const SINGLE_THREAD_NODES: u64 = 1 << 16;

/// The number of threads that may work on a problem.
///
/// A `usize` is a fixed number of threads, where 0 counts as 1.
///
/// ```
/// use tsume::solver::ThreadBudget;
///
/// assert_eq!(ThreadBudget::threads(&4_usize), 4);
/// ```
pub trait ThreadBudget: Sync {
    /// Threads from now on, at least 1. Every thread asks about every thousand nodes. The number
    /// may grow, and must not change to and fro.
    fn threads(&self) -> usize;
}

impl ThreadBudget for usize {
    fn threads(&self) -> usize {
        (*self).max(1)
    }
}

/// The searches of one problem, which share table and limits.
pub(crate) struct SearchSession<'a> {
    table: &'a TranspositionTable,
    limits: Limits,
    thread_budget: &'a dyn ThreadBudget,
    observer: &'a dyn SearchObserver,
    phase: Phase,
    nodes: u64,
    stop_reason: Option<StopReason>,
}

impl<'a> SearchSession<'a> {
    /// A session before its first search.
    pub fn new(
        table: &'a TranspositionTable,
        limits: Limits,
        thread_budget: &'a dyn ThreadBudget,
        observer: &'a dyn SearchObserver,
    ) -> SearchSession<'a> {
        SearchSession {
            table,
            limits,
            thread_budget,
            observer,
            phase: Phase::Deciding,
            nodes: 0,
            stop_reason: None,
        }
    }

    /// Decides whether there is a mate within `len` plies; `None` if a limit is reached or the
    /// caller stops the search, and [`SearchSession::stop_reason`] returns the reason.
    pub async fn decide<E: Engine + Sync>(
        &mut self,
        rules: &Arc<Rules>,
        attacker: Side,
        engine: &E,
        len: Plies,
    ) -> Option<SearchResult> {
        loop {
            let earlier_nodes = self.nodes;
            let is_single = self.limits.depth.is_some() && earlier_nodes < SINGLE_THREAD_NODES;
            let max_nodes = self.limits.nodes.unwrap_or(u64::MAX);
            let until = if is_single { max_nodes.min(SINGLE_THREAD_NODES) } else { max_nodes };
            let budget = if is_single { &1 } else { self.thread_budget };
            let (threads, observer) = (budget.threads(), self.observer);
            let observer_of_part = PartObserver { budget, observer, threads, earlier_nodes };
            let nodes = Some(until.saturating_sub(earlier_nodes));
            let limits = Limits { nodes, ..self.limits };
            let shared = SharedState::new(self.table, threads, limits, &observer_of_part);
            shared.set_phase(self.phase);
            let decided = shared.decide_in_steps(rules, attacker, engine, len).await;
            self.nodes = earlier_nodes + shared.nodes();
            if let Ok((result, _)) = decided {
                return Some(result);
            }
            let reason = shared.stop_reason();
            if reason == Some(StopReason::Nodes) && self.nodes < max_nodes {
                continue;
            }
            if reason != Some(StopReason::Interrupt) || observer.should_stop() {
                self.stop_reason = reason;
                return None;
            }
        }
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Positions that the searches to come may visit; `None` without a limit.
    pub fn remaining_nodes(&self) -> Option<u64> {
        self.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes))
    }

    /// Adds positions that somebody else has visited for the session.
    pub fn add_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// The reason of the last search's stop, if it was stopped.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.stop_reason
    }

    /// Sets the phase that progress reports name from now on.
    pub fn set_phase(&mut self, phase: Phase) {
        self.phase = phase;
    }

    /// Reports progress at once, without a line.
    pub fn report_progress(&self) {
        self.observer.on_progress(&Progress {
            phase: self.phase,
            nodes: self.nodes,
            proof: 0,
            disproof: 0,
            hash_used: self.table.filled_share(),
            elapsed: self.observer.elapsed(),
            line: Vec::new(),
        });
    }
}

/// The observer of a part of the search with a fixed number of threads: it stops that part also
/// when more threads are available.
struct PartObserver<'a> {
    budget: &'a dyn ThreadBudget,
    observer: &'a dyn SearchObserver,
    threads: usize,
    /// Nodes of earlier parts.
    earlier_nodes: u64,
}

impl SearchObserver for PartObserver<'_> {
    fn elapsed(&self) -> Duration {
        self.observer.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.observer.should_stop() || self.budget.threads() != self.threads
    }

    fn on_progress(&self, progress: &Progress) {
        let nodes = self.earlier_nodes + progress.nodes;
        self.observer.on_progress(&Progress { nodes, ..progress.clone() });
    }

    fn step_budget(&self) -> Option<&StepBudget> {
        self.observer.step_budget()
    }

    fn checkpoint(&self, table: &TranspositionTable, nodes: u64) {
        self.observer.checkpoint(table, self.earlier_nodes + nodes);
    }
}
