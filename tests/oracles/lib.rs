//! Standard shogi as independent programs know it: their crates answer the same questions, and the answers
//! must be ours. A package of its own, so that their dependencies do not burden the package's own tests:
//! `cargo test --release -p oracles`.
//!
//! `TSUME_ORACLES=n` compares n times as many positions.

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

/// Positions to compare where each run compares `count`.
fn positions(count: usize) -> usize {
    count * std::env::var("TSUME_ORACLES").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}
