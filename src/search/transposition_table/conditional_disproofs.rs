//! Disproofs that hold unless the attacker returns to certain positions.

use crate::search::key_map::KeyHasher;
use crate::search::node_key::NodeKey;
use crate::search::plies::Plies;
use dashmap::DashMap;
use std::hash::BuildHasherDefault;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Disproofs stored for one node; the newest replace the oldest.
const MAX_DISPROOFS_PER_NODE: usize = 4;

/// Shards of the map, each with its own lock.
const SHARDS: usize = 16;

/// "No mate within `len` plies without passing through one of these positions."
///
/// Such a disproof depends on no path, so the table may store it. It refutes on each path that
/// contains the positions (with hands at least as large), because to return to them is a failure
/// for the attacker. Once these positions are disproved themselves, it refutes on every path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalDisproof {
    /// The length, in plies.
    pub len: Plies,
    /// The positions, with the hand that the attacker had there.
    pub unless_through: Box<[NodeKey]>,
}

/// Conditional disproofs of all nodes, shared by all threads. Bounded: when it is full, it starts
/// over.
pub(super) struct ConditionalDisproofs {
    disproofs: DashMap<NodeKey, Vec<ConditionalDisproof>, BuildHasherDefault<KeyHasher>>,
    bytes: AtomicUsize,
    max_bytes: usize,
}

/// Memory of a disproof, about.
fn bytes(disproof: &ConditionalDisproof) -> usize {
    2 * size_of::<ConditionalDisproof>() + 16 + size_of_val(&*disproof.unless_through)
}

impl ConditionalDisproofs {
    /// A store of about `max_bytes` bytes at most.
    pub fn new(max_bytes: usize) -> ConditionalDisproofs {
        let hasher = BuildHasherDefault::default();
        let disproofs = DashMap::with_hasher_and_shard_amount(hasher, SHARDS);
        ConditionalDisproofs { disproofs, bytes: AtomicUsize::new(0), max_bytes }
    }

    /// Removes all disproofs.
    pub fn clear(&mut self) {
        self.disproofs.clear();
        *self.bytes.get_mut() = 0;
    }

    /// Adds a disproof. One with the same positions is joined with it.
    pub fn add(&self, node: NodeKey, disproof: ConditionalDisproof) {
        let cost = bytes(&disproof);
        if self.bytes.load(Relaxed) + cost > self.max_bytes {
            self.disproofs.clear();
            self.bytes.store(0, Relaxed);
        }
        let mut list = self.disproofs.entry(node).or_default();
        let same = list.iter_mut().find(|known| known.unless_through == disproof.unless_through);
        if let Some(known) = same {
            known.len = known.len.max(disproof.len);
            return;
        }
        if list.len() == MAX_DISPROOFS_PER_NODE {
            list.remove(0);
        } else {
            let list_bytes = if list.is_empty() { 4 * size_of::<NodeKey>() } else { 0 };
            self.bytes.fetch_add(cost + list_bytes, Relaxed);
        }
        list.push(disproof);
    }

    /// The first answer of `holds` to the disproofs of a node, newest first.
    pub fn find<T>(
        &self,
        node: NodeKey,
        mut holds: impl FnMut(&ConditionalDisproof) -> Option<T>,
    ) -> Option<T> {
        let list = self.disproofs.get(&node)?.clone();
        list.iter().rev().find_map(&mut holds)
    }

    /// Visits all disproofs, those of one node from the oldest to the newest.
    ///
    /// # Errors
    /// The first error of `visit`.
    pub fn try_for_each<E>(
        &self,
        mut visit: impl FnMut(NodeKey, &ConditionalDisproof) -> Result<(), E>,
    ) -> Result<(), E> {
        self.disproofs
            .iter()
            .try_for_each(|list| list.iter().try_for_each(|known| visit(*list.key(), known)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{BoardKey, Hand};

    fn node(key: u64) -> NodeKey {
        NodeKey { board: BoardKey(key.wrapping_mul(0x9E37_79B9_7F4A_7C15)), hand: Hand::EMPTY }
    }

    fn disproof(len: Plies, key: u64) -> ConditionalDisproof {
        ConditionalDisproof { len, unless_through: [node(key)].into() }
    }

    #[test]
    fn newest_disproofs_replace_oldest_and_equal_ones_join() {
        let store = ConditionalDisproofs::new(1 << 20);
        for key in 1..=6 {
            store.add(node(0), disproof(5, key));
        }
        store.add(node(0), disproof(9, 6));
        let mut seen = Vec::new();
        store.find(node(0), |known| {
            seen.push((known.len, known.unless_through[0]));
            None::<()>
        });
        assert_eq!(seen, [(9, node(6)), (5, node(5)), (5, node(4)), (5, node(3))]);
    }

    #[test]
    fn memory_stays_within_its_bound() {
        let store = ConditionalDisproofs::new(10_000);
        for key in 1..=1000 {
            store.add(node(key), disproof(3, 0));
        }
        assert!(store.disproofs.len() < 200 && store.find(node(1000), |_| Some(())).is_some());
    }
}
