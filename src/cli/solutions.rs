//! The author's lines that files give: what is strange about one is remarked, and the problem is solved all the same.
//! A move that is not legal is an error of the file.

use super::StdStreams;
use crate::io::problems::{ExpectedVerdict, LoadedProblem};
use crate::notation::usi;
use crate::referee;
use crate::text::escape::escape_line;

/// Says what is strange about the solutions that files give.
pub fn note<'a>(entries: impl Iterator<Item = &'a LoadedProblem>, streams: &StdStreams) {
    entries.filter_map(remark).for_each(|remark| streams.note(&remark));
}

/// What to say of the solution of a problem that is no mate by forcing moves; none if it is one, or if there is none.
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
            what = Some(format!("ply {}, {}, does not force", i + 1, usi::write(rules, m)));
            break;
        }
        position = referee::play(rules, &position, m);
    }
    let defends = position.side != problem.attacker();
    let over = defends && referee::legal_moves(rules, &position).is_empty();
    let what = what.or_else(|| {
        (!over).then(|| format!("it does not end in mate, after {} plies", entry.solution.len()))
    })?;
    let place = format!("{}:{}:{}", entry.file, entry.line, entry.column);
    Some(format!(
        "note: {}: the solution of `{}`: {what}",
        escape_line(&place),
        escape_line(&entry.id)
    ))
}
