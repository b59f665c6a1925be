//! Figures as text.

use super::compare::{Change, Comparison};
use super::figures::{SpeedFigures, Spread};
use super::record::{BenchRecord, MeasuredProblem};
use super::{faults, figures};
use crate::cli::streams::{BOLD, BOLD_RED, BOLD_YELLOW, DIM, RESET};
use crate::messages::{list, tr};
use crate::text::columns::{left, right};
use std::fmt::Write;

/// Width of the first column.
const NAME_COLUMNS: usize = 20;

/// Width of the verdict's column.
const VERDICT_COLUMNS: usize = 8;

/// Description of the measurement, and column headings.
pub fn head(record: &BenchRecord) -> String {
    let (machine, settings) = (&record.machine, &record.settings);
    let mut parts = vec![tr!(
        bench_head,
        version = record.version.as_str(),
        system = format!("{} {}", machine.os, machine.arch),
        processor = machine.cpu.clone().unwrap_or_else(|| tr!(bench_unknown_processor)),
        cores = machine.cores,
        table = settings.hash >> 20,
    )];
    parts.extend(settings.nodes.map(|nodes| tr!(bench_at_most_nodes, nodes)));
    parts.extend(settings.time.map(|time| tr!(bench_at_most_seconds, seconds = time.to_string())));
    let problem = left(&tr!(bench_column_problem), NAME_COLUMNS);
    let verdict = left(&tr!(bench_column_verdict), VERDICT_COLUMNS);
    format!("{}\n{DIM}{problem} {verdict}{}", list(parts), columns())
}

fn columns() -> String {
    let columns = [
        (tr!(bench_column_threads), 7),
        (tr!(bench_column_nodes), 12),
        (tr!(bench_column_rate), 8),
        (tr!(bench_column_overhead), 7),
        (tr!(bench_column_seconds), 9),
        (tr!(bench_column_table), 6),
    ];
    let columns: String =
        columns.iter().map(|(name, width)| format!(" {}", right(name, *width))).collect();
    format!("{columns}  {}{RESET}\n", tr!(bench_column_speed_up))
}

fn row(text: &mut String, figures: &SpeedFigures, base: usize) {
    let number = |number: Option<f64>| match number {
        Some(number) => format!("{number:.3}"),
        None => "-".to_owned(),
    };
    let speed_up = match figures.speed_up {
        Some(Spread { min, median, max, .. }) if figures.threads != base || min < max => {
            let [median, min, max] = [median, min, max].map(|ratio| format!("{ratio:.2}"));
            tr!(bench_spread, median, min, max)
        }
        _ => "-".to_owned(),
    };
    let _ = writeln!(
        text,
        " {:>7} {:>12.0} {:>8.0} {:>7} {:>9.3} {:>5.1}%  {speed_up}",
        figures.threads,
        figures.nodes,
        figures.nodes_per_second / 1000.0,
        number(figures.overhead.filter(|_| figures.threads != base)),
        figures.time_ms / 1000.0,
        100.0 * figures.hash_used
    );
}

/// A problem: a line for each number of threads.
pub fn problem(record: &BenchRecord, measured: &MeasuredProblem) -> String {
    let base = figures::base(record);
    let mut text = String::new();
    for (i, &threads) in record.settings.threads.iter().enumerate() {
        let Some(figures) = figures::of_problem(measured, base, threads) else { continue };
        let undecided = measured.with(threads).find(|run| !run.is_decided());
        let verdict = undecided.or(measured.with(threads).next());
        let verdict = verdict.map_or_else(String::new, |run| faults::name(run.verdict));
        let name = if i == 0 { measured.id.as_str() } else { "" };
        let (name, verdict) = (left(name, NAME_COLUMNS), left(&verdict, VERDICT_COLUMNS));
        let _ = write!(text, "{name} {verdict}");
        row(&mut text, &figures, base);
    }
    text
}

/// All problems together, and the checksum.
pub fn overall(record: &BenchRecord) -> String {
    let base = figures::base(record);
    let mut text = String::new();
    for group in figures::groups(record) {
        let name = left(&group.title(), NAME_COLUMNS);
        let _ = write!(text, "\n{BOLD}{name}{RESET} {:<VERDICT_COLUMNS$}", group.problems.len());
        let mut first = true;
        for &threads in &record.settings.threads {
            let Some(figures) = figures::of_group(&group.problems, base, threads) else { continue };
            if !first {
                let _ = write!(text, "{:NAME_COLUMNS$} {:VERDICT_COLUMNS$}", "", "");
            }
            row(&mut text, &figures, base);
            first = false;
        }
    }
    if let Some(nodes) = figures::checksum(record) {
        let _ = writeln!(text, "\n{}", tr!(bench_checksum, nodes));
    }
    text
}

/// The comparison with an older record.
pub fn comparison(comparison: &Comparison) -> String {
    let mut text = String::new();
    for what in comparison.conditions.iter().chain(&comparison.unmatched) {
        let _ = writeln!(text, "{BOLD_YELLOW}{}{RESET}: {what}", tr!(cli_note));
    }
    let _ = writeln!(
        text,
        "{DIM}{} {}  {} {} {}{RESET}",
        left(&tr!(bench_column_compared), NAME_COLUMNS),
        right(&tr!(bench_column_threads), 7),
        left(&tr!(bench_column_nodes), 32),
        left(&tr!(bench_column_seconds), 26),
        left(&tr!(bench_column_rate), 26),
    );
    for change in comparison.problems.iter().chain(&comparison.overall) {
        changed(&mut text, change);
    }
    for what in &comparison.contradictions {
        let _ = writeln!(text, "{BOLD_RED}{}{RESET}: {what}", tr!(bench_verdict_changed));
    }
    for sum in &comparison.checksums {
        let _ = writeln!(
            text,
            "{BOLD_RED}{}{RESET}: {}",
            tr!(bench_checksum_differs),
            tr!(bench_checksums, id = sum.id.as_str(), then = sum.old, now = sum.new)
        );
    }
    let (compared, different) = (comparison.checked, comparison.checksums.len());
    text + &tr!(bench_checksums_compared, compared, different) + "\n"
}

fn changed(text: &mut String, change: &Change) {
    let (old, new, all) = (&change.old, &change.new, tr!(bench_group_all));
    let pair = |then: f64, now: f64, digits: usize| {
        format!("{then:.digits$} -> {now:.digits$} ({:+.1}%)", 100.0 * (now / then - 1.0))
    };
    let _ = writeln!(
        text,
        "{} {:>7}  {:<32} {:<26} {:<26}",
        left(if change.id == "all" { &all } else { &change.id }, NAME_COLUMNS),
        new.threads,
        pair(old.nodes, new.nodes, 0),
        pair(old.time_ms / 1000.0, new.time_ms / 1000.0, 3),
        pair(old.nodes_per_second / 1000.0, new.nodes_per_second / 1000.0, 0),
    );
}
