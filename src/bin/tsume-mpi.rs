//! The program for many processes over MPI; all code is in [`tsume::cli::mpi`].

use std::process::ExitCode;

fn main() -> ExitCode {
    tsume::cli::mpi::run(std::env::args_os())
}
