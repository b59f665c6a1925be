//! Refutations that hold as long as the attacker does not come back to certain positions.

use super::Node;
use crate::search::number::Plies;
use crate::search::path::KeyHasher;
use dashmap::DashMap;
use std::hash::BuildHasherDefault;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Facts kept for one node.
const FACTS: usize = 4;

/// "No mate within `len` plies without passing through one of these positions."
///
/// Such a fact depends on no path. On a path that contains the positions (with hands at least as large)
/// it is a refutation, because to come back to them is a failure; and once they are refuted themselves
/// it is one everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The length.
    pub len: Plies,
    /// The positions, with the hand that the attacker had there.
    pub unless: Box<[Node]>,
}

/// The facts of all nodes, shared by all threads. Bounded: full, it starts anew.
pub struct Conditional {
    facts: DashMap<Node, Vec<Fact>, BuildHasherDefault<KeyHasher>>,
    bytes: AtomicUsize,
    most: usize,
}

fn bytes(fact: &Fact) -> usize {
    2 * size_of::<Fact>() + 16 + size_of_val(&*fact.unless)
}

impl Conditional {
    /// A store of at most about `most` bytes.
    pub fn new(most: usize) -> Conditional {
        let facts = DashMap::with_hasher_and_shard_amount(BuildHasherDefault::default(), 16);
        Conditional { facts, bytes: AtomicUsize::new(0), most }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.facts.clear();
        *self.bytes.get_mut() = 0;
    }

    /// Adds a fact; of a node's facts the newest are kept.
    pub fn add(&self, node: Node, fact: Fact) {
        let cost = bytes(&fact);
        if self.bytes.load(Relaxed) + cost > self.most {
            self.facts.clear();
            self.bytes.store(0, Relaxed);
        }
        let mut facts = self.facts.entry(node).or_default();
        let kin = facts.iter_mut().find(|known| known.unless == fact.unless);
        if let Some(known) = kin {
            known.len = known.len.max(fact.len);
            return;
        }
        let fresh = facts.is_empty();
        if facts.len() == FACTS {
            facts.remove(0);
        } else {
            self.bytes.fetch_add(cost + if fresh { 4 * size_of::<Node>() } else { 0 }, Relaxed);
        }
        facts.push(fact);
    }

    /// Looks through a node's facts, the newest first, for one that `holds`; returns what that found.
    pub fn find<T>(&self, node: Node, mut holds: impl FnMut(&Fact) -> Option<T>) -> Option<T> {
        let facts = self.facts.get(&node)?.clone();
        facts.iter().rev().find_map(&mut holds)
    }

    /// Goes through all facts, those of one node from the oldest to the newest.
    ///
    /// # Errors
    /// The first that `visit` returns.
    pub fn each<E>(&self, mut visit: impl FnMut(Node, &Fact) -> Result<(), E>) -> Result<(), E> {
        self.facts
            .iter()
            .try_for_each(|facts| facts.iter().try_for_each(|fact| visit(*facts.key(), fact)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{BoardKey, Hand};

    fn node(key: u64) -> Node {
        Node { key: BoardKey(key.wrapping_mul(0x9E37_79B9_7F4A_7C15)), hand: Hand::EMPTY }
    }

    fn fact(len: Plies, key: u64) -> Fact {
        Fact { len, unless: [node(key)].into() }
    }

    #[test]
    fn the_newest_facts_are_kept_and_equal_ones_joined() {
        let store = Conditional::new(1 << 20);
        for key in 1..=6 {
            store.add(node(0), fact(5, key));
        }
        store.add(node(0), fact(9, 6));
        let mut seen = Vec::new();
        store.find(node(0), |fact| {
            seen.push((fact.len, fact.unless[0]));
            None::<()>
        });
        assert_eq!(seen, [(9, node(6)), (5, node(5)), (5, node(4)), (5, node(3))]);
    }

    #[test]
    fn it_stays_within_its_bounds() {
        let store = Conditional::new(10_000);
        for key in 1..=1000 {
            store.add(node(key), fact(3, 0));
        }
        assert!(store.facts.len() < 200 && store.find(node(1000), |_| Some(())).is_some());
    }
}
