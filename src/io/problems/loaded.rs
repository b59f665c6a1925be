//! A problem as a file has it, or what is wrong with it.

use crate::io::formats::record::GameRecord;
use crate::position::{Move, Problem};
use crate::referee::admit;
use crate::text::Diagnostic;

/// One thing found in a file, in the file's order.
#[derive(Clone, Debug)]
pub enum LoadResult {
    /// A problem that may be searched.
    Problem(Box<LoadedProblem>),
    /// A problem, or (without an id) a part of the file, that cannot be used.
    Broken {
        /// The problem's id, if it is known.
        id: Option<String>,
        /// Everything that is wrong with it; at least one.
        errors: Vec<Diagnostic>,
    },
}

/// A problem of a file.
#[derive(Clone, Debug)]
pub struct LoadedProblem {
    /// Unique in the file.
    pub id: String,
    /// The file's name as the user gave it.
    pub file: String,
    /// Line where the problem begins, from 1.
    pub line: usize,
    /// Column where it begins, in characters, from 1.
    pub column: usize,
    /// Title.
    pub title: Option<String>,
    /// Author.
    pub author: Option<String>,
    /// Where it was printed.
    pub source: Option<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// The variant: a built-in name, or the path of a rule file from the working directory.
    pub variant: String,
    /// Options of the variant that were chosen, in order, each over the one before.
    pub chosen_rules: Vec<(String, String)>,
    /// The problem itself.
    pub problem: Problem,
    /// What the program should find.
    pub expect: Expectation,
    /// What was printed elsewhere; never compared.
    pub published: Option<serde_yaml::Value>,
    /// The author's line; well formed, but its moves need not be legal.
    pub solution: Vec<Move>,
    /// Kept, never interpreted; null if there is none.
    pub meta: serde_yaml::Value,
    /// What of its text says nothing of it and was left out.
    pub notes: Vec<Diagnostic>,
}

/// What a file says the program should find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    /// Mate or not.
    pub verdict: Option<ExpectedVerdict>,
    /// Length of the shortest mate.
    pub plies: Option<u16>,
    /// There is no mate within this many plies.
    pub no_mate_within: Option<u16>,
}

/// The verdict that a file expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedVerdict {
    /// The attacker mates.
    Mate,
    /// He never does.
    NoMate,
}

/// Something found in a file: a problem, with its record if the file had one.
#[derive(Debug)]
pub struct LoadedDocument {
    /// The problem, or what is wrong.
    pub item: LoadResult,
    /// The record, if all of it is meant.
    pub record: Option<GameRecord>,
}

/// The names of the reasons that were pardoned when the problem was read.
pub fn pardons(problem: &Problem) -> Vec<&'static str> {
    let attacker = Some(problem.attacker());
    let position = problem.position().clone();
    let objections = admit(problem.rules(), position, attacker, problem.forcing(), &[]);
    let reasons = objections.err().unwrap_or_default();
    let mut names: Vec<&str> = reasons.iter().map(|objection| objection.kind.name()).collect();
    names.dedup();
    names
}

/// That no mate has so many plies.
pub fn wrong_parity(plies: u16) -> String {
    let (first, parity) =
        if plies.is_multiple_of(2) { ("attacker", "odd") } else { ("defender", "even") };
    format!("no mate has {plies} plies: where the {first} moves first, their number is {parity}")
}
