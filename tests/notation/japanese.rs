//! Japanese moves against published examples. `tests/oracles` compares them with another program.

use crate::support::{position, rules};
use tsume::notation::{japanese, japanese_large, usi};
use tsume::position::{Move, Position};
use tsume::referee::{attacks, legal_moves, play};
use tsume::rules::{Rules, Square};

fn written(rules: &Rules, position: &Position, m: Move, last: Option<Square>) -> String {
    let legal = legal_moves(rules, position);
    japanese::write(rules, position, &legal, m, last, |from| {
        attacks::can_capture(rules, position, from, m.to())
    })
    .expect("a game with characters")
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

/// The examples of the Japan Shogi Association (https://www.shogi.or.jp/faq/kihuhyouki.html), with
/// kings that its diagrams lack.
#[test]
fn association_examples_are_written_alike() {
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
    // A drop is marked as one only where a piece on the board could also go.
    assert_eq!(shogi("4k4/9/9/9/9/9/9/4G4/4K4 b G 1", None, "G*4h"), "▲４八金打");
    assert_eq!(shogi("4k4/9/9/9/9/9/9/9/4K4 b G 1", None, "G*4h"), "▲４八金");
}

/// White's left is on the other side. Two pieces go sideways, and a third also comes from the left.
#[test]
fn sideways_move_from_the_left_names_direction_and_side() {
    let promoted_knights = "8k/9/5+n3/3+n1+n3/9/9/9/9/K8 w - 1";
    assert_eq!(shogi(promoted_knights, None, "4d5d"), "△５四成桂左寄");
    assert_eq!(shogi(promoted_knights, None, "4c5d"), "△５四成桂上");
    assert_eq!(shogi(promoted_knights, None, "6d5d"), "△５四成桂右");
}

#[test]
fn recapture_on_the_same_square_is_written_dou() {
    assert_eq!(shogi("7k1/9/7G1/9/9/9/9/9/8K b G 1", Some("G*2b"), "2a2b"), "△同玉");
    assert_eq!(shogi("7k1/9/7G1/9/9/9/9/9/8K b G 1", Some("G*2b"), "2a1a"), "△１一玉");
}

#[test]
fn games_without_characters_have_no_japanese_notation() {
    let rules = rules("chu", &[]);
    let position = position(&rules, &rules.start);
    let legal = legal_moves(&rules, &position);
    assert_eq!(japanese::write(&rules, &position, &legal, legal[0], None, |_| false), None);
}

/// Moves of the large games: every square has a name, and two pieces of one name are told apart by
/// their origins.
#[test]
fn large_game_moves_have_names_squares_and_lion_words() {
    let rules = rules("chu", &[]);
    let board = |ranks: &str| position(&rules, &format!("{ranks} b - 1"));
    let written = |position: &Position, last: Option<&str>, m: &str| {
        let square = last.map(|last| usi::parse(&rules, last).unwrap().to());
        let legal = legal_moves(&rules, position);
        let m = usi::parse(&rules, m).unwrap();
        assert!(legal.contains(&m), "{m:?}");
        japanese_large::write(&rules, position, &legal, m, square).unwrap()
    };
    let lion = board("k11/12/12/12/5p6/5p6/5[LN]6/12/12/12/12/K11");
    assert_eq!(written(&lion, None, "7g7f7g"), "▲７六獅子居喰い");
    assert_eq!(written(&lion, None, "7g7f7e"), "▲７六・７五獅子");
    assert_eq!(written(&lion, None, "7g7g"), "▲獅子じっと");
    assert_eq!(written(&lion, Some("7e7f"), "7g7f"), "▲同獅子");
    let horses = board("k11/12/12/12/[DH]5[DH]5/12/12/12/12/12/12/K11");
    assert_eq!(written(&horses, None, "12e9b+"), "▲９二龍馬成（１２五）");
    assert_eq!(written(&horses, None, "6e6d+"), "▲６四龍馬成");
    let pawn = board("k11/12/12/12/2P9/12/12/12/12/12/12/K11");
    assert_eq!(written(&pawn, None, "10e10d"), "▲１０四歩兵不成");
}

/// Three hundred lines in the words of tsshogi; see `tests/data/README.md`.
#[test]
fn lines_are_written_as_tsshogi_writes_them() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/japanese_lines.tsv");
    let rules = rules("shogi", &[]);
    let text = std::fs::read_to_string(path).unwrap();
    for line in text.lines() {
        let [sfen, moves, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let (mut position, mut last, mut words) = (position(&rules, sfen), None, Vec::new());
        for m in moves.split(' ') {
            let m = usi::parse(&rules, m).unwrap();
            words.push(written(&rules, &position, m, last));
            position = play(&rules, &position, m);
            last = Some(m.to());
        }
        assert_eq!(words.join(" "), expected, "{sfen}");
    }
    assert_eq!(text.lines().count(), 300);
}
