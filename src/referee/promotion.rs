//! Promotion and contagion: what a piece may become at the end of its move (RULES 2.5 and 5.5).

use super::captured;
use super::geometry::{hook_lines, leap_delta};
use crate::position::{Move, Piece, Position};
use crate::rules::options::{CapturePromotion, Contagion, Deferral, ForcedPromotion, Promotion};
use crate::rules::{Kind, MovementAtom, Royalty, Rules, Side, Square};

/// What a move may do to the piece. At least one field is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The piece may stay what it is.
    pub stay: bool,
    /// The piece may change: promote, or be changed by contagion.
    pub change: bool,
}

const STAYS: Choice = Choice { stay: true, change: false };

/// Whether the piece of this move may stay or change at the end of the move.
pub fn choice(rules: &Rules, position: &Position, m: Move) -> Choice {
    let Some((from, piece)) = mover(position, m) else { return STAYS };
    if let Some(kind) = infected(rules, position, piece, m) {
        let changes = kind != piece.kind();
        return Choice { stay: !changes, change: changes };
    }
    if rules.promoted_form(piece.kind()).is_none() {
        return STAYS;
    }
    let (may, must) = match rules.options.promotion {
        Promotion::None => (false, false),
        Promotion::EachMove => (true, true),
        Promotion::EachCapture => (captured(position, m).next().is_some(), true),
        Promotion::ByCapture => by_capture(rules, position, m),
        Promotion::ZoneTouch | Promotion::ZoneEntryOrCapture => {
            // A piece that may not promote on this move stays as it is, even if it is stuck.
            let must = match rules.options.forced_promotion {
                ForcedPromotion::None => false,
                ForcedPromotion::Dead => is_dead(rules, piece, m.to()),
                ForcedPromotion::Always => true,
            };
            (zone_allows(rules, position, piece, from, m), must)
        }
    };
    Choice { stay: !(may && must), change: may }
}

/// A move without its decision about promotion, in each form that the rules allow.
pub fn forms(rules: &Rules, position: &Position, m: Move) -> impl Iterator<Item = Move> {
    let Choice { stay, change } = choice(rules, position, m);
    let chosen: &[Kind] = match mover(position, m).filter(|_| change) {
        Some((_, piece)) => {
            let choices = &rules.spec(piece.kind()).promotion_choices;
            let is_free = choices.is_empty() || infected(rules, position, piece, m).is_none();
            if is_free { choices } else { &[] }
        }
        None => &[],
    };
    let plain = (change && chosen.is_empty()).then(|| m.with_change(true));
    let chosen = chosen.iter().map(move |&kind| m.with_promotion(kind));
    stay.then_some(m).into_iter().chain(plain).chain(chosen)
}

/// The kind of the moved piece after the move; `None` for a drop.
pub fn becomes(rules: &Rules, position: &Position, m: Move) -> Option<Kind> {
    let (_, piece) = mover(position, m)?;
    if !m.changes() {
        return Some(piece.kind());
    }
    infected(rules, position, piece, m).or(m.chosen()).or(rules.promoted_form(piece.kind()))
}

fn mover(position: &Position, m: Move) -> Option<(Square, Piece)> {
    let from = m.from()?;
    Some((from, position.at(from)?))
}

/// True if a square lies in the promotion zone of `side`.
pub fn in_zone(rules: &Rules, square: Square, side: Side) -> bool {
    rules.board.depth(square, side) < i32::from(rules.options.zone)
}

/// True if the piece could never move from this square: even on an empty board, or whatever it could
/// capture or hop over there.
pub fn is_dead(rules: &Rules, piece: Piece, square: Square) -> bool {
    let goes = |delta: (i32, i32)| {
        let to = rules.board.shift(square, delta);
        to.is_some_and(|to| rules.in_region(piece.kind(), to, piece.side()))
    };
    let leads_on = |movement: &MovementAtom| match *movement {
        MovementAtom::Slide { dir, .. }
        | MovementAtom::Stroke { dir, .. }
        | MovementAtom::LionLine { dir }
        | MovementAtom::Igui { dir }
        | MovementAtom::RangeJump { dir } => goes(dir.delta(piece.side())),
        MovementAtom::Leap { right, forward }
        | MovementAtom::Jump { right, forward, .. }
        | MovementAtom::LameLeap { right, forward, .. } => {
            goes(leap_delta(right, forward, piece.side()))
        }
        MovementAtom::Hop { dir, .. } => {
            let (files, ranks) = dir.delta(piece.side());
            goes((2 * files, 2 * ranks))
        }
        MovementAtom::Hook { diagonal, forward, .. } => hook_lines(diagonal, forward)
            .any(|(dir, _)| rules.board.shift(square, dir.delta(piece.side())).is_some()),
        MovementAtom::Skip { dir, .. } => {
            let (files, ranks) = dir.delta(piece.side());
            rules.board.shift(square, (2 * files, 2 * ranks)).is_some()
        }
        MovementAtom::Lion { .. }
        | MovementAtom::LionDog { .. }
        | MovementAtom::Area { .. }
        | MovementAtom::Emperor => rules.board.squares() > 1,
    };
    !rules.spec(piece.kind()).atoms.iter().any(leads_on)
}

fn zone_allows(rules: &Rules, position: &Position, piece: Piece, from: Square, m: Move) -> bool {
    let inside = |square| in_zone(rules, square, piece.side());
    let quiet = captured(position, m).next().is_none();
    if rules.options.promotion == Promotion::ZoneTouch {
        let deferred =
            rules.options.deferral != Deferral::None && position.deferred.contains(&from) && quiet;
        return (inside(from) || inside(m.to())) && !deferred;
    }
    let enters = !inside(from) && inside(m.to());
    let captures_there = !quiet
        && (inside(from)
            || inside(m.to())
            || captured(position, m).any(|(square, _)| inside(square)));
    let second_chance = quiet
        && rules.options.second_chance.contains(&piece.kind())
        && rules.board.depth(m.to(), piece.side()) == 0;
    enters || captures_there || second_chance
}

/// Whether a capture lets the piece promote, and whether it forces the piece to promote.
fn by_capture(rules: &Rules, position: &Position, m: Move) -> (bool, bool) {
    let may = captured(position, m).next().is_some();
    let must = rules.options.capture_promotion == CapturePromotion::Always
        || captured(position, m).any(|(_, victim)| rules.spec(victim.kind()).is_promoted());
    (may, must)
}

/// The kind that contagion makes of the piece. The last contagious victim decides.
fn infected(rules: &Rules, position: &Position, piece: Piece, m: Move) -> Option<Kind> {
    if rules.options.promotion != Promotion::ByCapture
        || rules.spec(piece.kind()).royalty != Royalty::None
    {
        return None;
    }
    captured(position, m)
        .map(|(_, victim)| rules.spec(victim.kind()))
        .filter(|victim| match rules.options.contagion {
            Contagion::Both => true,
            Contagion::PromotedOnly => victim.is_promoted(),
            Contagion::None => false,
        })
        .filter_map(|victim| victim.contagion)
        .last()
}
