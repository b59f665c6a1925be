//! The table that all threads share: everything known that does not depend on a path.
//!
//! One flat array of 64-byte entries, linear probing, no locks. An entry is eight atomic words of which the
//! last is a checksum of the others: a reader that meets half-written words sees a wrong checksum and
//! takes the entry for a stranger's. Two writers may insert the same entry twice, which wastes a place: all
//! go by the first of them. Most look-ups end at the tags, a byte for each place that stands apart from the entries.
//!
//! Entries are keyed by the board alone and carry the attacker's hand, so that look-ups can use
//! dominance: a mate holds with every larger hand, its absence with every smaller one.
//!
//! The array is reserved whole but used from small to large: small problems stay in the cache. When the
//! used part is two thirds full it grows fourfold; when it cannot grow, the half of the entries with the
//! least effort behind them is forgotten, settled ones last.

mod conditional;
mod count;
mod entry;
mod memory;
mod room;
mod saved;
mod tags;
mod tested;

pub use conditional::Fact;
pub use tested::Tested;

use conditional::Conditional;
use count::Count;
use entry::{Entry, Slot};
use tags::{GROUP, Run, Tags};

use super::look::Look;
use super::number::{ENDLESS, INFINITE, Number, Plies};
use crate::position::{BoardKey, Hand};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, RwLock, RwLockReadGuard};

/// The words of an entry.
const WORDS: usize = 8;
/// Bytes of an entry.
const BYTES: usize = 8 * WORDS;
/// Entries in use at first.
const SMALL: usize = 1 << 10;
/// Bytes that are asked for at least, however few are used: so large a block allocators take fresh from the
/// system, as pages that cost nothing until they are touched; a smaller one they may have at hand, and clear it
/// whole, which takes longer than a short problem.
const LAZY: usize = 33 << 20;
/// The shared table.
pub struct Table {
    /// Tags, then entries.
    words: Box<[AtomicU64]>,
    /// The first word of the entries, which lies on a cache line.
    offset: usize,
    /// Entries that fit; whole groups.
    capacity: usize,
    /// Entries in use now: a power of two, or `capacity`.
    active: AtomicUsize,
    /// Entries filled.
    filled: Count,
    /// Held for reading by every thread that searches, for writing while the table is rebuilt.
    rebuild: RwLock<()>,
    /// Held by the thread that rebuilds or waits to do so. The others wait here: a lock for writing goes to
    /// who comes first, and one that searches on comes before one that sleeps, again and again.
    turn: Mutex<()>,
    collections: AtomicUsize,
    conditional: Conditional,
    /// See [`Table::is_loaded`].
    loaded: bool,
}

/// Share of the memory that goes to conditional refutations.
const CONDITIONAL_SHARE: usize = 8;

/// A node's identity: board and attacker's hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Node {
    /// Board, side to move, memories.
    pub key: BoardKey,
    /// The attacker's hand.
    pub hand: Hand,
}

/// What the table adds to a [`Look`] at an open node.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The numbers and facts; `first` if the node is not in the table.
    pub look: Look,
    /// What earlier visits have left.
    pub marks: Marks,
}

/// What one visit to an open node leaves for the next, beside the numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Which children's numbers are taken by maximum instead of added (one bit each; the first 32).
    pub maxed: u32,
    /// What tests of replies have found.
    pub tested: Tested,
    /// A disproof of this node has leaned on a repetition, on some path.
    pub repeated: bool,
}

impl Marks {
    /// True if this child's number is taken by maximum.
    pub fn is_maxed(&self, child: usize) -> bool {
        child < u32::BITS as usize && self.maxed >> child & 1 == 1
    }

    /// From now on the numbers of both children are taken by maximum, if both can be marked.
    pub fn take_max(&mut self, a: usize, b: usize) {
        if a.max(b) < u32::BITS as usize {
            self.maxed |= 1 << a | 1 << b;
        }
    }
}

impl Table {
    /// A table of at most `bytes` (at least room for a few entries is taken), or of a quarter, a sixteenth... where so
    /// much cannot be had.
    pub fn new(bytes: usize) -> Table {
        let conditional = Conditional::new(bytes / CONDITIONAL_SHARE);
        let fit = (bytes - bytes / CONDITIONAL_SHARE) / (BYTES + 1);
        let capacity = (fit / GROUP * GROUP).max(SMALL / 4);
        let tags = capacity / GROUP;
        let needed = tags + (capacity + 1) * WORDS;
        let words = match bytemuck::try_zeroed_slice_box::<AtomicU64>(needed.max(LAZY / 8)) {
            Ok(words) => words,
            // What is left is for the others.
            Err(()) if bytes > LAZY => return Table::new(bytes / 4),
            Err(()) => bytemuck::zeroed_slice_box(needed),
        };
        let misaligned = words[tags..].as_ptr() as usize % BYTES;
        let offset = tags + (BYTES - misaligned) % BYTES / 8;
        Table {
            words,
            offset,
            capacity,
            active: AtomicUsize::new(SMALL.min(capacity)),
            filled: Count::default(),
            rebuild: RwLock::new(()),
            turn: Mutex::new(()),
            collections: AtomicUsize::new(0),
            conditional,
            loaded: false,
        }
    }

    /// True if something in it comes from a [file](Table::load), which may say anything: nothing that leans on it is
    /// known before it is checked.
    pub fn is_loaded(&self) -> bool {
        self.loaded
    }

    /// Forgets everything. Takes time for what was used, not for what there is.
    pub fn clear(&mut self) {
        self.loaded = false;
        let active = *self.active.get_mut();
        let (tags, entries) = self.words.split_at_mut(self.offset);
        let groups = entries[..active * WORDS].chunks_exact_mut(GROUP * WORDS);
        for (tags, entries) in tags.iter_mut().zip(groups) {
            if std::mem::take(tags.get_mut()) != 0 {
                entries.fill_with(AtomicU64::default);
            }
        }
        *self.active.get_mut() = SMALL.min(self.capacity);
        self.filled.set(0);
        *self.collections.get_mut() = 0;
        self.conditional.clear();
    }

    /// To be held while searching; let go now and then, so that the table can be rebuilt.
    pub fn enter(&self) -> RwLockReadGuard<'_, ()> {
        self.rebuild.read().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// True if the table should be rebuilt by [`Table::make_room`].
    pub fn is_crowded(&self) -> bool {
        let active = self.active.load(Relaxed);
        self.filled.get() > active / 3 * 2
    }

    /// Share of the whole table that is filled, 0 to 1.
    pub fn used(&self) -> f64 {
        self.filled.get() as f64 / self.capacity as f64
    }

    /// How often entries had to be forgotten.
    pub fn collections(&self) -> usize {
        self.collections.load(Relaxed)
    }

    fn slot(&self, index: usize) -> Slot<'_> {
        let start = self.offset + index * WORDS;
        Slot(self.words[start..].first_chunk().expect("whole entries"))
    }

    fn home(key: BoardKey, active: usize) -> usize {
        ((u128::from(key.0) * active as u128) >> 64) as usize
    }

    fn tags(&self, active: usize) -> Tags<'_> {
        Tags(&self.words[..active / GROUP])
    }

    /// The places where a board's entries may lie.
    fn run(&self, key: BoardKey) -> Run<'_> {
        let active = self.active.load(Relaxed);
        self.tags(active).run(key, Table::home(key, active))
    }

    /// A board's entries.
    fn entries(&self, key: BoardKey) -> impl Iterator<Item = Entry> {
        self.run(key).filter_map(move |place| self.slot(place).read_if(key))
    }

    /// Begins to bring near what tells where a board's entries are, if there are any.
    pub fn prefetch(&self, key: BoardKey) {
        let active = self.active.load(Relaxed);
        memory::prefetch(self.tags(active).near(Table::home(key, active)));
    }

    /// Begins to bring a board's entries near, after [`Table::prefetch`].
    pub fn prefetch_entries(&self, key: BoardKey) {
        for place in self.run(key) {
            memory::prefetch(self.slot(place).0);
        }
    }

    /// Looks a node up for mates within `len` plies, from a path of `depth` plies.
    ///
    /// Bounds of open nodes with other hands are used only if they were stored from no greater depth:
    /// otherwise two nodes could keep each other's numbers up for ever.
    pub fn look(&self, node: Node, len: Plies, depth: u32) -> Found {
        let mut look = Look { first: true, ..Look::open(1, 1, node.hand, 0) };
        let mut marks = Marks::default();
        // Bounds from other hands, and whether they stem from a smaller depth: of equal ones those that do.
        let (mut least_pn, mut least_dn) = ((1, false), (1, false));
        for entry in self.entries(node.key) {
            let covered = node.hand.dominates(entry.hand);
            let covers = entry.hand.dominates(node.hand);
            if covered && entry.mate <= len && entry.mate != ENDLESS {
                let look = Look::mate(entry.mate, entry.hand, entry.amount());
                return Found { look, marks: Marks::default() };
            }
            if covers && entry.no_mate >= len {
                let look = Look::no_mate(entry.no_mate, entry.hand, entry.amount());
                return Found { look, marks: Marks::default() };
            }
            if covered && covers {
                if !look.first {
                    // The same node twice; it is the one found first that is kept up to date.
                    continue;
                }
                look = Look {
                    first: false,
                    old: u32::from(entry.depth) < depth,
                    ..Look::open(entry.pn, entry.dn, node.hand, entry.amount())
                };
                marks = entry.marks();
            } else if u32::from(entry.depth) <= depth {
                let earlier = u32::from(entry.depth) < depth;
                if covers {
                    least_pn = least_pn.max((entry.pn, earlier));
                }
                if covered {
                    least_dn = least_dn.max((entry.dn, earlier));
                }
            }
        }
        if look.pn < least_pn.0 && least_pn.0 < INFINITE {
            look.pn = least_pn.0;
            look.old |= least_pn.1;
        }
        if look.dn < least_dn.0 && least_dn.0 < INFINITE {
            look.dn = least_dn.0;
            look.old |= least_dn.1;
        }
        Found { look, marks }
    }

    /// The node from which an open node was last reached, as far as known.
    pub fn parent(&self, node: Node) -> Option<(Node, Number, Number)> {
        let entry = self.entries(node.key).find(|entry| entry.hand == node.hand)?;
        let parent = Node { key: BoardKey(entry.parent_key), hand: entry.parent_hand };
        (entry.parent_key != 0).then_some((parent, entry.pn, entry.dn))
    }

    /// Stores the numbers of an open node. True if it was there.
    pub fn store_open(
        &self,
        node: Node,
        look: &Look,
        depth: u32,
        parent: Option<Node>,
        marks: Marks,
    ) -> bool {
        self.update(node, |entry| {
            entry.pn = look.pn;
            entry.dn = look.dn;
            entry.depth = entry.depth.min(depth.min(u32::from(u16::MAX)) as u16);
            entry.maxed = marks.maxed;
            entry.tested = marks.tested;
            if let Some(parent) = parent {
                entry.parent_key = parent.key.0;
                entry.parent_hand = parent.hand;
            }
            entry.set_amount(look.amount);
            if marks.repeated {
                entry.set_repeated();
            }
        })
    }

    /// Remembers a refutation that holds unless the attacker comes back to certain positions.
    pub fn store_conditional(&self, node: Node, fact: Fact) {
        self.conditional.add(node, fact);
    }

    /// What a node's conditional refutations are good for: the first answer of `holds`.
    pub fn conditional<T>(&self, node: Node, holds: impl FnMut(&Fact) -> Option<T>) -> Option<T> {
        self.conditional.find(node, holds)
    }

    /// Marks a node as touched by repetition, and its numbers as worthless.
    pub fn store_repeated(&self, node: Node, depth: u32) {
        self.update(node, |entry| {
            (entry.pn, entry.dn) = (1, 1);
            entry.depth = entry.depth.min(depth.min(u32::from(u16::MAX)) as u16);
            entry.set_repeated();
        });
    }

    /// Stores a settled node that does not depend on the path. True if something was known of it with this hand.
    ///
    /// # Panics
    /// In debug builds if the look is open or leans on a repetition.
    pub fn store_settled(&self, node: Node, look: &Look) -> bool {
        debug_assert!(look.is_settled() && look.lean.is_none());
        let node = Node { key: node.key, hand: look.hand };
        self.update(node, |entry| {
            if look.is_mate() {
                entry.mate = entry.mate.min(look.len);
            } else {
                entry.no_mate = entry.no_mate.max(look.len);
            }
            entry.set_amount(look.amount.max(entry.amount()));
        })
    }

    /// Changes a node's entry, or makes one. True if there was one.
    fn update(&self, node: Node, change: impl FnOnce(&mut Entry)) -> bool {
        let active = self.active.load(Relaxed);
        loop {
            let mut run = self.run(node.key);
            let same = run.find_map(|place| {
                let slot = self.slot(place);
                slot.read_if(node.key).filter(|entry| entry.hand == node.hand).map(|e| (slot, e))
            });
            let is_known = same.is_some();
            let (slot, mut entry) = if let Some(found) = same {
                found
            } else {
                // A part that is full takes no more until the next rebuild.
                let Some(place) = run.free() else { return false };
                if !self.tags(active).claim(place, node.key) {
                    // Another thread was faster, perhaps with this very node.
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

    fn node(key: u64, pawns: u8) -> Node {
        Node { key: BoardKey(key), hand: Hand::EMPTY.set(0, pawns) }
    }

    #[test]
    fn a_mate_holds_with_a_larger_hand_and_a_longer_limit() {
        let table = Table::new(1 << 20);
        table.store_settled(node(7, 1), &Look::mate(5, node(7, 1).hand, 10));
        assert!(table.look(node(7, 2), 5, 0).look.is_mate());
        assert!(table.look(node(7, 1), ENDLESS, 0).look.is_mate());
        assert!(!table.look(node(7, 1), 4, 0).look.is_settled());
        assert!(!table.look(node(7, 0), 9, 0).look.is_settled());
    }

    #[test]
    fn no_mate_holds_with_a_smaller_hand_and_a_shorter_limit() {
        let table = Table::new(1 << 20);
        table.store_settled(node(7, 1), &Look::no_mate(5, node(7, 1).hand, 10));
        assert!(table.look(node(7, 0), 5, 0).look.is_no_mate());
        assert!(!table.look(node(7, 1), 6, 0).look.is_settled());
        assert!(!table.look(node(7, 2), 3, 0).look.is_settled());
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes; tests/stress makes room under miri")]
    fn growing_loses_nothing_and_forgetting_keeps_the_settled() {
        // Once by one thread, once with parts large enough for several.
        for (size, threads) in [(SMALL * 4, 1), (SMALL * 64, 3)] {
            fill_and_forget(size, threads);
        }
    }

    #[test]
    fn a_table_without_a_free_place_forgets_too() {
        let table = Table::new(1);
        let look = Look::open(5, 6, Hand::EMPTY, 9);
        let key = |i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for i in 1..5000 {
            table.store_open(node(key(i), 1), &look, 1, None, Marks::default());
        }
        assert_eq!(table.filled.get(), table.capacity);
        assert!(table.make_room(3));
        let left = (1..5000).filter(|&i| !table.look(node(key(i), 1), 9, 3).look.first).count();
        assert_eq!(left, table.filled.get());
        assert_eq!(left, table.capacity / 2);
    }

    fn fill_and_forget(size: usize, threads: usize) {
        let share = CONDITIONAL_SHARE;
        let mut table = Table::new(((BYTES + 1) * size * share).div_ceil(share - 1));
        assert_eq!(table.capacity, size);
        let key = |i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let most = (size / 3 * 2) as u64;
        for i in 1..=most {
            if table.is_crowded() {
                assert!(!table.make_room(threads));
            }
            if i % 4 == 0 {
                table.store_settled(node(key(i), 1), &Look::mate(3, node(key(i), 1).hand, 10));
            } else {
                let look = Look::open(5, 6, Hand::EMPTY, 9);
                table.store_open(node(key(i), 1), &look, 1, None, Marks::default());
            }
        }
        for i in 1..=most {
            assert!(!table.look(node(key(i), 1), 9, 3).look.first, "{i} is lost");
        }
        for i in most + 1..most + 10 {
            let look = Look::open(5, 6, Hand::EMPTY, 9);
            table.store_open(node(key(i), 1), &look, 1, None, Marks::default());
        }
        assert!(table.is_crowded() && table.make_room(threads) && !table.is_crowded());
        for i in (4..=most).step_by(4) {
            assert!(table.look(node(key(i), 1), 9, 3).look.is_mate(), "mate {i} is lost");
        }
        let left =
            (1..most + 10).filter(|&i| !table.look(node(key(i), 1), 9, 3).look.first).count();
        assert_eq!(left, table.filled.get(), "some cannot be found any more");
        assert!(left > most as usize / 3 && left < most as usize * 2 / 3, "{left} of {most} left");
        table.clear();
        assert!((1..=most).all(|i| table.look(node(key(i), 1), 9, 3).look.first));
        assert_eq!((table.used(), table.collections()), (0.0, 0));
        assert!((0..table.capacity).all(|i| table.slot(i).read().is_none()));
    }
}
