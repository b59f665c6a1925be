//! `tsume generate`: makes sets of problems.

pub(super) mod archived_problems;
pub(super) mod arguments;
mod feasibility;
mod run;
pub(super) mod set_file;
pub(super) mod table;
mod themes;

use super::common::{self, ForcingArg, GameArgs};
use super::run_options::RunOptions;
use super::{Failure, Status, StdStreams};
use crate::io::terminal::signals::Signals;
use crate::messages::tr;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `tsume generate`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = tr!(help_generate_examples),
    about = tr!(help_generate),
    long_about = tr!(help_generate_long)
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[arg(long, value_enum, value_name = "WHAT", help = tr!(help_generate_forcing))]
    forcing: Option<ForcingArg>,
    #[arg(long, value_name = "PLIES", default_value = "3..7", help = tr!(help_generate_length))]
    length: String,
    #[arg(long, value_name = "N", help = tr!(help_generate_count))]
    count: Option<String>,
    #[arg(long, short, value_name = "FILE", help = tr!(help_generate_output))]
    output: Option<PathBuf>,
    #[arg(long, value_name = "S", value_parser = common::seconds, help = tr!(help_generate_time))]
    time: Option<Duration>,
    #[arg(long, value_name = "N", help = tr!(help_generate_nodes))]
    nodes: Option<u64>,
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..),
          help = tr!(help_generate_depth))]
    depth: Option<u16>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024),
          help = tr!(help_threads))]
    threads: Option<u16>,
    #[arg(long, value_name = "N", default_value_t = 1, help = tr!(help_generate_seed))]
    seed: u64,
    #[arg(long, value_name = "RANGE", help = tr!(help_generate_pieces))]
    pieces: Option<String>,
    #[arg(long, value_name = "RANGE", help = tr!(help_generate_attackers))]
    attackers: Option<String>,
    #[arg(long, value_name = "RANGE", help = tr!(help_generate_defenders))]
    defenders: Option<String>,
    #[arg(long, value_name = "RANGE", help = tr!(help_generate_hand))]
    hand: Option<String>,
    #[arg(long, value_name = "RANGE", help = tr!(help_generate_royals))]
    royals: Option<String>,
    #[arg(long, value_name = "IDS", value_delimiter = ',', help = tr!(help_generate_require))]
    require: Vec<String>,
    #[arg(long, value_name = "IDS", value_delimiter = ',', help = tr!(help_generate_forbid))]
    forbid: Vec<String>,
    #[arg(long, value_name = "ID=N", value_delimiter = ',', help = tr!(help_generate_weight))]
    weight: Vec<String>,
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = PossibleValuesParser::new(themes::possible_values()),
          help = tr!(help_generate_theme))]
    theme: Vec<String>,
    #[arg(long, value_enum, value_name = "NAME", help = tr!(help_generate_preset))]
    preset: Option<Preset>,
    #[arg(long, value_name = "PROFILE|NAMES", value_delimiter = ',',
          help = tr!(help_generate_tolerate))]
    tolerate: Option<Vec<String>>,
    #[arg(long, value_name = "FILE", help = tr!(help_generate_from))]
    from: Vec<PathBuf>,
    #[arg(long, value_name = "FILE", help = tr!(help_generate_avoid))]
    avoid: Vec<PathBuf>,
    #[arg(long, value_name = "FILE", help = tr!(help_generate_archive))]
    archive: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = tr!(help_generate_resume))]
    resume: Option<Option<PathBuf>>,
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Sort::Length,
          help = tr!(help_generate_sort))]
    sort: Sort,
    #[arg(long, short, help = tr!(help_quiet))]
    quiet: bool,
    #[arg(long, value_name = "I/N|auto", help = tr!(help_generate_shard))]
    shard: Option<String>,
}

impl Args {
    /// Options that shape the problems. `merge` takes the goals of the campaign from them.
    fn run_options(&self) -> RunOptions {
        let options = self.game.record(RunOptions::of("generate"));
        let options =
            options.choice("forcing", self.forcing, None).choice("preset", self.preset, None);
        let ranges = [
            ("pieces", &self.pieces),
            ("attackers", &self.attackers),
            ("defenders", &self.defenders),
            ("hand", &self.hand),
            ("royals", &self.royals),
        ];
        ranges
            .into_iter()
            .fold(options, |options, (name, range)| options.value(name, range.as_ref()))
            .value("length", Some(&self.length))
            .value("count", self.count.as_ref())
            .value("time", self.time.map(|time| time.as_secs_f64()))
            .value("nodes", self.nodes)
            .value("depth", self.depth)
            .value("threads", self.threads)
            .list("require", &self.require)
            .list("forbid", &self.forbid)
            .list("weight", &self.weight)
            .list("theme", &self.theme)
            .list("tolerate", self.tolerate.as_deref().unwrap_or_default())
    }
}

/// Order of the problems in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Sort {
    #[value(help = tr!(help_sort_length))]
    Length,
    #[value(help = tr!(help_sort_score))]
    Score,
    #[value(help = tr!(help_sort_difficulty))]
    Difficulty,
    #[value(help = tr!(help_sort_found))]
    Found,
}

/// A choice of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Preset {
    #[value(help = tr!(help_preset_magazine))]
    Magazine,
}

pub fn run(args: &Args, signals: &Signals, streams: &mut StdStreams) -> Result<Status, Failure> {
    run::run(args, signals, streams)
}
