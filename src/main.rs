//! The command-line program; all code is in [`tsume::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    tsume::cli::run(std::env::args_os())
}
