//! Questions that limits left open.

use crate::position::Move;
use crate::search::plies::Plies;

/// A question about a problem that a limit left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenQuestion {
    /// Whether there is a mate.
    Mate,
    /// Whether there is a mate: the search has an answer, but the checker did not accept its
    /// certificate.
    UncheckedMate,
    /// Whether there is a mate of fewer plies than the one found.
    ShorterMate {
        /// Length of the mate found, in plies.
        plies: Plies,
    },
    /// The length by the chosen convention.
    Length,
    /// Whether there are further main lines.
    MainLines,
    /// Whether another move at a node of a main line also mates.
    SecondSolution {
        /// The move.
        m: Move,
        /// Its ply, from 1.
        at: Plies,
        /// True if a tolerance would cover the mate.
        is_tolerated: bool,
    },
    /// Whether a second solution is a cook, or only a detour that comes back to a main line.
    CookOrDetour {
        /// Its first move.
        m: Move,
        /// The ply of that move, from 1.
        at: Plies,
    },
    /// Whether the problem needs each of its pieces.
    Decoration,
}

impl OpenQuestion {
    /// Name in results, such as `second_solution`.
    pub fn name(self) -> &'static str {
        match self {
            OpenQuestion::Mate => "mate",
            OpenQuestion::UncheckedMate => "unchecked_mate",
            OpenQuestion::ShorterMate { .. } => "shorter_mate",
            OpenQuestion::Length => "length",
            OpenQuestion::MainLines => "main_lines",
            OpenQuestion::SecondSolution { .. } => "second_solution",
            OpenQuestion::CookOrDetour { .. } => "cook_or_detour",
            OpenQuestion::Decoration => "decoration",
        }
    }

    /// Move and ply of the question, if it is about one move.
    pub fn place(self) -> Option<(Move, Plies)> {
        match self {
            OpenQuestion::SecondSolution { m, at, .. } | OpenQuestion::CookOrDetour { m, at } => {
                Some((m, at))
            }
            _ => None,
        }
    }
}
