//! The table as bytes, so that a search can be left and gone on with later: by another process, with other
//! threads, in a table of another size.
//!
//! ```text
//! entry: which words there are 1 | those of the first seven (`entry.rs`) that are not 0, 8 each      … 0
//! fact:  positions + 1: 1 | key 8 | hand 8 | length 2 | key 8, hand 8 of each position              … 0
//! ```
//!
//! Numbers are little endian; bit `i` of an entry's first byte stands for word `i`, and is never 0 for all, since
//! open numbers begin at 1. Only what is filled is written, 25 to 57 bytes an entry.
//!
//! Nothing here hangs on a path, so that a search that begins at the same root may believe all of it. Settled
//! entries hold on every path, by [`Table::store_settled`]. Numbers, marks and parents of open ones are what any
//! visit finds there, whoever left them; their depths count from the root. Facts name the positions on the path that
//! they need. What leans on a path that cannot be named so ([`Repetitions`]) is in no table, and where each
//! thread stood is lost. How the marks count replies is known to this version of the program alone: who keeps
//! the bytes must keep the version too.
//!
//! Entries come in an order of which every beginning is an even sample of all places. In the order of places, which
//! is that of keys, the first would all belong to one corner of a table that grows while they come, or is too small
//! for them.
//!
//! [`Repetitions`]: crate::search::path::Repetitions

use super::entry::Entry;
use super::{Fact, GROUP, Node, Table, WORDS};
use crate::position::{BoardKey, Hand};
use crate::search::number::MOST;
use std::io::{self, Error, ErrorKind, Read, Write};
use std::sync::atomic::Ordering::Relaxed;

/// Bytes of a word.
const WORD: usize = 8;

impl Table {
    /// Writes down what is known, while others may search on; the caller must not be inside the table. Returns the
    /// number of entries.
    ///
    /// # Errors
    /// What `out` says.
    pub fn dump(&self, out: &mut impl Write) -> io::Result<u64> {
        let _guard = self.enter();
        let active = self.active.load(Relaxed);
        let tags = self.tags(active);
        let mut count = 0;
        for group in evenly(active / GROUP) {
            for place in group * GROUP..(group + 1) * GROUP {
                if !tags.is_free(place)
                    && let Some(entry) = self.slot(place).read()
                {
                    write_entry(out, &entry)?;
                    count += 1;
                }
            }
        }
        out.write_all(&[0])?;
        self.conditional.each(|node, fact| write_fact(out, node, fact))?;
        out.write_all(&[0])?;
        Ok(count)
    }

    /// Puts what [`Table::dump`] has written in the place of what is known. Where it does not fit, the least is
    /// forgotten, as in a search. Returns the number of entries that were read.
    ///
    /// # Errors
    /// What `from` says, or [`ErrorKind::InvalidData`] if the bytes are no table's; then a part of it is there.
    pub fn load(&mut self, from: &mut impl Read) -> io::Result<u64> {
        self.clear();
        self.loaded = true;
        let mut count = 0;
        while let Some(entry) = read_entry(from)? {
            if self.is_crowded() {
                self.make_room(1);
            }
            self.insert(&entry, self.active.load(Relaxed), 0);
            count += 1;
        }
        while let Some((node, fact)) = read_fact(from)? {
            self.conditional.add(node, fact);
        }
        // They tell how a search fares, and this one begins.
        *self.collections.get_mut() = 0;
        Ok(count)
    }
}

/// The numbers below `count` (2 or more), in an order in which each beginning is spread evenly: bits reversed.
fn evenly(count: usize) -> impl Iterator<Item = usize> {
    let bits = count.next_power_of_two().ilog2();
    let reversed = (0..1_usize << bits).map(move |i| i.reverse_bits() >> (usize::BITS - bits));
    reversed.filter(move |&i| i < count)
}

fn write_entry(out: &mut impl Write, entry: &Entry) -> io::Result<()> {
    let mut bytes = [0; 1 + WORD * (WORDS - 1)];
    let mut end = 1;
    for (i, word) in entry.pack().into_iter().enumerate().filter(|&(_, word)| word != 0) {
        bytes[0] |= 1 << i;
        bytes[end..end + WORD].copy_from_slice(&word.to_le_bytes());
        end += WORD;
    }
    out.write_all(&bytes[..end])
}

/// The next entry; none at their end.
fn read_entry(from: &mut impl Read) -> io::Result<Option<Entry>> {
    let [mask] = read_bytes(from)?;
    if mask >> (WORDS - 1) != 0 {
        return Err(Error::new(ErrorKind::InvalidData, "an entry has no such word"));
    }
    let mut bytes = [0; WORD * (WORDS - 1)];
    let (given, _) = bytes.split_at_mut(WORD * mask.count_ones() as usize);
    from.read_exact(given)?;
    let (mut given, _) = given.as_chunks::<WORD>();
    let mut words = [0; WORDS - 1];
    for (i, word) in words.iter_mut().enumerate() {
        if mask >> i & 1 == 1
            && let Some((first, rest)) = given.split_first()
        {
            (*word, given) = (u64::from_le_bytes(*first), rest);
        }
    }
    // Whatever the bytes say, an open node is open.
    let mut entry = Entry::unpack(&words);
    (entry.pn, entry.dn) = (entry.pn.clamp(1, MOST), entry.dn.clamp(1, MOST));
    Ok((mask != 0).then_some(entry))
}

fn write_fact(out: &mut impl Write, node: Node, fact: &Fact) -> io::Result<()> {
    // There are no more than a few. More would be left out.
    let Ok(more) = u8::try_from(fact.unless.len() + 1) else { return Ok(()) };
    out.write_all(&[more])?;
    write_node(out, node)?;
    out.write_all(&fact.len.to_le_bytes())?;
    fact.unless.iter().try_for_each(|&node| write_node(out, node))
}

/// The next fact; none at their end.
fn read_fact(from: &mut impl Read) -> io::Result<Option<(Node, Fact)>> {
    let [count] = read_bytes(from)?;
    let Some(count) = count.checked_sub(1) else { return Ok(None) };
    let node = read_node(from)?;
    let len = u16::from_le_bytes(read_bytes(from)?);
    let unless = (0..count).map(|_| read_node(from)).collect::<io::Result<_>>()?;
    Ok(Some((node, Fact { len, unless })))
}

fn write_node(out: &mut impl Write, node: Node) -> io::Result<()> {
    out.write_all(&node.key.0.to_le_bytes())?;
    out.write_all(&node.hand.bits().to_le_bytes())
}

fn read_node(from: &mut impl Read) -> io::Result<Node> {
    let key = BoardKey(u64::from_le_bytes(read_bytes(from)?));
    Ok(Node { key, hand: Hand::from_bits(u64::from_le_bytes(read_bytes(from)?)) })
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
    use crate::search::look::Look;
    use crate::search::number::ENDLESS;
    use crate::search::table::{Marks, Tested};

    fn node(i: u64) -> Node {
        Node { key: BoardKey(nth(1, i)), hand: Hand::EMPTY.set((i % 8) as u8, (i % 5) as u8) }
    }

    /// A table of `bytes` in which something of every sort is known of each of so many nodes.
    fn filled(bytes: usize, nodes: u64) -> Table {
        let table = Table::new(bytes);
        for i in 0..nodes {
            if table.is_crowded() {
                table.make_room(1);
            }
            let (this, next, amount) = (node(i), node(i + 1), nth(2, i) as u32 >> 12);
            let number = |seed| 1 + nth(seed, i) as u32 % 1000;
            let len = 1 + (i % 99) as u16;
            match i % 4 {
                0 | 1 => {
                    let look = [Look::mate, Look::no_mate][i as usize % 4];
                    table.store_settled(this, &look(len, this.hand, amount));
                }
                2 => {
                    let look = Look::open(number(3), number(4), this.hand, amount);
                    let (maxed, tested) = (nth(5, i) as u32, Tested(nth(6, i) as u32));
                    let marks = Marks { maxed, tested, repeated: i % 3 == 0 };
                    table.store_open(this, &look, number(6), Some(next), marks);
                }
                _ => {
                    table.store_repeated(this, number(6));
                    // Of few, so that a small table has room for them.
                    let facts = if i % 64 == 3 { 3 } else { 0 };
                    let unless: [Box<[Node]>; 3] =
                        [[next, this].into(), [node(i + 2)].into(), [].into()];
                    for unless in unless.into_iter().take(facts) {
                        table.store_conditional(this, Fact { len, unless });
                    }
                }
            }
        }
        table
    }

    /// All that can be found out of a node.
    fn known(table: &Table, i: u64) -> String {
        let looks = [(3, 0), (50, 400), (ENDLESS, 2000)]
            .map(|(len, depth)| format!("{:?}", table.look(node(i), len, depth)));
        let mut facts = Vec::new();
        table.conditional(node(i), |fact| {
            facts.push(fact.clone());
            None::<()>
        });
        format!("{looks:?} {:?} {facts:?}", table.parent(node(i)))
    }

    fn bytes(table: &Table) -> Vec<u8> {
        let mut bytes = Vec::new();
        table.dump(&mut bytes).unwrap();
        bytes
    }

    #[test]
    #[cfg_attr(miri, ignore = "hours, and nothing here is shared between threads")]
    fn what_was_known_is_known_again_in_a_table_of_any_size_that_has_room() {
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
    fn a_table_that_is_too_small_forgets_what_is_open_or_cost_little() {
        const NODES: u64 = 30_000;
        let table = filled(8 << 20, NODES);
        let bytes = bytes(&table);
        let mut small = Table::new(1 << 20);
        assert_eq!(small.load(&mut &bytes[..]).unwrap(), NODES);
        assert_eq!(small.collections(), 0);
        let is_dear = |&i: &u64| table.look(node(i), ENDLESS, 0).look.amount >= 1 << 19;
        let (dear, cheap): (Vec<u64>, Vec<u64>) =
            (0..NODES).filter(|i| i % 4 == 0).partition(is_dear);
        let open: Vec<u64> = (0..NODES).filter(|i| i % 4 == 2).filter(is_dear).collect();
        let share = |of: &[u64]| {
            let kept = of.iter().filter(|&&i| {
                !small.look(node(i), ENDLESS, 0).look.first
                    || small.look(node(i), ENDLESS, 0).look.is_mate()
            });
            kept.count() as f64 / of.len() as f64
        };
        // Of the others there are those that came after the last time that room was made.
        let shares = [share(&dear), share(&cheap), share(&open)];
        assert!(shares[0] > 4.0 * shares[1] && shares[0] > 4.0 * shares[2], "{shares:?}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "hours, and nothing here is shared between threads")]
    fn bytes_that_are_no_table_are_refused() {
        let whole = bytes(&filled(1 << 20, 100));
        let mut table = Table::new(1 << 20);
        for end in 0..whole.len() {
            let error = table.load(&mut &whole[..end]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::UnexpectedEof, "{end} bytes");
        }
        for i in 0..2000 {
            let mut bytes = whole.clone();
            bytes[nth(7, i) as usize % whole.len()] ^= 1 << (i % 8);
            // Whatever it makes of them, it ends.
            let _ = table.load(&mut &bytes[..]);
        }
        assert_eq!(table.load(&mut &[0x80][..]).unwrap_err().kind(), ErrorKind::InvalidData);
        assert_eq!(table.load(&mut &[0, 0][..]).unwrap(), 0);
        assert_eq!(table.used(), 0.0);
    }

    #[test]
    fn beginnings_are_even() {
        for count in [2, 3, 32, 1000, 1024] {
            let order: Vec<usize> = evenly(count).collect();
            let low = order[..count / 2].iter().filter(|&&i| i < count / 2).count();
            assert!(low.abs_diff(count / 4) <= 1 + count / 16, "{count}: {low}");
            let mut sorted = order;
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..count));
        }
    }
}
