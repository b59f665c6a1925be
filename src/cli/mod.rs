//! The command line: a file or a folder for each command, and what several commands share.

mod analyze;
mod batch;
mod bench;
mod clap_words;
mod common;
mod convert;
mod explain;
mod file_names;
mod generate;
mod input_files;
mod input_notes;
mod inputs;
mod lang;
mod manual;
mod merge;
mod moves;
#[cfg(feature = "mpi")]
pub mod mpi;
mod perft;
mod ranks;
mod reusable_table;
mod rules;
mod run_options;
mod schema;
mod serve;
mod shard;
mod show;
mod size;
mod solutions;
mod solve;
mod streams;
pub mod usi;
mod verify;

use crate::io::files::atomic_file::remove_unfinished;
use crate::io::terminal::signals::Signals;
use crate::messages::{self, os_error, tr};
use crate::text::escape::escape_line;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;
use streams::{ColorWhen, StdStreams};

/// The program.
#[derive(Debug, Parser)]
#[command(
    name = "tsume", version, max_term_width = 100,
    about = tr!(help_tsume),
    long_about = None
)]
struct Cli {
    #[command(flatten)]
    global: GlobalArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Arguments of every command.
#[derive(Debug, clap::Args)]
struct GlobalArgs {
    #[arg(long, global = true, value_enum, default_value_t = ColorWhen::Auto, value_name = "WHEN",
          display_order = 900, help = tr!(help_tsume_color))]
    color: ColorWhen,
    /// Only checked here: [`lang::chosen`] reads it before the command line is parsed.
    #[arg(long, global = true, value_enum, value_name = "LANG", display_order = 901,
          help = tr!(help_tsume_lang))]
    lang: Option<lang::LanguageArg>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(Box<solve::Args>),
    Analyze(Box<analyze::Args>),
    Generate(Box<generate::Args>),
    Bench(Box<bench::Args>),
    Verify(verify::Args),
    Merge(merge::Args),
    Convert(convert::Args),
    Show(show::Args),
    Perft(perft::Args),
    Moves(moves::Args),
    Rules(rules::Args),
    Schema(schema::Args),
    Explain(explain::Args),
    Completions(manual::Completions),
    Man(manual::Man),
    #[command(about = tr!(help_command_usi))]
    Usi,
    Serve(serve::Args),
}

/// Result of a command, from which the exit status follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Status {
    /// 128 plus the number of the signal that ended the run.
    signal: Option<u8>,
    /// The command line or an input is wrong.
    wrong: bool,
    /// A result contradicts what a file expects, or the checker refused a certificate.
    disagrees: bool,
    /// Something that the user asked for stayed undecided or unchecked.
    undecided: bool,
}

impl Status {
    fn code(self) -> u8 {
        match self {
            Status { signal: Some(code), .. } => code,
            Status { wrong: true, .. } => 2,
            Status { disagrees: true, .. } => 1,
            Status { undecided: true, .. } => 3,
            _ => 0,
        }
    }
}

/// Reason why a command cannot continue.
#[derive(Debug)]
enum Failure {
    /// The command line or an input is wrong.
    Input(Vec<crate::text::Diagnostic>),
    /// An error without a place in a text; one sentence.
    Message(String),
    /// Wishes that cannot be fulfilled, a sentence each, and what to write instead.
    Impossible { reasons: Vec<String>, help: Option<String> },
    /// The reader of standard output has closed it.
    Closed,
}

impl Failure {
    /// Failure to write the file `path`.
    fn unwritable(path: &std::path::Path, error: &std::io::Error) -> Failure {
        Failure::Message(tr!(
            files_unwritable,
            path = path.display().to_string(),
            error = os_error(error)
        ))
    }
}

impl From<std::io::Error> for Failure {
    /// Failure to write to standard output.
    fn from(error: std::io::Error) -> Failure {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Message(tr!(cli_cannot_write_results, error = os_error(&error))),
        }
    }
}

impl From<Vec<crate::text::Diagnostic>> for Failure {
    fn from(errors: Vec<crate::text::Diagnostic>) -> Failure {
        Failure::Input(errors)
    }
}

impl From<Box<crate::text::Diagnostic>> for Failure {
    fn from(error: Box<crate::text::Diagnostic>) -> Failure {
        Failure::Input(vec![*error])
    }
}

/// Runs the program. The first argument is the program's name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    messages::set_language(lang::chosen(&arguments));
    if let Some(quoted) = split_position(&arguments) {
        let streams = StdStreams::new(ColorWhen::Auto);
        streams.error(&tr!(cli_position_split));
        streams.note(&format!("  {}", escape_line(&quoted)));
        return ExitCode::from(2);
    }
    let command = with_negative_numbers(Cli::command());
    let parsed = command.try_get_matches_from(arguments);
    let cli = match parsed.and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches)) {
        Ok(cli) => cli,
        Err(error) => {
            return print_of_clap(&error, Cli::command);
        }
    };
    let mut streams = StdStreams::new(cli.global.color);
    let result = Signals::install()
        .map_err(|error| Failure::Message(tr!(cli_cannot_watch_signals, error = os_error(&error))))
        .and_then(|signals| match &cli.command {
            Some(Command::Solve(args)) => solve::run(args, &signals, &mut streams),
            Some(Command::Analyze(args)) => analyze::run(args, &signals, &mut streams),
            Some(Command::Generate(args)) => generate::run(args, &signals, &mut streams),
            Some(Command::Bench(args)) => bench::run(args, &signals, &mut streams),
            Some(Command::Verify(args)) => verify::run(args, &mut streams),
            Some(Command::Merge(args)) => merge::run(args, &mut streams),
            Some(Command::Convert(args)) => convert::run(args, &signals, &mut streams),
            Some(Command::Show(args)) => show::run(args, &mut streams),
            Some(Command::Perft(args)) => perft::run(args, &mut streams),
            Some(Command::Moves(args)) => moves::run(args, &mut streams),
            Some(Command::Rules(args)) => rules::run(args, &mut streams),
            Some(Command::Schema(args)) => schema::run(args, &mut streams),
            Some(Command::Explain(args)) => explain::run(args, &mut streams),
            Some(Command::Completions(args)) => manual::completions(args, &mut streams),
            Some(Command::Man(args)) => manual::man(args, &mut streams),
            Some(Command::Serve(args)) => serve::run(args, &signals, &mut streams),
            Some(Command::Usi) => Ok(usi::speak().map(|()| Status::default())?),
            None => help(&mut streams),
        });
    ExitCode::from(conclude(result, &streams))
}

/// Lets options take a negative number, so that the error says what the option expects.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| {
            let is_option = arg.get_long().is_some() && arg.get_action().takes_values();
            arg.allow_negative_numbers(is_option)
        })
        .mut_subcommands(with_negative_numbers)
}

/// Prints what clap has to say instead of arguments: help, the version, or an error.
fn print_of_clap(error: &clap::Error, command: impl FnOnce() -> clap::Command) -> ExitCode {
    let mut streams = StdStreams::new(ColorWhen::Auto);
    let text = clap_words::text(error, command);
    if error.use_stderr() {
        streams.note(text.trim_end());
        return ExitCode::from(2);
    }
    let printed = streams.print(&text).map(|()| Status::default()).map_err(Failure::from);
    ExitCode::from(conclude(printed, &streams))
}

/// Prints the error, if there is one, and returns the exit status.
fn conclude(result: Result<Status, Failure>, streams: &StdStreams) -> u8 {
    let status = match result {
        Ok(status) => status,
        Err(Failure::Closed) => Status::default(),
        Err(Failure::Input(errors)) => {
            streams.diagnostics(&errors);
            Status { wrong: true, ..Status::default() }
        }
        Err(Failure::Message(message)) => {
            streams.error(&message);
            Status { wrong: true, ..Status::default() }
        }
        Err(Failure::Impossible { reasons, help }) => {
            reasons.iter().for_each(|reason| streams.error(reason));
            if let Some(help) = help {
                streams.help(&help);
            }
            Status { wrong: true, ..Status::default() }
        }
    };
    status.code()
}

/// Ends the process although worker threads still run.
fn end_at_once(result: Result<Status, Failure>, streams: &StdStreams) -> ! {
    let status = conclude(result, streams);
    remove_unfinished();
    std::process::exit(status.into())
}

/// Reports that a command has no input, with two examples.
fn nothing_to_read(command: &str, streams: &mut StdStreams) -> Status {
    streams.error(&tr!(cli_input_needed, command));
    streams.note(&format!("  tsume {command} problems.yaml   {}", tr!(cli_input_example)));
    streams.note(&format!("  tsume {command} --help          {}", tr!(cli_input_help)));
    Status { wrong: true, ..Status::default() }
}

/// Prints the program's help.
fn help(streams: &mut StdStreams) -> Result<Status, Failure> {
    let mut command = clap_words::translated(Cli::command());
    let text = if clap_words::are_claps_own() {
        command.render_long_help().ansi().to_string()
    } else {
        clap_words::help_page(&command, true)
    };
    streams.print(&text)?;
    Ok(Status::default())
}

/// Suggested argument for a position that the shell has split: `--sfen 4k4/9/… b G 1` without
/// quotes is four arguments.
fn split_position(arguments: &[OsString]) -> Option<String> {
    let words: Vec<&str> = arguments.iter().map(|word| word.to_str().unwrap_or_default()).collect();
    words.windows(3).enumerate().find_map(|(at, window)| {
        let [option, board, side] = *window else { return None };
        let (name, board, from) = match option.split_once('=') {
            Some((name, inside)) => (name, inside, at + 1),
            None => (option, board, at + 2),
        };
        let side = if option.contains('=') { window[1] } else { side };
        let split = ["--sfen", "--position"].contains(&name)
            && (board.matches('/').count() > 1 || board == "startpos" || board == "position")
            && !board.contains(char::is_whitespace)
            && ["b", "w", "moves", "startpos", "sfen"].contains(&side)
            && !std::path::Path::new(side).exists();
        let rest = words[from..].iter().take_while(|word| !word.starts_with("--"));
        split.then(|| {
            let rest: Vec<&str> = rest.copied().collect();
            format!("{name} \"{board} {}\"", rest.join(" "))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_position_that_the_shell_has_split_is_put_together() {
        let split = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            split_position(&words)
        };
        let quoted = Some("--sfen \"4k4/9/9 b G 1\"".to_owned());
        assert_eq!(split("tsume solve --sfen 4k4/9/9 b G 1 --time 5"), quoted);
        assert_eq!(split("tsume solve --sfen=4k4/9/9 b G 1"), quoted);
        let moves = split("tsume moves --position 4k4/9/9 w - 1");
        assert_eq!(moves.as_deref(), Some("--position \"4k4/9/9 w - 1\""));
        for whole in ["tsume solve --sfen 4k4/9/9 --time 5", "tsume solve a/b/c b", "tsume solve"] {
            assert_eq!(split(whole), None, "{whole}");
        }
    }

    #[test]
    fn the_first_status_that_applies_is_reported() {
        let all = Status { signal: Some(130), wrong: true, disagrees: true, undecided: true };
        assert_eq!(all.code(), 130);
        assert_eq!(Status { signal: None, ..all }.code(), 2);
        assert_eq!(Status { signal: None, wrong: false, ..all }.code(), 1);
        assert_eq!(Status { undecided: true, ..Status::default() }.code(), 3);
        assert_eq!(Status::default().code(), 0);
    }
}
