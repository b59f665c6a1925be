//! Counts of a campaign.

use crate::generator::certification::RefusalKind;
use crate::generator::operators::Operator;
use crate::generator::screen::RejectReason;
use crate::generator::seeds::SeedPattern;
use std::collections::BTreeMap;

/// Origin of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CandidateOrigin {
    /// A problem of the user.
    Given,
    /// A seed.
    Seed(SeedPattern),
    /// An operator on a parent.
    Operator(Operator),
}

impl CandidateOrigin {
    /// Name in lineages and tables.
    pub fn name(self) -> &'static str {
        match self {
            CandidateOrigin::Given => "given",
            CandidateOrigin::Seed(seed) => seed.name(),
            CandidateOrigin::Operator(operator) => operator.name(),
        }
    }
}

/// Success of an origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OriginYield {
    /// Candidates.
    pub tried: u64,
    /// Candidates that passed the screen.
    pub screened: u64,
    /// Candidates that gave a new line or a better problem.
    pub kept: u64,
}

impl OriginYield {
    /// Weight with which the origin is drawn: its success rate with a prior of 2 in 200, so that no
    /// origin ever dies out.
    pub fn weight(self) -> u64 {
        (self.kept + 2) * 1_000_000 / (self.tried + 200)
    }
}

/// Counts of one length by stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageCounts {
    /// Passed the screen.
    pub screened: u64,
    /// Still new after minimisation.
    pub minimised: u64,
    /// Certified by judge and checker.
    pub certified: u64,
    /// Lines in the archive.
    pub kept: u64,
}

/// All counts.
#[derive(Clone, Debug, Default)]
pub struct CampaignStats {
    /// Positions made, well formed or not.
    pub tried: u64,
    /// Positions met before, or their mirror images.
    pub seen: u64,
    /// Rejections by the screen.
    pub rejected: BTreeMap<RejectReason, u64>,
    /// Skipped because there are enough problems of this length.
    pub enough: u64,
    /// Skipped because the archive has the line with no more pieces.
    pub same_line: u64,
    /// Skipped because the family is full.
    pub crowded: u64,
    /// Skipped because the line shows no wanted theme.
    pub without_theme: u64,
    /// Rejections by judge or checker, by reason.
    pub refused: BTreeMap<RefusalKind, u64>,
    /// Cooks that were repaired.
    pub repaired: u64,
    /// Repairs tried.
    pub repairs: u64,
    /// Certified, but to be avoided.
    pub avoided: u64,
    /// Certified, and better than an archived problem.
    pub better: u64,
    /// Counts by length.
    pub stages: BTreeMap<u16, StageCounts>,
    /// Success by origin.
    pub yields: BTreeMap<CandidateOrigin, OriginYield>,
    /// Positions visited by the screen and by the judge.
    pub nodes: [u64; 2],
}

impl CampaignStats {
    /// The sum over all lengths.
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
