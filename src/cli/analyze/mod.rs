//! `tsume analyze`: judges whether problems are sound.

mod exports;
mod outcome;
mod run;
mod stages;
mod text;

use super::batch::{ResourceArgs, ResourceBudget};
use super::common::{self, OutputFormat};
use super::inputs::InputArgs;
use super::{Failure, Status, StdStreams, nothing_to_read};
use crate::io::render::sheet;
use crate::io::render::sheet::content::{SheetNotation, SheetOptions};
use crate::io::terminal::signals::Signals;
use crate::judge;
use crate::search::Limits;
use std::path::PathBuf;
use std::time::Duration;

/// Judge the soundness of problems
///
/// Finds the exact length, all main lines, cooks, leftovers, duals and superfluous pieces, and
/// lists the second solutions that it tolerates. Classifies each problem as complete, completely
/// limited, flawed or unknown. Each finding has a line that demonstrates it. If a limit is
/// exhausted, the question stays open: the class is then unknown, and the problem never counts as
/// sound.
///
/// Exit status, the first that applies: 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP; 2
/// the command line or an input is wrong; 1 a result contradicts what a file expects; 3 a question
/// stayed undecided; 0 otherwise, also for flawed problems.
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
    /// Positions to visit for each problem [default: no limit]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Longest mate to search for, also of cooks [default: no limit]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Which interpositions count for class, length, flaws and main lines; length and class are
    /// computed for every count
    #[arg(long, alias = "futile", value_enum, default_value_t = Count::Composers,
          value_name = "COUNT")]
    count: Count,
    /// Tolerated faults, as names or profiles: last_move, promotion, drop_distance, detour, mirror,
    /// longer_variation; strict (none), magazine (last_move, promotion), classic (all) [default:
    /// all but longer_variation]
    #[arg(long, value_name = "PROFILE|NAMES", value_delimiter = ',')]
    tolerate: Option<Vec<String>>,
    /// Search only for cooks that are at most this much longer than the main line [default: any
    /// length]
    #[arg(long, value_name = "PLIES")]
    longer: Option<u16>,
    /// Report second moves of the attacker off the main line
    #[arg(long)]
    side_duals: bool,
    /// Show the solution with its variations to this depth: other defences with their lengths,
    /// cooks, tolerated moves [default with --html, --kif and --sheet: 1]
    #[arg(long, value_name = "LEVELS", num_args = 0..=1, default_missing_value = "1",
          require_equals = true, value_parser = clap::value_parser!(u16).range(1..=9))]
    tree: Option<u16>,
    /// Write an HTML page on which the reader can play through the solutions; it needs no network
    /// and no font
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the solution with its variations as KIF: a file with the extension .kif or .kifu, or a
    /// folder for several problems
    #[arg(long, value_name = "FILE|DIR/")]
    kif: Option<PathBuf>,
    /// Write a sheet for print (A4): diagram, title, author, main line (作意), variations (変化), tries
    /// (紛れ) with their refutations, and class: an HTML page, or an SVG file for each page (OUT.svg,
    /// or OUT-1.svg, OUT-2.svg, …)
    #[arg(long, value_name = "OUT")]
    sheet: Option<PathBuf>,
    /// Problems on a page of the sheet, 1 to 12
    #[arg(long, value_name = "N", default_value = "1", requires = "sheet",
          value_parser = clap::value_parser!(u16).range(1..=sheet::MAX_PER_PAGE as i64))]
    per_page: u16,
    /// Notation of the moves on the sheet
    #[arg(long, value_enum, default_value_t = Notation::Japanese, value_name = "NOTATION",
          requires = "sheet")]
    notation: Notation,
    /// Propose at most this many repairs [default: 3]: the smallest edits, at most two, that make a
    /// flawed or decorated problem sound and keep its main line. The limits apply to the analysis
    /// and again to the repairs
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "3",
          require_equals = true, value_parser = clap::value_parser!(u16).range(1..=100))]
    fix: Option<u16>,
    /// Do not test which pieces are superfluous
    #[arg(long)]
    no_decoration: bool,
    /// Print the report so far when length and class are known, before other counts and superfluous
    /// pieces are examined; as JSON also when the length is known, with `"final": false`. On a
    /// terminal the final report replaces it
    #[arg(long)]
    progressive: bool,
    /// Write certificates of cooks and refutations into this folder
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
    /// Omit everything that may differ between runs: lines, nodes, times
    #[arg(long)]
    stable: bool,
    /// Print no progress and no summary on standard error
    #[arg(long, short)]
    quiet: bool,
    /// Show boards, titles and moves in Hodges' notation
    #[arg(long, short)]
    verbose: bool,
}

/// Notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Notation {
    /// `▲２三銀成`; in games without characters for it, Western
    Japanese,
    /// Hodges' notation: `S-2c+`
    Western,
    /// `3d2c+`
    Usi,
}

/// Interpositions that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Count {
    /// As composers count: an interposition is futile if capturing it, with the piece given back,
    /// gains the defender nothing
    #[value(alias = "transparent")]
    Composers,
    /// A drop is futile if whatever is dropped on the square is captured at once with mate
    Immediate,
    /// Every interposition counts
    #[value(alias = "none")]
    Every,
}

impl From<Count> for judge::CountingConvention {
    fn from(count: Count) -> judge::CountingConvention {
        match count {
            Count::Composers => judge::CountingConvention::Composers,
            Count::Immediate => judge::CountingConvention::Immediate,
            Count::Every => judge::CountingConvention::Every,
        }
    }
}

impl Args {
    /// Depth of the variations to report.
    fn levels(&self) -> u16 {
        let written = self.html.is_some() || self.kif.is_some() || self.sheet.is_some();
        self.tree.unwrap_or(u16::from(written))
    }

    fn sheet_options(&self) -> SheetOptions {
        let notation = match self.notation {
            Notation::Japanese => SheetNotation::Japanese,
            Notation::Western => SheetNotation::Western,
            Notation::Usi => SheetNotation::Usi,
        };
        SheetOptions { notation, per_page: self.per_page.into() }
    }

    /// Configuration of the judge with this budget.
    fn config(&self, budget: ResourceBudget) -> Result<judge::JudgeConfig, Failure> {
        Ok(judge::JudgeConfig {
            threads: budget.threads,
            hash_bytes: budget.hash,
            limits: Limits { nodes: self.nodes, time: Some(self.time), depth: self.depth },
            tolerate: common::tolerances(self.tolerate.as_deref())?,
            cook_margin: self.longer,
            count: self.count.into(),
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
