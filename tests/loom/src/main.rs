//! Entries of the table under loom: every order in which threads may run and every value that a relaxed
//! load may return, within the bounds given at each model. The source is the very file of the table, with
//! loom's atomics in place of the machine's.
//!
//! Whatever a writer is doing, a reader gets an entry that somebody wrote as a whole, or none. No place is given
//! to two threads. Each model lists all outcomes that there are, so that one which explores too little fails
//! as well.

#[allow(dead_code, reason = "the models use a part of it")]
#[path = "../../../src/search/transposition_table/entry.rs"]
mod entry;
#[allow(dead_code, reason = "the models use a part of it")]
#[path = "../../../src/search/transposition_table/control_bytes.rs"]
mod control_bytes;

use entry::{Entry, Slot, WORDS};
use loom::sync::Arc;
use loom::sync::atomic::AtomicU64;
use loom::thread;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Instant;
use control_bytes::ControlBytes;
use tsume::position::{self, BoardKey, Hand};
use tsume::search;
use tsume::search::{node_key::NodeKey, transposition_table::{OpenNodeState, TestedReplies}};

const KEY: BoardKey = BoardKey(0x9E37_79B9_7F4A_7C15);

/// Entry number `i` of a board: hand, numbers, facts, parent and all else differ.
fn sample(key: BoardKey, i: u8) -> Entry {
    let mut entry = Entry::new(NodeKey { board: key, hand: Hand::EMPTY.set(0, i) });
    entry.pn = 2 + u32::from(i);
    entry.dn = 7 + 3 * u32::from(i);
    entry.mate_len = 9 + 2 * u16::from(i);
    entry.no_mate_len = u16::from(i);
    entry.min_depth = 20 - u16::from(i);
    entry.max_children = 1 << i;
    entry.parent_board = KEY.0.rotate_left(u32::from(i));
    entry.parent_hand = Hand::EMPTY.set(1, i);
    entry.set_effort(1 << i);
    entry.tested_replies.add(usize::from(i), 3 << i);
    entry
}

/// What a reader or the last look at the slot has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Nothing,
    /// Sample number so much of the first board.
    First(u8),
    /// Of the second board.
    Second(u8),
}

const SECOND: BoardKey = BoardKey(!KEY.0);

/// Names an entry, which must be a sample word for word.
fn name(found: Option<Entry>) -> Seen {
    let Some(entry) = found else { return Seen::Nothing };
    for i in 1..=3 {
        if entry == sample(KEY, i) {
            return Seen::First(i);
        }
        if entry == sample(SECOND, i) {
            return Seen::Second(i);
        }
    }
    panic!("a mixture: {entry:?}");
}

type Words = Arc<[AtomicU64; WORDS]>;

/// A slot with this in it.
fn slot(entry: Option<Entry>) -> Words {
    let words = Arc::new(std::array::from_fn(|_| AtomicU64::new(0)));
    if let Some(entry) = entry {
        Slot(&*words).write(&entry);
    }
    words
}

/// What one thread does to the slot while another reads it.
type Deed = fn(&Slot<'_>);

/// Runs `deeds` side by side, each in a thread, with a reader; `read` is what the reader does. Explores with at
/// most `preemptions` switches away from a thread that could go on (none: all there are), and compares
/// what the reader saw, and what lay in the slot at the end, with everything that is possible.
fn explore(
    title: &str,
    preemptions: Option<usize>,
    start: Option<Entry>,
    deeds: &'static [Deed],
    read: fn(&Slot<'_>) -> Option<Entry>,
    seen: &[Seen],
    left: &[Seen],
) {
    let begun = Instant::now();
    let outcomes = std::sync::Arc::new(Mutex::new((0_u64, BTreeSet::new(), BTreeSet::new())));
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = preemptions;
    let results = std::sync::Arc::clone(&outcomes);
    builder.check(move || {
        let words = slot(start);
        let (here, others) = deeds.split_first().unwrap();
        let mut threads = Vec::new();
        for deed in others {
            let words = Arc::clone(&words);
            threads.push(thread::spawn(move || deed(&Slot(&*words))));
        }
        // The reader begins last: of all earlier accesses to a word the model checker holds only the latest
        // against a store, and a writer that also reads would hide a reader from itself.
        let reader = {
            let words = Arc::clone(&words);
            thread::spawn(move || name(read(&Slot(&*words))))
        };
        here(&Slot(&*words));
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        let found = reader.join().unwrap();
        let last = name(Slot(&*words).read());
        let mut results = results.lock().unwrap();
        results.0 += 1;
        results.1.insert(found);
        results.2.insert(last);
    });
    let (count, found, last) = &*outcomes.lock().unwrap();
    println!("{title}: {count} executions, {:.1} s", begun.elapsed().as_secs_f64());
    assert!(found.iter().eq(seen), "{title}: the reader saw {found:?}");
    assert!(last.iter().eq(left), "{title}: at the end there was {last:?}");
}

/// Takes the first free place from `home` on, as the table does for a new entry.
fn settle(words: &[AtomicU64], key: BoardKey, home: usize) -> usize {
    loop {
        let mut run = ControlBytes(words).probe_sequence(key, home);
        run.by_ref().for_each(drop);
        let free = run.free().unwrap();
        if ControlBytes(words).claim(free, key) {
            return free;
        }
    }
}

/// Three threads that put two boards into a table of two groups, of which all but five places are taken: every order
/// of them. Their places differ, each can be found again, and each order gives one of `outcomes`.
fn claims(outcomes: &[[usize; 3]]) {
    let begun = Instant::now();
    let seen = std::sync::Arc::new(Mutex::new((0_u64, BTreeSet::new())));
    let results = std::sync::Arc::clone(&seen);
    loom::model(move || {
        // Free are 6, 7, 8, 9 and 15.
        let words = [0x0000_0303_0303_0303, 0x0003_0303_0303_0000];
        let words: Arc<[AtomicU64; 2]> = Arc::new(words.map(AtomicU64::new));
        let others = [(SECOND, 6), (KEY, 7)].map(|(key, home)| {
            let words = Arc::clone(&words);
            thread::spawn(move || settle(&*words, key, home))
        });
        let first = settle(&*words, KEY, 7);
        let [second, third] = others.map(|thread| thread.join().unwrap());
        for (key, home, place) in [(KEY, 7, first), (SECOND, 6, second), (KEY, 7, third)] {
            assert!(ControlBytes(&*words).probe_sequence(key, home).any(|found| found == place));
        }
        let mut results = results.lock().unwrap();
        results.0 += 1;
        results.1.insert([first, second, third]);
    });
    let (count, found) = &*seen.lock().unwrap();
    println!(
        "three threads that take places: {count} executions, {:.1} s",
        begun.elapsed().as_secs_f64()
    );
    assert!(found.iter().eq(outcomes), "{found:?}");
}

fn main() {
    use Seen::{First, Nothing, Second};
    // Who begins at 6 gets that place whatever the others do; those two begin at 7.
    claims(&[[7, 6, 8], [8, 6, 7]]);
    let any = |slot: &Slot<'_>| slot.read();
    let of_first_board = |slot: &Slot<'_>| slot.read_if(KEY);
    explore(
        "a reader beside a writer that overwrites an entry",
        None,
        Some(sample(KEY, 1)),
        &[|slot| slot.write(&sample(KEY, 2))],
        of_first_board,
        &[Nothing, First(1), First(2)],
        &[First(2)],
    );
    explore(
        "a reader beside a writer that fills an empty slot",
        None,
        None,
        &[|slot| slot.write(&sample(KEY, 1))],
        of_first_board,
        &[Nothing, First(1)],
        &[First(1)],
    );
    explore(
        "a reader beside one who clears",
        None,
        Some(sample(KEY, 1)),
        &[|slot| slot.clear()],
        of_first_board,
        &[Nothing, First(1)],
        &[Nothing],
    );
    explore(
        "a reader beside one who takes",
        None,
        Some(sample(KEY, 1)),
        &[|slot| assert_eq!(slot.take(), Some(sample(KEY, 1)))],
        of_first_board,
        &[Nothing, First(1)],
        &[Nothing],
    );
    // Of three threads the orders are too many. Here each runs to its end before the next, but loads return
    // whatever is not known to be overwritten: the reader meets each of three values in each of eight words,
    // the last look either writer's, independently. That is everything: 6^8 executions.
    explore(
        "a reader beside two writers that overwrite an entry",
        Some(0),
        Some(sample(KEY, 1)),
        &[|slot| slot.write(&sample(KEY, 2)), |slot| slot.write(&sample(KEY, 3))],
        any,
        &[Nothing, First(1), First(2), First(3)],
        &[Nothing, First(2), First(3)],
    );
    explore(
        "a reader beside two writers that fill the same empty slot for two boards",
        Some(0),
        None,
        &[|slot| slot.write(&sample(KEY, 1)), |slot| slot.write(&sample(SECOND, 2))],
        any,
        &[Nothing, First(1), Second(2)],
        &[Nothing, First(1), Second(2)],
    );
}
