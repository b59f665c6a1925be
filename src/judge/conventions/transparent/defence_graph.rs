//! How the defence holds for so many plies by the count `transparent`: a graph of the attacker's positions with a
//! reply that counts to each of his moves.
//!
//! It grows as if all went well: a reply is taken if it holds where every drop counts. A drop counts if after no capture
//! of it, the piece given back, there is a mate within the plies that are left: either moves alone are mated within so
//! many, and that is longer, or they are not, and one of them holds. Exact lengths are compared only where no reply is
//! left. What turns out not to hold is taken back, with all that leans on it.
//!
//! A position stands in the graph once, with the most plies that it is needed for, and may lean on itself: with fewer, or
//! through captures that go round in a circle. Were one of them mated within its plies, take the one mated soonest, and of
//! those the one whose mate takes the fewest captures to show: the reply leads to one mated two plies sooner, or the drop
//! is futile by a capture after which as soon a mate takes fewer to show.

use crate::judge::conventions::transparent::{BudgetExhausted, TransparentConvention};
use crate::judge::finding::Finding;
use crate::judge::optimal_play::{PositionKey, position_key};
use crate::position::{Engine, Move, MoveList};
use crate::search::plies::Plies;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// Bytes that a position of the attacker takes.
const ATTACKER_NODE_BYTES: usize = 256;
/// Bytes that one of the defender takes.
const DEFENDER_NODE_BYTES: usize = 160;

/// A position of the attacker that is not mate within `len` plies, unless it fell.
struct AttackerNode {
    key: PositionKey,
    len: Plies,
    /// The threat that first led here, and the reply to it; none at the root.
    from: Option<(usize, Move)>,
    is_refuted: bool,
    /// Threats that are answered by going here.
    dependents: Vec<usize>,
}

/// How a position of the defender came about.
#[derive(Clone, Copy)]
enum DefenderOrigin {
    Root,
    /// By a move from a stand.
    Move(usize, Move),
    /// By a drop in answer to a threat, and its capture with the piece given back.
    Capture(usize, Move, Move),
}

/// A position of the defender that is not mate within `len` plies, unless it fell.
struct DefenderNode {
    origin: DefenderOrigin,
    len: Plies,
    is_refuted: bool,
    /// After a capture: the position, and the threats to which the drop is a reply.
    captured: Option<(PositionKey, Vec<usize>)>,
}

/// A reply that holds where every drop counts.
struct CandidateReply {
    m: Move,
    /// The position after it.
    key: PositionKey,
    /// Nothing more is to be shown of that.
    is_settled: bool,
}

pub struct DefenceGraph<'g, 'a, E> {
    convention: &'g TransparentConvention<'a, E>,
    root: E,
    /// How many questions this one is within.
    depth: u32,
    attacker_nodes: Vec<AttackerNode>,
    defender_nodes: Vec<DefenderNode>,
    /// Where stands, and threats after captures, are found.
    attacker_index: HashMap<PositionKey, usize>,
    capture_index: HashMap<PositionKey, usize>,
    /// Stands whose moves are to be answered: those with most plies first, since they do for fewer as well.
    queue: BTreeMap<Plies, Vec<usize>>,
    /// Threats that need an answer, or another one.
    unanswered: Vec<usize>,
    root_refuted: bool,
    /// Bytes that have been paid for.
    bytes: usize,
}

impl<'g, 'a, E: Engine + Sync> DefenceGraph<'g, 'a, E> {
    pub fn new(convention: &'g TransparentConvention<'a, E>, root: E, depth: u32) -> Self {
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
    /// If the budget or the memory does not suffice.
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
                self.convention.remember_bound(node.key, node.len, false);
            }
            for node in self.defender_nodes.iter().filter(|node| !node.is_refuted) {
                if let Some((key, _)) = node.captured {
                    self.convention.remember_bound(key, node.len, false);
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

    /// Answers all moves from a stand.
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

    /// Finds a reply to a threat, at which the engine stands, or lets it fall.
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
            // No move holds, so a drop is futile if a capture of it mates.
            for m in replies {
                if self.drop_may_count(engine, defender_node, m)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        };
        let mut doubtful = Vec::new();
        // What is known to hold; then what the search knows when it has looked for the reply itself; then any.
        for round in 0..3 {
            if round == 1 && self.convention.is_mated_against_all_replies(engine, len)? {
                return Ok(false);
            }
            let candidates = self.candidates(engine, &mut replies, rest, round == 2);
            for m in candidates {
                let Some(reply) = self.reply(engine, m, rest)? else { continue };
                if !self.drop_may_count(engine, defender_node, m)? {
                    doubtful.push(reply);
                    continue;
                }
                self.set_answer(defender_node, &reply, rest)?;
                return Ok(true);
            }
        }
        for reply in doubtful {
            if !self.convention.is_futile(engine, reply.m, len, self.depth)? {
                self.set_answer(defender_node, &reply, rest)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes out of the replies those that are not mated within `rest` plies as far as is known, best first, or `all`; and
    /// those that are known to be.
    fn candidates(
        &self,
        engine: &mut E,
        replies: &mut MoveList,
        rest: Plies,
        all: bool,
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
                _ if all => 3,
                _ => return true,
            };
            // The farther a refutation reaches the less is to be looked for beyond it.
            let reach = if look.is_no_mate() { look.plies() } else { 0 };
            ranked.push(((rank, m.dropped().is_some(), Reverse(reach), look.effort()), m));
            false
        });
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, m)| m).collect()
    }

    /// A reply, unless the attacker mates after it in any case.
    fn reply(
        &self,
        engine: &mut E,
        m: Move,
        rest: Plies,
    ) -> Result<Option<CandidateReply>, BudgetExhausted> {
        engine.play(m);
        let key = position_key(engine);
        let is_in_graph = self.find_attacker_node(key, rest).is_some();
        let mated = if is_in_graph {
            Ok(Finding::Unknown)
        } else {
            self.convention.decide_by_bounds(engine, rest)
        };
        engine.undo();
        let reply = |is_settled| CandidateReply { m, key, is_settled };
        Ok(match mated? {
            Finding::Yes => None,
            Finding::No => Some(reply(true)),
            Finding::Unknown => Some(reply(false)),
        })
    }

    /// Has all captures of a reply answered, if it is one that may be futile. False if one of them is known to mate within
    /// the plies that are left.
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

    /// Answers a threat so.
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

    /// A threat has no answer. That is so for good: whatever stood against it has fallen for good.
    fn refute(&mut self, index: usize) {
        let defender_node = &mut self.defender_nodes[index];
        defender_node.is_refuted = true;
        if let Some((key, dependents)) = defender_node.captured.take() {
            self.convention.remember_bound(key, defender_node.len, true);
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
                self.convention.remember_bound(attacker_node.key, attacker_node.len, true);
                self.unanswered.append(&mut attacker_node.dependents);
                if self.attacker_index.get(&attacker_node.key) == Some(&index) {
                    self.attacker_index.remove(&attacker_node.key);
                }
            }
        }
    }

    /// The stand that does for a position with so many plies.
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

    /// The engine at a stand.
    fn engine_at_attacker(&self, attacker_node: usize) -> E {
        let Some((defender_node, reply)) = self.attacker_nodes[attacker_node].from else {
            return self.root.clone();
        };
        let mut engine = self.engine_at_defender(defender_node);
        engine.play(reply);
        engine
    }

    /// The engine at a threat. The way to it may be thousands of plies long.
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
