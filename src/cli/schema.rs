//! `tsume schema`: JSON schemas of what is read and written.

use super::bench::BenchReport;
use super::{Failure, Status, StdStreams};
use crate::io::results::schema;

/// Print the JSON schema of problem files, by which editors complete and check them, or of what is printed
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Of what
    #[arg(value_enum, default_value_t = What::Problems)]
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// Problem files (YAML)
    Problems,
    /// The lines of `tsume solve` and `tsume analyze` with `--format json`
    Results,
    /// The object of `tsume bench --format json`
    Bench,
}

pub fn run(args: &Args, streams: &mut StdStreams) -> Result<Status, Failure> {
    let schema = match args.what {
        What::Problems => schema::problems(),
        What::Results => schema::results(),
        What::Bench => schema::of_output::<BenchReport>(),
    };
    streams.print(&format!("{schema:#}\n"))?;
    Ok(Status::default())
}
