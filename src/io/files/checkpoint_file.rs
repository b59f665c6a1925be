//! Checkpoints: the transposition table of a search in a file, from which a later run continues.
//!
//! ```text
//! header   one line of JSON, the CheckpointHeader; `head -1` shows it
//! table    as TranspositionTable::dump writes it
//! digest   SHA-256 of all that, 32 bytes
//! ```

use super::atomic_file::AtomicFile;
use crate::io::results;
use crate::messages::{os_error, tr};
use crate::notation::sfen;
use crate::position::Problem;
use crate::search::transposition_table::TranspositionTable;
use crate::solver;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;
use std::time::Duration;

/// Version of the format. It must be raised when the meaning of a table entry changes, even if only
/// the order of replies changes, because the entries refer to it.
const FORMAT_VERSION: u32 = 2;

/// Longest first line in bytes.
const MAX_HEADER_BYTES: u64 = 1 << 16;

/// Identifies the search of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckpointHeader {
    /// Version of the format, [`FORMAT_VERSION`].
    tsume_checkpoint: u32,
    /// Version of the program.
    version: String,
    /// Engine, and the board key and the attacker's hand at the root.
    engine: String,
    root: [u64; 2],
    /// [`results::key`] of the problem.
    key: String,
    /// Id and position of the problem, for people.
    id: String,
    position: String,
    /// Positions visited by all runs so far.
    pub nodes: u64,
    /// Milliseconds of all runs so far.
    pub time_ms: u64,
}

/// Reason why a checkpoint cannot be used, and a remedy.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// Error of the file.
    #[error("{}", os_error(.0))]
    Io(#[from] io::Error),
    /// The file is not a checkpoint.
    #[error("{}", tr!(files_checkpoint_foreign))]
    Foreign,
    /// Another version of the program wrote the file, whose entries may have another meaning.
    #[error("{}", tr!(files_checkpoint_version, version = version.as_str(), format = *format))]
    Version {
        /// Version of the program that wrote it.
        version: String,
        /// Version of the format.
        format: u32,
    },
    /// The checkpoint is that of another problem.
    #[error("{}", tr!(files_checkpoint_problem, id = id.as_str(), position = position.as_str()))]
    Problem {
        /// Id of that problem.
        id: String,
        /// Position of that problem.
        position: String,
    },
    /// The content of the file has changed.
    #[error("{}", tr!(files_checkpoint_damaged))]
    Damaged,
}

impl CheckpointHeader {
    /// Header of a new search.
    pub fn new(id: &str, problem: &Problem) -> CheckpointHeader {
        let (engine, root) = solver::engine_and_root(problem);
        CheckpointHeader {
            tsume_checkpoint: FORMAT_VERSION,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            engine: engine.to_owned(),
            root: [root.board.0, root.hand.bits()],
            key: results::key(problem),
            id: id.to_owned(),
            position: sfen::write(problem.rules(), problem.position()),
            nodes: 0,
            time_ms: 0,
        }
    }

    /// The header after more positions and time.
    #[must_use]
    pub fn after(&self, nodes: u64, time: Duration) -> CheckpointHeader {
        let time_ms = time.as_millis().try_into().unwrap_or(u64::MAX);
        CheckpointHeader {
            nodes: self.nodes.saturating_add(nodes),
            time_ms: self.time_ms.saturating_add(time_ms),
            ..self.clone()
        }
    }

    /// Checks that `other`, from a file, belongs to the same problem and program. Ids may differ.
    fn admit(&self, other: &CheckpointHeader) -> Result<(), CheckpointError> {
        let CheckpointHeader { tsume_checkpoint: format, version, .. } = other;
        let program = |header: &CheckpointHeader| (header.tsume_checkpoint, header.version.clone());
        let meaning = |header: &CheckpointHeader| (header.engine.clone(), header.root);
        let same = self.key == other.key;
        if program(other) != program(self) || same && meaning(other) != meaning(self) {
            return Err(CheckpointError::Version { version: version.clone(), format: *format });
        }
        if !same {
            let (id, position) = (other.id.clone(), other.position.clone());
            return Err(CheckpointError::Problem { id, position });
        }
        Ok(())
    }
}

/// Size of a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckpointSize {
    /// Entries of the table.
    pub entries: u64,
    /// Size in bytes.
    pub bytes: u64,
}

/// Writes a checkpoint in one atomic step; other threads may continue to search.
///
/// # Errors
/// An error of the system.
pub fn write(
    path: &Path,
    header: &CheckpointHeader,
    table: &TranspositionTable,
) -> io::Result<CheckpointSize> {
    let mut atomic_file = AtomicFile::begin(path)?;
    let written = write_to(&mut atomic_file, header, table)?;
    atomic_file.finish()?;
    Ok(written)
}

/// Writes the bytes of a checkpoint.
///
/// # Errors
/// The error of `out`.
pub fn write_to(
    out: &mut impl Write,
    header: &CheckpointHeader,
    table: &TranspositionTable,
) -> io::Result<CheckpointSize> {
    let mut body = Digesting::new(&mut *out);
    body.write_all(format!("{}\n", results::json_line(header)).as_bytes())?;
    let entries = table.dump(&mut body)?;
    let (sum, bytes) = body.finish();
    out.write_all(&sum)?;
    Ok(CheckpointSize { entries, bytes: bytes + sum.len() as u64 })
}

/// A checkpoint after its first line was read.
pub struct Checkpoint<R = BufReader<File>> {
    from: Digesting<R>,
    /// The first line.
    pub header: CheckpointHeader,
}

impl Checkpoint {
    /// Opens a checkpoint before a search.
    ///
    /// # Errors
    /// The file cannot be read, or belongs to another program or problem.
    pub fn open(path: &Path, search: &CheckpointHeader) -> Result<Checkpoint, CheckpointError> {
        Checkpoint::read(BufReader::new(File::open(path)?), search)
    }
}

impl<R: BufRead> Checkpoint<R> {
    /// Reads the first line of a checkpoint before a search.
    ///
    /// # Errors
    /// The input cannot be read, or belongs to another program or problem.
    pub fn read(mut input: R, search: &CheckpointHeader) -> Result<Checkpoint<R>, CheckpointError> {
        let mut line = Vec::new();
        (&mut input).take(MAX_HEADER_BYTES).read_until(b'\n', &mut line)?;
        let mut from = Digesting::new(input);
        from.count(&line);
        let header = match serde_json::from_slice(&line) {
            Ok(header) => header,
            Err(_) => return Err(foreign(&line)),
        };
        search.admit(&header)?;
        Ok(Checkpoint { from, header })
    }

    /// Replaces the content of a table by that of the checkpoint. Returns the number of entries.
    /// After an error the table must not be used.
    ///
    /// # Errors
    /// The input cannot be read, or is damaged.
    pub fn load(mut self, table: &mut TranspositionTable) -> Result<u64, CheckpointError> {
        let entries = table.load(&mut self.from).map_err(damage)?;
        let Digesting { mut inner, digest, .. } = self.from;
        let mut rest = Vec::new();
        let expected = digest.finalize();
        (&mut inner).take(expected.len() as u64 + 1).read_to_end(&mut rest)?;
        if rest == expected[..] { Ok(entries) } else { Err(CheckpointError::Damaged) }
    }
}

/// Error for a first line that is not a header of this format.
fn foreign(line: &[u8]) -> CheckpointError {
    /// Fields of the headers of all formats.
    #[derive(Deserialize)]
    struct Least {
        tsume_checkpoint: u32,
        version: String,
    }
    match serde_json::from_slice(line) {
        Ok(Least { tsume_checkpoint: format, version }) if format != FORMAT_VERSION => {
            CheckpointError::Version { version, format }
        }
        _ => CheckpointError::Foreign,
    }
}

fn damage(error: io::Error) -> CheckpointError {
    match error.kind() {
        ErrorKind::UnexpectedEof | ErrorKind::InvalidData => CheckpointError::Damaged,
        _ => CheckpointError::Io(error),
    }
}

/// A stream that computes the SHA-256 and the length of its content.
struct Digesting<S> {
    inner: S,
    digest: Sha256,
    bytes: u64,
}

impl<S> Digesting<S> {
    fn new(inner: S) -> Digesting<S> {
        Digesting { inner, digest: Sha256::new(), bytes: 0 }
    }

    fn count(&mut self, bytes: &[u8]) {
        self.digest.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    fn finish(self) -> ([u8; 32], u64) {
        (self.digest.finalize().into(), self.bytes)
    }
}

impl<S: Read> Read for Digesting<S> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.count(&bytes[..read]);
        Ok(read)
    }
}

impl<S: Write> Write for Digesting<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.count(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
