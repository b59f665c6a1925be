//! Problem files: from text to problems that may be searched, and everything that is wrong with them.

use super::Diagnostic;
use super::rule_file::Library;
use crate::position::{Forcing, Move, Problem};
use std::path::Path;

/// What the command line says about every problem.
#[derive(Clone, Debug)]
pub struct Context {
    /// The variant of files that name none.
    pub default_variant: String,
    /// Options of the variant (`--rule`), over those of the files.
    pub rules: Vec<(String, String)>,
    /// The stipulation, over that of the files.
    pub forcing: Option<Forcing>,
    /// Names of setup errors that are pardoned, beside those of the files.
    pub allow: Vec<String>,
    /// Rules loaded so far, shared by all files.
    pub library: Library,
}

impl Default for Context {
    fn default() -> Context {
        Context {
            default_variant: "shogi".to_owned(),
            rules: Vec::new(),
            forcing: None,
            allow: Vec::new(),
            library: Library::default(),
        }
    }
}

/// One thing found in a file, in the file's order.
#[derive(Clone, Debug)]
pub enum Item {
    /// A problem that may be searched.
    Problem(Box<Entry>),
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
pub struct Entry {
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
    /// The variant as the file or the command line names it.
    pub variant: String,
    /// Options of the variant that were chosen, in order, each over the one before.
    pub chosen_rules: Vec<(String, String)>,
    /// The problem itself.
    pub problem: Problem,
    /// What the program should find.
    pub expect: Expect,
    /// What was printed elsewhere; never compared.
    pub published: Option<serde_yaml::Value>,
    /// The author's line; well formed, but its moves need not be legal.
    pub solution: Vec<Move>,
    /// Kept, never interpreted; null if there is none.
    pub meta: serde_yaml::Value,
}

/// What a file says the program should find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expect {
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

/// Reads a file: YAML, or a list of SFEN lines (`.sfen`, `.txt`). `-` is standard input.
pub fn read_path(path: &Path, context: &Context) -> Vec<Item> {
    let _ = (path, context);
    Vec::new()
}

/// Reads the text of a YAML file; `name` is shown in errors, and rule files are sought beside it.
pub fn read_text(name: &str, text: &str, context: &Context) -> Vec<Item> {
    let _ = (name, text, context);
    Vec::new()
}
