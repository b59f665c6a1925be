//! One attempt at a problem. The first has a share of the memory. If that was too small, a second
//! attempt at the end has all of it, so that verdicts do not depend on the number of problems that
//! share the memory.

use super::Args;
use super::checkpoint::{CheckpointObserver, Checkpointer};
use super::states::KeyedProblem;
use crate::cli::Failure;
use crate::cli::batch::{BatchObserver, WorkerResources};
use crate::io::problems::LoadedProblem;
use crate::io::terminal::progress::ProgressDisplay;
use crate::io::terminal::signals::Signals;
use crate::judge::{CountingConfig, CountingEffort, count_mate};
use crate::search::{SearchObserver, StopReason};
use crate::solver::{Certify, Solution, ThreadBudget, Verdict};
use std::time::Duration;

/// A problem to solve.
#[derive(Clone, Copy)]
pub struct SolveTask<'a> {
    /// Index of its state in the block.
    pub place: usize,
    pub keyed: &'a KeyedProblem,
}

/// Result of an attempt.
#[derive(Clone)]
pub struct Attempt {
    pub solution: Solution,
    pub time: Duration,
    pub threads: usize,
    /// True if a signal had asked to stop before the attempt ended, which may have cut it short.
    pub interrupted: bool,
    /// Memory of the attempt in bytes.
    hash: usize,
}

impl SolveTask<'_> {
    /// Solves the problem within its limits, less what `earlier` attempts have used.
    ///
    /// # Errors
    /// The checkpoint cannot be restored.
    pub fn solve(
        &self,
        args: &Args,
        worker_resources: &WorkerResources,
        earlier: Option<&Attempt>,
        signals: &Signals,
        display: &ProgressDisplay,
        checkpointer: Option<&Checkpointer>,
    ) -> Result<Attempt, Failure> {
        let LoadedProblem { id, problem, expect, .. } = &*self.keyed.entry;
        let row = display.row(id, problem.rules());
        let (spent, nodes) = earlier.map_or((Duration::ZERO, 0), |e| (e.time, e.solution.nodes));
        let observer = CheckpointObserver {
            watcher: BatchObserver::new(signals, row, spent),
            display,
            checkpointer,
        };
        let threads = worker_resources.threads();
        let mut config = args.config(threads, worker_resources.hash, expect.no_mate_within);
        config.limits.nodes = config.limits.nodes.map(|most| most.saturating_sub(nodes));
        // More threads visit other nodes, so no thread joins later if nodes are limited.
        let thread_budget: &dyn ThreadBudget =
            if args.nodes.is_some() { &threads } else { worker_resources };
        let counting = CountingConfig {
            request: args.count_request(expect),
            effort: match args.stable {
                true => CountingEffort::Reproducible,
                false => CountingEffort::Shared,
            },
            threads,
            hash_bytes: worker_resources.hash,
            limits: config.limits,
        };
        if let Some(solution) = args.ranks.delegate(problem, &config, &counting, &observer) {
            let (time, hash) = (observer.elapsed(), worker_resources.hash);
            let interrupted = signals.stopped();
            return Ok(Attempt { solution, time, threads, interrupted, hash });
        }
        let solution = worker_resources.with_table(|table| {
            observer.begin(table)?;
            let ranks = &args.ranks;
            let mut solution = ranks.resume(problem, &config, thread_budget, table, &observer);
            if args.requirements().leaves_open(&solution) {
                observer.end(table, solution.nodes);
            }
            let mut tables = worker_resources.counting_tables();
            let counted =
                count_mate(problem, &solution, &counting, &mut tables, table, &observer.watcher);
            solution.add_composers(counted);
            Ok::<_, Failure>(solution)
        })?;
        let (time, threads) = (observer.elapsed(), thread_budget.threads());
        let interrupted = signals.stopped();
        Ok(Attempt { solution, time, threads, interrupted, hash: worker_resources.hash })
    }
}

impl Attempt {
    /// True if `hash` bytes could yield what the attempt's smaller memory did not: a verdict, the
    /// shortest length, a certificate.
    pub fn is_cramped(&self, certify: Certify, hash: usize) -> bool {
        let Solution {
            verdict,
            no_mate_within,
            shortening_stopped,
            checked,
            unchecked,
            composers,
            ..
        } = &self.solution;
        let memory = StopReason::Memory;
        let counting_stopped = composers.as_ref().and_then(|counted| counted.stopped);
        let stopped = *verdict == Verdict::Unknown(memory)
            || [*shortening_stopped, counting_stopped].contains(&Some(memory));
        let says = !matches!(verdict, Verdict::Unknown(_)) || no_mate_within.is_some();
        let unwritten = certify != Certify::None && (says && !checked || unchecked.is_some());
        self.hash < hash && (stopped || unwritten)
    }

    /// The better of two results for one problem; `later` started after this one.
    #[must_use]
    pub fn or(self, later: Attempt) -> Attempt {
        let nodes = self.solution.nodes + later.solution.nodes;
        let (time, threads) = (later.time, self.threads.max(later.threads));
        let mut best = if rank(&later.solution) > rank(&self.solution) { later } else { self };
        best.solution.nodes = nodes;
        Attempt { time, threads, ..best }
    }
}

/// Order of solutions, better ones greater: a verdict, a shorter length, proof that it is shortest,
/// a checked certificate, the composers' length.
fn rank(solution: &Solution) -> (bool, i32, bool, bool, bool) {
    let checked = solution.checked;
    let counted = solution.composers.as_ref().is_some_and(|counted| counted.is_settled);
    match solution.verdict {
        Verdict::Mate { plies, shortest, .. } => {
            (true, -i32::from(plies), shortest, checked, counted)
        }
        Verdict::NoMate { .. } => (true, 0, true, checked, false),
        Verdict::Unknown(_) => {
            (false, solution.no_mate_within.map_or(0, i32::from), false, checked, false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(verdict: Verdict, checked: bool, hash: usize) -> Attempt {
        let solution = Solution {
            verdict,
            nodes: 10,
            hash_used: 0.5,
            no_mate_within: None,
            shortening_stopped: None,
            certificates: Vec::new(),
            checked,
            doubt: None,
            unchecked: None,
            rejected: None,
            composers: None,
        };
        let time = Duration::from_secs(hash as u64);
        Attempt { solution, time, threads: 1, interrupted: false, hash }
    }

    fn mate(plies: u16, shortest: bool) -> Verdict {
        Verdict::Mate { plies, shortest, line: Vec::new(), main: shortest }
    }

    #[test]
    fn a_share_of_the_memory_may_be_too_little() {
        let certify = Certify::Verdict;
        let memory = Verdict::Unknown(StopReason::Memory);
        assert!(done(memory.clone(), false, 1).is_cramped(certify, 2));
        assert!(!done(memory, false, 2).is_cramped(certify, 2), "it had all");
        assert!(!done(Verdict::Unknown(StopReason::Time), false, 1).is_cramped(certify, 2));
        assert!(!done(mate(5, true), true, 1).is_cramped(certify, 2));
        assert!(done(mate(5, true), false, 1).is_cramped(certify, 2));
        assert!(!done(mate(5, true), false, 1).is_cramped(Certify::None, 2));
        let mut within = done(Verdict::Unknown(StopReason::Depth), false, 1);
        assert!(!within.is_cramped(certify, 2));
        within.solution.no_mate_within = Some(7);
        assert!(within.is_cramped(certify, 2));
        let mut open = done(mate(5, false), true, 1);
        open.solution.shortening_stopped = Some(StopReason::Memory);
        assert!(open.is_cramped(certify, 2));
    }

    #[test]
    fn the_better_result_stays() {
        let unknown = || Verdict::Unknown(StopReason::Memory);
        for (first, later, expected) in [
            (unknown(), mate(9, false), mate(9, false)),
            (mate(9, false), mate(7, false), mate(7, false)),
            (mate(7, false), mate(9, false), mate(7, false)),
            (mate(7, false), mate(7, true), mate(7, true)),
            (mate(7, false), Verdict::Unknown(StopReason::Time), mate(7, false)),
        ] {
            let both = done(first, true, 1).or(done(later, true, 2));
            assert_eq!(both.solution.verdict, expected);
            assert_eq!((both.solution.nodes, both.time), (20, Duration::from_secs(2)));
        }
    }
}
