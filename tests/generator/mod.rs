//! The generator: each stage against a slow and plain version, whole campaigns, and the shipped
//! sets.

mod answer_key;
#[allow(dead_code)]
mod campaign;
mod canonical_key;
mod certification;
mod operators;
mod screen;
mod shipped;

use std::sync::Arc;
use std::time::Instant;
use tsume::generator::mate_probe::MateProbe;
use tsume::generator::random::RandomStream;
use tsume::generator::seeds::SeedPattern;
use tsume::generator::{PieceConstraints, ProblemSpace};
use tsume::position::{Engine, Forcing, Position};
use tsume::rules::Rules;

fn space(variant: &str) -> ProblemSpace {
    ProblemSpace::new(
        &crate::support::rules(variant, &[]),
        Forcing::Check,
        PieceConstraints::default(),
    )
}

/// Well-formed positions from seed patterns, without check.
fn sown<E: Engine>(
    space: &ProblemSpace,
    random: &mut RandomStream,
    probe: &mut MateProbe<E>,
    count: usize,
) -> Vec<Position> {
    let mut positions = Vec::new();
    while positions.len() < count {
        let seed = SeedPattern::ALL[random.draw_below(SeedPattern::ALL.len())];
        let Some(mut position) = seed.make_position(space, probe, random) else { continue };
        if space.normalise(&mut position) && space.admit(&position).is_some() {
            positions.push(position);
        }
    }
    positions
}

fn sfen(rules: &Arc<Rules>, text: &str) -> Position {
    crate::support::position(rules, text)
}
