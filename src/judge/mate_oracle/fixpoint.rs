//! Refutations that live on repetition: proves that there is no mate by a set of positions in which
//! the defender can stay.
//!
//! Proof-number search is weak where the attacker can check forever, because a refutation by
//! repetition holds on one path only (graph-history interaction). "The defender can stay in this
//! set" does not depend on the path.
//!
//! ```text
//! assume that a position is never mated
//! for each forcing move at it: find a reply to a position that is assumed never mated
//! a position is found mated: its dependents need other replies
//! every move has a reply: all positions left are never mated
//! ```
//!
//! This is local computation of a greatest fixed point (Liu and Smolka 1998). A brief search at
//! each new position decides most of them at once.
//!
//! Invariants: a position enters the set once; a verdict "mated" is final; "never mated" is stored
//! in the table only when every move has its reply.

use crate::judge::finding::Finding;
use crate::judge::mate_oracle::{MateAnswer, MateOracle};
use crate::position::{Engine, Hand, Move, MoveList};
use crate::search::key_map::KeyMap;
use crate::search::node_key::NodeKey;
use crate::search::plies::UNLIMITED_PLIES;
use crate::search::search_result::SearchResult;

/// Nodes of the brief search at each new position.
const BRIEF_SEARCH_NODES: u64 = 1_000;

/// Nodes charged for each position at least: one that needs no search still takes memory.
const MIN_POSITION_NODES: u64 = 20;

/// Estimated bytes that a position and its moves take on the heap.
const POSITION_HEAP_BYTES: usize = 2 << 10;
/// Positions that fit in any case.
const MIN_CAPACITY_POSITIONS: usize = 1_000;

/// A position with the attacker to move that is assumed never mated until `is_mated`.
struct AssumedPosition<E> {
    engine: E,
    node: NodeKey,
    is_mated: bool,
    moves: MoveList,
    /// Moves (position, index) whose reply leads here.
    dependents: Vec<(usize, usize)>,
    /// Indices of moves that need a reply only if a position comes to depend on this one.
    deferred: Vec<usize>,
}

/// The set, and the moves that still need replies.
struct AssumedSet<'a, 'o, E> {
    oracle: &'a MateOracle<'o, E>,
    positions: Vec<AssumedPosition<E>>,
    /// By board: attacker's hand and index of the position.
    known: KeyMap<u64, Vec<(Hand, usize)>>,
    /// Moves (position, index) that need a reply.
    unanswered: Vec<(usize, usize)>,
    /// Nodes left for brief searches.
    nodes_left: u64,
    /// Number of positions that fit.
    max_positions: usize,
}

/// Tries to prove that the attacker never mates from the engine's position, whoever is to move.
///
/// Spends about `nodes_left` nodes and one thread's part of the oracle's memory. Returns true if it
/// is proved; the positions of the set then stand in the oracle's table.
pub fn never_mates<E: Engine + Sync>(
    oracle: &MateOracle<'_, E>,
    engine: &E,
    nodes_left: u64,
) -> bool {
    let room = oracle.memory_bytes / oracle.budget.threads().max(1);
    let mut set = AssumedSet {
        oracle,
        positions: Vec::new(),
        known: KeyMap::default(),
        unanswered: Vec::new(),
        nodes_left,
        max_positions: (room / (size_of::<AssumedPosition<E>>() + POSITION_HEAP_BYTES))
            .max(MIN_CAPACITY_POSITIONS),
    };
    if engine.side() == oracle.attacker {
        let Some(root) = set.add_position(engine.clone()) else { return false };
        return set.answer_all(root);
    }
    let mut replies = MoveList::new();
    engine.clone().generate_legal(&mut replies);
    for reply in set.rank_replies(engine, &replies) {
        let mut after = engine.clone();
        after.play(reply);
        let Some(root) = set.add_position(after) else { return false };
        if set.answer_all(root) {
            return true;
        }
    }
    false
}

impl<E: Engine + Sync> AssumedSet<'_, '_, E> {
    /// Finds a reply to every unanswered move. True if `root` is not mated in the end.
    fn answer_all(&mut self, root: usize) -> bool {
        while !self.positions[root].is_mated {
            let Some((position, slot)) = self.unanswered.pop() else { break };
            if self.positions[position].is_mated {
                continue;
            }
            if position != root && !self.is_needed(position) {
                self.positions[position].deferred.push(slot);
                continue;
            }
            match self.answer(position, slot) {
                Finding::Unknown => return false,
                Finding::Yes => {}
                Finding::No => self.mark_mated(position),
            }
        }
        if self.positions[root].is_mated {
            return false;
        }
        self.store_results();
        true
    }

    /// Finds a reply to a move: `Yes` if there is one, `No` if every reply is mated.
    fn answer(&mut self, position: usize, slot: usize) -> Finding {
        let mut engine = self.positions[position].engine.clone();
        engine.play(self.positions[position].moves[slot]);
        let mut replies = MoveList::new();
        engine.generate_legal(&mut replies);
        for reply in self.rank_replies(&engine, &replies) {
            let mut after = engine.clone();
            after.play(reply);
            let Some(to) = self.add_position(after) else { return Finding::Unknown };
            if !self.positions[to].is_mated {
                self.positions[to].dependents.push((position, slot));
                let woken = std::mem::take(&mut self.positions[to].deferred);
                self.unanswered.extend(woken.into_iter().map(|slot| (to, slot)));
                return Finding::Yes;
            }
        }
        Finding::No
    }

    /// True if a position that is not mated depends on this one.
    fn is_needed(&self, position: usize) -> bool {
        self.positions[position].dependents.iter().any(|&(from, _)| !self.positions[from].is_mated)
    }

    /// Marks a position as mated: its dependents need other replies.
    fn mark_mated(&mut self, position: usize) {
        self.positions[position].is_mated = true;
        let dependents = std::mem::take(&mut self.positions[position].dependents);
        self.unanswered.extend(dependents);
    }

    /// Replies by promise: into the set first, then by few forcing moves of the attacker; drops
    /// last, because they give the attacker material.
    fn rank_replies(&self, engine: &E, replies: &[Move]) -> MoveList {
        let mut engine = engine.clone();
        let mut forcing = MoveList::new();
        let mut ranked: Vec<(usize, Move)> = Vec::with_capacity(replies.len());
        for &reply in replies {
            engine.play(reply);
            let rank = match self.find_verdict(self.node(&engine)) {
                Some(index) if self.positions[index].is_mated => usize::MAX,
                Some(_) => 0,
                None => {
                    engine.generate_forcing(&mut forcing);
                    let look = self.oracle.look(&engine, UNLIMITED_PLIES);
                    let drop = if reply.dropped().is_some() { 1000 } else { 0 };
                    match look {
                        _ if look.is_mate() => usize::MAX,
                        _ if look.is_no_mate() => 0,
                        _ => 1 + forcing.len() + drop,
                    }
                }
            };
            engine.undo();
            ranked.push((rank, reply));
        }
        ranked.retain(|(rank, _)| *rank < usize::MAX);
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, reply)| reply).collect()
    }

    fn node(&self, engine: &E) -> NodeKey {
        NodeKey::of(engine, self.oracle.rules, self.oracle.attacker)
    }

    /// A position of the set that decides a node: mated with no more in the attacker's hand, or not
    /// mated with no less.
    fn find_verdict(&self, node: NodeKey) -> Option<usize> {
        let list = self.known.get(&node.board.0)?;
        let tells = |&&(hand, index): &&(Hand, usize)| match self.positions[index].is_mated {
            true => node.hand.dominates(hand),
            false => hand.dominates(node.hand),
        };
        list.iter().find(tells).map(|&(_, index)| index)
    }

    /// The index of the engine's position, or of one that decides it; adds it if necessary. `None`
    /// if nodes or memory do not suffice.
    fn add_position(&mut self, mut engine: E) -> Option<usize> {
        let node = self.node(&engine);
        if let Some(index) = self.find_verdict(node) {
            return Some(index);
        }
        if self.oracle.budget.stop_reason().is_some() {
            return None;
        }
        if self.nodes_left == 0 || self.positions.len() >= self.max_positions {
            return None;
        }
        // The path to a position can be long, and there are many positions.
        engine.clear_history();
        let (fate, nodes) =
            self.oracle.search_briefly(&engine, UNLIMITED_PLIES, BRIEF_SEARCH_NODES);
        // A position that needs no search still takes memory.
        self.nodes_left = self.nodes_left.saturating_sub(nodes.max(MIN_POSITION_NODES));
        let mut moves = MoveList::new();
        if fate == MateAnswer::Unknown {
            engine.generate_forcing(&mut moves);
        }
        let index = self.positions.len();
        self.unanswered.extend((0..moves.len()).map(|slot| (index, slot)));
        let is_mated = matches!(fate, MateAnswer::Mate(_));
        self.positions.push(AssumedPosition {
            engine,
            node,
            is_mated,
            moves,
            dependents: Vec::new(),
            deferred: Vec::new(),
        });
        self.known.entry(node.board.0).or_default().push((node.hand, index));
        Some(index)
    }

    /// Stores in the table that the positions of the set are never mated.
    fn store_results(&self) {
        let _inside = self.oracle.table.enter();
        // Positions with deferred moves are unsettled; nothing in the set depends on them.
        let settled =
            |position: &&AssumedPosition<E>| !position.is_mated && position.deferred.is_empty();
        for position in self.positions.iter().filter(settled) {
            let look = SearchResult::no_mate(
                UNLIMITED_PLIES,
                position.node.hand,
                position.moves.len() as u32 + 1,
            );
            if let Some(look) = look.path_independent() {
                self.oracle.table.store_settled(position.node, look);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::budget::Budget;
    use crate::movegen::BitboardEngine;
    use crate::notation::sfen;
    use crate::position::Forcing;
    use crate::rules::{Side, builtin};
    use crate::search::Limits;
    use crate::search::observer::NoObserver;
    use crate::search::transposition_table::TranspositionTable;
    use std::sync::Arc;

    /// Result of [`never_mates`] in an empty table.
    fn decide(text: &str, nodes_left: u64) -> bool {
        let rules = Arc::new(builtin::rules("shogi", &[]).unwrap().unwrap());
        let mut position = sfen::parse(&rules, text).unwrap();
        position.infer_phantoms(&rules);
        let table = TranspositionTable::new(16 << 20);
        let budget = Budget::new(&NoObserver, Limits::default(), 1);
        let attacker = Side::Black;
        let root = BitboardEngine::new(&rules, &position, attacker, Forcing::Check);
        let (rules, table, budget) = (&rules, &table, &budget);
        let memory_bytes = 64 << 20;
        let assisted = None;
        let oracle = MateOracle { rules, attacker, root, table, budget, memory_bytes, assisted };
        never_mates(&oracle, &oracle.root, nodes_left)
    }

    #[test]
    fn lone_rook_never_mates() {
        assert!(decide("9/8k/7P1/7+R1/9/9/9/9/9 w r2b4g4s4n4l17p 1", 2_000_000));
        assert!(decide("8k/9/9/9/9/9/9/9/R8 b - 1", 2_000_000));
    }

    #[test]
    fn mates_are_not_refuted() {
        let rows = include_str!("../../../tests/data/tanuki.tsv").lines();
        let long = rows.filter(|row| matches!(row.split('\t').nth(1), Some("7" | "9" | "11")));
        let mut count = 0;
        for row in long.step_by(5) {
            let position = row.split('\t').next().unwrap();
            assert!(!decide(position, 200_000), "{row}");
            count += 1;
        }
        assert!(count > 100, "{count}");
    }
}
