//! `tsume generate`: makes sets of problems.

mod arguments;
mod feasibility;
mod run;
mod table;

use super::common::{self, ForcingArg, GameArgs};
use super::{Failure, Status, StdStreams};
use crate::generator::features::THEMES;
use crate::io::terminal::signals::Signals;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;
use std::time::Duration;

/// Make problems
///
/// Modifies and combines positions, keeps those that are sound and new, and continues from them.
/// Each problem is complete under every convention about futile interpositions: one solution, no
/// leftover, no superfluous piece. The checker has replayed certificates of its mate and its
/// length. No two problems have the same moves up to the names of the pieces, and only a few of a
/// set share their last three moves or all but one of their pieces. The program reads the file back
/// and checks it again before it puts it in place.
///
/// With one thread the same seed and options make the same file, unless time or a signal ends the
/// campaign. Ctrl-C ends the campaign and writes its problems.
///
/// Exit status, the first that applies: 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP; 2
/// the command line or an input is wrong; 3 fewer problems were found than --count asks for; 0
/// otherwise.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  tsume generate --length 3..7 --count 20 -o new.yaml\n  tsume generate --variant chu --length 3 --count 10 --time 60 -o chu.yaml\n  tsume generate --length 9 --count 5 --require R,+B --theme switchback -o more.yaml\n  tsume generate --preset magazine --length 3..7 --count 12 --sort difficulty -o page.yaml"
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Moves that the attacker may play
    #[arg(long, value_enum, value_name = "WHAT", default_value = "check")]
    forcing: ForcingArg,
    /// Lengths in plies: one (`7`), a range (`5..9`), or several (`3,5,9..13`); at most 199
    #[arg(long, value_name = "PLIES", default_value = "3..7")]
    length: String,
    /// Number of problems: in total (`100`), spread evenly over the lengths, or for each length
    /// (`3:50,5:50,7..11:10`) [default: 10, or unlimited with --time or --nodes]
    #[arg(long, value_name = "N")]
    count: Option<String>,
    /// Output file [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Seconds for the whole campaign [default: no limit]
    #[arg(long, value_name = "S", value_parser = common::seconds)]
    time: Option<Duration>,
    /// Positions to visit in the whole campaign [default: no limit]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Longest problem to search for, whatever --length says [default: no limit]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of pieces on the board and in the attacker's hand together: `8`, `4..10`, `..12`
    /// [default: any]
    #[arg(long, value_name = "RANGE")]
    pieces: Option<String>,
    /// Number of the attacker's pieces on the board [default: any]
    #[arg(long, value_name = "RANGE")]
    attackers: Option<String>,
    /// Number of the defender's pieces beside his royals [default: any]
    #[arg(long, value_name = "RANGE")]
    defenders: Option<String>,
    /// Number of pieces in the attacker's hand [default: any]
    #[arg(long, value_name = "RANGE")]
    hand: Option<String>,
    /// Number of the defender's royals (in games without drops)
    #[arg(long, value_name = "RANGE", default_value = "1")]
    royals: String,
    /// Pieces that must occur, on the board or in the attacker's hand: `R` is a rook, `+R` a
    /// dragon, `R,R` two rooks
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    require: Vec<String>,
    /// Pieces that must not occur: `R` is a rook, promoted or not, `+R` a dragon
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    forbid: Vec<String>,
    /// Make only problems with one of these themes
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = PossibleValuesParser::new(THEMES))]
    theme: Vec<String>,
    /// What the problems should be like, unless other options say so
    #[arg(long, value_enum, value_name = "NAME")]
    preset: Option<Preset>,
    /// Second solutions that do not make a problem flawed: a profile (`strict`: none, `magazine`:
    /// last_move and promotion, `classic`: all), or names of tolerances as in `tsume analyze
    /// --tolerate` [default: all but longer_variation]
    #[arg(long, value_name = "PROFILE|NAMES", value_delimiter = ',')]
    tolerate: Option<Vec<String>>,
    /// Problem file or folder to start from; repeatable
    #[arg(long, value_name = "FILE")]
    from: Vec<PathBuf>,
    /// Problem file or folder whose problems to avoid; repeatable
    #[arg(long, value_name = "FILE")]
    avoid: Vec<PathBuf>,
    /// Write each problem to this file as soon as it is found; `--resume` continues from it
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,
    /// Continue the campaign of --archive, or of this file
    #[arg(long, value_name = "FILE")]
    resume: Option<Option<PathBuf>>,
    /// Order of the problems in the file
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Sort::Length)]
    sort: Sort,
    /// Print no progress and no summary on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// Order of the problems in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Sort {
    /// By length, then by score, best first
    Length,
    /// By score, best first
    Score,
    /// By difficulty, easiest first
    Difficulty,
    /// In the order of discovery
    Found,
}

/// A choice of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Preset {
    /// As magazines print them: at most 14 pieces, 1 to 6 defenders beside the king, 1 to 4 pieces
    /// in hand, no more than 36 squares; a sacrifice (from 3 plies), no capture at the first move,
    /// a task for every piece; --tolerate magazine
    Magazine,
}

pub fn run(args: &Args, signals: &Signals, streams: &mut StdStreams) -> Result<Status, Failure> {
    run::run(args, signals, streams)
}
