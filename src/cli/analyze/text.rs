//! Reports as text: at most one page for each problem.

use super::Args;
use crate::cli::common;
use crate::cli::solve::text as results_text;
use crate::cli::streams::{BOLD, BOLD_GREEN, BOLD_RED, BOLD_YELLOW, DIM, RESET};
use crate::io::problems::LoadedProblem;
use crate::io::results::grouping::{self, FlawGroup, ToleranceGroup};
use crate::io::results::line_text::LineWriter;
use crate::io::results::{Outcome, ResultVerdict, outline, wording};
use crate::judge::{
    CountingConvention, Finding, FlawKind, MateLength, SoundnessClass, SoundnessReport,
};
use crate::messages::{list, tr};
use crate::position::Move;
use crate::text::escape::escape_line;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Lines of a report, without what the user asks for besides: the board and a second
/// notation (`--verbose`), and the tree (`--tree`).
const MAX_REPORT_LINES: usize = 40;
/// Main lines that are printed.
const MAX_PRINTED_LINES: usize = 5;
/// Lines about flaws. A group takes up to three: what it is, an example, the other moves.
const MAX_FLAW_LINES: usize = 12;
/// Lines about tolerated moves.
const MAX_TOLERANCE_LINES: usize = 5;
/// Lines about side duals.
const MAX_SIDE_DUAL_LINES: usize = 4;
/// Lines of the tree of variations.
const MAX_TREE_LINES: usize = 400;
/// Moves of a flaw's line that are printed.
const MAX_WITNESS_MOVES: usize = 30;
/// A flaw's line is printed from the first move up to this ply, and later from the flaw on.
const MAX_WHOLE_LINE_PLY: usize = 10;

/// A report as lines of text: class and length, main lines, flaws, tolerated moves, open questions.
/// `repairs` are lines that follow.
pub fn block(
    entry: &LoadedProblem,
    outcome: &Outcome,
    report: &SoundnessReport,
    args: &Args,
    repairs: &str,
) -> String {
    let &Args { verbose, stable, notation, .. } = args;
    let problem = &entry.problem;
    let writer = LineWriter::new(problem, common::text_notation(notation)).along(&report.line);
    let mut out = heading(entry, outcome, report);
    let mut before = 0;
    if verbose {
        results_text::preamble(&mut out, entry);
        before = out.lines().count() - 1;
    }
    if report.depends_on_convention() {
        let classes = CountingConvention::ALL.iter().zip(&report.by_convention);
        let classes: Vec<String> = classes
            .map(|(&count, result)| {
                let (count, class) = (wording::count(count), wording::class(result.class));
                tr!(analyze_class_by_count, count, class)
            })
            .collect();
        let classes = list(classes);
        let depends = tr!(analyze_depends);
        let _ = writeln!(out, "  {BOLD_YELLOW}{depends}{RESET}: {classes}");
    }
    before += main_lines(&mut out, writer, report, verbose);
    if report.solution_agrees == Finding::No {
        let _ = writeln!(out, "  {BOLD_YELLOW}{}{RESET}", tr!(analyze_author_differs));
    }
    if outcome.verdict == ResultVerdict::NoMate && !stable && !report.refutation.is_empty() {
        let _ = writeln!(out, "  {}", witness(writer, &report.refutation, 1));
    }
    flaws(&mut out, writer, report, stable);
    tolerances(&mut out, writer, report);
    side_duals(&mut out, writer, report);
    if let Some(plies) = report.cooks_settled {
        let _ = writeln!(out, "  {}", tr!(analyze_cooks_settled, plies));
    }
    open_questions(&mut out, writer, report);
    if !stable {
        let seconds = format!("{:.2}", outcome.time_ms.unwrap_or(0) as f64 / 1000.0);
        let effort = [tr!(solve_nodes, nodes = report.nodes), tr!(solve_seconds, seconds)];
        let _ = writeln!(out, "  {DIM}{}{RESET}", list(effort));
    }
    let room = MAX_REPORT_LINES.saturating_sub(repairs.lines().count()).max(MAX_REPORT_LINES / 2);
    let mut out = first_lines(&out, before + room, &tr!(analyze_all_findings));
    out.push_str(repairs);
    if let Some(solution) = &report.solution {
        if args.tree.is_some() && !stable {
            let tree = outline::text(writer, solution, 4);
            let tree = first_lines(&tree, MAX_TREE_LINES, &tr!(analyze_whole_tree));
            let _ = write!(out, "  {}\n{tree}", tr!(analyze_solution));
        }
    }
    out
}

/// The first `most` lines of a text. If lines are missing, the last one says how many, and where
/// they are.
fn first_lines(text: &str, most: usize, where_else: &str) -> String {
    let count = text.lines().count();
    if count <= most {
        return text.to_owned();
    }
    let kept: String = text.split_inclusive('\n').take(most - 1).collect();
    let more = tr!(analyze_more_lines, count = count - (most - 1), place = where_else);
    format!("{kept}  {DIM}{more}{RESET}\n")
}

/// Id, class and length, and whether the file expects that.
fn heading(entry: &LoadedProblem, outcome: &Outcome, report: &SoundnessReport) -> String {
    let color = match report.class {
        _ if outcome.verdict == ResultVerdict::NoMate => BOLD,
        SoundnessClass::Complete | SoundnessClass::CompletelyLimited => BOLD_GREEN,
        SoundnessClass::Flawed => BOLD_RED,
        SoundnessClass::Unknown => BOLD_YELLOW,
    };
    let id = escape_line(&outcome.id);
    let headline = wording::headline(report, |class| format!("{color}{class}{RESET}"));
    let mut out = format!("{BOLD}{id}{RESET}  {headline}");
    results_text::expectation(&mut out, entry, outcome);
    out.push('\n');
    out
}

/// Appends the first main lines. Returns the number of lines in the second notation.
fn main_lines(
    out: &mut String,
    writer: LineWriter,
    report: &SoundnessReport,
    verbose: bool,
) -> usize {
    let known = (!report.line.is_empty()).then_some(&report.line);
    let other = known.filter(|_| report.main_lines.is_empty());
    let lines = report.main_lines.iter().chain(other).take(MAX_PRINTED_LINES);
    let second = results_text::second_notation(writer.notation());
    let second = LineWriter::new(writer.problem(), second);
    let plies = match report.main_length() {
        MateLength::Exact(plies) | MateLength::AtMost(plies) => Some(plies),
        _ => None,
    };
    let mut second_lines = 0;
    // A position that is mate already has a line without moves.
    for line in lines.filter(|line| !line.is_empty()) {
        if verbose {
            let _ = writeln!(out, "  {}", results_text::whole_line(second, line, plies));
            second_lines += 1;
        }
        let _ = writeln!(out, "  {}", results_text::whole_line(writer, line, plies));
    }
    let count = report.main_line_count.unwrap_or(report.main_lines.len() as u64);
    if count > MAX_PRINTED_LINES as u64 {
        let _ = writeln!(out, "  {DIM}{}{RESET}", tr!(analyze_main_line_count, count));
    }
    second_lines
}

/// Appends the flaws by kind and ply, each group with an example.
fn flaws(out: &mut String, writer: LineWriter, report: &SoundnessReport, stable: bool) {
    // The heading reports that already.
    let told = |group: &FlawGroup<'_>| group.example.kind != FlawKind::NoMate;
    let groups: Vec<FlawGroup<'_>> =
        grouping::flaw_groups(&report.flaws).into_iter().filter(told).collect();
    let mut lines = 0;
    for (i, group) in groups.iter().enumerate() {
        let text = flaw_group(writer, group, stable);
        lines += text.lines().count();
        // The last line is for the number of other groups.
        let room = MAX_FLAW_LINES - usize::from(i + 1 < groups.len());
        if lines > room {
            let rest = groups[i..].iter().flat_map(|group| &group.flaws);
            let rest = counted(rest.map(|flaw| flaw.kind.name()));
            let _ = writeln!(out, "  {DIM}{}{RESET}", tr!(analyze_flaws_elsewhere, flaws = rest));
            return;
        }
        out.push_str(&text);
    }
}

fn flaw_group(writer: LineWriter, group: &FlawGroup<'_>, stable: bool) -> String {
    let flaw = group.example;
    let color = if flaw.kind.spoils() { BOLD_RED } else { BOLD_YELLOW };
    if let FlawKind::Decoration { .. } = flaw.kind {
        return format!("  {color}{}{RESET}\n", wording::unneeded(writer, &group.flaws));
    }
    let text = wording::flaw(writer, flaw, |kind| format!("{color}{kind}{RESET}"));
    let mut out = format!("  {text}\n");
    if !flaw.line.is_empty() && !stable {
        let _ = writeln!(out, "    {}", witness(writer, &flaw.line, flaw.at.into()));
    }
    let others = group.others(writer);
    if !others.is_empty() {
        let _ = writeln!(out, "    {DIM}{}{RESET} {others}", tr!(analyze_also));
    }
    out
}

/// A line that shows a flaw at a ply: from the first move if the flaw is early, else from the flaw
/// on.
fn witness(writer: LineWriter, line: &[Move], at: usize) -> String {
    let skipped = if at > MAX_WHOLE_LINE_PLY { at - 1 } else { 0 };
    let shown = line.get(skipped..).unwrap_or_default();
    let more = shown.len().saturating_sub(MAX_WITNESS_MOVES);
    let moves = writer.words(&line[..skipped.min(line.len())], &shown[..shown.len() - more]);
    let mut text = moves.join(" ");
    if more > 0 {
        text = tr!(analyze_more_moves, moves = text, more);
    }
    if skipped > 0 { tr!(analyze_from_ply, ply = at, moves = text) } else { text }
}

/// Appends the tolerated moves by kind and ply.
fn tolerances(out: &mut String, writer: LineWriter, report: &SoundnessReport) {
    let kinds = |group: &ToleranceGroup<'_>| wording::tolerances(&group.example.kinds);
    let groups = grouping::tolerance_groups(&report.tolerances);
    let whole =
        if groups.len() > MAX_TOLERANCE_LINES { MAX_TOLERANCE_LINES - 1 } else { groups.len() };
    for group in &groups[..whole] {
        let (_, before) = group.example.line.split_last().unwrap_or((&group.moves[0], &[]));
        let moves = grouping::listed(writer, before, &group.moves);
        let text = tr!(analyze_tolerated, kinds = kinds(group), ply = group.example.at, moves);
        let _ = writeln!(out, "  {text}");
    }
    if whole < groups.len() {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for group in &groups[whole..] {
            *counts.entry(kinds(group)).or_default() += group.moves.len();
        }
        let counts = counts.into_iter();
        let counts: Vec<String> =
            counts.map(|(kinds, count)| tr!(analyze_counted_tolerance, count, kinds)).collect();
        let kinds = list(counts);
        let _ = writeln!(out, "  {DIM}{}{RESET}", tr!(analyze_tolerated_elsewhere, kinds));
    }
}

/// Appends the first side duals.
fn side_duals(out: &mut String, writer: LineWriter, report: &SoundnessReport) {
    let duals = &report.side_duals;
    let whole =
        if duals.len() > MAX_SIDE_DUAL_LINES { MAX_SIDE_DUAL_LINES - 1 } else { duals.len() };
    for dual in &duals[..whole] {
        let moves = witness(writer, &dual.line, 1);
        let _ = writeln!(out, "  {}", tr!(analyze_side_dual, ply = dual.at, moves));
    }
    if whole < duals.len() {
        let count = duals.len() - whole;
        let _ = writeln!(out, "  {DIM}{}{RESET}", tr!(analyze_more_side_duals, count));
    }
}

/// Appends the open questions, each kind once, and the limit that would settle them.
fn open_questions(out: &mut String, writer: LineWriter, report: &SoundnessReport) {
    let groups = grouping::open_groups(&report.open_questions);
    for group in &groups {
        let question = wording::open_group(writer, group);
        let _ = writeln!(out, "  {BOLD_YELLOW}{}{RESET}: {question}", tr!(analyze_open));
    }
    let pieces = report.decoration.iter().filter(|(_, _, finding)| *finding == Finding::Unknown);
    let pieces: Vec<String> =
        pieces.map(|&(piece, place, _)| wording::located(writer, piece, place)).collect();
    if !pieces.is_empty() && pieces.len() < report.decoration.len() {
        let _ = writeln!(out, "    {}", list(pieces));
    }
    if let Some(reason) = report.stopped.filter(|_| !groups.is_empty()) {
        let _ = writeln!(out, "  {DIM}{}{RESET}", wording::limit(reason));
    }
}

/// Counts of flaws by the names of their kinds: `12 cooks, 1 variation dual`.
fn counted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let counts = grouping::counts(names).into_iter();
    let counts: Vec<String> =
        counts.map(|(name, count)| wording::counted_kind(name, count)).collect();
    list(counts)
}
