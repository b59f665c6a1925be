//! Tables that successive searches share. Allocating a table takes longer than solving a short
//! problem.

use crate::judge::CountingTables;
use crate::search::transposition_table::TranspositionTable;
use crate::solver;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The tables while no search uses them.
#[derive(Default)]
pub struct ReusableTable {
    idle: Mutex<Option<IdleTable>>,
    counting: Mutex<CountingTables>,
}

/// A table, and the bytes that its search may use for table and certificates together.
struct IdleTable {
    hash: usize,
    table: TranspositionTable,
}

impl ReusableTable {
    /// Calls `work` with a table for a search of `hash` bytes: the table of the search before if it
    /// had the same size. A panic in `work` loses the table.
    pub fn with_table<R>(&self, hash: usize, work: impl FnOnce(&mut TranspositionTable) -> R) -> R {
        let mut table = self.take(hash);
        let result = work(&mut table);
        self.keep(hash, table);
        result
    }

    /// The tables for lengths by the composers' count.
    pub fn counting_tables(&self) -> MutexGuard<'_, CountingTables> {
        self.counting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Allocates the table for searches of `hash` bytes.
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
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
