//! What `solve` and `show` read: files, folders, standard input, positions on the command line.

use super::Failure;
use super::common::{Attacker, Forcing, Game, Place, wrong};
use crate::io::problems::{self, Context, Item};
use crate::io::results::{Outcome, Verdict};
use crate::io::rule_file::Library;
use crate::io::{Diagnostic, Entry, Source, results, sfen_list};
use crate::notation::sfen;
use crate::referee::Reason;
use clap::builder::PossibleValuesParser;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use strsim::jaro_winkler;

/// The ends of the names of problem files in a folder.
pub const EXTENSIONS: [&str; 10] =
    ["yaml", "yml", "sfen", "kif", "kifu", "ki2", "ki2u", "csa", "jkf", "bod"];

/// Tags that are named to somebody who asked for another.
const TAGS_SHOWN: usize = 20;

/// Where problems come from, and how they are to be understood.
#[derive(Clone, Debug, clap::Args)]
pub struct Inputs {
    /// Problem files (YAML, SFEN lists, KIF, KI2, CSA, JKF, BOD), folders with such files, or `-` for
    /// standard input
    #[arg(value_name = "FILES|DIRS")]
    paths: Vec<PathBuf>,
    /// A position in extended SFEN, in quotes: "4k4/9/4P4/9/9/9/9/9/9 b G 1"; may be repeated
    #[arg(long, visible_alias = "position", value_name = "POS")]
    sfen: Vec<String>,
    #[command(flatten)]
    game: Game,
    /// What the attacker may play, whatever the files say
    #[arg(long, value_enum, value_name = "WHAT")]
    forcing: Option<Forcing>,
    /// The side that attacks, whatever the files say; without either it is the side to move
    #[arg(long, value_enum, value_name = "SIDE")]
    attacker: Option<Attacker>,
    /// Accept a position despite this objection; may be repeated
    #[arg(long, value_name = "REASON",
          value_parser = PossibleValuesParser::new(Reason::pardonable()))]
    allow: Vec<String>,
    /// Only problems with this tag; may be repeated, any of them will do
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
}

/// What was read.
pub struct Read {
    /// Problems, and what could not be read, in input order.
    pub items: Vec<Item>,
    /// The rules that were loaded.
    pub library: Library,
}

impl Inputs {
    /// True if nothing is named that could be read.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty() && self.sfen.is_empty()
    }

    /// Reads everything with so many threads, in the order of the command line, positions last.
    ///
    /// # Errors
    /// What is wrong with the arguments themselves. What is wrong with a problem is an item.
    pub fn read(&self, threads: usize) -> Result<Read, Failure> {
        self.read_as(Context { threads, ..self.context()? })
    }

    /// The same with one thread, and with every reason for refusing a position pardoned.
    ///
    /// # Errors
    /// As for [`Inputs::read`].
    pub fn read_leniently(&self) -> Result<Read, Failure> {
        self.read_as(Context { allow: Reason::ALL.to_vec(), ..self.context()? })
    }

    fn read_as(&self, context: Context) -> Result<Read, Failure> {
        let mut items = Vec::new();
        for found in files(&self.paths, &EXTENSIONS, "problem") {
            match found {
                Ok(path) if is_position(&path) => {
                    let errors = vec![*stray_position(&path)];
                    items.push(Item::Broken { id: None, errors });
                }
                Ok(path) => items.append(&mut problems::read_path(&path, &context)),
                Err(error) => items.push(Item::Broken { id: None, errors: vec![*error] }),
            }
        }
        let first = items.len();
        for text in &self.sfen {
            items.append(&mut sfen_list::read(&Source::new("--sfen", text.as_str()), &context));
        }
        for (i, item) in items[first..].iter_mut().enumerate() {
            let number = (i + 1).to_string();
            match item {
                Item::Problem(entry) => entry.id = number,
                Item::Broken { id, .. } => *id = Some(number),
            }
        }
        let items = self.tagged(items)?;
        Ok(Read { items, library: context.library })
    }

    /// Takes these for what was named: understands them as is asked, and keeps those with the tags.
    ///
    /// # Errors
    /// As for [`Inputs::read`].
    pub fn read_instead(
        &self,
        read: impl FnOnce(&Context) -> Vec<Item>,
    ) -> Result<Vec<Item>, Failure> {
        self.tagged(read(&self.context()?))
    }

    /// Those with one of the tags, if any are asked for.
    fn tagged(&self, mut items: Vec<Item>) -> Result<Vec<Item>, Failure> {
        if !self.tags.is_empty() {
            self.check_tags(&items)?;
            items.retain(|item| match item {
                Item::Problem(entry) => entry.tags.iter().any(|tag| self.tags.contains(tag)),
                Item::Broken { .. } => true,
            });
        }
        Ok(items)
    }

    /// A tag that no problem has is a wrong argument, as a name that is misspelt; what is wrong with the inputs, one
    /// of which may have it, is told with it.
    fn check_tags(&self, items: &[Item]) -> Result<(), Failure> {
        let (mut known, mut broken) = (BTreeSet::new(), Vec::new());
        for item in items {
            match item {
                Item::Problem(entry) => known.extend(entry.tags.iter().map(String::as_str)),
                Item::Broken { errors, .. } => broken.extend(errors.iter().cloned()),
            }
        }
        let unknown = self.tags.iter().filter(|tag| !known.contains(tag.as_str()));
        let mut errors: Vec<Diagnostic> = unknown.map(|tag| unknown_tag(tag, &known)).collect();
        if errors.is_empty() {
            return Ok(());
        }
        errors.append(&mut broken);
        Err(errors.into())
    }

    fn context(&self) -> Result<Context, Failure> {
        let allow = self.allow.iter().filter_map(|name| Reason::from_name(name)).collect();
        let context = Context {
            default_variant: self.game.variant.clone(),
            rules: self.game.chosen()?,
            forcing: self.forcing.map(Into::into),
            attacker: self.attacker.map(Into::into),
            allow,
            ..Context::default()
        };
        context.library.load(&context.default_variant, &[])?;
        Ok(context)
    }
}

/// True for what is named as a file, and is a position.
fn is_position(path: &Path) -> bool {
    let text = path.to_str().unwrap_or_default();
    let mut words = text.split_whitespace();
    let board = words.next().is_some_and(|board| board.matches('/').count() > 1);
    let side = words.next().is_some_and(|side| ["b", "w"].contains(&side));
    (board && side || text == "startpos") && !path.exists()
}

fn stray_position(path: &Path) -> Box<Diagnostic> {
    let text = path.display().to_string();
    let source = Source::new("FILES", text.clone());
    let message = "there is no such file; this is a position";
    let error = Diagnostic::new("E0201", &source, 0..text.len(), message);
    Box::new(error.help(format!("write --sfen \"{text}\"")))
}

fn unknown_tag(tag: &str, known: &BTreeSet<&str>) -> Diagnostic {
    let mut known: Vec<&str> = known.iter().copied().collect();
    known.sort_by(|a, b| jaro_winkler(b, tag).total_cmp(&jaro_winkler(a, tag)));
    let help = match known.split_at_checked(TAGS_SHOWN) {
        Some((first, rest)) if !rest.is_empty() => {
            format!("known: {}, and {} more", first.join(", "), rest.len())
        }
        _ if known.is_empty() => "no problem here has a tag".to_owned(),
        _ => format!("known: {}", known.join(", ")),
    };
    let place = Place { option: "--tag", text: tag, span: 0..tag.len() };
    wrong("E0711", place, format!("no problem has the tag `{tag}`"), help)
}

/// A file that is meant, or what is wrong with a folder.
pub type Found = Result<PathBuf, Box<Diagnostic>>;

/// The files that are meant: what is named, and of folders all files whose names end so, sorted by path. In place of
/// those of a folder that cannot be read, or has none, stands what is wrong with it.
pub fn files(paths: &[PathBuf], ends: &[&str], what: &str) -> Vec<Found> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            walk(path, ends, &mut files);
            if files.len() == before {
                let message = format!("there is no {what} file in this folder");
                let help = format!("their names end in .{}", ends.join(", ."));
                files.push(Err(about_folder("E0219", path, message, help)));
            }
        } else {
            files.push(Ok(path.clone()));
        }
    }
    files
}

fn about_folder(
    code: &'static str,
    folder: &Path,
    message: String,
    help: String,
) -> Box<Diagnostic> {
    let source = Source::new(folder.display().to_string(), "");
    Box::new(Diagnostic::new(code, &source, 0..0, message).help(help))
}

/// Adds the files below a folder whose names end so, sorted by path. Links to folders are not followed.
fn walk(folder: &Path, ends: &[&str], files: &mut Vec<Found>) {
    let list = || -> std::io::Result<Vec<(PathBuf, bool)>> {
        let entries = std::fs::read_dir(folder)?;
        entries.map(|entry| entry.and_then(|e| Ok((e.path(), e.file_type()?.is_dir())))).collect()
    };
    let mut entries = match list() {
        Ok(entries) => entries,
        Err(error) => {
            let message = format!("the folder cannot be read: {error}");
            let help = "look at its permissions".to_owned();
            return files.push(Err(about_folder("E0201", folder, message, help)));
        }
    };
    entries.sort_unstable();
    for (path, is_folder) in entries {
        let known = path
            .extension()
            .is_some_and(|end| ends.iter().any(|known| end.eq_ignore_ascii_case(known)));
        if is_folder {
            walk(&path, ends, files);
        } else if known && path.is_file() {
            files.push(Ok(path));
        }
    }
}

/// The options in which an entry's rules differ from the variant's own.
fn changed_rules(library: &Library, entry: &Entry) -> serde_json::Map<String, serde_json::Value> {
    let rules = entry.problem.rules();
    if rules.changed.is_empty() {
        return serde_json::Map::new();
    }
    let plain = library.load(&entry.variant, &[]).ok();
    results::changed_rules(rules, plain.as_deref())
}

/// A result that says which problem it is of, and nothing of it yet.
pub fn outcome(library: &Library, entry: &Entry, key: String) -> Outcome {
    let problem = &entry.problem;
    Outcome {
        id: entry.id.clone(),
        key,
        file: file(entry),
        shard: None,
        variant: problem.rules().name.clone(),
        rules: changed_rules(library, entry),
        forcing: problem.forcing().name().to_owned(),
        attacker: results::side_name(problem.attacker()).to_owned(),
        position: sfen::write(problem.rules(), problem.position()),
        verdict: Verdict::Unknown,
        stopped_by: None,
        no_mate_within: None,
        plies: None,
        shortest: None,
        line: None,
        refutation: None,
        leftover: None,
        leftover_proved: None,
        nodes: None,
        time_ms: None,
        threads: None,
        hash_used: None,
        certificate: None,
        expected: None,
    }
}

/// The file of an entry; none for a position of the command line.
pub fn file(entry: &Entry) -> Option<String> {
    (!entry.file.starts_with("--")).then(|| entry.file.clone())
}
