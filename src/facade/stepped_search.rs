//! A search that runs in steps, for callers that must not block.

use crate::judge::{CountingConfig, CountingTables, count_mate};
use crate::position::{Move, Problem};
use crate::search::step_budget::StepBudget;
use crate::search::{Phase, Progress, SearchObserver};
use crate::solver::{self, ProvedMate, Solution, SolverConfig, ends_in_mate};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// A search that [`step`](SteppedSearch::step) advances by some nodes at a time: for browsers,
/// graphical programs and engines. It needs no thread and no clock.
///
/// [`Solver::start`](crate::Solver::start) makes one. The verdict, the length and the visited nodes
/// are those of [`Solver::solve`](crate::Solver::solve) with one thread, whatever the steps, unless
/// the table is too small for the search; then the nodes may differ. Everything runs in steps: the
/// search, the search for shorter mates, writing the certificate, its check, the main line. Only
/// the [composers' length](crate::Solver::count) is counted in one step, the last, with at most
/// [`COUNTING_BUDGET_NODES`](crate::judge::COUNTING_BUDGET_NODES) nodes by default. To drop the
/// object ends the search.
///
/// # Examples
/// ```
/// use tsume::{CountRequest, SearchStatus, Solver, Variant, Verdict};
///
/// // Shogi Zukou no. 2.
/// let problem = Variant::shogi()
///     .problem("9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1")?;
/// let mut search = Solver::new().hash(32 << 20).count(CountRequest::Every).start(&problem);
/// let solution = loop {
///     match search.step(10_000) {
///         SearchStatus::Running(progress) => println!("{} nodes", progress.nodes),
///         SearchStatus::Finished(solution) => break solution,
///     }
///     // Here the caller handles its events, and may call `search.stop()`.
/// };
/// assert!(matches!(solution.verdict, Verdict::Mate { shortest: true, .. }));
/// # Ok::<(), tsume::Error>(())
/// ```
pub struct SteppedSearch {
    state: State,
    control: Arc<StepControl>,
}

/// State of a search after a step.
#[derive(Clone, Debug)]
pub enum SearchStatus {
    /// Not finished; the next step continues it.
    Running(Progress),
    /// Finished; further steps return the same.
    Finished(Box<Solution>),
}

enum State {
    Running(Pin<Box<dyn Future<Output = Solution> + Send>>),
    Finished(Box<Solution>),
}

/// Data that the search and its caller share.
struct StepControl {
    problem: Problem,
    budget: StepBudget,
    is_stopped: AtomicBool,
    /// The time that the caller has told.
    elapsed: Mutex<Duration>,
    progress: Mutex<Progress>,
    watches_mates: AtomicBool,
    mate: Mutex<Option<ProvedMate>>,
}

impl SteppedSearch {
    pub(super) fn new(
        problem: &Problem,
        config: &SolverConfig,
        counting: CountingConfig,
    ) -> SteppedSearch {
        let control = Arc::new(StepControl {
            problem: problem.clone(),
            budget: StepBudget::default(),
            is_stopped: AtomicBool::new(false),
            elapsed: Mutex::new(Duration::ZERO),
            progress: Mutex::new(Progress {
                phase: Phase::Deciding,
                nodes: 0,
                proof: 1,
                disproof: 1,
                hash_used: 0.0,
                elapsed: Duration::ZERO,
                line: Vec::new(),
            }),
            watches_mates: AtomicBool::new(false),
            mate: Mutex::new(None),
        });
        let (problem, observer) = (problem.clone(), Arc::clone(&control));
        let config = SolverConfig { threads: 1, ..config.clone() };
        let table = solver::new_table(config.hash);
        let search = async move {
            let observer: &StepControl = &observer;
            let mut solution =
                solver::resume_in_steps(&problem, &config, &1, &table, observer).await;
            let mut tables = CountingTables::default();
            let counted = count_mate(&problem, &solution, &counting, &mut tables, &table, observer);
            solution.add_composers(counted);
            solution
        };
        SteppedSearch { state: State::Running(Box::pin(search)), control }
    }

    /// Advances the search by about `nodes` nodes; 0 counts as 1. A step visits at least one node,
    /// with the tests of its moves, and may exceed its nodes by as many.
    pub fn step(&mut self, nodes: u64) -> SearchStatus {
        if let State::Running(search) = &mut self.state {
            self.control.budget.grant(nodes);
            match search.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                Poll::Pending => return SearchStatus::Running(self.control.progress().clone()),
                Poll::Ready(solution) => self.state = State::Finished(Box::new(solution)),
            }
        }
        match &self.state {
            State::Finished(solution) => SearchStatus::Finished(solution.clone()),
            State::Running(_) => SearchStatus::Running(self.control.progress().clone()),
        }
    }

    /// Ends the search: the following steps write down and check what it has proved by now, and
    /// return that; without a proof, the next step returns
    /// [`StopReason::Interrupt`](crate::StopReason::Interrupt).
    pub fn stop(&self) {
        self.control.is_stopped.store(true, Relaxed);
    }

    /// From now on the checker replays each mate as soon as the search finds it, for
    /// [`SteppedSearch::proved_mate`]. That takes time, and no nodes.
    ///
    /// # Examples
    /// ```
    /// use tsume::{CountRequest, SearchStatus, Solver, Variant};
    ///
    /// let problem = Variant::shogi()
    ///     .problem("9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1")?;
    /// let mut search = Solver::new().hash(32 << 20).count(CountRequest::Every).start(&problem);
    /// search.watch_mates();
    /// while search.proved_mate().is_none() {
    ///     assert!(matches!(search.step(1000), SearchStatus::Running(_)));
    /// }
    /// let mate = search.proved_mate().expect("a mate, perhaps not the shortest");
    /// assert!(mate.plies >= 21 && mate.line.len() <= usize::from(mate.plies));
    /// # Ok::<(), tsume::Error>(())
    /// ```
    pub fn watch_mates(&self) {
        self.control.watches_mates.store(true, Relaxed);
    }

    /// The last mate that the checker has accepted, while the search looks for a shorter one; none
    /// without [`SteppedSearch::watch_mates`].
    pub fn proved_mate(&self) -> Option<ProvedMate> {
        self.control.mate.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells the search the time since its start. [`Solver::time`](crate::Solver::time) and
    /// [`Progress::elapsed`] go by it; without it, the search knows no time.
    pub fn set_elapsed(&self, elapsed: Duration) {
        *self.control.elapsed.lock().unwrap_or_else(PoisonError::into_inner) = elapsed;
    }
}

impl std::fmt::Debug for SteppedSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SteppedSearch").field("progress", &*self.control.progress()).finish()
    }
}

impl StepControl {
    fn progress(&self) -> std::sync::MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SearchObserver for StepControl {
    fn elapsed(&self) -> Duration {
        *self.elapsed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn should_stop(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }

    fn on_progress(&self, progress: &Progress) {
        let mut shown = self.progress();
        // Work after the search has no numbers and no line of its own, and few nodes.
        let is_search = progress.nodes >= shown.nodes;
        if is_search {
            *shown = progress.clone();
        } else {
            (shown.phase, shown.elapsed) = (progress.phase, progress.elapsed);
        }
    }

    fn wants_mates(&self) -> bool {
        self.watches_mates.load(Relaxed)
    }

    fn on_mate(&self, plies: u16, shortest: bool, line: &[Move]) {
        if ends_in_mate(&self.problem, line) {
            let mate = ProvedMate { line: line.to_vec(), plies, shortest };
            *self.mate.lock().unwrap_or_else(PoisonError::into_inner) = Some(mate);
        }
    }

    fn step_budget(&self) -> Option<&StepBudget> {
        Some(&self.budget)
    }
}
