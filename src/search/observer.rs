//! The interface between a search and its caller: clock, stop request, progress, checkpoints.
//!
//! The search reads no clock and prints nothing. The caller passes a [`SearchObserver`], whose
//! methods have default bodies except for the clock; the progress bar, the USI `info` lines and the
//! campaigns each implement it.

use super::plies::Plies;
use super::transposition_table::TranspositionTable;
use crate::position::Move;
use std::time::Duration;

/// Phase of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Looking for any mate, or for a refutation.
    Deciding,
    /// A mate within this many plies is proved; looking for a shorter one.
    Shortening(u16),
    /// Collecting the certificate.
    Certifying,
    /// The checker replays the certificate.
    Checking,
    /// Answering a question of the judge, in words.
    Asking(&'static str),
}

/// State of a running search.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Phase of the search.
    pub phase: Phase,
    /// Positions visited so far, over all threads.
    pub nodes: u64,
    /// Proof number of the root.
    pub proof: u32,
    /// Disproof number of the root.
    pub disproof: u32,
    /// Filled share of the transposition table, 0 to 1.
    pub hash_used: f64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Moves from the root to the node that the search is at.
    pub line: Vec<Move>,
}

/// A search's view of its caller: a clock, a stop request, a listener.
///
/// Several threads call it at the same time.
pub trait SearchObserver: Sync {
    /// Time since the search of this problem began.
    fn elapsed(&self) -> Duration;

    /// True once the search should stop as soon as it can. Default: never.
    fn should_stop(&self) -> bool {
        false
    }

    /// Receives progress. One thread calls it, at most every 100 milliseconds, and once at the
    /// start of each phase after the search. Default: ignores it.
    fn on_progress(&self, _progress: &Progress) {}

    /// True if [`SearchObserver::on_mate`] has a use. The checker then replays each mate as soon as
    /// the search finds it, not only the last one. Default: false.
    fn wants_mates(&self) -> bool {
        false
    }

    /// Receives each mate that the checker accepts while the search looks for a shorter one: its
    /// length, whether the search found no shorter one, and a line. Default: ignores it.
    fn on_mate(&self, _plies: Plies, _is_shortest: bool, _line: &[Move]) {}

    /// Offers the table for a checkpoint by [`TranspositionTable::dump`]. Every thread calls it
    /// about every thousand nodes, with the nodes visited so far and without holding the table.
    /// Default: saves nothing.
    fn checkpoint(&self, _table: &TranspositionTable, _nodes: u64) {}
}

/// An observer without a clock that never stops the search. With it,
/// [`Limits::time`](super::Limits::time) has no effect.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl SearchObserver for NoObserver {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}
