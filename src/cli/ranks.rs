//! The processes of an MPI job that take part in a run: none, but in `tsume-mpi`.
//!
//! | command | problems | what the ranks do |
//! | --- | --- | --- |
//! | `solve` | fewer than ranks | all work on one problem, one problem after another |
//! | | as many as ranks, or more | each solves whole problems |
//! | `analyze` | any number | each answers hard questions of the judge |
//!
//! The judge works on as many problems at a time as there are ranks.

use super::batch::ResourceBudget;
use crate::cluster::{self, Cluster, JudgeAssistant, WorkerPool};
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
        team.become_pool();
        // Each process has the whole memory.
        let hash = budget.hash.saturating_mul(team.workers);
        ResourceBudget { threads: team.workers, hash }
    }

    /// The budget to judge `problems` problems: with ranks, one thread for each problem that is
    /// judged at a time. The judge has the memory of rank 0.
    pub fn judging_budget(&self, budget: ResourceBudget, problems: usize) -> ResourceBudget {
        let Some(team) = &self.0 else { return budget };
        team.become_pool();
        ResourceBudget { threads: team.workers.min(problems).max(1), ..budget }
    }

    /// An observer like `observer`, with which the judge has the ranks answer questions. Each of
    /// them has `hash` bytes.
    pub fn assistant<'a>(
        &'a self,
        observer: &'a dyn SearchObserver,
        hash: usize,
    ) -> JudgeAssistant<'a, 'static> {
        let pool = self.0.as_ref().and_then(|team| team.pool.get());
        JudgeAssistant { pool, observer, hash, min_nodes: JudgeAssistant::MIN_NODES }
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

impl Team {
    /// Gives whole problems and questions to the workers from now on, instead of jobs.
    fn become_pool(&self) {
        let cluster = self.cluster.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(cluster) = cluster {
            let _ = self.pool.set(cluster.into_pool());
        }
    }
}
