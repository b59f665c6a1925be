//! `tsume completions` and `tsume man`: shell completions and manual pages, generated from the
//! definition of the command line.

use super::{Cli, Failure, Status, StdStreams};
use clap::CommandFactory;
use std::path::{Path, PathBuf};

/// Print the completion script of a shell
///
/// For bash: tsume completions bash > ~/.local/share/bash-completion/completions/tsume
#[derive(Debug, clap::Args)]
pub struct Completions {
    /// Shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

/// Print the manual page, or write a page for each command
#[derive(Debug, clap::Args)]
pub struct Man {
    /// Write the pages of all commands into this folder
    #[arg(long, short, value_name = "DIR")]
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
