//! Reports of the judge, and generated problems, as answers.

use super::move_view::{self, MoveView};
use crate::facade::GeneratedProblem;
use crate::io::formats::spelling::MoveNotation;
use crate::io::render::study;
use crate::io::results::line_text::LineWriter;
use crate::io::results::{outline, side_name, wording};
use crate::judge::solution_tree::SolutionLine;
use crate::judge::{FlawKind, MateLength, SoundnessReport};
use crate::messages::{language, tr};
use crate::notation::sfen;
use crate::position::{Move, Position, Problem};
use crate::referee;
use crate::rules::Square;
use serde_json::{Value, json};

/// Branches of a solution that an answer holds at most.
const MAX_BRANCHES: usize = 500;

/// Answer to `judge`.
pub(super) fn judged(problem: &Problem, report: &SoundnessReport) -> Value {
    let notation = MoveNotation::of_language(language());
    let writer = LineWriter::new(problem, notation).along(&report.line);
    let has_class = report.by_chosen_count().length != MateLength::None;
    let notes: Vec<Value> = study::notes(writer, report)
        .into_iter()
        .map(|note| json!({ "kind": note.kind, "text": note.text }))
        .collect();
    let lines: Vec<Vec<MoveView>> =
        report.main_lines.iter().map(|line| move_view::line(problem, line)).collect();
    let flaws: Vec<Value> = report
        .flaws
        .iter()
        .filter(|flaw| !flaw.line.is_empty() && flaw.kind != FlawKind::NoMate)
        .take(MAX_BRANCHES)
        .map(|flaw| {
            json!({
                "kind": flaw.kind.name(),
                "at": flaw.at,
                "text": wording::flaw(writer, flaw, str::to_owned),
                "line": move_view::line(problem, &flaw.line),
            })
        })
        .collect();
    let mut left = MAX_BRANCHES;
    let tree = report.solution.as_ref().map(|tree| {
        let position = problem.position();
        let mut value = line(problem, &tree.line, (position, None), 1, &mut left);
        value["complete"] = (tree.complete && left > 0).into();
        value
    });
    json!({
        "class": if has_class { report.class.name() } else { FlawKind::NoMate.name() },
        "text": wording::headline(report, str::to_owned),
        "notes": notes,
        "flaws": flaws,
        "main_lines": lines,
        "main_line_count": report.main_line_count,
        "leftover": report.leftover,
        "tree": tree,
        "nodes": report.nodes,
        "stopped": report.stopped.map(wording::limit_name),
    })
}

/// A line of the solution with its branches. `ply` is that of its first move.
fn line(
    problem: &Problem,
    line: &SolutionLine,
    (start, mut last): (&Position, Option<Square>),
    ply: usize,
    left: &mut usize,
) -> Value {
    let rules = problem.rules();
    let mut position = start.clone();
    let mut steps = Vec::with_capacity(line.steps.len());
    for (at, step) in (ply..).zip(&line.steps) {
        let legal = referee::legal_moves(rules, &position);
        let spelled = |m: Move| MoveView::new(rules, &position, &legal, m, last);
        let branches: Vec<Value> = step
            .branches
            .iter()
            .map_while(|branch| {
                *left = left.checked_sub(1)?;
                let mut value = self::line(problem, &branch.line, (&position, last), at, left);
                value["kind"] = branch.kind.name().into();
                value["text"] =
                    tr!(render_branch, ply = at, about = outline::about(branch, at)).into();
                let also = branch.also.iter().map(|&m| spelled(m));
                value["also"] = json!(also.collect::<Vec<_>>());
                Some(value)
            })
            .collect();
        steps.push(json!({ "move": spelled(step.m), "branches": branches }));
        position = referee::play(rules, &position, step.m);
        last = Some(step.m.to());
    }
    json!({ "steps": steps, "leftover": line.leftover })
}

/// Answer to `generate`.
pub(super) fn generated(problems: &[GeneratedProblem]) -> Value {
    let problems: Vec<Value> = problems
        .iter()
        .map(|found| {
            let problem = &found.problem;
            json!({
                "id": found.id,
                "position": sfen::write(problem.rules(), problem.position()),
                "attacker": side_name(problem.attacker()),
                "forcing": problem.forcing().name(),
                "plies": found.line.len(),
                "line": move_view::line(problem, &found.line),
                "themes": found.themes,
                "difficulty": found.difficulty,
                "score": found.score,
            })
        })
        .collect();
    json!({ "problems": problems })
}
