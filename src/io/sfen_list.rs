//! Lists of positions, one a line: the usual bulk format.
//!
//! `sfen ` may stand before a position; blank lines and `#` comments are left out.

use super::problem_file::Section;
use super::problems::{Context, Entry, Item};
use super::setup::{self, Call};
use super::{Diagnostic, Source};
use crate::rules::Step;
use std::path::Path;
use std::sync::Arc;

/// True if the first line that says something is a position rather than YAML.
pub fn looks_like_one(text: &str) -> bool {
    let first = text.lines().map(content).find(|line| !line.is_empty()).unwrap_or_default();
    let board = first.strip_prefix("sfen ").unwrap_or(first).split_whitespace().next();
    board.is_some_and(|board| board.contains('/') && !board.contains([':', '"', '\'']))
}

/// A line without its comment.
fn content(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

/// Reads a list. The positions are numbered from 1.
pub fn read(source: &Arc<Source>, context: &Context) -> Vec<Item> {
    let mut items = Vec::new();
    let defaults = Section::default();
    let start = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
    for line in start.lines().map(content).filter(|line| !line.is_empty()) {
        let at = line.as_ptr() as usize - source.text.as_ptr() as usize;
        let id = (items.len() + 1).to_string();
        match entry(source, context, &defaults, line, at, &id) {
            Ok(entry) => items.push(Item::Problem(Box::new(entry))),
            Err(errors) => items.push(Item::Broken { id: Some(id), errors }),
        }
    }
    if items.is_empty() {
        let message = "there is no position in this file";
        let help = "write one position a line, in SFEN";
        let error = Diagnostic::new("E0217", source, 0..0, message).help(help);
        items.push(Item::Broken { id: None, errors: vec![error] });
    }
    items
}

fn entry(
    source: &Arc<Source>,
    context: &Context,
    defaults: &Section,
    line: &str,
    at: usize,
    id: &str,
) -> Result<Entry, Vec<Diagnostic>> {
    let position = match line.find(" moves") {
        Some(moves) if !line[moves + " moves".len()..].trim().is_empty() => {
            let message = "moves after a position are not played here";
            let help = "write the position that they lead to";
            let span = at + moves + 1..at + line.len();
            return Err(vec![Diagnostic::new("E0219", source, span, message).help(help)]);
        }
        Some(moves) => line[..moves].trim_end(),
        None => line,
    };
    let section = Section { position: Some(position.to_owned()), ..Section::default() };
    let call = Call {
        context,
        base: Path::new(""),
        variant: None,
        defaults,
        section: &section,
        path: &[],
        unsettled: &[],
    };
    let setup = setup::set_up(&call).map_err(|wrong| {
        let mut errors: Vec<Diagnostic> = wrong
            .complaints
            .into_iter()
            .map(|complaint| {
                debug_assert_eq!(complaint.path, [Step::from("position")]);
                let within = complaint.within.unwrap_or(0..position.len());
                let span = at + within.start..at + within.end;
                let mut error = Diagnostic::new(complaint.code, source, span, complaint.message);
                error.help = complaint.help;
                error.also = complaint
                    .also
                    .into_iter()
                    .map(|other| (at + other.start..at + other.end, String::new()))
                    .collect();
                error
            })
            .collect();
        errors.extend(wrong.elsewhere);
        if let Some((name, _, failure)) = wrong.variant {
            errors.extend(failure.on_command_line(&name));
        }
        errors
    })?;
    let (line, column) = source.place(at);
    Ok(Entry {
        id: id.to_owned(),
        file: source.name.clone(),
        line,
        column,
        title: None,
        author: None,
        source: None,
        tags: Vec::new(),
        variant: setup.variant,
        chosen_rules: setup.chosen,
        problem: setup.problem,
        expect: setup.expect,
        published: None,
        solution: setup.solution,
        meta: serde_yaml::Value::Null,
    })
}
