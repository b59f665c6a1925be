//! Limits of a search, and the reasons why a search stops.

use super::observer::SearchObserver;
use std::time::Duration;

/// Limits of a search. A search that reaches one stops without a verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions visited, over all threads. Default: no limit.
    pub nodes: Option<u64>,
    /// Time by [`SearchObserver::elapsed`]. Default: no limit.
    pub time: Option<Duration>,
    /// Longest mate to look for, in plies; at least 1. Default: no limit.
    pub depth: Option<u16>,
}

impl Limits {
    /// True if the search may finish a check near the limit of length on its first visit. That
    /// takes a quarter fewer nodes than returning to it.
    ///
    /// Threads that meet below such a check settle by chance which reply refutes, and so whether
    /// the refutation holds for mates of any length. Under [`Limits::depth`] that distinguishes *no
    /// mate* from *no mate within the depth*, so a search with that limit does without.
    pub fn allow_immediate_completion(&self) -> bool {
        self.depth.is_none()
    }

    /// The limit that a search of `nodes` positions has reached, if any.
    pub fn reached(&self, nodes: u64, observer: &dyn SearchObserver) -> Option<StopReason> {
        if observer.should_stop() {
            Some(StopReason::Interrupt)
        } else if self.nodes.is_some_and(|limit| nodes >= limit) {
            Some(StopReason::Nodes)
        } else if self.time.is_some_and(|limit| observer.elapsed() >= limit) {
            Some(StopReason::Time)
        } else {
            None
        }
    }
}

/// Why a search ended without a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The search reached [`Limits::time`].
    Time,
    /// The search reached [`Limits::nodes`].
    Nodes,
    /// There is no mate within [`Limits::depth`]; longer mates remain possible.
    Depth,
    /// The memory did not suffice.
    Memory,
    /// [`SearchObserver::should_stop`] returned true.
    Interrupt,
    /// The search had a verdict, and the checker rejected its proof.
    Refused,
}

impl StopReason {
    /// The name that results give it.
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
