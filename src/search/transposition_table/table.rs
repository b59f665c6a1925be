//! Probing and storing.

use super::AtomicU64;
use super::conditional_disproofs::{ConditionalDisproof, ConditionalDisproofs};
use super::control_bytes::{ControlBytes, GROUP, ProbeSequence};
use super::entry::{Entry, Slot, WORDS};
use super::memory_hints;
use super::open_node_state::OpenNodeState;
use super::sharded_counter::ShardedCounter;
use crate::position::BoardKey;
use crate::search::node_key::NodeKey;
use crate::search::plies::{Plies, UNLIMITED_PLIES};
use crate::search::proof_number::{INFINITE, ProofNumber};
use crate::search::search_result::{PathIndependentResult, SearchResult};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

/// Bytes of an entry.
pub(super) const ENTRY_BYTES: usize = 8 * WORDS;

/// Entries in use at first.
const INITIAL_ENTRIES: usize = 1 << 10;

/// Least bytes to allocate, however few entries the table uses. Allocators take so large a block
/// fresh from the system, as pages that cost nothing until they are touched. They may reuse a
/// smaller one, and then clear all of it, which takes longer than a short problem.
const MIN_ALLOCATION_BYTES: usize = 33 << 20;

/// Share of the memory for conditional disproofs: one part in this many.
const CONDITIONAL_SHARE: usize = 8;

/// The transposition table, shared by all threads of a search.
///
/// ```
/// use tsume::position::{BoardKey, Hand};
/// use tsume::search::node_key::NodeKey;
/// use tsume::search::search_result::SearchResult;
/// use tsume::search::transposition_table::TranspositionTable;
///
/// let table = TranspositionTable::new(1 << 20);
/// let node = NodeKey { board: BoardKey(7), hand: Hand::EMPTY };
/// let mate = SearchResult::mate(5, node.hand, 10);
/// table.store_settled(node, mate.path_independent().expect("a mate holds on every path"));
///
/// let richer = NodeKey { hand: Hand::ONE_OF_EACH, ..node };
/// assert!(table.probe(richer, 5, 0).result.is_mate());
/// assert!(!table.probe(richer, 3, 0).result.is_settled());
/// ```
pub struct TranspositionTable {
    /// Control bytes, then entries.
    pub(super) words: Box<[AtomicU64]>,
    /// Index of the first word of the entries, which lies on a cache line.
    pub(super) offset: usize,
    /// Entries that fit: a multiple of [`GROUP`].
    pub(super) capacity: usize,
    /// Places in use now: a power of two, or `capacity`.
    pub(super) active: AtomicUsize,
    /// Entries stored.
    pub(super) filled: ShardedCounter,
    /// Searching threads hold it for reading, the thread that rebuilds the table for writing.
    pub(super) rebuild: RwLock<()>,
    /// Held by the thread that rebuilds or is about to. The others wait here: a lock for writing is
    /// unfair, and a thread that keeps searching would take it before one that sleeps, every time.
    pub(super) rebuild_queue: Mutex<()>,
    pub(super) collections: AtomicUsize,
    pub(super) conditional: ConditionalDisproofs,
    /// See [`TranspositionTable::is_loaded`].
    pub(super) is_loaded: bool,
}

/// Result of a probe.
#[derive(Clone, Copy, Debug)]
pub struct ProbeResult {
    /// Result of the node; [unvisited](SearchResult::is_unvisited) if the table has none.
    pub result: SearchResult,
    /// State that earlier visits left; the default for a settled or unvisited node.
    pub state: OpenNodeState,
}

impl ProbeResult {
    fn settled(result: SearchResult) -> ProbeResult {
        ProbeResult { result, state: OpenNodeState::default() }
    }
}

/// A bound from an entry with another hand, and whether it stems from a smaller depth. The order
/// makes the larger bound win, and among equal ones that of the smaller depth.
type Bound = (ProofNumber, bool);

impl TranspositionTable {
    /// A table of at most `bytes`, and at least room for a few entries. Where the system refuses so
    /// much memory, the table takes a quarter of it, or a sixteenth, and so on.
    pub fn new(bytes: usize) -> TranspositionTable {
        let conditional = ConditionalDisproofs::new(bytes / CONDITIONAL_SHARE);
        let fit = (bytes - bytes / CONDITIONAL_SHARE) / (ENTRY_BYTES + 1);
        let capacity = (fit / GROUP * GROUP).max(INITIAL_ENTRIES / 4);
        let control_words = capacity / GROUP;
        let needed = control_words + (capacity + 1) * WORDS;
        let allocated = needed.max(MIN_ALLOCATION_BYTES / 8);
        let words = match bytemuck::try_zeroed_slice_box::<AtomicU64>(allocated) {
            Ok(words) => words,
            // The rest of the memory is for other users.
            Err(()) if bytes > MIN_ALLOCATION_BYTES => return TranspositionTable::new(bytes / 4),
            Err(()) => bytemuck::zeroed_slice_box(needed),
        };
        let misaligned = words[control_words..].as_ptr() as usize % ENTRY_BYTES;
        let offset = control_words + (ENTRY_BYTES - misaligned) % ENTRY_BYTES / 8;
        TranspositionTable {
            words,
            offset,
            capacity,
            active: AtomicUsize::new(INITIAL_ENTRIES.min(capacity)),
            filled: ShardedCounter::default(),
            rebuild: RwLock::new(()),
            rebuild_queue: Mutex::new(()),
            collections: AtomicUsize::new(0),
            conditional,
            is_loaded: false,
        }
    }

    /// True if some of its contents come from a [file](TranspositionTable::load), which may be
    /// wrong. Results that rely on it need a check.
    pub fn is_loaded(&self) -> bool {
        self.is_loaded
    }

    /// Removes all contents. Takes time in proportion to the part in use, not to the capacity.
    pub fn clear(&mut self) {
        self.is_loaded = false;
        let active = *self.active.get_mut();
        let (control, entries) = self.words.split_at_mut(self.offset);
        let groups = entries[..active * WORDS].chunks_exact_mut(GROUP * WORDS);
        for (control, entries) in control.iter_mut().zip(groups) {
            if std::mem::take(control.get_mut()) != 0 {
                entries.fill_with(AtomicU64::default);
            }
        }
        *self.active.get_mut() = INITIAL_ENTRIES.min(self.capacity);
        self.filled.set(0);
        *self.collections.get_mut() = 0;
        self.conditional.clear();
    }

    /// A guard that a thread holds while it searches, and releases now and then so that another
    /// thread can [make room](TranspositionTable::make_room).
    pub fn enter(&self) -> RwLockReadGuard<'_, ()> {
        self.rebuild.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if the part in use is two thirds full, and [`TranspositionTable::make_room`] is due.
    pub fn is_crowded(&self) -> bool {
        let active = self.active.load(Relaxed);
        self.filled.get() > active / 3 * 2
    }

    /// Filled share of the whole table, 0 to 1.
    pub fn filled_share(&self) -> f64 {
        self.filled.get() as f64 / self.capacity as f64
    }

    /// Garbage collections since the table was made or cleared.
    pub fn collections(&self) -> usize {
        self.collections.load(Relaxed)
    }

    pub(super) fn slot(&self, index: usize) -> Slot<'_> {
        let start = self.offset + index * WORDS;
        Slot(self.words[start..].first_chunk().expect("whole entries"))
    }

    /// The place where the probe sequence of a board begins.
    pub(super) fn home(board: BoardKey, active: usize) -> usize {
        ((u128::from(board.0) * active as u128) >> 64) as usize
    }

    pub(super) fn control_bytes(&self, active: usize) -> ControlBytes<'_> {
        ControlBytes(&self.words[..active / GROUP])
    }

    /// The places that may hold entries of a board.
    fn probe_sequence(&self, board: BoardKey) -> ProbeSequence<'_> {
        let active = self.active.load(Relaxed);
        let home = TranspositionTable::home(board, active);
        self.control_bytes(active).probe_sequence(board, home)
    }

    /// The entries of a board.
    fn entries(&self, board: BoardKey) -> impl Iterator<Item = Entry> {
        self.probe_sequence(board).filter_map(move |place| self.slot(place).read_if(board))
    }

    /// Prefetches the control bytes of a board, for [`TranspositionTable::prefetch_entries`].
    pub fn prefetch(&self, board: BoardKey) {
        let active = self.active.load(Relaxed);
        let home = TranspositionTable::home(board, active);
        memory_hints::prefetch(self.control_bytes(active).words_from(home));
    }

    /// Prefetches the entries of a board, if there are any.
    pub fn prefetch_entries(&self, board: BoardKey) {
        for place in self.probe_sequence(board) {
            memory_hints::prefetch(self.slot(place).0);
        }
    }

    /// Looks up a node for mates within `len` plies, on a path where the node has depth `depth`.
    ///
    /// A settled result of another hand answers by dominance. The numbers of open nodes with other
    /// hands serve as bounds: with a smaller hand the mate is no easier to prove, with a larger one
    /// no easier to disprove. They count only if they stem from no greater depth; otherwise two
    /// nodes could keep up each other's numbers forever.
    pub fn probe(&self, node: NodeKey, len: Plies, depth: u32) -> ProbeResult {
        let mut result = SearchResult::unvisited(node.hand);
        let mut state = OpenNodeState::default();
        let (mut least_pn, mut least_dn): (Bound, Bound) = ((1, false), (1, false));
        for entry in self.entries(node.board) {
            let is_covered = node.hand.dominates(entry.hand);
            let covers = entry.hand.dominates(node.hand);
            if is_covered && entry.mate_len <= len && entry.mate_len != UNLIMITED_PLIES {
                let mate = SearchResult::mate(entry.mate_len, entry.hand, entry.effort());
                return ProbeResult::settled(mate);
            }
            if covers && entry.no_mate_len >= len {
                let no_mate = SearchResult::no_mate(entry.no_mate_len, entry.hand, entry.effort());
                return ProbeResult::settled(no_mate);
            }
            let min_depth = u32::from(entry.min_depth);
            if is_covered && covers {
                if !result.is_unvisited() {
                    // A duplicate: stores update the first one.
                    continue;
                }
                result = SearchResult::open(entry.pn, entry.dn, node.hand, entry.effort());
                result.set_from_smaller_depth(min_depth < depth);
                state = entry.state();
            } else if min_depth <= depth {
                if covers {
                    least_pn = least_pn.max((entry.pn, min_depth < depth));
                }
                if is_covered {
                    least_dn = least_dn.max((entry.dn, min_depth < depth));
                }
            }
        }
        if result.pn() < least_pn.0 && least_pn.0 < INFINITE {
            result.raise_pn(least_pn.0);
            result.set_from_smaller_depth(result.is_from_smaller_depth() | least_pn.1);
        }
        if result.dn() < least_dn.0 && least_dn.0 < INFINITE {
            result.raise_dn(least_dn.0);
            result.set_from_smaller_depth(result.is_from_smaller_depth() | least_dn.1);
        }
        ProbeResult { result, state }
    }

    /// The node from which the search last reached an open node, with the numbers of the open node.
    pub fn parent_of(&self, node: NodeKey) -> Option<(NodeKey, ProofNumber, ProofNumber)> {
        let entry = self.entries(node.board).find(|entry| entry.hand == node.hand)?;
        let parent = NodeKey { board: BoardKey(entry.parent_board), hand: entry.parent_hand };
        (entry.parent_board != 0).then_some((parent, entry.pn, entry.dn))
    }

    /// Stores an open node that the search reached at `depth`, from `parent`. Returns true if the
    /// table had an entry for it.
    pub fn store_open(
        &self,
        node: NodeKey,
        result: &SearchResult,
        depth: u32,
        parent: Option<NodeKey>,
        state: OpenNodeState,
    ) -> bool {
        self.update(node, |entry| {
            (entry.pn, entry.dn) = (result.pn(), result.dn());
            entry.lower_depth(depth);
            entry.max_children = state.max_children;
            entry.tested_replies = state.tested_replies;
            if let Some(parent) = parent {
                entry.parent_board = parent.board.0;
                entry.parent_hand = parent.hand;
            }
            entry.set_effort(result.effort());
            if state.has_repetition {
                entry.set_repetition();
            }
        })
    }

    /// Stores a disproof that holds unless the attacker returns to certain positions.
    pub fn store_conditional(&self, node: NodeKey, disproof: ConditionalDisproof) {
        self.conditional.add(node, disproof);
    }

    /// The first answer of `holds` to the conditional disproofs of a node, newest first.
    pub fn find_conditional<T>(
        &self,
        node: NodeKey,
        holds: impl FnMut(&ConditionalDisproof) -> Option<T>,
    ) -> Option<T> {
        self.conditional.find(node, holds)
    }

    /// Records that a disproof of the node depended on a repetition. Resets its numbers, which say
    /// nothing about other paths.
    pub fn store_repetition(&self, node: NodeKey, depth: u32) {
        self.update(node, |entry| {
            (entry.pn, entry.dn) = (1, 1);
            entry.lower_depth(depth);
            entry.set_repetition();
        });
    }

    /// Stores a settled result. Returns true if the table had an entry for the node with the
    /// result's hand.
    pub fn store_settled(&self, node: NodeKey, result: PathIndependentResult<'_>) -> bool {
        let result = result.get();
        let node = NodeKey { board: node.board, hand: result.hand() };
        self.update(node, |entry| {
            if result.is_mate() {
                entry.mate_len = entry.mate_len.min(result.plies());
            } else {
                entry.no_mate_len = entry.no_mate_len.max(result.plies());
            }
            entry.set_effort(result.effort().max(entry.effort()));
        })
    }

    /// Changes the entry of a node, or makes one. Returns true if there was one. A table without a
    /// free place takes no new entry until the next rebuild.
    fn update(&self, node: NodeKey, change: impl FnOnce(&mut Entry)) -> bool {
        let active = self.active.load(Relaxed);
        loop {
            let mut places = self.probe_sequence(node.board);
            let same = places.find_map(|place| {
                let slot = self.slot(place);
                let entry = slot.read_if(node.board);
                entry.filter(|entry| entry.hand == node.hand).map(|entry| (slot, entry))
            });
            let is_known = same.is_some();
            let (slot, mut entry) = if let Some(found) = same {
                found
            } else {
                let Some(place) = places.free() else { return false };
                if !self.control_bytes(active).claim(place, node.board) {
                    // Another thread took the place, perhaps for the same node.
                    continue;
                }
                self.filled.add(1);
                (self.slot(place), Entry::new(node))
            };
            change(&mut entry);
            slot.write(&entry);
            return is_known;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Hand;

    fn node(key: u64, pawns: u8) -> NodeKey {
        NodeKey { board: BoardKey(key), hand: Hand::EMPTY.set(0, pawns) }
    }

    fn store(table: &TranspositionTable, node: NodeKey, result: SearchResult) {
        table.store_settled(node, result.path_independent().unwrap());
    }

    #[test]
    fn mate_holds_with_larger_hand_and_longer_limit() {
        let table = TranspositionTable::new(1 << 20);
        store(&table, node(7, 1), SearchResult::mate(5, node(7, 1).hand, 10));
        assert!(table.probe(node(7, 2), 5, 0).result.is_mate());
        assert!(table.probe(node(7, 1), UNLIMITED_PLIES, 0).result.is_mate());
        assert!(!table.probe(node(7, 1), 4, 0).result.is_settled());
        assert!(!table.probe(node(7, 0), 9, 0).result.is_settled());
    }

    #[test]
    fn no_mate_holds_with_smaller_hand_and_shorter_limit() {
        let table = TranspositionTable::new(1 << 20);
        store(&table, node(7, 1), SearchResult::no_mate(5, node(7, 1).hand, 10));
        assert!(table.probe(node(7, 0), 5, 0).result.is_no_mate());
        assert!(!table.probe(node(7, 1), 6, 0).result.is_settled());
        assert!(!table.probe(node(7, 2), 3, 0).result.is_settled());
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes; tests/stress makes room under miri")]
    fn growth_keeps_all_and_collection_keeps_settled_entries() {
        // With one thread, and with parts large enough for several.
        for (size, threads) in [(INITIAL_ENTRIES * 4, 1), (INITIAL_ENTRIES * 64, 3)] {
            fill_and_collect(size, threads);
        }
    }

    #[test]
    fn table_without_free_place_can_collect() {
        let table = TranspositionTable::new(1);
        let open = SearchResult::open(5, 6, Hand::EMPTY, 9);
        let key = |i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for i in 1..5000 {
            table.store_open(node(key(i), 1), &open, 1, None, OpenNodeState::default());
        }
        assert_eq!(table.filled.get(), table.capacity);
        assert!(table.make_room(3));
        let left = (1..5000)
            .filter(|&i| !table.probe(node(key(i), 1), 9, 3).result.is_unvisited())
            .count();
        assert_eq!(left, table.filled.get());
        assert_eq!(left, table.capacity / 2);
    }

    fn fill_and_collect(size: usize, threads: usize) {
        let share = CONDITIONAL_SHARE;
        let mut table =
            TranspositionTable::new(((ENTRY_BYTES + 1) * size * share).div_ceil(share - 1));
        assert_eq!(table.capacity, size);
        let key = |i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let stored = (size / 3 * 2) as u64;
        for i in 1..=stored {
            if table.is_crowded() {
                assert!(!table.make_room(threads));
            }
            if i % 4 == 0 {
                store(&table, node(key(i), 1), SearchResult::mate(3, node(key(i), 1).hand, 10));
            } else {
                let open = SearchResult::open(5, 6, Hand::EMPTY, 9);
                table.store_open(node(key(i), 1), &open, 1, None, OpenNodeState::default());
            }
        }
        for i in 1..=stored {
            assert!(!table.probe(node(key(i), 1), 9, 3).result.is_unvisited(), "{i} is lost");
        }
        for i in stored + 1..stored + 10 {
            let open = SearchResult::open(5, 6, Hand::EMPTY, 9);
            table.store_open(node(key(i), 1), &open, 1, None, OpenNodeState::default());
        }
        assert!(table.is_crowded() && table.make_room(threads) && !table.is_crowded());
        for i in (4..=stored).step_by(4) {
            assert!(table.probe(node(key(i), 1), 9, 3).result.is_mate(), "mate {i} is lost");
        }
        let left = (1..stored + 10)
            .filter(|&i| !table.probe(node(key(i), 1), 9, 3).result.is_unvisited())
            .count();
        assert_eq!(left, table.filled.get(), "some entries are unreachable");
        assert!(
            left > stored as usize / 3 && left < stored as usize * 2 / 3,
            "{left} of {stored} left"
        );
        table.clear();
        assert!((1..=stored).all(|i| table.probe(node(key(i), 1), 9, 3).result.is_unvisited()));
        assert_eq!((table.filled_share(), table.collections()), (0.0, 0));
        assert!((0..table.capacity).all(|i| table.slot(i).read().is_none()));
    }
}
