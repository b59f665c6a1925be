//! Decodes the bytes of input files, and rejects what is too large or is not text.

use crate::messages::{os_error, tr};
use crate::text::char_boundary::floor_char_boundary;
use crate::text::{Diagnostic, Source, encoding};
use std::fs::File;
use std::io::{BufRead, Read};
use std::path::Path;
use std::sync::Arc;

/// Default size limit of a text that is read as a whole, in MiB.
pub const MAX_MIB: u64 = 256;

/// Largest rule file that is read, in MiB; the largest built-in one has 0.02.
pub const MAX_RULES_MIB: u64 = 1;

/// Largest list in UTF-16 that is read, in MiB.
pub const MAX_UTF_16_MIB: u64 = 8;

/// Last byte of a text file of DOS and CP/M.
pub const END_OF_FILE: u8 = 0x1a;

/// Longest line that is skipped, in MiB. A device such as `/dev/zero` has lines without end.
const MAX_SKIPPED_MIB: u64 = 256;

/// What [`read_line`] has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRead {
    /// The end of the input.
    End,
    /// A line.
    Whole,
    /// A line that is too long. The rest is skipped.
    CutOff,
    /// A line so long that the input is not worth reading on.
    Endless,
}

/// Appends the next line to `bytes`; of a longer line the first `limit` bytes and a line feed.
///
/// # Errors
/// The input cannot be read.
pub fn read_line(
    input: &mut impl BufRead,
    limit: u64,
    bytes: &mut Vec<u8>,
) -> std::io::Result<LineRead> {
    let read = input.by_ref().take(limit).read_until(b'\n', bytes)? as u64;
    if read == 0 {
        return Ok(LineRead::End);
    }
    if read < limit || bytes.ends_with(b"\n") {
        return Ok(LineRead::Whole);
    }
    bytes.push(b'\n');
    let most = MAX_SKIPPED_MIB << 20;
    let skipped = input.by_ref().take(most).skip_until(b'\n')? as u64;
    Ok(if skipped < most { LineRead::CutOff } else { LineRead::Endless })
}

/// Error of line `number`, which is [endless](LineRead::Endless).
pub fn endless_line(name: &str, number: usize) -> Diagnostic {
    let source = Source::part(name, "", number);
    let message = tr!(files_endless_line, line = number, limit = MAX_SKIPPED_MIB);
    Diagnostic::new("E0202", &source, 0..0, message).help(tr!(files_endless_line_help))
}

/// Reads a text file of at most `limit` MiB; `-` is standard input.
///
/// # Errors
/// The file cannot be read, is too large, or is not UTF-8 text.
pub fn path(path: &Path, limit: u64) -> Result<Arc<Source>, Box<Diagnostic>> {
    text(&path.display().to_string(), bytes(path, limit)?, limit)
}

/// Reads a file up to one byte more than `limit` MiB, which [`text`] rejects; `-` is standard
/// input.
///
/// # Errors
/// The file cannot be read.
pub fn bytes(path: &Path, limit: u64) -> Result<Vec<u8>, Box<Diagnostic>> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    let most = (limit << 20) + 1;
    let result = if name == "-" {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    match result {
        Ok(_) => Ok(bytes),
        Err(error) => Err(unreadable(path, &error)),
    }
}

/// Error of a file that cannot be read.
pub fn unreadable(path: &Path, error: &std::io::Error) -> Box<Diagnostic> {
    let empty = Source::new(path.display().to_string(), "");
    let help = if path.is_dir() { tr!(files_is_folder) } else { tr!(files_check_name) };
    let message = tr!(files_unreadable, why = plain(error));
    Box::new(Diagnostic::new("E0201", &empty, 0..0, message).help(help))
}

/// Text of a system error without its number.
fn plain(error: &std::io::Error) -> String {
    let text = os_error(error);
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}

/// The byte at which a JSON text goes wrong. Columns count bytes, and point after the fault.
pub fn json_place(text: &str, error: &serde_json::Error) -> usize {
    let before = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let start: usize = before.map(str::len).sum();
    floor_char_boundary(text, start + error.column().saturating_sub(1))
}

/// True if the bytes start with the byte order mark of UTF-16.
pub fn is_utf16(bytes: &[u8]) -> bool {
    encoding::marked_utf16(bytes).is_some()
}

/// Error of a text in UTF-16 that does not begin with the byte order mark.
pub fn unmarked_utf16(name: &str, bytes: &[u8]) -> Option<Box<Diagnostic>> {
    let encoding = encoding::unmarked_utf16(bytes)?;
    let source = Source::new(name, "");
    let message = tr!(files_unmarked_pairs, encoding);
    Some(Box::new(
        Diagnostic::new("E0203", &source, 0..0, message).help(tr!(files_unmarked_pairs_help)),
    ))
}

/// Decodes UTF-8. Invalid bytes become a byte of value 0.
pub fn marked(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let parts = error
            .as_bytes()
            .utf8_chunks()
            .flat_map(|chunk| [chunk.valid(), if chunk.invalid().is_empty() { "" } else { "\0" }]);
        parts.collect()
    })
}

/// Error of such a byte at offset `at`.
pub fn no_text(source: &Arc<Source>, at: usize, help: String) -> Diagnostic {
    Diagnostic::new("E0203", source, at..at, tr!(files_not_unicode)).help(help)
}

/// Decodes a text of at most `limit` MiB.
///
/// # Errors
/// There are too many bytes, or they are not UTF-8 text.
pub fn text(name: &str, mut bytes: Vec<u8>, limit: u64) -> Result<Arc<Source>, Box<Diagnostic>> {
    let refuse = |at: usize, shown: &[u8], code, message: String, help: String| {
        let source = Source::new(name, String::from_utf8_lossy(shown));
        let at = at.min(source.text.len());
        Err(Box::new(Diagnostic::new(code, &source, at..at, message).help(help)))
    };
    if bytes.len() as u64 > limit << 20 {
        let message = tr!(files_too_large, limit);
        return refuse(0, b"", "E0202", message, tr!(files_too_large_help));
    }
    if let Some(error) = unmarked_utf16(name, &bytes) {
        return Err(error);
    }
    if !is_utf16(&bytes) && bytes.last() == Some(&END_OF_FILE) {
        bytes.pop();
    }
    let bytes = match is_utf16(&bytes).then(|| encoding::decode_utf16(&bytes)) {
        None => bytes,
        Some(Some(text)) => text.into_bytes(),
        Some(None) => {
            let (message, help) = (tr!(files_damaged_pairs), tr!(files_save_as_unicode));
            return refuse(0, b"", "E0203", message, help);
        }
    };
    match String::from_utf8(bytes) {
        Ok(text) => match text.find('\0') {
            // Old Macs ended lines with a carriage return alone.
            None if !text.contains('\n') => Ok(Source::new(name, text.replace('\r', "\n"))),
            None => Ok(Source::new(name, text)),
            Some(at) => {
                let (message, help) = (tr!(files_nul), tr!(files_nul_help));
                refuse(at, text.as_bytes(), "E0203", message, help)
            }
        },
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            let message = tr!(files_not_unicode_byte, byte = format!("{:#04x}", bytes[at]));
            refuse(at, &bytes, "E0203", message, tr!(files_not_unicode_byte_help))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_is_refused() {
        let refused = text("x", vec![b' '; (1 << 20) + 1], 1).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "x:1:1: the file has more than 1 MiB; split it into several files"
        );
        assert!(text("x", vec![b' '; 1 << 20], 1).is_ok());
        // A device that never ends.
        if cfg!(target_os = "linux") {
            assert_eq!(path(Path::new("/dev/zero"), 1).unwrap_err().code, "E0202");
        }
    }

    #[test]
    fn long_lines_are_cut_off_and_skipped() {
        let mut input = &b"abc\nabcdefgh\nij"[..];
        let mut next = || {
            let mut line = Vec::new();
            (read_line(&mut input, 4, &mut line).unwrap(), line)
        };
        assert_eq!(next(), (LineRead::Whole, b"abc\n".to_vec()));
        assert_eq!(next(), (LineRead::CutOff, b"abcd\n".to_vec()));
        assert_eq!(next(), (LineRead::Whole, b"ij".to_vec()));
        assert_eq!(next(), (LineRead::End, Vec::new()));
    }

    #[test]
    fn ends_of_lines_and_files_of_old_systems_are_read() {
        assert_eq!(text("x", b"a\rb\r".to_vec(), 1).unwrap().text, "a\nb\n");
        assert_eq!(text("x", b"a\rb\n".to_vec(), 1).unwrap().text, "a\rb\n");
        assert_eq!(text("x", b"a\r\n\x1a".to_vec(), 1).unwrap().text, "a\r\n");
    }

    #[test]
    fn places_in_damaged_text_are_those_of_the_bytes() {
        let refused = text("x", b"a: 1\n\xe6\x97\xa5: \x93\xfa\n".to_vec(), 1).unwrap_err();
        assert_eq!((refused.code, refused.line, refused.column), ("E0203", 2, 4));
        let refused = text("x", "日\0".as_bytes().to_vec(), 1).unwrap_err();
        assert_eq!((refused.code, refused.line, refused.column), ("E0203", 1, 2));
    }
}
