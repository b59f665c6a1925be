//! Certificate files: read and written as streams, so that the text is never in memory as a whole.

use crate::soundness::certificate::Certificate;
use crate::soundness::certificate_text::{self, CertificateError, MAX_LINE, Reader};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Why a certificate could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file itself.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// What stands in it.
    #[error("{0}")]
    Text(#[from] CertificateError),
}

/// Reads a certificate from a file.
///
/// # Errors
/// What the system says, or the first thing that is wrong in the text.
pub fn read(path: &Path) -> Result<Certificate, ReadError> {
    read_from(&mut BufReader::new(File::open(path)?))
}

/// Reads a certificate from a stream. Of a line that is too long, no more is taken in than its limit.
///
/// # Errors
/// What the system says, or the first thing that is wrong in the text.
pub fn read_from(input: &mut dyn BufRead) -> Result<Certificate, ReadError> {
    let mut bytes = Vec::new();
    let mut number = 1;
    next_line(input, number, &mut bytes)?;
    let mut reader = Reader::new(text(&bytes, number)?)?;
    loop {
        number += 1;
        if !next_line(input, number, &mut bytes)? {
            return Ok(reader.finish()?);
        }
        reader.line(text(&bytes, number)?)?;
    }
}

/// Fills `bytes` with the next line, without its end; false if there is none.
fn next_line(
    input: &mut dyn BufRead,
    number: usize,
    bytes: &mut Vec<u8>,
) -> Result<bool, ReadError> {
    bytes.clear();
    // Two bytes more than a line may have: its end.
    let read = input.take(MAX_LINE as u64 + 2).read_until(b'\n', bytes)?;
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
    } else if bytes.len() > MAX_LINE {
        return Err(CertificateError::too_long(number).into());
    }
    Ok(read > 0)
}

fn text(bytes: &[u8], number: usize) -> Result<&str, CertificateError> {
    std::str::from_utf8(bytes).map_err(|_| CertificateError::not_utf8(number))
}

/// Writes a certificate to a file. The file appears whole or not at all: it is written under another
/// name beside it and then renamed.
///
/// # Errors
/// What the system says.
pub fn write(path: &Path, certificate: &Certificate) -> io::Result<()> {
    let draft = draft_name(path);
    let result = write_draft(&draft, certificate).and_then(|()| fs::rename(&draft, path));
    if result.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&draft);
    }
    result
}

fn draft_name(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}", std::process::id()))
}

fn write_draft(draft: &Path, certificate: &Certificate) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(draft)?);
    write_to(&mut out, certificate)?;
    out.into_inner()?.sync_all()
}

/// Writes a certificate to a stream.
///
/// # Errors
/// What the system says.
pub fn write_to(out: &mut dyn Write, certificate: &Certificate) -> io::Result<()> {
    certificate_text::lines(certificate).try_for_each(|line| writeln!(out, "{line}"))
}
