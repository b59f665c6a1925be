//! The archive (MAP-Elites): for each line of play the best problem found, in cells by length,
//! pieces, theme and kind of first move.
//!
//! Of the wanted problems only a few may be alike ([`Likeness`]): share the end of their lines, all
//! but one of their pieces, or the square of the last move. The limits are shares of the requested
//! set, so that every choice from the archive keeps them. Problems that are only steps on the way
//! count apart: of those with one length and ending the archive keeps at most [`FAMILY_CAPACITY`].
//!
//! Parents are drawn by cell or by family (length and ending), so that no line floods the archive.
//!
//! Mouret and Clune, Illuminating search spaces by mapping elites, 2015 (arXiv:1504.04909). There a
//! cell holds one elite. Here it holds all lines that differ, because the result is a set of
//! problems; a parent is drawn from a cell as if it were one.

use crate::generator::goals::CampaignGoals;
use crate::generator::likeness::{Likeness, LikenessKeys};
use crate::generator::problem_record::{ArchiveCell, ArchivedProblem};
use crate::generator::random::RandomStream;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Outcome of an offer to the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferOutcome {
    /// The line is new.
    New,
    /// Better than the problem that had this line, or than the worst of those that are alike.
    Better,
    /// The archive has this line in a problem as good or better.
    Known,
    /// The line or figure is to be avoided.
    Avoided,
    /// Enough problems as good or better are alike.
    Crowded,
}

/// Problems of one length and ending at most, if they are only steps on the way.
pub const FAMILY_CAPACITY: usize = 4;

/// Stalls after which the limits on likeness no longer grow, and one length may stand in for
/// another.
const STALLS_BEFORE_OTHER_LENGTHS: u32 = 3;

/// The archive of a campaign.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    goals: CampaignGoals,
    problems: Vec<ArchivedProblem>,
    by_line: HashMap<u64, usize>,
    cells: BTreeMap<ArchiveCell, Vec<usize>>,
    /// By length and key of the ending.
    families: BTreeMap<(u16, u64), Vec<usize>>,
    /// Wanted problems that are alike.
    alike: HashMap<(Likeness, u64), Vec<usize>>,
    /// Number of wanted problems by length.
    wanted: BTreeMap<u16, usize>,
    figures: HashSet<(u64, u64)>,
    avoid: HashSet<u64>,
    stalls: u32,
}

impl Archive {
    /// An empty archive for a set with these goals.
    pub fn new(goals: &CampaignGoals) -> Archive {
        Archive { goals: goals.clone(), ..Archive::default() }
    }

    /// Makes the archive refuse problems with this line key or figure key.
    pub fn avoid(&mut self, key: u64) {
        self.avoid.insert(key);
    }

    /// True if the archive refuses this key.
    pub fn avoids(&self, key: u64) -> bool {
        self.avoid.contains(&key)
    }

    /// Records that the campaign has found nothing for long. The first two stalls double and treble
    /// the numbers of problems that may be alike. With the third one, any wanted length may fill
    /// the set, if the goals give a total.
    pub fn add_stall(&mut self) {
        self.stalls += 1;
    }

    /// Number of stalls.
    pub fn stalls(&self) -> u32 {
        self.stalls
    }

    /// True if one length may stand in for another.
    pub fn may_exchange_lengths(&self) -> bool {
        self.goals.count > 0 && self.stalls >= STALLS_BEFORE_OTHER_LENGTHS
    }

    /// Number of wanted problems that may be alike at present.
    fn capacity(&self, likeness: Likeness) -> usize {
        let size = match self.goals.set_size() {
            0 => self.wanted.values().sum::<usize>() + 1,
            size => size,
        };
        let factor = 1 + self.stalls.min(STALLS_BEFORE_OTHER_LENGTHS - 1) as usize;
        likeness.limit(size) * factor
    }

    /// The groups without room for another problem: those of wanted problems, or the family of a
    /// step.
    fn full_groups(&self, plies: u16, keys: &LikenessKeys, wanted: bool) -> Vec<&[usize]> {
        if !wanted {
            let family = self.family(plies, keys.family);
            return if family.len() < FAMILY_CAPACITY { Vec::new() } else { vec![family] };
        }
        let full = |&(likeness, key): &(Likeness, u64)| {
            let group = self.alike.get(&(likeness, key))?;
            (group.len() >= self.capacity(likeness)).then_some(group.as_slice())
        };
        keys.groups.iter().filter_map(full).collect()
    }

    /// The outcome of an offer without making it; for [`OfferOutcome::Better`] also the index of
    /// the problem that it replaces.
    fn assess(&self, new: &ArchivedProblem) -> (OfferOutcome, Option<usize>) {
        if self.avoids(new.line_key) || self.avoids(new.figure_key) {
            return (OfferOutcome::Avoided, None);
        }
        let score = |at: usize| self.problems[at].record.score;
        let wanted = self.goals.fits(&new.record);
        let full = self.full_groups(new.record.plies, &new.likeness, wanted);
        let gives_way = |at: usize| full.iter().all(|group| group.contains(&at));
        if let Some(&at) = self.by_line.get(&new.line_key) {
            return if new.record.score <= score(at) {
                (OfferOutcome::Known, None)
            } else if gives_way(at) {
                (OfferOutcome::Better, Some(at))
            } else {
                (OfferOutcome::Crowded, None)
            };
        }
        let Some(group) = full.first() else { return (OfferOutcome::New, None) };
        // Only a problem of the same length and use, so that the numbers of each length stay.
        let replaceable = group.iter().copied().filter(|&at| {
            let old = &self.problems[at].record;
            gives_way(at) && old.plies == new.record.plies && self.goals.fits(old) == wanted
        });
        let worst = replaceable.min_by(|a, b| score(*a).total_cmp(&score(*b)));
        match worst.filter(|&at| new.record.score > score(at)) {
            Some(at) => (OfferOutcome::Better, Some(at)),
            None => (OfferOutcome::Crowded, None),
        }
    }

    fn family(&self, plies: u16, family: u64) -> &[usize] {
        self.families.get(&(plies, family)).map_or(&[], Vec::as_slice)
    }

    /// True if a problem with these keys finds no room, and cannot replace one that has more pieces.
    pub fn is_crowded(&self, plies: u16, keys: &LikenessKeys, pieces: usize) -> bool {
        let wanted = self.goals.lengths.contains(&plies);
        // Whether the problem is wanted for its theme is not known yet.
        if wanted && !self.goals.want_all() {
            return false;
        }
        self.full_groups(plies, keys, wanted).iter().any(|group| {
            let larger = |at: &usize| {
                let old = &self.problems[*at];
                old.record.plies == plies && old.cell.pieces > pieces
            };
            !group.iter().any(larger)
        })
    }

    /// The outcome that [`Archive::offer`] would return.
    pub fn preview_offer(&self, new: &ArchivedProblem) -> OfferOutcome {
        self.assess(new).0
    }

    /// Takes a problem if its line is new and not enough problems are alike, or if it is better
    /// than the problem with its line, or than the worst of those that are alike.
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
        let plies = new.record.plies;
        self.by_line.insert(new.line_key, at);
        self.cells.entry(new.cell.clone()).or_default().push(at);
        self.families.entry((plies, new.likeness.family)).or_default().push(at);
        if self.goals.fits(&new.record) {
            *self.wanted.entry(plies).or_default() += 1;
            for key in &new.likeness.groups {
                self.alike.entry(*key).or_default().push(at);
            }
        }
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
        let plies = old.record.plies;
        self.by_line.remove(&old.line_key);
        remove_member(&mut self.cells, &old.cell, at);
        remove_member(&mut self.families, &(plies, old.likeness.family), at);
        if self.goals.fits(&old.record) {
            if let Some(count) = self.wanted.get_mut(&plies) {
                *count -= 1;
            }
            for key in &old.likeness.groups {
                if let Some(members) = self.alike.get_mut(key) {
                    members.retain(|&i| i != at);
                }
            }
        }
    }

    /// The problem with this line key.
    pub fn find_by_line(&self, key: u64) -> Option<&ArchivedProblem> {
        self.by_line.get(&key).map(|&at| &self.problems[at])
    }

    /// All problems, in the order in which their lines were found.
    pub fn problems(&self) -> &[ArchivedProblem] {
        &self.problems
    }

    /// Number of wanted problems of one length.
    pub fn wanted(&self, plies: u16) -> usize {
        self.wanted.get(&plies).copied().unwrap_or(0)
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

    /// The largest number of problems in a set that are alike.
    pub fn most_alike(&self, likeness: Likeness, set: &[&ArchivedProblem]) -> usize {
        let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
        let keys = set.iter().flat_map(|kept| &kept.likeness.groups);
        for (_, key) in keys.filter(|(kind, _)| *kind == likeness) {
            *counts.entry(*key).or_default() += 1;
        }
        counts.into_values().max().unwrap_or(0)
    }

    /// True if the wanted problems of the archive meet the goals.
    pub fn meets_goals(&self) -> bool {
        let size = self.goals.set_size();
        let each = |(plies, wanted): (&u16, &usize)| self.wanted(*plies) >= *wanted;
        size > 0
            && self.wanted.values().sum::<usize>() >= size
            && (self.may_exchange_lengths() || self.goals.each.iter().all(each))
    }

    /// The set: for each length the requested number of wanted problems, taken in turn from all
    /// cells, the best of each cell first. If the goals give a total, problems of other wanted
    /// lengths fill it up.
    pub fn choose(&self) -> Vec<&ArchivedProblem> {
        let goals = &self.goals;
        let mut wanted: Vec<(usize, &ArchivedProblem)> =
            self.problems.iter().enumerate().filter(|(_, kept)| goals.fits(&kept.record)).collect();
        wanted.sort_by(|a, b| b.1.record.score.total_cmp(&a.1.record.score).then(a.0.cmp(&b.0)));
        // Round in which a problem is taken from its cell.
        let mut rounds: BTreeMap<&ArchiveCell, usize> = BTreeMap::new();
        let mut ranked: Vec<(usize, usize, &ArchivedProblem)> = wanted
            .into_iter()
            .map(|(order, kept)| {
                let round = rounds.entry(&kept.cell).or_default();
                *round += 1;
                (*round, order, kept)
            })
            .collect();
        // The sort is stable: within a round the best come first.
        ranked.sort_by_key(|(round, _, _)| *round);
        let mut taken: BTreeMap<u16, usize> = BTreeMap::new();
        let (mut chosen, others): (Vec<_>, Vec<_>) =
            ranked.into_iter().partition(|(_, _, kept)| {
                let taken = taken.entry(kept.record.plies).or_default();
                *taken += 1;
                goals.each.is_empty() || *taken <= goals.wanted(kept.record.plies)
            });
        let missing = goals.count.saturating_sub(chosen.len());
        chosen.extend(others.into_iter().take(missing));
        // In the order of discovery.
        chosen.sort_by_key(|(_, order, _)| *order);
        chosen.into_iter().map(|(_, _, kept)| kept).collect()
    }
}
