//! The processes of an MPI job that take part in a run: none, but in `tsume-mpi`.
//!
//! | problems | what the ranks do |
//! | --- | --- |
//! | fewer than ranks | all work on one problem, one problem after another |
//! | as many as ranks, or more | each solves whole problems |

use super::batch::ResourceBudget;
use crate::cluster::{self, Cluster, WorkerPool};
use crate::judge::CountingConfig;
use crate::position::Problem;
use crate::search::SearchObserver;
use crate::search::transposition_table::TranspositionTable;
use crate::solver::{self, Solution, SolverConfig, ThreadBudget};
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The other processes of the run.
#[derive(Clone, Default)]
pub struct Ranks(Option<Arc<Team>>);

/// The workers: together until there is a set.
struct Team {
    workers: usize,
    cluster: Mutex<Option<Cluster<'static>>>,
    pool: OnceLock<WorkerPool<'static>>,
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ranks({})", self.0.as_ref().map_or(0, |team| team.workers))
    }
}

#[cfg_attr(not(feature = "mpi"), allow(dead_code, reason = "only `tsume-mpi` has ranks"))]
impl Ranks {
    /// The ranks of a cluster.
    pub fn of(cluster: Cluster<'static>) -> Ranks {
        let workers = cluster.workers();
        let cluster = Mutex::new(Some(cluster));
        Ranks(Some(Arc::new(Team { workers, cluster, pool: OnceLock::new() })))
    }

    /// The budget for `problems` problems: with ranks, one thread for each rank that solves whole
    /// problems, or one for all.
    pub fn budget(&self, budget: ResourceBudget, problems: usize) -> ResourceBudget {
        let Some(team) = &self.0 else { return budget };
        if problems < team.workers && team.pool.get().is_none() {
            return ResourceBudget { threads: 1, ..budget };
        }
        let cluster = team.cluster.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(cluster) = cluster {
            let _ = team.pool.set(cluster.into_pool());
        }
        // Each process has the whole memory.
        let hash = budget.hash.saturating_mul(team.workers);
        ResourceBudget { threads: team.workers, hash }
    }

    /// The solution by another process, if the ranks solve whole problems and one is left.
    pub fn delegate(
        &self,
        problem: &Problem,
        config: &SolverConfig,
        counting: &CountingConfig,
        observer: &dyn SearchObserver,
    ) -> Option<Solution> {
        self.0.as_ref()?.pool.get()?.solve(problem, config, counting, observer)
    }

    /// [`solver::resume`], with the help of all ranks.
    pub fn resume(
        &self,
        problem: &Problem,
        config: &SolverConfig,
        threads: &dyn ThreadBudget,
        table: &mut TranspositionTable,
        observer: &dyn SearchObserver,
    ) -> Solution {
        if let Some(team) = &self.0 {
            let mut cluster = team.cluster.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(cluster) = cluster.as_mut() {
                return cluster::solve(problem, config, cluster, table, observer);
            }
        }
        solver::resume(problem, config, threads, table, observer)
    }

    /// Tells all ranks that no more work will come.
    pub fn quit(&self) {
        let Some(team) = &self.0 else { return };
        if let Some(pool) = team.pool.get() {
            pool.quit();
        }
        let mut cluster = team.cluster.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cluster) = cluster.as_mut() {
            cluster.quit();
        }
    }
}
