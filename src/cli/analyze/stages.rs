//! Reports of problems while the judge is still at work (`--progressive`).

use super::outcome::{analysis, outcome};
use super::{Args, text};
use crate::cli::StdStreams;
use crate::cli::common::OutputFormat;
use crate::cli::shard::{self, RunPart};
use crate::io::problems::LoadedProblem;
use crate::io::problems::rule_file::RuleLibrary;
use crate::io::results;
use crate::io::results::analysis::Analysis;
use crate::io::terminal::progress::ProgressDisplay;
use crate::judge::{JudgeListener, JudgeStage, SoundnessReport};
use crate::messages::tr;
use crate::search::SearchObserver;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Escape sequences for a terminal: erases `lines` lines above the cursor.
fn erasing(lines: usize) -> String {
    format!("\x1b[{lines}A\x1b[J")
}

/// Prints the reports of one problem so far.
pub struct StagePrinter<'a> {
    pub args: &'a Args,
    pub library: &'a RuleLibrary,
    pub part: Option<&'a RunPart>,
    pub display: &'a ProgressDisplay,
    pub streams: &'a StdStreams,
    pub entry: &'a LoadedProblem,
    pub observer: &'a dyn SearchObserver,
    pub threads: usize,
    /// Lines on the terminal that the final report replaces.
    pub lines: &'a AtomicUsize,
    /// True if the run has only this problem, so that nothing else is printed in between.
    pub is_alone: bool,
}

impl StagePrinter<'_> {
    /// True if reports so far are printed: on request, and on a terminal where the final report
    /// can replace them.
    fn is_wanted(&self) -> bool {
        self.args.progressive || self.replaces()
    }

    /// True if the final report replaces the report so far.
    fn replaces(&self) -> bool {
        self.is_alone
            && self.args.format == OutputFormat::Text
            && !self.args.quiet
            && std::io::stdout().is_terminal()
            && self.streams.has_colors()
    }

    fn json(&self, stage: JudgeStage, report: &SoundnessReport) -> String {
        let analysis = analysis(self.args, self.entry, self.outcome(report), report);
        let (is_final, stage) = (Some(false), Some(stage.name()));
        let analysis = Analysis { is_final, stage, ..analysis };
        format!("{}\n", results::json_line(&analysis))
    }

    fn outcome(&self, report: &SoundnessReport) -> results::Outcome {
        let time = self.observer.elapsed();
        let mut outcome = outcome(self.library, self.entry, report, time, self.threads);
        shard::label(&mut outcome, self.part);
        if self.args.stable { outcome.stable() } else { outcome }
    }
}

impl JudgeListener for StagePrinter<'_> {
    fn on_stage(&self, stage: JudgeStage, report: &SoundnessReport) {
        if !self.is_wanted() {
            return;
        }
        let text = match (self.args.format, stage) {
            (OutputFormat::Json, _) => self.json(stage, report),
            (OutputFormat::Text, JudgeStage::Length) => return,
            (OutputFormat::Text, JudgeStage::Class) => {
                let outcome = self.outcome(report);
                let rest = format!("  {}\n", tr!(analyze_so_far));
                text::block(self.entry, &outcome, report, self.args, &rest)
            }
        };
        // If standard output is closed, the final report says so.
        let _ = self.display.aside(|| {
            let mut streams = self.streams.for_another_thread();
            if !self.replaces() {
                return streams.print(&text);
            }
            self.lines.store(text.lines().count(), Relaxed);
            streams.print_unwrapped(&text)
        });
    }
}

/// Erases the report so far, if there is one.
pub fn erase(streams: &mut StdStreams, lines: &AtomicUsize) -> std::io::Result<()> {
    match lines.swap(0, Relaxed) {
        0 => Ok(()),
        lines => streams.print_plain(&erasing(lines)),
    }
}
