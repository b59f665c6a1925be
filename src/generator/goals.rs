//! Goals of a campaign: which problems are wanted, and how many of each length.

use crate::generator::problem_record::ProblemRecord;
use crate::generator::special_play::SpecialPlay;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

/// What the solution of a wanted problem must be like. The default accepts every sound problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayConstraints {
    /// Attacker's moves that sacrifice the moving piece, at least, from 3 plies. Default: 0.
    pub min_sacrifices: u32,
    /// The first move may capture. Default: true.
    pub first_capture: bool,
    /// Squares of the smallest rectangle around all pieces, at most. Default: any number.
    pub max_area: u32,
    /// Every attacker's piece moves, gives check, or guards a square at the mate. Default: not
    /// required.
    pub all_used: bool,
}

impl Default for PlayConstraints {
    fn default() -> PlayConstraints {
        PlayConstraints {
            min_sacrifices: 0,
            first_capture: true,
            max_area: u32::MAX,
            all_used: false,
        }
    }
}

impl PlayConstraints {
    fn accept(&self, found: &ProblemRecord) -> bool {
        let features = &found.features;
        (features.sacrifices >= self.min_sacrifices || found.plies < 3)
            && (self.first_capture || !found.first.split(' ').any(|word| word == "capture"))
            && features.area <= self.max_area
            && (features.all_used || !self.all_used)
    }
}

/// Goals of a campaign.
#[derive(Clone, Debug)]
pub struct CampaignGoals {
    /// The shortest and the longest wanted length in plies.
    pub plies: RangeInclusive<u16>,
    /// The wanted lengths: at least one, odd, in ascending order.
    pub lengths: Vec<u16>,
    /// Number of problems in all; 0: no end, unless `each` has numbers.
    pub count: usize,
    /// Only problems with one of these themes count; empty: all do.
    pub themes: Vec<String>,
    /// Number of problems of each length. With a `count` they are its even shares, and one length
    /// can stand in for another that is not found.
    pub each: BTreeMap<u16, usize>,
    /// What the solutions must be like.
    pub play: PlayConstraints,
    /// Time limit by [`CampaignObserver::elapsed`](crate::generator::CampaignObserver::elapsed).
    pub time: Option<Duration>,
    /// Limit of positions visited in all.
    pub nodes: Option<u64>,
}

impl Default for CampaignGoals {
    fn default() -> CampaignGoals {
        CampaignGoals {
            plies: 1..=1,
            lengths: Vec::new(),
            count: 0,
            themes: Vec::new(),
            each: BTreeMap::new(),
            play: PlayConstraints::default(),
            time: None,
            nodes: None,
        }
    }
}

impl CampaignGoals {
    /// Goals of `count` problems, spread evenly over the lengths (ascending and odd); the shorter
    /// ones get the rest of the division. 0: no end.
    pub fn spread(lengths: Vec<u16>, count: usize) -> CampaignGoals {
        let (Some(&least), Some(&most)) = (lengths.first(), lengths.last()) else {
            return CampaignGoals::default();
        };
        let (share, rest) = (count / lengths.len(), count % lengths.len());
        let shares = lengths.iter().enumerate();
        let shares = shares.map(|(i, &plies)| (plies, share + usize::from(i < rest)));
        CampaignGoals {
            plies: least..=most,
            each: shares.filter(|(_, share)| *share > 0).collect(),
            lengths,
            count,
            ..CampaignGoals::default()
        }
    }

    /// Number of wanted problems of a length; 0 if no number is given.
    pub fn wanted(&self, plies: u16) -> usize {
        self.each.get(&plies).copied().unwrap_or(0)
    }

    /// Number of wanted problems in all; 0: no end.
    pub fn set_size(&self) -> usize {
        self.count.max(self.each.values().sum())
    }

    /// True for a wanted problem; false for one that is only a step on the way.
    pub fn fits(&self, found: &ProblemRecord) -> bool {
        let theme = |theme: &String| self.themes.contains(theme);
        self.lengths.contains(&found.plies)
            && (self.themes.is_empty() || found.themes.iter().any(theme))
            && self.play.accept(found)
    }

    /// False if the special play of a line rules out every wanted theme; other themes are not known
    /// before the features are.
    pub fn may_show(&self, play: &SpecialPlay) -> bool {
        self.themes.is_empty() || self.themes.iter().any(|theme| play.shows(theme) != Some(false))
    }

    /// True if every sound problem of a wanted length is wanted.
    pub fn want_all(&self) -> bool {
        self.themes.is_empty() && self.play == PlayConstraints::default()
    }
}
