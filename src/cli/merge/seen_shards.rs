//! Parts of a set that the results come from: those that are missing, incomplete, there twice, or
//! from runs with other options.
//!
//! The parts of a set differ in size by one problem at most, and the first parts are the larger
//! ones. So a part with fewer results is the work of a run that did not end.

use crate::cli::run_options::LIMITS;
use crate::messages::{list, tr};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Parts that a message lists; the rest are counted.
const MAX_LISTED_SHARDS: usize = 10;

/// A part of a set: `2/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShardNumber {
    /// Number of parts.
    pub count: u32,
    /// From 1.
    pub index: u32,
}

impl ShardNumber {
    /// Parses `2/8`.
    pub fn parse(text: &str) -> Option<ShardNumber> {
        let (index, count) = text.split_once('/')?;
        let number = ShardNumber { count: count.parse().ok()?, index: index.parse().ok()? };
        (1..=number.count).contains(&number.index).then_some(number)
    }

    fn name(self) -> String {
        format!("{}/{}", self.index, self.count)
    }
}

/// Facts about a part.
#[derive(Debug, Default)]
struct SeenShard {
    /// Numbers of the files with its results.
    files: BTreeSet<u32>,
    /// Number of its problems with a result.
    problems: u64,
}

/// Options of a run, by name.
type Options = Map<String, Value>;

/// Parts that occur in the results.
#[derive(Debug, Default)]
pub struct SeenShards {
    seen: BTreeMap<ShardNumber, SeenShard>,
    /// Options of the runs, with the parts that have them, in the order of occurrence.
    options: Vec<(Options, BTreeSet<ShardNumber>)>,
    undivided: UndividedResults,
}

/// Problems in results that name no part: of a run over the whole set, or of any other run.
#[derive(Debug, Default)]
pub struct UndividedResults {
    pub problems: u64,
    /// Numbers of parts of the divisions with a problem that is not among them.
    pub exceeded: BTreeSet<u32>,
}

/// A fault of the parts, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShardFault {
    /// Parts are missing or incomplete.
    Missing(String),
    /// Options that shape results differ.
    Options(String),
    /// Remarks that probably need no action: a part that two runs worked on, or other limits.
    Remark(String),
}

impl SeenShards {
    /// Records the part and the options of a result in the file with this number.
    pub fn learn(
        &mut self,
        shard: Option<&str>,
        options: Option<&Options>,
        file: u32,
    ) -> Option<ShardNumber> {
        let number = shard.and_then(ShardNumber::parse)?;
        self.seen.entry(number).or_default().files.insert(file);
        if let Some(options) = options {
            match self.options.iter_mut().find(|(known, _)| known == options) {
                Some((_, shards)) => {
                    shards.insert(number);
                }
                None => self.options.push((options.clone(), BTreeSet::from([number]))),
            }
        }
        Some(number)
    }

    /// Counts problems of a part.
    pub fn count(&mut self, number: ShardNumber, problems: u32) {
        self.seen.entry(number).or_default().problems += u64::from(problems);
    }

    /// Records the problems in results that name no part.
    pub fn count_undivided(&mut self, undivided: UndividedResults) {
        self.undivided = undivided;
    }

    /// All faults. `paths` are the names of the files. `sizes` tells whether the parts of a
    /// division have nearly equal sizes.
    pub fn faults(&self, paths: &[String], sizes: bool) -> Vec<ShardFault> {
        let mut faults: Vec<ShardFault> = self.missing().map(ShardFault::Missing).collect();
        // A problem counts where it first occurs.
        if sizes && self.undivided.problems == 0 {
            faults.extend(self.incomplete().map(ShardFault::Missing));
        }
        faults.extend(self.doubled(paths).map(ShardFault::Remark));
        faults.extend(self.other_options());
        faults
    }

    /// Parts by division, without the divisions of a set that a run has done as a whole.
    fn divisions(&self) -> BTreeMap<u32, Vec<(u32, &SeenShard)>> {
        let mut divisions: BTreeMap<u32, Vec<(u32, &SeenShard)>> = BTreeMap::new();
        for (number, shard) in &self.seen {
            divisions.entry(number.count).or_default().push((number.index, shard));
        }
        divisions.retain(|count, seen| !self.is_done_as_a_whole(*count, seen));
        divisions
    }

    /// True if the results that name no part have every problem of these parts, and as many as the
    /// set has at least.
    fn is_done_as_a_whole(&self, count: u32, seen: &[(u32, &SeenShard)]) -> bool {
        let most = seen.iter().map(|(_, shard)| shard.problems).max().unwrap_or(0);
        let least_of_set = most.saturating_sub(1) * u64::from(count) + 1;
        !self.undivided.exceeded.contains(&count) && self.undivided.problems >= least_of_set
    }

    /// A message for each division of the set with missing parts.
    fn missing(&self) -> impl Iterator<Item = String> {
        let mut divisions = self.divisions();
        if divisions.iter().any(|(&count, seen)| seen.len() == count as usize) {
            // The other division was a later run over the rest.
            divisions.clear();
        }
        divisions.into_iter().map(|(count, seen)| {
            let seen: BTreeSet<u32> = seen.into_iter().map(|(index, _)| index).collect();
            let missing = (1..=count).filter(|index| !seen.contains(index));
            let shown: Vec<String> =
                missing.take(MAX_LISTED_SHARDS).map(|index| format!("{index}/{count}")).collect();
            let more = count as usize - seen.len() - shown.len();
            let (count, shards) = (shown.len(), list(shown));
            match more {
                0 => tr!(merge_missing_shards, count, shards),
                _ => tr!(merge_missing_shards_and_more, shards, more),
            }
        })
    }

    /// A message for each incomplete part of the only division.
    fn incomplete(&self) -> impl Iterator<Item = String> {
        let mut divisions = self.divisions();
        let seen = if divisions.len() == 1 { divisions.pop_first() } else { None };
        let (count, seen) = seen.unwrap_or_default();
        let most = seen.iter().map(|(_, shard)| shard.problems).max().unwrap_or(0);
        let last = seen.iter().rev().find(|(_, shard)| shard.problems == most);
        let last = last.map_or(0, |(index, _)| *index);
        let is_short = move |index: u32, problems: u64| {
            problems + 1 < most || (problems < most && index < last)
        };
        let short: Vec<(u32, u64)> = seen
            .into_iter()
            .map(|(index, shard)| (index, shard.problems))
            .filter(|(index, problems)| is_short(*index, *problems))
            .collect();
        short.into_iter().map(move |(index, problems)| {
            let shard = format!("{index}/{count}");
            tr!(merge_incomplete_shard, shard, problems, most)
        })
    }

    /// A message for each part whose results are in several files.
    fn doubled(&self, paths: &[String]) -> impl Iterator<Item = String> {
        self.seen.iter().filter(|(_, shard)| shard.files.len() > 1).map(|(number, shard)| {
            let files = shard.files.iter().filter_map(|file| paths.get(*file as usize));
            tr!(merge_doubled_shard, shard = number.name(), files = list(files))
        })
    }

    /// A message for each option that differs between parts.
    fn other_options(&self) -> Vec<ShardFault> {
        let names: BTreeSet<&String> =
            self.options.iter().flat_map(|(options, _)| options.keys()).collect();
        let mut faults = Vec::new();
        for name in names {
            let mut values: Vec<(Option<&Value>, BTreeSet<ShardNumber>)> = Vec::new();
            for (options, shards) in &self.options {
                let value = options.get(name);
                match values.iter_mut().find(|(known, _)| *known == value) {
                    Some((_, known)) => known.extend(shards),
                    None => values.push((value, shards.clone())),
                }
            }
            if values.len() < 2 {
                continue;
            }
            let words: Vec<String> = values
                .iter()
                .map(|(value, shards)| {
                    let count_of_shards = shards.len();
                    let shown = shards.iter().take(MAX_LISTED_SHARDS).map(|shard| shard.name());
                    let shards = match shards.len().saturating_sub(MAX_LISTED_SHARDS) {
                        0 => list(shown),
                        more => tr!(merge_shards_and_more, shards = list(shown), more),
                    };
                    let option = written(name, *value);
                    tr!(merge_option_of_shards, option, count = count_of_shards, shards)
                })
                .collect();
            let message = tr!(merge_other_options, options = list(words));
            faults.push(match LIMITS.contains(&name.as_str()) {
                true => ShardFault::Remark(message),
                false => ShardFault::Options(message),
            });
        }
        faults
    }
}

/// An option as a user writes it, or without it.
fn written(name: &str, value: Option<&Value>) -> String {
    match (name, value) {
        ("command", Some(Value::String(command))) => format!("`tsume {command}`"),
        (_, None) => tr!(merge_option_absent, option = format!("--{name}")),
        (_, Some(Value::Bool(_))) => format!("--{name}"),
        (_, Some(Value::String(value))) => format!("--{name} {value}"),
        (_, Some(value)) => format!("--{name} {value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Faults of files, each with a part and its number of problems.
    fn faults(files: &[(Option<&str>, u32)]) -> Vec<String> {
        let mut seen_shards = SeenShards::default();
        let mut undivided = UndividedResults::default();
        for (file, (shard, problems)) in (0..).zip(files) {
            match seen_shards.learn(*shard, None, file) {
                Some(number) => seen_shards.count(number, *problems),
                None => undivided.problems += u64::from(*problems),
            }
        }
        seen_shards.count_undivided(undivided);
        let paths: Vec<String> = (0..files.len()).map(|file| format!("{file}.jsonl")).collect();
        let words = |fault| match fault {
            ShardFault::Missing(text) | ShardFault::Options(text) | ShardFault::Remark(text) => {
                text
            }
        };
        seen_shards.faults(&paths, true).into_iter().map(words).collect()
    }

    fn missing(shards: &[Option<&str>]) -> Vec<String> {
        faults(&shards.iter().map(|shard| (*shard, 3)).collect::<Vec<_>>())
    }

    #[test]
    fn shards_without_results_are_named() {
        assert_eq!(missing(&[]), Vec::<String>::new());
        assert_eq!(missing(&[Some("1/2"), Some("2/2")]), Vec::<String>::new());
        assert_eq!(missing(&[Some("1/3"), Some("3/3")]), ["no result from shard 2/3"]);
        assert_eq!(missing(&[Some("2/3")]), ["no result from shards 1/3, 3/3"]);
        let many = missing(&[Some("1/1000000000")]);
        assert!(many[0].ends_with("and 999999989 more"), "{many:?}");
        // Somebody has done the whole, or something else.
        assert_eq!(faults(&[(Some("1/3"), 3), (None, 7)]), Vec::<String>::new());
        assert_eq!(faults(&[(Some("1/3"), 3), (None, 6)]), ["no result from shards 2/3, 3/3"]);
        assert_eq!(missing(&[Some("1/3"), Some("1/2"), Some("2/2")]), Vec::<String>::new());
    }

    #[test]
    fn shards_of_runs_that_did_not_end_are_named() {
        let of = |sizes: [u32; 3]| {
            let names = ["1/3", "2/3", "3/3"].map(Some);
            faults(&names.into_iter().zip(sizes).collect::<Vec<_>>())
        };
        for complete in [[4, 4, 4], [5, 4, 4], [5, 5, 4], [1, 1, 1]] {
            assert_eq!(of(complete), Vec::<String>::new(), "{complete:?}");
        }
        assert_eq!(of([4, 5, 4]).len(), 1);
        assert!(of([4, 5, 4])[0].starts_with("shard 1/3 has 4 results, another one 5"));
        assert!(of([5, 5, 3])[0].starts_with("shard 3/3 has 3 results"));
        assert_eq!(of([2, 5, 4]).len(), 1);
        assert_eq!(of([1, 5, 2]).len(), 2);
    }

    #[test]
    fn shards_in_two_files_are_named() {
        let twice = faults(&[(Some("1/2"), 3), (Some("2/2"), 3), (Some("1/2"), 0)]);
        assert_eq!(twice, ["shard 1/2 is in several files: 0.jsonl, 2.jsonl"]);
    }

    #[test]
    fn options_that_differ_are_named_with_their_shards() {
        let mut seen_shards = SeenShards::default();
        let options = |pairs: &[(&str, Value)]| -> Options {
            pairs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
        };
        let plain = options(&[("command", "solve".into())]);
        seen_shards.learn(Some("1/3"), Some(&plain), 0);
        let nodes = options(&[("command", "solve".into()), ("nodes", "40".into())]);
        seen_shards.learn(Some("2/3"), Some(&nodes), 1);
        let every = options(&[("count", "every".into()), ("command", "solve".into())]);
        seen_shards.learn(Some("3/3"), Some(&every), 2);
        let found = seen_shards.faults(&[], false);
        let count = "the runs had other options: without --count (shards 1/3, 2/3), \
                     --count every (shard 3/3)";
        let nodes = "the runs had other options: without --nodes (shards 1/3, 3/3), \
                     --nodes 40 (shard 2/3)";
        let expected =
            [ShardFault::Options(count.to_owned()), ShardFault::Remark(nodes.to_owned())];
        assert_eq!(found, expected);
    }
}
