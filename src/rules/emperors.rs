//! Limit on the number of emperors in a position.
//!
//! Emperors can capture in turn on one square. If no emperor blocks two lines to it, their numbers
//! and the blocked lines decide who captures last. Otherwise the captures are played out, and the
//! number of emperors has a limit.

use super::options::EmperorGuard;
use super::{Kind, MovementAtom, PieceSpec, Rules, Side};

/// Largest number of emperors, both sides together, whose captures are played out.
pub const MAX_EMPERORS_PLAYED_OUT: usize = 16;

impl Rules {
    /// Number of pieces that are emperors or can become emperors, if there are more than
    /// [`MAX_EMPERORS_PLAYED_OUT`] and their captures may have to be played out (RULES.md 5.6,
    /// point 4). That is so with emperors that have other moves, and with pieces that have several
    /// lines to one square, such as hook movers. `pieces` are those of a position, hands included:
    /// kind, side and number, as in [`Position::material`](crate::position::Position::material).
    ///
    /// ```
    /// use tsume::rules::{Side, builtin::rules};
    ///
    /// let rules = rules("maka_dai_dai", &[]).unwrap().unwrap();
    /// let pieces = |id| (rules.kind(id).unwrap(), Side::Black, 20);
    /// assert_eq!(rules.too_many_emperors([pieces("+K"), pieces("R")]), None);
    /// assert_eq!(rules.too_many_emperors([pieces("+K"), pieces("HM")]), Some(20));
    /// ```
    pub fn too_many_emperors(
        &self,
        pieces: impl IntoIterator<Item = (Kind, Side, u16)>,
    ) -> Option<usize> {
        let has_emperor = self.kinds.iter().any(PieceSpec::is_emperor);
        if !has_emperor || self.options.emperor_guard == EmperorGuard::Ignored {
            return None;
        }
        let (mut count, mut are_played_out) = (0, false);
        for (kind, _, number) in pieces.into_iter().filter(|(.., number)| *number > 0) {
            are_played_out |= self.may_be(kind, is_played_out);
            if self.may_be(kind, PieceSpec::is_emperor) {
                count += usize::from(number);
            }
        }
        (are_played_out && count > MAX_EMPERORS_PLAYED_OUT).then_some(count)
    }

    /// True if this kind passes a test, or one that a piece of it can become, by contagion too.
    fn may_be(&self, kind: Kind, test: fn(&PieceSpec) -> bool) -> bool {
        let passes = |kind: Kind| self.forms(kind).into_iter().any(|form| test(self.spec(form)));
        let spreads = self.options.spreads();
        passes(kind) || spreads && self.iter().any(|(_, spec)| spec.contagion.is_some_and(passes))
    }
}

/// True if emperors have to be played out with this kind: an emperor that has other moves, or a
/// piece that has several lines to one square or a line over a piece.
fn is_played_out(spec: &PieceSpec) -> bool {
    let shares = |atom: &MovementAtom| {
        matches!(
            atom,
            MovementAtom::Hook { .. } | MovementAtom::Area { .. } | MovementAtom::Skip { .. }
        )
    };
    spec.is_emperor() && !spec.is_pure_emperor() || spec.atoms.iter().any(shares)
}
