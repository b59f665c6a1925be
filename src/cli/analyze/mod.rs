//! `tsume analyze`: is a problem sound, and why not?

mod exports;
mod run;
mod text;

use super::batch::{ResourceArgs, ResourceBudget};
use super::common::{self, OutputFormat};
use super::inputs::InputArgs;
use super::{Failure, Status, StdStreams, nothing_to_read};
use crate::io::terminal::signals::Signals;
use crate::judge;
use crate::search::Limits;
use std::path::PathBuf;
use std::time::Duration;

/// Judge the soundness of problems
///
/// Finds the exact length, all main lines, cooks, leftovers, duals and pieces that are not needed, says which
/// second solutions had to be tolerated, and classes each problem as complete, completely limited, flawed
/// or unknown. Every finding has a line that shows it. A limit that is exhausted leaves open what it was
/// spent on: that is unknown, and never counts as a pass.
///
/// Exit status, the first that applies: 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP; 2 the command line or an input is
/// wrong; 1 something disagrees with what a file expects; 3 something asked for stayed undecided; 0
/// otherwise, also for flawed problems.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  tsume analyze problems/shogi/small.yaml\n  tsume analyze my.kif --fix --html solution.html"
)]
pub struct Args {
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    resources: ResourceArgs,
    /// Seconds for each problem, all questions together
    #[arg(long, value_name = "S", value_parser = common::seconds, default_value = "60")]
    time: Duration,
    /// Positions to be visited for each problem [default: no limit]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// The longest mate that is looked for, also of cooks [default: no limit]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// By which convention about futile interpositions class and flaws are told; length and class are
    /// given by all of them
    #[arg(long, value_enum, default_value_t = Futile::None, value_name = "MODE")]
    futile: Futile,
    /// What is tolerated: last_move, promotion, drop_distance, detour, mirror; or none [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    tolerate: Option<Vec<String>>,
    /// Look only for cooks that are at most this much longer than the main line [default: any length]
    #[arg(long, value_name = "PLIES")]
    longer: Option<u16>,
    /// Report choices of the attacker off the main line
    #[arg(long)]
    side_duals: bool,
    /// Show the solution with its variations: the other defences with their lengths, cooks, what is
    /// tolerated; so many levels deep [default with --html and --kif: 1]
    #[arg(long, value_name = "LEVELS", num_args = 0..=1, default_missing_value = "1",
          require_equals = true, value_parser = clap::value_parser!(u16).range(1..=9))]
    tree: Option<u16>,
    /// Write a page on which the solutions can be played through; it needs no network and no font
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the solution with its variations as KIF: a name that ends in .kif or .kifu, or a folder for
    /// several problems
    #[arg(long, value_name = "FILE|DIR/")]
    kif: Option<PathBuf>,
    /// Propose the smallest edits, at most two, that make a flawed or decorated problem sound while its main line
    /// stays; so many proposals [default: 3]. The limits hold for the analysis and again for this
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "3",
          require_equals = true, value_parser = clap::value_parser!(u16).range(1..=100))]
    fix: Option<u16>,
    /// Do not ask which pieces are needed
    #[arg(long)]
    no_decoration: bool,
    /// Back cooks and refutations by certificates, written into this folder
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
    /// How results are written
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
    /// Leave out what may differ between runs: lines, nodes, times
    #[arg(long)]
    stable: bool,
    /// No progress and no summary on standard error
    #[arg(long, short)]
    quiet: bool,
    /// Show boards, titles and moves in Hodges' notation
    #[arg(long, short)]
    verbose: bool,
}

/// How futile interpositions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Futile {
    /// Every interposition counts
    None,
    /// A drop is futile if whatever is dropped on the square is captured at once with mate
    Immediate,
    /// An interposition is futile if capturing it, with the piece given back, gains the defender nothing
    Transparent,
}

impl From<Futile> for judge::FutileConvention {
    fn from(futile: Futile) -> judge::FutileConvention {
        match futile {
            Futile::None => judge::FutileConvention::None,
            Futile::Immediate => judge::FutileConvention::Immediate,
            Futile::Transparent => judge::FutileConvention::Transparent,
        }
    }
}

impl Args {
    /// Levels of variations to be written down.
    fn levels(&self) -> u16 {
        let written = self.html.is_some() || self.kif.is_some();
        self.tree.unwrap_or(u16::from(written))
    }

    fn tolerate(&self) -> Result<Vec<judge::Tolerance>, Failure> {
        let Some(names) = &self.tolerate else { return Ok(judge::Tolerance::ALL.to_vec()) };
        let names = names.iter().map(|name| name.trim()).filter(|name| *name != "none");
        names
            .map(|name| {
                let parsed = name.parse::<judge::Tolerance>();
                parsed.map_err(|error| Failure::Message(error.to_string()))
            })
            .collect()
    }

    /// How a problem is judged with these means.
    fn config(&self, budget: ResourceBudget) -> Result<judge::JudgeConfig, Failure> {
        Ok(judge::JudgeConfig {
            threads: budget.threads,
            hash_bytes: budget.hash,
            limits: Limits { nodes: self.nodes, time: Some(self.time), depth: self.depth },
            tolerate: self.tolerate()?,
            cook_margin: self.longer,
            futile: self.futile.into(),
            first_cook_only: false,
            all_conventions: true,
            decoration: !self.no_decoration,
            side_duals: self.side_duals,
            variation_levels: self.levels(),
            certify_flaws: self.certificate.is_some(),
            check_verdict: true,
        })
    }
}

pub fn run(args: &Args, signals: &Signals, streams: &mut StdStreams) -> Result<Status, Failure> {
    if args.inputs.is_empty() {
        return Ok(nothing_to_read("analyze", streams));
    }
    run::run(args, signals, streams)
}
