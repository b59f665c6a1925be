//! The solver's entry points.

use super::certified_search::CertifiedSearch;
use super::config::{SolverConfig, certificate_bytes};
use super::session::ThreadBudget;
use super::solution::Solution;
use crate::movegen::{BitboardEngine, MailboxEngine, bitboard};
use crate::position::{Engine, Problem};
use crate::search::SearchObserver;
use crate::search::node_key::NodeKey;
use crate::search::step_budget::complete;
use crate::search::transposition_table::TranspositionTable;

/// Solves a problem: searches, writes the certificate, has the checker replay it.
///
/// The limits bound the search. Beyond its time there remain half of it, and at least two seconds,
/// for certificates and their check, without which the search would be useless; after an interrupt,
/// half a second.
///
/// ```
/// use std::sync::Arc;
/// use tsume::notation::sfen;
/// use tsume::position::Forcing;
/// use tsume::referee;
/// use tsume::rules::builtin;
/// use tsume::search::observer::NoObserver;
/// use tsume::solver::{SolverConfig, Verdict, solve};
///
/// let rules = Arc::new(builtin::rules("shogi", &[]).unwrap().unwrap());
/// let sfen = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
/// let position = sfen::parse(&rules, sfen).unwrap();
/// let problem = referee::admit(&rules, position, None, Forcing::Check, &[]).unwrap();
/// let config = SolverConfig { hash: 16 << 20, ..SolverConfig::default() };
/// let solution = solve(&problem, &config, &NoObserver);
/// assert!(solution.checked);
/// assert!(matches!(solution.verdict, Verdict::Mate { plies: 1, shortest: true, .. }));
/// ```
pub fn solve(problem: &Problem, config: &SolverConfig, observer: &dyn SearchObserver) -> Solution {
    solve_with(problem, config, &config.threads, &mut new_table(config.hash), observer)
}

/// A table for a search that may use `hash` bytes for table and certificates together.
pub fn new_table(hash: usize) -> TranspositionTable {
    TranspositionTable::new(hash - certificate_bytes(hash))
}

/// [`solve`] with a number of threads that may grow, in place of [`SolverConfig::threads`], and
/// with a
/// [table](new_table) that may have been used before; it is cleared. To allocate a new table takes
/// longer than a short problem.
pub fn solve_with(
    problem: &Problem,
    config: &SolverConfig,
    thread_budget: &dyn ThreadBudget,
    table: &mut TranspositionTable,
    observer: &dyn SearchObserver,
) -> Solution {
    table.clear();
    resume(problem, config, thread_budget, table, observer)
}

/// [`solve_with`] without clearing the table: continues an earlier search of the same problem,
/// perhaps one whose table comes from [`TranspositionTable::dump`] and
/// [`TranspositionTable::load`].
pub fn resume(
    problem: &Problem,
    config: &SolverConfig,
    thread_budget: &dyn ThreadBudget,
    table: &TranspositionTable,
    observer: &dyn SearchObserver,
) -> Solution {
    complete(resume_in_steps(problem, config, thread_budget, table, observer))
}

/// [`resume`] with pauses, if there is one thread and the observer has a
/// [step budget](SearchObserver::step_budget).
pub async fn resume_in_steps(
    problem: &Problem,
    config: &SolverConfig,
    thread_budget: &dyn ThreadBudget,
    table: &TranspositionTable,
    observer: &dyn SearchObserver,
) -> Solution {
    if bitboard::suits(problem.rules(), problem.position()) {
        CertifiedSearch::<BitboardEngine>::new(problem, config, thread_budget, table, observer)
            .run()
            .await
    } else {
        CertifiedSearch::<MailboxEngine>::new(problem, config, thread_budget, table, observer)
            .run()
            .await
    }
}

/// The name of the engine that plays a problem, and the node of the problem's position. A table
/// holds results for one such pair: if one of the two changes, the results mean something else.
pub fn engine_and_root(problem: &Problem) -> (&'static str, NodeKey) {
    fn node<E: Engine>(problem: &Problem) -> NodeKey {
        NodeKey::of(&problem.engine::<E>(), problem.rules(), problem.attacker())
    }
    if bitboard::suits(problem.rules(), problem.position()) {
        ("bitboard", node::<BitboardEngine>(problem))
    } else {
        ("mailbox", node::<MailboxEngine>(problem))
    }
}
