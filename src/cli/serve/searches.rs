//! Searches of the page: one at a time, the others wait in a queue.

use crate::facade::CancelToken;
use crate::messages::tr;
use crate::web::{SearchResources, SearchTask};
use hyper::body::{Body, Bytes, Frame};
use serde_json::json;
use std::collections::HashMap;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use tokio::sync::{Semaphore, mpsc, oneshot};

/// Searches that may wait.
const MAX_WAITING: usize = 8;
/// Events that may be on their way to a slow reader; further ones are left out.
const MAX_EVENTS_IN_FLIGHT: usize = 64;

/// The searches that run and wait. They share the memory, because one runs at a time.
pub struct Searches {
    threads: usize,
    hash: usize,
    turn: Arc<Semaphore>,
    running: Arc<Mutex<RunningSearches>>,
}

#[derive(Default)]
struct RunningSearches {
    last: u64,
    tokens: HashMap<u64, CancelToken>,
}

impl Searches {
    /// Searches with `threads` threads and `hash` bytes.
    pub fn new(threads: usize, hash: usize) -> Searches {
        let running = Arc::new(Mutex::default());
        Searches { threads, hash, turn: Arc::new(Semaphore::new(1)), running }
    }

    /// Starts a search, or lets it wait for its turn. Returns the stream of its events and its
    /// answer; `None` if too many wait.
    pub fn start(&self, task: SearchTask) -> Option<EventStream> {
        let cancel = CancelToken::new();
        let number = {
            let mut running = lock(&self.running);
            if running.tokens.len() > MAX_WAITING {
                return None;
            }
            running.last += 1;
            let number = running.last;
            running.tokens.insert(number, cancel.clone());
            number
        };
        let entry = SearchEntry { number, running: self.running.clone() };
        let (events, received) = mpsc::channel(MAX_EVENTS_IN_FLIGHT);
        let (answer, answered) = oneshot::channel();
        let stream =
            EventStream { events: received, answer: Some(answered), cancel: cancel.clone() };
        let _ = events.try_send(json!({ "event": "started", "task": number }).to_string());
        let (turn, threads, hash) = (self.turn.clone(), self.threads, self.hash);
        tokio::task::spawn_local(async move {
            // Leaves the list even if the reader leaves first.
            let entry = entry;
            if turn.available_permits() == 0 {
                let _ = events.try_send(json!({ "event": "waiting" }).to_string());
            }
            let permit = tokio::select! {
                permit = turn.acquire_owned() => permit,
                () = events.closed() => return,
            };
            let Ok(permit) = permit else { return };
            let resources = SearchResources { threads, hash, cancel };
            let search = move || {
                let _ended = (permit, entry);
                let result = task.run(&resources, move |event| drop(events.try_send(event)));
                let _ = answer.send(result);
            };
            // Without a thread the answer's sender is dropped, and the stream ends with an error.
            let _ = std::thread::Builder::new().name("search".to_owned()).spawn(search);
        });
        Some(stream)
    }

    /// Ends a search; what it has proved is its answer.
    pub fn stop(&self, number: u64) {
        if let Some(token) = lock(&self.running).tokens.get(&number) {
            token.cancel();
        }
    }

    /// Ends all searches.
    pub fn stop_all(&self) {
        lock(&self.running).tokens.values().for_each(CancelToken::cancel);
    }
}

fn lock(running: &Mutex<RunningSearches>) -> MutexGuard<'_, RunningSearches> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A search's place in the list; leaves it when dropped.
struct SearchEntry {
    number: u64,
    running: Arc<Mutex<RunningSearches>>,
}

impl Drop for SearchEntry {
    fn drop(&mut self) {
        lock(&self.running).tokens.remove(&self.number);
    }
}

/// Events of a search and its answer, as lines. A reader that leaves ends the search.
pub struct EventStream {
    events: mpsc::Receiver<String>,
    answer: Option<oneshot::Receiver<String>>,
    cancel: CancelToken,
}

impl Drop for EventStream {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl Body for EventStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let line = |text: String| Some(Ok(Frame::data(Bytes::from(text + "\n"))));
        if let Some(event) = ready!(self.events.poll_recv(context)) {
            return Poll::Ready(line(event));
        }
        let Some(answer) = &mut self.answer else { return Poll::Ready(None) };
        let result = ready!(Pin::new(answer).poll(context));
        self.answer = None;
        Poll::Ready(line(result.unwrap_or_else(|_| {
            json!({ "error": { "message": tr!(serve_search_failed) } }).to_string()
        })))
    }
}
