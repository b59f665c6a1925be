//! Proof-number search; knows only the engine contract.

pub mod descend;
pub mod dominance;
pub mod estimate;
pub mod expand;
pub mod frame;
mod last_plies;
pub mod lean;
pub mod look;
pub mod number;
pub mod path;
pub mod table;
pub mod watch;
pub mod workers;

pub use watch::{Limits, Phase, Progress, StopReason, Watch};
