//! Where the inputs stand before anything is solved.

use super::resume::Earlier;
use crate::cli::names::Names;
use crate::io::problems::{LoadResult, LoadedProblem};
use crate::io::results::{Outcome, ProblemKeyCache, claims};
use crate::text::Diagnostic;
use std::collections::HashMap;

/// Where one input stands.
pub enum Slot {
    /// It cannot be read.
    Broken { id: Option<String>, errors: Vec<Diagnostic> },
    /// It is to be solved.
    Open(Subject),
    /// An earlier run has decided it.
    Known(Subject, Box<Outcome>),
    /// It is the same problem as an earlier one.
    Twin(Subject, usize),
}

/// A problem with what is needed to report on it.
pub struct Subject {
    pub entry: Box<LoadedProblem>,
    pub key: String,
    /// Name of its certificate, without extension.
    pub name: String,
}

/// Gives every problem its key, and the name of its certificate if there are `names`.
pub fn name(items: Vec<LoadResult>, mut names: Option<&mut Names>) -> Vec<Slot> {
    let mut keys = ProblemKeyCache::default();
    items
        .into_iter()
        .map(|item| match item {
            LoadResult::Broken { id, errors } => Slot::Broken { id, errors },
            LoadResult::Problem(entry) => {
                let key = keys.of(&entry.problem);
                let name = names.as_mut().map(|names| names.assign(&entry.id, &key));
                let name = name.unwrap_or_default();
                Slot::Open(Subject { entry, key, name })
            }
        })
        .collect()
}

/// Finds out what need not be solved: what an earlier run has decided, and what occurs twice. What is seen to be wrong
/// with earlier results is added to `faults`; those problems are solved again.
pub fn sort_out(slots: Vec<Slot>, earlier: &Earlier, faults: &mut Vec<String>) -> Vec<Slot> {
    let mut first = HashMap::new();
    slots
        .into_iter()
        .enumerate()
        .map(|(place, slot)| {
            let Slot::Open(subject) = slot else { return slot };
            if let Some(outcome) = earlier.get(&subject.key) {
                match claims::fault(&subject.entry.problem, &outcome) {
                    None => return Slot::Known(subject, outcome),
                    Some(fault) => faults.push(format!("`{}`: {fault}", subject.entry.id)),
                }
            }
            match *first.entry(subject.key.clone()).or_insert(place) {
                same if same == place => Slot::Open(subject),
                same => Slot::Twin(subject, same),
            }
        })
        .collect()
}
