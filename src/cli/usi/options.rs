//! What can be set with `setoption`. Names are KomoringHeights' where they mean the same, and none has a
//! space in it, since programs split `option` lines at spaces.

use crate::cli::{common, size};
use crate::position::Forcing;
use crate::rules::builtin;
use std::time::Duration;

/// The settings of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsiOptions {
    /// `USI_Hash`: all the memory of a search, in MiB.
    pub hash_mib: u64,
    /// `Threads`: threads of a search.
    pub threads: u64,
    /// `MultiPV`: how many first moves that lead to mate (for a defender: defences) are reported.
    pub multi_pv: u64,
    /// `NodesLimit`: positions visited, 0 for no limit.
    pub nodes: u64,
    /// `PvInterval`: milliseconds between `info` lines while searching, 0 for none.
    pub pv_interval: u64,
    /// `RootIsAndNodeIfChecked`: with two royal sides and the side to move in check, that side defends.
    pub and_if_checked: bool,
    /// `PostSearchLevel`: go on after the first proof until the length is proved shortest.
    pub shortest: bool,
    /// `USI_Variant`: the game.
    pub variant: String,
    /// `Rules`: options of the game, `NAME=VALUE` with spaces, commas or semicolons between them.
    pub rules: String,
    /// `Forcing`: what the attacker may play.
    pub forcing: Forcing,
}

/// Name, least and greatest value of the numbers.
const NUMBERS: [(&str, u64, u64); 5] = [
    ("USI_Hash", 1, 1 << 20),
    ("Threads", 1, 1024),
    ("MultiPV", 1, 600),
    ("NodesLimit", 0, i64::MAX as u64),
    ("PvInterval", 0, 1_000_000),
];

/// Values of `PostSearchLevel`: the first proof, or the shortest mate.
const LEVELS: [&str; 2] = ["None", "MinLength"];

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
            variant: builtin::VARIANTS[0].0.to_owned(),
            rules: String::new(),
            forcing: Forcing::Check,
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

    /// The `option` lines that answer `usi`.
    pub fn declarations(&self) -> Vec<String> {
        let mut own = self.clone();
        let mut lines = Vec::new();
        for (name, least, most) in NUMBERS {
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
        lines.push(combo("PostSearchLevel", LEVELS[usize::from(self.shortest)], &LEVELS));
        lines.push(combo("USI_Variant", &self.variant, &builtin::VARIANTS.map(|(name, _)| name)));
        lines.push("option name Rules type string default <empty>".to_owned());
        let forcing = [Forcing::Check, Forcing::Royal].map(Forcing::name);
        lines.push(combo("Forcing", self.forcing.name(), &forcing));
        lines
    }

    /// Sets an option; names and values are taken in any case. Options that other engines have are
    /// passed over, since programs send what they once saved.
    ///
    /// # Errors
    /// What is wrong with the value; the option stays as it was.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let wrong = |allowed: String| Err(format!("{name} is one of {allowed}, not `{value}`"));
        for (known, least, most) in NUMBERS {
            if known.eq_ignore_ascii_case(name) {
                let number = value.parse().ok().filter(|number| (least..=most).contains(number));
                return match (number, self.number(known)) {
                    (Some(number), Some(field)) => {
                        *field = number;
                        Ok(())
                    }
                    _ => Err(format!("{known} is a number from {least} to {most}, not `{value}`")),
                };
            }
        }
        match name.to_ascii_lowercase().as_str() {
            "rootisandnodeifchecked" => match value.to_ascii_lowercase().as_str() {
                "true" => self.and_if_checked = true,
                "false" => self.and_if_checked = false,
                _ => return wrong("true, false".to_owned()),
            },
            "postsearchlevel" => {
                match LEVELS.iter().position(|level| level.eq_ignore_ascii_case(value)) {
                    Some(level) => self.shortest = level == 1,
                    None => return wrong(LEVELS.join(", ")),
                }
            }
            "usi_variant" => {
                let value = value.to_ascii_lowercase();
                if builtin::text(&value).is_none() {
                    return wrong(builtin::VARIANTS.map(|(name, _)| name).join(", "));
                }
                self.variant = value;
            }
            "forcing" => match value.to_ascii_lowercase().as_str() {
                "check" => self.forcing = Forcing::Check,
                "royal" => self.forcing = Forcing::Royal,
                _ => return wrong("check, royal".to_owned()),
            },
            "rules" => {
                let value = if value.eq_ignore_ascii_case("<empty>") { "" } else { value };
                self.rules = value.to_owned();
            }
            _ => {}
        }
        Ok(())
    }

    /// The chosen options of the game, as pairs.
    ///
    /// # Errors
    /// The word that is no pair.
    pub fn chosen(&self) -> Result<Vec<(String, String)>, String> {
        let words = self.rules.split([' ', ',', ';']).filter(|word| !word.is_empty());
        words
            .map(|word| match word.split_once('=') {
                Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
                _ => Err(format!("Rules has NAME=VALUE pairs, not `{word}`")),
            })
            .collect()
    }

    /// The memory of a search in bytes.
    pub fn hash(&self) -> usize {
        (self.hash_mib as usize) << 20
    }

    /// The time between two `info` lines; none if there are to be none.
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
        let wrong = [("USI_Hash", "0"), ("Threads", "x"), ("USI_Variant", "go"), ("Forcing", "")];
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
