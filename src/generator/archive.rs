//! The archive (MAP-Elites): for each line of play the best problem found, in cells by length,
//! pieces, theme and kind of first move.
//!
//! Parents are drawn by cell or by family, so that no line floods the archive. Of a family
//! (problems of one length that end alike) the archive keeps at most [`FAMILY_CAPACITY`].
//!
//! Mouret and Clune, Illuminating search spaces by mapping elites, 2015 (arXiv:1504.04909). There a
//! cell holds one elite. Here it holds all lines that differ, because the result is a set of
//! problems; a parent is drawn from a cell as if it were one.

use crate::generator::problem_record::{ArchiveCell, ArchivedProblem};
use crate::generator::random::RandomStream;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Outcome of an offer to the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferOutcome {
    /// The line is new.
    New,
    /// Better than the problem that had this line, or than the worst of its full family.
    Better,
    /// The archive has this line in a problem as good or better.
    Known,
    /// The line or figure is to be avoided.
    Avoided,
    /// The family is full of problems as good or better.
    Crowded,
}

/// Problems of one family at most.
pub const FAMILY_CAPACITY: usize = 4;

/// The archive of a campaign.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    problems: Vec<ArchivedProblem>,
    by_line: HashMap<u64, usize>,
    cells: BTreeMap<ArchiveCell, Vec<usize>>,
    /// By length and family key.
    families: BTreeMap<(u16, u64), Vec<usize>>,
    figures: HashSet<(u64, u64)>,
    avoid: HashSet<u64>,
}

impl Archive {
    /// Makes the archive refuse problems with this line key or figure key.
    pub fn avoid(&mut self, key: u64) {
        self.avoid.insert(key);
    }

    /// True if the archive refuses this key.
    pub fn avoids(&self, key: u64) -> bool {
        self.avoid.contains(&key)
    }

    /// The outcome of an offer without making it; for [`OfferOutcome::Better`] also the index of
    /// the problem that it replaces.
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

    /// True if the family is full of problems with at most `pieces` pieces.
    pub fn is_family_full(&self, plies: u16, family: u64, pieces: usize) -> bool {
        let family = self.family(plies, family);
        family.len() >= FAMILY_CAPACITY
            && family.iter().all(|&at| self.problems[at].cell.pieces <= pieces)
    }

    /// The outcome that [`Archive::offer`] would return.
    pub fn preview_offer(&self, new: &ArchivedProblem) -> OfferOutcome {
        self.assess(new).0
    }

    /// Takes a problem if its line is new and its family not full, or if it is better than the
    /// problem with its line, or than the worst of its full family.
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

    /// The problem with this line key.
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

    /// The filled cells with their number of problems.
    pub fn cells(&self) -> impl Iterator<Item = (&ArchiveCell, usize)> {
        self.cells.iter().map(|(cell, members)| (cell, members.len()))
    }

    /// Number of figures offered so far: problems that differ by more than a mirror or a shift,
    /// before lines are compared.
    pub fn figures(&self) -> usize {
        self.figures.len()
    }

    /// Number of families of one length.
    pub fn families(&self, plies: u16) -> usize {
        self.families.range((plies, 0)..=(plies, u64::MAX)).count()
    }

    /// Draws a problem of this length: first a cell or a family, then one of its problems.
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
