//! The judge on sound problems of nine plies with two threads, with all that `tsume analyze` checks
//! by default. Each iteration must find the source's length and no flaw that spoils the problem.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use tsume::judge::{AuthorClaims, JudgeConfig, MateLength, judge};
use tsume::notation::sfen;
use tsume::position::{Forcing, Problem};
use tsume::referee::admit;
use tsume::rules::builtin;

/// From the machine-made set in `tests/data/tanuki.tsv`, whose source gives the length.
const SUITE: [(&str, &str); 5] = [
    ("settled at once", "6G2/8L/7S1/6GRP/6G1k/9/9/9/9 b r2bg3s4n3l17p 1"),
    ("pieces around the king", "6SRp/6P2/6G2/5P1G1/8k/8N/9/9/9 b r2b2g3s3n4l15p 1"),
    ("a bishop from afar", "9/8G/8P/6NRN/4B3k/4B4/9/9/5L3 b Gr2g4s2n3l17p 1"),
    ("many longer tries", "7SG/9/7B1/7RN/8k/9/9/9/6N2 b Grb2g3s2n4l18p 1"),
    ("pieces without which it stays", "9/9/7pP/7RN/8k/9/5B3/9/9 b Grb3g4s3n4l16p 1"),
];

fn problem(text: &str) -> Problem {
    let rules = builtin::rules("shogi", &[]).and_then(Result::ok).map(Arc::new);
    let rules = rules.expect("the rules are built in");
    let position = sfen::parse(&rules, text).expect("a position");
    admit(&rules, position, None, Forcing::Check, &[]).expect("a problem")
}

fn analyze(c: &mut Criterion) {
    let mut group = c.benchmark_group("sound problems of 9 plies");
    group.sample_size(10);
    for (name, text) in SUITE {
        let config = JudgeConfig { threads: 2, ..JudgeConfig::default() };
        let problem = problem(text);
        group.bench_function(name, |b| {
            b.iter(|| {
                let clock = Instant::now();
                let report = judge(black_box(&problem), &AuthorClaims::default(), &config, &clock);
                assert_eq!(report.length, MateLength::Exact(9), "{name}");
                assert!(report.class.is_sound(), "{name}: {:?}", report.flaws);
                assert!(report.open_questions.is_empty(), "{name}: {:?}", report.open_questions);
            });
        });
    }
}

criterion_group!(benches, analyze);
criterion_main!(benches);
