//! `tsume schema`: prints JSON schemas of input and output.

use super::bench::BenchReport;
use super::{Failure, Status, StdStreams};
use crate::io::results::puzzle::Puzzle;
use crate::io::results::schema;
use crate::messages::tr;

/// Arguments of `tsume schema`.
#[derive(Debug, clap::Args)]
#[command(about = tr!(help_schema), long_about = tr!(help_schema_long))]
pub struct Args {
    #[arg(value_enum, default_value_t = What::Problems, help = tr!(help_schema_what))]
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum What {
    #[value(help = tr!(help_what_problems))]
    Problems,
    #[value(help = tr!(help_what_results))]
    Results,
    #[value(help = tr!(help_what_puzzles))]
    Puzzles,
    #[value(help = tr!(help_what_bench))]
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
