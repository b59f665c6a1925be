//! All tests that call the library, in one program: each test program costs seconds to build.

mod architecture;
mod bitboard;
mod certificates;
mod features;
mod formats;
mod generator;
mod impossible;
mod judge;
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
mod stress;
mod support;
mod twins;
