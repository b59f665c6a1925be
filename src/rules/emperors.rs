//! How many emperors a position may have.
//!
//! Emperors that capture in turn on one square are decided by their numbers and by the lines that
//! they block, if no emperor blocks two lines. Otherwise their captures are played out, and their
//! number has a limit.

use super::options::EmperorGuard;
use super::{Kind, MovementAtom, PieceSpec, Rules, Side};

/// Largest number of emperors, both sides together, whose captures are played out.
pub const MAX_EMPERORS_PLAYED_OUT: usize = 16;

impl Rules {
    /// Number of the pieces of a position that are emperors or can become one, if that is more than
    /// [`MAX_EMPERORS_PLAYED_OUT`] and their captures may have to be played out: an emperor moves
    /// otherwise too, or a hook mover can look past several emperors in several ways (RULES.md 5.6,
    /// point 4). `pieces` are those on the board and in hand, as
    /// [`Position::material`](crate::position::Position::material) counts them.
    ///
    /// ```
    /// use tsume::rules::{Side, builtin::rules};
    ///
    /// let rules = rules("maka_dai_dai", &[]).unwrap().unwrap();
    /// let pieces = |id| (rules.kind(id).unwrap(), Side::Black, 20);
    /// assert_eq!(rules.too_many_emperors(&[pieces("+K"), pieces("R")]), None);
    /// assert_eq!(rules.too_many_emperors(&[pieces("+K"), pieces("HM")]), Some(20));
    /// ```
    pub fn too_many_emperors(&self, pieces: &[(Kind, Side, u16)]) -> Option<usize> {
        let is_there = |test: fn(&PieceSpec) -> bool| {
            pieces.iter().any(|(kind, _, count)| *count > 0 && self.may_be(*kind, test))
        };
        if self.options.emperor_guard == EmperorGuard::Ignored || !is_there(is_played_out) {
            return None;
        }
        let emperors = pieces.iter().filter(|(kind, ..)| self.may_be(*kind, PieceSpec::is_emperor));
        let count = emperors.map(|(.., count)| usize::from(*count)).sum();
        (count > MAX_EMPERORS_PLAYED_OUT).then_some(count)
    }

    /// True if a piece of this kind passes a test or can become one that does, by a capture of a
    /// contagious piece too.
    fn may_be(&self, kind: Kind, test: fn(&PieceSpec) -> bool) -> bool {
        let passes = |kind: Kind| self.forms(kind).into_iter().any(|form| test(self.spec(form)));
        let spreads = self.options.spreads();
        passes(kind) || spreads && self.iter().any(|(_, spec)| spec.contagion.is_some_and(passes))
    }
}

/// True if an emperor moves otherwise too, or if several lines of one piece lead to a square, or a
/// line over a piece.
fn is_played_out(spec: &PieceSpec) -> bool {
    let is_pure = spec.atoms.iter().all(|atom| *atom == MovementAtom::Emperor);
    let shares = |atom: &MovementAtom| {
        matches!(
            atom,
            MovementAtom::Hook { .. } | MovementAtom::Area { .. } | MovementAtom::Skip { .. }
        )
    };
    spec.is_emperor() && !is_pure || spec.atoms.iter().any(shares)
}
