//! Options that the command line sets for all problems.

use super::rule_file::RuleLibrary;
use crate::position::Forcing;
use crate::referee::ObjectionKind;
use crate::rules::Side;

/// Choice of positions from a record, or from the moves after a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PositionChoice {
    /// The position that the text states as a problem. A game states none.
    #[default]
    Stated,
    /// The position before all moves, also of a game.
    Start,
    /// The position after this number of moves.
    Ply(usize),
    /// The position after all moves.
    End,
    /// Each position, as a problem of its own.
    Every,
}

/// Options for reading problems. They override what the files say.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// Variant of files that name none; default `shogi`.
    pub default_variant: String,
    /// Options of the variant (`--rule`).
    pub rules: Vec<(String, String)>,
    /// The stipulation.
    pub forcing: Option<Forcing>,
    /// The side that attacks.
    pub attacker: Option<Side>,
    /// Objections to accept, in addition to those of the files.
    pub allow: Vec<ObjectionKind>,
    /// Loaded rules, shared by all files.
    pub library: RuleLibrary,
    /// Threads for reading a long list; default 1.
    pub threads: usize,
    /// Pass on the positions of a list in standard input as they arrive; default: no.
    pub live: bool,
    /// Choice of positions from records.
    pub at: PositionChoice,
    /// Put missing pieces into the defender's hand.
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
            live: false,
            at: PositionChoice::Stated,
            fill_hand: false,
        }
    }
}
