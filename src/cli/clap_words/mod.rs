//! What clap itself says, in the language of the program: help pages, errors of the command line,
//! manual pages.
//!
//! In English clap prints its own words, except for invalid values. clap has no other languages, so
//! for them this module renders the same pages and errors from clap's data: the arguments of a
//! command, and kind and context of an error.

mod argument_error;
mod help_page;

pub use help_page::help_page;

use crate::messages::{Language, language, tr};
use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::{Arg, Command};

/// True if clap's own words are in the language of the program.
pub fn are_claps_own() -> bool {
    language() == Language::English
}

/// Text of a help page that the user has asked for, or of an error. `plain` makes the definition of
/// the command line.
pub fn text(error: &clap::Error, plain: impl FnOnce() -> Command) -> String {
    match error.kind() {
        // clap does not say what a number should be.
        ErrorKind::ValueValidation => argument_error::text(error),
        _ if are_claps_own() => error.render().ansi().to_string(),
        ErrorKind::DisplayVersion => error.render().to_string(),
        ErrorKind::DisplayHelp => requested_page(error, plain()),
        _ => argument_error::text(error),
    }
}

/// Help page of the command for which clap has rendered one. The error does not name the command:
/// its page tells which it is, and whether the long page is meant.
fn requested_page(error: &clap::Error, mut plain: Command) -> String {
    let wanted = error.render().to_string();
    plain.build();
    let mut found = None;
    let mut open: Vec<(Command, Vec<String>)> = vec![(plain.clone(), Vec::new())];
    while let Some((mut command, path)) = open.pop() {
        for long in [true, false] {
            let page = if long { command.render_long_help() } else { command.render_help() };
            if found.is_none() && page.to_string() == wanted {
                found = Some((path.clone(), long));
            }
        }
        for subcommand in command.get_subcommands() {
            let name = subcommand.get_name().to_owned();
            open.push((subcommand.clone(), path.iter().cloned().chain([name]).collect()));
        }
    }
    let Some((path, long)) = found else { return wanted };
    let translated = translated(plain);
    let command = path.iter().try_fold(&translated, |command, name| command.find_subcommand(name));
    help_page(command.unwrap_or(&translated), long)
}

/// The command line with the texts that clap adds: help of `--help`, `--version` and `help`.
pub fn translated(mut command: Command) -> Command {
    command.build();
    if are_claps_own() { command } else { translated_tree(command) }
}

fn translated_tree(mut command: Command) -> Command {
    let has = |command: &Command, id: &str| command.get_arguments().any(|arg| arg.get_id() == id);
    if has(&command, "help") {
        command = command.mut_arg("help", translated_help_flag);
    }
    if has(&command, "version") {
        command = command.mut_arg("version", |arg| arg.help(tr!(cli_print_version)));
    }
    if command.get_name() == "help" {
        command = command.about(tr!(cli_help_command));
    }
    command.mut_subcommands(translated_tree)
}

fn translated_help_flag(arg: Arg) -> Arg {
    if arg.get_long_help().is_some() {
        arg.help(tr!(cli_print_help_see_more)).long_help(tr!(cli_print_help_see_summary))
    } else {
        arg.help(tr!(cli_print_help))
    }
}

/// A usage line of clap, with its placeholders in the language of the program.
fn usage(line: &StyledStr) -> String {
    let text = line.to_string();
    let line = text.trim().trim_start_matches("Usage:").trim_start();
    let line = line.replace("[OPTIONS]", &tr!(cli_options_placeholder));
    let line = line.replace("[COMMAND]", &tr!(cli_command_placeholder));
    tr!(cli_usage, usage = line)
}

/// A manual page of clap, with its headings in the language of the program. Japanese has no spaces
/// at which groff could break lines, so the page asks for groff's rules for Japanese.
pub fn manual_page(page: &str) -> String {
    if are_claps_own() {
        return page.to_owned();
    }
    let heading = |line: &str| -> Option<String> {
        let name = match line {
            ".SH NAME" => tr!(cli_man_name),
            ".SH SYNOPSIS" => tr!(cli_man_synopsis),
            ".SH DESCRIPTION" => tr!(cli_man_description),
            ".SH OPTIONS" => tr!(cli_heading_options),
            ".SH SUBCOMMANDS" => tr!(cli_heading_commands),
            ".SH EXTRA" => tr!(cli_man_examples),
            ".SH VERSION" => tr!(cli_man_version),
            _ => return None,
        };
        Some(format!(".SH {name}"))
    };
    let (default, values) = (tr!(cli_default, value = "@"), tr!(cli_values_heading));
    let default = default.split('@').next().unwrap_or_default().to_owned();
    let line = |line: &str| {
        heading(line).unwrap_or_else(|| {
            line.replace("Possible values:", &values)
                .replace("[default: ", &default)
                .replace("\\fIsubcommands\\fR", &format!("\\fI{}\\fR", tr!(cli_heading_commands)))
        }) + "\n"
    };
    let left_aligned = page.lines().map(line).map(|line| match line.starts_with(".TH ") {
        true => line + ".ad l\n",
        false => line,
    });
    [".mso ja.tmac\n".to_owned()].into_iter().chain(left_aligned).collect()
}
