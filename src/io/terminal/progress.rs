//! Progress of a run on standard error: a live display on a terminal, or a plain line at intervals.

use super::durations;
use crate::io::results::Agreement;
use crate::messages::{list, remarks, tr};
use crate::notation::usi;
use crate::rules::Rules;
use crate::search::Phase;
use crate::search::{self, SearchObserver};
use indicatif::{
    MultiProgress, ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressState, ProgressStyle,
};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two plain lines.
const PLAIN_LINE_INTERVAL: Duration = Duration::from_secs(30);

/// Template of the line for the set.
const SET_TEMPLATE: &str = "{wide_bar} {state}";

/// Longest part of a line of moves that is shown, in characters.
const MAX_LINE_CHARS: usize = 400;

/// Running problems that a plain line names.
const MAX_NAMED_PROBLEMS: usize = 4;

/// An observer that only measures time.
impl SearchObserver for Instant {
    fn elapsed(&self) -> Duration {
        Instant::elapsed(self)
    }
}

/// Counts of the results so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Problems with a verdict.
    pub decided: usize,
    /// Problems without a verdict.
    pub unknown: usize,
    /// Results that are what their file expects.
    pub agree: usize,
    /// Results that contradict their file.
    pub disagree: usize,
    /// Inputs that could not be read.
    pub broken: usize,
    /// Results taken from an earlier run without a check.
    pub taken: usize,
}

impl Tally {
    /// Number of problems and unreadable inputs that are done.
    pub fn done(&self) -> usize {
        self.decided + self.unknown + self.broken
    }

    /// Counts the comparison of a result with its file.
    pub fn compare(&mut self, expected: Option<Agreement>) {
        match expected {
            Some(Agreement::Agrees) => self.agree += 1,
            Some(Agreement::Disagrees) => self.disagree += 1,
            None => {}
        }
    }

    /// The nonzero counts as text.
    pub fn words(&self) -> String {
        let counts = [
            (self.decided > 0).then(|| tr!(terminal_decided, count = self.decided)),
            (self.agree > 0).then(|| tr!(terminal_as_expected, count = self.agree)),
            (self.disagree > 0).then(|| tr!(terminal_against_expectation, count = self.disagree)),
            (self.unknown > 0).then(|| tr!(terminal_unknown, count = self.unknown)),
            (self.broken > 0).then(|| tr!(terminal_unreadable, count = self.broken)),
            (self.taken > 0).then(|| tr!(terminal_taken, count = self.taken)),
        ];
        let words = list(counts.into_iter().flatten());
        if words.is_empty() { tr!(terminal_nothing_done) } else { words }
    }

    /// The counts that a live line shows, as text.
    fn words_in_brief(&self) -> Vec<String> {
        let counts = [
            (self.agree > 0).then(|| tr!(terminal_agree, count = self.agree)),
            (self.disagree > 0).then(|| tr!(terminal_disagree, count = self.disagree)),
            (self.unknown > 0).then(|| tr!(terminal_unknown, count = self.unknown)),
            (self.broken > 0).then(|| tr!(terminal_unreadable, count = self.broken)),
        ];
        counts.into_iter().flatten().collect()
    }
}

/// Display of a run over a set of problems, shared by its threads.
pub struct ProgressDisplay {
    total: usize,
    start: Instant,
    mode: Mode,
}

enum Mode {
    Off,
    Plain(Mutex<Plain>),
    Live { bars: MultiProgress, set: ProgressBar },
}

#[derive(Default)]
struct Plain {
    tally: Tally,
    /// Running problems by the number of their row: id and state.
    rows: BTreeMap<usize, (String, String)>,
    next_row: usize,
    written: Option<Instant>,
}

impl ProgressDisplay {
    /// A display for `total` problems: live if standard error is a terminal; no display with
    /// `quiet`.
    pub fn new(total: usize, quiet: bool) -> ProgressDisplay {
        let start = Instant::now();
        let mode = if quiet {
            Mode::Off
        } else if std::io::stderr().is_terminal() {
            let bars = MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            let set = bars.add(ProgressBar::new(total as u64));
            set.set_style(set_style(Tally::default()));
            set.enable_steady_tick(Duration::from_millis(500));
            Mode::Live { bars, set }
        } else {
            Mode::Plain(Mutex::new(Plain { written: Some(start), ..Plain::default() }))
        };
        ProgressDisplay { total, start, mode }
    }

    /// Adds a row for a running problem; dropping the row removes it.
    pub fn row<'a>(&'a self, id: &str, rules: &Arc<Rules>) -> ProgressRow<'a> {
        let place = match &self.mode {
            Mode::Off => Place::None,
            Mode::Plain(shared) => {
                let mut plain = lock(shared);
                let number = plain.next_row;
                plain.next_row += 1;
                plain.rows.insert(
                    number,
                    (crate::text::escape::escape_line(id).into_owned(), String::new()),
                );
                Place::Plain(shared, number)
            }
            Mode::Live { bars, .. } => {
                let bar = ProgressBar::new_spinner()
                    .with_style(style("{prefix:.bold} {wide_msg}"))
                    .with_finish(ProgressFinish::AndClear)
                    .with_prefix(crate::text::escape::escape_line(id).into_owned());
                Place::Live(bars, bars.insert_from_back(1, bar))
            }
        };
        ProgressRow { rules: Arc::clone(rules), place }
    }

    /// Updates the counts.
    pub fn set(&self, tally: Tally) {
        match &self.mode {
            Mode::Off => {}
            Mode::Plain(plain) => lock(plain).tally = tally,
            Mode::Live { set, .. } => {
                set.set_style(set_style(tally));
                set.set_position(tally.done() as u64);
            }
        }
    }

    /// Writes the plain line if it is due. The caller calls this about once a second.
    pub fn tick(&self) {
        let Mode::Plain(plain) = &self.mode else { return };
        let mut plain = lock(plain);
        if plain.written.is_none_or(|at| at.elapsed() >= PLAIN_LINE_INTERVAL) {
            plain.written = Some(Instant::now());
            let line = plain_line(&plain, self.total, self.start.elapsed());
            // An error of standard error cannot be reported.
            let _ = writeln!(std::io::stderr(), "{line}");
        }
    }

    /// Writes something else to the terminal without disturbing the live display.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.mode {
            Mode::Live { bars, .. } => bars.suspend(write),
            _ => write(),
        }
    }

    /// Clears the live display.
    pub fn close(&self) {
        if let Mode::Live { bars, set } = &self.mode {
            set.finish_and_clear();
            // An error means that the terminal is gone.
            let _ = bars.clear();
        }
    }
}

/// After a panic of another thread the counts are still good enough to show.
fn lock(plain: &Mutex<Plain>) -> std::sync::MutexGuard<'_, Plain> {
    plain.lock().unwrap_or_else(PoisonError::into_inner)
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Style of the line for the set: counts, time, and time left once a problem is done.
fn set_style(tally: Tally) -> ProgressStyle {
    let write_state = move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let (done, total) = (state.pos(), state.len().unwrap_or_default());
        let mut parts = vec![tr!(terminal_done, done, total)];
        parts.extend(tally.words_in_brief());
        parts.push(tr!(terminal_elapsed, time = durations::short(state.elapsed())));
        if done > 0 {
            parts.push(tr!(terminal_left, time = durations::short(state.eta())));
        }
        // A string accepts everything.
        let _ = out.write_str(&list(parts));
    };
    style(SET_TEMPLATE).with_key("state", write_state)
}

/// Row of a running problem.
pub struct ProgressRow<'a> {
    rules: Arc<Rules>,
    place: Place<'a>,
}

enum Place<'a> {
    None,
    Plain(&'a Mutex<Plain>, usize),
    Live(&'a MultiProgress, ProgressBar),
}

impl ProgressRow<'_> {
    /// Shows the progress of the search.
    pub fn update(&self, progress: &search::Progress) {
        match &self.place {
            Place::None => {}
            Place::Plain(plain, number) => {
                if let Some((_, state)) = lock(plain).rows.get_mut(number) {
                    *state = tr!(
                        terminal_row_in_brief,
                        phase = phase(progress.phase),
                        nodes = si(progress.nodes as f64),
                        time = durations::long(progress.elapsed),
                    );
                }
            }
            Place::Live(_, bar) => bar.set_message(state(&self.rules, progress)),
        }
    }
}

impl Drop for ProgressRow<'_> {
    fn drop(&mut self) {
        match &self.place {
            Place::None => {}
            Place::Plain(plain, number) => {
                lock(plain).rows.remove(number);
            }
            Place::Live(bars, bar) => {
                bar.finish_and_clear();
                bars.remove(bar);
            }
        }
    }
}

fn phase(phase: Phase) -> String {
    match phase {
        Phase::Deciding => tr!(judge_asking_deciding),
        Phase::Shortening(plies) => tr!(terminal_shortening, plies),
        Phase::Certifying => tr!(terminal_certifying),
        Phase::Checking => tr!(terminal_checking),
        Phase::Asking(question) => question.to_string(),
    }
}

/// A number with three significant digits and a unit: `12.3M`.
fn si(number: f64) -> String {
    let units = ["", "k", "M", "G", "T"];
    let mut number = number;
    let mut unit = 0;
    while number >= 999.5 && unit + 1 < units.len() {
        number /= 1000.0;
        unit += 1;
    }
    let digits = if unit == 0 || number >= 99.95 {
        0
    } else if number >= 9.995 {
        1
    } else {
        2
    };
    format!("{number:.digits$}{}", units[unit])
}

/// A proof or disproof number; the largest one is infinity.
fn proof_number(number: u32) -> String {
    if number == u32::MAX { "∞".to_owned() } else { si(f64::from(number)) }
}

fn state(rules: &Rules, progress: &search::Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    let rate = if seconds > 0.0 { progress.nodes as f64 / seconds } else { 0.0 };
    let mut text = tr!(
        terminal_row,
        phase = phase(progress.phase),
        nodes = si(progress.nodes as f64),
        rate = si(rate),
        proof = proof_number(progress.proof),
        disproof = proof_number(progress.disproof),
        table = format!("{:.0}", 100.0 * progress.hash_used),
        time = durations::short(progress.elapsed),
    );
    text.push_str(": ");
    for (i, &m) in progress.line.iter().enumerate() {
        if text.len() > MAX_LINE_CHARS {
            break;
        }
        let _ = write!(text, "{}{}", if i > 0 { " " } else { "" }, usi::write(rules, m));
    }
    text
}

fn plain_line(plain: &Plain, total: usize, elapsed: Duration) -> String {
    let done = plain.tally.done();
    let mut parts = vec![tr!(terminal_plain_line, done, total, time = durations::long(elapsed))];
    let todo = total.saturating_sub(done);
    if done > 0 && todo > 0 {
        let left = elapsed.mul_f64(todo as f64 / done as f64);
        parts = vec![list([parts.remove(0), tr!(terminal_left, time = durations::long(left))])];
    }
    if done > 0 {
        parts.push(plain.tally.words());
    }
    let running = plain.rows.values().take(MAX_NAMED_PROBLEMS).map(|(id, state)| {
        if state.is_empty() {
            id.clone()
        } else {
            tr!(terminal_running_state, id = id.as_str(), state = state.as_str())
        }
    });
    let ids = list(running);
    let more = plain.rows.len().saturating_sub(MAX_NAMED_PROBLEMS);
    if more > 0 {
        parts.push(tr!(terminal_running_and_more, ids, more));
    } else if !ids.is_empty() {
        parts.push(tr!(terminal_running, ids));
    }
    format!("tsume: {}", remarks(parts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin;

    #[test]
    fn numbers_have_three_figures() {
        let cases = [(0.0, "0"), (999.0, "999"), (1000.0, "1.00k"), (12_345.0, "12.3k")];
        for (number, text) in cases {
            assert_eq!(si(number), text);
        }
        assert_eq!(si(999_999.0), "1.00M");
        assert_eq!(si(123_456_789.0), "123M");
    }

    #[test]
    fn a_row_says_what_the_search_says() {
        let rules = builtin::rules("shogi", &[]).unwrap().unwrap();
        let line = ["G*5b", "5a4a"].map(|m| usi::parse(&rules, m).unwrap()).to_vec();
        let progress = search::Progress {
            phase: Phase::Shortening(7),
            nodes: 2_000_000,
            proof: 12,
            disproof: u32::MAX,
            hash_used: 0.071,
            elapsed: Duration::from_secs(4),
            line,
        };
        assert_eq!(
            state(&rules, &progress),
            "mate within 7, searching for a shorter one, 2.00M nodes, 500k/s, proof 12 disproof ∞, \
             table 7%, 4s: G*5b 5a4a"
        );
    }

    #[test]
    fn a_plain_line_counts_and_names_what_runs() {
        let mut plain = Plain {
            tally: Tally { decided: 3, unknown: 1, agree: 2, ..Tally::default() },
            ..Plain::default()
        };
        for number in 0..6 {
            plain.rows.insert(number, (format!("p{number}"), String::new()));
        }
        assert_eq!(
            plain_line(&plain, 10, Duration::from_secs(40)),
            "tsume: 4 of 10 done in 40 seconds, about 60 seconds left; 3 decided, 2 as expected, \
             1 unknown; running: p0, p1, p2, p3 and 2 more"
        );
    }

    #[test]
    fn rows_leave_when_they_are_dropped() {
        let rules = Arc::new(builtin::rules("shogi", &[]).unwrap().unwrap());
        let mode = Mode::Plain(Mutex::new(Plain::default()));
        let display = ProgressDisplay { total: 2, start: Instant::now(), mode };
        let running = || match &display.mode {
            Mode::Plain(plain) => lock(plain).rows.len(),
            _ => 0,
        };
        let row = display.row("first", &rules);
        assert_eq!(running(), 1);
        drop(row);
        assert_eq!(running(), 0);
    }
}
