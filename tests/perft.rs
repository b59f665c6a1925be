//! Move counts from independent programs (`tests/data/perft/README.md`), by the referee and by the
//! fast engines. Counts too large for the referee are checked with the fast engines alone, and the
//! largest only on request: `cargo test --release perft:: -- --ignored`.

use crate::support::{move_counts, position, rules};
use std::sync::Arc;
use tsume::movegen::MailboxEngine;
use tsume::notation::usi;
use tsume::position::perft::{divide, perft};
use tsume::position::{Engine, Forcing};
use tsume::referee::Referee;
use tsume::rules::{Rules, Side};

/// Largest count that the referee checks.
const REFEREE_LIMIT: u64 = 800_000;

/// Counts from start positions that the data files lack; the deeper ones are from Fairy-Stockfish.
const START: [(&str, &[(u32, u64)]); 3] = [
    ("shogi", &[(1, 30), (2, 900), (3, 25_470), (4, 719_731), (5, 19_861_490)]),
    ("minishogi", &[(4, 35_401), (5, 533_203)]),
    ("sho", &[(1, 26), (2, 676), (3, 17_368)]),
];

/// Checks every count of a variant's file up to `limit`, and those of [`START`]. Returns their
/// number.
fn run<E: Engine>(variant: &str, limit: u64) -> usize {
    let mut checked = 0;
    for safety in ["strict", "free"] {
        let chosen = [("king_safety".to_owned(), safety.to_owned())];
        let rules = rules(variant, &chosen);
        if variant != "sho" {
            for (sfen, counts) in move_counts(variant, safety) {
                for (depth, nodes) in counts {
                    checked += check::<E>(&rules, &sfen, depth, nodes, limit);
                }
            }
        }
    }
    let rules = rules(variant, &[]);
    for (_, counts) in START.iter().filter(|(start, _)| *start == variant) {
        for &(depth, nodes) in *counts {
            checked += check::<E>(&rules, &rules.start, depth, nodes, limit);
        }
    }
    checked
}

fn check<E: Engine>(rules: &Arc<Rules>, sfen: &str, depth: u32, nodes: u64, limit: u64) -> usize {
    if nodes > limit {
        return 0;
    }
    let mut engine = E::new(rules, &position(rules, sfen), Side::Black, Forcing::Check);
    let found = perft(&mut engine, depth);
    if found != nodes {
        for (m, below) in divide(&mut engine, depth) {
            println!("{} {below}", usi::write(rules, m));
        }
    }
    assert_eq!(found, nodes, "{rules}: depth {depth} of {sfen}");
    1
}

#[test]
fn referee_perft_matches_other_programs_in_shogi() {
    assert_eq!(run::<Referee>("shogi", REFEREE_LIMIT), 41);
}

#[test]
fn referee_perft_matches_other_programs_in_minishogi() {
    assert_eq!(run::<Referee>("minishogi", REFEREE_LIMIT), 24);
}

#[test]
fn referee_perft_matches_other_programs_in_sho() {
    assert_eq!(run::<Referee>("sho", REFEREE_LIMIT), 3);
}

#[test]
fn referee_perft_matches_other_programs_in_chu() {
    assert_eq!(run::<Referee>("chu", REFEREE_LIMIT), 50);
}

#[test]
fn referee_perft_matches_other_programs_in_dai() {
    assert_eq!(run::<Referee>("dai", REFEREE_LIMIT), 37);
}

#[test]
fn referee_perft_matches_other_programs_in_maka_dai_dai() {
    assert_eq!(run::<Referee>("maka_dai_dai", REFEREE_LIMIT), 23);
}

#[test]
fn referee_perft_matches_other_programs_in_hishigata() {
    assert_eq!(run::<Referee>("hishigata", REFEREE_LIMIT), 22);
}

/// Largest count that every run checks with the fast engines.
const FAST_LIMIT: u64 = 2_000_000;

fn run_fast<E: Engine>(limit: u64) {
    for (variant, checked) in [
        ("shogi", [41, 42]),
        ("minishogi", [24, 24]),
        ("sho", [3, 3]),
        ("chu", [51, 51]),
        ("dai", [37, 38]),
        ("maka_dai_dai", [23, 24]),
        ("hishigata", [22, 23]),
    ] {
        let expected = checked[usize::from(limit > FAST_LIMIT)];
        assert_eq!(run::<E>(variant, limit), expected, "{variant}");
    }
}

#[test]
fn mailbox_perft_matches_other_programs() {
    run_fast::<MailboxEngine>(FAST_LIMIT);
}

#[test]
#[ignore = "a hundred million moves: in release builds"]
fn mailbox_perft_matches_other_programs_at_depth() {
    run_fast::<MailboxEngine>(u64::MAX);
}
