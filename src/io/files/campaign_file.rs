//! The archive of a campaign: a file of JSON lines to which a run only appends.
//!
//! The first line describes the campaign. Each run adds a line with its stream of random numbers,
//! and each problem adds a line. A single call writes a line, and a problem counts only after that.
//! So a kill loses no reported problem and leaves at most one incomplete line, which the next run
//! cuts off.

use crate::generator::ProblemRecord;
use crate::io::input;
use crate::messages::{json_error, json_reason, os_error, tr};
use crate::text::{Diagnostic, Source};
use fs4::{FileExt, TryLockError};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// Description of a campaign. A run with another heading cannot continue it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignHeading {
    /// Version of the format.
    pub tsume_campaign: u32,
    /// The game.
    pub variant: String,
    /// Options that differ from the defaults of the game.
    pub rules: BTreeMap<String, String>,
    /// The stipulation.
    pub forcing: String,
}

/// Version that this program writes.
pub const VERSION: u32 = 1;

/// Errors of a file that are kept; further ones are counted.
pub const MAX_ERRORS: usize = 5;

/// Longest line that is read, in bytes; a problem needs some hundred.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// A line of the file. The names of the variants are part of the format.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    /// Description of the campaign.
    Heading(CampaignHeading),
    /// Start of a run.
    Run(CampaignRun),
    /// A problem.
    Found(Box<ProblemRecord>),
}

/// A run of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignRun {
    /// Seed of all random numbers.
    pub seed: u64,
    /// First stream of random numbers.
    pub stream: u64,
    /// Number of workers. Each takes a stream.
    pub threads: usize,
    /// Part of the campaign, from `--shard`: `2/8`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Options of the run by name. Older versions did not record them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Map<String, Value>>,
}

/// A problem of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundProblem {
    /// Number of its line, from 1.
    pub line: usize,
    /// The problem.
    pub record: ProblemRecord,
}

/// Content of a file.
#[derive(Debug, Default)]
pub struct CampaignContents {
    /// The description; absent in an empty file.
    pub heading: Option<CampaignHeading>,
    /// The runs.
    pub runs: Vec<CampaignRun>,
    /// Problems in the order of discovery.
    pub found: Vec<FoundProblem>,
    /// Errors of the first lines that cannot be read, at most [`MAX_ERRORS`].
    pub errors: Vec<Diagnostic>,
    /// Number of lines that cannot be read.
    pub faulty: usize,
    /// First stream of random numbers that no run has used.
    pub stream: u64,
    /// True if the last line has no end, because the process was killed while it wrote.
    pub is_torn: bool,
}

/// A campaign file, open for appending. Only one process can have it open.
#[derive(Debug)]
pub struct CampaignFile {
    path: PathBuf,
    file: File,
}

impl CampaignFile {
    /// Creates a file, which must not exist or must be empty.
    ///
    /// # Errors
    /// A message for the user.
    pub fn create(path: &Path, heading: &CampaignHeading) -> Result<CampaignFile, String> {
        let mut this = CampaignFile::open(path)?;
        let length = this.file.metadata().map_err(|error| this.unreadable(&error))?.len();
        if length > 0 {
            return Err(tr!(files_campaign_exists, path = path.display().to_string()));
        }
        this.append(&Line::Heading(heading.clone()))?;
        Ok(this)
    }

    /// Opens a file to continue it, and reads its content. Creates a missing file.
    ///
    /// # Errors
    /// A message for the user, with the number of the line if it concerns one.
    pub fn resume(
        path: &Path,
        heading: &CampaignHeading,
    ) -> Result<(CampaignFile, CampaignContents), String> {
        let mut this = CampaignFile::open(path)?;
        let (kept, whole) = contents(path, &this.file, |found| differs(found, heading))?;
        // A line without its end was being written when the process was killed.
        if kept.is_torn {
            this.file.set_len(whole).map_err(|error| this.unwritable(&error))?;
        }
        if whole == 0 {
            this.append(&Line::Heading(heading.clone()))?;
        }
        Ok((this, kept))
    }

    fn open(path: &Path) -> Result<CampaignFile, String> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = file.map_err(|error| unopened(path, &error))?;
        match FileExt::try_lock(&file) {
            Ok(()) => Ok(CampaignFile { path: path.to_owned(), file }),
            Err(TryLockError::WouldBlock) => {
                Err(tr!(files_campaign_in_use, path = path.display().to_string()))
            }
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) => Ok(CampaignFile { path: path.to_owned(), file }),
        }
    }

    fn unreadable(&self, error: &std::io::Error) -> String {
        unreadable(&self.path, error)
    }

    fn unwritable(&self, error: &std::io::Error) -> String {
        let (path, error) = (self.path.display().to_string(), os_error(error));
        tr!(files_unwritable, path, error)
    }

    fn append(&mut self, line: &Line) -> Result<(), String> {
        let mut text = serde_json::to_string(line).map_err(|error| error.to_string())?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(|error| self.unwritable(&error))
    }

    /// Records the start of a run with its streams of random numbers.
    ///
    /// # Errors
    /// A message for the user.
    pub fn begin(&mut self, run: &CampaignRun) -> Result<(), String> {
        self.append(&Line::Run(run.clone()))
    }

    /// Adds a problem. After the return no end of the process can lose it.
    ///
    /// # Errors
    /// A message for the user.
    pub fn add(&mut self, found: &ProblemRecord) -> Result<(), String> {
        self.append(&Line::Found(Box::new(found.clone())))
    }
}

/// True if a text starts like a campaign file.
pub fn is_campaign(start: &[u8]) -> bool {
    start.starts_with(b"{\"heading\":")
}

/// Reads a file that nobody continues. An incomplete last line is left out.
///
/// # Errors
/// A message for the user, with the number of the line if it concerns one.
pub fn read(path: &Path) -> Result<CampaignContents, String> {
    read_from(path, File::open(path).map_err(|error| unopened(path, &error))?)
}

/// Like [`read`], from an input with a name for messages.
///
/// # Errors
/// A message for the user, with the number of the line if it concerns one.
pub fn read_from(path: &Path, input: impl Read) -> Result<CampaignContents, String> {
    Ok(contents(path, input, |_| Ok(()))?.0)
}

/// Text of a file with these runs and problems.
///
/// # Errors
/// A message for the user.
pub fn write(
    heading: &CampaignHeading,
    runs: &[CampaignRun],
    found: &[&ProblemRecord],
) -> Result<String, String> {
    let heading = [Line::Heading(heading.clone())].into_iter();
    let runs = runs.iter().map(|run| Line::Run(run.clone()));
    let found = found.iter().map(|&found| Line::Found(Box::new(found.clone())));
    let mut text = String::new();
    for line in heading.chain(runs).chain(found) {
        text.push_str(&serde_json::to_string(&line).map_err(|error| error.to_string())?);
        text.push('\n');
    }
    Ok(text)
}

/// Content of a file, and the bytes of its complete lines. `check` is called with the heading.
fn contents(
    path: &Path,
    input: impl Read,
    check: impl Fn(&CampaignHeading) -> Result<(), String>,
) -> Result<(CampaignContents, u64), String> {
    let mut kept = CampaignContents::default();
    let mut input = BufReader::new(input);
    let (mut whole, mut bytes) = (0, Vec::new());
    for number in 1.. {
        bytes.clear();
        let read = input.by_ref().take(MAX_LINE_BYTES + 1).read_until(b'\n', &mut bytes);
        let read = read.map_err(|error| unreadable(path, &error))? as u64;
        let wrong = |what: String| {
            tr!(files_campaign_line, path = path.display().to_string(), line = number, what)
        };
        if read > MAX_LINE_BYTES {
            let limit = MAX_LINE_BYTES >> 20;
            return Err(wrong(tr!(files_campaign_long_line, limit)));
        }
        if !bytes.ends_with(b"\n") {
            break;
        }
        whole += read;
        let text = bytes.trim_ascii_end();
        let line = match serde_json::from_slice(text) {
            Ok(line) => line,
            Err(error) if number == 1 => {
                return Err(wrong(tr!(files_campaign_no_line, why = json_error(&error))));
            }
            Err(error) => {
                kept.faulty += 1;
                if kept.errors.len() < MAX_ERRORS {
                    kept.errors.push(faulty_line(path, number, text, &error));
                }
                continue;
            }
        };
        match line {
            Line::Heading(found) if number == 1 => {
                check(&found).map_err(wrong)?;
                kept.heading = Some(found);
            }
            // As where one archive was appended to another.
            Line::Heading(found) if kept.heading.as_ref() == Some(&found) => {}
            Line::Heading(_) => return Err(wrong(tr!(files_campaign_second))),
            _ if number == 1 => return Err(wrong(tr!(files_campaign_no_heading))),
            Line::Run(run) => {
                kept.stream = kept.stream.max(run.stream.saturating_add(run.threads as u64));
                kept.runs.push(run);
            }
            Line::Found(record) => kept.found.push(FoundProblem { line: number, record: *record }),
        }
    }
    kept.is_torn = !bytes.is_empty();
    Ok((kept, whole))
}

/// Error of a line that cannot be read.
fn faulty_line(path: &Path, number: usize, line: &[u8], error: &serde_json::Error) -> Diagnostic {
    let text = String::from_utf8_lossy(line);
    let source = Source::part(path.display().to_string(), &*text, number);
    let at = input::json_place(&text, error);
    let message = tr!(files_campaign_no_line, why = json_reason(error));
    Diagnostic::new("E0501", &source, at..at, message).help(tr!(files_campaign_line_help))
}

fn unopened(path: &Path, error: &std::io::Error) -> String {
    tr!(files_campaign_unopened, path = path.display().to_string(), error = os_error(error))
}

fn unreadable(path: &Path, error: &std::io::Error) -> String {
    tr!(files_campaign_unreadable, path = path.display().to_string(), error = os_error(error))
}

/// Faults of a heading against the one that a run expects.
///
/// # Errors
/// A message for the user.
pub fn differs(found: &CampaignHeading, heading: &CampaignHeading) -> Result<(), String> {
    if found.tsume_campaign != heading.tsume_campaign {
        let (found, own) = (found.tsume_campaign, VERSION);
        return Err(tr!(files_campaign_version, found, own));
    }
    if found != heading {
        let words = |h: &CampaignHeading| {
            let rules: Vec<String> = h.rules.iter().map(|(n, v)| format!(" {n}={v}")).collect();
            format!("{}{} (forcing: {})", h.variant, rules.concat(), h.forcing)
        };
        let (found, wanted) = (words(found), words(heading));
        return Err(tr!(files_campaign_other, found, wanted));
    }
    Ok(())
}
