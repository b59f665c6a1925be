//! What a benchmark writes down: machine, version, settings, and one row a run. Everything else is
//! worked out from that, of a new record as of an old one.

use crate::io::input;
use crate::io::results;
use crate::text::{Diagnostic, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The largest record that is read, in MiB.
const MAX_MIB: u64 = 64;

/// A whole benchmark.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BenchRecord {
    /// Version of the program.
    pub version: String,
    /// Where it ran.
    pub machine: Machine,
    /// How.
    pub settings: BenchSettings,
    /// In the order of the suite.
    pub problems: Vec<MeasuredProblem>,
}

/// A computer, as far as it tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Machine {
    /// `linux`, `macos`, `windows`, …
    pub os: String,
    /// `x86_64`, `aarch64`, …
    pub arch: String,
    /// Name of the processor; none where the system does not say.
    pub cpu: Option<String>,
    /// Cores that the program may use.
    pub cores: usize,
}

/// How the problems were solved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Settings")]
pub struct BenchSettings {
    /// Numbers of threads, rising.
    pub threads: Vec<usize>,
    /// Runs with each of them.
    pub repeat: Vec<usize>,
    /// Bytes for the table.
    pub hash: usize,
    /// Limit of positions for each run.
    pub nodes: Option<u64>,
    /// Limit of seconds for each run.
    pub time: Option<f64>,
}

/// A problem with its runs.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Measured")]
pub struct MeasuredProblem {
    /// Its id.
    pub id: String,
    /// What it is recognised by in another record; see [`results::key`].
    pub key: String,
    /// Name of the game.
    pub variant: String,
    /// Squares of the board.
    pub squares: usize,
    /// In the order in which they were made.
    pub runs: Vec<MeasuredRun>,
}

/// One search.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Run")]
pub struct MeasuredRun {
    /// Threads that worked on it.
    pub threads: usize,
    /// What was found.
    pub verdict: results::ResultVerdict,
    /// Of a mate: the length of the first proof, which may differ between runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// Without a verdict: the limit that was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<String>,
    /// Positions visited, over all threads.
    pub nodes: u64,
    /// Wall time in milliseconds, to the microsecond.
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
    /// The runs with so many threads.
    pub fn with(&self, threads: usize) -> impl Iterator<Item = &MeasuredRun> {
        self.runs.iter().filter(move |run| run.threads == threads)
    }
}

/// Reads a record that `tsume bench --format json` has written; `-` is standard input.
///
/// # Errors
/// It cannot be read, or is no record.
pub fn read(path: &Path) -> Result<BenchRecord, Box<Diagnostic>> {
    let source = input::path(path, MAX_MIB)?;
    serde_json::from_str(&source.text).map_err(|error| refuse(&source, &error))
}

fn refuse(source: &std::sync::Arc<Source>, error: &serde_json::Error) -> Box<Diagnostic> {
    let line = source.text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let at = line.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    let mut at = at.min(source.text.len());
    while !source.text.is_char_boundary(at) {
        at -= 1;
    }
    let message = format!("this is no record of a benchmark: {error}");
    let help = "write one with `tsume bench --format json > OLD.json`";
    Box::new(Diagnostic::new("E0708", source, at..at, message).help(help))
}

impl Machine {
    /// This one.
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

/// The processor's name in the text of `/proc/cpuinfo`.
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
