//! Events that reach the engine: lines of the program, and results of searches.

use crate::position::Move;
use crate::search::Progress;
use crate::solver::CountedMate;

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

/// A mate that the checker has accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedMate {
    /// A line to the mate, replayed by the referee.
    pub line: Vec<Move>,
    /// Length of the longest line of the proof in plies.
    pub plies: u16,
    /// True if there is no shorter mate.
    pub shortest: bool,
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchAnswer {
    /// A mate that the checker has accepted.
    Mate(ProvedMate),
    /// No mate; `refutation` is a line in which the defence succeeds.
    NoMate { refutation: Vec<Move> },
    /// Undecided, with the reason.
    Unknown(String),
}

/// Counters of a search at its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchFigures {
    pub nodes: u64,
    pub hash_used: f64,
}
