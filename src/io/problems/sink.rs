//! Where the problems of a file go while it is read.

use super::loaded::{LoadResult, LoadedDocument};
use crate::text::Diagnostic;

/// Where documents go, and which of them are wanted.
///
/// Every function that takes documents is a sink that wants all of them.
pub trait ProblemSink<E> {
    /// Asked once for every document of a list before it is read: true if it is wanted.
    fn wants(&mut self) -> bool {
        true
    }

    /// Told of the comments in a list or problem file, as far as they can be counted.
    fn comments(&mut self, _count: usize) {}

    /// Takes a document.
    ///
    /// # Errors
    /// Why reading ends.
    fn take(&mut self, document: LoadedDocument) -> Result<(), E>;
}

impl<E, F: FnMut(LoadedDocument) -> Result<(), E>> ProblemSink<E> for F {
    fn take(&mut self, document: LoadedDocument) -> Result<(), E> {
        self(document)
    }
}

/// Hands on what is wrong with a file.
pub fn refuse<E>(error: Diagnostic, sink: &mut impl ProblemSink<E>) -> Result<(), E> {
    match sink.wants() {
        true => sink.take(broken(None, error)),
        false => Ok(()),
    }
}

fn broken(id: Option<String>, error: Diagnostic) -> LoadedDocument {
    LoadedDocument { item: LoadResult::Broken { id, errors: vec![error] }, record: None }
}
