//! Path-dependent disproofs whose dependencies are too many to name, each stored for one path.
//!
//! The transposition table cannot store them: another path to the same position may lack the
//! repetition. KomoringHeights calls its counterpart a repetition table. Disproofs with few
//! dependencies become [conditional disproofs](super::transposition_table::ConditionalDisproof)
//! instead, which serve other paths too.

use super::key_map::KeyMap;
use super::node_key::NodeKey;
use super::plies::Plies;
use crate::position::{BoardKey, Move};

/// Entries in each of the two generations of all threads together: about 25 MiB when full.
const GENERATION_ENTRIES: usize = 1 << 18;

/// Least entries in each of the two generations of one thread.
const MIN_GENERATION_ENTRIES: usize = 1 << 10;

/// The length of a disproof, and the earliest path position whose repetition it needs.
#[derive(Clone, Copy)]
struct Repetition {
    earliest_depth: u32,
    board: BoardKey,
    len: Plies,
}

/// Disproofs of one thread that hold on one path only.
///
/// The key is an order-sensitive [hash of the moves](extend_path_hash) from the root and the hand.
/// Bounded: when the young generation is full it replaces the old one.
#[derive(Clone)]
pub struct RepetitionTable {
    young: KeyMap<u64, Repetition>,
    old: KeyMap<u64, Repetition>,
    generation_entries: usize,
}

impl RepetitionTable {
    /// A table for one of `threads` threads.
    pub fn new(threads: usize) -> RepetitionTable {
        let share = GENERATION_ENTRIES / threads.max(1);
        RepetitionTable {
            young: KeyMap::default(),
            old: KeyMap::default(),
            generation_entries: share.max(MIN_GENERATION_ENTRIES),
        }
    }

    /// Stores that on this path `node` is no mate within `len` plies, depending on positions from
    /// `earliest_depth` on.
    pub fn store(&mut self, path_hash: u64, node: NodeKey, len: Plies, earliest_depth: u32) {
        if self.young.len() >= self.generation_entries {
            std::mem::swap(&mut self.young, &mut self.old);
            self.young.clear();
        }
        let repetition = Repetition { earliest_depth, board: node.board, len };
        self.young.insert(path_hash ^ node.hand.bits(), repetition);
    }

    /// The stored length and earliest depth.
    pub fn probe(&self, path_hash: u64, node: NodeKey) -> Option<(Plies, u32)> {
        let key = path_hash ^ node.hand.bits();
        let found = self.young.get(&key).or_else(|| self.old.get(&key))?;
        (found.board == node.board).then_some((found.len, found.earliest_depth))
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.young.clear();
        self.old.clear();
    }
}

/// Order-sensitive hash of a path and one more move.
pub fn extend_path_hash(path_hash: u64, m: Move) -> u64 {
    let mixed = (path_hash ^ m.bits()).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed.rotate_left(32).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ mixed
}
