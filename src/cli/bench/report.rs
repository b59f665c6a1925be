//! JSON output of `tsume bench`: the record, and the figures computed from it.

use super::compare::Comparison;
use super::figures::{self, SpeedFigures};
use super::record::{BenchRecord, BenchSettings, Machine, MeasuredProblem};
use schemars::JsonSchema;
use serde::Serialize;

/// A benchmark with its figures.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "Benchmark of tsume")]
#[schemars(rename = "Report")]
pub struct BenchReport<'a> {
    /// Version of the program.
    version: &'a str,
    /// Machine of the benchmark.
    machine: &'a Machine,
    /// Settings of the benchmark.
    settings: &'a BenchSettings,
    /// Problems in the order of the suite.
    problems: Vec<Problem<'a>>,
    /// Figures of all problems, and of groups.
    overall: Vec<Group>,
    /// Nodes of all problems with one thread; `None` if one thread was not measured.
    checksum: Option<u64>,
    /// Faults as text: verdicts that differ between runs or from what a file expects.
    faults: &'a [String],
    /// Comparison with an older record, if one is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<&'a Comparison>,
}

/// A problem with its figures.
#[derive(Debug, Serialize, JsonSchema)]
struct Problem<'a> {
    #[serde(flatten)]
    measured: &'a MeasuredProblem,
    /// Figures for each number of threads.
    figures: Vec<SpeedFigures>,
}

/// Figures of a group of problems.
#[derive(Debug, Serialize, JsonSchema)]
struct Group {
    /// Name of the group.
    group: String,
    /// Number of problems.
    problems: usize,
    /// Figures for each number of threads.
    figures: Vec<SpeedFigures>,
}

impl<'a> BenchReport<'a> {
    /// Computes the figures.
    pub fn new(
        record: &'a BenchRecord,
        comparison: Option<&'a Comparison>,
        faults: &'a [String],
    ) -> BenchReport<'a> {
        let base = figures::base(record);
        let threads = &record.settings.threads;
        let problem = |measured: &'a MeasuredProblem| {
            let of = |&threads: &usize| figures::of_problem(measured, base, threads);
            Problem { measured, figures: threads.iter().filter_map(of).collect() }
        };
        let group = |group: &figures::Group| {
            let of = |&threads: &usize| figures::of_group(&group.problems, base, threads);
            Group {
                group: group.name.to_string(),
                problems: group.problems.len(),
                figures: threads.iter().filter_map(of).collect(),
            }
        };
        BenchReport {
            version: &record.version,
            machine: &record.machine,
            settings: &record.settings,
            problems: record.problems.iter().map(problem).collect(),
            overall: figures::groups(record).iter().map(group).collect(),
            checksum: figures::checksum(record),
            faults,
            comparison,
        }
    }
}
