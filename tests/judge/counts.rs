//! Lengths by every count, against the brute-force analysis, on random positions where far checks meet drops.

use super::brute::{Brute, Count};
use super::cases::bounded;
use super::support::random::Random;
use super::support::rules;
use super::{MOST, compare_counts, report};
use tsume::position::{Forcing, Piece, Position};
use tsume::referee::admit;
use tsume::rules::{Rules, Side};
use tsume::soundness::judge::{Claims, Config, Length};

/// A white king on the first file or rank, each side's pieces about him and in hand, and black line pieces anywhere.
fn scatter(rules: &Rules, random: &mut Random) -> Position {
    let mut position = Position::empty(rules.board, Side::Black);
    let king = [random.below(9), 9 * random.below(9)][random.below(2)];
    position.board[king] = Some(Piece::new(rules.kind("K").unwrap(), Side::White));
    let about = |at: usize| (at % 9).abs_diff(king % 9).max((at / 9).abs_diff(king / 9)) <= 2;
    let mut put = |side: Side, ids: &[&str], most: usize, near: bool, random: &mut Random| {
        for _ in 0..=random.below(most) {
            let kind = rules.kind(random.pick::<&str>(ids)).unwrap();
            let promoted = rules.spec(kind).promotes_to.filter(|_| random.once_in(3));
            let mut at = random.below(81);
            while position.board[at].is_some() || (near && !about(at)) {
                at = random.below(81);
            }
            position.board[at] = Some(Piece::new(promoted.unwrap_or(kind), side));
        }
    };
    put(Side::Black, &["R", "B", "L"], 2, false, random);
    put(Side::Black, &["G", "S", "P"], 2, true, random);
    put(Side::White, &["G", "S", "N", "L", "P"], 3, true, random);
    for (side, ids) in [(Side::Black, ["R", "G", "S", "P"]), (Side::White, ["G", "S", "P", "L"])] {
        for _ in 0..random.below(3) {
            let lane = rules.spec(rules.kind(random.pick::<&str>(&ids)).unwrap()).lane.unwrap();
            let hand = &mut position.hands[side.index()];
            *hand = hand.with(lane);
        }
    }
    position.infer_phantoms(rules);
    position
}

/// Compares `enough` mates of three and more plies; returns how many are shorter by `transparent`.
fn compare(seed: u64, enough: usize) -> usize {
    let rules = rules("shogi", &[]);
    let mut random = Random(seed);
    let (mut compared, mut shorter) = (0, 0);
    while compared < enough {
        let position = scatter(&rules, &mut random);
        let Ok(problem) = admit(&rules, position, None, Forcing::Check, &[]) else { continue };
        let mut brute = Brute::new(&rules, problem.attacker(), 60_000);
        let raw = brute.length_by(Count::None, problem.position(), MOST);
        let Ok(Some(raw @ 3..)) = raw else { continue };
        let config = Config { decoration: false, brief: true, ..bounded() };
        let report = report(&problem, &Claims::default(), &config);
        let about = format!("{:?}", problem.position());
        let raw = Length::Exact(raw as u16);
        assert_eq!(report.counts[0].length, raw, "{about}");
        if compare_counts(&mut brute, &problem, &report, &about) == 2 {
            compared += 1;
            shorter += usize::from(report.counts[2].length != raw);
        }
    }
    shorter
}

#[test]
fn every_count_agrees_with_brute_force() {
    let shorter = compare(1, 40);
    println!("{shorter} shorter");
    assert!(shorter >= 5, "only {shorter}");
}

#[test]
#[ignore = "takes long; run by scripts/deep.sh"]
fn every_count_agrees_with_brute_force_on_many() {
    let shorter = compare(2, 2_000);
    println!("{shorter} shorter");
    assert!(shorter >= 100, "only {shorter}");
}
