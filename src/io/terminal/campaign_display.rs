//! Progress of a campaign on standard error: a live line on a terminal, or a plain line at
//! intervals.

use crate::generator::archive::Archive;
use crate::generator::stats::CampaignStats;
use crate::messages::{remarks, tr};
use indicatif::{FormattedDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two plain lines.
const PLAIN_LINE_INTERVAL: Duration = Duration::from_secs(30);
/// Time between two updates of the live line.
const LIVE_UPDATE_INTERVAL: Duration = Duration::from_millis(500);

/// Display of a campaign, shared by its threads.
pub struct CampaignDisplay {
    start: Instant,
    mode: Mode,
    told: Mutex<Instant>,
}

enum Mode {
    Off,
    Plain,
    Live(ProgressBar),
}

impl CampaignDisplay {
    /// A live display if standard error is a terminal; no display with `quiet`.
    pub fn new(quiet: bool) -> CampaignDisplay {
        let mode = if quiet {
            Mode::Off
        } else if std::io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(4));
            let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(LIVE_UPDATE_INTERVAL);
            Mode::Live(bar)
        } else {
            Mode::Plain
        };
        CampaignDisplay { start: Instant::now(), mode, told: Mutex::new(Instant::now()) }
    }

    /// Updates the display if it is due.
    pub fn update(&self, archive: &Archive, stats: &CampaignStats) {
        let every = match self.mode {
            Mode::Off => return,
            Mode::Plain => PLAIN_LINE_INTERVAL,
            Mode::Live(_) => LIVE_UPDATE_INTERVAL,
        };
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.elapsed() < every {
            return;
        }
        *told = Instant::now();
        let line = line(archive, stats, self.start.elapsed());
        match &self.mode {
            Mode::Off => {}
            Mode::Live(bar) => bar.set_message(line),
            // An error of standard error cannot be reported.
            Mode::Plain => {
                let time = FormattedDuration(self.start.elapsed());
                let _ = writeln!(std::io::stderr(), "tsume: {time}: {line}");
            }
        }
    }

    /// Clears the live line.
    pub fn close(&self) {
        if let Mode::Live(bar) = &self.mode {
            bar.finish_and_clear();
        }
    }
}

/// Counts of tried, screened, certified and kept problems, rate, cells, best problem.
fn line(archive: &Archive, stats: &CampaignStats, elapsed: Duration) -> String {
    let total = stats.total();
    let rate = stats.tried as f64 / elapsed.as_secs_f64().max(0.001);
    let counts = tr!(
        terminal_campaign_counts,
        tried = stats.tried,
        rate = format!("{rate:.0}"),
        screened = total.screened,
        certified = total.certified,
        kept = total.kept,
        cells = archive.cells().count(),
    );
    let kept = stats.stages.iter().filter(|(_, stages)| stages.kept > 0);
    let kept: Vec<String> =
        kept.map(|(plies, stages)| format!("{plies}:{}", stages.kept)).collect();
    let lengths = (!kept.is_empty()).then(|| kept.join(" "));
    let best = archive.problems().iter().max_by(|a, b| a.record.score.total_cmp(&b.record.score));
    let best = best.map(|best| {
        let (id, score) = (best.record.id.as_str(), best.record.score.to_string());
        tr!(terminal_campaign_best, id, score)
    });
    remarks([Some(counts), lengths, best].into_iter().flatten())
}
