//! Every test that starts `tsume` or `tsume-usi`, in one program.

mod bench;
mod cli;
mod snapshot;
mod support;
mod usi;
