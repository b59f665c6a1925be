//! What `tsume bench --format json` prints: the record, with what follows from it.

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
    /// Where it ran.
    machine: &'a Machine,
    /// How.
    settings: &'a BenchSettings,
    /// In the order of the suite.
    problems: Vec<Problem<'a>>,
    /// All problems, and groups of them.
    overall: Vec<Group>,
    /// Nodes of all problems with one thread; none where that was not measured.
    checksum: Option<u64>,
    /// What must not have happened, in words: verdicts that differ between runs or from what is expected.
    faults: &'a [String],
    /// What changed since an older record, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<&'a Comparison>,
}

/// A problem with its figures.
#[derive(Debug, Serialize, JsonSchema)]
struct Problem<'a> {
    #[serde(flatten)]
    measured: &'a MeasuredProblem,
    /// One for each number of threads.
    figures: Vec<SpeedFigures>,
}

/// Figures of several problems together.
#[derive(Debug, Serialize, JsonSchema)]
struct Group {
    /// Which problems.
    group: String,
    /// How many they are.
    problems: usize,
    /// One for each number of threads.
    figures: Vec<SpeedFigures>,
}

impl<'a> BenchReport<'a> {
    /// Works out the figures.
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
