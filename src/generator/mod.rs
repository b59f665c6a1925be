//! Makes problems: sound, minimal, and truly different from each other.
//!
//! A candidate comes from a [seed] or from a problem of the [archive] by an [operator](mutate). It goes through
//! filters that grow dearer as fewer pass: is it well formed ([space]), was it met before ([canon]), has it
//! one solution and no leftover by a quick exact search ([screen]); then everything is taken away that is not
//! needed ([minimise]); the judge and the checker have the last word ([certify]). Cooks are mended where a
//! small change does it ([repair]). What remains is kept if its line of play is new, or if it is better than
//! the one that had this line.
//!
//! | module | what it knows |
//! | --- | --- |
//! | [space], `place` | what may stand where, and the user's taste |
//! | [random] | random numbers that are the same everywhere |
//! | [seed], [mutate], [retro] | where candidates come from |
//! | [probe], [screen] | exact lengths and optimal play of small positions, fast |
//! | [minimise], [repair], [certify] | from a candidate to a problem |
//! | [canon] | when two problems are the same |
//! | [features], [mod@score] | what there is to say of a problem |
//! | [found], [archive] | what is kept |
//! | [campaign], `worker`, [stats] | many workers, one archive, and what they count |

pub mod archive;
pub mod campaign;
pub mod canonical_key;
pub mod certification;
pub mod cook_repair;
pub mod features;
pub mod mate_probe;
pub mod minimisation;
pub mod operators;
mod placement;
pub mod problem_record;
pub mod problem_space;
pub mod random;
pub mod retraction;
pub mod score;
pub mod screen;
pub mod seeds;
pub mod stats;

pub use campaign::{Campaign, CampaignConfig, CampaignGoals, CampaignObserver, CampaignState};
pub use problem_record::{ArchivedProblem, ProblemRecord};
pub use problem_space::{PieceConstraints, ProblemSpace};
