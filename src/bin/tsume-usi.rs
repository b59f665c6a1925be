//! The USI engine for shogi programs, which start engines without arguments.

use std::process::ExitCode;

fn main() -> ExitCode {
    tsume::cli::usi::run()
}
