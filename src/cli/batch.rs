//! Solves many problems in parallel.
//!
//! | problems | threads for each | memory for each |
//! | --- | --- | --- |
//! | more than threads | 1 | an equal share |
//! | fewer than threads | an equal share | an equal share |
//!
//! Problems start in input order. A worker that finds no unstarted problem hands its threads to the
//! workers that still run. So short problems run side by side, all threads work on the last, hard
//! ones, and nobody has to know beforehand which problems are hard.
//!
//! Rejected: stop hard problems and restart them with more threads. That wastes the time spent so
//! far, which doubles the time of a set in which all problems are somewhat hard.

use super::reusable_table::ReusableTable;
use super::run_options::RunOptions;
use super::{Failure, common, size};
use crate::io::terminal::progress::{ProgressDisplay, ProgressRow};
use crate::io::terminal::signals::Signals;
use crate::judge::CountingTables;
use crate::messages::tr;
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Progress, SearchObserver};
use crate::solver::ThreadBudget;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{iter, thread};

/// Time between two refreshes of the display while no problem finishes.
const DISPLAY_INTERVAL: Duration = Duration::from_secs(1);

/// Time between two checks for a signal.
const SIGNAL_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Time in which results accumulate before they are passed on. A wake-up for each of many short
/// problems would take processor time from the workers when all cores are busy.
const RESULT_GATHER_TIME: Duration = Duration::from_millis(5);

/// Threads and memory of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceBudget {
    /// Threads, 1 or more.
    pub threads: usize,
    /// Bytes for transposition tables and certificates.
    pub hash: usize,
}

/// Options for threads and memory.
#[derive(Clone, Debug, clap::Args)]
pub struct ResourceArgs {
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024),
          help = tr!(help_resource_threads))]
    threads: Option<u16>,
    #[arg(long, value_name = "SIZE", help = tr!(help_resource_hash))]
    hash: Option<String>,
}

impl ResourceArgs {
    /// Adds the options to those of a run.
    pub fn record(&self, options: RunOptions) -> RunOptions {
        options.value("threads", self.threads).value("hash", self.hash.as_ref())
    }

    /// The budget that the user chose, or the default.
    ///
    /// # Errors
    /// The size is invalid.
    pub fn budget(&self) -> Result<ResourceBudget, Failure> {
        Ok(ResourceBudget {
            threads: self.threads.map(usize::from).unwrap_or_else(common::cores),
            hash: size::or_default(self.hash.as_deref())?,
        })
    }
}

/// Share of one worker: an equal part of the memory, and threads, whose number can grow.
pub struct WorkerResources {
    /// Bytes for transposition table and certificates.
    pub hash: usize,
    threads: AtomicUsize,
    memory: ReusableTable,
}

impl WorkerResources {
    fn new(hash: usize) -> WorkerResources {
        WorkerResources { hash, threads: AtomicUsize::new(0), memory: ReusableTable::default() }
    }

    /// Calls `work` with a table for [`WorkerResources::hash`] bytes. The table still holds the
    /// entries of the problem before.
    pub fn with_table<R>(&self, work: impl FnOnce(&mut TranspositionTable) -> R) -> R {
        self.memory.with_table(self.hash, work)
    }

    /// Tables for lengths by the composers' count.
    pub fn counting_tables(&self) -> MutexGuard<'_, CountingTables> {
        self.memory.counting_tables()
    }
}

impl ThreadBudget for WorkerResources {
    fn threads(&self) -> usize {
        self.threads.load(Relaxed)
    }
}

/// The workers and their shares. Shares change only under the lock.
struct WorkerPool {
    threads: usize,
    grants: Vec<WorkerResources>,
    /// Indices in `grants` of the workers that still run.
    working: Mutex<Vec<usize>>,
}

impl WorkerPool {
    /// Divides the budget among at most `jobs` workers.
    fn new(budget: ResourceBudget, jobs: usize) -> WorkerPool {
        let workers = budget.threads.min(jobs).min(budget.hash / size::MIN_HASH_BYTES).max(1);
        let floor = WorkerPool {
            threads: budget.threads,
            grants: (0..workers).map(|_| WorkerResources::new(budget.hash / workers)).collect(),
            working: Mutex::new((0..workers).collect()),
        };
        floor.deal(&floor.working());
        floor
    }

    fn working(&self) -> MutexGuard<'_, Vec<usize>> {
        self.working.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn deal(&self, working: &[usize]) {
        for (i, &worker) in working.iter().enumerate() {
            let more = usize::from(i < self.threads % working.len());
            self.grants[worker].threads.store(self.threads / working.len() + more, Relaxed);
        }
    }

    /// Removes a worker that has finished, and gives its threads to the others.
    fn leave(&self, worker: usize) {
        let mut working = self.working();
        working.retain(|&other| other != worker);
        self.deal(&working);
    }
}

/// Event of a run, for its caller.
pub enum BatchEvent<'j, J, D> {
    /// A task has finished with this result.
    Done(D),
    /// The run was asked to stop, its [grace period](Signals::grace) has passed, and these tasks
    /// still run. The caller reports the results and ends the process.
    Late(Vec<&'j J>),
}

/// Runs `work` on all tasks in parallel, and passes each result to `tell` on the caller's thread as
/// soon as it is known. Once `signals` asks to stop, no further task starts, and `work` must return
/// within the grace period.
///
/// # Errors
/// No thread could be started.
pub fn run<'j, J: Sync, D: Send>(
    jobs: &'j [J],
    budget: ResourceBudget,
    signals: &Signals,
    display: &ProgressDisplay,
    work: impl Fn(&J, &WorkerResources) -> D + Sync,
    mut tell: impl FnMut(BatchEvent<'j, J, D>),
) -> std::io::Result<()> {
    let floor = WorkerPool::new(budget, jobs.len());
    let queue = Mutex::new(jobs.iter());
    let running = Mutex::new(vec![None; floor.grants.len()]);
    let set_running = |worker: usize, job: Option<&'j J>| {
        running.lock().unwrap_or_else(PoisonError::into_inner)[worker] = job;
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for (worker, worker_resources) in floor.grants.iter().enumerate() {
            let (sender, queue, work, floor) = (sender.clone(), &queue, &work, &floor);
            let set_running = &set_running;
            let all = move || {
                while let Some(job) = next(queue, signals) {
                    set_running(worker, Some(job));
                    if sender.send(work(job, worker_resources)).is_err() {
                        break;
                    }
                    set_running(worker, None);
                }
                floor.leave(worker);
            };
            let started =
                thread::Builder::new().name(format!("problem-{worker}")).spawn_scoped(scope, all);
            if let Err(error) = started {
                if worker == 0 {
                    return Err(error);
                }
                (worker..floor.grants.len()).for_each(|absent| floor.leave(absent));
                break;
            }
        }
        drop(sender);
        let mut left = jobs.len();
        let (mut ticked, mut asked) = (Instant::now(), None);
        loop {
            match receiver.recv_timeout(SIGNAL_POLL_INTERVAL) {
                Ok(result) => {
                    for result in iter::once(result).chain(receiver.try_iter()) {
                        left -= 1;
                        tell(BatchEvent::Done(result));
                    }
                    if left > 0 {
                        thread::sleep(RESULT_GATHER_TIME);
                    }
                }
                Err(RecvTimeoutError::Timeout) if ticked.elapsed() >= DISPLAY_INTERVAL => {
                    ticked = Instant::now();
                    display.tick();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    if signals.stopped() {
                        signals.begin_writing();
                    }
                    return Ok(());
                }
            }
            if signals.stopped()
                && asked.get_or_insert_with(Instant::now).elapsed() >= signals.grace()
            {
                let late = running.lock().unwrap_or_else(PoisonError::into_inner).clone();
                receiver.try_iter().for_each(|result| tell(BatchEvent::Done(result)));
                signals.begin_writing();
                tell(BatchEvent::Late(late.into_iter().flatten().collect()));
            }
        }
    })
}

fn next<'a, J>(queue: &Mutex<std::slice::Iter<'a, J>>, signals: &Signals) -> Option<&'a J> {
    if signals.stopped() {
        return None;
    }
    queue.lock().unwrap_or_else(PoisonError::into_inner).next()
}

/// Observer of one search: clock, signals, and its row of the progress display.
pub struct BatchObserver<'a> {
    start: Instant,
    /// Time that an earlier attempt has spent.
    earlier: Duration,
    signals: &'a Signals,
    row: ProgressRow<'a>,
}

impl<'a> BatchObserver<'a> {
    /// Starts the clock of an attempt; `earlier` is the time of the attempts before.
    pub fn new(signals: &'a Signals, row: ProgressRow<'a>, earlier: Duration) -> BatchObserver<'a> {
        BatchObserver { start: Instant::now(), earlier, signals, row }
    }
}

impl SearchObserver for BatchObserver<'_> {
    fn elapsed(&self) -> Duration {
        self.earlier + self.start.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.signals.stopped()
    }

    fn on_progress(&self, progress: &Progress) {
        self.row.update(progress);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threads(floor: &WorkerPool) -> Vec<usize> {
        floor.grants.iter().map(ThreadBudget::threads).collect()
    }

    #[test]
    fn threads_and_memory_are_dealt_out() {
        let hash = 64 << 20;
        for (threads_in_all, jobs, expected) in
            [(8, 100, vec![1; 8]), (8, 3, vec![3, 3, 2]), (5, 1, vec![5]), (2, 0, vec![2])]
        {
            let floor = WorkerPool::new(ResourceBudget { threads: threads_in_all, hash }, jobs);
            assert_eq!(threads(&floor), expected);
            assert!(
                floor.grants.iter().map(|worker_resources| worker_resources.hash).sum::<usize>()
                    <= hash
            );
        }
    }

    #[test]
    fn little_memory_is_not_shared_by_many() {
        let floor = WorkerPool::new(ResourceBudget { threads: 32, hash: 3 << 20 }, 1000);
        assert_eq!(threads(&floor), [11, 11, 10]);
        assert!(floor.grants.iter().all(|worker_resources| worker_resources.hash >= 1 << 20));
    }

    #[test]
    fn who_has_nothing_to_do_lends_a_hand() {
        let floor = WorkerPool::new(ResourceBudget { threads: 4, hash: 64 << 20 }, 4);
        floor.leave(2);
        assert_eq!(threads(&floor), [2, 1, 1, 1]);
        floor.leave(0);
        floor.leave(1);
        assert_eq!(floor.grants[3].threads(), 4);
        floor.leave(3);
    }

    #[test]
    fn a_job_that_runs_gets_the_threads_of_those_that_are_done() {
        let (signals, display) = (Signals::default(), ProgressDisplay::new(3, true));
        let work = |&is_long: &bool, worker_resources: &WorkerResources| {
            let before = worker_resources.threads();
            while is_long && worker_resources.threads() < 3 {
                thread::yield_now();
            }
            (before, is_long)
        };
        let budget = ResourceBudget { threads: 3, hash: 64 << 20 };
        let mut done = Vec::new();
        let jobs = [false, true, false, false];
        let keep = |event| {
            if let BatchEvent::Done(d) = event {
                done.push(d);
            }
        };
        run(&jobs, budget, &signals, &display, work, keep).unwrap();
        assert_eq!(done.iter().filter(|(_, is_long)| !is_long).count(), 3);
        assert!(done.last().unwrap().1, "the long one ends last");
    }

    #[test]
    fn nothing_is_begun_after_a_wish_to_stop() {
        let signals = Signals::default();
        signals.stop();
        let jobs = [()];
        let queue = Mutex::new(jobs.iter());
        assert!(next(&queue, &signals).is_none());
    }
}
