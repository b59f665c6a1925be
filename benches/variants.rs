//! Moves, checks and mates in one of every game by the mailbox engine, and on 9×9 by the bitboard
//! engine as well. Each bench asserts the count that it times, which has another source: move
//! counts of independent programs (`tests/data/perft/README.md`), checks of the referee, and mates
//! in one of the problem files, whose lengths an independent search has found.

use benches::support::random::Random;
use benches::support::shipped::{FOLDER, problems};
use benches::support::{move_counts, position, rules};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use std::path::Path;
use std::sync::Arc;
use tsume::movegen::MailboxEngine;
use tsume::movegen::bitboard::BitboardEngine;
use tsume::position::perft::perft;
use tsume::position::{Engine, Forcing, MoveList, Position, Problem};
use tsume::referee;
use tsume::rules::{Rules, Side};

/// Games with known move counts for several positions.
const GAMES: [&str; 6] = ["shogi", "minishogi", "chu", "dai", "maka_dai_dai", "hishigata"];

/// Problem files, each of one game with the same options.
const FILES: [&str; 10] = [
    "shogi/small",
    "minishogi/small",
    "chu/small",
    "chu/royal",
    "dai/small",
    "dai/royal",
    "maka_dai_dai/small",
    "maka_dai_dai/western",
    "hishigata/small",
    "hishigata/royal",
];

/// Largest move count that is timed.
const MOST_MOVES: u64 = 400_000;

/// Length of the random lines on whose positions checks are counted, in plies.
const PLIES: usize = 5;

/// Times a query of engines, and asserts the sum of the answers.
fn time<E>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    engines: &mut [E],
    sum: u64,
    mut ask: impl FnMut(&mut E) -> u64,
) {
    group.bench_function(name, |b| {
        b.iter(|| assert_eq!(engines.iter_mut().map(&mut ask).sum::<u64>(), sum, "{name}"))
    });
}

/// Perft of one position to one depth.
struct Count {
    position: Position,
    depth: u32,
    moves: u64,
}

/// For each position of a game, the largest known count that is not too large to time.
fn counts(game: &str, rules: &Rules) -> Vec<Count> {
    let largest = |(sfen, counts): (String, Vec<(u32, u64)>)| {
        let counts = counts.into_iter().filter(|&(_, moves)| moves <= MOST_MOVES);
        let (depth, moves) = counts.max().expect("a count that is not too large");
        Count { position: position(rules, &sfen), depth, moves }
    };
    move_counts(game, "strict").into_iter().map(largest).collect()
}

fn bench_moves(c: &mut Criterion) {
    let mut group = c.benchmark_group("moves");
    group.sample_size(10);
    for game in GAMES {
        let rules = rules(game, &[]);
        let counts = counts(game, &rules);
        let all = counts.iter().map(|count| count.moves).sum();
        group.throughput(Throughput::Elements(all));
        time_moves::<MailboxEngine>(&mut group, game, &rules, &counts, all);
        if game == "shogi" {
            time_moves::<BitboardEngine>(&mut group, "shogi, bitboard", &rules, &counts, all);
        }
    }
}

fn time_moves<E: Engine>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    rules: &Arc<Rules>,
    counts: &[Count],
    all: u64,
) {
    let first = E::new(rules, &counts[0].position, Side::Black, Forcing::Check);
    let engine = |count: &Count| {
        first.with_shared_tables(rules, &count.position, Side::Black, Forcing::Check)
    };
    let mut engines: Vec<(E, u32)> =
        counts.iter().map(|count| (engine(count), count.depth)).collect();
    time(group, name, &mut engines, all, |(engine, depth)| perft(engine, *depth));
}

/// The problems of a file, and the number of mates in one among them.
fn problems_and_mates(file: &str) -> (Vec<Problem>, u64) {
    let entries = problems(&Path::new(FOLDER).join(format!("{file}.yaml")));
    let mates = entries.iter().filter(|entry| entry.expect.plies == Some(1)).count();
    (entries.into_iter().map(|entry| entry.problem).collect(), mates as u64)
}

/// Engines at these positions of a problem's game, which share its tables.
fn engines<'a, E: Engine>(
    problem: &Problem,
    positions: impl Iterator<Item = &'a Position>,
) -> Vec<E> {
    let first = problem.engine::<E>();
    let (rules, attacker, forcing) = (problem.rules(), problem.attacker(), problem.forcing());
    positions.map(|position| first.with_shared_tables(rules, position, attacker, forcing)).collect()
}

/// Attacker's positions on a random line from each problem.
fn on_lines(problems: &[Problem]) -> Vec<Position> {
    let mut random = Random(3);
    let (mut positions, mut moves) = (Vec::new(), MoveList::new());
    for mut engine in engines::<MailboxEngine>(&problems[0], problems.iter().map(Problem::position))
    {
        for ply in 0..PLIES {
            if ply % 2 == 0 {
                positions.push(engine.position());
                engine.generate_forcing(&mut moves);
            } else {
                engine.generate_legal(&mut moves);
            }
            if moves.is_empty() {
                break;
            }
            engine.play(*random.pick(&moves));
        }
    }
    positions
}

fn bench_checks(c: &mut Criterion) {
    let mut group = c.benchmark_group("checks");
    group.sample_size(20);
    for file in FILES {
        let (problems, _) = problems_and_mates(file);
        let (problem, positions) = (&problems[0], on_lines(&problems));
        let checks = |p| referee::forcing_moves(problem.rules(), p, problem.forcing()).len() as u64;
        let all = positions.iter().map(checks).sum();
        group.throughput(Throughput::Elements(positions.len() as u64));
        let mut list = MoveList::new();
        let mut mailbox = engines::<MailboxEngine>(problem, positions.iter());
        time(&mut group, file, &mut mailbox, all, |engine| count(engine, &mut list));
        if file == "shogi/small" {
            let name = "shogi/small, bitboard";
            let mut bitboard = engines::<BitboardEngine>(problem, positions.iter());
            time(&mut group, name, &mut bitboard, all, |engine| count(engine, &mut list));
        }
    }
}

/// Number of forcing moves.
fn count<E: Engine>(engine: &mut E, list: &mut MoveList) -> u64 {
    engine.generate_forcing(list);
    list.len() as u64
}

fn bench_mates(c: &mut Criterion) {
    let mut group = c.benchmark_group("mate in one");
    group.sample_size(20);
    for file in FILES {
        let (problems, mates) = problems_and_mates(file);
        group.throughput(Throughput::Elements(problems.len() as u64));
        let positions = || problems.iter().map(Problem::position);
        let mut mailbox = engines::<MailboxEngine>(&problems[0], positions());
        time(&mut group, file, &mut mailbox, mates, mate);
        if file == "shogi/small" {
            let mut bitboard = engines::<BitboardEngine>(&problems[0], positions());
            time(&mut group, "shogi/small, bitboard", &mut bitboard, mates, mate);
        }
    }
}

/// 1 if there is a mate in one.
fn mate<E: Engine>(engine: &mut E) -> u64 {
    engine.mate_in_one().is_some().into()
}

criterion_group!(benches, bench_moves, bench_checks, bench_mates);
criterion_main!(benches);
