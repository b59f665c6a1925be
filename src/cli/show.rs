//! `tsume show`: draws boards in the terminal, or as pictures.

use super::common;
use super::input_notes::InputNotes;
use super::inputs::InputArgs;
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
use std::path::{Path, PathBuf};

/// Diagrams in a row of a picture of several problems.
const DIAGRAMS_PER_ROW: usize = 3;
/// Digits of the number in the name of a picture, at least.
const MIN_NUMBER_DIGITS: usize = 3;

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
    if let Some(out) = &args.output {
        args.inputs.files().check(out)?;
    }
    let mut status = Status::default();
    let mut entries = Vec::new();
    let mut notes = InputNotes::default();
    let mut shown = 0;
    args.inputs.blocks_leniently(&mut |block| {
        for item in block.items.drain(..) {
            if let LoadResult::Problem(entry) = &item {
                notes.left_out(entry, streams);
            }
            match item {
                LoadResult::Problem(entry) if args.output.is_some() => entries.push(*entry),
                LoadResult::Problem(entry) if args.format == Format::Json => {
                    streams.print(&format!("{}\n", json_line(&puzzle(&entry))))?;
                }
                LoadResult::Problem(entry) => {
                    let gap = if shown > 0 { "\n" } else { "" };
                    streams.print(&format!("{gap}{}", block_of(&entry)))?;
                }
                LoadResult::Broken { errors, .. } => {
                    status.wrong = true;
                    streams.diagnostics(&errors);
                }
            }
            shown += 1;
        }
        Ok(())
    })?;
    notes.close(streams);
    if let Some(out) = args.output.as_ref().filter(|_| !entries.is_empty()) {
        if common::is_folder(out) {
            write_folder(out, &entries, args)?;
        } else {
            write(out, &entries, args)?;
        }
    }
    Ok(status)
}

/// Writes a picture of each problem into a folder, and creates the folder.
fn write_folder(folder: &Path, entries: &[LoadedProblem], args: &Args) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, &error))?;
    let digits = entries.len().to_string().len().max(MIN_NUMBER_DIGITS);
    let extension = match args.picture {
        PictureFormat::Svg => "svg",
        PictureFormat::Png => "png",
    };
    for (entry, number) in entries.iter().zip(1..) {
        let plies = printed_length(entry).map_or_else(String::new, |plies| format!("-{plies}"));
        let name = format!("{number:0digits$}{plies}.{extension}");
        write(&folder.join(name), std::slice::from_ref(entry), args)?;
    }
    Ok(())
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
    let ending = out.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let bytes = match ending.to_ascii_lowercase().as_str() {
        "svg" => sheet(entries, args).svg(&title).into_bytes(),
        "png" => {
            let picture = sheet(entries, args);
            let scale = args.scale.unwrap_or_else(|| png::fitting(&picture).min(DEFAULT_SCALE));
            png::encode(&picture, scale).map_err(Failure::Message)?
        }
        "html" | "htm" => booklet::booklet(&title, entries, args.crop.into()).into_bytes(),
        _ => {
            let path = out.display().to_string();
            return Err(Failure::Message(tr!(show_picture_unknown, path)));
        }
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
