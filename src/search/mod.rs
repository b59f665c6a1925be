//! Proof-number search; knows only the engine contract.

pub mod watch;

pub use watch::{Limits, Progress, StopReason, Watch};
