//! Reports of a problem while the judge is still at work.

use crate::judge::report::SoundnessReport;

/// A stage of the judge, in the order in which they end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JudgeStage {
    /// The length with every interposition counted, and the check of the verdict.
    Length,
    /// Length, class, flaws and main lines by the chosen convention.
    Class,
}

impl JudgeStage {
    /// Name in results: `length` or `class`.
    pub fn name(self) -> &'static str {
        match self {
            JudgeStage::Length => "length",
            JudgeStage::Class => "class",
        }
    }
}

/// Receives the report so far at the end of each stage. The limits may have ended the stage: its
/// open questions are in the report.
pub trait JudgeListener: Sync {
    /// The report after `stage`. What later stages settle is unknown in it: the lengths and classes
    /// by conventions that were not yet asked for, the comparison with the author's claims, and
    /// pieces that may be decoration.
    fn on_stage(&self, _stage: JudgeStage, _report: &SoundnessReport) {}
}

/// Listens to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoListener;

impl JudgeListener for NoListener {}
