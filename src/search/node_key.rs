//! Identity of a node: the board and the attacker's hand.

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
        let both = hand.bits() ^ defender().bits().rotate_left(31);
        let mixed = (board.0 ^ both.wrapping_mul(0x9E37_79B9_7F4A_7C15)).rotate_left(23);
        let board = BoardKey(mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        NodeKey { board, hand: Hand::EMPTY }
    }
}
