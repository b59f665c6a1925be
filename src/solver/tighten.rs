//! The longest line of a proof of mate.
//!
//! What is written down is an upper bound at each node, because a node that a proof leans on may be replaced by one of a
//! shorter mate later. Here each node gets the length of the longest defence against the moves that stand in the proof,
//! and nodes that none of these moves leads to are dropped.
//!
//! At a position that several nodes cover the attacker follows the one with the fewest plies *as written*, here and in
//! [`Extractor::main_line`]. Plies as written fall along every edge, so this is a strategy without cycles, and its
//! longest line is a bound that the checker accepts.
//!
//! A node has the least hand that is enough, and the defender the rest. So the longest defence may drop what the defender
//! never gets in play, and no line of play is as long as the bound. [`Extractor::spell_out`] then finds the longest line
//! of play, and adds the positions on it and beside it, with the hands that play leads to, wherever the nodes that cover
//! them have too many plies.

use super::extract::Extractor;
use crate::position::{Engine, Hand, MoveList};
use crate::proof::certificate::{Doubt, Node, Play};
use crate::rules::Side;
use crate::search::node_key::NodeKey;
use crate::search::plies::Plies;
use std::collections::{HashMap, HashSet};

/// Nodes between two looks at the limits.
const POLL_INTERVAL_NODES: usize = 256;

/// Positions of play that are looked at for the longest line: this many for each node, and
const PLAY_FACTOR: usize = 16;
/// this many.
const PLAY_POSITIONS: usize = 1 << 14;

/// A position of the proof while its replies are gone through.
struct Step {
    index: usize,
    node: NodeKey,
    /// The hands that play has led to, if others stand in their place.
    hands: Option<[Hand; 2]>,
    replies: MoveList,
    next: usize,
    /// The longest mate after the replies gone through.
    worst: Plies,
}

/// The lengths that are known.
enum Lengths {
    /// Of nodes; 0 until it is known.
    Nodes(Vec<Plies>),
    /// Of positions of play, of which there may be this many.
    Play(HashMap<NodeKey, Plies>, usize),
}

impl Lengths {
    fn get(&self, index: usize, node: NodeKey) -> Option<Plies> {
        match self {
            Lengths::Nodes(lengths) => Some(lengths[index]).filter(|&plies| plies > 0),
            Lengths::Play(lengths, _) => lengths.get(&node).copied(),
        }
    }

    /// Notes the length of the position of a step.
    fn learn(&mut self, step: &Step, plies: Plies) -> Result<(), Broken> {
        match self {
            Lengths::Nodes(lengths) => lengths[step.index] = plies,
            Lengths::Play(lengths, most) => {
                if lengths.len() >= *most {
                    return Err(Broken);
                }
                lengths.insert(step.node, plies);
            }
        }
        Ok(())
    }
}

/// A proof whose bound is being made that of play.
struct Spelling {
    /// The longest lines from positions of play.
    lengths: HashMap<NodeKey, Plies>,
    /// Positions that have a node of their own.
    spelt: HashSet<NodeKey>,
    /// Nodes that others stand in place of, by index.
    replaced: Vec<(usize, Node)>,
}

/// The walk was stopped or became too large, or the proof has a gap that the checker will find.
struct Broken;

impl<E: Engine> Extractor<'_, E> {
    /// Gives the nodes of a mate within `plies` from the engine's position the lengths of their longest lines, and
    /// returns the root's. If `is_over` says so first, everything stays as it is.
    pub fn tighten(&mut self, plies: Plies, is_over: &dyn Fn() -> bool) -> Plies {
        let mut lengths = Lengths::Nodes(vec![0; self.nodes.len()]);
        let tight = self.longest_from_root(&mut lengths, is_over);
        let (Ok(tight), Lengths::Nodes(lengths)) = (tight, lengths) else { return plies };
        self.keep(&lengths);
        tight
    }

    /// Makes the longest line of play the bound of a tightened mate, and returns its length; none, and everything stays as
    /// it is, if that takes too much or `is_over` says so first.
    pub fn spell_out(&mut self, is_over: &dyn Fn() -> bool) -> Option<Plies> {
        let most = PLAY_FACTOR * self.nodes.len() + PLAY_POSITIONS;
        let mut lengths = Lengths::Play(HashMap::new(), most);
        let longest = self.longest_from_root(&mut lengths, is_over);
        let (Ok(longest), Lengths::Play(lengths, _)) = (longest, lengths) else { return None };
        let (nodes, room) = (self.nodes.len(), self.room);
        let mut spelling = Spelling { lengths, spelt: HashSet::new(), replaced: Vec::new() };
        if self.spell_from_root(longest, &mut spelling).is_err() {
            self.nodes.truncate(nodes);
            for (index, node) in spelling.replaced.into_iter().rev() {
                self.nodes[index] = node;
            }
            self.room = room;
            return None;
        }
        self.lengths_of_play = Some(spelling.lengths);
        Some(longest)
    }

    fn spell_from_root(&mut self, longest: Plies, spelling: &mut Spelling) -> Result<(), Doubt> {
        if self.searcher.engine().side() == self.attacker {
            return self.spell(longest, spelling);
        }
        let mut replies = self.list();
        self.searcher.engine().generate_legal(&mut replies);
        for &reply in &replies {
            self.searcher.engine().play(reply);
            let result = self.spell(longest.saturating_sub(1), spelling);
            self.searcher.engine().undo();
            result?;
        }
        Ok(())
    }

    /// Adds nodes until the engine's position, an attacker's, is covered within `limit`.
    fn spell(&mut self, limit: Plies, spelling: &mut Spelling) -> Result<(), Doubt> {
        let root = self.searcher.node();
        if self.covers(root, limit) || !spelling.spelt.insert(root) {
            return Ok(());
        }
        let mut steps = vec![(self.add_position(root, spelling), MoveList::new(), 0)];
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
                if !self.covers(node, limit) && spelling.spelt.insert(node) {
                    self.searcher.engine().play(reply);
                    let added = self.add_position(node, spelling);
                    steps.push((added, MoveList::new(), 0));
                }
                continue;
            }
            let entered = added.is_ok();
            steps.pop();
            if entered {
                self.searcher.engine().undo();
            }
            if !steps.is_empty() {
                self.searcher.engine().undo();
            }
        }
        result
    }

    /// Adds a node for the engine's position and plays its move. Returns its plies.
    fn add_position(&mut self, at: NodeKey, spelling: &mut Spelling) -> Result<Plies, Doubt> {
        let index = self.covering(at).ok_or(Doubt::Contradiction)?;
        let plies = *spelling.lengths.get(&at).ok_or(Doubt::Contradiction)?;
        let Play::Mate(m) = self.nodes[index].play else { return Err(Doubt::Contradiction) };
        let node = Node { position: self.searcher.engine().position(), plies, play: Play::Mate(m) };
        let list = self.known.get(&at.board.0).map_or(&[][..], Vec::as_slice);
        match list.iter().find(|(hand, ..)| *hand == at.hand) {
            // No position stands there twice. Whatever leans on this one needs no fewer plies.
            Some(&(.., same)) => {
                let before = std::mem::replace(&mut self.nodes[same], node);
                spelling.replaced.push((same, before));
            }
            None => {
                self.pay(&node.position, 0)?;
                self.nodes.push(node);
            }
        }
        self.searcher.engine().play(m);
        Ok(plies)
    }

    /// True if a node that was there before shows a mate within `limit` from a position.
    fn covers(&self, node: NodeKey, limit: Plies) -> bool {
        let list = self.known.get(&node.board.0).map_or(&[][..], Vec::as_slice);
        list.iter().any(|&(hand, _, at)| node.hand.dominates(hand) && self.nodes[at].plies <= limit)
    }

    fn longest_from_root(
        &mut self,
        lengths: &mut Lengths,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Plies, Broken> {
        if self.searcher.engine().side() == self.attacker {
            return self.longest(lengths, is_over);
        }
        let mut replies = self.list();
        self.searcher.engine().generate_legal(&mut replies);
        let mut worst = 0;
        for &reply in &replies {
            self.searcher.engine().play(reply);
            let plies = self.longest(lengths, is_over);
            self.searcher.engine().undo();
            worst = worst.max(plies? + 1);
        }
        Ok(worst)
    }

    /// The length of the longest line from the engine's position, an attacker's.
    fn longest(
        &mut self,
        lengths: &mut Lengths,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Plies, Broken> {
        let node = self.searcher.node();
        let root = self.covering(node).ok_or(Broken)?;
        if let Some(plies) = lengths.get(root, node) {
            return Ok(plies);
        }
        let mut steps = vec![self.enter(root, node, lengths)?];
        let (mut visited, mut longest, mut broken) = (0, 0, false);
        while let Some(step) = steps.last_mut() {
            if !broken && let Some(&reply) = step.replies.get(step.next) {
                let node = self.searcher.node_after(reply);
                let covering = self.covering(node);
                match covering.map(|index| (index, lengths.get(index, node))) {
                    Some((_, Some(plies))) => {
                        step.worst = step.worst.max(plies);
                        step.next += 1;
                    }
                    Some((index, None)) => {
                        visited += 1;
                        broken = visited % POLL_INTERVAL_NODES == 0 && is_over();
                        self.searcher.engine().play(reply);
                        match self.enter(index, node, lengths) {
                            Ok(deeper) => steps.push(deeper),
                            Err(Broken) => {
                                self.searcher.engine().undo();
                                broken = true;
                            }
                        }
                    }
                    None => broken = true,
                }
                continue;
            }
            let Some(step) = steps.pop() else { break };
            self.searcher.engine().undo();
            longest = step.worst + if step.replies.is_empty() { 1 } else { 2 };
            if !broken {
                broken = lengths.learn(&step, longest).is_err();
            }
            if let Some(hands) = step.hands {
                self.searcher.engine().set_hands(hands);
            }
            self.spare.push(step.replies);
            if let Some(above) = steps.last_mut() {
                self.searcher.engine().undo();
                above.worst = above.worst.max(longest);
                above.next += 1;
            }
        }
        if broken { Err(Broken) } else { Ok(longest) }
    }

    /// The node that the attacker follows at a position.
    pub(super) fn covering(&self, node: NodeKey) -> Option<usize> {
        let list = self.known.get(&node.board.0)?;
        let fits = list.iter().filter(|(hand, ..)| node.hand.dominates(*hand));
        fits.min_by_key(|(_, plies, _)| *plies).map(|&(.., index)| index)
    }

    /// Plays the move of a node at the engine's position.
    fn enter(&mut self, index: usize, node: NodeKey, lengths: &Lengths) -> Result<Step, Broken> {
        let Node { ref position, ref play, .. } = self.nodes[index];
        let Play::Mate(m) = *play else { return Err(Broken) };
        let wanted = position.hands;
        let mut replies = self.list();
        let engine = self.searcher.engine();
        let hands = Side::BOTH.map(|side| engine.hand(side));
        let other = matches!(lengths, Lengths::Nodes(_)) && hands != wanted;
        if other {
            engine.set_hands(wanted);
        }
        engine.play(m);
        engine.generate_legal(&mut replies);
        Ok(Step { index, node, hands: other.then_some(hands), replies, next: 0, worst: 0 })
    }

    /// Keeps the nodes that have a length.
    fn keep(&mut self, lengths: &[Plies]) {
        let mut places = vec![0; lengths.len()];
        let mut kept = 0;
        for (index, &plies) in lengths.iter().enumerate() {
            places[index] = kept;
            self.nodes[index].plies = plies;
            kept += usize::from(plies > 0);
        }
        self.nodes.retain(|node| node.plies > 0);
        for list in self.known.values_mut() {
            list.retain(|&(_, _, index)| lengths[index] > 0);
            list.iter_mut().for_each(|(_, _, index)| *index = places[*index]);
        }
    }
}
