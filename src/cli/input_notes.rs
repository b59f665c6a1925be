//! Notes on what was read: what was left out of a text, and pieces that are nowhere.

use super::StdStreams;
use crate::io::problems::{LoadedProblem, fill_hand};
use crate::text::Diagnostic;

/// Notes of one sort that are printed in full; the others are counted.
const MOST_PRINTED: usize = 5;

/// Prints notes on problems as they are read.
#[derive(Debug, Default)]
pub struct InputNotes {
    /// Nothing is printed.
    pub quiet: bool,
    missing: usize,
    left_out: usize,
}

impl InputNotes {
    /// Notes unless the run is `quiet`.
    pub fn new(quiet: bool) -> InputNotes {
        InputNotes { quiet, ..InputNotes::default() }
    }

    /// What was left out of the text of a problem.
    pub fn left_out(&mut self, entry: &LoadedProblem, streams: &StdStreams) {
        for note in &entry.notes {
            self.left_out += 1;
            if !self.quiet && self.left_out <= MOST_PRINTED {
                streams.remark(&place(note), &note.message);
            }
        }
    }

    /// What was left out of the text of a problem that is solved, and the pieces that are nowhere.
    pub fn take(&mut self, entry: &LoadedProblem, streams: &StdStreams) {
        self.left_out(entry, streams);
        if let Some(message) = fill_hand::missing(&entry.problem).filter(|_| !self.quiet) {
            self.missing += 1;
            if self.missing <= MOST_PRINTED {
                let place = format!("{}:{}:{}", entry.file, entry.line, entry.column);
                streams.remark(&place, &message);
            }
        }
    }

    /// Says how many notes were not printed.
    pub fn close(&self, streams: &StdStreams) {
        let more = |count: usize| count.saturating_sub(MOST_PRINTED);
        if self.quiet {
            return;
        }
        if more(self.left_out) > 0 {
            streams
                .note(&format!("note: {} more words or lines were left out", more(self.left_out)));
        }
        if more(self.missing) > 0 {
            let more = more(self.missing);
            streams.note(&format!("note: pieces are nowhere in {more} more positions"));
        }
    }
}

fn place(note: &Diagnostic) -> String {
    format!("{}:{}:{}", note.file(), note.line, note.column)
}
