//! The judge in random games of users, against the brute-force analysis.
//!
//! `TSUME_JUDGED=n` tries `n` rule files, and `TSUME_SEED=s` changes them.

use super::brute_force::Brute;
use super::{compare_counts, compare_problem};
use crate::regressions::user_games::game;
use crate::support::number;
use crate::twins::draft::drafts;
use crate::twins::rule_files::placed_or_played;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use tsume::judge::tolerance::is_symmetrical;
use tsume::notation::sfen;
use tsume::position::{Forcing, Problem};
use tsume::referee::{ObjectionKind, admit};
use tsume::rules::Square;

/// Longest mate that is compared, in plies.
const MOST: u32 = 5;

/// Positions of the brute force for one problem.
const ROOM: u64 = 4_000;

/// Time after which a problem is printed as slow.
const SLOW_PROBLEM: Duration = Duration::from_secs(10);

/// Compares judge and brute force. Returns the number of comparisons.
///
/// The brute force takes every board for symmetrical that is its own mirror image.
fn compare(problem: &Problem, id: &str) -> usize {
    let (rules, position) = (problem.rules(), problem.position());
    let mirrored = |square: Square| position.at(rules.board.mirror(square));
    let is_board_symmetrical =
        rules.board.iter().all(|square| position.at(square) == mirrored(square));
    if is_board_symmetrical && !is_symmetrical(rules, position) {
        return 0;
    }
    let Some((_, report)) = compare_problem(problem, MOST, ROOM, false, id) else { return 0 };
    let mut brute = Brute::new(problem.rules(), problem.attacker(), ROOM);
    1 + compare_counts(&mut brute, problem, &report, id)
}

#[test]
fn judge_agrees_with_brute_force_in_user_games() {
    let (count, seed) = (number("TSUME_JUDGED", 100), number("TSUME_SEED", 77));
    let (mut problems, mut compared, mut differences) = (0, 0, 0);
    for (file, draft, mut random) in drafts(count, seed) {
        let Some(rules) = draft.rules().filter(|rules| rules.board.squares() <= 36) else {
            continue;
        };
        for _ in 0..8 {
            let position = placed_or_played(&rules, &mut random);
            let here = sfen::write(&rules, &position);
            let admitted = admit(&rules, position, None, Forcing::Check, ObjectionKind::ALL);
            let Ok(problem) = admitted else { continue };
            let began = Instant::now();
            let found = catch_unwind(AssertUnwindSafe(|| compare(&problem, &here)));
            if began.elapsed() > SLOW_PROBLEM {
                eprintln!("file {file} of seed {seed}, position {here}: {:?}", began.elapsed());
                draft.print();
            }
            match found {
                Ok(found) => {
                    problems += usize::from(found > 0);
                    compared += found;
                }
                Err(_) => {
                    differences += 1;
                    eprintln!("file {file} of seed {seed}, position {here}");
                    draft.print();
                    break;
                }
            }
        }
    }
    eprintln!("{problems} problems, {compared} comparisons from seed {seed}");
    assert_eq!(differences, 0);
}

/// A piece in hand, a region on one side of the board, and the other side of a piece that turns
/// over can each favour a side.
#[test]
fn positions_with_lopsided_pieces_are_not_symmetrical() {
    let plain = "{id: X, name: x, betza: W, promotes_to: +X}, {id: +X, name: p, betza: F}";
    let left = "{id: X, name: x, betza: lW, promotes_to: +X}, {id: +X, name: p, betza: F}";
    let confined = "{id: X, name: x, betza: W, region: {files: [1, 2]}}";
    let middle = "{id: X, name: x, betza: W, region: {files: [2, 2]}}";
    for (options, pieces, sfen, expected) in [
        ("drops: true", plain, "1k1/3/1K1 b X", true),
        ("drops: true", left, "1k1/3/1K1 b X", false),
        ("drops: true", left, "1k1/3/1K1 b -", true),
        ("drops: true", left, "1k1/1+X1/1K1 b -", false),
        ("promotion: each_move", left, "1k1/1+X1/1K1 b -", false),
        ("promotion: zone_touch, zone: 1", left, "1k1/1+X1/1K1 b -", true),
        ("promotion: none", plain, "1k1/3/XK1 b -", false),
        ("promotion: none", confined, "1k1/1X1/1K1 b -", false),
        ("promotion: none", middle, "1k1/1X1/1K1 b -", true),
    ] {
        let rules = game("3x3", options, pieces);
        let position = sfen::parse(&rules, sfen).unwrap();
        assert_eq!(is_symmetrical(&rules, &position), expected, "{options} {pieces} {sfen}");
    }
}
