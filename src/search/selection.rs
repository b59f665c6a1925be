//! Selection: the most promising child, and the thresholds within which it stays the best.
//!
//! The search descends to the child with the least own number and stays below it until the child is
//! no longer the best, or the node itself reaches a threshold:
//!
//! ```text
//!         node, the attacker moves: pn 10, dn 60; thresholds pn 40, dn 90
//!        /               |                \
//!  pn 10, dn 20     pn 12, dn 25      pn 30, dn 15
//!  the best child   the second best
//!
//!  pn threshold of the best child:  min(40, 12 + 12/8 + 1) = 14
//!  dn threshold of the best child:  90 - (25 + 15)         = 50
//! ```
//!
//! Plain df-pn (Nagai 2002) returns as soon as the best child is worse than the second best, at 13
//! here, and jumps between children of nearly equal promise. The 1+ε trick (Pawlewicz and Lew 2007)
//! leaves a margin of 1/8 (`EPSILON_DIVISOR`).
//!
//! Of equally good children a thread prefers the one with the lowest occupancy, the number of
//! threads below it (compare Pawlewicz and Hayward 2013). So threads spread out, and yet none goes
//! where a single thread would not go. Virtual proof numbers (Kaneko 2010), which make occupied
//! children look worse, send threads into worse branches, and that costs far more nodes (tried and
//! rejected).

use super::backup::OtherNumbers;
use super::frame::Frame;
use super::node_key::NodeKey;
use super::plies::UNLIMITED_PLIES;
use super::proof_number::{INFINITE, ProofNumber};
use crate::position::Role;

/// ε of the 1+ε trick is 1/8: the threshold is the second-best number times 1 + 1/8.
const EPSILON_DIVISOR: ProofNumber = 8;

/// ε of checks under a limit of length is 1/3. There nearly all checks fail in the end, and
/// switching between them costs more than it saves.
const EPSILON_DIVISOR_UNDER_LIMIT: ProofNumber = 3;

/// Nodes that a return to a reply costs: it may become worse than the second best by this number,
/// beside the margin. A disproof number is about the number of nodes that remain to be searched.
const RETURN_COST_NODES: ProofNumber = 17;

/// Under a limit of length, a check that needs at most this many nodes to refute is searched up to
/// twice its threshold, for the same reason.
const CHEAP_REFUTATION_NODES: ProofNumber = 64;

/// A child is nearly as good as the best one if its number is at most 1/4 larger.
const NEARLY_BEST_DIVISOR: ProofNumber = 4;

/// Preference of a thread for the best child, or for the one that another thread leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// Takes the best child.
    Best,
    /// Takes the second-best child if it is nearly as good. Threads that reach the same node at the
    /// same time would otherwise go on side by side for as long as no two children are equal.
    SecondBest,
}

/// A selected child.
pub struct Selection {
    /// Its index.
    pub index: usize,
    /// Its threshold of the proof number.
    pub pn_threshold: ProofNumber,
    /// Its threshold of the disproof number.
    pub dn_threshold: ProofNumber,
    /// [`Preference::SecondBest`] if it is the second-best child.
    pub preference: Preference,
}

/// Order of children: own number, occupancy, other number. Smaller is better.
type Rank = (ProofNumber, u32, ProofNumber);

impl Frame {
    /// Selects the most promising child. There must be an open child. `occupancy` returns the
    /// number of threads below a node.
    pub fn select(&self, occupancy: impl Fn(NodeKey) -> u32, preference: Preference) -> Selection {
        let (mut best, mut rank): (usize, Rank) = (0, (ProofNumber::MAX, 0, 0));
        let mut second = (best, rank);
        let mut others = OtherNumbers::default();
        for (i, child) in self.children.iter().enumerate() {
            others.add(self, i, child);
            if !child.is_active {
                continue;
            }
            let own = self.own(&child.result);
            let threads = if own > rank.0 { 0 } else { occupancy(child.node) };
            let child_rank = (own, threads, self.other(&child.result));
            if child_rank < rank {
                second = (best, rank);
                (best, rank) = (i, child_rank);
            } else if child_rank < second.1 {
                second = (i, child_rank);
            }
        }
        let second_own = second.1.0;
        let (own_threshold, other_threshold) = match self.role {
            Role::Attacker => (self.raised_pn_threshold, self.raised_dn_threshold),
            Role::Defender => (self.raised_dn_threshold, self.raised_pn_threshold),
        };
        let is_nearly_best = second_own <= rank.0 + rank.0 / NEARLY_BEST_DIVISOR + 1;
        let takes_second =
            preference == Preference::SecondBest && second_own < own_threshold && is_nearly_best;
        if takes_second {
            (best, rank) = second;
        }
        let is_limited_check = self.role == Role::Attacker && self.len != UNLIMITED_PLIES;
        let epsilon_divisor =
            if is_limited_check { EPSILON_DIVISOR_UNDER_LIMIT } else { EPSILON_DIVISOR };
        let step = match self.role {
            Role::Attacker => 1,
            Role::Defender => RETURN_COST_NODES,
        };
        let while_best = match second_own {
            INFINITE.. => INFINITE,
            second => second + second / epsilon_divisor + step,
        };
        let mut own_threshold = own_threshold.min(while_best);
        if is_limited_check && rank.2 <= CHEAP_REFUTATION_NODES {
            own_threshold = own_threshold.saturating_mul(2).min(INFINITE);
        }
        let rest = others.without(rank.2, self.combination(best, rank.2));
        let other_threshold = match other_threshold {
            INFINITE.. => INFINITE,
            threshold => threshold.saturating_sub(rest),
        };
        let (pn_threshold, dn_threshold) = match self.role {
            Role::Attacker => (own_threshold, other_threshold),
            Role::Defender => (other_threshold, own_threshold),
        };
        let preference = if takes_second { Preference::SecondBest } else { Preference::Best };
        Selection { index: best, pn_threshold, dn_threshold, preference }
    }
}
