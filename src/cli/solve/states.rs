//! States of the inputs before the search: unreadable, open, solved by an earlier run, or a
//! duplicate.

use super::requirements::Requirements;
use super::resume::EarlierResults;
use crate::cli::file_names::FileNames;
use crate::io::problems::{LoadResult, LoadedProblem};
use crate::io::results::{Outcome, ProblemKeyCache, claims};
use crate::messages::tr;
use crate::text::Diagnostic;
use std::collections::HashMap;

/// State of an input.
pub enum ProblemState {
    /// It cannot be read.
    Broken { id: Option<String>, errors: Vec<Diagnostic> },
    /// It has to be solved.
    Open(KeyedProblem),
    /// An earlier run has solved it.
    Known(KeyedProblem, Box<Outcome>),
    /// It equals the problem with this index.
    Twin(KeyedProblem, usize),
}

/// A problem with its key.
pub struct KeyedProblem {
    pub entry: Box<LoadedProblem>,
    pub key: String,
    /// Name of its certificate without extension; empty if certificates are not written.
    pub name: String,
}

/// Computes the key of each problem, and with `names` the name of its certificate.
pub fn name(items: Vec<LoadResult>, mut names: Option<&mut FileNames>) -> Vec<ProblemState> {
    let mut keys = ProblemKeyCache::default();
    items
        .into_iter()
        .map(|item| match item {
            LoadResult::Broken { id, errors } => ProblemState::Broken { id, errors },
            LoadResult::Problem(entry) => {
                let key = keys.of(&entry.problem);
                let name = names.as_mut().map(|names| names.assign(&entry.id, &key));
                let name = name.unwrap_or_default();
                ProblemState::Open(KeyedProblem { entry, key, name })
            }
        })
        .collect()
}

/// Finds problems that need not be solved: those that an earlier run has decided, and duplicates.
/// Adds an error to `faults` for each earlier result that cannot be right; those problems stay
/// open.
pub fn sort_out(
    states: Vec<ProblemState>,
    earlier: &EarlierResults,
    requirements: &Requirements,
    faults: &mut Vec<String>,
) -> Vec<ProblemState> {
    let mut first = HashMap::new();
    states
        .into_iter()
        .enumerate()
        .map(|(place, state)| {
            let ProblemState::Open(keyed) = state else { return state };
            let lacking =
                |outcome: &Outcome| requirements.lacks_composers(&keyed.entry.problem, outcome);
            if let Some(outcome) = earlier.get(&keyed.key).filter(|outcome| !lacking(outcome)) {
                match claims::fault(&keyed.entry.problem, &outcome) {
                    None => return ProblemState::Known(keyed, outcome),
                    Some(fault) => {
                        faults.push(tr!(solve_earlier_fault, id = keyed.entry.id.as_str(), fault))
                    }
                }
            }
            match *first.entry(keyed.key.clone()).or_insert(place) {
                same if same == place => ProblemState::Open(keyed),
                same => ProblemState::Twin(keyed, same),
            }
        })
        .collect()
}
