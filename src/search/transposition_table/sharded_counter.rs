//! A counter that all threads add to.

use crossbeam_utils::CachePadded;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Shards, each in its own cache line. Cores that write the same line pass it around, and each
/// waits for the line longer than for anything else that it does with an entry.
const SHARDS: usize = 16;

thread_local! {
    /// The shard that this thread adds to.
    static SHARD: usize = {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        NEXT.fetch_add(1, Relaxed) % SHARDS
    };
}

/// A sum that is cheap to add to and slower to read.
#[derive(Default)]
pub(super) struct ShardedCounter([CachePadded<AtomicUsize>; SHARDS]);

impl ShardedCounter {
    /// Adds `number`.
    pub fn add(&self, number: usize) {
        self.0[SHARD.with(|&shard| shard)].fetch_add(number, Relaxed);
    }

    /// The sum: exact while no thread adds to it, else possibly a little less.
    pub fn get(&self) -> usize {
        self.0.iter().map(|shard| shard.load(Relaxed)).sum()
    }

    /// Sets the sum, while no thread adds to it.
    pub fn set(&self, number: usize) {
        self.0.iter().for_each(|shard| shard.store(0, Relaxed));
        self.0[0].store(number, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn additions_of_all_threads_are_summed() {
        let counter = ShardedCounter::default();
        counter.set(7);
        std::thread::scope(|scope| {
            for number in 1..=20 {
                let counter = &counter;
                scope.spawn(move || (0..100).for_each(|_| counter.add(number)));
            }
        });
        assert_eq!(counter.get(), 7 + 100 * 210);
        counter.set(1);
        assert_eq!(counter.get(), 1);
    }
}
