//! Random stress tests of what threads share: whole searches, and the transposition table by
//! itself.
//!
//! `TSUME_STRESS=n` runs for n seconds instead of three, `TSUME_SEED=n` begins with the case of that
//! seed. A failure names the seed of its own case.

mod search;
mod table;
mod watchdog;

use crate::support::random::Random;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The value of an environment variable, if it is set and valid.
fn variable<T: FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// Seeds of the cases, until the time is up; at least one.
fn seeds() -> impl Iterator<Item = u64> {
    let end = Instant::now() + Duration::from_secs(variable("TSUME_STRESS").unwrap_or(3));
    let first = variable("TSUME_SEED").unwrap_or(1);
    (first..).enumerate().take_while(move |&(i, _)| i == 0 || Instant::now() < end).map(|(_, n)| n)
}

/// A number from `least` to `most`, evenly distributed on a logarithmic scale.
fn magnitude(random: &mut Random, least: usize, most: usize) -> usize {
    let doublings = (most / least).ilog2() as usize;
    let base = least << random.below(doublings + 1);
    (base + random.below(base)).min(most)
}
