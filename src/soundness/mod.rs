//! May a verdict be believed, and is the problem good?

pub mod certificate;
mod certificate_game;
pub mod certificate_text;
pub mod checker;
mod extract;
pub mod fix;
pub mod judge;
mod leftover;
mod line;
mod node_index;
pub mod solve;
mod team;

pub use solve::{Certify, Config, Solution, Verdict};
pub use team::Crew;
