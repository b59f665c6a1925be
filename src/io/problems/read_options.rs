//! What the command line says about every problem that is read.

use super::rule_file::RuleLibrary;
use crate::position::Forcing;
use crate::referee::ObjectionKind;
use crate::rules::Side;

/// Which position of a record, or of moves behind a position, is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PositionChoice {
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
pub struct ReadOptions {
    /// The variant of files that name none.
    pub default_variant: String,
    /// Options of the variant (`--rule`), over those of the files.
    pub rules: Vec<(String, String)>,
    /// The stipulation, over that of the files.
    pub forcing: Option<Forcing>,
    /// The side that attacks, over that of the files.
    pub attacker: Option<Side>,
    /// Setup errors that are pardoned, beside those of the files.
    pub allow: Vec<ObjectionKind>,
    /// Rules loaded so far, shared by all files.
    pub library: RuleLibrary,
    /// Threads that may read a long list.
    pub threads: usize,
    /// Which position of a record, or of moves behind a position, is meant.
    pub at: PositionChoice,
    /// Pieces that are nowhere go to the defender's hand.
    pub fill_hand: bool,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            default_variant: "shogi".to_owned(),
            rules: Vec::new(),
            forcing: None,
            attacker: None,
            allow: Vec::new(),
            library: RuleLibrary::default(),
            threads: 1,
            at: PositionChoice::Stated,
            fill_hand: false,
        }
    }
}
