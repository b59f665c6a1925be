//! Results as text.

use super::expect;
use crate::cli::streams::{BOLD, BOLD_GREEN, BOLD_RED, BOLD_YELLOW, DIM, RESET};
use crate::io::problems::LoadedProblem;
use crate::io::results::{
    Agreement, CertificateNote, ComposersNote, Outcome, ResultVerdict, UncheckedNote, wording,
};
use crate::judge::CountingConvention;
use crate::notation::{hodges, terminal, usi};
use crate::position::Problem;
use crate::referee;
use crate::text::escape::escape_line;
use std::fmt::Write;

/// A result as lines of text: verdict, line, and cost. With `verbose` also the board, the title and
/// the line in Hodges' notation. Contains escapes for colors.
pub fn block(entry: &LoadedProblem, outcome: &Outcome, verbose: bool, stable: bool) -> String {
    let mut out = format!("{BOLD}{}{RESET}  {}", escape_line(&outcome.id), verdict(outcome));
    expectation(&mut out, entry, outcome);
    out.push('\n');
    if verbose {
        preamble(&mut out, entry);
    }
    if stable {
        return out;
    }
    let proved = outcome.line.as_ref().or(outcome.refutation.as_ref());
    let counted = outcome.composers.as_ref().and_then(|note| note.line.as_ref());
    if let Some(line) = counted.or(proved) {
        if verbose {
            let _ = writeln!(out, "  {}", in_hodges(&entry.problem, line).join(" "));
        }
        if !line.is_empty() {
            let _ = writeln!(out, "  {}", line.join(" "));
        }
    }
    if let Some(line) = proved.filter(|line| counted.is_some_and(|counted| counted != *line)) {
        let _ = writeln!(out, "  {DIM}every interposition:{RESET} {}", line.join(" "));
    }
    if let Some(words) = outcome.unchecked.as_ref().and_then(|note| unproved(outcome, note)) {
        let _ = writeln!(out, "  {BOLD_YELLOW}not proved{RESET}: {words}");
    }
    let details = details(outcome);
    if !details.is_empty() {
        let _ = writeln!(out, "  {DIM}{details}{RESET}");
    }
    out
}

/// Appends whether the result is what the file expects.
pub fn expectation(out: &mut String, entry: &LoadedProblem, outcome: &Outcome) {
    match outcome.expected {
        Some(Agreement::Agrees) => {
            // The file expects a length, but the result has only a bound.
            let exact = match entry.expect.count {
                None | Some(CountingConvention::Every) => outcome.shortest,
                Some(CountingConvention::Composers) => {
                    Some(outcome.composers.as_ref().is_some_and(|note| note.settled))
                }
                Some(CountingConvention::Immediate) => Some(false),
            };
            let open = entry.expect.plies.is_some() && exact == Some(false);
            let so_far = if open { "so far " } else { "" };
            let _ = write!(out, ", {so_far}{BOLD_GREEN}as expected{RESET}");
        }
        Some(Agreement::Disagrees) => {
            let words = expect::words(&entry.expect);
            let _ = write!(out, ", {BOLD_RED}but the file expects {words}{RESET}");
        }
        None => {}
    }
}

/// Statement of the search that no certificate proves, in words that cannot be mistaken for a
/// verdict.
fn unproved(outcome: &Outcome, note: &UncheckedNote) -> Option<String> {
    let found = match (note.verdict, note.plies, note.no_mate_within) {
        (Some(ResultVerdict::Mate), Some(plies), _) => format!("a mate of {plies} plies"),
        (Some(ResultVerdict::Mate), None, _) => "a mate".to_owned(),
        (Some(ResultVerdict::NoMate), ..) => "that there is none".to_owned(),
        (_, _, Some(len)) => format!("none of up to {len} plies"),
        _ => return None,
    };
    let why = outcome.certificate.as_ref().and_then(|note| note.doubt).map(wording::doubt);
    let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
    Some(format!("the search found {found}, but the checker did not check it{why}"))
}

fn verdict(outcome: &Outcome) -> String {
    let mut words = match &outcome.composers {
        Some(note) => counted_words(outcome, note),
        None => verdict_words(outcome),
    };
    if outcome.certified == Some(false) {
        words += ", not certified";
    }
    words
}

/// The composers' length, and beside it the proved one if it differs.
fn counted_words(outcome: &Outcome, note: &ComposersNote) -> String {
    let Some(plies) = note.plies else {
        let words = verdict_words(outcome);
        let every = match outcome.shortest {
            Some(true) => " if every interposition counts",
            _ => "",
        };
        return format!("{words}{every}, {BOLD_YELLOW}composers' length open{RESET}");
    };
    if outcome.shortest == Some(true) && outcome.plies == Some(plies) {
        return verdict_words(outcome);
    }
    // A result that was printed with `--stable` says only what is proved.
    let left = note.leftover.filter(|&left| left > 0 && note.leftover_proved != Some(false));
    let left = left.map(|left| format!(", {left} left in hand")).unwrap_or_default();
    let mut words = format!("{BOLD_GREEN}mate in {plies}{RESET}{left}");
    let exact = outcome.shortest == Some(true);
    if let Some(every) = outcome.plies {
        let proved = if outcome.certified == Some(false) { "" } else { "proved: " };
        let most = if exact { "" } else { " or fewer" };
        let _ = write!(words, " ({proved}{every}{most} if every interposition counts)");
    }
    words
}

fn verdict_words(outcome: &Outcome) -> String {
    match (outcome.verdict, outcome.plies) {
        (ResultVerdict::Mate, Some(plies)) if outcome.shortest == Some(true) => {
            let left = outcome.proved_leftover().filter(|&left| left > 0);
            let left = left.map(|left| format!(", {left} left in hand")).unwrap_or_default();
            format!("{BOLD_GREEN}mate in {plies}{RESET}{left}")
        }
        (ResultVerdict::Mate, Some(plies)) => {
            format!("{BOLD_GREEN}mate{RESET} in {plies} or fewer, not proved shortest")
        }
        (ResultVerdict::Mate, None) => format!("{BOLD_GREEN}mate{RESET}"),
        (ResultVerdict::NoMate, _) => format!("{BOLD_GREEN}no mate{RESET}"),
        (ResultVerdict::Unknown, _) => {
            let why = match outcome.stopped_by.as_deref() {
                Some("time") => "out of time",
                Some("nodes") => "out of nodes",
                Some("memory") => "out of memory",
                Some("depth") => "no mate within the depth given",
                Some("interrupt") => "interrupted",
                Some("refused") => "the checker refuses the proof",
                _ => "no reason given",
            };
            format!("{BOLD_YELLOW}unknown{RESET} ({why})")
        }
    }
}

/// Appends title and board.
pub fn preamble(out: &mut String, entry: &LoadedProblem) {
    let problem = &entry.problem;
    let about = [&entry.title, &entry.author, &entry.source].map(Option::as_deref);
    let about: Vec<&str> = about.into_iter().flatten().collect();
    if !about.is_empty() {
        let _ = writeln!(out, "  {}", escape_line(&about.join(", ")));
    }
    let look = terminal::BoardStyle { color: true, ..terminal::BoardStyle::default() };
    out.push_str(&terminal::show(problem.rules(), problem.position(), look));
}

/// Moves of a line in Hodges' notation, up to the first illegal one.
pub fn in_hodges(problem: &Problem, line: &[String]) -> Vec<String> {
    let rules = problem.rules();
    let mut position = problem.position().clone();
    let mut names = Vec::new();
    for text in line {
        let legal = referee::legal_moves(rules, &position);
        let Some(m) = usi::parse(rules, text).ok().filter(|m| legal.contains(m)) else { break };
        names.push(hodges::write(rules, &position, &legal, m));
        position = referee::play(rules, &position, m);
    }
    names
}

/// Nodes, time, memory and certificate.
fn details(outcome: &Outcome) -> String {
    let mut parts = Vec::new();
    if let Some(nodes) = outcome.nodes {
        parts.push(format!("{nodes} nodes"));
    }
    if let Some(time) = outcome.time_ms {
        parts.push(format!("{:.2} s", time as f64 / 1000.0));
    }
    if let Some(used) = outcome.hash_used {
        parts.push(format!("{:.0} % of the table", 100.0 * used));
    }
    // An unchecked result has a line of its own.
    let told = |note: &&CertificateNote| note.checked || outcome.unchecked.is_none();
    if let Some(note) = outcome.certificate.as_ref().filter(told) {
        let checked = if note.checked {
            format!("certificate of {} nodes checked", note.nodes)
        } else {
            let why = note.doubt.map(|doubt| format!(" ({})", wording::doubt(doubt)));
            format!("{RESET}{BOLD_YELLOW}not checked{RESET}{DIM}{}", why.unwrap_or_default())
        };
        let file =
            note.file.as_ref().map(|file| format!(" ({})", escape_line(file))).unwrap_or_default();
        parts.push(format!("{checked}{file}"));
    }
    if let Some(from) = &outcome.from {
        parts.push(format!("taken from {from}"));
    }
    if outcome.leftover_proved == Some(false) {
        parts.push("leftover not proved".to_owned());
    }
    parts.join(", ")
}
