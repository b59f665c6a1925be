//! Language of texts for people: `--lang`, the environment, or English.

use crate::messages::{Language, tr};
use std::ffi::OsString;

/// Value of `--lang`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LanguageArg {
    #[value(help = tr!(help_lang_en))]
    En,
    #[value(help = tr!(help_lang_ja))]
    Ja,
}

/// Language that the command line or the environment chooses. It is looked for before the command
/// line is parsed, because help and errors about the command line are in this language too.
pub fn chosen(arguments: &[OsString]) -> Language {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    of_arguments(arguments)
        .or_else(|| variable("TSUME_LANG"))
        .or_else(|| ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(variable))
        .map_or(Language::English, |locale| Language::of_locale(&locale))
}

/// Value of the last `--lang` before `--`.
fn of_arguments(arguments: &[OsString]) -> Option<String> {
    let words = arguments.iter().map(|word| word.to_str().unwrap_or_default());
    let words: Vec<&str> = words.take_while(|word| *word != "--").collect();
    let separate = words.windows(2).enumerate().filter(|(_, pair)| pair[0] == "--lang");
    let separate = separate.map(|(at, pair)| (at, pair[1]));
    let joined = words.iter().enumerate();
    let joined = joined.filter_map(|(at, word)| Some((at, word.strip_prefix("--lang=")?)));
    separate.chain(joined).max_by_key(|(at, _)| *at).map(|(_, value)| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_lang_of_the_command_line_counts() {
        let found = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            of_arguments(&words)
        };
        assert_eq!(found("tsume solve --lang ja x.yaml").as_deref(), Some("ja"));
        assert_eq!(found("tsume --lang=ja solve --lang en").as_deref(), Some("en"));
        for none in ["tsume solve --lang", "tsume solve -- --lang ja", "tsume solve lang ja"] {
            assert_eq!(found(none), None, "{none}");
        }
    }
}
