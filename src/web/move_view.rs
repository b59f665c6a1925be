//! Moves as the page shows them: in every notation, with their squares.

use crate::io::formats::spelling::{MoveNotation, in_japanese, spell};
use crate::messages::language;
use crate::notation::usi;
use crate::position::{Forcing, Move, Position, Problem};
use crate::referee;
use crate::rules::{Rules, Square};
use serde::Serialize;

/// A move.
#[derive(Clone, Debug, Serialize)]
pub(super) struct MoveView {
    /// In USI notation.
    pub usi: String,
    /// In the notation of the page's language.
    pub text: String,
    /// In Western notation.
    western: String,
    /// In Japanese notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    japanese: Option<String>,
    /// Square of origin; absent for drops.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<u16>,
    /// Squares of captures on the way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mids: Vec<u16>,
    to: u16,
    /// Kind that is dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    drop: Option<u8>,
    /// True if the piece promotes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    change: bool,
}

impl MoveView {
    /// A move of `position`, whose legal moves are `legal`, after a move to `last`.
    pub fn new(
        rules: &Rules,
        position: &Position,
        legal: &[Move],
        m: Move,
        last: Option<Square>,
    ) -> MoveView {
        let notation = MoveNotation::of_language(language());
        MoveView {
            usi: usi::write(rules, m),
            text: spell(rules, position, legal, m, last, notation),
            western: spell(rules, position, legal, m, last, MoveNotation::Western),
            japanese: in_japanese(rules, position, legal, m, last),
            from: m.from().map(|square| square.0),
            mids: m.mids().into_iter().flatten().map(|square| square.0).collect(),
            to: m.to().0,
            drop: m.dropped().map(|kind| kind.0),
            change: m.changes(),
        }
    }
}

/// The legal moves of a position after a move to `last`, and for each whether it is forcing.
pub(super) fn legal_moves(
    rules: &Rules,
    position: &Position,
    forcing: Option<Forcing>,
    last: Option<Square>,
) -> Vec<(Move, MoveView, bool)> {
    let legal = referee::legal_moves(rules, position);
    let allowed = forcing.map(|forcing| referee::forcing_moves(rules, position, forcing));
    let view = |&m: &Move| {
        let is_allowed = allowed.as_ref().is_none_or(|allowed| allowed.contains(&m));
        (m, MoveView::new(rules, position, &legal, m, last), is_allowed)
    };
    legal.iter().map(view).collect()
}

/// A line from a problem's position, as long as its moves are legal.
pub(super) fn line(problem: &Problem, moves: &[Move]) -> Vec<MoveView> {
    let rules = problem.rules();
    let (mut position, mut last) = (problem.position().clone(), None);
    let mut views = Vec::with_capacity(moves.len());
    for &m in moves {
        let legal = referee::legal_moves(rules, &position);
        if !legal.contains(&m) {
            break;
        }
        views.push(MoveView::new(rules, &position, &legal, m, last));
        position = referee::play(rules, &position, m);
        last = Some(m.to());
    }
    views
}
