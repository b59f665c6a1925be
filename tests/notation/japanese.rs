//! Japanese moves against an independent program (rsshogi) and published examples.

use super::{dice, thrown};
use crate::support::{position, rules};
use proptest::prelude::*;
use std::collections::HashSet;
use tsume::notation::{japanese, sfen, usi};
use tsume::position::{Move, Piece, Position};
use tsume::referee::{legal_moves, play, reach};
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
    japanese::write(rules, position, &legal, m, last, |from| {
        reach::captures(rules, position, from, m.to())
    })
    .expect("a game with characters")
}

/// No more of each kind than the game has, and one king a side at least.
fn thinned(rules: &Rules, mut position: Position) -> Position {
    let mut left: Vec<u16> = rules.kinds.iter().map(|spec| spec.at_start()).collect();
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
        let sfen = sfen::write(&rules, &position);
        let mut texts = HashSet::new();
        for &m in &legal {
            let text = written(&rules, &position, m, None);
            // The other program never says that one of two goes sideways from the left or right.
            let said = text.replace("左寄", "左").replace("右寄", "右");
            prop_assert_eq!(said, oracle(&sfen, None, &usi::write(&rules, m)), "{}", sfen);
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

/// The examples of the Japan Shogi Association (https://www.shogi.or.jp/faq/kihuhyouki.html), with the
/// kings that are not in its diagrams.
#[test]
fn examples_of_the_association() {
    let examples: [(&str, &[(&str, &str)]); 18] = [
        ("4k4/2G6/G8/9/9/9/9/9/4K4", &[("7b8b", "８二金寄"), ("9c8b", "８二金上")]),
        ("4k1G2/9/5G3/9/9/9/9/9/4K4", &[("4c3b", "３二金上"), ("3a3b", "３二金引")]),
        (
            "4k4/9/9/9/5G3/4G4/2S4S1/9/1S2KS3",
            &[
                ("5f5e", "５五金上"),
                ("4e5e", "５五金寄"),
                ("8i8h", "８八銀上"),
                ("7g8h", "８八銀引"),
                ("4i3h", "３八銀上"),
                ("2g3h", "３八銀引"),
            ],
        ),
        (
            "4k4/G1G3G1G/9/9/3S1S3/9/9/9/4K4",
            &[
                ("9b8a", "８一金左"),
                ("7b8a", "８一金右"),
                ("3b2b", "２二金左"),
                ("1b2b", "２二金右"),
                ("6e5f", "５六銀左"),
                ("4e5f", "５六銀右"),
            ],
        ),
        (
            "4k4/9/9/9/9/9/9/9/1GG1K1SS1",
            &[
                ("8i7h", "７八金左"),
                ("7i7h", "７八金直"),
                ("3i3h", "３八銀直"),
                ("2i3h", "３八銀右"),
            ],
        ),
        (
            "4k4/9/3GGG3/9/9/9/1+P4S1S/+P8/+P+P+P1K1SS1",
            &[
                ("6c5b", "５二金左"),
                ("5c5b", "５二金直"),
                ("4c5b", "５二金右"),
                ("7i8h", "８八と右"),
                ("8i8h", "８八と直"),
                ("9i8h", "８八と左上"),
                ("9h8h", "８八と寄"),
                ("8g8h", "８八と引"),
                ("2i2h", "２八銀直"),
                ("1g2h", "２八銀右"),
                ("3i2h", "２八銀左上"),
                ("3g2h", "２八銀左引"),
            ],
        ),
        ("+R8/9/9/1+R7/9/9/9/9/4K1k2", &[("9a8b", "８二龍引"), ("8d8b", "８二龍上")]),
        ("9/4+R4/7+R1/9/9/9/9/9/2k1K4", &[("2c4c", "４三龍寄"), ("5b4c", "４三龍引")]),
        ("9/9/9/9/4+R3+R/9/9/9/2k1K4", &[("5e3e", "３五龍左"), ("1e3e", "３五龍右")]),
        ("9/9/9/9/9/9/9/9/+R+R2K1k2", &[("9i8h", "８八龍左"), ("8i8h", "８八龍右")]),
        ("9/9/9/9/9/9/9/7+R1/2k1K3+R", &[("2h1g", "１七龍左"), ("1i1g", "１七龍右")]),
        ("+B+B7/9/9/9/9/9/9/9/4K1k2", &[("9a8b", "８二馬左"), ("8a8b", "８二馬右")]),
        ("9/9/3+B5/9/+B8/9/9/9/4K1k2", &[("9e8e", "８五馬寄"), ("6c8e", "８五馬引")]),
        ("8+B/9/9/6+B2/9/9/9/9/4K1k2", &[("1a1b", "１二馬引"), ("3d1b", "１二馬上")]),
        ("9/9/9/9/9/9/9/9/+B3+BK1k1", &[("9i7g", "７七馬左"), ("5i7g", "７七馬右")]),
        ("9/9/9/9/9/9/5+B3/8+B/2k1K4", &[("4g2i", "２九馬左"), ("1h2i", "２九馬右")]),
        ("4k4/9/9/8P/9/9/9/4G4/4K4", &[("1d1c", "１三歩不成"), ("1d1c+", "１三歩成")]),
        ("9/P8/9/9/9/9/9/9/k7K", &[("9b9a+", "９一歩成")]),
    ];
    for (board, moves) in examples {
        for (m, expected) in moves {
            assert_eq!(shogi(&format!("{board} b - 1"), None, m), format!("▲{expected}"));
        }
    }
    // A drop is said to be one only where a piece on the board could go there too.
    assert_eq!(shogi("4k4/9/9/9/9/9/9/4G4/4K4 b G 1", None, "G*4h"), "▲４八金打");
    assert_eq!(shogi("4k4/9/9/9/9/9/9/9/4K4 b G 1", None, "G*4h"), "▲４八金");
}

/// White's left is on the other side; two go sideways, and a third also comes from the left.
#[test]
fn sideways_from_the_left() {
    let promoted_knights = "8k/9/5+n3/3+n1+n3/9/9/9/9/K8 w - 1";
    assert_eq!(shogi(promoted_knights, None, "4d5d"), "△５四成桂左寄");
    assert_eq!(shogi(promoted_knights, None, "4c5d"), "△５四成桂上");
    assert_eq!(shogi(promoted_knights, None, "6d5d"), "△５四成桂右");
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
    assert_eq!(japanese::write(&rules, &position, &legal, legal[0], None, |_| false), None);
}
