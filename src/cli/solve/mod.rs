//! `tsume solve`: proves and refutes mates.

mod attempt;
mod checkpoint;
pub(super) mod expect;
mod report;
pub(super) mod requirements;
mod resume;
mod run;
mod shard;
mod states;
pub(super) mod text;

use super::batch::ResourceArgs;
use super::common::{self, OutputFormat};
use super::inputs::InputArgs;
use super::{Failure, Status, StdStreams, nothing_to_read};
use crate::io::problems::Expectation;
use crate::io::terminal::signals::Signals;
use crate::judge::{CountRequest, CountingConvention};
use crate::search::Limits;
use crate::solver;
use requirements::Requirements;
use shard::Shard;
use std::path::PathBuf;
use std::time::Duration;

/// Prove or refute mating problems
///
/// Reads problem files (YAML or SFEN lists), folders with such files, `-` for standard input, and
/// positions given with --sfen. Prints results to standard output in input order. Prints a verdict
/// only after the independent checker has replayed its certificate; otherwise the result is
/// unknown, and says what the search found.
///
/// Exit status, the first that applies: 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP; 2
/// the command line or an input is wrong; 1 a result contradicts what a file expects; 3 a problem
/// stayed undecided or unchecked; 0 otherwise.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  tsume solve --sfen \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"\n  tsume solve problems/tour.yaml --time 10\n  tsume solve set.yaml --format json --shard 2/8 > part-2.jsonl"
)]
pub struct Args {
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    resources: ResourceArgs,
    /// Seconds for each problem; certifying the result may take half as long again, or two seconds
    /// [default: no limit]
    #[arg(long, value_name = "S", value_parser = common::seconds)]
    time: Option<Duration>,
    /// Positions to visit for each problem, accurate to about a thousand for each thread [default:
    /// no limit]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Longest mate to search for [default: no limit]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Stop at the first proof; do not search for the shortest mate
    #[arg(long)]
    first: bool,
    /// Which interpositions count for the length. The proof and its certificate are about `every`;
    /// the composers' length rests on the search
    #[arg(long, alias = "futile", value_enum, default_value_t = Count::Both, value_name = "COUNT")]
    count: Count,
    /// Write certificates into this folder
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
    /// Statements that need a certificate
    #[arg(long, value_enum, default_value_t = Certify::Verdict, value_name = "WHAT")]
    certify: Certify,
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
    /// Omit everything that may differ between runs: lines, nodes, times, certificates, and pieces
    /// left in hand unless proved
    #[arg(long)]
    stable: bool,
    /// Print no progress and no summary on standard error
    #[arg(long, short)]
    quiet: bool,
    /// Show boards, titles and moves in Hodges' notation
    #[arg(long, short)]
    verbose: bool,
    /// Solve only every N-th problem, from the I-th on. `auto` takes the part of this task in a job
    /// array (Slurm, Grid Engine, LSF, AWS Batch, Cloud Run); write `auto/N` if the scheduler does
    /// not tell the number of tasks (Kubernetes)
    #[arg(long, value_name = "I/N|auto")]
    shard: Option<String>,
    /// Take decided results from the JSON lines of an earlier run, and mark them with `from`. The
    /// program checks key, line, and parity of the length, trusts the rest, and solves a problem
    /// again if its result fails a check
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    keep: checkpoint::CheckpointArgs,
}

/// Statements that need a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Certify {
    /// The verdict
    Verdict,
    /// The verdict, and that there is no shorter mate; implied by --restore
    Length,
    /// None; results are marked as not certified
    None,
}

/// Interpositions that count for the length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Count {
    /// As composers count: an interposition is futile if capturing it, with the piece given back,
    /// gains the defender nothing. Leaves it undecided if the limits do not suffice
    #[value(alias = "transparent")]
    Composers,
    /// Every interposition counts
    #[value(alias = "none")]
    Every,
    /// Every interposition counts; also the composers' length, if 200,000 positions suffice
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
        let variable = |name: &str| std::env::var(name).ok();
        match &self.shard {
            Some(text) if text == "auto" || text.starts_with("auto/") => {
                let (shard, named) = shard::of_environment(text, variable)?;
                let remark = format!("tsume: solves part {shard} of the problems, because {named}");
                Ok((Some(shard), Some(remark)))
            }
            Some(text) => Ok((Some(Shard::parse(text)?), None)),
            None => Ok((
                None,
                shard::task(variable).filter(|_| !self.keep.is_asked()).map(|(name, task)| {
                    format!(
                        "tsume: each task of the job array ({name}={task}) solves all problems; \
                         --shard auto takes a part"
                    )
                }),
            )),
        }
    }
}

pub fn run(args: &Args, signals: &Signals, streams: &mut StdStreams) -> Result<Status, Failure> {
    if args.inputs.is_empty() {
        return Ok(nothing_to_read("solve", streams));
    }
    run::run(args, signals, streams)
}
