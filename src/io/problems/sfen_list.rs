//! Lists of positions, one a line.
//!
//! A line may start with `position sfen ` or `sfen `. After the position it may have `moves …` and
//! an end word such as `resign`. `_` may replace blanks, and `startpos` is a position too. Blank
//! lines and `#` comments are ignored. Moves that end in mate are the solution of the position. Any
//! other moves lead to the position of the problem, as in USI's `position` command; with `--at` and
//! `--every` they are a game.

use super::keys::ProblemKeys;
use super::line_positions;
use super::loaded::{LoadResult, LoadedDocument, LoadedProblem};
use super::position_text::{self, content, is_mating_line};
use super::read_options::{PositionChoice, ReadOptions};
use super::setup::{self, AllowPlace, SetupInput};
use super::sink::{ProblemSink, refuse};
use crate::io::input::{self, LineRead};
use crate::messages::tr;
use crate::position::{Move, Problem};
use crate::referee::admit;
use crate::text::{Diagnostic, PathStep, Source};
use rayon::prelude::*;
use std::io::{self, BufRead, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Lines that a stream reads at a time.
const CHUNK_LINES: usize = 4096;

/// Bytes that a stream reads at a time; a line may exceed them.
const CHUNK_BYTES: usize = 4 << 20;

/// Number of positions from which several threads read a list.
const MIN_PARALLEL_POSITIONS: usize = 256;

/// Longest line of a list in bytes.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// Reads a list, in which bytes of value 0 mark invalid bytes. Positions are numbered from 1.
pub fn read(source: &Arc<Source>, options: &ReadOptions) -> Vec<LoadResult> {
    let (mut items, _) = part(source, options, 0, &mut || true);
    if items.is_empty() {
        items.push(empty(source));
    }
    items
}

fn empty(source: &Arc<Source>) -> LoadResult {
    let error = Diagnostic::new("E0217", source, 0..0, tr!(problems_no_position_in_file));
    let errors = vec![error.help(tr!(problems_no_position_in_file_help))];
    LoadResult::Broken { id: None, errors }
}

/// Reads the wanted positions of a part of a list, after `before` positions. Also returns the
/// number of positions in it.
pub(super) fn part(
    source: &Arc<Source>,
    options: &ReadOptions,
    before: usize,
    wants: &mut dyn FnMut() -> bool,
) -> (Vec<LoadResult>, usize) {
    let defaults = ProblemKeys::default();
    let start = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
    let lines = start.lines().map(content).filter(|line| !line.is_empty());
    let (mut positions, mut wanted) = (0, Vec::new());
    for line in lines {
        if wants() {
            wanted.push((positions, line));
        }
        positions += 1;
    }
    let item = |&(i, line): &(usize, &str)| {
        let at = line.as_ptr() as usize - source.text.as_ptr() as usize;
        let id = (before + i + 1).to_string();
        match entry(source, options, &defaults, line, at, &id) {
            Ok(entry) => line_positions::choose(LoadResult::Problem(Box::new(entry)), options),
            Err(errors) => vec![LoadResult::Broken { id: Some(id), errors }],
        }
    };
    // If no threads can be started, the caller's thread reads the list.
    let pool = (options.threads > 1 && wanted.len() >= MIN_PARALLEL_POSITIONS)
        .then(|| rayon::ThreadPoolBuilder::new().num_threads(options.threads).build().ok())
        .flatten();
    let items = match pool {
        Some(pool) => pool.install(|| wanted.par_iter().flat_map_iter(item).collect()),
        None => wanted.iter().flat_map(item).collect(),
    };
    (items, positions)
}

/// Reads a list of any length as a stream, a few thousand lines at a time, and passes on each
/// position. Errors in the text are [`LoadResult`]s.
///
/// # Errors
/// The outer error is that of the stream, the inner one that of the sink.
pub fn stream<E>(
    name: &str,
    mut input: impl BufRead,
    options: &ReadOptions,
    sink: &mut impl ProblemSink<E>,
) -> io::Result<Result<(), E>> {
    let plain = |item| LoadedDocument { item, record: None };
    let (mut line, mut before) = (1, 0);
    loop {
        let mut bytes = Vec::new();
        let (mut lines, mut last) = (0, LineRead::Whole);
        while lines < CHUNK_LINES
            && bytes.len() < CHUNK_BYTES
            && !matches!(last, LineRead::End | LineRead::Endless)
        {
            // Of a long line the first part is reported as invalid.
            last = input::read_line(&mut input, MAX_LINE_BYTES, &mut bytes)?;
            lines += 1;
        }
        if line == 1 && input::is_utf16(&bytes) {
            input.take(input::MAX_UTF_16_MIB << 20).read_to_end(&mut bytes)?;
            let items = match input::text(name, bytes, input::MAX_UTF_16_MIB) {
                Ok(source) => read(&source, options),
                Err(error) => vec![LoadResult::Broken { id: None, errors: vec![*error] }],
            };
            for item in items {
                if sink.wants() {
                    if let Err(error) = sink.take(plain(item)) {
                        return Ok(Err(error));
                    }
                }
            }
            return Ok(Ok(()));
        }
        let source = Source::part(name, input::marked(bytes), line);
        let (items, positions) = part(&source, options, before, &mut || sink.wants());
        before += positions;
        for item in items {
            if let Err(error) = sink.take(plain(item)) {
                return Ok(Err(error));
            }
        }
        if last == LineRead::Endless {
            return Ok(refuse(input::endless_line(name, line + lines - 1), sink));
        }
        if last == LineRead::End {
            return Ok(if before == 0 && sink.wants() {
                sink.take(plain(empty(&source)))
            } else {
                Ok(())
            });
        }
        line += lines;
    }
}

fn entry(
    source: &Arc<Source>,
    options: &ReadOptions,
    defaults: &ProblemKeys,
    line: &str,
    at: usize,
    id: &str,
) -> Result<LoadedProblem, Vec<Diagnostic>> {
    if let Some(bad) = line.find('\0') {
        let help = tr!(problems_ascii_only);
        return Err(vec![input::no_text(source, at + bad, help)]);
    }
    let (own, moves) = position_text::split(line);
    let position = &line[own];
    let section = ProblemKeys { position: Some(position.to_owned()), ..ProblemKeys::default() };
    let call = SetupInput {
        options,
        base: Path::new(""),
        variant: None,
        defaults,
        section: &section,
        path: &[],
        unsettled: &[],
        pardon: AllowPlace::Option,
    };
    let setup = setup::set_up(&call).map_err(|wrong| {
        let mut errors: Vec<Diagnostic> = wrong
            .complaints
            .into_iter()
            .map(|complaint| {
                debug_assert_eq!(complaint.path, [PathStep::from("position")]);
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
    let (problem, solution) = follow(setup.problem, options, source, line, at, moves)?;
    let (line, column) = source.place(at);
    Ok(LoadedProblem {
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
        notes: Vec::new(),
    })
}

/// Plays the moves after a position: they are its solution, or lead to the position of the problem.
fn follow(
    problem: Problem,
    options: &ReadOptions,
    source: &Arc<Source>,
    line: &str,
    at: usize,
    span: Range<usize>,
) -> Result<(Problem, Vec<Move>), Vec<Diagnostic>> {
    let rules = problem.rules();
    let read = position_text::moves(rules, problem.position(), line, span.clone());
    let (moves, position) = read.map_err(|error| {
        let place = at + error.at.start..at + error.at.end;
        vec![Diagnostic::new(error.code, source, place, error.message).maybe_help(error.help)]
    })?;
    let is_solution = options.at != PositionChoice::Stated
        || moves.is_empty()
        || is_mating_line(rules, problem.position(), &moves);
    if is_solution {
        return Ok((problem, moves));
    }
    let after = admit(rules, position, options.attacker, problem.forcing(), &options.allow);
    let after = after.map_err(|objections| {
        let errors = objections.into_iter().map(|objection| {
            let message = tr!(problems_after_these_moves, objection = objection.message);
            let span = at + span.start..at + span.end;
            let help = AllowPlace::Option.or_accept(objection.kind);
            Diagnostic::new("E0214", source, span, message).help(help)
        });
        errors.collect::<Vec<_>>()
    })?;
    Ok((after, Vec::new()))
}
