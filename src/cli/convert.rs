//! `tsume convert`: translates between problem files and the formats of other programs.

use super::common::{ArgumentSpan, GameArgs, argument_error, is_folder};
use super::file_names::FileNames;
use super::input_files::{InputFiles, is_same};
use super::input_notes::InputNotes;
use super::inputs::{PositionArgs, problem_files};
use super::{Failure, Status, StdStreams};
use crate::io::files::atomic_file::{self, AtomicFile};
use crate::io::formats::record::GameRecord;
use crate::io::formats::{self, Format};
use crate::io::problems::PositionChoice;
use crate::io::problems::lost_keys::RoundTrip;
use crate::io::problems::{LoadResult, LoadedProblem, ReadOptions, rule_file};
use crate::io::problems::{LoadedDocument, record_problems, writer, yaml_writer};
use crate::io::problems::{ProblemSink, stream};
use crate::io::terminal::signals::Signals;
use crate::messages::{list, tr};
use crate::notation::names::Letters;
use crate::referee::ObjectionKind;
use crate::text::escape::escape_line;
use crate::text::{Diagnostic, encoding};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::cmp::Reverse;
use std::collections::HashMap;

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Arguments of `tsume convert`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = tr!(help_convert_examples),
    about = tr!(help_convert),
    long_about = tr!(help_convert_long)
)]
pub struct Args {
    // At least two paths; options may stand between them, so `run` counts them.
    #[arg(required = true, value_name = "IN> <OUT", help = tr!(help_convert_paths))]
    paths: Vec<PathBuf>,
    #[arg(long, value_name = "ENDING", help = tr!(help_convert_to))]
    to: Option<String>,
    #[arg(long, value_name = "PROGRAM", value_parser = letters_parser(), help = tr!(help_convert_letters))]
    letters: Option<Letters>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    which: PositionArgs,
    #[arg(long, help = tr!(help_convert_overwrite))]
    overwrite: bool,
    #[arg(long, short, help = tr!(help_convert_quiet))]
    quiet: bool,
}

/// Runs the command. A signal ends it between two problems, and removes the unfinished file.
pub fn run(args: &Args, signals: &Signals, streams: &mut StdStreams) -> Result<Status, Failure> {
    let done = convert(args, signals, streams);
    match signals.status() {
        Some(status) => Ok(Status { signal: Some(status), ..Status::default() }),
        None => done,
    }
}

fn convert(args: &Args, signals: &Signals, streams: &mut StdStreams) -> Result<Status, Failure> {
    let Some((out, inputs)) = args.paths.split_last().filter(|(_, inputs)| !inputs.is_empty())
    else {
        return Err(Failure::Message(tr!(convert_two_paths)));
    };
    let (format, shift_jis) = format(args.to.as_deref(), out)?;
    if args.letters.is_some() && format != Format::Sfen {
        return Err(Failure::Message(tr!(convert_letters_of_lists, format = format.name())));
    }
    let options = ReadOptions {
        default_variant: args.game.variant.clone(),
        rules: args.game.chosen()?,
        // Any placement can be converted, and YAML records the objections under `allow`.
        allow: ObjectionKind::ALL.to_vec(),
        at: PositionChoice::Start,
        ..ReadOptions::default()
    };
    let options = args.which.apply(options);
    options.library.load(&options.default_variant, &options.rules)?;
    let found = problem_files(inputs);
    let inputs: Vec<PathBuf> = found.iter().flatten().cloned().collect();
    if let Some(input) = inputs.iter().find(|input| !args.overwrite && is_same(input, out)) {
        return Err(Failure::Message(overwrites(input, out)));
    }
    signals.orderly();
    let target = Target::open(out, format, &inputs)?;
    let mut run = Run {
        signals,
        streams,
        format,
        letters: args.letters,
        shift_jis,
        target,
        ids: (inputs.len() > 1 || is_folder(out)).then(HashMap::new),
        names: FileNames::default(),
        variants: HashMap::new(),
        folder: if is_folder(out) { out } else { out.parent().unwrap_or(Path::new("")) },
        out,
        usual: String::new(),
        written: 0,
        broken: 0,
        protected: match is_folder(out) && !args.overwrite {
            true => InputFiles::new(inputs.iter().cloned()),
            false => InputFiles::default(),
        },
        comments: Vec::new(),
        lost_keys: Vec::new(),
        notes: InputNotes::new(args.quiet),
        round_trip: RoundTrip::new(format, &options.default_variant),
    };
    for found in found {
        match found {
            Ok(path) => run.file(&path, &options)?,
            Err(error) => run.refuse(&[*error]),
        }
    }
    run.notes.close(run.streams);
    let Run { streams, target, written, broken, comments, lost_keys, .. } = run;
    // Keep an old file if nothing was written, or if it is an input with errors.
    let lost = broken > 0 && matches!(target, Target::File(_));
    if lost && (written == 0 || inputs.iter().any(|input| is_same(input, out))) {
        streams.error(&tr!(convert_unchanged, path = out.display().to_string()));
        return Ok(Status { wrong: true, ..Status::default() });
    }
    target.close().map_err(|error| unwritable(out, &error))?;
    if !args.quiet {
        streams.note(&match broken {
            0 => tr!(convert_written, count = written, format = format.name()),
            _ => tr!(convert_written_broken, count = written, format = format.name(), broken),
        });
        for line in summary(lost_keys) {
            let (format, lost) = (format.name(), escape_line(&line));
            streams.note(&tr!(convert_lost_keys, format, lost));
        }
        for (name, count) in comments {
            streams.note(&tr!(convert_lost_comments, count, path = escape_line(&name)));
        }
    }
    Ok(Status { wrong: broken > 0, ..Status::default() })
}

/// Output format, and whether its encoding is Shift_JIS.
fn format(to: Option<&str>, out: &Path) -> Result<(Format, bool), Failure> {
    let found = match to {
        Some(ending) => Format::of_ending(ending.trim_start_matches('.')),
        None if is_folder(out) => None,
        None => Format::of_name(out),
    };
    let (option, text) = match to {
        Some(ending) => ("--to", ending.to_owned()),
        None => ("OUT", out.display().to_string()),
    };
    found.ok_or_else(|| {
        let place = ArgumentSpan { option, text: &text, span: 0..text.len() };
        let endings: Vec<&str> =
            formats::FORMATS.iter().flat_map(|(_, ends)| ends.iter().map(|end| end.0)).collect();
        let help = match to {
            Some(_) => tr!(convert_formats, endings = list(endings)),
            None => tr!(convert_format_help),
        };
        let message = tr!(convert_no_format, text = text.as_str());
        Failure::Input(vec![argument_error("E0706", place, message, help)])
    })
}

/// Reads `--letters`.
fn letters_parser() -> impl TypedValueParser<Value = Letters> {
    PossibleValuesParser::new(["lishogi", "xboard"]).map(|name| match name.as_str() {
        "lishogi" => Letters::Lishogi,
        _ => Letters::XBoard,
    })
}

fn overwrites(input: &Path, out: &Path) -> String {
    let (output, input) = (out.display().to_string(), input.display().to_string());
    tr!(convert_overwrites, output, input)
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Failure::Closed;
    }
    Failure::unwritable(path, error)
}

/// Destination of the problems.
enum Target {
    Stdout(BufWriter<io::Stdout>),
    File(AtomicFile),
    Folder(PathBuf),
}

impl Target {
    fn open(out: &Path, format: Format, inputs: &[PathBuf]) -> Result<Target, Failure> {
        let fail = |error| unwritable(out, &error);
        if out == Path::new("-") {
            return Ok(Target::Stdout(BufWriter::new(io::stdout())));
        }
        if is_folder(out) {
            std::fs::create_dir_all(out).map_err(fail)?;
            return Ok(Target::Folder(out.to_owned()));
        }
        if !format.holds_many() && inputs.len() > 1 {
            return Err(Failure::Message(one_only(format, out)));
        }
        AtomicFile::begin(out).map(Target::File).map_err(fail)
    }

    fn write(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        match self {
            Target::Stdout(out) => out.write_all(bytes),
            Target::File(atomic_file) => atomic_file.write_all(bytes),
            Target::Folder(folder) => {
                atomic_file::write(&folder.join(name), |out| out.write_all(bytes))
            }
        }
    }

    fn close(self) -> io::Result<()> {
        match self {
            Target::Stdout(mut out) => out.flush(),
            Target::File(atomic_file) => atomic_file.finish(),
            Target::Folder(_) => Ok(()),
        }
    }

    fn is_folder(&self) -> bool {
        matches!(self, Target::Folder(_))
    }
}

fn one_only(format: Format, out: &Path) -> String {
    tr!(convert_one_only, format = format.name(), output = out.display().to_string())
}

struct Run<'a> {
    signals: &'a Signals,
    streams: &'a mut StdStreams,
    format: Format,
    letters: Option<Letters>,
    shift_jis: bool,
    target: Target,
    /// Last number behind each id, where ids of several files can collide.
    ids: Option<HashMap<String, usize>>,
    /// File names in the output folder.
    names: FileNames,
    /// Output path, and its folder.
    out: &'a Path,
    folder: &'a Path,
    /// Variants as named from the output folder, by their names from the working directory.
    variants: HashMap<String, String>,
    /// Variant in the heading of the YAML file: that of its first problem.
    usual: String,
    written: usize,
    broken: usize,
    /// Input files, which must not be overwritten.
    protected: InputFiles,
    /// Input files with the number of their comments, which no format keeps.
    comments: Vec<(String, usize)>,
    /// Keys that the output format could not express, with their frequencies.
    lost_keys: Vec<(String, usize)>,
    notes: InputNotes,
    /// Reads the written problem back.
    round_trip: RoundTrip,
}

/// The id, or if it is in use, the id with the first number that makes it a new one.
fn unused_id(ids: &mut HashMap<String, usize>, id: String) -> String {
    let mut new = id.clone();
    while ids.contains_key(&new) {
        let times = ids.entry(id.clone()).or_insert(1);
        *times += 1;
        new = format!("{id}-{times}");
    }
    ids.insert(new.clone(), 1);
    new
}

/// Lost keys by frequency, most frequent first: `3: id, title`.
fn summary(mut lost: Vec<(String, usize)>) -> Vec<String> {
    lost.sort_by_key(|(_, times)| Reverse(*times));
    let line = |alike: &[(String, usize)]| {
        let what: Vec<&str> = alike.iter().map(|(what, _)| what.as_str()).collect();
        tr!(convert_lost_times, count = alike[0].1, keys = list(what))
    };
    lost.chunk_by(|a, b| a.1 == b.1).map(line).collect()
}

impl Run<'_> {
    fn file(&mut self, path: &Path, options: &ReadOptions) -> Result<(), Failure> {
        let name = path.display().to_string();
        let done = stream::path(path, options, &mut Converter { run: self, name: &name });
        done.map_err(|trouble| self.failure(trouble))
    }

    /// Writes a problem. `named` is true if the author chose its id.
    fn item(
        &mut self,
        item: LoadResult,
        record: Option<GameRecord>,
        named: bool,
    ) -> Result<(), Trouble> {
        if self.signals.stopped() {
            return Err(Trouble::Output(io::ErrorKind::Interrupted.into()));
        }
        let mut entry = match item {
            LoadResult::Problem(entry) => *entry,
            LoadResult::Broken { errors, .. } => {
                self.refuse(&errors);
                return Ok(());
            }
        };
        self.notes.left_out(&entry, self.streams);
        if let Some(ids) = &mut self.ids {
            entry.id = unused_id(ids, entry.id);
        }
        if !self.format.holds_many() && !self.target.is_folder() && self.written > 0 {
            return Err(Trouble::Several);
        }
        if self.format == Format::Yaml {
            let seen = || rule_file::seen_from(self.folder, &entry.variant);
            entry.variant = self.variants.entry(entry.variant.clone()).or_insert_with(seen).clone();
        }
        let name = match &self.target {
            Target::Stdout(_) => "-".to_owned(),
            Target::File(_) => self.out.display().to_string(),
            Target::Folder(_) => {
                let name = self.names.assign(&entry.id, &self.written.to_string());
                format!("{name}.{}", self.ending())
            }
        };
        if let Target::Folder(folder) = &self.target {
            let file = folder.join(&name);
            if let Some(input) = self.protected.find(&file) {
                return Err(Trouble::Overwrites(overwrites(input, &file)));
            }
        }
        let bytes = match self.bytes(&entry, record, &name, named) {
            Ok(bytes) => bytes,
            Err(why) => {
                let place = format!("{}:{}:{}", entry.file, entry.line, entry.column);
                self.streams.error(&tr!(convert_unwritten, place, id = entry.id.as_str(), why));
                self.broken += 1;
                return Ok(());
            }
        };
        self.target.write(&name, &bytes).map_err(Trouble::Output)?;
        self.written += 1;
        Ok(())
    }

    fn note_comments(&mut self, name: &str, count: usize) {
        if count > 0 {
            self.comments.push((name.to_owned(), count));
        }
    }

    /// Translates the reason why the conversion ended.
    fn failure(&self, trouble: Trouble) -> Failure {
        match trouble {
            Trouble::Output(error) => unwritable(self.out, &error),
            Trouble::Several => Failure::Message(one_only(self.format, self.out)),
            Trouble::Overwrites(message) => Failure::Message(message),
        }
    }

    fn refuse(&mut self, errors: &[Diagnostic]) {
        self.streams.diagnostics(errors);
        self.broken += 1;
    }

    /// Text of a problem with the heading or separator before it.
    fn bytes(
        &mut self,
        entry: &LoadedProblem,
        record: Option<GameRecord>,
        name: &str,
        named: bool,
    ) -> Result<Vec<u8>, String> {
        let needs_record = !matches!(self.format, Format::Yaml | Format::Sfen);
        let record = match record {
            Some(record) => Some(record),
            None if needs_record => {
                let (record, lost) = record_problems::record(entry);
                lost.into_iter().for_each(|lost| self.leave_out(lost));
                Some(record)
            }
            None => None,
        };
        let first = self.written == 0 || self.target.is_folder();
        if first {
            self.usual.clone_from(&entry.variant);
        }
        let heading = match (self.format, first) {
            (Format::Yaml, true) => yaml_writer::heading(&self.usual, None)?,
            (Format::Csa, false) => "/\n".to_owned(),
            _ => String::new(),
        };
        let text = match self.letters {
            Some(letters) => writer::foreign_line(entry, letters)?,
            None => writer::write(self.format, entry, record.as_ref(), &self.usual)?,
        };
        let number = if self.target.is_folder() { 1 } else { self.written + 1 };
        for what in self.round_trip.lost_keys(entry, &text, name, number)? {
            if named || what != "id" {
                self.leave_out(what);
            }
        }
        let text = heading + &text;
        if !self.shift_jis {
            return Ok(text.into_bytes());
        }
        // Windows programs expect CR LF line ends with Shift_JIS.
        encoding::encode_shift_jis(&text.replace('\n', "\r\n"))
            .map_err(|c| tr!(convert_shift_jis, character = c.to_string()))
    }

    fn leave_out(&mut self, what: String) {
        match self.lost_keys.iter_mut().find(|(known, _)| *known == what) {
            Some((_, times)) => *times += 1,
            None => self.lost_keys.push((what, 1)),
        }
    }

    fn ending(&self) -> &'static str {
        let found = formats::FORMATS.iter().find(|(format, _)| *format == self.format);
        let endings = found.map_or(&[][..], |(_, endings)| *endings);
        endings.iter().find(|(_, sjis)| *sjis == self.shift_jis).map_or("txt", |(end, _)| end)
    }
}

/// Receives the problems of one file.
struct Converter<'r, 'a> {
    run: &'r mut Run<'a>,
    name: &'r str,
}

impl ProblemSink<Trouble> for Converter<'_, '_> {
    fn take(&mut self, LoadedDocument { item, record }: LoadedDocument) -> Result<(), Trouble> {
        // A line of a list has a number for an id, and a record the name of its file.
        let named = record.is_none();
        self.run.item(item, record, named)
    }

    fn comments(&mut self, count: usize) {
        self.run.note_comments(self.name, count);
    }
}

/// ObjectionKind why the conversion ends.
enum Trouble {
    Output(io::Error),
    /// OUT can hold only one problem.
    Several,
    /// An input file would be overwritten; a sentence.
    Overwrites(String),
}
