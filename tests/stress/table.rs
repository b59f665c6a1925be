//! The transposition table under threads that store and probe a few nodes. Everything about a node
//! follows from its key, so a torn entry, or one of another node, fails an assertion.

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

/// Stores and probes of one thread between two releases of the table.
const ACTIONS_PER_ROUND: usize = if cfg!(miri) { 30 } else { 400 };

/// Rounds of a thread in one case.
const ROUNDS: usize = if cfg!(miri) { 6 } else { 20 };

/// Most pawns in a hand.
const MAX_PAWNS: u8 = 3;

/// Depth of every node: the same for all, so that bounds of all hands count.
const DEPTH: u32 = 7;

fn hash(key: BoardKey, what: u64) -> u64 {
    Random(key.0 ^ what.rotate_left(32)).next_u64()
}

fn hand(pawns: u8) -> Hand {
    Hand::EMPTY.set(0, pawns)
}

fn pawns(node: NodeKey) -> u8 {
    node.hand.count(0)
}

/// The results of a board.
struct Truth {
    /// The attacker's pawns with which there is a mate.
    sufficient_pawns: u8,
    /// Length of the mate.
    mate_len: Plies,
    /// With fewer pawns there is no mate within this many plies.
    no_mate_len: Plies,
    effort: u32,
}

impl Truth {
    fn of(key: BoardKey) -> Truth {
        let mate_len = 3 + 2 * (hash(key, 1) % 500) as Plies;
        let is_unlimited = hash(key, 2) % 2 == 0;
        let no_mate_len = if is_unlimited { UNLIMITED_PLIES } else { mate_len + 4 };
        // The table stores powers of two exactly.
        let effort = 1 << (hash(key, 3) % 20);
        let sufficient_pawns = 1 + (hash(key, 4) % u64::from(MAX_PAWNS)) as u8;
        Truth { sufficient_pawns, mate_len, no_mate_len, effort }
    }
}

/// Numbers of an open node. A larger hand mates more easily, so bounds of other hands never exceed
/// the node's own numbers.
fn numbers(node: NodeKey) -> (ProofNumber, ProofNumber) {
    let ease = u32::from(pawns(node));
    let pn = 2 + (hash(node.board, 5) >> 40) as u32 + u32::from(MAX_PAWNS) - ease;
    (pn, 2 + (hash(node.board, 6) >> 40) as u32 + ease)
}

fn state(node: NodeKey) -> OpenNodeState {
    let bits = hash(node.board, 7 + u64::from(pawns(node)));
    OpenNodeState {
        max_children: bits as u32,
        tested_replies: TestedReplies((bits >> 32) as u32),
        has_repetition: bits % 2 == 0,
    }
}

fn parent(node: NodeKey) -> NodeKey {
    let board = BoardKey(hash(node.board, 20 + u64::from(pawns(node))) | 1);
    NodeKey { board, hand: Hand::EMPTY.set(3, pawns(node)) }
}

fn disproof(node: NodeKey) -> ConditionalDisproof {
    let unless_through = [parent(node), node].into();
    ConditionalDisproof { len: Truth::of(node.board).mate_len, unless_through }
}

fn store(table: &TranspositionTable, node: NodeKey, random: &mut Random) {
    let truth = Truth::of(node.board);
    match random.below(8) {
        0 => {
            let result =
                SearchResult::mate(truth.mate_len, hand(truth.sufficient_pawns), truth.effort);
            table.store_settled(node, result.path_independent().unwrap());
        }
        1 => {
            let result = SearchResult::no_mate(
                truth.no_mate_len,
                hand(truth.sufficient_pawns - 1),
                truth.effort,
            );
            table.store_settled(node, result.path_independent().unwrap());
        }
        2 => table.store_conditional(node, disproof(node)),
        _ => {
            let (pn, dn) = numbers(node);
            let result = SearchResult::open(pn, dn, node.hand, truth.effort);
            table.store_open(node, &result, DEPTH, Some(parent(node)), state(node));
        }
    }
}

fn probe(table: &TranspositionTable, node: NodeKey, random: &mut Random) {
    let truth = Truth::of(node.board);
    let len =
        *random.pick(&[UNLIMITED_PLIES, truth.mate_len, truth.mate_len - 1, truth.mate_len + 4]);
    let found = table.probe(node, len, DEPTH);
    let seen = found.result;
    if seen.is_mate() {
        assert!(
            pawns(node) >= truth.sufficient_pawns && len >= truth.mate_len,
            "{node:?} {seen:?}"
        );
        assert_eq!(
            (seen.plies(), seen.hand()),
            (truth.mate_len, hand(truth.sufficient_pawns)),
            "{node:?}"
        );
        assert_eq!(seen.effort(), truth.effort, "{node:?}");
    } else if seen.is_no_mate() {
        assert!(
            pawns(node) < truth.sufficient_pawns && len <= truth.no_mate_len,
            "{node:?} {seen:?}"
        );
        assert_eq!(
            (seen.plies(), seen.hand()),
            (truth.no_mate_len, hand(truth.sufficient_pawns - 1)),
            "{node:?}"
        );
        assert_eq!(seen.effort(), truth.effort, "{node:?}");
    } else {
        // Each of the two may be a bound from another hand.
        let others = || (0..=MAX_PAWNS).map(|pawns| numbers(NodeKey { hand: hand(pawns), ..node }));
        assert!(seen.pn() == 1 || others().any(|(pn, _)| pn == seen.pn()), "{node:?} {seen:?}");
        assert!(seen.dn() == 1 || others().any(|(_, dn)| dn == seen.dn()), "{node:?} {seen:?}");
        if found.state.max_children != 0 {
            assert_eq!((seen.pn(), seen.dn()), numbers(node), "{node:?}");
            assert_eq!(found.state, state(node), "{node:?}");
        }
        assert!(seen.is_unvisited() || seen.effort() == truth.effort, "{node:?} {seen:?}");
    }
    if let Some((above, pn, dn)) = table.parent_of(node) {
        assert_eq!((above, (pn, dn)), (parent(node), numbers(node)), "{node:?}");
    }
    if let Some(known) = table.find_conditional(node, |known| Some(known.clone())) {
        assert_eq!(known, disproof(node));
    }
}

/// Boards of one case: spread over the table, crowded in one part of it, or near its end, where
/// probe sequences wrap around.
fn boards(random: &mut Random) -> Vec<BoardKey> {
    let count = if cfg!(miri) { 128 } else { magnitude(random, 4, 16 << 10) };
    let crowd = random.next_u64();
    let board = |random: &mut Random| match random.below(4) {
        0 => BoardKey(crowd ^ (random.next_u64() >> 20)),
        1 => BoardKey(u64::MAX - (random.next_u64() >> 20)),
        _ => BoardKey(random.next_u64()),
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
                    let mut random = Random(random.next_u64());
                    let (table, boards, collections, grown) =
                        (&table, &boards, &collections, &grown);
                    scope.spawn(move || {
                        for _ in 0..ROUNDS {
                            let guard = table.enter();
                            for _ in 0..ACTIONS_PER_ROUND {
                                let key = *random.pick(boards);
                                let hand = hand(random.below(usize::from(MAX_PAWNS) + 1) as u8);
                                let node = NodeKey { board: key, hand };
                                table.prefetch(key);
                                table.prefetch_entries(key);
                                if random.once_in(2) {
                                    store(table, node, &mut random);
                                } else {
                                    probe(table, node, &mut random);
                                }
                            }
                            drop(guard);
                            if table.is_crowded() {
                                let has_evicted = table.make_room(threads);
                                let count = if has_evicted { collections } else { grown };
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
    println!("{cases} cases, {collections:?} garbage collections, {grown:?} other rebuilds");
}
