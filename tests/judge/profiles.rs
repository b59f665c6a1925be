//! The tolerances that depend on the choice of the main line, on random positions against the
//! brute-force analysis, and one position for each.

use super::compare_problem;
use super::counts::scatter;
use crate::support::random::Random;
use crate::support::rules;
use std::collections::BTreeMap;
use tsume::judge::Tolerance;
use tsume::position::Forcing;
use tsume::referee::admit;

/// Compares `enough` mates of three and more plies by the default tolerances and those of the
/// classics. Returns for each tolerance the number of problems that need it.
fn compare(seed: u64, enough: usize) -> BTreeMap<&'static str, usize> {
    let rules = rules("shogi", &[]);
    let mut random = Random(seed);
    let mut needed = BTreeMap::new();
    let mut compared = 0;
    while compared < enough {
        let position = scatter(&rules, &mut random);
        let Ok(problem) = admit(&rules, position, None, Forcing::Check, &[]) else { continue };
        let about = format!("{:?}", problem.position());
        for is_classic in [false, true] {
            let found = compare_problem(&problem, 5, 6_000, is_classic, &about);
            let found = found.filter(|(findings, _)| findings.length >= 3);
            let Some((_, report)) = found else { break };
            compared += usize::from(is_classic);
            for kind in Tolerance::ALL {
                let is_needed = report.tolerances.iter().any(|t| t.kinds.contains(kind));
                if is_needed {
                    *needed.entry(kind.name()).or_default() += 1;
                }
            }
        }
    }
    needed
}

#[test]
fn main_line_is_chosen_as_the_brute_force_does() {
    let needed = compare(1, 60);
    println!("{needed:?}");
}

#[test]
#[ignore = "takes long; run by scripts/deep.sh"]
fn main_line_is_chosen_as_the_brute_force_does_on_many() {
    let needed = compare(2, 2_000);
    println!("{needed:?}");
    for kind in [Tolerance::VariationDual, Tolerance::Square, Tolerance::MoveOrder] {
        assert!(needed.get(kind.name()).is_some_and(|number| *number >= 10), "{needed:?}");
    }
}
