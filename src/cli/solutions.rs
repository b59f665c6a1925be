//! Checks the solutions that problem files give. A solution with non-forcing moves or without a
//! mate yields a note, and the problem is solved nevertheless. An illegal move is an error of the
//! file.

use super::StdStreams;
use crate::io::problems::{ExpectedVerdict, LoadedProblem};
use crate::messages::tr;
use crate::notation::usi;
use crate::referee;
use crate::text::escape::escape_line;

/// Prints a note about each solution that is not a mate by forcing moves.
pub fn note<'a>(entries: impl Iterator<Item = &'a LoadedProblem>, streams: &StdStreams) {
    entries.filter_map(remark).for_each(|remark| streams.note(&remark));
}

/// Note about the solution of a problem; `None` if it is a mate by forcing moves, or if there is
/// none.
fn remark(entry: &LoadedProblem) -> Option<String> {
    let problem = &entry.problem;
    if entry.solution.is_empty() || entry.expect.verdict == Some(ExpectedVerdict::NoMate) {
        return None;
    }
    let rules = problem.rules();
    let mut position = problem.position().clone();
    let mut what = None;
    for (i, &m) in entry.solution.iter().enumerate() {
        let attacks = position.side == problem.attacker();
        if attacks && !referee::is_forcing(rules, &position, m, problem.forcing()) {
            let (ply, played) = (i + 1, usi::write(rules, m));
            what = Some(tr!(inputs_solution_not_forcing, ply, played));
            break;
        }
        position = referee::play(rules, &position, m);
    }
    let defends = position.side != problem.attacker();
    let over = defends && referee::legal_moves(rules, &position).is_empty();
    let what = what
        .or_else(|| (!over).then(|| tr!(inputs_solution_no_mate, plies = entry.solution.len())))?;
    let place = format!("{}:{}:{}", entry.file, entry.line, entry.column);
    Some(tr!(inputs_solution_note, place = escape_line(&place), id = escape_line(&entry.id), what))
}
