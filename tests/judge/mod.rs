//! The judge, against an independent brute-force analysis, and on small problems made for each flaw
//! and tolerance.

pub mod brute_force;
mod cases;
mod counts;
mod large;
mod longer_variation;
mod profiles;
mod repair;
mod solution_tree;
mod tries;
mod user_games;

use crate::support::{position, rules};
use brute_force::{Brute, Count, Findings, TooLong};
use std::sync::Arc;
use std::time::Instant;
use tsume::judge::{
    AuthorClaims, CountingConvention, Finding, FlawKind, JudgeConfig, MateLength, PieceLocation,
    SoundnessClass, SoundnessReport, Tolerance, judge,
};
use tsume::position::{Forcing, Move, Problem};
use tsume::referee::admit;
use tsume::rules::Rules;
use tsume::search::Limits;
use tsume::solver;

fn problem(rules: &Arc<Rules>, sfen: &str) -> Problem {
    admit(rules, position(rules, sfen), None, Forcing::Check, &[])
        .unwrap_or_else(|objections| panic!("{sfen}: {objections:?}"))
}

fn report(problem: &Problem, claims: &AuthorClaims, config: &JudgeConfig) -> SoundnessReport {
    judge(problem, claims, config, &Instant::now())
}

/// The judge's report in the terms of the brute-force analysis.
fn findings(report: &SoundnessReport) -> Option<Findings> {
    let MateLength::Exact(length) = report.length else { return None };
    let mut cooks: Vec<_> = report
        .flaws
        .iter()
        .filter_map(|flaw| match flaw.kind {
            FlawKind::Cook { plies, exact: true, .. } => {
                let m = flaw.line[usize::from(flaw.at) - 1];
                Some((u32::from(flaw.at), m, u32::from(plies)))
            }
            _ => None,
        })
        .collect();
    cooks.sort_unstable();
    let tolerated = report.tolerances.iter();
    let mut tolerated: Vec<_> =
        tolerated.map(|t| (u32::from(t.at), *t.line.last().unwrap())).collect();
    tolerated.sort_unstable();
    let duals = report.flaws.iter().filter(|flaw| flaw.kind == FlawKind::VariationDual);
    Some(Findings {
        length: u32::from(length),
        leftover: report.leftover.unwrap(),
        lines: report.main_lines.iter().cloned().collect(),
        cooks,
        tolerated,
        duals: duals.count(),
        class: report.class.name(),
    })
}

/// Compares judge and brute force on a problem of at most `most` plies, by the default tolerances
/// or those of the classics. Returns the findings of the brute force, and the report. `None` if
/// there is no such mate, or the brute force needs more than `room` positions.
fn compare_problem(
    problem: &Problem,
    most: u32,
    room: u64,
    is_classic: bool,
    id: &str,
) -> Option<(Findings, SoundnessReport)> {
    let mut brute = Brute::new(problem.rules(), problem.attacker(), room);
    brute.is_classic = is_classic;
    let expected = match brute.analyze(problem.position(), most) {
        Ok(Some(expected)) => expected,
        Ok(None) | Err(TooLong) => return None,
    };
    // A longer variation has tests of its own.
    let is_compared = |kind: &Tolerance| *kind != Tolerance::LongerVariation;
    let tolerate = if is_classic { Tolerance::ALL } else { Tolerance::DEFAULT };
    let config = JudgeConfig {
        cook_margin: Some(brute_force::LONGER as u16),
        decoration: false,
        hash_bytes: 64 << 20,
        count: CountingConvention::Every,
        tolerate: tolerate.iter().copied().filter(is_compared).collect(),
        ..JudgeConfig::default()
    };
    let brief = JudgeConfig { first_cook_only: true, ..config.clone() };
    let brief = report(problem, &AuthorClaims::default(), &brief);
    let report = report(problem, &AuthorClaims::default(), &config);
    assert!(report.open_questions.is_empty(), "{id}: {:?}", report.open_questions);
    assert_ne!(brief.class, SoundnessClass::Unknown, "{id}: {:?}", brief.open_questions);
    let told = |report: &SoundnessReport| (report.length, report.class.is_sound());
    assert_eq!(told(&brief), told(&report), "{id}: asked briefly");
    let mut found = findings(&report).unwrap_or_else(|| panic!("{id}: {:?}", report.length));
    level(&mut found, &expected, &report, id);
    assert_eq!(found, expected, "{id}: {:?}", problem.position());
    Some((expected, report))
}

/// Compares judge and brute force on rows of the tanuki set. Rows that need more than `room`
/// positions are left out. Returns the number of compared rows.
fn compare(wanted: impl Fn(usize, &str) -> bool, room: u64) -> usize {
    let rules = rules("shogi", &[]);
    let rows = include_str!("../data/tanuki.tsv").lines().filter(|row| !row.starts_with('#'));
    let mut compared = 0;
    for (i, row) in rows.enumerate() {
        let columns: Vec<&str> = row.split('\t').collect();
        let [sfen, plies, id] = columns[..] else { panic!("{row}") };
        if !wanted(i, plies) {
            continue;
        }
        let problem = problem(&rules, sfen);
        let most = plies.parse().unwrap();
        let Some((expected, report)) = compare_problem(&problem, most, room, false, id) else {
            continue;
        };
        let line = main_line(&problem);
        assert!(expected.lines.contains(&line), "{id}: {line:?} is no main line");
        // These lengths are more expensive: every drop is tried at every reply.
        if plies == "1" {
            let mut brute = Brute::new(&rules, problem.attacker(), room);
            compare_counts(&mut brute, &problem, &report, id);
        }
        compared += 1;
        if compared % 100 == 0 {
            println!("{compared} of {} compared", i + 1);
        }
    }
    compared
}

/// Line of `solve` for a mate with proved length and leftover.
fn main_line(problem: &Problem) -> Vec<Move> {
    let config = solver::SolverConfig {
        threads: 1,
        hash: 64 << 20,
        limits: Limits::default(),
        shortest: true,
        main_line: true,
        within: None,
        certify: solver::Certify::None,
    };
    match solver::solve(problem, &config, &Instant::now()).verdict {
        solver::Verdict::Mate { shortest: true, line, main: true, .. } => line,
        other => panic!("{other:?}"),
    }
}

/// The report lists a limited number of main lines. Adds the others of the brute-force analysis if
/// their number is right.
fn level(found: &mut Findings, expected: &Findings, report: &SoundnessReport, id: &str) {
    if expected.lines.len() > found.lines.len() && found.lines.len() == 50 {
        assert_eq!(report.main_line_count, Some(expected.lines.len() as u64), "{id}");
        assert!(found.lines.is_subset(&expected.lines), "{id}");
        found.lines = expected.lines.clone();
    }
}

/// Longest length under other counts that is compared, in plies.
const MOST: u32 = 5;

/// Compares the lengths under the other counts, as far as the brute force finds them in time.
fn compare_counts(
    brute: &mut Brute,
    problem: &Problem,
    report: &SoundnessReport,
    id: &str,
) -> usize {
    let mut compared = 0;
    for (count, told) in
        [Count::Immediate, Count::Composers].into_iter().zip(&report.by_convention[1..])
    {
        if let Ok(length) = brute.length_by(count, problem.position(), MOST) {
            let found = length.map_or(MateLength::None, |length| MateLength::Exact(length as u16));
            assert_eq!(told.length, found, "{id}: {count:?}");
            compared += 1;
        }
    }
    compared
}

/// Removes every piece in turn, and analyses the rest by brute force.
fn compare_decoration(problem: &Problem, report: &SoundnessReport) {
    let MateLength::Exact(length) = report.length else { return };
    let (rules, attacker) = (problem.rules(), problem.attacker());
    for &(piece, place, finding) in &report.decoration {
        let mut position = problem.position().clone();
        match place {
            PieceLocation::Board(square) => position.board[square.index()] = None,
            PieceLocation::Hand => {
                let hand = &mut position.hands[attacker.index()];
                *hand = hand.without(rules.spec(piece.kind()).lane.unwrap());
            }
        }
        if let Some(lane) = rules.spec(rules.spec(piece.kind()).base).lane {
            let hand = &mut position.hands[attacker.other().index()];
            *hand = hand.with(lane);
        }
        let Ok(changed) = admit(rules, position, Some(attacker), problem.forcing(), &[]) else {
            assert_eq!(finding, Finding::No, "{piece:?} {place:?}: without it there is no problem");
            continue;
        };
        let mut brute = Brute::new(rules, attacker, 300_000);
        brute.forcing = problem.forcing();
        let Ok(found) = brute.analyze(changed.position(), length.into()) else { continue };
        let same = found.is_some_and(|found| {
            found.length == u32::from(length)
                && (found.class == "flawed") != report.class.is_sound()
        });
        assert_eq!(finding == Finding::Yes, same, "{piece:?} {place:?}: {finding:?}");
    }
}

#[test]
fn judge_agrees_with_brute_force_on_a_sample() {
    let compared = compare(|i, plies| matches!(plies, "1" | "3" | "5") && i % 20 == 3, 20_000);
    assert!(compared >= 20, "only {compared}");
}

/// All rows of up to seven plies that the brute force can decide within its positions.
#[test]
#[ignore = "takes long; run by scripts/deep.sh"]
fn judge_agrees_with_brute_force_on_all() {
    let compared = compare(|_, plies| matches!(plies, "1" | "3" | "5" | "7"), 40_000);
    println!("{compared} compared");
    assert!(compared >= 1_000, "only {compared}");
}
