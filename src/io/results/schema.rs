//! JSON schemas, generated from the types that serde reads and writes, so that they cannot deviate.

use super::analysis::Analysis;
use super::outcome::{Outcome, UnreadableInput};
use crate::io::problems::keys::ProblemKeys;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::{Value, json};

/// A document of a problem file.
#[derive(JsonSchema)]
#[schemars(untagged, title = "Problems for tsume")]
#[expect(dead_code, reason = "only its schema is asked for")]
enum Document {
    /// Several problems.
    Collection(Collection),
    /// A single problem.
    Single(Box<ProblemKeys>),
}

/// Problems with common values.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is asked for")]
struct Collection {
    /// Game of problems that name none: a name that `tsume rules` lists, or the path of a rule
    /// file.
    variant: Option<String>,
    /// Values for all problems that do not set their own.
    defaults: Option<Box<ProblemKeys>>,
    /// The problems.
    problems: Vec<ProblemKeys>,
}

/// A line of results: of an analysed or solved problem, or of an input that could not be read.
#[derive(JsonSchema, Serialize)]
#[schemars(untagged, title = "Results of tsume")]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is asked for")]
enum Line {
    Analysis(Box<Analysis>),
    Outcome(Box<Outcome>),
    UnreadableInput(Box<UnreadableInput<'static>>),
}

/// Schema of problem files.
pub fn problems() -> Value {
    let mut schema =
        SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Document>();
    schema.insert("$id".to_owned(), json!("tsume-problems"));
    // Required keys of a problem; `defaults` requires none.
    let needs = json!({
        "allOf": [
            { "$ref": "#/$defs/Section" },
            { "required": ["id"] },
            { "anyOf": [{ "required": ["position"] }, { "required": ["board"] }] },
        ]
    });
    let mut schema = schema.to_value();
    let items = schema.pointer_mut("/$defs/Collection/properties/problems/items");
    if let Some(items) = items {
        *items = needs.clone();
    }
    if let Some(Value::Array(kinds)) = schema.pointer_mut("/anyOf") {
        for kind in kinds.iter_mut().filter(|kind| kind["$ref"] == "#/$defs/Section") {
            *kind = needs.clone();
        }
    }
    schema
}

/// Schema of results.
pub fn results() -> Value {
    of_output::<Line>()
}

/// Schema of the JSON output of a type.
pub fn of_output<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>().to_value()
}
