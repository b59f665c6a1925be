//! The set of a campaign: the problems of its archive in the order that the user requests, written
//! as a problem file and checked by reading it back.

use super::Sort;
use crate::cli::{Failure, StdStreams};
use crate::generator::archive::Archive;
use crate::generator::{ArchivedProblem, ProblemSpace};
use crate::io::files::atomic_file;
use crate::io::problems::{ReadOptions, generated_problems, rule_file};
use crate::messages::{self, tr};
use std::path::Path;
use std::time::Instant;

/// Writes the set to `output`, or to standard output if that is absent or `-`. `variant` is the
/// game as the user names it, and `options` its rules. Reports the problems that fail the check,
/// and removes them from `chosen`. Returns true if there were any.
///
/// # Errors
/// The file cannot be written.
pub fn write(
    game: &ProblemSpace,
    variant: &str,
    options: ReadOptions,
    output: Option<&Path>,
    chosen: &mut Vec<&ArchivedProblem>,
    streams: &mut StdStreams,
) -> Result<bool, Failure> {
    let output = output.filter(|path| *path != Path::new("-"));
    let folder = output.and_then(Path::parent).unwrap_or(Path::new(""));
    let variant = rule_file::seen_from(folder, variant);
    let text = |chosen: &[&ArchivedProblem]| {
        generated_problems::write(game, &variant, &options.rules, chosen).map_err(Failure::Message)
    };
    let mut written = text(chosen)?;
    let plain = ReadOptions { rules: Vec::new(), ..options.clone() };
    // The first signal does not end the check; a second one still ends the process at once.
    let check = Instant::now();
    let faults = generated_problems::check(game, folder, &written, &plain, chosen, &check)
        .map_err(Failure::Message)?;
    let is_faulty = faults.iter().any(Option::is_some);
    if is_faulty {
        for fault in faults.iter().flatten() {
            streams.error(&tr!(generate_check_failed, fault = fault.as_str()));
        }
        let mut faults = faults.iter();
        chosen.retain(|_| faults.next().is_some_and(Option::is_none));
        if chosen.is_empty() {
            return Ok(true);
        }
        written = text(chosen)?;
    }
    match output.map(|path| replace(path, &written)) {
        None => streams.print(&written)?,
        Some(Ok(())) => {}
        Some(Err(error)) => {
            // A full disk must not destroy the work of hours.
            streams.print(&written)?;
            return Err(Failure::Message(tr!(generate_unwritten, error)));
        }
    }
    Ok(is_faulty)
}

/// The problems for the file, in the order that the user requests.
pub fn choose(how: Sort, archive: &Archive) -> Vec<&ArchivedProblem> {
    let mut chosen = archive.choose();
    let by_score =
        |a: &&ArchivedProblem, b: &&ArchivedProblem| b.record.score.total_cmp(&a.record.score);
    match how {
        Sort::Found => {}
        Sort::Score => chosen.sort_by(by_score),
        Sort::Difficulty => chosen.sort_by_key(|kept| kept.difficulty),
        Sort::Length => chosen.sort_by(|a, b| {
            let plies = a.record.plies.cmp(&b.record.plies);
            plies.then(by_score(a, b)).then(a.record.id.cmp(&b.record.id))
        }),
    }
    chosen
}

/// Replaces a file in one atomic step.
fn replace(path: &Path, text: &str) -> Result<(), String> {
    atomic_file::write(path, |out| out.write_all(text.as_bytes())).map_err(|error| {
        let path = path.display().to_string();
        tr!(files_unwritable, path, error = messages::os_error(&error))
    })
}
