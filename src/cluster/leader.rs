//! The leader: gives out jobs, collects what comes back, and lets the ordinary solver conclude.

use super::event::{ClusterEvent, EventListener};
use super::evidence::{ClaimedResult, proved_facts};
use super::message::{Evidence, JobOrder, JobReport, Order, Report, SearchOrder, decode, encode};
use super::pool::WorkerPool;
use super::problem_text::problem_text;
use super::roster::Roster;
use super::transport::LeaderPort;
use crate::movegen::{BitboardEngine, MailboxEngine, bitboard};
use crate::notation::usi;
use crate::position::{Engine, Move, Problem};
use crate::proof::certificate::UncertifiedReason;
use crate::search::job_search::{Descent, Numbers, SearchJob};
use crate::search::journal::{Journal, JournalEntry};
use crate::search::node_key::NodeKey;
use crate::search::plies::{Plies, UNLIMITED_PLIES, one_ply_less};
use crate::search::searcher::Searcher;
use crate::search::shared_state::SharedState;
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Limits, Phase, Progress, SearchObserver};
use crate::solver::{self, Certify, Solution, SolverConfig};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time between two looks at limits while no report comes.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Shortest time between two progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// Jobs at one node that change nothing before the leader visits the node itself.
const MAX_FRUITLESS_JOBS: u8 = 3;

/// Settings of a search on many processes.
#[derive(Clone, Debug)]
pub struct ClusterConfig {
    /// Nodes that the leader visits alone before the first job of a question. Default: 2^16.
    pub first_nodes: u64,
    /// Nodes that a node has taken before the leader looks for jobs below it. Default: 2^18.
    pub leaf_nodes: u32,
    /// Most nodes of a job. Default: 2^13.
    pub job_nodes: u32,
    /// Least nodes of a job, unless it settles its node. Default: 2^10.
    pub min_job_nodes: u32,
    /// Longest time of a job, without its certificate. Default: half a second.
    pub job_time: Duration,
    /// Time without a report after which a worker counts as lost. Default: two minutes.
    pub deadline: Duration,
    /// Results with less effort, in nodes, stay with the worker that found them. Default: 32.
    pub min_effort: u32,
    /// Proof that settled results need. Default: [`Evidence::AtEnd`].
    pub evidence: Evidence,
}

impl Default for ClusterConfig {
    fn default() -> ClusterConfig {
        ClusterConfig {
            first_nodes: 1 << 16,
            leaf_nodes: 1 << 18,
            job_nodes: 1 << 13,
            min_job_nodes: 1 << 10,
            job_time: Duration::from_millis(500),
            deadline: Duration::from_secs(120),
            min_effort: 32,
            evidence: Evidence::AtEnd,
        }
    }
}

/// Counts over all searches of a cluster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClusterStats {
    /// Jobs that have ended.
    pub jobs: u64,
    /// Positions that the workers have visited.
    pub worker_nodes: u64,
    /// Positions that the leader has visited for its descents.
    pub leader_nodes: u64,
    /// Time that the leader took for descents.
    pub descending: Duration,
    /// Time that the leader took for reports.
    pub storing: Duration,
    /// Bytes received.
    pub received_bytes: u64,
    /// Bytes sent.
    pub sent_bytes: u64,
}

/// The workers, from one problem to the next.
pub struct Cluster<'a> {
    port: Box<dyn LeaderPort + 'a>,
    config: ClusterConfig,
    listener: EventListener<'a>,
    roster: Roster,
    /// Number of the current search.
    search: u64,
    /// Number of the last job.
    job: u64,
    stats: ClusterStats,
}

impl<'a> Cluster<'a> {
    /// A cluster of the workers behind `port`. `listener` gets what the user should know.
    pub fn new(
        port: impl LeaderPort + 'a,
        config: ClusterConfig,
        listener: impl Fn(&ClusterEvent) + Send + Sync + 'a,
    ) -> Cluster<'a> {
        let roster = Roster::new(port.workers());
        let stats = ClusterStats::default();
        let (port, listener) = (Box::new(port), Arc::new(listener));
        Cluster { port, config, listener, roster, search: 0, job: 0, stats }
    }

    /// Counts so far.
    pub fn stats(&self) -> ClusterStats {
        self.stats
    }

    /// Tells all workers that no more work will come.
    pub fn quit(&mut self) {
        for worker in 0..self.port.workers() {
            self.send(worker, &Order::Quit);
        }
    }

    fn send(&mut self, worker: usize, order: &Order) {
        let bytes = encode(order);
        self.stats.sent_bytes += bytes.len() as u64;
        self.port.send(worker, bytes);
    }

    /// Workers behind the port.
    pub fn workers(&self) -> usize {
        self.port.workers()
    }

    /// Gives whole problems to the workers from now on, instead of jobs.
    pub fn into_pool(self) -> WorkerPool<'a> {
        WorkerPool::new(self.port, self.config.deadline, self.listener)
    }

    fn tell(&self, event: &ClusterEvent) {
        (self.listener)(event);
    }
}

/// Solves a problem with the help of a cluster. The table must be [new](solver::new_table), cleared
/// or loaded; all else as [`solver::resume`]. The workers have half of [`SolverConfig::hash`] each,
/// and the table is the caller's.
pub fn solve(
    problem: &Problem,
    config: &SolverConfig,
    cluster: &mut Cluster<'_>,
    table: &mut TranspositionTable,
    observer: &dyn SearchObserver,
) -> Solution {
    let evidence = match config.certify {
        Certify::Length => Evidence::Each,
        Certify::Verdict | Certify::None => cluster.config.evidence,
    };
    let solution = solve_once(problem, config, cluster, table, observer, evidence);
    let is_contradicted = solution.doubt == Some(UncertifiedReason::Contradiction);
    if evidence == Evidence::Each || !is_contradicted {
        return solution;
    }
    cluster.tell(&ClusterEvent::StartedAgain);
    table.clear();
    let nodes = config.limits.nodes.map(|nodes| nodes.saturating_sub(solution.nodes));
    let limits = Limits { nodes, ..config.limits };
    let config = SolverConfig { limits, ..config.clone() };
    let mut again = solve_once(problem, &config, cluster, table, observer, Evidence::Each);
    again.nodes += solution.nodes;
    again
}

fn solve_once(
    problem: &Problem,
    config: &SolverConfig,
    cluster: &mut Cluster<'_>,
    table: &TranspositionTable,
    observer: &dyn SearchObserver,
    evidence: Evidence,
) -> Solution {
    cluster.search += 1;
    cluster.roster.begin_search();
    let mut contents = Vec::new();
    if table.is_loaded() && table.dump(&mut contents).is_err() {
        contents.clear();
    }
    let order = SearchOrder {
        search: cluster.search,
        problem: problem_text(problem),
        hash: config.hash as u64 / 2,
        depth: config.limits.depth,
        evidence,
        min_effort: cluster.config.min_effort,
        table: contents,
    };
    let limits = config.limits;
    let assistant = Assistant { problem, order, observer, limits, cluster: Mutex::new(cluster) };
    solver::resume(problem, config, &1, table, &assistant)
}

/// Observer of the leader's solver, which has the cluster search before each question.
struct Assistant<'a, 'c> {
    problem: &'a Problem,
    order: SearchOrder,
    observer: &'a dyn SearchObserver,
    limits: Limits,
    cluster: Mutex<&'a mut Cluster<'c>>,
}

impl SearchObserver for Assistant<'_, '_> {
    fn elapsed(&self) -> Duration {
        self.observer.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.observer.should_stop()
    }

    fn on_progress(&self, progress: &Progress) {
        self.observer.on_progress(progress);
    }

    fn wants_mates(&self) -> bool {
        self.observer.wants_mates()
    }

    fn on_mate(&self, plies: u16, is_shortest: bool, line: &[Move]) {
        self.observer.on_mate(plies, is_shortest, line);
    }

    fn checkpoint(&self, table: &TranspositionTable, nodes: u64) {
        self.observer.checkpoint(table, nodes);
    }

    fn assist(&self, table: &TranspositionTable, len: Plies, nodes: Option<u64>) -> u64 {
        let limits = Limits { nodes, ..self.limits };
        let problem = self.problem;
        if bitboard::suits(problem.rules(), problem.position()) {
            self.ask::<BitboardEngine>(table, len, limits)
        } else {
            self.ask::<MailboxEngine>(table, len, limits)
        }
    }
}

impl Assistant<'_, '_> {
    fn ask<E: Engine + Sync>(&self, table: &TranspositionTable, len: Plies, limits: Limits) -> u64 {
        let mut cluster: MutexGuard<'_, &mut Cluster<'_>> =
            self.cluster.lock().unwrap_or_else(PoisonError::into_inner);
        let mut question = Question {
            problem: self.problem,
            order: &self.order,
            observer: self.observer,
            cluster: &mut cluster,
            root: self.problem.engine::<E>(),
            table,
            len,
            limits,
            nodes: 0,
            fruitless: HashMap::new(),
            reported: Instant::now(),
        };
        if !question.settle_alone() {
            question.run();
        }
        question.nodes
    }
}

/// A question that the cluster works on: is there a mate within `len` plies?
struct Question<'q, 'c, E> {
    problem: &'q Problem,
    order: &'q SearchOrder,
    observer: &'q dyn SearchObserver,
    cluster: &'q mut Cluster<'c>,
    root: E,
    table: &'q TranspositionTable,
    len: Plies,
    limits: Limits,
    /// Positions visited, over all processes.
    nodes: u64,
    /// Jobs at a node since something changed there.
    fruitless: HashMap<NodeKey, u8>,
    reported: Instant,
}

impl<E: Engine + Sync> Question<'_, '_, E> {
    /// Searches alone for a little while, which suffices for most problems. True if that settles
    /// the question, or reaches a limit.
    fn settle_alone(&mut self) -> bool {
        let most = self.cluster.config.first_nodes;
        let nodes = self.limits.nodes.map_or(most, |nodes| nodes.min(most));
        let limits = Limits { nodes: Some(nodes), ..self.limits };
        let shared = SharedState::new(self.table, 1, limits, self.observer);
        let (rules, attacker) = (self.problem.rules(), self.problem.attacker());
        let searcher = Searcher::new(&shared, rules, attacker, self.root.clone());
        let mut searcher = searcher.with_journal(Journal::new(self.order.min_effort));
        let is_settled = searcher.decide(self.len).is_ok();
        let entries = searcher.take_journal().into_entries();
        self.nodes += shared.nodes();
        self.share(usize::MAX, entries);
        is_settled
    }

    /// Gives out jobs until the root is settled, a limit is reached, or no worker is left.
    fn run(&mut self) {
        let (rules, attacker) = (self.problem.rules(), self.problem.attacker());
        let limits = Limits { nodes: None, time: None, ..self.limits };
        let shared = SharedState::new(self.table, 1, limits, self.observer);
        let mut searcher = Searcher::new(&shared, rules, attacker, self.root.clone());
        while self.limits.reached(self.nodes, self.observer).is_none() && !shared.is_over() {
            if !self.cluster.roster.has_workers() {
                return;
            }
            let mut is_alone = self.cluster.roster.is_asleep();
            while self.cluster.roster.has_idle() || std::mem::take(&mut is_alone) {
                let in_flight = self.in_flight();
                let begun = Instant::now();
                let leaf_nodes = self.cluster.config.leaf_nodes;
                let descent = searcher.next_job(self.len, leaf_nodes, &in_flight);
                self.cluster.stats.descending += begun.elapsed();
                match descent {
                    Descent::Settled(_) => return,
                    Descent::Job(job) => self.give_out(job),
                    Descent::InFlight => break,
                }
            }
            self.collect();
            self.report();
        }
    }

    /// The jobs in flight, with the numbers that descents assume of them.
    fn in_flight(&self) -> HashMap<NodeKey, Numbers> {
        let jobs = self.cluster.roster.workers.iter().filter_map(|worker| worker.job.as_ref());
        jobs.map(|flight| (flight.job.node, flight.job.assumed)).collect()
    }

    /// Gives a job to an idle worker. A node at which jobs change nothing gets a visit of the leader
    /// instead.
    fn give_out(&mut self, job: SearchJob) {
        let count = self.fruitless.entry(job.node).or_default();
        let worker = self.cluster.roster.nearest_idle(&job.path);
        let Some(worker) = worker.filter(|_| *count < MAX_FRUITLESS_JOBS) else {
            *count = 0;
            return self.visit(&job);
        };
        *count += 1;
        if !self.cluster.roster.workers[worker].has_begun {
            self.cluster.roster.workers[worker].has_begun = true;
            self.cluster.send(worker, &Order::Begin(self.order.clone()));
        }
        let rules = self.problem.rules();
        self.cluster.job += 1;
        let config = &self.cluster.config;
        let left = self.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes));
        let order = JobOrder {
            search: self.order.search,
            job: self.cluster.job,
            len: self.len,
            path: job.path.iter().map(|&m| usi::write(rules, m)).collect(),
            thresholds: job.thresholds,
            min_nodes: u64::from(config.min_job_nodes).min(left),
            max_nodes: u64::from(config.job_nodes).min(left),
            max_ms: config.job_time.as_millis() as u64,
            news: self.cluster.roster.begin_job(worker, self.cluster.job, job),
        };
        self.cluster.send(worker, &Order::Job(order));
    }

    /// Visits the node of a job.
    fn visit(&mut self, job: &SearchJob) {
        let nodes = Some(u64::from(self.cluster.config.job_nodes));
        let limits = Limits { nodes, ..self.limits };
        let shared = SharedState::new(self.table, 1, limits, self.observer);
        let (rules, attacker) = (self.problem.rules(), self.problem.attacker());
        let mut searcher = Searcher::new(&shared, rules, attacker, self.root.clone());
        let _ = searcher.search_job(self.len, &job.path, job.thresholds);
        self.nodes += shared.nodes();
    }

    /// Waits for a report, and takes all that have come.
    fn collect(&mut self) {
        let mut wait = POLL_INTERVAL;
        while let Some((worker, bytes)) = self.cluster.port.receive(wait) {
            wait = Duration::ZERO;
            let begun = Instant::now();
            self.cluster.stats.received_bytes += bytes.len() as u64;
            self.take(worker, &bytes);
            self.cluster.stats.storing += begun.elapsed();
        }
        for worker in self.cluster.roster.lose_overdue(self.cluster.config.deadline) {
            self.cluster.tell(&ClusterEvent::Lost { worker });
        }
    }

    fn take(&mut self, worker: usize, bytes: &[u8]) {
        let Some(state) = self.cluster.roster.workers.get_mut(worker) else { return };
        state.is_ready = true;
        if std::mem::take(&mut state.is_lost) {
            self.cluster.tell(&ClusterEvent::Back { worker });
        }
        match decode(bytes) {
            Some(
                Report::Ready
                | Report::Working
                | Report::Solved(_)
                | Report::Answered(_)
                | Report::Failed(_),
            ) => {}
            Some(Report::Done(report)) => self.take_job(worker, report),
            Some(Report::Gone) => {
                let state = &mut self.cluster.roster.workers[worker];
                (state.is_ready, state.is_lost, state.job) = (false, true, None);
                self.cluster.tell(&ClusterEvent::Lost { worker });
            }
            None => self.distrust(worker, String::new()),
        }
    }

    fn take_job(&mut self, worker: usize, report: JobReport) {
        let state = &mut self.cluster.roster.workers[worker];
        // A report of an earlier search, or of a job that the worker has lost meanwhile.
        let is_current = |flight: &super::roster::JobInFlight| flight.number == report.job;
        if report.search != self.order.search || !state.job.as_ref().is_some_and(is_current) {
            return;
        }
        let Some(flight) = state.job.take() else { return };
        if state.is_distrusted {
            return;
        }
        self.cluster.stats.jobs += 1;
        self.cluster.stats.worker_nodes += report.nodes;
        self.nodes = self.nodes.saturating_add(report.nodes);
        let before = self.numbers_of(&flight.job);
        let mut entries = report.journal;
        if self.order.evidence == Evidence::Each {
            entries.retain(|entry| !entry.is_claim());
            if let Some(claimed) = ClaimedResult::of(&report.end) {
                let (path, stop) = (&flight.job.path, || self.observer.should_stop());
                match proved_facts(self.problem, &self.root, path, &claimed, &stop) {
                    Ok(facts) => self.share(usize::MAX, facts),
                    Err(_) if self.observer.should_stop() => return,
                    Err(reason) => return self.distrust(worker, reason),
                }
            }
        }
        self.share(worker, entries);
        if self.numbers_of(&flight.job) != before {
            self.fruitless.remove(&flight.job.node);
        }
    }

    /// Numbers and effort of a job's node in the table.
    fn numbers_of(&self, job: &SearchJob) -> (Numbers, u32) {
        let len = job.path.iter().fold(self.len, |len, _| one_ply_less(len));
        let result = self.table.probe(job.node, len, 0).result;
        ((result.pn(), result.dn()), result.effort())
    }

    fn distrust(&mut self, worker: usize, reason: String) {
        let state = &mut self.cluster.roster.workers[worker];
        state.job = None;
        if !std::mem::replace(&mut state.is_distrusted, true) {
            self.cluster.tell(&ClusterEvent::Distrusted { worker, reason });
        }
    }

    /// Stores results, and keeps them for the workers.
    fn share(&mut self, from: usize, entries: Vec<JournalEntry>) {
        entries.iter().for_each(|entry| entry.store(self.table));
        self.cluster.roster.add_news(from, entries);
    }

    /// Reports progress now and then, and offers a checkpoint.
    fn report(&mut self) {
        self.observer.checkpoint(self.table, self.nodes);
        if self.reported.elapsed() < REPORT_INTERVAL {
            return;
        }
        self.reported = Instant::now();
        let node = NodeKey::of(&self.root, self.problem.rules(), self.problem.attacker());
        let root = self.table.probe(node, self.len, 0).result;
        self.observer.on_progress(&Progress {
            phase: match self.len {
                UNLIMITED_PLIES => Phase::Deciding,
                len if self.limits.depth == Some(len) => Phase::Deciding,
                len => Phase::Shortening(len.saturating_add(2)),
            },
            nodes: self.nodes,
            proof: root.pn(),
            disproof: root.dn(),
            hash_used: self.table.filled_share(),
            elapsed: self.observer.elapsed(),
            line: Vec::new(),
        });
    }
}
