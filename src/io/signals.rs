//! Interrupts: the first asks for an orderly end, the second ends the program at once.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals as Arrivals;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// What comes so soon after the first signal is no second one: `timeout` signals the program and then its whole group.
const ONE_WISH: Duration = Duration::from_millis(300);

/// Whether the program was asked to end, and how.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    stop: Arc<AtomicBool>,
    /// The next signal ends the program at once.
    last: Arc<AtomicBool>,
    /// Which signals came, in the order of [`SIGNALS`].
    came: [Arc<AtomicBool>; 2],
}

impl Signals {
    /// From now on SIGINT or SIGTERM ends the program at once, with 128 and its number as exit status;
    /// until [`Signals::orderly`] is called.
    ///
    /// # Errors
    /// The system refuses the handlers.
    pub fn install() -> io::Result<Signals> {
        let signals = Signals::default();
        signals.last.store(true, Ordering::SeqCst);
        for (signal, came) in SIGNALS.into_iter().zip(&signals.came) {
            flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&signals.last))?;
            flag::register(signal, Arc::clone(came))?;
            flag::register(signal, Arc::clone(&signals.stop))?;
        }
        Ok(signals)
    }

    /// From now on the first signal only says that the program should end, and the second, some time later, ends it.
    /// Where that cannot be told apart the first still ends it.
    pub fn orderly(&self) {
        let Ok(mut arrivals) = Arrivals::new(SIGNALS) else { return };
        let last = Arc::clone(&self.last);
        let wait = move || {
            if arrivals.forever().next().is_some() {
                thread::sleep(ONE_WISH);
                last.store(true, Ordering::SeqCst);
            }
        };
        if thread::Builder::new().name("signals".into()).spawn(wait).is_ok() {
            self.last.store(false, Ordering::SeqCst);
        }
    }

    /// Asks for an end as a signal would, but without one.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// True once the program should end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The exit status that the signal asks for: 130 after SIGINT, 143 after SIGTERM.
    pub fn status(&self) -> Option<u8> {
        let mut came = SIGNALS.into_iter().zip(&self.came);
        came.find(|(_, came)| came.load(Ordering::SeqCst)).map(|(signal, _)| 128 + signal as u8)
    }
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
