//! Facts of Fairy-Stockfish about the small games: `tests/data/perft/small_games.tsv`.
//!
//! One line for each count from the start position (game, `perft`, depth, count), and one for each
//! position of a random game: the game, the position, the number of legal moves, the 64-bit FNV-1a
//! hash of their USI texts, sorted and joined by spaces, whether the side to move is in check, and the
//! number of moves that mate.
//!
//! `TSUME_FACTS=FILE` checks another file of this form.

use crate::support::{position, rules};
use std::sync::Arc;
use tsume::movegen::MailboxEngine;
use tsume::notation::usi;
use tsume::position::perft::perft;
use tsume::position::{Engine, Forcing, Move};
use tsume::referee::{Referee, forcing_moves, in_check, legal_moves, play};
use tsume::rules::{Rules, Side};

const FACTS: &str = include_str!("data/perft/small_games.tsv");

/// Largest count that the referee checks.
const REFEREE_LIMIT: u64 = 3_000;

/// Largest count that the engine checks.
const ENGINE_LIMIT: u64 = 20_000;

fn hash(text: &str) -> u64 {
    let fold = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    text.as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, fold)
}

fn texts(rules: &Rules, moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|&m| usi::write(rules, m)).collect();
    texts.sort();
    texts
}

fn check_perft(rules: &Arc<Rules>, depth: u32, count: u64) {
    let start = position(rules, &rules.start);
    if count <= ENGINE_LIMIT {
        let mut engine = MailboxEngine::new(rules, &start, Side::Black, Forcing::Check);
        assert_eq!(perft(&mut engine, depth), count, "{rules}: depth {depth}");
    }
    if count <= REFEREE_LIMIT {
        let mut referee = Referee::new(rules, &start, Side::Black, Forcing::Check);
        assert_eq!(perft(&mut referee, depth), count, "{rules}: depth {depth} by the referee");
    }
}

fn check_position(rules: &Arc<Rules>, text: &str, facts: &[&str]) {
    let &[count, hashed, checked, mates] = facts else { panic!("{text}: four facts") };
    let here = position(rules, text);
    let legal = legal_moves(rules, &here);
    let mut engine = MailboxEngine::new(rules, &here, here.side, Forcing::Check);
    let mut found = Vec::new();
    engine.generate_legal(&mut found);
    let slow = texts(rules, &legal);
    assert_eq!(slow, texts(rules, &found), "{rules} {text}");
    assert_eq!(slow.len().to_string(), count, "{rules} {text}: {slow:?}");
    assert_eq!(format!("{:016x}", hash(&slow.join(" "))), hashed, "{rules} {text}: {slow:?}");
    assert_eq!(in_check(rules, &here), checked == "1", "{rules} {text}");
    assert_eq!(engine.in_check(), checked == "1", "{rules} {text}");
    let mating = |m: &&Move| legal_moves(rules, &play(rules, &here, **m)).is_empty();
    let forcing = forcing_moves(rules, &here, Forcing::Check);
    let mating = forcing.iter().filter(mating).count();
    assert_eq!(mating.to_string(), mates, "{rules} {text}");
    assert_eq!(engine.mate_in_one().is_some(), mating > 0, "{rules} {text}");
}

#[test]
fn moves_and_mates_are_those_of_fairy_stockfish() {
    let other = std::env::var("TSUME_FACTS").ok();
    let read = |path: String| std::fs::read_to_string(path).expect("a file of facts");
    let facts = other.map_or_else(|| FACTS.to_owned(), read);
    let mut checked = 0;
    for line in facts.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let rules = rules(fields[0], &[]);
        match fields[1] {
            "perft" => {
                check_perft(&rules, fields[2].parse().unwrap(), fields[3].parse().unwrap());
            }
            text => check_position(&rules, text, &fields[2..]),
        }
        checked += 1;
    }
    assert!(checked >= 100);
}
