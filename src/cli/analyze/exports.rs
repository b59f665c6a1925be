//! Files that `analyze` writes besides its reports: an HTML page with all solutions, a sheet for
//! print, and KIF records.

use super::Args;
use crate::cli::file_names::FileNames;
use crate::cli::input_files::InputFiles;
use crate::cli::{Failure, StdStreams, common};
use crate::io::files::atomic_file;
use crate::io::formats::Format;
use crate::io::formats::spelling::MoveNotation;
use crate::io::problems::LoadedProblem;
use crate::io::problems::writer;
use crate::io::render::sheet;
use crate::io::render::sheet::content::{self, SheetEntry};
use crate::io::render::study::StudyPage;
use crate::io::results::{self, outline};
use crate::judge::tries::Try;
use crate::judge::{SolutionTree, SoundnessReport};
use crate::messages::{os_error, tr};
use crate::text::encoding;
use crate::text::escape::escape_line;
use std::path::Path;

/// Bytes of the problems of a page at most. Writing it takes three times as much memory.
const MAX_PAGE_BYTES: usize = 64 << 20;

/// Squares of all boards of a sheet at most. Each takes 0.5 KB.
const MAX_SHEET_SQUARES: usize = 200_000;

/// The HTML page, the sheet and the KIF files of a run.
pub struct Exports<'a> {
    args: &'a Args,
    page: StudyPage,
    on_page: ProblemsSoFar,
    sheet: Vec<SheetEntry>,
    on_sheet: ProblemsSoFar,
    /// Title of the first problem.
    first_title: String,
    /// True if `--kif` names a folder.
    folder: bool,
    names: FileNames,
    /// Files that must not be overwritten.
    inputs: InputFiles,
}

/// Problems of a page or sheet.
#[derive(Debug, Default)]
struct ProblemsSoFar {
    count: usize,
    /// Bytes on a page, squares on a sheet.
    size: usize,
    /// True if a further problem had no room.
    is_full: bool,
}

impl<'a> Exports<'a> {
    /// Prepares the files for `problems` problems.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn new(args: &'a Args, problems: usize) -> Result<Exports<'a>, Failure> {
        let mut folder = false;
        let outputs = [&args.html, &args.sheet, &args.kif];
        let inputs = match outputs.iter().any(|path| path.is_some()) {
            true => args.inputs.files(),
            false => InputFiles::default(),
        };
        if let Some(path) = &args.kif {
            folder = common::is_folder(path);
            if folder {
                std::fs::create_dir_all(path).map_err(|error| Failure::unwritable(path, &error))?;
            } else if !matches!(Format::of_name(path), Some((Format::Kif, _))) {
                return Err(Failure::Message(tr!(
                    analyze_no_kif,
                    path = path.display().to_string()
                )));
            } else if problems > 1 {
                return Err(Failure::Message(tr!(
                    analyze_one_kif,
                    path = path.display().to_string()
                )));
            }
        }
        if let Some(path) = &args.sheet {
            sheet_format(path)?;
        }
        for path in args.html.iter().chain(&args.sheet).chain(args.kif.iter().filter(|_| !folder)) {
            common::check_output(path)?;
            inputs.check(path)?;
        }
        let notation = args.notation.map(MoveNotation::from);
        Ok(Exports {
            args,
            page: StudyPage::new(notation),
            on_page: ProblemsSoFar::default(),
            sheet: Vec::new(),
            on_sheet: ProblemsSoFar::default(),
            first_title: String::new(),
            folder,
            names: FileNames::default(),
            inputs,
        })
    }

    /// Reserves the file name of a problem of another part, so that parts can share a folder.
    pub fn reserve(&mut self, entry: &LoadedProblem) {
        if self.folder {
            self.names.assign(&entry.id, &results::key(&entry.problem));
        }
    }

    /// Adds a problem. Returns true, after an error message, if a file could not be written.
    pub fn add(
        &mut self,
        entry: &LoadedProblem,
        report: &SoundnessReport,
        tries: &[Try],
        streams: &mut StdStreams,
    ) -> bool {
        if self.on_page.count + self.on_sheet.count == 0 {
            self.first_title = entry.title.clone().unwrap_or_else(|| entry.id.clone());
        }
        if self.args.html.is_some() && self.on_page.take(MAX_PAGE_BYTES) {
            self.on_page.size += self.page.add(entry, report);
        }
        if self.args.sheet.is_some() && self.on_sheet.take(MAX_SHEET_SQUARES) {
            self.on_sheet.size += entry.problem.rules().board.squares();
            self.sheet.push(content::entry(entry, report, tries, self.args.sheet_options()));
        }
        let Some(path) = &self.args.kif else { return false };
        let Some(solution) = &report.solution else {
            streams.note(&tr!(analyze_kif_skipped, id = escape_line(&entry.id)));
            return false;
        };
        let path = if self.folder {
            let name = self.names.assign(&entry.id, &results::key(&entry.problem));
            path.join(format!("{name}.kifu"))
        } else {
            path.clone()
        };
        if let Some(complaint) = self.inputs.complaint(&path) {
            streams.error(&complaint);
            return true;
        }
        match write_kif(&path, entry, report, solution) {
            Ok(()) => false,
            Err(why) => {
                streams.error(&tr!(analyze_kif_failed, id = entry.id.as_str(), reason = why));
                true
            }
        }
    }

    /// Writes the page and the sheet if they have problems. Reports a page or sheet that some
    /// problems had no room in, and returns true if there is one.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn close(&self, streams: &StdStreams) -> Result<bool, Failure> {
        let paths = self.args.html.iter().chain(&self.args.sheet);
        if self.on_page.count + self.on_sheet.count == 0 {
            for path in paths {
                let path = path.display().to_string();
                streams.note(&tr!(analyze_nothing_written, path = escape_line(&path)));
            }
            return Ok(false);
        }
        let mut full = Vec::new();
        let title = |count: usize| match count {
            1 => self.first_title.clone(),
            _ => tr!(analyze_page_title, count),
        };
        if let Some(path) = &self.args.html {
            write_text(path, &self.page.finish(&title(self.on_page.count)))?;
            full.extend(self.on_page.complaint(path));
        }
        if let Some(path) = &self.args.sheet {
            self.write_sheet(path, &title(self.on_sheet.count))?;
            full.extend(self.on_sheet.complaint(path));
        }
        full.iter().for_each(|complaint| streams.error(complaint));
        Ok(!full.is_empty())
    }

    fn write_sheet(&self, path: &Path, title: &str) -> Result<(), Failure> {
        let per_page = usize::from(self.args.per_page);
        let pages = match sheet_format(path)? {
            SheetFormat::Html => {
                return write_text(path, &sheet::html::page(title, &self.sheet, per_page));
            }
            SheetFormat::Svg => sheet::svg::pages(title, &self.sheet, per_page),
        };
        if let [page] = pages.as_slice() {
            return write_text(path, page);
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        for (number, page) in (1..).zip(&pages) {
            write_text(&path.with_file_name(format!("{stem}-{number}.svg")), page)?;
        }
        Ok(())
    }
}

impl ProblemsSoFar {
    /// Counts a problem if the others are smaller than `most` together.
    fn take(&mut self, most: usize) -> bool {
        let has_room = self.size < most;
        self.count += usize::from(has_room);
        self.is_full |= !has_room;
        has_room
    }

    /// Error of problems that had no room in a file.
    fn complaint(&self, path: &Path) -> Option<String> {
        let (path, count) = (path.display().to_string(), self.count);
        self.is_full.then(|| tr!(analyze_page_full, path, count))
    }
}

/// Format of a sheet.
enum SheetFormat {
    Html,
    Svg,
}

/// The format that the name of a sheet's file says.
///
/// # Errors
/// The name has another extension.
fn sheet_format(path: &Path) -> Result<SheetFormat, Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    match ending.to_ascii_lowercase().as_str() {
        "html" | "htm" => Ok(SheetFormat::Html),
        "svg" => Ok(SheetFormat::Svg),
        _ => Err(Failure::Message(tr!(analyze_no_sheet_format, path = path.display().to_string()))),
    }
}

fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    atomic_file::write(path, |out| out.write_all(text.as_bytes()))
        .map_err(|error| Failure::unwritable(path, &error))
}

fn write_kif(
    path: &Path,
    entry: &LoadedProblem,
    report: &SoundnessReport,
    solution: &SolutionTree,
) -> Result<(), String> {
    let record = outline::record(entry, report, solution);
    let text = writer::write(Format::Kif, entry, Some(&record), &entry.variant)?;
    let shift_jis = Format::of_name(path).is_some_and(|(_, shift_jis)| shift_jis);
    let bytes = match shift_jis {
        true => encoding::encode_shift_jis(&text.replace('\n', "\r\n"))
            .map_err(|c| tr!(analyze_not_in_shift_jis, character = c.to_string()))?,
        false => text.into_bytes(),
    };
    atomic_file::write(path, |out| out.write_all(&bytes)).map_err(|error| os_error(&error))
}
