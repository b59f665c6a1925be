//! The generator: each stage against a slow and plain version, whole campaigns, and the shipped
//! sets.

mod answer_key;
mod arguments;
#[allow(dead_code)]
mod campaign;
mod canonical_key;
mod certification;
mod operators;
mod screen;
mod shipped;
mod special_play;
mod user_games;

use std::sync::Arc;
use std::time::Instant;
use tsume::generator::mate_probe::MateProbe;
use tsume::generator::operators::Operator;
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

/// The operators that do not need a theme.
fn operators() -> Vec<Operator> {
    let plain = |operator: &Operator| *operator != Operator::ThemePiece;
    Operator::ALL.iter().copied().filter(plain).collect()
}

/// Well-formed positions from seed patterns, without check.
fn sown<E: Engine>(
    space: &ProblemSpace,
    random: &mut RandomStream,
    probe: &mut MateProbe<E>,
    count: usize,
) -> Vec<Position> {
    let patterns: Vec<SeedPattern> =
        SeedPattern::ALL.into_iter().filter(|seed| seed.applies(space)).collect();
    let mut positions = Vec::new();
    while positions.len() < count {
        let seed = patterns[random.draw_below(patterns.len())];
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
