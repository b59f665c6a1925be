//! Facts of other programs about the games, in `tests/data/perft`.
//!
//! | file | program |
//! | --- | --- |
//! | `small_games.tsv`, `promotion_choices.tsv` (a rule file with chess pieces) | Fairy-Stockfish |
//! | `large_games.tsv` | ShogiVariant |
//! | `lion_trading.tsv` | shogiops |
//!
//! One line for each count from the start position (game, `perft`, depth, count), and one for each
//! position of a random game: the game, the position, the number of legal moves, the 64-bit FNV-1a
//! hash of their USI texts, sorted and joined by spaces, whether the side to move is in check, and
//! the number of moves that mate.
//!
//! `TSUME_FACTS=FILE` checks another file of this form.

use crate::support::{position, rules};
use std::sync::Arc;
use tsume::io::problems::rule_file::read_text;
use tsume::movegen::MailboxEngine;
use tsume::notation::{hodges, japanese_large, kifu, usi};
use tsume::position::perft::perft;
use tsume::position::{Engine, Forcing, Move};
use tsume::referee::{Referee, forcing_moves, in_check, legal_moves, play};
use tsume::rules::{Rules, Side};

const FACTS: &str = include_str!("data/perft/small_games.tsv");

const FACTS_OF_CHOICES: &str = include_str!("data/perft/promotion_choices.tsv");

const FACTS_OF_LARGE_GAMES: &str = include_str!("data/perft/large_games.tsv");

const FACTS_OF_LION_TRADING: &str = include_str!("data/perft/lion_trading.tsv");

/// Rules for the game `chess` of the facts.
const CHESS: &str = include_str!("data/rules/chess.yaml");

/// Largest count that the referee checks.
const REFEREE_LIMIT: u64 = 3_000;

/// Largest count that the engine checks.
const ENGINE_LIMIT: u64 = 100_000;

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

fn chess() -> Arc<Rules> {
    Arc::new(read_text("chess.yaml", CHESS).expect("a rule file"))
}

/// Checks all lines, and returns how many there are.
fn check(facts: &str) -> usize {
    let chess = chess();
    let mut checked = 0;
    for line in facts.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let rules = if fields[0] == "chess" { Arc::clone(&chess) } else { rules(fields[0], &[]) };
        match fields[1] {
            "perft" => {
                check_perft(&rules, fields[2].parse().unwrap(), fields[3].parse().unwrap());
            }
            text => check_position(&rules, text, &fields[2..]),
        }
        checked += 1;
    }
    checked
}

#[test]
fn moves_and_mates_are_those_of_fairy_stockfish() {
    let other = std::env::var("TSUME_FACTS").ok();
    let read = |path: String| std::fs::read_to_string(path).expect("a file of facts");
    let facts = other.map_or_else(|| [FACTS, FACTS_OF_CHOICES].concat(), read);
    assert!(check(&facts) >= 100);
}

#[test]
fn moves_and_mates_of_large_games_are_those_of_shogivariant() {
    assert!(check(FACTS_OF_LARGE_GAMES) >= 160);
}

#[test]
fn lions_are_traded_as_in_shogiops() {
    assert!(check(FACTS_OF_LION_TRADING) >= 40);
}

/// A pawn that can take on either side of its file, and has four kinds to choose from.
#[test]
fn chosen_kinds_are_written_and_read_in_every_notation() {
    let rules = chess();
    let here = position(&rules, "2n1n3/3P4/7k/8/8/8/8/K7 b -");
    let legal = legal_moves(&rules, &here);
    let promotions: Vec<Move> = legal.iter().copied().filter(|m| m.changes()).collect();
    let mut written = texts(&rules, &promotions);
    written.retain(|text| text.starts_with("5b5a"));
    assert_eq!(written, ["5b5a+B", "5b5a+N", "5b5a+Q", "5b5a+R"]);
    assert_eq!(promotions.len(), 12);
    for &m in &promotions {
        assert_eq!(usi::parse(&rules, &usi::write(&rules, m)), Ok(m));
        let western = hodges::write(&rules, &here, &legal, m);
        assert_eq!(hodges::read(&rules, &here, &legal, &western), Ok(m), "{western}");
        assert_eq!(play(&rules, &here, m).at(m.to()).map(|piece| piece.kind()), m.chosen());
    }
    let rook = usi::parse(&rules, "5b5a+R").unwrap();
    assert_eq!(hodges::write(&rules, &here, &legal, rook), "P-5a+R");
    let text = japanese_large::write(&rules, &here, &legal, rook, None);
    assert_eq!(text.as_deref(), Some("▲５一歩兵成城"));
    assert!(hodges::read(&rules, &here, &legal, "P-5a+").is_err(), "four kinds fit");
    assert!(usi::parse(&rules, "5b5a+K").is_err());
}

/// KIF has names for shogi's pieces alone.
#[test]
fn chosen_kinds_are_written_and_read_in_records() {
    let text = "{name: z, board: {files: 3, ranks: 3}, rules: {promotion: zone_touch, zone: 1}, \
        initial_sfen: 'k2/3/2K b - 1', pieces: [{id: K, name: k, betza: K, royal: true}, \
        {id: R, name: r, betza: R}, {id: B, name: b, betza: B}, \
        {id: P, name: p, betza: fW, promotes_to_any: [R, B]}]}";
    let rules = Arc::new(read_text("z.yaml", text).expect("a rule file"));
    let here = position(&rules, "k2/1P1/2K b -");
    let legal = legal_moves(&rules, &here);
    let records: Vec<String> = legal
        .iter()
        .filter(|m| m.changes())
        .map(|&m| {
            let record = kifu::write(&rules, &here, m, None).unwrap();
            let (spelled, len) = kifu::read(&rules, &record).unwrap();
            assert_eq!(len, record.len(), "{record}");
            assert_eq!(spelled.resolve(&rules, &here, &legal, None), Ok(m), "{record}");
            assert_eq!(spelled.spelled_out(None), Some(m), "{record}");
            record
        })
        .collect();
    assert_eq!(records, ["２一歩成飛(22)", "２一歩成角(22)"]);
}

/// c8=N mates; no other promotion gives check there.
#[test]
fn only_the_knight_mates() {
    let rules = chess();
    let here = position(&rules, "rb6/kpP5/p7/8/8/8/8/7K b -");
    let mut engine = MailboxEngine::new(&rules, &here, here.side, Forcing::Check);
    let knight = usi::parse(&rules, "6b6a+N").unwrap();
    assert_eq!(engine.mate_in_one(), Some(knight));
    engine.play(knight);
    assert!(engine.in_check());
    let mut replies = Vec::new();
    engine.generate_legal(&mut replies);
    assert!(replies.is_empty());
}
