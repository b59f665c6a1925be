//! Detects the format of a file, and decodes its bytes.

use super::{position_text, recovery};
use crate::io::formats::{Format, foreign};
use crate::io::input;
use crate::io::own_files::OwnFile;
use crate::messages::tr;
use crate::text::encoding;
use crate::text::{Diagnostic, Source};
use std::path::Path;
use std::sync::Arc;

/// Format of the text of a file called `name`. Returns KIF for BOD and KI2 too, because one parser
/// reads all three.
pub fn format(name: &str, text: &str) -> Format {
    match Format::of_name(Path::new(name)) {
        Some((Format::Yaml, _)) => Format::Yaml,
        Some((Format::Sfen, _)) => {
            foreign(text).unwrap_or(match text.trim_start().starts_with('{') {
                true => Format::Yaml,
                false => Format::Sfen,
            })
        }
        Some((named, _)) => foreign(text).unwrap_or(match named {
            _ if position_text::looks_like_a_position(text) => Format::Sfen,
            Format::Ki2 | Format::Bod => Format::Kif,
            // JSON is YAML, and a text that is not a record may be a problem file.
            Format::Jkf if !name.ends_with(".jkf") => Format::Yaml,
            named => named,
        }),
        None => foreign(text).unwrap_or(match position_text::looks_like_a_position(text) {
            true => Format::Sfen,
            false => Format::Yaml,
        }),
    }
}

/// Decodes a file: UTF-8 or UTF-16, and for records the encodings of Japanese programs. In lists
/// and problem files invalid bytes spoil only their lines and their problems: they become bytes of
/// value 0.
///
/// # Errors
/// The file is too large, or is not text.
pub fn text(name: &str, bytes: Vec<u8>, limit: u64) -> Result<Arc<Source>, Box<Diagnostic>> {
    if let Some(error) = foreign_file(name, &bytes) {
        return Err(error);
    }
    let is_utf_8 = std::str::from_utf8(&bytes).is_ok();
    let is_small = bytes.len() as u64 <= limit << 20 && !input::is_utf16(&bytes);
    if is_small && (!is_utf_8 || bytes.contains(&0x1b)) {
        if let Some(text) = encoding::decode_japanese(&bytes, is_foreign) {
            return input::text(name, text.into_bytes(), limit);
        }
        if !is_utf_8 {
            if let Some((text, encoding)) = encoding::decode_damaged(&bytes, is_foreign) {
                return Err(Box::new(damaged(name, text, encoding)));
            }
        }
    }
    let plain = is_utf_8 && !bytes.contains(&0);
    if !plain && bytes.len() as u64 <= limit << 20 && !input::is_utf16(&bytes) {
        let lossy = String::from_utf8_lossy(&bytes);
        let divides = match format(name, &lossy) {
            Format::Sfen => lossy.lines().any(position_text::looks_like_a_position),
            Format::Yaml => recovery::looks_like_one(&lossy),
            _ => false,
        };
        if divides {
            return Ok(Source::new(name, input::marked(bytes)));
        }
    }
    input::text(name, bytes, limit)
}

/// Error of a file that is of another kind, as its first bytes show.
pub fn foreign_file(name: &str, bytes: &[u8]) -> Option<Box<Diagnostic>> {
    let own = || OwnFile::of(bytes).map(|kind| kind.complaint(name));
    input::unmarked_utf16(name, bytes).or_else(own)
}

/// True if the text is a record of another program.
fn is_foreign(text: &str) -> bool {
    foreign(text).is_some()
}

/// True if bytes that are not UTF-8 are a record in one of the encodings of Japanese programs.
pub fn is_record(bytes: &[u8]) -> bool {
    encoding::decode_damaged(bytes, is_foreign).is_some()
}

/// Error of a record in `encoding` with invalid bytes.
fn damaged(name: &str, text: String, encoding: &str) -> Diagnostic {
    let bytes = text.matches(char::REPLACEMENT_CHARACTER).count();
    let at = text.find(char::REPLACEMENT_CHARACTER).unwrap_or(0);
    let message = match bytes {
        0 | 1 => tr!(problems_invalid_byte, encoding),
        bytes => tr!(problems_invalid_bytes, more = bytes - 1, encoding),
    };
    let source = Source::new(name, text);
    Diagnostic::new("E0203", &source, at..at + char::REPLACEMENT_CHARACTER.len_utf8(), message)
        .help(tr!(problems_invalid_byte_help))
}
