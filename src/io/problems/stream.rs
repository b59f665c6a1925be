//! Reads files problem by problem, so that memory use does not depend on their length.
//!
//! | file | in memory at a time |
//! | --- | --- |
//! | SFEN list | a few thousand lines; from standard input, if wanted, those that have arrived |
//! | problem file up to 2 MiB, record | the file |
//! | larger problem file | the text before its list of problems, and up to 1 MiB of the list |

use super::live_list::ArrivingLines;
use super::loaded::{LoadResult, LoadedDocument};
use super::read_options::ReadOptions;
use super::sink::{ProblemSink, refuse};
use super::{detect, divided, reader, sfen_list};
use crate::io::formats::Format;
use crate::io::input;
use crate::io::old_line_ends::OldLineEnds;
use crate::text::comments::{self, CommentCounter};
use std::convert::Infallible;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// Largest problem file that is read as a whole, in bytes.
const MAX_WHOLE_FILE_BYTES: u64 = 2 << 20;

/// Largest file of records in MiB: 400,000 moves.
const MAX_RECORD_MIB: u64 = 8;

/// Bytes of a file from which its format is detected.
const DETECTION_BYTES: u64 = 64 << 10;

/// Reads a file in any format, and passes its problems to `sink`. `-` is standard input. Errors of
/// the file are passed on too.
///
/// # Errors
/// The error of the sink.
pub fn path<E>(
    path: &Path,
    options: &ReadOptions,
    sink: &mut impl ProblemSink<E>,
) -> Result<(), E> {
    let name = path.display().to_string();
    let input: Box<dyn Read> = if name == "-" && options.live {
        let arriving = ArrivingLines::new(OldLineEnds::new(io::stdin()));
        let mut lines = match arriving {
            Ok(lines) => lines,
            Err(error) => return refuse(*input::unreadable(path, &error), sink),
        };
        match lines.is_list(&mut || sink.pause()) {
            Ok(Ok(true)) => {
                let done = lines.read_list(&name, options, sink);
                return done.unwrap_or_else(|error| refuse(*input::unreadable(path, &error), sink));
            }
            Ok(Ok(false)) => Box::new(lines),
            Ok(Err(error)) => return Err(error),
            Err(error) => return refuse(*input::unreadable(path, &error), sink),
        }
    } else if name == "-" {
        Box::new(OldLineEnds::new(io::stdin().lock()))
    } else {
        match File::open(path) {
            Ok(file) => Box::new(OldLineEnds::new(file)),
            Err(error) => return refuse(*input::unreadable(path, &error), sink),
        }
    };
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    if let Err(error) = input.by_ref().take(DETECTION_BYTES).read_to_end(&mut bytes) {
        return refuse(*input::unreadable(path, &error), sink);
    }
    let all = bytes.len() < DETECTION_BYTES as usize;
    // A file that is read at once is checked where it is decoded.
    let foreign = if all { None } else { detect::foreign_file(&name, &bytes) };
    if let Some(error) = foreign {
        return refuse(*error, sink);
    }
    if !all && looks_like(&name, &bytes, Format::Sfen) {
        let mut input = CommentCounter::new(bytes.chain(input));
        let done = sfen_list::stream(&name, &mut input, options, sink);
        sink.comments(input.count());
        return done.unwrap_or_else(|error| refuse(*input::unreadable(path, &error), sink));
    }
    let is_yaml = looks_like(&name, &bytes, Format::Yaml);
    let limit = if is_yaml { MAX_WHOLE_FILE_BYTES } else { MAX_RECORD_MIB << 20 };
    if !all {
        if let Err(error) = input.by_ref().take(limit + 1 - DETECTION_BYTES).read_to_end(&mut bytes)
        {
            return refuse(*input::unreadable(path, &error), sink);
        }
    }
    if is_yaml && bytes.len() as u64 > limit && !input::is_utf16(&bytes) {
        let mut input = CommentCounter::new(bytes.chain(input));
        let done = divided::read(&name, &mut input, options, sink);
        sink.comments(input.count());
        return done.unwrap_or_else(|error| refuse(*input::unreadable(path, &error), sink));
    }
    let limit = if is_yaml { MAX_WHOLE_FILE_BYTES >> 20 } else { MAX_RECORD_MIB };
    let comments = comments::count_yaml_comments(&String::from_utf8_lossy(&bytes));
    let documents = reader::read_documents_of(&name, bytes, limit, options);
    if documents.iter().any(|document| document.record.is_none()) {
        sink.comments(comments);
    }
    for document in documents {
        if sink.wants() {
            sink.take(document)?;
        }
    }
    Ok(())
}

/// True if the start of a file is in this format.
fn looks_like(name: &str, bytes: &[u8], format: Format) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let is_utf_8 = match std::str::from_utf8(bytes) {
        Ok(_) => true,
        // The bytes may end inside a character.
        Err(error) => error.valid_up_to() + 4 > bytes.len(),
    };
    // Records may have other encodings; in lists and problem files only comments may.
    (is_utf_8 || !detect::is_record(bytes)) && detect::format(name, &text) == format
}

/// Reads a file in any of the [formats](crate::io::formats). `-` is standard input.
///
/// The extensions `.yaml` and `.yml` determine the format; otherwise the content does.
pub fn read_path(path: &Path, options: &ReadOptions) -> Vec<LoadResult> {
    let mut items = Vec::new();
    let mut keep = |document: LoadedDocument| -> Result<(), Infallible> {
        items.push(document.item);
        Ok(())
    };
    let Ok(()) = self::path(path, options, &mut keep);
    items
}
