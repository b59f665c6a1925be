//! The threads of one problem, which may become more while it is searched.
//!
//! Where many problems, or many questions about one, are worked on side by side, who has none left lends a hand
//! to those that still run. The search then ends and goes on with more threads over the same table: what was settled or
//! estimated is kept, only where each thread stood is lost.

use crate::position::Engine;
use crate::rules::{Rules, Side};
use crate::search::plies::Plies;
use crate::search::search_result::SearchResult;
use crate::search::shared_state::SharedState;
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Limits, Phase, Progress, SearchObserver, StopReason};
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

/// Nodes that one thread visits alone before others join in where [`Limits::depth`] bounds the search: some 30 ms on 9×9.
/// When several search, it is chance which reply refutes first, and under that limit it depends on the reply whether there is
/// known to be no mate at all or none within so many plies.
const ALONE: u64 = 1 << 16;

/// How many threads may work on a problem.
pub trait Crew: Sync {
    /// Threads from now on, 1 or more. Asked every few thousand nodes; may grow, and must not change to
    /// and fro.
    fn threads(&self) -> usize;
}

/// A fixed number of threads; 0 counts as 1.
impl Crew for usize {
    fn threads(&self) -> usize {
        (*self).max(1)
    }
}

/// The searches of one problem, which share table and limits.
pub(crate) struct Team<'a> {
    table: &'a TranspositionTable,
    limits: Limits,
    crew: &'a dyn Crew,
    observer: &'a dyn SearchObserver,
    phase: Cell<Phase>,
    nodes: Cell<u64>,
    stopped: Cell<Option<StopReason>>,
}

impl<'a> Team<'a> {
    /// Nothing is searched yet.
    pub fn new(
        table: &'a TranspositionTable,
        limits: Limits,
        crew: &'a dyn Crew,
        observer: &'a dyn SearchObserver,
    ) -> Team<'a> {
        let phase = Cell::new(Phase::Deciding);
        let (nodes, stopped) = (Cell::new(0), Cell::new(None));
        Team { table, limits, crew, observer, phase, nodes, stopped }
    }

    /// Decides whether there is a mate within `len` plies; none if a limit is reached or the caller
    /// wants it to stop, and [`Team::stop_reason`] says why.
    pub fn decide<E: Engine + Sync>(
        &self,
        rules: &Arc<Rules>,
        attacker: Side,
        engine: &E,
        len: Plies,
    ) -> Option<SearchResult> {
        loop {
            let spent = self.nodes.get();
            let alone = self.limits.depth.is_some() && spent < ALONE;
            let most = self.limits.nodes.unwrap_or(u64::MAX);
            let until = if alone { most.min(ALONE) } else { most };
            let crew: &dyn Crew = if alone { &1 } else { self.crew };
            let (threads, observer) = (crew.threads(), self.observer);
            let shift = Shift { crew, observer, threads, spent };
            let limits = Limits { nodes: Some(until.saturating_sub(spent)), ..self.limits };
            let shared = SharedState::new(self.table, threads, limits, &shift);
            shared.set_phase(self.phase.get());
            let decided = shared.decide(rules, attacker, engine, len);
            self.nodes.set(spent + shared.nodes());
            if let Ok((look, _)) = decided {
                return Some(look);
            }
            let reason = shared.stop_reason();
            if reason == Some(StopReason::Nodes) && self.nodes.get() < most {
                continue;
            }
            if reason != Some(StopReason::Interrupt) || observer.should_stop() {
                self.stopped.set(reason);
                return None;
            }
        }
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// Why the last search was stopped, if it was.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.stopped.get()
    }

    /// What is being done from now on, for progress reports.
    pub fn set_phase(&self, phase: Phase) {
        self.phase.set(phase);
    }

    /// Passes progress on at once, without a line.
    pub fn tell(&self) {
        self.observer.on_progress(&Progress {
            phase: self.phase.get(),
            nodes: self.nodes.get(),
            proof: 0,
            disproof: 0,
            hash_used: self.table.filled_share(),
            elapsed: self.observer.elapsed(),
            line: Vec::new(),
        });
    }
}

/// The outside world of a search by a number of threads: it has to stop also when there are more.
struct Shift<'a> {
    crew: &'a dyn Crew,
    observer: &'a dyn SearchObserver,
    threads: usize,
    /// Positions visited before.
    spent: u64,
}

impl SearchObserver for Shift<'_> {
    fn elapsed(&self) -> Duration {
        self.observer.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.observer.should_stop() || self.crew.threads() != self.threads
    }

    fn on_progress(&self, progress: &Progress) {
        let nodes = self.spent + progress.nodes;
        self.observer.on_progress(&Progress { nodes, ..progress.clone() });
    }

    fn checkpoint(&self, table: &TranspositionTable, nodes: u64) {
        self.observer.checkpoint(table, self.spent + nodes);
    }
}
