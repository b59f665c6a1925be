//! `--at` and `--every`: problems from the positions of a line of moves.

use super::loaded::{self, Expectation, LoadResult, LoadedProblem};
use super::position_text;
use super::read_options::{PositionChoice, ReadOptions};
use crate::messages::tr;
use crate::position::{Move, Position};
use crate::referee::{self, ObjectionKind, admit};
use crate::rules::{Rules, Side};
use crate::text::{Diagnostic, Source};
use serde_yaml::{Mapping, Value};

/// Replaces a problem by the chosen positions of its line. Their ids are the problem's with `@` and
/// the number of moves before them: `game@87`. If the moves that follow end in mate, they are the
/// solution.
pub fn choose(item: LoadResult, options: &ReadOptions) -> Vec<LoadResult> {
    let LoadResult::Problem(entry) = item else { return vec![item] };
    let plies = entry.solution.len();
    let meant = match options.at {
        PositionChoice::Stated | PositionChoice::Start => return vec![LoadResult::Problem(entry)],
        PositionChoice::Ply(ply) if ply > plies => return vec![too_far(&entry, ply)],
        PositionChoice::Ply(ply) => ply..=ply,
        PositionChoice::End => plies..=plies,
        PositionChoice::Every => 0..=plies,
    };
    let pardoned = loaded::pardons(&entry.problem);
    let pardoned = pardoned.into_iter().filter_map(ObjectionKind::from_name);
    let allow: Vec<ObjectionKind> = pardoned.chain(options.allow.iter().copied()).collect();
    let rules = entry.problem.rules();
    let mut position = entry.problem.position().clone();
    let mut items = Vec::new();
    for ply in 0..=*meant.end() {
        if meant.contains(&ply) {
            items.push(one(&entry, options, &allow, ply, &position));
        }
        if let Some(&m) = entry.solution.get(ply) {
            position = referee::play(rules, &position, m);
        }
    }
    items
}

/// The side that has to attack because it alone has no royal; in a problem's line that need not be
/// the side to move.
fn only_attacker(rules: &Rules, position: &Position) -> Option<Side> {
    let mut attackers =
        Side::BOTH.into_iter().filter(|side| position.royals(rules, *side).is_empty());
    attackers.next().filter(|_| attackers.next().is_none())
}

fn one(
    entry: &LoadedProblem,
    options: &ReadOptions,
    allow: &[ObjectionKind],
    ply: usize,
    position: &Position,
) -> LoadResult {
    let rules = entry.problem.rules();
    let id = format!("{}@{ply}", entry.id);
    let forcing = entry.problem.forcing();
    let attacker = options.attacker.or_else(|| only_attacker(rules, position));
    let problem = match admit(rules, position.clone(), attacker, forcing, allow) {
        Ok(problem) => problem,
        Err(objections) => {
            let told = objections.into_iter().map(|objection| {
                let message = tr!(problems_after_move, ply, objection = objection.message);
                about(entry, "E0214", message, objection.kind.help().to_owned())
            });
            return LoadResult::Broken { id: Some(id), errors: told.collect() };
        }
    };
    let rest: &[Move] = &entry.solution[ply..];
    let solution = if position_text::is_mating_line(rules, position, rest) {
        rest.to_vec()
    } else {
        Vec::new()
    };
    LoadResult::Problem(Box::new(LoadedProblem {
        id,
        file: entry.file.clone(),
        title: entry.title.clone(),
        author: entry.author.clone(),
        source: entry.source.clone(),
        tags: entry.tags.clone(),
        variant: entry.variant.clone(),
        chosen_rules: entry.chosen_rules.clone(),
        problem,
        expect: Expectation::default(),
        published: None,
        solution,
        meta: headers(&entry.meta),
        // Notes are reported once.
        notes: if position == entry.problem.position() || options.at != PositionChoice::Every {
            entry.notes.clone()
        } else {
            Vec::new()
        },
        line: entry.line,
        column: entry.column,
    }))
}

/// Headers of a record without its comments and variations.
fn headers(meta: &Value) -> Value {
    let headers = meta.get("record").and_then(|record| record.get("headers"));
    let Some(headers) = headers else { return Value::Null };
    let nest = |key: &str, value: Value| Value::Mapping(Mapping::from_iter([(key.into(), value)]));
    nest("record", nest("headers", headers.clone()))
}

fn too_far(entry: &LoadedProblem, ply: usize) -> LoadResult {
    let plies = entry.solution.len();
    let message = tr!(problems_no_such_move, ply, plies);
    let errors = vec![about(entry, "E0413", message, tr!(problems_no_such_move_help, plies))];
    LoadResult::Broken { id: Some(entry.id.clone()), errors }
}

/// Error at the place of a problem in its file.
fn about(entry: &LoadedProblem, code: &'static str, message: String, help: String) -> Diagnostic {
    let source = Source::new(entry.file.as_str(), "");
    let mut error = Diagnostic::new(code, &source, 0..0, message).help(help);
    (error.line, error.column) = (entry.line, entry.column);
    error
}
