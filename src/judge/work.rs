//! What is to be done by one way of counting lengths, whichever that is.

use super::budget::Budget;
use super::convention::Convention;
use super::examine::{Findings, Terms, examine};
use super::oracle::{Length, Oracle};
use super::outline::{self, Outline};
use super::report::SideDual;
use super::{duals, tree};
use crate::position::{Engine, Move};
use crate::search::plies::Plies;

/// What writing the solution down may spend of what is left.
const OUTLINE_SHARE: f64 = 0.5;
/// What side duals may spend of what is left.
const SIDE_DUALS_SHARE: f64 = 0.5;

/// Something to be done with a way of counting lengths.
pub trait Work<E: Engine + Sync, T> {
    /// Does it, from the oracle's root.
    fn run<C: Convention<E>>(self, plain: &Oracle<'_, E>, convention: &C) -> T;
}

/// An examination, with side duals if they are wanted.
pub struct Examine<'a> {
    /// Length with every interposition counted.
    pub raw: Plies,
    pub terms: Terms<'a>,
    pub budget: &'a Budget<'a>,
    pub side_duals: bool,
    /// Levels of variations to be written down.
    pub outline: u16,
}

/// What is asked for besides class and flaws.
#[derive(Default)]
pub struct Extras {
    pub side_duals: Vec<SideDual>,
    pub outline: Option<Outline>,
}

impl<E: Engine + Sync> Work<E, (Findings, Extras)> for Examine<'_> {
    fn run<C: Convention<E>>(self, plain: &Oracle<'_, E>, convention: &C) -> (Findings, Extras) {
        let length = if C::PLAIN {
            Length::Exact(self.raw)
        } else {
            convention.shorten(&plain.root, self.raw, 0)
        };
        let findings = examine(plain, convention, length, &self.terms);
        let mut extras = Extras::default();
        let Some(tree) = &findings.tree else { return (findings, extras) };
        if self.outline > 0
            && let Some(line) = outline::main_line(tree, self.terms.solution)
        {
            self.budget.stage(OUTLINE_SHARE, "writing the solution down");
            extras.outline = Some(outline::write(plain, convention, tree, &line, self.outline));
        }
        if self.side_duals {
            self.budget.stage(SIDE_DUALS_SHARE, "looking for side duals");
            extras.side_duals = duals::side_duals(plain, convention, tree);
        }
        (findings, extras)
    }
}

/// The length of a second solution, and a line of that length if the budget suffices for one.
pub struct Witness {
    /// It mates within so many plies.
    pub best: Plies,
    /// It does not within so many.
    pub least: Plies,
}

impl<E: Engine + Sync> Work<E, (Length, Vec<Move>)> for Witness {
    fn run<C: Convention<E>>(self, plain: &Oracle<'_, E>, convention: &C) -> (Length, Vec<Move>) {
        let root = &plain.root;
        let length = convention.shorten(root, self.best, self.least);
        let line = match length {
            Length::Exact(plies) if C::PLAIN => plain.line(root, plies, true),
            Length::Exact(plies) => {
                let tree = tree::grow(convention, root, plain.attacker, plies, plain.room);
                tree.finish(0).unwrap_or_default()
            }
            Length::AtMost(plies) => plain.line(root, plies, false),
            Length::None | Length::Unknown(_) => Vec::new(),
        };
        (length, line)
    }
}
