//! The 9×9 engine beside `rsshogi` and `shogi_legality_lite`: legal moves, checks and mates in one,
//! on positions from play and with scattered pieces.

use crate::support::random::Random;
use crate::support::standard::{scatter, sound, step};
use crate::support::{position, rules};
use shogi_core::PartialPosition;
use shogi_usi_parser::FromUsi;
use std::sync::Arc;
use tsume::movegen::BitboardEngine;
use tsume::notation::{sfen, usi};
use tsume::position::{Engine, Forcing, Move, Position};
use tsume::referee;
use tsume::rules::Rules;

fn engine(rules: &Arc<Rules>, position: &Position) -> BitboardEngine {
    BitboardEngine::new(rules, position, position.side, Forcing::Check)
}

fn names(rules: &Rules, moves: &[Move]) -> String {
    moves.iter().map(|&m| usi::write(rules, m)).collect::<Vec<_>>().join(" ")
}

/// A move in rsshogi's packed form: destination, origin or dropped kind, bits for drop and
/// promotion; squares file by file.
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

/// Compares legal moves, checks and mate in one with rsshogi's.
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
fn bitboard_agrees_with_rsshogi() {
    let rules = rules("shogi", &[]);
    let start = position(&rules, &rules.start);
    let mut random = Random(3);
    let (mut seen, wanted) = (0, crate::positions(6_000));
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

/// A move of shogi_core in rsshogi's packed form.
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
fn bitboard_agrees_with_shogi_legality_lite() {
    let rules = rules("shogi", &[]);
    let mut random = Random(4);
    let (mut seen, wanted) = (0, crate::positions(1_000));
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
            // That crate takes a pawn drop that stalemates for one that mates.
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
            // That crate's list of checks has drops that leave the dropping side in check.
            let mut checks = pack(shogi_legality_lite::all_checks_partial(&theirs));
            checks.retain(|m| expected.contains(m));
            assert_eq!(packed_sorted(&rules, &forcing), checks, "checks, {place}");
            if !step(&mut engine, &mut random) {
                break;
            }
        }
    }
}
