//! Ends the process, with a message, when one case takes too long: a deadlock would be silent.

use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a case may take beyond its own limit.
const PATIENCE: Duration = Duration::from_secs(if cfg!(miri) { 3600 } else { 120 });

type Current = Arc<Mutex<Option<(Instant, String)>>>;

/// Watches one case after the other.
pub struct Watchdog {
    current: Current,
    /// Open as long as it watches.
    leash: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// While it lives a case is watched. Names the case if it is dropped by a panic.
pub struct Case<'a>(&'a Watchdog);

impl Watchdog {
    /// Starts the thread that watches.
    pub fn new() -> Watchdog {
        let current = Current::default();
        let watched = Arc::clone(&current);
        let (leash, held) = channel();
        let thread = std::thread::spawn(move || {
            let pause = Duration::from_millis(200);
            while held.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let current = watched.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((end, name)) = &*current
                    && Instant::now() > *end
                {
                    say(&format!("takes over {} s longer than it may: {name}", PATIENCE.as_secs()));
                    std::process::abort();
                }
            }
        });
        Watchdog { current, leash: Some(leash), thread: Some(thread) }
    }

    /// A case begins that ends by itself after `limit`, as far as it has one.
    pub fn begin(&self, limit: Option<Duration>, name: String) -> Case<'_> {
        self.set(Some((Instant::now() + limit.unwrap_or_default() + PATIENCE, name)));
        Case(self)
    }

    fn set(&self, case: Option<(Instant, String)>) -> Option<(Instant, String)> {
        std::mem::replace(&mut self.current.lock().unwrap_or_else(PoisonError::into_inner), case)
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.leash = None;
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl Drop for Case<'_> {
    fn drop(&mut self) {
        let case = self.0.set(None);
        if let (true, Some((_, name))) = (std::thread::panicking(), case) {
            say(&format!("panicked: {name}"));
        }
    }
}

/// Straight to the standard error stream, which the test harness does not hold back.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "\n{text}");
}
