//! Dominance: proof hands and disproof hands, which extend a result to other hands.
//!
//! The total of pieces is constant, so a smaller attacker's hand means a larger defender's hand.
//!
//! * A mate needs only the pieces that it uses, and that the defender lacks the same kinds to
//!   interpose (proof hand). It holds with every larger hand.
//! * A refutation holds as long as the attacker gets no kind to check with that he lacked (disproof
//!   hand). It holds with every smaller hand.
//!
//! Seo (1999) and Nagai (2002) use them for tsume shogi.

use crate::position::Hand;

/// The hand before a move for which the attacker has `after` after it. The move changed his hand
/// from `from` to `to` by a drop or a capture.
pub fn hand_before(after: Hand, from: Hand, to: Hand) -> Hand {
    let mut hand = after;
    for lane in from.differing_lanes(to) {
        let count =
            i16::from(after.count(lane)) + i16::from(from.count(lane)) - i16::from(to.count(lane));
        hand = hand.set(lane, count.clamp(0, i16::from(Hand::MAX)) as u8);
    }
    hand
}

/// The pieces of both hands together.
pub fn combined_hands(attacker: Hand, defender: Hand) -> Hand {
    attacker.plus(defender)
}

/// The defender's hand if the attacker has `attacker_part` of the pieces of both hands.
pub fn defender_rest(attacker: Hand, defender: Hand, attacker_part: Hand) -> Hand {
    combined_hands(attacker, defender).minus(attacker_part)
}

/// The proof hand of a defender's node, from the largest counts `needed` over his replies. Of each
/// kind that the defender lacks and could interpose, the attacker must keep all pieces.
pub fn proof_hand(needed: Hand, attacker: Hand, defender: Hand, interposable: Hand) -> Hand {
    needed.replaced(interposable.lacking_in(defender), attacker).min(attacker)
}

/// The disproof hand of an attacker's node, from the smallest counts `allowed` over his moves. He
/// must not get a kind that he lacks, as a drop of it might give check.
pub fn disproof_hand(allowed: Hand, attacker: Hand) -> Hand {
    allowed.min(attacker.all_of_held()).max(attacker)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drop_needs_its_piece_and_capture_supplies_one() {
        let one = Hand::EMPTY.with(3);
        assert_eq!(hand_before(Hand::EMPTY, one, Hand::EMPTY), one);
        assert_eq!(hand_before(one, Hand::EMPTY, one), Hand::EMPTY);
        assert_eq!(hand_before(Hand::EMPTY, Hand::EMPTY, one), Hand::EMPTY);
    }

    #[test]
    fn proof_hand_keeps_all_of_a_kind_that_the_defender_lacks() {
        let attacker = Hand::EMPTY.set(0, 2).set(1, 1);
        let defender = Hand::EMPTY.set(1, 1);
        assert_eq!(
            proof_hand(Hand::EMPTY, attacker, defender, Hand::ONE_OF_EACH),
            Hand::EMPTY.set(0, 2)
        );
        assert_eq!(proof_hand(Hand::EMPTY, attacker, defender, Hand::EMPTY), Hand::EMPTY);
    }

    #[test]
    fn disproof_hand_allows_more_of_held_kinds_only() {
        let attacker = Hand::EMPTY.set(0, 1);
        let allowed = Hand::EMPTY.set(0, 3).set(1, 2);
        assert_eq!(disproof_hand(allowed, attacker), Hand::EMPTY.set(0, 3));
    }
}
