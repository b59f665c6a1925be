//! One worker: the pipeline for one candidate after another.

use crate::generator::campaign::{Campaign, CandidatePlan};
use crate::generator::canonical_key::{line_key, position_key, upright};
use crate::generator::certification::{
    CertificationRefusal, CertificationTerms, CertifiedProblem, certify,
};
use crate::generator::cook_repair::repair;
use crate::generator::features::features;
use crate::generator::likeness::LikenessKeys;
use crate::generator::mate_probe::MateProbe;
use crate::generator::minimisation::{minimise, without_piece};
use crate::generator::placement::{add_required, add_theme_pieces};
use crate::generator::problem_record::{ArchivedProblem, Lineage};
use crate::generator::random::RandomStream;
use crate::generator::screen::{RejectReason, ScreenTerms, ScreenedPosition, screen};
use crate::generator::special_play::SpecialPlay;
use crate::generator::stats::{CampaignStats, CandidateOrigin};
use crate::position::{Engine, Position};
use crate::search::SearchObserver;
use std::time::Duration;

/// Plies by which a cook that the screen finds can be longer than the main line.
const COOK_MARGIN_PLIES: u16 = 2;
/// Percentage of cooked positions that are sent to repair.
const REPAIR_PERCENT: usize = 8;
/// Rounds at most in which a decoration or cook found by the judge is removed.
const MAX_REFINEMENT_ROUNDS: usize = 3;
/// Problems of each length without a wanted theme that are kept as parents.
const MAX_UNTHEMED: usize = 20;
/// Candidates between two progress reports.
const REPORT_EVERY: u64 = 64;

pub(super) struct Worker<'a, 'c, E> {
    campaign: &'a Campaign<'c>,
    probe: MateProbe<E>,
    random: RandomStream,
    stream: u64,
    attempt: u64,
    /// Nodes already added to the campaign's counts.
    reported_nodes: u64,
    judge_nodes: u64,
}

/// The campaign's clock as the judge sees it.
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
            reported_nodes: 0,
            judge_nodes: 0,
            campaign,
        }
    }

    /// Works until the campaign is over.
    pub fn work(&mut self) {
        loop {
            let plan = {
                let mut state = self.campaign.state();
                let visited = self.probe.nodes - self.reported_nodes;
                state.stats.nodes[0] += visited;
                state.stats.nodes[1] += std::mem::take(&mut self.judge_nodes);
                self.reported_nodes = self.probe.nodes;
                self.campaign.count_stall(&mut state);
                if self.campaign.is_over(&state) {
                    return;
                }
                if self.attempt % REPORT_EVERY == 0 {
                    self.campaign.observer.progress(&state.archive, &state.stats);
                }
                self.campaign.plan_candidate(&mut state, &mut self.random)
            };
            self.attempt += 1;
            self.try_candidate(&plan);
        }
    }

    fn count(&self, count: impl FnOnce(&mut CampaignStats)) {
        count(&mut self.campaign.state().stats);
    }

    fn make_position(&mut self, plan: &CandidatePlan) -> Option<Position> {
        let space = self.campaign.space;
        match plan.origin {
            CandidateOrigin::Given => plan.parent.clone(),
            CandidateOrigin::Seed(seed) => {
                seed.make_position(space, &mut self.probe, &mut self.random)
            }
            CandidateOrigin::Operator(operator) => {
                let parent = plan.parent.as_ref()?;
                let other = plan.other.as_ref().unwrap_or(parent);
                operator.apply(space, &mut self.probe, &mut self.random, parent, other)
            }
        }
    }

    fn try_candidate(&mut self, plan: &CandidatePlan) {
        let space = self.campaign.space;
        let origin = plan.origin;
        let Some(mut position) = self.make_position(plan) else {
            self.campaign.state().count_candidate(origin, false);
            return;
        };
        if origin != CandidateOrigin::Given {
            add_required(space, &mut self.random, &mut position);
            add_theme_pieces(space, &mut self.random, &mut position);
        }
        if let Some(image) = upright(space, &position) {
            position = image;
        }
        let well_formed = space.normalise(&mut position);
        let seen = well_formed && self.campaign.mark_seen(position_key(space, &position));
        {
            let mut state = self.campaign.state();
            state.count_candidate(origin, well_formed && !seen);
            let stats = &mut state.stats;
            stats.tried += 1;
            stats.seen += u64::from(seen);
            if !well_formed {
                *stats.rejected.entry(RejectReason::Malformed).or_default() += 1;
            }
        }
        if seen || !well_formed {
            return;
        }
        let terms = ScreenTerms {
            plies: plan.plies.clone(),
            nodes: self.campaign.config.screen_nodes,
            cook_margin: COOK_MARGIN_PLIES,
            tolerate: self.campaign.config.tolerate.clone(),
        };
        let screened = match screen(space, &mut self.probe, &mut position, &terms) {
            Ok(screened) => screened,
            Err(rejected) => {
                self.count(|stats| *stats.rejected.entry(rejected.reason).or_default() += 1);
                let Some((screened, cook)) = rejected.cook else { return };
                if !self.random.draw_percent(REPAIR_PERCENT) {
                    return;
                }
                let Some(repaired) = self.repair_cook(&position, &screened, &cook, &terms) else {
                    let mut state = self.campaign.state();
                    self.campaign.remember_near_miss(&mut state, position);
                    return;
                };
                position = repaired.0;
                repaired.1
            }
        };
        self.refine(plan, position, screened, &terms);
    }

    fn repair_cook(
        &mut self,
        position: &Position,
        screened: &ScreenedPosition,
        cook: &[crate::position::Move],
        terms: &ScreenTerms,
    ) -> Option<(Position, ScreenedPosition)> {
        let space = self.campaign.space;
        let repaired =
            repair(space, &mut self.probe, &mut self.random, position, screened, cook, terms);
        self.count(|stats| {
            stats.repairs += 1;
            stats.repaired += u64::from(repaired.is_some());
        });
        repaired
    }

    /// Takes a screened position through minimisation and certification to the archive.
    fn refine(
        &mut self,
        plan: &CandidatePlan,
        mut position: Position,
        mut screened: ScreenedPosition,
        terms: &ScreenTerms,
    ) {
        let space = self.campaign.space;
        let origin = plan.origin;
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
            && self.campaign.mark_seen(position_key(space, &position))
        {
            self.count(|stats| stats.seen += 1);
            return;
        }
        for _ in 0..MAX_REFINEMENT_ROUNDS {
            if self.lacks_theme(&position, &screened) || self.is_redundant(&position, &screened) {
                return;
            }
            self.count(|stats| stats.at(plies).minimised += 1);
            let demands = CertificationTerms {
                nodes: self.campaign.config.judge_nodes,
                tolerate: &self.campaign.config.tolerate,
            };
            let clock = CampaignClock(self.campaign);
            let verdict = certify(space, &position, &demands, &mut self.judge_nodes, &clock);
            let refusal = match verdict {
                Ok(certified) => return self.archive_problem(plan, &certified),
                Err(refusal) => refusal,
            };
            self.count(|stats| *stats.refused.entry(refusal.kind()).or_default() += 1);
            let exact = ScreenTerms { plies: plies..=plies, ..terms.clone() };
            let next = match refusal {
                CertificationRefusal::Needless(part) => without_piece(space, &position, part)
                    .and_then(|mut less| {
                        let passed = screen(space, &mut self.probe, &mut less, &exact).ok()?;
                        Some((less, passed))
                    }),
                CertificationRefusal::Flawed(Some(cook)) if self.random.draw_percent(50) => {
                    self.repair_cook(&position, &screened, &cook, terms)
                }
                _ => None,
            };
            let Some(next) = next else { return };
            (position, screened) = next;
            if self.campaign.mark_seen(position_key(space, &position)) {
                self.count(|stats| stats.seen += 1);
                return;
            }
        }
    }

    /// True if the line shows no wanted theme, and there are enough such problems of its length as
    /// parents.
    fn lacks_theme(&self, position: &Position, screened: &ScreenedPosition) -> bool {
        let Campaign { space, goals, .. } = self.campaign;
        if goals.themes.is_empty()
            || goals.may_show(&SpecialPlay::of_line(space, position, &screened.line))
        {
            return false;
        }
        let mut state = self.campaign.state();
        let parents = state.archive.of_length(screened.plies).count();
        let lacks = parents - state.archive.wanted(screened.plies).min(parents) >= MAX_UNTHEMED;
        state.stats.without_theme += u64::from(lacks);
        lacks
    }

    /// True if the archive has the line, or enough problems that are alike, with no more pieces.
    fn is_redundant(&self, position: &Position, screened: &ScreenedPosition) -> bool {
        let space = self.campaign.space;
        let line = line_key(space, position, &screened.line);
        let likeness = LikenessKeys::new(space, position, &screened.line);
        let pieces = space.piece_count(position);
        let mut state = self.campaign.state();
        let known = state.archive.find_by_line(line);
        let same = state.archive.avoids(line) || known.is_some_and(|k| k.cell.pieces <= pieces);
        let crowded =
            !same && known.is_none() && state.archive.is_crowded(screened.plies, &likeness, pieces);
        state.stats.same_line += u64::from(same);
        state.stats.crowded += u64::from(crowded);
        same || crowded
    }

    fn archive_problem(&mut self, plan: &CandidatePlan, certified: &CertifiedProblem) {
        let space = self.campaign.space;
        let position = certified.problem.position();
        let (features, character) = features(space, &mut self.probe, position, &certified.line);
        let (parent, generation) = match &plan.parent_id {
            Some((parent, generation)) => (Some(parent.clone()), *generation),
            None => (None, 0),
        };
        let lineage = Lineage {
            origin: plan.origin.name().to_owned(),
            parent,
            generation,
            seed: self.campaign.config.seed,
            stream: self.stream,
            attempt: self.attempt,
        };
        let kept = ArchivedProblem::new(space, certified, features, &character, lineage);
        let mut state = self.campaign.state();
        state.stats.at(certified.plies).certified += 1;
        self.campaign.offer(&mut state, kept, plan.origin);
    }
}
