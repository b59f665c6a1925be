//! Errors of the command line, from kind and context of clap's error.

use super::super::streams::{BOLD, BOLD_RED, RESET};
use super::usage;
use crate::messages::tr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::net::AddrParseError;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

/// Text of an error: what is wrong, tips, usage.
pub fn text(error: &clap::Error) -> String {
    let mut text = format!("{BOLD_RED}{}{RESET}: {}\n", tr!(text_error), fault(error));
    if let Some(values) = list(error, ContextKind::ValidValue) {
        text.push_str(&format!("  {}\n", tr!(cli_values, values)));
    }
    let tips = tips(error);
    if !tips.is_empty() {
        text.push('\n');
    }
    for tip in tips {
        text.push_str(&format!("  {BOLD}{}{RESET}: {tip}\n", tr!(text_help)));
    }
    if let Some(ContextValue::StyledStr(line)) = error.get(ContextKind::Usage) {
        text.push_str(&format!("\n{}\n", usage(line)));
    }
    text.push_str(&format!("\n{}\n", tr!(cli_see_help)));
    text
}

/// A value of the context, joined if it is a list.
fn list(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        ContextValue::Number(number) => Some(number.to_string()),
        _ => None,
    }
    .filter(|text| !text.is_empty())
}

/// A list of the context, an indented line each.
fn lines(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::Strings(texts)) => {
            texts.iter().map(|text| format!("\n  {text}")).collect()
        }
        Some(ContextValue::String(text)) => format!("\n  {text}"),
        _ => String::new(),
    }
}

/// Message about the fault, by its kind.
fn fault(error: &clap::Error) -> String {
    let argument = list(error, ContextKind::InvalidArg).unwrap_or_default();
    let value = list(error, ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::ArgumentConflict => match list(error, ContextKind::PriorArg) {
            Some(prior) if prior == argument => tr!(cli_argument_repeated, argument),
            _ => tr!(cli_arguments_conflict, argument) + &lines(error, ContextKind::PriorArg),
        },
        ErrorKind::InvalidValue => match value {
            Some(value) => tr!(cli_value_not_possible, value, argument),
            None => tr!(cli_value_missing, argument),
        },
        ErrorKind::NoEquals => tr!(cli_equals_missing, argument),
        ErrorKind::ValueValidation => {
            tr!(
                cli_value_invalid,
                value = value.unwrap_or_default(),
                argument,
                reason = reason(error)
            )
        }
        ErrorKind::InvalidSubcommand => {
            let name = list(error, ContextKind::InvalidSubcommand).unwrap_or_default();
            tr!(cli_command_unknown, name)
        }
        ErrorKind::MissingRequiredArgument => {
            tr!(cli_arguments_missing) + &lines(error, ContextKind::InvalidArg)
        }
        ErrorKind::InvalidUtf8 => tr!(cli_not_unicode),
        ErrorKind::TooManyValues => {
            tr!(cli_too_many_values, value = value.unwrap_or_default(), argument)
        }
        ErrorKind::UnknownArgument => tr!(cli_argument_unknown, argument),
        _ => error.kind().as_str().unwrap_or_default().to_owned(),
    }
}

/// Reason why a value is invalid. clap's own parsers give it in English, this program's in the
/// language of its texts.
fn reason(error: &clap::Error) -> String {
    let Some(source) = std::error::Error::source(error) else { return String::new() };
    if source.is::<AddrParseError>() {
        return tr!(cli_not_an_address);
    }
    if let Some(number) = source.downcast_ref::<ParseIntError>() {
        return match number.kind() {
            IntErrorKind::PosOverflow => tr!(cli_number_too_large),
            IntErrorKind::NegOverflow => tr!(cli_number_too_small),
            _ => tr!(cli_not_an_integer),
        };
    }
    if source.is::<ParseFloatError>() {
        return tr!(cli_not_a_number);
    }
    let text = source.to_string();
    match text
        .split_once(" is not in ")
        .map(|(_, range)| range.split_once("..").unwrap_or((range, "")))
    {
        Some((first, "")) => tr!(cli_number_below, first),
        Some((first, last)) => {
            tr!(cli_number_outside, first, last = last.trim_start_matches('='))
        }
        None => text,
    }
}

/// Suggestions: similar names and values.
fn tips(error: &clap::Error) -> Vec<String> {
    let similar =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let similar = similar.into_iter().filter_map(|kind| list(error, kind));
    let mut tips: Vec<String> = similar.map(|name| tr!(cli_similar, name)).collect();
    if let Some(ContextValue::StyledStrs(others)) = error.get(ContextKind::Suggested) {
        tips.extend(others.iter().filter_map(|other| tip(&other.to_string())));
    }
    tips
}

/// A tip that clap has written as a sentence with quoted arguments.
fn tip(sentence: &str) -> Option<String> {
    let quoted: Vec<&str> = sentence.split('\'').skip(1).step_by(2).collect();
    match *quoted {
        [value, written] if sentence.starts_with("to pass") => {
            Some(tr!(cli_pass_as_value, value, written))
        }
        [name, ..] if sentence.starts_with("subcommand") => Some(tr!(cli_without_hyphens, name)),
        _ => None,
    }
}
