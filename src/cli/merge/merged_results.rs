//! The problems of several files of results, each with the best that is known of it.

use super::rank::ResultSummary;
use crate::cli::solve::expect::LengthFinding;
use crate::io::results::Outcome;
use crate::io::results::result_lines::InputError;
use std::collections::HashMap;
use std::path::Path;

/// A line of one of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineOrigin {
    /// Number of the file, from 0.
    pub file: u32,
    /// From 1.
    pub line: usize,
}

/// What is written.
#[derive(Debug)]
pub struct MergedLine {
    /// The line, or for an input that could not be read the lines, without the last line feed.
    pub text: Box<str>,
    /// Of a result; none for an input that could not be read.
    pub summary: Option<ResultSummary>,
}

/// A problem, or an input that could not be read.
struct MergedProblem {
    entry: MergedLine,
    /// Results that contradict it and each other.
    rivals: Vec<MergedLine>,
    /// The file in which it occurs first, and its place among those that do.
    file: u32,
    place: u32,
}

/// What is known of a position, whatever ids it has.
#[derive(Clone, Copy, Default)]
struct KnownBounds {
    /// The shortest mate.
    within: Option<(LengthFinding, LineOrigin)>,
    /// The most plies within which there is none.
    beyond: Option<(LengthFinding, LineOrigin)>,
}

/// Errors of one input, line after line.
struct PendingErrors {
    refusal: InputError,
    text: String,
}

/// A problem of a file.
struct Occurrence {
    path: u32,
    slot: u32,
}

/// A file of problems, under one of its paths.
struct ProblemFile {
    /// The path's last part.
    name: Box<str>,
    /// The files of results that speak of it.
    runs: Vec<u32>,
}

/// Joins results. Keys, files and ids are numbered, for there may be millions of each.
#[derive(Default)]
pub struct MergedResults {
    slots: Vec<MergedProblem>,
    keys: HashMap<Box<str>, u32>,
    known: Vec<KnownBounds>,
    paths: HashMap<Box<str>, u32>,
    /// By the numbers of their paths.
    problem_files: Vec<ProblemFile>,
    /// By path and id: the slot of what bears the name, the first of several.
    names: HashMap<(u32, Box<str>), u32>,
    /// By key and id: where it is, nearly always in one file.
    problems: HashMap<(u32, Box<str>), Vec<Occurrence>>,
    /// Errors that do not tell which input they are about, with the file where they occur first.
    unnamed: HashMap<Box<str>, u32>,
    /// For each file: true if something in it occurs in a file before.
    later: Vec<bool>,
    /// Slots that the last file began.
    begun: u32,
    errors: Option<PendingErrors>,
}

impl MergedResults {
    /// Begins a file.
    pub fn begin(&mut self) {
        self.end();
        self.later.push(false);
        self.begun = 0;
    }

    /// Ends the last file.
    pub fn end(&mut self) {
        if let Some(errors) = self.errors.take() {
            self.refuse(errors);
        }
    }

    /// Number of the last file.
    fn file(&self) -> u32 {
        (self.later.len() - 1) as u32
    }

    /// Takes a result in. Gives back what contradicts it, and where that stands.
    pub fn result(
        &mut self,
        line: usize,
        text: &str,
        outcome: &Outcome,
        summary: ResultSummary,
    ) -> Option<(LengthFinding, LineOrigin)> {
        self.end();
        let key = number(&mut self.keys, &outcome.key);
        if key as usize == self.known.len() {
            self.known.push(KnownBounds::default());
        }
        let origin = LineOrigin { file: self.file(), line };
        let contradiction = self.known[key as usize].learn(summary.found, origin);
        let entry = MergedLine { text: text.into(), summary: Some(summary) };
        let name = self.name(outcome.file.as_deref().unwrap_or_default(), &outcome.id);
        let (path, id) = name.clone();
        let problem = (key, id);
        let places = self.problems.get(&problem).map_or(&[][..], Vec::as_slice);
        let known = places.iter().find(|place| place.path == path).or_else(|| {
            let here = &self.problem_files[path as usize];
            places.iter().find(|place| self.problem_files[place.path as usize].may_be(here))
        });
        if let Some(&Occurrence { slot, .. }) = known {
            self.slots[slot as usize].add(entry);
            self.meet(slot);
            return contradiction;
        }
        let unread = |slot: &u32| self.slots[*slot as usize].entry.summary.is_none();
        let slot = if let Some(slot) = self.names.get(&name).copied().filter(unread) {
            self.slots[slot as usize].entry = entry;
            self.meet(slot);
            slot
        } else {
            let slot = self.push(entry);
            self.names.entry(name).or_insert(slot);
            slot
        };
        self.problems.entry(problem).or_default().push(Occurrence { path, slot });
        contradiction
    }

    /// Takes in an input that could not be read. Its errors stand one after the other.
    pub fn refusal(&mut self, text: &str, refusal: InputError) {
        // Where problems have no id, each says so.
        let begins = refusal.id.is_none() && refusal.error.code == "E0207";
        match &mut self.errors {
            Some(errors) if !begins && errors.refusal.is_beside(&refusal) => {
                errors.text.push('\n');
                errors.text.push_str(text);
                // One error that takes the name away does so for all.
                if errors.refusal.is_named() {
                    errors.refusal = refusal;
                }
            }
            _ => {
                self.end();
                self.errors = Some(PendingErrors { refusal, text: text.to_owned() });
            }
        }
    }

    fn refuse(&mut self, PendingErrors { refusal, text }: PendingErrors) {
        let entry = MergedLine { text: text.as_str().into(), summary: None };
        let Some(id) = refusal.id.as_ref().filter(|_| refusal.is_named()) else {
            match self.unnamed.get(&entry.text) {
                Some(&file) => self.meet_file(file),
                None => {
                    self.unnamed.insert(entry.text.clone(), self.file());
                    self.push(entry);
                }
            }
            return;
        };
        let name = self.name(&refusal.file, id);
        match self.names.get(&name) {
            Some(&slot) => {
                self.meet(slot);
                let known = &mut self.slots[slot as usize].entry;
                // The file may have been mended in part since.
                if known.summary.is_none() {
                    *known = entry;
                }
            }
            None => {
                let slot = self.push(entry);
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

    fn push(&mut self, entry: MergedLine) -> u32 {
        let (file, place) = (self.file(), self.begun);
        self.begun += 1;
        self.slots.push(MergedProblem { entry, rivals: Vec::new(), file, place });
        (self.slots.len() - 1) as u32
    }

    /// Notes that a slot occurs again.
    fn meet(&mut self, slot: u32) {
        self.meet_file(self.slots[slot as usize].file);
    }

    fn meet_file(&mut self, before: u32) {
        let file = self.file();
        self.later[file as usize] |= before != file;
    }

    /// True if there is nothing to be written.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// What is to be written, in order: for each problem the best, and what contradicts it.
    ///
    /// Shards are dealt out: what stands first in each, then what stands second, and so on. After them comes what
    /// later runs add.
    pub fn sorted(&self) -> Vec<(&MergedLine, &[MergedLine])> {
        let mut order: Vec<&MergedProblem> = self.slots.iter().collect();
        order.sort_unstable_by_key(|slot| {
            let later = self.later[slot.file as usize];
            if later { (later, slot.file, slot.place) } else { (later, slot.place, slot.file) }
        });
        order.into_iter().map(|slot| (&slot.entry, slot.rivals.as_slice())).collect()
    }
}

/// The number of a text, a new one if it has none.
fn number(numbers: &mut HashMap<Box<str>, u32>, text: &str) -> u32 {
    if let Some(&number) = numbers.get(text) {
        return number;
    }
    let number = numbers.len() as u32;
    numbers.insert(text.into(), number);
    number
}

impl ProblemFile {
    /// True if both may be one file, which another run has reached by another path: it has the same name, or came
    /// without one, and no run speaks of both.
    fn may_be(&self, other: &ProblemFile) -> bool {
        let nameless = [self, other].iter().any(|file| matches!(&*file.name, "" | "-"));
        (nameless || self.name == other.name)
            && self.runs.iter().all(|run| !other.runs.contains(run))
    }
}

impl MergedProblem {
    /// Keeps a result if it is better than what it agrees with, or agrees with none.
    fn add(&mut self, new: MergedLine) {
        let fits = |old: &MergedLine| match (old.summary, new.summary) {
            (Some(old), Some(new)) => !old.found.contradicts(new.found),
            _ => true,
        };
        let rank = |entry: &MergedLine| entry.summary.map(|summary| summary.rank);
        match std::iter::once(&mut self.entry).chain(&mut self.rivals).find(|old| fits(old)) {
            Some(old) if rank(&new) > rank(old) => *old = new,
            Some(_) => {}
            None => self.rivals.push(new),
        }
    }
}

impl KnownBounds {
    /// Takes in what a line says. Gives back what contradicts it.
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
