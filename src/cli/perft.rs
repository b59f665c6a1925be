//! `tsume perft`: counts sequences of legal moves.

use super::common::{GameArgs, OutputFormat, position_or_start};
use super::{Failure, Status, StdStreams};
use crate::io::problems::rule_file::RuleLibrary;
use crate::io::results::json_line;
use crate::messages::tr;
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

/// Arguments of `tsume perft`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = tr!(help_perft_examples),
    about = tr!(help_perft),
    long_about = tr!(help_perft_long)
)]
pub struct Args {
    #[arg(help = tr!(help_perft_depth))]
    depth: u32,
    #[command(flatten)]
    game: GameArgs,
    #[arg(long, visible_alias = "sfen", value_name = "POS", help = tr!(help_perft_position))]
    position: Option<String>,
    #[arg(long, help = tr!(help_perft_divide))]
    divide: bool,
    #[arg(long, value_enum, default_value_t = OutputFormat::Text, help = tr!(help_format))]
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
