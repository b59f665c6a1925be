//! What is known of a node when somebody looks at it.

use super::number::{INFINITE, Number, Plies};
use crate::position::Hand;

/// No repetition: the result does not depend on the path.
pub const NO_START: u32 = u32::MAX;

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
    /// No mate because of a repetition: depth of the earliest position on the path that it leans on;
    /// else [`NO_START`].
    pub start: u32,
    /// Effort spent below the node, in nodes.
    pub amount: u32,
    /// The numbers were stored by a visit from a smaller depth (a sign of a loop in the graph).
    pub old: bool,
    /// Never searched: the numbers are an estimate.
    pub first: bool,
}

impl Look {
    /// A mate within `len` plies for hands that cover `hand`.
    pub fn mate(len: Plies, hand: Hand, amount: u32) -> Look {
        Look { pn: 0, dn: INFINITE, hand, len, start: NO_START, amount, old: false, first: false }
    }

    /// No mate within `len` plies for hands that `hand` covers.
    pub fn no_mate(len: Plies, hand: Hand, amount: u32) -> Look {
        Look { pn: INFINITE, dn: 0, hand, len, start: NO_START, amount, old: false, first: false }
    }

    /// No mate within `len` plies as long as the path holds, because of a repetition of the position at
    /// depth `start`.
    pub fn repetition(len: Plies, hand: Hand, start: u32) -> Look {
        Look { start, ..Look::no_mate(len, hand, 1) }
    }

    /// An open node.
    pub fn open(pn: Number, dn: Number, hand: Hand, amount: u32) -> Look {
        Look { pn, dn, hand, len: 0, start: NO_START, amount, old: false, first: false }
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
