//! One worker: the pipeline for one candidate after the other.

use super::campaign::{Campaign, Draft};
use super::canon::{line_key, position_key, upright};
use super::certify::{Certified, Refusal, certify};
use super::dice::Dice;
use super::features::features;
use super::found::{Kept, Lineage, family_key};
use super::minimise::{minimise, without};
use super::place::add_required;
use super::probe::Probe;
use super::repair::repair;
use super::screen::{Reject, Screened, Terms, screen};
use super::stats::{Origin, Stats};
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
    probe: Probe<E>,
    dice: Dice,
    stream: u64,
    attempt: u64,
    /// Counts that were not yet added to the campaign's.
    counted: u64,
    judged: u64,
}

/// What the judge may ask of the outside world.
struct Clock<'a>(&'a Campaign<'a>);

impl SearchObserver for Clock<'_> {
    fn elapsed(&self) -> Duration {
        self.0.observer.elapsed()
    }

    fn should_stop(&self) -> bool {
        let Campaign { goals, observer, .. } = self.0;
        observer.stopped() || goals.time.is_some_and(|time| observer.elapsed() >= time)
    }
}

impl<'a, 'c, E: Engine> Worker<'a, 'c, E> {
    pub fn new(campaign: &'a Campaign<'c>, number: u64, dice: Dice) -> Self {
        Worker {
            probe: Probe::new(campaign.game),
            dice,
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
                self.campaign.draw(&mut state, &mut self.dice)
            };
            self.attempt += 1;
            self.attempt(&draft);
        }
    }

    fn count(&self, count: impl FnOnce(&mut Stats)) {
        count(&mut self.campaign.state().stats);
    }

    fn make(&mut self, draft: &Draft) -> Option<Position> {
        let game = self.campaign.game;
        match draft.origin {
            Origin::Given => draft.parent.clone(),
            Origin::Seed(seed) => seed.sow(game, &mut self.probe, &mut self.dice),
            Origin::Operator(operator) => {
                let parent = draft.parent.as_ref()?;
                let other = draft.other.as_ref().unwrap_or(parent);
                operator.apply(game, &mut self.probe, &mut self.dice, parent, other)
            }
        }
    }

    fn attempt(&mut self, draft: &Draft) {
        let game = self.campaign.game;
        let origin = draft.origin;
        let Some(mut position) = self.make(draft) else {
            self.count(|stats| stats.yields.entry(origin).or_default().tried += 1);
            return;
        };
        if origin != Origin::Given {
            add_required(game, &mut self.dice, &mut position);
        }
        if let Some(image) = upright(game, &position) {
            position = image;
        }
        let well_formed = game.settle(&mut position);
        let seen = well_formed && self.campaign.met(position_key(game, &position));
        self.count(|stats| {
            stats.tried += 1;
            stats.yields.entry(origin).or_default().tried += 1;
            stats.seen += u64::from(seen);
            if !well_formed {
                *stats.rejected.entry(Reject::Malformed).or_default() += 1;
            }
        });
        if seen || !well_formed {
            return;
        }
        let terms = Terms {
            plies: draft.plies.clone(),
            nodes: self.campaign.config.screen_nodes,
            near: NEAR,
        };
        let screened = match screen(game, &mut self.probe, &mut position, &terms) {
            Ok(screened) => screened,
            Err(rejected) => {
                self.count(|stats| *stats.rejected.entry(rejected.reason).or_default() += 1);
                let Some((screened, cook)) = rejected.cook else { return };
                if !self.dice.chance(MENDED) {
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
        screened: &Screened,
        cook: &[crate::position::Move],
        terms: &Terms,
    ) -> Option<(Position, Screened)> {
        let game = self.campaign.game;
        let mended = repair(game, &mut self.probe, &mut self.dice, position, screened, cook, terms);
        self.count(|stats| {
            stats.repairs += 1;
            stats.repaired += u64::from(mended.is_some());
        });
        mended
    }

    /// From the screen to the archive.
    fn refine(
        &mut self,
        draft: &Draft,
        mut position: Position,
        mut screened: Screened,
        terms: &Terms,
    ) {
        let game = self.campaign.game;
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
        if minimise(game, &mut self.probe, &mut position, &mut screened, terms)
            && self.campaign.met(position_key(game, &position))
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
            let clock = Clock(self.campaign);
            let verdict = certify(game, &position, nodes, &mut self.judged, &clock);
            let refusal = match verdict {
                Ok(certified) => return self.keep(draft, &certified),
                Err(refusal) => refusal,
            };
            self.count(|stats| *stats.refused.entry(refusal.name()).or_default() += 1);
            let exact = Terms { plies: plies..=plies, ..terms.clone() };
            let next = match refusal {
                Refusal::Needless(part) => without(game, &position, part).and_then(|mut less| {
                    let passed = screen(game, &mut self.probe, &mut less, &exact).ok()?;
                    Some((less, passed))
                }),
                Refusal::Flawed(Some(cook)) if self.dice.chance(50) => {
                    self.mend(&position, &screened, &cook, terms)
                }
                _ => None,
            };
            let Some(next) = next else { return };
            (position, screened) = next;
            if self.campaign.met(position_key(game, &position)) {
                self.count(|stats| stats.seen += 1);
                return;
            }
        }
    }

    /// True if the archive has the line, or a full family of it, with no more pieces.
    fn is_known(&self, position: &Position, screened: &Screened) -> bool {
        let game = self.campaign.game;
        let line = line_key(game, position, &screened.line);
        let family = family_key(game, position, &screened.line);
        let pieces = game.size(position);
        let mut state = self.campaign.state();
        let known = state.archive.with_line(line);
        let same = state.archive.avoids(line) || known.is_some_and(|k| k.cell.pieces <= pieces);
        let crowded =
            !same && known.is_none() && state.archive.is_crowded(screened.plies, family, pieces);
        state.stats.same_line += u64::from(same);
        state.stats.crowded += u64::from(crowded);
        same || crowded
    }

    fn keep(&mut self, draft: &Draft, certified: &Certified) {
        let game = self.campaign.game;
        let position = certified.problem.position();
        let (features, character) = features(game, &mut self.probe, position, &certified.line);
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
        let kept = Kept::new(game, certified, features, &character, lineage);
        let mut state = self.campaign.state();
        state.stats.at(certified.plies).certified += 1;
        self.campaign.offer(&mut state, kept, draft.origin);
    }
}
