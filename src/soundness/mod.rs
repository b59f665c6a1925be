//! May a verdict be believed, and is the problem good?

pub mod certificate;
mod certificate_game;
pub mod certificate_text;
pub mod checker;
mod extract;
pub mod fix;
pub mod judge;
mod leftover;
pub mod line;
mod node_index;
mod proved;
pub mod solve;
mod team;
mod tighten;

pub use solve::{Certify, Config, Refused, Solution, Unchecked, Verdict};
pub use team::Crew;
