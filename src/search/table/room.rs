//! Making room: the part of the array in use grows, or the lesser half of the entries is forgotten. Both are done in
//! place and by as many threads as search, since all of them wait for it.

use super::entry::Entry;
use super::tags::GROUP;
use super::{BYTES, Table, WORDS, memory};
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

/// Parts of so many bytes are asked for in large pages. A search that has come so far mostly has long to go; for
/// less, to clear large pages costs about what they save.
const VAST: usize = 512 << 20;
/// Places that are not worth a thread of their own.
const LITTLE: usize = 1 << 11;
/// Entries that are looked at to tell which half is the lesser.
const SAMPLE: usize = 20_000;

impl Table {
    /// Grows or forgets, with as many threads as search; all must have let go of [`Table::enter`]. Does nothing
    /// if another thread has just made room. True if entries were forgotten.
    pub fn make_room(&self, threads: usize) -> bool {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.is_crowded() {
            return false;
        }
        let _alone = self.rebuild.write().unwrap_or_else(PoisonError::into_inner);
        let active = self.active.load(Relaxed);
        if active < self.capacity {
            self.grow(active, active.saturating_mul(4).min(self.capacity), threads);
            return false;
        }
        self.collect(active, threads);
        self.collections.fetch_add(1, Relaxed);
        true
    }

    /// Spreads everything over a larger part of the array, in place. Homes move up and keep their order, so from
    /// the end on an entry mostly finds its new place where nothing is to be moved any more; the few that do
    /// not, wait.
    fn grow(&self, old: usize, new: usize, threads: usize) {
        if (new - old) * BYTES >= VAST {
            let word = |index: usize| self.offset + index * WORDS;
            memory::want_large_pages(&self.words[old / GROUP..new / GROUP]);
            memory::want_large_pages(&self.words[word(old)..word(new)]);
        }
        self.active.store(new, Relaxed);
        self.filled.set(0);
        let mut waiting = Vec::new();
        let mut end = old;
        if threads > 1 {
            // What stands from a start on all goes to where nothing stands, so threads do not meet.
            while let start = (end as u128 * old as u128 / new as u128) as usize + 1
                && end.saturating_sub(start) >= LITTLE
            {
                let length = (end - start).div_ceil(threads);
                let parts = (start..end).step_by(length).map(|from| from..end.min(from + length));
                let rest = side_by_side(parts, |part| self.spread(part, new, end));
                waiting.extend(rest.into_iter().flatten());
                end = start;
            }
        }
        waiting.extend(self.spread(0..end, new, 0));
        for entry in waiting {
            self.insert(&entry, new, 0);
        }
    }

    /// Moves what stands in these places to where it belongs, if that is after them and not before `start`.
    /// Returns the rest.
    fn spread(&self, places: Range<usize>, active: usize, start: usize) -> Vec<Entry> {
        let mut waiting = Vec::new();
        for place in places.rev() {
            if let Some(entry) = self.take(place)
                && !self.insert(&entry, active, start.max(place))
            {
                waiting.push(entry);
            }
        }
        waiting
    }

    /// Takes what stands at a place.
    fn take(&self, place: usize) -> Option<Entry> {
        let tags = self.tags(self.active.load(Relaxed));
        if tags.is_free(place) {
            return None;
        }
        tags.release(place);
        self.slot(place).take()
    }

    /// Puts an entry in its place, while no other thread puts one there; false if its home or that place lies
    /// before `start`.
    pub(super) fn insert(&self, entry: &Entry, active: usize, start: usize) -> bool {
        let (tags, home) = (self.tags(active), Table::home(entry.key, active));
        let mut run = tags.run(entry.key, home);
        run.by_ref().for_each(drop);
        let place = run.free().filter(|&place| home >= start && place >= start);
        let Some(place) = place.filter(|&place| tags.claim(place, entry.key)) else { return false };
        self.slot(place).write(entry);
        self.filled.add(1);
        true
    }

    /// Forgets the lesser half and closes the gaps. No entry stands beyond a free place from its home, so between
    /// two free places a thread meets no other.
    fn collect(&self, active: usize, threads: usize) {
        let lesser = self.lesser(active);
        let threads = threads.min(active / LITTLE).max(1);
        let tags = self.tags(active);
        let free_from = |place: usize| (place..active).find(|&place| tags.is_free(place));
        let mut ends: Vec<usize> =
            (0..threads).filter_map(|i| free_from(active / threads * i)).collect();
        ends.dedup();
        self.filled.set(0);
        let Some(&first) = ends.first() else {
            // All full: one thread forgets, and begins to close the gaps at one.
            self.forget(0..active, active, lesser);
            let start = free_from(0).unwrap_or(0);
            return self.close_gaps(start + 1..start + 1 + active, active);
        };
        let next = ends.iter().skip(1).copied().chain([first + active]);
        let parts = ends.iter().zip(next).map(|(&free, next)| free + 1..next);
        side_by_side(parts, |part| {
            self.forget(part.clone(), active, lesser);
            self.close_gaps(part, active);
        });
    }

    /// Which entries are the lesser half, by a sample.
    fn lesser(&self, active: usize) -> Lesser {
        let step = (active / SAMPLE).max(1);
        let entries = (0..active).step_by(step).filter_map(|place| self.slot(place).read());
        let mut sample: Vec<u16> = entries.map(|entry| entry.worth()).collect();
        sample.sort_unstable();
        let limit = sample.get(sample.len() / 2).copied().unwrap_or(0);
        let below = sample.partition_point(|&worth| worth < limit);
        let equal = sample.partition_point(|&worth| worth <= limit) - below;
        Lesser { limit, equal, due: (sample.len() / 2).saturating_sub(below) }
    }

    /// Takes the lesser half of these places, which go on at the first one after the last.
    fn forget(&self, places: Range<usize>, active: usize, lesser: Lesser) {
        let Lesser { limit, equal, due } = lesser;
        let tags = self.tags(active);
        let mut turn = 0;
        for place in places.map(|place| place % active).filter(|&place| !tags.is_free(place)) {
            let slot = self.slot(place);
            let forget = slot.read().is_none_or(|entry| {
                let worth = entry.worth();
                worth < limit
                    || worth == limit && {
                        turn += due + usize::from(equal == 0);
                        let is_due = turn >= equal;
                        turn -= if is_due { equal } else { 0 };
                        is_due
                    }
            });
            if forget {
                slot.clear();
                tags.release(place);
            }
        }
    }

    /// Moves what stands in these places as near to its home as it can.
    fn close_gaps(&self, places: Range<usize>, active: usize) {
        for place in places {
            if let Some(entry) = self.take(place % active) {
                self.insert(&entry, active, 0);
            }
        }
    }
}

/// The lesser half: what is worth less than a limit, and of what is worth as much, by turns, so many of those
/// equal.
#[derive(Clone, Copy)]
struct Lesser {
    limit: u16,
    equal: usize,
    due: usize,
}

/// Does parts of a work side by side, each in a thread of its own, or here where the system gives no more.
fn side_by_side<T: Send>(
    parts: impl Iterator<Item = Range<usize>>,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let work = &work;
    thread::scope(|scope| {
        let begin = |part: Range<usize>| {
            let own = part.clone();
            thread::Builder::new().spawn_scoped(scope, move || work(own)).map_err(|_| part)
        };
        let threads: Vec<_> = parts.map(begin).collect();
        let done = threads.into_iter().map(|thread| match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(part) => work(part),
        });
        done.collect()
    })
}
