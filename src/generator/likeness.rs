//! Likeness: how many problems of a set may share an ending, pieces, or the square of the last
//! move.
//!
//! Readers tire of a set in which the same mate returns with another piece, or the same position
//! with one piece moved.

use crate::generator::canonical_key::{
    ENDING_PLIES, ending_key, ending_keys, last_square_key, neighbour_keys,
};
use crate::generator::problem_space::ProblemSpace;
use crate::messages::tr;
use crate::position::{Move, Position};

/// Thousandths of a set that may share the squares of its last three plies.
const MAX_ENDING_PERMILLE: usize = 30;
/// Thousandths of a set that may share all but one of its pieces.
const MAX_NEIGHBOUR_PERMILLE: usize = 5;
/// Thousandths of a set whose last moves may go to one square of the board, mirrored or not.
const MAX_LAST_SQUARE_PERMILLE: usize = 150;
/// Number of problems that may share an ending or pieces in sets of any size. With one, a small set
/// has no room for a problem beside the longer one that grew from it.
const MIN_ALIKE_PROBLEMS: usize = 2;
/// Number of problems whose last move may go to one square in sets of any size.
const MIN_LAST_SQUARE_PROBLEMS: usize = 3;

/// Kinds of likeness whose share of a set is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Likeness {
    /// The squares of the last three plies.
    Ending,
    /// All but one of the pieces.
    Neighbour,
    /// The square of the last move.
    LastSquare,
}

impl Likeness {
    /// All kinds.
    pub const ALL: [Likeness; 3] = [Likeness::Ending, Likeness::Neighbour, Likeness::LastSquare];

    /// What such problems share, in words.
    pub fn words(self) -> String {
        match self {
            Likeness::Ending => tr!(generate_likeness_ending),
            Likeness::Neighbour => tr!(generate_likeness_neighbour),
            Likeness::LastSquare => tr!(generate_likeness_last_square),
        }
    }

    /// Number of problems that may be alike in a set of `size` problems: 2 or more.
    pub fn limit(self, size: usize) -> usize {
        let (permille, least) = match self {
            Likeness::Ending => (MAX_ENDING_PERMILLE, MIN_ALIKE_PROBLEMS),
            Likeness::Neighbour => (MAX_NEIGHBOUR_PERMILLE, MIN_ALIKE_PROBLEMS),
            Likeness::LastSquare => (MAX_LAST_SQUARE_PERMILLE, MIN_LAST_SQUARE_PROBLEMS),
        };
        (size * permille / 1000).max(least)
    }
}

/// Keys by which problems are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LikenessKeys {
    /// Equal for endings with the same squares around the mated royal; see [`ending_key`].
    pub family: u64,
    /// The groups of problems that are like it.
    pub groups: Vec<(Likeness, u64)>,
}

impl LikenessKeys {
    /// The keys of a problem with this line.
    pub fn new(space: &ProblemSpace, position: &Position, line: &[Move]) -> LikenessKeys {
        let of = |likeness, keys: Vec<u64>| keys.into_iter().map(move |key| (likeness, key));
        let endings = of(Likeness::Ending, ending_keys(space, position, line));
        let neighbours = of(Likeness::Neighbour, neighbour_keys(space, position));
        let square = last_square_key(space, position, line);
        let square = square.map(|key| (Likeness::LastSquare, key));
        LikenessKeys {
            family: ending_key(space, position, line, ENDING_PLIES),
            groups: endings.chain(neighbours).chain(square).collect(),
        }
    }
}
