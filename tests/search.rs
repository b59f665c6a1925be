//! The search as a whole: verdicts and lengths do not depend on threads or on the size of the table, and
//! one thread repeats itself to the node.

use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::{Duration, Instant};
use tsume::io::problems::{LoadResult, LoadedProblem, ReadOptions, read_path};
use tsume::search::{Limits, Phase, Progress, SearchObserver, StopReason};
use tsume::solver::Crew;
use tsume::solver::solve::{Certify, Config, Solution, Verdict, solve, solve_with, table};

/// Problems of a file whose ids end like this.
fn entries(file: &str, keep: impl Fn(&LoadedProblem) -> bool) -> Vec<LoadedProblem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let problems =
        read_path(&path, &ReadOptions::default()).into_iter().filter_map(|item| match item {
            LoadResult::Problem(entry) => Some(*entry),
            LoadResult::Broken { .. } => None,
        });
    problems.filter(keep).collect()
}

fn config(threads: usize, hash: usize) -> Config {
    Config {
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
            // In so little memory a certificate may find no room, but none that is wrong is passed on.
            if hash > 1 << 20 {
                assert!(other.checked, "{} {threads}", entry.id);
            }
        }
    }
}

/// That there is no mate within seven plies takes 1,755 nodes here, more than half of what a table of 4 MiB leaves for
/// certificates; the mate itself takes far fewer.
#[test]
fn length_certificate_uses_memory_left_by_the_verdict() {
    let entries = entries("problems/shogi/small.yaml", |entry| entry.id == "shogi-small-017");
    let solution = solved(&entries[0], 1, 4 << 20);
    let nodes: Vec<_> = solution.certificates.iter().map(|c| c.nodes.len()).collect();
    assert!(solution.checked && nodes.len() == 2 && nodes[0] < nodes[1], "{nodes:?}");
}

/// Threads that join every now and then, while the search is under way.
struct Growing {
    asked: AtomicUsize,
    every: usize,
}

impl Crew for Growing {
    fn threads(&self) -> usize {
        1 + (self.asked.fetch_add(1, Relaxed) / self.every).min(3)
    }
}

#[test]
fn threads_that_join_later_change_no_verdict() {
    let tour = entries("problems/tour.yaml", |entry| !entry.id.starts_with("musou"));
    let mut grown = 0;
    // Used by one after the other: what a search leaves in it must not be seen by the next.
    let mut table = table(256 << 20);
    for entry in &tour {
        let expected = length(&solved(entry, 1, 256 << 20), &entry.id);
        for every in [2, 7, 50] {
            let crew = Growing { asked: AtomicUsize::new(0), every };
            let config = config(1, 256 << 20);
            let other = solve_with(&entry.problem, &config, &crew, &mut table, &Instant::now());
            assert_eq!(length(&other, &entry.id), expected, "{} {every}", entry.id);
            assert!(other.checked, "{} {every}", entry.id);
            grown += usize::from(crew.asked.into_inner() > 3 * every);
        }
    }
    assert!(grown >= 10, "in {grown} searches threads came in");
}

#[test]
fn node_limit_counts_all_threads() {
    // Zukou 8, which takes minutes.
    let entry = &entries("problems/shogi/zukou.yaml", |entry| entry.id == "zukou-008")[0];
    let most = 6_000;
    for every in [2, 5] {
        let crew = Growing { asked: AtomicUsize::new(0), every };
        let limits = Limits { nodes: Some(most), ..Limits::default() };
        let config = Config { limits, ..config(1, 32 << 20) };
        let mut table = table(config.hash);
        let solution = solve_with(&entry.problem, &config, &crew, &mut table, &Instant::now());
        assert_eq!(solution.verdict, Verdict::Unknown(StopReason::Nodes));
        // Each of four threads may finish the thousand nodes that it is at.
        assert!((most..most + 6_000).contains(&solution.nodes), "{}", solution.nodes);
    }
}

/// Stops the search as soon as it looks for a shorter mate.
struct Impatient {
    start: Instant,
    stop: AtomicBool,
}

impl SearchObserver for Impatient {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn on_progress(&self, progress: &Progress) {
        self.stop.fetch_or(matches!(progress.phase, Phase::Shortening(_)), Relaxed);
    }
}

#[test]
fn mate_is_checked_after_interrupted_shortening() {
    // Zukou 53: 35 plies, which takes millions of nodes to tell.
    let entry = &entries("problems/shogi/zukou.yaml", |entry| entry.id == "zukou-053")[0];
    for threads in [1, 2] {
        let observer = Impatient { start: Instant::now(), stop: AtomicBool::new(false) };
        let solution = solve(&entry.problem, &config(threads, 64 << 20), &observer);
        assert_eq!(solution.shortening_stopped, Some(StopReason::Interrupt));
        assert!(matches!(solution.verdict, Verdict::Mate { shortest: false, .. }));
        assert!(solution.checked && solution.certificates.len() == 1, "{:?}", solution.doubt);
    }
}

#[test]
fn one_thread_is_deterministic() {
    let config = config(1, 64 << 20);
    let mut table = table(config.hash);
    for entry in entries("problems/tour.yaml", |entry| entry.id.starts_with("musou")) {
        let first = solved(&entry, 1, 64 << 20);
        let second = solve_with(&entry.problem, &config, &1, &mut table, &Instant::now());
        assert_eq!(first.nodes, second.nodes, "{}", entry.id);
        assert_eq!(first.verdict, second.verdict, "{}", entry.id);
    }
}
