//! Runs the judge over all inputs, and prints reports in input order.

use super::exports::Exports;
use super::outcome::{self, outcome};
use super::stages::{self, StagePrinter};
use super::{Args, text};
use crate::cli::batch::{self, BatchEvent, BatchObserver, ResourceBudget, WorkerResources};
use crate::cli::common::{self, OutputFormat};
use crate::cli::file_names::FileNames;
use crate::cli::input_notes::InputNotes;
use crate::cli::{self, Failure, Status, StdStreams, size, solutions};
use crate::io::files::certificate_file;
use crate::io::problems::rule_file::RuleLibrary;
use crate::io::problems::{LoadResult, LoadedProblem};
use crate::io::results::analysis;
use crate::io::results::line_text::LineWriter;
use crate::io::results::{self, Agreement, Outcome, repairs};
use crate::io::terminal::progress::{ProgressDisplay, Tally};
use crate::io::terminal::signals::Signals;
use crate::judge::repair::{self, RepairGoals, RepairOutcome};
use crate::judge::tries::{self, Try, TrySearchConfig};
use crate::judge::{
    self, AuthorClaims, Finding, JudgeConfig, MateLength, SoundnessClass, SoundnessReport,
};
use crate::messages::{os_error, tr};
use crate::position::Problem;
use crate::search::{Limits, SearchObserver};
use crate::solver::ThreadBudget;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

/// Tries of a problem on a sheet.
const MAX_TRIES: usize = 4;
/// Part of the limits of an analysis that the search for tries gets besides.
const TRY_LIMIT_DIVISOR: u64 = 4;

/// Report of a problem.
struct Done {
    place: usize,
    report: SoundnessReport,
    /// Proposed repairs, if the user asked for them.
    repairs: Option<RepairOutcome>,
    /// Tries, if the user asked for a sheet.
    tries: Vec<Try>,
    time: Duration,
    threads: usize,
}

pub fn run(args: &Args, signals: &Signals, streams: &mut StdStreams) -> Result<Status, Failure> {
    let start = Instant::now();
    let budget = args.resources.budget()?;
    let config = args.config(budget)?;
    let inputs = args.inputs.read(budget.threads)?;
    let mut notes = InputNotes::new(args.quiet);
    for item in &inputs.items {
        if let LoadResult::Problem(entry) = item {
            notes.take(entry, streams);
        }
    }
    notes.close(streams);
    if let Some(folder) = &args.certificate {
        common::make_folder(folder)?;
    }
    let display = ProgressDisplay::new(inputs.items.len(), args.quiet);
    signals.orderly();
    let (items, library) = (inputs.items, inputs.library);
    if !args.quiet {
        let entries = items.iter().filter_map(|item| match item {
            LoadResult::Problem(entry) => Some(&**entry),
            LoadResult::Broken { .. } => None,
        });
        solutions::note(entries, streams);
    }
    let mut printer = Printer {
        args,
        config: &config,
        streams,
        library: &library,
        display: &display,
        items: &items,
        waiting: BTreeMap::new(),
        next: 0,
        tally: Tally::default(),
        status: Status::default(),
        names: FileNames::default(),
        exports: Exports::new(args, items.len())?,
        start,
        lines: &AtomicUsize::new(0),
    };
    let result = judge_all(&items, budget, signals, &display, &mut printer);
    display.close();
    result?;
    printer.close(signals)
}

/// Report of a problem whose analysis did not stop within the grace period.
fn interrupted(place: usize, entry: &LoadedProblem, config: &JudgeConfig) -> Done {
    let config = JudgeConfig { threads: 1, hash_bytes: size::MIN_HASH_BYTES, ..config.clone() };
    let report = judge::judge(&entry.problem, &claims(entry), &config, &Interrupted);
    Done { place, report, repairs: None, tries: Vec::new(), time: Duration::ZERO, threads: 0 }
}

/// Observer that stops at once.
struct Interrupted;

impl SearchObserver for Interrupted {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn should_stop(&self) -> bool {
        true
    }
}

/// Tries on the first main line, within a quarter of the limits of the analysis.
fn find_tries(
    problem: &Problem,
    report: &SoundnessReport,
    config: &JudgeConfig,
    watcher: &dyn SearchObserver,
) -> Vec<Try> {
    let line = report.main_lines.first().unwrap_or(&report.line);
    let limits = Limits {
        nodes: config.limits.nodes.map(|nodes| nodes / TRY_LIMIT_DIVISOR),
        time: config.limits.time.map(|time| watcher.elapsed() + time / TRY_LIMIT_DIVISOR as u32),
        depth: None,
    };
    let (threads, hash_bytes) = (config.threads, config.hash_bytes);
    let config = TrySearchConfig { threads, hash_bytes, limits, most: MAX_TRIES };
    tries::find_tries(problem, line, &config, watcher)
}

/// Judges the problems in parallel, and prints the reports in input order.
fn judge_all(
    items: &[LoadResult],
    budget: ResourceBudget,
    signals: &Signals,
    display: &ProgressDisplay,
    printer: &mut Printer,
) -> Result<(), Failure> {
    let config = printer.config;
    let fix =
        printer.args.fix.map(|n| RepairGoals { proposals: n.into(), ..RepairGoals::default() });
    let with_tries = printer.args.sheet.is_some();
    let jobs: Vec<(usize, &LoadedProblem)> = items
        .iter()
        .enumerate()
        .filter_map(|(place, item)| match item {
            LoadResult::Problem(entry) => Some((place, &**entry)),
            LoadResult::Broken { .. } => None,
        })
        .collect();
    let streams = printer.streams.for_another_thread();
    let (args, library, lines) = (printer.args, printer.library, printer.lines);
    let is_alone = items.len() == 1;
    let work = |&(place, entry): &(usize, &LoadedProblem), worker_resources: &WorkerResources| {
        let watcher = BatchObserver::new(
            signals,
            display.row(&entry.id, entry.problem.rules()),
            Duration::ZERO,
        );
        let threads = worker_resources.threads();
        let config = JudgeConfig { threads, hash_bytes: worker_resources.hash, ..config.clone() };
        let (problem, claims) = (&entry.problem, claims(entry));
        let stages = StagePrinter {
            args,
            library,
            display,
            streams: &streams,
            entry,
            observer: &watcher,
            threads,
            lines,
            is_alone,
        };
        let report = judge::judge_in_stages(problem, &claims, &config, &watcher, &stages);
        let mend = |wanted| repair::repair(problem, &claims, &report, &config, wanted, &watcher);
        let repairs = fix.and_then(mend);
        let tries =
            if with_tries { find_tries(problem, &report, &config, &watcher) } else { Vec::new() };
        Done { place, report, repairs, tries, time: watcher.elapsed(), threads }
    };
    printer.print()?;
    let mut result = Ok(());
    let finished = batch::run(&jobs, budget, signals, display, work, |event| match event {
        BatchEvent::Done(done) => {
            printer.waiting.insert(done.place, done);
            if result.is_ok() {
                result = printer.print();
            }
            if result.is_err() {
                signals.stop();
            }
        }
        BatchEvent::Late(late) => {
            for &&(place, entry) in &late {
                // A result may have arrived in the meantime.
                printer.waiting.entry(place).or_insert_with(|| interrupted(place, entry, config));
            }
            let printed = std::mem::replace(&mut result, Ok(())).and_then(|()| printer.print());
            display.close();
            let closed = printed.and_then(|()| printer.close(signals));
            cli::end_at_once(closed, printer.streams);
        }
    });
    finished.map_err(|error| Failure::Message(tr!(solve_no_thread, error = os_error(&error))))?;
    result
}

/// Statements of the file about the problem. The report shows `published` beside the result,
/// without comparing it.
fn claims(entry: &LoadedProblem) -> AuthorClaims {
    let expected = entry.expect.plies.map(|plies| (plies, "expect"));
    AuthorClaims {
        solution: entry.solution.clone(),
        plies: expected.into_iter().collect(),
        no_mate_within: entry.expect.no_mate_within,
    }
}

/// Prints reports in input order.
struct Printer<'a> {
    args: &'a Args,
    config: &'a JudgeConfig,
    streams: &'a mut StdStreams,
    library: &'a RuleLibrary,
    display: &'a ProgressDisplay,
    items: &'a [LoadResult],
    /// Reports that wait for an earlier one.
    waiting: BTreeMap<usize, Done>,
    next: usize,
    tally: Tally,
    status: Status,
    names: FileNames,
    exports: Exports<'a>,
    start: Instant,
    /// Lines of the report so far on the terminal.
    lines: &'a AtomicUsize,
}

impl Printer<'_> {
    /// Writes the files, and prints the summary.
    fn close(&mut self, signals: &Signals) -> Result<Status, Failure> {
        self.exports.close(self.streams)?;
        if !self.args.quiet {
            let left = self.items.len() - self.tally.done();
            self.streams.summary(self.tally, left, self.start.elapsed());
        }
        Ok(Status { signal: signals.status(), ..self.status })
    }

    /// Prints the reports that are next in order.
    fn print(&mut self) -> Result<(), Failure> {
        while let Some(item) = self.items.get(self.next) {
            match item {
                LoadResult::Broken { id, errors } => {
                    self.tally.broken += 1;
                    self.status.wrong = true;
                    let json = self.args.format == OutputFormat::Json;
                    let (display, streams) = (self.display, &mut *self.streams);
                    display.aside(|| streams.unreadable(json, id.as_deref(), errors))?;
                }
                LoadResult::Problem(entry) => {
                    let Some(done) = self.waiting.remove(&self.next) else { break };
                    self.report(entry, &done)?;
                }
            }
            self.next += 1;
        }
        self.display.set(self.tally);
        Ok(())
    }

    fn report(&mut self, entry: &LoadedProblem, done: &Done) -> Result<(), Failure> {
        let report = &done.report;
        self.display.aside(|| stages::erase(self.streams, self.lines))?;
        let outcome = outcome(self.library, entry, report, done.time, done.threads);
        let files = self.certificates(&outcome, report);
        if let Some(refused) = &outcome.refused {
            self.display.aside(|| self.streams.refused(&outcome, refused, false));
        }
        let (exports, streams) = (&mut self.exports, &mut *self.streams);
        self.status.wrong |=
            self.display.aside(|| exports.add(entry, report, &done.tries, streams));
        match report.class {
            SoundnessClass::Unknown => self.tally.unknown += 1,
            _ => self.tally.decided += 1,
        }
        self.tally.compare(outcome.expected);
        self.status.disagrees |= outcome.expected == Some(Agreement::Disagrees);
        self.status.undecided |= undecided(report) || done.repairs.as_ref().is_some_and(unmended);
        let stable = self.args.stable;
        let outcome = if stable { outcome.stable() } else { outcome };
        let text = match self.args.format {
            OutputFormat::Text => {
                let notation = common::text_notation(self.args.notation);
                let writer = LineWriter::new(&entry.problem, notation);
                let mended = done.repairs.as_ref().map(|r| repairs::text(writer, r));
                text::block(entry, &outcome, report, self.args, &mended.unwrap_or_default())
            }
            OutputFormat::Json => {
                let mended = done.repairs.as_ref();
                let mended = mended.map(|r| repairs::proposals(&entry.problem, r));
                let mut analysis = outcome::analysis(self.args, entry, outcome, report);
                analysis.repairs = mended;
                analysis.is_final = self.args.progressive.then_some(true);
                if !stable {
                    analysis.attach(&files);
                }
                format!("{}\n", results::json_line(&analysis))
            }
        };
        let (display, streams) = (self.display, &mut *self.streams);
        display.aside(|| streams.print(&text))?;
        Ok(())
    }

    /// Writes the certificates of flaws; returns the file of each flaw.
    fn certificates(&mut self, outcome: &Outcome, report: &SoundnessReport) -> Vec<Option<String>> {
        let Some(folder) = &self.args.certificate else { return Vec::new() };
        let name = self.names.assign(&outcome.id, &outcome.key);
        let mut files = Vec::new();
        for i in analysis::reported_flaws(outcome, report) {
            let flaw = &report.flaws[i];
            let path = folder.join(format!("{name}.{}-{}.tsc", flaw.kind.name(), i + 1));
            let written = flaw.certificate.as_ref().map(|c| certificate_file::write(&path, c));
            if let Some(Err(error)) = &written {
                self.status.wrong = true;
                let (path, error) = (path.display().to_string(), os_error(error));
                let message = tr!(files_unwritable, path, error);
                self.display.aside(|| self.streams.error(&message));
            }
            files.push(matches!(written, Some(Ok(()))).then(|| path.display().to_string()));
        }
        files
    }
}

/// True if a question stayed open: class or length by the chosen count, superfluous pieces,
/// variations. The other counts are extras.
fn undecided(report: &SoundnessReport) -> bool {
    let length = report.by_chosen_count().length;
    report.class == SoundnessClass::Unknown
        || matches!(length, MateLength::AtMost(_) | MateLength::Unknown(_))
        || report.decoration.iter().any(|(_, _, finding)| *finding == Finding::Unknown)
        || report.solution.as_ref().is_some_and(|outline| !outline.complete)
}

/// True if the search for repairs neither found one nor excluded it.
fn unmended(repairs: &RepairOutcome) -> bool {
    repairs.found.is_empty() && (repairs.stopped.is_some() || repairs.unsettled > 0)
}
