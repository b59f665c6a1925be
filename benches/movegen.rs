//! Move generation on 9×9: the bitboard engine, rsshogi and haitaka on the same positions. Each
//! bench asserts the count that it times.
//!
//! The tsume positions come from random lines (checks and replies) of twenty problems of Shogi
//! Zukou (1755, in the public domain).

use benches::support::random::Random;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use haitaka::Board;
use rsshogi::board as rs;
use std::hint::black_box;
use std::sync::Arc;
use tsume::movegen::bitboard::BitboardEngine;
use tsume::notation::sfen;
use tsume::position::perft::perft;
use tsume::position::{Engine, Forcing};
use tsume::rules::{Rules, builtin};

/// Position, depth and count: the first from Fairy-Stockfish and shogiops, the second from
/// rsshogi's own tests.
const PERFT: [(&str, &str, u32, u64); 2] = [
    ("start", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 4, 719_731),
    (
        "matsuri",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        3,
        4_809_015,
    ),
];

fn shogi() -> Arc<Rules> {
    Arc::new(builtin::rules("shogi", &[]).unwrap().unwrap())
}

fn engine(rules: &Arc<Rules>, text: &str) -> BitboardEngine {
    let position = sfen::parse(rules, text).unwrap();
    BitboardEngine::new(rules, &position, position.side, Forcing::Check)
}

fn haitaka_perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.into_iter().count() as u64;
        } else {
            for m in moves {
                let mut next = board.clone();
                next.play_unchecked(m);
                nodes += haitaka_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn bench_perft(c: &mut Criterion) {
    let rules = shogi();
    for (name, text, depth, nodes) in PERFT {
        let mut group = c.benchmark_group(format!("perft {name} {depth}"));
        group.throughput(Throughput::Elements(nodes)).sample_size(20);
        let mut ours = engine(&rules, text);
        group.bench_function("ours", |b| b.iter(|| assert_eq!(perft(&mut ours, depth), nodes)));
        let mut theirs = rs::position_from_sfen(text).unwrap();
        theirs.init_stack();
        group.bench_function("rsshogi", |b| {
            b.iter(|| assert_eq!(rs::perft::compute_perft(&mut theirs, depth as u8), nodes))
        });
        let board = Board::from_sfen(text).unwrap();
        group.bench_function("haitaka", |b| {
            b.iter(|| assert_eq!(haitaka_perft(&board, depth), nodes))
        });
    }
}

/// The attacker's and the defender's positions on random lines.
fn tsume(rules: &Arc<Rules>) -> (Vec<String>, Vec<String>) {
    let mut random = Random(9);
    let mut sides = (Vec::new(), Vec::new());
    let mut moves = Vec::new();
    for text in include_str!("zukou.txt").lines() {
        for _ in 0..10 {
            let mut engine = engine(rules, text);
            for ply in 0..20 {
                let list = if ply % 2 == 0 { &mut sides.0 } else { &mut sides.1 };
                list.push(sfen::write(rules, &engine.position()));
                if ply % 2 == 0 {
                    engine.generate_forcing(&mut moves)
                } else {
                    engine.generate_legal(&mut moves)
                }
                if moves.is_empty() {
                    break;
                }
                engine.play(*random.pick(&moves));
            }
        }
    }
    sides
}

/// Times the same query for every position, by the bitboard engine and by rsshogi.
fn compare(
    c: &mut Criterion,
    name: &str,
    texts: &[String],
    mut ours: impl FnMut(&mut BitboardEngine) -> usize,
    mut theirs: impl FnMut(&mut rs::Position) -> usize,
) {
    let rules = shogi();
    let mut engines: Vec<BitboardEngine> = texts.iter().map(|t| engine(&rules, t)).collect();
    let mut positions: Vec<rs::Position> = texts
        .iter()
        .map(|t| {
            let mut position = rs::position_from_sfen(t).unwrap();
            position.init_stack();
            position
        })
        .collect();
    let count: usize = engines.iter_mut().map(&mut ours).sum();
    assert!(count > 0);
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(texts.len() as u64)).sample_size(40);
    group.bench_function("ours", |b| {
        b.iter(|| assert_eq!(engines.iter_mut().map(&mut ours).sum::<usize>(), count))
    });
    group.bench_function("rsshogi", |b| {
        b.iter(|| assert_eq!(positions.iter_mut().map(&mut theirs).sum::<usize>(), count))
    });
}

fn bench_tsume(c: &mut Criterion) {
    let rules = shogi();
    let (attacking, defending) = tsume(&rules);
    println!("{} positions of the attacker, {} of the defender", attacking.len(), defending.len());
    let mut out = Vec::new();
    let mut list = rs::Move32List::new();
    compare(
        c,
        "checks",
        &attacking,
        |engine| {
            engine.generate_forcing(&mut out);
            black_box(&out).len()
        },
        |position| {
            rs::generate_moves_move32::<rs::ChecksAll>(position, &mut list);
            list.retain(|m| position.is_legal_after_pseudo_move32(*m));
            black_box(&list).len()
        },
    );
    let mut out = Vec::new();
    let mut list = rs::Move32List::new();
    compare(
        c,
        "evasions",
        &defending,
        |engine| {
            engine.generate_legal(&mut out);
            black_box(&out).len()
        },
        |position| {
            list.clear();
            rs::generate_legal_all_move32(position, &mut list);
            black_box(&list).len()
        },
    );
    compare(
        c,
        "mate in one",
        &attacking,
        |engine| usize::from(engine.mate_in_one().is_some()),
        |position| usize::from(rsshogi::mate::solve_mate_in_one_in_place(position).is_some()),
    );
    let mut out = Vec::new();
    let mut list = rs::Move32List::new();
    compare(
        c,
        "checks played and taken back",
        &attacking,
        |engine| {
            engine.generate_forcing(&mut out);
            for &m in &out {
                engine.play(m);
                engine.undo();
            }
            out.len()
        },
        |position| {
            rs::generate_moves_move32::<rs::ChecksAll>(position, &mut list);
            list.retain(|m| position.is_legal_after_pseudo_move32(*m));
            for &m in list.iter() {
                position.apply_move32_with_gives_check(m, true);
                position.undo_move32(m).unwrap();
            }
            list.len()
        },
    );
}

criterion_group!(benches, bench_perft, bench_tsume);
criterion_main!(benches);
