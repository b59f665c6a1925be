//! The search on a fixed suite with one thread: to the first proof, and to the shortest one. Each
//! bench asserts that every iteration visits the same nodes.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::path::Path;
use std::time::Instant;
use tsume::io::problems::{LoadResult, LoadedProblem, ReadOptions, read_path};
use tsume::search::Limits;
use tsume::solver::{Certify, SolverConfig, Verdict, solve};

/// Problems of a twentieth to half a second each: file and id.
const SUITE: [(&str, &str); 8] = [
    ("shogi/zukou.yaml", "zukou-046"),
    ("shogi/musou.yaml", "musou-016"),
    ("shogi/small.yaml", "shogi-small-022"),
    ("minishogi/small.yaml", "minishogi-small-046"),
    ("chu/zone_touch.yaml", "chu-zone-touch-003"),
    ("dai/small.yaml", "dai-small-019"),
    ("maka_dai_dai/small.yaml", "maka-small-012"),
    ("hishigata/royal.yaml", "hishigata-royal-003"),
];

fn entry(file: &str, id: &str) -> LoadedProblem {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems").join(file);
    let found = read_path(&path, &ReadOptions::default()).into_iter().find_map(|item| match item {
        LoadResult::Problem(entry) if entry.id == id => Some(*entry),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{file} has no {id}"))
}

/// Nodes until the problem is decided.
fn nodes(entry: &LoadedProblem, shortest: bool) -> u64 {
    let config = SolverConfig {
        threads: 1,
        hash: 64 << 20,
        limits: Limits::default(),
        shortest,
        main_line: false,
        within: None,
        certify: Certify::None,
    };
    let solution = solve(&entry.problem, &config, &Instant::now());
    assert!(!matches!(solution.verdict, Verdict::Unknown(_)), "{}", entry.id);
    solution.nodes
}

fn search(c: &mut Criterion) {
    for (name, shortest) in [("first proof", false), ("shortest mate", true)] {
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        for (file, id) in SUITE {
            let entry = entry(file, id);
            let count = nodes(&entry, shortest);
            println!("{id}: {count} nodes");
            group.throughput(Throughput::Elements(count));
            group.bench_function(id, |b| b.iter(|| assert_eq!(nodes(&entry, shortest), count)));
        }
    }
}

criterion_group!(benches, search);
criterion_main!(benches);
