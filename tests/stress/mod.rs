//! Random stress of what threads share: whole searches, and the table by itself.
//!
//! `TSUME_STRESS=n` goes on for n seconds instead of a few, `TSUME_SEED=n` begins with that case. A failure
//! names the seed of its own case, with which it can be tried again at once.

mod search;
mod table;
mod watchdog;

use crate::support::random::Random;
use std::str::FromStr;
use std::time::{Duration, Instant};

fn variable<T: FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// The seeds of one case after the other, until the time is up; at least one.
fn seeds() -> impl Iterator<Item = u64> {
    let end = Instant::now() + Duration::from_secs(variable("TSUME_STRESS").unwrap_or(5));
    let first = variable("TSUME_SEED").unwrap_or(1);
    (first..).enumerate().take_while(move |&(i, _)| i == 0 || Instant::now() < end).map(|(_, n)| n)
}

/// A number from `least` to `most`, small ones as likely as large ones.
fn magnitude(random: &mut Random, least: usize, most: usize) -> usize {
    let doublings = (most / least).ilog2() as usize;
    let base = least << random.below(doublings + 1);
    (base + random.below(base)).min(most)
}
