//! From what the checker has accepted to what may be said: a verdict, its length, its line.

use super::line;
use super::solve::{Certify, Solution, Unchecked, Verdict};
use crate::position::Problem;
use crate::proof::certificate::Claim;
use crate::proof::checker::Accepted;
use crate::search::StopReason;
use crate::search::plies::UNLIMITED_PLIES;

/// What the checker has accepted of one problem.
#[derive(Default)]
pub struct Proved {
    /// The attacker mates within this many plies.
    mate: Option<u16>,
    /// He does not within this many; [`UNLIMITED_PLIES`]: at all.
    no_mate: Option<u16>,
}

impl Proved {
    /// Adds what was accepted.
    pub fn add(&mut self, accepted: Accepted) {
        match accepted.claim() {
            Claim::Mate | Claim::MateWithin(_) => self.mate = accepted.plies(),
            Claim::NoMate => self.no_mate = Some(UNLIMITED_PLIES),
            Claim::NoMateWithin(len) => self.no_mate = self.no_mate.max(Some(len)),
        }
    }

    /// Leaves of a solution what is accepted, and moves the rest to [`Solution::unchecked`]. What that leaves open is
    /// undecided for `reason`. Returns true if what is left was accepted.
    pub fn settle(
        &self,
        problem: &Problem,
        solution: &mut Solution,
        certify: Certify,
        shortest_asked: bool,
        reason: StopReason,
    ) -> bool {
        match &mut solution.verdict {
            Verdict::Mate { plies, shortest, line, main } if self.mate.is_some() => {
                *plies = self.mate.unwrap_or(*plies).min(*plies);
                if !line::mates(problem, line) || line.len() > usize::from(*plies) {
                    line.clear();
                    *main = false;
                }
                let less = plies.saturating_sub(2);
                if !*shortest
                    || certify != Certify::Length
                    || less == 0
                    || self.no_mate >= Some(less)
                {
                    return true;
                }
                (*shortest, *main) = (false, false);
                solution.shortening_stopped = shortest_asked.then_some(reason);
                let verdict = Verdict::Unknown(reason);
                solution.unchecked = Some(Unchecked { verdict, no_mate_within: Some(less) });
                true
            }
            Verdict::NoMate { refutation } if self.no_mate == Some(UNLIMITED_PLIES) => {
                refutation.truncate(line::legal_plies(problem, refutation));
                true
            }
            Verdict::Unknown(_) => {
                let Some(len) = solution.no_mate_within else { return false };
                if self.no_mate >= Some(len) {
                    return true;
                }
                // That there is none within the depth is a claim as well.
                let verdict = Verdict::Unknown(reason);
                solution.verdict = verdict.clone();
                solution.unchecked = Some(Unchecked { verdict, no_mate_within: Some(len) });
                solution.no_mate_within = None;
                false
            }
            Verdict::Mate { .. } | Verdict::NoMate { .. } => {
                let verdict = std::mem::replace(&mut solution.verdict, Verdict::Unknown(reason));
                solution.unchecked = Some(Unchecked { verdict, no_mate_within: None });
                solution.no_mate_within = self.no_mate;
                solution.shortening_stopped = None;
                false
            }
        }
    }
}
