//! Receiver of the problems of a file while it is read.

use super::loaded::{LoadResult, LoadedDocument};
use crate::text::Diagnostic;

/// Receives problems, and chooses which to read.
///
/// Each closure that takes a document is a sink that wants all of them.
pub trait ProblemSink<E> {
    /// True if the next problem is wanted. The reader calls this once for each problem before it
    /// reads it.
    fn wants(&mut self) -> bool {
        true
    }

    /// Receives the number of comments in a list or problem file, as far as they can be counted.
    fn comments(&mut self, _count: usize) {}

    /// No further line of the input is there at present. The problems so far need not wait for
    /// others.
    ///
    /// # Errors
    /// The reason to stop reading.
    fn pause(&mut self) -> Result<(), E> {
        Ok(())
    }

    /// Receives a problem.
    ///
    /// # Errors
    /// The reason to stop reading.
    fn take(&mut self, document: LoadedDocument) -> Result<(), E>;
}

impl<E, F: FnMut(LoadedDocument) -> Result<(), E>> ProblemSink<E> for F {
    fn take(&mut self, document: LoadedDocument) -> Result<(), E> {
        self(document)
    }
}

/// Passes on an error of the file.
pub fn refuse<E>(error: Diagnostic, sink: &mut impl ProblemSink<E>) -> Result<(), E> {
    match sink.wants() {
        true => sink.take(broken(None, error)),
        false => Ok(()),
    }
}

fn broken(id: Option<String>, error: Diagnostic) -> LoadedDocument {
    LoadedDocument { item: LoadResult::Broken { id, errors: vec![error] }, record: None }
}
