//! Entries and control bytes of the transposition table under the model checker loom: every order
//! in which threads may run and every value that a relaxed load may return, within the bounds given
//! at each model. The program includes the source files of the table, with loom's atomics in place
//! of the machine's.
//!
//! The models show that a reader gets an entry that one writer wrote as a whole, or none, and that
//! no two threads claim the same place. Each model lists all possible outcomes, so that a model
//! that explores too little fails as well.

#[allow(dead_code, reason = "the models use a part of it")]
#[path = "../../../src/search/transposition_table/control_bytes.rs"]
mod control_bytes;
#[allow(dead_code, reason = "the models use a part of it")]
#[path = "../../../src/search/transposition_table/entry.rs"]
mod entry;

use control_bytes::ControlBytes;
use entry::{Entry, Slot, WORDS};
use loom::sync::Arc;
use loom::sync::atomic::AtomicU64;
use loom::thread;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Instant;
use tsume::position::{self, BoardKey, Hand};
use tsume::search;
use tsume::search::node_key::NodeKey;

const KEY: BoardKey = BoardKey(0x9E37_79B9_7F4A_7C15);

/// Entry number `i` of a board. All its parts differ from those of the other entries.
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

/// Entry that a reader, or the last read, found in the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Nothing,
    /// The sample with this number, of the first board.
    First(u8),
    /// The sample with this number, of the second board.
    Second(u8),
}

const SECOND: BoardKey = BoardKey(!KEY.0);

/// Identifies an entry, which must equal a sample in every word.
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
    panic!("mixed entry: {entry:?}");
}

type Words = Arc<[AtomicU64; WORDS]>;

/// A place with this entry in it.
fn slot(entry: Option<Entry>) -> Words {
    let words = Arc::new(std::array::from_fn(|_| AtomicU64::new(0)));
    if let Some(entry) = entry {
        Slot(&*words).write(&entry);
    }
    words
}

/// Action of one thread on the place while another reads it.
type Action = fn(&Slot<'_>);

/// Runs each of `actions` in a thread of its own, beside a reader that calls `read`. Explores with
/// at most `preemptions` switches away from a thread that could continue (none: without a bound).
/// Compares what the reader saw with `seen`, and what remained in the place at the end with `left`:
/// all possible outcomes.
fn explore(
    title: &str,
    preemptions: Option<usize>,
    start: Option<Entry>,
    actions: &'static [Action],
    read: fn(&Slot<'_>) -> Option<Entry>,
    seen: &[Seen],
    left: &[Seen],
) {
    let start_time = Instant::now();
    let outcomes = std::sync::Arc::new(Mutex::new((0_u64, BTreeSet::new(), BTreeSet::new())));
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = preemptions;
    let results = std::sync::Arc::clone(&outcomes);
    builder.check(move || {
        let words = slot(start);
        let (here, others) = actions.split_first().unwrap();
        let mut threads = Vec::new();
        for action in others {
            let words = Arc::clone(&words);
            threads.push(thread::spawn(move || action(&Slot(&*words))));
        }
        // The reader starts last. Of all earlier accesses to a word, loom compares only the latest
        // with a store, and a writer that also reads would hide the reader.
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
    println!("{title}: {count} executions, {:.1} s", start_time.elapsed().as_secs_f64());
    assert!(found.iter().eq(seen), "{title}: the reader saw {found:?}");
    assert!(last.iter().eq(left), "{title}: the place held {last:?} at the end");
}

/// Claims the first free place from `home` on, as the table does for a new entry.
fn claim_first_free(words: &[AtomicU64], key: BoardKey, home: usize) -> usize {
    loop {
        let mut run = ControlBytes(words).probe_sequence(key, home);
        run.by_ref().for_each(drop);
        let free = run.free().unwrap();
        if ControlBytes(words).claim(free, key) {
            return free;
        }
    }
}

/// Three threads insert two boards into a table of two groups with five free places, in every
/// order. Their places differ, a probe finds each, and each order results in one of `outcomes`.
fn explore_claims(outcomes: &[[usize; 3]]) {
    let start_time = Instant::now();
    let seen = std::sync::Arc::new(Mutex::new((0_u64, BTreeSet::new())));
    let results = std::sync::Arc::clone(&seen);
    loom::model(move || {
        // Places 6, 7, 8, 9 and 15 are free.
        let words = [0x0000_0303_0303_0303, 0x0003_0303_0303_0000];
        let words: Arc<[AtomicU64; 2]> = Arc::new(words.map(AtomicU64::new));
        let others = [(SECOND, 6), (KEY, 7)].map(|(key, home)| {
            let words = Arc::clone(&words);
            thread::spawn(move || claim_first_free(&*words, key, home))
        });
        let first = claim_first_free(&*words, KEY, 7);
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
        "three threads that claim places: {count} executions, {:.1} s",
        start_time.elapsed().as_secs_f64()
    );
    assert!(found.iter().eq(outcomes), "{found:?}");
}

fn main() {
    use Seen::{First, Nothing, Second};
    // The thread that starts at 6 gets that place in any case; the other two start at 7.
    explore_claims(&[[7, 6, 8], [8, 6, 7]]);
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
        "a reader beside a writer that fills an empty place",
        None,
        None,
        &[|slot| slot.write(&sample(KEY, 1))],
        of_first_board,
        &[Nothing, First(1)],
        &[First(1)],
    );
    explore(
        "a reader beside a thread that clears the place",
        None,
        Some(sample(KEY, 1)),
        &[|slot| slot.clear()],
        of_first_board,
        &[Nothing, First(1)],
        &[Nothing],
    );
    explore(
        "a reader beside a thread that takes the entry",
        None,
        Some(sample(KEY, 1)),
        &[|slot| assert_eq!(slot.take(), Some(sample(KEY, 1)))],
        of_first_board,
        &[Nothing, First(1)],
        &[Nothing],
    );
    // Three threads have too many orders. Here each runs to its end before the next starts, but a
    // load returns any value that is not known to be overwritten: the reader meets each of three
    // values in each of eight words, and the last read meets either writer's, independently. These
    // are all combinations: 6^8 executions.
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
        "a reader beside two writers that fill the same empty place for two boards",
        Some(0),
        None,
        &[|slot| slot.write(&sample(KEY, 1)), |slot| slot.write(&sample(SECOND, 2))],
        any,
        &[Nothing, First(1), Second(2)],
        &[Nothing, First(1), Second(2)],
    );
}
