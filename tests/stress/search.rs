//! Searches with any number of threads, any size of table, limits and interrupts. In every case the
//! verdict is that of a single undisturbed thread; where there is none, a limit or an interrupt
//! explains it.

use super::watchdog::Watchdog;
use super::{magnitude, seeds};
use crate::support::random::Random;
use crate::support::shipped;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::{Duration, Instant};
use tsume::io::problems::LoadedProblem;
use tsume::search::transposition_table::TranspositionTable;
use tsume::search::{Limits, SearchObserver, StopReason};
use tsume::solver::ThreadBudget;
use tsume::solver::{Certify, Solution, SolverConfig, Verdict, new_table, solve_with};

/// Nodes within which a single thread must decide a problem, with its exact length, to make it
/// easy.
const MAX_EASY_NODES: u64 = 20_000;

/// Garbage collections after which a search may report that its table is too small.
const MAX_COLLECTIONS: usize = 1000;

/// Memory that suffices for every certificate of an easy problem.
const SUFFICIENT_BYTES: usize = 4 << 20;

/// The result of a single thread with a large table.
#[derive(Clone, Copy, Debug)]
struct Reference {
    /// Length of the shortest mate; `None` if there is no mate.
    mate: Option<u16>,
}

impl Reference {
    /// The result for an easy problem; none for others.
    fn find(entry: &LoadedProblem, table: &mut TranspositionTable) -> Option<Reference> {
        let config = SolverConfig {
            threads: 1,
            hash: 64 << 20,
            limits: Limits { nodes: Some(MAX_EASY_NODES), ..Limits::default() },
            shortest: true,
            main_line: false,
            within: None,
            certify: Certify::Verdict,
        };
        let solution = solve_with(&entry.problem, &config, &1, table, &Instant::now());
        let mate = match solution.verdict {
            Verdict::Mate { plies, shortest: true, .. } => Some(plies),
            Verdict::NoMate { .. } => None,
            _ => return None,
        };
        assert!(solution.checked, "{}", entry.id);
        Some(Reference { mate })
    }

    /// True if there is no mate within `plies` plies.
    fn has_no_mate_within(&self, plies: u16) -> bool {
        self.mate.is_none_or(|mate| mate > plies)
    }
}

/// The shipped problems, with the references found so far.
struct Problems {
    files: Vec<Vec<LoadedProblem>>,
    references: BTreeMap<(usize, usize), Option<Reference>>,
    large_table: TranspositionTable,
}

impl Problems {
    /// A random easy problem. The file is chosen first, so that all games are equally likely.
    fn pick(&mut self, random: &mut Random) -> (&LoadedProblem, Reference) {
        loop {
            let file = random.below(self.files.len());
            let index = random.below(self.files[file].len());
            let reference = self.references.entry((file, index)).or_insert_with(|| {
                Reference::find(&self.files[file][index], &mut self.large_table)
            });
            if let Some(reference) = *reference {
                return (&self.files[file][index], reference);
            }
        }
    }
}

/// When the observer requests a stop.
#[derive(Clone, Copy, Debug)]
enum StopRequest {
    Never,
    /// After this many questions.
    AfterQuestions(usize),
    AfterTime(Duration),
}

/// Configuration and disturbances of one search.
#[derive(Clone, Debug)]
struct Case {
    config: SolverConfig,
    /// Questions for the number of threads before the next thread joins; none if all start at once.
    questions_per_thread: Option<usize>,
    stop: StopRequest,
    /// The table has entries of earlier cases.
    reuses_table: bool,
}

impl Case {
    fn new(random: &mut Random, reference: Reference) -> Case {
        let reuses_table = random.once_in(2);
        let size = magnitude(random, 1 << 10, 16 << 20);
        let hash = if reuses_table { size.next_power_of_two() } else { size };
        let threads = magnitude(random, 1, 32);
        let mut limits = Limits::default();
        // With a tiny table many threads could search for minutes before it counts as too small.
        if random.once_in(3) || hash < 128 << 10 && !random.once_in(50) {
            limits.nodes = Some(magnitude(random, 1, 1 << 17) as u64);
        }
        if random.once_in(6) {
            limits.time = Some(Duration::from_micros(magnitude(random, 1, 100_000) as u64));
        }
        let length = usize::from(reference.mate.unwrap_or(5)) + 4;
        limits.depth = random.once_in(8).then(|| 1 + random.below(length) as u16);
        let stop = match random.below(6) {
            0 => StopRequest::AfterQuestions(magnitude(random, 1, 1000)),
            1 => {
                StopRequest::AfterTime(Duration::from_micros(magnitude(random, 1, 100_000) as u64))
            }
            _ => StopRequest::Never,
        };
        Case {
            config: SolverConfig {
                threads,
                hash,
                limits,
                shortest: !random.once_in(3),
                main_line: random.once_in(2),
                within: random.once_in(8).then(|| 1 + random.below(length) as u16),
                certify: *random.pick(&[Certify::Verdict, Certify::Length, Certify::None]),
            },
            questions_per_thread: random.once_in(4).then(|| magnitude(random, 1, 64)),
            stop,
            reuses_table,
        }
    }
}

/// Observer and thread budget of one search.
struct Surroundings<'a> {
    case: &'a Case,
    start: Instant,
    stop_questions: AtomicUsize,
    has_stopped: AtomicBool,
    thread_questions: AtomicUsize,
}

impl SearchObserver for Surroundings<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn should_stop(&self) -> bool {
        let due = match self.case.stop {
            StopRequest::Never => false,
            StopRequest::AfterQuestions(count) => {
                self.stop_questions.fetch_add(1, Relaxed) >= count
            }
            StopRequest::AfterTime(time) => self.elapsed() >= time,
        };
        if due {
            self.has_stopped.store(true, Relaxed);
        }
        due
    }
}

impl ThreadBudget for Surroundings<'_> {
    fn threads(&self) -> usize {
        let max_threads = self.case.config.threads;
        let grown = |every| 1 + self.thread_questions.fetch_add(1, Relaxed) / every;
        self.case.questions_per_thread.map_or(max_threads, |every| grown(every).min(max_threads))
    }
}

/// The result of a search, and what explains it.
struct Outcome<'a> {
    case: &'a Case,
    reference: Reference,
    solution: &'a Solution,
    table: &'a TranspositionTable,
    elapsed: Duration,
    has_stopped: bool,
}

impl Outcome<'_> {
    fn assert_sound(&self) {
        let (solution, reference) = (self.solution, self.reference);
        let limits = self.case.config.limits;
        match &solution.verdict {
            Verdict::Mate { plies, shortest, line, .. } => {
                assert!(
                    reference.mate.is_some_and(|mate| mate <= *plies && (plies - mate) % 2 == 0)
                );
                assert!(!shortest || reference.mate == Some(*plies));
                assert!(limits.depth.is_none_or(|depth| *plies <= depth));
                assert!(line.len() <= usize::from(*plies));
                let is_unsettled = self.case.config.shortest && !shortest;
                assert_eq!(solution.shortening_stopped.is_some(), is_unsettled);
                solution.shortening_stopped.into_iter().for_each(|reason| self.explain(reason));
            }
            Verdict::NoMate { .. } => assert!(reference.mate.is_none()),
            Verdict::Unknown(reason) => {
                let holds = |plies| reference.has_no_mate_within(plies);
                assert!(solution.no_mate_within.is_none_or(holds));
                self.explain(*reason);
            }
        }
        // Each thread may visit some nodes beyond the limit before its next report.
        let overrun = 4096 * self.case.config.threads as u64;
        assert!(solution.nodes <= limits.nodes.unwrap_or(u64::MAX).saturating_add(overrun));
        assert!((0.0..=1.0).contains(&solution.hash_used), "{}", solution.hash_used);
        self.assert_certified();
    }

    /// Asserts that something explains why there is no verdict, or no exact length.
    fn explain(&self, reason: StopReason) {
        let limits = self.case.config.limits;
        let explained = match reason {
            StopReason::Time => limits.time.is_some_and(|time| self.elapsed >= time),
            StopReason::Nodes => limits.nodes.is_some_and(|nodes| self.solution.nodes >= nodes),
            StopReason::Depth => {
                limits.depth.is_some() && self.solution.no_mate_within == limits.depth
            }
            // Certificates have a share of the memory.
            StopReason::Memory => {
                let is_unproved = self.solution.unchecked.is_some();
                let is_certificate_cramped =
                    is_unproved && self.case.config.hash < SUFFICIENT_BYTES;
                is_certificate_cramped || self.table.collections() >= MAX_COLLECTIONS
            }
            StopReason::Interrupt => self.has_stopped,
            StopReason::Refused => false,
        };
        assert!(explained, "nothing explains {reason:?}");
    }

    fn assert_certified(&self) {
        let (solution, config) = (self.solution, &self.case.config);
        let is_unknown = matches!(solution.verdict, Verdict::Unknown(_));
        if config.certify == Certify::None {
            assert!(solution.checked && solution.certificates.is_empty());
        } else if is_unknown && solution.no_mate_within.is_none() {
            assert!(!solution.checked && solution.certificates.is_empty());
        } else {
            // Certificates need time, and memory for themselves and for results that the table has
            // evicted.
            let is_excused = self.has_stopped
                || config.limits.time.is_some()
                || config.hash < SUFFICIENT_BYTES
                || self.table.collections() >= MAX_COLLECTIONS;
            assert!(solution.checked || is_excused, "no certificate, and nothing explains it");
        }
    }
}

#[test]
fn disturbed_search_keeps_its_verdict() {
    let watchdog = Watchdog::new();
    let files = shipped::files().iter().map(|file| shipped::problems(file)).collect();
    let (references, large_table) = (BTreeMap::new(), new_table(64 << 20));
    let mut problems = Problems { files, references, large_table };
    let mut used_tables: BTreeMap<usize, TranspositionTable> = BTreeMap::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for seed in seeds() {
        let mut random = Random(seed);
        let (entry, reference) = problems.pick(&mut random);
        let case = Case::new(&mut random, reference);
        let name =
            format!("TSUME_SEED={seed} {} {}: {reference:?}, {case:?}", entry.file, entry.id);
        let _watched = watchdog.begin(case.config.limits.time, name);
        let mut fresh = None;
        let hash = case.config.hash;
        let table = if case.reuses_table {
            used_tables.entry(hash).or_insert_with(|| new_table(hash))
        } else {
            fresh.insert(new_table(hash))
        };
        let surroundings = Surroundings {
            case: &case,
            start: Instant::now(),
            stop_questions: AtomicUsize::new(0),
            has_stopped: AtomicBool::new(false),
            thread_questions: AtomicUsize::new(0),
        };
        let solution =
            solve_with(&entry.problem, &case.config, &surroundings, table, &surroundings);
        let elapsed = surroundings.elapsed();
        let has_stopped = surroundings.has_stopped.into_inner();
        let solution = &solution;
        Outcome { case: &case, reference, solution, table, elapsed, has_stopped }.assert_sound();
        let kind = match &solution.verdict {
            Verdict::Mate { shortest: true, .. } => "shortest mate",
            Verdict::Mate { .. } => "mate",
            Verdict::NoMate { .. } => "no mate",
            Verdict::Unknown(reason) => reason.name(),
        };
        let checked = if solution.checked { "checked" } else { "not checked" };
        *counts.entry(format!("{kind}, {checked}")).or_default() += 1;
        *counts.entry("all".to_owned()).or_default() += 1;
    }
    let easy = problems.references.values().flatten().count();
    println!("{counts:#?}, {easy} easy problems of {}", problems.references.len());
}
