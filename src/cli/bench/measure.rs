//! The measurements. Only one search runs at a time, so that nothing else loads the machine.

use super::record::{BenchSettings, MeasuredProblem, MeasuredRun};
use crate::io::problems::LoadedProblem;
use crate::io::results;
use crate::io::terminal::progress::{ProgressDisplay, ProgressRow};
use crate::io::terminal::signals::Signals;
use crate::search::{Limits, Progress, SearchObserver, StopReason};
use crate::solver::{self, Certify, SolverConfig, Verdict};
use std::time::{Duration, Instant};

/// Surroundings of the measurements.
pub struct Bench<'a> {
    /// Settings of the searches.
    pub settings: &'a BenchSettings,
    /// Stop signals.
    pub signals: &'a Signals,
    /// Progress display.
    pub display: &'a ProgressDisplay,
}

impl Bench<'_> {
    /// All runs of a problem. The numbers of threads alternate, so that a machine that becomes
    /// slower or faster affects all of them alike. Once `signals` asks to stop, returns the
    /// completed runs.
    pub fn measure(
        &self,
        entry: &LoadedProblem,
        mut done: impl FnMut(&MeasuredRun),
    ) -> MeasuredProblem {
        let rules = entry.problem.rules();
        let mut measured = MeasuredProblem {
            id: entry.id.clone(),
            key: results::key(&entry.problem),
            variant: rules.name.clone(),
            squares: usize::from(rules.board.files) * usize::from(rules.board.ranks),
            runs: Vec::new(),
        };
        let rounds = self.settings.repeat.iter().copied().max().unwrap_or(0);
        for round in 0..rounds {
            for (&threads, &repeat) in self.settings.threads.iter().zip(&self.settings.repeat) {
                if round >= repeat {
                    continue;
                }
                let Some(run) = self.run(entry, threads) else { return measured };
                done(&run);
                measured.runs.push(run);
            }
        }
        measured
    }

    /// One run; `None` if it was interrupted.
    fn run(&self, entry: &LoadedProblem, threads: usize) -> Option<MeasuredRun> {
        if self.signals.stopped() {
            return None;
        }
        let config = SolverConfig {
            threads,
            hash: self.settings.hash,
            limits: Limits {
                nodes: self.settings.nodes,
                time: self.settings.time.map(Duration::from_secs_f64),
                depth: None,
            },
            shortest: false,
            main_line: false,
            within: None,
            certify: Certify::None,
        };
        let name = format!("{} ({threads})", entry.id);
        let row = self.display.row(&name, entry.problem.rules());
        let watcher = Watcher { start: Instant::now(), bench: self, row };
        let solution = solver::solve(&entry.problem, &config, &watcher);
        let time = watcher.start.elapsed();
        let (verdict, plies, stopped_by) = match solution.verdict {
            Verdict::Mate { plies, .. } => (results::ResultVerdict::Mate, Some(plies), None),
            Verdict::NoMate { .. } => (results::ResultVerdict::NoMate, None, None),
            Verdict::Unknown(StopReason::Interrupt) => return None,
            Verdict::Unknown(reason) => {
                (results::ResultVerdict::Unknown, None, Some(reason.name().to_owned()))
            }
        };
        Some(MeasuredRun {
            threads,
            verdict,
            plies,
            stopped_by,
            nodes: solution.nodes,
            // Few digits survive a round trip through JSON, and a time is never 0.
            time_ms: time.as_micros().max(1) as f64 / 1000.0,
            hash_used: (solution.hash_used * 1e6).round() / 1e6,
        })
    }
}

/// Observer of one search.
struct Watcher<'a> {
    start: Instant,
    bench: &'a Bench<'a>,
    row: ProgressRow<'a>,
}

impl SearchObserver for Watcher<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.bench.signals.stopped()
    }

    fn on_progress(&self, progress: &Progress) {
        self.row.update(progress);
        self.bench.display.tick();
    }
}
