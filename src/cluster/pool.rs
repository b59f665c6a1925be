//! Whole problems, and questions of the judge, for the workers of a cluster, from several threads
//! of the leader.
//!
//! Each thread waits for one worker. Whichever thread holds the port takes in the messages for all.

use super::event::{ClusterEvent, EventListener};
use super::evidence::{ClaimedResult, proved_facts_at};
use super::judge_session::JudgeSessions;
use super::message::{AnswerReport, Order, Report, decode, encode};
use super::problem_text::problem_text;
use super::transport::LeaderPort;
use super::whole_problem::{SolveOrder, SolveReport};
use crate::judge::CountingConfig;
use crate::movegen::{BitboardEngine, MailboxEngine, bitboard};
use crate::position::Problem;
use crate::search::journal::JournalEntry;
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Assistance, AssistedQuestion, SearchObserver};
use crate::solver::{Solution, SolverConfig};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time between two looks at the messages.
const POLL_INTERVAL: Duration = Duration::from_micros(500);

/// Time that the workers have after a stop request.
const STOP_GRACE: Duration = Duration::from_millis(700);

/// More nodes than a worker visits in a microsecond.
const MAX_NODES_PER_MICROSECOND: u64 = 100;

/// The workers while they work on whole problems, or on questions of the judge.
pub struct WorkerPool<'a> {
    state: Mutex<PoolState<'a>>,
    deadline: Duration,
    listener: EventListener<'a>,
}

struct PoolState<'a> {
    port: Box<dyn LeaderPort + 'a>,
    workers: Vec<PoolWorker>,
    /// Number of the last order.
    number: u64,
    answers: HashMap<u64, Answer>,
    sessions: JudgeSessions,
}

/// A worker's answer to an order.
enum Answer {
    Solved(Box<SolveReport>),
    Question(AnswerReport),
}

struct PoolWorker {
    is_ready: bool,
    is_distrusted: bool,
    /// Number of its order.
    order: Option<u64>,
    heard: Instant,
}

/// What became of an order.
enum OrderState {
    /// A worker has it.
    Running,
    /// The worker's answer.
    Done(Answer),
    /// The worker is lost, or cannot read it.
    Lost,
}

impl<'a> WorkerPool<'a> {
    pub(super) fn new(
        port: Box<dyn LeaderPort + 'a>,
        deadline: Duration,
        listener: EventListener<'a>,
    ) -> WorkerPool<'a> {
        let worker = |_| PoolWorker {
            is_ready: false,
            is_distrusted: false,
            order: None,
            heard: Instant::now(),
        };
        let workers = (0..port.workers()).map(worker).collect();
        let sessions = JudgeSessions::new(port.workers());
        let state = PoolState { port, workers, number: 0, answers: HashMap::new(), sessions };
        WorkerPool { state: Mutex::new(state), deadline, listener }
    }

    fn state(&self) -> MutexGuard<'_, PoolState<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells all workers that no more work will come.
    pub fn quit(&self) {
        let mut state = self.state();
        for worker in 0..state.workers.len() {
            state.port.send(worker, encode(&Order::Quit));
        }
    }

    /// Workers, the lost ones included.
    pub fn workers(&self) -> usize {
        self.state().workers.len()
    }

    /// Has a worker solve a problem, and the checker accept it; `None` if no worker is left, or if
    /// the observer stops the search: then the caller solves it.
    pub fn solve(
        &self,
        problem: &Problem,
        config: &SolverConfig,
        counting: &CountingConfig,
        observer: &dyn SearchObserver,
    ) -> Option<Solution> {
        let order = |_: &mut PoolState<'_>, _: usize, number: u64| {
            vec![Order::Solve(SolveOrder::new(number, problem, config, counting))]
        };
        loop {
            let (worker, answer) = self.ask(observer, |_| None, order)?;
            let solution = match answer {
                Answer::Solved(report) => {
                    report.accept(problem, config.certify, &|| observer.should_stop())
                }
                Answer::Question(_) => None,
            };
            match solution {
                Some(solution) => return Some(solution),
                // The checker may have been stopped: the report is not to blame.
                None if observer.should_stop() => return None,
                None => self.distrust(worker, String::new()),
            }
        }
    }

    /// Has a worker with `hash` bytes answer a question of the judge, and the checker accept the
    /// certificate. What it proves goes into `table`.
    pub fn assist_judge(
        &self,
        table: &TranspositionTable,
        question: &AssistedQuestion<'_>,
        hash: usize,
        observer: &dyn SearchObserver,
    ) -> Assistance {
        let problem = question.problem;
        let (rules, attacker, forcing) = (problem.rules(), problem.attacker(), problem.forcing());
        let position = question.position.clone();
        let at_node = Problem::new(rules.clone(), position, attacker, forcing);
        let session = problem_text(problem);
        let position = problem_text(&at_node);
        let mut nodes = 0;
        loop {
            let preferred = |state: &PoolState<'_>| {
                let is_idle = |worker: usize| state.workers[worker].is_idle();
                state.sessions.preferred(&session, &position, is_idle)
            };
            let order = |state: &mut PoolState<'_>, worker: usize, number: u64| {
                let elapsed = observer.elapsed();
                state.sessions.orders(&session, worker, table, hash, |session| {
                    session.question(number, &position, question, elapsed)
                })
            };
            let begun = Instant::now();
            let Some((worker, answer)) = self.ask(observer, preferred, order) else {
                return Assistance::None;
            };
            let Answer::Question(report) = answer else {
                self.distrust(worker, String::new());
                continue;
            };
            // A worker may say anything.
            let most = begun.elapsed().as_micros() as u64 * MAX_NODES_PER_MICROSECOND;
            nodes += report.nodes.min(most);
            let Some(claimed) = ClaimedResult::of(&report.end) else {
                return Assistance::Searched(nodes);
            };
            match checked(problem, &at_node, &claimed, &|| observer.should_stop()) {
                Ok(facts) => {
                    facts.iter().for_each(|fact| fact.store(table));
                    self.state().sessions.add_news(&session, worker, facts);
                    return Assistance::Searched(nodes);
                }
                Err(_) if observer.should_stop() => return Assistance::None,
                Err(reason) => self.distrust(worker, reason),
            }
        }
    }

    fn distrust(&self, worker: usize, reason: String) {
        self.state().workers[worker].is_distrusted = true;
        (self.listener)(&ClusterEvent::Distrusted { worker, reason });
    }

    /// Gives an idle worker an order, the `preferred` one if it is idle, and waits for the answer.
    /// Returns the worker too; `None` if no worker is left, or if the observer stops the search.
    fn ask(
        &self,
        observer: &dyn SearchObserver,
        preferred: impl Fn(&PoolState<'a>) -> Option<usize>,
        orders: impl Fn(&mut PoolState<'a>, usize, u64) -> Vec<Order>,
    ) -> Option<(usize, Answer)> {
        loop {
            let (worker, number) = self.give_out(observer, &preferred, &orders)?;
            let mut stopped_at: Option<Instant> = None;
            loop {
                match self.look(worker, number) {
                    OrderState::Done(answer) => return Some((worker, answer)),
                    OrderState::Lost => break,
                    OrderState::Running => {}
                }
                if observer.should_stop() {
                    let since = *stopped_at.get_or_insert_with(Instant::now);
                    if since.elapsed() >= STOP_GRACE {
                        return None;
                    }
                }
                std::thread::sleep(POLL_INTERVAL);
            }
        }
    }

    /// Waits for an idle worker and sends it orders. Returns its number and that of the order.
    fn give_out(
        &self,
        observer: &dyn SearchObserver,
        preferred: &impl Fn(&PoolState<'a>) -> Option<usize>,
        orders: &impl Fn(&mut PoolState<'a>, usize, u64) -> Vec<Order>,
    ) -> Option<(usize, u64)> {
        loop {
            let mut state = self.state();
            state.take_messages(&*self.listener);
            if observer.should_stop() || state.workers.iter().all(PoolWorker::is_gone) {
                return None;
            }
            let idle = || state.workers.iter().position(PoolWorker::is_idle);
            if let Some(worker) = preferred(&state).or_else(idle) {
                state.number += 1;
                let number = state.number;
                for order in orders(&mut state, worker, number) {
                    state.port.send(worker, encode(&order));
                }
                state.workers[worker].order = Some(number);
                state.workers[worker].heard = Instant::now();
                return Some((worker, number));
            }
            for (i, worker) in state.workers.iter_mut().enumerate() {
                // A worker that has never been heard of is lost too.
                let is_silent = !worker.is_ready && worker.heard.elapsed() > self.deadline;
                if is_silent && !std::mem::replace(&mut worker.is_distrusted, true) {
                    (self.listener)(&ClusterEvent::Lost { worker: i });
                }
            }
            drop(state);
            std::thread::sleep(POLL_INTERVAL);
        }
    }

    fn look(&self, worker: usize, number: u64) -> OrderState {
        let mut state = self.state();
        state.take_messages(&*self.listener);
        if let Some(answer) = state.answers.remove(&number) {
            return OrderState::Done(answer);
        }
        let known = &mut state.workers[worker];
        if known.order != Some(number) {
            return OrderState::Lost;
        }
        if known.heard.elapsed() > self.deadline {
            (known.order, known.is_ready) = (None, false);
            (self.listener)(&ClusterEvent::Lost { worker });
            return OrderState::Lost;
        }
        OrderState::Running
    }
}

impl PoolWorker {
    fn is_idle(&self) -> bool {
        self.is_ready && !self.is_distrusted && self.order.is_none()
    }

    fn is_gone(&self) -> bool {
        self.is_distrusted
    }
}

impl PoolState<'_> {
    fn take_messages(&mut self, listener: &dyn Fn(&ClusterEvent)) {
        while let Some((from, bytes)) = self.port.receive(Duration::ZERO) {
            let Some(worker) = self.workers.get_mut(from) else { continue };
            (worker.is_ready, worker.heard) = (true, Instant::now());
            match decode(&bytes) {
                Some(Report::Solved(report)) if worker.order == Some(report.number) => {
                    worker.order = None;
                    self.answers.insert(report.number, Answer::Solved(report));
                }
                Some(Report::Answered(report)) if worker.order == Some(report.number) => {
                    worker.order = None;
                    self.answers.insert(report.number, Answer::Question(report));
                }
                Some(Report::Failed(number)) if worker.order == Some(number) => {
                    (worker.order, worker.is_distrusted) = (None, true);
                }
                Some(Report::Gone) => {
                    (worker.order, worker.is_distrusted) = (None, true);
                    listener(&ClusterEvent::Lost { worker: from });
                }
                Some(_) => {}
                None => {
                    (worker.order, worker.is_distrusted) = (None, true);
                    let reason = String::new();
                    listener(&ClusterEvent::Distrusted { worker: from, reason });
                }
            }
        }
    }
}

/// The facts that a claim about `at_node` proves, for the table of `problem`.
///
/// # Errors
/// The reason why the checker rejects the certificate.
fn checked(
    problem: &Problem,
    at_node: &Problem,
    claimed: &ClaimedResult<'_>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<JournalEntry>, String> {
    if bitboard::suits(problem.rules(), problem.position()) {
        proved_facts_at(at_node, &at_node.engine::<BitboardEngine>(), claimed, stop)
    } else {
        proved_facts_at(at_node, &at_node.engine::<MailboxEngine>(), claimed, stop)
    }
}
