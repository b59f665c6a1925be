//! Parallel search: all threads descend from the root over the shared transposition table.
//!
//! The first thread that settles the root ends the search. The verdict does not depend on which
//! thread that is, since the table holds only results that are true on every path.

use super::plies::Plies;
use super::search_result::SearchResult;
use super::searcher::{Searcher, Stopped};
use super::shared_state::SharedState;
use crate::position::{Engine, Move};
use crate::rules::{Rules, Side};
use std::iter;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

impl SharedState<'_> {
    fn begin_within_limits(&self) -> Result<(), Stopped> {
        self.begin();
        if self.is_over() { Err(Stopped) } else { Ok(()) }
    }

    /// [`SharedState::decide`], with pauses if there is one thread and the observer has a
    /// [step budget](super::SearchObserver::step_budget).
    ///
    /// # Errors
    /// As [`SharedState::decide`].
    pub async fn decide_in_steps<E: Engine>(
        &self,
        rules: &Arc<Rules>,
        attacker: Side,
        engine: &E,
        len: Plies,
    ) -> Result<(SearchResult, Option<Move>), Stopped> {
        if self.threads > 1 {
            return self.decide(rules, attacker, engine, len);
        }
        self.begin_within_limits()?;
        Searcher::new(self, rules, attacker, engine.clone()).decide_in_steps(len).await
    }

    /// Decides with all threads whether there is a mate within `len` plies from the engine's
    /// position. The second value is the move that decides it, where there is one.
    ///
    /// # Errors
    /// [`Stopped`] if the search was stopped; [`SharedState::stop_reason`] returns the reason.
    pub fn decide<E: Engine>(
        &self,
        rules: &Arc<Rules>,
        attacker: Side,
        engine: &E,
        len: Plies,
    ) -> Result<(SearchResult, Option<Move>), Stopped> {
        self.begin_within_limits()?;
        let search = |engine: E, thread: usize| {
            let searcher = Searcher::new(self, rules, attacker, engine);
            let result = searcher.with_thread_index(thread).decide(len);
            if result.is_ok() {
                self.finish();
            }
            result
        };
        if self.threads == 1 {
            return search(engine.clone(), 0);
        }
        thread::scope(|scope| {
            // Where the system gives fewer threads, fewer search.
            let others: Vec<_> = (1..self.threads)
                .map_while(|index| {
                    let engine = engine.clone();
                    let spawn = move || search(engine, index);
                    thread::Builder::new().spawn_scoped(scope, spawn).ok()
                })
                .collect();
            let own = search(engine.clone(), 0);
            let results = others.into_iter().map(|thread| thread.join());
            let results: Vec<_> =
                results.map(|result| result.unwrap_or_else(|panic| resume_unwind(panic))).collect();
            iter::once(own).chain(results).find(Result::is_ok).unwrap_or(Err(Stopped))
        })
    }
}
