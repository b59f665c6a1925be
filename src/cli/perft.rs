//! `tsume perft`: counts sequences of legal moves.

use super::common::{GameArgs, OutputFormat, position_or_start};
use super::{Failure, Status, StdStreams};
use crate::io::problems::rule_file::RuleLibrary;
use crate::io::results::json_line;
use crate::movegen::MailboxEngine;
use crate::movegen::bitboard::{self, BitboardEngine};
use crate::notation::{sfen, usi};
use crate::position::perft::{divide, perft};
use crate::position::{Engine, Forcing, Position};
use crate::rules::Rules;

use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

/// Count the sequences of legal moves of a given length
///
/// Two ways to make the same move (same origin, captures, destination and resulting piece) count
/// once. A pass is a move.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  tsume perft 3 --variant dai")]
pub struct Args {
    /// Length of the sequences in plies
    depth: u32,
    #[command(flatten)]
    game: GameArgs,
    /// Position to start from, in extended SFEN; any placement of known pieces [default: the start
    /// position]
    #[arg(long, visible_alias = "sfen", value_name = "POS")]
    position: Option<String>,
    /// Also print the count after each legal move
    #[arg(long)]
    divide: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

pub fn run(args: &Args, streams: &mut StdStreams) -> Result<Status, Failure> {
    let rules = args.game.load(&RuleLibrary::default())?;
    let position = position_or_start(&rules, args.position.as_deref())?;
    let start = Instant::now();
    let (mut parts, total) = if bitboard::plays(&rules) {
        count::<BitboardEngine>(&rules, &position, args)
    } else {
        count::<MailboxEngine>(&rules, &position, args)
    };
    parts.sort_unstable();
    let mut text = String::new();
    match args.format {
        OutputFormat::Text => {
            for (name, count) in &parts {
                let _ = writeln!(text, "{name} {count}");
            }
            let _ = writeln!(text, "{total}");
        }
        OutputFormat::Json => {
            let mut line = json!({
                "variant": rules.name,
                "position": sfen::write(&rules, &position),
                "depth": args.depth,
                "count": total,
                "time_ms": start.elapsed().as_millis() as u64,
            });
            if args.divide {
                let parts: Map<String, Value> =
                    parts.into_iter().map(|(name, count)| (name, count.into())).collect();
                line["divide"] = parts.into();
            }
            let _ = writeln!(text, "{}", json_line(&line));
        }
    }
    streams.print(&text)?;
    Ok(Status::default())
}

/// The count, and with `--divide` the count after each move.
fn count<E: Engine>(
    rules: &Arc<Rules>,
    position: &Position,
    args: &Args,
) -> (Vec<(String, u64)>, u64) {
    let mut engine = E::new(rules, position, position.side, Forcing::Check);
    if !args.divide || args.depth == 0 {
        return (Vec::new(), perft(&mut engine, args.depth));
    }
    let parts: Vec<(String, u64)> = divide(&mut engine, args.depth)
        .into_iter()
        .map(|(m, count)| (usi::write(rules, m), count))
        .collect();
    let total = parts.iter().map(|(_, count)| count).sum();
    (parts, total)
}
