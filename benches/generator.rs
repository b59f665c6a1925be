//! The generator by stage: cost of a candidate in each stage, on fixed lists of candidates, with
//! one thread and with two; and a whole campaign. Each bench asserts the results of its stage.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::time::{Duration, Instant};
use tsume::generator::certification::{CertificationTerms, CertifiedProblem, certify};
use tsume::generator::features::features;
use tsume::generator::mate_probe::MateProbe;
use tsume::generator::minimisation::minimise;
use tsume::generator::operators::Operator;
use tsume::generator::random::RandomStream;
use tsume::generator::screen::{ScreenTerms, ScreenedPosition, screen};
use tsume::generator::{
    Campaign, CampaignConfig, CampaignGoals, CampaignObserver, CampaignState, PieceConstraints,
    ProblemSpace,
};
use tsume::movegen::{BitboardEngine, MailboxEngine};
use tsume::notation::sfen;
use tsume::position::{Engine, Forcing, Position};
use tsume::rules::builtin;

struct Clock(Instant);

impl CampaignObserver for Clock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Problems of 3 to 9 plies, made by this program.
const SHOGI: [&str; 4] = [
    "8r/8k/6G2/9/9/9/9/9/9 b R 1",
    "7pk/8s/8P/8+P/9/9/9/9/9 b N 1",
    "7pk/9/7sP/8+P/9/9/9/9/9 b GN 1",
    "8g/9/8k/6g2/4BG1+L1/9/9/9/9 b G 1",
];
const CHU: [&str; 1] = ["4k3[KR]3/12/5[gb]s5/12/4+[DH]7/4R7/12/12/12/12/12/12 b - 1"];

fn space(variant: &str) -> ProblemSpace {
    let rules = builtin::rules(variant, &[]).unwrap().unwrap();
    ProblemSpace::new(&rules.into(), Forcing::Check, PieceConstraints::default())
}

/// Maps every item with some work, with one probe for each thread.
fn on<E: Engine, T: Sync, R: Send>(
    pool: &ThreadPool,
    space: &ProblemSpace,
    items: &[T],
    work: impl Fn(&mut MateProbe<E>, usize, &T) -> R + Sync,
) -> Vec<R> {
    let one = |probe: &mut MateProbe<E>, (i, item)| work(probe, i, item);
    pool.install(|| {
        let items = items.par_iter().enumerate().with_max_len(1);
        items.map_init(|| MateProbe::<E>::new(space), one).collect()
    })
}

/// Mutants made of one problem at a time.
const MUTANTS: usize = 25;

/// Well-formed mutants of a problem.
fn mutants<E: Engine>(
    space: &ProblemSpace,
    probe: &mut MateProbe<E>,
    i: usize,
    text: &str,
) -> Vec<Position> {
    let parent = sfen::parse(&space.rules, text).unwrap();
    let mut random = RandomStream::new(1, i as u64);
    let mut all = vec![parent.clone()];
    for _ in 0..MUTANTS {
        let operator = Operator::ALL[random.draw_below(Operator::ALL.len())];
        let child = operator.apply(space, probe, &mut random, &parent, &parent);
        all.extend(child.into_iter().filter(|child| space.normalise(&mut child.clone())));
    }
    all
}

/// Times every stage on the same candidates, with one thread and with two.
fn stages<E: Engine>(c: &mut Criterion, variant: &str, problems: &[&str]) {
    let space = space(variant);
    let config = CampaignConfig::new(&space, 1, 1);
    let terms = ScreenTerms {
        plies: 1..=9,
        nodes: config.screen_nodes,
        cook_margin: 2,
        tolerate: config.tolerate.clone(),
    };
    let parents: Vec<&str> =
        problems.iter().copied().cycle().take(40 / problems.len() * problems.len()).collect();
    let pool = |n: usize| ThreadPoolBuilder::new().num_threads(n).build().unwrap();
    let pools = [pool(1), pool(2)];
    let mut group = c.benchmark_group(format!("generator {variant}"));
    group.sample_size(10);

    let made = |pool: &ThreadPool| {
        let make =
            |probe: &mut MateProbe<E>, i: usize, text: &&str| mutants(&space, probe, i, text);
        on(pool, &space, &parents, make).concat()
    };
    let all = made(&pools[0]);
    group.throughput(Throughput::Elements((parents.len() * MUTANTS) as u64));
    for (pool, threads) in pools.iter().zip(1..) {
        let id = format!("mutate, threads: {threads}");
        group.bench_function(id, |b| b.iter(|| assert_eq!(made(pool), all)));
    }

    let passed = |pool: &ThreadPool| -> Vec<(Position, ScreenedPosition)> {
        let pass = |probe: &mut MateProbe<E>, _: usize, position: &Position| {
            let mut position = position.clone();
            let screened = screen(&space, probe, &mut position, &terms).ok()?;
            Some((position, screened))
        };
        on(pool, &space, &all, pass).into_iter().flatten().collect()
    };
    let fine = passed(&pools[0]);
    println!("{variant}: {} of {} pass the screen", fine.len(), all.len());
    assert!(fine.len() >= problems.len() / 2);
    group.throughput(Throughput::Elements(all.len() as u64));
    for (pool, threads) in pools.iter().zip(1..) {
        let id = format!("screen, threads: {threads}");
        group.bench_function(id, |b| b.iter(|| assert_eq!(passed(pool).len(), fine.len())));
    }

    let few: Vec<_> = fine.iter().step_by((fine.len() / 60).max(1)).cloned().collect();
    let lessened = |pool: &ThreadPool| -> Vec<(Position, ScreenedPosition)> {
        on(
            pool,
            &space,
            &few,
            |probe: &mut MateProbe<E>, _, item: &(Position, ScreenedPosition)| {
                let (mut position, mut screened) = item.clone();
                minimise(&space, probe, &mut position, &mut screened, &terms);
                (position, screened)
            },
        )
    };
    let minimal = lessened(&pools[0]);
    group.throughput(Throughput::Elements(few.len() as u64));
    for (pool, threads) in pools.iter().zip(1..) {
        let id = format!("minimise, threads: {threads}");
        group.bench_function(id, |b| b.iter(|| assert_eq!(lessened(pool), minimal)));
    }

    let clock = Instant::now();
    let judged = |pool: &ThreadPool| -> Vec<CertifiedProblem> {
        let judge =
            |_: &mut MateProbe<E>, _: usize, (position, _): &(Position, ScreenedPosition)| {
                let terms =
                    CertificationTerms { nodes: config.judge_nodes, tolerate: &config.tolerate };
                certify(&space, position, &terms, &mut 0, &clock).ok()
            };
        on(pool, &space, &minimal, judge).into_iter().flatten().collect()
    };
    let certified = judged(&pools[0]);
    println!("{variant}: {} of {} are certified", certified.len(), minimal.len());
    for (pool, threads) in pools.iter().zip(1..) {
        let id = format!("certify, threads: {threads}");
        group.bench_function(id, |b| b.iter(|| assert_eq!(judged(pool).len(), certified.len())));
    }

    let mut probe = MateProbe::<E>::new(&space);
    group.throughput(Throughput::Elements(certified.len() as u64));
    group.bench_function("features", |b| {
        b.iter(|| {
            for problem in &certified {
                let position = problem.problem.position();
                features(&space, &mut probe, position, &problem.line);
            }
        });
    });
    group.finish();
}

/// Positions visited by a campaign of fixed size; several threads visit a few more.
fn campaign(threads: usize, nodes: u64) -> u64 {
    let space = space("shogi");
    let config = CampaignConfig::new(&space, threads, 1);
    let mut goals = CampaignGoals::spread(vec![3, 5, 7], 0);
    goals.nodes = Some(nodes);
    let clock = Clock(Instant::now());
    let state =
        Campaign::new(&space, &goals, &config, &clock, CampaignState::new(&goals)).run().unwrap();
    state.stats.nodes.iter().sum()
}

fn stages_of_games(c: &mut Criterion) {
    stages::<BitboardEngine>(c, "shogi", &SHOGI);
    stages::<MailboxEngine>(c, "chu", &CHU);
}

/// A whole campaign with one thread and with two. Two threads find other problems, so a comparison
/// needs the times of several campaigns.
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
