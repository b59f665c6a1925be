//! `tsume show`: draws boards in the terminal, or as pictures.

use super::common;
use super::input_files::InputFiles;
use super::input_notes::InputNotes;
use super::inputs::{InputArgs, ProblemBlock, Reading};
use super::streams::{BOLD, RESET};
use super::{Failure, Status, StdStreams, nothing_to_read};
use crate::io::files::atomic_file;
use crate::io::problems::{LoadResult, LoadedProblem};
use crate::io::render::booklet;
use crate::io::render::picture::extent::Crop;
use crate::io::render::picture::{Picture, board, png};
use crate::io::results::json_line;
use crate::io::results::puzzle::puzzle;
use crate::messages::tr;
use crate::notation::terminal;
use crate::text::escape::escape_line;
use serde_yaml::{Mapping, Value};
use std::path::{Path, PathBuf};

/// Diagrams in a row of a picture of several problems.
const DIAGRAMS_PER_ROW: usize = 3;
/// Digits of the number in the name of a picture, at least.
const MIN_NUMBER_DIGITS: usize = 3;
/// Digits of these numbers if there are more problems than a block holds.
const MANY_NUMBER_DIGITS: usize = 7;

/// Squares of all boards of a picture at most. Each takes 1.1 KB while it is drawn.
const MAX_PICTURE_SQUARES: usize = 150_000;
/// Squares of all boards of a page at most. Each takes 0.3 KB.
const MAX_PAGE_SQUARES: usize = 500_000;
/// Bytes of titles and the like that count as a square.
const TEXT_BYTES_PER_SQUARE: usize = 200;

/// Arguments of `tsume show`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = tr!(help_show_examples),
    about = tr!(help_show),
    long_about = tr!(help_show_long)
)]
pub struct Args {
    #[command(flatten)]
    inputs: InputArgs,
    #[arg(long, short, value_name = "OUT", conflicts_with = "format", help = tr!(help_show_output))]
    output: Option<PathBuf>,
    #[arg(long = "as", value_enum, value_name = "FORMAT", default_value_t = PictureFormat::Svg,
          help = tr!(help_show_picture))]
    picture: PictureFormat,
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text,
          hide_default_value = true, help = tr!(help_show_format))]
    format: Format,
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = CropArg::Auto,
          help = tr!(help_show_crop))]
    crop: CropArg,
    #[arg(long, value_name = "N", value_parser = scale, help = tr!(help_show_scale))]
    scale: Option<f32>,
}

/// Format of the pictures in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum PictureFormat {
    #[value(help = tr!(help_picture_format_svg))]
    Svg,
    #[value(help = tr!(help_picture_format_png))]
    Png,
}

/// Format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    #[value(help = tr!(help_format_text))]
    Text,
    #[value(help = tr!(help_format_json))]
    Json,
}

/// When a picture shows only a part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum CropArg {
    #[value(help = tr!(help_crop_auto))]
    Auto,
    #[value(help = tr!(help_crop_always))]
    Always,
    #[value(help = tr!(help_crop_never))]
    Never,
}

impl From<CropArg> for Crop {
    fn from(crop: CropArg) -> Crop {
        match crop {
            CropArg::Auto => Crop::Auto,
            CropArg::Always => Crop::Always,
            CropArg::Never => Crop::Never,
        }
    }
}

/// Default number of pixels for each unit of the picture.
const DEFAULT_SCALE: f32 = 2.0;

fn scale(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|scale| (0.1..=20.0).contains(scale));
    number.ok_or_else(|| tr!(show_scale_expected))
}

pub fn run(args: &Args, streams: &mut StdStreams) -> Result<Status, Failure> {
    if args.inputs.is_empty() {
        return Ok(nothing_to_read("show", streams));
    }
    let mut target = match &args.output {
        None => Target::Stdout { shown: 0 },
        Some(out) if common::is_folder(out) => {
            let inputs = args.inputs.files();
            let digits = MIN_NUMBER_DIGITS;
            Target::Folder(PictureFolder { path: out, inputs, number: 0, digits })
        }
        Some(out) => {
            args.inputs.files().check(out)?;
            Target::File { path: out, limit: file_limit(out)?, squares: 0, entries: Vec::new() }
        }
    };
    let mut status = Status::default();
    let mut notes = InputNotes::default();
    let mut full = false;
    // A text is there as soon as its line is.
    let reading = Reading { live: args.output.is_none(), ..Reading::everything() };
    let read = args.inputs.blocks_leniently(&reading, &mut |block| {
        target.expect(block);
        for item in block.items.drain(..) {
            match item {
                LoadResult::Problem(entry) if !target.has_room(&entry) => {
                    full = true;
                    return Err(Failure::Closed);
                }
                LoadResult::Problem(entry) => {
                    notes.left_out(&entry, streams);
                    target.take(*entry, args, &mut status, streams)?;
                }
                LoadResult::Broken { errors, .. } => {
                    status.wrong = true;
                    streams.diagnostics(&errors);
                }
            }
        }
        Ok(())
    });
    notes.close(streams);
    match read {
        Err(Failure::Closed) if full => {}
        read => read?,
    }
    let Target::File { path, limit, entries, .. } = target else { return Ok(status) };
    if !entries.is_empty() {
        write(path, &entries, args)?;
    }
    if full {
        let path = path.display().to_string();
        streams.error(&tr!(show_picture_full, path, count = entries.len(), limit));
        status.wrong = true;
    }
    Ok(status)
}

/// Destination of the problems.
enum Target<'a> {
    Stdout {
        /// Number of the problems so far.
        shown: usize,
    },
    File {
        path: &'a Path,
        /// Squares at most.
        limit: usize,
        /// Squares of the problems so far.
        squares: usize,
        entries: Vec<LoadedProblem>,
    },
    Folder(PictureFolder<'a>),
}

impl Target<'_> {
    /// Prepares for a block of problems.
    fn expect(&mut self, block: &ProblemBlock) {
        if let Target::Folder(folder) = self {
            folder.expect(block);
        }
    }

    /// True if the problem has room beside those so far.
    fn has_room(&self, entry: &LoadedProblem) -> bool {
        match self {
            Target::File { limit, squares, entries, .. } => {
                entries.is_empty() || squares + squares_of(entry) <= *limit
            }
            Target::Stdout { .. } | Target::Folder(_) => true,
        }
    }

    /// Shows a problem, or keeps it for the picture.
    fn take(
        &mut self,
        entry: LoadedProblem,
        args: &Args,
        status: &mut Status,
        streams: &mut StdStreams,
    ) -> Result<(), Failure> {
        match self {
            Target::Stdout { .. } if args.format == Format::Json => {
                streams.print(&format!("{}\n", json_line(&puzzle(&entry))))?;
            }
            Target::Stdout { shown } => {
                let gap = if *shown > 0 { "\n" } else { "" };
                *shown += 1;
                streams.print(&format!("{gap}{}", block_of(&entry)))?;
            }
            Target::File { squares, entries, .. } => {
                *squares += squares_of(&entry);
                let difficulty = entry.meta.get("difficulty").cloned();
                let meta =
                    difficulty.map(|points| Mapping::from_iter([("difficulty".into(), points)]));
                entries.push(LoadedProblem {
                    meta: meta.map_or(Value::Null, Value::Mapping),
                    ..entry
                });
            }
            Target::Folder(folder) => {
                let path = folder.next(&entry, args)?;
                match folder.inputs.complaint(&path) {
                    None => write(&path, std::slice::from_ref(&entry), args)?,
                    Some(complaint) => {
                        status.wrong = true;
                        streams.error(&complaint);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Squares that a problem takes in a picture: those of its board, and as many for its texts.
fn squares_of(entry: &LoadedProblem) -> usize {
    let texts =
        [Some(&entry.id), entry.title.as_ref(), entry.author.as_ref(), entry.source.as_ref()];
    let bytes: usize = texts.into_iter().flatten().map(String::len).sum();
    let board = entry.problem.rules().board;
    board.squares() + entry.solution.len() + bytes / TEXT_BYTES_PER_SQUARE
}

/// Squares that the file holds at most, by its ending.
///
/// # Errors
/// The ending names no picture format.
fn file_limit(out: &Path) -> Result<usize, Failure> {
    match ending(out).as_str() {
        "svg" | "png" => Ok(MAX_PICTURE_SQUARES),
        "html" | "htm" => Ok(MAX_PAGE_SQUARES),
        _ => {
            let path = out.display().to_string();
            Err(Failure::Message(tr!(show_picture_unknown, path)))
        }
    }
}

/// Extension of a file in lower case.
fn ending(out: &Path) -> String {
    out.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase()
}

/// A folder with a picture of each problem.
struct PictureFolder<'a> {
    path: &'a Path,
    /// Files that are read, which no picture overwrites.
    inputs: InputFiles,
    /// Number of the pictures so far.
    number: usize,
    /// Digits of the numbers in their names.
    digits: usize,
}

impl PictureFolder<'_> {
    /// Chooses the digits of the numbers by the first block.
    fn expect(&mut self, block: &ProblemBlock) {
        let is_problem = |item: &&LoadResult| matches!(item, LoadResult::Problem(_));
        self.digits = match (block.first, block.last) {
            (true, true) => {
                let problems = block.items.iter().filter(is_problem).count();
                problems.to_string().len().max(MIN_NUMBER_DIGITS)
            }
            (true, false) => MANY_NUMBER_DIGITS,
            (false, _) => self.digits,
        };
    }

    /// Path of the next picture. Creates the folder.
    fn next(&mut self, entry: &LoadedProblem, args: &Args) -> Result<PathBuf, Failure> {
        if self.number == 0 {
            let created = std::fs::create_dir_all(self.path);
            created.map_err(|error| Failure::unwritable(self.path, &error))?;
        }
        self.number += 1;
        let plies = printed_length(entry).map_or_else(String::new, |plies| format!("-{plies}"));
        let extension = match args.picture {
            PictureFormat::Svg => "svg",
            PictureFormat::Png => "png",
        };
        let (number, digits) = (self.number, self.digits);
        Ok(self.path.join(format!("{number:0digits$}{plies}.{extension}")))
    }
}

/// Length in plies by the file: as expected, of its solution, or as published.
fn printed_length(entry: &LoadedProblem) -> Option<u64> {
    let solution = (!entry.solution.is_empty()).then_some(entry.solution.len() as u64);
    let published = || entry.published.as_ref()?.get("plies")?.as_u64();
    entry.expect.plies.map(u64::from).or(solution).or_else(published)
}

/// Writes a picture of the problems.
fn write(out: &Path, entries: &[LoadedProblem], args: &Args) -> Result<(), Failure> {
    let title = match entries {
        [entry] => entry.title.as_deref().unwrap_or(&entry.id).to_owned(),
        _ => tr!(show_picture_title, count = entries.len()),
    };
    let bytes = match ending(out).as_str() {
        "png" => {
            let picture = sheet(entries, args);
            let scale = args.scale.unwrap_or_else(|| png::fitting(&picture).min(DEFAULT_SCALE));
            png::encode(&picture, scale).map_err(Failure::Message)?
        }
        "html" | "htm" => booklet::booklet(&title, entries, args.crop.into()).into_bytes(),
        _ => sheet(entries, args).svg(&title).into_bytes(),
    };
    atomic_file::write(out, |file| file.write_all(&bytes))
        .map_err(|error| Failure::unwritable(out, &error))
}

fn sheet(entries: &[LoadedProblem], args: &Args) -> Picture {
    let pictures: Vec<Picture> =
        entries.iter().map(|entry| booklet::diagram(entry, args.crop.into())).collect();
    match <[Picture; 1]>::try_from(pictures) {
        Ok([picture]) => picture,
        Err(pictures) => board::sheet(&pictures, DIAGRAMS_PER_ROW),
    }
}

fn block_of(entry: &LoadedProblem) -> String {
    let mut out = format!("{BOLD}{}{RESET}", escape_line(&entry.id));
    for about in [&entry.title, &entry.author, &entry.source].into_iter().flatten() {
        out.push_str("  ");
        out.push_str(&escape_line(about));
    }
    out.push('\n');
    let problem = &entry.problem;
    let look = terminal::BoardStyle { color: true, ..terminal::BoardStyle::default() };
    out.push_str(&terminal::show(problem.rules(), problem.position(), look));
    out
}
