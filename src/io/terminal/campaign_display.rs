//! How far a campaign has come, on standard error: one live line on a terminal, else a plain line now and
//! then.

use crate::generator::archive::Archive;
use crate::generator::stats::CampaignStats;
use indicatif::{FormattedDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often a plain line is written where there is no terminal.
const PLAIN_EVERY: Duration = Duration::from_secs(30);
/// How often the live line changes.
const LIVE_EVERY: Duration = Duration::from_millis(500);

/// The display of a campaign. Threads share it.
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
    /// Live if standard error is a terminal; none if `quiet`.
    pub fn new(quiet: bool) -> CampaignDisplay {
        let mode = if quiet {
            Mode::Off
        } else if std::io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(4));
            let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(LIVE_EVERY);
            Mode::Live(bar)
        } else {
            Mode::Plain
        };
        CampaignDisplay { start: Instant::now(), mode, told: Mutex::new(Instant::now()) }
    }

    /// Tells how far it has come, if it is time to.
    pub fn update(&self, archive: &Archive, stats: &CampaignStats) {
        let every = match self.mode {
            Mode::Off => return,
            Mode::Plain => PLAIN_EVERY,
            Mode::Live(_) => LIVE_EVERY,
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
            // Nobody can be told that nothing can be told.
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

/// Tried, screened, certified, kept, per second, cells, best.
fn line(archive: &Archive, stats: &CampaignStats, elapsed: Duration) -> String {
    let total = stats.total();
    let rate = stats.tried as f64 / elapsed.as_secs_f64().max(0.001);
    let mut line = format!(
        "{} tried ({rate:.0}/s), {} screened, {} certified, {} kept in {} cells",
        stats.tried,
        total.screened,
        total.certified,
        total.kept,
        archive.cells().count(),
    );
    for (i, (plies, stages)) in stats.stages.iter().filter(|(_, s)| s.kept > 0).enumerate() {
        let _ = write!(line, "{} {plies}:{}", if i == 0 { ";" } else { "" }, stages.kept);
    }
    let best = archive.problems().iter().max_by(|a, b| a.record.score.total_cmp(&b.record.score));
    if let Some(best) = best {
        let _ = write!(line, "; best {} ({})", best.record.id, best.record.score);
    }
    line
}
