//! What is known of a node when somebody looks at it.

use super::lean::Lean;
use super::number::{INFINITE, Number, Plies};
use crate::position::Hand;

/// What is known of a node, for one limit of length.
///
/// Settled if `pn` or `dn` is 0. `hand` and `len` are meant for settled nodes: with every attacker's hand
/// that covers (mate) or is covered by (no mate) `hand`, the result holds within `len` plies.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Proof number of the attacker's mate.
    pub pn: Number,
    /// Disproof number.
    pub dn: Number,
    /// Proof hand, disproof hand, or the node's own hand if it is open.
    pub hand: Hand,
    /// Mate: within so many plies. No mate: not within so many.
    pub len: Plies,
    /// No mate because of repetitions: the positions on the path that this leans on.
    pub lean: Lean,
    /// Effort spent below the node, in nodes.
    pub amount: u32,
    /// The numbers stem from a visit at a smaller depth (a sign of a loop in the graph).
    pub old: bool,
    /// Never searched: the numbers are an estimate.
    pub first: bool,
}

impl Look {
    /// A mate within `len` plies for hands that cover `hand`.
    pub fn mate(len: Plies, hand: Hand, amount: u32) -> Look {
        Look { pn: 0, dn: INFINITE, hand, len, lean: Lean::NONE, amount, old: false, first: false }
    }

    /// No mate within `len` plies for hands that `hand` covers.
    pub fn no_mate(len: Plies, hand: Hand, amount: u32) -> Look {
        Look { pn: INFINITE, dn: 0, hand, len, lean: Lean::NONE, amount, old: false, first: false }
    }

    /// No mate within `len` plies as long as the path holds, because of repetitions of these positions.
    pub fn repetition(len: Plies, hand: Hand, lean: Lean) -> Look {
        Look { lean, ..Look::no_mate(len, hand, 1) }
    }

    /// An open node.
    pub fn open(pn: Number, dn: Number, hand: Hand, amount: u32) -> Look {
        Look { pn, dn, hand, len: 0, lean: Lean::NONE, amount, old: false, first: false }
    }

    /// True if the attacker mates.
    pub fn is_mate(&self) -> bool {
        self.pn == 0
    }

    /// True if the attacker does not mate.
    pub fn is_no_mate(&self) -> bool {
        self.dn == 0
    }

    /// True if the question is answered.
    pub fn is_settled(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}
