//! Figures as text.

use super::compare::{Change, Comparison};
use super::figures::{SpeedFigures, Spread};
use super::record::{BenchRecord, MeasuredProblem};
use super::{faults, figures};
use crate::cli::streams::{BOLD, BOLD_RED, BOLD_YELLOW, DIM, RESET};
use std::fmt::Write;

/// Width of the first column.
const NAME_COLUMNS: usize = 20;

/// Description of the measurement, and column headings.
pub fn head(record: &BenchRecord) -> String {
    let (machine, settings) = (&record.machine, &record.settings);
    let cpu = machine.cpu.as_deref().unwrap_or("unknown processor");
    let mut text = format!(
        "tsume {} on {} {}, {cpu}, {} cores; table of {} MiB",
        record.version,
        machine.os,
        machine.arch,
        machine.cores,
        settings.hash >> 20
    );
    if let Some(nodes) = settings.nodes {
        let _ = write!(text, ", at most {nodes} nodes");
    }
    if let Some(time) = settings.time {
        let _ = write!(text, ", at most {time} s");
    }
    let _ = write!(text, "\n{DIM}{:NAME_COLUMNS$} {:8}", "problem", "verdict");
    text + &columns()
}

fn columns() -> String {
    format!(
        " {:>7} {:>12} {:>8} {:>7} {:>9} {:>6}  {}{RESET}\n",
        "threads", "nodes", "knodes/s", "x nodes", "s", "table", "speed-up: median (min to max)"
    )
}

fn row(text: &mut String, figures: &SpeedFigures, base: usize) {
    let number = |number: Option<f64>| match number {
        Some(number) => format!("{number:.3}"),
        None => "-".to_owned(),
    };
    let speed_up = match figures.speed_up {
        Some(Spread { min, median, max, .. }) if figures.threads != base || min < max => {
            format!("{median:.2} ({min:.2} to {max:.2})")
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
        let verdict = verdict.map_or("", |run| faults::name(run.verdict));
        let name = if i == 0 { measured.id.as_str() } else { "" };
        let _ = write!(text, "{name:NAME_COLUMNS$} {verdict:8}");
        row(&mut text, &figures, base);
    }
    text
}

/// All problems together, and the checksum.
pub fn overall(record: &BenchRecord) -> String {
    let base = figures::base(record);
    let mut text = String::new();
    for group in figures::groups(record) {
        let _ =
            write!(text, "\n{BOLD}{:NAME_COLUMNS$}{RESET} {:<8}", group.name, group.problems.len());
        let mut first = true;
        for &threads in &record.settings.threads {
            let Some(figures) = figures::of_group(&group.problems, base, threads) else { continue };
            if !first {
                let _ = write!(text, "{:NAME_COLUMNS$} {:8}", "", "");
            }
            row(&mut text, &figures, base);
            first = false;
        }
    }
    if let Some(nodes) = figures::checksum(record) {
        let _ = writeln!(text, "\nchecksum: {nodes} nodes with one thread");
    }
    text
}

/// The comparison with an older record.
pub fn comparison(comparison: &Comparison) -> String {
    let mut text = String::new();
    for what in comparison.conditions.iter().chain(&comparison.unmatched) {
        let _ = writeln!(text, "{BOLD_YELLOW}note{RESET}: {what}");
    }
    let _ = writeln!(
        text,
        "{DIM}{:NAME_COLUMNS$} {:>7}  {:<32} {:<26} {:<26}{RESET}",
        "compared", "threads", "nodes", "s", "knodes/s"
    );
    for change in comparison.problems.iter().chain(&comparison.overall) {
        changed(&mut text, change);
    }
    for what in &comparison.contradictions {
        let _ = writeln!(text, "{BOLD_RED}VERDICT CHANGED{RESET}: {what}");
    }
    for sum in &comparison.checksums {
        let _ = writeln!(
            text,
            "{BOLD_RED}CHECKSUM DIFFERS{RESET}: {}: {} nodes with one thread then, {} now",
            sum.id, sum.old, sum.new
        );
    }
    let _ = writeln!(
        text,
        "nodes with one thread: compared for {} problems, differ for {}",
        comparison.checked,
        comparison.checksums.len()
    );
    text
}

fn changed(text: &mut String, change: &Change) {
    let (old, new) = (&change.old, &change.new);
    let pair = |then: f64, now: f64, digits: usize| {
        format!("{then:.digits$} -> {now:.digits$} ({:+.1}%)", 100.0 * (now / then - 1.0))
    };
    let _ = writeln!(
        text,
        "{:NAME_COLUMNS$} {:>7}  {:<32} {:<26} {:<26}",
        change.id,
        new.threads,
        pair(old.nodes, new.nodes, 0),
        pair(old.time_ms / 1000.0, new.time_ms / 1000.0, 3),
        pair(old.nodes_per_second / 1000.0, new.nodes_per_second / 1000.0, 0),
    );
}
