//! Loads variants by name or by file, and compiles them once for each set of options.

use crate::io::input;
use crate::io::own_files::OwnFile;
use crate::messages::{list, tr};
use crate::notation::{NotationError, sfen};
use crate::rules::file::RuleFile;
use crate::rules::{Rules, builtin, compile};
use crate::text::similarity::closest;
use crate::text::yaml::schema::{self, Instead, MappingSchema, Schema, SchemaCodes, key, required};
use crate::text::yaml::{YamlNode, YamlValue};
use crate::text::{Diagnostic, DocumentError, PathStep, Source, locate, yaml};
use serde::Deserialize;
use std::collections::HashMap;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Rule files, and sets of rules, that a [`RuleLibrary`] keeps. Maka dai dai takes 65 KB a set, and
/// each problem of a file may choose other options.
const MAX_CACHED_VARIANTS: usize = 64;

/// Cache of variants and rules. Clones share their content, so that all problems of a game share
/// one `Arc<Rules>`.
#[derive(Clone, Debug, Default)]
pub struct RuleLibrary {
    cache: Arc<Mutex<RuleCache>>,
    /// True if variants cannot be rule files.
    built_in_only: bool,
}

#[derive(Debug, Default)]
struct RuleCache {
    files: HashMap<PathBuf, Arc<Result<LoadedRuleFile, Vec<Diagnostic>>>>,
    rules: HashMap<RulesKey, Arc<Rules>>,
}

/// Path of the file, or a built-in name, and the chosen options.
type RulesKey = (PathBuf, Vec<(String, String)>);

/// A rule file in memory.
#[derive(Debug)]
struct LoadedRuleFile {
    file: RuleFile,
    source: Arc<Source>,
}

/// ObjectionKind why the rules of a variant cannot be loaded.
#[derive(Debug)]
pub enum RulesError {
    /// The variant does not exist.
    Unknown {
        /// One sentence.
        message: String,
        /// Suggestion.
        help: String,
    },
    /// The rule file is invalid.
    File(Vec<Diagnostic>),
    /// Options are invalid; `chosen` of each error tells which.
    Options(Vec<DocumentError>),
}

impl RulesError {
    /// Diagnostics of a variant that the command line names. Errors of options are reported
    /// elsewhere.
    pub fn on_command_line(self, variant: &str) -> Vec<Diagnostic> {
        match self {
            RulesError::Unknown { message, help } => {
                let source = Source::new("--variant", variant);
                vec![Diagnostic::new("E0211", &source, 0..variant.len(), message).help(help)]
            }
            RulesError::File(diagnostics) => diagnostics,
            RulesError::Options(_) => Vec::new(),
        }
    }
}

impl RuleLibrary {
    /// A library of the built-in games, which opens no file whatever a text names.
    pub fn built_in_only() -> RuleLibrary {
        RuleLibrary { built_in_only: true, ..RuleLibrary::default() }
    }

    /// Rules of a variant: a built-in name, or the path of a rule file relative to the working
    /// directory. A later option overrides an earlier one.
    ///
    /// # Errors
    /// All errors of the file and of the options.
    pub fn load(
        &self,
        variant: &str,
        chosen: &[(String, String)],
    ) -> Result<Arc<Rules>, Vec<Diagnostic>> {
        self.get(Path::new(""), variant, chosen).map_err(|failure| match failure {
            RulesError::Options(complaints) => {
                complaints.into_iter().map(|c| on_command_line(chosen, c)).collect()
            }
            failure => failure.on_command_line(variant),
        })
    }

    /// Like [`RuleLibrary::load`], for a variant that a file in the directory `base` names.
    ///
    /// # Errors
    /// The reason why the rules cannot be loaded.
    pub fn get(
        &self,
        base: &Path,
        variant: &str,
        chosen: &[(String, String)],
    ) -> Result<Arc<Rules>, RulesError> {
        let is_known = builtin::text(variant).is_some();
        if !is_known && (self.built_in_only || !is_path(variant)) {
            return Err(unknown(variant));
        }
        let key = (place(base, variant), chosen.to_vec());
        if let Some(rules) = self.cache().rules.get(&key) {
            return Ok(rules.clone());
        }
        let (place, _) = &key;
        let known = self.cache().files.get(place).cloned();
        let loaded = known.unwrap_or_else(|| {
            let loaded = Arc::new(load(place, builtin::text(variant)));
            keep(&mut self.cache().files, place.clone(), loaded.clone());
            loaded
        });
        let LoadedRuleFile { file, source } = match loaded.as_ref() {
            Ok(loaded) => loaded,
            Err(diagnostics) => {
                return Err(match &diagnostics[..] {
                    // The fault is in the name, which is in another file.
                    [only] if only.code == "E0201" => unreadable(place, &only.message),
                    all => RulesError::File(all.to_vec()),
                });
            }
        };
        let rules = compile::compile(file, chosen).map_err(|complaints| {
            let (options, own): (Vec<_>, Vec<_>) =
                complaints.into_iter().partition(|complaint| complaint.chosen.is_some());
            if own.is_empty() {
                RulesError::Options(options)
            } else {
                RulesError::File(placed(source, own))
            }
        })?;
        let rules = Arc::new(rules);
        keep(&mut self.cache().rules, key, rules.clone());
        Ok(rules)
    }

    fn cache(&self) -> MutexGuard<'_, RuleCache> {
        // The cache is consistent at all times, even after a panic of another thread.
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds to the cache, and empties it first if it holds [`MAX_CACHED_VARIANTS`] values: few runs need as many.
fn keep<K: Eq + Hash, V>(kept: &mut HashMap<K, V>, key: K, value: V) {
    if kept.len() >= MAX_CACHED_VARIANTS {
        kept.clear();
    }
    kept.insert(key, value);
}

/// Diagnostic about an option of the command line.
pub fn on_command_line(chosen: &[(String, String)], complaint: DocumentError) -> Diagnostic {
    let (name, value) = complaint.chosen.and_then(|i| chosen.get(i)).cloned().unwrap_or_default();
    let source = Source::new("--rule", format!("{name}={value}"));
    let span = 0..source.text.len();
    Diagnostic::new(complaint.code, &source, span, complaint.message).maybe_help(complaint.help)
}

/// A variant that a file in the directory `base` names, as seen from the working directory: a
/// built-in name, or a path.
pub fn place(base: &Path, variant: &str) -> PathBuf {
    match builtin::text(variant) {
        Some(_) => PathBuf::from(variant),
        None => base.join(variant),
    }
}

/// The inverse of [`place`]: how a file in the directory `base` names a variant that is named
/// relative to the working directory.
pub fn seen_from(base: &Path, variant: &str) -> String {
    let path = Path::new(variant);
    if builtin::text(variant).is_some() || path.is_absolute() {
        return variant.to_owned();
    }
    let whole = |folder: &Path| Path::new(".").join(folder).canonicalize();
    let folders = whole(base).and_then(|base| Ok((base, whole(path.parent().unwrap_or(path))?)));
    let Ok((base, folder)) = folders else { return variant.to_owned() };
    let shared = base.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    let mut seen: PathBuf = base.components().skip(shared).map(|_| "..").collect();
    if seen.as_os_str().is_empty() {
        // A bare name would be that of a built-in game.
        seen.push(".");
    }
    seen.extend(folder.components().skip(shared));
    seen.extend(path.file_name());
    seen.display().to_string()
}

/// True if the name can only be a path.
fn is_path(variant: &str) -> bool {
    variant.contains(['/', '\\', '.'])
}

fn unknown(variant: &str) -> RulesError {
    let names: Vec<&str> = builtin::VARIANTS.iter().map(|(name, _)| *name).collect();
    let help = match closest(variant, names.iter().copied()) {
        Some(name) => tr!(text_similar, word = name),
        None => tr!(problems_known_variants, names = list(names)),
    };
    RulesError::Unknown { message: tr!(problems_unknown_variant, variant), help }
}

fn unreadable(place: &Path, message: &str) -> RulesError {
    let why = message.strip_prefix(&*tr!(files_unreadable, why = "")).unwrap_or(message);
    RulesError::Unknown {
        message: tr!(problems_rule_file_unreadable, path = place.display().to_string(), why),
        help: tr!(problems_rule_file_unreadable_help),
    }
}

/// Reads the text of a rule file; `name` appears in errors.
///
/// # Errors
/// All errors of the text.
pub fn read_text(name: &str, text: &str) -> Result<Rules, Vec<Diagnostic>> {
    let bytes = text.as_bytes().to_vec();
    let source = input::text(name, bytes, input::MAX_RULES_MIB).map_err(|error| vec![*error])?;
    try_out(&source).map(|(_, rules)| rules)
}

/// Reads a rule file, and compiles it with its default options.
fn load(place: &Path, builtin: Option<&str>) -> Result<LoadedRuleFile, Vec<Diagnostic>> {
    let source = match builtin {
        Some(text) => Source::new(format!("<{}>", place.display()), text),
        None => read_source(place).map_err(|error| vec![*error])?,
    };
    let (file, _) = try_out(&source)?;
    Ok(LoadedRuleFile { file, source })
}

/// Reads the text of a rule file.
fn read_source(place: &Path) -> Result<Arc<Source>, Box<Diagnostic>> {
    let (name, bytes) = (place.display().to_string(), input::bytes(place, input::MAX_RULES_MIB)?);
    match OwnFile::of(&bytes) {
        Some(kind) => Err(kind.complaint(&name)),
        None => input::text(&name, bytes, input::MAX_RULES_MIB),
    }
}

fn try_out(source: &Arc<Source>) -> Result<(RuleFile, Rules), Vec<Diagnostic>> {
    let file = parse(source)?;
    let rules = compiled(&file).map_err(|complaints| placed(source, complaints))?;
    Ok((file, rules))
}

fn parse(source: &Arc<Source>) -> Result<RuleFile, Vec<Diagnostic>> {
    let mut tree = yaml::parse(&source.text);
    let mut found = yaml::syntax_error(source, &tree).into_iter().collect::<Vec<_>>();
    if found.is_empty() && tree.documents.len() != 1 {
        found.push(match tree.documents.get(1) {
            Some(second) => {
                let span = yaml::visible_span(&source.text, second);
                Diagnostic::new("E0110", source, span, tr!(problems_rule_file_second))
            }
            None => Diagnostic::new("E0110", source, 0..0, tr!(problems_rule_file_empty)),
        });
    }
    if let Some((key, _)) = tree.documents.first().and_then(|root| root.entry("problems")) {
        let span = yaml::visible_span(&source.text, key);
        found.push(Diagnostic::new("E0110", source, span, tr!(problems_not_a_rule_file)));
    }
    if !found.is_empty() {
        return Err(found);
    }
    let root = &mut tree.documents[0];
    found = schema::check(source, CODES, root, &Schema::Keys(&FILE)).found;
    match RuleFile::deserialize(&*root) {
        Ok(file) if found.is_empty() => Ok(file),
        // A file with errors is compiled too, so that all errors are reported at once.
        Ok(file) => {
            let complaints = compiled(&file).err().into_iter().flatten();
            let complaints = complaints.filter(|complaint| is_settled(root, complaint));
            found.extend(complaints.map(|complaint| locate(source, root, &complaint)));
            found.sort_by_key(|diagnostic| diagnostic.span.start);
            Err(found)
        }
        Err(misfit) => {
            if found.is_empty() {
                found.push(Diagnostic::new("E0110", source, 0..0, misfit.to_string()));
            }
            Err(found)
        }
    }
}

/// Rules of a file that fits the schema, or all errors of its values.
fn compiled(file: &RuleFile) -> Result<Rules, Vec<DocumentError>> {
    let rules = compile::compile(file, &[])?;
    let complain = |error: NotationError| {
        let complaint = DocumentError::new(error.code, vec!["initial_sfen".into()], error.message);
        DocumentError { help: error.help, ..complaint.within(error.at) }
    };
    match sfen::read(&rules, &rules.start) {
        Ok(_) => Ok(rules),
        Err(errors) => Err(errors.into_iter().map(complain).collect()),
    }
}

/// True if an error is about the content of the file, and does not merely follow from a missing key
/// or from one that [`schema::check`] has removed: a piece without an id is in no start position.
fn is_settled(root: &YamlNode<'_>, complaint: &DocumentError) -> bool {
    let mut node = root;
    for (depth, step) in complaint.path.iter().enumerate() {
        let next = match step {
            PathStep::Key(name) => node.get(name),
            PathStep::Item(i) => match &node.data {
                YamlValue::List(items) => items.get(*i),
                _ => None,
            },
        };
        let Some(next) = next.filter(|next| !next.is_null()) else { return false };
        // Errors refer to pieces by their ids.
        if depth == 1 && matches!(step, PathStep::Item(_)) && next.get("id").is_none() {
            return false;
        }
        node = next;
    }
    let names = |keys: &[&str]| {
        let path = complaint.path.iter().map(|step| match step {
            PathStep::Key(key) => key.as_str(),
            PathStep::Item(_) => "",
        });
        path.eq(keys.iter().copied())
    };
    let of_all = names(&["pieces"]) || names(&["initial_sfen"]);
    let pieces = match root.get("pieces").map(|pieces| &pieces.data) {
        Some(YamlValue::List(pieces)) => pieces.iter().all(|piece| piece.get("id").is_some()),
        _ => false,
    };
    let board = root
        .get("board")
        .is_some_and(|board| ["files", "ranks"].iter().all(|side| board.get(side).is_some()));
    // The size of the board limits the zone.
    (!of_all || pieces && board) && (!names(&["rules", "zone"]) || board)
}

/// Diagnostics of errors, with their places in the text.
fn placed(source: &Arc<Source>, complaints: Vec<DocumentError>) -> Vec<Diagnostic> {
    let tree = yaml::parse(&source.text);
    let place = |complaint: &DocumentError| match tree.documents.first() {
        Some(root) => locate(source, root, complaint),
        None => Diagnostic::new(complaint.code, source, 0..0, complaint.message.as_str()),
    };
    let mut found: Vec<Diagnostic> = complaints.iter().map(place).collect();
    found.sort_by_key(|diagnostic| diagnostic.span.start);
    found
}

const CODES: SchemaCodes = SchemaCodes {
    unknown: "E0109",
    kind: "E0110",
    missing: "E0111",
    twice: "E0112",
    alias: "E0113",
};

static FILE: MappingSchema = MappingSchema {
    what: || tr!(problems_schema_rule_file),
    keys: &[
        required("name", Schema::Text, || tr!(problems_needs_name)),
        key("title", Schema::Text),
        key("title_ja", Schema::Text),
        required("board", Schema::Keys(&BOARD), || tr!(problems_needs_board)),
        key("rules", Schema::Names(&Schema::Any)),
        required("initial_sfen", Schema::Text, || tr!(problems_needs_initial_sfen)),
        required("pieces", Schema::List(&Schema::Keys(&PIECE)), || tr!(problems_needs_pieces)),
        key("notes", Schema::List(&Schema::Text)),
        key("notes_ja", Schema::List(&Schema::Text)),
        key("setup", Schema::Any),
        key("pieces_per_side", Schema::Any),
        key("initial_types", Schema::Any),
    ],
    instead: &[
        ("options", Instead::Text(|| tr!(problems_instead_options))),
        ("start", Instead::Text(|| tr!(problems_instead_start))),
        ("position", Instead::Text(|| tr!(problems_instead_start))),
    ],
    below: &[("board", &BOARD)],
};

static BOARD: MappingSchema = MappingSchema {
    what: || tr!(problems_schema_board),
    keys: &[
        required("files", SIDE, || tr!(problems_needs_files)),
        required("ranks", SIDE, || tr!(problems_needs_ranks)),
    ],
    instead: &[
        ("width", Instead::Key("files")),
        ("height", Instead::Key("ranks")),
        ("size", Instead::Text(|| tr!(problems_instead_size))),
    ],
    below: &[],
};

static REGION: MappingSchema = MappingSchema {
    what: || tr!(problems_schema_region),
    keys: &[key("files", Schema::List(&SIDE)), key("ranks", Schema::List(&SIDE))],
    instead: &[],
    below: &[],
};

const SIDE: Schema = Schema::Number(1..=25, || tr!(problems_schema_side));

const RANK: Schema = Schema::Number(0..=255, || tr!(problems_schema_rank));

const fn for_readers(name: &'static str) -> schema::KeySchema {
    key(name, Schema::Any)
}

static PIECE: MappingSchema = MappingSchema {
    what: || tr!(problems_schema_piece),
    keys: &[
        required("id", Schema::Text, || tr!(problems_needs_piece_id)),
        required("name", Schema::Text, || tr!(problems_needs_piece_name)),
        key("kanji", Schema::Text),
        key("romaji", Schema::Text),
        required("betza", Schema::Text, || tr!(problems_needs_betza)),
        key("promotes_to", Schema::Text),
        key("promotes_to_any", Schema::List(&Schema::Text)),
        key("royal", Schema::Flag),
        key("potentially_royal", Schema::Flag),
        key("pawn", Schema::Flag),
        key("region", Schema::Keys(&REGION)),
        key("rank", RANK),
        key("burns", Schema::Flag),
        key("alternatives", Schema::Names(&Schema::Text)),
        key("aliases", Schema::List(&Schema::Text)),
        for_readers("betza_seed"),
        for_readers("moves"),
        for_readers("leaps"),
        for_readers("special"),
        for_readers("lion_lines"),
        for_readers("seed_says"),
        for_readers("agree"),
        for_readers("differ"),
    ],
    instead: &[
        ("movement", Instead::Text(|| tr!(problems_instead_movement))),
        ("promotion", Instead::Text(|| tr!(problems_instead_promotion))),
        ("king", Instead::Text(|| tr!(problems_instead_king))),
    ],
    below: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::compile::SOURCE_SETS;
    use crate::rules::{betza, describe, options};

    #[test]
    fn rules_kept_are_bounded_whatever_options_are_chosen() {
        let library = RuleLibrary::default();
        let first = library.load("chu", &[]).unwrap();
        for zone in 0..12 {
            for piece in ["P", "L", "P,L", "GB", "RC", "P,GB", "none", "SM"] {
                let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
                let chosen = [option("zone", &zone.to_string()), option("second_chance", piece)];
                let rules = library.load("chu", &chosen).unwrap();
                assert!(Arc::ptr_eq(&rules, &library.load("chu", &chosen).unwrap()));
            }
        }
        assert!(library.cache().rules.len() <= MAX_CACHED_VARIANTS);
        assert_eq!(library.load("chu", &[]).unwrap().name, first.name);
    }

    #[test]
    fn the_vocabulary_is_complete() {
        let readme = include_str!("../../variants/README.md");
        let mut words: Vec<String> = Vec::new();
        for table in [&FILE, &BOARD, &PIECE, &REGION] {
            words.extend(table.keys.iter().map(|key| key.name.to_owned()));
        }
        words.extend(options::NAMES.iter().map(|name| (*name).to_owned()));
        words.extend(betza::WORDS.iter().map(|word| format!("[{word}]")));
        words.extend(SOURCE_SETS.iter().map(|set| set.name.to_owned()));
        let rules = builtin::rules("maka_dai_dai", &[]).unwrap().unwrap();
        for setting in describe::settings(&rules) {
            if let describe::Allowed::Words(values) = setting.allowed {
                words.extend(values.iter().map(|value| (*value).to_owned()));
            }
        }
        assert!(words.len() > 90);
        for word in words {
            assert!(readme.contains(&format!("`{word}`")), "{word}");
        }
    }

    #[test]
    fn the_example_of_the_vocabulary_is_a_game() {
        let readme = include_str!("../../variants/README.md");
        let example = readme.split("```").nth(1).and_then(|text| text.strip_prefix("yaml\n"));
        let rules = read_text("README.md", example.unwrap()).unwrap();
        assert_eq!((rules.name.as_str(), rules.kinds.len(), rules.options.zone), ("tiny", 3, 1));
    }

    #[test]
    fn every_built_in_file_is_read_here_as_there() {
        for (name, text) in builtin::VARIANTS {
            let there = builtin::rules(name, &[]).unwrap().unwrap();
            assert_eq!(read_text(name, text).unwrap(), there);
            assert_eq!(*RuleLibrary::default().load(name, &[]).unwrap(), there);
        }
    }
}
