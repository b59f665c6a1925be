//! The table as bytes, so that another process can continue a search: with other threads, or in a
//! table of another size.
//!
//! ```text
//! entry:     mask 1 | those of the words 0 to 6 that are not 0, 8 each                         … 0
//! disproof:  positions + 1: 1 | board 8 | hand 8 | length 2 | board 8, hand 8 for each position … 0
//! ```
//!
//! Numbers are little endian. Bit `i` of an entry's mask stands for word `i` of its layout, which
//! the folder's documentation shows; the mask is never 0, since open numbers begin at 1. The file
//! has filled places only, 25 to 57 bytes each.
//!
//! Nothing here depends on a path, so that a search from the same root may believe all of it:
//!
//! * Settled entries hold on every path; only a [`PathIndependentResult`] becomes one.
//! * Numbers, states and parents of open entries are what any visit finds, whichever thread left
//!   them. Their depths count from the root.
//! * Conditional disproofs name the path positions that they need.
//!
//! Disproofs that depend on too many positions to name ([`RepetitionTable`]) are in no table, and
//! the threads' places in the tree are lost. How an entry's state counts replies may change with
//! the version of the program, so whoever keeps the bytes must keep the version with them.
//!
//! Any prefix of the entries is an even sample of all places. In the order of places, which is that
//! of keys, the first entries would all belong to one corner of a table that grows while it loads
//! them, or that is too small for them.
//!
//! [`PathIndependentResult`]: crate::search::search_result::PathIndependentResult
//! [`RepetitionTable`]: crate::search::repetition_table::RepetitionTable

use super::conditional_disproofs::ConditionalDisproof;
use super::control_bytes::GROUP;
use super::entry::{DATA_WORDS, Entry};
use super::table::TranspositionTable;
use crate::messages::tr;
use crate::position::{BoardKey, Hand};
use crate::search::node_key::NodeKey;
use crate::search::proof_number::MAX_FINITE;
use std::io::{self, Error, ErrorKind, Read, Write};
use std::sync::atomic::Ordering::Relaxed;

/// Bytes of a word.
const WORD_BYTES: usize = 8;

impl TranspositionTable {
    /// Writes the contents to `out`, while other threads may continue to search; the caller must
    /// not hold [`TranspositionTable::enter`]. Returns the number of entries.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn dump(&self, out: &mut impl Write) -> io::Result<u64> {
        let _guard = self.enter();
        let active = self.active.load(Relaxed);
        let control = self.control_bytes(active);
        let mut count = 0;
        for group in evenly_spread(active / GROUP) {
            for place in group * GROUP..(group + 1) * GROUP {
                if !control.is_free(place) {
                    if let Some(entry) = self.slot(place).read() {
                        write_entry(out, &entry)?;
                        count += 1;
                    }
                }
            }
        }
        out.write_all(&[0])?;
        self.conditional.try_for_each(|node, disproof| write_disproof(out, node, disproof))?;
        out.write_all(&[0])?;
        Ok(count)
    }

    /// Replaces the contents by what [`TranspositionTable::dump`] wrote. Where that does not fit,
    /// garbage collection evicts the less valuable entries, as in a search. Returns the number of
    /// entries read.
    ///
    /// # Errors
    /// Those of `from`, or [`ErrorKind::InvalidData`] if the bytes are not those of a table. The
    /// table then has a part of the contents.
    pub fn load(&mut self, from: &mut impl Read) -> io::Result<u64> {
        self.clear();
        self.is_loaded = true;
        let mut count = 0;
        while let Some(entry) = read_entry(from)? {
            if self.is_crowded() {
                self.make_room(1);
            }
            self.insert(&entry, self.active.load(Relaxed), 0);
            count += 1;
        }
        while let Some((node, disproof)) = read_disproof(from)? {
            self.conditional.add(node, disproof);
        }
        // A search that starts now has had no garbage collections.
        *self.collections.get_mut() = 0;
        Ok(count)
    }
}

/// The numbers below `count` (at least 2), in an order in which each prefix is evenly spread: with
/// their bits reversed.
fn evenly_spread(count: usize) -> impl Iterator<Item = usize> {
    let bits = count.next_power_of_two().ilog2();
    let reversed = (0..1_usize << bits).map(move |i| i.reverse_bits() >> (usize::BITS - bits));
    reversed.filter(move |&i| i < count)
}

fn write_entry(out: &mut impl Write, entry: &Entry) -> io::Result<()> {
    let mut bytes = [0; 1 + WORD_BYTES * DATA_WORDS];
    let mut end = 1;
    for (i, word) in entry.pack().into_iter().enumerate().filter(|&(_, word)| word != 0) {
        bytes[0] |= 1 << i;
        bytes[end..end + WORD_BYTES].copy_from_slice(&word.to_le_bytes());
        end += WORD_BYTES;
    }
    out.write_all(&bytes[..end])
}

/// The next entry; none at the end of the entries.
fn read_entry(from: &mut impl Read) -> io::Result<Option<Entry>> {
    let [mask] = read_bytes(from)?;
    if mask >> DATA_WORDS != 0 {
        return Err(Error::new(ErrorKind::InvalidData, tr!(files_damaged_entry)));
    }
    let mut bytes = [0; WORD_BYTES * DATA_WORDS];
    let (given, _) = bytes.split_at_mut(WORD_BYTES * mask.count_ones() as usize);
    from.read_exact(given)?;
    let mut given = given.chunks_exact(WORD_BYTES);
    let mut words = [0; DATA_WORDS];
    for (i, word) in words.iter_mut().enumerate() {
        if mask >> i & 1 == 1 {
            if let Some(bytes) = given.next().and_then(|bytes| bytes.try_into().ok()) {
                *word = u64::from_le_bytes(bytes);
            }
        }
    }
    // Whatever the bytes are, the numbers are those of an open node.
    let mut entry = Entry::unpack(&words);
    (entry.pn, entry.dn) = (entry.pn.clamp(1, MAX_FINITE), entry.dn.clamp(1, MAX_FINITE));
    Ok((mask != 0).then_some(entry))
}

fn write_disproof(
    out: &mut impl Write,
    node: NodeKey,
    disproof: &ConditionalDisproof,
) -> io::Result<()> {
    // A disproof names at most seven positions. One with too many for the count is left out.
    let Ok(more) = u8::try_from(disproof.unless_through.len() + 1) else { return Ok(()) };
    out.write_all(&[more])?;
    write_node(out, node)?;
    out.write_all(&disproof.len.to_le_bytes())?;
    disproof.unless_through.iter().try_for_each(|&node| write_node(out, node))
}

/// The next disproof; none at the end of the disproofs.
fn read_disproof(from: &mut impl Read) -> io::Result<Option<(NodeKey, ConditionalDisproof)>> {
    let [count] = read_bytes(from)?;
    let Some(count) = count.checked_sub(1) else { return Ok(None) };
    let node = read_node(from)?;
    let len = u16::from_le_bytes(read_bytes(from)?);
    let unless_through = (0..count).map(|_| read_node(from)).collect::<io::Result<_>>()?;
    Ok(Some((node, ConditionalDisproof { len, unless_through })))
}

fn write_node(out: &mut impl Write, node: NodeKey) -> io::Result<()> {
    out.write_all(&node.board.0.to_le_bytes())?;
    out.write_all(&node.hand.bits().to_le_bytes())
}

fn read_node(from: &mut impl Read) -> io::Result<NodeKey> {
    let board = BoardKey(u64::from_le_bytes(read_bytes(from)?));
    Ok(NodeKey { board, hand: Hand::from_bits(u64::from_le_bytes(read_bytes(from)?)) })
}

fn read_bytes<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::splitmix64::nth;
    use crate::search::plies::UNLIMITED_PLIES;
    use crate::search::search_result::SearchResult;
    use crate::search::transposition_table::{OpenNodeState, TestedReplies};

    fn node(i: u64) -> NodeKey {
        NodeKey { board: BoardKey(nth(1, i)), hand: Hand::EMPTY.set((i % 8) as u8, (i % 5) as u8) }
    }

    /// A table of `bytes` with results of every kind for `nodes` nodes.
    fn filled(bytes: usize, nodes: u64) -> TranspositionTable {
        let table = TranspositionTable::new(bytes);
        for i in 0..nodes {
            if table.is_crowded() {
                table.make_room(1);
            }
            let (this, next, effort) = (node(i), node(i + 1), nth(2, i) as u32 >> 12);
            let number = |seed| 1 + nth(seed, i) as u32 % 1000;
            let len = 1 + (i % 99) as u16;
            match i % 4 {
                0 | 1 => {
                    let settled = [SearchResult::mate, SearchResult::no_mate][i as usize % 4];
                    let result = settled(len, this.hand, effort);
                    table.store_settled(this, result.path_independent().unwrap());
                }
                2 => {
                    let open = SearchResult::open(number(3), number(4), this.hand, effort);
                    let tested_replies = TestedReplies(nth(6, i) as u32);
                    let state = OpenNodeState {
                        max_children: nth(5, i) as u32,
                        tested_replies,
                        has_repetition: i % 3 == 0,
                    };
                    table.store_open(this, &open, number(6), Some(next), state);
                }
                _ => {
                    table.store_repetition(this, number(6));
                    // For few nodes, so that a small table has room for them.
                    let disproofs = if i % 64 == 3 { 3 } else { 0 };
                    let unless: [Box<[NodeKey]>; 3] =
                        [[next, this].into(), [node(i + 2)].into(), [].into()];
                    for unless_through in unless.into_iter().take(disproofs) {
                        table.store_conditional(this, ConditionalDisproof { len, unless_through });
                    }
                }
            }
        }
        table
    }

    /// Everything that the table answers about a node.
    fn known(table: &TranspositionTable, i: u64) -> String {
        let probes = [(3, 0), (50, 400), (UNLIMITED_PLIES, 2000)]
            .map(|(len, depth)| format!("{:?}", table.probe(node(i), len, depth)));
        let mut disproofs = Vec::new();
        table.find_conditional(node(i), |disproof| {
            disproofs.push(disproof.clone());
            None::<()>
        });
        format!("{probes:?} {:?} {disproofs:?}", table.parent_of(node(i)))
    }

    fn bytes(table: &TranspositionTable) -> Vec<u8> {
        let mut bytes = Vec::new();
        table.dump(&mut bytes).unwrap();
        bytes
    }

    #[test]
    #[cfg_attr(miri, ignore = "hours, and nothing here is shared between threads")]
    fn loaded_table_of_any_sufficient_size_answers_like_the_dumped_one() {
        const NODES: u64 = 20_000;
        let table = filled(8 << 20, NODES);
        let bytes = bytes(&table);
        for size in [3 << 20, 8 << 20, 64 << 20] {
            let mut other = filled(size, 100);
            assert_eq!(other.load(&mut &bytes[..]).unwrap(), NODES);
            assert_eq!((other.filled.get() as u64, other.collections()), (NODES, 0), "{size}");
            for i in 0..NODES + 10 {
                assert_eq!(known(&other, i), known(&table, i), "{i} in {size}");
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "hours, and nothing here is shared between threads")]
    fn loading_into_a_small_table_keeps_settled_and_expensive_entries() {
        const NODES: u64 = 30_000;
        let table = filled(8 << 20, NODES);
        let bytes = bytes(&table);
        let mut small = TranspositionTable::new(1 << 20);
        assert_eq!(small.load(&mut &bytes[..]).unwrap(), NODES);
        assert_eq!(small.collections(), 0);
        let is_expensive =
            |&i: &u64| table.probe(node(i), UNLIMITED_PLIES, 0).result.effort() >= 1 << 19;
        let (expensive, cheap): (Vec<u64>, Vec<u64>) =
            (0..NODES).filter(|i| i % 4 == 0).partition(is_expensive);
        let open: Vec<u64> = (0..NODES).filter(|i| i % 4 == 2).filter(is_expensive).collect();
        let share = |of: &[u64]| {
            let kept = of.iter().filter(|&&i| {
                !small.probe(node(i), UNLIMITED_PLIES, 0).result.is_unvisited()
                    || small.probe(node(i), UNLIMITED_PLIES, 0).result.is_mate()
            });
            kept.count() as f64 / of.len() as f64
        };
        // The others are there only if they came after the last garbage collection.
        let shares = [share(&expensive), share(&cheap), share(&open)];
        assert!(shares[0] > 4.0 * shares[1] && shares[0] > 4.0 * shares[2], "{shares:?}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "hours, and nothing here is shared between threads")]
    fn invalid_bytes_are_rejected() {
        let whole = bytes(&filled(1 << 20, 100));
        let mut table = TranspositionTable::new(1 << 20);
        for end in 0..whole.len() {
            let error = table.load(&mut &whole[..end]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::UnexpectedEof, "{end} bytes");
        }
        for i in 0..2000 {
            let mut bytes = whole.clone();
            bytes[nth(7, i) as usize % whole.len()] ^= 1 << (i % 8);
            // Whatever the result, `load` returns.
            let _ = table.load(&mut &bytes[..]);
        }
        assert_eq!(table.load(&mut &[0x80][..]).unwrap_err().kind(), ErrorKind::InvalidData);
        assert_eq!(table.load(&mut &[0, 0][..]).unwrap(), 0);
        assert_eq!(table.filled_share(), 0.0);
    }

    #[test]
    fn every_prefix_is_evenly_spread() {
        for count in [2, 3, 32, 1000, 1024] {
            let order: Vec<usize> = evenly_spread(count).collect();
            let low = order[..count / 2].iter().filter(|&&i| i < count / 2).count();
            assert!(low.abs_diff(count / 4) <= 1 + count / 16, "{count}: {low}");
            let mut sorted = order;
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..count));
        }
    }
}
