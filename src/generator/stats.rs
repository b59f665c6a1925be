//! What a campaign counts.

use crate::generator::operators::Operator;
use crate::generator::screen::RejectReason;
use crate::generator::seeds::SeedPattern;
use std::collections::BTreeMap;

/// Where a candidate came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CandidateOrigin {
    /// The user's own.
    Given,
    /// Out of nothing.
    SeedPattern(SeedPattern),
    /// A problem was changed.
    Operator(Operator),
}

impl CandidateOrigin {
    /// Its name in lineages and tables.
    pub fn name(self) -> &'static str {
        match self {
            CandidateOrigin::Given => "given",
            CandidateOrigin::SeedPattern(seed) => seed.name(),
            CandidateOrigin::Operator(operator) => operator.name(),
        }
    }
}

/// How an origin has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OriginYield {
    /// Candidates.
    pub tried: u64,
    /// Those that passed the screen.
    pub screened: u64,
    /// Those that brought a new line or a better problem.
    pub kept: u64,
}

impl OriginYield {
    /// How often an origin should be used, relative to others: its success so far, with a prior of two in
    /// two hundred, so that none is ever given up.
    pub fn weight(self) -> u64 {
        (self.kept + 2) * 1_000_000 / (self.tried + 200)
    }
}

/// Counts by length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageCounts {
    /// Passed the screen.
    pub screened: u64,
    /// Still new after taking away what is not needed.
    pub minimised: u64,
    /// Certified by judge and checker.
    pub certified: u64,
    /// Different lines.
    pub kept: u64,
}

/// Everything that is counted.
#[derive(Clone, Debug, Default)]
pub struct CampaignStats {
    /// Throws that gave a position, whether it may be a problem or not.
    pub tried: u64,
    /// Positions that were met before, or their mirror images.
    pub seen: u64,
    /// Rejected by the screen.
    pub rejected: BTreeMap<RejectReason, u64>,
    /// Left alone since there are enough of this length.
    pub enough: u64,
    /// The same line is there with no more pieces.
    pub same_line: u64,
    /// The family is full.
    pub crowded: u64,
    /// Refused by judge or checker, by reason.
    pub refused: BTreeMap<&'static str, u64>,
    /// Cooks that were mended, of those that were tried.
    pub repaired: u64,
    /// Cooks that were tried to be mended.
    pub repairs: u64,
    /// Certified, but to be avoided.
    pub avoided: u64,
    /// Certified, better than the one before with the same line.
    pub better: u64,
    /// By length.
    pub stages: BTreeMap<u16, StageCounts>,
    /// By origin.
    pub yields: BTreeMap<CandidateOrigin, OriginYield>,
    /// Positions visited by the screen and by the judge.
    pub nodes: [u64; 2],
}

impl CampaignStats {
    /// All lengths together.
    pub fn total(&self) -> StageCounts {
        self.stages.values().fold(StageCounts::default(), |sum, s| StageCounts {
            screened: sum.screened + s.screened,
            minimised: sum.minimised + s.minimised,
            certified: sum.certified + s.certified,
            kept: sum.kept + s.kept,
        })
    }

    /// The counts of one length.
    pub fn at(&mut self, plies: u16) -> &mut StageCounts {
        self.stages.entry(plies).or_default()
    }
}
