//! Whole problems for the workers of a cluster, from several threads of the leader.
//!
//! Each thread waits for one worker. Whichever thread holds the port takes in the messages for all.

use super::event::{ClusterEvent, EventListener};
use super::message::{Order, Report, decode, encode};
use super::transport::LeaderPort;
use super::whole_problem::{SolveOrder, SolveReport};
use crate::judge::CountingConfig;
use crate::position::Problem;
use crate::search::SearchObserver;
use crate::solver::{Solution, SolverConfig};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time between two looks at the messages.
const POLL_INTERVAL: Duration = Duration::from_micros(500);

/// Time that the workers have after a stop request.
const STOP_GRACE: Duration = Duration::from_millis(700);

/// The workers while they solve whole problems.
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
    solved: HashMap<u64, SolveReport>,
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
    /// The worker's solution.
    Solved(Box<SolveReport>),
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
        let state = PoolState { port, workers, number: 0, solved: HashMap::new() };
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

    /// Has a worker solve a problem, and the checker accept it; `None` if no worker is left, or if
    /// the observer stops the search: then the caller solves it.
    pub fn solve(
        &self,
        problem: &Problem,
        config: &SolverConfig,
        counting: &CountingConfig,
        observer: &dyn SearchObserver,
    ) -> Option<Solution> {
        loop {
            let (worker, number) = self.give_out(problem, config, counting, observer)?;
            let mut stopped_at: Option<Instant> = None;
            let report = loop {
                match self.look(worker, number) {
                    OrderState::Solved(report) => break Some(report),
                    OrderState::Lost => break None,
                    OrderState::Running => {}
                }
                if observer.should_stop() {
                    let since = *stopped_at.get_or_insert_with(Instant::now);
                    if since.elapsed() >= STOP_GRACE {
                        return None;
                    }
                }
                std::thread::sleep(POLL_INTERVAL);
            };
            let Some(report) = report else { continue };
            match report.accept(problem, config.certify, &|| observer.should_stop()) {
                Some(solution) => return Some(solution),
                // The checker may have been stopped: the report is not to blame.
                None if observer.should_stop() => return None,
                None => {
                    self.state().workers[worker].is_distrusted = true;
                    let reason = String::new();
                    (self.listener)(&ClusterEvent::Distrusted { worker, reason });
                }
            }
        }
    }

    /// Waits for an idle worker and sends it the problem. Returns its number and that of the order.
    fn give_out(
        &self,
        problem: &Problem,
        config: &SolverConfig,
        counting: &CountingConfig,
        observer: &dyn SearchObserver,
    ) -> Option<(usize, u64)> {
        loop {
            let mut state = self.state();
            state.take_messages(&*self.listener);
            if observer.should_stop() || state.workers.iter().all(PoolWorker::is_gone) {
                return None;
            }
            if let Some(worker) = state.workers.iter().position(PoolWorker::is_idle) {
                state.number += 1;
                let number = state.number;
                let order = SolveOrder::new(number, problem, config, counting);
                state.workers[worker].order = Some(number);
                state.workers[worker].heard = Instant::now();
                state.port.send(worker, encode(&Order::Solve(order)));
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
        if let Some(report) = state.solved.remove(&number) {
            return OrderState::Solved(Box::new(report));
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
                    self.solved.insert(report.number, *report);
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
