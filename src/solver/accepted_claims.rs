//! Claims that the checker has accepted, and what they allow a solution to say.

use super::config::{Certify, SolverConfig};
use super::line_replay::{count_legal_plies, ends_in_mate};
use super::solution::{Solution, UncheckedResult, Verdict};
use crate::position::Problem;
use crate::proof::certificate::Claim;
use crate::proof::checker::VerifiedClaim;
use crate::search::StopReason;
use crate::search::plies::{Plies, UNLIMITED_PLIES};

/// Claims about one problem that the checker has accepted.
#[derive(Default)]
pub(super) struct AcceptedClaims {
    /// The attacker mates within this many plies.
    mate_within: Option<Plies>,
    /// The attacker does not mate within this many plies; [`UNLIMITED_PLIES`]: he never mates.
    no_mate_within: Option<Plies>,
}

impl AcceptedClaims {
    /// Adds a claim.
    pub fn add(&mut self, accepted: VerifiedClaim) {
        match accepted.claim() {
            Claim::Mate | Claim::MateWithin(_) => self.mate_within = accepted.plies(),
            Claim::NoMate => self.no_mate_within = Some(UNLIMITED_PLIES),
            Claim::NoMateWithin(len) => {
                self.no_mate_within = self.no_mate_within.max(Some(len));
            }
        }
    }

    /// Restricts a solution to what is accepted, and moves the rest to [`Solution::unchecked`].
    /// What that leaves open becomes undecided for `reason`. Returns true if all that remains is
    /// accepted. `certify` says what needs a certificate: with a loaded table, more than `config`.
    pub fn restrict(
        &self,
        problem: &Problem,
        solution: &mut Solution,
        config: &SolverConfig,
        certify: Certify,
        reason: StopReason,
    ) -> bool {
        match &mut solution.verdict {
            Verdict::Mate { plies, shortest, line, main } if self.mate_within.is_some() => {
                *plies = self.mate_within.unwrap_or(*plies).min(*plies);
                if !ends_in_mate(problem, line) || line.len() > usize::from(*plies) {
                    line.clear();
                    *main = false;
                }
                let shorter = plies.saturating_sub(2);
                if !*shortest
                    || certify != Certify::Length
                    || shorter == 0
                    || self.no_mate_within >= Some(shorter)
                {
                    return true;
                }
                (*shortest, *main) = (false, false);
                solution.shortening_stopped = config.shortest.then_some(reason);
                let verdict = Verdict::Unknown(reason);
                let no_mate_within = Some(shorter);
                solution.unchecked = Some(UncheckedResult { verdict, no_mate_within });
                true
            }
            Verdict::NoMate { refutation } if self.no_mate_within == Some(UNLIMITED_PLIES) => {
                refutation.truncate(count_legal_plies(problem, refutation));
                true
            }
            Verdict::Unknown(_) => {
                let Some(len) = solution.no_mate_within else { return false };
                if self.no_mate_within >= Some(len) {
                    return true;
                }
                // That there is no mate within the depth is a claim as well.
                let verdict = Verdict::Unknown(reason);
                solution.verdict = verdict.clone();
                solution.unchecked = Some(UncheckedResult { verdict, no_mate_within: Some(len) });
                solution.no_mate_within = None;
                false
            }
            Verdict::Mate { .. } | Verdict::NoMate { .. } => {
                let verdict = std::mem::replace(&mut solution.verdict, Verdict::Unknown(reason));
                solution.unchecked = Some(UncheckedResult { verdict, no_mate_within: None });
                solution.no_mate_within = self.no_mate_within;
                solution.shortening_stopped = None;
                false
            }
        }
    }
}
