//! Certificate files. They are read and written as streams, so that the text is never in memory as
//! a whole.

use super::atomic_file;
use crate::messages::os_error;
use crate::proof::certificate::Certificate;
use crate::proof::text_format::{self, CertificateError, CertificateReader, MAX_LINE_BYTES};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

/// Reason why a certificate cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CertificateReadError {
    /// Error of the file.
    #[error("{}", os_error(.0))]
    Io(#[from] io::Error),
    /// Error of its content.
    #[error("{0}")]
    Text(#[from] CertificateError),
}

/// Reads a certificate from a file.
///
/// # Errors
/// An error of the system, or the first error of the text.
pub fn read(path: &Path) -> Result<Certificate, CertificateReadError> {
    read_from(&mut BufReader::new(File::open(path)?))
}

/// Reads a certificate from a stream. Reads at most the permitted length of a line.
///
/// # Errors
/// An error of the system, or the first error of the text.
pub fn read_from(input: &mut dyn BufRead) -> Result<Certificate, CertificateReadError> {
    let mut bytes = Vec::new();
    let mut number = 1;
    next_line(input, number, &mut bytes)?;
    let mut reader = CertificateReader::new(text(&bytes, number)?)?;
    loop {
        number += 1;
        if !next_line(input, number, &mut bytes)? {
            return Ok(reader.finish()?);
        }
        reader.line(text(&bytes, number)?)?;
    }
}

/// Reads the next line without its end into `bytes`; returns false at the end of the input.
fn next_line(
    input: &mut dyn BufRead,
    number: usize,
    bytes: &mut Vec<u8>,
) -> Result<bool, CertificateReadError> {
    bytes.clear();
    // Two bytes more than the permitted length, for the line end.
    let read = input.take(MAX_LINE_BYTES as u64 + 2).read_until(b'\n', bytes)?;
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
    } else if bytes.len() > MAX_LINE_BYTES {
        return Err(CertificateError::too_long(number).into());
    }
    Ok(read > 0)
}

fn text(bytes: &[u8], number: usize) -> Result<&str, CertificateError> {
    std::str::from_utf8(bytes).map_err(|_| CertificateError::not_utf8(number))
}

/// Writes a certificate to a file in one atomic step.
///
/// # Errors
/// An error of the system.
pub fn write(path: &Path, certificate: &Certificate) -> io::Result<()> {
    atomic_file::write(path, |out| write_to(out, certificate))
}

/// Writes a certificate to a stream.
///
/// # Errors
/// An error of the system.
pub fn write_to(out: &mut dyn Write, certificate: &Certificate) -> io::Result<()> {
    text_format::lines(certificate).try_for_each(|line| writeln!(out, "{line}"))
}
