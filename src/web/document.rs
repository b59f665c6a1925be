//! Pasted texts in any format, and texts to save.

use super::problem_text::{self, ProblemDraft};
use super::refusal::{Refusal, fault_notes};
use super::request::SaveRequest;
use crate::io::formats::Format;
use crate::io::problems::rule_file::RuleLibrary;
use crate::io::problems::{
    Expectation, ExpectedVerdict, LoadResult, LoadedProblem, PositionChoice, ReadOptions,
    detect_format, read_text, record_problems, writer, yaml_writer,
};
use crate::io::render::picture::board;
use crate::io::render::picture::extent::{BoardExtent, Crop};
use crate::io::results::{changed_rules, side_name};
use crate::messages::tr;
use crate::notation::{sfen, usi};
use crate::referee::ObjectionKind;
use serde_json::{Value, json};

/// Problems of a pasted text that an answer holds at most.
const MAX_PROBLEMS: usize = 5_000;

/// Answer to `read`: the problems of a text, and the errors of those that have some.
pub(super) fn read(library: &RuleLibrary, text: &str) -> Value {
    let options = ReadOptions {
        library: library.clone(),
        // The page shows objections beside the board, where they can be repaired.
        allow: ObjectionKind::ALL.to_vec(),
        at: PositionChoice::Start,
        ..ReadOptions::default()
    };
    let items = read_text("", text, &options);
    let count = items.len();
    let problems: Vec<Value> = items.into_iter().take(MAX_PROBLEMS).map(item).collect();
    json!({ "format": detect_format("", text).name(), "count": count, "problems": problems })
}

fn item(item: LoadResult) -> Value {
    let entry = match item {
        LoadResult::Problem(entry) => entry,
        LoadResult::Broken { id, errors } => {
            return json!({ "id": id, "faults": fault_notes(&errors) });
        }
    };
    let problem = &entry.problem;
    let rules = problem.rules();
    let solution: Vec<String> = entry.solution.iter().map(|&m| usi::write(rules, m)).collect();
    json!({
        "id": entry.id,
        "title": entry.title,
        "author": entry.author,
        "source": entry.source,
        "game": rules.name,
        "rules": changed_rules(rules, None),
        "position": sfen::write(rules, problem.position()),
        "attacker": side_name(problem.attacker()),
        "forcing": problem.forcing().name(),
        "solution": solution,
        "plies": entry.expect.plies,
        "notes": fault_notes(&entry.notes),
    })
}

/// Answer to `save`.
pub(super) fn save(library: &RuleLibrary, request: SaveRequest) -> Result<Value, Refusal> {
    let SaveRequest { problem, solution, title, author, format } = request;
    let choice = problem.game.clone();
    let draft = ProblemDraft::read(library, &problem)?;
    let rules = draft.rules.clone();
    if format == "svg" {
        let used = draft.start().pieces().map(|(square, _)| square);
        let shown = BoardExtent::around(rules.board, used, Crop::Auto);
        let picture = board::diagram(&rules, draft.start(), draft.attacker, shown);
        let title = title.unwrap_or_else(|| crate::rules::describe::title(&rules).to_owned());
        return Ok(json!({ "text": picture.svg(&title), "ending": "svg" }));
    }
    let (format, ending) = match Format::of_ending(&format) {
        // The page writes UTF-8, for which the formats have endings of their own.
        Some((Format::Kif, _)) => (Format::Kif, "kifu"),
        Some((Format::Ki2, _)) => (Format::Ki2, "ki2u"),
        Some((Format::Yaml, _)) => (Format::Yaml, "yaml"),
        Some((Format::Sfen, _)) => (Format::Sfen, "sfen"),
        Some((Format::Csa, _)) => (Format::Csa, "csa"),
        Some((Format::Jkf, _)) => (Format::Jkf, "jkf"),
        Some((Format::Bod, _)) => (Format::Bod, "bod"),
        None => return Err(Refusal::new(tr!(convert_no_format, text = format.as_str()))),
    };
    let (solution, end) = problem_text::play(&rules, draft.start(), &solution)?;
    let is_mate = !solution.is_empty() && crate::referee::legal_moves(&rules, &end).is_empty();
    let plies = is_mate.then_some(solution.len() as u16);
    let entry = LoadedProblem {
        id: "1".to_owned(),
        file: String::new(),
        line: 1,
        column: 1,
        title: title.filter(|title| !title.is_empty()),
        author: author.filter(|author| !author.is_empty()),
        source: None,
        tags: Vec::new(),
        variant: rules.name.clone(),
        chosen_rules: choice.rules.into_iter().collect(),
        problem: draft.problem()?,
        expect: Expectation {
            verdict: is_mate.then_some(ExpectedVerdict::Mate),
            plies,
            ..Expectation::default()
        },
        published: None,
        solution,
        meta: serde_yaml::Value::Null,
        notes: Vec::new(),
    };
    let (record, _) = record_problems::record(&entry);
    let usual = entry.variant.clone();
    let text = writer::write(format, &entry, Some(&record), &usual).map_err(Refusal::new)?;
    let heading = match format {
        Format::Yaml => yaml_writer::heading(&usual, None).map_err(Refusal::new)?,
        _ => String::new(),
    };
    Ok(json!({ "text": heading + &text, "ending": ending }))
}
