//! The generator by stage: what a candidate costs in each, on fixed lists of candidates, and a whole campaign
//! with one thread and with two. Each bench asserts what its stage lets through.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::time::{Duration, Instant};
use tsume::generator::certify::certify;
use tsume::generator::dice::Dice;
use tsume::generator::features::features;
use tsume::generator::minimise::minimise;
use tsume::generator::mutate::Operator;
use tsume::generator::probe::Probe;
use tsume::generator::screen::{Screened, Terms, screen};
use tsume::generator::{Campaign, Config, Game, Goals, Observer, State, Taste};
use tsume::movegen::{Bitboard, Mailbox};
use tsume::notation::sfen;
use tsume::position::{Engine, Forcing, Position};
use tsume::rules::builtin;
use tsume::search::Watch;

struct Clock(Instant);

impl Watch for Clock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

impl Observer for Clock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Problems of 3 to 9 plies, made by the program.
const SHOGI: [&str; 4] = [
    "8r/8k/6G2/9/9/9/9/9/9 b R 1",
    "7pk/8s/8P/8+P/9/9/9/9/9 b N 1",
    "7pk/9/7sP/8+P/9/9/9/9/9 b GN 1",
    "8g/9/8k/6g2/4BG1+L1/9/9/9/9 b G 1",
];
const CHU: [&str; 1] = ["4k3[KR]3/12/5[gb]s5/12/4+[DH]7/4R7/12/12/12/12/12/12 b - 1"];

fn game(variant: &str) -> Game {
    let rules = builtin::rules(variant, &[]).unwrap().unwrap();
    Game::new(&rules.into(), Forcing::Check, Taste::default())
}

/// The problems and so many well formed mutants of each.
fn candidates<E: Engine>(game: &Game, problems: &[&str], count: usize) -> Vec<Position> {
    let mut probe = Probe::<E>::new(game);
    let mut dice = Dice::new(1, 0);
    let mut all = Vec::new();
    for text in problems {
        let parent = sfen::parse(&game.rules, text).unwrap();
        all.push(parent.clone());
        for _ in 0..count {
            let operator = Operator::ALL[dice.below(Operator::ALL.len())];
            let child = operator.apply(game, &mut probe, &mut dice, &parent, &parent);
            all.extend(child.into_iter().filter(|child| game.settle(&mut child.clone())));
        }
    }
    all
}

fn stages<E: Engine>(c: &mut Criterion, variant: &str, problems: &[&str]) {
    let game = game(variant);
    let config = Config::new(&game, 1, 1);
    let terms = Terms { plies: 1..=9, nodes: config.screen_nodes, near: 2 };
    let all = candidates::<E>(&game, problems, 250);
    let mut probe = Probe::<E>::new(&game);
    let mut group = c.benchmark_group(format!("generator {variant}"));
    group.sample_size(10);

    group.throughput(Throughput::Elements(250 * problems.len() as u64));
    group.bench_function("mutate", |b| {
        b.iter(|| assert_eq!(candidates::<E>(&game, problems, 250).len(), all.len()));
    });
    let pass = |probe: &mut Probe<E>| -> Vec<(Position, Screened)> {
        let passed = all.iter().filter_map(|position| {
            let mut position = position.clone();
            let screened = screen(&game, probe, &mut position, &terms).ok()?;
            Some((position, screened))
        });
        passed.collect()
    };
    let passed = pass(&mut probe);
    assert!(passed.len() >= problems.len() / 2);
    println!("{variant}: {} of {} pass the screen", passed.len(), all.len());
    group.throughput(Throughput::Elements(all.len() as u64));
    group.bench_function("screen", |b| b.iter(|| assert_eq!(pass(&mut probe).len(), passed.len())));

    let few: Vec<_> = passed.iter().take(20).cloned().collect();
    group.throughput(Throughput::Elements(few.len() as u64));
    let less = |probe: &mut Probe<E>| -> Vec<(Position, Screened)> {
        let mut few = few.clone();
        for (position, screened) in &mut few {
            minimise(&game, probe, position, screened, &terms);
        }
        few
    };
    let minimal = less(&mut probe);
    group.bench_function("minimise", |b| b.iter(|| assert_eq!(less(&mut probe), minimal)));

    let clock = Clock(Instant::now());
    let judge = |probe: &mut Probe<E>| {
        let certified = minimal.iter().filter_map(|(position, _)| {
            certify(&game, probe, position, config.judge_nodes, &mut 0, &clock).ok()
        });
        certified.collect::<Vec<_>>()
    };
    let certified = judge(&mut probe);
    println!("{variant}: {} of {} are certified", certified.len(), minimal.len());
    group.bench_function("certify", |b| {
        b.iter(|| assert_eq!(judge(&mut probe).len(), certified.len()));
    });
    group.throughput(Throughput::Elements(certified.len() as u64));
    group.bench_function("features", |b| {
        b.iter(|| {
            for problem in &certified {
                let position = problem.problem.position();
                features(&game, &mut probe, position, &problem.line);
            }
        });
    });
    group.finish();
}

/// Positions visited by a campaign of fixed size; with several threads a few more.
fn campaign(threads: usize, nodes: u64) -> u64 {
    let game = game("shogi");
    let config = Config::new(&game, threads, 1);
    let goals = Goals {
        plies: 3..=7,
        lengths: vec![3, 5, 7],
        count: 0,
        themes: Vec::new(),
        each: Default::default(),
        time: None,
        nodes: Some(nodes),
    };
    let clock = Clock(Instant::now());
    let state = Campaign::new(&game, &goals, &config, &clock, State::default()).run().unwrap();
    state.stats.nodes.iter().sum()
}

fn stages_of_games(c: &mut Criterion) {
    stages::<Bitboard>(c, "shogi", &SHOGI);
    stages::<Mailbox>(c, "chu", &CHU);
}

/// The same work with one thread and with two.
fn threads(c: &mut Criterion) {
    const NODES: u64 = 10_000_000;
    let mut group = c.benchmark_group("generator campaign");
    group.sample_size(10).throughput(Throughput::Elements(NODES));
    for threads in [1, 2] {
        group.bench_function(format!("{threads} threads"), |b| {
            b.iter(|| assert!(campaign(threads, NODES) >= NODES));
        });
    }
    group.finish();
}

criterion_group!(benches, stages_of_games, threads);
criterion_main!(benches);
