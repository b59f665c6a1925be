//! The mailbox engine in standard shogi beside `rsshogi` and `shogi_legality_lite`: legal moves,
//! checks and mates in one, on random positions with one king or two.

use crate::support::random::{Random, played_from};
use rsshogi::board::{self, MoveList};
use shogi_core::PartialPosition;
use shogi_usi_parser::FromUsi;
use std::collections::BTreeSet;
use std::sync::Arc;
use tsume::movegen::MailboxEngine;
use tsume::notation::{sfen, usi};
use tsume::position::{Engine, Forcing, Move, Piece, Position};
use tsume::rules::{Rules, Side, Square};

/// A program's answers about a position.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    legal: BTreeSet<String>,
    checks: BTreeSet<String>,
    mate_in_one: bool,
}

fn ours<E: Engine>(rules: &Arc<Rules>, position: &Position) -> Answer {
    let mut engine = E::new(rules, position, position.side, Forcing::Check);
    let mut list = Vec::new();
    let text = |list: &[Move]| list.iter().map(|&m| usi::write(rules, m)).collect();
    engine.generate_legal(&mut list);
    let legal = text(&list);
    engine.generate_forcing(&mut list);
    let checks = text(&list);
    let mate = engine.mate_in_one();
    if let Some(m) = mate {
        engine.play(m);
        engine.generate_legal(&mut list);
        assert!(list.is_empty() && engine.in_check());
    }
    Answer { legal, checks, mate_in_one: mate.is_some() }
}

fn rsshogi(text: &str) -> Answer {
    let position = board::position_from_sfen(text).unwrap();
    let mut list = MoveList::new();
    board::generate_moves::<board::LegalAll>(&position, &mut list);
    let legal: BTreeSet<String> = list.iter().map(|m| m.to_usi()).collect();
    let checks: BTreeSet<String> =
        list.iter().filter(|m| position.gives_check_move(**m)).map(|m| m.to_usi()).collect();
    let mate_in_one = rsshogi::mate::solve_mate_in_one(&position).is_some();
    Answer { legal, checks, mate_in_one }
}

fn lite(text: &str) -> Answer {
    let position = PartialPosition::from_usi(&format!("sfen {text}")).unwrap();
    let moves = shogi_legality_lite::all_legal_moves_partial(&position);
    let after = |m: shogi_core::Move| {
        let mut next = position.clone();
        next.make_move(m).unwrap();
        next
    };
    let checks: Vec<_> = moves
        .iter()
        .copied()
        .filter(|&m| shogi_legality_lite::is_in_check_partial_lite(&after(m)))
        .collect();
    let mate_in_one =
        checks.iter().any(|&m| shogi_legality_lite::all_legal_moves_partial(&after(m)).is_empty());
    let names = |moves: &[shogi_core::Move]| moves.iter().map(|&m| name(m)).collect();
    Answer { legal: names(&moves), checks: names(&checks), mate_in_one }
}

fn name(m: shogi_core::Move) -> String {
    let square = |s: shogi_core::Square| format!("{}{}", s.file(), char::from(b'a' + s.rank() - 1));
    match m {
        shogi_core::Move::Normal { from, to, promote } => {
            format!("{}{}{}", square(from), square(to), if promote { "+" } else { "" })
        }
        shogi_core::Move::Drop { piece, to } => {
            use shogi_core::PieceKind as K;
            let letter = match piece.piece_kind() {
                K::Pawn => 'P',
                K::Lance => 'L',
                K::Knight => 'N',
                K::Silver => 'S',
                K::Gold => 'G',
                K::Bishop => 'B',
                _ => 'R',
            };
            format!("{letter}*{}", square(to))
        }
    }
}

/// A plausible problem from one set of pieces: pieces around the defender's king, the rest in the
/// hands. The side not to move is not in check.
fn problem(rules: &Rules, kings: usize, random: &mut Random) -> Option<Position> {
    let attacker = *random.pick(&Side::BOTH);
    let mut position = Position::empty(rules.board, attacker);
    let king = rules.kind("K")?;
    let mut home = Square(random.below(81) as u16);
    if random.once_in(2) {
        let edge = [0, 1, 7, 8];
        home = rules.board.square(*random.pick(&edge), *random.pick(&edge))?;
    }
    position.board[home.index()] = Some(Piece::new(king, attacker.other()));
    if kings > 1 {
        let other = Square(random.below(81) as u16);
        if position.at(other).is_some() {
            return None;
        }
        position.board[other.index()] = Some(Piece::new(king, attacker));
    }
    let spread = 2 + random.below(3) as i32;
    let crowd = 6 + random.below(10);
    let mut set: Vec<&str> = Vec::new();
    for (id, n) in [("P", 18), ("L", 4), ("N", 4), ("S", 4), ("G", 4), ("B", 2), ("R", 2)] {
        set.extend(std::iter::repeat_n(id, n));
    }
    let rich = 2 + random.below(30);
    for i in 0..set.len() {
        let swap = i + random.below(set.len() - i);
        set.swap(i, swap);
        let kind = rules.kind(set[i])?;
        let owner = if random.once_in(3) { attacker.other() } else { attacker };
        if i >= crowd {
            let holder =
                if i == crowd || random.once_in(rich) { attacker } else { attacker.other() };
            let lane = rules.spec(kind).lane?;
            let hand = &mut position.hands[holder.index()];
            *hand = hand.with(lane);
            continue;
        }
        let mut shift = || random.below(2 * spread as usize + 1) as i32 - spread;
        let place = (shift(), shift());
        let square = rules.board.shift(home, place).filter(|s| position.at(*s).is_none())?;
        let kind = match rules.spec(kind).promotes_to {
            Some(promoted) if random.once_in(4) => promoted,
            _ => kind,
        };
        let depth = rules.board.depth(square, owner);
        let id = &rules.spec(kind).id[..];
        if depth == 0 && matches!(id, "P" | "L" | "N") || depth == 1 && id == "N" {
            return None;
        }
        let doubled = |s: Square| {
            rules.board.file(s) == rules.board.file(square)
                && position.at(s) == Some(Piece::new(kind, owner))
        };
        if id == "P" && rules.board.iter().any(doubled) {
            return None;
        }
        position.board[square.index()] = Some(Piece::new(kind, owner));
    }
    position.infer_phantoms(rules);
    let mut turned = position.clone();
    turned.side = attacker.other();
    (!tsume::referee::in_check(rules, &turned)).then_some(position)
}

/// Compares the answers of three programs, also after each of a few checks, with the defender to
/// move.
fn agree<E: Engine>(kings: usize, seed: u64) {
    let rules = crate::support::rules("shogi", &[]);
    let mut random = Random(seed);
    let (mut seen, mut mates, mut checks) = (0, 0, 0);
    let wanted = crate::positions(3_000);
    while seen < wanted {
        let Some(mut position) = problem(&rules, kings, &mut random) else { continue };
        if kings == 2 && random.once_in(4) {
            let start = crate::support::position(&rules, &rules.start);
            let plies = random.below(120);
            position = played_from(&rules, start, plies, &mut random);
        }
        for _ in 0..4 {
            seen += 1;
            let text = sfen::write(&rules, &position);
            let answer = ours::<E>(&rules, &position);
            assert_eq!(answer, rsshogi(&text), "{text}");
            // This crate takes a hundred times as long.
            if seen % 10 == 0 {
                assert_eq!(answer, lite(&text), "{text}");
            }
            mates += usize::from(answer.mate_in_one);
            checks += answer.checks.len();
            // Continue with the defender's replies, and return to the attacker.
            let pick = if answer.checks.is_empty() { &answer.legal } else { &answer.checks };
            let pick: Vec<&String> = pick.iter().collect();
            if pick.is_empty() {
                break;
            }
            let text: &&String = random.pick(&pick);
            let m = usi::parse(&rules, text).unwrap();
            position = tsume::referee::play(&rules, &position, m);
        }
    }
    println!("{seen} positions, {checks} checks, {mates} with mate in one");
    assert!(mates * 100 > seen && checks > seen);
}

#[test]
fn mailbox_agrees_with_one_king() {
    agree::<MailboxEngine>(1, 11);
}

#[test]
fn mailbox_agrees_with_two_kings() {
    agree::<MailboxEngine>(2, 12);
}
