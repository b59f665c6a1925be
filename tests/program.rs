//! All tests that start `tsume` or `tsume-usi`, in one program.

mod bench;
mod cli;
#[path = "regressions/program.rs"]
mod regressions;
mod snapshot;
mod support;
mod usi;
