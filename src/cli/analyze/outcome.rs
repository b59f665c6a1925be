//! Reports of the judge as results: what JSON lines and exit status go by.

use super::Args;
use crate::cli::common::NotationArg;
use crate::cli::inputs;
use crate::cli::solve::expect::{self, LengthFinding};
use crate::io::problems::LoadedProblem;
use crate::io::problems::rule_file::RuleLibrary;
use crate::io::results::analysis::Analysis;
use crate::io::results::wording::usi_moves;
use crate::io::results::{self, Outcome, RefusedNote, ResultVerdict, UncheckedNote};
use crate::judge::{MateLength, SoundnessReport};
use crate::search::StopReason;
use std::time::Duration;

/// The report in the form of a result of `solve`.
pub fn outcome(
    library: &RuleLibrary,
    entry: &LoadedProblem,
    report: &SoundnessReport,
    time: Duration,
    threads: usize,
) -> Outcome {
    let problem = &entry.problem;
    let (verdict, plies, shortest) = match report.length {
        MateLength::Exact(plies) => (ResultVerdict::Mate, Some(plies), Some(true)),
        MateLength::AtMost(plies) => (ResultVerdict::Mate, Some(plies), Some(false)),
        MateLength::None => (ResultVerdict::NoMate, None, None),
        MateLength::Unknown(_) => (ResultVerdict::Unknown, None, None),
    };
    let within = match report.length {
        MateLength::Unknown(len) if len > 0 => Some(len),
        _ => None,
    };
    let refused = report.refused.as_ref().map(|_| StopReason::Refused);
    let stopped = refused.or(report.stopped).filter(|_| verdict == ResultVerdict::Unknown);
    let mut outcome = Outcome {
        verdict,
        stopped_by: stopped.map(|reason| reason.name().to_owned()),
        no_mate_within: within,
        plies,
        shortest,
        line: (!report.line.is_empty() || plies == Some(0))
            .then(|| usi_moves(problem, &report.line)),
        refutation: (verdict == ResultVerdict::NoMate)
            .then(|| usi_moves(problem, &report.refutation)),
        leftover: report.leftover,
        leftover_proved: report.leftover.map(|_| true),
        unchecked: report.unchecked.map(unchecked),
        refused: report.refused.as_ref().map(RefusedNote::new),
        nodes: Some(report.nodes),
        time_ms: Some(time.as_millis().try_into().unwrap_or(u64::MAX)),
        threads: Some(threads),
        hash_used: Some((report.hash_used * 1e4).round() / 1e4),
        ..inputs::outcome(library, entry, results::key(problem))
    };
    let counted = entry.expect.count.map_or(LengthFinding::Nothing, |count| {
        match report.by_convention[count as usize].length {
            MateLength::Exact(plies) => LengthFinding::Mate(plies),
            MateLength::AtMost(plies) => LengthFinding::MateWithin(plies),
            MateLength::None => LengthFinding::NoMate,
            MateLength::Unknown(_) => LengthFinding::Nothing,
        }
    });
    outcome.expected = expect::compare_counted(&entry.expect, LengthFinding::of(&outcome), counted);
    outcome
}

/// The report as JSON line, without files and repairs.
pub fn analysis(
    args: &Args,
    entry: &LoadedProblem,
    outcome: Outcome,
    report: &SoundnessReport,
) -> Analysis {
    let japanese = !args.stable && args.notation == Some(NotationArg::Japanese);
    let outcome = if japanese { outcome.with_japanese(&entry.problem) } else { outcome };
    let analysis = Analysis::new(outcome, &entry.problem, report, args.side_duals, args.stable);
    let published = entry.published.clone();
    // The tree may be there for the page or the records alone.
    let tree = analysis.tree.clone().filter(|_| args.tree.is_some());
    Analysis { tree, published, ..analysis }
}

/// Unchecked result in the form of the JSON lines.
fn unchecked(length: MateLength) -> UncheckedNote {
    let (verdict, plies, shortest, no_mate_within) = match length {
        MateLength::Exact(plies) => (Some(ResultVerdict::Mate), Some(plies), Some(true), None),
        MateLength::AtMost(plies) => (Some(ResultVerdict::Mate), Some(plies), Some(false), None),
        MateLength::None => (Some(ResultVerdict::NoMate), None, None, None),
        MateLength::Unknown(len) => (None, None, None, Some(len)),
    };
    UncheckedNote { verdict, plies, shortest, no_mate_within, line: None }
}
