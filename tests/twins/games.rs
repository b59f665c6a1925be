//! Random positions of the built-in games with random options.
//!
//! `TSUME_GAMES=n` compares `n` positions of each game, `TSUME_SEED=s` changes the random
//! positions, and `TSUME_GAME=name` selects one game.

use super::assert_alike;
use crate::support::random::{Random, all_rules, any_position};
use crate::support::{self, number};
use std::time::Instant;
use tsume::movegen::{BitboardEngine, MailboxEngine, bitboard};
use tsume::rules::builtin;

/// Positions for each set of options.
const POSITIONS: u64 = 10;

/// Smallest board on which a tenth of the positions is compared: the referee is slow there.
const HUGE_SQUARES: usize = 400;

#[test]
fn random_positions_of_every_game_match_the_referee() {
    let (count, seed) = (number("TSUME_GAMES", 60), number("TSUME_SEED", 1));
    let only = std::env::var("TSUME_GAME").ok();
    let names = builtin::VARIANTS
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| only.as_deref().is_none_or(|only| only == *name));
    for (i, variant) in names.enumerate() {
        let mut random = Random::of_case(seed, i as u64);
        let began = Instant::now();
        let mut positions = 0;
        let is_huge = support::rules(variant, &[]).board.squares() >= HUGE_SQUARES;
        let (count, longest) = if is_huge { (count.div_ceil(10), 6) } else { (count, 60) };
        while positions < count {
            // Defaults, single options, and as many mixtures.
            let all = all_rules(variant, 60, &mut random);
            for _ in 0..all.len() / 2 {
                let rules = random.pick(&all);
                for _ in 0..POSITIONS {
                    let position = any_position(rules, longest, &mut random);
                    assert_alike::<MailboxEngine>(rules, &position, &mut random);
                    if bitboard::suits(rules, &position) {
                        assert_alike::<BitboardEngine>(rules, &position, &mut random);
                    }
                    positions += 1;
                }
                if positions >= count {
                    break;
                }
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        eprintln!("{variant}: {positions} positions from seed {seed} in {seconds:.0} s");
    }
}
