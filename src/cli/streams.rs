//! Standard output and standard error, with or without colors.

use super::shard::Shard;
use crate::io::results::{self, Outcome, RefusedNote, UnreadableInput};
use crate::io::terminal::progress::Tally;
use crate::messages::tr;
use crate::text::Diagnostic;
use crate::text::escape::{escape_line, escape_text};
use anstream::{AutoStream, ColorChoice};
use std::io::{self, Stdout, Write};
use std::time::Duration;

/// When to color the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ColorWhen {
    #[value(help = tr!(help_color_when_auto))]
    Auto,
    #[value(help = tr!(help_color_when_always))]
    Always,
    #[value(help = tr!(help_color_when_never))]
    Never,
}

impl From<ColorWhen> for ColorChoice {
    fn from(color: ColorWhen) -> ColorChoice {
        match color {
            ColorWhen::Auto => ColorChoice::Auto,
            ColorWhen::Always => ColorChoice::Always,
            ColorWhen::Never => ColorChoice::Never,
        }
    }
}

/// Standard output and standard error. Removes color escapes where colors are off.
pub struct StdStreams {
    out: AutoStream<Stdout>,
    choice: ColorChoice,
}

impl StdStreams {
    pub fn new(color: ColorWhen) -> StdStreams {
        let choice = color.into();
        StdStreams { out: AutoStream::new(io::stdout(), choice), choice }
    }

    /// The same streams, for another thread.
    pub fn for_another_thread(&self) -> StdStreams {
        StdStreams { out: AutoStream::new(io::stdout(), self.choice), choice: self.choice }
    }

    /// Writes `text` to standard output and flushes it.
    pub fn print(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(escape_text(text).as_bytes())?;
        self.out.flush()
    }

    /// Writes `text` to a terminal, which cuts lines that are longer than its own: each takes one
    /// line.
    pub fn print_unwrapped(&mut self, text: &str) -> io::Result<()> {
        self.print_plain("\x1b[?7l")?;
        let printed = self.print(text);
        self.print_plain("\x1b[?7h")?;
        printed
    }

    /// True if standard output gets colors and other escape sequences.
    pub fn has_colors(&self) -> bool {
        self.out.current_choice() != ColorChoice::Never
    }

    /// Writes text without escapes, such as JSON. Searching it for escapes would take longer than
    /// writing it.
    pub fn print_plain(&mut self, text: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// Prints diagnostics to standard error.
    pub fn diagnostics(&self, errors: &[Diagnostic]) {
        let colour =
            AutoStream::new(io::stderr(), self.choice).current_choice() != ColorChoice::Never;
        for error in errors {
            self.note(&crate::text::render(error, colour));
        }
    }

    /// Reports an input that cannot be read: as text on standard error, or with `json` as a JSON
    /// line on standard output. `shard` is the part of the set that has the input.
    pub fn unreadable(
        &mut self,
        json: bool,
        id: Option<&str>,
        errors: &[Diagnostic],
        shard: Option<Shard>,
    ) -> io::Result<()> {
        if !json {
            self.diagnostics(errors);
            return Ok(());
        }
        match UnreadableInput::new(id, errors, shard.map(|shard| shard.to_string())) {
            Some(line) => self.print(&format!("{}\n", results::json_line(&line))),
            None => Ok(()),
        }
    }

    /// Prints the summary of a run to standard error; `left` problems were not started.
    pub fn summary(&self, tally: Tally, left: usize, elapsed: Duration) {
        let time = format!("{:.1}", elapsed.as_secs_f64());
        self.note(&match left {
            0 => tr!(cli_summary, tally = tally.words(), time),
            left => tr!(cli_summary_with_rest, tally = tally.words(), left, time),
        });
    }

    /// Reports on standard error that the checker has refused a proof, and asks for a bug report.
    pub fn refused(&self, outcome: &Outcome, refused: &RefusedNote, restored: bool) {
        let Outcome { id, variant, position, forcing, attacker, .. } = outcome;
        let RefusedNote { claim, fault } = refused;
        let cause = if restored { tr!(cli_refused_restored) } else { tr!(cli_refused_bug) };
        self.error(&tr!(
            cli_refused,
            id = id.as_str(),
            claim = claim.to_string(),
            fault = fault.to_string(),
            cause,
            variant = variant.to_string(),
            forcing = forcing.to_string(),
            attacker = attacker.to_string(),
            position = position.to_string()
        ));
    }

    /// Prints an error to standard error.
    pub fn error(&self, message: &str) {
        self.note(&format!("{BOLD_RED}{}{RESET}: {}", tr!(text_error), escape_line(message)));
    }

    /// Prints what to write instead to standard error.
    pub fn help(&self, message: &str) {
        self.note(&format!("{BOLD}{}{RESET}: {}", tr!(text_help), escape_line(message)));
    }

    /// Prints a note about the input at `place` to standard error.
    pub fn remark(&self, place: &str, message: &str) {
        self.note(&format!(
            "{BOLD_YELLOW}{}{RESET}: {}: {}",
            tr!(cli_note),
            escape_line(place),
            escape_line(message)
        ));
    }

    /// Writes a line to standard error. Ignores errors: if standard error is closed, no reader is
    /// left.
    pub fn note(&self, message: &str) {
        let _ = writeln!(AutoStream::new(io::stderr(), self.choice), "{}", escape_text(message));
    }
}

/// Writes a line to standard error without colors.
pub fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "{}", escape_text(message));
}

pub const BOLD: &str = "\x1b[1m";
pub const BOLD_RED: &str = "\x1b[1;31m";
pub const BOLD_GREEN: &str = "\x1b[1;32m";
pub const BOLD_YELLOW: &str = "\x1b[1;33m";
pub const DIM: &str = "\x1b[2m";
pub const RESET: &str = "\x1b[0m";
