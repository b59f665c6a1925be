//! Results of nodes that need no search: a mate in one, or no forcing move.

use super::dominance::{combined_hands, disproof_hand, hand_before, proof_hand};
use super::node_key::NodeKey;
use super::plies::UNLIMITED_PLIES;
use super::search_result::SearchResult;
use crate::position::{Engine, Hand, Move};
use crate::rules::{Rules, Side};

/// The kinds that could be dropped in answer to the check.
pub fn interposable<E: Engine>(engine: &E, rules: &Rules) -> Hand {
    if rules.has_drops() { engine.interposable_kinds() } else { Hand::EMPTY }
}

/// The proof of an attacker's node in which `m` mates in one.
pub fn mate_in_one<E: Engine>(
    engine: &mut E,
    rules: &Rules,
    attacker: Side,
    m: Move,
) -> SearchResult {
    let node = NodeKey::of(engine, rules, attacker);
    engine.play(m);
    let mated = NodeKey::of(engine, rules, attacker);
    let defender_hand = engine.hand(attacker.other());
    let interposable = interposable(engine, rules);
    engine.undo();
    let needed = proof_hand(Hand::EMPTY, mated.hand, defender_hand, interposable);
    let hand = hand_before(needed, node.hand, mated.hand).min(node.hand);
    SearchResult::mate(1, hand, 1)
}

/// The disproof of an attacker's node without a forcing move.
pub fn no_forcing_move<E: Engine>(engine: &E, rules: &Rules, attacker: Side) -> SearchResult {
    let node = NodeKey::of(engine, rules, attacker);
    let all = combined_hands(node.hand, engine.hand(attacker.other()));
    SearchResult::no_mate(UNLIMITED_PLIES, disproof_hand(all, node.hand), 0)
}
