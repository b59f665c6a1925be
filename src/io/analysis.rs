//! Reports of the judge as JSON lines.

use super::outline;
use super::results::Outcome;
use crate::notation::usi;
use crate::position::{Move, Problem};
use crate::soundness::judge::report::{Count, Flaw, SideDual, Tolerated};
use crate::soundness::judge::{Fault, Finding, Futile, Length, Place, Report};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// A report with the names of the JSON lines: those of a result, and what the judge adds.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// The result, as `solve` gives it.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// `complete`, `completely_limited`, `flawed` or `unknown`.
    pub class: String,
    /// What is wrong, each with `kind`, `at` and `line`.
    pub flaws: Vec<Value>,
    /// What was tolerated, each with `kind`, `at` and `move`.
    pub tolerances: Vec<Value>,
    /// Length by each count of futile interpositions; null if not settled, or if there is no mate.
    pub lengths: Map<String, Value>,
    /// Class by each count.
    pub classes: Map<String, Value>,
    /// True if the class is known to depend on the count.
    pub convention_matters: bool,
    /// By which count class and flaws are told.
    pub convention: String,
    /// The first main lines.
    pub main_lines: Vec<Vec<String>>,
    /// How many there are, if all were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub main_line_count: Option<u64>,
    /// Whether the author's line is a main line, where one is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution_agrees: Option<bool>,
    /// For each piece: is it decoration?
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decoration: Vec<Value>,
    /// Choices off the main line, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side_duals: Option<Vec<Value>>,
    /// The solution with its variations, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<Value>,
    /// Edits that make it sound, if they were asked for and there is something to mend.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repairs: Option<Value>,
    /// What was printed elsewhere, as the file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<serde_yaml::Value>,
    /// If longer cooks stayed open: all are known that are at most so many plies longer than the main line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cooks_settled: Option<u16>,
    /// What stayed open, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
}

/// Moves in USI.
pub fn names(problem: &Problem, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&m| usi::write(problem.rules(), m)).collect()
}

impl Analysis {
    /// A report as it is written; with `stable` without the witness lines, which may differ between runs.
    pub fn new(
        outcome: Outcome,
        problem: &Problem,
        report: &Report,
        convention: Futile,
        side_duals: bool,
        stable: bool,
    ) -> Analysis {
        let by_count = |value: &dyn Fn(&Count) -> Value| -> Map<String, Value> {
            let counts = Futile::ALL.iter().zip(&report.counts);
            counts.map(|(futile, count)| (futile.name().to_owned(), value(count))).collect()
        };
        let lines = report.main_lines.iter();
        Analysis {
            class: report.class.name().to_owned(),
            flaws: report.flaws.iter().map(|flaw| flaw_value(problem, flaw, stable)).collect(),
            tolerances: report.tolerances.iter().map(|t| tolerated_value(problem, t)).collect(),
            lengths: by_count(&|count| match count.length {
                Length::Exact(plies) => plies.into(),
                _ => Value::Null,
            }),
            classes: by_count(&|count| count.class.name().into()),
            convention_matters: report.depends_on_convention(),
            convention: convention.name().to_owned(),
            main_lines: lines.map(|line| names(problem, line)).collect(),
            main_line_count: report.main_line_count,
            solution_agrees: report.solution_agrees,
            decoration: report
                .decoration
                .iter()
                .map(|&(piece, place, finding)| {
                    let mut value = piece_value(problem, piece, place);
                    value.insert("answer".to_owned(), finding_name(finding).into());
                    Value::Object(value)
                })
                .collect(),
            side_duals: side_duals
                .then(|| report.side_duals.iter().map(|dual| side_dual(problem, dual)).collect()),
            tree: report.outline.as_ref().filter(|_| !stable).map(|o| outline::value(problem, o)),
            repairs: None,
            published: None,
            cooks_settled: report.cooks_settled,
            open: report.open.clone(),
            outcome,
        }
    }
}

impl Analysis {
    /// Adds the files of certificates, one or none for each flaw.
    pub fn attach(&mut self, files: &[Option<String>]) {
        for (flaw, file) in self.flaws.iter_mut().zip(files) {
            if let (Value::Object(flaw), Some(file)) = (flaw, file) {
                flaw.insert("certificate".to_owned(), file.as_str().into());
            }
        }
    }
}

/// `yes`, `no` or `unknown`.
pub fn finding_name(finding: Finding) -> &'static str {
    match finding {
        Finding::Yes => "yes",
        Finding::No => "no",
        Finding::Unknown => "unknown",
    }
}

fn side_dual(problem: &Problem, dual: &SideDual) -> Value {
    json!({ "at": dual.at, "line": names(problem, &dual.line) })
}

/// A piece: its id, upper case for black, and where it is.
fn piece_value(
    problem: &Problem,
    piece: crate::position::Piece,
    place: Place,
) -> Map<String, Value> {
    let rules = problem.rules();
    let mut value = Map::new();
    value.insert("piece".to_owned(), crate::notation::sfen::piece_text(rules, piece).into());
    let place = match place {
        Place::Board(square) => rules.board.name(square).to_string(),
        Place::Hand => "hand".to_owned(),
    };
    value.insert("square".to_owned(), place.into());
    value
}

fn tolerated_value(problem: &Problem, tolerated: &Tolerated) -> Value {
    let line = names(problem, &tolerated.line);
    let kinds: Vec<&str> = tolerated.kinds.iter().map(|kind| kind.name()).collect();
    json!({
        "kind": kinds.first(),
        "kinds": kinds,
        "at": tolerated.at,
        "move": line.last(),
        "line": line,
    })
}

fn flaw_value(problem: &Problem, flaw: &Flaw, stable: bool) -> Value {
    let mut value = Map::new();
    let mut put = |key: &str, what: Value| value.insert(key.to_owned(), what);
    put("kind", flaw.fault.name().into());
    put("at", flaw.at.into());
    let line = names(problem, &flaw.line);
    if !stable {
        put("line", line.clone().into());
    }
    match flaw.fault {
        Fault::NoMate | Fault::VariationDual => {}
        Fault::Cook { plies, known, exact } => {
            let m = usize::from(flaw.at).checked_sub(1).and_then(|at| line.get(at));
            put("move", m.cloned().into());
            put("length", if plies == known { "equal" } else { "longer" }.into());
            // An upper bound may differ between runs.
            if exact || !stable {
                put("plies", plies.into());
                put("exact", exact.into());
            }
        }
        Fault::ShortCook { claimed, by, plies } => {
            put("length", "shorter".into());
            put("plies", plies.into());
            put("claimed", claimed.into());
            put("by", by.into());
        }
        Fault::Leftover { pieces } => {
            put("pieces", pieces.into());
        }
        Fault::Decoration { piece, place } => value.extend(piece_value(problem, piece, place)),
    }
    Value::Object(value)
}
