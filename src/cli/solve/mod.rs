//! `tsume solve`: proves and refutes mates.

mod attempt;
mod checkpoint;
pub(super) mod expect;
mod report;
pub(super) mod requirements;
mod resume;
mod run;
mod states;
pub(super) mod text;

use super::batch::ResourceArgs;
use super::common::{self, NotationArg, OutputFormat};
use super::inputs::InputArgs;
use super::ranks::Ranks;
use super::run_options::RunOptions;
use super::shard::{self, Shard};
use super::{Failure, Status, StdStreams, nothing_to_read};
use crate::io::problems::Expectation;
use crate::io::terminal::signals::Signals;
use crate::judge::{CountRequest, CountingConvention};
use crate::messages::tr;
use crate::search::Limits;
use crate::solver;
use requirements::Requirements;
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `tsume solve`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = tr!(help_solve_examples),
    about = tr!(help_solve),
    long_about = tr!(help_solve_long)
)]
pub struct Args {
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    resources: ResourceArgs,
    #[arg(long, value_name = "S", value_parser = common::seconds, help = tr!(help_solve_time))]
    time: Option<Duration>,
    #[arg(long, value_name = "N", help = tr!(help_solve_nodes))]
    nodes: Option<u64>,
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..),
          help = tr!(help_solve_depth))]
    depth: Option<u16>,
    #[arg(long, help = tr!(help_solve_first))]
    first: bool,
    #[arg(long, alias = "futile", value_enum, default_value_t = Count::Both, value_name = "COUNT",
          help = tr!(help_solve_count))]
    count: Count,
    #[arg(long, value_name = "DIR", help = tr!(help_solve_certificate))]
    certificate: Option<PathBuf>,
    #[arg(long, value_enum, default_value_t = Certify::Verdict, value_name = "WHAT",
          help = tr!(help_solve_certify))]
    certify: Certify,
    #[arg(long, value_enum, default_value_t = OutputFormat::Text, help = tr!(help_format))]
    format: OutputFormat,
    #[arg(long, help = tr!(help_solve_stable))]
    stable: bool,
    #[arg(long, short, help = tr!(help_quiet))]
    quiet: bool,
    #[arg(long, value_enum, value_name = "NOTATION", help = tr!(help_notation))]
    notation: Option<NotationArg>,
    #[arg(long, short, help = tr!(help_verbose))]
    verbose: bool,
    #[arg(long, value_name = "I/N|auto", help = tr!(help_shard))]
    shard: Option<String>,
    #[arg(long, value_name = "FILE", help = tr!(help_solve_resume))]
    resume: Option<PathBuf>,
    #[command(flatten)]
    keep: checkpoint::CheckpointArgs,
    /// Other processes that take part.
    #[arg(skip)]
    pub(super) ranks: Ranks,
}

/// Statements that need a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Certify {
    #[value(help = tr!(help_certify_verdict))]
    Verdict,
    #[value(help = tr!(help_certify_length))]
    Length,
    #[value(help = tr!(help_certify_none))]
    None,
}

/// Interpositions that count for the length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Count {
    #[value(alias = "transparent", help = tr!(help_solve_count_composers))]
    Composers,
    #[value(alias = "none", help = tr!(help_count_every))]
    Every,
    #[value(help = tr!(help_solve_count_both))]
    Both,
}

impl From<Count> for CountRequest {
    fn from(count: Count) -> CountRequest {
        match count {
            Count::Composers => CountRequest::Composers,
            Count::Every => CountRequest::Every,
            Count::Both => CountRequest::Both,
        }
    }
}

impl From<Certify> for solver::Certify {
    fn from(certify: Certify) -> solver::Certify {
        match certify {
            Certify::Verdict => solver::Certify::Verdict,
            Certify::Length => solver::Certify::Length,
            Certify::None => solver::Certify::None,
        }
    }
}

impl Args {
    /// Solver configuration for `threads` threads and `hash` bytes. `within` is the length up to
    /// which the file expects no mate.
    fn config(&self, threads: usize, hash: usize, within: Option<u16>) -> solver::SolverConfig {
        solver::SolverConfig {
            threads,
            hash,
            limits: Limits { nodes: self.nodes, time: self.time, depth: self.depth },
            shortest: !self.first,
            main_line: true,
            within,
            certify: self.certify.into(),
        }
    }

    fn requirements(&self) -> Requirements {
        Requirements {
            shortest: !self.first,
            composers: self.count == Count::Composers,
            certify: self.certify.into(),
        }
    }

    /// The lengths to find for a problem of which the file expects this.
    fn count_request(&self, expect: &Expectation) -> CountRequest {
        match expect.count {
            Some(CountingConvention::Composers) if expect.plies.is_some() => {
                CountRequest::Composers
            }
            _ => self.count.into(),
        }
    }

    /// The part of the set to solve, and a remark: which part the job array selects, or that each
    /// task of the job array solves all problems.
    fn shard(&self) -> Result<(Option<Shard>, Option<String>), Failure> {
        let (shard, remark) = shard::of_argument(self.shard.as_deref())?;
        Ok((shard, remark.filter(|_| shard.is_some() || !self.keep.is_asked())))
    }

    /// Options that shape the results.
    fn run_options(&self) -> RunOptions {
        let options = self.resources.record(self.inputs.record(RunOptions::of("solve")));
        options
            .value("time", self.time.map(|time| time.as_secs_f64()))
            .value("nodes", self.nodes)
            .value("depth", self.depth)
            .flag("first", self.first)
            .choice("count", Some(self.count), Some(Count::Both))
            .choice("certify", Some(self.certify), Some(Certify::Verdict))
    }
}

pub fn run(args: &Args, signals: &Signals, streams: &mut StdStreams) -> Result<Status, Failure> {
    if args.inputs.is_empty() {
        return Ok(nothing_to_read("solve", streams));
    }
    run::run(args, signals, streams)
}
