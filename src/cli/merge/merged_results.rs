//! The problems of several result files, each with its best result.

use super::rank::ResultSummary;
use super::seen_shards::{ShardNumber, UndividedResults};
use crate::cli::solve::expect::LengthFinding;
use crate::io::results::Outcome;
use crate::io::results::result_lines::InputError;
use std::collections::HashMap;
use std::path::Path;

/// Memory of a problem beside the texts of its lines, in bytes: its entries in all tables.
const PROBLEM_BYTES: usize = 800;

/// A line of a result file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineOrigin {
    /// Number of the file, from 0.
    pub file: u32,
    /// Number of the line, from 1.
    pub line: usize,
}

/// Lines to write for a problem.
#[derive(Debug)]
pub struct MergedLine {
    /// The line of a result, or the lines of an input that could not be read, without the last line
    /// feed.
    pub text: Box<str>,
    /// Summary of the result; `None` for an input that could not be read.
    pub summary: Option<ResultSummary>,
    /// True if the line names the part of the set that its run worked on.
    pub names_shard: bool,
}

/// A problem, or an input that could not be read.
struct MergedProblem {
    entry: MergedLine,
    /// Results that contradict the best one, and each other.
    rivals: Vec<MergedLine>,
    /// Result file in which it first occurs, and its index among the problems of its part, or
    /// without a part among those that first occur in the file.
    file: u32,
    place: u32,
    /// Part of the set in which it first occurs.
    shard: Option<ShardNumber>,
    /// True if a line that names no part is about it.
    is_undivided: bool,
}

/// Bounds on the mate of a position, under any id.
#[derive(Clone, Copy, Default)]
struct KnownBounds {
    /// Shortest mate so far.
    within: Option<(LengthFinding, LineOrigin)>,
    /// Largest length within which there is no mate.
    beyond: Option<(LengthFinding, LineOrigin)>,
}

/// Errors of one input, from successive lines.
struct PendingErrors {
    refusal: InputError,
    text: String,
    shard: Option<ShardNumber>,
}

/// Occurrence of a problem in a problem file.
struct Occurrence {
    path: u32,
    slot: u32,
}

/// A problem file, under one of its paths.
struct ProblemFile {
    /// Last component of the path.
    name: Box<str>,
    /// Result files that mention the problem file.
    runs: Vec<u32>,
}

/// Merges results. Keys, files and ids are replaced by numbers, because there may be millions of
/// each.
#[derive(Default)]
pub struct MergedResults {
    slots: Vec<MergedProblem>,
    keys: HashMap<Box<str>, u32>,
    known: Vec<KnownBounds>,
    paths: HashMap<Box<str>, u32>,
    /// Problem files by the numbers of their paths.
    problem_files: Vec<ProblemFile>,
    /// Index in `slots` by path and id; the first of several.
    names: HashMap<(u32, Box<str>), u32>,
    /// Occurrences by key and id; nearly always one.
    problems: HashMap<(u32, Box<str>), Vec<Occurrence>>,
    /// Errors that do not identify their input, with the result file in which they first occur.
    unnamed: HashMap<Box<str>, u32>,
    /// For each result file: true if it mentions a problem of an earlier file.
    later: Vec<bool>,
    /// Problems that first occur in the last file without a part.
    begun: u32,
    /// Problems of each part.
    of_shard: HashMap<ShardNumber, u32>,
    errors: Option<PendingErrors>,
    /// See [`MergedResults::bytes`].
    bytes: usize,
}

impl MergedResults {
    /// Starts a result file. Returns its number, from 0.
    pub fn begin(&mut self) -> u32 {
        self.end();
        self.later.push(false);
        self.begun = 0;
        self.file()
    }

    /// Ends the last result file.
    pub fn end(&mut self) {
        if let Some(errors) = self.errors.take() {
            self.refuse(errors);
        }
    }

    /// Number of the last result file.
    fn file(&self) -> u32 {
        (self.later.len() - 1) as u32
    }

    /// Adds a result. Returns an earlier result that contradicts it.
    pub fn result(
        &mut self,
        line: usize,
        text: &str,
        outcome: &Outcome,
        summary: ResultSummary,
        shard: Option<ShardNumber>,
    ) -> Option<(LengthFinding, LineOrigin)> {
        self.end();
        let key = number(&mut self.keys, &outcome.key);
        if key as usize == self.known.len() {
            self.known.push(KnownBounds::default());
        }
        let origin = LineOrigin { file: self.file(), line };
        let contradiction = self.known[key as usize].learn(summary.found, origin);
        let names_shard = shard.is_some();
        let entry = MergedLine { text: text.into(), summary: Some(summary), names_shard };
        let name = self.name(outcome.file.as_deref().unwrap_or_default(), &outcome.id);
        let (path, id) = name.clone();
        let problem = (key, id);
        let places = self.problems.get(&problem).map_or(&[][..], Vec::as_slice);
        let known = places.iter().find(|place| place.path == path).or_else(|| {
            let here = &self.problem_files[path as usize];
            places.iter().find(|place| self.problem_files[place.path as usize].may_be(here))
        });
        if let Some(&Occurrence { slot, .. }) = known {
            self.bytes += self.slots[slot as usize].add(entry);
            self.meet(slot, shard);
            return contradiction;
        }
        let unread = |slot: &u32| self.slots[*slot as usize].entry.summary.is_none();
        let slot = if let Some(slot) = self.names.get(&name).copied().filter(unread) {
            self.slots[slot as usize].entry = entry;
            self.meet(slot, shard);
            slot
        } else {
            let slot = self.push(entry, shard);
            self.names.entry(name).or_insert(slot);
            slot
        };
        self.problems.entry(problem).or_default().push(Occurrence { path, slot });
        contradiction
    }

    /// Adds an input that could not be read. The errors of one input are on successive lines.
    pub fn refusal(&mut self, text: &str, refusal: InputError, shard: Option<ShardNumber>) {
        self.bytes += text.len();
        // Problems without an id each report that error.
        let begins = refusal.id.is_none() && refusal.error.code == "E0207";
        match &mut self.errors {
            Some(errors) if !begins && errors.refusal.is_beside(&refusal) => {
                errors.text.push('\n');
                errors.text.push_str(text);
                // An error that makes the name ambiguous does so for the whole input.
                if errors.refusal.is_named() {
                    errors.refusal = refusal;
                }
            }
            _ => {
                self.end();
                self.errors = Some(PendingErrors { refusal, text: text.to_owned(), shard });
            }
        }
    }

    /// Adds the verdict about the certificate in a file; of several the first counts.
    pub fn verification(
        &mut self,
        text: &str,
        file: &str,
        summary: ResultSummary,
        shard: Option<ShardNumber>,
    ) {
        self.end();
        let name = self.name(file, "");
        match self.names.get(&name) {
            Some(&slot) => self.meet(slot, shard),
            None => {
                let names_shard = shard.is_some();
                let entry = MergedLine { text: text.into(), summary: Some(summary), names_shard };
                let slot = self.push(entry, shard);
                self.names.insert(name, slot);
            }
        }
    }

    fn refuse(&mut self, PendingErrors { refusal, text, shard }: PendingErrors) {
        let names_shard = shard.is_some();
        let entry = MergedLine { text: text.as_str().into(), summary: None, names_shard };
        let Some(id) = refusal.id.as_ref().filter(|_| refusal.is_named()) else {
            match self.unnamed.get(&entry.text) {
                Some(&file) => self.meet_file(file),
                None => {
                    self.unnamed.insert(entry.text.clone(), self.file());
                    self.push(entry, shard);
                }
            }
            return;
        };
        let name = self.name(&refusal.file, id);
        match self.names.get(&name) {
            Some(&slot) => {
                self.meet(slot, shard);
                let known = &mut self.slots[slot as usize].entry;
                // The file may have been partly corrected since.
                if known.summary.is_none() {
                    *known = entry;
                }
            }
            None => {
                let slot = self.push(entry, shard);
                self.names.insert(name, slot);
            }
        }
    }

    fn name(&mut self, path: &str, id: &str) -> (u32, Box<str>) {
        let number = number(&mut self.paths, path);
        if number as usize == self.problem_files.len() {
            let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
            self.problem_files.push(ProblemFile { name: name.into(), runs: Vec::new() });
        }
        let file = self.file();
        let runs = &mut self.problem_files[number as usize].runs;
        if runs.last() != Some(&file) {
            runs.push(file);
        }
        (number, id.into())
    }

    fn push(&mut self, entry: MergedLine, shard: Option<ShardNumber>) -> u32 {
        let file = self.file();
        let number = match shard {
            Some(shard) => self.of_shard.entry(shard).or_default(),
            None => &mut self.begun,
        };
        let place = *number;
        *number += 1;
        self.bytes += PROBLEM_BYTES + entry.text.len();
        let is_undivided = shard.is_none();
        self.slots.push(MergedProblem {
            entry,
            rivals: Vec::new(),
            file,
            place,
            shard,
            is_undivided,
        });
        (self.slots.len() - 1) as u32
    }

    /// Records that a problem occurs again, in a line that names this part.
    fn meet(&mut self, slot: u32, shard: Option<ShardNumber>) {
        let problem = &mut self.slots[slot as usize];
        problem.is_undivided |= shard.is_none();
        let before = problem.file;
        self.meet_file(before);
    }

    fn meet_file(&mut self, before: u32) {
        let file = self.file();
        self.later[file as usize] |= before != file;
    }

    /// Memory of everything to write, in bytes, within a quarter.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// True if there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Problems in lines that name no part.
    pub fn undivided(&self) -> UndividedResults {
        let mut undivided = UndividedResults::default();
        for problem in &self.slots {
            match problem.shard {
                _ if problem.is_undivided => undivided.problems += 1,
                Some(shard) => _ = undivided.exceeded.insert(shard.count),
                None => {}
            }
        }
        undivided
    }

    /// Number of problems of each part.
    pub fn shards(&self) -> impl Iterator<Item = (ShardNumber, u32)> {
        self.of_shard.iter().map(|(shard, problems)| (*shard, *problems))
    }

    /// Everything to write, in order: the best result of each problem, and the results that
    /// contradict it.
    ///
    /// Shards interleave: the first problem of each, then the second of each, and so on. If all
    /// problems belong to parts of one division, their numbers give the order; a run that continues
    /// a part adds to it. Otherwise each file counts as a shard unless it mentions a problem of an
    /// earlier file: the additions of such a later run follow.
    pub fn sorted(&self) -> Vec<(&MergedLine, &[MergedLine])> {
        let mut order: Vec<&MergedProblem> = self.slots.iter().collect();
        let counts = self.slots.iter().map(|slot| slot.shard.map(|shard| shard.count));
        let division = counts.clone().next().flatten();
        if division.is_some() && counts.clone().all(|count| count == division) {
            order.sort_unstable_by_key(|slot| (slot.place, slot.shard));
        } else {
            order.sort_by_key(|slot| {
                let later = self.later[slot.file as usize];
                if later { (later, slot.file, slot.place) } else { (later, slot.place, slot.file) }
            });
        }
        order.into_iter().map(|slot| (&slot.entry, slot.rivals.as_slice())).collect()
    }
}

/// Number of a text; a new one if the text is new.
fn number(numbers: &mut HashMap<Box<str>, u32>, text: &str) -> u32 {
    if let Some(&number) = numbers.get(text) {
        return number;
    }
    let number = numbers.len() as u32;
    numbers.insert(text.into(), number);
    number
}

impl ProblemFile {
    /// True if both may be the same problem file, which another run has reached by another path:
    /// the names are equal or missing, and no run mentions both.
    fn may_be(&self, other: &ProblemFile) -> bool {
        let nameless = [self, other].iter().any(|file| matches!(&*file.name, "" | "-"));
        (nameless || self.name == other.name)
            && self.runs.iter().all(|run| !other.runs.contains(run))
    }
}

impl MergedProblem {
    /// Replaces the result that it agrees with if it is better; a result that agrees with none is
    /// added. Returns by how many bytes the texts have grown.
    fn add(&mut self, new: MergedLine) -> usize {
        let fits = |old: &MergedLine| match (old.summary, new.summary) {
            (Some(old), Some(new)) => !old.found.contradicts(new.found),
            _ => true,
        };
        let rank = |entry: &MergedLine| entry.summary.map(|summary| summary.rank);
        match std::iter::once(&mut self.entry).chain(&mut self.rivals).find(|old| fits(old)) {
            Some(old) if rank(&new) > rank(old) => {
                let grown = new.text.len().saturating_sub(old.text.len());
                *old = new;
                grown
            }
            Some(_) => 0,
            None => {
                let grown = PROBLEM_BYTES + new.text.len();
                self.rivals.push(new);
                grown
            }
        }
    }
}

impl KnownBounds {
    /// Adds the bounds of a result. Returns an earlier result that contradicts it.
    fn learn(
        &mut self,
        found: LengthFinding,
        origin: LineOrigin,
    ) -> Option<(LengthFinding, LineOrigin)> {
        let known = [self.within, self.beyond].into_iter().flatten();
        let contradiction = known.into_iter().find(|(known, _)| known.contradicts(found));
        let shorter = |(known, _): (LengthFinding, LineOrigin)| found.within() < known.within();
        if found.within().is_some() && self.within.is_none_or(shorter) {
            self.within = Some((found, origin));
        }
        if found.beyond() > self.beyond.and_then(|(known, _)| known.beyond()) {
            self.beyond = Some((found, origin));
        }
        contradiction
    }
}
