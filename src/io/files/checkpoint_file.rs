//! Checkpoints: what a search knows, in a file, so that a later run goes on where this one ends.
//!
//! One line of JSON, the [`CheckpointHeader`], which `head -1` shows; the table as [`TranspositionTable::dump`] writes it; the SHA-256 of
//! all that, 32 bytes.

use super::atomic_file::AtomicFile;
use crate::io::results;
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

/// The version of the format. To be raised whenever an entry of the table comes to mean something else, also
/// where only the order of replies changes, which its marks go by.
const FORMAT: u32 = 2;

/// The longest first line, in bytes.
const LONGEST: u64 = 1 << 16;

/// Of which search the rest is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckpointHeader {
    /// [`FORMAT`].
    tsume_checkpoint: u32,
    /// The program's version.
    version: String,
    /// The engine, and the root's board and attacker's hand as the table knows them.
    engine: String,
    root: [u64; 2],
    /// The problem's [`results::key`].
    key: String,
    /// Its id and position, for people.
    id: String,
    position: String,
    /// Positions visited, by all runs that went into it.
    pub nodes: u64,
    /// Milliseconds that they took.
    pub time_ms: u64,
}

/// Why a checkpoint cannot be used: what is wrong, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file itself.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It begins in another way.
    #[error("it is no checkpoint; give a file that --checkpoint has written")]
    Foreign,
    /// The program that wrote it may have meant something else by it.
    #[error(
        "tsume {version} with checkpoints of format {format} has written it, and this is another program; go on with \
         that one, or begin anew without --restore"
    )]
    Version {
        /// Of the program.
        version: String,
        /// Of the file.
        format: u32,
    },
    /// It is of another problem.
    #[error(
        "it is of another problem, `{id}` ({position}); solve that one, or begin anew without --restore"
    )]
    Problem {
        /// Its id.
        id: String,
        /// Its position.
        position: String,
    },
    /// It is not what was written.
    #[error("it is cut off or damaged; restore a copy, or begin anew without --restore")]
    Damaged,
}

impl CheckpointHeader {
    /// For a search of a problem that begins.
    pub fn new(id: &str, problem: &Problem) -> CheckpointHeader {
        let (engine, root) = solver::engine_and_root(problem);
        CheckpointHeader {
            tsume_checkpoint: FORMAT,
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

    /// The same after more positions and time.
    #[must_use]
    pub fn after(&self, nodes: u64, time: Duration) -> CheckpointHeader {
        let time_ms = time.as_millis().try_into().unwrap_or(u64::MAX);
        CheckpointHeader {
            nodes: self.nodes.saturating_add(nodes),
            time_ms: self.time_ms.saturating_add(time_ms),
            ..self.clone()
        }
    }

    /// If `other`, from a file, is of a search of the same problem by the same program. Ids may differ.
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

/// What a file came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckpointSize {
    /// Entries of the table.
    pub entries: u64,
    /// Bytes.
    pub bytes: u64,
}

/// Writes a checkpoint, which appears whole or not at all, while others may search on.
///
/// # Errors
/// What the system says.
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
/// What `out` says.
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

/// A checkpoint of which the first line has been read.
pub struct Checkpoint<R = BufReader<File>> {
    from: Digesting<R>,
    /// The first line.
    pub header: CheckpointHeader,
}

impl Checkpoint {
    /// Opens a checkpoint for a search that has not begun.
    ///
    /// # Errors
    /// If it cannot be read, or is of another program or problem.
    pub fn open(path: &Path, search: &CheckpointHeader) -> Result<Checkpoint, CheckpointError> {
        Checkpoint::read(BufReader::new(File::open(path)?), search)
    }
}

impl<R: BufRead> Checkpoint<R> {
    /// Reads the first line of a checkpoint for a search that has not begun.
    ///
    /// # Errors
    /// If it cannot be read, or is of another program or problem.
    pub fn read(mut input: R, search: &CheckpointHeader) -> Result<Checkpoint<R>, CheckpointError> {
        let mut line = Vec::new();
        (&mut input).take(LONGEST).read_until(b'\n', &mut line)?;
        let mut from = Digesting::new(input);
        from.count(&line);
        let header = match serde_json::from_slice(&line) {
            Ok(header) => header,
            Err(_) => return Err(foreign(&line)),
        };
        search.admit(&header)?;
        Ok(Checkpoint { from, header })
    }

    /// Puts the rest into a table, in the place of what is there. Returns the number of entries. After an error
    /// the table is not to be used.
    ///
    /// # Errors
    /// If it cannot be read, or is not what was written.
    pub fn load(mut self, table: &mut TranspositionTable) -> Result<u64, CheckpointError> {
        let entries = table.load(&mut self.from).map_err(damage)?;
        let Digesting { mut inner, digest, .. } = self.from;
        let mut rest = Vec::new();
        let expected = digest.finalize();
        (&mut inner).take(expected.len() as u64 + 1).read_to_end(&mut rest)?;
        if rest == expected[..] { Ok(entries) } else { Err(CheckpointError::Damaged) }
    }
}

/// Of a first line that is no header of this format.
fn foreign(line: &[u8]) -> CheckpointError {
    /// What headers of all formats have.
    #[derive(Deserialize)]
    struct Least {
        tsume_checkpoint: u32,
        version: String,
    }
    match serde_json::from_slice(line) {
        Ok(Least { tsume_checkpoint: format, version }) if format != FORMAT => {
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

/// A stream with the SHA-256 and the length of what has passed.
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
