//! Judging: is a problem sound?

use super::cancel::{CancelToken, ProgressListener, Session};
use super::clock::Clock;
use super::listener::SharedListener;
use super::solver::MIN_HASH_BYTES;
use crate::judge::{self, AuthorClaims, CountingConvention, JudgeConfig, SoundnessReport};
use crate::position::{Move, Problem};
use crate::search::Progress;
use std::sync::Arc;
use std::time::Duration;

/// Judges problems as composers do: cooks, leftovers, duals, pieces that are not needed.
///
/// Defaults: one thread, 256 MiB, no limits, interpositions as composers count them.
///
/// # Examples
/// ```
/// use tsume::{Analyzer, SoundnessClass, Variant};
///
/// let shogi = Variant::shogi();
/// let problem = shogi.problem("9/8k/6B2/9/9/9/9/9/9 b GS2rb3g3s4n4l18p 1")?;
/// let report = Analyzer::new().hash(32 << 20).nodes(100_000).analyze(&problem);
/// // One solution, and nothing stays in hand.
/// assert_eq!(report.class, SoundnessClass::CompletelyLimited);
/// # Ok::<(), tsume::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Analyzer {
    config: JudgeConfig,
    claims: AuthorClaims,
    cancel: CancelToken,
    listener: Option<SharedListener<ProgressListener>>,
}

impl Analyzer {
    /// An analyzer with the defaults.
    pub fn new() -> Analyzer {
        let config = JudgeConfig { check_verdict: true, ..JudgeConfig::default() };
        Analyzer { config, ..Analyzer::default() }
    }

    /// Number of threads, 1 or more; 0 counts as 1. Default: 1.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Analyzer {
        self.config.threads = threads.max(1);
        self
    }

    /// Size of all tables together, in bytes. Default: 256 MiB.
    #[must_use]
    pub fn hash(mut self, bytes: usize) -> Analyzer {
        self.config.hash_bytes = bytes.max(MIN_HASH_BYTES);
        self
    }

    /// Time for all questions about the problem together. Default: no limit.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Analyzer {
        self.config.limits.time = Some(time);
        self
    }

    /// Nodes for all questions about the problem together. Default: no limit.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Analyzer {
        self.config.limits.nodes = Some(nodes);
        self
    }

    /// Which interpositions count for class, flaws and main lines. Default:
    /// [`CountingConvention::Composers`].
    #[must_use]
    pub fn count(mut self, count: CountingConvention) -> Analyzer {
        self.config.count = count;
        self
    }

    /// The author's line, to compare with the main lines.
    ///
    /// # Examples
    /// ```
    /// let shogi = tsume::Variant::shogi();
    /// let problem = shogi.problem("9/8k/6B2/9/9/9/9/9/9 b GS2rb3g3s4n4l18p 1")?;
    /// let line = ["S*2a", "1b2a", "G*2b"].map(|text| shogi.parse_move(text)).into_iter();
    /// let line = line.collect::<Result<_, _>>()?;
    /// let report = tsume::Analyzer::new().hash(32 << 20).author_solution(line).nodes(100_000).analyze(&problem);
    /// assert_eq!(report.solution_agrees, tsume::judge::Finding::Yes);
    /// # Ok::<(), tsume::Error>(())
    /// ```
    #[must_use]
    pub fn author_solution(mut self, line: Vec<Move>) -> Analyzer {
        self.claims.solution = line;
        self
    }

    /// Levels of variations in [`SoundnessReport::solution`]: 1 is defences against the main line, 2
    /// also defences against those variations, and so on. Default: 0, no solution tree.
    #[must_use]
    pub fn variations(mut self, levels: u16) -> Analyzer {
        self.config.variation_levels = levels;
        self
    }

    /// A function to call with the progress of the searches, every few thousand nodes.
    #[must_use]
    pub fn on_progress(mut self, listener: impl Fn(&Progress) + Send + Sync + 'static) -> Analyzer {
        self.listener = Some(SharedListener(Arc::new(Box::new(listener))));
        self
    }

    /// A token that ends the analysis from another thread; what is open then stays open.
    #[must_use]
    pub fn cancel(mut self, token: &CancelToken) -> Analyzer {
        self.cancel = token.clone();
        self
    }

    /// Judges a problem. Blocks until everything is settled, a limit is reached, or the token is
    /// cancelled.
    pub fn analyze(&self, problem: &Problem) -> SoundnessReport {
        let listener = self.listener.as_ref().map(|listener| &*listener.0);
        let session = Session { start: Clock::start(), cancel: &self.cancel, listener };
        judge::judge(problem, &self.claims, &self.config, &session)
    }
}
