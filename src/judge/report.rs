//! What the judge finds.

use crate::judge::finding::Finding;
use crate::judge::mate_oracle::MateLength;
use crate::judge::solution_tree::SolutionTree;
use crate::judge::tolerance::Tolerance;
use crate::position::{Move, Piece};
use crate::proof::certificate::Certificate;
use crate::rules::Square;
use crate::search::StopReason;
use crate::search::plies::Plies;
use crate::solver::RejectedCertificate;

/// Is the problem sound?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundnessClass {
    /// Mate, no cook beyond what is tolerated, no leftover.
    Complete,
    /// Complete, and nothing had to be tolerated.
    CompletelyLimited,
    /// Not complete.
    Flawed,
    /// Nothing that was found spoils it, but not everything was settled.
    Unknown,
}

impl SoundnessClass {
    /// Its name in results.
    pub fn name(self) -> &'static str {
        match self {
            SoundnessClass::Complete => "complete",
            SoundnessClass::CompletelyLimited => "completely_limited",
            SoundnessClass::Flawed => "flawed",
            SoundnessClass::Unknown => "unknown",
        }
    }

    /// Complete or better.
    pub fn is_sound(self) -> bool {
        matches!(self, SoundnessClass::Complete | SoundnessClass::CompletelyLimited)
    }
}

/// How futile interpositions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FutileConvention {
    /// Every interposition counts.
    None,
    /// A drop does not count if whatever is dropped there is captured at once with mate.
    Immediate,
    /// An interposition does not count if capturing it, with the piece given back, gains the defender nothing.
    Transparent,
}

impl FutileConvention {
    /// All of them.
    pub const ALL: [FutileConvention; 3] =
        [FutileConvention::None, FutileConvention::Immediate, FutileConvention::Transparent];

    /// Its name on the command line and in results.
    pub fn name(self) -> &'static str {
        match self {
            FutileConvention::None => "none",
            FutileConvention::Immediate => "immediate",
            FutileConvention::Transparent => "transparent",
        }
    }
}

/// What the file claims about a problem.
#[derive(Clone, Debug, Default)]
pub struct AuthorClaims {
    /// The author's line; it may be anything.
    pub solution: Vec<Move>,
    /// Lengths that the file gives, each with the name of its key.
    pub plies: Vec<(Plies, &'static str)>,
    /// The file asks whether there is no mate within so many plies; that is settled first.
    pub no_mate_within: Option<Plies>,
}

/// Where a piece stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceLocation {
    /// On the board.
    Board(Square),
    /// In the attacker's hand.
    Hand,
}

/// What is wrong with a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// The attacker cannot force mate.
    NoMate,
    /// Another move mates too.
    Cook {
        /// Length of the whole line by the convention that was asked for; the least there is if the third field is
        /// true.
        plies: Plies,
        /// The main line's length.
        known: Plies,
        /// False if `plies` is only an upper bound.
        exact: bool,
    },
    /// The attacker mates sooner than the author says.
    ShortCook {
        /// The author's length.
        claimed: Plies,
        /// The key of the file that says so.
        by: &'static str,
        /// Length of the sooner mate from the root.
        plies: Plies,
    },
    /// Pieces stay in the attacker's hand.
    Leftover {
        /// So many.
        pieces: u32,
    },
    /// An equally long defence with another line.
    VariationDual,
    /// The piece is not needed.
    Decoration {
        /// The piece.
        piece: Piece,
        /// Where it is.
        place: PieceLocation,
    },
}

impl FlawKind {
    /// Its name in results.
    pub fn name(self) -> &'static str {
        match self {
            FlawKind::NoMate => "no_mate",
            FlawKind::Cook { .. } => "cook",
            FlawKind::ShortCook { .. } => "short_cook",
            FlawKind::Leftover { .. } => "leftover",
            FlawKind::VariationDual => "variation_dual",
            FlawKind::Decoration { .. } => "decoration",
        }
    }

    /// Where it stands among the flaws that are reported.
    pub fn order(self) -> u8 {
        match self {
            FlawKind::NoMate => 0,
            FlawKind::ShortCook { .. } => 1,
            FlawKind::Cook { .. } => 2,
            FlawKind::Leftover { .. } => 3,
            FlawKind::VariationDual => 4,
            FlawKind::Decoration { .. } => 5,
        }
    }

    /// True if it makes a problem flawed: variation duals and decoration are blemishes.
    pub fn spoils(self) -> bool {
        !matches!(self, FlawKind::VariationDual | FlawKind::Decoration { .. })
    }
}

/// A flaw with its witness.
#[derive(Clone, Debug)]
pub struct Flaw {
    /// What is wrong.
    pub kind: FlawKind,
    /// The ply, from 1, at which the line leaves the known one; of leftover the last, of no mate the first,
    /// of decoration 0.
    pub at: Plies,
    /// A line from the root that shows it.
    pub line: Vec<Move>,
    /// Proves it, where that was asked for and could be done.
    pub certificate: Option<Certificate>,
}

/// A second solution that was tolerated.
#[derive(Clone, Debug)]
pub struct ToleratedMove {
    /// Why.
    pub kinds: Vec<Tolerance>,
    /// The ply, from 1, of the other move.
    pub at: Plies,
    /// The line from the root that ends with it.
    pub line: Vec<Move>,
}

/// A choice of the attacker off the main line.
#[derive(Clone, Debug)]
pub struct SideDual {
    /// The ply, from 1, of the other move.
    pub at: Plies,
    /// The line from the root that ends with it.
    pub line: Vec<Move>,
}

/// By one convention about futile interpositions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConventionResult {
    /// The length.
    pub length: MateLength,
    /// The class.
    pub class: SoundnessClass,
}

/// All that was found out about a problem.
#[derive(Clone, Debug)]
pub struct SoundnessReport {
    /// The length, every interposition counted.
    pub length: MateLength,
    /// The class, by the convention that was asked for.
    pub class: SoundnessClass,
    /// What is wrong, by the same; in the order of the names in [`FlawKind`], then by ply.
    pub flaws: Vec<Flaw>,
    /// What was tolerated, by the same.
    pub tolerances: Vec<ToleratedMove>,
    /// A line to the mate, every interposition counted: a main line if the length is exact. Empty if there is no
    /// mate, or if the budget did not suffice for it.
    pub line: Vec<Move>,
    /// Main lines, by the convention that was asked for: the first ones.
    pub main_lines: Vec<Vec<Move>>,
    /// How many main lines there are; none if not all were found.
    pub main_line_count: Option<u64>,
    /// Pieces left in hand at the end of the main lines, by the same.
    pub leftover: Option<u32>,
    /// Choices of the attacker off the main lines, if they were asked for.
    pub side_duals: Vec<SideDual>,
    /// The solution with its variations, by the same, if it was asked for and found.
    pub solution: Option<SolutionTree>,
    /// For each piece, whether it is decoration, if that was asked for and the problem has a mate.
    pub decoration: Vec<(Piece, PieceLocation, Finding)>,
    /// Length and class by each convention, in the order of [`FutileConvention::ALL`].
    pub by_convention: [ConventionResult; 3],
    /// What stayed open, in words.
    pub open_questions: Vec<String>,
    /// Of no mate: a line in which the defence holds.
    pub refutation: Vec<Move>,
    /// The author's line, as far as it can be played: true if it is a main line.
    pub solution_agrees: Finding,
    /// If longer cooks stayed open: all are known that are at most so many plies longer than the main line. By
    /// [`FutileConvention::None`] alone.
    pub cooks_settled: Option<Plies>,
    /// Positions visited.
    pub nodes: u64,
    /// Share of the largest table in use at the end, 0 to 1.
    pub hash_used: f64,
    /// The first limit that was met; what stayed open may do so for want of memory too.
    pub stopped: Option<StopReason>,
    /// What the search found of the problem itself, where the checker has not accepted it.
    pub unchecked: Option<MateLength>,
    /// The certificate of that which the checker has refused.
    pub refused: Option<RejectedCertificate>,
}

impl SoundnessReport {
    /// True if it is known that the class depends on how futile interpositions are counted.
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
