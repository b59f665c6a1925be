//! Errors of the façade.

use crate::messages::tr;
use crate::notation::NotationError;
use crate::referee::Objection;
use crate::text::Diagnostic;
use std::fmt;

/// Why a call of the façade has no result.
///
/// Every variant carries all faults that were found, not only the first. [`Display`](fmt::Display) writes one
/// line per fault.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// There is no such variant, or its rule file or options are wrong.
    Variant(Vec<Diagnostic>),
    /// The text is not a position or a move of this variant.
    Notation(Vec<NotationError>),
    /// The position is not a problem; each objection has a name by which
    /// [`ProblemOptions::allow`](crate::ProblemOptions::allow) accepts it.
    Objections(Vec<Objection>),
    /// A move that is not legal in the position.
    IllegalMove,
    /// The goals of a [`Generator`](crate::Generator) cannot be met, with the reason.
    Goals(String),
    /// The system granted no thread.
    Threads(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn lines(f: &mut fmt::Formatter<'_>, lines: &[String]) -> fmt::Result {
            f.write_str(&lines.join("\n"))
        }
        match self {
            Error::Variant(faults) => {
                let line = |d: &Diagnostic| format!("{}: {}", d.code, d.message);
                lines(f, &faults.iter().map(line).collect::<Vec<_>>())
            }
            Error::Notation(faults) => {
                lines(f, &faults.iter().map(ToString::to_string).collect::<Vec<_>>())
            }
            Error::Objections(objections) => {
                let line = |o: &Objection| format!("{}: {}", o.kind.name(), o.message);
                lines(f, &objections.iter().map(line).collect::<Vec<_>>())
            }
            Error::IllegalMove => f.write_str(&tr!(judge_illegal_move)),
            Error::Goals(why) => f.write_str(why),
            Error::Threads(why) => f.write_str(&tr!(judge_no_threads, why = why.as_str())),
        }
    }
}

impl std::error::Error for Error {}
