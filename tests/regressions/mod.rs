//! Faults that were found once, by use, by fuzzing or by random comparison: one test for each, with its
//! story in two lines. Faults of the programs are in `program.rs`.
//!
//! A fault that an existing test could have found needs no test here: extend that one.

mod mates;
pub mod user_games;
