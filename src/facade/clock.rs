//! The clock of a call.

use std::time::{Duration, Instant};

/// Time since a call began. WebAssembly without imports has no clock: there it stays zero, so that
/// limits of time have no effect.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock(Option<Instant>);

impl Clock {
    /// Starts now.
    pub fn start() -> Clock {
        let has_clock = !cfg!(all(target_family = "wasm", target_os = "unknown"));
        Clock(has_clock.then(Instant::now))
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}
