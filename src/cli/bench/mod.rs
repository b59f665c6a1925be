//! `tsume bench`: measures the speed of the search, and the gain from more threads.

mod compare;
mod faults;
mod figures;
mod measure;
mod plot;
mod record;
mod report;
mod suite;
mod text;

use super::common::{self, ArgumentSpan, OutputFormat, argument_error};
use super::inputs::InputArgs;
use super::{Failure, Status, StdStreams, size};
use crate::io::files::atomic_file::AtomicFile;
use crate::io::problems::{LoadResult, LoadedProblem};
use crate::io::results::json_line;
use crate::io::terminal::progress::{ProgressDisplay, Tally};
use crate::io::terminal::signals::Signals;
use crate::messages::tr;
use compare::Comparison;
use measure::Bench;
use record::{BenchRecord, BenchSettings, Machine};
pub use report::BenchReport;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Default number of repetitions with several threads, whose runs differ.
const DEFAULT_REPETITIONS: usize = 8;

/// Problems of a suite at most: their results stay in memory until the report.
const MAX_SUITE_PROBLEMS: usize = 20_000;

/// Arguments of `tsume bench`.
#[derive(Debug, clap::Args)]
#[command(about = tr!(help_bench), long_about = tr!(help_bench_long))]
pub struct Args {
    #[command(flatten)]
    inputs: InputArgs,
    #[arg(long, value_name = "N,…", value_delimiter = ',',
          value_parser = clap::value_parser!(u16).range(1..=1024), help = tr!(help_bench_threads))]
    threads: Vec<u16>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..),
          help = tr!(help_bench_repeat))]
    repeat: Option<u16>,
    #[arg(long, value_name = "SIZE", help = tr!(help_bench_hash))]
    hash: Option<String>,
    #[arg(long, value_name = "S", value_parser = common::seconds, help = tr!(help_bench_time))]
    time: Option<Duration>,
    #[arg(long, value_name = "N", help = tr!(help_bench_nodes))]
    nodes: Option<u64>,
    #[arg(long, value_name = "ID", num_args = 1.., value_delimiter = ',',
          help = tr!(help_bench_only))]
    only: Vec<String>,
    #[arg(long, value_enum, default_value_t = OutputFormat::Text, help = tr!(help_bench_format))]
    format: OutputFormat,
    #[arg(long, value_name = "FILE", help = tr!(help_bench_plot))]
    plot: Option<PathBuf>,
    #[arg(long, value_name = "OLD", help = tr!(help_bench_compare))]
    compare: Option<PathBuf>,
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["paths", "sfen", "threads", "repeat", "hash", "time", "nodes", "only"],
          help = tr!(help_bench_show))]
    show: Option<PathBuf>,
    #[arg(long, short, help = tr!(help_bench_quiet))]
    quiet: bool,
}

impl Args {
    fn settings(&self) -> Result<BenchSettings, Failure> {
        let mut threads: Vec<usize> = self.threads.iter().copied().map(usize::from).collect();
        if threads.is_empty() {
            threads = vec![1, common::cores()];
        }
        threads.sort_unstable();
        threads.dedup();
        let repeat = |threads: &usize| match self.repeat {
            Some(repeat) => usize::from(repeat),
            None if *threads == 1 => 1,
            None => DEFAULT_REPETITIONS,
        };
        Ok(BenchSettings {
            repeat: threads.iter().map(repeat).collect(),
            threads,
            hash: size::or_default(self.hash.as_deref())?,
            nodes: self.nodes,
            time: self.time.map(|time| time.as_secs_f64()),
        })
    }

    /// Problems to measure. An invalid problem is an error before the first measurement.
    fn entries(&self) -> Result<Vec<LoadedProblem>, Failure> {
        let items = if self.inputs.is_empty() {
            self.inputs.read_instead(suite::items)?
        } else {
            self.inputs.read(1, MAX_SUITE_PROBLEMS)?
        };
        let mut entries = Vec::new();
        let mut errors = Vec::new();
        for item in items {
            match item {
                LoadResult::Problem(entry) => entries.push(*entry),
                LoadResult::Broken { errors: mut more, .. } => errors.append(&mut more),
            }
        }
        for id in &self.only {
            if entries.iter().all(|entry| entry.id != *id) {
                let place = ArgumentSpan { option: "--only", text: id, span: 0..id.len() };
                let known: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
                let near = known.iter().max_by(|a, b| {
                    strsim::jaro_winkler(a, id).total_cmp(&strsim::jaro_winkler(b, id))
                });
                let help = match near {
                    Some(&near) => tr!(bench_such_as, near),
                    None => tr!(bench_no_problems),
                };
                let message = tr!(bench_unknown_id, id = id.as_str());
                errors.push(argument_error("E0709", place, message, help));
            }
        }
        if !errors.is_empty() {
            return Err(errors.into());
        }
        entries.retain(|entry| self.only.is_empty() || self.only.contains(&entry.id));
        Ok(entries)
    }
}

pub fn run(args: &Args, signals: &Signals, streams: &mut StdStreams) -> Result<Status, Failure> {
    let old = args.compare.as_deref().map(record::read).transpose()?;
    // Detects an unwritable path before the measurement rather than after it.
    let plot = match args.plot.as_deref() {
        Some(path) => {
            let atomic_file =
                AtomicFile::begin(path).map_err(|error| Failure::unwritable(path, &error))?;
            Some((atomic_file, path))
        }
        None => None,
    };
    let (record, faults) = match &args.show {
        Some(path) => (show(record::read(path)?, args, streams)?, Vec::new()),
        None => measure(args, signals, streams)?,
    };
    let comparison = old.map(|old| Comparison::new(&old, &record));
    streams.print(&match args.format {
        OutputFormat::Text => {
            let changed = comparison.as_ref().map(text::comparison);
            text::overall(&record) + &changed.map(|text| format!("\n{text}")).unwrap_or_default()
        }
        OutputFormat::Json => {
            json_line(&BenchReport::new(&record, comparison.as_ref(), &faults)) + "\n"
        }
    })?;
    if let Some((mut atomic_file, path)) = plot {
        match plot::svg(&record) {
            Some(picture) => atomic_file
                .write_all(picture.as_bytes())
                .and_then(|()| atomic_file.finish())
                .map_err(|error| Failure::unwritable(path, &error))?,
            None => streams.note(&tr!(bench_no_plot)),
        }
    }
    faults.iter().for_each(|fault| streams.error(fault));
    let contradicts = comparison.is_some_and(|comparison| !comparison.contradictions.is_empty());
    Ok(Status {
        signal: signals.status(),
        wrong: false,
        disagrees: contradicts || !faults.is_empty(),
        undecided: record.problems.iter().flat_map(|p| &p.runs).any(|run| !run.is_decided()),
    })
}

/// Shows an earlier run.
fn show(
    record: BenchRecord,
    args: &Args,
    streams: &mut StdStreams,
) -> Result<BenchRecord, Failure> {
    if args.format == OutputFormat::Text {
        streams.print(&text::head(&record))?;
        for measured in &record.problems {
            streams.print(&text::problem(&record, measured))?;
        }
    }
    Ok(record)
}

/// Measures one problem after the other. The second value lists the faults.
fn measure(
    args: &Args,
    signals: &Signals,
    streams: &mut StdStreams,
) -> Result<(BenchRecord, Vec<String>), Failure> {
    let settings = args.settings()?;
    let entries = args.entries()?;
    let mut record = BenchRecord {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        machine: Machine::here(),
        settings: settings.clone(),
        problems: Vec::new(),
    };
    let cores = record.machine.cores;
    if let Some(&threads) =
        settings.threads.last().filter(|threads| **threads > cores && !args.quiet)
    {
        streams.note(&tr!(bench_more_threads_than_cores, threads, cores));
    }
    let text = args.format == OutputFormat::Text;
    if text {
        streams.print(&text::head(&record))?;
    }
    signals.orderly();
    let display =
        ProgressDisplay::new(entries.len() * settings.repeat.iter().sum::<usize>(), args.quiet);
    let bench = Bench { settings: &settings, signals, display: &display };
    let mut tally = Tally::default();
    let mut all = Vec::new();
    for entry in &entries {
        let measured = bench.measure(entry, |run| {
            tally.decided += usize::from(run.is_decided());
            tally.unknown += usize::from(!run.is_decided());
            display.set(tally);
        });
        if measured.runs.is_empty() {
            break;
        }
        all.append(&mut faults::of(&entry.expect, &measured));
        if text {
            display.aside(|| streams.print(&text::problem(&record, &measured)))?;
        }
        record.problems.push(measured);
    }
    display.close();
    Ok((record, all))
}
