//! Proof that the defence holds for `len` plies by the convention `composers`: a graph of
//! attacker nodes, in which each of his moves has a reply that counts.
//!
//! The graph grows optimistically: a reply is taken if it holds when every drop counts. A drop
//! counts if after each capture of it, with the piece given back, there is no mate within the plies
//! left: if moves alone are mated within fewer plies, the drop makes the defence longer, and if
//! they are not mated, one of them holds. Exact lengths are compared only if no other reply is
//! left. A node that turns out not to hold is refuted, and its dependents need other replies.
//!
//! A position stands in the graph once, with the most plies for which it is needed, and may depend
//! on itself: with fewer plies, or through a circle of captures. That is sound. Suppose that some
//! position of the finished graph were mated within its plies. Take the one mated soonest, and of
//! those the one whose mate needs the fewest captures to show. Its reply leads to a position mated
//! two plies sooner, or its drop is futile by a capture after which as soon a mate needs fewer
//! captures: a contradiction.

use crate::judge::conventions::composers::{Bound, BudgetExhausted, ComposersConvention};
use crate::judge::finding::Finding;
use crate::judge::optimal_play::{PositionKey, position_key};
use crate::position::{Engine, Move, MoveList};
use crate::search::plies::Plies;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::iter;

/// Nodes for each reply that no search has decided, by round. A futile drop can refute a move in
/// the plain search. Then the graph needs a reply that the plain search never looked at. Often one
/// such reply is easy, and another takes millions of nodes.
const REPLY_EFFORTS: [u64; 4] = [1_000, 16_000, 256_000, u64::MAX];
/// Bytes charged for an attacker node.
const ATTACKER_NODE_BYTES: usize = 256;
/// Bytes charged for a defender node.
const DEFENDER_NODE_BYTES: usize = 160;

/// A position of the attacker without mate within `len` plies, unless refuted.
struct AttackerNode {
    key: PositionKey,
    len: Plies,
    /// The defender node that first led here, and the reply; `None` at the root.
    from: Option<(usize, Move)>,
    is_refuted: bool,
    /// Defender nodes whose reply leads here.
    dependents: Vec<usize>,
}

/// Origin of a defender node.
#[derive(Clone, Copy)]
enum DefenderOrigin {
    Root,
    /// A move from an attacker node.
    Move(usize, Move),
    /// A drop at a defender node and its capture, with the piece given back.
    Capture(usize, Move, Move),
}

/// A position of the defender without mate within `len` plies, unless refuted.
struct DefenderNode {
    origin: DefenderOrigin,
    len: Plies,
    is_refuted: bool,
    /// After a capture: its key, and the defender nodes whose reply is the drop.
    captured: Option<(PositionKey, Vec<usize>)>,
}

/// Replies to consider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReplyScope {
    /// Those that are known to hold or in the graph.
    Known,
    /// All that are not known to be mated.
    All,
}

/// A reply that holds if every drop counts.
struct CandidateReply {
    m: Move,
    /// The position after it.
    key: PositionKey,
    /// True if that position is known to hold.
    is_settled: bool,
}

/// Result of a look at a reply.
enum ReplyFinding {
    /// The attacker mates after it against all replies.
    Mated,
    /// It holds if every drop counts.
    Holds(CandidateReply),
    /// The effort did not suffice.
    Open,
}

pub struct DefenceGraph<'g, 'a, E> {
    convention: &'g ComposersConvention<'a, E>,
    root: E,
    /// Number of questions around this one.
    depth: u32,
    attacker_nodes: Vec<AttackerNode>,
    defender_nodes: Vec<DefenderNode>,
    /// Attacker nodes by key, and defender nodes after captures by key.
    attacker_index: HashMap<PositionKey, usize>,
    capture_index: HashMap<PositionKey, usize>,
    /// Attacker nodes whose moves need replies, by plies: the longest first, since they serve for
    /// fewer plies too.
    queue: BTreeMap<Plies, Vec<usize>>,
    /// Defender nodes that need a reply, or another one.
    unanswered: Vec<usize>,
    root_refuted: bool,
    /// Bytes reserved so far.
    bytes: usize,
}

impl<'g, 'a, E: Engine + Sync> DefenceGraph<'g, 'a, E> {
    pub fn new(convention: &'g ComposersConvention<'a, E>, root: E, depth: u32) -> Self {
        DefenceGraph {
            convention,
            root,
            depth,
            attacker_nodes: Vec::new(),
            defender_nodes: Vec::new(),
            attacker_index: HashMap::new(),
            capture_index: HashMap::new(),
            queue: BTreeMap::new(),
            unanswered: Vec::new(),
            root_refuted: false,
            bytes: 0,
        }
    }

    /// True if the root is not mate within `len` plies.
    ///
    /// # Errors
    /// The budget or the memory is exhausted.
    pub fn holds(mut self, len: Plies) -> Result<bool, BudgetExhausted> {
        if self.root.side() == self.convention.plain.attacker {
            self.add_attacker_node(position_key(&self.root), len, None)?;
        } else {
            let defender_node = self.add_defender_node(DefenderOrigin::Root, len, None)?;
            self.unanswered.push(defender_node);
        }
        while !self.root_refuted {
            if let Some(defender_node) = self.unanswered.pop() {
                if self.is_needed(defender_node) {
                    let mut engine = self.engine_at_defender(defender_node);
                    self.answer(&mut engine, defender_node)?;
                }
                continue;
            }
            let Some(mut most) = self.queue.last_entry() else { break };
            match most.get_mut().pop() {
                Some(attacker_node) => self.answer_all_moves(attacker_node)?,
                None => {
                    most.remove();
                }
            }
        }
        if !self.root_refuted {
            for node in self.attacker_nodes.iter().filter(|node| !node.is_refuted) {
                self.convention.remember_bound(node.key, node.len, Bound::NoMate);
            }
            for node in self.defender_nodes.iter().filter(|node| !node.is_refuted) {
                if let Some((key, _)) = node.captured {
                    self.convention.remember_bound(key, node.len, Bound::NoMate);
                }
            }
        }
        Ok(!self.root_refuted)
    }

    fn is_needed(&self, defender_node: usize) -> bool {
        let defender_node = &self.defender_nodes[defender_node];
        let needed = match defender_node.origin {
            DefenderOrigin::Root | DefenderOrigin::Capture(..) => true,
            DefenderOrigin::Move(attacker_node, _) => {
                !self.attacker_nodes[attacker_node].is_refuted
            }
        };
        needed && !defender_node.is_refuted
    }

    /// Finds replies to all moves at an attacker node.
    fn answer_all_moves(&mut self, attacker_node: usize) -> Result<(), BudgetExhausted> {
        let AttackerNode { len, is_refuted, .. } = self.attacker_nodes[attacker_node];
        let Some(rest) = len.checked_sub(1).filter(|_| !is_refuted) else { return Ok(()) };
        let mut engine = self.engine_at_attacker(attacker_node);
        let mut moves = MoveList::new();
        engine.generate_forcing(&mut moves);
        for m in moves {
            let defender_node =
                self.add_defender_node(DefenderOrigin::Move(attacker_node, m), rest, None)?;
            engine.play(m);
            self.answer(&mut engine, defender_node)?;
            engine.undo();
            if self.attacker_nodes[attacker_node].is_refuted {
                break;
            }
        }
        Ok(())
    }

    /// Finds a reply at a defender node, where the engine is, or refutes the node.
    fn answer(&mut self, engine: &mut E, defender_node: usize) -> Result<(), BudgetExhausted> {
        if !self.is_answered(engine, defender_node)? {
            self.refute(defender_node);
        }
        Ok(())
    }

    fn is_answered(
        &mut self,
        engine: &mut E,
        defender_node: usize,
    ) -> Result<bool, BudgetExhausted> {
        let len = self.defender_nodes[defender_node].len;
        let mut replies = MoveList::new();
        engine.generate_legal(&mut replies);
        let Some(rest) = len.checked_sub(1) else {
            if replies.iter().any(|&m| !self.convention.is_interposed_drop(engine, m)) {
                return Ok(true);
            }
            // Without drops the defender is mated, so a drop is futile if a capture of it mates.
            for m in replies {
                if self.drop_may_count(engine, defender_node, m)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        };
        let mut doubtful = Vec::new();
        // The first round takes only replies that are known to hold. The others search, with more
        // effort each: the position itself, then each reply, until one holds.
        let later = REPLY_EFFORTS
            .iter()
            .flat_map(|&effort| [(ReplyScope::Known, effort), (ReplyScope::All, effort)]);
        for (scope, effort) in iter::once((ReplyScope::Known, 0)).chain(later) {
            if scope == ReplyScope::Known
                && effort > 0
                && self.convention.is_mated_against_all_replies(engine, len, effort)?
                    == Finding::Yes
            {
                return Ok(false);
            }
            let mut open = MoveList::new();
            for m in self.candidates(engine, &mut replies, rest, scope) {
                let reply = match self.reply(engine, m, rest, effort)? {
                    ReplyFinding::Mated => continue,
                    ReplyFinding::Open => {
                        open.push(m);
                        continue;
                    }
                    ReplyFinding::Holds(reply) => reply,
                };
                if !self.drop_may_count(engine, defender_node, m)? {
                    doubtful.push(reply);
                    continue;
                }
                self.set_answer(defender_node, &reply, rest)?;
                return Ok(true);
            }
            replies.extend(open);
        }
        for reply in doubtful {
            if !self.convention.is_futile(engine, reply.m, len, self.depth)? {
                self.set_answer(defender_node, &reply, rest)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes the replies of `scope` that are not known to be mated within `rest` plies out of
    /// `replies`, best first. Removes those that are known to be mated.
    fn candidates(
        &self,
        engine: &mut E,
        replies: &mut MoveList,
        rest: Plies,
        scope: ReplyScope,
    ) -> MoveList {
        let mut ranked = Vec::with_capacity(replies.len());
        replies.retain(|&m| {
            engine.play(m);
            let (mated, look) = self.convention.look_up(engine, rest);
            let is_in_graph = mated == Finding::Unknown
                && self.find_attacker_node(position_key(engine), rest).is_some();
            engine.undo();
            if mated == Finding::Yes {
                return false;
            }
            let rank = match mated {
                Finding::No => 0,
                _ if is_in_graph => 1,
                _ if look.is_no_mate() => 2,
                _ if scope == ReplyScope::All => 3,
                _ => return true,
            };
            // The longer the known refutation, the less is left to prove.
            let reach = if look.is_no_mate() { look.plies() } else { 0 };
            ranked.push(((rank, m.dropped().is_some(), Reverse(reach), look.effort()), m));
            false
        });
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, m)| m).collect()
    }

    /// Looks at a reply as if every drop counted, with about `effort` nodes at most.
    fn reply(
        &self,
        engine: &mut E,
        m: Move,
        rest: Plies,
        effort: u64,
    ) -> Result<ReplyFinding, BudgetExhausted> {
        engine.play(m);
        let key = position_key(engine);
        let is_in_graph = self.find_attacker_node(key, rest).is_some();
        let mated = if is_in_graph {
            Ok(Some(Finding::Unknown))
        } else {
            self.convention.decide_by_bounds_within(engine, rest, effort)
        };
        engine.undo();
        let holds = |is_settled| ReplyFinding::Holds(CandidateReply { m, key, is_settled });
        Ok(match mated? {
            Some(Finding::Yes) => ReplyFinding::Mated,
            Some(Finding::No) => holds(true),
            Some(Finding::Unknown) => holds(false),
            None => ReplyFinding::Open,
        })
    }

    /// Ensures that all captures of a drop have replies; true at once for replies that cannot be
    /// futile. False if a capture is known to mate within the plies left.
    fn drop_may_count(
        &mut self,
        engine: &mut E,
        defender_node: usize,
        drop: Move,
    ) -> Result<bool, BudgetExhausted> {
        if !self.convention.is_interposed_drop(engine, drop) {
            return Ok(true);
        }
        let len = self.defender_nodes[defender_node].len;
        let mut open = Vec::new();
        for (capture, taken) in self.convention.captures(engine, drop) {
            match self.convention.decide_by_bounds(&taken, len)? {
                Finding::Yes => return Ok(false),
                Finding::No => {}
                Finding::Unknown => open.push((capture, position_key(&taken))),
            }
        }
        for (capture, key) in open {
            let found = self.capture_index.get(&key).copied();
            let index = match found.filter(|&index| self.defender_nodes[index].len >= len) {
                Some(index) => index,
                None => {
                    let origin = DefenderOrigin::Capture(defender_node, drop, capture);
                    let index = self.add_defender_node(origin, len, Some((key, Vec::new())))?;
                    self.capture_index.insert(key, index);
                    self.unanswered.push(index);
                    index
                }
            };
            if let Some((_, dependents)) = &mut self.defender_nodes[index].captured {
                dependents.push(defender_node);
            }
        }
        Ok(true)
    }

    /// Makes `reply` the answer at a defender node.
    fn set_answer(
        &mut self,
        defender_node: usize,
        reply: &CandidateReply,
        rest: Plies,
    ) -> Result<(), BudgetExhausted> {
        if reply.is_settled {
            return Ok(());
        }
        let attacker_node = match self.find_attacker_node(reply.key, rest) {
            Some(attacker_node) => attacker_node,
            None => self.add_attacker_node(reply.key, rest, Some((defender_node, reply.m)))?,
        };
        self.attacker_nodes[attacker_node].dependents.push(defender_node);
        Ok(())
    }

    /// A defender node has no reply. That is final, since everything that answered it was refuted
    /// for good.
    fn refute(&mut self, index: usize) {
        let defender_node = &mut self.defender_nodes[index];
        defender_node.is_refuted = true;
        if let Some((key, dependents)) = defender_node.captured.take() {
            self.convention.remember_bound(key, defender_node.len, Bound::Mate);
            self.unanswered.extend(dependents);
            if self.capture_index.get(&key) == Some(&index) {
                self.capture_index.remove(&key);
            }
        }
        match defender_node.origin {
            DefenderOrigin::Root => self.root_refuted = true,
            DefenderOrigin::Capture(..) => {}
            DefenderOrigin::Move(index, _) => {
                let attacker_node = &mut self.attacker_nodes[index];
                attacker_node.is_refuted = true;
                self.root_refuted |= attacker_node.from.is_none();
                self.convention.remember_bound(attacker_node.key, attacker_node.len, Bound::Mate);
                self.unanswered.append(&mut attacker_node.dependents);
                if self.attacker_index.get(&attacker_node.key) == Some(&index) {
                    self.attacker_index.remove(&attacker_node.key);
                }
            }
        }
    }

    /// The attacker node that serves for a position with `len` plies.
    fn find_attacker_node(&self, key: PositionKey, len: Plies) -> Option<usize> {
        self.attacker_index
            .get(&key)
            .copied()
            .filter(|&index| self.attacker_nodes[index].len >= len)
    }

    fn add_attacker_node(
        &mut self,
        key: PositionKey,
        len: Plies,
        from: Option<(usize, Move)>,
    ) -> Result<usize, BudgetExhausted> {
        self.reserve_bytes(ATTACKER_NODE_BYTES)?;
        let index = self.attacker_nodes.len();
        self.attacker_nodes.push(AttackerNode {
            key,
            len,
            from,
            is_refuted: false,
            dependents: Vec::new(),
        });
        self.attacker_index.insert(key, index);
        self.queue.entry(len).or_default().push(index);
        Ok(index)
    }

    fn add_defender_node(
        &mut self,
        origin: DefenderOrigin,
        len: Plies,
        captured: Option<(PositionKey, Vec<usize>)>,
    ) -> Result<usize, BudgetExhausted> {
        self.reserve_bytes(DEFENDER_NODE_BYTES)?;
        self.defender_nodes.push(DefenderNode { origin, len, is_refuted: false, captured });
        Ok(self.defender_nodes.len() - 1)
    }

    fn reserve_bytes(&mut self, bytes: usize) -> Result<(), BudgetExhausted> {
        self.convention.reserve_bytes(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// The engine at an attacker node.
    fn engine_at_attacker(&self, attacker_node: usize) -> E {
        let Some((defender_node, reply)) = self.attacker_nodes[attacker_node].from else {
            return self.root.clone();
        };
        let mut engine = self.engine_at_defender(defender_node);
        engine.play(reply);
        engine
    }

    /// The engine at a defender node. The path can be thousands of plies long.
    fn engine_at_defender(&self, mut defender_node: usize) -> E {
        let mut way = Vec::new();
        loop {
            defender_node = match self.defender_nodes[defender_node].origin {
                DefenderOrigin::Root => break,
                DefenderOrigin::Capture(before, drop, capture) => {
                    way.push((drop, Some(capture)));
                    before
                }
                DefenderOrigin::Move(attacker_node, m) => {
                    way.push((m, None));
                    let Some((before, reply)) = self.attacker_nodes[attacker_node].from else {
                        break;
                    };
                    way.push((reply, None));
                    before
                }
            };
        }
        let mut engine = self.root.clone();
        for (m, capture) in way.into_iter().rev() {
            let Some(capture) = capture else {
                engine.play(m);
                continue;
            };
            let mut captures = self.convention.captures(&mut engine, m).into_iter();
            let taken = captures.find(|(m, _)| *m == capture);
            engine = taken.expect("the capture was there before").1;
        }
        engine
    }
}

impl<E> Drop for DefenceGraph<'_, '_, E> {
    fn drop(&mut self) {
        self.convention.release_bytes(self.bytes);
    }
}
