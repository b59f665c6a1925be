//! What a search is told (limits, the clock, a wish to stop) and what it tells (progress).

use super::table::Table;
use crate::position::Move;
use std::time::Duration;

/// When to give up. A limit that is reached yields `unknown`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions visited, over all threads. Default: none.
    pub nodes: Option<u64>,
    /// Time by [`Watch::elapsed`]. Default: none.
    pub time: Option<Duration>,
    /// Longest mate that is looked for, in plies; 1 or more. Default: none.
    pub depth: Option<u16>,
}

impl Limits {
    /// True if a check that leaves few plies may be searched to its end at its first visit, which takes a quarter fewer
    /// nodes than to come back to it.
    ///
    /// Threads that meet there settle by chance which reply refutes, and so whether the refutation holds for ever.
    /// Under [`Limits::depth`] that tells *no mate* from *none within so many plies*: there, not.
    pub fn finishes(&self) -> bool {
        self.depth.is_none()
    }

    /// Why work that has visited so many positions should end, if it should.
    pub fn reached(&self, nodes: u64, watch: &dyn Watch) -> Option<StopReason> {
        if watch.stopped() {
            Some(StopReason::Interrupt)
        } else if self.nodes.is_some_and(|most| nodes >= most) {
            Some(StopReason::Nodes)
        } else if self.time.is_some_and(|most| watch.elapsed() >= most) {
            Some(StopReason::Time)
        } else {
            None
        }
    }
}

/// Why a search ended without a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// [`Limits::time`].
    Time,
    /// [`Limits::nodes`].
    Nodes,
    /// [`Limits::depth`]: no mate within it, which says nothing of longer ones.
    Depth,
    /// The memory given was not enough.
    Memory,
    /// [`Watch::stopped`].
    Interrupt,
    /// There was a result, and the checker has refused its proof.
    Refused,
}

impl StopReason {
    /// Its name in results.
    pub fn name(self) -> &'static str {
        match self {
            StopReason::Time => "time",
            StopReason::Nodes => "nodes",
            StopReason::Depth => "depth",
            StopReason::Memory => "memory",
            StopReason::Interrupt => "interrupt",
            StopReason::Refused => "refused",
        }
    }
}

/// What a search is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Looking for any mate, or a refutation.
    Deciding,
    /// A mate within this many plies is proved; looking for a shorter one.
    Shortening(u16),
    /// Collecting the certificate.
    Certifying,
    /// The checker is replaying it.
    Checking,
    /// Answering a question of the judge, in words.
    Asking(&'static str),
}

/// How far a search has come.
#[derive(Clone, Debug)]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// Positions visited so far, over all threads.
    pub nodes: u64,
    /// Proof number at the root.
    pub proof: u32,
    /// Disproof number at the root.
    pub disproof: u32,
    /// Share of the table in use, 0 to 1.
    pub hash_used: f64,
    /// Time since the start.
    pub elapsed: Duration,
    /// The line that the search is in, from the root.
    pub line: Vec<Move>,
}

/// The outside world, as a search sees it: a clock, a wish to stop, a listener.
pub trait Watch: Sync {
    /// Time since the search of this problem began.
    fn elapsed(&self) -> Duration;

    /// True once the search should end as soon as it can.
    fn stopped(&self) -> bool {
        false
    }

    /// Called every few thousand nodes by one thread.
    fn progress(&self, _progress: &Progress) {}

    /// True if [`Watch::mate`] is of use: then a mate is checked as soon as it is found, and not only at the end.
    fn wants_mates(&self) -> bool {
        false
    }

    /// Called for each mate that the checker has accepted while a shorter one is looked for: plies, whether they are
    /// the fewest as the search found, and a line.
    fn mate(&self, _plies: u16, _shortest: bool, _line: &[Move]) {}

    /// Called every few thousand nodes by every thread, outside the table, with the nodes visited so far: when it
    /// is time to, the table may be saved by [`Table::dump`].
    fn save(&self, _table: &Table, _nodes: u64) {}
}

/// A search's surroundings where no time passes and nobody stops it.
#[cfg(test)]
pub struct Still;

#[cfg(test)]
impl Watch for Still {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}
