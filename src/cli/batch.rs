//! Many problems at once.
//!
//! With more problems than threads, each problem gets one thread and an equal share of the memory;
//! with fewer, the threads are dealt out. Problems are begun in input order.

use super::{Failure, common, size};
use crate::io::progress::{Display, Row};
use crate::io::signals::Signals;
use crate::search::{Progress, Watch};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often the display is refreshed while nothing is finished.
const TICK: Duration = Duration::from_secs(1);

/// What a run, or a part of it, has at its disposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// Threads, 1 or more.
    pub threads: usize,
    /// Bytes for tables and certificates.
    pub hash: usize,
}

impl Means {
    /// The part that one of the workers has.
    fn share(self, workers: usize, worker: usize) -> Means {
        Means {
            threads: self.threads / workers + usize::from(worker < self.threads % workers),
            hash: self.hash / workers,
        }
    }
}

/// What a run may take of the machine, on the command line.
#[derive(Clone, Debug, clap::Args)]
pub struct Resources {
    /// Threads in all [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory for the tables in all, such as 512MiB or 4GiB [default: 1GiB or a quarter of the
    /// memory, whichever is less]
    #[arg(long, value_name = "SIZE")]
    hash: Option<String>,
}

impl Resources {
    /// What was given, or the defaults.
    ///
    /// # Errors
    /// The size cannot be read.
    pub fn means(&self) -> Result<Means, Failure> {
        Ok(Means {
            threads: self.threads.map(usize::from).unwrap_or_else(common::cores),
            hash: size::or_default(self.hash.as_deref())?,
        })
    }
}

/// Works on the jobs side by side, and passes on what is done, as it is done, on the caller's thread.
/// Once `signals` says stop, no more jobs are begun; `work` has to end those that run.
///
/// # Errors
/// No thread could be started.
pub fn run<J: Sync, D: Send>(
    jobs: &[J],
    means: Means,
    signals: &Signals,
    display: &Display,
    work: impl Fn(&J, Means) -> D + Sync,
    mut done: impl FnMut(D),
) -> std::io::Result<()> {
    let workers = means.threads.min(jobs.len()).max(1);
    let queue = Mutex::new(jobs.iter());
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for worker in 0..workers {
            let (sender, queue, work) = (sender.clone(), &queue, &work);
            let share = means.share(workers, worker);
            let all = move || {
                while let Some(job) = next(queue, signals) {
                    if sender.send(work(job, share)).is_err() {
                        break;
                    }
                }
            };
            let started =
                thread::Builder::new().name(format!("problem-{worker}")).spawn_scoped(scope, all);
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

fn next<'a, J>(queue: &Mutex<std::slice::Iter<'a, J>>, signals: &Signals) -> Option<&'a J> {
    if signals.stopped() {
        return None;
    }
    queue.lock().unwrap_or_else(PoisonError::into_inner).next()
}

/// The outside world of one job: a clock that starts with it, the signals, its row in the display.
pub struct Watcher<'a> {
    start: Instant,
    signals: &'a Signals,
    row: Row<'a>,
}

impl<'a> Watcher<'a> {
    /// The job begins now.
    pub fn new(signals: &'a Signals, row: Row<'a>) -> Watcher<'a> {
        Watcher { start: Instant::now(), signals, row }
    }
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

    #[test]
    fn threads_and_memory_are_dealt_out() {
        for (threads, workers, expected) in
            [(8, 8, vec![1; 8]), (8, 3, vec![3, 3, 2]), (5, 1, vec![5])]
        {
            let means = Means { threads, hash: 1000 };
            let shares: Vec<Means> =
                (0..workers).map(|worker| means.share(workers, worker)).collect();
            let dealt: Vec<usize> = shares.iter().map(|share| share.threads).collect();
            assert_eq!(dealt, expected);
            assert!(shares.iter().map(|share| share.hash).sum::<usize>() <= 1000);
        }
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
