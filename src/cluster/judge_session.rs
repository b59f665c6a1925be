//! Sessions of the judge: a problem that is judged, and the facts that each worker has of it.
//!
//! A worker that gets its first question about a problem gets the leader's table with it, and with
//! each later one what the other workers have proved meanwhile. A question that comes again, with
//! more nodes, goes to the worker that had it before, if that is idle: its table has the most of
//! it.

use super::message::{Evidence, Order, QuestionOrder, SearchOrder};
use crate::search::AssistedQuestion;
use crate::search::journal::JournalEntry;
use crate::search::transposition_table::TranspositionTable;
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

/// News of a session that are kept at most. Who needs older ones does without.
const MAX_NEWS: usize = 1 << 19;

/// The problems that are judged, by their texts.
pub(super) struct JudgeSessions {
    sessions: HashMap<String, JudgeSession>,
    /// Number of the last session that began.
    last: u64,
    /// For each worker, the session that its table belongs to.
    current: Vec<u64>,
}

/// A problem that is judged.
pub(super) struct JudgeSession {
    number: u64,
    /// Facts, each with the worker that has proved it.
    news: VecDeque<(usize, JournalEntry)>,
    /// Number of the first of `news`.
    first_news: u64,
    /// For each worker, number of the first fact that it has not got.
    next_news: Vec<u64>,
    /// The worker that a question was given to.
    asked: HashMap<String, usize>,
}

/// A session, and the worker that gets an order of it.
pub(super) struct SessionOfWorker<'a> {
    session: &'a mut JudgeSession,
    worker: usize,
}

impl JudgeSessions {
    pub fn new(workers: usize) -> JudgeSessions {
        JudgeSessions { sessions: HashMap::new(), last: 0, current: vec![0; workers] }
    }

    /// An idle worker for a question: the one that had it before, else one that knows the problem,
    /// else one that knows none.
    pub fn preferred(
        &self,
        problem: &str,
        position: &str,
        is_idle: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let session = self.sessions.get(problem)?;
        let idle = |wanted: u64| {
            let workers = self.current.iter().enumerate();
            let mut workers = workers.filter(|(_, current)| **current == wanted).map(|(i, _)| i);
            workers.find(|&worker| is_idle(worker))
        };
        let before = session.asked.get(position).copied();
        let before = before.filter(|&worker| self.current[worker] == session.number);
        before
            .filter(|&worker| is_idle(worker))
            .or_else(|| idle(session.number))
            .or_else(|| idle(0))
    }

    /// The orders for a worker: `order`, and before it the beginning of the search, if the worker
    /// does not know the problem.
    pub fn orders(
        &mut self,
        problem: &str,
        worker: usize,
        table: &TranspositionTable,
        hash: usize,
        order: impl FnOnce(&mut SessionOfWorker<'_>) -> Order,
    ) -> Vec<Order> {
        if !self.sessions.contains_key(problem) {
            self.forget_old();
            self.last += 1;
            let session = JudgeSession {
                number: self.last,
                news: VecDeque::new(),
                first_news: 0,
                next_news: vec![0; self.current.len()],
                asked: HashMap::new(),
            };
            self.sessions.insert(problem.to_owned(), session);
        }
        let Some(session) = self.sessions.get_mut(problem) else { return Vec::new() };
        let mut orders = Vec::new();
        if self.current[worker] != session.number {
            self.current[worker] = session.number;
            let mut contents = Vec::new();
            if table.dump(&mut contents).is_err() {
                contents.clear();
            }
            session.next_news[worker] = session.first_news + session.news.len() as u64;
            orders.push(Order::Begin(SearchOrder {
                search: session.number,
                problem: problem.to_owned(),
                hash: hash as u64 / 2,
                depth: None,
                evidence: Evidence::Each,
                min_effort: 0,
                table: contents,
            }));
        }
        orders.push(order(&mut SessionOfWorker { session, worker }));
        orders
    }

    /// Adds what a worker has proved.
    pub fn add_news(&mut self, problem: &str, from: usize, facts: Vec<JournalEntry>) {
        let Some(session) = self.sessions.get_mut(problem) else { return };
        session.news.extend(facts.into_iter().map(|fact| (from, fact)));
        while session.news.len() > MAX_NEWS {
            session.news.pop_front();
            session.first_news += 1;
        }
    }

    /// Drops the sessions that no worker knows.
    fn forget_old(&mut self) {
        let current = &self.current;
        self.sessions.retain(|_, session| current.contains(&session.number));
    }
}

impl SessionOfWorker<'_> {
    /// The order to answer a question, `elapsed` after the beginning of the search.
    pub fn question(
        &mut self,
        number: u64,
        position: &str,
        question: &AssistedQuestion<'_>,
        elapsed: Duration,
    ) -> Order {
        let (session, worker) = (&mut *self.session, self.worker);
        session.asked.insert(position.to_owned(), worker);
        let since = session.next_news[worker].saturating_sub(session.first_news) as usize;
        let news = session.news.iter().skip(since).filter(|(from, _)| *from != worker);
        let news = news.map(|(_, fact)| fact.clone()).collect();
        session.next_news[worker] = session.first_news + session.news.len() as u64;
        let left = |end: Duration| end.saturating_sub(elapsed).as_millis() as u64;
        Order::Ask(QuestionOrder {
            search: session.number,
            number,
            position: position.to_owned(),
            len: question.len,
            max_nodes: question.max_nodes,
            max_ms: question.end.map(left),
            news,
        })
    }
}
