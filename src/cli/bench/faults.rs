//! Errors of a benchmark: verdicts that differ between the runs of a problem or from its file, and
//! node counts that differ with one thread.

use super::record::{MeasuredProblem, MeasuredRun};
use crate::cli::solve::expect::{self, LengthFinding};
use crate::io::problems::Expectation;
use crate::io::results::{Agreement, ResultVerdict};
use crate::messages::{list, tr};
use std::collections::BTreeSet;

/// The verdict as text.
pub fn name(verdict: ResultVerdict) -> String {
    match verdict {
        ResultVerdict::Mate => tr!(results_claim_mate),
        ResultVerdict::NoMate => tr!(results_length_no_mate),
        ResultVerdict::Unknown => tr!(solve_unknown),
    }
}

/// All faults of the runs of a problem, as text. A run without a verdict contradicts nothing. A
/// search that a limit of time or memory has stopped may have any number of nodes.
pub fn of(expect: &Expectation, measured: &MeasuredProblem) -> Vec<String> {
    let id = measured.id.as_str();
    let mut faults = Vec::new();
    let decided = || measured.runs.iter().filter(|run| run.is_decided());
    if let Some(first) = decided().next() {
        if let Some(other) = decided().find(|run| run.verdict != first.verdict) {
            faults.push(tr!(
                bench_verdicts_differ,
                id,
                first = name(first.verdict),
                threads = threads(first.threads),
                second = name(other.verdict),
                others = threads(other.threads),
            ));
        }
    }
    let against =
        |run: &&MeasuredRun| expect::compare(expect, found(run)) == Some(Agreement::Disagrees);
    if let Some(run) = decided().find(against) {
        let found = match run.plies {
            Some(plies) => tr!(results_branch_mate_at_most, plies),
            None => name(run.verdict),
        };
        let (threads, expected) = (threads(run.threads), expect::words(expect));
        faults.push(tr!(bench_unexpected, id, found, threads, expected));
    }
    let nodes: BTreeSet<u64> =
        measured.with(1).filter(|run| run.is_decided()).map(|run| run.nodes).collect();
    if nodes.len() > 1 {
        let nodes = list(nodes.iter().map(u64::to_string));
        faults.push(tr!(bench_nodes_differ, id, nodes));
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
    tr!(bench_threads, count = threads)
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
