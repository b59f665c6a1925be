//! Whether a hand with more pieces is never worse.

use super::options::{KingSafety, Options, Stalemate};
use super::{Kind, MovementAtom, PieceSpec};

/// See [`Rules::hands_dominate`], for a game with drops.
pub(super) fn hands_dominate(kinds: &[PieceSpec], options: &Options) -> bool {
    let contact = |movement: &MovementAtom| match movement {
        MovementAtom::Slide { .. } | MovementAtom::Leap { .. } => !movement.can_be_blocked(),
        MovementAtom::Stroke { .. } | MovementAtom::Jump { .. } => !movement.can_be_blocked(),
        _ => false,
    };
    let restricted = |(i, spec): &(usize, &PieceSpec)| {
        options.uchifuzume && spec.pawn || options.no_drop_mate.contains(&Kind(*i as u8))
    };
    let pawns_are_contact =
        kinds.iter().enumerate().filter(restricted).all(|(_, spec)| spec.atoms.iter().all(contact));
    // A drop opens a line for an emperor, is a hurdle for a hopper, and lets a piece turn that
    // turns after a capture.
    let no_emperor = !kinds.iter().any(|spec| spec.atoms.iter().any(|atom| atom.needs_others()));
    let turns = options.spreads() && kinds.iter().any(|spec| spec.contagion.is_some());
    // A promotion to another kind, too, changes what comes to hand, so that board and one hand do
    // not imply the other.
    let chooses = kinds.iter().any(|spec| {
        spec.promotion_choices.iter().any(|choice| kinds[choice.index()].base != spec.base)
    });
    // A defender with less in hand may have no move, and so escape by a draw.
    let draws = options.stalemate == Stalemate::Draw;
    if turns || chooses || draws {
        return false;
    }
    !options.uchifuzume && options.no_drop_mate.is_empty()
        || options.king_safety == KingSafety::Strict && pawns_are_contact && no_emperor
}
