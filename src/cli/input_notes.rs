//! Notes about the input: text that the reader ignored, and missing pieces.

use super::StdStreams;
use crate::io::problems::{LoadedProblem, fill_hand};
use crate::messages::tr;
use crate::text::Diagnostic;

/// Notes of each kind that are printed; the rest are counted.
const MAX_PRINTED_NOTES: usize = 5;

/// Prints notes about problems as they are read.
#[derive(Debug, Default)]
pub struct InputNotes {
    /// Print nothing.
    pub quiet: bool,
    missing: usize,
    left_out: usize,
}

impl InputNotes {
    /// Prints notes unless `quiet` is set.
    pub fn new(quiet: bool) -> InputNotes {
        InputNotes { quiet, ..InputNotes::default() }
    }

    /// Prints notes about text of the problem that the reader ignored.
    pub fn left_out(&mut self, entry: &LoadedProblem, streams: &StdStreams) {
        for note in &entry.notes {
            self.left_out += 1;
            if !self.quiet && self.left_out <= MAX_PRINTED_NOTES {
                streams.remark(&place(note), &note.message);
            }
        }
    }

    /// Prints notes about ignored text and about missing pieces of a problem to solve.
    pub fn take(&mut self, entry: &LoadedProblem, streams: &StdStreams) {
        self.left_out(entry, streams);
        if let Some(message) = fill_hand::missing(&entry.problem).filter(|_| !self.quiet) {
            self.missing += 1;
            if self.missing <= MAX_PRINTED_NOTES {
                let place = format!("{}:{}:{}", entry.file, entry.line, entry.column);
                streams.remark(&place, &message);
            }
        }
    }

    /// Prints the number of notes that were suppressed.
    pub fn close(&self, streams: &StdStreams) {
        let more = |count: usize| count.saturating_sub(MAX_PRINTED_NOTES);
        if self.quiet {
            return;
        }
        if more(self.left_out) > 0 {
            streams.note(&tr!(inputs_more_ignored, count = more(self.left_out)));
        }
        if more(self.missing) > 0 {
            streams.note(&tr!(inputs_more_missing, count = more(self.missing)));
        }
    }
}

fn place(note: &Diagnostic) -> String {
    format!("{}:{}:{}", note.file(), note.line, note.column)
}
