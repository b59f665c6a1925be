//! All tests that call the library, in one program: each test program links the library and
//! instantiates its generic code again.
//!
//! | where | what | runs in |
//! | --- | --- | --- |
//! | `library` | this program: a module for each subject | `cargo test --release` |
//! | `program` | all tests that start `tsume` or `tsume-usi` | `cargo test --release` |
//! | `oracles/` | standard shogi against other programs' crates, a package | the gate |
//! | `library_user/` | a program that uses the façade alone, a package | the gate |
//! | `regressions/` | faults found once, of the library and of the programs | `library`, `program` |
//! | `data/`, `impossible/` | data with its sources; broken files | |
//! | `support/` | helpers that tests and benchmarks share | |
//! | `fuzz/` | fuzz targets, a package; `library` checks their seeds | `scripts/deep.sh` |
//! | `loom/` | a model of the transposition table, a package | `scripts/deep.sh` |
//!
//! Tests marked `ignored`, and more random positions than these programs compare, are in
//! `scripts/deep.sh` too.

mod architecture;
mod bitboard;
mod burning;
mod certificates;
mod cluster;
mod features;
mod formats;
mod fuzz_seeds;
mod game_facts;
mod generator;
mod impossible;
mod judge;
mod languages;
mod laws;
mod main_lines;
mod mates;
mod notation;
mod perft;
mod problem_files;
mod problems;
mod referee;
mod regressions;
mod search;
mod snapshot;
mod steps;
mod stress;
mod support;
mod twins;
mod web;
