//! From the command line to results in input order.

use super::job::{Done, Job};
use super::keep::Keeper;
use super::report::{Report, Reporter};
use super::resume::Earlier;
use super::slots::{self, Slot};
use super::{Args, Ask};
use crate::cli::batch::{self, Event, Grant, Means};
use crate::cli::common::{self, Format};
use crate::cli::inputs::Block;
use crate::cli::names::Names;
use crate::cli::notes::Notes;
use crate::cli::{self, Console, Failure, Status, solutions};
use crate::io::results::{Agreement, Outcome, ResultVerdict};
use crate::io::terminal::progress::{Display, Tally};
use crate::io::terminal::signals::Signals;
use crate::text::Diagnostic;
use crate::text::escape::escape_line;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Time from the first signal until the run ends, where a large table may have to be saved.
const TIME_TO_SAVE: Duration = Duration::from_secs(60);

/// Faults of earlier results that are shown one by one.
const FAULTS_SHOWN: usize = 20;

pub fn run(args: &Args, signals: &Signals, console: &mut Console) -> Result<Status, Failure> {
    let start = Instant::now();
    let (means, ask) = (args.resources.means()?, args.ask());
    let (shard, remark) = args.shard()?;
    let earlier = match &args.resume {
        Some(path) => Earlier::read(path, &ask)?,
        None => Earlier::default(),
    };
    if earlier.unreadable > 0 && !args.quiet {
        console.note(&format!("{} lines of the earlier run cannot be read", earlier.unreadable));
    }
    if let Some(folder) = &args.certificate {
        common::make_folder(folder)?;
    }
    if args.keep.is_asked() {
        signals.orderly_within(TIME_TO_SAVE);
    } else {
        signals.orderly();
    }
    // Names are given before the set is divided, so that shards can share a folder. Otherwise what is not wanted need
    // not be read.
    let whole = args.certificate.is_some();
    let wants = |number: usize| whole || shard.is_none_or(|shard| shard.has(number));
    let mut names = args.certificate.is_some().then(Names::default);
    let (mut notes, mut number) = (Notes::new(args.quiet), 0);
    let mut total = Total { start, ..Total::new() };
    let each = &mut |block: &mut Block| -> Result<(), Failure> {
        // Nothing more is read, and nothing is wrong.
        if signals.stopped() && !block.first {
            return Err(Failure::Closed);
        }
        let mut subjects = slots::name(std::mem::take(&mut block.items), names.as_mut());
        let is_set = !block.first || !block.last || subjects.len() > 1;
        if let Some(remark) =
            remark.as_ref().filter(|_| block.first && !args.quiet && (shard.is_some() || is_set))
        {
            console.note(remark);
        }
        if let Some(shard) = shard.filter(|_| whole) {
            let (begin, all) = (number, std::mem::take(&mut subjects));
            number += all.len();
            let part = all.into_iter().enumerate().filter(|(i, _)| shard.has(begin + i));
            subjects = part.map(|(_, slot)| slot).collect();
        }
        if !args.quiet {
            let entries = subjects.iter().filter_map(|slot| match slot {
                Slot::Open(subject) => Some(&*subject.entry),
                _ => None,
            });
            solutions::note(entries, console);
        }
        for slot in &subjects {
            if let Slot::Open(subject) = slot {
                notes.take(&subject.entry, console);
            }
        }
        let mut faults = Vec::new();
        let slots = slots::sort_out(subjects, &earlier, &mut faults);
        for fault in faults.iter().take(FAULTS_SHOWN) {
            console.error(&format!(
                "the earlier result of {}; it is solved again",
                escape_line(fault)
            ));
        }
        if faults.len() > FAULTS_SHOWN {
            let more = faults.len() - FAULTS_SHOWN;
            console.error(&format!("{more} more earlier results are wrong"));
        }
        let keeper = args.keep.keeper(&slots, args.quiet)?;
        let display = Display::new(slots.len(), args.quiet);
        let reporter = Reporter { args, ask, library: block.library.clone(), shard };
        let printer = Printer {
            args,
            ask,
            console,
            display: &display,
            tally: total.tally,
            status: total.status,
        };
        total.slots += slots.len();
        let mut run = Run {
            reporter: &reporter,
            slots: &slots,
            reports: slots.iter().map(|_| None).collect(),
            next: 0,
            printer,
            failure: None,
            keeper: keeper.as_ref(),
            total: &mut total,
        };
        let solved = run.solve(means, signals);
        run.close_block(solved)
    };
    match args.inputs.blocks(means.threads, &wants, each) {
        Err(Failure::Closed) if signals.stopped() => {}
        done => done?,
    }
    notes.close(console);
    Ok(total.close(args, signals, console))
}

/// What all blocks together came to.
struct Total {
    start: Instant,
    slots: usize,
    tally: Tally,
    status: Status,
}

impl Total {
    fn new() -> Total {
        Total {
            start: Instant::now(),
            slots: 0,
            tally: Tally::default(),
            status: Status::default(),
        }
    }

    fn close(&mut self, args: &Args, signals: &Signals, console: &Console) -> Status {
        if !args.quiet {
            console.summary(self.tally, self.slots - self.tally.done(), self.start.elapsed());
        }
        Status { signal: signals.status(), ..self.status }
    }
}

struct Run<'a> {
    reporter: &'a Reporter<'a>,
    slots: &'a [Slot],
    /// What is known by now of the open slots.
    reports: Vec<Option<Box<Report>>>,
    /// The first slot that is not printed yet.
    next: usize,
    printer: Printer<'a>,
    /// Why no more can be printed.
    failure: Option<Failure>,
    keeper: Option<&'a Keeper>,
    total: &'a mut Total,
}

/// What came of a job.
enum Settled<'a> {
    Known(usize, Box<Report>),
    /// It is to be tried again with all the memory.
    Cramped(Job<'a>, Box<Done>),
    /// It was not begun.
    Refused(Failure),
}

impl<'a> Run<'a> {
    fn solve(&mut self, means: Means, signals: &Signals) -> Result<(), Failure> {
        let open = |(place, slot): (usize, &'a Slot)| match slot {
            Slot::Open(subject) => Some(Job { place, subject }),
            _ => None,
        };
        let jobs: Vec<Job<'a>> = self.slots.iter().enumerate().filter_map(open).collect();
        self.print(false, signals);
        let Printer { args, ask, display, .. } = self.printer;
        let (reporter, keeper) = (self.reporter, self.keeper);
        let fail = |error| Failure::Message(format!("cannot start a thread: {error}"));
        let (mut cramped, mut refused) = (VecDeque::new(), None);
        let work = |job: &Job<'a>, grant: &Grant| match job
            .solve(args, grant, None, signals, display, keeper)
        {
            Err(failure) => Settled::Refused(failure),
            Ok(done) if done.is_cramped(ask.certify, means.hash) => {
                Settled::Cramped(*job, Box::new(done))
            }
            Ok(done) => Settled::Known(job.place, Box::new(reporter.of_search(job.subject, done))),
        };
        batch::run(&jobs, means, signals, display, work, |event| match event {
            Event::Done(Settled::Known(place, report)) => self.settle(place, report, signals),
            Event::Done(Settled::Cramped(job, done)) => cramped.push_back((job, *done)),
            Event::Done(Settled::Refused(failure)) => refused = Some(failure),
            Event::Late(late) => {
                let cramped = std::mem::take(&mut cramped);
                self.end_at_once(cramped, late, refused.take(), signals);
            }
        })
        .map_err(fail)?;
        cramped.make_contiguous().sort_unstable_by_key(|(job, _)| job.place);
        while let Some((job, first)) = cramped.pop_front() {
            let work = |job: &Job<'a>, grant: &Grant| {
                job.solve(args, grant, Some(&first), signals, display, None)
            };
            let mut later = None;
            batch::run(&[job], means, signals, display, work, |event| match event {
                Event::Done(done) => later = Some(done),
                Event::Late(_) => {
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
            self.settle(job.place, Box::new(reporter.of_search(job.subject, best)), signals);
        }
        self.print(true, signals);
        refused.map_or(Ok(()), Err)
    }

    /// Reports what is decided, and ends the program while some jobs still run.
    fn end_at_once(
        &mut self,
        cramped: VecDeque<(Job<'a>, Done)>,
        late: Vec<&Job<'a>>,
        refused: Option<Failure>,
        signals: &Signals,
    ) {
        for (job, first) in cramped {
            let report = self.reporter.of_search(job.subject, first);
            self.settle(job.place, Box::new(report), signals);
        }
        for job in late {
            if self.reports[job.place].is_none() {
                let report = self.reporter.of_interrupted(job.subject);
                self.settle(job.place, Box::new(report), signals);
            }
        }
        self.print(true, signals);
        let result = self.close(refused.map_or(Ok(()), Err), signals);
        cli::end_at_once(result, self.printer.console);
    }

    /// Says what the run came to, when it ends in the middle.
    fn close(&mut self, solved: Result<(), Failure>, signals: &Signals) -> Result<Status, Failure> {
        self.close_block(solved)?;
        Ok(self.total.close(self.printer.args, signals, self.printer.console))
    }

    /// Adds what this block came to.
    fn close_block(&mut self, solved: Result<(), Failure>) -> Result<(), Failure> {
        let Printer { tally, ref mut status, display, .. } = self.printer;
        display.close();
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        solved?;
        status.wrong |= self.keeper.is_some_and(Keeper::has_failed);
        (self.total.tally, self.total.status) = (tally, *status);
        Ok(())
    }

    /// Puts a report in its place.
    fn settle(&mut self, place: usize, report: Box<Report>, signals: &Signals) {
        self.printer.complain(&report.errors);
        self.reports[place] = Some(report);
        self.print(false, signals);
    }

    /// Prints all that is known up to the first open problem; with `all`, also what comes after open
    /// ones.
    fn print(&mut self, all: bool, signals: &Signals) {
        while self.failure.is_none() && self.next < self.slots.len() {
            let place = self.next;
            let open = matches!(self.slots[place], Slot::Open(_)) && self.reports[place].is_none();
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
        let (subject, outcome) = match &self.slots[place] {
            Slot::Known(subject, outcome) => {
                self.printer.tally.taken += 1;
                let report = self.reporter.of_earlier(subject, outcome);
                return self.printer.print(&report.outcome, &report.text);
            }
            Slot::Broken { id, errors } => return self.printer.broken(id.as_deref(), errors),
            Slot::Open(_) => {
                let Some(report) = &mut self.reports[place] else { return Ok(()) };
                // A twin may still ask for the outcome, nobody for the text.
                let text = std::mem::take(&mut report.text);
                return self.printer.print(&report.outcome, &text);
            }
            Slot::Twin(subject, first) => match &self.reports[*first] {
                Some(report) => (subject, &report.outcome),
                None => return Ok(()),
            },
        };
        let report = self.reporter.of_same(subject, outcome);
        self.printer.print(&report.outcome, &report.text)
    }
}

/// Where results go, and what they came to.
struct Printer<'a> {
    args: &'a Args,
    ask: Ask,
    console: &'a mut Console,
    display: &'a Display,
    tally: Tally,
    status: Status,
}

impl Printer<'_> {
    fn broken(&mut self, id: Option<&str>, errors: &[Diagnostic]) -> Result<(), Failure> {
        self.tally.broken += 1;
        self.status.wrong = true;
        let json = self.args.format == Format::Json;
        Ok(self.display.aside(|| self.console.unreadable(json, id, errors))?)
    }

    fn complain(&mut self, errors: &[String]) {
        for error in errors {
            self.status.wrong = true;
            self.display.aside(|| self.console.error(error));
        }
    }

    fn print(&mut self, outcome: &Outcome, text: &str) -> Result<(), Failure> {
        match outcome.verdict {
            ResultVerdict::Unknown => self.tally.unknown += 1,
            _ => self.tally.decided += 1,
        }
        if let Some(refused) = &outcome.refused {
            let restored = self.args.keep.restores();
            self.display.aside(|| self.console.refused(outcome, refused, restored));
        }
        self.tally.compare(outcome.expected);
        self.status.disagrees |= outcome.expected == Some(Agreement::Disagrees);
        self.status.undecided |= !self.ask.settled(outcome) && !self.ask.accepts(outcome);
        Ok(self.display.aside(|| match self.args.format {
            Format::Text => self.console.print(text),
            Format::Json => self.console.print_plain(text),
        })?)
    }
}
