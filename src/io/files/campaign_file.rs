//! The archive of a campaign on disk: JSON lines, only ever appended to.
//!
//! The first line says what the campaign is about; each run adds a line with its stream of random numbers,
//! each problem a line. A line is written by one call, and a problem counts only once its line is
//! written; so a process that is killed loses nothing that it has told of, and at most the last line is
//! incomplete, which the next run cuts off.

use crate::generator::ProblemRecord;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// What a campaign is about; a run with another heading cannot go on with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignHeading {
    /// Version of the format.
    pub tsume_campaign: u32,
    /// The game.
    pub variant: String,
    /// Options that differ from the game's own.
    pub rules: BTreeMap<String, String>,
    /// The stipulation.
    pub forcing: String,
}

/// The version that is written.
pub const VERSION: u32 = 1;

/// The longest line that is read, in bytes: a problem has some hundred.
const LONGEST_LINE: u64 = 1 << 20;

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    /// What it is about.
    Heading(CampaignHeading),
    /// A run begins.
    Run { seed: u64, stream: u64, threads: usize },
    /// A problem was kept.
    Found(Box<ProblemRecord>),
}

/// What a file held.
#[derive(Debug, Default)]
pub struct CampaignContents {
    /// The problems, in the order in which they were found.
    pub found: Vec<ProblemRecord>,
    /// The first stream of random numbers that no run has used.
    pub stream: u64,
}

/// A file that is open for appending. Only one process can have it open.
#[derive(Debug)]
pub struct CampaignFile {
    path: PathBuf,
    file: File,
}

impl CampaignFile {
    /// Begins a file, which must not be there yet or be empty.
    ///
    /// # Errors
    /// One sentence.
    pub fn create(path: &Path, heading: &CampaignHeading) -> Result<CampaignFile, String> {
        let mut this = CampaignFile::open(path)?;
        let length = this.file.metadata().map_err(|error| this.fail("read", &error))?.len();
        if length > 0 {
            return Err(format!(
                "`{}` is there already; add --resume to go on with it, or name another file",
                path.display()
            ));
        }
        this.append(&Line::Heading(heading.clone()))?;
        Ok(this)
    }

    /// Opens a file to go on with it, and reads what it holds. A file that is not there is begun.
    ///
    /// # Errors
    /// One sentence, with the line if it is about one.
    pub fn resume(
        path: &Path,
        heading: &CampaignHeading,
    ) -> Result<(CampaignFile, CampaignContents), String> {
        let mut this = CampaignFile::open(path)?;
        let mut kept = CampaignContents::default();
        let mut input = BufReader::new(&this.file);
        let (mut whole, mut bytes) = (0, Vec::new());
        for number in 1.. {
            bytes.clear();
            let read = input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes);
            let read = read.map_err(|error| this.fail("read", &error))? as u64;
            let wrong = |what: String| format!("`{}`, line {number}: {what}", path.display());
            if read > LONGEST_LINE {
                let message = format!("more than {} MiB; this is no campaign", LONGEST_LINE >> 20);
                return Err(wrong(message));
            }
            if !bytes.ends_with(b"\n") {
                break;
            }
            whole += read;
            let line: Line = serde_json::from_slice(&bytes)
                .map_err(|error| wrong(format!("this is no line of a campaign: {error}")))?;
            match line {
                Line::Heading(found) if number == 1 => differs(&found, heading).map_err(wrong)?,
                Line::Heading(_) => return Err(wrong("a second heading".to_owned())),
                _ if number == 1 => return Err(wrong("the heading is missing".to_owned())),
                Line::Run { stream, threads, .. } => {
                    kept.stream = kept.stream.max(stream.saturating_add(threads as u64));
                }
                Line::Found(found) => kept.found.push(*found),
            }
        }
        // A line without its end was being written when the process was killed.
        if !bytes.is_empty() {
            this.file.set_len(whole).map_err(|error| this.fail("shorten", &error))?;
        }
        if whole == 0 {
            this.append(&Line::Heading(heading.clone()))?;
        }
        Ok((this, kept))
    }

    fn open(path: &Path) -> Result<CampaignFile, String> {
        let fail = |error| format!("cannot open `{}`: {error}", path.display());
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = file.map_err(fail)?;
        match file.try_lock() {
            Ok(()) => Ok(CampaignFile { path: path.to_owned(), file }),
            Err(TryLockError::WouldBlock) => {
                Err(format!("`{}` is in use by another campaign", path.display()))
            }
            // Not every file system can lock.
            Err(TryLockError::Error(_)) => Ok(CampaignFile { path: path.to_owned(), file }),
        }
    }

    fn fail(&self, what: &str, error: &std::io::Error) -> String {
        format!("cannot {what} `{}`: {error}", self.path.display())
    }

    fn append(&mut self, line: &Line) -> Result<(), String> {
        let mut text = serde_json::to_string(line).map_err(|error| error.to_string())?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(|error| self.fail("write", &error))
    }

    /// Says that a run begins with these streams of random numbers.
    ///
    /// # Errors
    /// One sentence.
    pub fn begin(&mut self, seed: u64, stream: u64, threads: usize) -> Result<(), String> {
        self.append(&Line::Run { seed, stream, threads })
    }

    /// Adds a problem. Once this returns, no end of the process can lose it.
    ///
    /// # Errors
    /// One sentence.
    pub fn add(&mut self, found: &ProblemRecord) -> Result<(), String> {
        self.append(&Line::Found(Box::new(found.clone())))
    }
}

fn differs(found: &CampaignHeading, heading: &CampaignHeading) -> Result<(), String> {
    if found.tsume_campaign != heading.tsume_campaign {
        return Err(format!(
            "this is version {} of the format, not {VERSION}",
            found.tsume_campaign
        ));
    }
    if found != heading {
        let words = |h: &CampaignHeading| {
            let rules: Vec<String> = h.rules.iter().map(|(n, v)| format!(" {n}={v}")).collect();
            format!("{}{} (forcing: {})", h.variant, rules.concat(), h.forcing)
        };
        return Err(format!(
            "this campaign is about {}, not about {}; name another file",
            words(found),
            words(heading)
        ));
    }
    Ok(())
}
