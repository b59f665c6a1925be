//! Every test that starts `tsume` or `tsume-usi`, in one program.

mod bench;
mod cli;
mod support;
mod usi;
