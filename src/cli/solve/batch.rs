//! Solving many problems at once.
//!
//! With more problems than threads, each problem gets one thread and an equal share of the memory;
//! with fewer, the threads are dealt out. Problems are begun in input order.

use crate::io::progress::{Display, Row};
use crate::io::signals::Signals;
use crate::position::Problem;
use crate::search::{Limits, Progress, Watch};
use crate::soundness::{Certify, Config, Solution, solve};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often the display is refreshed while nothing is finished.
const TICK: Duration = Duration::from_secs(1);

/// What a run has at its disposal, and how it is to solve.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Threads in all, 1 or more.
    pub threads: usize,
    /// Bytes in all.
    pub hash: usize,
    /// Limits for each problem.
    pub limits: Limits,
    /// Prove that the length is shortest.
    pub shortest: bool,
    /// What must be certified.
    pub certify: Certify,
}

/// A problem to be solved.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// Its place in the input, from 0.
    pub place: usize,
    /// Its id.
    pub id: &'a str,
    /// The problem.
    pub problem: &'a Problem,
    /// The file asks whether there is a mate within so many plies.
    pub within: Option<u16>,
}

/// A problem that was solved, or given up.
#[derive(Debug)]
pub struct Done {
    /// See [`Job::place`].
    pub place: usize,
    /// What was found.
    pub solution: Solution,
    /// How long it took.
    pub time: Duration,
    /// Threads that worked on it.
    pub threads: usize,
}

/// Solves the jobs and passes on what is done, as it is done, on the caller's thread. Once `signals`
/// says stop, no more jobs are begun, and those that run end as soon as they can.
///
/// # Errors
/// No thread could be started.
pub fn run(
    jobs: &[Job],
    plan: &Plan,
    signals: &Signals,
    display: &Display,
    mut done: impl FnMut(Done),
) -> std::io::Result<()> {
    let workers = plan.threads.min(jobs.len()).max(1);
    let queue = Mutex::new(jobs.iter());
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for worker in 0..workers {
            let (sender, queue) = (sender.clone(), &queue);
            let config = share(plan, workers, worker);
            let work = move || {
                while let Some(job) = next(queue, signals) {
                    if sender.send(work_on(job, &config, signals, display)).is_err() {
                        break;
                    }
                }
            };
            let started =
                thread::Builder::new().name(format!("problem-{worker}")).spawn_scoped(scope, work);
            if let Err(error) = started {
                if worker == 0 {
                    return Err(error);
                }
                break;
            }
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(result) => done(result),
                Err(RecvTimeoutError::Timeout) => display.tick(),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    })
}

/// The part of the threads and of the memory that one of the workers has.
fn share(plan: &Plan, workers: usize, worker: usize) -> Config {
    Config {
        threads: plan.threads / workers + usize::from(worker < plan.threads % workers),
        hash: plan.hash / workers,
        limits: plan.limits,
        shortest: plan.shortest,
        certify: plan.certify,
        within: None,
    }
}

fn next<'a>(
    queue: &Mutex<std::slice::Iter<'a, Job<'a>>>,
    signals: &Signals,
) -> Option<&'a Job<'a>> {
    if signals.stopped() {
        return None;
    }
    queue.lock().unwrap_or_else(PoisonError::into_inner).next()
}

fn work_on(job: &Job, config: &Config, signals: &Signals, display: &Display) -> Done {
    let row = display.row(job.id, job.problem.rules());
    let start = Instant::now();
    let watcher = Watcher { start, signals, row };
    let config = Config { within: job.within, ..config.clone() };
    let solution = solve::solve(job.problem, &config, &watcher);
    Done { place: job.place, solution, time: start.elapsed(), threads: config.threads }
}

/// The outside world of one search.
struct Watcher<'a> {
    start: Instant,
    signals: &'a Signals,
    row: Row<'a>,
}

impl Watch for Watcher<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn stopped(&self) -> bool {
        self.signals.stopped()
    }

    fn progress(&self, progress: &Progress) {
        self.row.update(progress);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(threads: usize) -> Plan {
        Plan {
            threads,
            hash: 1000,
            limits: Limits::default(),
            shortest: true,
            certify: Certify::Verdict,
        }
    }

    #[test]
    fn threads_and_memory_are_dealt_out() {
        for (threads, workers, expected) in
            [(8, 8, vec![1; 8]), (8, 3, vec![3, 3, 2]), (5, 1, vec![5])]
        {
            let shares: Vec<Config> =
                (0..workers).map(|worker| share(&plan(threads), workers, worker)).collect();
            let dealt: Vec<usize> = shares.iter().map(|share| share.threads).collect();
            assert_eq!(dealt, expected);
            assert!(shares.iter().map(|share| share.hash).sum::<usize>() <= 1000);
        }
    }

    #[test]
    fn nothing_is_begun_after_a_wish_to_stop() {
        let signals = Signals::default();
        signals.stop();
        let jobs: [Job; 0] = [];
        let queue = Mutex::new(jobs.iter());
        assert!(next(&queue, &signals).is_none());
    }
}
