//! Reports as text: at most one page for each problem.

use super::Args;
use crate::cli::solve::text as results_text;
use crate::cli::streams::{BOLD, BOLD_GREEN, BOLD_RED, BOLD_YELLOW, DIM, RESET};
use crate::io::problems::LoadedProblem;
use crate::io::results::grouping::{self, FlawGroup, ToleranceGroup};
use crate::io::results::wording::usi_moves;
use crate::io::results::{Outcome, ResultVerdict, outline, wording};
use crate::judge::{CountingConvention, Finding, FlawKind, SoundnessClass, SoundnessReport};
use crate::position::{Move, Problem};
use crate::search::StopReason;
use crate::text::escape::escape_line;
use std::fmt::Write;

/// Lines of a report, without what the user asks for besides: the board and Hodges' notation
/// (`--verbose`), and the tree (`--tree`).
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
    let &Args { verbose, stable, .. } = args;
    let problem = &entry.problem;
    let mut out = heading(entry, outcome, report);
    let mut before = 0;
    if verbose {
        results_text::preamble(&mut out, entry);
        before = out.lines().count() - 1;
    }
    if report.depends_on_convention() {
        let classes = CountingConvention::ALL.iter().zip(&report.by_convention);
        let classes: Vec<String> = classes
            .map(|(count, result)| format!("{} {}", count.name(), wording::class(result.class)))
            .collect();
        let classes = classes.join(", ");
        let _ = writeln!(out, "  {BOLD_YELLOW}depends on futile interpositions{RESET}: {classes}");
    }
    before += main_lines(&mut out, problem, report, verbose);
    if report.solution_agrees == Finding::No {
        let _ = writeln!(out, "  {BOLD_YELLOW}the author's line is not a main line{RESET}");
    }
    if outcome.verdict == ResultVerdict::NoMate && !stable && !report.refutation.is_empty() {
        let _ = writeln!(out, "  {}", witness(problem, &report.refutation, 1));
    }
    flaws(&mut out, problem, report, stable);
    tolerances(&mut out, problem, report);
    side_duals(&mut out, problem, report);
    if let Some(plies) = report.cooks_settled {
        let _ = writeln!(out, "  no other cook is up to {plies} plies longer than the main line");
    }
    open_questions(&mut out, problem, report, args);
    if !stable {
        let seconds = outcome.time_ms.unwrap_or(0) as f64 / 1000.0;
        let _ = writeln!(out, "  {DIM}{} nodes, {seconds:.2} s{RESET}", report.nodes);
    }
    let room = MAX_REPORT_LINES.saturating_sub(repairs.lines().count()).max(MAX_REPORT_LINES / 2);
    let mut out = first_lines(&out, before + room, "all findings: --format json");
    out.push_str(repairs);
    if let Some(solution) = &report.solution
        && args.tree.is_some()
        && !stable
    {
        let tree = outline::text(problem, solution, 4);
        let tree =
            first_lines(&tree, MAX_TREE_LINES, "the whole tree: --format json, --html, --kif");
        let _ = write!(out, "  solution\n{tree}");
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
    format!("{kept}  {DIM}{} more lines ({where_else}){RESET}\n", count - (most - 1))
}

/// Id, class and length, and whether the file expects that.
fn heading(entry: &LoadedProblem, outcome: &Outcome, report: &SoundnessReport) -> String {
    let (class, length) = wording::headline(report);
    let color = match report.class {
        _ if outcome.verdict == ResultVerdict::NoMate => BOLD,
        SoundnessClass::Complete | SoundnessClass::CompletelyLimited => BOLD_GREEN,
        SoundnessClass::Flawed => BOLD_RED,
        SoundnessClass::Unknown => BOLD_YELLOW,
    };
    let id = escape_line(&outcome.id);
    let mut out = format!("{BOLD}{id}{RESET}  {color}{class}{RESET}{length}");
    results_text::expectation(&mut out, entry, outcome);
    out.push('\n');
    out
}

/// Appends the first main lines. Returns the number of lines in Hodges' notation.
fn main_lines(
    out: &mut String,
    problem: &Problem,
    report: &SoundnessReport,
    verbose: bool,
) -> usize {
    let known = (!report.line.is_empty()).then_some(&report.line);
    let other = known.filter(|_| report.main_lines.is_empty());
    let lines = report.main_lines.iter().chain(other).take(MAX_PRINTED_LINES);
    let mut in_hodges = 0;
    // A position that is mate already has a line without moves.
    for line in lines.filter(|line| !line.is_empty()) {
        let moves = usi_moves(problem, line);
        if verbose {
            let _ = writeln!(out, "  {}", results_text::in_hodges(problem, &moves).join(" "));
            in_hodges += 1;
        }
        let _ = writeln!(out, "  {}", moves.join(" "));
    }
    let count = report.main_line_count.unwrap_or(report.main_lines.len() as u64);
    if count > MAX_PRINTED_LINES as u64 {
        let _ = writeln!(out, "  {DIM}{count} main lines in total{RESET}");
    }
    in_hodges
}

/// Appends the flaws by kind and ply, each group with an example.
fn flaws(out: &mut String, problem: &Problem, report: &SoundnessReport, stable: bool) {
    // The heading reports that already.
    let told = |group: &FlawGroup<'_>| group.example.kind != FlawKind::NoMate;
    let groups: Vec<FlawGroup<'_>> =
        grouping::flaw_groups(&report.flaws).into_iter().filter(told).collect();
    let mut lines = 0;
    for (i, group) in groups.iter().enumerate() {
        let text = flaw_group(problem, group, stable);
        lines += text.lines().count();
        // The last line is for the number of other groups.
        let room = MAX_FLAW_LINES - usize::from(i + 1 < groups.len());
        if lines > room {
            let rest = groups[i..].iter().flat_map(|group| &group.flaws);
            let rest = counted(rest.map(|flaw| flaw.kind.name()));
            let _ = writeln!(out, "  {DIM}and {rest} at other plies{RESET}");
            return;
        }
        out.push_str(&text);
    }
}

fn flaw_group(problem: &Problem, group: &FlawGroup<'_>, stable: bool) -> String {
    let flaw = group.example;
    let color = if flaw.kind.spoils() { BOLD_RED } else { BOLD_YELLOW };
    if let FlawKind::Decoration { .. } = flaw.kind {
        return format!("  {color}{}{RESET}\n", wording::unneeded(problem, &group.flaws));
    }
    let kind = format!("  {color}{}{RESET}", wording::kind(flaw.kind));
    let mut out = format!("{kind}{}\n", wording::about(problem, flaw));
    if !flaw.line.is_empty() && !stable {
        let _ = writeln!(out, "    {}", witness(problem, &flaw.line, flaw.at.into()));
    }
    let others = group.others(problem);
    if !others.is_empty() {
        let _ = writeln!(out, "    {DIM}also{RESET} {others}");
    }
    out
}

/// A line that shows a flaw at a ply: from the first move if the flaw is early, else from the flaw
/// on.
fn witness(problem: &Problem, line: &[Move], at: usize) -> String {
    let skipped = if at > MAX_WHOLE_LINE_PLY { at - 1 } else { 0 };
    let shown = line.get(skipped..).unwrap_or_default();
    let more = shown.len().saturating_sub(MAX_WITNESS_MOVES);
    let moves = usi_moves(problem, &shown[..shown.len() - more]).join(" ");
    let begin = if skipped > 0 { format!("from ply {at}: ") } else { String::new() };
    let end = if more > 0 { format!(" … ({more} more moves)") } else { String::new() };
    format!("{begin}{moves}{end}")
}

/// Appends the tolerated moves by kind and ply.
fn tolerances(out: &mut String, problem: &Problem, report: &SoundnessReport) {
    let kinds = |group: &ToleranceGroup<'_>| {
        let kinds = group.example.kinds.iter().map(|kind| kind.name().replace('_', " "));
        kinds.collect::<Vec<String>>().join(", ")
    };
    let groups = grouping::tolerance_groups(&report.tolerances);
    let whole =
        if groups.len() > MAX_TOLERANCE_LINES { MAX_TOLERANCE_LINES - 1 } else { groups.len() };
    for group in &groups[..whole] {
        let (kinds, moves) = (kinds(group), grouping::listed(problem, &group.moves));
        let _ = writeln!(out, "  tolerated ({kinds}) at ply {}: {moves}", group.example.at);
    }
    if whole < groups.len() {
        let rest: Vec<String> = groups[whole..]
            .iter()
            .flat_map(|group| vec![kinds(group); group.moves.len()])
            .collect();
        let rest = counted(rest.iter().map(String::as_str));
        let _ = writeln!(out, "  {DIM}tolerated at other plies: {rest}{RESET}");
    }
}

/// Appends the first side duals.
fn side_duals(out: &mut String, problem: &Problem, report: &SoundnessReport) {
    let duals = &report.side_duals;
    let whole =
        if duals.len() > MAX_SIDE_DUAL_LINES { MAX_SIDE_DUAL_LINES - 1 } else { duals.len() };
    for dual in &duals[..whole] {
        let line = witness(problem, &dual.line, 1);
        let _ = writeln!(out, "  side dual at ply {}: {line}", dual.at);
    }
    if whole < duals.len() {
        let _ = writeln!(out, "  {DIM}and {} more side duals{RESET}", duals.len() - whole);
    }
}

/// Appends the open questions, each kind once, and the limit that would settle them.
fn open_questions(out: &mut String, problem: &Problem, report: &SoundnessReport, args: &Args) {
    let groups = grouping::open_groups(&report.open_questions);
    for group in &groups {
        let question = wording::open_group(problem, group);
        let _ = writeln!(out, "  {BOLD_YELLOW}open{RESET}: {question}");
    }
    let pieces = report.decoration.iter().filter(|(_, _, finding)| *finding == Finding::Unknown);
    let pieces: Vec<String> =
        pieces.map(|&(piece, place, _)| wording::located(problem, piece, place)).collect();
    if !pieces.is_empty() && pieces.len() < report.decoration.len() {
        let _ = writeln!(out, "    {}", pieces.join(", "));
    }
    let reason = report.stopped.unwrap_or(match args.depth {
        Some(_) => StopReason::Depth,
        None => StopReason::Memory,
    });
    if !groups.is_empty() {
        let _ = writeln!(out, "  {DIM}{}{RESET}", wording::limit(reason));
    }
}

/// Counts of names: `12 cooks, 1 variation dual`.
fn counted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let counts = grouping::counts(names).into_iter();
    let counts: Vec<String> =
        counts.map(|(name, count)| format!("{count} {}", plural(name, count))).collect();
    counts.join(", ")
}

fn plural(name: &str, count: usize) -> String {
    let name = name.replace('_', " ");
    if count == 1 || name.ends_with('e') { name } else { format!("{name}s") }
}
