//! `tsume moves`: the legal moves of a position.

use super::common::{self, GameArgs, OutputFormat, position_or_start};
use super::{Failure, Status, StdStreams};
use crate::io::problems::rule_file::RuleLibrary;
use crate::io::results::json_line;
use crate::messages::tr;
use crate::notation::{sfen, usi};
use crate::referee;

use serde_json::json;

/// Arguments of `tsume moves`.
#[derive(Debug, clap::Args)]
#[command(after_help = tr!(help_moves_examples), about = tr!(help_moves), long_about = None)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[arg(long, visible_alias = "sfen", value_name = "POS", help = tr!(help_moves_position))]
    position: Option<String>,
    #[arg(long, help = tr!(help_moves_attacks))]
    attacks: bool,
    #[arg(long, value_enum, default_value_t = common::ForcingArg::Check, value_name = "WHAT",
          help = tr!(help_forcing))]
    forcing: common::ForcingArg,
    #[arg(long, value_enum, default_value_t = OutputFormat::Text, help = tr!(help_format))]
    format: OutputFormat,
}

pub fn run(args: &Args, streams: &mut StdStreams) -> Result<Status, Failure> {
    let rules = args.game.load(&RuleLibrary::default())?;
    let position = position_or_start(&rules, args.position.as_deref())?;
    // The referee is slow, but it is the authority by which the checker accepts certificates.
    let moves = if args.attacks {
        referee::forcing_moves(&rules, &position, args.forcing.into())
    } else {
        referee::legal_moves(&rules, &position)
    };
    let mut names: Vec<String> = moves.iter().map(|&m| usi::write(&rules, m)).collect();
    names.sort_unstable();
    let text = match args.format {
        OutputFormat::Text => names.iter().map(|name| format!("{name}\n")).collect(),
        OutputFormat::Json => {
            let line = json!({
                "variant": rules.name,
                "position": sfen::write(&rules, &position),
                "in_check": referee::in_check(&rules, &position),
                "moves": names,
            });
            format!("{}\n", json_line(&line))
        }
    };
    streams.print(&text)?;
    Ok(Status::default())
}
