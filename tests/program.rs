//! All tests that start `tsume` or `tsume-usi`, in one program.

mod bench;
mod cli;
mod snapshot;
mod support;
mod usi;
