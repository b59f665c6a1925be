//! Signals: the first asks for an orderly end, the second ends the program at once. Limits of the system that would end it by a
//! signal become errors.

use signal_hook::consts::{SIGABRT, SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals as Arrivals;
use signal_hook::{flag, low_level};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use std::{io, thread};

/// The signals that ask for an end; each has 128 and its number as exit status.
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// What comes so soon after the first signal is no second one: `timeout` signals the program and then its whole group.
const ONE_WISH: Duration = Duration::from_millis(300);

/// Time from the first signal until what is decided is reported, whether or not the work has ended.
const GRACE: Duration = Duration::from_millis(600);

/// Time after [`GRACE`] in which results are written.
const WRITING: Duration = Duration::from_millis(300);

/// The same where writing has begun: a pipe may be slow, or nobody reads it.
const LONGEST_WRITING: Duration = Duration::from_secs(5);

/// Whether the program was asked to end, and how.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    stop: Arc<AtomicBool>,
    /// The next signal ends the program at once.
    last: Arc<AtomicBool>,
    /// Which signals came, in the order of [`SIGNALS`].
    came: [Arc<AtomicBool>; 3],
    /// Results are being written.
    writing: Arc<AtomicBool>,
    grace: Arc<OnceLock<Duration>>,
}

impl Signals {
    /// From now on SIGINT, SIGTERM or SIGHUP ends the program at once, with 128 and its number as exit status;
    /// until [`Signals::orderly`] is called. A SIGHUP that the program was started to ignore (`nohup`) stays ignored.
    ///
    /// A file that grows beyond its limit is an error of writing, no SIGXFSZ; and where memory runs out, after the message
    /// that says so, the exit status is 2.
    ///
    /// # Errors
    /// The system refuses the handlers.
    pub fn install() -> io::Result<Signals> {
        let signals = Signals::default();
        signals.last.store(true, Ordering::SeqCst);
        for (signal, came) in SIGNALS.into_iter().zip(&signals.came) {
            if signal == SIGHUP && ignores_hangups() {
                continue;
            }
            flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&signals.last))?;
            flag::register(signal, Arc::clone(came))?;
            flag::register(signal, Arc::clone(&signals.stop))?;
        }
        flag::register(SIGXFSZ, Arc::default())?;
        flag::register_conditional_shutdown(SIGABRT, 2, Arc::new(AtomicBool::new(true)))?;
        Ok(signals)
    }

    /// From now on the first signal only says that the program should end, and the second, some time later, ends it; so does
    /// the time, if the program takes too long to do so itself. Where that cannot be watched the first still ends it.
    pub fn orderly(&self) {
        self.orderly_within(GRACE);
    }

    /// The same with another time from the first signal until the program has to report what is decided.
    pub fn orderly_within(&self, grace: Duration) {
        let _ = self.grace.set(grace);
        let Ok(mut arrivals) = Arrivals::new(SIGNALS) else { return };
        let signals = self.clone();
        let wait = move || {
            if arrivals.forever().next().is_some() {
                thread::sleep(ONE_WISH);
                signals.last.store(true, Ordering::SeqCst);
                thread::sleep(grace.saturating_sub(ONE_WISH) + WRITING);
                if signals.writing.load(Ordering::SeqCst) {
                    thread::sleep(LONGEST_WRITING);
                }
                end_between_lines(signals.status().unwrap_or(1));
            }
        };
        if thread::Builder::new().name("signals".into()).spawn(wait).is_ok() {
            self.last.store(false, Ordering::SeqCst);
        }
    }

    /// Time from the first signal until the program has to report what is decided, whether or not the work has ended.
    pub fn grace(&self) -> Duration {
        self.grace.get().copied().unwrap_or(GRACE)
    }

    /// From now on results are written, for which there is more time.
    pub fn begin_writing(&self) {
        self.writing.store(true, Ordering::SeqCst);
    }

    /// Asks for an end as a signal would, but without one.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// True once the program should end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The exit status that the signal asks for: 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP.
    pub fn status(&self) -> Option<u8> {
        let mut came = SIGNALS.into_iter().zip(&self.came);
        came.find(|(_, came)| came.load(Ordering::SeqCst)).map(|(signal, _)| 128 + signal as u8)
    }
}

/// Ends the program, if it can be without breaking off a line that another thread is writing.
fn end_between_lines(status: u8) {
    let when_free = thread::Builder::new().spawn(move || {
        let _out = io::stdout().lock();
        low_level::exit(status.into());
    });
    if when_free.is_ok() {
        thread::sleep(WRITING);
    }
    low_level::exit(status.into());
}

/// True if the program was started with SIGHUP ignored.
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
