//! Attacks: can a piece capture on a square?
//!
//! The answers depend on movement alone. Pins, lion trading and the safety of the capturing side's
//! royals do not count. The questions suppose an enemy on the square, whatever stands there.
//!
//! `plain_attacks` answers for every movement but the emperor's leap. Whether
//! an emperor may leap depends on the enemies that guard the square, enemy emperors among them
//! (RULES 5.6); that question is here and in `emperor_exchange`.

use super::emperor_exchange::{is_emperor, recaptures};
use super::plain_attacks::{captures_plainly, is_plainly_guarded};
use super::without;
use crate::position::Position;
use crate::rules::options::EmperorGuard;
use crate::rules::{Rules, Side, Square};

/// True if the piece on `from` could capture an enemy on `target`, on the way or as the last
/// square. False if `from` is empty or equals `target`.
pub fn can_capture(rules: &Rules, position: &Position, from: Square, target: Square) -> bool {
    position.at(from).is_some_and(|piece| {
        from != target
            && (captures_plainly(rules, position, from, target)
                || is_emperor(rules, piece) && is_safe_for_emperor(rules, position, from, target))
    })
}

/// True if a piece of `by` could capture an enemy on `square`.
pub fn is_attacked(rules: &Rules, position: &Position, square: Square, by: Side) -> bool {
    is_plainly_guarded(rules, position, square, by) || recaptures(rules, position, square, by)
}

/// True if a piece of `by` guards `square`: it could capture there if an enemy stood there.
///
/// RULES 5.6, point 4: an emperor guards a square if it could recapture there, that is, if the
/// other side does not guard the square once the emperor stands on it. With `emperor_guard:
/// ignored`, emperors guard nothing.
pub fn is_guarded(rules: &Rules, position: &Position, square: Square, by: Side) -> bool {
    is_plainly_guarded(rules, position, square, by)
        || rules.options.emperor_guard == EmperorGuard::Counts
            && recaptures(rules, position, square, by)
}

/// True if no enemy could capture the emperor of `from` after its leap to `to`.
pub fn is_safe_for_emperor(rules: &Rules, position: &Position, from: Square, to: Square) -> bool {
    let Some(emperor) = position.at(from) else { return false };
    // A piece on `to` guards nothing there and blocks no line to it.
    !is_guarded(rules, &without(position, from), to, emperor.side().other())
}
