//! The difficulty of a problem for a human solver: one number, from its features.
//!
//! Like the score it is an estimate. It orders problems; it does not measure them.
//!
//! | part | points | why |
//! | --- | --- | --- |
//! | effort | 4 for each doubling of the certificate's positions | a solver must find the answer to each of them |
//! | choice | 2 for each doubling of the attacker's lines, at the mean number of forcing moves | the lines that a solver must tell apart |
//! | tries | 4 for each of up to six first moves that only one reply refutes | they nearly work |
//! | sacrifices | 3 each | the eye rejects them first |
//! | quiet moves, promotions declined | 4 each | the eye overlooks them |

use crate::generator::features::ProblemFeatures;

/// Number of tries that count at most.
const MAX_TRIES: u32 = 6;

/// Difficulty in points: about 20 for an easy mate in 3, above 60 for a hard mate in 9.
pub fn difficulty(plies: u16, f: &ProblemFeatures) -> u32 {
    let moves = f64::from(plies.div_ceil(2).max(1));
    // Problems of older versions have only the number of first moves.
    let choice = match f.forcing_moves {
        0 => f64::from(f.first_moves),
        all => f64::from(all) / moves,
    };
    let effort = 4.0 * (1.0 + f.proof as f64).log2();
    let choice = 2.0 * moves * choice.max(1.0).log2();
    let tries = 4.0 * f64::from(f.false_tries.min(MAX_TRIES));
    let surprise = f64::from(3 * f.sacrifices + 4 * (f.quiet + f.declined));
    (effort + choice + tries + surprise).round() as u32
}
