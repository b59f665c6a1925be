//! Japanese moves against an independent program (rsshogi) and published examples.

use super::{dice, thrown};
use crate::support::{position, rules};
use proptest::prelude::*;
use std::collections::HashSet;
use tsume::notation::{japanese, sfen, usi};
use tsume::position::{Move, Piece, Position};
use tsume::referee::{legal_moves, play};
use tsume::rules::{Kind, Rules, Side, Square};

/// The same move as rsshogi writes it.
fn oracle(sfen: &str, last: Option<&str>, m: &str) -> String {
    let mut position = rsshogi::board::Position::empty();
    position.set_sfen(sfen).unwrap_or_else(|e| panic!("{sfen}: {e:?}"));
    let parse = |text: &str| rsshogi::types::Move::from_usi(text).expect("a USI move");
    if let Some(last) = last {
        let last = position.move32_from_move(parse(last));
        position.apply_move32(last);
    }
    position.move32_from_move(parse(m)).to_ki2(&position).expect("a move of this position")
}

fn written(rules: &Rules, position: &Position, m: Move, last: Option<Square>) -> String {
    let legal = legal_moves(rules, position);
    japanese::write(rules, position, &legal, m, last).expect("a game with characters")
}

/// No more of each kind than the game has, and one king a side at least.
fn thinned(rules: &Rules, mut position: Position) -> Position {
    let mut left: Vec<u16> = rules.kinds.iter().map(|spec| spec.at_start).collect();
    let king = rules.kind("K").expect("a king");
    for cell in &mut position.board {
        let Some(piece) = *cell else { continue };
        let base = rules.spec(piece.kind()).base.index();
        if piece.kind() == king || left[base] == 0 {
            *cell = None;
        } else {
            left[base] -= 1;
        }
    }
    for (side, square) in [(Side::White, Square(0)), (Side::Black, Square(80))] {
        position.board[square.index()] = Some(Piece::new(king, side));
    }
    position.hands = [Default::default(); 2];
    position.counter_strike = None;
    position.deferred.clear();
    position.infer_phantoms(rules);
    position
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..Default::default() })]

    #[test]
    fn as_another_program_writes_them(dice in dice(), generals in any::<bool>()) {
        let rules = rules("shogi", &[]);
        let mut dice = dice;
        if generals {
            for (_, kind, _) in &mut dice.pieces {
                let ids = ["G", "S", "+P", "+R", "+B", "R", "B", "+S"];
                *kind = rules.kind(ids[usize::from(*kind) % ids.len()]).map_or(0, |Kind(kind)| kind);
            }
        }
        let position = thinned(&rules, thrown(&rules, &dice));
        let legal = legal_moves(&rules, &position);
        let royals = position.royals(&rules, position.side.other());
        prop_assume!(legal.iter().all(|m| !royals.contains(&m.to())), "the king could be taken");
        // The other program counts pinned pieces among those that could go to a square, so here the
        // moves are those of a side that has no king to lose.
        let mut careless = position.clone();
        for square in position.royals(&rules, position.side) {
            careless.board[square.index()] = None;
        }
        careless.infer_phantoms(&rules);
        let possible = legal_moves(&rules, &careless);
        let sfen = sfen::write(&rules, &position);
        let mut texts = HashSet::new();
        for &m in &legal {
            let text = japanese::write(&rules, &position, &possible, m, None).unwrap();
            prop_assert_eq!(&text, &oracle(&sfen, None, &usi::write(&rules, m)), "{}", sfen);
            prop_assert!(texts.insert(text));
        }
    }
}

fn shogi(sfen: &str, last: Option<&str>, m: &str) -> String {
    let rules = rules("shogi", &[]);
    let mut position = position(&rules, sfen);
    let last = last.map(|last| usi::parse(&rules, last).unwrap());
    if let Some(last) = last {
        position = play(&rules, &position, last);
    }
    written(&rules, &position, usi::parse(&rules, m).unwrap(), last.map(Move::to))
}

/// The examples of the article on game records in the Japanese Wikipedia, and of the Japan Shogi
/// Association's page on them.
#[test]
fn published_examples() {
    // Two dragons pull back to 2d, from 1c and from 2b: right and left, never straight.
    assert_eq!(shogi("9/7+R1/8+R/9/9/9/9/9/k7K b - 1", None, "1c2d"), "▲２四龍右");
    assert_eq!(shogi("9/7+R1/8+R/9/9/9/9/9/k7K b - 1", None, "2b2d"), "▲２四龍左");
    // Three golds abreast: left, straight, right.
    let golds = "9/9/3GGG3/9/9/9/9/9/k7K b - 1";
    assert_eq!(shogi(golds, None, "6c5b"), "▲５二金左");
    assert_eq!(shogi(golds, None, "5c5b"), "▲５二金直");
    assert_eq!(shogi(golds, None, "4c5b"), "▲５二金右");
    // A drop is said to be one only where a piece on the board could go there too.
    assert_eq!(shogi("9/9/4G4/9/9/9/9/9/k7K b G 1", None, "G*5b"), "▲５二金打");
    assert_eq!(shogi("9/9/4G4/9/9/9/9/9/k7K b G 1", None, "G*5i"), "▲５九金");
    // A choice not to promote is said, and so is compelled promotion.
    assert_eq!(shogi("9/P8/4S4/9/9/9/9/9/k7K b - 1", None, "5c6b"), "▲６二銀不成");
    assert_eq!(shogi("9/P8/4S4/9/9/9/9/9/k7K b - 1", None, "9b9a+"), "▲９一歩成");
}

#[test]
fn the_same_square() {
    assert_eq!(shogi("7k1/9/7G1/9/9/9/9/9/8K b G 1", Some("G*2b"), "2a2b"), "△同玉");
    assert_eq!(shogi("7k1/9/7G1/9/9/9/9/9/8K b G 1", Some("G*2b"), "2a1a"), "△１一玉");
}

#[test]
fn games_without_characters_have_no_such_notation() {
    let rules = rules("chu", &[]);
    let position = position(&rules, &rules.start);
    let legal = legal_moves(&rules, &position);
    assert_eq!(japanese::write(&rules, &position, &legal, legal[0], None), None);
}
