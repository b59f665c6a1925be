//! Events that reach the engine: lines of the program, and results of searches.

use crate::io::results::wording;
use crate::messages::tr;
use crate::position::Move;
use crate::search::{Progress, StopReason};
use crate::solver::{CountedMate, ProvedMate};

/// An event. Each search has a number.
pub enum EngineEvent {
    /// A line of the program.
    Line(String),
    /// End of the input.
    End,
    /// Progress of a search.
    Progress(u64, Box<Progress>),
    /// Result of a search for the best line.
    Best(u64, SearchAnswer, SearchFigures),
    /// The mate by the composers' count, after the result.
    Counted(u64, CountedMate),
    /// A mate proved before the search ends.
    Mate(u64, ProvedMate),
    /// A mate with another first move, and its rank among the first moves.
    Other(u64, usize, ProvedMate),
    /// End of a search.
    Done(u64),
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchAnswer {
    /// A mate that the checker has accepted.
    Mate(ProvedMate),
    /// No mate; `refutation` is a line in which the defence succeeds.
    NoMate { refutation: Vec<Move> },
    /// Undecided.
    Unknown(UndecidedReason),
}

/// Reason why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndecidedReason {
    /// The search has panicked.
    Failed,
    /// The checker refuses the proof.
    Refused,
    /// Time or memory did not suffice for the certificate of the result.
    Unchecked,
    /// The search stopped.
    Stopped(StopReason),
    /// The proved mate has no line.
    NoLine,
}

impl UndecidedReason {
    /// The reason as text.
    pub fn text(self) -> String {
        match self {
            UndecidedReason::Failed => tr!(usi_search_failed),
            UndecidedReason::Refused => tr!(usi_proof_refused),
            UndecidedReason::Unchecked => tr!(usi_unchecked),
            UndecidedReason::NoLine => tr!(usi_no_line),
            UndecidedReason::Stopped(reason) => wording::usi_stop(reason),
        }
    }
}

/// Counters of a search at its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchFigures {
    pub nodes: u64,
    pub hash_used: f64,
}
