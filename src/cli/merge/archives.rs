//! Merges the archives of generators: the parts of a campaign, or several campaigns for one game.
//!
//! The problems of all archives are offered to one archive, the best first, so that its rule of
//! difference applies to all of them. Shares of a set without a fixed size grow with the set. So
//! problems that were too many are offered again until none finds room.

use super::seen_shards::SeenShards;
use super::{Args, tell, too_large};
use crate::cli::generate::{Sort, archived_problems, arguments, set_file, table};
use crate::cli::{Failure, Status, StdStreams};
use crate::generator::archive::{Archive, OfferOutcome};
use crate::generator::{ArchivedProblem, PieceConstraints, ProblemRecord, ProblemSpace};
use crate::io::files::atomic_file;
use crate::io::files::campaign_file::{self, CampaignContents, CampaignHeading, CampaignRun};
use crate::io::problems::ReadOptions;
use crate::messages::tr;
use crate::position::Forcing;
use crate::text::escape::escape_line;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Memory that the problems of a file take, for each of its bytes.
const MEMORY_PER_BYTE: u64 = 4;

/// True if all files are archives of generators.
///
/// # Errors
/// Only some are.
pub fn are_archives(paths: &[PathBuf]) -> Result<bool, Failure> {
    let (archives, others): (Vec<&PathBuf>, Vec<&PathBuf>) =
        paths.iter().partition(|path| is_archive(path));
    match (archives.first(), others.first()) {
        (Some(archive), Some(other)) => {
            let (path, other) = (archive.display().to_string(), other.display().to_string());
            Err(Failure::Message(tr!(merge_mixed, path, other)))
        }
        (archive, _) => Ok(archive.is_some()),
    }
}

fn is_archive(path: &Path) -> bool {
    let mut start = [0; 16];
    let Ok(mut file) = File::open(path) else { return false };
    matches!(file.read(&mut start), Ok(read) if campaign_file::is_campaign(&start[..read]))
}

/// Merges the archives into an archive, if the name of the output ends in `.jsonl`, or else into a
/// problem file. `limit` is the memory for the problems in bytes.
///
/// # Errors
/// An archive cannot be read or belongs to another game, or the output cannot be written.
pub fn merge(args: &Args, limit: usize, streams: &mut StdStreams) -> Result<Status, Failure> {
    let length = |path: &PathBuf| path.metadata().map_or(0, |data| data.len());
    let bytes: u64 = args.paths.iter().map(length).sum();
    if bytes.saturating_mul(MEMORY_PER_BYTE) > limit as u64 {
        return Ok(too_large(args, limit, streams));
    }
    let mut archives = read(&args.paths, streams)?;
    let Some(heading) = archives.first().and_then(|contents| contents.heading.clone()) else {
        return Ok(Status { wrong: true, ..Status::default() });
    };
    let mut status = Status::default();
    tell_parts(args, &archives, &mut status, streams);

    let options = ReadOptions {
        default_variant: args.variant.clone().unwrap_or_else(|| heading.variant.clone()),
        rules: heading.rules.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
        ..ReadOptions::default()
    };
    let game = game(&heading, &options)?;
    let problems = problems(args, &game, &mut archives, &mut status, streams);
    let runs = || archives.iter().flat_map(|contents| &contents.runs);
    let found = problems.len();
    let lengths: BTreeSet<u16> = problems.iter().map(|problem| problem.record.plies).collect();
    let recorded = runs().find_map(|run| run.options.clone()).unwrap_or_default();
    let goals = arguments::recorded_goals(&recorded, &lengths)?;
    let mut archive = Archive::new(&goals);
    let alike = fill(&mut archive, problems);
    let mut chosen = set_file::choose(Sort::Length, &archive);
    if chosen.is_empty() {
        streams.error(&tr!(merge_nothing, output = args.output.display().to_string()));
        return Ok(Status { wrong: true, ..status });
    }
    if args.output.extension().is_some_and(|end| end.eq_ignore_ascii_case("jsonl")) {
        let runs: Vec<CampaignRun> = runs().cloned().collect();
        let kept: Vec<&ProblemRecord> =
            archive.problems().iter().map(|kept| &kept.record).collect();
        let text = campaign_file::write(&heading, &runs, &kept).map_err(Failure::Message)?;
        atomic_file::write(&args.output, |out| out.write_all(text.as_bytes()))
            .map_err(|error| Failure::unwritable(&args.output, &error))?;
    } else {
        let variant = options.default_variant.clone();
        let output = Some(&*args.output);
        status.wrong |= set_file::write(&game, &variant, options, output, &mut chosen, streams)?;
    }
    status.undecided |= goals.set_size() > 0 && !archive.meets_goals();
    if !args.quiet {
        for note in table::shortfalls(&goals, &archive, &chosen) {
            streams.note(&format!("tsume: {note}"));
        }
        streams.note(&tr!(
            merge_archive_summary,
            found,
            files = args.paths.len(),
            lines = archive.problems().len() + alike,
            alike,
            count = chosen.len(),
            path = escape_line(&args.output.display().to_string())
        ));
    }
    Ok(status)
}

/// Reads the archives, which must have the same heading.
fn read(paths: &[PathBuf], streams: &StdStreams) -> Result<Vec<CampaignContents>, Failure> {
    let mut archives: Vec<CampaignContents> = Vec::new();
    for path in paths {
        let contents = campaign_file::read(path).map_err(Failure::Message)?;
        let name = path.display().to_string();
        let Some(heading) = &contents.heading else {
            return Err(Failure::Message(tr!(merge_archive_empty, path = name)));
        };
        if let Some(first) = archives.first().and_then(|contents| contents.heading.as_ref()) {
            campaign_file::differs(heading, first)
                .map_err(|reason| Failure::Message(tr!(merge_archive_game, path = name, reason)))?;
        }
        if contents.is_torn {
            let path = path.display().to_string();
            streams.note(&format!("tsume: {}", tr!(merge_archive_torn, path = escape_line(&path))));
        }
        archives.push(contents);
    }
    Ok(archives)
}

/// Names parts of the campaign that are missing, doubled, or from other options.
fn tell_parts(
    args: &Args,
    archives: &[CampaignContents],
    status: &mut Status,
    streams: &StdStreams,
) {
    let paths: Vec<String> = args.paths.iter().map(|path| path.display().to_string()).collect();
    let mut shards = SeenShards::default();
    let mut numbers: Vec<(u64, u64, &str)> = Vec::new();
    for ((file, contents), path) in (0..).zip(archives).zip(&paths) {
        for run in &contents.runs {
            shards.learn(run.shard.as_deref(), run.options.as_ref(), file);
            let same =
                numbers.iter().find(|(seed, stream, _)| (*seed, *stream) == (run.seed, run.stream));
            match same {
                Some((seed, stream, other)) if *other != path => {
                    let (path, seed, stream) = (path.as_str(), *seed, *stream);
                    let text = tr!(merge_same_numbers, path, other = *other, seed, stream);
                    streams.note(&format!("tsume: {text}"));
                }
                Some(_) => {}
                None => numbers.push((run.seed, run.stream, path)),
            }
        }
    }
    tell(&shards.faults(&paths, false), args.quiet, status, streams);
}

/// The game of the archives.
fn game(heading: &CampaignHeading, options: &ReadOptions) -> Result<ProblemSpace, Failure> {
    let rules = options.library.load(&options.default_variant, &options.rules)?;
    let forcing = match heading.forcing.as_str() {
        name if name == Forcing::Royal.name() => Forcing::Royal,
        _ => Forcing::Check,
    };
    Ok(ProblemSpace::new(&rules, forcing, PieceConstraints::default()))
}

/// The problems of all archives, the best first.
fn problems(
    args: &Args,
    game: &ProblemSpace,
    archives: &mut [CampaignContents],
    status: &mut Status,
    streams: &StdStreams,
) -> Vec<ArchivedProblem> {
    let mut problems = Vec::new();
    for (contents, path) in archives.iter_mut().zip(&args.paths) {
        let (found, faulty) = archived_problems::read(game, path, contents, args.quiet, streams);
        problems.extend(found);
        status.wrong |= faulty > 0;
    }
    // The order does not depend on that of the files.
    problems.sort_by(|a, b| {
        let (a, b) = (&a.record, &b.record);
        b.score.total_cmp(&a.score).then_with(|| (&a.id, &a.position).cmp(&(&b.id, &b.position)))
    });
    problems
}

/// Offers problems to the archive until no further one finds room. Returns the number of those with
/// a line of their own that did not.
fn fill(archive: &mut Archive, mut problems: Vec<ArchivedProblem>) -> usize {
    loop {
        let mut left = Vec::new();
        let mut has_grown = false;
        for problem in problems {
            match archive.preview_offer(&problem) {
                OfferOutcome::Crowded => left.push(problem),
                _ => has_grown |= archive.offer(problem) == OfferOutcome::New,
            }
        }
        if !has_grown || left.is_empty() {
            let lines: BTreeSet<u64> = left.iter().map(|problem| problem.line_key).collect();
            return lines.into_iter().filter(|key| archive.find_by_line(*key).is_none()).count();
        }
        problems = left;
    }
}
