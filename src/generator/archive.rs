//! The archive of quality and diversity (MAP-Elites): one problem for each line of play, the best that was
//! found, in cells by length, pieces, theme and kind of first move. Parents are drawn by cell, so that no
//! line can flood it.
//!
//! Mouret and Clune, Illuminating search spaces by mapping elites, 2015 (arXiv:1504.04909). There a cell holds
//! one elite; here it holds all lines that differ, since a set of problems is wanted, and a parent is
//! drawn from a cell as if it were one.

use super::dice::Dice;
use super::found::{Cell, Kept};
use std::collections::{BTreeMap, HashMap, HashSet};

/// What became of a problem that was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A line that was not there.
    New,
    /// Better than the one that had this line.
    Better,
    /// There is one with this line, as good or better.
    Known,
    /// Its line or figure is one of those to be avoided.
    Avoided,
}

/// All problems kept.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    kept: Vec<Kept>,
    by_line: HashMap<u64, usize>,
    cells: BTreeMap<Cell, Vec<usize>>,
    figures: HashSet<(u64, u64)>,
    avoid: HashSet<u64>,
}

impl Archive {
    /// Nothing with this line or figure key will be taken from now on.
    pub fn avoid(&mut self, key: u64) {
        self.avoid.insert(key);
    }

    /// True if the key is to be avoided.
    pub fn avoids(&self, key: u64) -> bool {
        self.avoid.contains(&key)
    }

    /// Takes a problem if its line is new, or if it is better than what has its line.
    pub fn offer(&mut self, new: Kept) -> Offer {
        if self.avoids(new.line) || self.avoids(new.figure) {
            return Offer::Avoided;
        }
        self.figures.insert((new.figure, new.line));
        let Some(&at) = self.by_line.get(&new.line) else {
            self.by_line.insert(new.line, self.kept.len());
            self.cells.entry(new.cell.clone()).or_default().push(self.kept.len());
            self.kept.push(new);
            return Offer::New;
        };
        if new.found.score <= self.kept[at].found.score {
            return Offer::Known;
        }
        let old = self.kept[at].cell.clone();
        if let Some(cell) = self.cells.get_mut(&old) {
            cell.retain(|&i| i != at);
            if cell.is_empty() {
                self.cells.remove(&old);
            }
        }
        self.cells.entry(new.cell.clone()).or_default().push(at);
        self.kept[at] = new;
        Offer::Better
    }

    /// The problem with this line.
    pub fn with_line(&self, key: u64) -> Option<&Kept> {
        self.by_line.get(&key).map(|&at| &self.kept[at])
    }

    /// All problems, in the order in which their lines were found.
    pub fn kept(&self) -> &[Kept] {
        &self.kept
    }

    /// The problems of one length.
    pub fn of_length(&self, plies: u16) -> impl Iterator<Item = &Kept> {
        self.kept.iter().filter(move |kept| kept.found.plies == plies)
    }

    /// The cells that are filled, with how many problems they hold.
    pub fn cells(&self) -> impl Iterator<Item = (&Cell, usize)> {
        self.cells.iter().map(|(cell, members)| (cell, members.len()))
    }

    /// Problems so far that differ in more than a mirror or a shift, before lines were compared.
    pub fn figures(&self) -> usize {
        self.figures.len()
    }

    /// A problem of this length: a cell first, then one of its problems.
    pub fn draw(&self, dice: &mut Dice, plies: u16) -> Option<&Kept> {
        let bound =
            |plies: u16| Cell { plies, pieces: 0, theme: String::new(), first: String::new() };
        let cells: Vec<&Vec<usize>> =
            self.cells.range(bound(plies)..bound(plies + 1)).map(|(_, members)| members).collect();
        let cell = dice.pick(&cells)?;
        dice.pick(cell).map(|at| &self.kept[at])
    }
}
