//! Solutions with variations: as text, as JSON, and as a record with 変化 blocks.

use super::line_text::LineWriter;
use super::wording::{self, usi_moves};
use crate::io::formats::record::{GameEnd, GameRecord, MoveNodeId, MoveTree};
use crate::io::problems::LoadedProblem;
use crate::io::problems::record_problems;
use crate::judge::solution_tree::{BranchKind, SolutionBranch, SolutionLine};
use crate::judge::{MateLength, SolutionTree, SoundnessClass, SoundnessReport};
use crate::messages::{list, tr};
use crate::position::{Move, Problem};
#[cfg(feature = "cli")]
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;

/// Description of a branch: `mate in 5`, `cook: mate in 9`.
pub fn about(branch: &SolutionBranch, ply: usize) -> String {
    let plies = branch.plies.unwrap_or(0);
    let exact = branch.exact;
    match &branch.kind {
        BranchKind::Variation if exact => tr!(results_length_mate, plies),
        BranchKind::Variation => tr!(results_branch_mate_at_most, plies),
        BranchKind::Leftover => {
            tr!(results_branch_leftover, plies, left = branch.line.leftover)
        }
        BranchKind::Equal => tr!(results_branch_equal, plies),
        BranchKind::Cook(at) if usize::from(*at) == ply => match exact {
            true => tr!(results_branch_cook, plies),
            false => tr!(results_branch_cook_at_most, plies),
        },
        &BranchKind::Cook(ply) if exact => tr!(results_branch_cook_at, ply, plies),
        &BranchKind::Cook(ply) => tr!(results_branch_cook_at_at_most, ply, plies),
        BranchKind::Author => tr!(results_branch_author),
        BranchKind::ShortCook(_) => tr!(results_branch_short, plies),
        BranchKind::Tolerated(kinds) => {
            tr!(results_branch_tolerated, kinds = wording::tolerances(kinds))
        }
    }
}

/// The solution as lines of text: each line of moves, and below it its branches, each with its ply.
pub fn text(writer: LineWriter, outline: &SolutionTree, indent: usize) -> String {
    let mut out = String::new();
    line_text(&mut out, writer, &mut Vec::new(), &outline.line, indent);
    if !outline.complete {
        let _ = writeln!(out, "{:indent$}{}", "", tr!(results_tree_incomplete));
    }
    out
}

/// Appends a line after the moves `before`, with its branches.
fn line_text(
    out: &mut String,
    writer: LineWriter,
    before: &mut Vec<Move>,
    line: &SolutionLine,
    indent: usize,
) {
    let moves = writer.words(before, &line.moves());
    let moves = if moves.is_empty() { tr!(results_mate_already) } else { moves.join(" ") };
    let _ = writeln!(out, "{:indent$}{moves}", "");
    let len = before.len();
    for step in &line.steps {
        let ply = before.len() + 1;
        for branch in &step.branches {
            let about = about(branch, ply);
            let also: Vec<String> =
                branch.also.iter().map(|&m| writer.after_moves(before, m)).collect();
            let about = if also.is_empty() {
                tr!(results_branch_at, ply, about)
            } else {
                let also = list(also);
                tr!(results_branch_at_also, ply, about, also)
            };
            let _ = writeln!(out, "{:indent$}  {about}", "");
            line_text(out, writer, before, &branch.line, indent + 4);
        }
        before.push(step.m);
    }
    before.truncate(len);
}

/// The solution with its variations, as JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
#[cfg_attr(feature = "cli", schemars(rename = "Solution"))]
pub struct SolutionNote {
    #[serde(flatten)]
    line: LineNote,
    /// False if a limit was exhausted before all variations were found.
    complete: bool,
}

/// A line of a solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
struct LineNote {
    /// Moves of the line; those of a branch start where it leaves its parent.
    line: Vec<String>,
    /// Pieces in the attacker's hand at the end.
    leftover: u32,
    /// Branches of the line.
    branches: Vec<BranchNote>,
}

/// A branch of a line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
struct BranchNote {
    #[serde(flatten)]
    line: LineNote,
    /// Ply at which it leaves its parent, from 1.
    at: usize,
    /// `variation`, `equal`, `equal_with_leftover`, `cook`, `short_cook`, `tolerated` or `author`.
    kind: &'static str,
    /// Plies from the start to its end, if they matter and are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    /// False if `plies` is only an upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    /// Other drops on the square of the first move with the same continuation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
}

/// The solution as JSON.
pub fn solution(problem: &Problem, outline: &SolutionTree) -> SolutionNote {
    SolutionNote { line: line_note(problem, &outline.line, 1), complete: outline.complete }
}

fn line_note(problem: &Problem, line: &SolutionLine, ply: usize) -> LineNote {
    let branches = (ply..)
        .zip(&line.steps)
        .flat_map(|(at, step)| step.branches.iter().map(move |branch| (at, branch)))
        .map(|(at, branch)| BranchNote {
            line: line_note(problem, &branch.line, at),
            at,
            kind: branch.kind.name(),
            plies: branch.plies,
            exact: branch.plies.map(|_| branch.exact),
            also: usi_moves(problem, &branch.also),
        })
        .collect();
    LineNote { line: usi_moves(problem, &line.moves()), leftover: line.leftover, branches }
}

/// The solution as a game record, with comments that describe its branches.
pub fn record(
    entry: &LoadedProblem,
    report: &SoundnessReport,
    outline: &SolutionTree,
) -> GameRecord {
    let (GameRecord { mut headers, position, .. }, _) = record_problems::record(entry);
    headers.retain(|(key, _)| !matches!(key.as_str(), "手数" | "完全性"));
    let mate = report.length != MateLength::None;
    if mate {
        headers.push(("手数".to_owned(), format!("{}手", outline.line.steps.len())));
    }
    let class = match report.class {
        SoundnessClass::Complete | SoundnessClass::CompletelyLimited => Some("完全"),
        SoundnessClass::Flawed if mate => Some("不完全"),
        SoundnessClass::Flawed => Some("不詰"),
        SoundnessClass::Unknown => None,
    };
    headers.extend(class.map(|class| ("完全性".to_owned(), class.to_owned())));
    let mut tree = MoveTree::default();
    let end = if mate { GameEnd::Mate } else { GameEnd::NoMate };
    let rest = Some(outline.line.steps.len());
    add(&mut tree, MoveTree::ROOT, &outline.line, 1, (rest, end));
    GameRecord { headers, position, tree }
}

/// Adds a line at a node. `end` is the ply after which the line ends, with its end; `None` if the
/// line stops earlier.
fn add(
    tree: &mut MoveTree,
    at: MoveNodeId,
    line: &SolutionLine,
    ply: usize,
    end: (Option<usize>, GameEnd),
) {
    let mut node = at;
    let mut places = Vec::with_capacity(line.steps.len());
    for step in &line.steps {
        places.push(node);
        node = tree.play(node, step.m);
    }
    let last = ply + line.steps.len() - 1;
    if end.0 == Some(last) && tree.node(node).end.is_none() {
        tree.node_mut(node).end = Some(end.1);
    }
    for ((at, step), place) in (ply..).zip(&line.steps).zip(places) {
        for branch in &step.branches {
            let Some(first) = branch.line.steps.first() else { continue };
            let first = tree.play(place, first.m);
            let comment = comment(branch);
            tree.node_mut(first).comments.push(comment);
            let whole = at + branch.line.steps.len() - 1;
            let mates = branch.plies.map(usize::from) == Some(whole);
            add(tree, place, &branch.line, at, (mates.then_some(whole), GameEnd::Mate));
        }
    }
}

/// Description of a branch in the terms of Japanese composers.
fn comment(branch: &SolutionBranch) -> String {
    let plies = branch.plies.unwrap_or(0);
    let most = if branch.exact { "" } else { "以内" };
    match &branch.kind {
        BranchKind::Variation => format!("変化 {plies}手{most}"),
        BranchKind::Leftover => format!("変化 {plies}手、駒余り"),
        BranchKind::Equal => format!("変化同手数 {plies}手"),
        BranchKind::Cook(_) => format!("余詰 {plies}手{most}"),
        BranchKind::Author => "作意".to_owned(),
        BranchKind::ShortCook(_) => format!("早詰 {plies}手"),
        BranchKind::Tolerated(kinds) => {
            let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            format!("許容 {}", kinds.join(" "))
        }
    }
}
