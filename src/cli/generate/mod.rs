//! `tsume generate`: makes problem sets.

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
/// Changes and combines positions, keeps what is sound and different, and goes on from there. Every problem is
/// complete (one solution, nothing left in hand, no piece to spare, whatever the count of interpositions),
/// its mate and length are backed by certificates that the checker has replayed, and no two have the same
/// line of play. The file is read back and checked again before it is put in place.
///
/// The same seed and options with one thread make the same file, unless time or a signal ends the campaign.
/// Ctrl-C ends it in good order.
///
/// Exit status, the first that applies: 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP; 2 the command line or an input is
/// wrong; 3 fewer problems were found than --count asks for; 0 otherwise.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  tsume generate --length 3..7 --count 20 -o new.yaml\n  tsume generate --variant chu --length 3 --count 10 --time 60 -o chu.yaml\n  tsume generate --length 9 --count 5 --require R,+B --theme switchback -o more.yaml"
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// What the attacker may play
    #[arg(long, value_enum, value_name = "WHAT", default_value = "check")]
    forcing: ForcingArg,
    /// Lengths in plies: one (`7`), from and to (`5..9`), or several (`3,5,9..13`)
    #[arg(long, value_name = "PLIES", default_value = "3..7")]
    length: String,
    /// How many problems: in all (`100`), or of each length (`3:50,5:50,7..11:10`) [default: 10, or no
    /// end with --time or --nodes]
    #[arg(long, value_name = "N")]
    count: Option<String>,
    /// Where the problems go; standard output if not given
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Seconds for the whole campaign [default: no limit]
    #[arg(long, value_name = "S", value_parser = common::seconds)]
    time: Option<Duration>,
    /// Positions to be visited in the whole campaign [default: no limit]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// The longest problem that is looked for, whatever --length says
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Threads [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Pieces on the board and in the attacker's hand together: `8`, `4..10`, `..12`
    #[arg(long, value_name = "RANGE")]
    pieces: Option<String>,
    /// Attacker's pieces on the board
    #[arg(long, value_name = "RANGE")]
    attackers: Option<String>,
    /// Pieces in the attacker's hand
    #[arg(long, value_name = "RANGE")]
    hand: Option<String>,
    /// Royals of the defender (in games without drops)
    #[arg(long, value_name = "RANGE", default_value = "1")]
    royals: String,
    /// Pieces that must be there, on the board or in the attacker's hand: `R` is a rook, `+R` a dragon, `R,R` two rooks
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    require: Vec<String>,
    /// Pieces that must not be there: `R` is a rook, promoted or not, `+R` a dragon
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    forbid: Vec<String>,
    /// Only problems with one of these themes
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = PossibleValuesParser::new(THEMES))]
    theme: Vec<String>,
    /// Problem files (or folders) to begin with; may be repeated
    #[arg(long, value_name = "FILE")]
    from: Vec<PathBuf>,
    /// Problem files (or folders) to stay different from; may be repeated
    #[arg(long, value_name = "FILE")]
    avoid: Vec<PathBuf>,
    /// Every problem is written here as soon as it is found; `--resume` goes on from it
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,
    /// Go on with the campaign of --archive, or of the file named here
    #[arg(long, value_name = "FILE")]
    resume: Option<Option<PathBuf>>,
    /// The order of the problems
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Sort::Length)]
    sort: Sort,
    /// No progress and no summary on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// The order of the problems in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Sort {
    /// By length, and by score among those of one length, best first
    Length,
    /// By score, best first
    Score,
    /// In the order in which they were found
    Found,
}

pub fn run(args: &Args, signals: &Signals, streams: &mut StdStreams) -> Result<Status, Failure> {
    run::run(args, signals, streams)
}
