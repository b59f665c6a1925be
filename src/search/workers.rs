//! The threads of one search and what they share besides the table.
//!
//! Every thread descends from the root over the shared table; whichever settles the root first ends the
//! search. Verdicts do not depend on who that is: what the table says of a node is true on every path.

use super::descend::{Searcher, Stopped};
use super::look::Look;
use super::number::Plies;
use super::table::Table;
use super::watch::{Limits, Phase, Progress, StopReason, Watch};
use crate::position::{Engine, Move};
use crate::rules::{Rules, Side};
use std::iter;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Collections after which a table counts as too small: by then the search mostly finds again what it
/// had to forget.
const MOST_COLLECTIONS: usize = 1000;

/// Shortest time between two progress reports, in milliseconds.
const REPORT_EVERY: u64 = 100;

/// What the threads of a search share.
pub struct Shared<'a> {
    /// What is known.
    pub table: &'a Table,
    /// How many threads there are.
    pub threads: usize,
    pub(super) limits: Limits,
    watch: &'a dyn Watch,
    nodes: AtomicU64,
    /// One thread has settled the root: the others end.
    finished: AtomicBool,
    stopped: Mutex<Option<StopReason>>,
    phase: Mutex<Phase>,
    reported: AtomicU64,
    /// Empty where one thread searches alone.
    busy: Box<[AtomicU8]>,
}

/// Counters of threads below a node: so many that two nodes rarely share one.
const BUSY: usize = 1 << 16;

impl<'a> Shared<'a> {
    /// A search that has not begun.
    pub fn new(
        table: &'a Table,
        threads: usize,
        limits: Limits,
        watch: &'a dyn Watch,
    ) -> Shared<'a> {
        Shared {
            table,
            threads: threads.max(1),
            limits,
            watch,
            nodes: AtomicU64::new(0),
            finished: AtomicBool::new(false),
            stopped: Mutex::new(None),
            phase: Mutex::new(Phase::Deciding),
            reported: AtomicU64::new(0),
            busy: (0..if threads > 1 { BUSY } else { 0 }).map(|_| AtomicU8::new(0)).collect(),
        }
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Why the search was stopped, if it was.
    pub fn stop_reason(&self) -> Option<StopReason> {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is being done from now on, for progress reports.
    pub fn set_phase(&self, phase: Phase) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    /// Checks the limits without searching. True if the search is to end.
    pub fn is_over(&self) -> bool {
        let cramped = self.table.collections() >= MOST_COLLECTIONS;
        let over = self.limits.reached(self.nodes(), self.watch);
        let over = over.or_else(|| cramped.then_some(StopReason::Memory));
        let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        *stopped = stopped.or(over);
        stopped.is_some()
    }

    /// True if the clock or the caller wants the search to end. Cheaper than [`Shared::is_over`], and says nothing of the other
    /// limits.
    pub(super) fn is_called_off(&self) -> bool {
        self.watch.stopped() || self.limits.time.is_some_and(|most| self.watch.elapsed() >= most)
    }

    /// Counts nodes, looks after the table and the limits, passes progress on, lets the table be saved. The caller
    /// must not be inside the table. True if the search is to end.
    pub(super) fn report(&self, nodes: u32, line: impl FnOnce() -> (u32, u32, Vec<Move>)) -> bool {
        self.nodes.fetch_add(u64::from(nodes), Relaxed);
        if self.table.is_crowded() {
            self.table.make_room(self.threads);
        }
        let now = self.watch.elapsed().as_millis() as u64;
        let last = self.reported.load(Relaxed);
        if now >= last + REPORT_EVERY
            && self.reported.compare_exchange(last, now, Relaxed, Relaxed).is_ok()
        {
            let (proof, disproof, line) = line();
            self.watch.progress(&self.state(proof, disproof, line));
        }
        self.watch.save(self.table, self.nodes());
        self.finished.load(Relaxed) || self.is_over()
    }

    /// Passes progress on at once, without a line.
    pub fn tell(&self) {
        self.watch.progress(&self.state(0, 0, Vec::new()));
    }

    fn state(&self, proof: u32, disproof: u32, line: Vec<Move>) -> Progress {
        Progress {
            phase: *self.phase.lock().unwrap_or_else(PoisonError::into_inner),
            nodes: self.nodes(),
            proof,
            disproof,
            hash_used: self.table.used(),
            elapsed: self.watch.elapsed(),
            line,
        }
    }

    fn counter(&self, key: u64) -> &AtomicU8 {
        &self.busy[(key >> 48) as usize % BUSY]
    }

    /// Counts this thread in below a node; only while several threads search.
    pub(super) fn occupy(&self, key: u64) {
        if self.threads > 1 {
            self.counter(key).fetch_add(1, Relaxed);
        }
    }

    /// Counts this thread out.
    pub(super) fn vacate(&self, key: u64) {
        if self.threads > 1 {
            self.counter(key).fetch_sub(1, Relaxed);
        }
    }

    /// Threads below a node, about.
    pub(super) fn occupants(&self, key: u64) -> u32 {
        u32::from(self.counter(key).load(Relaxed))
    }

    /// Decides with all threads whether there is a mate within `len` plies from the engine's position.
    /// The second value is the move that decides it, where there is one.
    ///
    /// # Errors
    /// If the search was stopped; [`Shared::stop_reason`] says why.
    pub fn decide<E: Engine>(
        &self,
        rules: &Arc<Rules>,
        attacker: Side,
        engine: &E,
        len: Plies,
    ) -> Result<(Look, Option<Move>), Stopped> {
        self.finished.store(false, Relaxed);
        if self.is_over() {
            return Err(Stopped);
        }
        let run = |engine: E, number: usize| {
            let result = Searcher::new(self, rules, attacker, engine).numbered(number).decide(len);
            if result.is_ok() {
                self.finished.store(true, Relaxed);
            }
            result
        };
        if self.threads == 1 {
            return run(engine.clone(), 0);
        }
        thread::scope(|scope| {
            // Where the system gives no more threads, fewer do the work.
            let others: Vec<_> = (1..self.threads)
                .map_while(|number| {
                    let engine = engine.clone();
                    thread::Builder::new().spawn_scoped(scope, move || run(engine, number)).ok()
                })
                .collect();
            let own = run(engine.clone(), 0);
            let results = others.into_iter().map(|thread| thread.join());
            let results: Vec<_> =
                results.map(|result| result.unwrap_or_else(|panic| resume_unwind(panic))).collect();
            iter::once(own).chain(results).find(Result::is_ok).unwrap_or(Err(Stopped))
        })
    }
}
