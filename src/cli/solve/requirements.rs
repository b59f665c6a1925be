//! What a run asks of every problem, and whether a result settles it.

use crate::io::results::{Agreement, Outcome, ResultVerdict};
use crate::solver;
use crate::solver::{Certify, Solution};

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Requirements {
    /// The length is to be proved shortest.
    pub shortest: bool,
    /// What is to be backed by a certificate.
    pub certify: Certify,
}

impl Requirements {
    /// True if nothing that was asked stayed open: there is a verdict, or what the file asks ("no mate
    /// within 5 plies") is settled without one; the length is proved, if it is a mate; the checker has
    /// accepted what it was to be shown.
    pub fn settled(&self, outcome: &Outcome) -> bool {
        let lengths = self.certify == Certify::Length && outcome.verdict == ResultVerdict::Mate;
        let backed = outcome
            .certificate
            .as_ref()
            .is_some_and(|note| note.checked && (!lengths || note.covers == "length"));
        self.answered(outcome) && (self.certify == Certify::None || backed)
    }

    /// True if a result of an earlier run can stand for a new one. One that was printed with `--stable`
    /// is silent about its certificate, and is believed, unless it says that there was none.
    pub fn accepts(&self, outcome: &Outcome) -> bool {
        let silent = outcome.is_stable() && outcome.certified != Some(false);
        let backed = self.settled(outcome) || (silent && self.answered(outcome));
        outcome.verdict != ResultVerdict::Unknown && backed
    }

    /// True if verdict and length are as much as was asked for, whatever backs them.
    pub fn answered(&self, outcome: &Outcome) -> bool {
        match outcome.verdict {
            ResultVerdict::Mate => !self.shortest || outcome.shortest == Some(true),
            ResultVerdict::NoMate => true,
            ResultVerdict::Unknown => outcome.expected == Some(Agreement::Agrees),
        }
    }

    /// True if more time or memory could bring more: a verdict, the shortest length, a certificate.
    pub fn leaves_open(&self, solution: &Solution) -> bool {
        let open = match solution.verdict {
            solver::Verdict::Mate { shortest, .. } => self.shortest && !shortest,
            solver::Verdict::NoMate { .. } => false,
            solver::Verdict::Unknown(_) => true,
        };
        open || self.certify != Certify::None && !solution.checked
    }
}
