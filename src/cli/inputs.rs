//! Inputs of `solve`, `analyze` and `show`: files, folders, standard input, and positions on the
//! command line.

use super::Failure;
use super::common::{ArgumentSpan, AttackerArg, ForcingArg, GameArgs, argument_error};
use super::input_files::InputFiles;
use super::run_options::RunOptions;
use crate::io::problems::LoadedDocument;
use crate::io::problems::PositionChoice;
use crate::io::problems::rule_file::RuleLibrary;
use crate::io::problems::{LoadResult, LoadedProblem, ReadOptions, sfen_list};
use crate::io::problems::{ProblemSink, stream};
use crate::io::results::{self, Outcome, ResultVerdict};
use crate::messages::{list, os_error, tr};
use crate::notation::sfen;
use crate::referee::ObjectionKind;
use crate::text::{Diagnostic, Source};
use clap::builder::PossibleValuesParser;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use strsim::jaro_winkler;

/// Extensions of the problem files that are read in a folder.
const EXTENSIONS: [&str; 10] =
    ["yaml", "yml", "sfen", "kif", "kifu", "ki2", "ki2u", "csa", "jkf", "bod"];

/// Tags that the error message for an unknown tag lists.
const MAX_LISTED_TAGS: usize = 20;

/// Options that choose problems.
#[derive(Clone, Debug, clap::Args)]
pub struct InputArgs {
    #[arg(value_name = "FILES|DIRS", help = tr!(help_input_paths))]
    paths: Vec<PathBuf>,
    #[arg(long, visible_alias = "position", value_name = "POS", help = tr!(help_input_sfen))]
    sfen: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    #[arg(long, value_enum, value_name = "WHAT", help = tr!(help_input_forcing))]
    forcing: Option<ForcingArg>,
    #[arg(long, value_enum, value_name = "SIDE", help = tr!(help_input_attacker))]
    attacker: Option<AttackerArg>,
    #[arg(long, value_name = "REASON",
          value_parser = PossibleValuesParser::new(ObjectionKind::acceptable()),
          help = tr!(help_input_allow))]
    allow: Vec<String>,
    #[command(flatten)]
    which: PositionArgs,
    #[arg(long = "tag", value_name = "TAG", help = tr!(help_input_tags))]
    tags: Vec<String>,
}

/// Options that choose positions of game records.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PositionArgs {
    #[arg(long, value_name = "MOVE|end", value_parser = at, conflicts_with = "every",
          help = tr!(help_position_at))]
    at: Option<PositionChoice>,
    #[arg(long, help = tr!(help_position_every))]
    every: bool,
    #[arg(long, help = tr!(help_position_fill_hand))]
    fill_hand: bool,
}

impl PositionArgs {
    /// Adds these options to those of the reader.
    pub fn apply(&self, options: ReadOptions) -> ReadOptions {
        let at = if self.every { PositionChoice::Every } else { self.at.unwrap_or(options.at) };
        ReadOptions { at, fill_hand: self.fill_hand, ..options }
    }
}

fn at(text: &str) -> Result<PositionChoice, String> {
    match text {
        "end" => Ok(PositionChoice::End),
        "start" => Ok(PositionChoice::Start),
        _ => text.parse().map(PositionChoice::Ply).map_err(|_| tr!(inputs_expected_move)),
    }
}

impl InputArgs {
    /// True if the user named no input.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty() && self.sfen.is_empty()
    }

    /// The files that are read: problem files, and the rule file of the game.
    pub fn files(&self) -> InputFiles {
        let problems = problem_files(&self.paths).into_iter().flatten();
        InputFiles::new(problems.chain(self.game.rule_file()))
    }

    /// Adds the options that choose and read problems to those of a run. Paths may differ between
    /// the machines of a cluster, so they are not among them.
    pub fn record(&self, options: RunOptions) -> RunOptions {
        let PositionArgs { at, every, fill_hand } = &self.which;
        let game = self.game.record(options);
        game.choice("forcing", self.forcing, None)
            .choice("attacker", self.attacker, None)
            .list("allow", &self.allow)
            .value("at", at.map(|at| format!("{at:?}").to_lowercase()))
            .flag("every", *every)
            .flag("fill-hand", *fill_hand)
            .list("tag", &self.tags)
    }

    /// Reads all inputs with `threads` threads in the order of the command line; positions come
    /// last.
    ///
    /// # Errors
    /// Invalid arguments, or more than `limit` problems. An invalid problem is a
    /// [`LoadResult::Broken`].
    pub fn read(&self, threads: usize, limit: usize) -> Result<Vec<LoadResult>, Failure> {
        self.read_as(ReadOptions { threads, ..self.options()? }, limit)
    }

    /// Like [`InputArgs::blocks`], but accepts positions despite every objection.
    ///
    /// # Errors
    /// Like [`InputArgs::blocks`].
    pub fn blocks_leniently(
        &self,
        reading: &Reading,
        each: &mut dyn FnMut(&mut ProblemBlock) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let &Reading { threads, live, .. } = reading;
        let options = ReadOptions { threads, live, ..self.options()? };
        let at =
            if options.at == PositionChoice::Stated { PositionChoice::Start } else { options.at };
        let options = ReadOptions { allow: ObjectionKind::ALL.to_vec(), at, ..options };
        self.blocks_as(&options, reading, each)
    }

    fn read_as(&self, options: ReadOptions, limit: usize) -> Result<Vec<LoadResult>, Failure> {
        let mut items = Vec::new();
        let all = &mut |block: &mut ProblemBlock| {
            items.append(&mut block.items);
            match items.len() > limit {
                true => Err(Failure::Message(tr!(inputs_too_many, limit))),
                false => Ok(()),
            }
        };
        self.blocks_as(&options, &Reading::everything(), all)?;
        Ok(items)
    }

    /// Reads all inputs in the order of the command line, positions last, and passes them to `each`
    /// in blocks, so that memory use does not depend on the length of the input. There is at least
    /// one block.
    ///
    /// # Errors
    /// Invalid arguments, the errors of `each`, and [`Failure::Closed`] if the run has to stop while
    /// it waits for input. An invalid problem is a [`LoadResult::Broken`].
    pub fn blocks(
        &self,
        reading: &Reading,
        each: &mut dyn FnMut(&mut ProblemBlock) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let &Reading { threads, live, .. } = reading;
        let options = ReadOptions { threads, live, ..self.options()? };
        self.blocks_as(&options, reading, each)
    }

    fn blocks_as(
        &self,
        options: &ReadOptions,
        reading: &Reading,
        each: &mut dyn FnMut(&mut ProblemBlock) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let block = ProblemBlock {
            items: Vec::new(),
            first: true,
            last: false,
            library: options.library.clone(),
        };
        let mut collector = Collector {
            tags: &self.tags,
            known: BTreeSet::new(),
            broken: Vec::new(),
            reading,
            number: 0,
            block,
            each,
        };
        for found in problem_files(&self.paths) {
            match found {
                Ok(path) if is_position(&path) => {
                    let errors = vec![*stray_position(&path)];
                    collector.offer(LoadResult::Broken { id: None, errors })?;
                }
                Ok(path) => stream::path(&path, options, &mut collector)?,
                Err(error) => {
                    collector.offer(LoadResult::Broken { id: None, errors: vec![*error] })?;
                }
            }
        }
        for (i, text) in self.sfen.iter().enumerate() {
            let source = Source::new("--sfen", text.as_str());
            for mut item in sfen_list::read(&source, options) {
                // `1`, or `1@87`.
                let number = |id: &str| match id.split_once('@') {
                    Some((_, ply)) => format!("{}@{ply}", i + 1),
                    None => (i + 1).to_string(),
                };
                match &mut item {
                    LoadResult::Problem(entry) => entry.id = number(&entry.id),
                    LoadResult::Broken { id, .. } => {
                        *id = Some(number(id.as_deref().unwrap_or_default()))
                    }
                }
                collector.offer(item)?;
            }
        }
        collector.close()
    }

    /// Uses the problems of `read` in place of the inputs: applies the options, and filters by
    /// tags.
    ///
    /// # Errors
    /// Like [`InputArgs::read`].
    pub fn read_instead(
        &self,
        read: impl FnOnce(&ReadOptions) -> Vec<LoadResult>,
    ) -> Result<Vec<LoadResult>, Failure> {
        let mut items = read(&self.options()?);
        if !self.tags.is_empty() {
            let (known, broken) = tags_of(&items);
            check_tags(&self.tags, &known, broken)?;
            items.retain(|item| has_tag(item, &self.tags));
        }
        Ok(items)
    }

    fn options(&self) -> Result<ReadOptions, Failure> {
        let allow = self.allow.iter().filter_map(|name| ObjectionKind::from_name(name)).collect();
        let options = ReadOptions {
            default_variant: self.game.variant.clone(),
            rules: self.game.chosen()?,
            forcing: self.forcing.map(Into::into),
            attacker: self.attacker.map(Into::into),
            allow,
            ..ReadOptions::default()
        };
        options.library.load(&options.default_variant, &[])?;
        Ok(self.which.apply(options))
    }
}

/// True if the name of a missing file looks like a position.
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
    let error = Diagnostic::new("E0201", &source, 0..text.len(), tr!(inputs_stray_position));
    Box::new(error.help(tr!(inputs_stray_position_help, text)))
}

/// Settings for reading the inputs of a command.
pub struct Reading<'a> {
    /// Threads for reading long lists.
    pub threads: usize,
    /// Positions of a list in standard input form a block as soon as no further one is there.
    pub live: bool,
    /// The reader skips problems for whose number, from 0, this is false.
    pub wants: &'a dyn Fn(usize) -> bool,
    /// True if the run has to stop; asked while it waits for input.
    pub stopped: &'a dyn Fn() -> bool,
}

impl Reading<'_> {
    /// Reads everything, with one thread, in large blocks.
    pub fn everything() -> Reading<'static> {
        Reading { threads: 1, live: false, wants: &|_| true, stopped: &|| false }
    }
}

/// Problems that go through a command together.
pub struct ProblemBlock {
    pub items: Vec<LoadResult>,
    /// True for the first block of a run.
    pub first: bool,
    /// True for the last block of a run.
    pub last: bool,
    /// Rules that the problems use.
    pub library: RuleLibrary,
}

/// Problems of a block. Many threads have enough work, and memory stays bounded.
const BLOCK_PROBLEMS: usize = 20_000;

/// Collects problems into blocks.
struct Collector<'a> {
    tags: &'a [String],
    /// Tags of the problems so far, for messages.
    known: BTreeSet<String>,
    /// Errors of the inputs. The unknown tag may be that of a problem that cannot be read.
    broken: Vec<Diagnostic>,
    reading: &'a Reading<'a>,
    /// Problems so far, without those that the tags exclude.
    number: usize,
    block: ProblemBlock,
    each: &'a mut dyn FnMut(&mut ProblemBlock) -> Result<(), Failure>,
}

impl Collector<'_> {
    /// Counts a problem. True if it passes the filter of the caller.
    fn count(&mut self) -> bool {
        self.number += 1;
        (self.reading.wants)(self.number - 1)
    }

    /// Adds a problem if it passes the filter of the caller.
    fn offer(&mut self, item: LoadResult) -> Result<(), Failure> {
        match self.tags.is_empty() && !self.count() {
            true => Ok(()),
            false => self.add(item),
        }
    }

    fn add(&mut self, item: LoadResult) -> Result<(), Failure> {
        if !self.tags.is_empty() {
            let (known, broken) = tags_of(std::slice::from_ref(&item));
            let room = MAX_REMEMBERED_TAGS.saturating_sub(self.known.len());
            self.known.extend(known.into_iter().take(room));
            let room = MAX_REMEMBERED_TAGS.saturating_sub(self.broken.len());
            self.broken.extend(broken.into_iter().take(room));
            if !has_tag(&item, self.tags) || !self.count() {
                return Ok(());
            }
        }
        if self.block.items.len() >= BLOCK_PROBLEMS {
            self.flush()?;
        }
        self.block.items.push(item);
        Ok(())
    }

    /// Passes on a block that is not the last one.
    fn flush(&mut self) -> Result<(), Failure> {
        (self.each)(&mut self.block)?;
        self.block.items.clear();
        self.block.first = false;
        Ok(())
    }

    /// Passes on the last block.
    fn close(mut self) -> Result<(), Failure> {
        self.block.last = true;
        let tags = check_tags(self.tags, &self.known, std::mem::take(&mut self.broken));
        if self.block.first {
            tags?;
            return (self.each)(&mut self.block);
        }
        (self.each)(&mut self.block)?;
        tags
    }
}

impl ProblemSink<Failure> for Collector<'_> {
    fn wants(&mut self) -> bool {
        !self.tags.is_empty() || self.count()
    }

    fn pause(&mut self) -> Result<(), Failure> {
        if (self.reading.stopped)() {
            return Err(Failure::Closed);
        }
        if self.block.items.is_empty() { Ok(()) } else { self.flush() }
    }

    fn take(&mut self, document: LoadedDocument) -> Result<(), Failure> {
        self.add(document.item)
    }
}

/// Tags that are remembered for messages.
const MAX_REMEMBERED_TAGS: usize = 10_000;

/// True if a problem has one of the tags. A problem that cannot be read may have any tag.
fn has_tag(item: &LoadResult, tags: &[String]) -> bool {
    match item {
        LoadResult::Problem(entry) => entry.tags.iter().any(|tag| tags.contains(tag)),
        LoadResult::Broken { .. } => true,
    }
}

/// Tags of the problems, and the errors of those that cannot be read.
fn tags_of(items: &[LoadResult]) -> (BTreeSet<String>, Vec<Diagnostic>) {
    let (mut known, mut broken) = (BTreeSet::new(), Vec::new());
    for item in items {
        match item {
            LoadResult::Problem(entry) => known.extend(entry.tags.iter().cloned()),
            LoadResult::Broken { errors, .. } => broken.extend(errors.iter().cloned()),
        }
    }
    (known, broken)
}

/// Reports tags that no problem has. The errors of the inputs follow, because a problem that cannot
/// be read may have the tag.
fn check_tags(
    tags: &[String],
    known: &BTreeSet<String>,
    mut broken: Vec<Diagnostic>,
) -> Result<(), Failure> {
    let words: BTreeSet<&str> = known.iter().map(String::as_str).collect();
    let unknown = tags.iter().filter(|tag| !words.contains(tag.as_str()));
    let mut errors: Vec<Diagnostic> = unknown.map(|tag| unknown_tag(tag, &words)).collect();
    if errors.is_empty() {
        return Ok(());
    }
    errors.append(&mut broken);
    Err(errors.into())
}

fn unknown_tag(tag: &str, known: &BTreeSet<&str>) -> Diagnostic {
    let mut known: Vec<&str> = known.iter().copied().collect();
    known.sort_by(|a, b| jaro_winkler(b, tag).total_cmp(&jaro_winkler(a, tag)));
    let help = match known.split_at_checked(MAX_LISTED_TAGS) {
        Some((first, rest)) if !rest.is_empty() => {
            tr!(inputs_known_tags_and_more, tags = list(first), more = rest.len())
        }
        _ if known.is_empty() => tr!(inputs_no_tags),
        _ => tr!(inputs_known_tags, tags = list(known)),
    };
    let place = ArgumentSpan { option: "--tag", text: tag, span: 0..tag.len() };
    argument_error("E0711", place, tr!(inputs_unknown_tag, tag), help)
}

/// A file to read, or the error of a folder.
pub type InputFile = Result<PathBuf, Box<Diagnostic>>;

/// All problem files among the paths, and in folders among them.
pub fn problem_files(paths: &[PathBuf]) -> Vec<InputFile> {
    files(paths, &EXTENSIONS, || tr!(inputs_no_problem_file))
}

/// All files to read: those that the user named, and in folders those with one of the extensions
/// `ends`, sorted by path. A folder that cannot be read or has no such file yields an error in its
/// place; `none` is the message of the latter.
pub fn files(paths: &[PathBuf], ends: &[&str], none: fn() -> String) -> Vec<InputFile> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            walk(path, ends, &mut files);
            if files.len() == before {
                let endings = list(ends.iter().map(|end| format!(".{end}")));
                let help = tr!(inputs_endings, endings);
                files.push(Err(about_folder("E0219", path, none(), help)));
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

/// Adds the files below `folder` with one of the extensions `ends`, sorted by path. Does not follow
/// links to folders.
fn walk(folder: &Path, ends: &[&str], files: &mut Vec<InputFile>) {
    let list = || -> std::io::Result<Vec<(PathBuf, bool)>> {
        let entries = std::fs::read_dir(folder)?;
        entries.map(|entry| entry.and_then(|e| Ok((e.path(), e.file_type()?.is_dir())))).collect()
    };
    let mut entries = match list() {
        Ok(entries) => entries,
        Err(error) => {
            let message = tr!(inputs_folder_unreadable, why = os_error(&error));
            let help = tr!(inputs_check_permissions);
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

/// Options in which the rules of a problem differ from the variant's own.
fn changed_rules(
    library: &RuleLibrary,
    entry: &LoadedProblem,
) -> serde_json::Map<String, serde_json::Value> {
    let rules = entry.problem.rules();
    if rules.changed.is_empty() {
        return serde_json::Map::new();
    }
    let plain = library.load(&entry.variant, &[]).ok();
    results::changed_rules(rules, plain.as_deref())
}

/// Outcome of a problem that has not been solved: its identity, and `unknown`.
pub fn outcome(library: &RuleLibrary, entry: &LoadedProblem, key: String) -> Outcome {
    let problem = &entry.problem;
    Outcome {
        id: entry.id.clone(),
        key,
        file: file(entry),
        shard: None,
        options: None,
        variant: problem.rules().name.clone(),
        rules: changed_rules(library, entry),
        forcing: problem.forcing().name().to_owned(),
        attacker: results::side_name(problem.attacker()).to_owned(),
        position: sfen::write(problem.rules(), problem.position()),
        verdict: ResultVerdict::Unknown,
        stopped_by: None,
        no_mate_within: None,
        plies: None,
        shortest: None,
        line: None,
        line_ja: None,
        refutation: None,
        leftover: None,
        leftover_proved: None,
        composers: None,
        unchecked: None,
        refused: None,
        certified: None,
        interrupted: None,
        from: None,
        own_rules: results::has_own_rules(library, problem.rules()).then_some(true),
        nodes: None,
        time_ms: None,
        threads: None,
        hash_used: None,
        certificate: None,
        expected: None,
    }
}

/// File of a problem; `None` if its position is from the command line.
pub fn file(entry: &LoadedProblem) -> Option<String> {
    (!entry.file.starts_with("--")).then(|| entry.file.clone())
}
