//! Turns the path of a fault into bytes of the text.

use super::diagnostic::{Diagnostic, Source};
use super::document_error::{DocumentError, PathStep};
use super::yaml::{self, YamlNode, YamlValue};
use std::sync::Arc;

/// The diagnostic of a document's fault: its path becomes bytes of `source`.
pub fn locate(source: &Arc<Source>, root: &YamlNode<'_>, error: &DocumentError) -> Diagnostic {
    let text = &source.text;
    let mut node = root;
    let mut key = None;
    let mut complete = true;
    for step in &error.path {
        let next = match (step, &node.data) {
            (PathStep::Key(name), _) => node.entry(name).map(|(key, value)| (Some(key), value)),
            (PathStep::Item(i), YamlValue::List(items)) => items.get(*i).map(|item| (None, item)),
            _ => None,
        };
        let Some((next_key, next_node)) = next else {
            complete = false;
            break;
        };
        (key, node) = (next_key.or(key), next_node);
    }
    let whole = yaml::visible_span(text, node);
    let span = match (&error.within, key) {
        (Some(within), _) if complete => yaml::span_within(text, node, within),
        (_, Some(key)) if complete && (error.on_key || whole.is_empty()) => {
            yaml::visible_span(text, key)
        }
        _ => whole,
    };
    let mut diagnostic = Diagnostic::new(error.code, source, span, error.message.as_str())
        .maybe_help(error.help.clone());
    if complete {
        let other = |within| (yaml::span_within(text, node, within), String::new());
        diagnostic.also = error.also.iter().map(other).collect();
    }
    diagnostic
}
