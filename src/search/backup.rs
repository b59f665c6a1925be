//! Backup: a node's numbers and its settled result, from those of its children.
//!
//! A node's own number is the minimum over its children, its other number their sum, except for
//! children that [double-count elimination](super::double_counting) takes by maximum. A settled
//! node gets a length and a [proof hand or disproof hand](super::dominance); a disproof also gets
//! its
//! [path dependencies](super::path_dependencies).

use super::dominance::{combined_hands, disproof_hand, hand_before, proof_hand};
use super::frame::{Child, Frame};
use super::path_dependencies::PathDependencies;
use super::plies::{MAX_PLIES, Plies, UNLIMITED_PLIES, one_ply_more};
use super::proof_number::{INFINITE, MAX_FINITE, ProofNumber};
use super::search_result::SearchResult;
use crate::position::{Hand, Role};
use std::cmp::Reverse;

/// Numbers from here on are taken by maximum: sums of them measure only how often paths converge.
const MAX_SUMMED: ProofNumber = INFINITE / 32;

/// Delayed moves that together add 1 to the node's other number.
const DELAYED_MOVES_PER_UNIT: u64 = 8;

/// How a node combines the other number of a child with those of its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Combination {
    /// Adds it.
    Sum,
    /// Takes the maximum, because double counting affects it.
    Max,
}

/// The other numbers of a node's children: a sum, and a maximum of those that double counting
/// affects.
#[derive(Default)]
pub(super) struct OtherNumbers {
    sum: u64,
    max: ProofNumber,
    delayed_moves: u64,
}

impl OtherNumbers {
    /// Adds the child with this index.
    #[inline(always)]
    pub(super) fn add(&mut self, frame: &Frame, index: usize, child: &Child) {
        if !child.is_active {
            self.delayed_moves += 1;
            return;
        }
        let number = frame.other(&child.result);
        match frame.combination(index, number) {
            Combination::Max => self.max = self.max.max(number),
            Combination::Sum => self.sum += u64::from(number),
        }
    }

    /// The number that stands for the delayed moves: at least 1 while there is one, so that the
    /// node stays open.
    fn delayed(&self) -> u64 {
        let moves = self.delayed_moves;
        if moves > 0 { (moves / DELAYED_MOVES_PER_UNIT).max(1) } else { 0 }
    }

    /// The node's other number.
    fn total(&self) -> ProofNumber {
        (self.sum + self.delayed() + u64::from(self.max)).min(u64::from(MAX_FINITE)) as ProofNumber
    }

    /// The part of the total that remains without a child of this number. Without one that is taken
    /// by maximum, the maximum of the others does not count either.
    pub(super) fn without(&self, number: ProofNumber, combination: Combination) -> ProofNumber {
        let rest = match combination {
            Combination::Max => self.sum + self.delayed(),
            Combination::Sum => self.sum - u64::from(number) + self.delayed() + u64::from(self.max),
        };
        rest.min(u64::from(MAX_FINITE)) as ProofNumber
    }
}

/// The length of a mate one ply higher in the tree.
fn longer_mate(len: Plies) -> Plies {
    len.saturating_add(1).min(MAX_PLIES)
}

impl Frame {
    /// How the node combines the number of the child with this index.
    #[inline]
    pub(super) fn combination(&self, index: usize, number: ProofNumber) -> Combination {
        let is_max = number >= MAX_SUMMED || self.state.is_taken_by_max(index);
        if is_max { Combination::Max } else { Combination::Sum }
    }

    /// Proof and disproof number.
    pub fn numbers(&self) -> (ProofNumber, ProofNumber) {
        let (mut own, mut others) = (INFINITE, OtherNumbers::default());
        for (i, child) in self.children.iter().enumerate() {
            if child.is_active {
                own = own.min(self.own(&child.result));
            }
            others.add(self, i, child);
        }
        let other = if own == 0 { INFINITE } else { others.total() };
        match self.role {
            Role::Attacker => (own, other),
            Role::Defender => (other, own),
        }
    }

    /// The node's result. `interposable` returns, for a defender's node, the kinds that could be
    /// dropped in answer to the check.
    pub fn result(&self, interposable: impl FnOnce() -> Hand) -> SearchResult {
        let (pn, dn) = self.numbers();
        if pn == 0 {
            self.mate(interposable)
        } else if dn == 0 {
            self.no_mate()
        } else {
            SearchResult::open(pn, dn, self.node.hand, self.earlier_effort)
        }
    }

    fn mate(&self, interposable: impl FnOnce() -> Hand) -> SearchResult {
        match self.role {
            Role::Attacker => {
                let mates = self.children.iter().filter(|child| child.result.is_mate());
                let child = mates.min_by_key(|child| child.result.plies()).expect("a mate");
                let hand = hand_before(child.result.hand(), self.node.hand, child.node.hand);
                let plies = longer_mate(child.result.plies());
                SearchResult::mate(plies, hand.min(self.node.hand), self.earlier_effort)
            }
            Role::Defender => {
                let results = || self.children.iter().map(|child| &child.result);
                let needed = results().fold(Hand::EMPTY, |hand, result| hand.max(result.hand()));
                let plies = results().map(|result| longer_mate(result.plies())).max().unwrap_or(0);
                let hand = proof_hand(needed, self.node.hand, self.defender_hand, interposable());
                SearchResult::mate(plies, hand, self.earlier_effort)
            }
        }
    }

    /// The disproof. The children must disprove the node; an attacker without a child is disproved.
    pub fn no_mate(&self) -> SearchResult {
        let all = combined_hands(self.node.hand, self.defender_hand);
        let (plies, hand, dependencies) = match self.role {
            Role::Attacker => {
                let results = || self.children.iter().map(|child| &child.result);
                let allowed = self.children.iter().fold(all, |hand, child| {
                    hand.min(hand_before(child.result.hand(), self.node.hand, child.node.hand))
                });
                let plies = results().map(|result| one_ply_more(result.plies())).min();
                let dependencies = results()
                    .fold(PathDependencies::NONE, |all, result| all.union(result.dependencies()));
                let hand = disproof_hand(allowed, self.node.hand);
                (plies.unwrap_or(UNLIMITED_PLIES), hand, dependencies)
            }
            Role::Defender => {
                let active = self.children.iter().filter(|child| child.is_active);
                let disproofs = active.map(|child| &child.result).filter(|r| r.is_no_mate());
                let best = disproofs
                    .max_by_key(|result| {
                        let dependencies = result.dependencies();
                        let count = Reverse(dependencies.min_count());
                        (dependencies.is_empty(), result.plies(), dependencies.earliest(), count)
                    })
                    .expect("a disproof");
                let hand = best.hand().min(all).max(self.node.hand);
                (one_ply_more(best.plies()), hand, best.dependencies())
            }
        };
        let result = SearchResult::no_mate(plies, hand, self.earlier_effort);
        if dependencies.is_empty() {
            return result;
        }
        // A dependency on this node, or on one below it, does not restrict its own disproof.
        result.with_hand(self.node.hand).depending_on(dependencies.above(self.depth))
    }
}
