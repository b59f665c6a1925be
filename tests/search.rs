//! The search as a whole: verdicts and lengths depend neither on the number of threads nor on the
//! size of the table, and a single thread visits the same nodes every time.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tsume::io::problems::{LoadResult, LoadedProblem, ReadOptions, read_path};
use tsume::search::{Limits, Phase, Progress, SearchObserver, StopReason};
use tsume::solver::{
    Certify, Solution, SolverConfig, ThreadBudget, Verdict, new_table, solve, solve_with,
};

/// The problems of a file that `keep` accepts.
fn entries(file: &str, keep: impl Fn(&LoadedProblem) -> bool) -> Vec<LoadedProblem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let problems =
        read_path(&path, &ReadOptions::default()).into_iter().filter_map(|item| match item {
            LoadResult::Problem(entry) => Some(*entry),
            LoadResult::Broken { .. } => None,
        });
    problems.filter(keep).collect()
}

fn config(threads: usize, hash: usize) -> SolverConfig {
    SolverConfig {
        threads,
        hash,
        limits: Limits::default(),
        shortest: true,
        main_line: true,
        within: None,
        certify: Certify::Length,
    }
}

fn solved(entry: &LoadedProblem, threads: usize, hash: usize) -> Solution {
    solve(&entry.problem, &config(threads, hash), &Instant::now())
}

fn length(solution: &Solution, id: &str) -> Option<u16> {
    match &solution.verdict {
        Verdict::Mate { plies, shortest, line, .. } => {
            assert!(shortest, "{id}");
            assert_eq!(line.len(), usize::from(*plies), "{id}");
            Some(*plies)
        }
        Verdict::NoMate { .. } => None,
        Verdict::Unknown(reason) => panic!("{id}: {reason:?}"),
    }
}

#[test]
fn verdict_does_not_depend_on_threads_and_table_size() {
    let short = entries("problems/shogi/tanuki.yaml", |entry| entry.id.ends_with('3'));
    let tour = entries("problems/tour.yaml", |entry| {
        !entry.id.starts_with("zukou") && !entry.id.starts_with("musou")
    });
    assert!(short.len() >= 10 && tour.len() >= 10);
    for entry in short.iter().chain(&tour) {
        let one = solved(entry, 1, 32 << 20);
        assert!(one.checked, "{}", entry.id);
        let expected = length(&one, &entry.id);
        for (threads, hash) in [(2, 32 << 20), (3, 1 << 20), (8, 1 << 20)] {
            let other = solved(entry, threads, hash);
            assert_eq!(length(&other, &entry.id), expected, "{} {threads}", entry.id);
            // A certificate may not fit in so little memory, but the checker lets no wrong one
            // pass.
            if hash > 1 << 20 {
                assert!(other.checked, "{} {threads}", entry.id);
            }
        }
    }
}

/// The certificate that there is no mate within seven plies has 1,755 nodes, more than half of what
/// 4 MiB leave for certificates. That of the mate has far fewer.
#[test]
fn length_certificate_uses_memory_left_by_the_verdict() {
    let entries = entries("problems/shogi/small.yaml", |entry| entry.id == "shogi-small-017");
    let solution = solved(&entries[0], 1, 4 << 20);
    let nodes: Vec<_> = solution.certificates.iter().map(|c| c.nodes.len()).collect();
    assert!(solution.checked && nodes.len() == 2 && nodes[0] < nodes[1], "{nodes:?}");
}

/// A thread budget that grows from one to four: by one each time the search has asked
/// `questions_per_thread` times.
struct GrowingBudget {
    questions: AtomicUsize,
    questions_per_thread: usize,
}

impl GrowingBudget {
    fn new(questions_per_thread: usize) -> GrowingBudget {
        GrowingBudget { questions: AtomicUsize::new(0), questions_per_thread }
    }
}

impl ThreadBudget for GrowingBudget {
    fn threads(&self) -> usize {
        1 + (self.questions.fetch_add(1, Relaxed) / self.questions_per_thread).min(3)
    }
}

#[test]
fn threads_that_join_later_change_no_verdict() {
    let tour = entries("problems/tour.yaml", |entry| !entry.id.starts_with("musou"));
    let mut grown = 0;
    // Every search uses the same table and must not see what the one before left in it.
    let mut table = new_table(256 << 20);
    for entry in &tour {
        let expected = length(&solved(entry, 1, 256 << 20), &entry.id);
        for every in [2, 7, 50] {
            let budget = GrowingBudget::new(every);
            let config = config(1, 256 << 20);
            let other = solve_with(&entry.problem, &config, &budget, &mut table, &Instant::now());
            assert_eq!(length(&other, &entry.id), expected, "{} {every}", entry.id);
            assert!(other.checked, "{} {every}", entry.id);
            grown += usize::from(budget.questions.into_inner() > 3 * every);
        }
    }
    assert!(grown >= 10, "threads joined {grown} searches");
}

#[test]
fn node_limit_counts_all_threads() {
    // Zukou 8 takes minutes.
    let entry = &entries("problems/shogi/zukou.yaml", |entry| entry.id == "zukou-008")[0];
    let max_nodes = 6_000;
    for every in [2, 5] {
        let budget = GrowingBudget::new(every);
        let limits = Limits { nodes: Some(max_nodes), ..Limits::default() };
        let config = SolverConfig { limits, ..config(1, 32 << 20) };
        let mut table = new_table(config.hash);
        let solution = solve_with(&entry.problem, &config, &budget, &mut table, &Instant::now());
        assert_eq!(solution.verdict, Verdict::Unknown(StopReason::Nodes));
        // Each of four threads may finish its current thousand nodes.
        assert!((max_nodes..max_nodes + 6_000).contains(&solution.nodes), "{}", solution.nodes);
    }
}

/// Stops the search as soon as it looks for a shorter mate.
struct StopAtShortening {
    start: Instant,
    has_stopped: AtomicBool,
}

impl SearchObserver for StopAtShortening {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.has_stopped.load(Relaxed)
    }

    fn on_progress(&self, progress: &Progress) {
        self.has_stopped.fetch_or(matches!(progress.phase, Phase::Shortening(_)), Relaxed);
    }
}

#[test]
fn mate_is_checked_after_interrupted_shortening() {
    // Zukou 53 has 35 plies, and to prove that takes millions of nodes.
    let entry = &entries("problems/shogi/zukou.yaml", |entry| entry.id == "zukou-053")[0];
    for threads in [1, 2] {
        let observer =
            StopAtShortening { start: Instant::now(), has_stopped: AtomicBool::new(false) };
        let solution = solve(&entry.problem, &config(threads, 64 << 20), &observer);
        assert_eq!(solution.shortening_stopped, Some(StopReason::Interrupt));
        assert!(matches!(solution.verdict, Verdict::Mate { shortest: false, .. }));
        assert!(solution.checked && solution.certificates.len() == 1, "{:?}", solution.doubt);
    }
}

#[test]
fn one_thread_is_deterministic() {
    let config = config(1, 64 << 20);
    let mut table = new_table(config.hash);
    for entry in entries("problems/tour.yaml", |entry| entry.id.starts_with("musou")) {
        let first = solved(&entry, 1, 64 << 20);
        let second = solve_with(&entry.problem, &config, &1, &mut table, &Instant::now());
        assert_eq!(first.nodes, second.nodes, "{}", entry.id);
        assert_eq!(first.verdict, second.verdict, "{}", entry.id);
    }
}
