//! The table of the searches, kept from one to the next: to make a new one takes longer than a short problem.

use crate::search::table::Table;
use crate::soundness::solve;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What no search uses at the moment.
#[derive(Default)]
pub struct Memory(Mutex<Option<Kept>>);

/// A table, and the bytes that its search may use for table and certificates together.
struct Kept {
    hash: usize,
    table: Table,
}

impl Memory {
    /// A table for a search that may use so many bytes: the one that was kept, if it is for as many.
    pub fn take(&self, hash: usize) -> Table {
        let kept = self.kept().take().filter(|kept| kept.hash == hash);
        kept.map_or_else(|| solve::table(hash), |kept| kept.table)
    }

    /// Keeps a table for the next search.
    pub fn keep(&self, hash: usize, table: Table) {
        *self.kept() = Some(Kept { hash, table });
    }

    /// Has a table ready.
    pub fn prepare(&self, hash: usize) {
        let table = self.take(hash);
        self.keep(hash, table);
    }

    fn kept(&self) -> MutexGuard<'_, Option<Kept>> {
        // A table is whole whoever has dropped the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
