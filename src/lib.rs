//! Proves or refutes shogi mating problems, in standard shogi and in the large historical games.
//!
//! Modules are layers; each may use only what stands to its left, and `tests/architecture` holds
//! them to it:
//!
//! `text ← rules ← position ← notation, referee ← proof ← movegen ← search ← solver ← judge ← generator ← io ← cli`

pub mod cli;
pub mod generator;
pub mod io;
pub mod judge;
pub mod movegen;
pub mod notation;
pub mod position;
pub mod proof;
pub mod referee;
pub mod rules;
pub mod search;
pub mod solver;
pub mod text;
