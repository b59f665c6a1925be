//! Reads problem files.

use super::keys::{CODES, DEFAULTS, FILE, PROBLEM, ProblemKeys};
use super::line_positions;
use super::loaded::{LoadResult, LoadedProblem};
use super::read_options::{PositionChoice, ReadOptions};
use super::recovery::{self, UnreadableItems, UnreadablePart};
use super::rule_file::RulesError;
use super::setup::{self, AllowPlace, SetupErrors, SetupInput};
use crate::messages::tr;
use crate::text::escape::is_hidden;
use crate::text::similarity::closest;
use crate::text::yaml::schema::{self, Schema, SchemaReport};
use crate::text::yaml::{YamlNode, YamlValue};
use crate::text::{Diagnostic, DocumentError, PathStep, Source, locate, yaml};
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Reads the text of a problem file.
pub fn read(source: &Arc<Source>, options: &ReadOptions) -> Vec<LoadResult> {
    ProblemFileReader::new(source, options).run()
}

/// Reads the documents of a file.
struct ProblemFileReader<'a> {
    source: &'a Arc<Source>,
    options: &'a ReadOptions,
    base: &'a Path,
    items: Vec<LoadResult>,
    /// Ids so far, with their places.
    ids: HashMap<String, Range<usize>>,
    /// Variants that cannot be loaded and were reported.
    unusable: HashSet<String>,
}

/// Values that a document sets for all its problems.
struct DocumentHeader {
    variant: Option<String>,
    defaults: ProblemKeys,
    /// True if errors make the problems ambiguous.
    unsettled: bool,
    errors: Vec<Diagnostic>,
    /// Problems that are lost because of the errors.
    lost: usize,
}

/// Error of a file without problems.
pub(super) fn no_problem(source: &Arc<Source>) -> Diagnostic {
    Diagnostic::new("E0217", source, 0..0, tr!(problems_none)).help(tr!(problems_none_help))
}

impl<'a> ProblemFileReader<'a> {
    fn new(source: &'a Arc<Source>, options: &'a ReadOptions) -> ProblemFileReader<'a> {
        let base = Path::new(&source.name).parent().unwrap_or(Path::new(""));
        ProblemFileReader {
            source,
            options,
            base,
            items: Vec::new(),
            ids: HashMap::new(),
            unusable: HashSet::new(),
        }
    }

    fn run(mut self) -> Vec<LoadResult> {
        let text = self.source.text.as_str();
        let tree = if text.contains('\0') { None } else { Some(yaml::parse(text)) };
        let error = tree.as_ref().and_then(|tree| yaml::syntax_error(self.source, tree));
        match tree {
            Some(tree) if error.is_none() => {
                for mut root in tree.documents {
                    self.document(&mut root, UnreadableItems::new());
                }
            }
            _ => {
                for part in recovery::parts(text) {
                    self.part(&part);
                }
            }
        }
        // Even if each part is valid, the file is not valid YAML.
        if let Some(error) =
            error.filter(|_| self.items.iter().all(|item| matches!(item, LoadResult::Problem(_))))
        {
            self.broken(None, vec![error]);
        }
        if self.items.is_empty() {
            self.broken(None, vec![no_problem(self.source)]);
        }
        self.items
    }

    /// Reads a document of a file that is not valid YAML.
    fn part(&mut self, part: &recovery::DocumentPart) {
        match part.read(self.source) {
            Ok(Some(mut mended)) => self.document(&mut mended.root, mended.unread),
            Ok(None) => {}
            Err(refused) => {
                let mut errors = vec![*refused.error];
                if refused.lost > 0 {
                    errors.push(self.lost(refused.lost, errors[0].span.clone()));
                }
                self.broken(refused.id, errors);
            }
        }
    }

    /// Reads a document in which some items of the list could not be read.
    fn document(&mut self, root: &mut YamlNode<'_>, unread: UnreadableItems) {
        if root.is_null() {
            return;
        }
        match &root.data {
            YamlValue::Map(_) if root.get("pieces").is_some() => {
                let error = self.about(root, "E0206", tr!(problems_is_rule_file));
                self.broken(None, vec![error.help(tr!(problems_is_rule_file_help))]);
            }
            YamlValue::Map(_) if is_collection(root) => self.collection(root, unread),
            YamlValue::Map(_) => self.single(root),
            data => {
                let help = match data {
                    YamlValue::List(_) => tr!(problems_is_list),
                    _ => tr!(problems_is_text),
                };
                let error = self.about(root, "E0206", tr!(problems_no_mapping));
                self.broken(None, vec![error.help(help)]);
            }
        }
    }

    /// Note about problems that are lost because of an error at `place`.
    fn lost(&self, problems: usize, place: Range<usize>) -> Diagnostic {
        let message = tr!(problems_lost, problems);
        Diagnostic::new("E0218", self.source, place, message).help(tr!(problems_lost_help))
    }

    fn about(
        &self,
        node: &YamlNode<'_>,
        code: &'static str,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(code, self.source, yaml::visible_span(&self.source.text, node), message)
    }

    fn broken(&mut self, id: Option<String>, errors: Vec<Diagnostic>) {
        self.items.push(LoadResult::Broken { id, errors });
    }

    /// Adds a problem that could not be read.
    fn refused(&mut self, refused: UnreadablePart) {
        if let Some(id) = &refused.id {
            self.ids.entry(id.clone()).or_insert(refused.error.span.clone());
        }
        self.broken(refused.id, vec![*refused.error]);
    }

    /// Reads a document that is a single problem.
    fn single(&mut self, root: &mut YamlNode<'_>) {
        let checked = schema::check(self.source, CODES, root, &Schema::Keys(&PROBLEM));
        let mut header = DocumentHeader::none();
        self.problem(root, root, &[], checked, &mut header);
        self.finish(header, self.items.len(), root);
    }

    /// Reads a document with `problems`.
    fn collection(&mut self, root: &mut YamlNode<'_>, mut unread: UnreadableItems) {
        let mut header = self.header(root);
        let mut checked = Vec::new();
        if let Some(YamlNode { data: YamlValue::List(items), .. }) = root.get_mut("problems") {
            for node in items {
                checked.push(schema::check(self.source, CODES, node, &Schema::Keys(&PROBLEM)));
            }
        }
        let begin = self.items.len();
        if let Some(YamlNode { data: YamlValue::List(items), .. }) = root.get("problems") {
            if items.is_empty() {
                header.errors.push(self.about(root, "E0217", tr!(problems_empty_list)));
            }
            for ((i, node), checked) in items.iter().enumerate().zip(checked) {
                if let Some(refused) = unread.remove(&i) {
                    self.refused(refused);
                    continue;
                }
                self.problem(root, node, &["problems".into(), i.into()], checked, &mut header);
            }
        }
        self.finish(header, begin, root);
    }

    fn header(&self, root: &mut YamlNode<'_>) -> DocumentHeader {
        // Misplaced keys of `defaults` would change the problems.
        let names: Vec<String> = match &root.data {
            YamlValue::Map(entries) => {
                entries.iter().filter_map(|(k, _)| Some(k.text()?.into())).collect()
            }
            _ => Vec::new(),
        };
        let stray = names
            .iter()
            .filter(|name| FILE.keys.iter().all(|key| key.name != *name))
            .filter_map(|name| closest(name, DEFAULTS.keys.iter().map(|key| key.name)))
            .any(matters);
        let mut header = DocumentHeader::none();
        let checked = schema::check(self.source, CODES, root, &Schema::Keys(&FILE));
        header.unsettled = stray || checked.settle_nothing();
        header.errors = checked.found;
        if let Some(node) = root.get_mut("defaults") {
            let checked = schema::check(self.source, CODES, node, &Schema::Keys(&DEFAULTS));
            header.unsettled |= checked.settle_nothing();
            header.errors.extend(checked.found);
            match Option::<ProblemKeys>::deserialize(&*node) {
                Ok(defaults) => header.defaults = defaults.unwrap_or_default(),
                Err(misfit) => {
                    header.unsettled = true;
                    if header.errors.is_empty() {
                        header.errors.push(self.about(node, "E0206", misfit.to_string()));
                    }
                }
            }
        }
        let variant = root.get("variant").filter(|node| !node.is_null());
        header.variant = variant.and_then(YamlNode::text).map(str::to_owned);
        header
    }

    /// Inserts the errors of the header before its problems.
    fn finish(&mut self, mut header: DocumentHeader, begin: usize, root: &YamlNode<'_>) {
        if header.errors.is_empty() {
            return;
        }
        header.errors.sort_by_key(|error| error.span.start);
        if header.lost > 0 {
            let place = root.entry("problems").map_or(root, |(key, _)| key);
            let place = yaml::visible_span(&self.source.text, place);
            header.errors.push(self.lost(header.lost, place));
        }
        self.items.insert(begin, LoadResult::Broken { id: None, errors: header.errors });
    }

    fn problem(
        &mut self,
        root: &YamlNode<'_>,
        node: &YamlNode<'_>,
        path: &[PathStep],
        checked: SchemaReport,
        header: &mut DocumentHeader,
    ) {
        let mut errors = checked.found;
        let id_node = node.get("id").filter(|id| !id.is_null());
        let mut id = id_node.and_then(YamlNode::text).map(str::to_owned);
        if let Some(id_node) = id_node.filter(|_| id.as_deref().is_some_and(is_blank)) {
            let error = self.about(id_node, "E0207", tr!(problems_blank_id));
            errors.push(error.help(tr!(problems_needs_id)));
            id = None;
        }
        if let (Some(id), Some(id_node)) = (&id, id_node) {
            let span = yaml::visible_span(&self.source.text, id_node);
            if let Some(first) = self.ids.get(id) {
                let message = tr!(problems_id_twice, id = id.as_str());
                let error = self.about(id_node, "E0209", message);
                let error = error.also(first.clone(), tr!(text_first_here));
                errors.push(error.help(tr!(problems_id_twice_help)));
            } else {
                self.ids.insert(id.clone(), span);
            }
        }
        let section = match ProblemKeys::deserialize(node) {
            Ok(section) => section,
            Err(misfit) => {
                if errors.is_empty() {
                    errors.push(self.about(node, "E0206", misfit.to_string()));
                }
                return self.broken(id, errors);
            }
        };
        let call = SetupInput {
            options: self.options,
            base: self.base,
            variant: header.variant.as_deref(),
            defaults: &header.defaults,
            section: &section,
            path,
            unsettled: &checked.unsettled,
            pardon: AllowPlace::Key,
        };
        let result = if header.unsettled {
            Err(Box::<SetupErrors>::default())
        } else {
            setup::set_up(&call)
        };
        let setup = match result {
            Ok(setup) if errors.is_empty() => setup,
            Ok(_) => return self.broken(id, errors),
            Err(wrong) => {
                for complaint in &wrong.complaints {
                    let diagnostic = locate(self.source, root, complaint);
                    if complaint.path.starts_with(path) {
                        errors.push(diagnostic);
                    } else {
                        header.add(diagnostic);
                    }
                }
                for diagnostic in wrong.elsewhere {
                    header.add(diagnostic);
                }
                if let Some((name, place, failure)) = wrong.variant {
                    let own = place.starts_with(path) && place.len() > path.len();
                    let found = self.unusable_variant(root, &name, &place, own, failure);
                    if own {
                        errors.extend(found);
                    } else {
                        header.errors.extend(found);
                    }
                }
                if errors.is_empty() {
                    header.lost += 1;
                    return;
                }
                errors.sort_by_key(|error| error.span.start);
                return self.broken(id, errors);
            }
        };
        let Some(id) = id else { return self.broken(None, errors) };
        let (line, column) = self.source.place(node.span.start);
        let defaults = &header.defaults;
        let text = |own: Option<String>, default: &Option<String>| own.or_else(|| default.clone());
        let item = LoadResult::Problem(Box::new(LoadedProblem {
            id,
            file: self.source.name.clone(),
            line,
            column,
            title: text(section.title, &defaults.title),
            author: text(section.author, &defaults.author),
            source: text(section.source, &defaults.source),
            tags: section.tags.or_else(|| defaults.tags.clone()).unwrap_or_default(),
            variant: setup.variant,
            chosen_rules: setup.chosen,
            problem: setup.problem,
            expect: setup.expect,
            published: section.published.or_else(|| defaults.published.clone()),
            solution: setup.solution,
            meta: section.meta.or_else(|| defaults.meta.clone()).unwrap_or_default(),
            notes: Vec::new(),
        }));
        match self.options.at {
            PositionChoice::Stated | PositionChoice::Start => self.items.push(item),
            _ => self.items.extend(line_positions::choose(item, self.options)),
        }
    }

    /// Errors of a variant that cannot be loaded: all errors the first time, then only a reference
    /// to them.
    fn unusable_variant(
        &mut self,
        root: &YamlNode<'_>,
        name: &str,
        place: &[PathStep],
        own: bool,
        failure: RulesError,
    ) -> Vec<Diagnostic> {
        let first = self.unusable.insert(name.to_owned());
        if place.is_empty() {
            return if first { failure.on_command_line(name) } else { Vec::new() };
        }
        let complaint = match failure {
            // Errors that concern all problems of a file are reported once.
            _ if !first && !own => return Vec::new(),
            RulesError::Unknown { message, help } => {
                DocumentError::new("E0211", place.to_vec(), message).help(help)
            }
            RulesError::File(diagnostics) if first => return diagnostics,
            RulesError::File(_) | RulesError::Options(_) => {
                let message = tr!(problems_rule_file_errors, path = name);
                DocumentError::new("E0211", place.to_vec(), message)
            }
        };
        vec![locate(self.source, root, &complaint)]
    }
}

impl DocumentHeader {
    fn none() -> DocumentHeader {
        DocumentHeader {
            variant: None,
            defaults: ProblemKeys::default(),
            unsettled: false,
            errors: Vec::new(),
            lost: 0,
        }
    }

    /// Adds an error found in a problem; the next problem would find it again.
    fn add(&mut self, diagnostic: Diagnostic) {
        let known = |known: &Diagnostic| {
            known.span == diagnostic.span && known.message == diagnostic.message
        };
        if !self.errors.iter().any(known) {
            self.errors.push(diagnostic);
        }
    }
}

impl SchemaReport {
    /// True if keys that change the problems have errors.
    fn settle_nothing(&self) -> bool {
        self.unsettled.iter().chain(&self.respelt).any(|key| matters(key))
    }
}

/// True for a text in which nothing is to be seen.
fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_hidden(c))
}

/// True for a document with several problems, even if `problems` itself is misspelt.
fn is_collection(root: &YamlNode<'_>) -> bool {
    let has = |key: &str| root.get(key).is_some();
    has("problems") || !["id", "position", "board"].into_iter().any(has)
}

/// True for keys that change the problem itself, not only its description.
fn matters(key: &str) -> bool {
    !matches!(
        key,
        "problems" | "title" | "author" | "source" | "tags" | "meta" | "published" | "solution"
    )
}
