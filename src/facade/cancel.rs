//! Cancellation from another thread, and the clock of one call.

use super::clock::Clock;
use crate::search::{Progress, SearchObserver};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A flag that ends a running call from another thread.
///
/// Clones share one flag. A cancelled call returns what it has proved by then; a search reports
/// [`StopReason::Interrupt`](crate::StopReason::Interrupt). Cancelling before the call has begun ends
/// it as soon as it begins. The flag stays set: use a new token for the next call.
///
/// # Examples
/// ```
/// let cancel = tsume::CancelToken::new();
/// let for_the_other_thread = cancel.clone();
/// std::thread::spawn(move || for_the_other_thread.cancel()).join().unwrap();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that is not cancelled.
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// Ends every call that holds a clone of this token.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`cancel`](CancelToken::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Called with the progress of a search, every few thousand nodes, from one of its threads.
pub(super) type ProgressListener = Box<dyn Fn(&Progress) + Send + Sync>;

/// What one call looks at: its clock, its token, its listener.
pub(super) struct Session<'a> {
    pub start: Clock,
    pub cancel: &'a CancelToken,
    pub listener: Option<&'a ProgressListener>,
}

impl SearchObserver for Session<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.cancel.is_cancelled()
    }

    fn on_progress(&self, progress: &Progress) {
        if let Some(listener) = self.listener {
            listener(progress);
        }
    }
}
