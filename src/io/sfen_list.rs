//! Lists of positions, one a line: the usual bulk format.
//!
//! `sfen ` may stand before a position, `moves …` behind it; blank lines and `#` comments are left out.
//! Moves that end in mate are the position's solution. Any other moves lead to the position that is meant,
//! as in USI's `position` command.

use super::problem_file::Section;
use super::problems::{Context, Entry, Item};
use super::setup::{self, Call, Pardon};
use super::{Diagnostic, Source, read};
use crate::notation::{usi, words};
use crate::position::{Move, Position, Problem};
use crate::referee::{self, admit};
use crate::rules::{Rules, Step};
use rayon::prelude::*;
use std::io::{self, BufRead, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Lines of a list that are read at a time, when it is read as a stream.
const CHUNK: usize = 4096;

/// A list of so many positions is read by several threads.
const MANY: usize = 256;

/// The longest line of a list, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// True if the first line that says something is a position rather than YAML.
pub fn looks_like_one(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().map(content).find(|line| !line.is_empty()).unwrap_or_default();
    let board = first.strip_prefix("sfen ").unwrap_or(first).split_whitespace().next();
    board.is_some_and(|board| board.contains('/') && !board.contains([':', '"', '\'']))
}

/// A line without its comment.
fn content(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

/// Reads a list, in which bytes of value 0 mark what is no text. The positions are numbered from 1.
pub fn read(source: &Arc<Source>, context: &Context) -> Vec<Item> {
    let mut items = part(source, context, 0);
    if items.is_empty() {
        items.push(empty(source));
    }
    items
}

fn empty(source: &Arc<Source>) -> Item {
    let message = "there is no position in this file";
    let help = "write one position a line, in SFEN";
    let error = Diagnostic::new("E0217", source, 0..0, message).help(help);
    Item::Broken { id: None, errors: vec![error] }
}

/// Reads a part of a list, before which `before` positions stand.
fn part(source: &Arc<Source>, context: &Context, before: usize) -> Vec<Item> {
    let defaults = Section::default();
    let start = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
    let lines: Vec<&str> = start.lines().map(content).filter(|line| !line.is_empty()).collect();
    let item = |(i, &line): (usize, &&str)| {
        let at = line.as_ptr() as usize - source.text.as_ptr() as usize;
        let id = (before + i + 1).to_string();
        match entry(source, context, &defaults, line, at, &id) {
            Ok(entry) => Item::Problem(Box::new(entry)),
            Err(errors) => Item::Broken { id: Some(id), errors },
        }
    };
    // Where no threads can be had, the caller's reads it.
    let pool = (context.threads > 1 && lines.len() >= MANY)
        .then(|| rayon::ThreadPoolBuilder::new().num_threads(context.threads).build().ok())
        .flatten();
    match pool {
        Some(pool) => pool.install(|| lines.par_iter().enumerate().map(item).collect()),
        None => lines.iter().enumerate().map(item).collect(),
    }
}

/// Reads a list as a stream, a few thousand lines at a time, and hands every position on. The list may be
/// of any length.
///
/// # Errors
/// The stream cannot be read, or `each` fails. What is wrong with the text is an item.
pub fn stream<E: From<io::Error>>(
    name: &str,
    mut input: impl BufRead,
    context: &Context,
    mut each: impl FnMut(Item) -> Result<(), E>,
) -> Result<(), E> {
    let (mut line, mut before) = (1, 0);
    loop {
        let mut bytes = Vec::new();
        let (mut lines, mut ended) = (0, false);
        while lines < CHUNK && !ended {
            let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
            ended = read == 0;
            lines += 1;
            if read as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
                // The rest of it makes no sense either, and is told to be wrong.
                input.skip_until(b'\n')?;
                bytes.push(b'\n');
            }
        }
        if line == 1 && read::is_utf_16(&bytes) {
            let refused = read::text(name, bytes, read::MAX_MIB);
            let errors = refused.err().into_iter().map(|error| *error).collect();
            return each(Item::Broken { id: None, errors });
        }
        let source = Source::part(name, read::marked(bytes), line);
        for item in part(&source, context, before) {
            before += 1;
            each(item)?;
        }
        if ended {
            return if before == 0 { each(empty(&source)) } else { Ok(()) };
        }
        line += lines;
    }
}

/// True if the moves are legal and mate the side that did not begin.
pub fn mates(rules: &Rules, position: &Position, moves: &[Move]) -> bool {
    let mut after = position.clone();
    for &m in moves {
        if !referee::is_legal(rules, &after, m) {
            return false;
        }
        after = referee::play(rules, &after, m);
    }
    after.side != position.side && referee::legal_moves(rules, &after).is_empty()
}

fn entry(
    source: &Arc<Source>,
    context: &Context,
    defaults: &Section,
    line: &str,
    at: usize,
    id: &str,
) -> Result<Entry, Vec<Diagnostic>> {
    if let Some(bad) = line.find('\0') {
        let help = "a position is written with letters, digits and signs of ASCII";
        return Err(vec![read::no_text(source, at + bad, help)]);
    }
    let mut words = line.match_indices("moves");
    let (position, moves) = match words.find(|&(at, _)| line[..at].ends_with([' ', '\t'])) {
        Some((at, word)) => (line[..at].trim_end(), at + word.len()..line.len()),
        None => (line, line.len()..line.len()),
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
        pardon: Pardon::Option,
    };
    let setup = setup::set_up(&call).map_err(|wrong| {
        let mut errors: Vec<Diagnostic> = wrong
            .complaints
            .into_iter()
            .map(|complaint| {
                debug_assert_eq!(complaint.path, [Step::from("position")]);
                let within = complaint.within.unwrap_or(0..position.len());
                let span = at + within.start..at + within.end;
                let mut error = Diagnostic::new(complaint.code, source, span, complaint.message)
                    .maybe_help(complaint.help);
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
    let (problem, solution) = follow(setup.problem, context, source, line, at, moves)?;
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
        problem,
        expect: setup.expect,
        published: None,
        solution,
        meta: serde_yaml::Value::Null,
    })
}

/// Plays the moves behind a position: they are its solution, or lead to the one that is meant.
fn follow(
    problem: Problem,
    context: &Context,
    source: &Arc<Source>,
    line: &str,
    at: usize,
    span: Range<usize>,
) -> Result<(Problem, Vec<Move>), Vec<Diagnostic>> {
    let rules = problem.rules();
    let start = problem.position().side;
    let mut position = problem.position().clone();
    let mut moves = Vec::new();
    for word in words(&line[span.clone()]) {
        let place = span.start + word.start..span.start + word.end;
        let text = &line[place.clone()];
        let fail = |code, place: Range<usize>, message: String, help: Option<String>| {
            let place = at + place.start..at + place.end;
            vec![Diagnostic::new(code, source, place, message).maybe_help(help)]
        };
        let m = usi::parse(rules, text).map_err(|error| {
            let within = place.start + error.at.start..place.start + error.at.end;
            fail(error.code, within, error.message, error.help)
        })?;
        if !referee::is_legal(rules, &position, m) {
            let help = "moves that lead from this position to another one, or are its solution";
            let message = format!("`{text}` is not legal here");
            return Err(fail("E0333", place, message, Some(format!("write {help}"))));
        }
        position = referee::play(rules, &position, m);
        moves.push(m);
    }
    let mated = position.side != start && referee::legal_moves(rules, &position).is_empty();
    if mated || moves.is_empty() {
        return Ok((problem, moves));
    }
    let after = admit(rules, position, context.attacker, problem.forcing(), &context.allow);
    let after = after.map_err(|objections| {
        let errors = objections.into_iter().map(|objection| {
            let message = format!("after these moves: {}", objection.message);
            let span = at + span.start..at + span.end;
            let advice = Pardon::Option.advice(objection.reason);
            let help = format!("{}, or {advice}", objection.reason.help());
            Diagnostic::new("E0214", source, span, message).help(help)
        });
        errors.collect::<Vec<_>>()
    })?;
    Ok((after, Vec::new()))
}
