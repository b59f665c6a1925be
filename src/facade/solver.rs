//! Solving: a builder with the defaults that most callers want.

use super::cancel::{CancelToken, ProgressListener, Session};
use super::clock::Clock;
use super::stepped_search::SteppedSearch;
use crate::judge::{CountRequest, CountingConfig, CountingEffort, CountingTables, count_mate};
use crate::position::Problem;
use crate::proof::certificate::Certificate;
use crate::proof::checker::{self, Rejection};
use crate::search::Progress;
use crate::solver::{self, SolverConfig};
use crate::solver::{Certify, Solution};
use std::time::Duration;

/// Smallest size of the tables, in bytes.
pub(super) const MIN_HASH_BYTES: usize = 1 << 20;

/// Solves problems: proves a mate or its absence, with a certificate that the checker has accepted.
///
/// | setting | default |
/// | --- | --- |
/// | [`threads`](Solver::threads) | 1, which makes every run the same |
/// | [`hash`](Solver::hash) | 256 MiB |
/// | [`time`](Solver::time), [`nodes`](Solver::nodes), [`depth`](Solver::depth) | no limit |
/// | [`shortest`](Solver::shortest) | yes: the length is proved shortest |
/// | [`certify`](Solver::certify) | the verdict |
/// | [`count`](Solver::count) | both: the proved length, and the composers' if a budget settles it |
///
/// # Examples
/// ```
/// use tsume::{Solver, Variant, Verdict};
///
/// let shogi = Variant::shogi();
/// let problem = shogi.problem("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
/// let solution = Solver::new().hash(16 << 20).solve(&problem);
/// match solution.verdict {
///     Verdict::Mate { plies, line, .. } => {
///         assert_eq!((plies, shogi.move_text(line[0])), (1, "G*1b".to_owned()));
///     }
///     Verdict::NoMate { .. } => unreachable!("a gold in front of the king mates"),
///     Verdict::Unknown(reason) => println!("undecided: {reason:?}"),
/// }
/// # Ok::<(), tsume::Error>(())
/// ```
///
/// Cancelled from another thread, a search returns `unknown`:
/// ```
/// use tsume::{CancelToken, Solver, Variant, Verdict};
///
/// // Shogi Zukou no. 8, which takes a minute.
/// let shogi = Variant::shogi();
/// let problem = shogi.problem("1gn2+r1n1/1s1knPg2/+R1L1s1+BS1/1s1+B1N3/4P+pP2/9/9/9/9 b P2g3l13p 1")?;
/// let cancel = CancelToken::new();
/// cancel.cancel();
/// let solution = Solver::new().hash(16 << 20).cancel(&cancel).solve(&problem);
/// assert!(matches!(solution.verdict, Verdict::Unknown(_)));
/// # Ok::<(), tsume::Error>(())
/// ```
#[derive(Default)]
pub struct Solver {
    config: SolverConfig,
    count: CountRequest,
    cancel: CancelToken,
    listener: Option<ProgressListener>,
}

impl Solver {
    /// A solver with the defaults.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Number of threads, 1 or more; 0 counts as 1. Default: 1. More threads visit other nodes in
    /// every run; the verdict and the shortest length do not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Solver {
        self.config.threads = threads.max(1);
        self
    }

    /// Size of the transposition table and the certificates together, in bytes, 1 MiB or more.
    /// Default: 256 MiB.
    #[must_use]
    pub fn hash(mut self, bytes: usize) -> Solver {
        self.config.hash = bytes.max(MIN_HASH_BYTES);
        self
    }

    /// Time for the search. Certificates and their check may take half of it more, and at least 2
    /// s. Default: no limit.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Solver {
        self.config.limits.time = Some(time);
        self
    }

    /// Number of nodes, over all threads. Default: no limit.
    ///
    /// # Examples
    /// ```
    /// use tsume::{Solver, StopReason, Verdict};
    ///
    /// let problem = tsume::Variant::shogi().problem("1gn2+r1n1/1s1knPg2/+R1L1s1+BS1/1s1+B1N3/4P+pP2/9/9/9/9 b P2g3l13p 1")?;
    /// let solution = Solver::new().hash(16 << 20).nodes(10_000).solve(&problem);
    /// assert_eq!(solution.verdict, Verdict::Unknown(StopReason::Nodes));
    /// # Ok::<(), tsume::Error>(())
    /// ```
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Solver {
        self.config.limits.nodes = Some(nodes);
        self
    }

    /// Longest mate to look for, in plies, 1 or more. Default: no limit.
    ///
    /// # Examples
    /// ```
    /// use tsume::{Solver, StopReason, Verdict};
    ///
    /// let problem = tsume::Variant::shogi().problem("4k4/9/9/9/9/9/9/9/5R3 b r2b4g4s4n4l18p 1")?;
    /// let solution = Solver::new().hash(16 << 20).depth(1).solve(&problem);
    /// assert_eq!(solution.verdict, Verdict::Unknown(StopReason::Depth));
    /// assert_eq!(solution.no_mate_within, Some(1));
    /// # Ok::<(), tsume::Error>(())
    /// ```
    #[must_use]
    pub fn depth(mut self, plies: u16) -> Solver {
        self.config.limits.depth = Some(plies.max(1));
        self
    }

    /// Whether to go on after the first proof until the length is proved shortest. Default: true.
    #[must_use]
    pub fn shortest(mut self, shortest: bool) -> Solver {
        self.config.shortest = shortest;
        self.config.main_line = shortest;
        self
    }

    /// What the checker must accept before it is reported. Default: [`Certify::Verdict`].
    ///
    /// # Examples
    /// ```
    /// use tsume::{Certify, Solver};
    ///
    /// let problem = tsume::Variant::shogi().problem("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
    /// let solution = Solver::new().hash(16 << 20).certify(Certify::Length).solve(&problem);
    /// assert!(solution.checked);
    /// # Ok::<(), tsume::Error>(())
    /// ```
    #[must_use]
    pub fn certify(mut self, certify: Certify) -> Solver {
        self.config.certify = certify;
        self
    }

    /// Which interpositions count for the length. [`Verdict::Mate`](crate::Verdict::Mate) always
    /// says the proved length, for which every interposition counts; [`Solution::composers`] says
    /// the composers' length, which rests on the search. Default: [`CountRequest::Both`].
    ///
    /// # Examples
    /// ```
    /// use tsume::{CountRequest, Solver, Variant, Verdict};
    ///
    /// // A rook on the first rank checks from afar; what is dropped between can be taken.
    /// let problem = Variant::shogi().problem("3+R3nk/8p/7P1/9/9/9/9/9/8B b rb4g4s3n4l16p 1")?;
    /// let solver = Solver::new().hash(64 << 20).count(CountRequest::Composers);
    /// let solution = solver.solve(&problem);
    /// let composers = solution.composers.expect("a mate in a game with drops");
    /// assert_eq!((composers.plies, composers.is_settled), (1, true));
    /// let Verdict::Mate { plies, .. } = solution.verdict else { unreachable!("a mate") };
    /// assert!(plies > 1);
    /// # Ok::<(), tsume::Error>(())
    /// ```
    #[must_use]
    pub fn count(mut self, count: CountRequest) -> Solver {
        self.count = count;
        self
    }

    /// A token that ends the search from another thread.
    #[must_use]
    pub fn cancel(mut self, token: &CancelToken) -> Solver {
        self.cancel = token.clone();
        self
    }

    /// A function to call with the progress of the search, every few thousand nodes.
    ///
    /// # Examples
    /// ```
    /// let problem = tsume::Variant::shogi().problem("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
    /// let solver = tsume::Solver::new().hash(16 << 20).on_progress(|progress| println!("{}", progress.nodes));
    /// assert!(solver.solve(&problem).checked);
    /// # Ok::<(), tsume::Error>(())
    /// ```
    #[must_use]
    pub fn on_progress(mut self, listener: impl Fn(&Progress) + Send + Sync + 'static) -> Solver {
        self.listener = Some(Box::new(listener));
        self
    }

    /// Starts a search that [`SteppedSearch::step`] advances, with one thread, whatever
    /// [`Solver::threads`] says. The token and the function for progress have no part in it.
    ///
    /// # Examples
    /// ```
    /// use tsume::{SearchStatus, Solver, Variant};
    ///
    /// let problem = Variant::shogi().problem("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
    /// let mut search = Solver::new().hash(16 << 20).start(&problem);
    /// let solution = loop {
    ///     if let SearchStatus::Finished(solution) = search.step(100) {
    ///         break solution;
    ///     }
    /// };
    /// assert!(solution.checked);
    /// # Ok::<(), tsume::Error>(())
    /// ```
    pub fn start(&self, problem: &Problem) -> SteppedSearch {
        SteppedSearch::new(problem, &self.config, self.counting(1))
    }

    fn counting(&self, threads: usize) -> CountingConfig {
        CountingConfig {
            request: self.count,
            effort: CountingEffort::Shared,
            threads,
            hash_bytes: self.config.hash,
            limits: self.config.limits,
        }
    }

    /// Solves a problem. Blocks until it is decided, a limit is reached, or the token is cancelled.
    pub fn solve(&self, problem: &Problem) -> Solution {
        let session = Session {
            start: Clock::start(),
            cancel: &self.cancel,
            listener: self.listener.as_ref(),
        };
        let (config, mut table) = (&self.config, solver::new_table(self.config.hash));
        let mut solution =
            solver::solve_with(problem, config, &config.threads, &mut table, &session);
        let counting = self.counting(config.threads);
        let mut tables = CountingTables::default();
        let counted = count_mate(problem, &solution, &counting, &mut tables, &table, &session);
        solution.add_composers(counted);
        solution
    }
}

/// Replays a certificate with the referee, on one thread. Only what this accepts is proved.
///
/// # Errors
/// What is wrong with the certificate.
///
/// # Examples
/// ```
/// use tsume::{Certificate, Solver, Variant, verify_certificate};
///
/// let problem = Variant::shogi().problem("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
/// let solution = Solver::new().hash(16 << 20).solve(&problem);
/// let certificate: &Certificate = &solution.certificates[0];
/// assert_eq!(verify_certificate(certificate).unwrap().plies(), Some(1));
/// # Ok::<(), tsume::Error>(())
/// ```
pub fn verify_certificate(certificate: &Certificate) -> Result<checker::VerifiedClaim, Rejection> {
    checker::verify(certificate, 1, &|| false)
}
