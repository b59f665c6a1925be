//! Games from users' rule files on which engine and referee once differed, with the answers of the
//! rules.

use crate::support::random::{Random, played_from};
use crate::twins::comparison::compare;
use crate::twins::rule_files::{Tally, compare_value, placed};
use std::sync::Arc;
use std::time::Instant;
use tsume::io::problems::rule_file::read_text;
use tsume::movegen::MailboxEngine;
use tsume::notation::{sfen, usi};
use tsume::position::{Engine, Forcing, Position};
use tsume::referee::{ObjectionKind, admit};
use tsume::rules::Rules;
use tsume::rules::builtin::rules;
use tsume::search::Limits;
use tsume::solver::{Certify, SolverConfig, Verdict, new_table, solve};

const KING: &str = "{id: K, name: king, betza: K, royal: true}";

/// A game with a king and these pieces.
pub fn game(board: &str, options: &str, pieces: &str) -> Arc<Rules> {
    let (files, ranks) = board.split_once('x').unwrap();
    let empty = vec![files; ranks.parse().unwrap()].join("/");
    file(&format!(
        "{{name: z, board: {{files: {files}, ranks: {ranks}}}, rules: {{{options}}}, initial_sfen: \"{empty} b -\", \
         pieces: [{KING}, {pieces}]}}"
    ))
}

fn file(text: &str) -> Arc<Rules> {
    Arc::new(read_text("case", text).unwrap_or_else(|errors| panic!("{text}: {errors:?}")))
}

fn position(rules: &Rules, text: &str) -> Position {
    sfen::parse(rules, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The attacker's forcing moves.
fn attacks(rules: &Arc<Rules>, text: &str, forcing: Forcing) -> Vec<String> {
    let position = position(rules, text);
    let mut engine = MailboxEngine::new(rules, &position, position.side, forcing);
    let mut moves = Vec::new();
    engine.generate_forcing(&mut moves);
    let mut names: Vec<String> = moves.into_iter().map(|m| usi::write(rules, m)).collect();
    names.sort_unstable();
    names
}

/// Fails unless engine and referee agree on a position.
fn agree_on(rules: &Arc<Rules>, text: &str) {
    let position = position(rules, text);
    compare::<MailboxEngine>(rules, &position, &mut Random(1))
        .unwrap_or_else(|e| panic!("{text}: {e}"));
}

/// Length of the shortest mate. `None` if there is no mate.
fn mate(rules: &Arc<Rules>, text: &str) -> Option<u16> {
    let position = position(rules, text);
    let problem = admit(rules, position, None, Forcing::Check, ObjectionKind::ALL).unwrap();
    let config = config(Limits::default());
    let solution = solve(&problem, &config, &Instant::now());
    assert!(solution.checked, "{text}: {:?} {:?}", solution.verdict, solution.doubt);
    match solution.verdict {
        Verdict::Mate { plies, shortest: true, .. } => Some(plies),
        Verdict::NoMate { .. } => None,
        other => panic!("{text}: {other:?}"),
    }
}

fn config(limits: Limits) -> SolverConfig {
    SolverConfig {
        threads: 1,
        hash: 8 << 20,
        limits,
        shortest: true,
        main_line: true,
        within: None,
        certify: Certify::Length,
    }
}

/// Fails unless engine, solver and referee agree on random positions of a game.
fn agree(rules: &Arc<Rules>, positions: usize) {
    let mut random = Random(1);
    let mut table = new_table(8 << 20);
    let config = config(Limits { nodes: Some(2_000), ..Limits::default() });
    for _ in 0..positions {
        let mut position = placed(rules, &mut random);
        if random.once_in(3) {
            position = played_from(rules, position, 3, &mut random);
        }
        let here = sfen::write(rules, &position);
        compare::<MailboxEngine>(rules, &position, &mut random)
            .unwrap_or_else(|e| panic!("{here}: {e}"));
        for forcing in [Forcing::Check, Forcing::Royal] {
            let problem =
                admit(rules, position.clone(), None, forcing, ObjectionKind::ALL).unwrap();
            compare_value(&problem, &config, &mut table, &mut Tally::default())
                .unwrap_or_else(|e| panic!("{here} {}: {e}", forcing.name()));
        }
    }
}

/// The falcon steps ahead, promotes, and attacks the king in the corner by one turn. All squares
/// beside the king are on the hook mover's ranks and files.
#[test]
fn falcon_that_promotes_to_a_hook_mover_matches_the_referee() {
    let pieces =
        "{id: X, name: l, betza: 'f[avW]fD', promotes_to: +X}, {id: +X, name: p, betza: '[HM]'}";
    let rules = game("3x4", "promotion: zone_touch, zone: 4", pieces);
    assert!(attacks(&rules, "3/1X1/3/2k b -", Forcing::Check).contains(&"2b2a+".to_owned()));
    assert_eq!(mate(&rules, "3/1X1/3/2k b -"), Some(1));
    agree(&rules, 10);
}

/// A piece with lion power that passes and becomes a hook mover attacks from its own square.
#[test]
fn pass_that_promotes_to_a_hook_mover_matches_the_referee() {
    let pieces =
        "{id: X, name: x, betza: '[aK]', promotes_to: +X}, {id: +X, name: p, betza: '[HM]'}";
    let rules = game("4x2", "promotion: zone_touch, zone: 1", pieces);
    for forcing in [Forcing::Check, Forcing::Royal] {
        assert!(attacks(&rules, "3X/k3 b -", forcing).contains(&"1a1a+".to_owned()));
    }
    agree(&rules, 10);
}

/// A dropped emperor attacks an unguarded king from any square, and the king has no flight square.
#[test]
fn dropped_emperor_mates() {
    let rules = game("3x3", "drops: true", "{id: A, name: emperor-like, betza: '[E]'}");
    let drops = ["A*1b", "A*1c", "A*2a", "A*2b", "A*2c", "A*3a", "A*3b", "A*3c"];
    assert_eq!(attacks(&rules, "2k/3/3 b A", Forcing::Check), drops);
    assert_eq!(mate(&rules, "2k/3/3 b A"), Some(1));
    agree(&rules, 10);
}

/// Emperors that are not royal: RULES 5.6, point 3, bars only the last royal from attacked squares.
#[test]
fn common_emperor_may_be_captured() {
    let rules =
        game("3x3", "drops: false", "{id: A, name: a, betza: '[E]'}, {id: R, name: r, betza: R}");
    let moves = attacks(&rules, "k1r/3/A1K b -", Forcing::Royal);
    // The rook guards the king in the corner; an emperor that captures the rook attacks the king.
    assert_eq!(moves, ["3c1a"]);
    agree_on(&rules, "ar1/K1k/1A1 w -");
    agree(&rules, 10);
}

/// An emperor that captures a guard and becomes a rook attacks along the rank.
#[test]
fn emperor_that_promotes_attacks_in_another_way() {
    let pieces = "{id: DE, name: e, betza: '[E]', promotes_to: +DE}, {id: +DE, name: r, betza: R}";
    let rules = game("6x4", "promotion: by_capture", pieces);
    let moves = attacks(&rules, "3[DE]2/1[de]2k1/6/4+[de]1 b -", Forcing::Check);
    assert_eq!(moves, ["3a5b+"]);
    agree(&rules, 10);
}

/// An emperor's other movement guards nothing once this emperor itself has captured.
#[test]
fn emperor_with_another_movement_guards_nothing_for_itself() {
    let pieces = "{id: N, name: n, betza: '[E]R'}, {id: A, name: a, betza: '[E]'}";
    let rules = game("5x2", "drops: false", pieces);
    // The black emperor guards its king, so that the other emperor may not capture it.
    let white = attacks(&rules, "KAn2/5 w -", Forcing::Check);
    assert!(!white.contains(&"3a5a".to_owned()), "{white:?}");
    agree(&rules, 10);
}

/// A form to which no piece promotes is not the other side of one: it neither is dropped nor turns
/// over.
#[test]
fn form_to_which_nothing_promotes_matches_the_referee() {
    let pieces = "{id: F, name: f, betza: W}, {id: +F, name: p, betza: F}";
    let options = "drops: true, drop_forms: both, promotion: each_capture";
    let rules = game("4x3", options, pieces);
    assert_eq!(attacks(&rules, "k3/4/4 b F", Forcing::Check), ["F*3a", "F*4b"]);
    assert_eq!(attacks(&rules, "4/1kf1/3+F b -", Forcing::Royal), Vec::<String>::new());
    agree(&rules, 10);
}

/// Contagion changes pieces, so that the board and one hand do not determine the other hand.
#[test]
fn contagion_with_drops_matches_the_referee() {
    let rules = file(include_str!("../data/rules/contagion_drops.yaml"));
    assert!(!rules.hands_dominate);
    agree(&rules, 10);
}

/// Captures that change the captor multiply a kind beyond what a hand of many kinds holds.
#[test]
fn contagion_among_many_kinds_in_hand_is_refused() {
    let text = |kinds: usize| {
        let kind = |id: &str| format!("{{id: {id}, name: x, betza: W}}");
        let others: Vec<String> = ["A", "B", "C", "D", "E", "F", "G", "H"]
            .iter()
            .take(kinds - 1)
            .map(|id| kind(id))
            .collect();
        format!(
            "{{name: t, board: {{files: 3, ranks: 3}}, \
             rules: {{drops: true, promotion: by_capture, contagion: both}}, \
             initial_sfen: \"k2/3/2K b -\", pieces: [{KING}, \
             {{id: DS, name: d, betza: W, promotes_to: +DS}}, {{id: +DS, name: b, betza: F}}, {}]}}",
            others.join(", ")
        )
    };
    assert!(read_text("case", &text(8)).is_ok());
    let errors = read_text("case", &text(9)).unwrap_err();
    assert!(errors.iter().any(|e| e.message.contains("changes the captor")), "{errors:?}");
}

/// Each of the pieces may become the one kind that a hand then has to count.
#[test]
fn more_changing_pieces_than_a_hand_counts_are_refused() {
    let pieces = "{id: DS, name: d, betza: W, promotes_to: +DS}, {id: +DS, name: b, betza: F}, \
                  {id: X, name: x, betza: W}";
    let ranks = |last: &str| {
        let full = vec!["X".repeat(25); 4].join("/");
        format!("k24/{full}/{last}/25/24K b -")
    };
    for (contagion, last, is_admitted) in [
        ("both", "X".repeat(23) + "2", true),
        ("both", "X".repeat(24) + "1", false),
        ("none", "X".repeat(24) + "1", true),
    ] {
        let options = format!("drops: true, promotion: by_capture, contagion: {contagion}");
        let rules = game("25x8", &options, pieces);
        let position = position(&rules, &ranks(&last));
        let admitted = admit(&rules, position, None, Forcing::Check, ObjectionKind::ALL);
        assert_eq!(admitted.is_ok(), is_admitted, "{contagion} {last}");
    }
}

/// The captures of more emperors are not played out where they move otherwise too, or where an
/// emperor can stand in two lines at once.
#[test]
fn more_emperors_than_are_played_out_are_refused() {
    let pieces = |emperor: &str, other: &str| {
        format!(
            "{{id: E, name: e, betza: '{emperor}'}}, {{id: A, name: a, betza: {other}, promotes_to: +A}}, \
             {{id: +A, name: b, betza: '{emperor}'}}"
        )
    };
    for (emperor, other, is_limited) in [
        ("[E]", "RB", false),
        ("[E]R", "RB", true),
        ("[E]", "'[HM]'", true),
        ("[E]", "'[sR]'", true),
    ] {
        let options = "promotion: by_capture, drops: true";
        let rules = game("7x7", options, &pieces(emperor, other));
        for (hand, is_beyond) in [("8A", false), ("9A", true)] {
            let text = format!("k6/1e5/7/7/EEEAAEE/7/7 b {hand} 1");
            let position = position(&rules, &text);
            let objections = admit(&rules, position, None, Forcing::Check, ObjectionKind::ALL);
            let is_refused = is_limited && is_beyond;
            assert_eq!(objections.is_err(), is_refused, "{emperor} {other} {hand}: {objections:?}");
        }
    }
}

/// Emperors alone have no limit, in a game with hook movers too.
#[test]
fn emperors_without_hook_movers_have_no_limit() {
    let rules = Arc::new(rules("hishigata", &[]).unwrap().unwrap());
    let empty = vec!["19"; 16].join("/");
    for (others, is_refused) in [("18[HM]", true), ("18R", false)] {
        let text = format!("{}10/{empty}/{others}/{}10 b -", "+k".repeat(9), "+K".repeat(9));
        let position = position(&rules, &text);
        let admitted = admit(&rules, position, None, Forcing::Check, ObjectionKind::ALL);
        assert_eq!(admitted.is_err(), is_refused, "{others}");
    }
}

/// Contagion may make a second royal, which stops every check.
#[test]
fn contagion_that_makes_a_royal_matches_the_referee() {
    let pieces = "{id: Dv, name: d, betza: W, promotes_to: +Dv, potentially_royal: true}, \
                  {id: +Dv, name: t, betza: K, royal: true}, {id: R, name: r, betza: R}";
    let rules = game("3x4", "promotion: by_capture, contagion: both", pieces);
    agree_on(&rules, "1r+[DV]/1Rr/r+[DV]1/1k1 w -");
    agree(&rules, 10);
}

/// The letter `P` makes any piece a pawn, even a lion of three steps that captures two royals at
/// once.
#[test]
fn lion_pawn_matches_the_referee() {
    let rules = file(include_str!("../data/rules/pawn_letter_lion.yaml"));
    assert!(!rules.hands_dominate);
    // Three steps capture both royals wherever they go, unless they stand side by side on the last
    // file, where a piece stands: the drop would mate, and is forbidden. From 3b the flight squares
    // of the second royal are the same, and from 2a only one royal is captured.
    let drops = attacks(&rules, "k+k4/y5/6 b P", Forcing::Check);
    assert!(!drops.contains(&"P*3a".to_owned()), "{drops:?}");
    agree(&rules, 10);
}

/// No rule defines the result for a side whose last royal becomes a piece that is not royal.
#[test]
fn royal_that_promotes_to_a_commoner_is_refused() {
    let text = "{name: t, board: {files: 3, ranks: 3}, rules: {promotion: zone_touch, zone: 3}, \
                initial_sfen: \"k2/3/2K b -\", pieces: [{id: K, name: king, betza: K, royal: true, promotes_to: +K}, \
                {id: +K, name: r, betza: F}]}";
    let errors = read_text("case", text).unwrap_err();
    assert!(errors.iter().any(|e| e.message.contains("promoted form is not royal")), "{errors:?}");
}
