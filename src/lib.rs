//! Proves or refutes shogi mating problems, in standard shogi and in the large historical games.
//!
//! Modules are layers; each may use only what stands to its left, and `tests/architecture` holds
//! them to it:
//!
//! `rules ← position ← notation, referee ← movegen ← search ← soundness ← generator ← io ← cli`

pub mod cli;
pub mod generator;
pub mod io;
pub mod movegen;
pub mod notation;
pub mod position;
pub mod referee;
pub mod rules;
pub mod search;
pub mod soundness;
