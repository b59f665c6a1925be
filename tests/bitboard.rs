//! The 9×9 engine against independent knowledge of standard shogi: move counts of other programs,
//! and the referee. `tests/oracles` compares it with two other crates.
//!
//! `TSUME_TWINS=n` multiplies the number of random positions by `n`.

use crate::support::random::Random;
use crate::support::standard::{scatter, sound, step};
use crate::support::{json, move_counts, position, rules, text};
use std::sync::Arc;
use tsume::movegen::bitboard;
use tsume::movegen::{BitboardEngine, MailboxEngine};
use tsume::notation::{sfen, usi};
use tsume::position::perft::perft;
use tsume::position::{Engine, Forcing, Hand, Move, Piece, Position};
use tsume::referee;
use tsume::rules::{Rules, Side, builtin};

fn engine(rules: &Arc<Rules>, position: &Position) -> BitboardEngine {
    BitboardEngine::new(rules, position, position.side, Forcing::Check)
}

fn positions(count: usize) -> usize {
    count * crate::support::effort()
}

#[test]
fn bitboard_perft_from_the_start_matches_other_programs() {
    let rules = rules("shogi", &[]);
    let mut engine = engine(&rules, &position(&rules, &rules.start));
    for (depth, nodes) in [(1, 30), (2, 900), (3, 25_470), (4, 719_731), (5, 19_861_490)] {
        assert_eq!(perft(&mut engine, depth), nodes, "depth {depth}");
    }
}

#[test]
fn bitboard_perft_from_other_positions_matches_other_programs() {
    let rules = rules("shogi", &[]);
    for (sfen, counts) in move_counts("shogi", "strict") {
        let mut engine = engine(&rules, &position(&rules, &sfen));
        for (depth, nodes) in counts {
            assert_eq!(perft(&mut engine, depth), nodes, "{sfen}, depth {depth}");
        }
    }
}

#[test]
fn bitboard_moves_in_single_feature_positions_are_exact() {
    let rules = rules("shogi", &[]);
    let entries = json("perft/features/standard.json");
    let entries = entries.as_array().unwrap();
    assert!(entries.len() >= 10);
    for entry in entries {
        let mut engine = engine(&rules, &position(&rules, text(entry, "sfen")));
        let mut moves = Vec::new();
        engine.generate_legal(&mut moves);
        let mut found: Vec<String> = moves.iter().map(|&m| usi::write(&rules, m)).collect();
        found.sort();
        let expected = entry["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap());
        assert_eq!(found, expected.collect::<Vec<_>>(), "{}", text(entry, "id"));
    }
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves
}

fn names(rules: &Rules, moves: &[Move]) -> String {
    moves.iter().map(|&m| usi::write(rules, m)).collect::<Vec<_>>().join(" ")
}

/// Compares every answer of the contract about a position with the referee's.
fn agree_with_referee(rules: &Arc<Rules>, engine: &mut BitboardEngine) {
    let position = engine.position();
    let place = sfen::write(rules, &position);
    let (mut legal, mut forcing) = (Vec::new(), Vec::new());
    engine.generate_legal(&mut legal);
    engine.generate_forcing(&mut forcing);
    let mut bare = engine.clone();
    bare.clear_history();
    bare.undo();
    let mut same = Vec::new();
    bare.generate_legal(&mut same);
    assert_eq!((bare.position(), bare.key(), &same), (position.clone(), engine.key(), &legal));
    for (square, piece) in position.pieces() {
        if piece.side() != position.side && !engine.generate_captures(square, &mut same) {
            let there: Vec<Move> = legal.iter().copied().filter(|m| m.to() == square).collect();
            assert_eq!(names(rules, &same), names(rules, &there), "captures, {place}");
        }
    }
    let judged = referee::legal_moves(rules, &position);
    assert_eq!(names(rules, &sorted(legal)), names(rules, &judged), "legal, {place}");
    let mut turned = position.clone();
    turned.hands.reverse();
    engine.set_hands(turned.hands);
    engine.generate_legal(&mut same);
    let judged = referee::legal_moves(rules, &turned);
    assert_eq!(names(rules, &sorted(same)), names(rules, &judged), "legal, hands turned, {place}");
    engine.set_hands(position.hands);
    for kind in [Forcing::Check, Forcing::Royal] {
        let judged = referee::forcing_moves(rules, &position, kind);
        assert_eq!(names(rules, &sorted(forcing.clone())), names(rules, &judged), "{place}");
    }
    assert_eq!(engine.in_check(), referee::in_check(rules, &position), "in check, {place}");
    for &m in &forcing {
        let before = (engine.key(), position.hands);
        engine.play(m);
        assert_eq!(engine.position(), referee::play(rules, &position, m), "{m:?}, {place}");
        let fresh = BitboardEngine::new(rules, &engine.position(), position.side, Forcing::Check);
        assert_eq!(engine.key(), fresh.key(), "{m:?}, {place}");
        engine.undo();
        assert_eq!((engine.key(), engine.position().hands), before, "{m:?}, {place}");
        assert_eq!(engine.position(), position, "{m:?}, {place}");
    }
    agree_on_mate(engine, &forcing, &place);
}

/// Compares the mate in one with playing every forcing move.
fn agree_on_mate(engine: &mut BitboardEngine, forcing: &[Move], place: &str) {
    let mut replies = Vec::new();
    let mut mates = |engine: &mut BitboardEngine, m| {
        engine.play(m);
        engine.generate_legal(&mut replies);
        engine.undo();
        replies.is_empty()
    };
    let any = forcing.iter().any(|&m| mates(engine, m));
    match engine.mate_in_one() {
        Some(m) => assert!(forcing.contains(&m) && mates(engine, m), "{m:?} is no mate, {place}"),
        None => assert!(!any, "a mate was missed, {place}"),
    }
}

/// Compares the engine's optional answers, such as the frontier test and support, with the
/// referee's.
fn agree_on_search_hints(rules: &Arc<Rules>, engine: &mut BitboardEngine) {
    let position = engine.position();
    let place = sfen::write(rules, &position);
    let mut moves = Vec::new();
    let frontier = engine.test_frontier(&mut moves);
    engine.generate_forcing(&mut moves);
    let right = crate::support::is_frontier(rules, frontier, engine.mate_in_one(), &moves);
    assert!(right, "{frontier:?}, {place}");
    engine.generate_legal(&mut moves);
    let captures =
        |position: &Position, from, to| referee::attacks::can_capture(rules, position, from, to);
    let count = |position: &Position, side, to| {
        let theirs = position.pieces().filter(|(_, piece)| piece.side() == side);
        theirs.filter(|(from, _)| captures(position, *from, to)).count() as u32
    };
    for &m in &moves {
        let side = position.side;
        let told = Side::BOTH.map(|side| engine.key_and_hand_after(m, side));
        let cover = engine.count_support(m);
        engine.play(m);
        let found = Side::BOTH.map(|side| (engine.key(), engine.hand(side)));
        assert_eq!(told, found, "{m:?}, {place}");
        let mut after = engine.position();
        let mover = after.board[m.to().index()].unwrap();
        after.board[m.to().index()] = Some(Piece::new(mover.kind(), side.other()));
        assert_eq!(cover, count(&after, side, m.to()), "{m:?}, {place}");
        engine.undo();
    }
    for square in rules.board.iter() {
        assert_eq!(engine.at(square), position.at(square), "{place}");
    }
    let mut found = Vec::new();
    for side in Side::BOTH {
        let phantom = position.phantom[side.index()];
        let royals = if phantom { Vec::new() } else { position.royals(rules, side) };
        engine.royals(side, &mut found);
        assert_eq!(found, royals, "{place}");
    }
    engine.royals(position.side, &mut found);
    let Some(&king) = found.first() else { return };
    let enemies = position.pieces().filter(|(_, piece)| piece.side() != position.side);
    if enemies.map(|(from, _)| from).any(|from| captures(&position, from, king)) {
        agree_on_interposition(rules, engine, &position);
    }
}

/// A kind is interposable if the referee lists a drop of it once it is in hand.
fn agree_on_interposition(rules: &Rules, engine: &BitboardEngine, position: &Position) {
    let found = engine.interposable_kinds();
    for (lane, &kind) in (0..).zip(&rules.lanes) {
        let mut richer = position.clone();
        richer.hands[position.side.index()] = Hand::EMPTY.with(lane);
        let drops = |m: &Move| m.dropped() == Some(kind);
        let listed = referee::legal_moves(rules, &richer).iter().any(drops);
        let place = sfen::write(rules, &richer);
        // A pawn may count although its drop would be uchifuzume.
        if rules.spec(kind).pawn {
            assert!(found.count(lane) == 1 || !listed, "{place}");
        } else {
            assert_eq!(found.count(lane) == 1, listed, "{place}");
        }
    }
}

#[test]
fn bitboard_extras_agree_with_contract_and_referee() {
    let rules = rules("shogi", &[]);
    let mut random = Random(5);
    let (mut seen, wanted) = (0, positions(150));
    while seen < wanted {
        let start = scatter(&rules, &mut random);
        if !sound(&rules, &start) {
            continue;
        }
        let mut engine = engine(&rules, &start);
        for _ in 0..6 {
            seen += 1;
            agree_on_search_hints(&rules, &mut engine);
            if !step(&mut engine, &mut random) {
                break;
            }
        }
    }
}

#[test]
fn bitboard_agrees_with_referee_on_scattered_positions() {
    let rules = rules("shogi", &[]);
    let mut random = Random(1);
    for _ in 0..positions(150) {
        let start = scatter(&rules, &mut random);
        let mut engine = engine(&rules, &start);
        assert_eq!(engine.position(), start);
        for _ in 0..6 {
            agree_with_referee(&rules, &mut engine);
            if !step(&mut engine, &mut random) {
                break;
            }
        }
    }
}

#[test]
fn bitboard_agrees_with_referee_on_games() {
    let rules = rules("shogi", &[]);
    let start = position(&rules, &rules.start);
    let mut random = Random(2);
    for _ in 0..positions(4) {
        let mut engine = engine(&rules, &start);
        let mut plies = 0;
        while plies < 150 && step(&mut engine, &mut random) {
            plies += 1;
            if plies % 3 == 0 {
                agree_with_referee(&rules, &mut engine);
            }
        }
        (0..plies).for_each(|_| engine.undo());
        assert_eq!(engine.position(), start);
    }
}

#[test]
fn bitboard_mate_in_one_is_exact() {
    let rules = rules("shogi", &[]);
    let mut random = Random(7);
    let mut forcing = Vec::new();
    for _ in 0..positions(20_000) {
        let mut engine = engine(&rules, &scatter(&rules, &mut random));
        for _ in 0..5 {
            engine.generate_forcing(&mut forcing);
            let place = sfen::write(&rules, &engine.position());
            agree_on_mate(&mut engine, &forcing, &place);
            if !step(&mut engine, &mut random) {
                break;
            }
        }
    }
}

#[test]
fn bitboard_agrees_with_mailbox() {
    let rules = rules("shogi", &[]);
    let start = position(&rules, &rules.start);
    let mut random = Random(6);
    for round in 0..positions(1_000) {
        let game = round % 10 == 0;
        let root = if game { start.clone() } else { scatter(&rules, &mut random) };
        let mut ours = engine(&rules, &root);
        for _ in 0..if game { 100 } else { 8 } {
            let position = ours.position();
            let place = sfen::write(&rules, &position);
            let mut theirs = MailboxEngine::new(&rules, &position, position.side, Forcing::Check);
            let mut lists = [Vec::new(), Vec::new(), Vec::new(), Vec::new()];
            ours.generate_legal(&mut lists[0]);
            theirs.generate_legal(&mut lists[1]);
            ours.generate_forcing(&mut lists[2]);
            theirs.generate_forcing(&mut lists[3]);
            let [legal, theirs_legal, forcing, theirs_forcing] = lists.map(sorted);
            assert_eq!(legal, theirs_legal, "legal, {place}");
            assert_eq!(forcing, theirs_forcing, "forcing, {place}");
            assert_eq!(ours.in_check(), theirs.in_check(), "in check, {place}");
            let mates = [ours.mate_in_one(), theirs.mate_in_one()].map(|m| m.is_some());
            assert_eq!(mates[0], mates[1], "mate in one, {place}");
            if !step(&mut ours, &mut random) {
                break;
            }
        }
    }
}

#[test]
fn bitboard_plays_only_standard_shogi() {
    let option = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
    assert!(bitboard::plays(&rules("shogi", &[])));
    assert!(bitboard::plays(&rules("shogi", &option("nifu", "true"))));
    for (name, value) in [
        ("nifu", "false"),
        ("uchifuzume", "false"),
        ("drops", "false"),
        ("zone", "2"),
        ("forced_promotion", "none"),
        ("promotion", "zone_entry_or_capture"),
        ("king_safety", "free"),
        ("deferral", "next_move"),
    ] {
        assert!(!bitboard::plays(&rules("shogi", &option(name, value))), "{name}={value}");
    }
    for (variant, _) in builtin::VARIANTS.iter().filter(|(name, _)| *name != "shogi") {
        assert!(!bitboard::plays(&rules(variant, &[])), "{variant}");
    }
}
