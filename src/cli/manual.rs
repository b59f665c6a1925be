//! `tsume completions` and `tsume man`: shell completions and manual pages, generated from the
//! definition of the command line.

use super::{Cli, Failure, Status, StdStreams, clap_words};
use crate::messages::{os_error, tr};
use clap::CommandFactory;
use std::io;
use std::path::{Path, PathBuf};

/// Arguments of `tsume completions`.
#[derive(Debug, clap::Args)]
#[command(about = tr!(help_completions), long_about = tr!(help_completions_long))]
pub struct Completions {
    #[arg(value_enum, help = tr!(help_completions_shell))]
    shell: clap_complete::Shell,
}

/// Arguments of `tsume man`.
#[derive(Debug, clap::Args)]
#[command(about = tr!(help_man), long_about = None)]
pub struct Man {
    #[arg(long, short, value_name = "DIR", help = tr!(help_man_output))]
    output: Option<PathBuf>,
}

pub fn completions(args: &Completions, streams: &mut StdStreams) -> Result<Status, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "tsume", &mut text);
    streams.print(&String::from_utf8_lossy(&text))?;
    Ok(Status::default())
}

pub fn man(args: &Man, streams: &mut StdStreams) -> Result<Status, Failure> {
    match &args.output {
        Some(folder) => write_pages(folder).map(|()| Status::default()).map_err(|error| {
            Failure::Message(tr!(
                cli_cannot_write_into,
                path = folder.display().to_string(),
                error = os_error(&error)
            ))
        }),
        None => {
            streams.print(&page(&clap_mangen::Man::new(command()))?)?;
            Ok(Status::default())
        }
    }
}

/// The command line with all texts in the language of the program.
fn command() -> clap::Command {
    clap_words::translated(Cli::command())
}

fn page(man: &clap_mangen::Man) -> io::Result<String> {
    let mut page = Vec::new();
    man.render(&mut page)?;
    Ok(clap_words::manual_page(&String::from_utf8_lossy(&page)))
}

/// Writes the page of the program and a page for each command.
fn write_pages(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let program = clap_words::translated(Cli::command().disable_help_subcommand(true));
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
    for command in commands.chain([&program]) {
        let man = clap_mangen::Man::new(command.clone());
        std::fs::write(folder.join(man.get_filename()), page(&man)?)?;
    }
    Ok(())
}
