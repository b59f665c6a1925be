//! The judge's observer where other processes answer questions.

use super::pool::WorkerPool;
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Assistance, AssistedQuestion, Progress, SearchObserver};
use std::time::Duration;

/// Observer of the judge, with which workers answer its questions.
pub struct JudgeAssistant<'a, 'p> {
    /// The workers; without them, the judge answers all questions.
    pub pool: Option<&'a WorkerPool<'p>>,
    /// The caller's observer.
    pub observer: &'a dyn SearchObserver,
    /// Bytes that each worker has.
    pub hash: usize,
    /// Nodes that a question may take before it goes to a worker.
    pub min_nodes: u64,
}

impl JudgeAssistant<'_, '_> {
    /// Value of [`JudgeAssistant::min_nodes`] for processes. Questions that take fewer nodes cost
    /// less than a certificate and its check: refutations of 10,000 to 100,000 nodes took as long
    /// to check as to find, those of millions a hundredth of it (musou-100).
    pub const MIN_NODES: u64 = 100_000;
}

impl SearchObserver for JudgeAssistant<'_, '_> {
    fn elapsed(&self) -> Duration {
        self.observer.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.observer.should_stop()
    }

    fn on_progress(&self, progress: &Progress) {
        self.observer.on_progress(progress);
    }

    fn assistants(&self) -> usize {
        self.pool.map_or(0, WorkerPool::workers)
    }

    fn min_assisted_nodes(&self) -> u64 {
        self.min_nodes
    }

    fn assist_judge(
        &self,
        table: &TranspositionTable,
        question: &AssistedQuestion<'_>,
    ) -> Assistance {
        self.pool.map_or(Assistance::None, |pool| {
            pool.assist_judge(table, question, self.hash, self.observer)
        })
    }
}
