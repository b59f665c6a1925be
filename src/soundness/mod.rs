//! May a verdict be believed, and is the problem good?

pub mod certificate;
pub mod solve;

pub use solve::{Certify, Config, Solution, Verdict};
