//! Problems as loaded from files, with their metadata.

use crate::io::formats::record::GameRecord;
use crate::judge::CountingConvention;
use crate::messages::tr;
use crate::position::{Move, Problem};
use crate::referee::admit;
use crate::text::Diagnostic;

/// A problem of a file, or the errors in its place, in the order of the file.
#[derive(Clone, Debug)]
pub enum LoadResult {
    /// A valid problem.
    Problem(Box<LoadedProblem>),
    /// A problem that is invalid, or without an id an invalid part of the file.
    Broken {
        /// Id of the problem, if it is known.
        id: Option<String>,
        /// All errors; at least one.
        errors: Vec<Diagnostic>,
    },
}

/// A problem with the metadata of its file.
#[derive(Clone, Debug)]
pub struct LoadedProblem {
    /// Id, unique in the file.
    pub id: String,
    /// Name of the file as given by the user.
    pub file: String,
    /// Line where the problem starts, from 1.
    pub line: usize,
    /// Column where it starts, in characters, from 1.
    pub column: usize,
    /// Title.
    pub title: Option<String>,
    /// Author.
    pub author: Option<String>,
    /// Place of publication.
    pub source: Option<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// Variant: a built-in name, or the path of a rule file relative to the working directory.
    pub variant: String,
    /// Chosen options of the variant; a later one overrides an earlier one.
    pub chosen_rules: Vec<(String, String)>,
    /// The problem to search.
    pub problem: Problem,
    /// Result that the file expects.
    pub expect: Expectation,
    /// Published statements; never compared.
    pub published: Option<serde_yaml::Value>,
    /// The author's line: well formed, but its moves may be illegal.
    pub solution: Vec<Move>,
    /// Value of `meta`, never interpreted; null if there is none.
    pub meta: serde_yaml::Value,
    /// Notes about text that the reader ignored.
    pub notes: Vec<Diagnostic>,
}

/// Result that a file expects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    /// Mate or no mate.
    pub verdict: Option<ExpectedVerdict>,
    /// Length of the shortest mate in plies.
    pub plies: Option<u16>,
    /// Count by which `plies` is meant; if the file does not say, every interposition counts.
    pub count: Option<CountingConvention>,
    /// Length in plies within which there is no mate.
    pub no_mate_within: Option<u16>,
}

/// Verdict that a file expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedVerdict {
    /// The attacker can force mate.
    Mate,
    /// The attacker cannot force mate.
    NoMate,
}

/// A problem or its errors, with the game record if the file had one.
#[derive(Debug)]
pub struct LoadedDocument {
    /// The problem, or its errors.
    pub item: LoadResult,
    /// The record, if the whole record is the problem.
    pub record: Option<GameRecord>,
}

/// Names of the objections to the problem's position, which the reader accepted.
pub fn pardons(problem: &Problem) -> Vec<&'static str> {
    let attacker = Some(problem.attacker());
    let position = problem.position().clone();
    let objections = admit(problem.rules(), position, attacker, problem.forcing(), &[]);
    let reasons = objections.err().unwrap_or_default();
    let mut names: Vec<&str> = reasons.iter().map(|objection| objection.kind.name()).collect();
    names.dedup();
    names
}

/// Message that no mate has `plies` plies.
pub fn wrong_parity(plies: u16) -> String {
    if plies % 2 == 0 { tr!(problems_even_plies, plies) } else { tr!(problems_odd_plies, plies) }
}
