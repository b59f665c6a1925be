//! Where the inputs stand before anything is solved.

use super::resume::EarlierResults;
use crate::cli::file_names::FileNames;
use crate::io::problems::{LoadResult, LoadedProblem};
use crate::io::results::{Outcome, ProblemKeyCache, claims};
use crate::text::Diagnostic;
use std::collections::HashMap;

/// Where one input stands.
pub enum ProblemState {
    /// It cannot be read.
    Broken { id: Option<String>, errors: Vec<Diagnostic> },
    /// It is to be solved.
    Open(KeyedProblem),
    /// An earlier run has decided it.
    Known(KeyedProblem, Box<Outcome>),
    /// It is the same problem as an earlier one.
    Twin(KeyedProblem, usize),
}

/// A problem with what is needed to report on it.
pub struct KeyedProblem {
    pub entry: Box<LoadedProblem>,
    pub key: String,
    /// Name of its certificate, without extension.
    pub name: String,
}

/// Gives every problem its key, and the name of its certificate if there are `names`.
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

/// Finds out what need not be solved: what an earlier run has decided, and what occurs twice. What is seen to be wrong
/// with earlier results is added to `faults`; those problems are solved again.
pub fn sort_out(
    states: Vec<ProblemState>,
    earlier: &EarlierResults,
    faults: &mut Vec<String>,
) -> Vec<ProblemState> {
    let mut first = HashMap::new();
    states
        .into_iter()
        .enumerate()
        .map(|(place, state)| {
            let ProblemState::Open(keyed) = state else { return state };
            if let Some(outcome) = earlier.get(&keyed.key) {
                match claims::fault(&keyed.entry.problem, &outcome) {
                    None => return ProblemState::Known(keyed, outcome),
                    Some(fault) => faults.push(format!("`{}`: {fault}", keyed.entry.id)),
                }
            }
            match *first.entry(keyed.key.clone()).or_insert(place) {
                same if same == place => ProblemState::Open(keyed),
                same => ProblemState::Twin(keyed, same),
            }
        })
        .collect()
}
