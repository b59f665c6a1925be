//! Proof hands and disproof hands: how far a result reaches beyond the hand it was found with.
//!
//! The total of pieces is constant, so a smaller attacker's hand means a larger defender's. A mate needs
//! only the pieces it used, and that the defender has no kind to interpose that it lacked. A refutation
//! stands as long as the attacker gets no kind to check with that he lacked.

use crate::position::Hand;
use crate::rules::compile::LANES;

/// The hand before a move, if `after` is needed (or allowed) after it: the move changed the attacker's
/// hand from `from` to `to` by a drop or a capture.
pub fn before(after: Hand, from: Hand, to: Hand) -> Hand {
    if from == to {
        return after;
    }
    let mut hand = after;
    for lane in 0..LANES as u8 {
        let count =
            i16::from(after.count(lane)) + i16::from(from.count(lane)) - i16::from(to.count(lane));
        hand = hand.set(lane, count.clamp(0, i16::from(Hand::MAX)) as u8);
    }
    hand
}

/// All of both hands together.
pub fn pool(attacker: Hand, defender: Hand) -> Hand {
    let mut hand = attacker;
    for lane in 0..LANES as u8 {
        hand = hand.set(lane, (attacker.count(lane) + defender.count(lane)).min(Hand::MAX));
    }
    hand
}

/// What is left of both hands together for the defender if the attacker has `part` of it.
pub fn rest(attacker: Hand, defender: Hand, part: Hand) -> Hand {
    Hand::from_bits(pool(attacker, defender).bits() - part.bits())
}

/// The proof hand at a defender's node, from the largest counts `needed` over his replies. Of each
/// kind that the defender lacks and could interpose, the attacker must go on holding all.
pub fn proof_hand(needed: Hand, attacker: Hand, defender: Hand, interposable: Hand) -> Hand {
    let mut hand = needed;
    for lane in 0..LANES as u8 {
        if defender.count(lane) == 0 && interposable.count(lane) > 0 {
            hand = hand.set(lane, attacker.count(lane));
        }
    }
    hand.min(attacker)
}

/// The disproof hand at an attacker's node, from the smallest counts `allowed` over his moves. He must
/// not get a kind that he lacks, as it might check by a drop.
pub fn disproof_hand(allowed: Hand, attacker: Hand) -> Hand {
    let mut hand = allowed;
    for lane in 0..LANES as u8 {
        if attacker.count(lane) == 0 {
            hand = hand.set(lane, 0);
        }
    }
    hand.max(attacker)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drop_needs_its_piece_and_a_capture_brings_one() {
        let one = Hand::EMPTY.with(3);
        assert_eq!(before(Hand::EMPTY, one, Hand::EMPTY), one);
        assert_eq!(before(one, Hand::EMPTY, one), Hand::EMPTY);
        assert_eq!(before(Hand::EMPTY, Hand::EMPTY, one), Hand::EMPTY);
    }

    #[test]
    fn a_monopoly_must_be_kept() {
        let attacker = Hand::EMPTY.set(0, 2).set(1, 1);
        let defender = Hand::EMPTY.set(1, 1);
        assert_eq!(
            proof_hand(Hand::EMPTY, attacker, defender, Hand::ONE_OF_EACH),
            Hand::EMPTY.set(0, 2)
        );
        assert_eq!(proof_hand(Hand::EMPTY, attacker, defender, Hand::EMPTY), Hand::EMPTY);
    }

    #[test]
    fn a_refutation_allows_more_of_what_is_there() {
        let attacker = Hand::EMPTY.set(0, 1);
        let allowed = Hand::EMPTY.set(0, 3).set(1, 2);
        assert_eq!(disproof_hand(allowed, attacker), Hand::EMPTY.set(0, 3));
    }
}
