//! The help page of a command, laid out as clap does it.

use super::super::streams::{BOLD, RESET};
use super::usage;
use crate::messages::tr;
use crate::text::{columns, wrap};
use clap::builder::{PossibleValue, StyledStr};
use clap::{Arg, Command};
use unicode_width::UnicodeWidthStr;

/// Columns of a page at most, and where the width of the terminal is unknown.
const MAX_WIDTH: usize = 100;
/// Columns before the text of an argument that begins on the line after its name.
const TEXT_INDENT: usize = 10;
const HEADING: &str = "\x1b[1;4m";

/// Columns of a help page.
fn page_width() -> usize {
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    terminal.or_else(columns).unwrap_or(MAX_WIDTH).min(MAX_WIDTH)
}

/// An argument or a command on a page.
struct Row {
    /// The name as printed, with the short option.
    name: String,
    /// Paragraphs of the text.
    text: Vec<String>,
    /// Values with a text each.
    values: Vec<(String, String)>,
}

/// Help page of a command that clap has built.
pub fn help_page(command: &Command, long: bool) -> String {
    let width = page_width();
    let about = command.get_long_about().filter(|_| long).or_else(|| command.get_about());
    let mut page = paragraphs(about, width);
    page.push('\n');
    page.push_str(&usage(&command.clone().render_usage()).replacen(
        tr!(cli_usage, usage = "").trim_end(),
        &format!("{HEADING}{}{RESET}", tr!(cli_usage, usage = "").trim_end()),
        1,
    ));
    page.push('\n');
    let commands = command.get_subcommands().filter(|command| !command.is_hide_set());
    let commands: Vec<Row> = commands.map(command_row).collect();
    let shown = |arg: &&Arg| !arg.is_hide_set();
    let positionals = command.get_positionals().filter(shown);
    let positionals: Vec<Row> = positionals.map(|arg| argument_row(arg, long)).collect();
    let options = command.get_arguments().filter(|arg| !arg.is_positional());
    let mut options: Vec<&Arg> = options.filter(shown).collect();
    options.sort_by_key(|arg| arg.get_display_order());
    let options: Vec<Row> = options.into_iter().map(|arg| argument_row(arg, long)).collect();
    for (heading, rows, long) in [
        (tr!(cli_heading_commands), commands, false),
        (tr!(cli_heading_arguments), positionals, long),
        (tr!(cli_heading_options), options, long),
    ] {
        if !rows.is_empty() {
            page.push_str(&format!("\n{HEADING}{heading}:{RESET}\n{}", table(&rows, width, long)));
        }
    }
    let after = command.get_after_long_help().filter(|_| long).or_else(|| command.get_after_help());
    if after.is_some() {
        page.push('\n');
        page.push_str(&paragraphs(after, width));
    }
    page
}

fn paragraphs(text: Option<&StyledStr>, width: usize) -> String {
    let text = text.map(ToString::to_string).unwrap_or_default();
    wrap(text.trim_end(), width).into_iter().map(|line| line + "\n").collect()
}

fn command_row(command: &Command) -> Row {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let about = about.lines().next().unwrap_or_default().to_owned();
    Row { name: command.get_name().to_owned(), text: vec![about], values: Vec::new() }
}

fn argument_row(arg: &Arg, long: bool) -> Row {
    let short = match (arg.get_short(), arg.get_long()) {
        (Some(short), Some(_)) => format!("-{short}, "),
        (None, Some(_)) => "    ".to_owned(),
        _ => String::new(),
    };
    let help = arg.get_long_help().filter(|_| long).or_else(|| arg.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let values = arg.get_possible_values();
    let values: Vec<&PossibleValue> = values.iter().filter(|value| !value.is_hide_set()).collect();
    let takes_value = arg.get_action().takes_values() && !arg.is_hide_possible_values_set();
    let explained = long && values.iter().any(|value| value.get_help().is_some());
    let mut notes = Vec::new();
    let defaults = arg.get_default_values();
    if arg.get_action().takes_values() && !arg.is_hide_default_value_set() && !defaults.is_empty() {
        let defaults: Vec<_> = defaults.iter().map(|value| value.to_string_lossy()).collect();
        notes.push(tr!(cli_default, value = defaults.join(" ")));
    }
    let aliases = arg.get_visible_aliases().unwrap_or_default();
    if !aliases.is_empty() {
        let aliases: Vec<_> = aliases.iter().map(|alias| format!("--{alias}")).collect();
        notes.push(tr!(cli_aliases, names = aliases.join(", ")));
    }
    if takes_value && !explained && !values.is_empty() {
        let names: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
        notes.push(tr!(cli_values, values = names.join(", ")));
    }
    let explanation = |value: &&PossibleValue| {
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        (value.get_name().to_owned(), help)
    };
    let text = match (notes.join(" "), long) {
        (notes, _) if notes.is_empty() => vec![help],
        (notes, true) => vec![help, notes],
        (notes, false) => vec![format!("{help} {notes}")],
    };
    let values = if takes_value && explained {
        values.iter().map(explanation).collect()
    } else {
        Vec::new()
    };
    Row { name: format!("{short}{arg}"), text, values }
}

/// Rows with their texts beside the names, or below if the names leave too little space.
fn table(rows: &[Row], width: usize, long: bool) -> String {
    let names = columns::widest(rows.iter().map(|row| &row.name));
    let indent = names + 4;
    let is_too_long =
        |row: &Row| row.text.iter().any(|text| text.width() > width.saturating_sub(indent));
    let below = long || (indent * 5 > width * 2 && rows.iter().any(is_too_long));
    let mut out = String::new();
    for (number, row) in rows.iter().enumerate() {
        if long && number > 0 {
            out.push('\n');
        }
        let indent = if below { TEXT_INDENT } else { indent };
        out.push_str(&format!("  {BOLD}{}{RESET}", row.name));
        if below {
            out.push_str(&format!("\n{:indent$}", ""));
        } else {
            out.push_str(&format!("{:1$}", "", indent - 2 - row.name.width()));
        }
        let text_width = width.saturating_sub(indent);
        let mut blocks: Vec<Vec<String>> = vec![wrap(&row.text[0], text_width)];
        if !row.values.is_empty() {
            blocks.push(value_lines(&row.values, text_width));
        }
        blocks.extend(row.text[1..].iter().map(|text| wrap(text, text_width)));
        let separator = format!("\n\n{:indent$}", "");
        let blocks: Vec<String> =
            blocks.iter().map(|lines| lines.join(&format!("\n{:indent$}", ""))).collect();
        out.push_str(&blocks.join(&separator));
        out.push('\n');
    }
    out
}

/// The list of an argument's values.
fn value_lines(values: &[(String, String)], width: usize) -> Vec<String> {
    let longest = columns::widest(values.iter().map(|(name, _)| name));
    let mut lines = vec![tr!(cli_values_heading)];
    for (name, help) in values {
        let padding = longest - name.width();
        let wrapped = wrap(help, width.saturating_sub(longest + 4));
        for (number, line) in wrapped.iter().enumerate() {
            lines.push(match number {
                0 => format!("- {BOLD}{name}{RESET}: {:padding$}{line}", ""),
                _ => format!("{:1$}{line}", "", longest + 4),
            });
        }
    }
    lines
}
