//! From a problem to a verdict that the checker has replayed.

use crate::position::{Move, Problem};
use crate::search::{Limits, StopReason, Watch};

/// What must be backed by a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certify {
    /// The verdict (the default).
    Verdict,
    /// The verdict, and that no shorter mate exists.
    Length,
    /// Nothing.
    None,
}

/// How to solve.
#[derive(Clone, Debug)]
pub struct Config {
    /// Threads for this problem, 1 or more.
    pub threads: usize,
    /// Bytes for the table and certificates together.
    pub hash: usize,
    /// When to give up.
    pub limits: Limits,
    /// Go on after the first proof until the length is proved shortest.
    pub shortest: bool,
    /// What must be certified.
    pub certify: Certify,
}

/// What is known of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker mates.
    Mate {
        /// Plies to the mate: the exact length if `shortest`, else an upper bound.
        plies: u16,
        /// True if no shorter mate exists, as the search proved.
        shortest: bool,
        /// A line to the mate; a main line, both sides optimal, if `shortest`.
        line: Vec<Move>,
    },
    /// The defence holds for ever.
    NoMate {
        /// A line in which it does.
        refutation: Vec<Move>,
    },
    /// Undecided.
    Unknown(StopReason),
}

/// A verdict with its backing.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The verdict.
    pub verdict: Verdict,
    /// Positions visited, over all threads.
    pub nodes: u64,
    /// Share of the table in use at the end, 0 to 1.
    pub hash_used: f64,
    /// Why shortening ended before the length was settled; none if it is settled or was not asked for.
    pub shortening_stopped: Option<StopReason>,
    /// Certificates, verdict first; empty if none was asked for or none could be built.
    pub certificates: Vec<super::certificate::Certificate>,
    /// True if everything that was asked to be certified passed the checker.
    pub checked: bool,
}

/// Solves a problem: searches, builds the certificate, has the checker replay it.
pub fn solve(_problem: &Problem, _config: &Config, _watch: &dyn Watch) -> Solution {
    todo!("the search")
}
