//! Standard shogi in independent programs: their crates answer the same questions, and the answers
//! must be equal.
//!
//! A package of its own, so that those crates do not burden the build of the other tests: `cargo
//! test --release -p oracles`. `TSUME_ORACLES=n` multiplies the number of random positions by `n`.

#![cfg(test)]

mod bitboard;
mod japanese;
mod mailbox;
mod records;

#[path = "../notation/made_positions.rs"]
mod made_positions;
#[path = "../formats/made_records.rs"]
mod made_records;
#[path = "../support/mod.rs"]
mod support;

/// Number of positions, for a default of `count`.
fn positions(count: usize) -> usize {
    count * std::env::var("TSUME_ORACLES").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}
