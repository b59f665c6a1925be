//! Reports as text.

use super::Args;
use crate::cli::solve::text as results_text;
use crate::cli::streams::{BOLD, BOLD_GREEN, BOLD_RED, BOLD_YELLOW, DIM, RESET};
use crate::io::problems::LoadedProblem;
use crate::io::results::analysis::finding_name;
use crate::io::results::wording::usi_moves;
use crate::io::results::{Outcome, outline, wording};
use crate::judge::report::ToleratedMove;
use crate::judge::{CountingConvention, Finding, FlawKind, SoundnessClass, SoundnessReport};
use crate::notation::sfen;
use crate::position::Problem;
use crate::text::escape::escape_line;
use std::fmt::Write;

/// Main lines that are printed.
const MAX_PRINTED_LINES: usize = 5;

/// A report as lines of text: class and length, main lines, flaws, tolerated moves, open questions.
pub fn block(
    entry: &LoadedProblem,
    outcome: &Outcome,
    report: &SoundnessReport,
    args: &Args,
) -> String {
    let &Args { verbose, stable, .. } = args;
    let problem = &entry.problem;
    let mut out = format!(
        "{BOLD}{}{RESET}  {}, {}",
        escape_line(&outcome.id),
        class(report),
        wording::length(report)
    );
    results_text::expectation(&mut out, entry, outcome);
    out.push('\n');
    if verbose {
        results_text::preamble(&mut out, entry);
    }
    if report.depends_on_convention() {
        let classes = CountingConvention::ALL.iter().zip(&report.by_convention);
        let classes: Vec<String> = classes
            .map(|(count, result)| format!("{} {}", count.name(), wording::class(result.class)))
            .collect();
        let classes = classes.join(", ");
        let _ = writeln!(out, "  {BOLD_YELLOW}depends on futile interpositions{RESET}: {classes}");
    }
    let known = (!report.line.is_empty()).then_some(&report.line);
    let other = known.filter(|_| report.main_lines.is_empty());
    let lines = report.main_lines.iter().chain(other).take(MAX_PRINTED_LINES);
    // A position that is mate already has a line without moves.
    for line in lines.filter(|line| !line.is_empty()) {
        if verbose {
            let _ = writeln!(
                out,
                "  {}",
                results_text::in_hodges(problem, &usi_moves(problem, line)).join(" ")
            );
        }
        let _ = writeln!(out, "  {}", usi_moves(problem, line).join(" "));
    }
    let count = report.main_line_count.unwrap_or(report.main_lines.len() as u64);
    if count > MAX_PRINTED_LINES as u64 {
        let _ = writeln!(out, "  {DIM}{count} main lines in total{RESET}");
    }
    if report.solution_agrees == Finding::No {
        let _ = writeln!(out, "  {BOLD_YELLOW}the author's line is not a main line{RESET}");
    }
    for flaw in &report.flaws {
        let colour = if flaw.kind.spoils() { BOLD_RED } else { BOLD_YELLOW };
        let _ = writeln!(
            out,
            "  {colour}{}{RESET}{}",
            wording::kind(flaw.kind),
            wording::about(problem, flaw)
        );
        if !flaw.line.is_empty() && !stable && !matches!(flaw.kind, FlawKind::Decoration { .. }) {
            let _ = writeln!(out, "    {}", usi_moves(problem, &flaw.line).join(" "));
        }
    }
    tolerances(&mut out, problem, &report.tolerances);
    for dual in &report.side_duals {
        let _ = writeln!(
            out,
            "  side dual at ply {}: {}",
            dual.at,
            usi_moves(problem, &dual.line).join(" ")
        );
    }
    if let Some(solution) = &report.solution
        && args.tree.is_some()
        && !stable
    {
        let _ = write!(out, "  solution\n{}", outline::text(problem, solution, 4));
    }
    for (piece, place, finding) in &report.decoration {
        if *finding == Finding::Unknown {
            let piece = sfen::piece_text(problem.rules(), *piece);
            let place = wording::place(problem, *place);
            let _ = writeln!(out, "  decoration {}: {piece} {place}", finding_name(*finding));
        }
    }
    if let Some(plies) = report.cooks_settled {
        let _ = writeln!(out, "  no other cook is up to {plies} plies longer than the main line");
    }
    for &open in &report.open_questions {
        let open = wording::open_question(problem, open);
        let _ = writeln!(out, "  {BOLD_YELLOW}open{RESET}: {open}");
    }
    if let Some(reason) = report.stopped.filter(|_| !report.open_questions.is_empty()) {
        let _ = writeln!(out, "  {DIM}{}{RESET}", wording::limit(reason));
    }
    if !stable {
        let seconds = outcome.time_ms.unwrap_or(0) as f64 / 1000.0;
        let _ = writeln!(out, "  {DIM}{} nodes, {seconds:.2} s{RESET}", report.nodes);
    }
    out
}

/// Appends the tolerated moves, grouped by kind and ply. Several lines may lead to the same move.
fn tolerances(out: &mut String, problem: &Problem, all: &[ToleratedMove]) {
    let mut told: Vec<(&ToleratedMove, Vec<String>)> = Vec::new();
    for tolerated in all {
        let m = usi_moves(problem, &tolerated.line).pop().unwrap_or_default();
        let alike =
            |other: &ToleratedMove| (other.at, &other.kinds) == (tolerated.at, &tolerated.kinds);
        match told.iter_mut().find(|(other, _)| alike(other)) {
            Some((_, moves)) if moves.contains(&m) => {}
            Some((_, moves)) => moves.push(m),
            None => told.push((tolerated, vec![m])),
        }
    }
    for (ToleratedMove { kinds, at, .. }, moves) in told {
        let kinds: Vec<String> = kinds.iter().map(|kind| kind.name().replace('_', " ")).collect();
        let (kinds, moves) = (kinds.join(", "), moves.join(", "));
        let _ = writeln!(out, "  tolerated ({kinds}) at ply {at}: {moves}");
    }
}

fn class(report: &SoundnessReport) -> String {
    let colour = match report.class {
        SoundnessClass::Complete | SoundnessClass::CompletelyLimited => BOLD_GREEN,
        SoundnessClass::Flawed => BOLD_RED,
        SoundnessClass::Unknown => BOLD_YELLOW,
    };
    format!("{colour}{}{RESET}", wording::class(report.class))
}
