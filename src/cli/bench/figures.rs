//! Figures of a benchmark: medians and geometric means with their spread.
//!
//! All ratios are relative to the runs with the fewest threads, by default one. A problem counts
//! only if all runs with both numbers of threads were decided.

use super::record::{BenchRecord, MeasuredProblem};
use crate::messages::tr;
use schemars::JsonSchema;
use serde::Serialize;

/// Five-number summary.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Spread {
    /// Minimum.
    pub min: f64,
    /// First quartile.
    pub q1: f64,
    /// Median.
    pub median: f64,
    /// Third quartile.
    pub q3: f64,
    /// Maximum.
    pub max: f64,
}

impl Spread {
    /// Summary of `numbers`; `None` if there are none. Interpolates quantiles.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Option<Spread> {
        let mut numbers: Vec<f64> = numbers.into_iter().collect();
        numbers.sort_by(f64::total_cmp);
        let last = numbers.len().checked_sub(1)?;
        let quantile = |share: f64| {
            let place = share * last as f64;
            let (low, high) = (numbers[place as usize], numbers[place.ceil() as usize]);
            low + (high - low) * place.fract()
        };
        let [min, q1, median, q3, max] = [0.0, 0.25, 0.5, 0.75, 1.0].map(quantile);
        Some(Spread { min, q1, median, q3, max })
    }
}

/// Geometric mean; `None` if there are no numbers.
pub fn geometric_mean(numbers: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0);
    for number in numbers {
        sum += number.ln();
        count += 1;
    }
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

/// Figures of a problem, or of a group, with one number of threads.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Figures")]
pub struct SpeedFigures {
    /// Number of threads.
    pub threads: usize,
    /// Number of problems behind the ratios; 0 or 1 for a single problem.
    pub problems: usize,
    /// Positions a second over all runs.
    pub nodes_per_second: f64,
    /// Positions visited: the median, summed over a group.
    pub nodes: f64,
    /// Milliseconds: the median, summed over a group.
    pub time_ms: f64,
    /// Positions relative to the fewest threads: ratio of the medians; geometric mean over a group.
    pub overhead: Option<f64>,
    /// Median wall time with the fewest threads divided by that of each run; for a group the
    /// geometric mean over its problems for each repetition.
    pub speed_up: Option<Spread>,
    /// Largest share of the table in use, 0 to 1.
    pub hash_used: f64,
}

/// Medians of the runs with one number of threads.
struct Medians {
    nodes: f64,
    time_ms: f64,
}

fn medians(problem: &MeasuredProblem, threads: usize) -> Option<Medians> {
    Some(Medians {
        nodes: Spread::of(problem.with(threads).map(|run| run.nodes as f64))?.median,
        time_ms: time(problem, threads)?,
    })
}

/// Median wall time in milliseconds; `None` without runs.
pub fn time(problem: &MeasuredProblem, threads: usize) -> Option<f64> {
    Spread::of(problem.with(threads).map(|run| run.time_ms)).map(|spread| spread.median)
}

/// Speed-up of each run over the runs with `base` threads; empty unless all runs were decided.
fn speed_ups(problem: &MeasuredProblem, base: usize, threads: usize) -> Vec<f64> {
    let decided = |threads| problem.with(threads).all(|run| run.is_decided());
    let Some(time) = time(problem, base).filter(|_| decided(base) && decided(threads)) else {
        return Vec::new();
    };
    problem.with(threads).map(|run| time / run.time_ms).collect()
}

/// Figures of a problem; `None` without runs with `threads` threads.
pub fn of_problem(problem: &MeasuredProblem, base: usize, threads: usize) -> Option<SpeedFigures> {
    of_group(&[problem], base, threads)
}

/// Figures of several problems; `None` without runs with `threads` threads.
pub fn of_group(
    problems: &[&MeasuredProblem],
    base: usize,
    threads: usize,
) -> Option<SpeedFigures> {
    let runs = || problems.iter().flat_map(|problem| problem.with(threads));
    runs().next()?;
    let all: Vec<Medians> = problems.iter().filter_map(|p| medians(p, threads)).collect();
    let rows: Vec<(&MeasuredProblem, Vec<f64>)> = problems
        .iter()
        .map(|problem| (*problem, speed_ups(problem, base, threads)))
        .filter(|(_, ratios)| !ratios.is_empty())
        .collect();
    let overheads = rows.iter().filter_map(|(problem, _)| {
        Some(medians(problem, threads)?.nodes / medians(problem, base)?.nodes.max(1.0))
    });
    // An interrupted benchmark may have fewer runs of its last problem.
    let repetitions = rows.iter().map(|(_, ratios)| ratios.len()).min().unwrap_or(0);
    let speed_ups =
        (0..repetitions).filter_map(|i| geometric_mean(rows.iter().map(|(_, ratios)| ratios[i])));
    let seconds = runs().map(|run| run.time_ms).sum::<f64>() / 1000.0;
    Some(SpeedFigures {
        threads,
        problems: rows.len(),
        nodes_per_second: runs().map(|run| run.nodes as f64).sum::<f64>() / seconds,
        nodes: all.iter().map(|medians| medians.nodes).sum(),
        time_ms: all.iter().map(|medians| medians.time_ms).sum(),
        overhead: geometric_mean(overheads.map(|ratio| ratio.max(f64::MIN_POSITIVE))),
        speed_up: Spread::of(speed_ups),
        hash_used: runs().map(|run| run.hash_used).fold(0.0, f64::max),
    })
}

/// A group of problems.
pub struct Group<'a> {
    /// Name of the group.
    pub name: &'static str,
    /// True if the group has only problems of large games.
    is_large: bool,
    /// Least time of its problems.
    milliseconds: f64,
    /// Problems of the group.
    pub problems: Vec<&'a MeasuredProblem>,
}

impl Group<'_> {
    /// Least time of its problems in seconds.
    pub fn seconds(&self) -> String {
        (self.milliseconds / 1000.0).to_string()
    }

    /// Name of the group for people.
    pub fn title(&self) -> String {
        let seconds = self.seconds();
        match (self.is_large, self.milliseconds > 0.0) {
            (false, false) => tr!(bench_group_all),
            (false, true) => tr!(bench_group_slow, seconds),
            (true, false) => tr!(bench_group_large),
            (true, true) => tr!(bench_group_large_slow, seconds),
        }
    }
}

/// Groups: all problems, the hard ones, and the same for large games. Omits groups that are empty
/// or equal an earlier one.
pub fn groups(record: &BenchRecord) -> Vec<Group<'_>> {
    /// Squares of the standard board.
    const STANDARD_BOARD_SQUARES: usize = 81;
    let base = base(record);
    let least = |milliseconds: f64| {
        move |problem: &MeasuredProblem| {
            time(problem, base).is_some_and(|time| time >= milliseconds)
        }
    };
    // For searches below a twentieth of a second threads cost more than they save.
    let kinds: [(&str, bool, f64); 8] = [
        ("all", false, 0.0),
        ("over 0.05 s", false, 50.0),
        ("over 1 s", false, 1000.0),
        ("over 5 s", false, 5000.0),
        ("large games", true, 0.0),
        ("large, over 0.05 s", true, 50.0),
        ("large, over 1 s", true, 1000.0),
        ("large, over 5 s", true, 5000.0),
    ];
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (name, is_large, milliseconds) in kinds {
        let problems: Vec<&MeasuredProblem> = record
            .problems
            .iter()
            .filter(|problem| !is_large || problem.squares > STANDARD_BOARD_SQUARES)
            .filter(|problem| least(milliseconds)(problem))
            .collect();
        let same = |group: &Group<'_>| {
            group.problems.len() == problems.len()
                && group.problems.iter().zip(&problems).all(|(a, b)| std::ptr::eq(*a, *b))
        };
        if !problems.is_empty() && !groups.iter().any(same) {
            groups.push(Group { name, is_large, milliseconds, problems });
        }
    }
    groups
}

/// Number of threads that all ratios refer to.
pub fn base(record: &BenchRecord) -> usize {
    record.settings.threads.first().copied().unwrap_or(1)
}

/// Checksum of the search: positions visited with one thread, summed over the decided problems.
/// `None` if no problem was solved with one thread.
pub fn checksum(record: &BenchRecord) -> Option<u64> {
    let nodes = record.problems.iter().filter_map(checksum_of);
    nodes.reduce(u64::saturating_add)
}

/// Contribution of a problem to the checksum.
pub fn checksum_of(problem: &MeasuredProblem) -> Option<u64> {
    problem.with(1).find(|run| run.is_decided()).map(|run| run.nodes)
}

#[cfg(test)]
mod tests {
    use super::super::record::MeasuredRun;
    use super::*;
    use crate::io::results::ResultVerdict;

    fn problem(times: &[(usize, u64, f64)]) -> MeasuredProblem {
        let run = |&(threads, nodes, time_ms): &(usize, u64, f64)| MeasuredRun {
            threads,
            verdict: ResultVerdict::Mate,
            plies: Some(3),
            stopped_by: None,
            nodes,
            time_ms,
            hash_used: 0.0,
        };
        MeasuredProblem {
            id: "a".to_owned(),
            key: "k".to_owned(),
            variant: "shogi".to_owned(),
            squares: 81,
            runs: times.iter().map(run).collect(),
        }
    }

    #[test]
    fn quartiles_are_interpolated() {
        let spread = Spread::of([4.0, 1.0, 3.0, 2.0]).unwrap();
        assert_eq!(spread, Spread { min: 1.0, q1: 1.75, median: 2.5, q3: 3.25, max: 4.0 });
        assert_eq!(Spread::of([7.0]).unwrap().q3, 7.0);
        assert_eq!(Spread::of([]), None);
    }

    #[test]
    fn a_group_is_the_geometric_mean_of_its_problems() {
        // Speed-ups 2 and 4 of the one, 8 and 1 of the other; twice the nodes, and half.
        let first = problem(&[(1, 100, 8.0), (2, 200, 4.0), (2, 200, 2.0)]);
        let second = problem(&[(1, 100, 8.0), (2, 50, 1.0), (2, 50, 8.0)]);
        let figures = of_group(&[&first, &second], 1, 2).unwrap();
        let spread = figures.speed_up.unwrap();
        assert!((spread.max - 4.0).abs() < 1e-9 && (spread.min - 2.0).abs() < 1e-9);
        assert!((figures.overhead.unwrap() - 1.0).abs() < 1e-9);
        assert_eq!((figures.problems, figures.nodes), (2, 250.0));
        assert!((figures.nodes_per_second - 500.0 / 0.015).abs() < 1e-6);
    }

    #[test]
    fn an_undecided_run_gives_no_ratio() {
        let mut one = problem(&[(1, 100, 8.0), (2, 200, 4.0)]);
        one.runs[1].verdict = ResultVerdict::Unknown;
        let figures = of_problem(&one, 1, 2).unwrap();
        assert_eq!((figures.problems, figures.overhead, figures.speed_up), (0, None, None));
        assert!(of_problem(&one, 1, 4).is_none());
    }
}
