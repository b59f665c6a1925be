//! One worker: the pipeline for one candidate after the other.

use crate::generator::campaign::{Campaign, CandidatePlan};
use crate::generator::canonical_key::{line_key, position_key, upright};
use crate::generator::certification::{CertificationRefusal, CertifiedProblem, certify};
use crate::generator::cook_repair::repair;
use crate::generator::features::features;
use crate::generator::mate_probe::MateProbe;
use crate::generator::minimisation::{minimise, without};
use crate::generator::placement::add_required;
use crate::generator::problem_record::{ArchivedProblem, Lineage, family_key};
use crate::generator::random::RandomStream;
use crate::generator::screen::{RejectReason, ScreenTerms, ScreenedPosition, screen};
use crate::generator::stats::{CampaignStats, CandidateOrigin};
use crate::position::{Engine, Position};
use crate::search::SearchObserver;
use std::time::Duration;

/// How much longer a cook may be that the screen finds.
const NEAR: u16 = 2;
/// Of cooked positions, so many in a hundred are tried to be mended.
const MENDED: usize = 8;
/// Rounds of taking away what the judge finds needless, or mending what he finds cooked.
const ROUNDS: usize = 3;
/// Candidates between two reports.
const REPORT_EVERY: u64 = 64;

pub(super) struct Worker<'a, 'c, E> {
    campaign: &'a Campaign<'c>,
    probe: MateProbe<E>,
    random: RandomStream,
    stream: u64,
    attempt: u64,
    /// Counts that were not yet added to the campaign's.
    counted: u64,
    judged: u64,
}

/// What the judge may ask of the outside world.
struct CampaignClock<'a>(&'a Campaign<'a>);

impl SearchObserver for CampaignClock<'_> {
    fn elapsed(&self) -> Duration {
        self.0.observer.elapsed()
    }

    fn should_stop(&self) -> bool {
        let Campaign { goals, observer, .. } = self.0;
        observer.stopped() || goals.time.is_some_and(|time| observer.elapsed() >= time)
    }
}

impl<'a, 'c, E: Engine> Worker<'a, 'c, E> {
    pub fn new(campaign: &'a Campaign<'c>, number: u64, random: RandomStream) -> Self {
        Worker {
            probe: MateProbe::new(campaign.space),
            random,
            stream: campaign.config.stream + number,
            attempt: 0,
            counted: 0,
            judged: 0,
            campaign,
        }
    }

    /// Works until the campaign is over.
    pub fn work(&mut self) {
        loop {
            let draft = {
                let mut state = self.campaign.state();
                let visited = self.probe.nodes - self.counted;
                state.stats.nodes[0] += visited;
                state.stats.nodes[1] += std::mem::take(&mut self.judged);
                self.counted = self.probe.nodes;
                if self.campaign.is_over(&state) {
                    return;
                }
                if self.attempt.is_multiple_of(REPORT_EVERY) {
                    self.campaign.observer.progress(&state.archive, &state.stats);
                }
                self.campaign.draw(&mut state, &mut self.random)
            };
            self.attempt += 1;
            self.attempt(&draft);
        }
    }

    fn count(&self, count: impl FnOnce(&mut CampaignStats)) {
        count(&mut self.campaign.state().stats);
    }

    fn make(&mut self, draft: &CandidatePlan) -> Option<Position> {
        let space = self.campaign.space;
        match draft.origin {
            CandidateOrigin::Given => draft.parent.clone(),
            CandidateOrigin::SeedPattern(seed) => {
                seed.sow(space, &mut self.probe, &mut self.random)
            }
            CandidateOrigin::Operator(operator) => {
                let parent = draft.parent.as_ref()?;
                let other = draft.other.as_ref().unwrap_or(parent);
                operator.apply(space, &mut self.probe, &mut self.random, parent, other)
            }
        }
    }

    fn attempt(&mut self, draft: &CandidatePlan) {
        let space = self.campaign.space;
        let origin = draft.origin;
        let Some(mut position) = self.make(draft) else {
            self.count(|stats| stats.yields.entry(origin).or_default().tried += 1);
            return;
        };
        if origin != CandidateOrigin::Given {
            add_required(space, &mut self.random, &mut position);
        }
        if let Some(image) = upright(space, &position) {
            position = image;
        }
        let well_formed = space.settle(&mut position);
        let seen = well_formed && self.campaign.met(position_key(space, &position));
        self.count(|stats| {
            stats.tried += 1;
            stats.yields.entry(origin).or_default().tried += 1;
            stats.seen += u64::from(seen);
            if !well_formed {
                *stats.rejected.entry(RejectReason::Malformed).or_default() += 1;
            }
        });
        if seen || !well_formed {
            return;
        }
        let terms = ScreenTerms {
            plies: draft.plies.clone(),
            nodes: self.campaign.config.screen_nodes,
            near: NEAR,
        };
        let screened = match screen(space, &mut self.probe, &mut position, &terms) {
            Ok(screened) => screened,
            Err(rejected) => {
                self.count(|stats| *stats.rejected.entry(rejected.reason).or_default() += 1);
                let Some((screened, cook)) = rejected.cook else { return };
                if !self.random.chance(MENDED) {
                    return;
                }
                let Some(mended) = self.mend(&position, &screened, &cook, &terms) else {
                    let mut state = self.campaign.state();
                    self.campaign.remember(&mut state, position);
                    return;
                };
                position = mended.0;
                mended.1
            }
        };
        self.refine(draft, position, screened, &terms);
    }

    fn mend(
        &mut self,
        position: &Position,
        screened: &ScreenedPosition,
        cook: &[crate::position::Move],
        terms: &ScreenTerms,
    ) -> Option<(Position, ScreenedPosition)> {
        let space = self.campaign.space;
        let mended =
            repair(space, &mut self.probe, &mut self.random, position, screened, cook, terms);
        self.count(|stats| {
            stats.repairs += 1;
            stats.repaired += u64::from(mended.is_some());
        });
        mended
    }

    /// From the screen to the archive.
    fn refine(
        &mut self,
        draft: &CandidatePlan,
        mut position: Position,
        mut screened: ScreenedPosition,
        terms: &ScreenTerms,
    ) {
        let space = self.campaign.space;
        let origin = draft.origin;
        let plies = screened.plies;
        {
            let mut state = self.campaign.state();
            state.stats.at(plies).screened += 1;
            state.stats.yields.entry(origin).or_default().screened += 1;
            if self.campaign.has_enough(&state, plies) {
                state.stats.enough += 1;
                return;
            }
        }
        if minimise(space, &mut self.probe, &mut position, &mut screened, terms)
            && self.campaign.met(position_key(space, &position))
        {
            self.count(|stats| stats.seen += 1);
            return;
        }
        for _ in 0..ROUNDS {
            if self.is_known(&position, &screened) {
                return;
            }
            self.count(|stats| stats.at(plies).minimised += 1);
            let nodes = self.campaign.config.judge_nodes;
            let clock = CampaignClock(self.campaign);
            let verdict = certify(space, &position, nodes, &mut self.judged, &clock);
            let refusal = match verdict {
                Ok(certified) => return self.keep(draft, &certified),
                Err(refusal) => refusal,
            };
            self.count(|stats| *stats.refused.entry(refusal.name()).or_default() += 1);
            let exact = ScreenTerms { plies: plies..=plies, ..terms.clone() };
            let next = match refusal {
                CertificationRefusal::Needless(part) => {
                    without(space, &position, part).and_then(|mut less| {
                        let passed = screen(space, &mut self.probe, &mut less, &exact).ok()?;
                        Some((less, passed))
                    })
                }
                CertificationRefusal::Flawed(Some(cook)) if self.random.chance(50) => {
                    self.mend(&position, &screened, &cook, terms)
                }
                _ => None,
            };
            let Some(next) = next else { return };
            (position, screened) = next;
            if self.campaign.met(position_key(space, &position)) {
                self.count(|stats| stats.seen += 1);
                return;
            }
        }
    }

    /// True if the archive has the line, or a full family of it, with no more pieces.
    fn is_known(&self, position: &Position, screened: &ScreenedPosition) -> bool {
        let space = self.campaign.space;
        let line = line_key(space, position, &screened.line);
        let family = family_key(space, position, &screened.line);
        let pieces = space.size(position);
        let mut state = self.campaign.state();
        let known = state.archive.with_line(line);
        let same = state.archive.avoids(line) || known.is_some_and(|k| k.cell.pieces <= pieces);
        let crowded =
            !same && known.is_none() && state.archive.is_crowded(screened.plies, family, pieces);
        state.stats.same_line += u64::from(same);
        state.stats.crowded += u64::from(crowded);
        same || crowded
    }

    fn keep(&mut self, draft: &CandidatePlan, certified: &CertifiedProblem) {
        let space = self.campaign.space;
        let position = certified.problem.position();
        let (features, character) = features(space, &mut self.probe, position, &certified.line);
        let (parent, generation) = match &draft.of {
            Some((parent, generation)) => (Some(parent.clone()), *generation),
            None => (None, 0),
        };
        let lineage = Lineage {
            origin: draft.origin.name().to_owned(),
            parent,
            generation,
            seed: self.campaign.config.seed,
            stream: self.stream,
            attempt: self.attempt,
        };
        let kept = ArchivedProblem::new(space, certified, features, &character, lineage);
        let mut state = self.campaign.state();
        state.stats.at(certified.plies).certified += 1;
        self.campaign.offer(&mut state, kept, draft.origin);
    }
}
