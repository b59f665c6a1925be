//! Signals: the first one asks for an orderly end, the second one ends the program at once.
//! Resource limits of the system become errors instead of signals.

use crate::io::files::atomic_file::remove_unfinished;
use signal_hook::consts::{SIGABRT, SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals as Arrivals;
use signal_hook::{flag, low_level};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use std::{io, thread};

/// Signals that ask for an end; the exit status is 128 plus the number of the signal.
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// Time after the first signal in which further signals are ignored: `timeout` signals the program
/// and then its process group.
const REPEATED_SIGNAL_TIME: Duration = Duration::from_millis(300);

/// Time from the first signal to the report of all results, whether or not the work has ended.
const DEFAULT_GRACE_TIME: Duration = Duration::from_millis(600);

/// Time after [`DEFAULT_GRACE_TIME`] for writing results.
const WRITING_TIME: Duration = Duration::from_millis(300);

/// Time for writing results once writing has started: the reader of a pipe may be slow, or absent.
const MAX_WRITING_TIME: Duration = Duration::from_secs(5);

/// Time between two looks for a second signal.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// State of the signals.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    stop: Arc<AtomicBool>,
    /// True if the next signal ends the program in its handler, because no thread watches.
    unwatched: Arc<AtomicBool>,
    /// Signals that arrived, in the order of [`SIGNALS`].
    came: [Arc<AtomicBool>; 3],
    /// True while results are written.
    writing: Arc<AtomicBool>,
    /// Set once the first signal only asks for an end.
    grace: Arc<OnceLock<Duration>>,
}

impl Signals {
    /// Installs handlers, and starts a thread that watches. Until [`Signals::orderly`] is called,
    /// SIGINT, SIGTERM and SIGHUP end the program at once, without its unfinished files, with 128
    /// plus the number of the signal as exit status. A SIGHUP that was ignored at the start
    /// (`nohup`) stays ignored.
    ///
    /// A file that exceeds its size limit is a write error instead of SIGXFSZ. If memory runs out,
    /// the exit status after the message is 2.
    ///
    /// # Errors
    /// The system rejects the handlers.
    pub fn install() -> io::Result<Signals> {
        let signals = Signals::default();
        let kept = |signal: &i32| *signal != SIGHUP || !ignores_hangups();
        let watched: Vec<i32> = SIGNALS.into_iter().filter(kept).collect();
        signals.unwatched.store(true, Ordering::SeqCst);
        for (signal, came) in SIGNALS.into_iter().zip(&signals.came) {
            if !watched.contains(&signal) {
                continue;
            }
            let unwatched = Arc::clone(&signals.unwatched);
            flag::register_conditional_shutdown(signal, 128 + signal, unwatched)?;
            flag::register(signal, Arc::clone(came))?;
            flag::register(signal, Arc::clone(&signals.stop))?;
        }
        flag::register(SIGXFSZ, Arc::default())?;
        flag::register_conditional_shutdown(SIGABRT, 2, Arc::new(AtomicBool::new(true)))?;
        if let Ok(arrivals) = Arrivals::new(watched) {
            let watcher = signals.clone();
            let watch = move || watcher.watch(arrivals);
            if thread::Builder::new().name("signals".into()).spawn(watch).is_ok() {
                signals.unwatched.store(false, Ordering::SeqCst);
            }
        }
        Ok(signals)
    }

    /// From now on the first signal only asks the program to end. The second one, some time later,
    /// ends it, and so does the end of the grace period. If no thread can watch the time, the first
    /// signal ends the program.
    pub fn orderly(&self) {
        self.orderly_within(DEFAULT_GRACE_TIME);
    }

    /// Like [`Signals::orderly`], with another grace period.
    pub fn orderly_within(&self, grace: Duration) {
        let _ = self.grace.set(grace);
    }

    /// Waits for the first signal, and ends the program: at once, or after the grace period.
    fn watch(&self, mut arrivals: Arrivals) {
        if arrivals.forever().next().is_none() {
            return;
        }
        if let Some(grace) = self.grace.get() {
            thread::sleep(REPEATED_SIGNAL_TIME);
            // These belong to the first signal.
            arrivals.pending().for_each(drop);
            let rest = grace.saturating_sub(REPEATED_SIGNAL_TIME) + WRITING_TIME;
            let second = wait_for_second(&mut arrivals, rest)
                || self.writing.load(Ordering::SeqCst)
                    && wait_for_second(&mut arrivals, MAX_WRITING_TIME);
            if second {
                remove_unfinished();
                low_level::exit(self.status().unwrap_or(1).into());
            }
        }
        end_between_lines(self.status().unwrap_or(1));
    }

    /// Time from the first signal to the report of all results, whether or not the work has ended.
    pub fn grace(&self) -> Duration {
        self.grace.get().copied().unwrap_or(DEFAULT_GRACE_TIME)
    }

    /// Starts the writing of results, for which there is more time.
    pub fn begin_writing(&self) {
        self.writing.store(true, Ordering::SeqCst);
    }

    /// Asks for an end without a signal.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// True once the program should end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Exit status after a signal: 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP.
    pub fn status(&self) -> Option<u8> {
        let mut came = SIGNALS.into_iter().zip(&self.came);
        came.find(|(_, came)| came.load(Ordering::SeqCst)).map(|(signal, _)| 128 + signal as u8)
    }
}

/// True if another signal comes within this time.
fn wait_for_second(arrivals: &mut Arrivals, time: Duration) -> bool {
    let start = Instant::now();
    loop {
        if arrivals.pending().next().is_some() {
            return true;
        }
        if start.elapsed() >= time {
            return false;
        }
        thread::sleep(POLL_INTERVAL.min(time));
    }
}

/// Removes unfinished files and ends the program, if possible not within a line that another
/// thread is writing.
fn end_between_lines(status: u8) {
    remove_unfinished();
    let when_free = thread::Builder::new().spawn(move || {
        let _out = io::stdout().lock();
        low_level::exit(status.into());
    });
    if when_free.is_ok() {
        thread::sleep(WRITING_TIME);
    }
    low_level::exit(status.into());
}

/// True if SIGHUP was ignored at the start of the program.
fn ignores_hangups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask >> (SIGHUP - 1) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_to_stop_is_no_signal() {
        let signals = Signals::default();
        assert!(!signals.stopped());
        signals.stop();
        assert!(signals.clone().stopped());
        assert_eq!(signals.status(), None);
    }
}
