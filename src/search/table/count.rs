//! A number that all threads add to.

use crossbeam_utils::CachePadded;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Parts, in cache lines of their own: a line that several cores write wanders from one to the other, and each
/// time its next writer waits for it longer than for anything else that it does with an entry.
const PARTS: usize = 16;

thread_local! {
    /// The part that this thread adds to.
    static PART: usize = {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        NEXT.fetch_add(1, Relaxed) % PARTS
    };
}

/// A sum. To add is cheap, to read it takes a while.
#[derive(Default)]
pub(super) struct Count([CachePadded<AtomicUsize>; PARTS]);

impl Count {
    /// Adds to it.
    pub fn add(&self, number: usize) {
        self.0[PART.with(|&part| part)].fetch_add(number, Relaxed);
    }

    /// What it is now, while no thread adds to it; else it may be a little less.
    pub fn get(&self) -> usize {
        self.0.iter().map(|part| part.load(Relaxed)).sum()
    }

    /// Sets it, while no thread adds to it.
    pub fn set(&self, number: usize) {
        self.0.iter().for_each(|part| part.store(0, Relaxed));
        self.0[0].store(number, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_threads_add_is_summed() {
        let count = Count::default();
        count.set(7);
        std::thread::scope(|scope| {
            for number in 1..=20 {
                let count = &count;
                scope.spawn(move || (0..100).for_each(|_| count.add(number)));
            }
        });
        assert_eq!(count.get(), 7 + 100 * 210);
        count.set(1);
        assert_eq!(count.get(), 1);
    }
}
