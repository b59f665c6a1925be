//! The record of a benchmark: machine, version, settings, and all runs. All figures are computed
//! from it, so that old records can be compared.

use crate::io::input;
use crate::io::results;
use crate::messages::tr;
use crate::text::{Diagnostic, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Largest record that is read, in MiB.
const MAX_RECORD_MIB: u64 = 64;

/// Record of a benchmark.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BenchRecord {
    /// Version of the program.
    pub version: String,
    /// Machine of the benchmark.
    pub machine: Machine,
    /// Settings of the benchmark.
    pub settings: BenchSettings,
    /// Problems in the order of the suite.
    pub problems: Vec<MeasuredProblem>,
}

/// Description of a machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Machine {
    /// `linux`, `macos`, `windows`, …
    pub os: String,
    /// `x86_64`, `aarch64`, …
    pub arch: String,
    /// Name of the processor, if the system reports it.
    pub cpu: Option<String>,
    /// Cores that the program may use.
    pub cores: usize,
}

/// Settings of the searches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Settings")]
pub struct BenchSettings {
    /// Numbers of threads, ascending.
    pub threads: Vec<usize>,
    /// Runs with each number of threads.
    pub repeat: Vec<usize>,
    /// Size of the table in bytes.
    pub hash: usize,
    /// Limit of positions for each run.
    pub nodes: Option<u64>,
    /// Limit of time for each run, in seconds.
    pub time: Option<f64>,
}

/// A problem with its runs.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Measured")]
pub struct MeasuredProblem {
    /// Id of the problem.
    pub id: String,
    /// Key that identifies the problem in another record; see [`results::key`].
    pub key: String,
    /// Name of the game.
    pub variant: String,
    /// Squares of the board.
    pub squares: usize,
    /// Runs in the order in which they were made.
    pub runs: Vec<MeasuredRun>,
}

/// One run.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Run")]
pub struct MeasuredRun {
    /// Threads of the search.
    pub threads: usize,
    /// Verdict, not checked.
    pub verdict: results::ResultVerdict,
    /// For a mate: length of the first proof, which may differ between runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// Without a verdict: the exhausted limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<String>,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Wall time in milliseconds, accurate to the microsecond.
    pub time_ms: f64,
    /// Share of the table in use at the end, 0 to 1.
    pub hash_used: f64,
}

impl MeasuredRun {
    /// True if there is a verdict.
    pub fn is_decided(&self) -> bool {
        self.verdict != results::ResultVerdict::Unknown
    }
}

impl MeasuredProblem {
    /// Runs with `threads` threads.
    pub fn with(&self, threads: usize) -> impl Iterator<Item = &MeasuredRun> {
        self.runs.iter().filter(move |run| run.threads == threads)
    }
}

/// Reads a record of `tsume bench --format json`; `-` is standard input.
///
/// # Errors
/// The file cannot be read, or is not a record.
pub fn read(path: &Path) -> Result<BenchRecord, Box<Diagnostic>> {
    let source = input::path(path, MAX_RECORD_MIB)?;
    serde_json::from_str(&source.text).map_err(|error| refuse(&source, &error))
}

fn refuse(source: &std::sync::Arc<Source>, error: &serde_json::Error) -> Box<Diagnostic> {
    let at = input::json_place(&source.text, error);
    let message = tr!(bench_not_a_record, error = error.to_string());
    Box::new(Diagnostic::new("E0708", source, at..at, message).help(tr!(bench_record_help)))
}

impl Machine {
    /// The machine that runs the program.
    pub fn here() -> Machine {
        let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        Machine {
            os: std::env::consts::OS.to_owned(),
            arch: std::env::consts::ARCH.to_owned(),
            cpu: cpu_name(&info),
            cores: crate::cli::common::cores(),
        }
    }
}

/// Name of the processor in the text of `/proc/cpuinfo`.
fn cpu_name(info: &str) -> Option<String> {
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    line.split_once(':').map(|(_, name)| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_is_named_where_the_system_does() {
        let info = "processor\t: 0\nmodel name\t: Some CPU @ 2GHz\nflags\t: a b\n";
        assert_eq!(cpu_name(info).as_deref(), Some("Some CPU @ 2GHz"));
        assert_eq!(cpu_name("processor\t: 0\n"), None);
    }
}
