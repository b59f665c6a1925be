//! The transposition table beside dashmap: stores and probes of the same nodes with the same
//! numbers, with one thread and with two. Each bench asserts the count that it times.
//!
//! dashmap does less: it knows a node by its exact hand, without dominance, and evicts nothing.

use benches::support::random::Random;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dashmap::DashMap;
use std::hint::black_box;
use tsume::position::{BoardKey, Hand};
use tsume::search::plies::UNLIMITED_PLIES;
use tsume::search::search_result::SearchResult;
use tsume::search::{
    node_key::NodeKey,
    transposition_table::{OpenNodeState, TranspositionTable},
};

/// Stored nodes. With 64 bytes each they exceed the second-level cache.
const NODES: usize = 1 << 18;
/// Memory of the table. Less than two thirds of it are filled, so that no entry is evicted.
const BYTES: usize = 64 << 20;

/// Random boards with up to three pawns in hand.
fn nodes(seed: u64) -> Vec<NodeKey> {
    let mut random = Random(seed);
    let node =
        |i| NodeKey { board: BoardKey(random.next_u64()), hand: Hand::EMPTY.set(0, (i % 4) as u8) };
    (0..NODES).map(node).collect()
}

/// Result stored for a node. Proof numbers are never 1, which stands for unknown nodes.
fn look(node: NodeKey, number: usize) -> SearchResult {
    SearchResult::open(2 + number as u32, 3, node.hand, 1)
}

fn fill_table(nodes: &[NodeKey]) -> TranspositionTable {
    let table = TranspositionTable::new(BYTES);
    for (i, &node) in nodes.iter().enumerate() {
        if table.is_crowded() {
            assert!(!table.make_room(1), "nothing is forgotten");
        }
        table.store_open(node, &look(node, i), 1, None, OpenNodeState::default());
    }
    table
}

fn fill_map(nodes: &[NodeKey]) -> DashMap<NodeKey, SearchResult> {
    let map = DashMap::new();
    for (i, &node) in nodes.iter().enumerate() {
        map.insert(node, look(node, i));
    }
    map
}

/// Nodes that the table has.
fn in_table(table: &TranspositionTable, nodes: &[NodeKey]) -> usize {
    nodes.iter().filter(|node| table.probe(**node, UNLIMITED_PLIES, 1).result.pn() > 1).count()
}

/// Nodes that the map has.
fn in_map(map: &DashMap<NodeKey, SearchResult>, nodes: &[NodeKey]) -> usize {
    nodes.iter().filter(|node| map.get(node).is_some_and(|look| look.pn() > 1)).count()
}

fn stores(c: &mut Criterion) {
    let nodes = nodes(1);
    assert_eq!(in_table(&fill_table(&nodes), &nodes), NODES);
    assert_eq!(in_map(&fill_map(&nodes), &nodes), NODES);
    let mut group = c.benchmark_group("store");
    group.throughput(Throughput::Elements(NODES as u64)).sample_size(20);
    group.bench_function("table", |b| b.iter_with_large_drop(|| fill_table(black_box(&nodes))));
    group.bench_function("dashmap", |b| b.iter_with_large_drop(|| fill_map(black_box(&nodes))));
    // Without growth: the nodes exist already and get other numbers.
    let (table, map) = (fill_table(&nodes), fill_map(&nodes));
    group.bench_function("table, again", |b| {
        b.iter(|| {
            for (i, &node) in nodes.iter().enumerate() {
                table.store_open(node, &look(node, i + 1), 1, None, OpenNodeState::default());
            }
        })
    });
    group.bench_function("dashmap, again", |b| {
        b.iter(|| {
            for (i, &node) in nodes.iter().enumerate() {
                map.insert(node, look(node, i + 1));
            }
        })
    });
    assert_eq!((in_table(&table, &nodes), in_map(&map, &nodes)), (NODES, NODES));
}

fn look_ups(c: &mut Criterion) {
    let (known, unknown) = (nodes(1), nodes(2));
    let (table, map) = (fill_table(&known), fill_map(&known));
    for (name, nodes, count) in [("known", &known, NODES), ("unknown", &unknown, 0)] {
        let mut group = c.benchmark_group(format!("look up, {name}"));
        group.throughput(Throughput::Elements(NODES as u64)).sample_size(30);
        group.bench_function("table", |b| b.iter(|| assert_eq!(in_table(&table, nodes), count)));
        group.bench_function("dashmap", |b| b.iter(|| assert_eq!(in_map(&map, nodes), count)));
    }
}

/// Two threads probe the same nodes and store every eighth again, as searches do.
fn together(c: &mut Criterion) {
    let nodes = nodes(1);
    let (table, map) = (fill_table(&nodes), fill_map(&nodes));
    let mut group = c.benchmark_group("two threads, one look-up in eight a store");
    group.throughput(Throughput::Elements(2 * NODES as u64)).sample_size(20);
    let both = |work: &(dyn Fn() -> usize + Sync)| {
        let count: usize = std::thread::scope(|scope| {
            let other = scope.spawn(work);
            work() + other.join().unwrap()
        });
        assert_eq!(count, 2 * NODES);
    };
    group.bench_function("table", |b| {
        b.iter(|| {
            both(&|| {
                let _inside = table.enter();
                let mut count = 0;
                for (i, &node) in nodes.iter().enumerate() {
                    count += usize::from(table.probe(node, UNLIMITED_PLIES, 1).result.pn() > 1);
                    if i % 8 == 0 {
                        table.store_open(node, &look(node, i), 1, None, OpenNodeState::default());
                    }
                }
                count
            })
        })
    });
    group.bench_function("dashmap", |b| {
        b.iter(|| {
            both(&|| {
                let mut count = 0;
                for (i, &node) in nodes.iter().enumerate() {
                    count += usize::from(map.get(&node).is_some_and(|look| look.pn() > 1));
                    if i % 8 == 0 {
                        map.insert(node, look(node, i));
                    }
                }
                count
            })
        })
    });
}

criterion_group!(benches, stores, look_ups, together);
criterion_main!(benches);
