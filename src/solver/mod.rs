//! From a problem to a certified verdict: the library's main entry.
//!
//! [`solve`] searches a problem, writes a certificate of the verdict, and has the
//! [checker](crate::proof::checker) replay it. What the checker does not accept is no verdict: the
//! [`Solution`] reports it as [`UncheckedResult`].
//!
//! ```text
//!  Problem ──► search ──► shorter mate? ──► certificate ──► checker ──► Solution
//!              │  session: threads that join, limits, progress          │
//!              └── one transposition table for all questions ──┘        └─ trusts the checker alone
//! ```
//!
//! # Reading order
//!
//! | module | subject |
//! | --- | --- |
//! | `config`, `solution` | what goes in, and what comes out |
//! | `solve` | [`solve`], [`solve_with`] for many problems, [`resume`] from a checkpoint |
//! | `certified_search` | the whole way: decide, shorten, write, check |
//! | `session` | searches with a number of threads that may grow |
//! | `extraction` | from the table to the nodes of a certificate |
//! | `longest_line` | the bound that a certificate of a mate claims |
//! | `lines`, `line_replay` | lines to show, and their check by the referee |
//! | `main_line` | the main line: among the shortest, by the pieces left in hand |
//! | `accepted_claims` | what the accepted claims allow a solution to say |
//!
//! # Invariants
//!
//! * Without a certificate there is no verdict, unless the caller asks for [`Certify::None`].
//! * Verdict, length and *no mate within* do not depend on the number of threads or the size of the
//!   table. Which line is shown may.
//! * A limit stops the search, not the certificate: time beyond the limit is reserved for it.
//! * `solve` chooses between the two engines. Nothing else here names them.
//!
//! `README.md` in this folder says what the verdicts mean to a person.

mod accepted_claims;
mod certified_search;
mod config;
pub(crate) mod extraction;
mod grace_period;
mod line_replay;
pub(crate) mod lines;
mod longest_line;
mod main_line;
pub(crate) mod session;
mod solution;
mod solve;

pub use config::{Certify, SolverConfig};
pub use line_replay::{count_legal_plies, ends_in_mate};
pub use session::ThreadBudget;
pub use solution::{
    CountedMate, ProvedMate, RejectedCertificate, Solution, UncheckedResult, Verdict,
};
pub use solve::{engine_and_root, new_table, resume, resume_in_steps, solve, solve_with};
