//! Lengths under every count against the brute-force analysis, on random positions where distant
//! checks meet drops.

use super::brute_force::{Brute, Count};
use super::cases::bounded;
use super::{MOST, compare_counts, problem, report};
use crate::support::random::Random;
use crate::support::rules;
use tsume::judge::{
    AuthorClaims, CountingConvention, Flaw, FlawKind, JudgeConfig, MateLength, SoundnessClass,
};
use tsume::notation::usi;
use tsume::position::{Forcing, Piece, Position};
use tsume::referee::{admit, forcing_moves, play};
use tsume::rules::{Rules, Side};

/// Positions of one to five plies.
const CIRCLES: [&str; 20] = [
    "2R6/9/9/9/9/9/R8/B8/k8 b g 1",
    "+R8/9/9/9/9/5+R3/+B8/9/k8 b g 1",
    "9/7b1/9/9/9/8K/+B5+R2/2+R6/k1g6 b n 1",
    "9/2R6/9/9/9/9/+B+R+p6/g1+p6/k8 b g 1",
    "9/9/9/9/n8/1R6+R/kp7/2G6/B8 b p 1",
    "8l/6K2/2R6/R8/9/9/1B7/B8/k8 b s 1",
    "9/9/9/3+R5/9/1n7/kB2R4/gg7/2+B6 b n 1",
    "9/9/9/9/9/9/6+R2/1L7/kBR6 b g 1",
    "1R7/9/9/9/9/9/g8/2+B6/kS+R6 b g 1",
    "9/1B7/s1+p6/k8/2g+R5/+B1+R6/9/9/9 b l 1",
    "9/9/9/9/9/2R6/R+B7/Sl7/k8 b 2g 1",
    "lR+R6/9/9/9/3K5/9/+BB7/9/k8 b s 1",
    "5+R3/9/9/9/9/9/+R8/B8/k8 b 2g 1",
    "9/+B8/n8/kl7/2n6/1+R7/5+R3/9/9 b gs 1",
    "9/9/9/5R3/9/5K3/2S6/9/kB4+R2 b gp 1",
    "9/9/R8/9/3+R5/9/BG7/9/k8 b gp 1",
    "9/9/1lK+R5/9/9/9/+R8/B8/k8 b gs 1",
    "9/9/2R3K2/9/4kB3/9/2R1B1p2/9/9 b g 1",
    "9/5R3/2R6/9/k1+B6/9/1+p7/9/9 b g 1",
    "9/R8/9/9/9/9/1np6/B+p7/kL1+R5 b g 1",
];

/// A white king on the first file or rank, pieces of both sides around it and in hand, and black
/// line pieces anywhere.
pub fn scatter(rules: &Rules, random: &mut Random) -> Position {
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

/// Compares `enough` mates of three and more plies. Returns the number of mates that are shorter
/// under `composers`.
fn compare(seed: u64, enough: usize) -> usize {
    let rules = rules("shogi", &[]);
    let mut random = Random(seed);
    let (mut compared, mut shorter) = (0, 0);
    while compared < enough {
        let position = scatter(&rules, &mut random);
        let Ok(problem) = admit(&rules, position, None, Forcing::Check, &[]) else { continue };
        let mut brute = Brute::new(&rules, problem.attacker(), 60_000);
        let raw = brute.length_by(Count::Every, problem.position(), MOST);
        let Ok(Some(raw @ 3..)) = raw else { continue };
        let config = JudgeConfig { decoration: false, first_cook_only: true, ..bounded() };
        let report = report(&problem, &AuthorClaims::default(), &config);
        let about = format!("{:?}", problem.position());
        let raw = MateLength::Exact(raw as u16);
        assert_eq!(report.by_convention[0].length, raw, "{about}");
        if compare_counts(&mut brute, &problem, &report, &about) == 2 {
            compared += 1;
            shorter += usize::from(report.by_convention[2].length != raw);
        }
    }
    shorter
}

#[test]
fn every_futile_count_agrees_with_brute_force() {
    let shorter = compare(1, 40);
    println!("{shorter} shorter");
    assert!(shorter >= 5, "only {shorter}");
}

/// A bishop captures on one square and opens a line for a rook, captures the next drop on another,
/// and is back.
#[test]
fn cyclic_captures_agree_with_brute_force() {
    let rules = rules("shogi", &[]);
    for sfen in CIRCLES {
        let problem = problem(&rules, sfen);
        let report = report(&problem, &AuthorClaims::default(), &bounded());
        let mut brute = Brute::new(&rules, problem.attacker(), 60_000);
        assert_eq!(compare_counts(&mut brute, &problem, &report, sfen), 2, "{sfen}");
    }
}

#[test]
#[ignore = "takes long; run by scripts/deep.sh"]
fn every_futile_count_agrees_with_brute_force_on_many() {
    let shorter = compare(2, 2_000);
    println!("{shorter} shorter");
    assert!(shorter >= 100, "only {shorter}");
}

/// The defender is to move, and any drop on 2a is captured at once with mate.
#[test]
fn position_with_only_futile_replies_is_mate() {
    let rules = rules("shogi", &[]);
    let position = crate::support::position(&rules, "6R1k/9/6NG1/9/9/9/9/9/9 w r2b3g4s3n4l18p 1");
    let problem = admit(&rules, position, Some(Side::Black), Forcing::Check, &[]).unwrap();
    for (count, length) in [
        (CountingConvention::Every, 2),
        (CountingConvention::Immediate, 0),
        (CountingConvention::Composers, 0),
    ] {
        let report =
            report(&problem, &AuthorClaims::default(), &JudgeConfig { count, ..bounded() });
        let lengths = report.by_convention.map(|result| result.length);
        assert_eq!(lengths, [2, 0, 0].map(MateLength::Exact), "{}", count.name());
        assert_eq!(report.line.len(), 2, "every answer counted");
        assert!(report.main_lines.iter().all(|line| line.len() == length), "{}", count.name());
        assert_eq!(report.main_line_count, Some(report.main_lines.len() as u64));
        // The dropped piece stays in the attacker's hand.
        let (class, left) = if length == 0 {
            (SoundnessClass::CompletelyLimited, 0)
        } else {
            (SoundnessClass::Flawed, 1)
        };
        assert_eq!((report.class, report.leftover), (class, Some(left)), "{}", count.name());
    }
}

/// The chosen count measures the length of a longer cook: here 3c3d mates in five, but in seven if
/// every reply counts.
#[test]
fn longer_cooks_agree_under_every_count() {
    let rules = rules("minishogi", &[]);
    let problem = problem(&rules, "2R2/1G3/2R2/1k1K1/5 b G2b2s2p 1");
    for longer in [2, 4] {
        let config = JudgeConfig {
            count: CountingConvention::Immediate,
            cook_margin: Some(longer),
            ..bounded()
        };
        let report = report(&problem, &AuthorClaims::default(), &config);
        assert_eq!(report.class, SoundnessClass::Flawed, "up to {longer}");
        let cooks: Vec<&Flaw> =
            report.flaws.iter().filter(|flaw| flaw.kind.name() == "cook").collect();
        let of = |flaw: &&&Flaw| usi::write(&rules, flaw.line[0]) == "3c3d";
        let cook = cooks.iter().find(of).unwrap_or_else(|| panic!("{:?}", report.flaws));
        assert_eq!(cook.kind, FlawKind::Cook { plies: 5, known: 3, exact: true });
        assert_eq!((cook.at, cook.line.len()), (1, 5));
    }
}

/// For mates that are shorter under another count: the report lists every first move that mates at
/// most two plies later, with its length. Returns the number of compared cooks, and the number of
/// those that take longer if every reply counts.
fn compare_cooks(seed: u64, enough: usize) -> (usize, usize) {
    let rules = rules("shogi", &[]);
    let mut random = Random(seed);
    let (mut compared, mut sooner) = (0, 0);
    while compared < enough {
        let position = scatter(&rules, &mut random);
        let Ok(problem) = admit(&rules, position, None, Forcing::Check, &[]) else { continue };
        let mut brute = Brute::new(&rules, problem.attacker(), 60_000);
        let raw = brute.length_by(Count::Every, problem.position(), 3);
        let Ok(Some(raw)) = raw else { continue };
        for (brute_count, count) in [
            (Count::Immediate, CountingConvention::Immediate),
            (Count::Composers, CountingConvention::Composers),
        ] {
            let length = brute.length_by(brute_count, problem.position(), raw);
            let Ok(Some(length)) = length else { continue };
            let moves = forcing_moves(&rules, problem.position(), Forcing::Check);
            let mut lengths = Vec::new();
            for m in moves {
                let after = play(&rules, problem.position(), m);
                match brute.length_by(brute_count, &after, length + 1) {
                    Ok(Some(plies)) => lengths.push((m, plies + 1)),
                    Ok(None) => {}
                    Err(_) => break,
                }
            }
            if brute.room == 0 {
                continue;
            }
            let config = JudgeConfig { count, decoration: false, ..bounded() };
            let report = report(&problem, &AuthorClaims::default(), &config);
            let about = format!("{brute_count:?} {:?}", problem.position());
            assert!(report.open_questions.is_empty(), "{about}: {:?}", report.open_questions);
            for (m, plies) in lengths.iter().filter(|(_, plies)| *plies > length) {
                let flaw = report.flaws.iter().find(|flaw| flaw.at == 1 && flaw.line[0] == *m);
                let tolerated = report.tolerances.iter().any(|t| t.at == 1 && t.line[0] == *m);
                let Some(Flaw { kind: FlawKind::Cook { plies: told, .. }, line, .. }) = flaw else {
                    assert!(tolerated, "{m:?} {about}");
                    continue;
                };
                assert_eq!(u32::from(*told), *plies, "{m:?} {about}");
                assert_eq!(line.len(), usize::from(*told), "{m:?} {about}");
                let after = play(&rules, problem.position(), *m);
                let longer = brute.length_by(Count::Every, &after, plies - 1);
                sooner += usize::from(matches!(longer, Ok(None)));
                compared += 1;
            }
        }
    }
    (compared, sooner)
}

#[test]
fn cooks_under_every_count_agree_with_brute_force() {
    let (compared, sooner) = compare_cooks(3, 60);
    println!("{compared} cooks, {sooner} sooner by the count");
    assert!(sooner >= 3, "only {sooner}");
}

#[test]
#[ignore = "takes long; run by scripts/deep.sh"]
fn cooks_under_every_count_agree_with_brute_force_on_many() {
    let (compared, sooner) = compare_cooks(4, 2_000);
    println!("{compared} cooks, {sooner} sooner by the count");
    assert!(sooner >= 50, "only {sooner}");
}
