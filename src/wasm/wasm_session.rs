//! Requests of the page, and steps of its searches.

use super::usi_engine::UsiSteps;
use crate::facade::{SearchStatus, Solver, SteppedSearch};
use crate::judge::CountRequest;
use crate::messages::{Language, tr, with_language};
use crate::web::{SearchResources, SearchTask, WebReply, WebSession};
use serde::Deserialize;
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Default of the memory for the tables of a search, in bytes.
const DEFAULT_HASH_BYTES: usize = 128 << 20;
/// The memory for the tables of a search lies between these bounds, in bytes; a module has 4 GiB at
/// most.
const MIN_HASH_BYTES: usize = 1 << 20;
const MAX_HASH_BYTES: usize = 2 << 30;
/// Memory for proofs that requests step through, in bytes.
const PROOF_BYTES: usize = 64 << 20;
/// Searches that run in one step have no clock: a second of their limit counts as this many nodes.
const NODES_PER_SECOND: f64 = 200_000.0;

/// The state behind the exported functions: requests of the page, and one search at a time.
///
/// # Examples
/// ```
/// use tsume::wasm::WasmSession;
///
/// let mut session = WasmSession::new();
/// session.call(r#"{"do":"configure","hash":16777216}"#);
/// let solve = r#"{"do":"solve","game":"shogi","position":"8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"}"#;
/// assert_eq!(session.call(solve), r#"{"search":true}"#);
/// let answer = loop {
///     let answer = session.call(r#"{"do":"step","nodes":1000,"elapsed":0}"#);
///     if !answer.contains(r#""running":true"#) {
///         break answer;
///     }
/// };
/// assert!(answer.contains(r#""verdict":"mate","plies":1"#));
/// ```
pub struct WasmSession {
    web: WebSession,
    usi: UsiSteps,
    hash: usize,
    count: CountChoice,
    search: Option<RunningSearch>,
}

enum RunningSearch {
    /// A search in steps.
    Stepped(Box<SearchTask>, SteppedSearch),
    /// One that runs to its end in the next step.
    Whole(Box<SearchTask>),
}

/// Which lengths of a mate to count.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum CountChoice {
    #[default]
    Both,
    Every,
}

/// Requests beside those of the page.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum StepRequest {
    /// Bytes for the tables of the next search.
    Configure {
        hash: usize,
        /// Lengths to count: `every` leaves out the composers', for which a search takes a last step
        /// of many nodes.
        #[serde(default)]
        count: CountChoice,
    },
    /// Advances the search; `elapsed` is the time since its start in milliseconds.
    Step {
        nodes: u64,
        #[serde(default)]
        elapsed: f64,
        /// Language of an error.
        #[serde(default)]
        lang: String,
    },
    /// The search ends with what it has proved.
    Stop {},
    /// The search ends without an answer.
    Drop {},
    /// A line for the engine, with the time in milliseconds.
    Usi { line: String, now: f64 },
    /// The engine searches on.
    UsiStep { nodes: u64, now: f64 },
}

impl Default for WasmSession {
    fn default() -> WasmSession {
        WasmSession::new()
    }
}

impl WasmSession {
    /// A session without a search.
    pub fn new() -> WasmSession {
        WasmSession {
            web: WebSession::new(PROOF_BYTES),
            usi: UsiSteps::new(),
            hash: DEFAULT_HASH_BYTES,
            count: CountChoice::default(),
            search: None,
        }
    }

    /// Answers a request: an object in JSON, as the page's requests have it, or `{"search":true}` if
    /// `step` will find the answer.
    pub fn call(&mut self, request: &str) -> String {
        match serde_json::from_str(request) {
            Ok(request) => self.obey(request),
            // Not one of ours, or a faulty one: the page's reader knows it or names the fault.
            Err(_) => self.begin(request),
        }
    }

    fn obey(&mut self, request: StepRequest) -> String {
        let done = || json!({ "ok": {} }).to_string();
        match request {
            StepRequest::Configure { hash, count } => {
                self.count = count;
                self.hash = hash.clamp(MIN_HASH_BYTES, MAX_HASH_BYTES);
                done()
            }
            StepRequest::Step { nodes, elapsed, lang } => {
                with_language(Language::of_locale(&lang), || self.step(nodes, elapsed))
            }
            StepRequest::Stop {} => {
                if let Some(RunningSearch::Stepped(_, search)) = &self.search {
                    search.stop();
                }
                done()
            }
            StepRequest::Drop {} => {
                self.search = None;
                done()
            }
            StepRequest::Usi { line, now } => {
                let lines = self.usi.command(&line, milliseconds(now));
                json!({ "ok": { "lines": lines } }).to_string()
            }
            StepRequest::UsiStep { nodes, now } => {
                let lines = self.usi.step(nodes, milliseconds(now));
                json!({ "ok": { "lines": lines, "searching": self.usi.is_searching() } })
                    .to_string()
            }
        }
    }

    /// Answers a request of the page, or begins its search in place of the last one.
    fn begin(&mut self, request: &str) -> String {
        let task = match self.web.answer(request) {
            WebReply::Answer(answer) => return answer,
            WebReply::Search(task) => task,
        };
        // The tables of one search only.
        self.search = None;
        self.search = Some(match task.problem() {
            None => RunningSearch::Whole(task),
            Some((problem, depth, shortest)) => {
                let (time, nodes) = task.limits();
                let count = match self.count {
                    CountChoice::Both => CountRequest::Both,
                    CountChoice::Every => CountRequest::Every,
                };
                let mut solver = Solver::new().hash(self.hash).shortest(shortest).count(count);
                solver = time.into_iter().fold(solver, Solver::time);
                solver = nodes.into_iter().fold(solver, Solver::nodes);
                solver = depth.into_iter().fold(solver, Solver::depth);
                let search = solver.start(problem);
                RunningSearch::Stepped(task, search)
            }
        });
        json!({ "search": true }).to_string()
    }

    fn step(&mut self, nodes: u64, elapsed: f64) -> String {
        match self.search.take() {
            None => {
                let message = tr!(web_no_search);
                json!({ "error": { "message": message, "kind": "no_search" } }).to_string()
            }
            Some(RunningSearch::Stepped(task, mut search)) => {
                search.set_elapsed(milliseconds(elapsed));
                match search.step(nodes) {
                    SearchStatus::Running(progress) => {
                        let event = task.progress(&progress);
                        self.search = Some(RunningSearch::Stepped(task, search));
                        format!(r#"{{"running":true,"events":[{event}]}}"#)
                    }
                    SearchStatus::Finished(solution) => {
                        drop(search);
                        format!(r#"{{"events":[],"answer":{}}}"#, task.finish(*solution))
                    }
                }
            }
            Some(RunningSearch::Whole(mut task)) => {
                task.count_time_in_nodes(NODES_PER_SECOND);
                let events = Arc::new(Mutex::new(Vec::new()));
                let resources = SearchResources { hash: self.hash, ..SearchResources::default() };
                let kept = Arc::clone(&events);
                let answer = task.run(&resources, move |event| {
                    kept.lock().unwrap_or_else(PoisonError::into_inner).push(event);
                });
                let events = events.lock().unwrap_or_else(PoisonError::into_inner);
                let events = events.iter().filter(|event| !event.is_empty());
                let events: Vec<&str> = events.map(String::as_str).collect();
                format!(r#"{{"events":[{}],"answer":{answer}}}"#, events.join(","))
            }
        }
    }
}

fn milliseconds(given: f64) -> Duration {
    Duration::try_from_secs_f64(given / 1000.0).unwrap_or_default()
}
