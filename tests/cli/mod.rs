//! The program as users run it: arguments in, text and exit status out.

mod analyze;
mod arguments;
mod checkpoints;
mod collections;
mod counts;
mod documents;
mod formats;
mod games;
mod hostile;
mod imports;
mod japanese;
mod merge;
mod pages;
mod pipes;
mod puzzles;
mod results;
#[cfg(unix)]
mod serve;
mod sets;
mod shards;
mod sheets;
#[cfg(unix)]
mod signals;
mod solutions;
mod streams;
mod trust;

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// Mate in 1: a gold in front of the king, protected by a pawn.
const MATE_IN_1: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
/// The same with a silver, from which the king escapes.
const NO_MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b S 1";
/// Chu shogi, a mate in 3 that an independent program found by brute force.
const MATE_IN_3: &str = "4k3[KR]3/12/5[gb]s5/12/4+[DH]7/4R7/12/12/12/12/12/12 b - 1";
/// Shogi Zukou 8 (1755), which takes minutes.
const HARD: &str = "4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8 b GP3sn13p 1";

fn tsume(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsume"));
    command.args(arguments).stdin(Stdio::null()).env("TSUME_LANG", "en");
    for (name, _) in std::env::vars() {
        let prefixes = [
            "SLURM_",
            "SGE_",
            "LSB_",
            "PBS_",
            "PJM_",
            "JOB_COMPLETION_",
            "AWS_BATCH_",
            "CLOUD_RUN_",
            "PARALLEL_",
            "OMPI_",
            "PMI_",
            "HQ_",
        ];
        if prefixes.iter().any(|prefix| name.starts_with(prefix)) || name == "COLUMNS" {
            command.env_remove(name);
        }
    }
    command
}

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

fn run(arguments: &[&str]) -> Run {
    tsume(arguments).output().unwrap().into()
}

fn run_with_input(arguments: &[&str], input: &str) -> Run {
    let mut child = tsume(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap().into()
}

fn json(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
