//! The workers as the leader knows them.

use crate::position::Move;
use crate::search::job_search::SearchJob;
use crate::search::journal::JournalEntry;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// A job that a worker is at.
pub(super) struct JobInFlight {
    pub number: u64,
    pub job: SearchJob,
    pub since: Instant,
}

/// A worker.
#[derive(Default)]
pub(super) struct WorkerState {
    /// It has reported at least once.
    pub is_ready: bool,
    /// It does not report.
    pub is_lost: bool,
    /// It has sent what no search finds.
    pub is_distrusted: bool,
    /// It knows of the current search.
    pub has_begun: bool,
    pub job: Option<JobInFlight>,
    /// Path of its last job: its table knows what lies below.
    last_path: Vec<Move>,
    /// Number of the first of the [`News`] that it has not got.
    next_news: u64,
}

impl WorkerState {
    fn is_idle(&self) -> bool {
        self.is_ready && !self.is_lost && !self.is_distrusted && self.job.is_none()
    }
}

/// All workers, and the news that they have to get.
pub(super) struct Roster {
    pub workers: Vec<WorkerState>,
    news: VecDeque<(usize, JournalEntry)>,
    /// Number of the first entry of `news`.
    first_news: u64,
}

impl Roster {
    pub fn new(workers: usize) -> Roster {
        let workers = (0..workers).map(|_| WorkerState::default()).collect();
        Roster { workers, news: VecDeque::new(), first_news: 0 }
    }

    /// A new search: old news and jobs are void.
    pub fn begin_search(&mut self) {
        self.news.clear();
        self.first_news = 0;
        for worker in &mut self.workers {
            (worker.has_begun, worker.next_news) = (false, 0);
            worker.job = None;
            worker.last_path.clear();
        }
    }

    /// True if a worker may take or finish a job.
    pub fn has_workers(&self) -> bool {
        self.workers.iter().any(|worker| !worker.is_lost && !worker.is_distrusted)
    }

    /// True if no worker has a job or waits for one.
    pub fn is_asleep(&self) -> bool {
        !self.workers.iter().any(|worker| worker.is_idle() || worker.job.is_some())
    }

    /// True if a worker waits for a job.
    pub fn has_idle(&self) -> bool {
        self.workers.iter().any(WorkerState::is_idle)
    }

    /// The idle worker whose last job shares most moves with `path`.
    pub fn nearest_idle(&self, path: &[Move]) -> Option<usize> {
        let shared = |worker: &WorkerState| {
            worker.last_path.iter().zip(path).take_while(|(a, b)| a == b).count()
        };
        let idle = self.workers.iter().enumerate().filter(|(_, worker)| worker.is_idle());
        idle.max_by_key(|(i, worker)| (shared(worker), std::cmp::Reverse(*i))).map(|(i, _)| i)
    }

    /// Records that a worker begins a job, and returns the news for it.
    pub fn begin_job(&mut self, worker: usize, number: u64, job: SearchJob) -> Vec<JournalEntry> {
        let since = self.workers[worker].next_news.saturating_sub(self.first_news) as usize;
        let news = self.news.iter().skip(since).filter(|(from, _)| *from != worker);
        let news = news.map(|(_, entry)| entry.clone()).collect();
        let state = &mut self.workers[worker];
        state.next_news = self.first_news + self.news.len() as u64;
        state.last_path.clone_from(&job.path);
        state.job = Some(JobInFlight { number, job, since: Instant::now() });
        self.forget();
        news
    }

    /// Adds news from a worker, or from the leader itself, whose number is that of no worker.
    pub fn add_news(&mut self, from: usize, entries: impl IntoIterator<Item = JournalEntry>) {
        self.news.extend(entries.into_iter().map(|entry| (from, entry)));
    }

    /// Drops news that all workers have got that still take jobs.
    fn forget(&mut self) {
        let takers = self.workers.iter().filter(|worker| !worker.is_lost && !worker.is_distrusted);
        let oldest = takers.map(|worker| worker.next_news).min().unwrap_or(u64::MAX);
        while self.first_news < oldest && self.news.pop_front().is_some() {
            self.first_news += 1;
        }
    }

    /// Takes the jobs from workers that have not reported for `deadline`. Returns these workers.
    pub fn lose_overdue(&mut self, deadline: Duration) -> Vec<usize> {
        let mut lost = Vec::new();
        for (i, worker) in self.workers.iter_mut().enumerate() {
            if worker.job.as_ref().is_some_and(|job| job.since.elapsed() > deadline) {
                (worker.job, worker.is_lost) = (None, true);
                // If it comes back, it begins anew: what it has missed by then is dropped.
                worker.has_begun = false;
                lost.push(i);
            }
        }
        lost
    }
}
