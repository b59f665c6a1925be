//! Grace period: time for work that continues after a stop request.

use crate::search::step_budget::StepBudget;
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Progress, SearchObserver};
use std::sync::OnceLock;
use std::time::Duration;

/// An observer that passes a stop request on after a grace period.
pub(super) struct GracePeriod<'a> {
    pub observer: &'a dyn SearchObserver,
    /// Time of the first stop request, shared by all work after the search.
    pub requested_at: &'a OnceLock<Duration>,
    /// Time from the stop request to the end of the work.
    pub duration: Duration,
}

impl SearchObserver for GracePeriod<'_> {
    fn elapsed(&self) -> Duration {
        self.observer.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.observer.should_stop() && {
            let elapsed = self.elapsed();
            elapsed >= *self.requested_at.get_or_init(|| elapsed) + self.duration
        }
    }

    fn on_progress(&self, progress: &Progress) {
        self.observer.on_progress(progress);
    }

    fn step_budget(&self) -> Option<&StepBudget> {
        self.observer.step_budget()
    }

    fn checkpoint(&self, table: &TranspositionTable, nodes: u64) {
        self.observer.checkpoint(table, nodes);
    }
}
