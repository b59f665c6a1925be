//! `tsume schema`: prints JSON schemas of input and output.

use super::bench::BenchReport;
use super::{Failure, Status, StdStreams};
use crate::io::results::puzzle::Puzzle;
use crate::io::results::schema;

/// Print the JSON schema of problem files or of an output format
///
/// Editors use the schema of problem files to complete and check them.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Format to describe
    #[arg(value_enum, default_value_t = What::Problems)]
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// Problem files (YAML)
    Problems,
    /// JSON lines of `tsume solve` and `tsume analyze` with `--format json`
    Results,
    /// JSON lines of `tsume show --format json`
    Puzzles,
    /// JSON object of `tsume bench --format json`
    Bench,
}

pub fn run(args: &Args, streams: &mut StdStreams) -> Result<Status, Failure> {
    let schema = match args.what {
        What::Problems => schema::problems(),
        What::Results => schema::results(),
        What::Puzzles => schema::of_output::<Puzzle>(),
        What::Bench => schema::of_output::<BenchReport>(),
    };
    streams.print(&format!("{schema:#}\n"))?;
    Ok(Status::default())
}
