//! Events that a cluster reports to its user.

use std::sync::Arc;

/// Receives the events of a cluster.
pub(super) type EventListener<'a> = Arc<dyn Fn(&ClusterEvent) + Send + Sync + 'a>;

/// Something that the user should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClusterEvent {
    /// A worker has not reported in time. Its job goes to another.
    Lost {
        /// Number of the worker.
        worker: usize,
    },
    /// A worker that counted as lost has reported.
    Back {
        /// Number of the worker.
        worker: usize,
    },
    /// The checker has rejected a certificate of a worker, or a message of the worker is
    /// unreadable. It gets no more jobs.
    Distrusted {
        /// Number of the worker.
        worker: usize,
        /// The checker's reason.
        reason: String,
    },
    /// The results of the workers do not yield a certificate that the checker accepts. The search
    /// starts again with [`Evidence::Each`](super::message::Evidence::Each).
    StartedAgain,
}
