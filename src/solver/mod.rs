//! From a problem to a certified verdict: limits, shortest length, main line, extraction of the proof.

pub(crate) mod extract;
mod leftover;
pub mod line;
mod proved;
pub mod solve;
pub(crate) mod team;
mod tighten;

pub use solve::{Certify, Config, Refused, Solution, Unchecked, Verdict};
pub use team::Crew;
