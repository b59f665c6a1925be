//! The front door of the library: about 25 names, re-exported at the crate's root.
//!
//! It stands above the layers and hides what a caller rarely needs: the clock, the observer, the
//! shared table, the loader of rule files. Nothing here prints, and nothing runs longer than its limits
//! or a [`CancelToken`] allow.

mod analyzer;
mod cancel;
mod clock;
mod error;
mod generator;
mod listener;
mod solver;
mod stepped_search;
mod variant;

pub use analyzer::Analyzer;
pub use cancel::CancelToken;
pub use error::Error;
pub use generator::{GeneratedProblem, Generator};
pub use solver::{Solver, verify_certificate};
pub use stepped_search::{SearchStatus, SteppedSearch};
pub use variant::{ProblemOptions, Variant};
