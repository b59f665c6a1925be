//! Results as text.

use super::expect;
use crate::cli::streams::{BOLD, BOLD_GREEN, BOLD_RED, BOLD_YELLOW, DIM, RESET};
use crate::io::formats::spelling::MoveNotation;
use crate::io::problems::LoadedProblem;
use crate::io::results::line_text::LineWriter;
use crate::io::results::{
    Agreement, CertificateNote, ComposersNote, Outcome, ResultVerdict, UncheckedNote, wording,
};
use crate::judge::CountingConvention;
use crate::messages::{list, tr};
use crate::notation::{terminal, usi};
use crate::position::{Move, Problem};
use crate::text::escape::escape_line;
use std::fmt::Write;

/// Style of results as text.
#[derive(Clone, Copy)]
pub struct TextStyle {
    /// Also the board, the title, and moves in a second notation.
    pub verbose: bool,
    /// Nothing that may differ between runs.
    pub stable: bool,
    /// Notation of the moves.
    pub notation: MoveNotation,
}

/// A result as lines of text: verdict, line, and cost. Contains escapes for colors.
pub fn block(entry: &LoadedProblem, outcome: &Outcome, style: TextStyle) -> String {
    let mut out = format!("{BOLD}{}{RESET}  {}", escape_line(&outcome.id), verdict(outcome));
    expectation(&mut out, entry, outcome);
    out.push('\n');
    if style.verbose {
        preamble(&mut out, entry);
    }
    if style.stable {
        return out;
    }
    let proved = outcome.line.as_ref().or(outcome.refutation.as_ref());
    let counted = outcome.composers.as_ref().and_then(|note| note.line.as_ref());
    let plies = |line: &[String]| match counted {
        Some(_) => outcome.composers.as_ref().and_then(|note| note.plies),
        None if outcome.refutation.as_deref() == Some(line) => None,
        None => outcome.plies,
    };
    if let Some(line) = counted.or(proved) {
        let mut notations = vec![style.notation];
        if style.verbose {
            notations.insert(0, second_notation(style.notation));
        }
        for notation in notations {
            let text = self::line(&entry.problem, line, notation, plies(line));
            if !text.is_empty() {
                let _ = writeln!(out, "  {text}");
            }
        }
    }
    if let Some(line) = proved.filter(|line| counted.is_some_and(|counted| counted != *line)) {
        let text = self::line(&entry.problem, line, style.notation, outcome.plies);
        let _ = writeln!(out, "  {DIM}{}{RESET} {text}", tr!(solve_every_interposition));
    }
    if let Some(words) = outcome.unchecked.as_ref().and_then(|note| unproved(outcome, note)) {
        let _ = writeln!(out, "  {BOLD_YELLOW}{}{RESET}: {words}", tr!(solve_not_proved));
    }
    let details = details(outcome);
    if !details.is_empty() {
        let _ = writeln!(out, "  {DIM}{details}{RESET}");
    }
    out
}

/// The notation that a verbose text adds.
pub fn second_notation(notation: MoveNotation) -> MoveNotation {
    match notation {
        MoveNotation::Usi => MoveNotation::Western,
        MoveNotation::Japanese | MoveNotation::Western => MoveNotation::Usi,
    }
}

/// A line of moves in a notation. A Japanese line ends with `まで3手詰` if it is a mate in `plies`.
fn line(problem: &Problem, line: &[String], notation: MoveNotation, plies: Option<u16>) -> String {
    if notation == MoveNotation::Usi {
        return line.join(" ");
    }
    let moves: Vec<Move> =
        line.iter().map_while(|text| usi::parse(problem.rules(), text).ok()).collect();
    whole_line(LineWriter::new(problem, notation), &moves, plies)
}

/// The moves of a line. A Japanese line ends with `まで3手詰` if it is a mate in `plies`.
pub fn whole_line(writer: LineWriter, line: &[Move], plies: Option<u16>) -> String {
    let text = writer.words(&[], line).join(" ");
    let mates = plies.map(usize::from) == Some(line.len()) && !line.is_empty();
    match writer.notation() {
        MoveNotation::Japanese if mates => tr!(solve_line_mates, line = text, plies = line.len()),
        _ => text,
    }
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
            let words = format!("{BOLD_GREEN}{}{RESET}", tr!(solve_as_expected));
            out.push_str(&match open {
                true => tr!(solve_so_far, agreement = words),
                false => tr!(solve_and, agreement = words),
            });
        }
        Some(Agreement::Disagrees) => {
            let expected = expect::words(&entry.expect);
            let words = format!("{BOLD_RED}{}{RESET}", tr!(solve_but_expected, expected));
            out.push_str(&tr!(solve_and, agreement = words));
        }
        None => {}
    }
}

/// Statement of the search that no certificate proves, in words that cannot be mistaken for a
/// verdict.
fn unproved(outcome: &Outcome, note: &UncheckedNote) -> Option<String> {
    let found = match (note.verdict, note.plies, note.no_mate_within) {
        (Some(ResultVerdict::Mate), Some(plies), _) => tr!(solve_found_mate_in, plies),
        (Some(ResultVerdict::Mate), None, _) => tr!(solve_found_mate),
        (Some(ResultVerdict::NoMate), ..) => tr!(solve_found_none),
        (_, _, Some(plies)) => tr!(solve_found_none_within, plies),
        _ => return None,
    };
    let why = outcome.certificate.as_ref().and_then(|note| note.doubt).map(wording::doubt);
    Some(match why {
        Some(reason) => tr!(solve_unproved_because, found, reason),
        None => tr!(solve_unproved, found),
    })
}

fn verdict(outcome: &Outcome) -> String {
    let words = match &outcome.composers {
        Some(note) => counted_words(outcome, note),
        None => verdict_words(outcome),
    };
    match outcome.certified {
        Some(false) => tr!(solve_not_certified, verdict = words),
        _ => words,
    }
}

/// The composers' length, and beside it the proved one if it differs.
fn counted_words(outcome: &Outcome, note: &ComposersNote) -> String {
    let exact = outcome.shortest == Some(true);
    let Some(plies) = note.plies else {
        let verdict = verdict_words(outcome);
        let mut open = format!("{BOLD_YELLOW}{}{RESET}", tr!(solve_composers_open));
        if let Some(reason) = &note.stopped_by {
            let reason = stop_words(Some(reason));
            open = tr!(solve_unknown_because, unknown = open, reason);
        }
        return match exact {
            true => tr!(solve_every_and_open, verdict, open),
            false => tr!(solve_verdict_and_open, verdict, open),
        };
    };
    if exact && outcome.plies == Some(plies) {
        return verdict_words(outcome);
    }
    // A result that was printed with `--stable` says only what is proved.
    let left = note.leftover.filter(|&left| left > 0 && note.leftover_proved != Some(false));
    let mate = mate_with(plies, left);
    let Some(plies) = outcome.plies else { return mate };
    match (exact, outcome.certified == Some(false)) {
        (true, false) => tr!(solve_counted_proved, mate, plies),
        (true, true) => tr!(solve_counted, mate, plies),
        (false, false) => tr!(solve_counted_proved_at_most, mate, plies),
        (false, true) => tr!(solve_counted_at_most, mate, plies),
    }
}

/// `mate in 5, 1 left in hand`.
fn mate_with(plies: u16, left: Option<u32>) -> String {
    let mate = format!("{BOLD_GREEN}{}{RESET}", tr!(results_length_mate, plies));
    match left {
        Some(left) => tr!(solve_left_in_hand, mate, left),
        None => mate,
    }
}

fn verdict_words(outcome: &Outcome) -> String {
    let green = |text: String| format!("{BOLD_GREEN}{text}{RESET}");
    match (outcome.verdict, outcome.plies) {
        (ResultVerdict::Mate, Some(plies)) if outcome.shortest == Some(true) => {
            mate_with(plies, outcome.proved_leftover().filter(|&left| left > 0))
        }
        (ResultVerdict::Mate, Some(plies)) => {
            tr!(solve_not_shortest, mate = green(tr!(results_claim_mate)), plies)
        }
        (ResultVerdict::Mate, None) => green(tr!(results_claim_mate)),
        (ResultVerdict::NoMate, _) => green(tr!(results_length_no_mate)),
        (ResultVerdict::Unknown, _) => {
            let reason = stop_words(outcome.stopped_by.as_deref());
            let unknown = format!("{BOLD_YELLOW}{}{RESET}", tr!(solve_unknown));
            tr!(solve_unknown_because, unknown, reason)
        }
    }
}

/// Why a question is open.
fn stop_words(reason: Option<&str>) -> String {
    match reason {
        Some("time") => tr!(solve_stopped_time),
        Some("nodes") => tr!(solve_stopped_nodes),
        Some("memory") => tr!(solve_stopped_memory),
        Some("depth") => tr!(solve_stopped_depth),
        Some("interrupt") => tr!(solve_stopped_interrupt),
        Some("refused") => tr!(solve_stopped_refused),
        _ => tr!(solve_stopped_unknown),
    }
}

/// Appends title and board.
pub fn preamble(out: &mut String, entry: &LoadedProblem) {
    let problem = &entry.problem;
    let about = [&entry.title, &entry.author, &entry.source].map(Option::as_deref);
    let about: Vec<&str> = about.into_iter().flatten().collect();
    if !about.is_empty() {
        let _ = writeln!(out, "  {}", escape_line(&list(about)));
    }
    let look = terminal::BoardStyle { color: true, ..terminal::BoardStyle::default() };
    out.push_str(&terminal::show(problem.rules(), problem.position(), look));
}

/// Nodes, time, memory and certificate.
fn details(outcome: &Outcome) -> String {
    let mut parts = Vec::new();
    if let Some(nodes) = outcome.nodes {
        parts.push(tr!(solve_nodes, nodes));
    }
    if let Some(time) = outcome.time_ms {
        parts.push(tr!(solve_seconds, seconds = format!("{:.2}", time as f64 / 1000.0)));
    }
    if let Some(used) = outcome.hash_used {
        parts.push(tr!(solve_table_used, percent = format!("{:.0}", 100.0 * used)));
    }
    // An unchecked result has a line of its own.
    let told = |note: &&CertificateNote| note.checked || outcome.unchecked.is_none();
    if let Some(note) = outcome.certificate.as_ref().filter(told) {
        let checked = if note.checked {
            tr!(solve_certificate_checked, nodes = note.nodes)
        } else {
            let text = match note.doubt.map(wording::doubt) {
                Some(reason) => tr!(solve_not_checked_because, reason),
                None => tr!(solve_not_checked),
            };
            format!("{RESET}{BOLD_YELLOW}{text}{RESET}{DIM}")
        };
        parts.push(match &note.file {
            Some(file) => format!("{checked} ({})", escape_line(file)),
            None => checked,
        });
    }
    if let Some(file) = &outcome.from {
        parts.push(tr!(solve_taken_from, file));
    }
    if outcome.leftover_proved == Some(false) {
        parts.push(tr!(solve_leftover_not_proved));
    }
    list(parts)
}
