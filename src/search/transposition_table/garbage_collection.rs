//! Growth and garbage collection.
//!
//! When the part in use is crowded it grows, or the less valuable half of the entries is evicted.
//! Both work in place and with as many threads as the search has, since all of them wait for it.

use super::control_bytes::GROUP;
use super::entry::{Entry, WORDS};
use super::memory_hints;
use super::table::{ENTRY_BYTES, TranspositionTable};
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

/// Growth by at least this much asks for huge pages. A search that has come so far mostly has far
/// to go; for less, clearing huge pages costs about what they save.
const MIN_HUGE_PAGE_GROWTH_BYTES: usize = 512 << 20;

/// Least places that are worth a thread.
const MIN_PLACES_PER_THREAD: usize = 1 << 11;

/// Entries to sample for the median value.
const SAMPLE_ENTRIES: usize = 20_000;

impl TranspositionTable {
    /// Grows the part in use or collects garbage, with `threads` threads; the caller must have
    /// released [`TranspositionTable::enter`]. Does nothing if another thread has just made room.
    /// Returns true if it evicted entries.
    pub fn make_room(&self, threads: usize) -> bool {
        let _queue = self.rebuild_queue.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.is_crowded() {
            return false;
        }
        let _exclusive = self.rebuild.write().unwrap_or_else(PoisonError::into_inner);
        let active = self.active.load(Relaxed);
        if active < self.capacity {
            self.grow(active, active.saturating_mul(4).min(self.capacity), threads);
            return false;
        }
        self.collect_garbage(active, threads);
        self.collections.fetch_add(1, Relaxed);
        true
    }

    /// Spreads all entries over a larger part of the array, in place. Homes move up and keep their
    /// order. So from the end on, an entry mostly finds its new place beyond all entries that have
    /// yet to move; the few others wait.
    fn grow(&self, old: usize, new: usize, threads: usize) {
        if (new - old) * ENTRY_BYTES >= MIN_HUGE_PAGE_GROWTH_BYTES {
            let word = |index: usize| self.offset + index * WORDS;
            memory_hints::advise_huge_pages(&self.words[old / GROUP..new / GROUP]);
            memory_hints::advise_huge_pages(&self.words[word(old)..word(new)]);
        }
        self.active.store(new, Relaxed);
        self.filled.set(0);
        let mut waiting = Vec::new();
        let mut end = old;
        if threads > 1 {
            // The entries from `start` on all move to places past `end`, so threads do not meet.
            loop {
                let start = (end as u128 * old as u128 / new as u128) as usize + 1;
                if end.saturating_sub(start) < MIN_PLACES_PER_THREAD {
                    break;
                }
                let length = (end - start).div_ceil(threads);
                let parts = (start..end).step_by(length).map(|from| from..end.min(from + length));
                let rest = run_in_parallel(parts, |part| self.spread(part, new, end));
                waiting.extend(rest.into_iter().flatten());
                end = start;
            }
        }
        waiting.extend(self.spread(0..end, new, 0));
        for entry in waiting {
            self.insert(&entry, new, 0);
        }
    }

    /// Moves the entries of `places` to their new places, if these lie after the old ones and not
    /// before `start`. Returns the other entries.
    fn spread(&self, places: Range<usize>, active: usize, start: usize) -> Vec<Entry> {
        let mut waiting = Vec::new();
        for place in places.rev() {
            if let Some(entry) = self.take(place) {
                if !self.insert(&entry, active, start.max(place)) {
                    waiting.push(entry);
                }
            }
        }
        waiting
    }

    /// Removes and returns the entry of a place.
    fn take(&self, place: usize) -> Option<Entry> {
        let control = self.control_bytes(self.active.load(Relaxed));
        if control.is_free(place) {
            return None;
        }
        control.release(place);
        self.slot(place).take()
    }

    /// Inserts an entry that the table does not have, while no other thread inserts in the same
    /// part. Returns false if its home or its place lies before `start`, or there is no free place.
    pub(super) fn insert(&self, entry: &Entry, active: usize, start: usize) -> bool {
        let control = self.control_bytes(active);
        let home = TranspositionTable::home(entry.board, active);
        let mut places = control.probe_sequence(entry.board, home);
        places.by_ref().for_each(drop);
        let place = places.free().filter(|&place| home >= start && place >= start);
        let Some(place) = place.filter(|&place| control.claim(place, entry.board)) else {
            return false;
        };
        self.slot(place).write(entry);
        self.filled.add(1);
        true
    }

    /// Evicts the less valuable half and closes the gaps. No entry lies beyond a free place from
    /// its home, so between two free places a thread meets no other.
    fn collect_garbage(&self, active: usize, threads: usize) {
        let eviction = self.eviction(active);
        let threads = threads.min(active / MIN_PLACES_PER_THREAD).max(1);
        let control = self.control_bytes(active);
        let free_from = |place: usize| (place..active).find(|&place| control.is_free(place));
        let mut ends: Vec<usize> =
            (0..threads).filter_map(|i| free_from(active / threads * i)).collect();
        ends.dedup();
        self.filled.set(0);
        let Some(&first) = ends.first() else {
            // No place is free: one thread evicts, and begins to close the gaps at one.
            self.evict(0..active, active, eviction);
            let start = free_from(0).unwrap_or(0);
            return self.close_gaps(start + 1..start + 1 + active, active);
        };
        let next = ends.iter().skip(1).copied().chain([first + active]);
        let parts = ends.iter().zip(next).map(|(&free, next)| free + 1..next);
        run_in_parallel(parts, |part| {
            self.evict(part.clone(), active, eviction);
            self.close_gaps(part, active);
        });
    }

    /// The less valuable half, from a sample.
    fn eviction(&self, active: usize) -> Eviction {
        let step = (active / SAMPLE_ENTRIES).max(1);
        let entries = (0..active).step_by(step).filter_map(|place| self.slot(place).read());
        let mut sample: Vec<u16> = entries.map(|entry| entry.value()).collect();
        sample.sort_unstable();
        let median = sample.get(sample.len() / 2).copied().unwrap_or(0);
        let below = sample.partition_point(|&value| value < median);
        let at_median = sample.partition_point(|&value| value <= median) - below;
        let evicted_at_median = (sample.len() / 2).saturating_sub(below);
        Eviction { median, at_median, evicted_at_median }
    }

    /// Removes the less valuable half of these places, which wrap around at `active`.
    fn evict(&self, places: Range<usize>, active: usize, eviction: Eviction) {
        let Eviction { median, at_median, evicted_at_median } = eviction;
        let control = self.control_bytes(active);
        let mut due = 0;
        for place in places.map(|place| place % active).filter(|&place| !control.is_free(place)) {
            let slot = self.slot(place);
            let is_evicted = slot.read().is_none_or(|entry| {
                let value = entry.value();
                value < median
                    || value == median && {
                        due += evicted_at_median + usize::from(at_median == 0);
                        let is_due = due >= at_median;
                        due -= if is_due { at_median } else { 0 };
                        is_due
                    }
            });
            if is_evicted {
                slot.clear();
                control.release(place);
            }
        }
    }

    /// Moves the entries of these places, which wrap around at `active`, as near to their homes as
    /// possible.
    fn close_gaps(&self, places: Range<usize>, active: usize) {
        for place in places {
            if let Some(entry) = self.take(place % active) {
                self.insert(&entry, active, 0);
            }
        }
    }
}

/// The less valuable half of the entries: all below the median, and of those at the median
/// `evicted_at_median` out of every `at_median`, evenly spread.
#[derive(Clone, Copy)]
struct Eviction {
    median: u16,
    at_median: usize,
    evicted_at_median: usize,
}

/// Runs `work` on each part in a thread of its own, or in this one where the system gives no more.
fn run_in_parallel<T: Send>(
    parts: impl Iterator<Item = Range<usize>>,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let work = &work;
    thread::scope(|scope| {
        let spawn = |part: Range<usize>| {
            let own = part.clone();
            thread::Builder::new().spawn_scoped(scope, move || work(own)).map_err(|_| part)
        };
        let threads: Vec<_> = parts.map(spawn).collect();
        let results = threads.into_iter().map(|thread| match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(part) => work(part),
        });
        results.collect()
    })
}
