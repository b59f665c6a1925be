//! Generating: sound problems of given lengths.

use super::cancel::CancelToken;
use super::clock::Clock;
use super::listener::SharedListener;
use super::{Error, Variant};
use crate::generator::archive::Archive;
use crate::generator::stats::CampaignStats;
use crate::generator::{
    Campaign, CampaignConfig, CampaignGoals, CampaignObserver, CampaignState, MAX_LENGTH_PLIES,
    PieceConstraints, ProblemRecord, ProblemSpace,
};
use crate::messages::tr;
use crate::notation::usi;
use crate::position::{Forcing, Move, Problem};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

/// Generates sound problems: one solution, no leftover, no piece that is not needed. The checker
/// has accepted a certificate of each.
///
/// | setting | default |
/// | --- | --- |
/// | [`lengths`](Generator::lengths) | 3 to 5 plies |
/// | [`count`](Generator::count) | 1 |
/// | [`seed`](Generator::seed) | 1 |
/// | [`threads`](Generator::threads) | 1, which makes every run the same |
/// | [`themes`](Generator::themes) | any |
/// | [`time`](Generator::time), [`nodes`](Generator::nodes) | no limit |
///
/// # Examples
/// ```
/// use tsume::{Generator, Variant};
///
/// let minishogi = Variant::named("minishogi")?;
/// let problems = Generator::new(&minishogi).lengths(3..=3).count(2).seed(7).generate()?;
/// assert_eq!(problems.len(), 2);
/// assert!(problems.iter().all(|generated| generated.line.len() == 3));
/// # Ok::<(), tsume::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    variant: Variant,
    forcing: Forcing,
    plies: RangeInclusive<u16>,
    count: usize,
    seed: u64,
    threads: usize,
    time: Option<Duration>,
    nodes: Option<u64>,
    themes: Vec<String>,
    cancel: CancelToken,
    listener: Option<SharedListener<GenerationListener>>,
}

/// Called with the number of problems found and of positions tried.
type GenerationListener = dyn Fn(usize, u64) + Send + Sync;

/// A generated problem with its solution.
#[derive(Clone, Debug)]
pub struct GeneratedProblem {
    /// Name: variant, length and a hash of the line. Problems with the same line have the same
    /// name.
    pub id: String,
    /// The problem.
    pub problem: Problem,
    /// Its only solution, attacker's and defender's moves in turn.
    pub line: Vec<Move>,
    /// Names of its themes, such as `sacrifice`.
    pub themes: Vec<String>,
    /// Estimate of its quality, higher is better; comparable within one variant.
    pub score: f64,
    /// Estimate of its difficulty for a human solver, in points: about 20 for an easy mate in 3,
    /// above 60 for a hard mate in 9.
    pub difficulty: u32,
}

impl Generator {
    /// A generator of problems of a variant, with the defaults.
    pub fn new(variant: &Variant) -> Generator {
        Generator {
            variant: variant.clone(),
            forcing: Forcing::Check,
            plies: 3..=5,
            count: 1,
            seed: 1,
            threads: 1,
            time: None,
            nodes: None,
            themes: Vec::new(),
            cancel: CancelToken::new(),
            listener: None,
        }
    }

    /// Lengths in plies, 1 to 199; only odd ones are generated. Default: 3 to 5.
    #[must_use]
    pub fn lengths(mut self, plies: RangeInclusive<u16>) -> Generator {
        self.plies = plies;
        self
    }

    /// Number of problems, spread evenly over the lengths. Default: 1. With 0 only a limit or a
    /// token ends the call.
    #[must_use]
    pub fn count(mut self, count: usize) -> Generator {
        self.count = count;
        self
    }

    /// Seed of the random numbers. The same seed with one thread generates the same problems.
    /// Default: 1.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Generator {
        self.seed = seed;
        self
    }

    /// What an attacking move must do. Default: [`Forcing::Check`].
    #[must_use]
    pub fn forcing(mut self, forcing: Forcing) -> Generator {
        self.forcing = forcing;
        self
    }

    /// Number of threads, 1 or more; 0 counts as 1. Default: 1.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Generator {
        self.threads = threads.max(1);
        self
    }

    /// Time for the whole call. Default: no limit.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Generator {
        self.time = Some(time);
        self
    }

    /// Nodes for the whole call. Default: no limit.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Generator {
        self.nodes = Some(nodes);
        self
    }

    /// Names of themes, such as `sacrifice`, of which each problem has one. Default: none, so that
    /// any problem will do.
    #[must_use]
    pub fn themes(mut self, themes: Vec<String>) -> Generator {
        self.themes = themes;
        self
    }

    /// A function to call now and then with the number of problems found and of positions tried.
    #[must_use]
    pub fn on_progress(
        mut self,
        listener: impl Fn(usize, u64) + Send + Sync + 'static,
    ) -> Generator {
        self.listener = Some(SharedListener(Arc::new(listener)));
        self
    }

    /// A token that ends the call from another thread.
    ///
    /// # Examples
    /// ```
    /// let minishogi = tsume::Variant::named("minishogi")?;
    /// let cancel = tsume::CancelToken::new();
    /// cancel.cancel();
    /// assert!(tsume::Generator::new(&minishogi).cancel(&cancel).generate()?.is_empty());
    /// # Ok::<(), tsume::Error>(())
    /// ```
    #[must_use]
    pub fn cancel(mut self, token: &CancelToken) -> Generator {
        self.cancel = token.clone();
        self
    }

    /// Generates problems, best first. Returns fewer than asked for if a limit or the token ends
    /// the call, or if a small game has no more of them.
    ///
    /// # Errors
    /// [`Error::Goals`] if no length is odd and from 1 to 199; [`Error::Threads`].
    pub fn generate(&self) -> Result<Vec<GeneratedProblem>, Error> {
        let lengths: Vec<u16> = self
            .plies
            .clone()
            .filter(|plies| plies % 2 == 1 && *plies <= MAX_LENGTH_PLIES)
            .collect();
        if lengths.is_empty() {
            return Err(Error::Goals(tr!(judge_no_length)));
        }
        let space =
            ProblemSpace::new(self.variant.rules(), self.forcing, PieceConstraints::default());
        let mut goals = CampaignGoals::spread(lengths, self.count);
        (goals.time, goals.nodes) = (self.time, self.nodes);
        goals.themes.clone_from(&self.themes);
        let config = CampaignConfig::new(&space, self.threads, self.seed);
        let listener = self.listener.as_ref();
        let outside = Outside { start: Clock::start(), cancel: &self.cancel, listener };
        let state = Campaign::new(&space, &goals, &config, &outside, CampaignState::new(&goals))
            .run()
            .map_err(|error| Error::Threads(error.to_string()))?;
        let rules = self.variant.rules();
        let generated = |found: &ProblemRecord, difficulty, problem| GeneratedProblem {
            id: found.id.clone(),
            problem,
            line: found.line.iter().filter_map(|text| usi::parse(rules, text).ok()).collect(),
            themes: found.themes.clone(),
            score: found.score,
            difficulty,
        };
        let mut problems: Vec<GeneratedProblem> = state
            .archive
            .choose()
            .into_iter()
            .filter_map(|kept| {
                Some(generated(&kept.record, kept.difficulty, space.admit(&kept.position)?))
            })
            .collect();
        problems.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(problems)
    }
}

/// Clock, token and listener of one call.
struct Outside<'a> {
    start: Clock,
    cancel: &'a CancelToken,
    listener: Option<&'a SharedListener<GenerationListener>>,
}

impl CampaignObserver for Outside<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn stopped(&self) -> bool {
        self.cancel.is_cancelled()
    }

    fn progress(&self, archive: &Archive, stats: &CampaignStats) {
        if let Some(listener) = self.listener {
            listener.0(archive.figures(), stats.tried);
        }
    }
}
