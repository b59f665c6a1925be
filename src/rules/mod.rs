//! From data to tables; knows no position.
//!
//! A variant is a YAML file (`src/variants/`, or the user's own). [`mod@file`] mirrors it word for word,
//! [`mod@compile`] turns it into [`Rules`], with every check and every complaint at once. Where sources
//! differ, an [option](options) decides; options are named, and their values are checked here too.

pub mod army;
pub mod betza;
pub mod board;
pub mod builtin;
mod choose;
pub mod compile;
pub mod describe;
pub mod file;
pub mod movement;
pub mod options;

pub use board::{Board, Dir, Side, Square};
pub use movement::MovementAtom;
pub use options::Options;

use std::fmt;

/// A kind of piece: an index into [`Rules::kinds`]. A promoted piece is a kind of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub u8);

impl Kind {
    /// The largest number of kinds in one game.
    pub const MAX: usize = 127;

    /// The index as a `usize`, for array access.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What the fall of a piece means for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Royalty {
    /// An ordinary piece.
    None,
    /// Promotes to a royal, but is none itself (drunk elephant).
    Potential,
    /// King, prince or emperor: who loses the last one loses the game.
    Royal,
}

/// One kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSpec {
    /// Hodges abbreviation, `+` first for a promoted piece: `P`, `Ln`, `+GB`.
    pub id: String,
    /// English name.
    pub name: String,
    /// Japanese name in characters; the one-character form of standard shogi is in the notation layer.
    pub kanji: String,
    /// Reading of the Japanese name.
    pub romaji: String,
    /// Other abbreviations in use.
    pub aliases: Vec<String>,
    /// The movement text in force (Betza notation), after options.
    pub betza: String,
    /// Source label of the movement, where it is not the file's default.
    pub source: Option<String>,
    /// Other readings: label and movement.
    pub alternatives: Vec<(String, String)>,
    /// The movement, compiled.
    pub atoms: Vec<MovementAtom>,
    /// About how many squares it reaches on an empty board: a rough measure of what it is worth.
    pub reach: u16,
    /// What it becomes when it promotes.
    pub promotes_to: Option<Kind>,
    /// The unpromoted piece with the same id: itself, unless the id starts with `+`.
    pub base: Kind,
    /// Whether its fall matters.
    pub royalty: Royalty,
    /// Who captures it becomes this piece (deva: teaching king), under the contagion option.
    pub contagion: Option<Kind>,
    /// Subject to the two-pawns rule and to the ban on mate by drop.
    pub pawn: bool,
    /// Counts as a lion in chu's lion-trading rules.
    pub lion: bool,
    /// Too small to make a lion capture legal in the lion-trading rules (pawn, go-between).
    pub minor: bool,
    /// The lane in a [`Hand`](crate::position::Hand) that it goes to when captured; none without drops
    /// and for royals.
    pub lane: Option<u8>,
    /// How many of this base kind each side has at the start, by [`Side::index`].
    pub army: [u16; 2],
}

impl PieceSpec {
    /// How many of this base kind both sides have at the start together (0 where none).
    pub fn at_start(&self) -> u16 {
        self.army[0].saturating_add(self.army[1])
    }

    /// True if the id starts with `+`.
    pub fn is_promoted(&self) -> bool {
        self.id.starts_with('+')
    }
}

/// The rules of one game with all options settled. Made by [`compile`] alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Name used in files and on the command line: `shogi`, `dai`, …
    pub name: String,
    /// Title for people.
    pub title: String,
    /// Shape of the board.
    pub board: Board,
    /// All kinds; a [`Kind`] is an index into it.
    pub kinds: Vec<PieceSpec>,
    /// Every option, settled.
    pub options: Options,
    /// The options that differ from the file's defaults, as given: name and value.
    pub changed: Vec<(String, String)>,
    /// Start position, in extended SFEN.
    pub start: String,
    /// Remarks on sources.
    pub notes: Vec<String>,
    /// The kinds that can be held in hand, by lane.
    pub lanes: Vec<Kind>,
    /// Whether an attacker can force with more in hand, and the defender with less, whatever he can
    /// force as it is, and the hands together hold what is not on the board. False without drops; where contagion turns
    /// pieces into others, so that the board and the attacker's hand do not tell the defender's; and where mate by a
    /// pawn drop is forbidden in a game in which a drop might answer a pawn's check: the head of
    /// `proof::checker` has the argument.
    pub hands_dominate: bool,
}

impl Rules {
    /// The data of a kind.
    pub fn spec(&self, kind: Kind) -> &PieceSpec {
        &self.kinds[kind.index()]
    }

    /// True if the kind, or what it promotes to, moves otherwise to the left than to the right.
    pub fn is_lopsided(&self, kind: Kind) -> bool {
        let differs = |kind: Kind| {
            let mut atoms = self.spec(kind).atoms.clone();
            let mut mirrored: Vec<MovementAtom> = atoms.iter().map(|s| s.mirrored()).collect();
            atoms.sort_unstable();
            mirrored.sort_unstable();
            atoms != mirrored
        };
        differs(kind) || self.spec(kind).promotes_to.is_some_and(differs)
    }

    /// The kind with this id, in any case (`ln`, `+De`); aliases do not count.
    pub fn kind(&self, id: &str) -> Option<Kind> {
        self.kinds.iter().position(|spec| spec.id.eq_ignore_ascii_case(id)).map(|i| Kind(i as u8))
    }

    /// All kinds in the file's order.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, &PieceSpec)> {
        self.kinds.iter().enumerate().map(|(i, spec)| (Kind(i as u8), spec))
    }

    /// True in games where captured pieces can be dropped.
    pub fn has_drops(&self) -> bool {
        !self.lanes.is_empty()
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (name, value) in &self.changed {
            write!(f, " {name}={value}")?;
        }
        Ok(())
    }
}
