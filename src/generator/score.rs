//! The score: one number for the quality of a problem, from its features. It is taste, not truth:
//! records contain the features too, so that others can weigh them differently.

use crate::generator::features::{ProblemCharacter, ProblemFeatures};

/// Points with one decimal; most problems lie between 0 and 100.
///
/// Economy, sacrifices, false tries and quiet means add points; captures and mere force cost some.
pub fn score(plies: u16, f: &ProblemFeatures, character: &ProblemCharacter) -> f64 {
    let plies = f64::from(plies);
    let moves = (plies + 1.0) / 2.0;
    let of = |count: u32| f64::from(count);
    let pieces = of(f.board + f.hand);
    // A problem may have a piece for each of its moves, and some to begin with.
    let economy = 20.0 - 2.0 * (pieces - 3.0 - 0.7 * moves).max(0.0);
    let space = 8.0 - 0.2 * (of(f.area) - 12.0).max(0.0);
    let play = 24.0 * of(f.sacrifices).min(moves) / moves
        + 8.0 * of(f.declined).min(2.0)
        + 4.0 * of(f.interpositions).min(2.0)
        + 4.0 * of(f.distant_checks).min(2.0)
        + 3.0 * of(f.discovered + f.double_checks).min(2.0)
        - 10.0 * of(f.captures) / moves;
    let search = 3.0 * of(f.false_tries).min(4.0) + 1.5 * of(f.first_moves).min(8.0);
    let form = [
        (f.completely_limited, 8.0),
        (f.all_used, 4.0),
        (f.symmetrical, 4.0),
        (f.main_lines == 1, 3.0),
        (character.themes.contains(&"bare_king"), 6.0),
        (character.themes.contains(&"one_kind"), 4.0),
        (character.themes.contains(&"switchback"), 5.0),
    ];
    let form: f64 = form.into_iter().filter(|(is, _)| *is).map(|(_, points)| points).sum();
    let total = economy + space + play + search + form;
    (total.max(0.0) * 10.0).round() / 10.0
}
