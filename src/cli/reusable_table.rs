//! The table of searches one after the other, kept from one to the next: to make a new one takes longer than a short
//! problem.

use crate::search::transposition_table::TranspositionTable;
use crate::solver;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The table, while no search uses it.
#[derive(Default)]
pub struct ReusableTable(Mutex<Option<IdleTable>>);

/// A table, and the bytes that its search may use for table and certificates together.
struct IdleTable {
    hash: usize,
    table: TranspositionTable,
}

impl ReusableTable {
    /// Does something with a table for a search that may use so many bytes, as the search before has left it if that
    /// might use as many. If the work breaks down the table is lost.
    pub fn with_table<R>(&self, hash: usize, work: impl FnOnce(&mut TranspositionTable) -> R) -> R {
        let mut table = self.take(hash);
        let result = work(&mut table);
        self.keep(hash, table);
        result
    }

    /// Has a table ready.
    pub fn prepare(&self, hash: usize) {
        self.with_table(hash, |_| ());
    }

    fn take(&self, hash: usize) -> TranspositionTable {
        let kept = self.kept().take().filter(|kept| kept.hash == hash);
        kept.map_or_else(|| solver::new_table(hash), |kept| kept.table)
    }

    fn keep(&self, hash: usize, table: TranspositionTable) {
        *self.kept() = Some(IdleTable { hash, table });
    }

    fn kept(&self) -> MutexGuard<'_, Option<IdleTable>> {
        // What is kept is whole, whoever held the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
