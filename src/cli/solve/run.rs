//! Runs the solver over all inputs, and prints results in input order.

use super::attempt::{Attempt, SolveTask};
use super::checkpoint::Checkpointer;
use super::report::{ProblemReport, Reporter};
use super::resume::EarlierResults;
use super::states::{self, ProblemState};
use super::{Args, Requirements};
use crate::cli::batch::{self, BatchEvent, ResourceBudget, WorkerResources};
use crate::cli::common::{self, OutputFormat};
use crate::cli::file_names::FileNames;
use crate::cli::input_files::InputFiles;
use crate::cli::input_notes::InputNotes;
use crate::cli::inputs::{ProblemBlock, Reading};
use crate::cli::shard::RunPart;
use crate::cli::{self, Failure, Status, StdStreams, solutions};
use crate::io::results::{Agreement, Outcome, ResultVerdict};
use crate::io::terminal::progress::{ProgressDisplay, Tally};
use crate::io::terminal::signals::Signals;
use crate::messages::{os_error, tr};
use crate::text::Diagnostic;
use crate::text::escape::escape_line;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Grace period from the first signal to the end of a run with checkpoints, because saving a large
/// table takes time.
const CHECKPOINT_GRACE_TIME: Duration = Duration::from_secs(60);

/// Faults of earlier results that are printed; the rest are counted.
const MAX_PRINTED_FAULTS: usize = 20;

pub fn run(args: &Args, signals: &Signals, streams: &mut StdStreams) -> Result<Status, Failure> {
    let start = Instant::now();
    let (budget, requirements) = (args.resources.budget()?, args.requirements());
    let (shard, remark) = args.shard()?;
    let part = shard.map(|shard| RunPart { shard, options: args.run_options().into_map() });
    let earlier = match &args.resume {
        Some(path) => EarlierResults::read(path, &requirements)?,
        None => EarlierResults::default(),
    };
    if earlier.unreadable > 0 && !args.quiet {
        streams.note(&tr!(solve_earlier_unreadable, count = earlier.unreadable));
    }
    if let Some(folder) = &args.certificate {
        common::make_folder(folder)?;
    }
    if args.keep.is_asked() {
        signals.orderly_within(CHECKPOINT_GRACE_TIME);
    } else {
        signals.orderly();
    }
    // Assigns file names before the set is divided, so that shards can share a folder. Without
    // certificates the reader skips problems of other shards.
    let whole = args.certificate.is_some();
    let wants = |number: usize| whole || shard.is_none_or(|shard| shard.has(number));
    let mut names = args.certificate.is_some().then(FileNames::default);
    let (mut notes, mut number) = (InputNotes::new(args.quiet), 0);
    let mut total = Total { start, ..Total::new() };
    let each = &mut |block: &mut ProblemBlock| -> Result<(), Failure> {
        if signals.stopped() && !block.first {
            return Err(Failure::Closed);
        }
        let mut subjects = states::name(std::mem::take(&mut block.items), names.as_mut());
        let is_set = !block.first || !block.last || subjects.len() > 1;
        if let Some(remark) =
            remark.as_ref().filter(|_| block.first && !args.quiet && (shard.is_some() || is_set))
        {
            streams.note(remark);
        }
        if let Some(shard) = shard.filter(|_| whole) {
            let (begin, all) = (number, std::mem::take(&mut subjects));
            number += all.len();
            let own = all.into_iter().enumerate().filter(|(i, _)| shard.has(begin + i));
            subjects = own.map(|(_, state)| state).collect();
        }
        if !args.quiet {
            let entries = subjects.iter().filter_map(|state| match state {
                ProblemState::Open(keyed) => Some(&*keyed.entry),
                _ => None,
            });
            solutions::note(entries, streams);
        }
        for state in &subjects {
            if let ProblemState::Open(keyed) = state {
                notes.take(&keyed.entry, streams);
            }
        }
        let mut faults = Vec::new();
        let states = states::sort_out(subjects, &earlier, &requirements, &mut faults);
        for fault in faults.iter().take(MAX_PRINTED_FAULTS) {
            let fault = escape_line(fault);
            streams.error(&tr!(solve_earlier_invalid, fault));
        }
        if faults.len() > MAX_PRINTED_FAULTS {
            let count = faults.len() - MAX_PRINTED_FAULTS;
            streams.error(&tr!(solve_more_invalid, count));
        }
        let inputs = match args.keep.is_asked() {
            true => args.inputs.files().and(args.resume.clone()),
            false => InputFiles::default(),
        };
        let checkpointer = args.keep.checkpointer(&states, &inputs, args.quiet)?;
        let display = ProgressDisplay::new(states.len(), args.quiet);
        let reporter =
            Reporter { args, requirements, library: block.library.clone(), part: part.as_ref() };
        let printer = Printer {
            args,
            requirements,
            streams,
            display: &display,
            part: part.as_ref(),
            tally: total.tally,
            status: total.status,
        };
        total.states += states.len();
        let mut run = Run {
            reporter: &reporter,
            states: &states,
            reports: states.iter().map(|_| None).collect(),
            next: 0,
            printer,
            failure: None,
            checkpointer: checkpointer.as_ref(),
            total: &mut total,
        };
        let solved = run.solve(budget, signals);
        run.close_block(solved)
    };
    // A checkpoint is for one problem, so the whole input has to be known.
    let (threads, live, stopped) = (budget.threads, !args.keep.is_asked(), &|| signals.stopped());
    match args.inputs.blocks(&Reading { threads, live, wants: &wants, stopped }, each) {
        Err(Failure::Closed) if signals.stopped() => {}
        done => done?,
    }
    notes.close(streams);
    Ok(total.close(args, signals, streams))
}

/// Totals over all blocks.
struct Total {
    start: Instant,
    states: usize,
    tally: Tally,
    status: Status,
}

impl Total {
    fn new() -> Total {
        Total {
            start: Instant::now(),
            states: 0,
            tally: Tally::default(),
            status: Status::default(),
        }
    }

    fn close(&mut self, args: &Args, signals: &Signals, streams: &StdStreams) -> Status {
        if !args.quiet {
            streams.summary(self.tally, self.states - self.tally.done(), self.start.elapsed());
        }
        Status { signal: signals.status(), ..self.status }
    }
}

struct Run<'a> {
    reporter: &'a Reporter<'a>,
    states: &'a [ProblemState],
    /// Reports so far, by index of the problem.
    reports: Vec<Option<Box<ProblemReport>>>,
    /// First problem that has not been printed.
    next: usize,
    printer: Printer<'a>,
    /// ObjectionKind why no more can be printed.
    failure: Option<Failure>,
    checkpointer: Option<&'a Checkpointer>,
    total: &'a mut Total,
}

/// Result of a task.
enum TaskResult<'a> {
    Known(usize, Box<ProblemReport>),
    /// The memory was too small; a second attempt will have all of it.
    Cramped(SolveTask<'a>, Box<Attempt>),
    /// The attempt could not start.
    Refused(Failure),
}

impl<'a> Run<'a> {
    fn solve(&mut self, budget: ResourceBudget, signals: &Signals) -> Result<(), Failure> {
        let open = |(place, state): (usize, &'a ProblemState)| match state {
            ProblemState::Open(keyed) => Some(SolveTask { place, keyed }),
            _ => None,
        };
        let jobs: Vec<SolveTask<'a>> = self.states.iter().enumerate().filter_map(open).collect();
        self.print(false, signals);
        let shared_budget = self.printer.args.ranks.budget(budget, jobs.len());
        let Printer { args, requirements, display, .. } = self.printer;
        let (reporter, checkpointer) = (self.reporter, self.checkpointer);
        let fail = |error| Failure::Message(tr!(solve_no_thread, error = os_error(&error)));
        let (mut cramped, mut refused) = (VecDeque::new(), None);
        let work = |job: &SolveTask<'a>, worker_resources: &WorkerResources| match job.solve(
            args,
            worker_resources,
            None,
            signals,
            display,
            checkpointer,
        ) {
            Err(failure) => TaskResult::Refused(failure),
            Ok(done) if done.is_cramped(requirements.certify, budget.hash) => {
                TaskResult::Cramped(*job, Box::new(done))
            }
            Ok(done) => TaskResult::Known(job.place, Box::new(reporter.of_search(job.keyed, done))),
        };
        batch::run(&jobs, shared_budget, signals, display, work, |event| match event {
            BatchEvent::Done(TaskResult::Known(place, report)) => {
                self.settle(place, report, signals)
            }
            BatchEvent::Done(TaskResult::Cramped(job, done)) => cramped.push_back((job, *done)),
            BatchEvent::Done(TaskResult::Refused(failure)) => refused = Some(failure),
            BatchEvent::Late(late) => {
                let cramped = std::mem::take(&mut cramped);
                self.end_at_once(cramped, late, refused.take(), signals);
            }
        })
        .map_err(fail)?;
        cramped.make_contiguous().sort_unstable_by_key(|(job, _)| job.place);
        while let Some((job, first)) = cramped.pop_front() {
            let work = |job: &SolveTask<'a>, worker_resources: &WorkerResources| {
                job.solve(args, worker_resources, Some(&first), signals, display, None)
            };
            let mut later = None;
            batch::run(&[job], budget, signals, display, work, |event| match event {
                BatchEvent::Done(done) => later = Some(done),
                BatchEvent::Late(_) => {
                    let mut cramped = std::mem::take(&mut cramped);
                    cramped.push_back((job, first.clone()));
                    self.end_at_once(cramped, Vec::new(), None, signals);
                }
            })
            .map_err(fail)?;
            let best = match later.transpose()? {
                Some(later) => first.or(later),
                None => first,
            };
            self.settle(job.place, Box::new(reporter.of_search(job.keyed, best)), signals);
        }
        self.print(true, signals);
        refused.map_or(Ok(()), Err)
    }

    /// Reports all results, and ends the process while some tasks still run.
    fn end_at_once(
        &mut self,
        cramped: VecDeque<(SolveTask<'a>, Attempt)>,
        late: Vec<&SolveTask<'a>>,
        refused: Option<Failure>,
        signals: &Signals,
    ) {
        for (job, first) in cramped {
            let report = self.reporter.of_search(job.keyed, first);
            self.settle(job.place, Box::new(report), signals);
        }
        for job in late {
            if self.reports[job.place].is_none() {
                let report = self.reporter.of_interrupted(job.keyed);
                self.settle(job.place, Box::new(report), signals);
            }
        }
        self.print(true, signals);
        let result = self.close(refused.map_or(Ok(()), Err), signals);
        cli::end_at_once(result, self.printer.streams);
    }

    /// Prints the summary of a run that ends early.
    fn close(&mut self, solved: Result<(), Failure>, signals: &Signals) -> Result<Status, Failure> {
        self.close_block(solved)?;
        Ok(self.total.close(self.printer.args, signals, self.printer.streams))
    }

    /// Adds the totals of a block.
    fn close_block(&mut self, solved: Result<(), Failure>) -> Result<(), Failure> {
        let Printer { tally, ref mut status, display, .. } = self.printer;
        display.close();
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        solved?;
        status.wrong |= self.checkpointer.is_some_and(Checkpointer::has_failed);
        (self.total.tally, self.total.status) = (tally, *status);
        Ok(())
    }

    /// Stores a report, and prints what can be printed.
    fn settle(&mut self, place: usize, report: Box<ProblemReport>, signals: &Signals) {
        self.printer.complain(&report.errors);
        self.reports[place] = Some(report);
        self.print(false, signals);
    }

    /// Prints results up to the first open problem; with `all`, also those after open problems.
    fn print(&mut self, all: bool, signals: &Signals) {
        while self.failure.is_none() && self.next < self.states.len() {
            let place = self.next;
            let open = matches!(self.states[place], ProblemState::Open(_))
                && self.reports[place].is_none();
            if open && !all {
                break;
            }
            self.next += 1;
            if let Err(failure) = self.print_one(place) {
                signals.stop();
                self.failure = Some(failure);
            }
        }
        self.printer.display.set(self.printer.tally);
    }

    fn print_one(&mut self, place: usize) -> Result<(), Failure> {
        let (keyed, outcome) = match &self.states[place] {
            ProblemState::Known(keyed, outcome) => {
                self.printer.tally.taken += 1;
                let report = self.reporter.of_earlier(keyed, outcome);
                return self.printer.print(&report.outcome, &report.text);
            }
            ProblemState::Broken { id, errors } => {
                return self.printer.broken(id.as_deref(), errors);
            }
            ProblemState::Open(_) => {
                let Some(report) = &mut self.reports[place] else { return Ok(()) };
                // A duplicate may still need the outcome, but not the text.
                let text = std::mem::take(&mut report.text);
                return self.printer.print(&report.outcome, &text);
            }
            ProblemState::Twin(keyed, first) => match &self.reports[*first] {
                Some(report) => (keyed, &report.outcome),
                None => return Ok(()),
            },
        };
        let report = self.reporter.of_same(keyed, outcome);
        self.printer.print(&report.outcome, &report.text)
    }
}

/// Prints results, and counts them.
struct Printer<'a> {
    args: &'a Args,
    requirements: Requirements,
    streams: &'a mut StdStreams,
    display: &'a ProgressDisplay,
    part: Option<&'a RunPart>,
    tally: Tally,
    status: Status,
}

impl Printer<'_> {
    fn broken(&mut self, id: Option<&str>, errors: &[Diagnostic]) -> Result<(), Failure> {
        self.tally.broken += 1;
        self.status.wrong = true;
        let json = self.args.format == OutputFormat::Json;
        let shard = self.part.map(|part| part.shard);
        Ok(self.display.aside(|| self.streams.unreadable(json, id, errors, shard))?)
    }

    fn complain(&mut self, errors: &[String]) {
        for error in errors {
            self.status.wrong = true;
            self.display.aside(|| self.streams.error(error));
        }
    }

    fn print(&mut self, outcome: &Outcome, text: &str) -> Result<(), Failure> {
        match outcome.verdict {
            ResultVerdict::Unknown => self.tally.unknown += 1,
            _ => self.tally.decided += 1,
        }
        if let Some(refused) = &outcome.refused {
            let restored = self.args.keep.restores();
            self.display.aside(|| self.streams.refused(outcome, refused, restored));
        }
        self.tally.compare(outcome.expected);
        self.status.disagrees |= outcome.expected == Some(Agreement::Disagrees);
        self.status.undecided |=
            !self.requirements.settled(outcome) && !self.requirements.accepts(outcome);
        Ok(self.display.aside(|| match self.args.format {
            OutputFormat::Text => self.streams.print(text),
            OutputFormat::Json => self.streams.print_plain(text),
        })?)
    }
}
