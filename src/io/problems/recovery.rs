//! What can still be read of a problem file that is no YAML: its documents, and in each the problems of its list, are
//! read one by one, so that a mistake spoils the problem in which it stands and no other.

use super::keys::FILE;
use crate::io::input;
use crate::text::yaml::{SyntaxError, SyntaxErrorKind, YamlNode, YamlValue, parse};
use crate::text::{Diagnostic, Source, yaml};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// A document, and the problems of its list if it has one that is written with `-`.
#[derive(Debug)]
pub struct DocumentPart {
    /// Where it begins, a byte of the text.
    start: usize,
    /// The document without what the items of its list say; every other byte stands in its place.
    outside: String,
    items: Vec<ListItem>,
}

#[derive(Debug)]
struct ListItem {
    bytes: Range<usize>,
    /// What it says, every byte in its place.
    text: String,
    /// The byte of its `-` if that does not stand below the others.
    shifted: Option<usize>,
}

/// A document of which some items may be missing.
#[derive(Debug)]
pub struct RecoveredDocument<'a> {
    /// Its root. Items that cannot be read are empty.
    pub root: YamlNode<'a>,
    /// What is wrong with those, by their number in the list.
    pub unread: UnreadableItems,
}

/// What is wrong with the items of a list that cannot be read, by their number in it, from 0.
pub type UnreadableItems = BTreeMap<usize, UnreadablePart>;

/// A part of a text that cannot be read.
#[derive(Debug)]
pub struct UnreadablePart {
    /// The id, if it can be told.
    pub id: Option<String>,
    /// Why.
    pub error: Box<Diagnostic>,
    /// The items that are not tried on its account.
    pub lost: usize,
}

/// True for a text that has a list of problems, so that a part of it can be read.
pub fn looks_like_one(text: &str) -> bool {
    documents(text).into_iter().any(|document| !items(text, document).is_empty())
}

/// Divides a text into its documents.
pub fn parts(text: &str) -> Vec<DocumentPart> {
    documents(text).into_iter().map(|document| part(text, document)).collect()
}

/// The bytes of the documents that say something.
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

/// The lines of a part of a text with the bytes where they begin, line ends included.
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

/// Copies a text; what is no text in its comments does not matter.
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

/// What stands behind a key at the left edge.
fn key<'t>(line: &'t str, name: &str) -> Option<&'t str> {
    line.trim_start_matches('\u{feff}').strip_prefix(name)?.strip_prefix(':')
}

/// The items of the list below `problems:`, as far as their `-` and the indentation tell.
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
            // Nothing else in an item stands so far to the left.
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
    /// Reads what can be read of the document; nothing if it is empty.
    ///
    /// # Errors
    /// What the document says beside its list cannot be read, or the whole if it has no list.
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
                // An item that says nothing.
                Ok(_) => {}
                Err(error) => {
                    unread.insert(i, UnreadablePart { id: id(&item.text), error, lost: 0 });
                }
            }
        }
        Ok(Some(RecoveredDocument { root, unread }))
    }
}

/// The one document of a part of the text that begins at `start`.
fn sound<'a>(
    source: &Arc<Source>,
    own: &'a str,
    start: usize,
) -> Result<Option<YamlNode<'a>>, Box<Diagnostic>> {
    if let Some(at) = own.find('\0') {
        let help = "save the file as UTF-8; Shift_JIS is read in KIF, KI2, BOD and CSA alone";
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

/// The id that a part of a text gives.
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
        // Too short to have anything below the others' `-`.
        let text = "problems:\n            - id: a\n- id: b\n            - id: d\n";
        assert_eq!(told(text), [(ids(&["", "d"]), vec![0])]);
    }

    #[test]
    fn what_holds_for_all_must_be_right() {
        let text = "defaults: {\nproblems:\n- id: a\n- id: b\n---\nid: \"c\nd: \0\n";
        assert_eq!(told(text), [(ids(&[""]), vec![2]), (ids(&[""]), vec![0])]);
    }
}
