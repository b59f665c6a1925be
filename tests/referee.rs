//! Rules that the data files do not cover, worked out by hand from `src/variants/RULES.md`.

use crate::support::random::{Random, all_rules, played, scattered};
use crate::support::{effort, position};
use crate::twins::comparison::lists_match_single_moves;
use std::collections::BTreeSet;
use std::sync::Arc;
use tsume::notation::{sfen, usi};
use tsume::position::{Engine, Forcing, Move, Position};
use tsume::referee::{
    Objection, ObjectionKind, Referee, admit, forcing_moves, has_lost, in_check, is_forcing,
    is_legal, is_royal_threatened, legal_moves, play,
};
use tsume::rules::{Rules, Side};

fn rules(variant: &str, chosen: &[(&str, &str)]) -> Arc<Rules> {
    let chosen: Vec<(String, String)> =
        chosen.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    crate::support::rules(variant, &chosen)
}

fn moves(rules: &Rules, position: &Position) -> BTreeSet<String> {
    legal_moves(rules, position).into_iter().map(|m| usi::write(rules, m)).collect()
}

/// The position after a sequence of moves, each of which must be legal.
fn line(rules: &Rules, sfen: &str, line: &str) -> Position {
    let mut position = position(rules, sfen);
    for text in line.split_whitespace() {
        let m = usi::parse(rules, text).unwrap();
        assert!(is_legal(rules, &position, m), "{text} of {line} after {sfen}");
        position = play(rules, &position, m);
    }
    position
}

fn names(rules: &Rules, squares: &[tsume::rules::Square]) -> Vec<String> {
    squares.iter().map(|square| rules.board.name(*square).to_string()).collect()
}

#[test]
fn legal_move_list_matches_single_move_legality() {
    let mut random = Random(38);
    let random = &mut random;
    let (mut forbidden, mut forced) = (0, 0);
    for game in ["shogi", "minishogi", "sho", "chu", "dai", "maka_dai_dai", "hishigata"] {
        for rules in all_rules(game, 4, random) {
            for round in 0..2 * effort() {
                let position = match round {
                    0 => played(&rules, random.below(12), random),
                    _ => scattered(&rules, random),
                };
                let counts = lists_match_single_moves(&rules, &position).unwrap_or_else(|what| {
                    panic!("{rules}\n{}\n{what}", sfen::write(&rules, &position))
                });
                forbidden += counts.0;
                forced += counts.1;
            }
        }
    }
    assert!(forbidden > 2_000 && forced > 2_000);
}

#[test]
fn drop_of_a_second_royal_answers_a_check() {
    // The rook attacks the king. With a crown prince beside it no capture removes both.
    let sho = rules("sho", &[("drops", "true"), ("drop_forms", "both")]);
    let checked = position(&sho, "4r4/9/9/9/4K4/9/9/9/k8 b [DE]");
    let moves = moves(&sho, &checked);
    assert!(moves.contains("+[DE]*1i"), "{moves:?}");
    assert!(moves.contains("[DE]*5d") && !moves.contains("[DE]*1i"), "{moves:?}");
}

// Black's zone in chu is ranks a to d.
const SILVER_BEFORE_THE_ZONE: &str = "12/12/12/11p/5S6/12/12/12/12/12/12/12 b -";

#[test]
fn no_deferral_leaves_no_memory() {
    let chu = rules("chu", &[("promotion", "zone_touch")]);
    let after = line(&chu, SILVER_BEFORE_THE_ZONE, "7e7d 1d1e");
    assert!(after.deferred.is_empty());
    assert!(moves(&chu, &after).contains("7d7c+"));
}

#[test]
fn deferral_lasts_for_the_owners_next_turn() {
    let chu = rules("chu", &[("promotion", "zone_touch"), ("deferral", "next_turn")]);
    let board = "12/12/12/8p2p/5S6/12/12/12/12/12/P11/12 b -";
    assert!(moves(&chu, &position(&chu, board)).contains("7e7d+"));

    let after = line(&chu, board, "7e7d");
    assert_eq!(names(&chu, &after.deferred), ["7d"]);
    let after = line(&chu, board, "7e7d 1d1e");
    assert_eq!(names(&chu, &after.deferred), ["7d"]);
    assert!(moves(&chu, &after).contains("7d7c"));
    assert!(!moves(&chu, &after).contains("7d7c+"));

    let after = line(&chu, board, "7e7d 1d1e 12k12j 1e1f");
    assert!(after.deferred.is_empty());
    assert!(moves(&chu, &after).contains("7d7c+"));
    let after = line(&chu, board, "7e7d 1d1e 7d7c 1e1f");
    assert!(moves(&chu, &after).contains("7c7b+"));
    assert!(line(&chu, board, "7e7d+").deferred.is_empty());
}

#[test]
fn deferral_lasts_until_the_pieces_next_move() {
    let chu = rules("chu", &[("promotion", "zone_touch"), ("deferral", "next_move")]);
    let board = "12/12/12/8p2p/5S6/12/12/12/12/12/P11/12 b -";
    let after = line(&chu, board, "7e7d 1d1e 12k12j 1e1f");
    assert_eq!(names(&chu, &after.deferred), ["7d"]);
    assert!(!moves(&chu, &after).contains("7d7c+"));
    let after = line(&chu, board, "7e7d 1d1e 7d7c 1e1f");
    assert!(after.deferred.is_empty());
    assert!(moves(&chu, &after).contains("7c7b+"));
}

#[test]
fn declined_piece_may_promote_by_capture() {
    for deferral in ["next_turn", "next_move"] {
        let chu = rules("chu", &[("promotion", "zone_touch"), ("deferral", deferral)]);
        let board = "12/12/6p4p/12/5S6/12/12/12/12/12/12/12 b -";
        let after = line(&chu, board, "7e7d 1c1d");
        assert!(moves(&chu, &after).contains("7d6c+"));
        assert!(!moves(&chu, &after).contains("7d7c+"));
    }
}

#[test]
fn captured_piece_takes_its_memory_along() {
    let chu = rules("chu", &[("promotion", "zone_touch"), ("deferral", "next_move")]);
    let board = "12/12/5r6/12/5S6/12/12/12/12/12/12/12 b -";
    assert!(line(&chu, board, "7e7d 7c7d").deferred.is_empty());
}

#[test]
fn three_step_lion_reaches_every_square_within_three() {
    let maka = rules("maka_dai_dai", &[("piece.+Dv", "TSA v2")]);
    let open = "19/19/19/19/19/19/19/19/19/9+[DV]9/19/19/19/19/19/19/19/19/19 b -";
    // 48 squares within three, 6 more on each of the queen's eight lines, and the pass.
    assert_eq!(moves(&maka, &position(&maka, open)).len(), 48 + 8 * 6 + 1);

    let one = "19/19/19/19/19/19/19/19/9p9/9+[DV]9/19/19/19/19/19/19/19/19/19 b -";
    // The line ahead is blocked beyond three squares. After a capture on 10i the move may end on
    // any of the 24 squares within two of it, its origin among them.
    let found = moves(&maka, &position(&maka, one));
    assert_eq!(found.len(), 48 + 7 * 6 + 1 + 24);
    for m in ["10j10i10j", "10j10i10g", "10j10i8g", "10j10i10k", "10j10i", "10j10j"] {
        assert!(found.contains(m), "{m}");
    }
    assert!(!found.contains("10j10i10f"));
}

#[test]
fn two_captures_in_either_order_are_one_move() {
    let maka = rules("maka_dai_dai", &[("piece.+Dv", "TSA v2")]);
    let pawns = "19/19/19/19/19/19/19/19/9pp8/9+[DV]9/19/19/19/19/19/19/19/19/19 b -";
    let found = moves(&maka, &position(&maka, pawns));
    assert!(found.contains("10j9i10i10h"));
    assert!(!found.contains("10j10i9i10h"));

    // The last contagious victim determines the captor's new form, so the order matters here.
    let spirits = "19/19/19/19/19/19/19/19/9[ds][dv]8/9+[DV]9/19/19/19/19/19/19/19/19/19 b -";
    let position = position(&maka, spirits);
    let found = moves(&maka, &position);
    assert!(found.contains("10j9i10i10h+"));
    assert!(found.contains("10j10i9i10h"));
    let spirit = play(&maka, &position, usi::parse(&maka, "10j9i10i10h+").unwrap());
    let kinds: Vec<_> =
        spirit.pieces().map(|(_, piece)| maka.spec(piece.kind()).id.as_str()).collect();
    assert_eq!(kinds, ["+DS"]);
}

#[test]
fn three_step_lion_captures_three() {
    let maka = rules("maka_dai_dai", &[("piece.+Dv", "TSA v2")]);
    let two_kings = "19/19/19/19/19/19/19/10+[de]8/9k9/9+[DV]9/19/19/19/19/19/19/19/19/19 w -";
    assert!(in_check(&maka, &position(&maka, two_kings)));
    let apart = "19/19/19/19/19/19/9+[de]9/19/19/9+[DV]9/9k9/19/19/19/19/19/19/19/19 w -";
    assert!(!in_check(&maka, &position(&maka, apart)));
}

#[test]
fn counter_strike_square_is_remembered() {
    let board = "11k/12/12/6r5/12/12/6[LN]5/12/12/12/12/11K w -";
    let chu = rules("chu", &[]);
    let after = line(&chu, board, "6d6g");
    assert_eq!(after.counter_strike.map(|x| chu.board.name(x).to_string()).as_deref(), Some("6g"));
    assert_eq!(line(&chu, board, "6d6g 1l1k").counter_strike, None);
    let no_trade = rules("chu", &[("lion_trade", "none")]);
    assert_eq!(line(&no_trade, board, "6d6g").counter_strike, None);
    let lions = "11k/12/12/12/12/6[ln]5/6[LN]5/12/12/12/12/11K w -";
    assert_eq!(line(&chu, lions, "6f6g").counter_strike, None);
}

#[test]
fn lion_captured_on_the_way_is_remembered_at_its_square() {
    let chu = rules("chu", &[]);
    let falcon = "11k/12/12/12/6+[dh]5/6[LN]5/12/12/12/12/12/11K w -";
    for m in ["6e6f6e", "6e6f6g"] {
        let after = line(&chu, falcon, m);
        let square = after.counter_strike.map(|x| chu.board.name(x).to_string());
        assert_eq!(square.as_deref(), Some("6f"), "{m}");
    }
}

#[test]
fn pinned_piece_may_capture_the_last_royal() {
    let dai = rules("dai", &[]);
    let pinned = "7k7/15/15/15/15/15/15/K6R6r/15/15/15/15/15/15/15 b -";
    let position = position(&dai, pinned);
    let found = moves(&dai, &position);
    assert!(found.contains("8h8a") && found.contains("8h1h") && !found.contains("8h8b"));
    let after = play(&dai, &position, usi::parse(&dai, "8h8a").unwrap());
    assert!(has_lost(&dai, &after, Side::White) && legal_moves(&dai, &after).is_empty());
    assert!(!in_check(&dai, &after));
    let winning = usi::parse(&dai, "8h8a").unwrap();
    assert!(is_forcing(&dai, &position, winning, Forcing::Check));
    assert!(is_forcing(&dai, &position, winning, Forcing::Royal));
}

#[test]
fn phantom_is_never_in_check_even_beside_a_prince() {
    let dai = rules("dai", &[]);
    let board = "7k7/15/15/15/15/7[DE]6r/15/15/15/15/15/15/15/15/15 b -";
    let after = line(&dai, board, "8f8e+ 1f1e");
    assert!(after.phantom[0] && !after.phantom[1]);
    assert!(!in_check(&dai, &after) && !is_royal_threatened(&dai, &after, Side::Black));
    let taken = line(&dai, board, "8f8e+ 1f1e 8e7d 1e1d 7d6c 1d1c 6c6b 1c6c 6b6a 6c6a");
    assert!(!has_lost(&dai, &taken, Side::Black));
}

#[test]
fn stipulations_differ_with_two_royals() {
    let dai = rules("dai", &[]);
    // The rook on 8i is on the king's file and can go to the prince's.
    let board = "7k7/15/12+[de]2/15/15/15/15/6P8/7R7/15/15/15/15/15/14K b -";
    let position = position(&dai, board);
    assert!(is_royal_threatened(&dai, &position, Side::White));
    assert!(forcing_moves(&dai, &position, Forcing::Check).is_empty());
    let forcing: BTreeSet<String> = forcing_moves(&dai, &position, Forcing::Royal)
        .into_iter()
        .map(|m| usi::write(&dai, m))
        .collect();
    // Moves that keep the king attacked, capture it, or attack the prince.
    for m in ["8i8h", "8i8c", "8i8c+", "8i8a", "8i8a+", "8i3i", "9h9g", "1o1n"] {
        assert!(forcing.contains(m), "{m}");
    }
    for m in ["8i7i", "8i1i"] {
        assert!(is_legal(&dai, &position, usi::parse(&dai, m).unwrap()), "{m}");
        assert!(!forcing.contains(m), "{m}");
    }
}

#[test]
fn pinned_defender_does_not_prevent_pawn_drop_mate() {
    let shogi = rules("shogi", &[]);
    let free = position(&shogi, "7gk/9/8G/9/9/9/9/9/K8 b P");
    assert!(moves(&shogi, &free).contains("P*1b"));
    let pinned = position(&shogi, "R6gk/9/8G/9/9/9/9/9/K8 b P");
    assert!(!moves(&shogi, &pinned).contains("P*1b"));
    let allowed = rules("shogi", &[("uchifuzume", "false")]);
    assert!(moves(&allowed, &pinned).contains("P*1b"));
    // Mate is mate even where kings may be left in check.
    let literal = rules("shogi", &[("king_safety", "free")]);
    assert!(!moves(&literal, &pinned).contains("P*1b"));
}

#[test]
fn captured_pieces_change_hands_unpromoted() {
    let shogi = rules("shogi", &[]);
    let after = line(&shogi, "8k/9/4+p4/4R4/9/9/9/9/K8 b -", "5d5c+");
    let pawn = shogi.spec(shogi.kind("P").unwrap()).lane.unwrap();
    assert_eq!(after.hands[0].count(pawn), 1);
    assert_eq!(after.hands[0].total() + after.hands[1].total(), 1);
    let dai = rules("dai", &[]);
    let after = line(&dai, "15/15/15/7p7/7P7/15/15/15/15/15/15/15/15/15/14K b -", "8e8d");
    assert!(after.hands[0].is_empty());
}

#[test]
fn absurd_moves_are_not_legal() {
    let shogi = rules("shogi", &[]);
    let start = position(&shogi, &shogi.start);
    for text in ["5e5d", "3c3d", "7g7e", "7g7f+", "P*5e", "7g7g", "2h8b", "7g7f7e"] {
        assert!(!is_legal(&shogi, &start, usi::parse(&shogi, text).unwrap()), "{text}");
    }
    for bits in [1, 1023 << 10 | 1, 1 << 48 | 5, u64::MAX, 200 << 40 | 3, 1023] {
        let m = Move::from_bits(bits);
        assert!(m.is_none_or(|m| !is_legal(&shogi, &start, m)), "{bits}");
    }
}

#[test]
fn referee_engine_undoes_moves() {
    let chu = rules("chu", &[]);
    let start = position(&chu, &chu.start);
    let mut engine = Referee::new(&chu, &start, Side::Black, Forcing::Check);
    let (mut legal, key) = (Vec::new(), engine.key());
    engine.generate_legal(&mut legal);
    for &m in &legal {
        engine.play(m);
        assert_ne!(engine.key(), key);
        assert_eq!(engine.position(), play(&chu, &start, m));
        engine.undo();
        assert_eq!((engine.key(), engine.position()), (key, start.clone()));
    }
    let shogi = rules("shogi", &[]);
    let head_gold = position(&shogi, "4k4/9/4P4/9/9/9/9/9/9 b G");
    let mut engine = Referee::new(&shogi, &head_gold, Side::Black, Forcing::Check);
    assert_eq!(engine.mate_in_one(), Some(usi::parse(&shogi, "G*5b").unwrap()));
}

fn objections(rules: &Arc<Rules>, sfen: &str, attacker: Option<Side>) -> Vec<Objection> {
    admit(rules, position(rules, sfen), attacker, Forcing::Check, &[]).err().unwrap_or_default()
}

/// Variant, options, position, and the objections: reason and squares.
type Case = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static str,
    &'static [(&'static str, &'static [&'static str])],
);

#[test]
fn every_objection_is_found_named_and_allowed() {
    const DEFERRAL: &[(&str, &str)] = &[("promotion", "zone_touch"), ("deferral", "next_turn")];
    #[rustfmt::skip]
    let cases: [Case; 37] = [
        ("shogi", &[], "4k4/9/4P4/9/9/9/9/9/9 b G", &[]),
        ("shogi", &[], "9/9/4P4/9/9/9/9/9/9 b G", &[("no_royal", &[])]),
        ("shogi", &[], "4k4/9/4P4/9/9/9/9/9/9 b G phantom:w", &[("no_royal", &["5a"])]),
        ("shogi", &[], "4k3k/9/4P4/9/9/9/9/9/9 b G", &[("several_royals", &["1a", "5a"])]),
        ("shogi", &[], "4k4/9/9/9/9/9/9/9/KK7 b G", &[("several_royals", &["8i", "9i"])]),
        ("shogi", &[], "4k4/9/9/9/4r4/+R8/9/9/9 b Rg", &[("too_many_pieces", &["5e", "9f"])]),
        ("shogi", &[], "4k4/9/9/9/9/9/9/9/9 b 4Gg", &[("too_many_pieces", &[])]),
        ("shogi", &[], "4k4/9/P8/9/P8/P8/9/+P8/9 b G", &[("two_pawns", &["9c", "9e", "9f"])]),
        ("shogi", &[("nifu", "false")], "4k4/9/P8/9/P8/9/9/9/9 b G", &[]),
        ("shogi", &[], "4k3P/7N1/9/9/9/9/9/8n/8l b G",
            &[("dead_piece", &["1a"]), ("dead_piece", &["2b"]), ("dead_piece", &["1h"]), ("dead_piece", &["1i"])]),
        ("shogi", &[], "4k4/4R4/9/9/9/9/9/9/9 b G", &[("defender_in_check", &["5a"])]),
        ("shogi", &[], "4k4/4R4/9/9/9/9/9/9/9 w G", &[("no_royal", &[])]),
        ("shogi", &[], "4k4/9/9/4r4/9/9/4K4/9/9 w G", &[("defender_in_check", &["5g"])]),
        ("shogi", &[], "4kP3/4RP3/9/9/9/9/9/9/9 b 3G2g",
            &[("too_many_pieces", &[]), ("two_pawns", &["4a", "4b"]), ("dead_piece", &["4a"]), ("defender_in_check", &["5a"])]),
        ("dai", &[], "7k7/15/12+[de]2/7P7/15/15/15/15/7R7/15/15/15/15/15/PPP4P6P b -", &[]),
        ("dai", &[], "7k7/15/12+[de]2/15/15/15/15/15/7R7/15/15/15/15/15/15 b -", &[]),
        ("dai", &[], "15/6+[de]k7/7[LN]7/15/15/15/15/15/15/15/15/15/15/15/15 b -", &[("defender_in_check", &["8b", "9b"])]),
        ("chu", &[], "11k/12/12/6[ln]5/12/6R5/12/12/12/12/12/11K b - 6d", &[("counter_strike_square", &["6d"])]),
        ("chu", &[], "11k/12/12/6r5/12/6R5/12/12/12/12/12/11K b - 6d", &[]),
        ("chu", &[], "11k/12/12/6r5/12/6R5/12/12/12/12/12/11K b - 6f", &[("counter_strike_square", &["6f"])]),
        ("chu", &[("lion_trade", "none")], "11k/12/12/6r5/12/6R5/12/12/12/12/12/11K b - 6d", &[("counter_strike_square", &["6d"])]),
        // Each side counts alone: two kirins are one too many, though the game has two.
        ("maka_dai_dai", &[], "k18/19/19/3[KR]5[KR]9/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b -",
            &[("too_many_pieces", &["10d", "16d"])]),
        ("maka_dai_dai", &[], "k18/19/19/3[KR]5[kr]9/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b -", &[]),
        // A promoted piece counts as its unpromoted form, an emperor as a king, a prince as an
        // elephant.
        ("maka_dai_dai", &[], "k18/19/19/3[KR]5+[KR]9/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b -",
            &[("too_many_pieces", &["10d", "16d"])]),
        ("maka_dai_dai", &[], "k+k17/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/18+[DE] b -",
            &[("too_many_pieces", &["18a", "19a"])]),
        ("maka_dai_dai", &[], "k+[de]17/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b -", &[]),
        ("maka_dai_dai", &[], "k[de]+[de]16/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b -",
            &[("too_many_pieces", &["17a", "18a"])]),
        // A captor of a deva becomes a teaching king (RULES 5.5): one side may have two teaching
        // kings, or one and the unpromoted deva, but not two devas, and both sides together not
        // three.
        ("maka_dai_dai", &[], "k18/19/19/19/19/19/1+[DV]17/19/19/19/19/9[DV]9/19/19/19/19/19/19/19 b -", &[]),
        ("maka_dai_dai", &[], "k18/19/19/19/19/19/1[DV]17/19/19/19/19/9[DV]9/19/19/19/19/19/19/19 b -",
            &[("too_many_pieces", &["18g", "10l"])]),
        ("maka_dai_dai", &[], "k18/19/19/19/19/19/1+[DV]17/19/19/19/19/9[DV]3[dv]5/19/19/19/19/19/19/19 b -",
            &[("too_many_pieces", &["18g", "6l", "10l"])]),
        ("maka_dai_dai", &[("contagion", "none")], "k18/19/19/19/19/19/1+[DV]17/19/19/19/19/9[DV]9/19/19/19/19/19/19/19 b -",
            &[("too_many_pieces", &["18g", "10l"])]),
        ("hishigata", &[], "k18/19/19/9[LD]9/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b -",
            &[("too_many_pieces", &["10d"])]),
        ("chu", &[], "11k/12/6LLL3/12/12/12/12/12/12/12/12/12 b -", &[("too_many_pieces", &["4c", "5c", "6c"])]),
        ("xiangqi", &[], "3k5/9/9/9/4A4/9/9/9/9/4K4 b -", &[("outside_region", &["5e"])]),
        ("tori", &[], "2k4/7/7/1S5/1S5/1S5/4K2 b -", &[("two_pawns", &["6d", "6e", "6f"])]),
        ("chu", &[], "11k/12/12/6S5/12/12/12/12/12/12/12/12 b - ~6d", &[("deferred_square", &["6d"])]),
        ("chu", DEFERRAL, "11k/12/12/6SS2+C1/12/C11/12/12/12/12/12/12 b - ~6d ~5d ~2d ~12f ~9e",
            &[("deferred_square", &["2d"]), ("deferred_square", &["6d"]), ("deferred_square", &["9e"]), ("deferred_square", &["12f"])]),
    ];
    let mut met = BTreeSet::new();
    for (variant, chosen, sfen, expected) in cases {
        let rules = rules(variant, chosen);
        let found = objections(&rules, sfen, None);
        let shown: Vec<(&str, Vec<String>)> =
            found.iter().map(|o| (o.kind.name(), names(&rules, &o.squares))).collect();
        let expected: Vec<(&str, Vec<String>)> = expected
            .iter()
            .map(|(name, squares)| (*name, squares.iter().map(|s| (*s).to_owned()).collect()))
            .collect();
        assert_eq!(shown, expected, "{sfen}: {found:?}");
        let pardon: Vec<ObjectionKind> =
            expected.iter().map(|(name, _)| ObjectionKind::from_name(name).unwrap()).collect();
        let position = position(&rules, sfen);
        assert!(admit(&rules, position, None, Forcing::Check, &pardon).is_ok(), "{sfen}");
        met.extend(expected.into_iter().map(|(name, _)| name));
    }
    let untested: Vec<&str> =
        ObjectionKind::ALL.iter().map(|r| r.name()).filter(|name| !met.contains(name)).collect();
    assert_eq!(untested, ["wrong_game", "stalemate", "attacker_in_check"], "tested below");
}

/// No position from play has too many pieces. The games capture devas and dark spirits where
/// possible, since contagion makes new ones.
#[test]
fn no_reachable_position_has_too_many_pieces() {
    let mut random = Random(46);
    let mut infected = 0;
    for (game, plies) in [("chu", 150), ("dai", 100), ("maka_dai_dai", 150), ("hishigata", 400)] {
        let rules = rules(game, &[]);
        let mut position = position(&rules, &rules.start);
        for _ in 0..plies {
            let legal = legal_moves(&rules, &position);
            let victim = |m: &&Move| {
                let id = position.at(m.to()).map(|p| rules.spec(p.kind()).id.as_str());
                id.is_some_and(|id| ["Dv", "+Dv", "DS", "+DS"].contains(&id))
            };
            let capture = |m: &&Move| position.at(m.to()).is_some();
            let devas: Vec<&Move> = legal.iter().filter(victim).collect();
            let captures: Vec<&Move> = legal.iter().filter(capture).collect();
            let from = [devas, captures, legal.iter().collect()];
            let Some(choice) = from.iter().find(|moves| !moves.is_empty()) else { break };
            let m = *choice[random.below(choice.len())];
            infected += usize::from(victim(&&m) && m.changes());
            position = play(&rules, &position, m);
            let found = objections(&rules, &tsume::notation::sfen::write(&rules, &position), None);
            assert!(
                found.iter().all(|o| o.kind != ObjectionKind::TooManyPieces),
                "{game} {found:?}"
            );
        }
    }
    assert!(infected > 0, "no contagion");
}

#[test]
fn defender_may_be_to_move() {
    let shogi = rules("shogi", &[]);
    let sfen = "4k4/4R4/9/9/9/9/9/9/9 w G";
    assert!(objections(&shogi, sfen, Some(Side::Black)).is_empty());
    let exposed = "4k4/9/9/4r4/9/9/4K4/9/9 w G";
    let found = objections(&shogi, exposed, Some(Side::Black));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].kind, ObjectionKind::AttackerInCheck);
}

#[test]
fn position_of_another_game_is_never_a_problem() {
    let (shogi, chu) = (rules("shogi", &[]), rules("chu", &[]));
    let foreign = position(&chu, &chu.start);
    let result = admit(&shogi, foreign, None, Forcing::Check, ObjectionKind::ALL);
    assert_eq!(result.unwrap_err()[0].kind, ObjectionKind::WrongGame);
    let mut in_hand = position(&shogi, "4k4/9/9/9/9/9/9/9/9 b G");
    in_hand.board.resize(chu.board.squares(), None);
    let result = admit(&chu, in_hand, None, Forcing::Check, ObjectionKind::ALL);
    assert_eq!(result.unwrap_err()[0].kind, ObjectionKind::WrongGame);
}

/// After a lion was captured by another piece (on 1a), the Japanese Chu Shogi Association forbids
/// other pieces to capture only protected lions, also on the way; lishogi forbids it of all lions.
#[test]
fn association_bans_striking_back_at_protected_lions_only() {
    let free = "k11/12/5[ln]6/12/12/12/5R6/12/12/12/12/K11 b - 1 1a";
    let protected = "k11/5g6/5[ln]6/12/12/12/5R6/12/12/12/12/K11 b - 1 1a";
    let on_the_way = "k11/5g6/5[ln]6/5+[DH]6/12/12/12/12/12/12/12/K11 b - 1 1a";
    let allows = |sources: &str, sfen: &str, m: &str| {
        let rules = rules("chu", &[("sources", sources)]);
        is_legal(&rules, &position(&rules, sfen), usi::parse(&rules, m).unwrap())
    };
    assert!(allows("jcsa", free, "7g7c") && !allows("lishogi", free, "7g7c"));
    assert!(!allows("jcsa", protected, "7g7c") && !allows("hachu", protected, "7g7c"));
    // The falcon takes the lion and then the gold that protects it; a king does not reach 7c.
    assert!(allows("jcsa", on_the_way, "7d7c7b") && !allows("lishogi", on_the_way, "7d7c7b"));
    assert!(!allows("jcsa", on_the_way, "7d7c"));
}

/// Chu's sets of sources: the second chance of the lance, and promotion by touching the zone.
#[test]
fn sets_of_chu_differ_in_promotion() {
    let promotes = |sources: &str, sfen: &str, m: &str| {
        let rules = rules("chu", &[("sources", sources)]);
        moves(&rules, &position(&rules, sfen)).contains(m)
    };
    let lance = "k11/11L/12/12/12/12/12/12/12/12/12/K11 b - 1";
    assert!(promotes("lishogi", lance, "1b1a+") && !promotes("jcsa", lance, "1b1a+"));
    let pawn = lance.replace('L', "P");
    assert!(promotes("jcsa", &pawn, "1b1a+") && !promotes("hachu", &pawn, "1b1a+"));
    let leaving = "k11/12/12/11G/12/12/12/12/12/12/12/K11 b - 1";
    assert!(promotes("edo", leaving, "1d1e+") && !promotes("lishogi", leaving, "1d1e+"));
    assert!(rules("chu", &[("sources", "lishogi")]).options == rules("chu", &[]).options);
}

/// With `stalemate: draw`, a side without a legal move has not lost unless it is in check. A move that
/// leads there forces nothing, and a position where it has happened is no problem.
#[test]
fn stalemate_can_be_a_draw() {
    let sfen = "k8/9/1Q7/9/9/9/9/9/9 w -";
    let text = |stalemate: &str| {
        format!(
            "name: z\nboard: {{files: 9, ranks: 9}}\nrules: {{stalemate: {stalemate}}}\n\
             initial_sfen: \"k8/9/9/9/9/9/9/9/8K b -\"\npieces:\n\
             - {{id: K, name: king, betza: K, royal: true}}\n- {{id: Q, name: queen, betza: Q}}\n"
        )
    };
    for (stalemate, drawn) in [("loss", false), ("draw", true)] {
        let read = tsume::io::problems::rule_file::read_text("z.yaml", &text(stalemate));
        let rules = std::sync::Arc::new(read.unwrap());
        let stuck = position(&rules, sfen);
        assert!(legal_moves(&rules, &stuck).is_empty() && !in_check(&rules, &stuck));
        let found = admit(&rules, stuck, Some(Side::Black), Forcing::Check, ObjectionKind::ALL);
        let kinds = found.map_err(|all| all.iter().map(|o| o.kind).collect::<Vec<_>>());
        assert_eq!(kinds.err(), drawn.then(|| vec![ObjectionKind::Stalemate]));
    }
}
