//! Runs the judge over all inputs, and prints reports in input order.

use super::exports::Exports;
use super::outcome::{self, outcome};
use super::stages::{self, StagePrinter};
use super::{Args, text};
use crate::cli::batch::{self, BatchEvent, BatchObserver, ResourceBudget, WorkerResources};
use crate::cli::common::{self, OutputFormat};
use crate::cli::file_names::FileNames;
use crate::cli::input_notes::InputNotes;
use crate::cli::inputs::{ProblemBlock, Reading};
use crate::cli::shard::{self, RunPart};
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
    let (shard, remark) = shard::of_argument(args.shard.as_deref())?;
    let part = shard.map(|shard| RunPart { shard, options: args.run_options().into_map() });
    if let Some(folder) = &args.certificate {
        common::make_folder(folder)?;
    }
    signals.orderly();
    // Names of files are assigned before the set is divided, so that parts can share a folder.
    let whole = args.certificate.is_some() || args.kif.is_some();
    let wants = |number: usize| whole || shard.is_none_or(|shard| shard.has(number));
    let mut notes = InputNotes::new(args.quiet);
    let mut total: Option<Total> = None;
    let mut number = 0;
    let each = &mut |block: &mut ProblemBlock| -> Result<(), Failure> {
        if signals.stopped() && !block.first {
            return Err(Failure::Closed);
        }
        let mut items = std::mem::take(&mut block.items);
        let is_set = !block.first || !block.last || items.len() > 1;
        if let Some(remark) =
            remark.as_ref().filter(|_| block.first && !args.quiet && (shard.is_some() || is_set))
        {
            streams.note(remark);
        }
        if total.is_none() {
            // If more blocks follow, there is more than one problem.
            let problems = items.len() + usize::from(!block.last);
            total = Some(Total::new(start, Exports::new(args, problems)?));
        }
        let Some(total) = &mut total else { return Ok(()) };
        if let Some(shard) = shard.filter(|_| whole) {
            total.reserve(&items);
            let begin = number;
            number += items.len();
            let own = items.into_iter().enumerate().filter(|(i, _)| shard.has(begin + i));
            items = own.map(|(_, item)| item).collect();
        }
        let entries = || items.iter().filter_map(entry);
        entries().for_each(|entry| notes.take(entry, streams));
        if !args.quiet {
            solutions::note(entries(), streams);
        }
        let display = ProgressDisplay::new(items.len(), args.quiet);
        total.items += items.len();
        let mut printer = Printer {
            args,
            config: &config,
            streams,
            library: &block.library,
            display: &display,
            items: &items,
            part: part.as_ref(),
            waiting: BTreeMap::new(),
            next: 0,
            total,
            lines: &AtomicUsize::new(0),
            is_alone: !is_set,
        };
        let result = judge_all(&items, budget, signals, &display, &mut printer);
        display.close();
        result
    };
    // One KIF file is for one problem, so the whole input has to be known.
    let (threads, live, stopped) = (budget.threads, args.kif.is_none(), &|| signals.stopped());
    match args.inputs.blocks(&Reading { threads, live, wants: &wants, stopped }, each) {
        Err(Failure::Closed) if signals.stopped() => {}
        done => done?,
    }
    notes.close(streams);
    match &mut total {
        Some(total) => total.close(args, signals, streams),
        None => Ok(Status { signal: signals.status(), ..Status::default() }),
    }
}

/// The problem of an item that could be read.
fn entry(item: &LoadResult) -> Option<&LoadedProblem> {
    match item {
        LoadResult::Problem(entry) => Some(entry),
        LoadResult::Broken { .. } => None,
    }
}

/// Totals and files over all blocks.
struct Total<'a> {
    start: Instant,
    items: usize,
    tally: Tally,
    status: Status,
    names: FileNames,
    exports: Exports<'a>,
}

impl<'a> Total<'a> {
    fn new(start: Instant, exports: Exports<'a>) -> Total<'a> {
        let (tally, status) = (Tally::default(), Status::default());
        Total { start, items: 0, tally, status, names: FileNames::default(), exports }
    }

    /// Reserves the names of the files of all problems.
    fn reserve(&mut self, items: &[LoadResult]) {
        for entry in items.iter().filter_map(entry) {
            self.names.assign(&entry.id, &results::key(&entry.problem));
            self.exports.reserve(entry);
        }
    }

    /// Writes the files, and prints the summary.
    fn close(
        &mut self,
        args: &Args,
        signals: &Signals,
        streams: &StdStreams,
    ) -> Result<Status, Failure> {
        self.status.wrong |= self.exports.close(streams)?;
        if !args.quiet {
            streams.summary(self.tally, self.items - self.tally.done(), self.start.elapsed());
        }
        Ok(Status { signal: signals.status(), ..self.status })
    }
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
    printer: &mut Printer<'_, '_>,
) -> Result<(), Failure> {
    let config = printer.config;
    let fix =
        printer.args.fix.map(|n| RepairGoals { proposals: n.into(), ..RepairGoals::default() });
    let with_tries = printer.args.sheet.is_some();
    let jobs: Vec<(usize, &LoadedProblem)> =
        items.iter().enumerate().filter_map(|(place, item)| Some((place, entry(item)?))).collect();
    let streams = printer.streams.for_another_thread();
    let (args, library, lines) = (printer.args, printer.library, printer.lines);
    let (part, is_alone) = (printer.part, printer.is_alone);
    let (ranks, hash) = (&args.ranks, budget.hash);
    let budget = ranks.judging_budget(budget, jobs.len());
    let work = |&(place, entry): &(usize, &LoadedProblem), worker_resources: &WorkerResources| {
        let row = display.row(&entry.id, entry.problem.rules());
        let watcher = BatchObserver::new(signals, row, Duration::ZERO);
        let watcher = ranks.assistant(&watcher, hash);
        let threads = worker_resources.threads();
        let config = JudgeConfig { threads, hash_bytes: worker_resources.hash, ..config.clone() };
        let (problem, claims) = (&entry.problem, claims(entry));
        let stages = StagePrinter {
            args,
            library,
            part,
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
            let (args, streams) = (printer.args, &*printer.streams);
            let closed = printed.and_then(|()| printer.total.close(args, signals, streams));
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
struct Printer<'a, 't> {
    args: &'a Args,
    config: &'a JudgeConfig,
    streams: &'a mut StdStreams,
    library: &'a RuleLibrary,
    display: &'a ProgressDisplay,
    items: &'a [LoadResult],
    part: Option<&'a RunPart>,
    /// Reports that wait for an earlier one.
    waiting: BTreeMap<usize, Done>,
    next: usize,
    total: &'a mut Total<'t>,
    /// Lines of the report so far on the terminal.
    lines: &'a AtomicUsize,
    /// True if the run has only one problem.
    is_alone: bool,
}

impl Printer<'_, '_> {
    /// Prints the reports that are next in order.
    fn print(&mut self) -> Result<(), Failure> {
        while let Some(item) = self.items.get(self.next) {
            match item {
                LoadResult::Broken { id, errors } => {
                    self.total.tally.broken += 1;
                    self.total.status.wrong = true;
                    let json = self.args.format == OutputFormat::Json;
                    let (display, streams) = (self.display, &mut *self.streams);
                    let shard = self.part.map(|part| part.shard);
                    display.aside(|| streams.unreadable(json, id.as_deref(), errors, shard))?;
                }
                LoadResult::Problem(entry) => {
                    let Some(done) = self.waiting.remove(&self.next) else { break };
                    self.report(entry, &done)?;
                }
            }
            self.next += 1;
        }
        self.display.set(self.total.tally);
        Ok(())
    }

    fn report(&mut self, entry: &LoadedProblem, done: &Done) -> Result<(), Failure> {
        let report = &done.report;
        self.display.aside(|| stages::erase(self.streams, self.lines))?;
        let mut outcome = outcome(self.library, entry, report, done.time, done.threads);
        shard::label(&mut outcome, self.part);
        let files = self.certificates(&outcome, report);
        if let Some(refused) = &outcome.refused {
            self.display.aside(|| self.streams.refused(&outcome, refused, false));
        }
        let (exports, streams) = (&mut self.total.exports, &mut *self.streams);
        self.total.status.wrong |=
            self.display.aside(|| exports.add(entry, report, &done.tries, streams));
        match report.class {
            SoundnessClass::Unknown => self.total.tally.unknown += 1,
            _ => self.total.tally.decided += 1,
        }
        self.total.tally.compare(outcome.expected);
        self.total.status.disagrees |= outcome.expected == Some(Agreement::Disagrees);
        self.total.status.undecided |=
            undecided(report) || done.repairs.as_ref().is_some_and(unmended);
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
        let name = self.total.names.assign(&outcome.id, &outcome.key);
        let mut files = Vec::new();
        for i in analysis::reported_flaws(outcome, report) {
            let flaw = &report.flaws[i];
            let path = folder.join(format!("{name}.{}-{}.tsc", flaw.kind.name(), i + 1));
            let written = flaw.certificate.as_ref().map(|c| certificate_file::write(&path, c));
            if let Some(Err(error)) = &written {
                self.total.status.wrong = true;
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
