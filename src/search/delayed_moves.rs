//! Delayed moves: similar replies wait for each other.
//!
//! A check from afar can be answered by dropping many kinds of pieces on several squares. Nearly
//! all of these interpositions fail for the same reason, and a sum over all of them would make the
//! node look harder than it is. So similar replies form a chain, and each is searched only once the
//! one before it has failed (KomoringHeights' delayed moves).

use super::frame::Frame;
use crate::position::Engine;
use crate::rules::Square;

/// The last child of a chain of similar replies.
pub struct Chain {
    /// The square of the drops; none for the chain of all drops on squares that no other piece
    /// covers.
    square: Option<Square>,
    last: usize,
}

/// Chains the similar replies of a defender's node: drops on one square, and all drops on squares
/// that no other piece covers. `chains` is overwritten. Settled replies stay out.
///
/// The attacker's moves are not chained. That the promotion fails where the move without promotion
/// mates is the point of many problems (pawn drops must not mate), and to refute the promotion
/// first takes very long.
pub fn delay_similar_drops<E: Engine>(engine: &E, frame: &mut Frame, chains: &mut Vec<Chain>) {
    chains.clear();
    // Drops on one square follow each other, so the last square's cover is worth keeping.
    let mut last_drop = None;
    for i in 0..frame.children.len() {
        let child = &frame.children[i];
        if child.m.dropped().is_none() || child.result.is_settled() {
            continue;
        }
        let to = child.m.to();
        let is_uncovered = match last_drop {
            Some((square, is_uncovered)) if square == to => is_uncovered,
            _ => engine.count_support(child.m) == 0,
        };
        last_drop = Some((to, is_uncovered));
        let square = (!is_uncovered).then_some(to);
        let Some(chain) = chains.iter_mut().find(|chain| chain.square == square) else {
            chains.push(Chain { square, last: i });
            continue;
        };
        let previous = std::mem::replace(&mut chain.last, i);
        frame.children[previous].next_delayed = Some(i as u16);
        frame.children[i].is_active = false;
    }
}
