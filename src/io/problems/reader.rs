//! Problems of a text in memory, in any format.

use super::loaded::{Document, Item};
use super::read_options::Context;
use super::{detect, record_problems, sfen_list, yaml_reader};
use crate::io::formats::Format;
use crate::io::input;

/// Reads a text as a file of this name; rule files are sought beside `name`.
pub fn read_text(name: &str, text: &str, context: &Context) -> Vec<Item> {
    read_bytes(name, text.as_bytes().to_vec(), context)
}

/// The same for bytes that may be no text.
pub fn read_bytes(name: &str, bytes: Vec<u8>, context: &Context) -> Vec<Item> {
    read_documents(name, bytes, context).into_iter().map(|document| document.item).collect()
}

/// The same with the records of the formats that have them.
pub fn read_documents(name: &str, bytes: Vec<u8>, context: &Context) -> Vec<Document> {
    read_documents_of(name, bytes, input::MAX_MIB, context)
}

/// The same as [`read_documents`] for a file of at most `limit` MiB.
pub fn read_documents_of(
    name: &str,
    bytes: Vec<u8>,
    limit: u64,
    context: &Context,
) -> Vec<Document> {
    let plain =
        |items: Vec<Item>| items.into_iter().map(|item| Document { item, record: None }).collect();
    let source = match detect::text(name, bytes, limit) {
        Ok(source) => source,
        Err(error) => return plain(vec![Item::Broken { id: None, errors: vec![*error] }]),
    };
    match detect::format(name, &source.text) {
        Format::Yaml => plain(yaml_reader::read(&source, context)),
        Format::Sfen => plain(sfen_list::read(&source, context)),
        format => record_problems::read(&source, format, context),
    }
}
