//! The positions between the root and the node in hand, for finding repetitions.

use super::table::Node;
use crate::position::BoardKey;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Board keys are hashes already.
#[derive(Clone, Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0.rotate_left(8) ^ u64::from(byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

/// A map keyed by hashes.
pub type KeyMap<K, V> = HashMap<K, V, BuildHasherDefault<KeyHasher>>;

/// The path.
#[derive(Clone, Default)]
pub struct Path {
    /// For each board on the path, the hands with which it occurs and their depths.
    seen: KeyMap<u64, Vec<(Node, u32)>>,
    spare: Vec<Vec<(Node, u32)>>,
}

impl Path {
    /// Adds a node at the end.
    pub fn enter(&mut self, node: Node, depth: u32) {
        let spare = &mut self.spare;
        self.seen
            .entry(node.key.0)
            .or_insert_with(|| spare.pop().unwrap_or_default())
            .push((node, depth));
    }

    /// Removes the node at the end.
    pub fn leave(&mut self, node: Node) {
        if let Some(list) = self.seen.get_mut(&node.key.0) {
            list.pop();
            if list.is_empty()
                && let Some(list) = self.seen.remove(&node.key.0)
            {
                self.spare.push(list);
            }
        }
    }

    /// Depth of a position on the path with the same board and an attacker's hand that covers this
    /// node's. To come back to it gains the attacker nothing: whatever mates from here would have mated
    /// from there, sooner. So this is a repetition, in the sense in which it is a failure.
    pub fn repeats(&self, node: Node) -> Option<u32> {
        let list = self.seen.get(&node.key.0)?;
        list.iter().find(|(earlier, _)| earlier.hand.dominates(node.hand)).map(|&(_, depth)| depth)
    }

    /// Depth of exactly this node on the path.
    pub fn depth_of(&self, node: Node) -> Option<u32> {
        let list = self.seen.get(&node.key.0)?;
        list.iter().find(|(earlier, _)| *earlier == node).map(|&(_, depth)| depth)
    }

    /// Forgets the path.
    pub fn clear(&mut self) {
        for (_, mut list) in self.seen.drain() {
            list.clear();
            self.spare.push(list);
        }
    }
}

/// Disproofs that hold on one path only, because they lean on a repetition of a position on it.
///
/// They cannot stand in the shared table (another path to the same position may not have that repetition).
/// Keyed by a hash of the moves from the root, in order. Bounded: when it is full the older half goes.
#[derive(Clone)]
pub struct Repetitions {
    young: KeyMap<u64, (u32, BoardKey, u16)>,
    old: KeyMap<u64, (u32, BoardKey, u16)>,
    /// Entries in each half.
    half: usize,
}

impl Repetitions {
    /// A store for one of `threads` threads. All of them together take about 25 MiB when they are full.
    pub fn new(threads: usize) -> Repetitions {
        let half = ((1 << 18) / threads.max(1)).max(1 << 10);
        Repetitions { young: KeyMap::default(), old: KeyMap::default(), half }
    }

    /// Remembers that on this path `node` is no mate within `len`, leaning on depth `start`.
    pub fn store(&mut self, path: u64, node: Node, len: u16, start: u32) {
        if self.young.len() >= self.half {
            std::mem::swap(&mut self.young, &mut self.old);
            self.young.clear();
        }
        self.young.insert(path ^ node.hand.bits(), (start, node.key, len));
    }

    /// What is remembered: length and start.
    pub fn get(&self, path: u64, node: Node) -> Option<(u16, u32)> {
        let key = path ^ node.hand.bits();
        let &(start, board, len) = self.young.get(&key).or_else(|| self.old.get(&key))?;
        (board == node.key).then_some((len, start))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.young.clear();
        self.old.clear();
    }
}
