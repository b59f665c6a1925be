//! Options of a run that shape its results. The results of a part carry them, so that `merge` can
//! name parts that other options made.

use clap::ValueEnum;
use serde_json::{Map, Value};
use std::fmt::Display;

/// Options that bound the effort of a run. Whatever they are, a result that decides its problem is
/// the same.
pub const LIMITS: [&str; 5] = ["time", "nodes", "depth", "hash", "threads"];

/// Options by name. Those that have their default value are absent.
#[derive(Clone, Debug)]
pub struct RunOptions(Map<String, Value>);

impl RunOptions {
    /// The options of a command without any.
    pub fn of(command: &str) -> RunOptions {
        RunOptions(Map::from_iter([("command".to_owned(), command.into())]))
    }

    /// Adds an option without a value, if it is given.
    #[must_use]
    pub fn flag(mut self, name: &str, is_given: bool) -> RunOptions {
        if is_given {
            self.0.insert(name.to_owned(), true.into());
        }
        self
    }

    /// Adds an option with its value, if it is given.
    #[must_use]
    pub fn value(mut self, name: &str, value: Option<impl Display>) -> RunOptions {
        if let Some(value) = value {
            self.0.insert(name.to_owned(), value.to_string().into());
        }
        self
    }

    /// Adds an option that may be repeated, if it is given.
    #[must_use]
    pub fn list(self, name: &str, values: &[String]) -> RunOptions {
        self.value(name, (!values.is_empty()).then(|| values.join(",")))
    }

    /// Adds the name of a choice, if one is made and is not the default.
    #[must_use]
    pub fn choice<T: ValueEnum + PartialEq>(
        self,
        name: &str,
        chosen: Option<T>,
        default: Option<T>,
    ) -> RunOptions {
        let chosen = chosen.filter(|chosen| default.as_ref() != Some(chosen));
        let value = chosen.and_then(|chosen| chosen.to_possible_value());
        self.value(name, value.as_ref().map(clap::builder::PossibleValue::get_name))
    }

    /// The options by name.
    pub fn into_map(self) -> Map<String, Value> {
        self.0
    }
}
