//! Turns an attempt into text or JSON. The worker threads do this: with short problems it is a
//! large part of the work, and a single thread for it would slow them all down.

use super::attempt::Attempt;
use super::states::KeyedProblem;
use super::{Args, Requirements, expect, text};
use crate::cli::common::{self, NotationArg, OutputFormat};
use crate::cli::inputs;
use crate::cli::shard::{self, RunPart};
use crate::io::files::certificate_file;
use crate::io::problems::rule_file::RuleLibrary;
use crate::io::results::{
    self, CertificateNote, ComposersNote, Outcome, RefusedNote, ResultVerdict, UncheckedNote,
};
use crate::judge::CountRequest;
use crate::messages::{os_error, tr};
use crate::notation::usi;
use crate::position::{Move, Problem};
use crate::proof::certificate::Claim;
use crate::search::StopReason;
use crate::solver::{Solution, UncheckedResult};
use crate::{referee, solver};

/// Result of a problem, ready to print.
pub struct ProblemReport {
    pub outcome: Outcome,
    /// The outcome as text or JSON.
    pub text: String,
    /// Files that could not be written, each with its error.
    pub errors: Vec<String>,
}

/// Writes the reports of a block.
pub struct Reporter<'a> {
    pub args: &'a Args,
    pub requirements: Requirements,
    pub library: RuleLibrary,
    /// Part of the set that this run solves.
    pub part: Option<&'a RunPart>,
}

impl Reporter<'_> {
    /// Report of an attempt. Writes its certificates if `--certificate` is given.
    pub fn of_search(&self, keyed: &KeyedProblem, done: Attempt) -> ProblemReport {
        let problem = &keyed.entry.problem;
        let rules = problem.rules();
        let Attempt { solution, time, threads, interrupted, .. } = done;
        let names =
            |moves: &[Move]| moves.iter().map(|&m| usi::write(rules, m)).collect::<Vec<_>>();
        let mut errors = Vec::new();
        let certificate = self.certificate(keyed, &solution, &mut errors);
        let mut outcome = Outcome {
            nodes: Some(solution.nodes),
            time_ms: Some(time.as_millis().try_into().unwrap_or(u64::MAX)),
            threads: Some(threads),
            hash_used: Some((solution.hash_used * 1e4).round() / 1e4),
            certificate,
            ..inputs::outcome(&self.library, &keyed.entry, keyed.key.clone())
        };
        match &solution.verdict {
            solver::Verdict::Mate { plies, shortest, line, main } => {
                outcome.verdict = ResultVerdict::Mate;
                outcome.plies = Some(*plies);
                outcome.shortest = Some(*shortest);
                outcome.line = Some(names(line));
                if *plies == 0 || !line.is_empty() {
                    outcome.leftover = Some(leftover(problem, line));
                    outcome.leftover_proved = shortest.then_some(*main);
                }
            }
            solver::Verdict::NoMate { refutation } => {
                outcome.verdict = ResultVerdict::NoMate;
                outcome.refutation = Some(names(refutation));
            }
            solver::Verdict::Unknown(reason) => {
                outcome.stopped_by = Some(reason.name().to_owned());
                outcome.no_mate_within = solution.no_mate_within;
            }
        }
        outcome.composers = solution.composers.as_ref().map(|counted| {
            let settled = counted.is_settled;
            let request = self.args.count_request(&keyed.entry.expect);
            let is_asked = request == CountRequest::Composers && !settled;
            let stopped_by = counted.stopped.filter(|_| is_asked);
            let shown = settled && counted.line.len() == usize::from(counted.plies);
            ComposersNote {
                plies: settled.then_some(counted.plies),
                line: shown.then(|| names(&counted.line)),
                leftover: shown.then_some(counted.leftover),
                leftover_proved: shown.then_some(counted.is_leftover_proved),
                settled,
                stopped_by: stopped_by.map(|reason| reason.name().to_owned()),
            }
        });
        outcome.unchecked = solution.unchecked.as_ref().map(|unchecked| note(unchecked, names));
        outcome.refused = solution.rejected.as_ref().map(RefusedNote::new);
        let decided = outcome.verdict != ResultVerdict::Unknown;
        outcome.interrupted = (decided && interrupted).then_some(true);
        let says = outcome.verdict != ResultVerdict::Unknown || outcome.no_mate_within.is_some();
        if says && self.requirements.certify == solver::Certify::None {
            outcome.certified = Some(false);
        }
        self.finish(keyed, outcome, errors)
    }

    /// Report of a problem that equals another one with this outcome.
    pub fn of_same(&self, keyed: &KeyedProblem, outcome: &Outcome) -> ProblemReport {
        let (id, file) = (keyed.entry.id.clone(), inputs::file(&keyed.entry));
        self.finish(keyed, Outcome { id, file, ..outcome.clone() }, Vec::new())
    }

    /// Report of a problem whose search did not stop within the grace period.
    pub fn of_interrupted(&self, keyed: &KeyedProblem) -> ProblemReport {
        let outcome = inputs::outcome(&self.library, &keyed.entry, keyed.key.clone());
        let stopped_by = Some(StopReason::Interrupt.name().to_owned());
        self.finish(keyed, Outcome { stopped_by, ..outcome }, Vec::new())
    }

    /// Report of a problem that an earlier run has solved.
    pub fn of_earlier(&self, keyed: &KeyedProblem, outcome: &Outcome) -> ProblemReport {
        let from = self.args.resume.as_ref().map(|path| path.display().to_string());
        self.of_same(keyed, &Outcome { from, ..outcome.clone() })
    }

    /// Compares the outcome with the file's expectation, and formats it.
    fn finish(
        &self,
        keyed: &KeyedProblem,
        mut outcome: Outcome,
        errors: Vec<String>,
    ) -> ProblemReport {
        let entry = &keyed.entry;
        shard::label(&mut outcome, self.part);
        outcome.expected = expect::compare_outcome(&entry.expect, &outcome);
        let text = match self.args.format {
            OutputFormat::Text => {
                let &Args { verbose, stable, notation, .. } = self.args;
                let notation = common::text_notation(notation);
                text::block(entry, &outcome, text::TextStyle { verbose, stable, notation })
            }
            OutputFormat::Json if self.args.stable => json_text(&outcome.clone().stable()),
            OutputFormat::Json if self.args.notation == Some(NotationArg::Japanese) => {
                json_text(&outcome.clone().with_japanese(&entry.problem))
            }
            OutputFormat::Json => json_text(&outcome),
        };
        ProblemReport { outcome, text, errors }
    }

    fn certificate(
        &self,
        keyed: &KeyedProblem,
        solution: &Solution,
        errors: &mut Vec<String>,
    ) -> Option<CertificateNote> {
        let asked = self.requirements.certify != solver::Certify::None;
        let decided = !matches!(solution.verdict, solver::Verdict::Unknown(_));
        let says = decided || solution.unchecked.is_some();
        if !asked || (solution.certificates.is_empty() && !says) {
            return None;
        }
        let mut file = None;
        if let Some(folder) = &self.args.certificate {
            for (i, certificate) in solution.certificates.iter().enumerate() {
                let end = if i == 0 { "tsc" } else { "length.tsc" };
                let path = folder.join(format!("{}.{end}", keyed.name));
                match certificate_file::write(&path, certificate) {
                    Ok(()) if i == 0 => file = Some(path.display().to_string()),
                    Ok(()) => {}
                    Err(error) => {
                        let (path, error) = (path.display().to_string(), os_error(&error));
                        errors.push(tr!(files_unwritable, path, error));
                    }
                }
            }
        }
        Some(CertificateNote {
            covers: covers(self.requirements.certify, solution).to_owned(),
            nodes: solution.certificates.iter().map(|certificate| certificate.nodes.len()).sum(),
            checked: solution.checked,
            file,
            doubt: solution.doubt,
        })
    }
}

/// `length` if the certificates also prove that there is no shorter mate.
fn covers(certify: solver::Certify, solution: &Solution) -> &'static str {
    let of = |wanted: fn(Claim) -> Option<u16>| {
        solution.certificates.iter().find_map(|certificate| wanted(certificate.claim))
    };
    let bound = of(|claim| match claim {
        Claim::NoMateWithin(plies) => Some(plies),
        _ => None,
    });
    match solution.verdict {
        // A mate in one or two plies needs no further certificate.
        solver::Verdict::Mate { plies: ..=2, shortest: true, .. }
            if certify == solver::Certify::Length =>
        {
            "length"
        }
        solver::Verdict::Mate { plies: plies @ 3.., shortest: true, .. }
            if bound >= Some(plies - 2) =>
        {
            "length"
        }
        _ => "verdict",
    }
}

/// Unchecked result in the form of the JSON lines.
fn note(unchecked: &UncheckedResult, names: impl Fn(&[Move]) -> Vec<String>) -> UncheckedNote {
    let no_mate_within = unchecked.no_mate_within;
    let note = UncheckedNote { no_mate_within, ..UncheckedNote::default() };
    match &unchecked.verdict {
        solver::Verdict::Mate { plies, shortest, line, .. } => UncheckedNote {
            verdict: Some(ResultVerdict::Mate),
            plies: Some(*plies),
            shortest: Some(*shortest),
            line: Some(names(line)),
            ..note
        },
        solver::Verdict::NoMate { .. } => {
            UncheckedNote { verdict: Some(ResultVerdict::NoMate), ..note }
        }
        solver::Verdict::Unknown(_) => note,
    }
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
