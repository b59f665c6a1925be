//! Results and problems as JSON lines, results as text, and the key that identifies a problem.

pub mod analysis;
pub mod claims;
pub mod grouping;
pub mod line_text;
mod outcome;
pub mod outline;
mod problem_key;
pub mod puzzle;
pub mod repairs;
pub mod result_lines;
#[cfg(feature = "cli")]
pub mod schema;
pub mod wording;

pub use outcome::{
    Agreement, CertificateNote, ComposersNote, Outcome, RefusedNote, ResultVerdict, UncheckedNote,
    UnreadableInput, json_line,
};
pub use problem_key::{ProblemKeyCache, built_in, changed_rules, has_own_rules, key, side_name};
