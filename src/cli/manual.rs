//! `tsume completions` and `tsume man`: shell completions and manual pages, generated from the
//! definition of the command line.

use super::{Cli, Failure, Status, StdStreams};
use crate::messages::tr;
use clap::CommandFactory;
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
    clap_complete::generate(args.shell, &mut Cli::command(), "tsume", &mut text);
    streams.print(&String::from_utf8_lossy(&text))?;
    Ok(Status::default())
}

pub fn man(args: &Man, streams: &mut StdStreams) -> Result<Status, Failure> {
    let command = Cli::command();
    match &args.output {
        Some(folder) => pages(command, folder).map(|()| Status::default()).map_err(|error| {
            Failure::Message(format!("cannot write into `{}`: {error}", folder.display()))
        }),
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            streams.print(&String::from_utf8_lossy(&page))?;
            Ok(Status::default())
        }
    }
}

fn pages(command: clap::Command, folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(command, folder)
}
