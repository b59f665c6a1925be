//! Frames: the nodes of the current path, each with the results of all its children at hand, so
//! that returning to a node costs no table lookups.

use super::node_key::NodeKey;
use super::plies::Plies;
use super::proof_number::ProofNumber;
use super::search_result::SearchResult;
use super::transposition_table::OpenNodeState;
use crate::position::{Hand, Move, Role};
use std::ops::{Deref, DerefMut};

/// A move, and the result of the node after it.
#[derive(Clone, Debug)]
pub struct Child {
    /// The move.
    pub m: Move,
    /// The node after the move.
    pub node: NodeKey,
    /// The result of that node.
    pub result: SearchResult,
    /// Index of the [delayed move](super::delayed_moves) that becomes active once this one has
    /// failed.
    pub next_delayed: Option<u16>,
    /// False while the move is delayed.
    pub is_active: bool,
    /// A frontier test has found that the attacker has no mate in one there.
    pub has_no_mate_in_one: bool,
}

/// A node of the current path.
///
/// The code speaks of `own` numbers, those of the side to move (the proof number for the attacker,
/// the disproof number for the defender), and of `other` numbers. A node's own number is the
/// smallest of its children's, its other number their sum. Nagai (2002) calls them φ and δ;
/// attacker and defender share one loop.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The node.
    pub node: NodeKey,
    /// The side to move.
    pub role: Role,
    /// Limit of length: mates within `len` plies count.
    pub len: Plies,
    /// Plies from the root.
    pub depth: u32,
    /// [Hash](super::repetition_table::extend_path_hash) of the moves from the root.
    pub path_hash: u64,
    /// The defender's hand.
    pub defender_hand: Hand,
    /// The children, in the order in which equally good ones are tried.
    pub children: Vec<Child>,
    /// Index of the child on the path.
    pub best: usize,
    /// The search leaves the node when its proof number reaches this threshold.
    pub pn_threshold: ProofNumber,
    /// The search leaves the node when its disproof number reaches this threshold.
    pub dn_threshold: ProofNumber,
    /// [`Frame::pn_threshold`], or more while [threshold control](super::threshold_control) raises
    /// it.
    pub raised_pn_threshold: ProofNumber,
    /// [`Frame::dn_threshold`], or more while [threshold control](super::threshold_control) raises
    /// it.
    pub raised_dn_threshold: ProofNumber,
    /// Positions that frontier tests and frontier searches have visited during the expansion.
    pub tested_positions: u32,
    /// No earlier visit.
    pub is_new: bool,
    /// The attacker is to move and has no mate in one.
    pub has_no_mate_in_one: bool,
    /// This visit has searched a child.
    pub has_visited_child: bool,
    /// This thread has announced to the others that it is below the node.
    pub is_announced: bool,
    /// Counter of the threshold control on entry.
    pub tca_counter: u32,
    /// State that the visit leaves for the next one.
    pub state: OpenNodeState,
    /// Effort of earlier visits, in nodes.
    pub earlier_effort: u32,
    /// Nodes that the thread had visited on entry.
    pub visits_on_entry: u32,
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            node: NodeKey::default(),
            role: Role::Defender,
            len: 0,
            depth: 0,
            path_hash: 0,
            defender_hand: Hand::EMPTY,
            children: Vec::new(),
            best: 0,
            pn_threshold: 0,
            dn_threshold: 0,
            raised_pn_threshold: 0,
            raised_dn_threshold: 0,
            tested_positions: 0,
            is_new: false,
            has_no_mate_in_one: false,
            has_visited_child: false,
            is_announced: false,
            tca_counter: 0,
            state: OpenNodeState::default(),
            earlier_effort: 0,
            visits_on_entry: 0,
        }
    }
}

impl Frame {
    /// Makes this the frame of `node`, the new last node of the path, `depth` plies from the root.
    /// The search leaves it when a number reaches its threshold (proof, disproof).
    pub fn enter(
        &mut self,
        node: NodeKey,
        len: Plies,
        depth: u32,
        path_hash: u64,
        thresholds: (ProofNumber, ProofNumber),
    ) {
        (self.node, self.len, self.depth, self.path_hash) = (node, len, depth, path_hash);
        (self.pn_threshold, self.dn_threshold) = thresholds;
        (self.raised_pn_threshold, self.raised_dn_threshold) = thresholds;
        (self.is_new, self.has_no_mate_in_one) = (false, false);
        (self.has_visited_child, self.is_announced) = (false, false);
    }

    /// True if the numbers of an active child stem from a visit at a smaller depth.
    pub fn has_child_from_smaller_depth(&self) -> bool {
        self.children.iter().any(|child| child.is_active && child.result.is_from_smaller_depth())
    }

    /// The number of a result that speaks for the side to move here.
    pub(super) fn own(&self, result: &SearchResult) -> ProofNumber {
        match self.role {
            Role::Attacker => result.pn(),
            Role::Defender => result.dn(),
        }
    }

    /// The number of a result that speaks for the other side.
    pub(super) fn other(&self, result: &SearchResult) -> ProofNumber {
        match self.role {
            Role::Attacker => result.dn(),
            Role::Defender => result.pn(),
        }
    }

    /// Sets the result of a child. If the move has failed, activates the next delayed move.
    pub fn set_result(&mut self, index: usize, result: SearchResult) {
        let mut index = index;
        self.children[index].result = result;
        while self.other(&self.children[index].result) == 0 {
            let Some(next) = self.children[index].next_delayed else { break };
            index = usize::from(next);
            self.children[index].is_active = true;
        }
    }
}

/// The frames of the current path. A frame that leaves the path keeps its allocations for the next
/// node at its depth.
#[derive(Default)]
pub struct SearchStack {
    frames: Vec<Frame>,
    /// Number of frames on the path, the first ones.
    used: usize,
}

impl SearchStack {
    /// Appends a frame, [to be entered](Frame::enter).
    pub fn push(&mut self) -> &mut Frame {
        if self.used == self.frames.len() {
            self.frames.push(Frame::default());
        }
        self.used += 1;
        &mut self.frames[self.used - 1]
    }

    /// Removes the last frame.
    pub fn pop(&mut self) {
        self.used -= 1;
    }
}

impl Deref for SearchStack {
    type Target = [Frame];

    fn deref(&self) -> &[Frame] {
        &self.frames[..self.used]
    }
}

impl DerefMut for SearchStack {
    fn deref_mut(&mut self) -> &mut [Frame] {
        &mut self.frames[..self.used]
    }
}
