//! What the command line says about every problem that is read.

use super::rule_file::Library;
use crate::position::Forcing;
use crate::referee::Reason;
use crate::rules::Side;

/// Which position of a record, or of moves behind a position, is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum At {
    /// The one that the text states as a problem. A game states none.
    #[default]
    Stated,
    /// The one before all moves, also of a game.
    Start,
    /// The one after so many moves.
    Ply(usize),
    /// The last one.
    End,
    /// Each of them, as a problem of its own.
    Every,
}

/// What the command line says about every problem.
#[derive(Clone, Debug)]
pub struct Context {
    /// The variant of files that name none.
    pub default_variant: String,
    /// Options of the variant (`--rule`), over those of the files.
    pub rules: Vec<(String, String)>,
    /// The stipulation, over that of the files.
    pub forcing: Option<Forcing>,
    /// The side that attacks, over that of the files.
    pub attacker: Option<Side>,
    /// Setup errors that are pardoned, beside those of the files.
    pub allow: Vec<Reason>,
    /// Rules loaded so far, shared by all files.
    pub library: Library,
    /// Threads that may read a long list.
    pub threads: usize,
    /// Which position of a record, or of moves behind a position, is meant.
    pub at: At,
    /// Pieces that are nowhere go to the defender's hand.
    pub fill_hand: bool,
}

impl Default for Context {
    fn default() -> Context {
        Context {
            default_variant: "shogi".to_owned(),
            rules: Vec::new(),
            forcing: None,
            attacker: None,
            allow: Vec::new(),
            library: Library::default(),
            threads: 1,
            at: At::Stated,
            fill_hand: false,
        }
    }
}
