//! Hand-made positions with one feature each, and their exact moves (`tests/data/perft/README.md`).

use crate::support::{json, options, position, rules, text};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use tsume::movegen::MailboxEngine;
use tsume::notation::usi;
use tsume::position::{Engine, Forcing, Position};
use tsume::referee::{forcing_moves, in_check, is_legal, legal_moves, play};
use tsume::rules::{Rules, Side};

/// Checks every position of a file. Returns their number.
fn run(name: &str) -> usize {
    let file = json(&format!("perft/features/{name}.json"));
    let entries = file.as_array().unwrap();
    for entry in entries {
        let rules = rules(text(entry, "variant"), &options(&entry["rules"]));
        check(&rules, entry);
        check_engine::<MailboxEngine>(&rules, entry);
    }
    entries.len()
}

/// Compares an engine's checks, moves and results with an entry.
fn check_engine<E: Engine>(rules: &Arc<Rules>, entry: &Value) {
    let id = text(entry, "id");
    let start = position(rules, text(entry, "sfen"));
    let mut engine = E::new(rules, &start, start.side, Forcing::Check);
    assert_eq!(engine.in_check(), entry["in_check"].as_bool().unwrap(), "{id}: check");
    let mut moves = Vec::new();
    engine.generate_legal(&mut moves);
    let mut found: Vec<String> = moves.iter().map(|&m| usi::write(rules, m)).collect();
    found.sort_unstable();
    let mut expected: Vec<&str> =
        entry["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    expected.sort_unstable();
    assert_eq!(found, expected, "{id}");
    for (m, squares) in entry["results"].as_object().into_iter().flatten() {
        engine.play(usi::parse(rules, m).unwrap());
        for (square, piece) in squares.as_object().unwrap() {
            let drawn = drawn(rules, &engine.position(), square);
            assert_eq!(drawn.as_deref(), piece.as_str(), "{id}: {m} {square}");
        }
        engine.undo();
    }
    if let Some(1) = entry["mate"].as_u64() {
        assert!(engine.mate_in_one().is_some(), "{id}: mate in one");
    }
}

fn check(rules: &Rules, entry: &Value) {
    let id = text(entry, "id");
    let position = position(rules, text(entry, "sfen"));
    assert_eq!(in_check(rules, &position), entry["in_check"].as_bool().unwrap(), "{id}: check");

    let moves = legal_moves(rules, &position);
    let found: BTreeSet<String> = moves.iter().map(|&m| usi::write(rules, m)).collect();
    let expected: BTreeSet<String> =
        entry["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap().to_owned()).collect();
    let missing: Vec<_> = expected.difference(&found).collect();
    let extra: Vec<_> = found.difference(&expected).collect();
    assert!(missing.is_empty() && extra.is_empty(), "{id}: missing {missing:?}, extra {extra:?}");
    assert_eq!(moves.len() as u64, entry["count"].as_u64().unwrap(), "{id}: a move twice");
    assert!(moves.is_sorted(), "{id}");
    assert!(moves.iter().all(|&m| is_legal(rules, &position, m)), "{id}");

    for (m, squares) in entry["results"].as_object().into_iter().flatten() {
        let after = play(rules, &position, usi::parse(rules, m).unwrap());
        assert_eq!(after.side, position.side.other(), "{id}: {m}");
        for (square, piece) in squares.as_object().unwrap() {
            assert_eq!(
                drawn(rules, &after, square).as_deref(),
                piece.as_str(),
                "{id}: {m} {square}"
            );
        }
    }
    if let Some(plies) = entry["mate_within"].as_u64() {
        let found = (1..=plies).step_by(2).find(|&n| mates(rules, &position, n));
        assert_eq!(found, entry["mate"].as_u64(), "{id}: mate");
    }
}

/// Piece on a square, in the notation of the files.
fn drawn(rules: &Rules, position: &Position, square: &str) -> Option<String> {
    let square = rules.board.iter().find(|s| rules.board.name(*s).to_string() == square).unwrap();
    let piece = position.at(square)?;
    let owner = if piece.side() == Side::White { "v" } else { "" };
    Some(format!("{owner}{}", rules.spec(piece.kind()).id))
}

/// True if the side to move can force mate within `plies`, by exhaustive trial.
fn mates(rules: &Rules, position: &Position, plies: u64) -> bool {
    forcing_moves(rules, position, Forcing::Check).into_iter().any(|m| {
        let after = play(rules, position, m);
        let replies = legal_moves(rules, &after);
        replies.is_empty()
            || plies > 2
                && replies
                    .into_iter()
                    .all(|reply| mates(rules, &play(rules, &after, reply), plies - 2))
    })
}

#[test]
fn single_feature_moves_are_exact_in_shogi() {
    assert_eq!(run("standard"), 14);
}

#[test]
fn single_feature_moves_are_exact_in_chu() {
    assert_eq!(run("chu"), 13);
}

#[test]
fn single_feature_moves_are_exact_in_dai() {
    assert_eq!(run("dai"), 58);
}

#[test]
fn single_feature_moves_are_exact_in_maka_dai_dai() {
    assert_eq!(run("maka_dai_dai"), 74);
}

#[test]
fn single_feature_moves_are_exact_in_hishigata() {
    assert_eq!(run("hishigata"), 2);
}
