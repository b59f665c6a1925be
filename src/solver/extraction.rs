//! Extraction: from the search's table to a certificate.
//!
//! The extractor walks the settled graph and writes down, for every attacker's position that the
//! proof needs, the move to play or the defense's replies. Where the table has forgotten a result,
//! the extractor searches again from that position. Nothing here needs to be right for a verdict to
//! be right: the checker replays the certificate.
//!
//! A mate is written down with the smallest hand that is known to suffice, not with the hand that
//! play leads to. One board comes with many hands, and a few of them cover most of the others
//! (`benches/history.md`).

use crate::position::{Engine, FrontierResult, Hand, Move, MoveList, Position};
use crate::proof::certificate::{CertificateNode, Strategy, UncertifiedReason};
use crate::rules::{Rules, Side};
use crate::search::dominance::defender_rest;
use crate::search::key_map::KeyMap;
use crate::search::node_key::NodeKey;
use crate::search::plies::{Plies, UNLIMITED_PLIES, one_ply_less};
use crate::search::searcher::Searcher;
use crate::search::shared_state::SharedState;
use std::collections::HashMap;
use std::sync::Arc;

/// A known result of a board in the certificate: the attacker's hand, the plies, and the index of
/// the node.
pub(super) type WrittenResult = (Hand, Plies, usize);

/// Writes the nodes of one certificate.
pub(crate) struct Extractor<'s, E> {
    pub(super) searcher: Searcher<'s, E>,
    pub(super) attacker: Side,
    pub(super) nodes: Vec<CertificateNode>,
    /// Nodes by board.
    pub(super) written: KeyMap<u64, Vec<WrittenResult>>,
    /// Bytes that the certificate may still grow by.
    pub(super) remaining_bytes: usize,
    /// Lengths of the longest lines from positions of play, once the proof is
    /// [expanded](Extractor::expand_to_played_hands): there the nodes' own lengths are too large.
    pub(super) lengths_of_play: Option<HashMap<NodeKey, Plies>>,
    /// Move lists not in use, kept for their capacity.
    pub(super) unused_lists: Vec<MoveList>,
    /// Killer replies: those that refuted the last checks, the latest first.
    killer_replies: Vec<Move>,
}

/// Killer replies to remember.
const MAX_KILLER_REPLIES: usize = 8;

/// Replies to test before the extractor searches, where a mate in one is not the only threat.
const MAX_TESTED_REPLIES: usize = 64;

/// With one ply left, forcing moves that a reply may leave without a test of others, and replies to
/// compare if it leaves more. The certificate needs a reply to each.
const FEW_FORCING_MOVES: u32 = 16;
const MAX_COMPARED_REPLIES: usize = 16;

/// What a move of the certificate counts for in a step, in nodes: as long takes it to write it.
const WRITING_COST_NODES: u64 = 2;

/// An attacker's position in the walk through a proof, and how far its replies are done.
struct ProofStep {
    position: Position,
    /// The hands that play has led to, if the engine has others instead.
    played_hands: Option<[Hand; 2]>,
    m: Move,
    replies: MoveList,
    next_reply: usize,
    /// Longest mate after the replies that are done.
    longest: Plies,
    /// Limit of length after every reply.
    limit: Plies,
}

/// An attacker's position in the walk through a refutation, and how far its checks are done.
struct RefutationStep {
    /// Index of the node.
    index: usize,
    checks: MoveList,
    next_check: usize,
    /// There is no mate within `len` plies from the position.
    len: Plies,
    origin: StepOrigin,
}

/// How the walk through a refutation reached a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StepOrigin {
    /// The walk began there.
    Start,
    /// The engine played a check and a reply.
    CheckAndReply,
}

/// A reply that refutes a check.
struct Refutation {
    reply: Move,
    /// The limit of length after the reply, if the position there still needs a node.
    open_len: Option<Plies>,
}

impl<'s, E: Engine> Extractor<'s, E> {
    /// An extractor at the engine's position, for a certificate of at most `max_bytes` bytes.
    pub fn new(
        shared: &'s SharedState<'s>,
        rules: &Arc<Rules>,
        attacker: Side,
        engine: E,
        max_bytes: usize,
    ) -> Self {
        Extractor {
            searcher: Searcher::new(shared, rules, attacker, engine),
            attacker,
            nodes: Vec::new(),
            written: KeyMap::default(),
            remaining_bytes: max_bytes,
            lengths_of_play: None,
            unused_lists: Vec::new(),
            killer_replies: Vec::new(),
        }
    }

    /// Writes down that the attacker mates within `len` plies. Returns an upper bound of the length
    /// of the longest line.
    ///
    /// # Errors
    /// The reason if the proof cannot be completed.
    pub async fn write_proof(&mut self, len: Plies) -> Result<Plies, UncertifiedReason> {
        let plies = if self.searcher.engine().side() == self.attacker {
            self.write_proof_from(len).await?
        } else {
            let mut replies = self.move_list();
            self.searcher.engine().generate_legal(&mut replies);
            let mut worst = 0;
            for &reply in &replies {
                self.searcher.engine().play(reply);
                let plies = self
                    .write_proof_from(len.checked_sub(1).ok_or(UncertifiedReason::Contradiction)?)
                    .await;
                self.searcher.engine().undo();
                worst = worst.max(plies? + 1);
            }
            worst
        };
        Ok(plies)
    }

    /// Writes down that the attacker does not mate within `len` plies ([`UNLIMITED_PLIES`]: that he
    /// never mates). Returns the defender's first move if he is to move.
    ///
    /// # Errors
    /// The reason if the refutation cannot be completed.
    pub async fn write_refutation(
        &mut self,
        len: Plies,
    ) -> Result<Option<Move>, UncertifiedReason> {
        if self.searcher.engine().side() == self.attacker {
            self.write_refutation_from(len).await?;
            return Ok(None);
        }
        let Refutation { reply, open_len } = self.choose_reply(None, len).await?;
        if let Some(len) = open_len {
            self.searcher.engine().play(reply);
            let written = self.write_refutation_from(len).await;
            self.searcher.engine().undo();
            written?;
        }
        Ok(Some(reply))
    }

    /// Bytes that the certificate may still grow by.
    pub fn remaining_bytes(&self) -> usize {
        self.remaining_bytes
    }

    /// The nodes of the certificate.
    pub fn into_nodes(self) -> Vec<CertificateNode> {
        self.nodes
    }

    /// An unused move list.
    pub(super) fn move_list(&mut self) -> MoveList {
        self.unused_lists.pop().unwrap_or_default()
    }

    /// Reserves memory for a node with `moves` moves.
    pub(super) fn reserve(
        &mut self,
        position: &Position,
        moves: usize,
    ) -> Result<(), UncertifiedReason> {
        let bytes = size_of::<CertificateNode>() + position.board.len() + 40 + 16 * moves;
        self.remaining_bytes =
            self.remaining_bytes.checked_sub(bytes).ok_or(UncertifiedReason::Memory)?;
        Ok(())
    }

    /// Length of a written mate within `len` plies that covers an attacker's node.
    fn written_mate(&self, node: NodeKey, len: Plies) -> Option<Plies> {
        let list = self.written.get(&node.board.0)?;
        let covers =
            |&&(hand, plies, _): &&WrittenResult| node.hand.dominates(hand) && plies <= len;
        list.iter().filter(covers).map(|&(_, plies, _)| plies).min()
    }

    /// Writes down a mate within `len` plies from the engine's position, an attacker's node.
    async fn write_proof_from(&mut self, len: Plies) -> Result<Plies, UncertifiedReason> {
        let node = self.searcher.node();
        if let Some(plies) = self.written_mate(node, len) {
            return Ok(plies);
        }
        // The root needs a node of its own, so it keeps the hands of play.
        let mut steps = vec![self.enter_proof(len, None).await?];
        loop {
            if self.searcher.is_over() {
                return Err(UncertifiedReason::Stopped);
            }
            let Some(step) = steps.last_mut() else { return Err(UncertifiedReason::Contradiction) };
            if let Some(&reply) = step.replies.get(step.next_reply) {
                let limit = step.limit;
                let node = self.searcher.node_after(reply);
                if let Some(plies) = self.written_mate(node, limit) {
                    step.longest = step.longest.max(plies);
                    step.next_reply += 1;
                } else {
                    self.searcher.engine().play(reply);
                    let played_hands = self.minimize_hand(limit);
                    let deeper = self.enter_proof(limit, played_hands).await?;
                    steps.push(deeper);
                }
                continue;
            }
            let Some(step) = steps.pop() else { return Err(UncertifiedReason::Contradiction) };
            self.searcher.engine().undo();
            let plies = step.longest + if step.replies.is_empty() { 1 } else { 2 };
            self.unused_lists.push(step.replies);
            let node = self.searcher.node();
            let mate = CertificateNode {
                position: step.position,
                plies,
                strategy: Strategy::Attack(step.m),
            };
            let plies = self.add_mate(node, mate);
            if let Some(hands) = step.played_hands {
                self.searcher.engine().set_hands(hands);
            }
            let Some(parent) = steps.last_mut() else { return Ok(plies) };
            self.searcher.engine().undo();
            parent.longest = parent.longest.max(plies);
            parent.next_reply += 1;
        }
    }

    /// Adds a mate, unless one as short is written for the same node. Returns the length of the
    /// mate that remains.
    fn add_mate(&mut self, at: NodeKey, mate: CertificateNode) -> Plies {
        let list = self.written.get(&at.board.0).map_or(&[][..], Vec::as_slice);
        let known = list.iter().find(|(hand, _, _)| *hand == at.hand).map(|&(_, plies, _)| plies);
        match known {
            // The position occurred again below itself, and other nodes depend on the shorter mate.
            Some(known) if known <= mate.plies => known,
            _ => {
                let plies = mate.plies;
                self.add_node(at, plies, mate);
                plies
            }
        }
    }

    /// Adds a node with a result of `plies` plies, in place of one of the same position. Returns
    /// its index.
    fn add_node(&mut self, at: NodeKey, plies: Plies, node: CertificateNode) -> usize {
        let list = self.written.entry(at.board.0).or_default();
        if let Some((_, known, index)) = list.iter_mut().find(|(hand, _, _)| *hand == at.hand) {
            *known = plies;
            self.nodes[*index] = node;
            return *index;
        }
        list.push((at.hand, plies, self.nodes.len()));
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Leaves the attacker, who is to move at the engine's position, only the smallest hand that is
    /// known to suffice for a mate within `len` plies. Returns the hands of play if that changes
    /// them.
    fn minimize_hand(&mut self, len: Plies) -> Option<[Hand; 2]> {
        if !self.searcher.hands_dominate() {
            return None;
        }
        let sufficient = self.searcher.mating_hand(len)?;
        let engine = self.searcher.engine();
        let hands = Side::BOTH.map(|side| engine.hand(side));
        let (us, them) = (self.attacker.index(), self.attacker.other().index());
        if sufficient == hands[us] {
            return None;
        }
        let mut smallest = hands;
        smallest[us] = sufficient;
        smallest[them] = defender_rest(hands[us], hands[them], sufficient);
        engine.set_hands(smallest);
        Some(hands)
    }

    /// Chooses the attacker's move at the engine's position and plays it. `played_hands` are those
    /// that play has led to, if the engine has others instead.
    async fn enter_proof(
        &mut self,
        len: Plies,
        played_hands: Option<[Hand; 2]>,
    ) -> Result<ProofStep, UncertifiedReason> {
        self.searcher.pause_after(WRITING_COST_NODES).await;
        let position = self.searcher.engine().position();
        self.reserve(&position, 0)?;
        let (m, remaining) = self.choose_check(len).await?;
        let mut replies = self.move_list();
        self.searcher.engine().play(m);
        self.searcher.engine().generate_legal(&mut replies);
        if remaining == 0 && !replies.is_empty() {
            self.searcher.engine().undo();
            return Err(UncertifiedReason::Contradiction);
        }
        let limit = remaining.saturating_sub(1);
        Ok(ProofStep { position, played_hands, m, replies, next_reply: 0, longest: 0, limit })
    }

    /// A move that mates within `len` plies, and the limit of length that suffices after it.
    async fn choose_check(&mut self, len: Plies) -> Result<(Move, Plies), UncertifiedReason> {
        if let Some(m) = self.searcher.engine().mate_in_one() {
            return if len == 0 { Err(UncertifiedReason::Contradiction) } else { Ok((m, 0)) };
        }
        let mut moves = self.move_list();
        self.searcher.engine().generate_forcing(&mut moves);
        let mut best: Option<(Move, Plies)> = None;
        let results = self.searcher.probe_after(&moves, len.saturating_sub(1));
        for (&m, result) in moves.iter().zip(results) {
            if result.is_mate() && best.is_none_or(|(_, plies)| result.plies() < plies) {
                best = Some((m, result.plies()));
            }
        }
        self.unused_lists.push(moves);
        if let Some(best) = best {
            return Ok(best);
        }
        let decided = self.searcher.decide_in_steps(len).await;
        let (result, m) = decided.map_err(|_| UncertifiedReason::Stopped)?;
        match m {
            Some(m) if result.is_mate() && result.plies() > 0 => Ok((m, result.plies() - 1)),
            _ => Err(UncertifiedReason::Contradiction),
        }
    }

    /// True if a written refutation covers an attacker's node for `len` plies.
    fn is_refuted(&self, node: NodeKey, len: Plies) -> bool {
        if len == 0 {
            return true;
        }
        let list = self.written.get(&node.board.0);
        list.is_some_and(|list| {
            list.iter().any(|(hand, plies, _)| hand.dominates(node.hand) && *plies >= len)
        })
    }

    /// Writes down that there is no mate within `len` plies from the engine's position, an
    /// attacker's node.
    async fn write_refutation_from(&mut self, len: Plies) -> Result<(), UncertifiedReason> {
        let node = self.searcher.node();
        if self.is_refuted(node, len) {
            return Ok(());
        }
        let mut steps = vec![self.enter_refutation(len, StepOrigin::Start).await?];
        while let Some(step) = steps.last_mut() {
            let Some(&check) = step.checks.get(step.next_check) else {
                if step.origin == StepOrigin::CheckAndReply {
                    self.searcher.engine().undo();
                    self.searcher.engine().undo();
                }
                if let Some(step) = steps.pop() {
                    self.unused_lists.push(step.checks);
                }
                continue;
            };
            step.next_check += 1;
            let (index, len) = (step.index, step.len);
            self.searcher.engine().play(check);
            let refutation = self.choose_reply(Some(check), one_ply_less(len)).await?;
            if let Strategy::Defense(replies) = &mut self.nodes[index].strategy {
                replies.push((check, refutation.reply));
            }
            let Some(len) = refutation.open_len else {
                self.searcher.engine().undo();
                continue;
            };
            self.searcher.engine().play(refutation.reply);
            steps.push(self.enter_refutation(len, StepOrigin::CheckAndReply).await?);
        }
        Ok(())
    }

    /// Adds a node for the engine's position, an attacker's, without replies yet.
    async fn enter_refutation(
        &mut self,
        len: Plies,
        origin: StepOrigin,
    ) -> Result<RefutationStep, UncertifiedReason> {
        // An attacker's mate takes an odd number of plies.
        let len = if len == UNLIMITED_PLIES { len } else { len - 1 + len % 2 };
        let position = self.searcher.engine().position();
        let node = self.searcher.node();
        let mut checks = self.move_list();
        self.searcher.engine().generate_forcing(&mut checks);
        self.reserve(&position, checks.len())?;
        let plies = if len == UNLIMITED_PLIES { 0 } else { len };
        let replies = if len == 1 {
            self.searcher.pause_after(WRITING_COST_NODES * checks.len() as u64).await;
            let replies = self.any_replies(&checks)?;
            checks.clear();
            replies
        } else {
            Vec::with_capacity(checks.len())
        };
        let play = Strategy::Defense(replies);
        // It replaces a node with the same hand and fewer plies, and the nodes that depend on that
        // one need no more.
        let index = self.add_node(node, len, CertificateNode { position, plies, strategy: play });
        Ok(RefutationStep { index, checks, next_check: 0, len, origin })
    }

    /// Each check at the engine's position, an attacker's node, with a legal reply: any will do
    /// where no ply is left after it.
    fn any_replies(&mut self, checks: &[Move]) -> Result<Vec<(Move, Move)>, UncertifiedReason> {
        let mut replies = Vec::with_capacity(checks.len());
        self.searcher.engine().find_replies(checks, &mut replies);
        let pair = |(&check, reply): (&Move, Option<Move>)| Some((check, reply?));
        let pairs: Option<Vec<_>> = checks.iter().zip(replies).map(pair).collect();
        pairs.ok_or(UncertifiedReason::Contradiction)
    }

    /// Chooses a reply at the engine's position, a defender's node reached by `check`, that leaves
    /// no mate within `len` plies.
    async fn choose_reply(
        &mut self,
        check: Option<Move>,
        len: Plies,
    ) -> Result<Refutation, UncertifiedReason> {
        self.searcher.pause_after(WRITING_COST_NODES).await;
        let rest = one_ply_less(len);
        let mut replies = self.move_list();
        self.searcher.engine().generate_legal(&mut replies);
        let found = self.find_known_refutation(check, rest, &mut replies);
        self.unused_lists.push(replies);
        if let Some(refutation) = found? {
            let reply = refutation.reply;
            if self.killer_replies.first() != Some(&reply) {
                self.killer_replies.retain(|&other| other != reply);
                self.killer_replies.truncate(MAX_KILLER_REPLIES - 1);
                self.killer_replies.insert(0, reply);
            }
            return Ok(refutation);
        }
        let decided = self.searcher.decide_in_steps(len).await;
        let (result, reply) = decided.map_err(|_| UncertifiedReason::Stopped)?;
        match reply {
            Some(reply) if result.is_no_mate() => Ok(Refutation { reply, open_len: Some(rest) }),
            _ => Err(UncertifiedReason::Contradiction),
        }
    }

    /// A reply that leaves no mate within `rest` plies, if one is known without a search.
    ///
    /// Killer replies come first, then captures of the checking piece: in large games, most of
    /// hundreds of checks fail to the same few of hundreds of replies.
    fn find_known_refutation(
        &mut self,
        check: Option<Move>,
        rest: Plies,
        replies: &mut MoveList,
    ) -> Result<Option<Refutation>, UncertifiedReason> {
        for &reply in replies.iter() {
            let node = self.searcher.node_after(reply);
            if self.is_refuted(node, rest) {
                return Ok(Some(Refutation { reply, open_len: None }));
            }
        }
        let killers = &self.killer_replies;
        let rank = |m: &Move| {
            let killer = killers.iter().position(|other| other == m);
            let is_capture_of_checker = check.is_some_and(|check| check.to() == m.to());
            (killer.unwrap_or(MAX_KILLER_REPLIES), check.is_some() && !is_capture_of_checker)
        };
        replies.sort_by_key(rank);
        let results = self.searcher.probe_after(replies, rest);
        let known = replies.iter().zip(results).find(|(_, result)| result.is_no_mate());
        let known = known.map(|(&reply, _)| reply);
        let mut scratch = self.move_list();
        // The reply that leaves the fewest forcing moves, none of which mates, and their number.
        let mut least: Option<(u32, Move)> = None;
        for (tested, &reply) in replies.iter().enumerate() {
            if self.searcher.is_over() {
                return Err(UncertifiedReason::Stopped);
            }
            // A reply that leaves no forcing move costs one node, and nothing below it. So it is
            // worth some tests even if another reply is known.
            let is_enough = match least {
                Some((count, _)) => count <= FEW_FORCING_MOVES || tested >= MAX_COMPARED_REPLIES,
                None => tested >= MAX_TESTED_REPLIES && (rest > 1 || known.is_some()),
            };
            if is_enough {
                break;
            }
            let engine = self.searcher.engine();
            engine.play(reply);
            let left = match engine.test_frontier(&mut scratch) {
                FrontierResult::NoForcingMove => Some(0),
                FrontierResult::Undecided(count) => (rest <= 1).then_some(count.total),
                FrontierResult::Mate(_) => None,
            };
            engine.undo();
            if let Some(count) = left.filter(|&count| least.is_none_or(|(few, _)| count < few)) {
                least = Some((count, reply));
            }
        }
        self.unused_lists.push(scratch);
        let reply = least.map(|(_, reply)| reply).or(known);
        Ok(reply.map(|reply| Refutation { reply, open_len: Some(rest) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::BitboardEngine;
    use crate::notation::sfen;
    use crate::position::Forcing;
    use crate::rules::builtin;
    use crate::search::Limits;
    use crate::search::observer::NoObserver;
    use crate::search::transposition_table::TranspositionTable;

    /// When the extractor searches again for a forgotten result, it can find a shorter mate from a
    /// position that it is still writing.
    #[test]
    fn shorter_of_two_mates_remains() {
        let rules = Arc::new(builtin::rules("shogi", &[]).unwrap().unwrap());
        let position = sfen::parse(&rules, "4k4/9/4P4/9/9/9/9/9/9 b 2G 1").unwrap();
        let engine = BitboardEngine::new(&rules, &position, Side::Black, Forcing::Check);
        let (table, mut moves) = (TranspositionTable::new(1 << 20), MoveList::default());
        let shared = SharedState::new(&table, 1, Limits::default(), &NoObserver);
        let mut extractor = Extractor::new(&shared, &rules, Side::Black, engine, 1 << 20);
        extractor.searcher.engine().generate_forcing(&mut moves);
        let node = extractor.searcher.node();
        let lengths = [(5, 5), (3, 3), (7, 3)];
        for (&m, (plies, remaining)) in moves.iter().zip(lengths) {
            let entry = CertificateNode {
                position: position.clone(),
                plies,
                strategy: Strategy::Attack(m),
            };
            assert_eq!(extractor.add_mate(node, entry), remaining);
        }
        let nodes = extractor.into_nodes();
        assert_eq!((nodes.len(), nodes[0].plies), (1, 3));
        assert_eq!(nodes[0].strategy, Strategy::Attack(moves[1]));
    }
}
