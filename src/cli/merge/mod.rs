//! `tsume merge`: merges the results of several runs into one file.

mod archives;
mod merged_results;
mod rank;
mod seen_shards;

use super::common::check_output;
use super::input_files::is_same;
use super::solve::expect::LengthFinding;
use super::{Failure, Status, StdStreams, size};
use crate::io::files::atomic_file;
use crate::io::problems::rule_file::RuleLibrary;
use crate::io::results::result_lines::{self, ResultLine, ResultLineRead};
use crate::io::results::{Agreement, Outcome, claims};
use crate::io::terminal::progress::Tally;
use crate::messages::{list, tr};
use crate::text::{Diagnostic, Source};
use merged_results::{LineOrigin, MergedLine, MergedResults};
use rank::ResultSummary;
use seen_shards::{SeenShards, ShardFault};
use std::borrow::Cow;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Faulty lines of a file that are printed; the rest are counted.
const MAX_PRINTED_LINES: usize = 5;

/// Arguments of `tsume merge`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = tr!(help_merge_examples),
    about = tr!(help_merge),
    long_about = tr!(help_merge_long)
)]
pub struct Args {
    #[arg(value_name = "RESULTS", required = true, help = tr!(help_merge_paths))]
    paths: Vec<PathBuf>,
    #[arg(long, short, value_name = "OUT", help = tr!(help_merge_output))]
    output: PathBuf,
    #[arg(long, help = tr!(help_merge_first))]
    first: bool,
    #[arg(long, value_name = "V", help = tr!(help_merge_variant))]
    variant: Option<String>,
    #[arg(long, value_name = "SIZE", help = tr!(help_merge_hash))]
    hash: Option<String>,
    #[arg(long, short, help = tr!(help_merge_quiet))]
    quiet: bool,
}

pub fn run(args: &Args, streams: &mut StdStreams) -> Result<Status, Failure> {
    check_output(&args.output)?;
    let limit = size::or_default(args.hash.as_deref())?;
    if archives::are_archives(&args.paths)? {
        return archives::merge(args, limit, streams);
    }
    let mut merge = Merge {
        args,
        limit,
        streams,
        library: RuleLibrary::default(),
        merged_results: MergedResults::default(),
        seen_shards: SeenShards::default(),
        refused: 0,
        contradictions: 0,
    };
    let mut damaged = Vec::new();
    for path in &args.paths {
        let before = merge.refused;
        merge.file(path);
        if merge.refused > before {
            damaged.push(path);
        }
        if merge.is_full() {
            return Ok(too_large(args, limit, merge.streams));
        }
    }
    let Merge { streams, merged_results, mut seen_shards, refused, contradictions, .. } = merge;
    let wrong = Status { wrong: true, ..Status::default() };
    let output = args.output.display().to_string();
    if merged_results.is_empty() {
        streams.error(&tr!(merge_nothing, output));
        return Ok(wrong);
    }
    if damaged.iter().any(|path| is_same(path, &args.output)) {
        streams.error(&tr!(merge_unchanged, output));
        return Ok(wrong);
    }
    let sorted = merged_results.sorted();
    merged_results.shards().for_each(|(shard, problems)| seen_shards.count(shard, problems));
    seen_shards.count_undivided(merged_results.undivided());
    let paths: Vec<String> = args.paths.iter().map(|path| path.display().to_string()).collect();
    let faults = seen_shards.faults(&paths, true);
    // The result of a complete set is that of one run over it, which names no part.
    let names_shards = faults.iter().any(|fault| !matches!(fault, ShardFault::Remark(_)));
    write(&args.output, &sorted, names_shards)?;
    let mut status =
        Status { wrong: refused > 0, disagrees: contradictions > 0, ..Status::default() };
    tell(&faults, args.quiet, &mut status, streams);
    let mut tally = Tally::default();
    for (entry, _) in &sorted {
        match entry.summary {
            None => tally.broken += 1,
            Some(summary) if summary.decided => tally.decided += 1,
            Some(_) => tally.unknown += 1,
        }
        let expected = entry.summary.and_then(|summary| summary.expected);
        tally.compare(expected);
        status.wrong |= entry.summary.is_none();
        status.disagrees |= expected == Some(Agreement::Disagrees);
        status.undecided |= entry.summary.is_some_and(|summary| summary.undecided);
    }
    if !args.quiet {
        let mut counts = vec![tally.words()];
        if contradictions > 0 {
            counts.push(tr!(merge_contradictions, count = contradictions));
        }
        if refused > 0 {
            counts.push(tr!(merge_left_out, count = refused));
        }
        streams.note(&tr!(merge_summary, counts = list(counts), files = args.paths.len()));
    }
    Ok(status)
}

/// Reports that the results need more memory than `limit`.
fn too_large(args: &Args, limit: usize, streams: &StdStreams) -> Status {
    let (limit, output) = (size::written(limit), args.output.display().to_string());
    streams.error(&tr!(merge_too_large, limit, output));
    Status { wrong: true, ..Status::default() }
}

/// Prints the faults of the parts.
fn tell(faults: &[ShardFault], quiet: bool, status: &mut Status, streams: &StdStreams) {
    for fault in faults {
        match fault {
            ShardFault::Missing(text) => {
                streams.error(text);
                status.undecided = true;
            }
            ShardFault::Options(text) => {
                streams.error(text);
                status.disagrees = true;
            }
            ShardFault::Remark(text) if !quiet => streams.note(&format!("tsume: {text}")),
            ShardFault::Remark(_) => {}
        }
    }
}

struct Merge<'a> {
    args: &'a Args,
    /// Memory for results, in bytes.
    limit: usize,
    streams: &'a mut StdStreams,
    library: RuleLibrary,
    merged_results: MergedResults,
    seen_shards: SeenShards,
    /// Files and lines that cannot be read.
    refused: usize,
    contradictions: usize,
}

impl Merge<'_> {
    /// True if the results take more memory than the limit.
    fn is_full(&self) -> bool {
        self.merged_results.bytes() > self.limit
    }

    fn file(&mut self, path: &Path) {
        let file = self.merged_results.begin();
        let before = self.refused;
        let result = result_lines::read(path, |at, line| {
            self.line(path, file, before, at.number, line);
            if self.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.merged_results.end();
        let hidden = (self.refused - before).saturating_sub(MAX_PRINTED_LINES);
        if hidden > 0 {
            let path = path.display().to_string();
            self.streams.error(&tr!(merge_more_lines, count = hidden, path));
        }
        if let Err(error) = result {
            self.refused += 1;
            self.streams.diagnostics(&[*error]);
        }
    }

    fn line(&mut self, path: &Path, file: u32, before: usize, number: usize, line: ResultLineRead) {
        match line {
            Ok((text, ResultLine::Result(outcome, judgement))) => {
                if let Some(fault) = self.fault(&outcome) {
                    self.refused += 1;
                    if self.refused - before <= MAX_PRINTED_LINES {
                        let source = Source::part(path.display().to_string(), text, number);
                        let message = tr!(merge_impossible, id = outcome.id.as_str(), fault);
                        let help = tr!(merge_impossible_help);
                        self.streams.diagnostics(&[Diagnostic::new(
                            "E0504",
                            &source,
                            0..0,
                            message,
                        )
                        .help(help)]);
                    }
                    return;
                }
                let (shard, options) = (outcome.shard.as_deref(), outcome.options.as_ref());
                let shard = self.seen_shards.learn(shard, options, file);
                let summary = ResultSummary::of(&outcome, judgement.as_ref(), self.args.first);
                if let Some(other) =
                    self.merged_results.result(number, text, &outcome, summary, shard)
                {
                    self.contradictions += 1;
                    let error = self.contradiction(path, number, text, &outcome, other);
                    self.streams.diagnostics(&[error]);
                }
            }
            Ok((text, ResultLine::InputError(refusal))) => {
                // Errors of older versions name no part, whatever the run.
                let shard = refusal.shard.as_deref();
                let shard = shard.and_then(|_| self.seen_shards.learn(shard, None, file));
                self.merged_results.refusal(text, refusal, shard)
            }
            Ok((text, ResultLine::Verification(line))) => {
                let shard = self.seen_shards.learn(line.shard.as_deref(), None, file);
                let summary = ResultSummary::of_verification(line.accepted);
                self.merged_results.verification(text, &line.file, summary, shard);
            }
            Err(error) => {
                self.refused += 1;
                if self.refused - before <= MAX_PRINTED_LINES {
                    self.streams.diagnostics(&[*error]);
                }
            }
        }
    }

    /// Fault of a line that is found without a search.
    fn fault(&self, outcome: &Outcome) -> Option<String> {
        match claims::problem(&self.library, outcome) {
            Ok(problem) => claims::fault(&problem?, outcome),
            Err(fault) => Some(fault),
        }
    }

    fn contradiction(
        &self,
        path: &Path,
        number: usize,
        text: &str,
        outcome: &Outcome,
        (other, LineOrigin { file, line }): (LengthFinding, LineOrigin),
    ) -> Diagnostic {
        let found = LengthFinding::of(outcome);
        let field = match found {
            LengthFinding::Mate(_) | LengthFinding::MateWithin(_) => "\"plies\"",
            LengthFinding::NoMate | LengthFinding::Nothing => "\"verdict\"",
            LengthFinding::NoMateWithin(_) => "\"no_mate_within\"",
        };
        let span = text.find(field).map_or(0..0, |at| at..at + field.len());
        let source = Source::part(path.display().to_string(), text, number);
        let place = format!("{}:{line}", self.args.paths[file as usize].display());
        let message = tr!(
            merge_contradiction,
            id = outcome.id.as_str(),
            found = found.to_string(),
            place,
            other = other.to_string()
        );
        Diagnostic::new("E0503", &source, span, message).help(tr!(merge_contradiction_help))
    }
}

/// Writes all lines in one atomic step, with the part of each line if `names_shards`.
fn write(
    out: &Path,
    sorted: &[(&MergedLine, &[MergedLine])],
    names_shards: bool,
) -> Result<(), Failure> {
    let fill = |to: &mut dyn Write| -> io::Result<()> {
        for (entry, rivals) in sorted {
            for entry in std::iter::once(*entry).chain(*rivals) {
                let text = match entry.names_shard && !names_shards {
                    true => result_lines::without_shard(&entry.text),
                    false => Cow::Borrowed(&*entry.text),
                };
                to.write_all(text.as_bytes())?;
                to.write_all(b"\n")?;
            }
        }
        to.flush()
    };
    if out == Path::new("-") {
        return Ok(fill(&mut BufWriter::new(io::stdout().lock()))?);
    }
    atomic_file::write(out, fill).map_err(|error| Failure::unwritable(out, &error))
}
