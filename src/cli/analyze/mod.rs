//! `tsume analyze`: judges whether problems are sound.

mod exports;
mod outcome;
mod run;
mod stages;
mod text;

use super::batch::{ResourceArgs, ResourceBudget};
use super::common::{self, NotationArg, OutputFormat};
use super::inputs::InputArgs;
use super::ranks::Ranks;
use super::run_options::RunOptions;
use super::{Failure, Status, StdStreams, nothing_to_read};
use crate::io::formats::spelling::MoveNotation;
use crate::io::render::sheet;
use crate::io::render::sheet::content::SheetOptions;
use crate::io::terminal::signals::Signals;
use crate::judge;
use crate::messages::{language, tr};
use crate::search::Limits;
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `tsume analyze`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = tr!(help_analyze_examples),
    about = tr!(help_analyze),
    long_about = tr!(help_analyze_long)
)]
pub struct Args {
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    resources: ResourceArgs,
    #[arg(long, value_name = "S", value_parser = common::seconds, default_value = "60",
          help = tr!(help_analyze_time))]
    time: Duration,
    #[arg(long, value_name = "N", help = tr!(help_analyze_nodes))]
    nodes: Option<u64>,
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..),
          help = tr!(help_analyze_depth))]
    depth: Option<u16>,
    #[arg(long, alias = "futile", value_enum, default_value_t = Count::Composers,
          value_name = "COUNT", help = tr!(help_analyze_count))]
    count: Count,
    #[arg(long, value_name = "PROFILE|NAMES", value_delimiter = ',',
          help = tr!(help_analyze_tolerate))]
    tolerate: Option<Vec<String>>,
    #[arg(long, value_name = "PLIES", help = tr!(help_analyze_longer))]
    longer: Option<u16>,
    #[arg(long, help = tr!(help_analyze_side_duals))]
    side_duals: bool,
    #[arg(long, value_name = "LEVELS", num_args = 0..=1, default_missing_value = "1",
          require_equals = true, value_parser = clap::value_parser!(u16).range(1..=9),
          help = tr!(help_analyze_tree))]
    tree: Option<u16>,
    #[arg(long, value_name = "FILE", help = tr!(help_analyze_html))]
    html: Option<PathBuf>,
    #[arg(long, value_name = "FILE|DIR/", help = tr!(help_analyze_kif))]
    kif: Option<PathBuf>,
    #[arg(long, value_name = "OUT", help = tr!(help_analyze_sheet))]
    sheet: Option<PathBuf>,
    #[arg(long, value_name = "N", default_value = "1", requires = "sheet",
          value_parser = clap::value_parser!(u16).range(1..=sheet::MAX_PER_PAGE as i64),
          help = tr!(help_analyze_per_page))]
    per_page: u16,
    #[arg(long, value_enum, value_name = "NOTATION", help = tr!(help_notation))]
    notation: Option<NotationArg>,
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "3",
          require_equals = true, value_parser = clap::value_parser!(u16).range(1..=100),
          help = tr!(help_analyze_fix))]
    fix: Option<u16>,
    #[arg(long, help = tr!(help_analyze_no_decoration))]
    no_decoration: bool,
    #[arg(long, help = tr!(help_analyze_progressive))]
    progressive: bool,
    #[arg(long, value_name = "DIR", help = tr!(help_analyze_certificate))]
    certificate: Option<PathBuf>,
    #[arg(long, value_enum, default_value_t = OutputFormat::Text, help = tr!(help_format))]
    format: OutputFormat,
    #[arg(long, help = tr!(help_analyze_stable))]
    stable: bool,
    #[arg(long, short, help = tr!(help_quiet))]
    quiet: bool,
    #[arg(long, short, help = tr!(help_verbose))]
    verbose: bool,
    #[arg(long, value_name = "I/N|auto", help = tr!(help_shard))]
    shard: Option<String>,
    /// Other processes that take part.
    #[arg(skip)]
    pub(super) ranks: Ranks,
}

/// Interpositions that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Count {
    #[value(alias = "transparent", help = tr!(help_count_composers))]
    Composers,
    #[value(help = tr!(help_count_immediate))]
    Immediate,
    #[value(alias = "none", help = tr!(help_count_every))]
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
        let of_language = MoveNotation::of_language(language());
        let notation = self.notation.map_or(of_language, MoveNotation::from);
        SheetOptions { notation, per_page: self.per_page.into() }
    }

    /// Options that shape the results.
    fn run_options(&self) -> RunOptions {
        let options = self.resources.record(self.inputs.record(RunOptions::of("analyze")));
        options
            .value("time", Some(self.time.as_secs_f64()))
            .value("nodes", self.nodes)
            .value("depth", self.depth)
            .choice("count", Some(self.count), Some(Count::Composers))
            .list("tolerate", self.tolerate.as_deref().unwrap_or_default())
            .value("longer", self.longer)
            .flag("side-duals", self.side_duals)
            .value("tree", self.tree)
            .value("fix", self.fix)
            .flag("no-decoration", self.no_decoration)
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
