//! The generator: each stage against something slow and plain, whole campaigns, and the shipped sets.

#[allow(dead_code)]
mod campaign;
mod canon;
mod certify;
mod operators;
mod screen;
mod shipped;

use std::sync::Arc;
use std::time::Instant;
use tsume::generator::dice::Dice;
use tsume::generator::probe::Probe;
use tsume::generator::seed::Seed;
use tsume::generator::{Game, Taste};
use tsume::position::{Engine, Forcing, Position};
use tsume::rules::Rules;

fn game(variant: &str) -> Game {
    Game::new(&crate::support::rules(variant, &[]), Forcing::Check, Taste::default())
}

/// Well formed positions out of nothing, none in check.
fn sown<E: Engine>(
    game: &Game,
    dice: &mut Dice,
    probe: &mut Probe<E>,
    count: usize,
) -> Vec<Position> {
    let mut positions = Vec::new();
    while positions.len() < count {
        let seed = Seed::ALL[dice.below(Seed::ALL.len())];
        let Some(mut position) = seed.sow(game, probe, dice) else { continue };
        if game.settle(&mut position) && game.admit(&position).is_some() {
            positions.push(position);
        }
    }
    positions
}

fn sfen(rules: &Arc<Rules>, text: &str) -> Position {
    crate::support::position(rules, text)
}
