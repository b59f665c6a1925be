//! Data files of the tests as values of the library.

#![allow(dead_code, reason = "every test file uses a part of this")]

pub mod random;
pub mod schema;
pub mod shipped;
pub mod standard;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tsume::notation::sfen;
use tsume::position::{ForcingMoveCount, FrontierResult, Move, Position};
use tsume::rules::{Rules, builtin};

/// Factor for numbers of random cases, from `TSUME_TWINS`; 1 by default. `scripts/deep.sh` sets it.
pub fn effort() -> usize {
    number("TSUME_TWINS", 1) as usize
}

/// A number from the environment.
pub fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// Paths in a folder, sorted.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{folder:?}: {e}"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// A JSON file under `tests/data`, parsed.
pub fn json(name: &str) -> Value {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// A text member of an object.
pub fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object[key].as_str().unwrap_or_else(|| panic!("no text `{key}` in {object}"))
}

/// Rule options of a data file: an object of values; a list is a JSON array.
pub fn options(value: &Value) -> Vec<(String, String)> {
    let Some(object) = value.as_object() else { return Vec::new() };
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    };
    object.iter().map(|(name, value)| (name.clone(), text(value))).collect()
}

/// A built-in game with options.
pub fn rules(variant: &str, chosen: &[(String, String)]) -> Arc<Rules> {
    let rules = builtin::rules(variant, chosen).unwrap_or_else(|| panic!("no game {variant}"));
    Arc::new(rules.unwrap_or_else(|complaints| panic!("{variant} {chosen:?}: {complaints:?}")))
}

/// True if a frontier result fits a position with these forcing moves. Drops of pawns need not be
/// counted, unless there are no others.
pub fn is_frontier(
    rules: &Rules,
    said: FrontierResult,
    mate: Option<Move>,
    forcing: &[Move],
) -> bool {
    let pawns = |m: &&Move| m.dropped().is_some_and(|kind| rules.spec(kind).pawn);
    let all = ForcingMoveCount::of(forcing);
    let others =
        ForcingMoveCount { total: all.total - forcing.iter().filter(pawns).count() as u32, ..all };
    match said {
        FrontierResult::NoForcingMove => forcing.is_empty(),
        FrontierResult::Mate(m) => mate == Some(m),
        FrontierResult::Undecided(checks) => {
            mate.is_none() && checks.total > 0 && (checks == all || checks == others)
        }
    }
}

/// The move counts of a game's file (`tests/data/perft/README.md`) under one rule of king safety:
/// the text of each position, and its counts by depth.
pub fn move_counts(variant: &str, safety: &str) -> Vec<(String, Vec<(u32, u64)>)> {
    let name = if variant == "shogi" { "standard" } else { variant };
    let entries = json(&format!("perft/{name}_ref.json"));
    let entries = entries.as_array().unwrap().iter().map(|entry| {
        let counts = entry[safety].as_object().unwrap().iter();
        let counts = counts.map(|(depth, n)| (depth.parse().unwrap(), n.as_u64().unwrap()));
        (text(entry, "sfen").to_owned(), counts.collect())
    });
    entries.collect()
}

/// A position from its SFEN.
pub fn position(rules: &Rules, text: &str) -> Position {
    sfen::parse(rules, text).unwrap_or_else(|e| panic!("{text}: {e}"))
}
