//! What reaches the engine: lines of the other program, and results of the search.

use crate::position::Move;
use crate::search::Progress;

/// What the engine hears. Searches are told apart by their numbers.
pub enum EngineEvent {
    /// A line of the program.
    Line(String),
    /// The program has no more to say.
    End,
    /// How far a search has come.
    Progress(u64, Box<Progress>),
    /// What a search found of its problem.
    Best(u64, SearchAnswer, SearchFigures),
    /// A mate that is proved while the search goes on.
    Mate(u64, ProvedMate),
    /// Another first move, with its place among them and the mate that begins with it.
    Other(u64, usize, ProvedMate),
    /// A search has nothing more to say.
    Done(u64),
}

/// A mate that the checker has accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedMate {
    /// A line to it that the referee has replayed.
    pub line: Vec<Move>,
    /// The length of the longest line of its proof.
    pub plies: u16,
    /// The search has excluded shorter ones.
    pub shortest: bool,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchAnswer {
    /// A mate that the checker has accepted.
    Mate(ProvedMate),
    /// There is none; a line in which the defence holds.
    NoMate { refutation: Vec<Move> },
    /// It is not known, and why.
    Unknown(String),
}

/// The figures of a search at its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchFigures {
    pub nodes: u64,
    pub hash_used: f64,
}
