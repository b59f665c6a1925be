//! Searches with any number of threads, any size of table, limits and interrupts: whatever the case,
//! a verdict is that of one undisturbed thread, and where there is none something explains why.

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
use tsume::solver::Crew;
use tsume::solver::solve::{Certify, Config, Solution, Verdict, solve_with, table};

/// Nodes within which one thread must decide a problem, with its exact length, for it to be used.
const EASY: u64 = 20_000;

/// Collections after which a search may say that its table is too small.
const CRAMPED: usize = 1000;

/// Memory in which every certificate of an easy problem fits.
const SPACIOUS: usize = 4 << 20;

/// What one thread with a roomy table finds.
#[derive(Clone, Copy, Debug)]
struct Twin {
    /// Length of the shortest mate; none if there is no mate.
    mate: Option<u16>,
}

impl Twin {
    /// None if the problem is not easy.
    fn find(entry: &LoadedProblem, table: &mut TranspositionTable) -> Option<Twin> {
        let config = Config {
            threads: 1,
            hash: 64 << 20,
            limits: Limits { nodes: Some(EASY), ..Limits::default() },
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
        Some(Twin { mate })
    }

    /// True if there is no mate within so many plies.
    fn holds(&self, plies: u16) -> bool {
        self.mate.is_none_or(|mate| mate > plies)
    }
}

/// The shipped problems, and what is known of them.
struct Shelf {
    files: Vec<Vec<LoadedProblem>>,
    twins: BTreeMap<(usize, usize), Option<Twin>>,
    roomy: TranspositionTable,
}

impl Shelf {
    /// A random easy problem: first the file, so that all games have their turn.
    fn pick(&mut self, random: &mut Random) -> (&LoadedProblem, Twin) {
        loop {
            let file = random.below(self.files.len());
            let place = random.below(self.files[file].len());
            let twin = self
                .twins
                .entry((file, place))
                .or_insert_with(|| Twin::find(&self.files[file][place], &mut self.roomy));
            if let Some(twin) = *twin {
                return (&self.files[file][place], twin);
            }
        }
    }
}

/// When the caller wants the search to stop.
#[derive(Clone, Copy, Debug)]
enum Stop {
    Never,
    /// After it was asked so many times.
    Asked(usize),
    After(Duration),
}

/// How one search is disturbed.
#[derive(Clone, Debug)]
struct Case {
    config: Config,
    /// Times that the crew is asked before the next thread comes in; none if all are there at once.
    growing: Option<usize>,
    stop: Stop,
    /// The table is one that earlier cases have used.
    kept: bool,
}

impl Case {
    fn new(random: &mut Random, twin: Twin) -> Case {
        let kept = random.once_in(2);
        let size = magnitude(random, 1 << 10, 16 << 20);
        let hash = if kept { size.next_power_of_two() } else { size };
        let threads = magnitude(random, 1, 32);
        let mut limits = Limits::default();
        // In a tiny table many threads could go on for minutes before it counts as too small.
        if random.once_in(3) || hash < 128 << 10 && !random.once_in(50) {
            limits.nodes = Some(magnitude(random, 1, 1 << 17) as u64);
        }
        if random.once_in(6) {
            limits.time = Some(Duration::from_micros(magnitude(random, 1, 100_000) as u64));
        }
        let length = usize::from(twin.mate.unwrap_or(5)) + 4;
        limits.depth = random.once_in(8).then(|| 1 + random.below(length) as u16);
        let stop = match random.below(6) {
            0 => Stop::Asked(magnitude(random, 1, 1000)),
            1 => Stop::After(Duration::from_micros(magnitude(random, 1, 100_000) as u64)),
            _ => Stop::Never,
        };
        Case {
            config: Config {
                threads,
                hash,
                limits,
                shortest: !random.once_in(3),
                main_line: random.once_in(2),
                within: random.once_in(8).then(|| 1 + random.below(length) as u16),
                certify: *random.pick(&[Certify::Verdict, Certify::Length, Certify::None]),
            },
            growing: random.once_in(4).then(|| magnitude(random, 1, 64)),
            stop,
            kept,
        }
    }
}

/// The outside world of one search, clock, crew and all.
struct World<'a> {
    case: &'a Case,
    start: Instant,
    asked: AtomicUsize,
    stopped: AtomicBool,
    counted: AtomicUsize,
}

impl SearchObserver for World<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn should_stop(&self) -> bool {
        let due = match self.case.stop {
            Stop::Never => false,
            Stop::Asked(most) => self.asked.fetch_add(1, Relaxed) >= most,
            Stop::After(time) => self.elapsed() >= time,
        };
        if due {
            self.stopped.store(true, Relaxed);
        }
        due
    }
}

impl Crew for World<'_> {
    fn threads(&self) -> usize {
        let most = self.case.config.threads;
        let grown = |every| 1 + self.counted.fetch_add(1, Relaxed) / every;
        self.case.growing.map_or(most, |every| grown(every).min(most))
    }
}

/// A search and all that its result is compared with.
struct Outcome<'a> {
    case: &'a Case,
    twin: Twin,
    solution: &'a Solution,
    table: &'a TranspositionTable,
    elapsed: Duration,
    stopped: bool,
}

impl Outcome<'_> {
    fn assert_sound(&self) {
        let (solution, twin, limits) = (self.solution, self.twin, self.case.config.limits);
        match &solution.verdict {
            Verdict::Mate { plies, shortest, line, .. } => {
                assert!(twin.mate.is_some_and(|mate| mate <= *plies && (plies - mate) % 2 == 0));
                assert!(!shortest || twin.mate == Some(*plies));
                assert!(limits.depth.is_none_or(|depth| *plies <= depth));
                assert!(line.len() <= usize::from(*plies));
                let unsettled = self.case.config.shortest && !shortest;
                assert_eq!(solution.shortening_stopped.is_some(), unsettled);
                solution.shortening_stopped.into_iter().for_each(|reason| self.explain(reason));
            }
            Verdict::NoMate { .. } => assert!(twin.mate.is_none()),
            Verdict::Unknown(reason) => {
                assert!(solution.no_mate_within.is_none_or(|plies| twin.holds(plies)));
                self.explain(*reason);
            }
        }
        let most = limits.nodes.unwrap_or(u64::MAX);
        // Each thread may finish the slice that it is at.
        let slices = 4096 * self.case.config.threads as u64;
        assert!(solution.nodes <= most.saturating_add(slices));
        assert!((0.0..=1.0).contains(&solution.hash_used), "{}", solution.hash_used);
        self.assert_certified();
    }

    /// Why there is no verdict, or no exact length.
    fn explain(&self, reason: StopReason) {
        let limits = self.case.config.limits;
        let explained = match reason {
            StopReason::Time => limits.time.is_some_and(|time| self.elapsed >= time),
            StopReason::Nodes => limits.nodes.is_some_and(|nodes| self.solution.nodes >= nodes),
            StopReason::Depth => {
                limits.depth.is_some() && self.solution.no_mate_within == limits.depth
            }
            // A certificate has a share of the memory.
            StopReason::Memory => {
                let unproved = self.solution.unchecked.is_some();
                let cramped = unproved && self.case.config.hash < SPACIOUS;
                cramped || self.table.collections() >= CRAMPED
            }
            StopReason::Interrupt => self.stopped,
            StopReason::Refused => false,
        };
        assert!(explained, "nothing explains {reason:?}");
    }

    fn assert_certified(&self) {
        let (solution, config) = (self.solution, &self.case.config);
        let nothing = matches!(solution.verdict, Verdict::Unknown(_));
        if config.certify == Certify::None {
            assert!(solution.checked && solution.certificates.is_empty());
        } else if nothing && solution.no_mate_within.is_none() {
            assert!(!solution.checked && solution.certificates.is_empty());
        } else {
            // Certificates need time as well, and memory for themselves and for what the table has forgotten.
            let excused = self.stopped
                || config.limits.time.is_some()
                || config.hash < SPACIOUS
                || self.table.collections() >= CRAMPED;
            assert!(solution.checked || excused, "no certificate, and nothing explains it");
        }
    }
}

#[test]
fn disturbed_search_keeps_its_verdict() {
    let watchdog = Watchdog::new();
    let files = shipped::files().iter().map(|file| shipped::problems(file)).collect();
    let mut shelf = Shelf { files, twins: BTreeMap::new(), roomy: table(64 << 20) };
    let mut kept: BTreeMap<usize, TranspositionTable> = BTreeMap::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for seed in seeds() {
        let mut random = Random(seed);
        let (entry, twin) = shelf.pick(&mut random);
        let case = Case::new(&mut random, twin);
        let name = format!("TSUME_SEED={seed} {} {}: {twin:?}, {case:?}", entry.file, entry.id);
        let _watched = watchdog.begin(case.config.limits.time, name);
        let mut fresh = None;
        let hash = case.config.hash;
        let table = if case.kept {
            kept.entry(hash).or_insert_with(|| table(hash))
        } else {
            fresh.insert(table(hash))
        };
        let world = World {
            case: &case,
            start: Instant::now(),
            asked: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
            counted: AtomicUsize::new(0),
        };
        let solution = solve_with(&entry.problem, &case.config, &world, table, &world);
        let elapsed = world.elapsed();
        let stopped = world.stopped.into_inner();
        let solution = &solution;
        Outcome { case: &case, twin, solution, table, elapsed, stopped }.assert_sound();
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
    let easy = shelf.twins.values().flatten().count();
    println!("{counts:#?}, {easy} easy problems of {}", shelf.twins.len());
}
