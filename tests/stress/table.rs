//! The table under threads that store and look up a few nodes of which everything follows from the key:
//! an entry that is torn, or another node's, would show.

use super::watchdog::Watchdog;
use super::{magnitude, seeds};
use crate::support::random::Random;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tsume::position::{BoardKey, Hand};
use tsume::search::search_result::SearchResult;
use tsume::search::{
    node_key::NodeKey,
    transposition_table::{ConditionalDisproof, OpenNodeState, TestedReplies, TranspositionTable},
};
use tsume::search::{
    plies::{Plies, UNLIMITED_PLIES},
    proof_number::ProofNumber,
};

/// Stores and looks of one thread between two times that it lets go of the table.
const SLICE: usize = if cfg!(miri) { 30 } else { 400 };

/// Slices of a thread in one case.
const SLICES: usize = if cfg!(miri) { 6 } else { 20 };

/// Most of one piece in a hand.
const MOST: u8 = 3;

/// Depth from which every node is searched: bounds of all hands count.
const DEPTH: u32 = 7;

fn hash(key: BoardKey, what: u64) -> u64 {
    Random(key.0 ^ what.rotate_left(32)).next()
}

fn hand(pawns: u8) -> Hand {
    Hand::EMPTY.set(0, pawns)
}

fn pawns(node: NodeKey) -> u8 {
    node.hand.count(0)
}

/// What is true of a board.
struct Truth {
    /// Attacker's pawns with which there is a mate.
    enough: u8,
    /// Plies of the mate.
    mate: Plies,
    /// Within so many plies there is no mate with fewer pawns.
    no_mate: Plies,
    amount: u32,
}

impl Truth {
    fn of(key: BoardKey) -> Truth {
        let mate = 3 + 2 * (hash(key, 1) % 500) as Plies;
        let no_mate = if hash(key, 2).is_multiple_of(2) { UNLIMITED_PLIES } else { mate + 4 };
        // Powers of two are kept as they are.
        let amount = 1 << (hash(key, 3) % 20);
        Truth { enough: 1 + (hash(key, 4) % u64::from(MOST)) as u8, mate, no_mate, amount }
    }
}

/// Numbers of an open node. A larger hand mates more easily, so bounds from other hands never exceed a
/// node's own.
fn numbers(node: NodeKey) -> (ProofNumber, ProofNumber) {
    let easily = u32::from(pawns(node));
    let pn = 2 + (hash(node.board, 5) >> 40) as u32 + u32::from(MOST) - easily;
    (pn, 2 + (hash(node.board, 6) >> 40) as u32 + easily)
}

fn state(node: NodeKey) -> OpenNodeState {
    let bits = hash(node.board, 7 + u64::from(pawns(node)));
    OpenNodeState {
        max_children: bits as u32,
        tested_replies: TestedReplies((bits >> 32) as u32),
        has_repetition: bits.is_multiple_of(2),
    }
}

fn parent(node: NodeKey) -> NodeKey {
    let board = BoardKey(hash(node.board, 20 + u64::from(pawns(node))) | 1);
    NodeKey { board, hand: Hand::EMPTY.set(3, pawns(node)) }
}

fn fact(node: NodeKey) -> ConditionalDisproof {
    let unless_through = [parent(node), node].into();
    ConditionalDisproof { len: Truth::of(node.board).mate, unless_through }
}

fn store(table: &TranspositionTable, node: NodeKey, random: &mut Random) {
    let truth = Truth::of(node.board);
    match random.below(8) {
        0 => {
            let look = SearchResult::mate(truth.mate, hand(truth.enough), truth.amount);
            table.store_settled(node, look.path_independent().unwrap());
        }
        1 => {
            let look = SearchResult::no_mate(truth.no_mate, hand(truth.enough - 1), truth.amount);
            table.store_settled(node, look.path_independent().unwrap());
        }
        2 => table.store_conditional(node, fact(node)),
        _ => {
            let (pn, dn) = numbers(node);
            let look = SearchResult::open(pn, dn, node.hand, truth.amount);
            table.store_open(node, &look, DEPTH, Some(parent(node)), state(node));
        }
    }
}

fn look(table: &TranspositionTable, node: NodeKey, random: &mut Random) {
    let truth = Truth::of(node.board);
    let len = *random.pick(&[UNLIMITED_PLIES, truth.mate, truth.mate - 1, truth.mate + 4]);
    let found = table.probe(node, len, DEPTH);
    let seen = found.result;
    if seen.is_mate() {
        assert!(pawns(node) >= truth.enough && len >= truth.mate, "{node:?} {seen:?}");
        assert_eq!((seen.plies(), seen.hand()), (truth.mate, hand(truth.enough)), "{node:?}");
        assert_eq!(seen.effort(), truth.amount, "{node:?}");
    } else if seen.is_no_mate() {
        assert!(pawns(node) < truth.enough && len <= truth.no_mate, "{node:?} {seen:?}");
        assert_eq!(
            (seen.plies(), seen.hand()),
            (truth.no_mate, hand(truth.enough - 1)),
            "{node:?}"
        );
        assert_eq!(seen.effort(), truth.amount, "{node:?}");
    } else {
        // One of the two may be a bound from another hand.
        let others = || (0..=MOST).map(|pawns| numbers(NodeKey { hand: hand(pawns), ..node }));
        assert!(seen.pn() == 1 || others().any(|(pn, _)| pn == seen.pn()), "{node:?} {seen:?}");
        assert!(seen.dn() == 1 || others().any(|(_, dn)| dn == seen.dn()), "{node:?} {seen:?}");
        if found.state.max_children != 0 {
            assert_eq!((seen.pn(), seen.dn()), numbers(node), "{node:?}");
            assert_eq!(found.state, state(node), "{node:?}");
        }
        assert!(seen.is_unvisited() || seen.effort() == truth.amount, "{node:?} {seen:?}");
    }
    if let Some((above, pn, dn)) = table.parent_of(node) {
        assert_eq!((above, (pn, dn)), (parent(node), numbers(node)), "{node:?}");
    }
    if let Some(known) = table.find_conditional(node, |known| Some(known.clone())) {
        assert_eq!(known, fact(node));
    }
}

/// Boards of one case: spread over the table, crowded at a few places, or at its end, where entries go on at
/// its beginning.
fn boards(random: &mut Random) -> Vec<BoardKey> {
    let count = if cfg!(miri) { 128 } else { magnitude(random, 4, 16 << 10) };
    let crowd = random.next();
    let board = |random: &mut Random| match random.below(4) {
        0 => BoardKey(crowd ^ (random.next() >> 20)),
        1 => BoardKey(u64::MAX - (random.next() >> 20)),
        _ => BoardKey(random.next()),
    };
    (0..count).map(|_| board(random)).collect()
}

#[test]
fn every_probe_returns_a_whole_entry_of_its_node() {
    let watchdog = Watchdog::new();
    let (mut cases, collections, grown) = (0, AtomicUsize::new(0), AtomicUsize::new(0));
    for seed in seeds() {
        let mut random = Random(!seed);
        let bytes = magnitude(&mut random, 1, if cfg!(miri) { 1 << 10 } else { 1 << 20 });
        let threads = magnitude(&mut random, 2, if cfg!(miri) { 3 } else { 16 });
        let boards = boards(&mut random);
        let name =
            format!("TSUME_SEED={seed}: {bytes} bytes, {threads} threads, {} boards", boards.len());
        let _watched = watchdog.begin(None, name);
        let mut table = TranspositionTable::new(bytes);
        for _ in 0..2 {
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    let mut random = Random(random.next());
                    let (table, boards, collections, grown) =
                        (&table, &boards, &collections, &grown);
                    scope.spawn(move || {
                        for _ in 0..SLICES {
                            let inside = table.enter();
                            for _ in 0..SLICE {
                                let key = *random.pick(boards);
                                let hand = hand(random.below(usize::from(MOST) + 1) as u8);
                                let node = NodeKey { board: key, hand };
                                table.prefetch(key);
                                table.prefetch_entries(key);
                                if random.once_in(2) {
                                    store(table, node, &mut random);
                                } else {
                                    look(table, node, &mut random);
                                }
                            }
                            drop(inside);
                            if table.is_crowded() {
                                let forgot = table.make_room(threads);
                                let count = if forgot { collections } else { grown };
                                count.fetch_add(1, Relaxed);
                            }
                        }
                    });
                }
            });
            assert!((0.0..=1.0).contains(&table.filled_share()), "{}", table.filled_share());
            table.clear();
            assert!(boards.iter().all(|&key| {
                table.probe(NodeKey { board: key, hand: hand(0) }, 1, 0).result.is_unvisited()
            }));
        }
        cases += 1;
    }
    println!("{cases} cases, {collections:?} collections, {grown:?} other times to make room");
}
