//! Certificates of workers: checked before the results count.

use super::message::ReportedEnd;
use crate::position::{Engine, Move, Problem};
use crate::proof::certificate::Claim;
use crate::proof::checker;
use crate::proof::text_format;
use crate::search::journal::JournalEntry;
use crate::search::node_key::NodeKey;
use crate::search::plies::{Plies, UNLIMITED_PLIES};
use crate::search::search_result::SearchResult;

/// Effort that the facts of a certificate count for, in nodes.
const FACT_EFFORT_NODES: u32 = 1 << 10;

/// A claim about the node after a path, and the text of its certificate's nodes.
pub(super) struct ClaimedResult<'a> {
    pub is_mate: bool,
    pub plies: Plies,
    pub text: &'a str,
}

impl ClaimedResult<'_> {
    /// The claim of a report; `None` if it leaves the result open.
    pub fn of(end: &ReportedEnd) -> Option<ClaimedResult<'_>> {
        match end {
            ReportedEnd::Mate(plies, text) => {
                Some(ClaimedResult { is_mate: true, plies: *plies, text })
            }
            ReportedEnd::NoMate(plies, text) => {
                Some(ClaimedResult { is_mate: false, plies: *plies, text })
            }
            _ => None,
        }
    }
}

/// Has the checker replay the certificate of a claim about the node that `path` leads to, until
/// `stop` returns true. Returns the facts that it proves, or the reason why the checker rejects it.
///
/// # Errors
/// The reason, as text.
pub(super) fn proved_facts<E: Engine>(
    problem: &Problem,
    root: &E,
    path: &[Move],
    claimed: &ClaimedResult<'_>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<JournalEntry>, String> {
    let mut engine = root.clone();
    path.iter().for_each(|&m| engine.play(m));
    let (rules, attacker, forcing) = (problem.rules(), problem.attacker(), problem.forcing());
    let at_node = Problem::new(rules.clone(), engine.position(), attacker, forcing);
    proved_facts_at(&at_node, &engine, claimed, stop)
}

/// The same for a claim about `at_node`, where `engine` is.
///
/// # Errors
/// The reason, as text.
pub(super) fn proved_facts_at<E: Engine>(
    at_node: &Problem,
    engine: &E,
    claimed: &ClaimedResult<'_>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<JournalEntry>, String> {
    let (rules, attacker, forcing) = (at_node.rules(), at_node.attacker(), at_node.forcing());
    let ClaimedResult { is_mate, plies, text } = *claimed;
    let claim = match (is_mate, plies) {
        (true, plies) => Claim::MateWithin(plies),
        (false, UNLIMITED_PLIES) => Claim::NoMate,
        (false, plies) => Claim::NoMateWithin(plies),
    };
    let certificate =
        text_format::parse_nodes(at_node, claim, text).map_err(|error| error.to_string())?;
    checker::verify(&certificate, 1, stop).map_err(|rejection| rejection.to_string())?;
    let fact = |engine: &E, plies: Plies| {
        let node = NodeKey::of(engine, rules, attacker);
        let result = match (is_mate, claim) {
            (true, _) => SearchResult::mate(plies, node.hand, FACT_EFFORT_NODES),
            (false, Claim::NoMate) => {
                SearchResult::no_mate(UNLIMITED_PLIES, node.hand, FACT_EFFORT_NODES)
            }
            (false, _) => SearchResult::no_mate(plies, node.hand, FACT_EFFORT_NODES),
        };
        JournalEntry::settled(node, &result)
    };
    let nodes = certificate.nodes.iter().filter_map(|node| {
        fact(&engine.with_shared_tables(rules, &node.position, attacker, forcing), node.plies)
    });
    let mut facts: Vec<JournalEntry> = nodes.collect();
    facts.extend(fact(engine, plies));
    Ok(facts)
}
