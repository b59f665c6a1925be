//! Buffers of node expansion, kept for their capacity.

use super::delayed_moves::Chain;
use super::estimate::Estimate;
use super::frame::Frame;
use super::node_key::NodeKey;
use crate::position::{Move, MoveList};
use crate::rules::Square;

/// Buffers that node expansion fills.
#[derive(Default)]
pub struct ExpansionBuffers {
    pub(super) moves: MoveList,
    /// The moves with the nodes after them and their estimates.
    pub(super) ranked: Vec<(Move, NodeKey, Estimate)>,
    /// The replies to a check.
    pub(super) replies: MoveList,
    /// The checks after a reply.
    pub(super) checks: MoveList,
    /// Squares of the defender's royals.
    pub(super) royals: Vec<Square>,
    pub(super) chains: Vec<Chain>,
    pub(super) mate_in_five: MateInFiveBuffers,
    /// The node after a check that is settled at once.
    pub(super) leaf: Frame,
}

/// Buffers of the search for a mate in five.
#[derive(Default)]
pub(super) struct MateInFiveBuffers {
    pub checks: MoveList,
    pub replies: MoveList,
    /// Replies that leave the attacker many checks, with the number of these checks.
    pub open_replies: Vec<(u32, Move)>,
}
