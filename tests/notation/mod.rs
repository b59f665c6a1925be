//! The notation layer with the referee's legal moves: written texts can be read again, published
//! solutions can be read, and malformed texts are explained.

mod japanese;
pub mod made_positions;
mod malformed;
mod user_games;

use crate::support::{position, rules};
use crate::twins::rule_files::room_in_hand;
use made_positions::{build, recipe};
use proptest::prelude::*;
use std::collections::HashSet;
use tsume::io::problems::{LoadResult, ReadOptions, read_text};
use tsume::messages::{Language, with_language};
use tsume::notation::terminal::{self, BoardStyle};
use tsume::notation::{diagram, hands, hodges, sfen, usi};
use tsume::position::Position;
use tsume::referee::{ObjectionKind, legal_moves, play};
use tsume::rules::{Rules, Side, Square, builtin};

/// A game's name, and options that are not its defaults.
fn game() -> impl Strategy<Value = (&'static str, Vec<(String, String)>)> {
    let options: [&[(&str, &str)]; 4] = [
        &[],
        &[("promotion", "zone_touch"), ("deferral", "next_move"), ("zone", "3")],
        &[("liondog", "triple_back"), ("hook_after_capture", "true")],
        &[("piece.+Dv", "TSA v2"), ("capture_promotion", "always")],
    ];
    (0..builtin::VARIANTS.len(), 0..options.len()).prop_map(move |(game, set)| {
        let name = builtin::VARIANTS[game].0;
        let large = matches!(name, "maka_dai_dai" | "hishigata");
        let chosen = options[if !large && set > 1 { 0 } else { set }];
        (name, chosen.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect())
    })
}

/// True if each kind has so few pieces that hands can count them, with room for one move of each
/// side: no reader accepts more.
fn fits_hands(rules: &Rules, position: &Position) -> bool {
    (0..rules.lanes.len()).all(|lane| room_in_hand(rules, position, lane as u8).is_some())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..Default::default() })]

    #[test]
    fn positions_survive_writing_and_reading((name, chosen) in game(), recipe in recipe(), phantom in any::<[bool; 2]>()) {
        let rules = rules(name, &chosen);
        let mut position = build(&rules, &recipe);
        for side in Side::BOTH {
            position.phantom[side.index()] |= phantom[side.index()];
        }
        let text = sfen::write(&rules, &position);
        prop_assert_eq!(sfen::parse(&rules, &text), Ok(position), "{}", text);
    }

    #[test]
    fn drawings_survive_writing_and_reading((name, chosen) in game(), recipe in recipe()) {
        let rules = rules(name, &chosen);
        let position = build(&rules, &recipe);
        let text = diagram::draw(&rules, &position);
        prop_assert!(text.is_ascii());
        let read = diagram::read(&rules, &text, None).map(|drawn| drawn.board);
        prop_assert_eq!(read, Ok(position.board.clone()), "{}", text);
        for hand in position.hands {
            let text = hands::write(&rules, hand);
            prop_assert_eq!(hands::read(&rules, &text), Ok(hand), "{}", text);
        }
    }

    #[test]
    fn boards_of_the_terminal_are_read_in_problem_files((name, chosen) in game(), recipe in recipe()) {
        let rules = rules(name, &chosen);
        let position = build(&rules, &recipe);
        prop_assume!(fits_hands(&rules, &position));
        for language in [Language::English, Language::Japanese] {
            let shown = with_language(language, || {
                terminal::show(&rules, &position, BoardStyle::default())
            });
            // A first line that begins with spaces needs an indication of the indentation.
            let indent = if shown.starts_with(' ') { "2" } else { "" };
            let lines: String = shown.lines().map(|line| format!("  {line}\n")).collect();
            let text = format!("id: a\nvariant: {name}\nboard: |{indent}\n{lines}");
            let options = ReadOptions {
                allow: ObjectionKind::ALL.to_vec(),
                rules: chosen.clone(),
                ..ReadOptions::default()
            };
            let items = read_text("x.yaml", &text, &options);
            let [LoadResult::Problem(entry)] = &items[..] else { panic!("{text}{items:#?}") };
            prop_assert_eq!(entry.problem.position(), &position, "{}", text);
        }
    }

    #[test]
    fn partial_drawing_is_that_part_of_the_board(
        (name, chosen) in game(), recipe in recipe(), at in any::<[u8; 2]>(), size in any::<[u8; 2]>()
    ) {
        let rules = rules(name, &chosen);
        let board = rules.board;
        let position = build(&rules, &recipe);
        let (left, top) = (at[0] % board.files, at[1] % board.ranks);
        let (width, height) = (1 + size[0] % (board.files - left), 1 + size[1] % (board.ranks - top));
        let whole = diagram::draw(&rules, &position);
        let part: Vec<String> = whole
            .lines()
            .skip(usize::from(top))
            .take(usize::from(height))
            .map(|line| {
                let cells: Vec<&str> =
                    line.split_whitespace().skip(usize::from(left)).take(usize::from(width)).collect();
                cells.join(" ")
            })
            .collect();
        let corner = board.square(i32::from(board.files - 1 - left), i32::from(top)).unwrap();
        let read = diagram::read(&rules, &part.join("\n"), Some(corner)).unwrap().board;
        for square in board.iter() {
            let (file, rank) = (i32::from(board.files) - 1 - board.file(square), board.rank(square));
            let inside = (i32::from(left)..i32::from(left + width)).contains(&file)
                && (i32::from(top)..i32::from(top + height)).contains(&rank);
            prop_assert_eq!(read[square.index()], position.at(square).filter(|_| inside));
        }
    }

    #[test]
    fn legal_moves_survive_writing_and_reading((name, chosen) in game(), recipe in recipe()) {
        let rules = rules(name, &chosen);
        let position = build(&rules, &recipe);
        let legal = legal_moves(&rules, &position);
        let mut texts = HashSet::new();
        for &m in &legal {
            let text = usi::write(&rules, m);
            prop_assert_eq!(usi::parse(&rules, &text), Ok(m), "{}", text);
            let text = hodges::write(&rules, &position, &legal, m);
            prop_assert_eq!(hodges::read(&rules, &position, &legal, &text), Ok(m), "{}", &text);
            prop_assert!(texts.insert(text));
        }
    }

    #[test]
    fn any_text_is_read_or_refused_with_a_place(
        (name, chosen) in game(), recipe in recipe(), text in ".{0,24}", word in "[+vLnxKP1-9a-e*=!#\\-]{0,12}"
    ) {
        let rules = rules(name, &chosen);
        let position = build(&rules, &recipe);
        let legal = legal_moves(&rules, &position);
        for text in [text, word] {
            let mut errors: Vec<_> = [
                sfen::parse(&rules, &text).err(),
                usi::parse(&rules, &text).err(),
                hodges::read(&rules, &position, &legal, &text).err(),
                hands::read(&rules, &text).err(),
                diagram::read_corner(&rules, &text).err(),
            ]
            .into_iter()
            .flatten()
            .collect();
            for corner in [None, Some(Square(0))] {
                errors.extend(diagram::read(&rules, &text, corner).err().unwrap_or_default());
            }
            for error in errors {
                prop_assert!(text.get(error.at.clone()).is_some(), "{:?} {:?}", text, error);
                prop_assert!(!error.message.is_empty() && error.help.is_some());
            }
        }
    }
}

/// Reads a published line and plays it. Returns the moves in USI notation and the number of replies
/// to the last one.
fn published(chosen: &[(&str, &str)], sfen: &str, line: &str) -> (Vec<String>, usize) {
    let chosen: Vec<_> = chosen.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    let rules = rules("chu", &chosen);
    let mut position = position(&rules, sfen);
    let mut moves = Vec::new();
    for text in line.split(", ") {
        let legal = legal_moves(&rules, &position);
        let m = hodges::read(&rules, &position, &legal, text)
            .unwrap_or_else(|e| panic!("{text}: {e}; {}", e.help.as_deref().unwrap_or_default()));
        moves.push(usi::write(&rules, m));
        position = play(&rules, &position, m);
    }
    (moves, legal_moves(&rules, &position).len())
}

/// Middle Shogi Manual D84, attributed to Ito Kanju; Steve Evans on shogi-l, 18 February 1999.
#[test]
fn published_solution_with_falcon_and_eagle_is_read() {
    let (moves, answers) = published(
        &[("promotion", "zone_touch")],
        "1+[SM]7[PH]2/8gbk1/+[DH]8[ln]c+C/11[kr]/7p1s1L/10+[DK]r/11q/12/9+[DK]2/12/11[DH]/12 b -",
        "+DHx3c, Gx3c, +Cx2c, Gx2c, Phx3b+, Kx3b, +DKx3e-4d, FKx3i, +SM-4a mate",
    );
    let expected = ["12c3c", "4b3c", "1c2c", "3c2c", "3a3b+", "2b3b", "2f3e4d", "1g3i", "11a4a"];
    assert_eq!((moves, answers), (expected.map(str::to_owned).to_vec(), 0));
}

/// Ito Sokan III, 1746, number 11; Steve Evans and Colin Adams on shogi-l, 10 January 1999.
#[test]
fn published_solution_with_declined_promotion_is_read() {
    let (moves, answers) = published(
        &[("promotion", "zone_touch"), ("deferral", "next_turn")],
        "5[ln]6/2s[de]8/1c1[bt]k7/1[fl]3g1[LN]+[sm]3/1pp2[FL]6/3P2+b5/2+[DK]1[PH]7/12/7+[rc]4/12/12/12 b -",
        "FLx7d=, K-9d, Ln-7c, K-10c, FL-8e+, K-10d, Ln-9e, +RCx9e, Ph-8f mate",
    );
    let expected = ["7e7d", "8c9d", "5d7c", "9d10c", "7d8e+", "10c10d", "7c9e", "5i9e", "8g8f"];
    assert_eq!((moves, answers), (expected.map(str::to_owned).to_vec(), 0));
}

/// A problem of 1675; Colin Adams on shogi-l, 23 September 1996, who gives only the beginning.
#[test]
fn beginning_of_a_published_solution_is_read() {
    let sfen = "3s1+G2+[DK]3/3c1[de]6/3g[vm]k2+[dk][sm]2/+[DH]1q2p3[bt][LN]1/1ppp1b4p1/[sm]2+[rc]p1cp4/\
                8[gb]3/1Q9p/+r5+r5/5[PH]5R/12/12 b -";
    let (moves, _) = published(&[], sfen, "+Gx7b, Kx7b, FKx1h, K-8b, FK-1b, K-7c");
    assert_eq!(moves, ["7a7b", "7c7b", "11h1h", "7b8b", "1h1b", "8b7c"]);
}

/// Every way in which a lion dog can capture, with the names from RULES 1.
#[test]
fn lion_dog_captures_up_to_three() {
    let rules = rules("maka_dai_dai", &[("liondog".to_owned(), "triple_back".to_owned())]);
    let rank = |piece: &str| format!("9{piece}9");
    let mut ranks = vec!["19".to_owned(); 19];
    for (i, piece) in [(6, "g"), (7, "p"), (8, "[gb]"), (9, "[LD]")] {
        ranks[i] = rank(piece);
    }
    let position = position(&rules, &format!("{} b - 1", ranks.join("/")));
    let legal = legal_moves(&rules, &position);
    for (usi, hodges) in [
        ("10j10i10h10g+", "LDx10ix10hx10g+"),
        ("10j10i10h10g", "LDx10ix10hx10g="),
        ("10j10i10g", "LDx10ix10g="),
        ("10j10h10g", "LDx10hx10g="),
        ("10j10g+", "LDx10g+"),
        ("10j10h10i", "LDx10hx10i="),
        ("10j10i10h", "LDx10ix10h="),
        ("10j10i10j", "LDx!10i="),
        ("10j10j", "LD!"),
        ("10j7m", "LD-7m"),
    ] {
        let m = usi::parse(&rules, usi).unwrap();
        assert!(legal.contains(&m), "{usi}");
        assert_eq!(hodges::write(&rules, &position, &legal, m), hodges);
    }
    for &m in &legal {
        let text = hodges::write(&rules, &position, &legal, m);
        assert_eq!(hodges::read(&rules, &position, &legal, &text), Ok(m), "{text}");
    }
}
