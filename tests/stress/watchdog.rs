//! Aborts the process, with a message, when one case takes too long: a deadlock would be silent.

use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Time that a case may take beyond its own limit.
const MAX_OVERTIME: Duration = Duration::from_secs(if cfg!(miri) { 3600 } else { 120 });

type Current = Arc<Mutex<Option<(Instant, String)>>>;

/// Watches one case after another.
pub struct Watchdog {
    current: Current,
    /// Open while the thread watches; closing it ends the thread.
    stop_channel: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Guard of a watched case. Dropped by a panic, it prints the name of the case.
pub struct Case<'a>(&'a Watchdog);

impl Watchdog {
    /// Starts the watching thread.
    pub fn new() -> Watchdog {
        let current = Current::default();
        let watched = Arc::clone(&current);
        let (stop_channel, closed) = channel();
        let thread = std::thread::spawn(move || {
            let pause = Duration::from_millis(200);
            while closed.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let current = watched.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((end, name)) = &*current
                    && Instant::now() > *end
                {
                    print_error(&format!(
                        "exceeds its limit by over {} s: {name}",
                        MAX_OVERTIME.as_secs()
                    ));
                    std::process::abort();
                }
            }
        });
        Watchdog { current, stop_channel: Some(stop_channel), thread: Some(thread) }
    }

    /// Watches a case that has a time limit of its own, or none.
    pub fn begin(&self, limit: Option<Duration>, name: String) -> Case<'_> {
        self.set(Some((Instant::now() + limit.unwrap_or_default() + MAX_OVERTIME, name)));
        Case(self)
    }

    fn set(&self, case: Option<(Instant, String)>) -> Option<(Instant, String)> {
        std::mem::replace(&mut self.current.lock().unwrap_or_else(PoisonError::into_inner), case)
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.stop_channel = None;
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl Drop for Case<'_> {
    fn drop(&mut self) {
        let case = self.0.set(None);
        if let (true, Some((_, name))) = (std::thread::panicking(), case) {
            print_error(&format!("panicked: {name}"));
        }
    }
}

/// Prints to the standard error stream directly; the test harness captures `eprintln!`.
fn print_error(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "\n{text}");
}
