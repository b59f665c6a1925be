//! A worker: visits nodes for the leader, over a table that it keeps between its jobs.

use super::message::{
    AnswerReport, Evidence, JobOrder, JobReport, Order, QuestionOrder, Report, ReportedEnd,
    SearchOrder, decode, encode,
};
use super::transport::WorkerPort;
use super::whole_problem::SolveOrder;
use crate::judge::{CountingTables, delegated_question};
use crate::movegen::{BitboardEngine, MailboxEngine, bitboard};
use crate::notation::usi;
use crate::position::{Engine, Move, Problem};
use crate::proof::certificate::{Certificate, Claim, UncertifiedReason};
use crate::proof::text_format;
use crate::search::job_search::JobEnd;
use crate::search::journal::Journal;
use crate::search::plies::{Plies, UNLIMITED_PLIES, one_ply_less};
use crate::search::proof_number::MAX_FINITE;
use crate::search::search_result::SearchResult;
use crate::search::searcher::Searcher;
use crate::search::shared_state::SharedState;
use crate::search::step_budget::complete;
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Limits, Progress, SearchObserver};
use crate::solver::extraction::Extractor;
use crate::solver::new_table;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two looks at the stop flag while no order comes.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Part of a worker's memory for a certificate: one in this many.
const CERTIFICATE_SHARE: usize = 4;

/// Part of a worker's memory that a question of the judge takes beside the table: one in this many.
const QUESTION_SHARE: usize = 16;

/// Longest time for a certificate.
const CERTIFYING_TIME: Duration = Duration::from_secs(60);

/// Time between two signs of life of a worker that waits, or solves a whole problem.
const SIGN_INTERVAL: Duration = Duration::from_secs(2);

/// Obeys the orders of the leader until the leader has no more work, or is gone, or `should_stop`
/// returns true.
pub fn obey(port: &mut dyn WorkerPort, should_stop: &(dyn Fn() -> bool + Sync)) {
    let mut worker =
        Worker { should_stop, search: None, table: None, tables: CountingTables::default() };
    let mut silence = SIGN_INTERVAL;
    while !should_stop() && !port.is_closed() {
        let Some(message) = port.receive(POLL_INTERVAL) else {
            // The leader may not have listened before, or have given the worker up.
            silence += POLL_INTERVAL;
            if silence >= SIGN_INTERVAL {
                silence = Duration::ZERO;
                port.send(encode(&Report::Ready));
            }
            continue;
        };
        silence = Duration::ZERO;
        match decode(&message) {
            Some(Order::Begin(order)) => worker.begin(order),
            Some(Order::Job(order)) => {
                if let Some(report) = worker.job(order) {
                    port.send(encode(&Report::Done(report)));
                }
            }
            Some(Order::Solve(order)) => {
                let report = worker.solve(&order, port);
                port.send(encode(&report));
            }
            Some(Order::Ask(order)) => {
                let report = worker.answer(&order, port);
                port.send(encode(&Report::Answered(report)));
            }
            Some(Order::Quit) => break,
            None => {}
        }
    }
    port.send(encode(&Report::Gone));
}

struct Worker<'a> {
    should_stop: &'a (dyn Fn() -> bool + Sync),
    search: Option<WorkerSearch>,
    /// The table, and the memory that it was made for.
    table: Option<(usize, TranspositionTable)>,
    tables: CountingTables,
}

/// Observer of a whole problem: tells the leader now and then that the worker is at it.
struct WholeProblemObserver<'a> {
    job: JobObserver<'a>,
    /// The port, and the time of the last sign of life.
    port: Mutex<(&'a mut dyn WorkerPort, Duration)>,
}

impl SearchObserver for WholeProblemObserver<'_> {
    fn elapsed(&self) -> Duration {
        self.job.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.job.should_stop()
    }

    fn on_progress(&self, _: &Progress) {
        let mut port = self.port.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.elapsed();
        if now >= port.1 + SIGN_INTERVAL {
            port.1 = now;
            port.0.send(encode(&Report::Working));
        }
    }
}

/// The search that a worker takes part in.
struct WorkerSearch {
    order: SearchOrder,
    problem: Problem,
    root: RootEngine,
}

/// An engine at the root, whose tables all jobs share.
enum RootEngine {
    Bitboard(Box<BitboardEngine>),
    Mailbox(Box<MailboxEngine>),
}

/// Observer of a job.
struct JobObserver<'a> {
    start: Instant,
    should_stop: &'a (dyn Fn() -> bool + Sync),
}

impl SearchObserver for JobObserver<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn should_stop(&self) -> bool {
        (self.should_stop)()
    }
}

impl Worker<'_> {
    fn begin(&mut self, mut order: SearchOrder) {
        self.search = None;
        let Ok(Certificate { problem, .. }) = text_format::parse(&order.problem) else { return };
        let root = if bitboard::suits(problem.rules(), problem.position()) {
            RootEngine::Bitboard(Box::new(problem.engine()))
        } else {
            RootEngine::Mailbox(Box::new(problem.engine()))
        };
        let contents = std::mem::take(&mut order.table);
        let table = self.table(usize::try_from(order.hash).unwrap_or(usize::MAX));
        table.clear();
        if !contents.is_empty() {
            // What cannot be read is unknown to the worker.
            let _ = table.load(&mut &contents[..]);
        }
        self.search = Some(WorkerSearch { order, problem, root });
    }

    /// The table for `hash` bytes.
    fn table(&mut self, hash: usize) -> &mut TranspositionTable {
        if self.table.as_ref().is_none_or(|(size, _)| *size != hash) {
            // Two tables at a time would take twice the memory.
            self.table = None;
        }
        &mut self.table.get_or_insert_with(|| (hash, new_table(hash))).1
    }

    /// Solves a whole problem.
    fn solve(&mut self, order: &SolveOrder, port: &mut dyn WorkerPort) -> Report {
        self.search = None;
        let job = JobObserver { start: Instant::now(), should_stop: self.should_stop };
        let observer = WholeProblemObserver { job, port: Mutex::new((port, Duration::ZERO)) };
        let mut tables = std::mem::take(&mut self.tables);
        let report = order.solve(self.table(order.hash()), &mut tables, &observer);
        self.tables = tables;
        report.map_or(Report::Failed(order.number), |report| Report::Solved(Box::new(report)))
    }

    /// Answers a question of the judge. What belongs to another search stays open.
    fn answer(&mut self, order: &QuestionOrder, port: &mut dyn WorkerPort) -> AnswerReport {
        let mut report = AnswerReport { number: order.number, nodes: 0, end: ReportedEnd::Open };
        let search = self.search.as_ref().filter(|search| search.order.search == order.search);
        let (Some(search), Some((_, table))) = (search, &self.table) else { return report };
        let Ok(Certificate { problem, .. }) = text_format::parse(&order.position) else {
            return report;
        };
        order.news.iter().for_each(|entry| entry.store(table));
        let job = JobObserver { start: Instant::now(), should_stop: self.should_stop };
        let observer = WholeProblemObserver { job, port: Mutex::new((port, Duration::ZERO)) };
        let time = order.max_ms.map(Duration::from_millis);
        let limits = Limits { nodes: order.max_nodes, time, depth: None };
        let memory_bytes = search.order.hash as usize / QUESTION_SHARE;
        let answer =
            delegated_question::answer(&problem, order.len, table, limits, memory_bytes, &observer);
        report.nodes = answer.nodes;
        if let Some(certificate) = answer.certificate {
            report.end = reported(&certificate);
        }
        report
    }

    /// Does a job; `None` if it belongs to another search.
    fn job(&mut self, order: JobOrder) -> Option<JobReport> {
        let search = self.search.as_ref().filter(|search| search.order.search == order.search)?;
        let (_, table) = self.table.as_ref()?;
        order.news.iter().for_each(|entry| entry.store(table));
        let visit = Visit { search, table, order: &order, should_stop: self.should_stop };
        Some(match &search.root {
            RootEngine::Bitboard(root) => visit.run(&**root),
            RootEngine::Mailbox(root) => visit.run(&**root),
        })
    }
}

/// A job at work.
struct Visit<'a> {
    search: &'a WorkerSearch,
    table: &'a TranspositionTable,
    order: &'a JobOrder,
    should_stop: &'a (dyn Fn() -> bool + Sync),
}

impl Visit<'_> {
    fn run<E: Engine + Sync>(&self, root: &E) -> JobReport {
        let (order, problem) = (self.order, &self.search.problem);
        let mut report = JobReport {
            search: order.search,
            job: order.job,
            nodes: 0,
            end: ReportedEnd::Elsewhere,
            journal: Vec::new(),
        };
        let moves = order.path.iter().map(|text| usi::parse(problem.rules(), text).ok());
        let Some(path) = moves.collect::<Option<Vec<Move>>>() else { return report };
        let is_certified = self.search.order.evidence == Evidence::Each;
        let (mut engine, mut len) = (root.clone(), order.len);
        if is_certified {
            // Without a path nothing depends on it, so that there is a certificate.
            if !engine.play_line(problem.attacker(), &path) {
                return report;
            }
            len = path.iter().fold(len, |len, _| one_ply_less(len));
        }
        let limits = Limits {
            nodes: Some(order.max_nodes),
            time: Some(Duration::from_millis(order.max_ms)),
            depth: self.search.order.depth,
        };
        let observer = JobObserver { start: Instant::now(), should_stop: self.should_stop };
        let shared = SharedState::new(self.table, 1, limits, &observer);
        let journal = Journal::new(self.search.order.min_effort);
        let searcher = Searcher::new(&shared, problem.rules(), problem.attacker(), engine.clone());
        let mut searcher = searcher.with_journal(journal);
        let mut thresholds = order.thresholds;
        let rest = if is_certified { &[][..] } else { &path };
        let end = loop {
            let end = searcher.search_job(len, rest, thresholds);
            let may_continue = shared.nodes() < order.min_nodes
                && thresholds.0.max(thresholds.1) < MAX_FINITE
                && matches!(&end, Ok(JobEnd::Left(result)) if !result.is_settled());
            if !may_continue {
                break end;
            }
            thresholds = (thresholds.0.saturating_mul(2), thresholds.1.saturating_mul(2));
        };
        report.nodes = shared.nodes();
        report.journal = searcher.take_journal().into_entries();
        report.end = match end {
            Ok(JobEnd::Left(result)) if !result.is_settled() => ReportedEnd::Open,
            Ok(JobEnd::Left(result)) if is_certified => self.certified(engine, len, &result),
            Ok(JobEnd::Left(_)) => ReportedEnd::Settled,
            Ok(JobEnd::PathSettled | JobEnd::NoSuchPath) => ReportedEnd::Elsewhere,
            Err(_) => ReportedEnd::Open,
        };
        report
    }

    /// The end of a job whose node is settled, with a certificate; an open end if none can be
    /// written.
    fn certified<E: Engine>(&self, engine: E, len: Plies, result: &SearchResult) -> ReportedEnd {
        let limits = Limits { time: Some(CERTIFYING_TIME), ..Limits::default() };
        let observer = JobObserver { start: Instant::now(), should_stop: self.should_stop };
        let shared = SharedState::new(self.table, 1, limits, &observer);
        let max_bytes = self.search.order.hash as usize / CERTIFICATE_SHARE;
        let problem = &self.search.problem;
        let (rules, attacker) = (problem.rules(), problem.attacker());
        let position = engine.position();
        let at_node = Problem::new(rules.clone(), position, attacker, problem.forcing());
        let mut extractor = Extractor::new(&shared, rules, attacker, engine, max_bytes);
        let written: Result<Claim, UncertifiedReason> = if result.is_mate() {
            complete(extractor.write_proof(result.plies())).map(Claim::MateWithin)
        } else if result.plies() == UNLIMITED_PLIES {
            complete(extractor.write_refutation(UNLIMITED_PLIES)).map(|_| Claim::NoMate)
        } else {
            complete(extractor.write_refutation(len)).map(|_| Claim::NoMateWithin(len))
        };
        let Ok(claim) = written else { return ReportedEnd::Open };
        reported(&Certificate { problem: at_node, claim, nodes: extractor.into_nodes() })
    }
}

/// A claim as the end of a job.
fn reported(certificate: &Certificate) -> ReportedEnd {
    let text = text_format::write_nodes(certificate);
    match certificate.claim {
        Claim::Mate => ReportedEnd::Mate(UNLIMITED_PLIES, text),
        Claim::MateWithin(plies) => ReportedEnd::Mate(plies, text),
        Claim::NoMate => ReportedEnd::NoMate(UNLIMITED_PLIES, text),
        Claim::NoMateWithin(plies) => ReportedEnd::NoMate(plies, text),
    }
}
