//! The judge's report: class, flaws with their witnesses, main lines, open questions.

use crate::judge::finding::Finding;
use crate::judge::longer_variation::LongerVariation;
use crate::judge::mate_oracle::MateLength;
use crate::judge::open_question::OpenQuestion;
use crate::judge::solution_tree::SolutionTree;
use crate::judge::tolerance::Tolerance;
use crate::position::{Move, Piece};
use crate::proof::certificate::Certificate;
use crate::rules::Square;
use crate::search::StopReason;
use crate::search::plies::Plies;
use crate::solver::RejectedCertificate;

/// Class of a problem by soundness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundnessClass {
    /// Complete (完全作): a mate, no cook, no leftover.
    Complete,
    /// Complete (完全限定), and no second solution needed a tolerance.
    CompletelyLimited,
    /// Flawed (不完全作): no mate, a cook or a leftover.
    Flawed,
    /// No flaw found, but limits left something open.
    Unknown,
}

impl SoundnessClass {
    /// Name in results, such as `completely_limited`.
    pub fn name(self) -> &'static str {
        match self {
            SoundnessClass::Complete => "complete",
            SoundnessClass::CompletelyLimited => "completely_limited",
            SoundnessClass::Flawed => "flawed",
            SoundnessClass::Unknown => "unknown",
        }
    }

    /// True if complete or completely limited.
    pub fn is_sound(self) -> bool {
        matches!(self, SoundnessClass::Complete | SoundnessClass::CompletelyLimited)
    }
}

/// Convention about futile interpositions (無駄合): which of the defender's drops count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CountingConvention {
    /// Every interposition counts.
    Every,
    /// The drops on a square do not count if the attacker can capture each of them at once with
    /// mate.
    Immediate,
    /// A drop does not count if some capture of it, with the piece given back to the defender,
    /// mates within the length that the position has without drops. This is how composers count.
    Composers,
}

impl CountingConvention {
    /// All conventions, in the order of results.
    pub const ALL: [CountingConvention; 3] =
        [CountingConvention::Every, CountingConvention::Immediate, CountingConvention::Composers];

    /// Name on the command line and in results.
    pub fn name(self) -> &'static str {
        match self {
            CountingConvention::Every => "every",
            CountingConvention::Immediate => "immediate",
            CountingConvention::Composers => "composers",
        }
    }
}

/// What the author or the file claims about a problem.
#[derive(Clone, Debug, Default)]
pub struct AuthorClaims {
    /// The author's line. It need not be legal or optimal.
    pub solution: Vec<Move>,
    /// Lengths in plies that the file gives, each with the name of its key.
    pub plies: Vec<(Plies, &'static str)>,
    /// The file asks whether there is no mate within this many plies; the judge settles that first.
    pub no_mate_within: Option<Plies>,
}

/// Location of a piece of the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceLocation {
    /// On the board.
    Board(Square),
    /// In the attacker's hand.
    Hand,
}

/// Kind of a flaw, with its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// The attacker cannot force mate.
    NoMate,
    /// Cook (余詰): another move mates too.
    Cook {
        /// Length of the whole line in plies, by the chosen convention.
        plies: Plies,
        /// Length of the main line in plies.
        known: Plies,
        /// True if `plies` is the length of the shortest mate by that move; false if it is an upper
        /// bound.
        exact: bool,
    },
    /// Short cook (早詰): the attacker mates sooner than the author says.
    ShortCook {
        /// The author's length in plies.
        claimed: Plies,
        /// Name of the file's key that gives it.
        by: &'static str,
        /// Length of the sooner mate from the root, in plies.
        plies: Plies,
    },
    /// Leftover (駒余り): pieces remain in the attacker's hand at the mate.
    Leftover {
        /// Number of pieces.
        pieces: u32,
    },
    /// Longer variation (変長・駒余り): the longest defence leaves a piece, and without such
    /// defences the main line is shorter and leaves none. Reported in place of the leftover.
    LongerVariation {
        /// Length of the variation in plies.
        plies: Plies,
        /// Length of the main line without it.
        main_line: Plies,
        /// Pieces that the variation leaves in hand.
        pieces: u32,
    },
    /// Variation dual (変同): an equally long defence with another line.
    VariationDual,
    /// Decoration: the problem does not need the piece.
    Decoration {
        /// The piece.
        piece: Piece,
        /// Its location.
        place: PieceLocation,
    },
}

impl FlawKind {
    /// Name in results, such as `short_cook`.
    pub fn name(self) -> &'static str {
        match self {
            FlawKind::NoMate => "no_mate",
            FlawKind::Cook { .. } => "cook",
            FlawKind::ShortCook { .. } => "short_cook",
            FlawKind::Leftover { .. } => "leftover",
            FlawKind::LongerVariation { .. } => "longer_variation",
            FlawKind::VariationDual => "variation_dual",
            FlawKind::Decoration { .. } => "decoration",
        }
    }

    /// Rank of this kind in the list of flaws, from 0.
    pub fn order(self) -> u8 {
        match self {
            FlawKind::NoMate => 0,
            FlawKind::ShortCook { .. } => 1,
            FlawKind::Cook { .. } => 2,
            FlawKind::Leftover { .. } => 3,
            FlawKind::LongerVariation { .. } => 4,
            FlawKind::VariationDual => 5,
            FlawKind::Decoration { .. } => 6,
        }
    }

    /// True if it makes a problem flawed. Variation duals and decoration are blemishes.
    pub fn spoils(self) -> bool {
        !matches!(self, FlawKind::VariationDual | FlawKind::Decoration { .. })
    }
}

/// A flaw with its witness.
#[derive(Clone, Debug)]
pub struct Flaw {
    /// Kind of the flaw.
    pub kind: FlawKind,
    /// Ply, from 1, at which `line` leaves the known line. Leftover: the last ply; no mate: 1;
    /// decoration: 0.
    pub at: Plies,
    /// A line from the root that shows the flaw.
    pub line: Vec<Move>,
    /// A certificate of the mate, or no mate, after the line's beginning, if the configuration asks
    /// for it and the checker accepted it.
    pub certificate: Option<Certificate>,
}

/// A second solution that a tolerance covers.
#[derive(Clone, Debug)]
pub struct ToleratedMove {
    /// The tolerances that apply together; at least one.
    pub kinds: Vec<Tolerance>,
    /// Ply of the second move, from 1.
    pub at: Plies,
    /// The line from the root that ends with that move.
    pub line: Vec<Move>,
}

/// A second way of the attacker off the main line.
#[derive(Clone, Debug)]
pub struct SideDual {
    /// Ply of the second move, from 1.
    pub at: Plies,
    /// The line from the root that ends with that move.
    pub line: Vec<Move>,
}

/// Length and class by one convention about futile interpositions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConventionResult {
    /// The length.
    pub length: MateLength,
    /// The class.
    pub class: SoundnessClass,
}

/// Everything that the judge found about a problem.
#[derive(Clone, Debug)]
pub struct SoundnessReport {
    /// The chosen convention, by which class, flaws and main lines are reported.
    pub count: CountingConvention,
    /// The length with every interposition counted.
    pub length: MateLength,
    /// The class by the chosen convention.
    pub class: SoundnessClass,
    /// The flaws by the chosen convention: in the order of [`FlawKind`], then by ply.
    pub flaws: Vec<Flaw>,
    /// The second solutions that a tolerance covers, by the chosen convention.
    pub tolerances: Vec<ToleratedMove>,
    /// A line to the mate with every interposition counted: a main line if the length is exact.
    /// Empty if there is no mate or the budget did not suffice.
    pub line: Vec<Move>,
    /// The first main lines by the chosen convention, the author's before the others.
    pub main_lines: Vec<Vec<Move>>,
    /// Number of main lines; `None` if the graph of optimal play is incomplete.
    pub main_line_count: Option<u64>,
    /// The longer variation, if it is tolerated: the main lines are those without it.
    pub longer_variation: Option<LongerVariation>,
    /// Pieces in the attacker's hand at the end of the main lines, by the chosen convention; `None`
    /// if unsettled.
    pub leftover: Option<u32>,
    /// Second ways of the attacker off the main lines, if the configuration asks for them.
    pub side_duals: Vec<SideDual>,
    /// The solution with its variations, by the chosen convention, if the configuration asks for it
    /// and the budget sufficed.
    pub solution: Option<SolutionTree>,
    /// For each piece, whether it is decoration. Empty if the configuration does not ask or there
    /// is no mate.
    pub decoration: Vec<(Piece, PieceLocation, Finding)>,
    /// Length and class by each convention, in the order of [`CountingConvention::ALL`].
    pub by_convention: [ConventionResult; 3],
    /// Questions that limits left open.
    pub open_questions: Vec<OpenQuestion>,
    /// Without a mate: a line on which the defence holds.
    pub refutation: Vec<Move>,
    /// Whether the author's line is a main line by the chosen convention.
    pub solution_agrees: Finding,
    /// If longer cooks are unsettled: every cook is known that is at most this many plies longer
    /// than the main line. Only with [`CountingConvention::Every`].
    pub cooks_settled: Option<Plies>,
    /// Positions visited.
    pub nodes: u64,
    /// Filled share of the largest table at the end, 0 to 1.
    pub hash_used: f64,
    /// The first limit that ended a stage; if there was none and questions are open, the memory, or
    /// the depth where it is limited.
    pub stopped: Option<StopReason>,
    /// Result of the search about the problem itself, if the checker has not accepted it.
    pub unchecked: Option<MateLength>,
    /// The certificate of that result, if the checker rejected it.
    pub refused: Option<RejectedCertificate>,
}

impl SoundnessReport {
    /// Length of the main lines: the length by the chosen convention, without a tolerated longer
    /// variation.
    pub fn main_length(&self) -> MateLength {
        match &self.longer_variation {
            Some(variation) => MateLength::Exact(variation.main_line.len() as Plies),
            None => self.by_chosen_count().length,
        }
    }

    /// Length and class by the chosen convention.
    pub fn by_chosen_count(&self) -> ConventionResult {
        self.by_convention[self.count as usize]
    }

    /// True if two conventions are known to give different classes.
    pub fn depends_on_convention(&self) -> bool {
        let known = self
            .by_convention
            .iter()
            .map(|count| count.class)
            .filter(|c| *c != SoundnessClass::Unknown);
        let classes: Vec<SoundnessClass> = known.collect();
        classes.windows(2).any(|pair| pair[0] != pair[1])
    }
}
