//! The judge: is a problem sound, and why not?
//!
//! The definitions are those of composers. The value of a position is its length, and at equal length what
//! stays in the attacker's hand at the mate; main lines are the lines that keep it. At every attacker's
//! node of a main line every other forcing move is asked about: if it mates too, in whatever time, it is
//! a cook, unless it is [tolerated](Tolerance). A problem is complete if it has a mate, no cook and no
//! leftover.
//!
//! Every answer is yes, no or unknown: a limit that is exhausted leaves open what it was spent on, and
//! nothing else. All questions about one problem share one table; how that can be is said in `oracle`.
//!
//! | module | what it knows |
//! | --- | --- |
//! | `budget`, `oracle` | asking the search, in rounds, over all cores |
//! | `hold` | refutations that live on repetition |
//! | `altered` | engines under other laws: no futile answers, no drops, barred boards |
//! | `convention`, `transparent`, `defence` | how lengths are counted |
//! | `tree` | the graph of optimal play |
//! | `examine`, [`tolerance`] | cooks, what is tolerated, the class |
//! | [`outline`] | the solution as composers write it down |
//! | `decoration`, `duals` | pieces that are not needed; choices off the main line |
//! | `work` | what is done by each count |
//! | `court`, [`report`] | putting it all together |

mod analysis;
mod budget;
mod conventions;
mod cooks;
mod decoration;
mod duals;
mod examination;
mod finding;
mod mate_oracle;
mod optimal_play;
pub mod repair;
pub mod report;
pub mod solution_tree;
mod solution_writer;
pub mod tolerance;

pub use crate::judge::analysis::judge;
pub use crate::judge::finding::Finding;
pub use crate::judge::mate_oracle::MateLength;
pub use crate::judge::report::{
    AuthorClaims, Flaw, FlawKind, FutileConvention, PieceLocation, SoundnessClass, SoundnessReport,
};
pub use crate::judge::solution_tree::SolutionTree;
pub use crate::judge::tolerance::Tolerance;

use crate::search::Limits;

/// How to judge.
#[derive(Clone, Debug)]
pub struct JudgeConfig {
    /// Threads for this problem, 1 or more.
    pub threads: usize,
    /// Bytes for all tables together.
    pub hash_bytes: usize,
    /// When to give up; for all questions about the problem together.
    pub limits: Limits,
    /// What is tolerated. Default: everything there is.
    pub tolerate: Vec<Tolerance>,
    /// Cooks count up to so many plies longer than the main line, by the count that is asked for. Default: none, all
    /// do.
    pub cook_margin: Option<u16>,
    /// By which count of futile interpositions class and flaws are told.
    pub futile: FutileConvention,
    /// Only class and length are wanted: the first cook is enough, and of cooks no more than the move is told.
    pub first_cook_only: bool,
    /// Give length and class by the other counts too; without it they stay unknown.
    pub all_conventions: bool,
    /// Ask of every piece whether it is needed.
    pub decoration: bool,
    /// Report choices of the attacker off the main line.
    pub side_duals: bool,
    /// Write the solution down with its variations, so many levels deep. Default: 0, not at all.
    pub variation_levels: u16,
    /// Back flaws by certificates where they are proofs.
    pub certify_flaws: bool,
    /// Have the checker replay a certificate of the verdict (mate, no mate, no mate within the depth) before anything is
    /// said of it; what it does not accept is unknown. Default: false, the caller does.
    pub check_verdict: bool,
}

impl Default for JudgeConfig {
    fn default() -> JudgeConfig {
        JudgeConfig {
            threads: 1,
            hash_bytes: 256 << 20,
            limits: Limits::default(),
            tolerate: Tolerance::ALL.to_vec(),
            cook_margin: None,
            futile: FutileConvention::None,
            first_cook_only: false,
            all_conventions: true,
            decoration: true,
            side_duals: false,
            variation_levels: 0,
            certify_flaws: false,
            check_verdict: false,
        }
    }
}
