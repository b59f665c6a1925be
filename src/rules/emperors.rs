//! How many emperors a position may have.
//!
//! Emperors that capture in turn on one square are decided by their numbers and by the lines that
//! they block, if no emperor blocks two lines. Otherwise their captures are played out, and their
//! number has a limit.

use super::options::EmperorGuard;
use super::{Kind, MovementAtom, Rules};

/// Largest number of emperors, both sides together, whose captures are played out.
pub const MAX_EMPERORS_PLAYED_OUT: usize = 12;

impl Rules {
    /// Largest number of pieces of a position, hands included, that are emperors or can become one.
    /// `None` if there is no limit: in games without emperors, and in games where numbers and lines
    /// decide every exchange (RULES.md 5.6, point 4).
    ///
    /// ```
    /// use tsume::rules::builtin::rules;
    ///
    /// let most = |game| rules(game, &[]).unwrap().unwrap().most_emperors();
    /// assert_eq!(most("maka_dai_dai"), Some(12));
    /// assert_eq!(most("shogi"), None);
    /// ```
    pub fn most_emperors(&self) -> Option<usize> {
        let has_emperor = self.kinds.iter().any(|spec| spec.is_emperor());
        if !has_emperor || self.options.emperor_guard == EmperorGuard::Ignored {
            return None;
        }
        // One piece blocks several lines to a square only if a line turns or jumps over a piece.
        let shares = |atom: &MovementAtom| {
            matches!(
                atom,
                MovementAtom::Hook { .. } | MovementAtom::Area { .. } | MovementAtom::Skip { .. }
            )
        };
        let is_played_out = self.kinds.iter().any(|spec| {
            let is_pure = spec.atoms.iter().all(|atom| *atom == MovementAtom::Emperor);
            spec.is_emperor() && !is_pure || spec.atoms.iter().any(shares)
        });
        is_played_out.then_some(MAX_EMPERORS_PLAYED_OUT)
    }

    /// True if a piece of this kind is an emperor or can become one, by a capture of a contagious
    /// piece too.
    pub fn may_be_emperor(&self, kind: Kind) -> bool {
        let is_emperor =
            |kind: Kind| self.forms(kind).into_iter().any(|form| self.spec(form).is_emperor());
        let spreads = self.options.spreads();
        is_emperor(kind)
            || spreads && self.iter().any(|(_, spec)| spec.contagion.is_some_and(is_emperor))
    }
}
