//! Finds the keys of a problem that an output format cannot express. Reads the written text back
//! instead of consulting a table, so that the report is true.

use super::loaded::{self, Expectation, LoadResult, LoadedProblem};
use super::read_options::{PositionChoice, ReadOptions};
use super::record_problems;
use crate::io::formats::Format;
use crate::messages::tr;
use crate::position::Forcing;
use crate::referee::ObjectionKind;
use crate::text::Source;
use serde_yaml::Value;
use std::path::Path;

/// Reads problems back from one output format.
#[derive(Debug)]
pub struct RoundTrip {
    format: Format,
    options: ReadOptions,
}

impl RoundTrip {
    /// For a format; `usual` is the variant of files that name none.
    pub fn new(format: Format, usual: &str) -> RoundTrip {
        // Records are of standard shogi, whatever the user chose.
        let default_variant = if format == Format::Sfen { usual } else { "shogi" }.to_owned();
        let allow = ObjectionKind::ALL.to_vec();
        let options = ReadOptions {
            default_variant,
            allow,
            at: PositionChoice::Start,
            ..ReadOptions::default()
        };
        RoundTrip { format, options }
    }

    /// Keys of the problem that `text` lost. The text is the only one in the file `name`, or the
    /// one with this number, from 1, in a file of several.
    ///
    /// # Errors
    /// A message if the text cannot be read.
    pub fn lost_keys(
        &self,
        entry: &LoadedProblem,
        text: &str,
        name: &str,
        number: usize,
    ) -> Result<Vec<String>, String> {
        let reread = match self.format {
            Format::Yaml => return Ok(Vec::new()),
            // The tests below suffice for a line of a list.
            Format::Sfen => None,
            format => {
                let documents =
                    record_problems::read(&Source::new(name, text), format, &self.options);
                match documents.into_iter().map(|document| document.item).next() {
                    Some(LoadResult::Problem(reread)) => Some(reread),
                    Some(LoadResult::Broken { errors, .. }) => {
                        let why = errors.first().map_or("", |error| &error.message);
                        return Err(tr!(problems_unreadable_because, why));
                    }
                    None => return Err(tr!(problems_unreadable)),
                }
            }
        };
        let same = |is: &dyn Fn(&LoadedProblem) -> bool| reread.as_deref().is_some_and(is);
        let says = |field: fn(&LoadedProblem) -> &Option<String>| {
            field(entry).is_none() || same(&|reread| field(reread) == field(entry))
        };
        let solved = match self.format {
            Format::Sfen => text.contains(" moves "),
            _ => same(&|reread| reread.solution == entry.solution),
        };
        let id = match &reread {
            None => entry.id == number.to_string(),
            Some(reread) => entry.id == reread.id || entry.id == format!("{}-{number}", reread.id),
        };
        let same_variant = Path::new(&entry.variant) == Path::new(&self.options.default_variant);
        let kept = [
            ("id", id),
            ("title", says(|entry| &entry.title)),
            ("author", says(|entry| &entry.author)),
            ("source", says(|entry| &entry.source)),
            ("variant", reread.is_some() || same_variant),
            ("forcing", entry.problem.forcing() == Forcing::Check),
            ("allow", loaded::pardons(&entry.problem).is_empty()),
            ("expect", entry.expect == Expectation::default()),
            ("solution", entry.solution.is_empty() || solved),
            ("tags", entry.tags.is_empty()),
        ];
        let lost = kept.iter().filter(|(_, kept)| !kept).map(|(what, _)| (*what).to_owned());
        let mut lost: Vec<String> = lost.collect();
        let after = reread.as_ref().and_then(|reread| reread.published.as_ref());
        lost.extend(entry.published.iter().flat_map(|before| published(before, after)));
        meta(&entry.meta, reread.as_ref().map(|reread| &reread.meta), text, &mut lost);
        Ok(lost)
    }
}

/// Lost parts of `published`.
fn published(before: &Value, after: Option<&Value>) -> Vec<String> {
    match (before, after) {
        (Value::Mapping(before), Some(after)) => before
            .iter()
            .filter(|(key, value)| after.get(key) != Some(value))
            .map(|(key, _)| format!("published.{}", key.as_str().unwrap_or("?")))
            .collect(),
        _ => vec!["published".to_owned()],
    }
}

/// Lost parts of `meta`, where problem files keep the parts of records that have no key.
fn meta(before: &Value, after: Option<&Value>, text: &str, lost: &mut Vec<String>) {
    let record = before.get("record").filter(|record| record.is_mapping());
    let other = before.as_mapping().map_or(usize::from(!before.is_null()), |all| all.len());
    if other > usize::from(record.is_some()) {
        lost.push("meta".to_owned());
    }
    let Some(before) = record else { return };
    let after = after.and_then(|meta| meta.get("record")).unwrap_or(&Value::Null);
    for (key, value) in before.get("headers").and_then(Value::as_mapping).into_iter().flatten() {
        // Some headers are written as comments, which other programs ignore.
        let said = value.as_str().is_some_and(|value| text.contains(value));
        if !said && after.get("headers").and_then(|headers| headers.get(key)) != Some(value) {
            lost.push(tr!(problems_lost_header, name = key.as_str().unwrap_or("?")));
        }
    }
    let parts = [
        (&["comments"][..], tr!(problems_lost_comments)),
        (&["seconds"], tr!(problems_lost_times)),
        (&["end"], tr!(problems_lost_ends)),
        (&["at", "moves"], tr!(problems_lost_variations)),
    ];
    for (keys, what) in parts {
        let before = along(before, keys);
        if !before.is_empty() && before != along(after, keys) {
            lost.push(what);
        }
    }
}

/// Values of these keys along the lines of a record.
fn along<'a>(record: &'a Value, keys: &[&str]) -> Vec<&'a Value> {
    let variations = record.get("variations").and_then(Value::as_sequence).into_iter().flatten();
    let lines = std::iter::once(record).chain(variations);
    lines.flat_map(|line| keys.iter().filter_map(|key| line.get(*key))).collect()
}
