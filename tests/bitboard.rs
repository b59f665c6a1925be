//! The 9×9 engine against everything that knows standard shogi independently: counts of other
//! programs, the referee, two other crates.
//!
//! `TSUME_TWINS=n` multiplies the number of random positions by `n`.

use crate::support::random::Random;
use crate::support::standard::{scatter, sound, step};
use crate::support::{json, move_counts, position, rules, text};
use shogi_core::PartialPosition;
use shogi_usi_parser::FromUsi;
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
    count * std::env::var("TSUME_TWINS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

#[test]
fn perft_from_the_start() {
    let rules = rules("shogi", &[]);
    let mut engine = engine(&rules, &position(&rules, &rules.start));
    for (depth, nodes) in [(1, 30), (2, 900), (3, 25_470), (4, 719_731), (5, 19_861_490)] {
        assert_eq!(perft(&mut engine, depth), nodes, "depth {depth}");
    }
}

#[test]
fn perft_from_other_positions() {
    let rules = rules("shogi", &[]);
    for (sfen, counts) in move_counts("shogi", "strict") {
        let mut engine = engine(&rules, &position(&rules, &sfen));
        for (depth, nodes) in counts {
            assert_eq!(perft(&mut engine, depth), nodes, "{sfen}, depth {depth}");
        }
    }
}

#[test]
fn single_features() {
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

/// Everything that an engine says of a position, beside what the referee says.
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

/// Mate in one beside playing every forcing move out.
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

/// What the engine offers beyond the contract, beside the referee and the contract itself.
fn agree_on_extras(rules: &Arc<Rules>, engine: &mut BitboardEngine) {
    let position = engine.position();
    let place = sfen::write(rules, &position);
    let mut moves = Vec::new();
    let frontier = engine.test_frontier(&mut moves);
    engine.generate_forcing(&mut moves);
    let right = crate::support::is_frontier(rules, frontier, engine.mate_in_one(), &moves);
    assert!(right, "{frontier:?}, {place}");
    engine.generate_legal(&mut moves);
    let captures =
        |position: &Position, from, to| referee::reach::captures(rules, position, from, to);
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

/// A kind can be interposed if the referee lists a drop of it once it is in hand.
fn agree_on_interposition(rules: &Rules, engine: &BitboardEngine, position: &Position) {
    let found = engine.interposable_kinds();
    for (lane, &kind) in (0..).zip(&rules.lanes) {
        let mut richer = position.clone();
        richer.hands[position.side.index()] = Hand::EMPTY.with(lane);
        let drops = |m: &Move| m.dropped() == Some(kind);
        let listed = referee::legal_moves(rules, &richer).iter().any(drops);
        let place = sfen::write(rules, &richer);
        // A pawn may be counted although it would mate.
        if rules.spec(kind).pawn {
            assert!(found.count(lane) == 1 || !listed, "{place}");
        } else {
            assert_eq!(found.count(lane) == 1, listed, "{place}");
        }
    }
}

#[test]
fn extras_agree() {
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
            agree_on_extras(&rules, &mut engine);
            if !step(&mut engine, &mut random) {
                break;
            }
        }
    }
}

#[test]
fn the_referee_agrees_on_scattered_positions() {
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
fn the_referee_agrees_on_games() {
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
fn mate_in_one_is_exact() {
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
fn the_mailbox_engine_agrees() {
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

/// A move as rsshogi packs it: final square, origin or dropped kind, bits for drop and promotion;
/// squares file by file.
fn packed(rules: &Rules, m: Move) -> u16 {
    let square = |index: usize| (index % 9 * 9 + index / 9) as u16;
    let to = square(m.to().index());
    match (m.from(), m.dropped()) {
        (None, Some(kind)) => {
            let kind = "PLNSBRG".find(&rules.spec(kind).id).unwrap() as u16 + 1;
            to | kind << 7 | 1 << 14
        }
        (Some(from), _) => to | square(from.index()) << 7 | u16::from(m.changes()) << 15,
        (None, None) => unreachable!("a move has an origin or a dropped kind"),
    }
}

fn packed_sorted(rules: &Rules, moves: &[Move]) -> Vec<u16> {
    let mut packed: Vec<u16> = moves.iter().map(|&m| packed(rules, m)).collect();
    packed.sort_unstable();
    packed
}

/// Legal moves, checks and mate in one beside rsshogi's.
fn agree_with_rsshogi(rules: &Arc<Rules>, engine: &mut BitboardEngine) {
    let place = sfen::write(rules, &engine.position());
    let theirs =
        rsshogi::board::position_from_sfen(&place).unwrap_or_else(|e| panic!("{place}: {e}"));
    let mut list = rsshogi::board::MoveList::new();
    rsshogi::board::generate_moves::<rsshogi::board::LegalAll>(&theirs, &mut list);
    let mut expected: Vec<u16> = list.iter().map(|m| m.raw()).collect();
    let mut checks: Vec<u16> =
        list.iter().filter(|m| theirs.gives_check_move(**m)).map(|m| m.raw()).collect();
    expected.sort_unstable();
    checks.sort_unstable();
    let (mut legal, mut forcing) = (Vec::new(), Vec::new());
    engine.generate_legal(&mut legal);
    engine.generate_forcing(&mut forcing);
    assert_eq!(packed_sorted(rules, &legal), expected, "legal, {place}: {}", names(rules, &legal));
    assert_eq!(packed_sorted(rules, &forcing), checks, "{place}: {}", names(rules, &forcing));
    assert_eq!(engine.in_check(), theirs.is_in_check(), "in check, {place}");
    let mate = rsshogi::mate::solve_mate_in_one(&theirs);
    assert_eq!(engine.mate_in_one().is_some(), mate.is_some(), "mate in one, {place}");
}

#[test]
fn rsshogi_agrees() {
    let rules = rules("shogi", &[]);
    let start = position(&rules, &rules.start);
    let mut random = Random(3);
    let (mut seen, wanted) = (0, positions(6_000));
    while seen < wanted {
        let game = random.once_in(4);
        let mut engine = if game {
            engine(&rules, &start)
        } else {
            let position = scatter(&rules, &mut random);
            if !sound(&rules, &position) {
                continue;
            }
            engine(&rules, &position)
        };
        for _ in 0..if game { 120 } else { 8 } {
            seen += 1;
            agree_with_rsshogi(&rules, &mut engine);
            if !step(&mut engine, &mut random) {
                break;
            }
        }
    }
}

/// A move of shogi_core as rsshogi packs it.
fn core_packed(m: shogi_core::Move) -> u16 {
    let square = |s: shogi_core::Square| u16::from(s.index()) - 1;
    match m {
        shogi_core::Move::Normal { from, to, promote } => {
            square(to) | square(from) << 7 | u16::from(promote) << 15
        }
        shogi_core::Move::Drop { piece, to } => {
            use shogi_core::PieceKind::{Bishop, Gold, Knight, Lance, Pawn, Rook, Silver};
            let kinds = [Pawn, Lance, Knight, Silver, Bishop, Rook, Gold];
            let kind = kinds.iter().position(|&kind| kind == piece.piece_kind()).unwrap() as u16;
            square(to) | (kind + 1) << 7 | 1 << 14
        }
    }
}

#[test]
fn shogi_legality_lite_agrees() {
    let rules = rules("shogi", &[]);
    let mut random = Random(4);
    let (mut seen, wanted) = (0, positions(1_000));
    while seen < wanted {
        let start = scatter(&rules, &mut random);
        if !sound(&rules, &start) {
            continue;
        }
        let mut engine = engine(&rules, &start);
        for _ in 0..5 {
            seen += 1;
            let place = sfen::write(&rules, &engine.position());
            let theirs = PartialPosition::from_usi(&format!("sfen {place}")).unwrap();
            let pack = |moves: Vec<shogi_core::Move>| {
                let mut packed: Vec<u16> = moves.into_iter().map(core_packed).collect();
                packed.sort_unstable();
                packed
            };
            let (mut legal, mut forcing) = (Vec::new(), Vec::new());
            engine.generate_legal(&mut legal);
            engine.generate_forcing(&mut forcing);
            // It takes a pawn drop that stalemates for one that mates.
            legal.retain(|m| {
                let other = engine.side().other().index();
                m.dropped() != rules.kind("P") || start.phantom[other] || forcing.contains(m) || {
                    engine.play(*m);
                    let reply = !referee::legal_moves(&rules, &engine.position()).is_empty();
                    engine.undo();
                    reply
                }
            });
            let expected = pack(shogi_legality_lite::all_legal_moves_partial(&theirs));
            assert_eq!(packed_sorted(&rules, &legal), expected, "legal, {place}");
            // Its list of checks has drops that leave the dropping side in check.
            let mut checks = pack(shogi_legality_lite::all_checks_partial(&theirs));
            checks.retain(|m| expected.contains(m));
            assert_eq!(packed_sorted(&rules, &forcing), checks, "checks, {place}");
            if !step(&mut engine, &mut random) {
                break;
            }
        }
    }
}

#[test]
fn plays_standard_shogi_and_nothing_else() {
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
