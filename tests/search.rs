//! The search as a whole: verdicts and lengths do not depend on threads or on the size of the table, and
//! one thread repeats itself to the node.

use std::path::Path;
use std::time::{Duration, Instant};
use tsume::io::problems::{Context, Entry, Item, read_path};
use tsume::search::{Limits, Watch};
use tsume::soundness::solve::{Certify, Config, Solution, Verdict, solve};

struct Clock(Instant);

impl Watch for Clock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Problems of a file whose ids end like this.
fn entries(file: &str, keep: impl Fn(&Entry) -> bool) -> Vec<Entry> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let problems =
        read_path(&path, &Context::default()).into_iter().filter_map(|item| match item {
            Item::Problem(entry) => Some(*entry),
            Item::Broken { .. } => None,
        });
    problems.filter(keep).collect()
}

fn solved(entry: &Entry, threads: usize, hash: usize) -> Solution {
    let config = Config {
        threads,
        hash,
        limits: Limits::default(),
        shortest: true,
        within: None,
        certify: Certify::Length,
    };
    solve(&entry.problem, &config, &Clock(Instant::now()))
}

fn length(solution: &Solution, id: &str) -> Option<u16> {
    match &solution.verdict {
        Verdict::Mate { plies, shortest, line } => {
            assert!(shortest, "{id}");
            assert_eq!(line.len(), usize::from(*plies), "{id}");
            Some(*plies)
        }
        Verdict::NoMate { .. } => None,
        Verdict::Unknown(reason) => panic!("{id}: {reason:?}"),
    }
}

#[test]
fn threads_and_small_tables_change_no_verdict() {
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

#[test]
fn one_thread_visits_the_same_nodes_every_time() {
    for entry in entries("problems/tour.yaml", |entry| entry.id.starts_with("musou")) {
        let (first, second) = (solved(&entry, 1, 64 << 20), solved(&entry, 1, 64 << 20));
        assert_eq!(first.nodes, second.nodes, "{}", entry.id);
        assert_eq!(first.verdict, second.verdict, "{}", entry.id);
    }
}
