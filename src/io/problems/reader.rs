//! Reads problems from text in memory, in any format.

use super::loaded::{LoadResult, LoadedDocument};
use super::read_options::ReadOptions;
use super::{detect, record_problems, sfen_list, yaml_reader};
use crate::io::formats::Format;
use crate::io::input;

/// Reads `text` as the content of the file `name`, relative to which rule files are searched.
pub fn read_text(name: &str, text: &str, options: &ReadOptions) -> Vec<LoadResult> {
    read_bytes(name, text.as_bytes().to_vec(), options)
}

/// Like [`read_text`], for bytes that may not be text.
pub fn read_bytes(name: &str, bytes: Vec<u8>, options: &ReadOptions) -> Vec<LoadResult> {
    read_documents(name, bytes, options).into_iter().map(|document| document.item).collect()
}

/// Like [`read_bytes`], with the records of formats that have them.
pub fn read_documents(name: &str, bytes: Vec<u8>, options: &ReadOptions) -> Vec<LoadedDocument> {
    read_documents_of(name, bytes, input::MAX_MIB, options)
}

/// Like [`read_documents`], for a file of at most `limit` MiB.
pub fn read_documents_of(
    name: &str,
    bytes: Vec<u8>,
    limit: u64,
    options: &ReadOptions,
) -> Vec<LoadedDocument> {
    let plain = |items: Vec<LoadResult>| {
        items.into_iter().map(|item| LoadedDocument { item, record: None }).collect()
    };
    let source = match detect::text(name, bytes, limit) {
        Ok(source) => source,
        Err(error) => return plain(vec![LoadResult::Broken { id: None, errors: vec![*error] }]),
    };
    match detect::format(name, &source.text) {
        Format::Yaml => plain(yaml_reader::read(&source, options)),
        Format::Sfen => plain(sfen_list::read(&source, options)),
        format => record_problems::read(&source, format, options),
    }
}
