//! The command line program; everything is in [`tsume::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    tsume::cli::run(std::env::args_os())
}
