//! `tsume show`: boards in the terminal.

use super::console::{BOLD, RESET};
use super::inputs::Inputs;
use super::{Console, Failure, Status, help};
use crate::io::problems::{Entry, Item};
use crate::notation::terminal;

/// Show the boards of problems in the terminal
///
/// Any placement of known pieces is shown, also one that is no problem.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
}

pub fn run(args: &Args, console: &mut Console) -> Result<Status, Failure> {
    if args.inputs.is_empty() {
        return help(&["show"], console);
    }
    let mut status = Status::default();
    for (i, item) in args.inputs.read_leniently()?.items.iter().enumerate() {
        match item {
            Item::Problem(entry) => {
                let gap = if i > 0 { "\n" } else { "" };
                console.print(&format!("{gap}{}", block(entry)))?;
            }
            Item::Broken { errors, .. } => {
                status.wrong = true;
                console.diagnostics(errors);
            }
        }
    }
    Ok(status)
}

fn block(entry: &Entry) -> String {
    let mut out = format!("{BOLD}{}{RESET}", entry.id);
    for about in [&entry.title, &entry.author, &entry.source].into_iter().flatten() {
        out.push_str("  ");
        out.push_str(about);
    }
    out.push('\n');
    let problem = &entry.problem;
    let look = terminal::Look { color: true, ..terminal::Look::default() };
    out.push_str(&terminal::show(problem.rules(), problem.position(), look));
    out
}
