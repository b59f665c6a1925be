//! Schemas: the allowed keys of a file and the types of their values. [`check`] reports every
//! deviation.

use super::spans::visible_span;
use super::tree::{YamlNode, YamlValue};
use crate::messages::{list, tr};
use crate::text::similarity::closest;
use crate::text::{Diagnostic, Source};
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

/// A text in the language of the thread.
pub type SchemaText = fn() -> String;

/// Type of a value.
#[derive(Debug)]
pub enum Schema {
    /// Any scalar, read as text.
    Text,
    /// A whole number in the range; the text names what it counts.
    Number(RangeInclusive<u16>, SchemaText),
    /// True or false.
    Flag,
    /// Anything, without aliases, tags and duplicate keys.
    Any,
    /// Anything; another schema checks it later.
    Unchecked,
    /// A list.
    List(&'static Schema),
    /// A mapping with keys that the user chooses.
    Names(&'static Schema),
    /// A mapping with these keys.
    Keys(&'static MappingSchema),
}

/// The keys of a mapping.
#[derive(Debug)]
pub struct MappingSchema {
    /// What the mapping describes: `a problem`.
    pub what: SchemaText,
    /// The keys.
    pub keys: &'static [KeySchema],
    /// Keys that people write here, with what to write instead.
    pub instead: &'static [(&'static str, Instead)],
    /// Mappings under its keys in which an unknown key may belong.
    pub below: &'static [(&'static str, &'static MappingSchema)],
}

/// What to write instead of a key that people write.
#[derive(Debug)]
pub enum Instead {
    /// Another key.
    Key(&'static str),
    /// Something else, as the text says.
    Text(SchemaText),
}

/// A key.
#[derive(Debug)]
pub struct KeySchema {
    /// Its name.
    pub name: &'static str,
    /// What stands under it.
    pub shape: Schema,
    /// What to write if it is missing; none if it may be.
    pub required: Option<SchemaText>,
}

/// A key that may be missing.
pub const fn key(name: &'static str, shape: Schema) -> KeySchema {
    KeySchema { name, shape, required: None }
}

/// A key that may not be missing.
pub const fn required(name: &'static str, shape: Schema, help: SchemaText) -> KeySchema {
    KeySchema { name, shape, required: Some(help) }
}

/// Error codes of the deviations. Rule files and problem files have different ones.
#[derive(Clone, Copy, Debug)]
pub struct SchemaCodes {
    /// A key that is not known here.
    pub unknown: &'static str,
    /// A list where a text should be, and the like.
    pub kind: &'static str,
    /// A key that is missing.
    pub missing: &'static str,
    /// A key that stands twice.
    pub twice: &'static str,
    /// An alias or a tag.
    pub alias: &'static str,
}

/// The result of a check.
#[derive(Debug, Default)]
pub struct SchemaReport {
    /// All deviations, in the order of the text.
    pub found: Vec<Diagnostic>,
    /// Keys of the outermost mapping whose values are unknown: the value is unfit, the key occurs
    /// twice, or an unknown key may be a misspelling of it.
    pub unsettled: Vec<&'static str>,
    /// Keys of the outermost mapping that replace a misspelt key.
    pub respelt: Vec<&'static str>,
}

/// Reports every deviation of `node` from `shape`. Removes keys that are unknown or have unfit
/// values, so that the caller can read the rest.
pub fn check(
    source: &Arc<Source>,
    codes: SchemaCodes,
    node: &mut YamlNode<'_>,
    shape: &Schema,
) -> SchemaReport {
    let mut walk = Walk { source, codes, depth: 0, checked: SchemaReport::default() };
    walk.node(node, shape, None);
    walk.checked.found.sort_by_key(|diagnostic| diagnostic.span.start);
    walk.checked
}

struct Walk<'a> {
    source: &'a Arc<Source>,
    codes: SchemaCodes,
    /// Mappings with known keys around the present place.
    depth: usize,
    checked: SchemaReport,
}

impl Walk<'_> {
    fn report(&mut self, code: &'static str, node: &YamlNode<'_>, message: String, help: &str) {
        let span = visible_span(&self.source.text, node);
        let diagnostic = Diagnostic::new(code, self.source, span, message);
        self.checked.found.push(if help.is_empty() { diagnostic } else { diagnostic.help(help) });
    }

    fn node(&mut self, node: &mut YamlNode<'_>, shape: &Schema, key: Option<&str>) {
        let null = node.is_null();
        match (&mut node.data, shape) {
            (_, Schema::Unchecked) => {}
            (YamlValue::Alias, _) => {
                self.report(self.codes.alias, node, tr!(text_alias), &tr!(text_alias_help))
            }
            (YamlValue::Tagged, _) => {
                self.report(self.codes.alias, node, tr!(text_tag), &tr!(text_tag_help))
            }
            (YamlValue::List(items), Schema::Any) => {
                items.iter_mut().for_each(|item| self.node(item, &Schema::Any, None));
            }
            (YamlValue::Map(entries), Schema::Any) => self.names(entries, &Schema::Any),
            (_, Schema::Any) => {}
            // Nothing under a key is as good as no key; in a list it is a mistake.
            _ if key.is_some() && null => {}
            (YamlValue::Scalar { .. }, Schema::Text) if !null => {}
            (YamlValue::Scalar { text, .. }, Schema::Number(range, what)) if !null => {
                if !text.parse().is_ok_and(|number: u16| range.contains(&number)) {
                    let message = tr!(text_not_a_number, value = &**text, what = what());
                    let help =
                        tr!(text_not_a_number_help, least = *range.start(), most = *range.end());
                    self.report(self.codes.kind, node, message, &help);
                }
            }
            (YamlValue::Scalar { text, .. }, Schema::Flag) if !null => {
                if !matches!(&**text, "true" | "false") {
                    let message = tr!(text_not_a_flag, value = &**text);
                    self.report(self.codes.kind, node, message, &tr!(text_not_a_flag_help));
                }
            }
            (YamlValue::List(items), Schema::List(shape)) => {
                items.iter_mut().for_each(|item| self.node(item, shape, None));
            }
            (YamlValue::Map(entries), Schema::Names(shape)) => self.names(entries, shape),
            (YamlValue::Map(_), Schema::Keys(table)) => self.keys(node, table),
            _ => self.misfit(node, shape, key),
        }
    }

    fn misfit(&mut self, node: &YamlNode<'_>, shape: &Schema, key: Option<&str>) {
        let given = match &node.data {
            _ if node.is_null() => tr!(text_given_nothing),
            YamlValue::List(_) => tr!(text_a_list),
            YamlValue::Map(_) => tr!(text_a_mapping),
            _ => tr!(text_a_single_value),
        };
        let (wanted, mut help) = match shape {
            Schema::List(Schema::Keys(_) | Schema::Unchecked) => {
                (tr!(text_a_list), tr!(text_list_items_help))
            }
            Schema::List(_) => (tr!(text_a_list), tr!(text_list_help)),
            Schema::Names(_) => (tr!(text_a_mapping), tr!(text_mapping_help)),
            Schema::Keys(table) => {
                let names: Vec<&str> = table.keys.iter().take(3).map(|key| key.name).collect();
                let keys = list(names.iter().map(|name| format!("`{name}`")));
                let what = (table.what)();
                let help = if names.len() < table.keys.len() {
                    tr!(text_keys_and_more_help, what, keys)
                } else {
                    tr!(text_keys_help, what, keys)
                };
                (tr!(text_a_mapping), help)
            }
            Schema::Number(..) => (tr!(text_a_number), String::new()),
            Schema::Flag => (tr!(text_a_flag), String::new()),
            Schema::Text | Schema::Any | Schema::Unchecked => (tr!(text_a_text), String::new()),
        };
        let glued = node.text().and_then(|text| text.split_once(':')).is_some_and(|(key, _)| {
            matches!(shape, Schema::Keys(table) if table.keys.iter().any(|known| known.name == key))
        });
        if glued {
            help = tr!(text_space_after_colon);
        }
        let bracket = self.source.text[node.span.clone()].starts_with(['[', '{']);
        if matches!(shape, Schema::Text) && bracket {
            help = tr!(text_quote_bracket);
        }
        let message = match key {
            Some(key) => tr!(text_key_misfit, key, wanted, given),
            None => tr!(text_misfit, wanted, given),
        };
        self.report(self.codes.kind, node, message, &help);
    }

    /// Complains of keys that are no words or stand twice, and takes them out; the latter are
    /// returned.
    fn unique(&mut self, entries: &mut Vec<(YamlNode<'_>, YamlNode<'_>)>) -> Vec<String> {
        let mut twice = Vec::new();
        let mut seen: Vec<(String, Range<usize>)> = Vec::new();
        entries.retain(|(key, _)| {
            let Some(text) = key.text() else {
                let message = tr!(text_key_is_a_word);
                self.report(self.codes.kind, key, message, &tr!(text_quote_bracket));
                return false;
            };
            if let Some((_, first)) = seen.iter().find(|(name, _)| *name == text) {
                let message = tr!(text_key_twice, key = text);
                self.report(self.codes.twice, key, message, &tr!(text_key_twice_help));
                if let Some(last) = self.checked.found.last_mut() {
                    last.also.push((first.clone(), tr!(text_first_here)));
                }
                twice.push(text.to_owned());
                return false;
            }
            seen.push((text.to_owned(), visible_span(&self.source.text, key)));
            true
        });
        twice
    }

    fn names(&mut self, entries: &mut Vec<(YamlNode<'_>, YamlNode<'_>)>, shape: &Schema) {
        self.unique(entries);
        for (_, value) in entries {
            self.node(value, shape, None);
        }
    }

    fn keys(&mut self, node: &mut YamlNode<'_>, table: &MappingSchema) {
        let YamlValue::Map(entries) = &mut node.data else { return };
        let twice = self.unique(entries);
        self.depth += 1;
        let mut unsettled: Vec<&'static str> = table
            .keys
            .iter()
            .map(|key| key.name)
            .filter(|name| twice.iter().any(|t| t == name))
            .collect();
        let mut respelt = Vec::new();
        let mut given: Vec<String> =
            entries.iter().filter_map(|(key, _)| key.text().map(str::to_owned)).collect();
        entries.retain_mut(|(key, value)| {
            let name = key.text().unwrap_or_default();
            let before = self.checked.found.len();
            if let Some(known) = table.keys.iter().find(|known| known.name == name) {
                self.node(value, &known.shape, Some(known.name));
                if self.checked.found.len() > before {
                    unsettled.push(known.name);
                }
                return self.checked.found.len() == before || keeps(&known.shape, value);
            }
            let name = name.to_owned();
            let (help, meant, similar) = suggestion(&name, table);
            let message = tr!(text_unknown_key, what = (table.what)(), key = name.as_str());
            self.report(self.codes.unknown, key, message, &help);
            let Some(meant) = meant else { return false };
            if !similar || given.iter().any(|given| given == meant) {
                unsettled.push(meant);
                return false;
            }
            // What it says is checked as if it were spelt right, so that all errors are reported.
            let before = self.checked.found.len();
            if let Some(known) = table.keys.iter().find(|known| known.name == meant) {
                self.node(value, &known.shape, Some(known.name));
            }
            if let YamlValue::Scalar { text, .. } = &mut key.data {
                *text = meant.into();
            }
            given.push(meant.to_owned());
            respelt.push(meant);
            self.checked.found.len() == before
        });
        self.depth -= 1;
        for known in table.keys {
            let Some(help) = known.required else { continue };
            let given = node.get(known.name).is_some_and(|value| !value.is_null());
            if !given && !unsettled.contains(&known.name) && !respelt.contains(&known.name) {
                let message = tr!(text_missing_key, what = (table.what)(), key = known.name);
                self.report(self.codes.missing, node, message, &help());
            }
        }
        if self.depth == 0 {
            self.checked.unsettled = unsettled;
            self.checked.respelt = respelt;
        }
    }
}

/// True if a value can still be read after what is wrong inside was taken out of it.
fn keeps(shape: &Schema, value: &YamlNode<'_>) -> bool {
    match (shape, &value.data) {
        (Schema::Keys(_), YamlValue::Map(_)) => true,
        (Schema::List(Schema::Keys(_)), YamlValue::List(items)) => {
            items.iter().all(|item| matches!(item.data, YamlValue::Map(_)))
        }
        _ => false,
    }
}

/// What to write instead of a key, the key that may have been meant, and whether it is spelt alike.
fn suggestion(name: &str, table: &MappingSchema) -> (String, Option<&'static str>, bool) {
    let names = || table.keys.iter().map(|key| key.name);
    if let Some((_, instead)) = table.instead.iter().find(|(wrong, _)| *wrong == name) {
        return match instead {
            Instead::Key(key) => (tr!(text_write_key, key = *key), Some(*key), false),
            Instead::Text(help) => (help(), None, false),
        };
    }
    if let Some(known) = closest(name, names()) {
        return (tr!(text_similar, word = known), Some(known), true);
    }
    for (place, below) in table.below {
        if let Some(known) = closest(name, below.keys.iter().map(|key| key.name)) {
            let help = if known == name {
                tr!(text_key_below, key = name, place = *place)
            } else {
                tr!(text_similar_below, key = known, place = *place)
            };
            return (help, None, false);
        }
    }
    (tr!(text_known_keys, keys = list(names())), None, false)
}
