//! State that the threads of one search share, beside the transposition table: limits, counters,
//! occupancy.

use super::limits::{Limits, StopReason};
use super::observer::{Phase, Progress, SearchObserver};
use super::step_budget::StepBudget;
use super::transposition_table::TranspositionTable;
use crate::position::Move;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Garbage collections after which a table counts as too small: by then the search mostly finds
/// again what it had to forget.
const MAX_COLLECTIONS: usize = 1000;

/// Nodes between two reports of a thread, which release the table, report progress and check all
/// limits.
const REPORT_INTERVAL_NODES: u32 = 1024;

/// Shortest time between two progress reports, in milliseconds.
const REPORT_INTERVAL_MS: u64 = 100;

/// Occupancy counters: so many that two nodes rarely share one.
const OCCUPANCY_COUNTERS: usize = 1 << 16;

/// State that the threads of one search share.
pub struct SharedState<'a> {
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// Number of threads, at least 1.
    pub threads: usize,
    pub(super) limits: Limits,
    observer: &'a dyn SearchObserver,
    /// Nodes after which the search pauses; `None` with several threads.
    step_budget: Option<&'a StepBudget>,
    nodes: AtomicU64,
    /// One thread has settled the root: the others stop.
    is_finished: AtomicBool,
    stop_reason: Mutex<Option<StopReason>>,
    phase: Mutex<Phase>,
    /// Time of the last progress report, in milliseconds.
    reported_ms: AtomicU64,
    /// Occupancy: threads below a node, by part of its key. Empty if there is one thread.
    occupancy: Box<[AtomicU8]>,
}

impl<'a> SharedState<'a> {
    /// The state of a search that has not begun.
    pub fn new(
        table: &'a TranspositionTable,
        threads: usize,
        limits: Limits,
        observer: &'a dyn SearchObserver,
    ) -> SharedState<'a> {
        let counters = if threads > 1 { OCCUPANCY_COUNTERS } else { 0 };
        SharedState {
            table,
            threads: threads.max(1),
            limits,
            observer,
            step_budget: observer.step_budget().filter(|_| threads <= 1),
            nodes: AtomicU64::new(0),
            is_finished: AtomicBool::new(false),
            stop_reason: Mutex::new(None),
            phase: Mutex::new(Phase::Deciding),
            reported_ms: AtomicU64::new(0),
            occupancy: (0..counters).map(|_| AtomicU8::new(0)).collect(),
        }
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The reason of the stop, if the search was stopped.
    pub fn stop_reason(&self) -> Option<StopReason> {
        *self.stop_reason.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the phase that progress reports name from now on.
    pub fn set_phase(&self, phase: Phase) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    /// Checks the limits. True if the search must stop.
    pub fn is_over(&self) -> bool {
        let is_cramped = self.table.collections() >= MAX_COLLECTIONS;
        let reached = self.limits.reached(self.nodes(), self.observer);
        let reached = reached.or_else(|| is_cramped.then_some(StopReason::Memory));
        let mut reason = self.stop_reason.lock().unwrap_or_else(PoisonError::into_inner);
        *reason = reason.or(reached);
        reason.is_some()
    }

    /// True if the clock or the caller stops the search. Cheaper than [`SharedState::is_over`],
    /// which checks the other limits too.
    pub(super) fn is_stop_requested(&self) -> bool {
        self.observer.should_stop()
            || self.limits.time.is_some_and(|limit| self.observer.elapsed() >= limit)
    }

    /// A new search begins: no thread has settled the root.
    pub(super) fn begin(&self) {
        self.is_finished.store(false, Relaxed);
    }

    /// A thread has settled the root: the others stop.
    pub(super) fn finish(&self) {
        self.is_finished.store(true, Relaxed);
    }

    /// Adds `nodes` visited positions, makes room in the table, reports progress, offers a
    /// checkpoint and checks the limits. The caller must not hold the table. `line` returns the
    /// root's proof and disproof numbers and the current path. True if the thread must stop.
    pub(super) fn report(&self, nodes: u32, line: impl FnOnce() -> (u32, u32, Vec<Move>)) -> bool {
        self.nodes.fetch_add(u64::from(nodes), Relaxed);
        if self.table.is_crowded() {
            self.table.make_room(self.threads);
        }
        let now = self.observer.elapsed().as_millis() as u64;
        let last = self.reported_ms.load(Relaxed);
        if now >= last + REPORT_INTERVAL_MS
            && self.reported_ms.compare_exchange(last, now, Relaxed, Relaxed).is_ok()
        {
            let (proof, disproof, line) = line();
            self.observer.on_progress(&self.progress(proof, disproof, line));
        }
        self.observer.checkpoint(self.table, self.nodes());
        self.is_finished.load(Relaxed) || self.is_over()
    }

    /// Nodes between two reports: no more than a step, so that it can end.
    pub(super) fn report_interval(&self) -> u32 {
        let step = self.step_budget.map_or(u64::MAX, StepBudget::granted);
        u32::try_from(step).map_or(REPORT_INTERVAL_NODES, |step| step.min(REPORT_INTERVAL_NODES))
    }

    /// Adds visited nodes to those of the step. True if the step must end; then it has reported its
    /// progress. `line` as in [`SharedState::report`].
    pub(super) fn ends_step(
        &self,
        nodes: u32,
        line: impl FnOnce() -> (u32, u32, Vec<Move>),
    ) -> bool {
        let Some(budget) = self.step_budget else { return false };
        budget.spend(u64::from(nodes));
        if budget.is_spent() {
            let (proof, disproof, line) = line();
            self.observer.on_progress(&self.progress(proof, disproof, line));
        }
        budget.is_spent()
    }

    /// Adds `nodes` visited nodes, or work as long, to those of the step, and waits for the next
    /// step if this one has spent its nodes.
    pub(crate) async fn pause_after(&self, nodes: u64) {
        StepBudget::pause_after(self.step_budget, nodes).await;
    }

    fn progress(&self, proof: u32, disproof: u32, line: Vec<Move>) -> Progress {
        Progress {
            phase: *self.phase.lock().unwrap_or_else(PoisonError::into_inner),
            nodes: self.nodes(),
            proof,
            disproof,
            hash_used: self.table.filled_share(),
            elapsed: self.observer.elapsed(),
            line,
        }
    }

    fn occupancy_counter(&self, key: u64) -> &AtomicU8 {
        &self.occupancy[(key >> 48) as usize % OCCUPANCY_COUNTERS]
    }

    /// Adds this thread to the occupancy of a node, if there are several threads.
    pub(super) fn occupy(&self, key: u64) {
        if self.threads > 1 {
            self.occupancy_counter(key).fetch_add(1, Relaxed);
        }
    }

    /// Removes this thread from the occupancy of a node.
    pub(super) fn vacate(&self, key: u64) {
        if self.threads > 1 {
            self.occupancy_counter(key).fetch_sub(1, Relaxed);
        }
    }

    /// Occupancy of a node: the threads below it, or a few more where nodes share a counter.
    /// Requires several threads.
    pub(super) fn occupancy(&self, key: u64) -> u32 {
        u32::from(self.occupancy_counter(key).load(Relaxed))
    }
}
