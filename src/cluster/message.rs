//! Messages between the leader and the workers.
//!
//! A message is bytes in the [postcard](https://postcard.jamesmunns.com/wire-format) format. A
//! worker may send any bytes: what cannot be decoded is an error of that worker, and numbers that no
//! search has are cut to size where they are used.

use super::whole_problem::{SolveOrder, SolveReport};
use crate::search::journal::JournalEntry;
use crate::search::plies::Plies;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Proof that a settled result needs before it counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Evidence {
    /// Nothing until the end: settled results of all workers go into all tables. The verdict needs
    /// a certificate, which the leader writes and checks. If it cannot be written, or the checker
    /// refuses it, the search starts again with [`Evidence::Each`].
    #[default]
    AtEnd,
    /// Each settled job has a certificate that the leader checks before the result counts. Workers
    /// tell each other nothing but numbers of open nodes.
    Each,
}

/// A message to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Order {
    /// A new search begins: the worker clears its table.
    Begin(SearchOrder),
    /// A job of the search.
    Job(JobOrder),
    /// A whole problem.
    Solve(SolveOrder),
    /// A question of the judge.
    Ask(QuestionOrder),
    /// No more work will come.
    Quit,
}

/// Beginning of a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SearchOrder {
    /// Number of the search. Reports about other searches are void.
    pub search: u64,
    /// The problem: the text of a certificate without nodes.
    pub problem: String,
    /// Bytes for the table and a certificate.
    pub hash: u64,
    /// [`Limits::depth`](crate::search::Limits::depth) of the search.
    pub depth: Option<u16>,
    /// Proof that a settled result needs.
    pub evidence: Evidence,
    /// Least effort of the results to report, in nodes.
    pub min_effort: u32,
    /// The leader's table at the beginning, as
    /// [`dump`](crate::search::transposition_table::TranspositionTable::dump) writes it, if it comes
    /// from a checkpoint; else empty.
    pub table: Vec<u8>,
}

/// A visit to a node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JobOrder {
    /// The search.
    pub search: u64,
    /// Number of the job.
    pub job: u64,
    /// Mates within this many plies from the root count.
    pub len: Plies,
    /// Moves from the root, in USI notation.
    pub path: Vec<String>,
    /// The worker leaves the node at this proof and this disproof number.
    pub thresholds: (u32, u32),
    /// The worker raises the thresholds until it has visited this many nodes.
    pub min_nodes: u64,
    /// Most nodes to visit.
    pub max_nodes: u64,
    /// Most time to take, in milliseconds.
    pub max_ms: u64,
    /// Results of the other workers since the last job.
    pub news: Vec<JournalEntry>,
}

/// A question of the judge: is there a mate? The search of [`Order::Begin`] has the problem that is
/// judged, and with it the pieces that the worker's table has results for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct QuestionOrder {
    /// The search.
    pub search: u64,
    /// Number of the order.
    pub number: u64,
    /// The position in question: the text of a certificate without nodes.
    pub position: String,
    /// Mates within this many plies count.
    pub len: Plies,
    /// Most nodes to visit.
    pub max_nodes: Option<u64>,
    /// Most time to take, in milliseconds.
    pub max_ms: Option<u64>,
    /// Facts that the other workers have proved since the last order.
    pub news: Vec<JournalEntry>,
}

/// A message to the leader.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Report {
    /// The worker is ready for orders.
    Ready,
    /// The end of a job.
    Done(JobReport),
    /// The worker is still at its problem.
    Working,
    /// The solution of a whole problem.
    Solved(Box<SolveReport>),
    /// The answer to a question of the judge.
    Answered(AnswerReport),
    /// The worker cannot read the order with this number.
    Failed(u64),
    /// The worker goes: the last message.
    Gone,
}

/// End of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JobReport {
    /// The search.
    pub search: u64,
    /// The job.
    pub job: u64,
    /// Positions visited.
    pub nodes: u64,
    /// How the job ended.
    pub end: ReportedEnd,
    /// Results for the tables of the others.
    pub journal: Vec<JournalEntry>,
}

/// Answer to a question of the judge.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnswerReport {
    /// Number of the order.
    pub number: u64,
    /// Positions visited.
    pub nodes: u64,
    /// A claim with its certificate; all else leaves the question open.
    pub end: ReportedEnd,
}

/// How a job ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReportedEnd {
    /// The node is open.
    Open,
    /// The node is settled, says the worker, and the journal says how.
    Settled,
    /// The attacker mates from the node within this many plies. The text has the nodes of a
    /// certificate.
    Mate(Plies, String),
    /// The attacker does not mate from the node within this many plies
    /// ([`UNLIMITED_PLIES`](crate::search::plies::UNLIMITED_PLIES): never). The text has the nodes
    /// of a certificate.
    NoMate(Plies, String),
    /// The worker cannot follow the path, or knows that a node of it is settled.
    Elsewhere,
}

/// A message as bytes.
pub fn encode(message: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(message).expect("messages have known lengths")
}

/// The message of these bytes; `None` if they are none.
pub fn decode<M: DeserializeOwned>(bytes: &[u8]) -> Option<M> {
    postcard::from_bytes(bytes).ok()
}
