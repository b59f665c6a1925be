//! The archive of quality and diversity (MAP-Elites): one problem for each line of play, the best that was
//! found, in cells by length, pieces, theme and kind of first move. Parents are drawn by cell or by family, so
//! that no line can flood it; and of a family (problems of one length that end alike) only a few stay.
//!
//! Mouret and Clune, Illuminating search spaces by mapping elites, 2015 (arXiv:1504.04909). There a cell holds
//! one elite; here it holds all lines that differ, since a set of problems is wanted, and a parent is
//! drawn from a cell as if it were one.

use crate::generator::problem_record::{ArchiveCell, ArchivedProblem};
use crate::generator::random::RandomStream;
use std::collections::{BTreeMap, HashMap, HashSet};

/// What became of a problem that was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferOutcome {
    /// A line that was not there.
    New,
    /// Better than the one that had this line.
    Better,
    /// There is one with this line, as good or better.
    Known,
    /// Its line or figure is one of those to be avoided.
    Avoided,
    /// Its family is full, of problems as good or better.
    Crowded,
}

/// Problems of one family that are kept at most.
pub const FAMILY_CAPACITY: usize = 4;

/// All problems kept.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    problems: Vec<ArchivedProblem>,
    by_line: HashMap<u64, usize>,
    cells: BTreeMap<ArchiveCell, Vec<usize>>,
    /// By length and family.
    families: BTreeMap<(u16, u64), Vec<usize>>,
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

    /// What would become of a problem if it were offered. Of [`OfferOutcome::Better`] also which one it replaces.
    fn assess(&self, new: &ArchivedProblem) -> (OfferOutcome, Option<usize>) {
        if self.avoids(new.line_key) || self.avoids(new.figure_key) {
            return (OfferOutcome::Avoided, None);
        }
        let better = |at: &usize| new.record.score > self.problems[*at].record.score;
        if let Some(at) = self.by_line.get(&new.line_key) {
            return if better(at) {
                (OfferOutcome::Better, Some(*at))
            } else {
                (OfferOutcome::Known, None)
            };
        }
        let family = self.family(new.record.plies, new.family_key);
        if family.len() < FAMILY_CAPACITY {
            return (OfferOutcome::New, None);
        }
        let score = |at: &usize| self.problems[*at].record.score;
        let worst = family.iter().min_by(|a, b| score(a).total_cmp(&score(b)));
        match worst.filter(|at| better(at)) {
            Some(at) => (OfferOutcome::Better, Some(*at)),
            None => (OfferOutcome::Crowded, None),
        }
    }

    fn family(&self, plies: u16, family: u64) -> &[usize] {
        self.families.get(&(plies, family)).map_or(&[], Vec::as_slice)
    }

    /// True if the family is full of problems that are no larger than `pieces`.
    pub fn is_family_full(&self, plies: u16, family: u64, pieces: usize) -> bool {
        let family = self.family(plies, family);
        family.len() >= FAMILY_CAPACITY
            && family.iter().all(|&at| self.problems[at].cell.pieces <= pieces)
    }

    /// What [`Archive::offer`] would say.
    pub fn preview_offer(&self, new: &ArchivedProblem) -> OfferOutcome {
        self.assess(new).0
    }

    /// Takes a problem if its line is new and its family not full, or if it is better than what has its
    /// line, or than the worst of its full family.
    pub fn offer(&mut self, new: ArchivedProblem) -> OfferOutcome {
        let (offer, replaced) = self.assess(&new);
        if !matches!(offer, OfferOutcome::Avoided) {
            self.figures.insert((new.figure_key, new.line_key));
        }
        match (offer, replaced) {
            (OfferOutcome::Better, Some(at)) => {
                self.remove_from_index(at);
                self.add_to_index(at, &new);
                self.problems[at] = new;
            }
            (OfferOutcome::New, _) => {
                self.add_to_index(self.problems.len(), &new);
                self.problems.push(new);
            }
            _ => {}
        }
        offer
    }

    fn add_to_index(&mut self, at: usize, new: &ArchivedProblem) {
        self.by_line.insert(new.line_key, at);
        self.cells.entry(new.cell.clone()).or_default().push(at);
        self.families.entry((new.record.plies, new.family_key)).or_default().push(at);
    }

    fn remove_from_index(&mut self, at: usize) {
        fn remove_member<K: Ord>(map: &mut BTreeMap<K, Vec<usize>>, key: &K, at: usize) {
            if let Some(members) = map.get_mut(key) {
                members.retain(|&i| i != at);
                if members.is_empty() {
                    map.remove(key);
                }
            }
        }
        let old = &self.problems[at];
        self.by_line.remove(&old.line_key);
        remove_member(&mut self.cells, &old.cell, at);
        remove_member(&mut self.families, &(old.record.plies, old.family_key), at);
    }

    /// The problem with this line.
    pub fn find_by_line(&self, key: u64) -> Option<&ArchivedProblem> {
        self.by_line.get(&key).map(|&at| &self.problems[at])
    }

    /// All problems, in the order in which their lines were found.
    pub fn problems(&self) -> &[ArchivedProblem] {
        &self.problems
    }

    /// The problems of one length.
    pub fn of_length(&self, plies: u16) -> impl Iterator<Item = &ArchivedProblem> {
        self.problems.iter().filter(move |kept| kept.record.plies == plies)
    }

    /// The cells that are filled, with how many problems they hold.
    pub fn cells(&self) -> impl Iterator<Item = (&ArchiveCell, usize)> {
        self.cells.iter().map(|(cell, members)| (cell, members.len()))
    }

    /// Problems so far that differ in more than a mirror or a shift, before lines were compared.
    pub fn figures(&self) -> usize {
        self.figures.len()
    }

    /// The families of one length.
    pub fn families(&self, plies: u16) -> usize {
        self.families.range((plies, 0)..=(plies, u64::MAX)).count()
    }

    /// A problem of this length: a cell or a family first, then one of its problems.
    pub fn draw_parent(&self, random: &mut RandomStream, plies: u16) -> Option<&ArchivedProblem> {
        let bound = |plies: u16| ArchiveCell {
            plies,
            pieces: 0,
            theme: String::new(),
            first: String::new(),
        };
        let groups: Vec<&Vec<usize>> = if random.draw_percent(50) {
            self.cells.range(bound(plies)..bound(plies + 1)).map(|(_, members)| members).collect()
        } else {
            let families = self.families.range((plies, 0)..=(plies, u64::MAX));
            families.map(|(_, members)| members).collect()
        };
        let group = random.pick(&groups)?;
        random.pick(group).map(|at| &self.problems[at])
    }
}
