//! From the command line to results in input order.

use super::job::{Done, Job};
use super::resume::Earlier;
use super::{Args, Ask, expect, text};
use crate::cli::batch::{self, Grant, Means};
use crate::cli::common::{self, Format};
use crate::cli::inputs;
use crate::cli::names::Names;
use crate::cli::{Console, Failure, Status};
use crate::io::problems::{Entry, Item};
use crate::io::progress::{Display, Tally};
use crate::io::results::{self, CertificateNote, Expected, Outcome, Verdict};
use crate::io::rule_file::Library;
use crate::io::signals::Signals;
use crate::io::{Diagnostic, certificate_file};
use crate::notation::usi;
use crate::position::{Move, Problem};
use crate::referee;
use crate::soundness::certificate::Claim;
use crate::soundness::{self, Solution};
use std::collections::HashMap;
use std::time::Instant;

/// Where one input stands.
enum Slot {
    /// It cannot be read.
    Broken { id: Option<String>, errors: Vec<Diagnostic> },
    /// It is to be solved, or is being solved.
    Open(Box<Subject>),
    /// Its result is known.
    Known(Box<Subject>, Box<Outcome>),
    /// It is the same problem as an earlier one.
    Twin(Box<Subject>, usize),
}

/// A problem with what is needed to report on it.
struct Subject {
    entry: Entry,
    key: String,
    /// Name of its certificate, without extension.
    name: String,
}

pub fn run(args: &Args, signals: &Signals, console: &mut Console) -> Result<Status, Failure> {
    let start = Instant::now();
    let (means, ask, shard) = (args.resources.means()?, args.ask(), args.shard()?);
    let earlier = match &args.resume {
        Some(path) => Earlier::read(path, &ask)?,
        None => Earlier::default(),
    };
    if earlier.unreadable > 0 && !args.quiet {
        console.note(&format!("{} lines of the earlier run cannot be read", earlier.unreadable));
    }
    let read = args.inputs.read()?;
    if let Some(folder) = &args.certificate {
        common::make_folder(folder)?;
    }
    // Names are given before the set is divided, so that shards can share a folder.
    let mut subjects = name(read.items);
    if let Some(shard) = shard {
        subjects = shard.take(subjects);
    }
    let slots = sort_out(subjects, &earlier);
    let display = Display::new(slots.len(), args.quiet);
    let mut run = Run {
        args,
        ask,
        console,
        library: read.library,
        display: &display,
        slots,
        next: 0,
        tally: Tally::default(),
        status: Status::default(),
        failure: None,
    };
    signals.orderly();
    run.solve(means, signals)?;
    display.close();
    let left = run.slots.len() - run.tally.done();
    let Run { tally, mut status, failure, console, .. } = run;
    if let Some(failure) = failure {
        return Err(failure);
    }
    status.signal = signals.status();
    if !args.quiet {
        console.summary(tally, left, start.elapsed());
    }
    Ok(status)
}

/// Gives every problem its key and the name of its certificate.
fn name(items: Vec<Item>) -> Vec<Slot> {
    let mut names = Names::default();
    items
        .into_iter()
        .map(|item| match item {
            Item::Broken { id, errors } => Slot::Broken { id, errors },
            Item::Problem(entry) => {
                let key = results::key(&entry.problem);
                let name = names.assign(&entry.id, &key);
                Slot::Open(Box::new(Subject { entry: *entry, key, name }))
            }
        })
        .collect()
}

/// Finds out what need not be solved: what an earlier run has decided, and what occurs twice.
fn sort_out(slots: Vec<Slot>, earlier: &Earlier) -> Vec<Slot> {
    let mut first = HashMap::new();
    slots
        .into_iter()
        .enumerate()
        .map(|(place, slot)| {
            let Slot::Open(subject) = slot else { return slot };
            if let Some(outcome) = earlier.get(&subject.key) {
                let outcome = Box::new(outcome.clone());
                return Slot::Known(subject, outcome);
            }
            match *first.entry(subject.key.clone()).or_insert(place) {
                same if same == place => Slot::Open(subject),
                same => Slot::Twin(subject, same),
            }
        })
        .collect()
}

struct Run<'a> {
    args: &'a Args,
    ask: Ask,
    console: &'a mut Console,
    library: Library,
    display: &'a Display,
    slots: Vec<Slot>,
    /// The first slot that is not reported yet.
    next: usize,
    tally: Tally,
    status: Status,
    /// Why no more can be reported.
    failure: Option<Failure>,
}

impl Run<'_> {
    fn solve(&mut self, means: Means, signals: &Signals) -> Result<(), Failure> {
        // The problems are copied, so that slots can be filled while others are being solved.
        let jobs: Vec<Job> = self
            .slots
            .iter()
            .enumerate()
            .filter_map(|(place, slot)| match slot {
                Slot::Open(subject) => {
                    let entry = &subject.entry;
                    let within = entry.expect.no_mate_within;
                    let (id, problem) = (entry.id.clone(), entry.problem.clone());
                    Some(Job { place, id, problem, within })
                }
                _ => None,
            })
            .collect();
        self.report(false, signals);
        let (args, display) = (self.args, self.display);
        let fail = |error| Failure::Message(format!("cannot start a thread: {error}"));
        let mut cramped = Vec::new();
        let work = |job: &Job, grant: &Grant| job.solve(args, grant, None, signals, display);
        batch::run(&jobs, means, signals, display, work, |done| {
            if done.is_cramped(self.ask.certify, means.hash) {
                cramped.push(done);
            } else {
                self.settle(done);
                self.report(false, signals);
            }
        })
        .map_err(fail)?;
        cramped.sort_unstable_by_key(|done| done.place);
        for first in cramped {
            let job: Vec<&Job> = jobs.iter().filter(|job| job.place == first.place).collect();
            let work =
                |job: &&Job, grant: &Grant| job.solve(args, grant, Some(&first), signals, display);
            let mut later = None;
            batch::run(&job, means, signals, display, work, |done| later = Some(done))
                .map_err(fail)?;
            self.settle(match later {
                Some(later) => first.or(later),
                None => first,
            });
            self.report(false, signals);
        }
        self.report(true, signals);
        Ok(())
    }

    /// Puts a result in its place.
    fn settle(&mut self, done: Done) {
        let place = done.place;
        let slot = std::mem::replace(
            &mut self.slots[place],
            Slot::Broken { id: None, errors: Vec::new() },
        );
        self.slots[place] = match slot {
            Slot::Open(subject) => {
                let outcome = self.outcome(&subject, done);
                Slot::Known(subject, Box::new(outcome))
            }
            other => other,
        };
    }

    /// Reports all that is known up to the first open problem; with `all`, also what comes after open
    /// ones.
    fn report(&mut self, all: bool, signals: &Signals) {
        while self.failure.is_none() && self.next < self.slots.len() {
            let place = self.next;
            if matches!(self.slots[place], Slot::Open(_)) && !all {
                break;
            }
            self.next += 1;
            if let Err(failure) = self.report_one(place) {
                signals.stop();
                self.failure = Some(failure);
            }
        }
        self.display.set(self.tally);
    }

    fn report_one(&mut self, place: usize) -> Result<(), Failure> {
        let (subject, outcome) = match &self.slots[place] {
            Slot::Open(_) => return Ok(()),
            Slot::Broken { id, errors } => {
                self.tally.broken += 1;
                self.status.wrong = true;
                let json = self.args.format == Format::Json;
                let console = &mut *self.console;
                self.display.aside(|| console.unreadable(json, id.as_deref(), errors))?;
                return Ok(());
            }
            Slot::Known(subject, outcome) => (subject, outcome),
            Slot::Twin(subject, first) => match &self.slots[*first] {
                Slot::Known(_, outcome) => (subject, outcome),
                _ => return Ok(()),
            },
        };
        let mut outcome = Outcome {
            id: subject.entry.id.clone(),
            file: inputs::file(&subject.entry),
            ..Outcome::clone(outcome)
        };
        outcome.expected = expect::compare(&subject.entry.expect, self.ask.found(&outcome));
        match outcome.verdict {
            Verdict::Unknown => self.tally.unknown += 1,
            _ => self.tally.decided += 1,
        }
        self.tally.compare(outcome.expected);
        self.status.disagrees |= outcome.expected == Some(Expected::Disagrees);
        self.status.undecided |= !self.ask.settled(&outcome) && !self.ask.accepts(&outcome);
        let text = match self.args.format {
            Format::Text => {
                text::block(&subject.entry, &outcome, self.args.verbose, self.args.stable)
            }
            Format::Json if self.args.stable => json_text(&outcome.stable()),
            Format::Json => json_text(&outcome),
        };
        self.display.aside(|| self.console.print(&text))?;
        Ok(())
    }

    /// What was found, with its certificate written if that was asked for.
    fn outcome(&mut self, subject: &Subject, done: Done) -> Outcome {
        let problem = &subject.entry.problem;
        let rules = problem.rules();
        let Done { solution, time, threads, .. } = done;
        let names = |moves: &[Move]| moves.iter().map(|&m| usi::write(rules, m)).collect();
        let certificate = self.certificate(subject, &solution);
        let mut outcome = Outcome {
            nodes: Some(solution.nodes),
            time_ms: Some(time.as_millis().try_into().unwrap_or(u64::MAX)),
            threads: Some(threads),
            hash_used: Some((solution.hash_used * 1e4).round() / 1e4),
            certificate,
            ..inputs::outcome(&self.library, &subject.entry, subject.key.clone())
        };
        match &solution.verdict {
            soundness::Verdict::Mate { plies, shortest, line } => {
                outcome.verdict = Verdict::Mate;
                outcome.plies = Some(*plies);
                outcome.shortest = Some(*shortest);
                outcome.line = Some(names(line));
                outcome.leftover = Some(leftover(problem, line));
            }
            soundness::Verdict::NoMate { refutation } => {
                outcome.verdict = Verdict::NoMate;
                outcome.refutation = Some(names(refutation));
            }
            soundness::Verdict::Unknown(reason) => {
                outcome.stopped_by = Some(reason.name().to_owned());
                outcome.no_mate_within = solution.no_mate_within;
            }
        }
        outcome
    }

    fn certificate(&mut self, subject: &Subject, solution: &Solution) -> Option<CertificateNote> {
        let asked = self.ask.certify != soundness::Certify::None;
        let decided = !matches!(solution.verdict, soundness::Verdict::Unknown(_));
        if !asked || (solution.certificates.is_empty() && !decided) {
            return None;
        }
        let mut file = None;
        if let Some(folder) = &self.args.certificate {
            for (i, certificate) in solution.certificates.iter().enumerate() {
                let end = if i == 0 { "tsc" } else { "length.tsc" };
                let path = folder.join(format!("{}.{end}", subject.name));
                match certificate_file::write(&path, certificate) {
                    Ok(()) if i == 0 => file = Some(path.display().to_string()),
                    Ok(()) => {}
                    Err(error) => {
                        self.status.wrong = true;
                        let message = format!("cannot write `{}`: {error}", path.display());
                        self.display.aside(|| self.console.error(&message));
                    }
                }
            }
        }
        Some(CertificateNote {
            covers: covers(self.ask.certify, solution).to_owned(),
            nodes: solution.certificates.iter().map(|certificate| certificate.nodes.len()).sum(),
            checked: solution.checked,
            file,
        })
    }
}

/// `length` if the certificates also show that there is no shorter mate.
fn covers(certify: soundness::Certify, solution: &Solution) -> &'static str {
    let shortest = matches!(solution.verdict, soundness::Verdict::Mate { shortest: true, .. });
    let bounded = |claim: Claim| matches!(claim, Claim::NoMateWithin(_));
    let shown = solution.checked || solution.certificates.iter().any(|c| bounded(c.claim));
    if certify == soundness::Certify::Length && shortest && shown { "length" } else { "verdict" }
}

/// Pieces in the attacker's hand at the end of a line; 0 in games without drops.
fn leftover(problem: &Problem, line: &[Move]) -> u32 {
    if !problem.rules().has_drops() {
        return 0;
    }
    let mut position = problem.position().clone();
    for &m in line {
        position = referee::play(problem.rules(), &position, m);
    }
    position.hands[problem.attacker().index()].total()
}

fn json_text(outcome: &Outcome) -> String {
    format!("{}\n", results::json_line(outcome))
}
