//! Refutations that live on repetition: proves that there is no mate by building a set of positions in
//! which the defender can stay.
//!
//! Proof-number search is weak where the attacker can go on checking for ever, because a refutation that
//! leans on a repetition holds on one path only. "The defender can stay in a set of positions" does not depend on
//! a path. So: assume that a position holds until it is shown to be mated; give every forcing move at
//! it a reply to a position that is assumed to hold; when a position falls, its neighbours must find
//! other replies. If in the end every move has its reply, all positions left hold (this is local
//! computation of a fixed point, after Liu and Smolka, 1998). Small searches tell at once of most
//! positions which way they fall.

use crate::judge::mate_oracle::{MateAnswer, MateOracle};
use crate::position::{Engine, Hand, Move, MoveList};
use crate::search::key_map::KeyMap;
use crate::search::node_key::NodeKey;
use crate::search::plies::UNLIMITED_PLIES;
use crate::search::search_result::SearchResult;

/// Nodes for the small search at each new position.
const BURST: u64 = 1_000;

/// Nodes that a position counts for at least.
const LEAST: u64 = 20;

/// Bytes that a position with its moves keeps elsewhere, about.
const HEAP: usize = 2 << 10;
/// Positions for which there is room in any case.
const LEAST_STANDS: usize = 1_000;

/// A position with the attacker to move.
struct AssumedPosition<E> {
    engine: E,
    node: NodeKey,
    fallen: bool,
    moves: MoveList,
    /// Moves at other positions that are answered by going here.
    leaning: Vec<(usize, usize)>,
    /// Moves that need a reply, but not now: nothing leans on the position.
    asleep: Vec<usize>,
}

/// The positions, and what is still to be done.
struct AssumedSet<'a, 'o, E> {
    oracle: &'a MateOracle<'o, E>,
    stands: Vec<AssumedPosition<E>>,
    /// By board: attacker's hand and index.
    known: KeyMap<u64, Vec<(Hand, usize)>>,
    /// Moves that need a reply.
    open: Vec<(usize, usize)>,
    /// Nodes that the small searches may still spend.
    effort: u64,
    /// Positions for which there is room.
    most: usize,
}

/// Tries to show that the attacker never mates from the engine's position, whoever is to move, with at most about
/// `effort` nodes and the thread's part of the oracle's room. True if that is shown; what was found is kept in the
/// oracle's table.
pub fn holds<E: Engine + Sync>(oracle: &MateOracle<'_, E>, engine: &E, effort: u64) -> bool {
    let room = oracle.room / oracle.budget.threads().max(1);
    let mut set = AssumedSet {
        oracle,
        stands: Vec::new(),
        known: KeyMap::default(),
        open: Vec::new(),
        effort,
        most: (room / (size_of::<AssumedPosition<E>>() + HEAP)).max(LEAST_STANDS),
    };
    if engine.side() == oracle.attacker {
        let Some(root) = set.stand(engine.clone()) else { return false };
        return set.close(root);
    }
    let mut replies = MoveList::new();
    engine.clone().generate_legal(&mut replies);
    for reply in set.ranked(engine, &replies) {
        let mut after = engine.clone();
        after.play(reply);
        let Some(root) = set.stand(after) else { return false };
        if set.close(root) {
            return true;
        }
    }
    false
}

impl<E: Engine + Sync> AssumedSet<'_, '_, E> {
    /// Gives every open move a reply. True if `root` stands in the end.
    fn close(&mut self, root: usize) -> bool {
        while !self.stands[root].fallen {
            let Some((stand, slot)) = self.open.pop() else { break };
            if self.stands[stand].fallen {
                continue;
            }
            if stand != root && !self.is_needed(stand) {
                self.stands[stand].asleep.push(slot);
                continue;
            }
            match self.answer(stand, slot) {
                None => return false,
                Some(true) => {}
                Some(false) => self.fall(stand),
            }
        }
        if self.stands[root].fallen {
            return false;
        }
        self.keep();
        true
    }

    /// Finds a reply to a move. False if all are mated; none if the effort does not suffice.
    fn answer(&mut self, stand: usize, slot: usize) -> Option<bool> {
        let mut engine = self.stands[stand].engine.clone();
        engine.play(self.stands[stand].moves[slot]);
        let mut replies = MoveList::new();
        engine.generate_legal(&mut replies);
        for reply in self.ranked(&engine, &replies) {
            let mut after = engine.clone();
            after.play(reply);
            let to = self.stand(after)?;
            if !self.stands[to].fallen {
                self.stands[to].leaning.push((stand, slot));
                let woken = std::mem::take(&mut self.stands[to].asleep);
                self.open.extend(woken.into_iter().map(|slot| (to, slot)));
                return Some(true);
            }
        }
        Some(false)
    }

    /// True if a position that has not fallen leans on this one.
    fn is_needed(&self, stand: usize) -> bool {
        self.stands[stand].leaning.iter().any(|&(from, _)| !self.stands[from].fallen)
    }

    /// Marks a position as mated; what leaned on it needs another reply.
    fn fall(&mut self, stand: usize) {
        self.stands[stand].fallen = true;
        let leaning = std::mem::take(&mut self.stands[stand].leaning);
        self.open.extend(leaning);
    }

    /// Replies, the most promising first: to positions in the set, then to those with few forcing moves;
    /// drops, which give the attacker material, last.
    fn ranked(&self, engine: &E, replies: &[Move]) -> MoveList {
        let mut engine = engine.clone();
        let mut forcing = MoveList::new();
        let mut ranked: Vec<(usize, Move)> = Vec::with_capacity(replies.len());
        for &reply in replies {
            engine.play(reply);
            let rank = match self.find(self.node(&engine)) {
                Some(index) if self.stands[index].fallen => usize::MAX,
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

    /// A position in the set that tells the fate of a node: one that has fallen with no more in the
    /// attacker's hand, or stands with no less.
    fn find(&self, node: NodeKey) -> Option<usize> {
        let list = self.known.get(&node.board.0)?;
        let tells = |&&(hand, index): &&(Hand, usize)| match self.stands[index].fallen {
            true => node.hand.dominates(hand),
            false => hand.dominates(node.hand),
        };
        list.iter().find(tells).map(|&(_, index)| index)
    }

    /// The index of the engine's position, or of one that tells its fate. None if the effort does not suffice.
    fn stand(&mut self, mut engine: E) -> Option<usize> {
        let node = self.node(&engine);
        if let Some(index) = self.find(node) {
            return Some(index);
        }
        if self.oracle.budget.exhausted().is_some() {
            return None;
        }
        if self.effort == 0 || self.stands.len() >= self.most {
            return None;
        }
        // The way to a position may be long, and there are many of them.
        engine.clear_history();
        let (fate, nodes) = self.oracle.glance(&engine, UNLIMITED_PLIES, BURST);
        // Also a position that needs no search takes memory.
        self.effort = self.effort.saturating_sub(nodes.max(LEAST));
        let mut moves = MoveList::new();
        if fate == MateAnswer::Unknown {
            engine.generate_forcing(&mut moves);
        }
        let index = self.stands.len();
        self.open.extend((0..moves.len()).map(|slot| (index, slot)));
        let fallen = matches!(fate, MateAnswer::Mate(_));
        self.stands.push(AssumedPosition {
            engine,
            node,
            fallen,
            moves,
            leaning: Vec::new(),
            asleep: Vec::new(),
        });
        self.known.entry(node.board.0).or_default().push((node.hand, index));
        Some(index)
    }

    /// Writes down in the table that the positions that stand are no mate.
    fn keep(&self) {
        let _inside = self.oracle.table.enter();
        // What sleeps was not settled; nothing that stands leans on it.
        let settled = |stand: &&AssumedPosition<E>| !stand.fallen && stand.asleep.is_empty();
        for stand in self.stands.iter().filter(settled) {
            let look = SearchResult::no_mate(
                UNLIMITED_PLIES,
                stand.node.hand,
                stand.moves.len() as u32 + 1,
            );
            if let Some(look) = look.path_independent() {
                self.oracle.table.store_settled(stand.node, look);
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

    /// What [`holds`] says, with everything it leans on given by the moves alone.
    fn ask(text: &str, effort: u64) -> bool {
        let rules = Arc::new(builtin::rules("shogi", &[]).unwrap().unwrap());
        let mut position = sfen::parse(&rules, text).unwrap();
        position.infer_phantoms(&rules);
        let table = TranspositionTable::new(16 << 20);
        let budget = Budget::new(&NoObserver, Limits::default(), 1);
        let attacker = Side::Black;
        let root = BitboardEngine::new(&rules, &position, attacker, Forcing::Check);
        let (rules, table, budget) = (&rules, &table, &budget);
        let oracle = MateOracle { rules, attacker, root, table, budget, room: 64 << 20 };
        holds(&oracle, &oracle.root, effort)
    }

    #[test]
    fn a_lone_rook_chases_for_ever() {
        assert!(ask("9/8k/7P1/7+R1/9/9/9/9/9 w r2b4g4s4n4l17p 1", 2_000_000));
        assert!(ask("8k/9/9/9/9/9/9/9/R8 b - 1", 2_000_000));
    }

    #[test]
    fn no_mate_is_taken_for_a_refutation() {
        let rows = include_str!("../../tests/data/tanuki.tsv").lines();
        let long = rows.filter(|row| matches!(row.split('\t').nth(1), Some("7" | "9" | "11")));
        let mut count = 0;
        for row in long.step_by(5) {
            let position = row.split('\t').next().unwrap();
            assert!(!ask(position, 200_000), "{row}");
            count += 1;
        }
        assert!(count > 100, "{count}");
    }
}
