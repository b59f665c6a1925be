//! Longer variations with a leftover, against the brute force.

use super::brute_force::{Brute, Count};
use super::cases::bounded;
use super::{problem, report};
use crate::support::rules;
use tsume::judge::{
    AuthorClaims, FlawKind, JudgeConfig, MateLength, SoundnessReport, Tolerance, ToleranceProfile,
};
use tsume::position::Problem;
use tsume::referee::{legal_moves, play};

/// Mates of seven plies from the machine-made set in `tests/data/tanuki.tsv`: a drop at ply 4 gains
/// two plies and is captured.
const LONGER: [&str; 2] = [
    "9/8k/8l/5N1S1/8R/9/9/9/9 b r2b4g3s3n3l18p 1",
    "3gk4/4B1G2/6R2/4G4/9/9/9/9/9 b rbg4s4n4l18p 1",
];

fn judged(problem: &Problem, tolerate: &[Tolerance]) -> SoundnessReport {
    let config = JudgeConfig { tolerate: tolerate.to_vec(), decoration: false, ..bounded() };
    report(problem, &AuthorClaims::default(), &config)
}

#[test]
fn longer_variation_with_leftover_has_a_name_and_a_tolerance() {
    let rules = rules("shogi", &[]);
    for sfen in LONGER {
        let problem = problem(&rules, sfen);
        let mut brute = Brute::new(&rules, problem.attacker(), 3_000_000);
        assert_eq!(brute.length_by(Count::Every, problem.position(), 7).unwrap(), Some(7));
        assert!(!brute.mates_or_leaves(problem.position(), 3, 2).unwrap(), "{sfen}");
        assert!(brute.mates_or_leaves(problem.position(), 5, 2).unwrap(), "{sfen}");

        let told = judged(&problem, Tolerance::DEFAULT);
        let longer = told.flaws.iter().find_map(|flaw| match flaw.kind {
            FlawKind::LongerVariation { plies, main_line, pieces } => {
                Some((plies, main_line, pieces > 0, flaw.line.len()))
            }
            _ => None,
        });
        assert_eq!(longer, Some((7, 5, true, 7)), "{sfen}");
        assert!(!told.flaws.iter().any(|flaw| matches!(flaw.kind, FlawKind::Leftover { .. })));

        let tolerated = judged(&problem, ToleranceProfile::Classic.tolerances());
        assert_eq!(tolerated.main_length(), MateLength::Exact(5), "{sfen}");
        assert_eq!(tolerated.longer_variation.as_ref().map(|v| v.line.len()), Some(7), "{sfen}");
        let line = &tolerated.main_lines[0];
        let end = line.iter().fold(problem.position().clone(), |at, &m| play(&rules, &at, m));
        assert_eq!(line.len(), 5, "{sfen}");
        assert!(legal_moves(&rules, &end).is_empty(), "{sfen}");
        assert_eq!(end.hands[problem.attacker().index()].total(), 0, "{sfen}");
    }
}

/// Problems whose every line of the shortest mate leaves a piece.
const LEFTOVERS: [&str; 2] = ["k4/p2+B1/4+P/2R2/2B2 b Ss 1", "5/k4/5/1R3/2S2 b BSP 1"];

#[test]
fn leftover_of_every_line_is_no_longer_variation() {
    let rules = rules("minishogi", &[]);
    for sfen in LEFTOVERS {
        let problem = problem(&rules, sfen);
        let told = judged(&problem, ToleranceProfile::Classic.tolerances());
        assert_eq!(told.longer_variation, None, "{sfen}");
        assert!(told.flaws.iter().any(|flaw| matches!(flaw.kind, FlawKind::Leftover { .. })));
    }
}

/// The brief analysis, which decides about decoration and repairs, tolerates the same.
#[test]
fn brief_analysis_tolerates_longer_variations_too() {
    let rules = rules("shogi", &[]);
    let tolerate = ToleranceProfile::Classic.tolerances();
    for sfen in LONGER {
        let problem = problem(&rules, sfen);
        for first_cook_only in [false, true] {
            let config = JudgeConfig {
                tolerate: tolerate.to_vec(),
                cook_margin: Some(0),
                decoration: false,
                first_cook_only,
                ..bounded()
            };
            let told = report(&problem, &AuthorClaims::default(), &config);
            assert!(told.class.is_sound(), "{sfen}, briefly {first_cook_only}: {:?}", told.flaws);
        }
    }
}
