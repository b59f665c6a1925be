//! A question of the judge that another process answers.

use crate::judge::budget::Budget;
use crate::judge::mate_oracle::{MateAnswer, MateOracle};
use crate::movegen::{BitboardEngine, MailboxEngine, bitboard};
use crate::position::{Engine, Problem};
use crate::proof::certificate::{Certificate, Claim};
use crate::search::plies::{Plies, UNLIMITED_PLIES};
use crate::search::transposition_table::TranspositionTable;
use crate::search::{Limits, SearchObserver};
use std::time::Duration;

/// Longest time for a certificate.
const CERTIFICATE_TIME: Duration = Duration::from_secs(60);

/// Answer to a question of the judge, as a claim with its certificate.
#[derive(Clone, Debug)]
pub struct DelegatedAnswer {
    /// Positions visited.
    pub nodes: u64,
    /// The proved claim; `None` if the question is open, or has no certificate.
    pub certificate: Option<Certificate>,
}

/// Searches as the judge does: is there a mate within `len` plies? `problem` is the position in
/// question, and `table` has results for the same pieces. The search keeps at most `memory_bytes`
/// beside the table.
pub fn answer(
    problem: &Problem,
    len: Plies,
    table: &TranspositionTable,
    limits: Limits,
    memory_bytes: usize,
    observer: &dyn SearchObserver,
) -> DelegatedAnswer {
    let budget = Budget::new(observer, limits, 1);
    if bitboard::suits(problem.rules(), problem.position()) {
        let root: BitboardEngine = problem.engine();
        let oracle = MateOracle::new(problem, root, table, &budget, memory_bytes);
        answer_from(problem, &oracle, len, limits)
    } else {
        let root: MailboxEngine = problem.engine();
        let oracle = MateOracle::new(problem, root, table, &budget, memory_bytes);
        answer_from(problem, &oracle, len, limits)
    }
}

fn answer_from<E: Engine + Sync>(
    problem: &Problem,
    oracle: &MateOracle<'_, E>,
    len: Plies,
    limits: Limits,
) -> DelegatedAnswer {
    let answer = oracle.settle_alone(&oracle.root, len, limits);
    let claim = match answer {
        Some(MateAnswer::Mate(plies)) => Some(Claim::MateWithin(plies)),
        Some(MateAnswer::No) if len == UNLIMITED_PLIES => Some(Claim::NoMate),
        Some(MateAnswer::No) => Some(Claim::NoMateWithin(len)),
        Some(MateAnswer::Unknown) | None => None,
    };
    let nodes = oracle.budget.nodes();
    let certificate = claim.and_then(|claim| {
        let time = oracle.budget.elapsed() + CERTIFICATE_TIME;
        let limits = Limits { time: Some(time), ..Limits::default() };
        let nodes = oracle.extract_proof(&oracle.root, claim, limits).ok()?;
        Some(Certificate { problem: problem.clone(), claim, nodes })
    });
    DelegatedAnswer { nodes, certificate }
}
