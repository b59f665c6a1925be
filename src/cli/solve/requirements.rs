//! What a run requires of each result, and whether a result meets it.

use crate::io::results::{Agreement, Outcome, ResultVerdict};
use crate::position::Problem;
use crate::solver;
use crate::solver::{Certify, Solution};

/// Requirements of a run.
#[derive(Clone, Copy, Debug)]
pub struct Requirements {
    /// The shortest length must be proved.
    pub shortest: bool,
    /// The composers' length must be settled, in games with drops.
    pub composers: bool,
    /// Statements that need a certificate.
    pub certify: Certify,
}

impl Requirements {
    /// True if the result leaves nothing open: there is a verdict, or the result settles what the
    /// file expects ("no mate within 5 plies"); the length of a mate is proved; the checker has
    /// accepted the required certificates.
    pub fn settled(&self, outcome: &Outcome) -> bool {
        let lengths = self.certify == Certify::Length && outcome.verdict == ResultVerdict::Mate;
        let backed = outcome
            .certificate
            .as_ref()
            .is_some_and(|note| note.checked && (!lengths || note.covers == "length"));
        self.answered(outcome) && (self.certify == Certify::None || backed)
    }

    /// True if the result of an earlier run can replace a new one: nothing is open, and no signal cut
    /// it short. A result printed with `--stable`
    /// does not mention its certificate, and is trusted unless it says that there was none.
    pub fn accepts(&self, outcome: &Outcome) -> bool {
        let silent = outcome.is_stable() && outcome.certified != Some(false);
        let backed = self.settled(outcome) || (silent && self.answered(outcome));
        let complete = outcome.interrupted != Some(true);
        outcome.verdict != ResultVerdict::Unknown && backed && complete
    }

    /// True if the result of an earlier run, which this run accepts, lacks the composers' length.
    pub fn lacks_composers(&self, problem: &Problem, outcome: &Outcome) -> bool {
        self.composers
            && problem.rules().has_drops()
            && outcome.verdict == ResultVerdict::Mate
            && outcome.composers.is_none()
    }

    /// True if verdict and length meet the requirements, with or without a certificate.
    pub fn answered(&self, outcome: &Outcome) -> bool {
        match outcome.verdict {
            ResultVerdict::Mate => {
                // Results without a note: games without drops, or `lacks_composers` applies.
                let counted = outcome.composers.as_ref().is_none_or(|note| note.settled);
                (!self.shortest || outcome.shortest == Some(true)) && (!self.composers || counted)
            }
            ResultVerdict::NoMate => true,
            ResultVerdict::Unknown => outcome.expected == Some(Agreement::Agrees),
        }
    }

    /// True if more time or memory could yield more: a verdict, the shortest length, a certificate.
    pub fn leaves_open(&self, solution: &Solution) -> bool {
        let open = match solution.verdict {
            solver::Verdict::Mate { shortest, .. } => self.shortest && !shortest,
            solver::Verdict::NoMate { .. } => false,
            solver::Verdict::Unknown(_) => true,
        };
        open || self.certify != Certify::None && !solution.checked
    }
}
