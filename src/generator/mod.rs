//! Generates problems: sound, minimal, and different from each other.
//!
//! # How a candidate becomes a problem
//! ```text
//! seed, or an operator on a parent from the archive
//!   → well formed?        problem_space: the army suffices, no dead piece, piece constraints
//!   → new?                canonical_key: not met before, nor its mirror image
//!   → screen              exact length, one solution, no leftover; about a millisecond
//!        cooked → cook_repair: the smallest change that removes the cook, screened again
//!   → minimise            remove every piece that the screen does not miss
//!   → certify             the judge (all three conventions) and the checker
//!   → archive             a new line of play and not too much alike, or better than a problem there
//! ```
//! The filters become more expensive as fewer candidates reach them. The cheap ones reject only
//! what the judge would reject too, or what they cannot settle; the judge and the checker decide.
//!
//! # Parts
//! | part | what it does |
//! | --- | --- |
//! | seeds | first positions: random, bare king, one kind, castle, symmetrical figure, a retracted mate |
//! | operators | small changes of a parent; two of them retract two plies, so that problems grow longer |
//! | screens | a fixed-depth search with a small table ([`mate_probe`]), and optimal play on it |
//! | archive | MAP-Elites: one problem for each line of play, in cells of like problems (Mouret and Clune 2015) |
//! | campaign | workers that draw parents, and the goals; seeds and operators are drawn by their success |
//!
//! # Invariants
//! - With one worker a campaign is deterministic: seed, goals and input decide it, and the clock
//!   only ends it.
//! - Random numbers are the same on every machine and in every version ([`random`]).
//! - The archive holds only problems whose certificate the checker accepted.
//! - A problem counts only after the observer has saved it.
//!
//! # Files
//! | module | subject |
//! | --- | --- |
//! | [`problem_space`], `placement`, [`placement_weights`] | rules, stipulation and piece constraints; squares of pieces, and weights of kinds |
//! | [`random`] | the stream of random numbers |
//! | [`seeds`], [`operators`], [`retraction`], `theme_figures` | sources of candidates |
//! | [`mate_probe`], [`screen`] | exact lengths and optimal play of small positions |
//! | [`minimisation`], [`cook_repair`], [`certification`] | from a candidate to a problem |
//! | [`canonical_key`], [`likeness`] | when two problems are the same, and when they are alike |
//! | [`special_play`] | play that only the pieces of large games show, and that themes name |
//! | [`features`], [`mod@score`], [`mod@difficulty`] | features, themes, score and difficulty of a problem |
//! | [`problem_record`], [`archive`] | problems as data; the archive |
//! | [`mod@answer_key`] | the moves that an application accepts from its player |
//! | [`goals`] | which problems are wanted, and how many |
//! | [`campaign`], [`stats`] | workers and counts |

pub mod answer_key;
pub mod archive;
pub mod campaign;
pub mod canonical_key;
pub mod certification;
pub mod cook_repair;
pub mod difficulty;
pub mod features;
pub mod goals;
pub mod likeness;
pub mod mate_probe;
pub mod minimisation;
pub mod operators;
mod placement;
pub mod placement_weights;
pub mod problem_record;
pub mod problem_space;
pub mod random;
pub mod retraction;
pub mod score;
pub mod screen;
pub mod seeds;
pub mod special_play;
pub mod stats;
mod theme_figures;

pub use campaign::{
    Campaign, CampaignConfig, CampaignObserver, CampaignState, MAX_FRUITLESS_CANDIDATES,
    MAX_LENGTH_PLIES,
};
pub use goals::{CampaignGoals, PlayConstraints};
pub use problem_record::{ArchivedProblem, ProblemRecord};
pub use problem_space::{PieceConstraints, ProblemSpace};
