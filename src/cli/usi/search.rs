//! The search thread: searches for the best line, then, with MultiPV, for mates with other first
//! moves.

use super::event::{EngineEvent, SearchAnswer, SearchFigures, UndecidedReason};
use super::options::EngineCount;
use crate::cli::reusable_table::ReusableTable;
use crate::judge::{
    COUNTING_BUDGET_NODES, CountRequest, CountingConfig, CountingEffort, count_mate,
};
use crate::position::{Move, Problem};
use crate::referee::{self, ObjectionKind, admit};
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Limits, Progress, SearchObserver};
use crate::solver::ends_in_mate;
use crate::solver::{self, CountedMate, ProvedMate, Solution, SolverConfig, Verdict};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A search to run.
pub struct SearchRequest {
    /// Number of the search, which its events carry.
    pub number: u64,
    pub problem: Problem,
    pub config: SolverConfig,
    pub count: EngineCount,
    /// Number of first moves to report, 1 or more.
    pub lines: usize,
    /// Time of the `go` command.
    pub start: Instant,
    pub stop: Arc<AtomicBool>,
}

/// Starts a search as soon as the one before has ended.
///
/// # Errors
/// No thread could be started.
pub fn start(
    job: SearchRequest,
    memory: Arc<ReusableTable>,
    before: Option<JoinHandle<()>>,
    events: SyncSender<EngineEvent>,
) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name("usi-search".to_owned()).spawn(move || {
        // The search before was told to stop, and its memory is needed. A panic in it is ignored.
        let _ = before.map(JoinHandle::join);
        let (number, hash) = (job.number, job.config.hash);
        let work = || memory.with_table(hash, |table| run(&job, table, &memory, &events));
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            let found = SearchAnswer::Unknown(UndecidedReason::Failed);
            let _ = events.send(EngineEvent::Best(number, found, SearchFigures::default()));
        }
        // The engine is gone only at the end of the process.
        let _ = events.send(EngineEvent::Done(number));
    })
}

fn run(
    job: &SearchRequest,
    table: &mut TranspositionTable,
    memory: &ReusableTable,
    events: &SyncSender<EngineEvent>,
) {
    let observer = EngineObserver { job, events, best: true };
    let solution = solve_with(&job.problem, job, table, &observer);
    let figures = SearchFigures { nodes: solution.nodes, hash_used: solution.hash_used };
    let found = judge(&job.problem, &solution);
    let first = match &found {
        SearchAnswer::Mate(ProvedMate { line, .. }) | SearchAnswer::NoMate { refutation: line } => {
            line.first().copied()
        }
        SearchAnswer::Unknown(_) => None,
    };
    if events.send(EngineEvent::Best(job.number, found, figures)).is_err() {
        return;
    }
    if let Some(counted) = count(job, &solution, table, memory, &observer) {
        if events.send(EngineEvent::Counted(job.number, counted)).is_err() {
            return;
        }
    }
    if job.lines > 1 {
        others(job, table, first, &observer, events);
    }
}

/// The mate by the composers' count, if the option asks for it.
fn count(
    job: &SearchRequest,
    solution: &Solution,
    table: &TranspositionTable,
    memory: &ReusableTable,
    observer: &EngineObserver<'_>,
) -> Option<CountedMate> {
    let SearchRequest { problem, config, .. } = job;
    let (threads, limits) = match job.count {
        EngineCount::Composers => (config.threads, config.limits),
        EngineCount::Auto
            if problem.position().royals(problem.rules(), problem.attacker()).is_empty() =>
        {
            let budget = solution.nodes.saturating_add(COUNTING_BUDGET_NODES);
            let nodes = Some(config.limits.nodes.map_or(budget, |most| most.min(budget)));
            (1, Limits { nodes, ..config.limits })
        }
        EngineCount::Auto | EngineCount::Every => return None,
    };
    let request = CountRequest::Composers;
    let (effort, hash_bytes) = (CountingEffort::Shared, config.hash);
    let counting = CountingConfig { request, effort, threads, hash_bytes, limits };
    count_mate(problem, solution, &counting, &mut memory.counting_tables(), table, observer)
}

fn solve_with(
    problem: &Problem,
    job: &SearchRequest,
    table: &mut TranspositionTable,
    observer: &EngineObserver<'_>,
) -> Solution {
    solver::solve_with(problem, &job.config, &job.config.threads, table, observer)
}

/// Searches the first moves other than that of the best line.
fn others(
    job: &SearchRequest,
    table: &mut TranspositionTable,
    best: Option<Move>,
    observer: &EngineObserver<'_>,
    events: &SyncSender<EngineEvent>,
) {
    let problem = &job.problem;
    let (rules, position) = (problem.rules(), problem.position());
    let attacking = position.side == problem.attacker();
    let moves = if attacking {
        referee::forcing_moves(rules, position, problem.forcing())
    } else {
        referee::legal_moves(rules, position)
    };
    let mut reported = 1;
    for m in moves.into_iter().filter(|m| Some(*m) != best) {
        if reported >= job.lines || observer.should_stop() {
            return;
        }
        let after = referee::play(rules, position, m);
        let attacker = Some(problem.attacker());
        let Ok(next) = admit(rules, after, attacker, problem.forcing(), ObjectionKind::ALL) else {
            continue;
        };
        let observer = EngineObserver { best: false, ..*observer };
        let solution = solve_with(&next, job, table, &observer);
        if let SearchAnswer::Mate(mut mate) = judge(&next, &solution) {
            reported += 1;
            mate.line.insert(0, m);
            mate.plies += 1;
            if events.send(EngineEvent::Other(job.number, reported, mate)).is_err() {
                return;
            }
        }
    }
}

/// Answer to a result: only what the checker has accepted.
fn judge(problem: &Problem, solution: &Solution) -> SearchAnswer {
    match &solution.verdict {
        Verdict::Unknown(_) if solution.rejected.is_some() => {
            SearchAnswer::Unknown(UndecidedReason::Refused)
        }
        Verdict::Unknown(_) if solution.unchecked.is_some() => {
            SearchAnswer::Unknown(UndecidedReason::Unchecked)
        }
        Verdict::Unknown(reason) => SearchAnswer::Unknown(UndecidedReason::Stopped(*reason)),
        Verdict::NoMate { refutation } => SearchAnswer::NoMate { refutation: refutation.clone() },
        Verdict::Mate { line, plies, shortest, .. } if ends_in_mate(problem, line) => {
            SearchAnswer::Mate(ProvedMate {
                line: line.clone(),
                plies: *plies,
                shortest: *shortest,
            })
        }
        Verdict::Mate { .. } => SearchAnswer::Unknown(UndecidedReason::NoLine),
    }
}

/// Observer of one search.
struct EngineObserver<'a> {
    job: &'a SearchRequest,
    events: &'a SyncSender<EngineEvent>,
    /// True for the search for the best line.
    best: bool,
}

impl SearchObserver for EngineObserver<'_> {
    fn elapsed(&self) -> Duration {
        self.job.start.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.job.stop.load(Ordering::Relaxed)
    }

    fn wants_mates(&self) -> bool {
        self.best
    }

    fn on_mate(&self, plies: u16, shortest: bool, line: &[Move]) {
        if ends_in_mate(&self.job.problem, line) {
            let mate = ProvedMate { line: line.to_vec(), plies, shortest };
            // The engine is gone only at the end of the process.
            let _ = self.events.send(EngineEvent::Mate(self.job.number, mate));
        }
    }

    fn on_progress(&self, progress: &Progress) {
        // If the queue is full, the next report suffices.
        let _ = self
            .events
            .try_send(EngineEvent::Progress(self.job.number, Box::new(progress.clone())));
    }
}

/// Limits of the search: the total time less the share that certificate and check may need.
pub fn limits(time: Option<Duration>, nodes: Option<u64>, depth: Option<u16>) -> Limits {
    Limits { time: time.map(|time| time - time / 20), nodes, depth }
}
