//! Repairs: the brute-force analysis confirms each proposal, and the old line can be played.

use super::brute_force::Brute;
use super::{problem, report};
use crate::support::rules;
use std::time::Instant;
use tsume::judge::repair::{Edit, RepairGoals, RepairOutcome, repair};
use tsume::judge::{AuthorClaims, JudgeConfig, SoundnessReport};
use tsume::notation::usi;

use super::cases::bounded;

fn mend(
    variant: &str,
    sfen: &str,
    solution: &str,
    wanted: RepairGoals,
) -> (SoundnessReport, Option<RepairOutcome>) {
    let rules = rules(variant, &[]);
    let problem = problem(&rules, sfen);
    let solution = solution.split_whitespace().map(|m| usi::parse(&rules, m).unwrap()).collect();
    let claims = AuthorClaims { solution, ..AuthorClaims::default() };
    let config = bounded();
    let told = report(&problem, &claims, &config);
    let repairs = repair(&problem, &claims, &told, &config, wanted, &Instant::now());
    for repair in repairs.iter().flat_map(|repairs| &repairs.found) {
        let kept = told.main_lines.first().filter(|_| claims.solution.is_empty());
        let kept = kept.unwrap_or(&claims.solution);
        let line = if kept.is_empty() { &repair.report.main_lines[0] } else { kept };
        let mut brute = Brute::new(&rules, problem.attacker(), 3_000_000);
        let found = brute.analyze(repair.problem.position(), line.len() as u32);
        let found = found.unwrap().unwrap();
        assert_ne!(found.class, "flawed", "{repair:?}");
        assert!(found.lines.contains(line), "{repair:?}");
        super::compare_decoration(&repair.problem, &repair.report);
        assert!(repair.report.flaws.iter().all(|flaw| !flaw.kind.spoils()));
        let pieces = |position: &tsume::position::Position| {
            let hands: u32 = position.hands.iter().map(|hand| hand.total()).sum();
            position.pieces().count() as u32 + hands
        };
        assert_eq!(pieces(problem.position()), pieces(repair.problem.position()));
    }
    (told, repairs)
}

#[test]
fn repair_removes_superfluous_pieces() {
    let one = RepairGoals { proposals: 1, edits: 1 };
    for (sfen, square) in
        [("7k1/9/7P1/9/9/9/P8/9/9 b G 1", "9g"), ("7k1/9/7P1/p8/9/9/9/9/9 b G 1", "9d")]
    {
        let (_, repairs) = mend("shogi", sfen, "", one);
        let found = repairs.unwrap().found;
        let [Edit::Remove { square: taken, .. }] = found[0].edits[..] else { panic!("{found:?}") };
        let rules = rules("shogi", &[]);
        assert_eq!(rules.board.name(taken).to_string(), square);
    }
    let (_, repairs) = mend("shogi", "7k1/9/7P1/9/9/9/9/9/9 b 2G 1", "", one);
    assert!(matches!(repairs.unwrap().found[0].edits[..], [Edit::Take { .. }]));
}

#[test]
fn one_edit_removes_cooks() {
    let wanted = RepairGoals { proposals: 3, edits: 1 };
    let sfen = "7G1/8k/9/9/9/9/7R1/9/9 b r2b3g4s4n4l18p 1";
    let (told, repairs) = mend("shogi", sfen, "", wanted);
    assert!(told.flaws.iter().any(|flaw| flaw.kind.name() == "cook"));
    let repairs = repairs.unwrap();
    assert_eq!(repairs.found.len(), 3);
    assert!(repairs.found.iter().all(|repair| repair.edits.len() == 1));
    assert!(repairs.stopped.is_none());
}

#[test]
fn two_edits_repair_what_one_cannot() {
    // A superfluous gold in hand, and a pawn without effect.
    let sfen = "7k1/9/7P1/9/9/9/P8/9/9 b 2G 1";
    let (_, repairs) = mend("shogi", sfen, "", RepairGoals { proposals: 1, edits: 1 });
    assert!(repairs.unwrap().found.is_empty());
    let (_, repairs) = mend("shogi", sfen, "", RepairGoals { proposals: 1, edits: 2 });
    let found = repairs.unwrap().found;
    assert!(matches!(found[0].edits[..], [Edit::Remove { .. }, Edit::Take { .. }]), "{found:?}");
}

#[test]
fn sound_problem_needs_no_repair() {
    let (_, repairs) = mend("shogi", "7k1/9/7P1/9/9/9/9/9/9 b G 1", "", RepairGoals::default());
    assert!(repairs.is_none());
}

#[test]
fn misprinted_problem_gets_its_printed_solution_back() {
    // The pawn was on 2c.
    let wanted = RepairGoals { proposals: 3, edits: 1 };
    let (told, repairs) = mend("shogi", "7k1/9/6P2/9/9/9/9/9/9 b G 1", "G*2b", wanted);
    assert!(told.main_lines.is_empty());
    let repairs = repairs.unwrap();
    let rules = rules("shogi", &[]);
    let moved = |edit: &Edit| match *edit {
        Edit::Shift { to, .. } => rules.board.name(to).to_string() == "2c",
        _ => false,
    };
    assert!(repairs.found.iter().any(|repair| moved(&repair.edits[0])), "{repairs:?}");
}

#[test]
fn problem_without_mate_or_solution_becomes_a_sound_one() {
    let wanted = RepairGoals { proposals: 2, edits: 1 };
    let (told, repairs) = mend("shogi", "4k4/9/4P4/9/9/9/9/9/9 b S 1", "", wanted);
    assert!(told.main_lines.is_empty());
    assert!(!repairs.unwrap().found.is_empty());
}

#[test]
fn repair_reports_an_exhausted_limit() {
    let rules = rules("shogi", &[]);
    let problem = problem(&rules, "7G1/8k/9/9/9/9/7R1/9/9 b r2b3g4s4n4l18p 1");
    let told = report(&problem, &AuthorClaims::default(), &bounded());
    let limits = tsume::search::Limits { nodes: Some(1), ..Default::default() };
    let config = JudgeConfig { limits, ..bounded() };
    let clock = Instant::now();
    let repairs =
        repair(&problem, &AuthorClaims::default(), &told, &config, RepairGoals::default(), &clock);
    let repairs = repairs.unwrap();
    assert!(repairs.found.is_empty() && repairs.stopped.is_some());
}
