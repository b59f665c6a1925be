//! Reads large problem files in parts.
//!
//! A file is divided where an item of its list starts, as far as `-` and the indentation show. Each
//! part is read like a file of its own that starts with the text before the list. Therefore
//! `variant` and `defaults` must precede `problems` in such a file, and lists in brackets (JSON)
//! cannot be divided.

use super::loaded::{LoadResult, LoadedDocument};
use super::read_options::ReadOptions;
use super::sink::{ProblemSink, refuse};
use super::yaml_reader;
use crate::io::input::{self, LineRead};
use crate::messages::tr;
use crate::text::{Diagnostic, Source};
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead};

/// Bytes of problems that are read at a time, and largest size of a problem.
const CHUNK_BYTES: usize = 1 << 20;

/// Reads a problem file in parts.
///
/// # Errors
/// The outer error is that of the input, the inner one that of the sink.
pub fn read<E>(
    name: &str,
    input: impl BufRead,
    options: &ReadOptions,
    sink: &mut impl ProblemSink<E>,
) -> io::Result<Result<(), E>> {
    read_in_parts(CHUNK_BYTES, name, input, options, sink)
}

/// Like [`read`], in parts of at most `chunk` bytes.
///
/// # Errors
/// The outer error is that of the input, the inner one that of the sink.
pub fn read_in_parts<E>(
    chunk: usize,
    name: &str,
    mut input: impl BufRead,
    options: &ReadOptions,
    sink: &mut impl ProblemSink<E>,
) -> io::Result<Result<(), E>> {
    let ids = SeenIds { seen: HashSet::new(), hasher: RandomState::new() };
    let mut target = Target { name, options, ids, sink };
    let mut part = PartialDocument::new(1, chunk);
    let mut endless = None;
    for number in 1.. {
        let mut bytes = Vec::new();
        let read = input::read_line(&mut input, chunk as u64, &mut bytes)?;
        if read == LineRead::End {
            break;
        }
        let too_long = read != LineRead::Whole;
        if too_long {
            bytes.clear();
            bytes.push(b'\n');
        }
        let line = input::marked(bytes);
        let end = |mark: &str| {
            line.strip_prefix(mark)
                .is_some_and(|r| r.is_empty() || r.starts_with(char::is_whitespace))
        };
        let done = if end("---") || end("...") {
            let done = part.flush(&mut target);
            part = PartialDocument::new(number + 1, chunk);
            done
        } else {
            part.add_line(number, &line, too_long, &mut target)
        };
        if let Err(error) = done {
            return Ok(Err(error));
        }
        if read == LineRead::Endless {
            endless = Some(input::endless_line(name, number));
            break;
        }
    }
    let done = part.flush(&mut target);
    if let (Some(error), Ok(())) = (endless, &done) {
        return Ok(refuse(error, target.sink));
    }
    if done.is_ok() && target.ids.seen.is_empty() && !part.told {
        let source = Source::new(name, "");
        return Ok(refuse(yaml_reader::no_problem(&source), target.sink));
    }
    Ok(done)
}

/// Hashes of the ids that were passed on.
struct SeenIds {
    seen: HashSet<u64>,
    hasher: RandomState,
}

/// The sink of a file, and what its parts share.
struct Target<'a, S> {
    name: &'a str,
    options: &'a ReadOptions,
    ids: SeenIds,
    sink: &'a mut S,
}

/// A document of a problem file that has not been passed on completely.
struct PartialDocument {
    /// Bytes of problems that are read at a time.
    chunk: usize,
    /// Text before the list, with the line `problems:`.
    head: String,
    head_line: usize,
    /// Pending items of the list, and the line where they start.
    items: String,
    items_line: usize,
    /// Offset in `items` of the last item.
    last: usize,
    /// True if the list has started.
    in_list: bool,
    /// Blanks before the `-` of an item, once there is one.
    column: Option<usize>,
    /// True if something was passed on, including the errors of the text before the list.
    told: bool,
    /// True while an item that is too long is skipped.
    skipping: bool,
}

impl PartialDocument {
    fn new(line: usize, chunk: usize) -> PartialDocument {
        PartialDocument {
            chunk,
            head: String::new(),
            head_line: line,
            items: String::new(),
            items_line: line,
            last: 0,
            in_list: false,
            column: None,
            told: false,
            skipping: false,
        }
    }

    /// Adds a line with its number; a line that is too long is empty.
    fn add_line<E, S: ProblemSink<E>>(
        &mut self,
        number: usize,
        line: &str,
        too_long: bool,
        target: &mut Target<'_, S>,
    ) -> Result<(), E> {
        match self.in_list {
            true => self.add_list_line(number, line, too_long, target),
            false => self.add_head_line(number, line, too_long, target),
        }
    }

    fn add_head_line<E, S: ProblemSink<E>>(
        &mut self,
        number: usize,
        line: &str,
        too_long: bool,
        target: &mut Target<'_, S>,
    ) -> Result<(), E> {
        if self.skipping {
            return Ok(());
        }
        if too_long || self.head.len() + line.len() > self.chunk {
            self.skipping = true;
            let message = tr!(problems_head_too_long, size = self.chunk >> 10);
            return self.reject(number, message, tr!(problems_head_too_long_help), target);
        }
        self.head.push_str(line);
        let value = line.trim_start_matches('\u{feff}').strip_prefix("problems:");
        self.in_list = value.is_some_and(|value| {
            let value = value.trim();
            value.is_empty() || value.starts_with('#')
        });
        self.items_line = number + 1;
        Ok(())
    }

    fn add_list_line<E, S: ProblemSink<E>>(
        &mut self,
        number: usize,
        line: &str,
        too_long: bool,
        target: &mut Target<'_, S>,
    ) -> Result<(), E> {
        let says = !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let indent = line.len() - line.trim_start_matches(' ').len();
        let is_item = line[indent..].starts_with("- ") || line[indent..].trim_end() == "-";
        if says && is_item && self.column.is_none_or(|column| column == indent) {
            self.column = Some(indent);
            self.skipping = false;
            if self.items.len() + line.len() > self.chunk / 2 {
                self.pass_on(target)?;
                self.items_line = number;
            } else if self.items.trim().is_empty() {
                self.items.clear();
                self.items_line = number;
            }
            self.last = self.items.len();
        } else if says && indent == 0 && self.column.is_some() && !line.starts_with('-') {
            self.pass_on(target)?;
            self.skipping = true;
            let (message, help) = (tr!(problems_after_list), tr!(problems_after_list_help));
            return self.reject(number, message, help, target);
        }
        if self.skipping {
            return Ok(());
        }
        if too_long || self.items.len() - self.last + line.len() > self.chunk {
            self.items.truncate(self.last);
            self.pass_on(target)?;
            self.skipping = true;
            let message = tr!(problems_too_long, size = self.chunk >> 10);
            return self.reject(number, message, tr!(problems_too_long_help), target);
        }
        self.items.push_str(line);
        Ok(())
    }

    fn reject<E, S: ProblemSink<E>>(
        &mut self,
        line: usize,
        message: String,
        help: String,
        target: &mut Target<'_, S>,
    ) -> Result<(), E> {
        self.told = true;
        let source = Source::part(target.name, "", line);
        refuse(Diagnostic::new("E0202", &source, 0..0, message).help(help), target.sink)
    }

    /// Passes on the pending items at the end of a document.
    fn flush<E, S: ProblemSink<E>>(&mut self, target: &mut Target<'_, S>) -> Result<(), E> {
        let is_blank = |text: &str| {
            text.lines()
                .all(|line| line.trim().is_empty() || line.trim_start().starts_with(['#', '%']))
        };
        if self.in_list && self.told && self.items.is_empty()
            || !self.in_list && is_blank(&self.head)
        {
            return Ok(());
        }
        if self.skipping && !self.in_list {
            return Ok(());
        }
        self.pass_on(target)
    }

    /// Reads the pending items with the text before the list.
    fn pass_on<E, S: ProblemSink<E>>(&mut self, target: &mut Target<'_, S>) -> Result<(), E> {
        let Target { name, options, ids, sink } = target;
        if self.items.trim().is_empty() && self.told {
            self.items.clear();
            self.last = 0;
            return Ok(());
        }
        let text = format!("{}{}", self.head, self.items);
        self.items.clear();
        self.last = 0;
        let begins = self.head.lines().count();
        let source = Source::divided(*name, text, self.head_line, begins, self.items_line);
        let mut own = Vec::new();
        for item in yaml_reader::read(&source, options) {
            // Errors of the text before the list are reported once.
            let about_head = |item: &LoadResult| match item {
                LoadResult::Broken { id: None, errors } => {
                    errors.iter().all(|error| error.line < self.items_line)
                }
                _ => false,
            };
            if self.told && about_head(&item) {
                continue;
            }
            let id = match &item {
                LoadResult::Problem(entry) => Some(entry.id.clone()),
                LoadResult::Broken { id, .. } => id.clone(),
            };
            let hash = id.as_ref().map(|id| ids.hasher.hash_one(id));
            own.extend(hash);
            let item = match item {
                LoadResult::Problem(entry) if hash.is_some_and(|hash| ids.seen.contains(&hash)) => {
                    let message = tr!(problems_id_twice, id = entry.id.as_str());
                    let place = Source::part(*name, "", entry.line);
                    let error = Diagnostic::new("E0209", &place, 0..0, message);
                    LoadResult::Broken { id, errors: vec![error.help(tr!(problems_id_twice_help))] }
                }
                item => item,
            };
            if sink.wants() {
                sink.take(LoadedDocument { item, record: None })?;
            }
        }
        ids.seen.extend(own);
        self.told = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// Id, line, and error codes of a problem.
    type Told = (Option<String>, usize, Vec<&'static str>);

    fn told(item: &LoadResult) -> Told {
        match item {
            LoadResult::Problem(entry) => (Some(entry.id.clone()), entry.line, Vec::new()),
            LoadResult::Broken { id, errors } => {
                (id.clone(), errors[0].line, errors.iter().map(|error| error.code).collect())
            }
        }
    }

    fn divide(text: &str) -> Vec<Told> {
        let mut items = Vec::new();
        let mut keep = |document: LoadedDocument| -> Result<(), Infallible> {
            items.push(told(&document.item));
            Ok(())
        };
        let done = read("x.yaml", text.as_bytes(), &ReadOptions::default(), &mut keep);
        let Ok(Ok(())) = done else { panic!("{done:?}") };
        items
    }

    fn whole(text: &str) -> Vec<Told> {
        super::super::reader::read_text("x.yaml", text, &ReadOptions::default())
            .iter()
            .map(told)
            .collect()
    }

    const POSITION: &str = "position: \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"";

    #[test]
    fn parts_are_read_as_the_whole_is() {
        let mut text = "# a\nvariant: shogi\ndefaults: { author: x }\nproblems: # b\n\n".to_owned();
        for i in 0..20_000 {
            let position = if i % 1000 == 7 { "position: x" } else { POSITION };
            text.push_str(&format!(
                "  - id: p{i}\n    {position}\n    meta: |\n      - id: no\n\n"
            ));
        }
        text.push_str(&format!(
            "---\nid: alone\n{POSITION}\n...\n---\nproblems:\n- id: last\n  {POSITION}\n"
        ));
        assert!(text.len() > CHUNK_BYTES);
        assert_eq!(divide(&text), whole(&text));
        let twice = text.replace("id: last", "id: p3");
        let told = divide(&twice);
        assert_eq!(told.last().unwrap().2, ["E0209"]);
    }

    #[test]
    fn what_is_too_long_is_refused_and_the_rest_is_read() {
        let long = "x".repeat(CHUNK_BYTES + 1);
        let one = |id: &str| format!("- id: {id}\n  {POSITION}\n");
        let text =
            format!("problems:\n{}- id: b\n  title: {long}\n  {POSITION}\n{}", one("a"), one("c"));
        let ids: Vec<_> = divide(&text).into_iter().map(|(id, _, codes)| (id, codes)).collect();
        let expected =
            [(Some("a".into()), vec![]), (None, vec!["E0202"]), (Some("c".into()), vec![])];
        assert_eq!(ids, expected);
        let lines = format!("- id: b\n{}", "  # xxxxxxxx\n".repeat(CHUNK_BYTES / 8));
        let text = format!("problems:\n{}{lines}{}", one("a"), one("c"));
        assert_eq!(divide(&text).iter().map(|told| told.2.len()).collect::<Vec<_>>(), [0, 1, 0]);
        let json = format!("{{\"problems\": [\n{}]}}", "{\"id\": 1},\n".repeat(CHUNK_BYTES / 8));
        assert_eq!(
            divide(&json).iter().map(|told| told.2.clone()).collect::<Vec<_>>(),
            [["E0202"]]
        );
    }

    #[test]
    fn what_holds_for_all_stands_before_them() {
        let text = format!("problems:\n- id: a\n  {POSITION}\nvariant: chu\n");
        assert_eq!(divide(&text).last().unwrap(), &(None, 4, vec!["E0202"]));
        let wrong = format!("variant: shogy\nproblems:\n- id: a\n  {POSITION}\n");
        assert_eq!(divide(&wrong), whole(&wrong));
        assert_eq!(divide("# nothing\n"), [(None, 1, vec!["E0217"])]);
    }
}
