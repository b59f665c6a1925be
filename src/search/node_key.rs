//! Identity of a node: the board and the attacker's hand.

use crate::position::splitmix64::finalize;
use crate::position::{BoardKey, Engine, Hand, Move};
use crate::rules::{Rules, Side};

/// Identity of a node: what the transposition table stores results under.
///
/// The total of pieces is constant, so board and attacker's hand imply the defender's hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodeKey {
    /// Hash of the board, the side to move and the memories that the rules keep.
    pub board: BoardKey,
    /// The attacker's hand.
    pub hand: Hand,
}

impl NodeKey {
    /// The node of the engine's position.
    pub fn of<E: Engine>(engine: &E, rules: &Rules, attacker: Side) -> NodeKey {
        let defender = || engine.hand(attacker.other());
        NodeKey::new(rules, engine.key(), engine.hand(attacker), defender)
    }

    /// The node after the move `m` from the engine's position.
    pub fn after<E: Engine>(engine: &mut E, rules: &Rules, attacker: Side, m: Move) -> NodeKey {
        let (board, hand) = engine.key_and_hand_after(m, attacker);
        NodeKey::new(rules, board, hand, || engine.key_and_hand_after(m, attacker.other()).1)
    }

    /// Where a larger hand is not always better ([`Rules::hands_dominate`]), both hands become part
    /// of the board key, and no hand is left to compare by dominance.
    fn new(rules: &Rules, board: BoardKey, hand: Hand, defender: impl FnOnce() -> Hand) -> NodeKey {
        if rules.hands_dominate || !rules.has_drops() {
            return NodeKey { board, hand };
        }
        let board = BoardKey(finalize(finalize(board.0 ^ hand.bits()) ^ defender().bits()));
        NodeKey { board, hand: Hand::EMPTY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin;
    use std::collections::HashMap;

    /// Up to two pieces of each of the first six kinds.
    fn hands() -> Vec<Hand> {
        let hand = |n: u32| {
            (0..6).fold(Hand::EMPTY, |h, lane| h.set(lane, (n / 3_u32.pow(lane.into()) % 3) as u8))
        };
        (0..729).map(hand).collect()
    }

    #[test]
    fn different_hands_have_different_keys() {
        let mut rules = builtin::rules("shogi", &[]).unwrap().unwrap();
        rules.hands_dominate = false;
        let mut known = HashMap::new();
        for attacker in hands() {
            for defender in hands() {
                let key = NodeKey::new(&rules, BoardKey(1), attacker, || defender);
                let other = known.insert(key, (attacker, defender));
                assert_eq!(other, None, "{:?}", (attacker, defender));
            }
        }
    }
}
