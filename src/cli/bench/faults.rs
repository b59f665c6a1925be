//! Errors of a benchmark: verdicts that differ between the runs of a problem or from its file, and
//! node counts that differ with one thread.

use super::record::{MeasuredProblem, MeasuredRun};
use crate::cli::solve::expect::{self, LengthFinding};
use crate::io::problems::Expectation;
use crate::io::results::{Agreement, ResultVerdict};
use std::collections::BTreeSet;

/// The verdict as text.
pub fn name(verdict: ResultVerdict) -> &'static str {
    match verdict {
        ResultVerdict::Mate => "mate",
        ResultVerdict::NoMate => "no mate",
        ResultVerdict::Unknown => "unknown",
    }
}

/// All faults of the runs of a problem, as text. A run without a verdict contradicts nothing. A
/// search that a limit of time or memory has stopped may have any number of nodes.
pub fn of(expect: &Expectation, measured: &MeasuredProblem) -> Vec<String> {
    let id = &measured.id;
    let mut faults = Vec::new();
    let decided = || measured.runs.iter().filter(|run| run.is_decided());
    if let Some(first) = decided().next()
        && let Some(other) = decided().find(|run| run.verdict != first.verdict)
    {
        faults.push(format!(
            "{id}: {} with {} but {} with {}",
            name(first.verdict),
            threads(first.threads),
            name(other.verdict),
            threads(other.threads),
        ));
    }
    let against =
        |run: &&MeasuredRun| expect::compare(expect, found(run)) == Some(Agreement::Disagrees);
    if let Some(run) = decided().find(against) {
        let plies = run.plies.map(|plies| format!(" in at most {plies}")).unwrap_or_default();
        faults.push(format!(
            "{id}: {}{plies} with {}, but its file expects {}",
            name(run.verdict),
            threads(run.threads),
            expect::words(expect)
        ));
    }
    let nodes: BTreeSet<u64> =
        measured.with(1).filter(|run| run.is_decided()).map(|run| run.nodes).collect();
    if nodes.len() > 1 {
        let nodes: Vec<String> = nodes.iter().map(u64::to_string).collect();
        faults.push(format!(
            "{id}: one thread must visit the same nodes in each run, but visited {}",
            nodes.join(", ")
        ));
    }
    faults
}

fn found(run: &MeasuredRun) -> LengthFinding {
    match (run.verdict, run.plies) {
        (ResultVerdict::Mate, Some(plies)) => LengthFinding::MateWithin(plies),
        (ResultVerdict::NoMate, _) => LengthFinding::NoMate,
        _ => LengthFinding::Nothing,
    }
}

/// Text such as `2 threads`.
pub fn threads(threads: usize) -> String {
    if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::problems::ExpectedVerdict;

    fn run(threads: usize, verdict: ResultVerdict, nodes: u64) -> MeasuredRun {
        let plies = (verdict == ResultVerdict::Mate).then_some(5);
        let (time_ms, hash_used) = (1.0, 0.0);
        MeasuredRun { threads, verdict, plies, stopped_by: None, nodes, time_ms, hash_used }
    }

    fn faults(expect: Expectation, runs: Vec<MeasuredRun>) -> usize {
        let measured = MeasuredProblem {
            id: "a".to_owned(),
            key: String::new(),
            variant: String::new(),
            squares: 81,
            runs,
        };
        of(&expect, &measured).len()
    }

    #[test]
    fn each_fault_is_found() {
        use ResultVerdict::{Mate, NoMate, Unknown};
        let none = Expectation::default();
        let good = vec![run(1, Mate, 7), run(1, Mate, 7), run(2, Mate, 9), run(2, Unknown, 1)];
        assert_eq!(faults(none.clone(), good.clone()), 0);
        assert_eq!(faults(none.clone(), vec![run(1, Mate, 7), run(2, NoMate, 7)]), 1);
        assert_eq!(faults(none.clone(), vec![run(1, Mate, 7), run(1, Mate, 8)]), 1);
        assert_eq!(faults(none, vec![run(1, Unknown, 7), run(1, Mate, 8)]), 0);
        let no_mate =
            Expectation { verdict: Some(ExpectedVerdict::NoMate), ..Expectation::default() };
        assert_eq!(faults(no_mate, good.clone()), 1);
        let longer = Expectation { plies: Some(7), ..Expectation::default() };
        assert_eq!(faults(longer, good.clone()), 1);
        let shorter = Expectation { plies: Some(3), ..Expectation::default() };
        assert_eq!(faults(shorter, good), 0);
    }
}
