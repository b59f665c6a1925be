//! `tsume explain`: explains error codes.

use super::common::{ArgumentSpan, argument_error};
use super::streams::{BOLD, RESET};
use super::{Failure, Status, StdStreams};
use crate::messages::tr;
use crate::text::codes;
use crate::text::similarity::closest;

/// Arguments of `tsume explain`.
#[derive(Debug, clap::Args)]
#[command(about = tr!(help_explain), long_about = None)]
pub struct Args {
    #[arg(value_name = "CODE", help = tr!(help_explain_code))]
    code: Option<String>,
}

pub fn run(args: &Args, streams: &mut StdStreams) -> Result<Status, Failure> {
    let Some(code) = &args.code else {
        for code in codes::CODES {
            let text = codes::explain(code).unwrap_or_default();
            streams.print(&format!("{BOLD}{code}{RESET}  {text}\n"))?;
        }
        return Ok(Status::default());
    };
    let known = code.trim().to_ascii_uppercase();
    match codes::explain(&known) {
        Some(text) => {
            streams.print(&format!("{BOLD}{known}{RESET}  {text}\n"))?;
            Ok(Status::default())
        }
        None => {
            let place = ArgumentSpan { option: "CODE", text: code, span: 0..code.len() };
            let help = match closest(&known, codes::CODES.iter().copied()) {
                Some(close) => tr!(cli_similar_code, close),
                None => tr!(cli_all_codes),
            };
            let message = tr!(cli_unknown_code, code = code.as_str());
            Err(Failure::Input(vec![argument_error("E0707", place, message, help)]))
        }
    }
}
