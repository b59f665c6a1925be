//! One search on many processes, with threads as processes: verdicts and lengths are those of one
//! process, whatever some of the workers say or do.

use crate::support::shipped;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tsume::cluster::message::{AnswerReport, JobReport, Report, ReportedEnd, decode, encode};
use tsume::cluster::transport::{ChannelWorker, WorkerPort, channels};
use tsume::cluster::whole_problem::SolveReport;
use tsume::cluster::worker::obey;
use tsume::cluster::{
    Cluster, ClusterConfig, ClusterEvent, ClusterStats, Evidence, JudgeAssistant, solve,
};
use tsume::io::problems::LoadedProblem;
use tsume::judge::{
    AuthorClaims, CountRequest, CountingConfig, CountingEffort, JudgeConfig, SoundnessReport, judge,
};
use tsume::position::{Hand, Problem};
use tsume::search::journal::JournalEntry;
use tsume::search::observer::NoObserver;
use tsume::search::plies::UNLIMITED_PLIES;
use tsume::search::search_result::SearchResult;
use tsume::search::transposition_table::TranspositionTable;
use tsume::search::{Limits, SearchObserver, StopReason};
use tsume::solver::{self, Certify, Solution, SolverConfig, Verdict, engine_and_root, new_table};

const HASH: usize = 8 << 20;

/// Jobs so small that even small problems have many.
fn small_jobs(evidence: Evidence) -> ClusterConfig {
    ClusterConfig {
        first_nodes: 20,
        leaf_nodes: 512,
        job_nodes: 256,
        min_job_nodes: 16,
        job_time: Duration::from_secs(5),
        deadline: Duration::from_secs(20),
        min_effort: 4,
        evidence,
    }
}

fn config(certify: Certify) -> SolverConfig {
    SolverConfig { hash: HASH, certify, main_line: false, ..SolverConfig::default() }
}

/// Observer that stops the search after some polls, and keeps a dump of the table.
#[derive(Default)]
struct Watch {
    stop_at_poll: Option<u64>,
    checkpoints: AtomicU64,
    is_stopped: AtomicBool,
    dump: Mutex<Vec<u8>>,
}

impl SearchObserver for Watch {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn should_stop(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    fn checkpoint(&self, table: &TranspositionTable, _: u64) {
        let count = self.checkpoints.fetch_add(1, Ordering::Relaxed);
        if self.stop_at_poll == Some(count) {
            let mut dump = self.dump.lock().unwrap();
            table.dump(&mut *dump).unwrap();
            self.is_stopped.store(true, Ordering::Relaxed);
        }
    }
}

/// What a worker does to the messages of an honest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conduct {
    Honest,
    /// Certificates of mates that are none.
    ForgedMates,
    /// Refutations without nodes, and results that say that the attacker never mates.
    FalseRefutations,
    /// Senseless numbers of open nodes.
    WrongNumbers,
    /// Bytes that are no message.
    Noise,
    /// Goes away after some jobs.
    Dies,
    /// Reports every job twice, and after a while.
    Late,
    /// Gives the solution of the first problem to all problems.
    Repeats,
}

struct TestWorker<'a> {
    port: ChannelWorker,
    conduct: Conduct,
    problem: &'a Problem,
    jobs: u64,
    first: Option<Box<SolveReport>>,
    first_answer: Option<ReportedEnd>,
}

impl TestWorker<'_> {
    fn twist(&self, report: &mut JobReport) {
        let (_, root) = engine_and_root(self.problem);
        let claim = |result: SearchResult| JournalEntry::settled(root, &result).unwrap();
        match self.conduct {
            Conduct::ForgedMates => {
                report.end = match &report.end {
                    ReportedEnd::Mate(plies, text) => ReportedEnd::Mate(plies - 1, text.clone()),
                    _ => ReportedEnd::Mate(1, String::new()),
                };
                report.journal.push(claim(SearchResult::mate(1, Hand::EMPTY, 1000)));
            }
            Conduct::FalseRefutations => {
                report.end = ReportedEnd::NoMate(UNLIMITED_PLIES, String::new());
                report.journal.push(claim(SearchResult::no_mate(UNLIMITED_PLIES, root.hand, 1000)));
            }
            Conduct::WrongNumbers => {
                report.nodes = 1;
                report.end = ReportedEnd::Open;
                report.journal.clear();
            }
            _ => {}
        }
    }
}

impl TestWorker<'_> {
    fn twist_answer(&mut self, report: &mut AnswerReport) {
        if report.end != ReportedEnd::Open {
            self.first_answer.get_or_insert_with(|| report.end.clone());
        }
        report.end = match (self.conduct, &report.end) {
            (Conduct::ForgedMates, ReportedEnd::Mate(plies, text)) if *plies > 2 => {
                ReportedEnd::Mate(plies - 2, text.clone())
            }
            (Conduct::ForgedMates, _) => ReportedEnd::Mate(1, String::new()),
            (Conduct::FalseRefutations, _) => ReportedEnd::NoMate(UNLIMITED_PLIES, String::new()),
            (Conduct::WrongNumbers, _) => {
                report.nodes = u64::MAX;
                ReportedEnd::Open
            }
            (Conduct::Repeats, end) => self.first_answer.clone().unwrap_or(end.clone()),
            (_, end) => end.clone(),
        };
    }
}

impl WorkerPort for TestWorker<'_> {
    fn send(&mut self, message: Vec<u8>) {
        let mut message = message;
        if let Some(Report::Done(mut report)) = decode(&message) {
            self.jobs += 1;
            self.twist(&mut report);
            message = encode(&Report::Done(report));
        }
        if let Some(Report::Solved(report)) = decode(&message) {
            self.jobs += 1;
            let first = self.first.get_or_insert_with(|| report.clone());
            if self.conduct == Conduct::Repeats {
                let mut repeated = first.clone();
                repeated.number = report.number;
                message = encode(&Report::Solved(repeated));
            }
        }
        if let Some(Report::Answered(mut report)) = decode(&message) {
            self.jobs += 1;
            self.twist_answer(&mut report);
            message = encode(&Report::Answered(report));
        }
        match self.conduct {
            Conduct::Noise => message.iter_mut().for_each(|byte| *byte = !*byte),
            Conduct::Late => {
                thread::sleep(Duration::from_millis(30));
                self.port.send(message.clone());
            }
            _ => {}
        }
        if self.conduct != Conduct::Dies || self.jobs < 3 {
            self.port.send(message);
        }
    }

    fn receive(&mut self, wait: Duration) -> Option<Vec<u8>> {
        self.port.receive(wait)
    }

    fn is_closed(&self) -> bool {
        self.conduct == Conduct::Dies && self.jobs >= 3 || self.port.is_closed()
    }
}

/// Result of a search on a cluster.
struct Outcome {
    solution: Solution,
    events: Vec<ClusterEvent>,
    stats: ClusterStats,
}

fn solve_on(
    problem: &Problem,
    conducts: &[Conduct],
    (config, cluster): (&SolverConfig, ClusterConfig),
    table: &mut TranspositionTable,
    watch: &Watch,
) -> Outcome {
    let (mut port, workers) = channels(conducts.len());
    let events = Mutex::new(Vec::new());
    let listener = |event: &ClusterEvent| events.lock().unwrap().push(event.clone());
    let (solution, stats) = thread::scope(|scope| {
        for (port, &conduct) in workers.into_iter().zip(conducts) {
            let mut port =
                TestWorker { port, conduct, problem, jobs: 0, first: None, first_answer: None };
            scope.spawn(move || obey(&mut port, &|| false));
        }
        let mut cluster = Cluster::new(&mut port, cluster, listener);
        let solution = solve(problem, config, &mut cluster, table, watch);
        cluster.quit();
        (solution, cluster.stats())
    });
    Outcome { solution, events: events.into_inner().unwrap(), stats }
}

fn solve_fresh(
    problem: &Problem,
    conducts: &[Conduct],
    certify: Certify,
    cluster: ClusterConfig,
) -> Outcome {
    let (config, mut table) = (config(certify), new_table(HASH));
    solve_on(problem, conducts, (&config, cluster), &mut table, &Watch::default())
}

fn problems(file: &str) -> Vec<LoadedProblem> {
    shipped::problems(&Path::new(shipped::FOLDER).join(file))
}

/// Length of the shortest mate, 0 for none, if known.
fn length(verdict: &Verdict) -> Option<u16> {
    match verdict {
        Verdict::Mate { plies, shortest: true, .. } => Some(*plies),
        Verdict::NoMate { .. } => Some(0),
        _ => None,
    }
}

/// A few problems of several games that take hundreds of nodes, with the verdict of one process.
fn hard_enough() -> Vec<(Problem, u16)> {
    let mut chosen = Vec::new();
    for (file, count) in [
        ("shogi/small.yaml", 4),
        ("minishogi/small.yaml", 4),
        ("chu/small.yaml", 3),
        ("dai/small.yaml", 1),
        ("hishigata/small.yaml", 1),
    ] {
        let with_verdict = problems(file).into_iter().filter_map(|loaded| {
            let limits = Limits { nodes: Some(3_000), ..Limits::default() };
            let config = SolverConfig { limits, ..config(Certify::None) };
            let solution = solver::solve(&loaded.problem, &config, &NoObserver);
            let length = length(&solution.verdict).filter(|_| solution.nodes > 300)?;
            Some((loaded.problem, length))
        });
        chosen.extend(with_verdict.take(count));
    }
    chosen
}

#[test]
fn verdicts_and_lengths_are_those_of_one_process_and_of_brute_force() {
    let (mut jobs, mut refuted) = (0, 0);
    for evidence in [Evidence::AtEnd, Evidence::Each] {
        for (problem, expected) in hard_enough() {
            let conducts = [Conduct::Honest; 3];
            let outcome = solve_fresh(&problem, &conducts, Certify::Verdict, small_jobs(evidence));
            assert_eq!(length(&outcome.solution.verdict), Some(expected), "{problem:?}");
            assert!(outcome.solution.checked && outcome.events.is_empty(), "{:?}", outcome.events);
            jobs += outcome.stats.jobs;
            refuted += usize::from(expected == 0);
        }
    }
    for loaded in problems("shogi/small.yaml").iter().take(12) {
        let conducts = [Conduct::Honest; 2];
        let cluster = small_jobs(Evidence::AtEnd);
        let outcome = solve_fresh(&loaded.problem, &conducts, Certify::Length, cluster);
        let length = length(&outcome.solution.verdict);
        match (loaded.expect.plies, loaded.expect.no_mate_within) {
            (Some(plies), _) => assert_eq!(length, Some(plies), "{}", loaded.id),
            (_, Some(within)) => {
                assert!(length.is_none_or(|n| n == 0 || n > within), "{}", loaded.id)
            }
            _ => {}
        }
    }
    assert!(jobs > 100 && refuted > 0, "{jobs} jobs, {refuted} refuted");
}

#[test]
fn liars_change_no_verdict_and_are_named() {
    let liars = [
        Conduct::ForgedMates,
        Conduct::FalseRefutations,
        Conduct::WrongNumbers,
        Conduct::Noise,
        Conduct::Late,
    ];
    for (i, (problem, expected)) in hard_enough().into_iter().enumerate() {
        let liar = liars[i % liars.len()];
        for (certify, evidence) in
            [(Certify::Verdict, Evidence::AtEnd), (Certify::Length, Evidence::AtEnd)]
        {
            let cluster = small_jobs(evidence);
            let outcome = solve_fresh(&problem, &[Conduct::Honest, liar], certify, cluster);
            let verdict = &outcome.solution.verdict;
            let is_same = match certify {
                Certify::Length => length(verdict) == Some(expected),
                // The length rests on what the workers say, as it rests on the search of one
                // process.
                _ => matches!(verdict, Verdict::Mate { .. }) == (expected > 0),
            };
            assert!(is_same, "{liar:?}: {verdict:?} for {expected}");
            let is_named =
                |event: &ClusterEvent| matches!(event, ClusterEvent::Distrusted { worker: 1, .. });
            let lies = [Conduct::ForgedMates, Conduct::FalseRefutations, Conduct::Noise];
            let was_asked = outcome.stats.jobs > 8;
            if certify == Certify::Length && lies.contains(&liar) && was_asked {
                assert!(outcome.events.iter().any(is_named), "{liar:?}: {:?}", outcome.events);
            }
            let honest =
                |event: &ClusterEvent| !matches!(event, ClusterEvent::Distrusted { worker: 0, .. });
            assert!(outcome.events.iter().all(honest), "{:?}", outcome.events);
        }
    }
}

#[test]
fn search_outlives_its_workers() {
    for (problem, expected) in hard_enough().into_iter().step_by(5) {
        for conducts in
            [&[Conduct::Honest, Conduct::Dies][..], &[Conduct::Dies, Conduct::Dies], &[]]
        {
            let deadline = Duration::from_secs(2);
            let cluster = ClusterConfig { deadline, ..small_jobs(Evidence::AtEnd) };
            let outcome = solve_fresh(&problem, conducts, Certify::Verdict, cluster);
            assert_eq!(length(&outcome.solution.verdict), Some(expected), "{conducts:?}");
        }
    }
}

#[test]
fn restarted_leader_continues_from_its_checkpoint() {
    let (problem, expected) = hard_enough().into_iter().max_by_key(|(_, length)| *length).unwrap();
    let config = config(Certify::Verdict);
    let cluster = small_jobs(Evidence::AtEnd);
    let conducts = [Conduct::Honest; 2];
    let watch = Watch { stop_at_poll: Some(0), ..Watch::default() };
    let mut table = new_table(HASH);
    let parts = (&config, cluster.clone());
    let first = solve_on(&problem, &conducts, parts, &mut table, &watch);
    assert_eq!(first.solution.verdict, Verdict::Unknown(StopReason::Interrupt));
    let mut table = new_table(HASH);
    table.load(&mut &watch.dump.lock().unwrap()[..]).unwrap();
    let parts = (&config, cluster);
    let second = solve_on(&problem, &conducts, parts, &mut table, &Watch::default());
    assert_eq!(length(&second.solution.verdict), Some(expected));
}

#[test]
fn limits_leave_the_verdict_unknown() {
    let loaded = problems("shogi/zukou.yaml").into_iter().find(|p| p.id == "zukou-008").unwrap();
    for (limits, reason) in [
        (Limits { nodes: Some(5_000), ..Limits::default() }, StopReason::Nodes),
        (Limits { depth: Some(3), ..Limits::default() }, StopReason::Depth),
    ] {
        let config = SolverConfig { limits, ..config(Certify::Verdict) };
        let mut table = new_table(HASH);
        let cluster = small_jobs(Evidence::AtEnd);
        let (conducts, begun) = ([Conduct::Honest; 2], Instant::now());
        let parts = (&config, cluster);
        let outcome = solve_on(&loaded.problem, &conducts, parts, &mut table, &Watch::default());
        assert_eq!(outcome.solution.verdict, Verdict::Unknown(reason));
        assert!(outcome.solution.nodes < 7_000, "{}", outcome.solution.nodes);
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
}

#[test]
fn workers_solve_whole_problems_whatever_some_of_them_say() {
    let problems: Vec<LoadedProblem> =
        problems("minishogi/small.yaml").into_iter().take(8).collect();
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let config = SolverConfig { limits, ..config(Certify::Verdict) };
    let counting = CountingConfig {
        request: CountRequest::Both,
        effort: CountingEffort::Reproducible,
        threads: 1,
        hash_bytes: HASH,
        limits,
    };
    for conducts in [
        &[Conduct::Honest, Conduct::Honest][..],
        &[Conduct::Repeats, Conduct::Honest],
        &[Conduct::Noise, Conduct::Repeats],
        &[Conduct::Dies, Conduct::Honest],
    ] {
        let (port, workers) = channels(conducts.len());
        let events = Mutex::new(Vec::new());
        let listener = |event: &ClusterEvent| events.lock().unwrap().push(event.clone());
        thread::scope(|scope| {
            for (port, &conduct) in workers.into_iter().zip(conducts) {
                let problem = &problems[0].problem;
                let mut port =
                    TestWorker { port, conduct, problem, jobs: 0, first: None, first_answer: None };
                scope.spawn(move || obey(&mut port, &|| false));
            }
            let cluster =
                ClusterConfig { deadline: Duration::from_secs(4), ..small_jobs(Evidence::AtEnd) };
            let pool = Cluster::new(port, cluster, listener).into_pool();
            for loaded in &problems {
                let alone = solver::solve(&loaded.problem, &config, &NoObserver);
                let watch = Watch::default();
                let solved = pool.solve(&loaded.problem, &config, &counting, &watch);
                let Some(solved) = solved else {
                    assert!(!conducts.contains(&Conduct::Honest), "{conducts:?}");
                    continue;
                };
                assert_eq!(length(&solved.verdict), length(&alone.verdict), "{}", loaded.id);
                assert!(solved.certificates.len() == alone.certificates.len());
            }
            pool.quit();
        });
        let is_honest = conducts.iter().all(|conduct| *conduct == Conduct::Honest);
        assert_eq!(events.lock().unwrap().is_empty(), is_honest, "{conducts:?}: {events:?}");
    }
}

/// All findings of a report that do not depend on the order of the search.
fn findings(report: &SoundnessReport) -> String {
    let flaws = report.flaws.iter().map(|flaw| {
        let moves = flaw.line.iter().take(usize::from(flaw.at)).collect::<Vec<_>>();
        format!("{:?} {} {moves:?}\n", flaw.kind, flaw.at)
    });
    let tolerated = report.tolerances.iter().map(|tolerated| format!("{tolerated:?}\n"));
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}\n{}{}",
        report.class,
        report.length,
        report.by_convention,
        report.leftover,
        report.main_line_count,
        report.main_lines,
        report.decoration,
        report.open_questions,
        flaws.collect::<String>(),
        tolerated.collect::<String>(),
    )
}

#[test]
fn judge_finds_the_same_whatever_some_workers_answer() {
    let mut problems: Vec<LoadedProblem> = problems("minishogi/small.yaml");
    problems.truncate(1);
    problems.extend(crate::cluster::problems("shogi/small.yaml").into_iter().skip(3).take(2));
    let config = JudgeConfig { hash_bytes: HASH, check_verdict: true, ..JudgeConfig::default() };
    let claims = AuthorClaims::default();
    let (mut settled, mut answers, mut named) = (0, 0, 0);
    for (i, loaded) in problems.iter().enumerate() {
        let alone = judge(&loaded.problem, &claims, &config, &NoObserver);
        settled += usize::from(alone.open_questions.is_empty());
        let liars = [
            Conduct::ForgedMates,
            Conduct::FalseRefutations,
            Conduct::WrongNumbers,
            Conduct::Noise,
            Conduct::Repeats,
            Conduct::Dies,
        ];
        let liars = [liars[2 * i % liars.len()], liars[(2 * i + 1) % liars.len()]];
        for conducts in [
            [Conduct::Honest, Conduct::Honest],
            [Conduct::Honest, liars[0]],
            [liars[1], Conduct::Honest],
        ] {
            let (port, workers) = channels(conducts.len());
            let events = Mutex::new(Vec::new());
            let listener = |event: &ClusterEvent| events.lock().unwrap().push(event.clone());
            let done = AtomicU64::new(0);
            let report = thread::scope(|scope| {
                for (port, &conduct) in workers.into_iter().zip(&conducts) {
                    let problem = &loaded.problem;
                    let mut port = TestWorker {
                        port,
                        conduct,
                        problem,
                        jobs: 0,
                        first: None,
                        first_answer: None,
                    };
                    let done = &done;
                    scope.spawn(move || {
                        obey(&mut port, &|| false);
                        done.fetch_add(port.jobs, Ordering::Relaxed);
                    });
                }
                let deadline = Duration::from_secs(2);
                let cluster = ClusterConfig { deadline, ..small_jobs(Evidence::AtEnd) };
                let pool = Cluster::new(port, cluster, listener).into_pool();
                let observer = JudgeAssistant {
                    pool: Some(&pool),
                    observer: &NoObserver,
                    hash: HASH,
                    min_nodes: 0,
                };
                let report = judge(&loaded.problem, &claims, &config, &observer);
                pool.quit();
                report
            });
            answers += done.into_inner();
            assert_eq!(findings(&report), findings(&alone), "{}: {conducts:?}", loaded.id);
            let honest = |worker: usize| conducts[worker] == Conduct::Honest;
            for event in events.into_inner().unwrap() {
                let (ClusterEvent::Distrusted { worker, .. } | ClusterEvent::Lost { worker }) =
                    event
                else {
                    continue;
                };
                assert!(!honest(worker), "{}: {conducts:?}: {event:?}", loaded.id);
                named += usize::from(matches!(event, ClusterEvent::Distrusted { .. }));
            }
        }
    }
    assert!(settled >= 2 && answers > 100, "{settled} settled, {answers} answers");
    assert!(named >= 2, "{named} liars named");
}
