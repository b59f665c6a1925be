//! Rules of a game: from a rule file to tables. Knows no position.
//!
//! A game is data: a YAML file in `src/variants/`, or a user's own. [`mod@file`] has its structure,
//! [`mod@compile`] checks it and turns it into [`Rules`]. The compiler reports all mistakes at
//! once. If the historical sources of a game differ, an [option](options) decides between them.
//!
//! Movements are written in [Betza notation](betza). What that lacks is a word for a mechanism from
//! the closed list of [`MovementAtom`]s.

pub mod army;
pub mod betza;
pub mod board;
pub mod builtin;
mod choose;
mod combinations;
pub mod compile;
pub mod describe;
pub mod emperors;
pub mod file;
mod hand_dominance;
pub mod movement;
pub mod options;
mod promotion_choices;

pub use board::{Board, Dir, Side, Square};
pub use movement::{MovementAtom, Only};
pub use options::Options;

use options::Promotion;
use std::fmt;

/// A kind of piece: an index into [`Rules::kinds`]. A promoted piece is a kind of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub u8);

impl Kind {
    /// The largest number of kinds in one game.
    pub const MAX: usize = 255;

    /// The index as a `usize`, for array access.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What the capture of a piece means for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Royalty {
    /// An ordinary piece.
    None,
    /// Promotes to a royal, but is none itself (drunk elephant).
    Potential,
    /// King, prince or emperor: a side that loses its last royal loses the game.
    Royal,
}

/// Files and ranks that a kind may not leave, as its owner counts them: files from the right, ranks
/// from his own side, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// First and last file.
    pub files: (u8, u8),
    /// First and last rank.
    pub ranks: (u8, u8),
}

impl Region {
    /// True if the region is its own mirror image.
    fn is_symmetrical(self, board: Board) -> bool {
        let (first, last) = self.files;
        first - 1 == board.files - last
    }

    /// True if a square lies in the region of a piece of `side`.
    pub fn contains(self, board: Board, square: Square, side: Side) -> bool {
        let file = match side {
            Side::Black => board.file(square),
            Side::White => i32::from(board.files) - 1 - board.file(square),
        };
        let rank = i32::from(board.ranks) - 1 - board.depth(square, side);
        let within = |n: i32, (first, last): (u8, u8)| {
            (i32::from(first)..=i32::from(last)).contains(&(n + 1))
        };
        within(file, self.files) && within(rank, self.ranks)
    }
}

/// Data of one kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSpec {
    /// Hodges abbreviation, `+` first for a promoted piece: `P`, `Ln`, `+GB`.
    pub id: String,
    /// English name.
    pub name: String,
    /// Japanese name. The notation layer has the one-character names of standard shogi.
    pub kanji: String,
    /// Reading of the Japanese name.
    pub romaji: String,
    /// Other abbreviations in use.
    pub aliases: Vec<String>,
    /// Movement in Betza notation, after options.
    pub betza: String,
    /// Label of the movement's source, if it is not the file's default.
    pub source: Option<String>,
    /// Other readings: label and movement.
    pub alternatives: Vec<(String, String)>,
    /// The movement, compiled.
    pub atoms: Vec<MovementAtom>,
    /// Approximate number of squares that it reaches on an empty board, as a rough value of the
    /// piece.
    pub reach: u16,
    /// What it becomes when it promotes.
    pub promotes_to: Option<Kind>,
    /// The kinds of `promotes_to_any`, of which the player chooses one.
    pub promotion_choices: Vec<Kind>,
    /// The unpromoted piece with the same id: itself, unless the id starts with `+`.
    pub base: Kind,
    /// What its capture means.
    pub royalty: Royalty,
    /// The kind that a captor of this piece becomes under the contagion option (deva: teaching
    /// king).
    pub contagion: Option<Kind>,
    /// Where it may go and be dropped; `None` for the whole board.
    pub region: Option<Region>,
    /// Rank for [`MovementAtom::RangeJump`]: a piece jumps over pieces of a lower rank than its
    /// own.
    pub rank: u8,
    /// Burns enemies next to it, as the option `burning` says.
    pub burns: bool,
    /// Subject to the two-pawns rule and to the ban on mate by drop.
    pub pawn: bool,
    /// Counts as a lion in chu's lion-trading rules.
    pub lion: bool,
    /// Too small to make a lion capture legal by its own capture (pawn, go-between).
    pub minor: bool,
    /// Lane in a [`Hand`](crate::position::Hand) of the captured piece; `None` for royals and in
    /// games without drops.
    pub lane: Option<u8>,
    /// Number of pieces of this base kind of each side at the start, by [`Side::index`].
    pub army: [u16; 2],
    /// Largest number of pieces of this base kind that each side can get: its army, and what may
    /// promote to the kind.
    pub most: [u16; 2],
}

impl PieceSpec {
    /// Number of pieces of this base kind at the start, both sides together.
    pub fn at_start(&self) -> u16 {
        self.army[0].saturating_add(self.army[1])
    }

    /// True if the piece leaps like an emperor.
    pub fn is_emperor(&self) -> bool {
        // The checker asks often, and comparing whole movements takes longer.
        self.atoms.iter().any(|atom| matches!(atom, MovementAtom::Emperor))
    }

    /// True if the piece leaps like an emperor and has no other moves.
    pub fn is_pure_emperor(&self) -> bool {
        self.is_emperor() && self.atoms.iter().all(|atom| *atom == MovementAtom::Emperor)
    }

    /// True if the id starts with `+`.
    pub fn is_promoted(&self) -> bool {
        self.id.starts_with('+')
    }
}

/// The rules of one game, with a value for every option. Only [`compile`] makes them.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Name used in files and on the command line: `shogi`, `dai`, …
    pub name: String,
    /// Title for people.
    pub title: String,
    /// Title in Japanese; may be empty.
    pub title_ja: String,
    /// Shape of the board.
    pub board: Board,
    /// All kinds; a [`Kind`] is an index into it.
    pub kinds: Vec<PieceSpec>,
    /// Value of every option.
    pub options: Options,
    /// The options that differ from the file's defaults, as given: name and value.
    pub changed: Vec<(String, String)>,
    /// Start position, in extended SFEN.
    pub start: String,
    /// Remarks on sources.
    pub notes: Vec<String>,
    /// The remarks in Japanese; may be empty.
    pub notes_ja: Vec<String>,
    /// The kinds that a hand can hold, by lane.
    pub lanes: Vec<Kind>,
    /// True if a side never loses by more pieces in its hand and fewer in the opponent's: whatever
    /// the attacker can force, he can still force then. False in games without drops; if contagion
    /// changes pieces, because board and attacker's hand then do not determine the defender's hand;
    /// and if mate by a pawn drop is illegal in a game where a drop might answer a check by a pawn.
    /// [`proof::checker`](crate::proof::checker) has the proof.
    pub hands_dominate: bool,
    /// True if some piece burns its neighbours.
    pub has_burners: bool,
    /// True if some piece can promote to any of several kinds.
    pub has_promotion_choices: bool,
    /// True if some piece turns only after a capture: then a capture can close a line.
    pub has_capture_turns: bool,
}

impl Rules {
    /// The data of a kind.
    pub fn spec(&self, kind: Kind) -> &PieceSpec {
        &self.kinds[kind.index()]
    }

    /// The kind itself, and the kinds that a piece of this kind can become by promotion and by
    /// drops, or that its captor can become by contagion.
    pub fn forms(&self, kind: Kind) -> Vec<Kind> {
        let mut forms = vec![kind];
        let mut next = 0;
        while let Some(&form) = forms.get(next) {
            next += 1;
            let spec = self.spec(form);
            let infected = spec.contagion.filter(|_| self.options.spreads());
            let lane = self.spec(spec.base).lane;
            let dropped = lane.into_iter().flat_map(|lane| self.forms_of_lane(lane.into()));
            for becomes in self.promoted_forms(form).chain(infected).chain(dropped) {
                if !forms.contains(&becomes) {
                    forms.push(becomes);
                }
            }
        }
        forms
    }

    /// True if a piece of this kind favours one side of the board: its movement or region, or that
    /// of a kind that it can become, is not its own mirror image.
    pub fn is_lopsided(&self, kind: Kind) -> bool {
        self.forms(kind).into_iter().any(|form| self.is_lopsided_itself(form))
    }

    /// True if the movement or region of this kind is not its own mirror image.
    fn is_lopsided_itself(&self, kind: Kind) -> bool {
        let spec = self.spec(kind);
        let mut atoms = spec.atoms.clone();
        let mut mirrored: Vec<MovementAtom> = atoms.iter().map(|atom| atom.mirrored()).collect();
        atoms.sort_unstable();
        mirrored.sort_unstable();
        atoms != mirrored || spec.region.is_some_and(|region| !region.is_symmetrical(self.board))
    }

    /// The kind with this id, in any case (`ln`, `+De`); aliases do not count.
    pub fn kind(&self, id: &str) -> Option<Kind> {
        self.kinds.iter().position(|spec| spec.id.eq_ignore_ascii_case(id)).map(|i| Kind(i as u8))
    }

    /// All kinds in the file's order.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, &PieceSpec)> {
        self.kinds.iter().enumerate().map(|(i, spec)| (Kind(i as u8), spec))
    }

    /// The other side of a piece that turns over: the promoted form, or the unpromoted one of a
    /// piece that promotes to this kind.
    pub fn other_side(&self, kind: Kind) -> Option<Kind> {
        let spec = self.spec(kind);
        let is_back = self.spec(spec.base).promotes_to == Some(kind);
        spec.promotes_to.or(is_back.then_some(spec.base))
    }

    /// What a piece of this kind may become by a promotion (contagion apart); the first of several.
    pub fn promoted_form(&self, kind: Kind) -> Option<Kind> {
        match self.options.promotion {
            Promotion::EachMove | Promotion::EachCapture => self.other_side(kind),
            Promotion::None => None,
            Promotion::ZoneTouch | Promotion::ZoneEntryOrCapture | Promotion::ByCapture => {
                let spec = self.spec(kind);
                spec.promotes_to.or(spec.promotion_choices.first().copied())
            }
        }
    }

    /// All kinds that a piece of this kind may become by a promotion (contagion apart).
    pub fn promoted_forms(&self, kind: Kind) -> impl Iterator<Item = Kind> {
        let choices = self.spec(kind).promotion_choices.iter().copied().skip(1);
        self.promoted_form(kind)
            .into_iter()
            .flat_map(move |first| [first].into_iter().chain(choices.clone()))
    }

    /// The kinds that a piece in this lane of a hand can be dropped as.
    pub fn forms_of_lane(&self, lane: usize) -> impl Iterator<Item = Kind> {
        let base = self.lanes.get(lane).copied();
        let both = self.options.drop_forms == options::DropForms::Both;
        let promoted = base.and_then(|kind| self.spec(kind).promotes_to).filter(|_| both);
        base.into_iter().chain(promoted)
    }

    /// The lane of a hand from which a piece of this kind is dropped; `None` if it cannot be.
    pub fn lane_of_drop(&self, kind: Kind) -> Option<u8> {
        let lane = self.spec(self.spec(kind).base).lane?;
        self.forms_of_lane(usize::from(lane)).any(|form| form == kind).then_some(lane)
    }

    /// True if a piece of this kind may not mate by its drop.
    pub fn may_not_mate_by_drop(&self, kind: Kind) -> bool {
        self.options.uchifuzume && self.spec(kind).pawn || self.options.no_drop_mate.contains(&kind)
    }

    /// True if a square lies in the region that a piece of this kind and side may not leave.
    pub fn in_region(&self, kind: Kind, square: Square, side: Side) -> bool {
        self.spec(kind).region.is_none_or(|region| region.contains(self.board, square, side))
    }

    /// True if a kind burns, or can by one move become a kind that burns.
    pub fn may_burn(&self, kind: Kind) -> bool {
        let becomes = |kind: Option<Kind>| kind.is_some_and(|kind| self.spec(kind).burns);
        self.spec(kind).burns
            || self.promoted_forms(kind).any(|kind| becomes(Some(kind)))
            || self.kinds.iter().any(|spec| becomes(spec.contagion))
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
