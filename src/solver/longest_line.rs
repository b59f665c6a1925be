//! The longest line of a proof of mate, which is the bound that the certificate claims.
//!
//! The written length of a node is an upper bound, because a node that others depend on may be
//! replaced by one with a shorter mate later. [`Extractor::tighten`] sets the length of each node
//! to that of the longest defense against the written moves, and drops the nodes that none of these
//! moves leads to.
//!
//! Where several nodes cover a position, the attacker follows the one with the fewest plies *as
//! written*, here and in [`Extractor::line_of_proof`]. Written plies fall along every edge, so this
//! is a strategy without cycles, and the checker accepts the length of its longest line as a bound.
//!
//! A node has the smallest hand that suffices, and the defender has the rest. So the longest
//! defense may drop pieces that the defender never gets in play, and then no line of play is as
//! long as the bound. [`Extractor::expand_to_played_hands`] finds the longest line of play.
//! Wherever the covering nodes have too many plies, it adds the positions on the line and beside
//! it, with the hands that play leads to.

use super::extraction::{Extractor, WrittenResult};
use crate::position::{Engine, Hand, MoveList};
use crate::proof::certificate::{CertificateNode, Strategy, UncertifiedReason};
use crate::rules::Side;
use crate::search::node_key::NodeKey;
use crate::search::plies::Plies;
use std::collections::{HashMap, HashSet};

/// Nodes between two polls of the limits.
const POLL_INTERVAL_NODES: usize = 256;

/// Positions of play to visit for the longest line, for each node of the proof.
const MAX_PLAYED_POSITIONS_PER_NODE: usize = 16;

/// Positions of play to visit for the longest line, beside those for each node.
const MIN_PLAYED_POSITIONS: usize = 1 << 14;

/// An attacker's position in the walk through a proof, and how far its replies are done.
struct LengthStep {
    /// Index of the node that covers the position.
    index: usize,
    node: NodeKey,
    /// The hands that play has led to, if the engine has others instead.
    played_hands: Option<[Hand; 2]>,
    replies: MoveList,
    next_reply: usize,
    /// The longest mate after the replies that are done.
    longest: Plies,
}

/// Lengths of the longest lines from attacker's positions.
enum LineLengths {
    /// From nodes, with their hands, by index; 0 until it is known.
    OfNodes(Vec<Plies>),
    /// From positions of play, at most `max_positions`.
    OfPlay { lengths: HashMap<NodeKey, Plies>, max_positions: usize },
}

impl LineLengths {
    fn get(&self, index: usize, node: NodeKey) -> Option<Plies> {
        match self {
            LineLengths::OfNodes(lengths) => Some(lengths[index]).filter(|&plies| plies > 0),
            LineLengths::OfPlay { lengths, .. } => lengths.get(&node).copied(),
        }
    }

    /// Stores the length from the position of a step.
    fn store(&mut self, step: &LengthStep, plies: Plies) -> Result<(), WalkFailed> {
        match self {
            LineLengths::OfNodes(lengths) => lengths[step.index] = plies,
            LineLengths::OfPlay { lengths, max_positions } => {
                if lengths.len() >= *max_positions {
                    return Err(WalkFailed);
                }
                lengths.insert(step.node, plies);
            }
        }
        Ok(())
    }
}

/// Changes that expand a proof to the hands of play.
struct Expansion {
    /// Lengths of the longest lines from positions of play.
    lengths: HashMap<NodeKey, Plies>,
    /// Positions that have a node of their own by now.
    added: HashSet<NodeKey>,
    /// Replaced nodes with their indices, for a rollback.
    replaced: Vec<(usize, CertificateNode)>,
}

/// The walk was stopped or became too large, or the proof has a gap that the checker will find.
struct WalkFailed;

impl<E: Engine> Extractor<'_, E> {
    /// Sets the lengths of the nodes of a mate within `plies` from the engine's position to those
    /// of their longest lines, and returns that of the root. If `is_over` returns true first,
    /// nothing changes.
    pub async fn tighten(&mut self, plies: Plies, is_over: &(dyn Fn() -> bool + Sync)) -> Plies {
        let mut lengths = LineLengths::OfNodes(vec![0; self.nodes.len()]);
        let longest = self.longest_from_root(&mut lengths, is_over).await;
        let (Ok(longest), LineLengths::OfNodes(lengths)) = (longest, lengths) else {
            return plies;
        };
        self.set_lengths(&lengths);
        longest
    }

    /// Makes the length of the longest line of play the bound of a tightened mate, and returns it.
    /// If that takes too many positions or too much memory, or `is_over` returns true first,
    /// returns none and changes nothing.
    pub async fn expand_to_played_hands(
        &mut self,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Option<Plies> {
        let max_positions = MAX_PLAYED_POSITIONS_PER_NODE * self.nodes.len() + MIN_PLAYED_POSITIONS;
        let mut lengths = LineLengths::OfPlay { lengths: HashMap::new(), max_positions };
        let longest = self.longest_from_root(&mut lengths, is_over).await;
        let (Ok(longest), LineLengths::OfPlay { lengths, .. }) = (longest, lengths) else {
            return None;
        };
        let (nodes, bytes) = (self.nodes.len(), self.remaining_bytes);
        let mut expansion = Expansion { lengths, added: HashSet::new(), replaced: Vec::new() };
        if self.expand_from_root(longest, &mut expansion).await.is_err() {
            self.nodes.truncate(nodes);
            for (index, node) in expansion.replaced.into_iter().rev() {
                self.nodes[index] = node;
            }
            self.remaining_bytes = bytes;
            return None;
        }
        self.lengths_of_play = Some(expansion.lengths);
        Some(longest)
    }

    async fn expand_from_root(
        &mut self,
        longest: Plies,
        expansion: &mut Expansion,
    ) -> Result<(), UncertifiedReason> {
        if self.searcher.engine().side() == self.attacker {
            return self.expand_from(longest, expansion).await;
        }
        let mut replies = self.move_list();
        self.searcher.engine().generate_legal(&mut replies);
        for &reply in &replies {
            self.searcher.engine().play(reply);
            let result = self.expand_from(longest.saturating_sub(1), expansion).await;
            self.searcher.engine().undo();
            result?;
        }
        Ok(())
    }

    /// Adds nodes until the engine's position, an attacker's, is covered within `limit` plies.
    async fn expand_from(
        &mut self,
        limit: Plies,
        expansion: &mut Expansion,
    ) -> Result<(), UncertifiedReason> {
        let root = self.searcher.node();
        if self.covers(root, limit) || !expansion.added.insert(root) {
            return Ok(());
        }
        let mut steps = vec![(self.add_position(root, expansion), MoveList::new(), 0)];
        let mut result = Ok(());
        while let Some((added, replies, next)) = steps.last_mut() {
            let limit = match *added {
                Ok(plies) => plies.saturating_sub(2),
                Err(doubt) => {
                    result = Err(doubt);
                    0
                }
            };
            if *next == 0 && result.is_ok() {
                self.searcher.engine().generate_legal(replies);
            }
            if let Some(&reply) = replies.get(*next).filter(|_| result.is_ok()) {
                *next += 1;
                let node = self.searcher.node_after(reply);
                if !self.covers(node, limit) && expansion.added.insert(node) {
                    self.searcher.pause_after(1).await;
                    self.searcher.engine().play(reply);
                    let added = self.add_position(node, expansion);
                    steps.push((added, MoveList::new(), 0));
                }
                continue;
            }
            let has_played = added.is_ok();
            steps.pop();
            if has_played {
                self.searcher.engine().undo();
            }
            if !steps.is_empty() {
                self.searcher.engine().undo();
            }
        }
        result
    }

    /// Adds a node for the engine's position and plays its move. Returns its plies.
    fn add_position(
        &mut self,
        at: NodeKey,
        expansion: &mut Expansion,
    ) -> Result<Plies, UncertifiedReason> {
        let index = self.covering(at).ok_or(UncertifiedReason::Contradiction)?;
        let plies = *expansion.lengths.get(&at).ok_or(UncertifiedReason::Contradiction)?;
        let Strategy::Attack(m) = self.nodes[index].strategy else {
            return Err(UncertifiedReason::Contradiction);
        };
        let node = CertificateNode {
            position: self.searcher.engine().position(),
            plies,
            strategy: Strategy::Attack(m),
        };
        let list = self.written.get(&at.board.0).map_or(&[][..], Vec::as_slice);
        match list.iter().find(|(hand, ..)| *hand == at.hand) {
            // A certificate has each position once. The nodes that depend on this one need no fewer
            // plies.
            Some(&(.., same)) => {
                let before = std::mem::replace(&mut self.nodes[same], node);
                expansion.replaced.push((same, before));
            }
            None => {
                self.reserve(&node.position, 0)?;
                self.nodes.push(node);
            }
        }
        self.searcher.engine().play(m);
        Ok(plies)
    }

    /// True if a node of the proof before the expansion covers a position within `limit` plies.
    fn covers(&self, node: NodeKey, limit: Plies) -> bool {
        let list = self.written.get(&node.board.0).map_or(&[][..], Vec::as_slice);
        list.iter().any(|&(hand, _, at)| node.hand.dominates(hand) && self.nodes[at].plies <= limit)
    }

    /// The length of the longest line from the engine's position.
    async fn longest_from_root(
        &mut self,
        lengths: &mut LineLengths,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Plies, WalkFailed> {
        if self.searcher.engine().side() == self.attacker {
            return self.longest_from(lengths, is_over).await;
        }
        let mut replies = self.move_list();
        self.searcher.engine().generate_legal(&mut replies);
        let mut longest = 0;
        for &reply in &replies {
            self.searcher.engine().play(reply);
            let plies = self.longest_from(lengths, is_over).await;
            self.searcher.engine().undo();
            longest = longest.max(plies? + 1);
        }
        Ok(longest)
    }

    /// The length of the longest line from the engine's position, an attacker's.
    async fn longest_from(
        &mut self,
        lengths: &mut LineLengths,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Plies, WalkFailed> {
        let node = self.searcher.node();
        let root = self.covering(node).ok_or(WalkFailed)?;
        if let Some(plies) = lengths.get(root, node) {
            return Ok(plies);
        }
        let mut steps = vec![self.enter(root, node, lengths)?];
        let (mut visited, mut longest, mut has_failed) = (0, 0, false);
        while let Some(step) = steps.last_mut() {
            if !has_failed {
                if let Some(&reply) = step.replies.get(step.next_reply) {
                    let node = self.searcher.node_after(reply);
                    let covering = self.covering(node);
                    match covering.map(|index| (index, lengths.get(index, node))) {
                        Some((_, Some(plies))) => {
                            step.longest = step.longest.max(plies);
                            step.next_reply += 1;
                        }
                        Some((index, None)) => {
                            visited += 1;
                            has_failed = visited % POLL_INTERVAL_NODES == 0 && is_over();
                            self.searcher.pause_after(1).await;
                            self.searcher.engine().play(reply);
                            match self.enter(index, node, lengths) {
                                Ok(deeper) => steps.push(deeper),
                                Err(WalkFailed) => {
                                    self.searcher.engine().undo();
                                    has_failed = true;
                                }
                            }
                        }
                        None => has_failed = true,
                    }
                    continue;
                }
            }
            let Some(step) = steps.pop() else { break };
            self.searcher.engine().undo();
            longest = step.longest + if step.replies.is_empty() { 1 } else { 2 };
            if !has_failed {
                has_failed = lengths.store(&step, longest).is_err();
            }
            if let Some(hands) = step.played_hands {
                self.searcher.engine().set_hands(hands);
            }
            self.unused_lists.push(step.replies);
            if let Some(parent) = steps.last_mut() {
                self.searcher.engine().undo();
                parent.longest = parent.longest.max(longest);
                parent.next_reply += 1;
            }
        }
        if has_failed { Err(WalkFailed) } else { Ok(longest) }
    }

    /// The node that the attacker follows at a position.
    pub(super) fn covering(&self, node: NodeKey) -> Option<usize> {
        let list = self.written.get(&node.board.0)?;
        let fits = list.iter().filter(|(hand, ..)| node.hand.dominates(*hand));
        fits.min_by_key(|(_, plies, _)| *plies).map(|&(.., index): &WrittenResult| index)
    }

    /// Plays the move of a node at the engine's position.
    fn enter(
        &mut self,
        index: usize,
        node: NodeKey,
        lengths: &LineLengths,
    ) -> Result<LengthStep, WalkFailed> {
        let CertificateNode { ref position, strategy: ref play, .. } = self.nodes[index];
        let Strategy::Attack(m) = *play else { return Err(WalkFailed) };
        let hands_of_node = position.hands;
        let mut replies = self.move_list();
        let engine = self.searcher.engine();
        let hands = Side::BOTH.map(|side| engine.hand(side));
        let takes_hands_of_node =
            matches!(lengths, LineLengths::OfNodes(_)) && hands != hands_of_node;
        if takes_hands_of_node {
            engine.set_hands(hands_of_node);
        }
        engine.play(m);
        engine.generate_legal(&mut replies);
        let played_hands = takes_hands_of_node.then_some(hands);
        Ok(LengthStep { index, node, played_hands, replies, next_reply: 0, longest: 0 })
    }

    /// Sets the lengths of the nodes, and drops those without one.
    fn set_lengths(&mut self, lengths: &[Plies]) {
        let mut new_indices = vec![0; lengths.len()];
        let mut count = 0;
        for (index, &plies) in lengths.iter().enumerate() {
            new_indices[index] = count;
            self.nodes[index].plies = plies;
            count += usize::from(plies > 0);
        }
        self.nodes.retain(|node| node.plies > 0);
        for list in self.written.values_mut() {
            list.retain(|&(_, _, index)| lengths[index] > 0);
            list.iter_mut().for_each(|(_, _, index)| *index = new_indices[*index]);
        }
    }
}
