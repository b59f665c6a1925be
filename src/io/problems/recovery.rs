//! Recovers the valid parts of a problem file that is not valid YAML. Reads its documents, and in
//! each the problems of its list, one by one, so that an error spoils only the problem in which it
//! occurs.

use super::keys::FILE;
use crate::io::input;
use crate::messages::tr;
use crate::text::yaml::{SyntaxError, SyntaxErrorKind, YamlNode, YamlValue, parse};
use crate::text::{Diagnostic, Source, yaml};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// A document, and the items of its list `problems` if it is a block list.
#[derive(Debug)]
pub struct DocumentPart {
    /// Offset of the document in the text.
    start: usize,
    /// The document without the content of its list items; all other bytes keep their offsets.
    outside: String,
    items: Vec<ListItem>,
}

#[derive(Debug)]
struct ListItem {
    bytes: Range<usize>,
    /// Content of the item; all bytes keep their offsets.
    text: String,
    /// Offset of its `-` if that is not below the others.
    shifted: Option<usize>,
}

/// A document in which some items may be missing.
#[derive(Debug)]
pub struct RecoveredDocument<'a> {
    /// Root of the document. Items that cannot be read are empty.
    pub root: YamlNode<'a>,
    /// Errors of those items, by their index in the list.
    pub unread: UnreadableItems,
}

/// Errors of list items that cannot be read, by their index from 0.
pub type UnreadableItems = BTreeMap<usize, UnreadablePart>;

/// A part of a text that cannot be read.
#[derive(Debug)]
pub struct UnreadablePart {
    /// The id, if it is known.
    pub id: Option<String>,
    /// The error.
    pub error: Box<Diagnostic>,
    /// Number of items that are lost because of it.
    pub lost: usize,
}

/// True if the text has a list of problems, so that parts of it can be read.
pub fn looks_like_one(text: &str) -> bool {
    documents(text).into_iter().any(|document| !items(text, document).is_empty())
}

/// Divides a text into its documents.
pub fn parts(text: &str) -> Vec<DocumentPart> {
    documents(text).into_iter().map(|document| part(text, document)).collect()
}

/// Byte ranges of the nonempty documents.
fn documents(text: &str) -> Vec<Range<usize>> {
    let mut documents = Vec::new();
    let (mut start, mut said) = (0, false);
    for (at, line) in lines(text, 0..text.len()) {
        let word = line.trim_start_matches('\u{feff}').split_whitespace().next();
        let word = word.unwrap_or_default();
        let marker = !line.starts_with([' ', '\t']);
        if marker && word == "---" && said {
            documents.push(start..at);
            (start, said) = (at, false);
        }
        said |= !(word.is_empty() || word.starts_with(['#', '%']));
        if marker && word == "..." {
            let end = at + line.len();
            documents.push(start..end);
            (start, said) = (end, false);
        }
    }
    if said {
        documents.push(start..text.len());
    }
    documents
}

/// Lines of a part of a text with their offsets; line ends are included.
fn lines(text: &str, part: Range<usize>) -> impl Iterator<Item = (usize, &str)> {
    text[part.clone()].split_inclusive('\n').scan(part.start, |at, line| {
        let begin = *at;
        *at += line.len();
        Some((begin, line))
    })
}

fn part(text: &str, document: Range<usize>) -> DocumentPart {
    let mut items = items(text, document.clone());
    let mut outside = String::with_capacity(document.len());
    let mut at = document.start;
    let column = items.first().map_or(0, |item| indent(&text[item.bytes.clone()]));
    for item in &mut items {
        copy(&mut item.text, &text[item.bytes.clone()]);
        copy(&mut outside, &text[at..item.bytes.start]);
        let hidden = outside.len();
        outside.extend(text[item.bytes.clone()].bytes().map(|byte| match byte {
            b'\n' | b'\r' => char::from(byte),
            _ => ' ',
        }));
        outside.replace_range(hidden + column..=hidden + column, "-");
        at = item.bytes.end;
    }
    copy(&mut outside, &text[at..document.end]);
    DocumentPart { start: document.start, outside, items }
}

/// Copies a text, and replaces invalid bytes in comments.
fn copy(to: &mut String, text: &str) {
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with('#') {
            to.push_str(&line.replace('\0', " "));
        } else {
            to.push_str(line);
        }
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Text after a key at the left edge.
fn key<'t>(line: &'t str, name: &str) -> Option<&'t str> {
    line.trim_start_matches('\u{feff}').strip_prefix(name)?.strip_prefix(':')
}

/// Items of the list below `problems:`, as far as their `-` and the indentation show.
fn items(text: &str, document: Range<usize>) -> Vec<ListItem> {
    let says = |line: &str| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    };
    let mut lines = lines(text, document.clone());
    if !lines.any(|(_, line)| key(line, "problems").is_some_and(|value| !says(value))) {
        return Vec::new();
    }
    let mut items: Vec<ListItem> = Vec::new();
    let mut column = None;
    let mut end = document.end;
    for (at, line) in lines.filter(|(_, line)| says(line)) {
        if FILE.keys.iter().any(|known| key(line, known.name).is_some()) {
            end = at;
            break;
        }
        let indent = indent(line);
        let item =
            line[indent..].strip_prefix('-').filter(|rest| rest.starts_with(char::is_whitespace));
        let column = *column.get_or_insert(indent);
        let begins = match item {
            Some(_) if indent == column => true,
            // No other line of an item is indented so little.
            Some(rest) => {
                let id = rest.trim_start().starts_with("id:");
                id && indent < column + 2 && column < line.trim_end().len()
            }
            None => false,
        };
        if begins {
            if let Some(before) = items.last_mut() {
                before.bytes.end = at;
            }
            let shifted = (indent != column).then_some(at + indent);
            items.push(ListItem { bytes: at..end, text: String::new(), shifted });
        } else if items.is_empty() {
            return items;
        }
    }
    if let Some(last) = items.last_mut() {
        last.bytes.end = end;
    }
    items
}

impl DocumentPart {
    /// Reads the valid parts of the document; `None` if it is empty.
    ///
    /// # Errors
    /// The text outside the list cannot be read, or the document has no list and cannot be read.
    pub fn read<'a>(
        &'a self,
        source: &'a Arc<Source>,
    ) -> Result<Option<RecoveredDocument<'a>>, UnreadablePart> {
        let refused =
            |error| UnreadablePart { id: id(&self.outside), error, lost: self.items.len() };
        let Some(mut root) = sound(source, &self.outside, self.start).map_err(refused)? else {
            return Ok(None);
        };
        let mut unread = UnreadableItems::new();
        let Some(YamlNode { data: YamlValue::List(places), .. }) = root.get_mut("problems") else {
            return Ok(Some(RecoveredDocument { root, unread }));
        };
        for ((i, place), item) in places.iter_mut().enumerate().zip(&self.items) {
            let read = match item.shifted {
                Some(at) => {
                    let broken =
                        SyntaxError { at, bracket: None, cause: SyntaxErrorKind::OutOfLine };
                    Err(Box::new(yaml::explain_syntax_error(source, &broken)))
                }
                None => sound(source, &item.text, item.bytes.start),
            };
            match read {
                Ok(Some(YamlNode { data: YamlValue::List(mut one), .. })) if one.len() == 1 => {
                    *place = one.remove(0);
                }
                // An empty item.
                Ok(_) => {}
                Err(error) => {
                    unread.insert(i, UnreadablePart { id: id(&item.text), error, lost: 0 });
                }
            }
        }
        Ok(Some(RecoveredDocument { root, unread }))
    }
}

/// The document in a part of the text that starts at `start`.
fn sound<'a>(
    source: &Arc<Source>,
    own: &'a str,
    start: usize,
) -> Result<Option<YamlNode<'a>>, Box<Diagnostic>> {
    if let Some(at) = own.find('\0') {
        let help = tr!(problems_save_as_unicode);
        return Err(Box::new(input::no_text(source, start + at, help)));
    }
    let tree = parse(own);
    if let Some(SyntaxError { at, bracket, cause }) = tree.error {
        let at = start + at.min(own.trim_end().len());
        let bracket = bracket.map(|bracket| start + bracket);
        return Err(Box::new(yaml::explain_syntax_error(
            source,
            &SyntaxError { at, bracket, cause },
        )));
    }
    let mut node = tree.documents.into_iter().next();
    if let Some(node) = &mut node {
        node.shift(start);
    }
    Ok(node)
}

/// Id in a part of a text.
fn id(text: &str) -> Option<String> {
    let line = text.lines().find_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("- ").unwrap_or(line).trim_start().strip_prefix("id: ")
    })?;
    let tree = parse(line);
    let [node] = &tree.documents[..] else { return None };
    node.text().filter(|_| !node.is_null()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(Vec<Option<String>>, Vec<usize>)> {
        let source = Source::new("x.yaml", text);
        let told = parts(text).into_iter().map(|part| match part.read(&source) {
            Ok(Some(mended)) => {
                let items = match mended.root.get("problems") {
                    Some(YamlNode { data: YamlValue::List(items), .. }) => items.iter().collect(),
                    _ => vec![&mended.root],
                };
                let ids = items.iter().map(|item| {
                    let id = item.get("id")?;
                    assert_eq!(&text[id.span.clone()], id.text()?);
                    Some(id.text()?.to_owned())
                });
                (ids.collect(), mended.unread.into_keys().collect())
            }
            Ok(None) => (Vec::new(), Vec::new()),
            Err(refused) => (vec![refused.id], vec![refused.lost]),
        });
        told.collect()
    }

    fn ids(ids: &[&str]) -> Vec<Option<String>> {
        ids.iter().map(|id| (!id.is_empty()).then(|| (*id).to_owned())).collect()
    }

    #[test]
    fn documents_end_at_their_marks() {
        let text = "%YAML 1.2\n# 注\n---\nid: a\n...\n# -\n---\n--- # x\nid: b\nc: '\n --- \n  '\n";
        assert_eq!(
            told(text),
            [(ids(&["a"]), vec![]), (ids(&[""]), vec![]), (ids(&["b"]), vec![])]
        );
        assert_eq!(told("").len(), 0);
    }

    #[test]
    fn items_are_read_one_by_one() {
        let text = "\u{feff}problems: # 注\r\n- id: a\r\n  t: [\r\n\r\n # -\r\n- id: 日\r\n  m:\r\n  - id: c\r\n-\r\n- id: d";
        assert_eq!(told(text), [(ids(&["", "日", "", "d"]), vec![0])]);
    }

    #[test]
    fn items_out_of_line_are_refused_by_themselves() {
        let text = "problems:\n  - id: a\n - id: b\n   - id: c\n  - id: d\nvariant: shogi\n";
        assert_eq!(told(text), [(ids(&["a", "", "", "d"]), vec![1, 2])]);
        // Too little indentation for anything below the others' `-`.
        let text = "problems:\n            - id: a\n- id: b\n            - id: d\n";
        assert_eq!(told(text), [(ids(&["", "d"]), vec![0])]);
    }

    #[test]
    fn what_holds_for_all_must_be_right() {
        let text = "defaults: {\nproblems:\n- id: a\n- id: b\n---\nid: \"c\nd: \0\n";
        assert_eq!(told(text), [(ids(&[""]), vec![2]), (ids(&[""]), vec![0])]);
    }
}
