//! Arguments that several commands share, and errors about arguments.

use super::Failure;
use super::run_options::RunOptions;
use crate::io::formats::spelling::MoveNotation;
use crate::io::problems::position_text;
use crate::io::problems::rule_file::RuleLibrary;
use crate::judge::Tolerance;
use crate::messages::{Language, language, os_error, tr};
use crate::notation::NotationError;
use crate::position::{self, Position};
use crate::referee::Objection;
use crate::referee::admit::wrong_game;
use crate::rules::compile::SOURCE_SETS;
use crate::rules::describe::{self, Allowed};
use crate::rules::{Rules, Side, builtin};
use crate::text::{Diagnostic, Source};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Options that choose the game.
#[derive(Clone, Debug, clap::Args)]
pub struct GameArgs {
    #[arg(long, default_value = "shogi", value_name = "V", value_parser = SuggestedValues(games),
          help = tr!(help_game_variant))]
    pub variant: String,
    #[arg(long = "rule", value_name = "NAME=VALUE", value_parser = SuggestedValues(options),
          hide_possible_values = true, help = tr!(help_game_rules))]
    pub rules: Vec<String>,
}

impl GameArgs {
    /// The rule file of a game that is not built in.
    pub fn rule_file(&self) -> Option<PathBuf> {
        builtin::text(&self.variant).is_none().then(|| PathBuf::from(&self.variant))
    }

    /// The options as pairs of name and value.
    pub fn chosen(&self) -> Result<Vec<(String, String)>, Vec<Diagnostic>> {
        let mut chosen = Vec::new();
        let mut errors = Vec::new();
        for text in &self.rules {
            match text.split_once('=') {
                Some((name, value)) if !name.trim().is_empty() => {
                    chosen.push((name.trim().to_owned(), value.trim().to_owned()));
                }
                _ => errors.push(argument_error(
                    "E0702",
                    ArgumentSpan { option: "--rule", text, span: 0..text.len() },
                    tr!(cli_rule_expected, text = text.as_str()),
                    tr!(cli_rule_example),
                )),
            }
        }
        if errors.is_empty() { Ok(chosen) } else { Err(errors) }
    }

    /// Adds the options to those of a run.
    pub fn record(&self, options: RunOptions) -> RunOptions {
        let variant = Some(&self.variant).filter(|variant| *variant != "shogi");
        options.value("variant", variant).list("rule", &self.rules)
    }

    /// Compiled rules of the game with these options.
    pub fn load(&self, library: &RuleLibrary) -> Result<Arc<Rules>, Vec<Diagnostic>> {
        library.load(&self.variant, &self.chosen()?)
    }
}

/// Moves that the attacker may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ForcingArg {
    #[value(help = tr!(help_forcing_arg_check))]
    Check,
    #[value(help = tr!(help_forcing_arg_royal))]
    Royal,
}

impl From<ForcingArg> for position::Forcing {
    fn from(forcing: ForcingArg) -> position::Forcing {
        match forcing {
            ForcingArg::Check => position::Forcing::Check,
            ForcingArg::Royal => position::Forcing::Royal,
        }
    }
}

/// Side that attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum AttackerArg {
    #[value(help = tr!(help_attacker_arg_black))]
    Black,
    #[value(help = tr!(help_attacker_arg_white))]
    White,
}

impl From<AttackerArg> for Side {
    fn from(attacker: AttackerArg) -> Side {
        match attacker {
            AttackerArg::Black => Side::Black,
            AttackerArg::White => Side::White,
        }
    }
}

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum OutputFormat {
    #[value(help = tr!(help_output_format_text))]
    Text,
    #[value(help = tr!(help_output_format_json))]
    Json,
}

/// Notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum NotationArg {
    #[value(help = tr!(help_notation_japanese))]
    Japanese,
    #[value(help = tr!(help_notation_western))]
    Western,
    #[value(help = tr!(help_notation_usi))]
    Usi,
}

impl From<NotationArg> for MoveNotation {
    fn from(notation: NotationArg) -> MoveNotation {
        match notation {
            NotationArg::Japanese => MoveNotation::Japanese,
            NotationArg::Western => MoveNotation::Western,
            NotationArg::Usi => MoveNotation::Usi,
        }
    }
}

/// Notation of the moves in a text: the chosen one, else Japanese in Japanese and USI in English.
pub fn text_notation(chosen: Option<NotationArg>) -> MoveNotation {
    match (chosen, language()) {
        (Some(notation), _) => notation.into(),
        (None, Language::Japanese) => MoveNotation::Japanese,
        (None, Language::English) => MoveNotation::Usi,
    }
}

/// Bytes of a command-line argument, for error messages.
pub struct ArgumentSpan<'a> {
    /// Name of the option, such as `--rule`.
    pub option: &'a str,
    /// Value of the option.
    pub text: &'a str,
    /// The faulty bytes of `text`.
    pub span: Range<usize>,
}

/// Diagnostic about an argument. `help` says what to write instead.
pub fn argument_error(
    code: &'static str,
    place: ArgumentSpan,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Diagnostic {
    let source = Source::new(place.option, place.text);
    Diagnostic::new(code, &source, place.span, message).help(help)
}

/// Parses the value of `option` as a position, or as `startpos`. Any placement of known pieces is
/// accepted.
pub fn position(rules: &Rules, option: &str, text: &str) -> Result<Position, Vec<Diagnostic>> {
    position_text::read(rules, text).map_err(|errors| {
        let source = Source::new(option, text);
        let place = |NotationError { code, message, help, at }: NotationError| {
            Diagnostic::new(code, &source, at, message).maybe_help(help)
        };
        errors.into_iter().map(place).collect()
    })
}

/// Position of `--position`, or the start position of the game.
///
/// # Errors
/// Of the text, or because the game cannot be played from the position.
pub fn position_or_start(rules: &Rules, text: Option<&str>) -> Result<Position, Failure> {
    let text = text.unwrap_or(&rules.start);
    let position = position(rules, "--position", text)?;
    if let Some(Objection { kind, message, .. }) = wrong_game(rules, &position) {
        let place = ArgumentSpan { option: "--position", text, span: 0..text.len() };
        return Err(Failure::from(vec![argument_error("E0214", place, message, kind.help())]));
    }
    Ok(position)
}

/// Number of CPU cores.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Creates the folder `folder` if it does not exist.
pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::Message(tr!(
            cli_cannot_create_folder,
            path = folder.display().to_string(),
            error = os_error(&error)
        ))
    })
}

/// True for a folder, and for a path that ends in `/`.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().as_encoded_bytes().last() == Some(&b'/')
}

/// The tolerances of `--tolerate`, or the judge's default.
pub fn tolerances(names: Option<&[String]>) -> Result<Vec<Tolerance>, Failure> {
    let Some(names) = names else { return Ok(Tolerance::DEFAULT.to_vec()) };
    Tolerance::parse_list(names.iter().map(String::as_str))
        .map_err(|error| Failure::Message(error.to_string()))
}

/// Checks that `path` can probably be written: its folder exists, and it is not a folder. An
/// error here costs less than one after an hour of search.
pub fn check_output(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir());
    if let Some(folder) = folder {
        let path = folder.display().to_string();
        return Err(Failure::Message(tr!(cli_folder_missing, path)));
    }
    if path.is_dir() {
        let path = path.display().to_string();
        return Err(Failure::Message(tr!(cli_is_a_folder, path)));
    }
    Ok(())
}

/// Parser for any text. Help and shell completion list the given values.
#[derive(Clone, Debug)]
pub struct SuggestedValues(pub fn() -> Vec<&'static str>);

impl TypedValueParser for SuggestedValues {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        option: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, option, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// Names of the built-in games.
pub fn games() -> Vec<&'static str> {
    builtin::VARIANTS.iter().map(|(name, _)| *name).collect()
}

/// `NAME=VALUE` for each option of a built-in game and each of its values.
pub fn options() -> Vec<&'static str> {
    static OPTIONS: OnceLock<BTreeSet<String>> = OnceLock::new();
    OPTIONS.get_or_init(all_options).iter().map(String::as_str).collect()
}

fn all_options() -> BTreeSet<String> {
    let mut options = BTreeSet::new();
    for (name, _) in builtin::VARIANTS {
        let Some(Ok(rules)) = builtin::rules(name, &[]) else { continue };
        for setting in describe::settings(&rules) {
            if let Allowed::Words(values) = setting.allowed {
                options.extend(values.iter().map(|value| format!("{}={value}", setting.name)));
            }
        }
    }
    let sets: BTreeSet<&str> = SOURCE_SETS.iter().map(|set| set.name).collect();
    options.extend(sets.iter().map(|set| format!("sources={set}")));
    options
}

/// Parses a positive number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .filter(|seconds| *seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| tr!(cli_seconds_expected))
}
