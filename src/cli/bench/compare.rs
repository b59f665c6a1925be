//! Comparison with an older record.

use super::faults;
use super::figures::{self, SpeedFigures, of_group};
use super::record::{BenchRecord, MeasuredProblem};
use crate::messages::tr;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;

/// Differences between an older and a newer record.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Comparison {
    /// Differences of machine, version or settings, as text: reasons why times or counts may
    /// differ.
    pub conditions: Vec<String>,
    /// Problems that only one record has, as text.
    pub unmatched: Vec<String>,
    /// Verdicts that contradict the older ones, as text.
    pub contradictions: Vec<String>,
    /// Number of problems whose node counts with one thread could be compared.
    pub checked: usize,
    /// Those whose node counts differ.
    pub checksums: Vec<Checksum>,
    /// Problems in both records.
    pub problems: Vec<Change>,
    /// All of them together; see [`figures::of_group`].
    pub overall: Vec<Change>,
}

/// Node counts of a problem. If they differ, the search has changed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Checksum {
    /// Id of the problem.
    pub id: String,
    /// Nodes with one thread in the older record.
    pub old: u64,
    /// Nodes with one thread in the newer record.
    pub new: u64,
}

/// Figures for one number of threads.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Change {
    /// Id of the problem, or `all`.
    pub id: String,
    /// Figures of the older record.
    pub old: SpeedFigures,
    /// Figures of the newer record.
    pub new: SpeedFigures,
}

impl Comparison {
    /// Compares two records: problems by key, runs by number of threads.
    pub fn new(old: &BenchRecord, new: &BenchRecord) -> Comparison {
        let known: HashMap<&str, &MeasuredProblem> =
            old.problems.iter().map(|problem| (problem.key.as_str(), problem)).collect();
        let pairs: Vec<(&MeasuredProblem, &MeasuredProblem)> = new
            .problems
            .iter()
            .filter_map(|problem| Some((*known.get(problem.key.as_str())?, problem)))
            .collect();
        let bases = (figures::base(old), figures::base(new));
        let changes = |id: &str, pairs: &[(&MeasuredProblem, &MeasuredProblem)]| {
            let (olds, news): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
            let change = |&threads: &usize| {
                let old = of_group(&olds, bases.0, threads)?;
                Some(Change { id: id.to_owned(), old, new: of_group(&news, bases.1, threads)? })
            };
            new.settings.threads.iter().filter_map(change).collect::<Vec<_>>()
        };
        let sums: Vec<Checksum> = pairs.iter().filter_map(|pair| checksum(*pair)).collect();
        Comparison {
            conditions: conditions(old, new),
            unmatched: unmatched(old, new),
            contradictions: pairs.iter().filter_map(|pair| contradiction(*pair)).collect(),
            checked: sums.len(),
            checksums: sums.into_iter().filter(|sum| sum.old != sum.new).collect(),
            problems: pairs.iter().flat_map(|pair| changes(&pair.1.id, &[*pair])).collect(),
            overall: changes("all", &pairs),
        }
    }
}

fn conditions(old: &BenchRecord, new: &BenchRecord) -> Vec<String> {
    let (then, now) = (&old.machine, &new.machine);
    let cpu = |name: &Option<String>| name.clone().unwrap_or_else(|| tr!(bench_value_unknown));
    let limit = |limit: Option<String>| limit.unwrap_or_else(|| tr!(bench_value_none));
    let nodes = |record: &BenchRecord| limit(record.settings.nodes.map(|nodes| nodes.to_string()));
    let time = |record: &BenchRecord| limit(record.settings.time.map(|time| time.to_string()));
    [
        (tr!(bench_version), old.version.clone(), new.version.clone()),
        (
            tr!(bench_system),
            format!("{} {}", then.os, then.arch),
            format!("{} {}", now.os, now.arch),
        ),
        (tr!(bench_processor), cpu(&then.cpu), cpu(&now.cpu)),
        (tr!(bench_cores), then.cores.to_string(), now.cores.to_string()),
        (tr!(bench_table_bytes), old.settings.hash.to_string(), new.settings.hash.to_string()),
        (tr!(bench_node_limit), nodes(old), nodes(new)),
        (tr!(bench_time_limit), time(old), time(new)),
    ]
    .into_iter()
    .filter(|(_, then, now)| then != now)
    .map(|(what, then, now)| tr!(bench_changed, what, then, now))
    .collect()
}

fn unmatched(old: &BenchRecord, new: &BenchRecord) -> Vec<String> {
    let lacks = |record: &BenchRecord, key: &str| record.problems.iter().all(|p| p.key != key);
    let gone = old.problems.iter().filter(|problem| lacks(new, &problem.key));
    let added = new.problems.iter().filter(|problem| lacks(old, &problem.key));
    let gone = gone.map(|problem| tr!(bench_only_then, id = problem.id.as_str()));
    gone.chain(added.map(|problem| tr!(bench_only_now, id = problem.id.as_str()))).collect()
}

fn contradiction((old, new): (&MeasuredProblem, &MeasuredProblem)) -> Option<String> {
    let decided = |problem: &MeasuredProblem| {
        problem.runs.iter().find(|run| run.is_decided()).map(|run| faults::name(run.verdict))
    };
    let (then, now) = (decided(old)?, decided(new)?);
    (then != now).then(|| tr!(bench_changed, what = new.id.as_str(), then, now))
}

fn checksum((old, new): (&MeasuredProblem, &MeasuredProblem)) -> Option<Checksum> {
    let (then, now) = (figures::checksum_of(old)?, figures::checksum_of(new)?);
    Some(Checksum { id: new.id.clone(), old: then, new: now })
}
