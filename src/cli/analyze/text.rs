//! Reports for people.

use crate::cli::console::{BOLD, BOLD_GREEN, BOLD_RED, BOLD_YELLOW, DIM, RESET};
use crate::cli::solve::text as results_text;
use crate::io::analysis::{finding_name, names};
use crate::io::problems::Entry;
use crate::io::results::Outcome;
use crate::notation::sfen;
use crate::position::Problem;
use crate::soundness::judge::report::Flaw;
use crate::soundness::judge::{Class, Fault, Finding, Futile, Length, Place, Report};
use std::fmt::Write;

/// Main lines that are shown.
const LINES_SHOWN: usize = 5;

/// A report as a block of lines: class and length, main lines, flaws, tolerances, what stayed open.
pub fn block(
    entry: &Entry,
    outcome: &Outcome,
    report: &Report,
    verbose: bool,
    stable: bool,
) -> String {
    let problem = &entry.problem;
    let mut out = format!("{BOLD}{}{RESET}  {}, {}", outcome.id, class(report), length(report));
    results_text::expectation(&mut out, entry, outcome);
    out.push('\n');
    if verbose {
        results_text::preamble(&mut out, entry);
    }
    let first = report.counts[0].class;
    if report.counts.iter().any(|count| count.class != first) {
        let classes = Futile::ALL.iter().zip(&report.counts);
        let classes: Vec<String> = classes
            .map(|(futile, count)| format!("{} {}", futile.name(), words(count.class)))
            .collect();
        let classes = classes.join(", ");
        let _ = writeln!(out, "  {BOLD_YELLOW}depends on futile interpositions{RESET}: {classes}");
    }
    for line in report.main_lines.iter().take(LINES_SHOWN) {
        if verbose {
            let _ = writeln!(
                out,
                "  {}",
                results_text::in_hodges(problem, &names(problem, line)).join(" ")
            );
        }
        let _ = writeln!(out, "  {}", names(problem, line).join(" "));
    }
    let count = report.main_line_count.unwrap_or(report.main_lines.len() as u64);
    if count > LINES_SHOWN as u64 {
        let _ = writeln!(out, "  {DIM}{count} main lines in all{RESET}");
    }
    if report.solution_agrees == Some(false) {
        let _ = writeln!(out, "  {BOLD_YELLOW}the author's line is no main line{RESET}");
    }
    for flaw in &report.flaws {
        let colour = if flaw.fault.spoils() { BOLD_RED } else { BOLD_YELLOW };
        let _ = writeln!(out, "  {colour}{}{RESET}{}", kind(flaw.fault), about(problem, flaw));
        if !flaw.line.is_empty() && !stable && !matches!(flaw.fault, Fault::Decoration { .. }) {
            let _ = writeln!(out, "    {}", names(problem, &flaw.line).join(" "));
        }
    }
    for tolerated in &report.tolerances {
        let kinds: Vec<String> =
            tolerated.kinds.iter().map(|kind| kind.name().replace('_', " ")).collect();
        let m = names(problem, &tolerated.line).pop().unwrap_or_default();
        let _ = writeln!(out, "  tolerated ({}) at ply {}: {m}", kinds.join(", "), tolerated.at);
    }
    for dual in &report.side_duals {
        let _ = writeln!(
            out,
            "  side dual at ply {}: {}",
            dual.at,
            names(problem, &dual.line).join(" ")
        );
    }
    for (piece, place, finding) in &report.decoration {
        if *finding == Finding::Unknown {
            let piece = sfen::piece_text(problem.rules(), *piece);
            let place = place_words(problem, *place);
            let _ = writeln!(out, "  decoration {}: {piece} {place}", finding_name(*finding));
        }
    }
    if let Some(plies) = report.cooks_settled {
        let _ = writeln!(out, "  no other cook is up to {plies} plies longer than the main line");
    }
    for open in &report.open {
        let _ = writeln!(out, "  {BOLD_YELLOW}open{RESET}: {open}");
    }
    if !stable {
        let seconds = outcome.time_ms.unwrap_or(0) as f64 / 1000.0;
        let _ = writeln!(out, "  {DIM}{} nodes, {seconds:.2} s{RESET}", report.nodes);
    }
    out
}

fn words(class: Class) -> &'static str {
    match class {
        Class::CompletelyLimited => "completely limited",
        other => other.name(),
    }
}

fn class(report: &Report) -> String {
    let colour = match report.class {
        Class::Complete | Class::CompletelyLimited => BOLD_GREEN,
        Class::Flawed => BOLD_RED,
        Class::Unknown => BOLD_YELLOW,
    };
    format!("{colour}{}{RESET}", words(report.class))
}

/// The length, and those by other counts where they differ or are not known.
fn length(report: &Report) -> String {
    let raw = match report.length {
        Length::Exact(plies) => format!("mate in {plies}"),
        Length::AtMost(plies) => format!("mate in {plies} or fewer"),
        Length::None => "no mate".to_owned(),
        Length::Unknown(0) => "nothing known".to_owned(),
        Length::Unknown(len) => format!("no mate within {len}"),
    };
    let others = Futile::ALL.iter().zip(&report.counts).skip(1);
    let others: Vec<String> = others
        .filter(|(_, count)| count.length != report.length)
        .map(|(futile, count)| match count.length {
            Length::Exact(plies) => format!("{} {plies}", futile.name()),
            _ => format!("{} not known", futile.name()),
        })
        .collect();
    if others.is_empty() { raw } else { format!("{raw} ({})", others.join(", ")) }
}

fn kind(fault: Fault) -> String {
    fault.name().replace('_', " ")
}

fn place_words(problem: &Problem, place: Place) -> String {
    match place {
        Place::Board(square) => format!("on {}", problem.rules().board.name(square)),
        Place::Hand => "in hand".to_owned(),
    }
}

/// What there is to say of a flaw besides its name and its line.
fn about(problem: &Problem, flaw: &Flaw) -> String {
    let at = flaw.at;
    match flaw.fault {
        Fault::NoMate => String::new(),
        Fault::Cook { plies, known, .. } if plies == known => format!(" at ply {at}, equally long"),
        Fault::Cook { plies, known, exact } => {
            let most = if exact { "" } else { "at most " };
            format!(" at ply {at}: mate in {most}{plies} instead of {known}")
        }
        Fault::ShortCook { claimed, by, plies } => {
            format!(" at ply {at}: mate in {plies}, where `{by}` says {claimed}")
        }
        Fault::Leftover { pieces: 1 } => {
            ": a piece in hand at the end of every main line".to_owned()
        }
        Fault::Leftover { pieces } => {
            format!(": {pieces} pieces in hand at the end of every main line")
        }
        Fault::VariationDual => format!(" at ply {at}"),
        Fault::Decoration { piece, place } => {
            let piece = sfen::piece_text(problem.rules(), piece);
            format!(": {piece} {} is not needed", place_words(problem, place))
        }
    }
}
