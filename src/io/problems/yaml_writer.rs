//! Writes problem files problem by problem, so that a file of a million problems is never in memory
//! as a whole.

use super::loaded::{self, ExpectedVerdict, LoadedProblem, pardons};
use crate::judge::CountingConvention;
use crate::notation::{sfen, usi};
use crate::position::Forcing;
use crate::rules::Side;
use crate::rules::describe::{self, Allowed};
use serde::Serialize;
use serde_yaml::Value;

/// Start of a file. `variant` and `source` apply to all problems that do not set their own.
///
/// # Errors
/// The text cannot be written as YAML.
pub fn heading(variant: &str, source: Option<&str>) -> Result<String, String> {
    let variant = serde_yaml::to_string(variant).map_err(|error| error.to_string())?;
    let defaults = source.map(|source| format!("defaults: {{ source: {source} }}\n"));
    Ok(format!("variant: {variant}{}problems:\n", defaults.unwrap_or_default()))
}

/// A problem with the keys of problem files, in the order that reads best.
#[derive(Serialize)]
struct Problem<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: &'a Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: &'a Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: &'a Option<String>,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    attacker: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forcing: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    allow: Vec<&'static str>,
    #[serde(skip_serializing_if = "serde_yaml::Mapping::is_empty")]
    rules: serde_yaml::Mapping,
    #[serde(skip_serializing_if = "Option::is_none")]
    expect: Option<Expectation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: &'a Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solution: Vec<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    tags: &'a [String],
    #[serde(skip_serializing_if = "Value::is_null")]
    meta: &'a Value,
}

#[derive(Serialize)]
struct Expectation {
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_mate_within: Option<u16>,
}

/// The problem as an item of the list under a [`heading`] with the variant `usual`.
///
/// # Errors
/// The problem cannot be written as YAML.
pub fn write(entry: &LoadedProblem, usual: &str) -> Result<String, String> {
    let problem = &entry.problem;
    let rules = problem.rules();
    let (position, attacker) = (problem.position(), problem.attacker());
    let expect = &entry.expect;
    let verdict = expect.verdict.map(|verdict| match verdict {
        ExpectedVerdict::Mate => "mate",
        ExpectedVerdict::NoMate => "no_mate",
    });
    let wanted = Expectation {
        verdict,
        plies: expect.plies,
        count: expect.count.map(CountingConvention::name),
        no_mate_within: expect.no_mate_within,
    };
    let says = *expect != loaded::Expectation::default();
    let plain = Problem {
        id: &entry.id,
        variant: (entry.variant != usual).then_some(&entry.variant),
        title: &entry.title,
        author: &entry.author,
        source: &entry.source,
        position: sfen::write(rules, position),
        attacker: (attacker != position.side).then_some(match attacker {
            Side::Black => "black",
            Side::White => "white",
        }),
        forcing: (problem.forcing() != Forcing::Check).then(|| problem.forcing().name()),
        allow: pardons(problem),
        rules: options(entry),
        expect: says.then_some(wanted),
        published: &entry.published,
        solution: entry.solution.iter().map(|&m| usi::write(rules, m)).collect(),
        tags: &entry.tags,
        meta: &entry.meta,
    };
    let text = serde_yaml::to_string(&plain).map_err(|error| error.to_string())?;
    let mut out = String::with_capacity(text.len() + 64);
    for (i, line) in text.lines().enumerate() {
        // Blank lines occur in texts of several lines, where they need no indentation.
        if !line.is_empty() {
            out.push_str(if i == 0 { "  - " } else { "    " });
            out.push_str(line);
        }
        out.push('\n');
    }
    Ok(out)
}

/// The chosen options, each with the type of its values. An option that was chosen twice has its
/// last place, because the order matters.
fn options(entry: &LoadedProblem) -> serde_yaml::Mapping {
    let mut options = serde_yaml::Mapping::new();
    if entry.chosen_rules.is_empty() {
        return options;
    }
    let known = describe::settings(entry.problem.rules());
    for (name, text) in &entry.chosen_rules {
        let allowed = known.iter().find(|known| known.name == name).map(|known| &known.allowed);
        let value = match allowed {
            Some(Allowed::UpTo(_)) => text.parse::<u8>().ok().map(Value::from),
            Some(Allowed::Words(words)) if words.contains(&"true") => {
                text.parse::<bool>().ok().map(Value::from)
            }
            _ => None,
        };
        options.shift_remove(name.as_str());
        options.insert(name.as_str().into(), value.unwrap_or_else(|| text.as_str().into()));
    }
    options
}
