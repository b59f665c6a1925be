//! Options of `setoption`. They have the names of KomoringHeights where the meaning is the same. No
//! name has a space, because programs split `option` lines at spaces.

use crate::cli::{common, size};
use crate::messages::{Language, list, tr};
use crate::position::Forcing;
use crate::rules::builtin;
use std::time::Duration;

/// Options of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsiOptions {
    /// `USI_Hash`: total memory of a search in MiB.
    pub hash_mib: u64,
    /// `Threads`: threads of a search.
    pub threads: u64,
    /// `MultiPV`: number of first moves that mate to report (for a defender: of defences).
    pub multi_pv: u64,
    /// `NodesLimit`: limit of positions; 0 for no limit.
    pub nodes: u64,
    /// `PvInterval`: milliseconds between `info` lines; 0 for none during a search.
    pub pv_interval: u64,
    /// `RootIsAndNodeIfChecked`: if both sides have a royal and the side to move is in check, that
    /// side defends.
    pub and_if_checked: bool,
    /// `PostSearchLevel`: continue after the first proof until the shortest length is proved.
    pub shortest: bool,
    /// `Count`: interpositions that count for the length of a mate.
    pub count: EngineCount,
    /// `USI_Variant`: the game.
    pub variant: String,
    /// `Rules`: options of the game, `NAME=VALUE` separated by spaces, commas or semicolons.
    pub rules: String,
    /// `Forcing`: moves that the attacker may play.
    pub forcing: Forcing,
    /// `Language`: language of `info string`; `None` (`Auto`) for that of the process.
    pub language: Option<Language>,
}

/// Values of `Count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineCount {
    /// As composers count, within a budget, if the attacker has no royal; else every interposition.
    Auto,
    /// As composers count, within all limits.
    Composers,
    /// Every interposition.
    Every,
}

/// Names of the values of `Count`.
const COUNTS: [(&str, EngineCount); 3] = [
    ("Auto", EngineCount::Auto),
    ("Composers", EngineCount::Composers),
    ("Every", EngineCount::Every),
];

/// Names of the values of `Language`.
const LANGUAGES: [(&str, Option<Language>); 3] =
    [("Auto", None), ("English", Some(Language::English)), ("Japanese", Some(Language::Japanese))];

/// Numeric options: name, minimum and maximum.
const NUMERIC_OPTIONS: [(&str, u64, u64); 5] = [
    ("USI_Hash", 1, 1 << 20),
    ("Threads", 1, 1024),
    ("MultiPV", 1, 600),
    ("NodesLimit", 0, i64::MAX as u64),
    ("PvInterval", 0, 1_000_000),
];

/// Values of `PostSearchLevel`: the first proof, or the shortest mate.
const POST_SEARCH_LEVELS: [&str; 2] = ["None", "MinLength"];

impl Default for UsiOptions {
    fn default() -> UsiOptions {
        UsiOptions {
            hash_mib: (size::default() as u64 >> 20).max(1),
            threads: common::cores() as u64,
            multi_pv: 1,
            nodes: 0,
            pv_interval: 1000,
            and_if_checked: true,
            shortest: false,
            count: EngineCount::Auto,
            variant: builtin::VARIANTS[0].0.to_owned(),
            rules: String::new(),
            forcing: Forcing::Check,
            language: None,
        }
    }
}

impl UsiOptions {
    fn number(&mut self, name: &str) -> Option<&mut u64> {
        Some(match name {
            "USI_Hash" => &mut self.hash_mib,
            "Threads" => &mut self.threads,
            "MultiPV" => &mut self.multi_pv,
            "NodesLimit" => &mut self.nodes,
            "PvInterval" => &mut self.pv_interval,
            _ => return None,
        })
    }

    /// The `option` lines in answer to `usi`.
    pub fn declarations(&self) -> Vec<String> {
        let mut own = self.clone();
        let mut lines = Vec::new();
        for (name, least, most) in NUMERIC_OPTIONS {
            if let Some(value) = own.number(name) {
                lines.push(format!(
                    "option name {name} type spin default {value} min {least} max {most}"
                ));
            }
        }
        let combo = |name: &str, default: &str, values: &[&str]| {
            let values: Vec<String> = values.iter().map(|value| format!(" var {value}")).collect();
            format!("option name {name} type combo default {default}{}", values.concat())
        };
        lines.push(format!(
            "option name RootIsAndNodeIfChecked type check default {}",
            self.and_if_checked
        ));
        lines.push(combo(
            "PostSearchLevel",
            POST_SEARCH_LEVELS[usize::from(self.shortest)],
            &POST_SEARCH_LEVELS,
        ));
        let count = COUNTS.iter().find(|(_, count)| *count == self.count);
        let count = count.map_or(COUNTS[0].0, |(name, _)| name);
        lines.push(combo("Count", count, &COUNTS.map(|(name, _)| name)));
        lines.push(combo("USI_Variant", &self.variant, &builtin::VARIANTS.map(|(name, _)| name)));
        lines.push("option name Rules type string default <empty>".to_owned());
        let forcing = [Forcing::Check, Forcing::Royal].map(Forcing::name);
        lines.push(combo("Forcing", self.forcing.name(), &forcing));
        let language = LANGUAGES.iter().find(|(_, language)| *language == self.language);
        let language = language.map_or(LANGUAGES[0].0, |(name, _)| name);
        lines.push(combo("Language", language, &LANGUAGES.map(|(name, _)| name)));
        lines
    }

    /// Sets an option; case of names and values does not matter. Ignores options of other engines,
    /// because programs send the options that they have saved.
    ///
    /// # Errors
    /// A message about the invalid value; the option is unchanged.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let wrong =
            |allowed: &[&str]| Err(tr!(usi_wrong_value, name, allowed = list(allowed), value));
        for (known, least, most) in NUMERIC_OPTIONS {
            if known.eq_ignore_ascii_case(name) {
                let number = value.parse().ok().filter(|number| (least..=most).contains(number));
                return match (number, self.number(known)) {
                    (Some(number), Some(field)) => {
                        *field = number;
                        Ok(())
                    }
                    _ => Err(tr!(usi_wrong_number, name = known, least, most, value)),
                };
            }
        }
        match name.to_ascii_lowercase().as_str() {
            "rootisandnodeifchecked" => match value.to_ascii_lowercase().as_str() {
                "true" => self.and_if_checked = true,
                "false" => self.and_if_checked = false,
                _ => return wrong(&["true", "false"]),
            },
            "postsearchlevel" => {
                match POST_SEARCH_LEVELS.iter().position(|level| level.eq_ignore_ascii_case(value))
                {
                    Some(level) => self.shortest = level == 1,
                    None => return wrong(&POST_SEARCH_LEVELS),
                }
            }
            "count" => match COUNTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(value)) {
                Some((_, count)) => self.count = *count,
                None => return wrong(&COUNTS.map(|(name, _)| name)),
            },
            "usi_variant" => {
                let value = value.to_ascii_lowercase();
                if builtin::text(&value).is_none() {
                    return wrong(&builtin::VARIANTS.map(|(name, _)| name));
                }
                self.variant = value;
            }
            "forcing" => match value.to_ascii_lowercase().as_str() {
                "check" => self.forcing = Forcing::Check,
                "royal" => self.forcing = Forcing::Royal,
                _ => return wrong(&["check", "royal"]),
            },
            "language" => {
                match LANGUAGES.iter().find(|(name, _)| name.eq_ignore_ascii_case(value)) {
                    Some((_, language)) => self.language = *language,
                    None => return wrong(&LANGUAGES.map(|(name, _)| name)),
                }
            }
            "rules" => {
                let value = if value.eq_ignore_ascii_case("<empty>") { "" } else { value };
                self.rules = value.to_owned();
            }
            _ => {}
        }
        Ok(())
    }

    /// Options of the game as pairs of name and value.
    ///
    /// # Errors
    /// A message about a word that is not a pair.
    pub fn chosen(&self) -> Result<Vec<(String, String)>, String> {
        let words = self.rules.split([' ', ',', ';']).filter(|word| !word.is_empty());
        words
            .map(|word| match word.split_once('=') {
                Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
                _ => Err(tr!(usi_rules_pair_expected, found = word)),
            })
            .collect()
    }

    /// Memory of a search in bytes.
    pub fn hash(&self) -> usize {
        (self.hash_mib as usize) << 20
    }

    /// Time between two `info` lines; `None` for no `info` lines.
    pub fn interval(&self) -> Option<Duration> {
        (self.pv_interval > 0).then(|| Duration::from_millis(self.pv_interval))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_declared_option_takes_its_default() {
        let mut options = UsiOptions::default();
        for line in options.declarations() {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!((words[0], words[1], words[3]), ("option", "name", "type"), "{line}");
            assert_eq!(words[5], "default");
            options.set(words[2], words[6]).unwrap();
            options.set(&words[2].to_uppercase(), &words[6].to_uppercase()).unwrap();
        }
        assert_eq!(options, UsiOptions::default());
    }

    #[test]
    fn a_wrong_value_changes_nothing() {
        let mut options = UsiOptions::default();
        let wrong = [
            ("USI_Hash", "0"),
            ("Threads", "x"),
            ("USI_Variant", "go"),
            ("Forcing", ""),
            ("Language", "Latin"),
        ];
        for (name, value) in wrong {
            assert!(options.set(name, value).is_err(), "{name}");
        }
        assert_eq!(options, UsiOptions::default());
        options.set("Rules", "promotion=zone_touch; nifu=false").unwrap();
        assert_eq!(options.chosen().unwrap().len(), 2);
        options.set("Rules", "promotion").unwrap();
        assert!(options.chosen().is_err());
        options.set("Somebody_Elses", "1").unwrap();
    }
}
