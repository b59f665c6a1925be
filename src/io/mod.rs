//! Files and streams: what users write, read with places and good words for every mistake.
//!
//! A text becomes a [`tree`] whose keys and values know their bytes; [`shape`] finds what does not
//! fit the file's kind; [`values`] makes Rust values of the rest; whatever is wrong with them comes
//! back as a [`Complaint`] with a path, and [`places`] turns that into bytes of the text. A
//! [`Diagnostic`] is the end of every mistake.

pub mod analysis;
pub mod campaign_display;
pub mod campaign_file;
pub mod certificate_file;
pub mod checkpoint_file;
pub mod choose;
pub mod claims;
pub mod codes;
pub mod comments;
pub mod diagnostic;
pub mod draft;
pub mod fill;
pub mod formats;
pub mod generated;
pub mod html;
pub mod mend;
pub mod outline;
pub mod picture;
pub mod places;
pub mod plain;
pub mod position_text;
pub mod problem_file;
pub mod problems;
pub mod progress;
pub mod read;
pub mod repairs;
pub mod result_lines;
pub mod results;
pub mod rule_file;
pub mod schema;
mod setup;
pub mod sfen_list;
pub mod shape;
pub mod signals;
pub mod spelling;
mod squares;
pub mod stream;
pub mod study;
pub mod tree;
pub mod values;
pub mod wording;
pub mod yaml;

pub use diagnostic::{Diagnostic, Source, render};
pub use problems::{Context, Entry, Item};

use crate::rules::{Complaint, Step};
use std::sync::Arc;
use tree::{Data, Node};

/// A complaint about a document with its place in the text.
pub fn locate(source: &Arc<Source>, root: &Node<'_>, complaint: &Complaint) -> Diagnostic {
    let text = &source.text;
    let mut node = root;
    let mut key = None;
    let mut complete = true;
    for step in &complaint.path {
        let next = match (step, &node.data) {
            (Step::Key(name), _) => node.entry(name).map(|(key, value)| (Some(key), value)),
            (Step::Item(i), Data::List(items)) => items.get(*i).map(|item| (None, item)),
            _ => None,
        };
        let Some((next_key, next_node)) = next else {
            complete = false;
            break;
        };
        (key, node) = (next_key.or(key), next_node);
    }
    let whole = places::visible(text, node);
    let span = match (&complaint.within, key) {
        (Some(within), _) if complete => places::locate(text, node, within),
        (_, Some(key)) if complete && (complaint.on_key || whole.is_empty()) => {
            places::visible(text, key)
        }
        _ => whole,
    };
    let mut diagnostic = Diagnostic::new(complaint.code, source, span, complaint.message.as_str())
        .maybe_help(complaint.help.clone());
    if complete {
        let other = |within| (places::locate(text, node, within), String::new());
        diagnostic.also = complaint.also.iter().map(other).collect();
    }
    diagnostic
}
