//! `tsume solve`: the main job.

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
use crate::io::terminal::signals::Signals;
use crate::search::Limits;
use crate::solver;
use requirements::Requirements;
use shard::Shard;
use std::path::PathBuf;
use std::time::Duration;

/// Prove or refute mating problems
///
/// Reads problem files (YAML or SFEN lists), folders with such files, `-` for standard input, and positions
/// given with --sfen. Results go to standard output in input order. A verdict is printed when the
/// independent checker has replayed its certificate; else the result is unknown, and says what the search believes.
///
/// Exit status, the first that applies: 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP; 2 the command line or an input is
/// wrong; 1 something disagrees with what a file expects; 3 something asked for stayed undecided or
/// unchecked; 0 otherwise.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  tsume solve --sfen \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"\n  tsume solve problems/tour.yaml --time 10\n  tsume solve set.yaml --format json --shard 2/8 > part-2.jsonl"
)]
pub struct Args {
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    resources: ResourceArgs,
    /// Seconds for each problem; what is then known may take half as long again, or two seconds, to be certified [default: no limit]
    #[arg(long, value_name = "S", value_parser = common::seconds)]
    time: Option<Duration>,
    /// Positions to be visited for each problem, give or take a thousand a thread [default: no limit]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// The longest mate that is looked for [default: no limit]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Stop at the first proof, without looking for the shortest mate
    #[arg(long)]
    first: bool,
    /// Write certificates into this folder
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
    /// What must be backed by a certificate
    #[arg(long, value_enum, default_value_t = Certify::Verdict, value_name = "WHAT")]
    certify: Certify,
    /// How results are written
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
    /// Leave out what may differ between runs: lines, nodes, times, certificates, pieces left in hand unless proved
    #[arg(long)]
    stable: bool,
    /// No progress and no summary on standard error
    #[arg(long, short)]
    quiet: bool,
    /// Show boards, titles and moves in Hodges' notation
    #[arg(long, short)]
    verbose: bool,
    /// Only every n-th problem, from the i-th on; `auto` in a task of a job array (Slurm, Grid Engine, LSF, AWS Batch,
    /// Cloud Run), `auto/N` where it does not say how many tasks there are (Kubernetes)
    #[arg(long, value_name = "I/N|auto")]
    shard: Option<String>,
    /// Take what is decided from the JSON lines of an earlier run, on trust: such results are marked `from`. Key, parity of the
    /// length and line are checked, and what cannot be true is solved again
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    keep: checkpoint::CheckpointArgs,
}

/// What must be backed by a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Certify {
    /// The verdict
    Verdict,
    /// The verdict, and that no shorter mate exists; also done where --restore is given
    Length,
    /// Nothing: results are marked as not certified
    None,
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
    /// How a problem is solved with so many threads and bytes.
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
        Requirements { shortest: !self.first, certify: self.certify.into() }
    }

    /// The part that was asked for, and what is to be said of it: which one the job array means, or that every
    /// task of one solves everything.
    fn shard(&self) -> Result<(Option<Shard>, Option<String>), Failure> {
        let variable = |name: &str| std::env::var(name).ok();
        match &self.shard {
            Some(text) if text == "auto" || text.starts_with("auto/") => {
                let (shard, named) = shard::of_environment(text, variable)?;
                let remark = format!("tsume: part {shard} of the problems, as {named} says");
                Ok((Some(shard), Some(remark)))
            }
            Some(text) => Ok((Some(Shard::parse(text)?), None)),
            None => Ok((
                None,
                shard::task(variable).filter(|_| !self.keep.is_asked()).map(|(name, task)| {
                    format!(
                        "tsume: all problems are tried, in every task of the job array ({name}={task}); \
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
