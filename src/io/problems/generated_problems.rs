//! Writes generated problems as a problem file, and checks the file by reading it back.

use super::loaded::{Expectation, ExpectedVerdict, LoadResult, LoadedProblem};
use super::read_options::ReadOptions;
use super::reader::read_text;
use super::yaml_writer;
use crate::generator::certification::prove_length;
use crate::generator::{ArchivedProblem, ProblemRecord, ProblemSpace};
use crate::messages::tr;
use crate::notation::usi;
use crate::position::Move;
use crate::referee;
use crate::search::SearchObserver;
use rayon::prelude::*;
use serde::Serialize;
use std::path::Path;

/// `source` of the problems.
const SOURCE: &str = "made by tsume generate";

/// Node limit for proving one problem again.
const PROOF_NODES: u64 = 20_000_000;

/// Value of `meta`.
#[derive(Serialize)]
struct Meta<'a> {
    score: f64,
    difficulty: u32,
    /// Share of the problems of this length in the file with a lower score, in percent.
    percentile: u32,
    first: &'a str,
    tolerated: &'a [String],
    features: &'a crate::generator::features::ProblemFeatures,
    lineage: &'a crate::generator::problem_record::Lineage,
}

/// A problem file with these problems in this order. `variant` is the variant as the file names it.
///
/// # Errors
/// A message about the problem that cannot be written.
pub fn write(
    game: &ProblemSpace,
    variant: &str,
    chosen: &[(String, String)],
    problems: &[&ArchivedProblem],
) -> Result<String, String> {
    let mut text = yaml_writer::heading(variant, Some(SOURCE))?;
    for kept in problems {
        let found = &kept.record;
        let problem = game
            .admit(&kept.position)
            .ok_or_else(|| tr!(problems_generated_not_admitted, id = found.id.as_str()))?;
        let same = |other: &&&ArchivedProblem| other.record.plies == found.plies;
        let of_length = problems.iter().filter(same).count();
        let less = |other: &&&ArchivedProblem| same(other) && other.record.score < found.score;
        let meta = Meta {
            score: found.score,
            difficulty: kept.difficulty,
            percentile: (100 * problems.iter().filter(less).count() / of_length.max(1)) as u32,
            first: &found.first,
            tolerated: &found.tolerated,
            features: &found.features,
            lineage: &found.lineage,
        };
        let tags = ["generated".to_owned()].into_iter().chain(found.themes.iter().cloned());
        let entry = LoadedProblem {
            id: found.id.clone(),
            file: String::new(),
            line: 1,
            column: 1,
            title: None,
            author: None,
            source: None,
            tags: tags.collect(),
            variant: variant.to_owned(),
            chosen_rules: chosen.to_vec(),
            problem,
            expect: Expectation {
                verdict: Some(ExpectedVerdict::Mate),
                plies: Some(found.plies),
                count: None,
                no_mate_within: None,
            },
            published: None,
            solution: moves(game, found)?,
            meta: serde_yaml::Value::Null,
            notes: Vec::new(),
        };
        text.push_str(&yaml_writer::write(&entry, variant)?);
        // On one line, because most of the hundreds of bytes of a problem would be indentation.
        let meta = serde_json::to_string(&meta).map_err(|error| error.to_string())?;
        text.push_str(&format!("    meta: {meta}\n"));
    }
    Ok(text)
}

fn moves(game: &ProblemSpace, found: &ProblemRecord) -> Result<Vec<Move>, String> {
    let read = |text: &String| usi::parse(&game.rules, text).map_err(|error| error.message);
    found.line.iter().map(read).collect()
}

/// Reads the text of [`write()`] from the directory `folder` as a user would, and checks each
/// problem: the position is the generated one, the line is legal and ends in mate, mate and length
/// are proved again, and the checker replays the certificates.
///
/// Returns the fault of each problem, if it has one.
///
/// # Errors
/// The file has other problems, which is a bug of the program.
pub fn check(
    game: &ProblemSpace,
    folder: &Path,
    text: &str,
    options: &ReadOptions,
    problems: &[&ArchivedProblem],
    observer: &(dyn SearchObserver + Sync),
) -> Result<Vec<Option<String>>, String> {
    // The extension determines the format, whatever the name of the file.
    let name = folder.join("generated.yaml");
    let items = read_text(&name.display().to_string(), text, options);
    let entries: Vec<&LoadedProblem> = items
        .iter()
        .filter_map(|item| match item {
            LoadResult::Problem(entry) => Some(&**entry),
            LoadResult::Broken { .. } => None,
        })
        .collect();
    if entries.len() != problems.len() || items.len() != problems.len() {
        let (found, wanted) = (entries.len(), problems.len());
        return Err(tr!(problems_generated_read_back, found, wanted));
    }
    let pairs: Vec<(&LoadedProblem, &&ArchivedProblem)> =
        entries.into_iter().zip(problems).collect();
    let fault = |entry: &LoadedProblem, kept: &ArchivedProblem| {
        let id = entry.id.as_str();
        let rules = &game.rules;
        if entry.problem.position() != &kept.position || entry.id != kept.record.id {
            return Some(tr!(problems_generated_position, id));
        }
        let mut at = kept.position.clone();
        for &m in &entry.solution {
            if !referee::is_legal(rules, &at, m) {
                return Some(tr!(problems_generated_illegal, id));
            }
            at = referee::play(rules, &at, m);
        }
        if !referee::legal_moves(rules, &at).is_empty()
            || entry.solution.len() != usize::from(kept.record.plies)
        {
            return Some(tr!(problems_generated_no_mate, id));
        }
        match prove_length(&entry.problem, kept.record.plies, PROOF_NODES, observer) {
            Some(_) => None,
            None if observer.should_stop() => None,
            None => Some(tr!(problems_generated_uncertified, id)),
        }
    };
    Ok(pairs.par_iter().map(|(entry, kept)| fault(entry, kept)).collect())
}
