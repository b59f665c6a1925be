//! Shards that the results come from, and shards that are missing.

use crate::messages::{list, tr};
use std::collections::{BTreeMap, BTreeSet};

/// Missing shards that are listed; the rest are counted.
const MAX_LISTED_SHARDS: usize = 10;

/// Shards that occur in the results.
#[derive(Debug, Default)]
pub struct SeenShards {
    /// Shards with results, by the number of shards.
    seen: BTreeMap<u64, BTreeSet<u64>>,
    /// True if a result is from a run over the whole set, or does not name its shard.
    whole: bool,
}

impl SeenShards {
    /// Records the shard of a result, such as `2/8`.
    pub fn learn(&mut self, shard: Option<&str>) {
        let numbers = shard.and_then(|shard| {
            let (index, count) = shard.split_once('/')?;
            Some((index.parse().ok()?, count.parse().ok()?))
        });
        match numbers {
            Some((index, count)) if (1..=count).contains(&index) => {
                self.seen.entry(count).or_default().insert(index);
            }
            _ => self.whole = true,
        }
    }

    /// A message for each division of the set with missing shards. Empty if a result is from a
    /// run over the whole set.
    pub fn missing(&self) -> Vec<String> {
        if self.whole {
            return Vec::new();
        }
        let complete = |count: u64, seen: &BTreeSet<u64>| seen.len() as u64 == count;
        if self.seen.iter().any(|(count, seen)| complete(*count, seen)) {
            // The other division was a later run over the rest.
            return Vec::new();
        }
        let words = |(&count, seen): (&u64, &BTreeSet<u64>)| {
            let missing = (1..=count).filter(|index| !seen.contains(index));
            let shown: Vec<String> =
                missing.take(MAX_LISTED_SHARDS).map(|index| format!("{index}/{count}")).collect();
            let more = count - seen.len() as u64 - shown.len() as u64;
            let (count, shards) = (shown.len(), list(shown));
            match more {
                0 => tr!(merge_missing_shards, count, shards),
                _ => tr!(merge_missing_shards_and_more, shards, more),
            }
        };
        self.seen.iter().map(words).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(shards: &[Option<&str>]) -> Vec<String> {
        let mut seen_shards = SeenShards::default();
        shards.iter().for_each(|shard| seen_shards.learn(*shard));
        seen_shards.missing()
    }

    #[test]
    fn shards_without_results_are_named() {
        assert_eq!(missing(&[]), Vec::<String>::new());
        assert_eq!(missing(&[Some("1/2"), Some("2/2"), Some("1/2")]), Vec::<String>::new());
        assert_eq!(missing(&[Some("1/3"), Some("3/3")]), ["no result from shard 2/3"]);
        assert_eq!(missing(&[Some("2/3")]), ["no result from shards 1/3, 3/3"]);
        let many = missing(&[Some("1/1000000000")]);
        assert!(many[0].ends_with("and 999999989 more"), "{many:?}");
        // Somebody has done the whole.
        assert_eq!(missing(&[Some("1/3"), None]), Vec::<String>::new());
        assert_eq!(missing(&[Some("1/3"), Some("1/2"), Some("2/2")]), Vec::<String>::new());
    }
}
