//! Searches in steps: a search pauses once a step has spent its nodes, and continues with the next.
//!
//! What may take long is an `async` function, only so that it can pause: the compiler turns it into
//! an object that keeps its place. Nothing here is a runtime, a thread or a clock. A caller that
//! wants steps polls the function once for each step, with a [`StepBudget`] from its
//! [`SearchObserver`](super::SearchObserver). All others [complete] it in one call, in which it
//! never pauses.
//!
//! Rejected: unwinding to the root, with the numbers kept in the table. That costs no object, but
//! the extraction of a proof would start again in each step.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::task::{Context, Poll, Waker};

/// Nodes that the current step may visit.
#[derive(Debug, Default)]
pub struct StepBudget {
    granted: AtomicU64,
    spent: AtomicU64,
}

impl StepBudget {
    /// Begins a step of `nodes` nodes; 0 counts as 1.
    pub fn grant(&self, nodes: u64) {
        self.granted.store(nodes.max(1), Relaxed);
        self.spent.store(0, Relaxed);
    }

    /// Nodes of the whole step.
    pub fn granted(&self) -> u64 {
        self.granted.load(Relaxed)
    }

    /// Adds visited nodes, or work as long.
    pub fn spend(&self, nodes: u64) {
        self.spent.fetch_add(nodes, Relaxed);
    }

    /// True if the step must end.
    pub fn is_spent(&self) -> bool {
        self.spent.load(Relaxed) >= self.granted.load(Relaxed)
    }

    /// Adds visited nodes to `budget`, if there is one, and waits for the next step if this one has
    /// spent its nodes.
    pub async fn pause_after(budget: Option<&StepBudget>, nodes: u64) {
        if let Some(budget) = budget {
            budget.spend(nodes);
            if budget.is_spent() {
                NextStep::default().await;
            }
        }
    }
}

/// Waits for the next poll.
#[derive(Default)]
struct NextStep {
    was_polled: bool,
}

impl Future for NextStep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.was_polled, true) { Poll::Ready(()) } else { Poll::Pending }
    }
}

/// Runs to the end of a search, through all pauses.
///
/// ```
/// use tsume::search::step_budget::complete;
///
/// assert_eq!(complete(async { 7 }), 7);
/// ```
pub fn complete<T>(search: impl Future<Output = T>) -> T {
    let mut search = pin!(search);
    loop {
        if let Poll::Ready(result) = search.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return result;
        }
    }
}
