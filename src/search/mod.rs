//! Proof-number search; knows only the engine contract.

pub mod look;
pub mod number;
pub mod table;
pub mod watch;

pub use watch::{Limits, Progress, StopReason, Watch};
