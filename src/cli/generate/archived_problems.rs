//! The problems of a campaign's archive, and what is wrong with it.

use crate::cli::StdStreams;
use crate::generator::{ArchivedProblem, ProblemSpace};
use crate::io::files::campaign_file::{CampaignContents, MAX_ERRORS};
use crate::messages::tr;
use crate::rules::describe;
use std::path::Path;

/// The problems of an archive in the order of its lines, and the number of faulty lines. Reports
/// the first [`MAX_ERRORS`] faults.
///
/// Older versions did not limit positions to the army of the game. Such problems are left out, with
/// a note unless `quiet`.
pub fn read(
    game: &ProblemSpace,
    path: &Path,
    contents: &mut CampaignContents,
    quiet: bool,
    streams: &StdStreams,
) -> (Vec<ArchivedProblem>, usize) {
    let name = path.display().to_string();
    streams.diagnostics(&contents.errors);
    let (mut problems, mut faulty, mut beyond) = (Vec::new(), contents.faulty, 0);
    for found in std::mem::take(&mut contents.found) {
        let (line, id) = (found.line, found.record.id.clone());
        match ArchivedProblem::read_checked(game, found.record) {
            Ok(problem) if game.is_within_army(&problem.position) => problems.push(problem),
            Ok(_) => beyond += 1,
            Err(fault) => {
                faulty += 1;
                if faulty <= MAX_ERRORS {
                    let (path, fault) = (name.as_str(), fault.to_string());
                    streams.error(&tr!(generate_campaign_damaged, path, line, id, fault));
                }
            }
        }
    }
    let hidden = faulty.saturating_sub(MAX_ERRORS);
    if hidden > 0 {
        streams.error(&tr!(merge_more_lines, count = hidden, path = name));
    }
    if beyond > 0 && !quiet {
        let game = describe::game_name(&game.rules);
        streams.note(&tr!(generate_campaign_beyond_army, count = beyond, game));
    }
    (problems, faulty)
}
