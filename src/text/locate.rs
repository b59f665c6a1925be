//! From the path of a complaint to its place in the text.

use super::complaint::{Complaint, Step};
use super::diagnostic::{Diagnostic, Source};
use super::places;
use super::tree::{Data, Node};
use std::sync::Arc;

/// The diagnostic of a complaint about a document: the path of the complaint becomes bytes of `source`.
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
        (Some(within), _) if complete => places::span_within(text, node, within),
        (_, Some(key)) if complete && (complaint.on_key || whole.is_empty()) => {
            places::visible(text, key)
        }
        _ => whole,
    };
    let mut diagnostic = Diagnostic::new(complaint.code, source, span, complaint.message.as_str())
        .maybe_help(complaint.help.clone());
    if complete {
        let other = |within| (places::span_within(text, node, within), String::new());
        diagnostic.also = complaint.also.iter().map(other).collect();
    }
    diagnostic
}
