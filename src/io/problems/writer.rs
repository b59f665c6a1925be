//! Writes problems in any format.

use super::loaded::LoadedProblem;
use super::{position_text, yaml_writer};
use crate::io::formats::record::GameRecord;
use crate::io::formats::{Format, bod, csa, jkf, ki2, kif};
use crate::messages::tr;
use crate::notation::names::Letters;
use crate::notation::{sfen, usi};
use crate::position::Forcing;
use crate::rules::describe;

/// Text of a problem in a format, or its part of a file that holds several. YAML and lists are
/// written from the problem, the other formats from its record. The variant of the YAML file is
/// `usual`.
///
/// # Errors
/// The reason why the format cannot express the problem.
pub fn write(
    format: Format,
    entry: &LoadedProblem,
    record: Option<&GameRecord>,
    usual: &str,
) -> Result<String, String> {
    let problem = &entry.problem;
    let rules = problem.rules();
    if format == Format::Yaml {
        return yaml_writer::write(entry, usual);
    }
    check_plain(entry)?;
    if format == Format::Sfen {
        let position = sfen::write(rules, problem.position());
        return Ok(position + &mating_moves(entry) + "\n");
    }
    let plain = rules.name == "shogi";
    if !plain {
        let (format, game) = (format.name(), describe::game_name(rules));
        return Err(tr!(problems_only_shogi, format, game));
    }
    let Some(record) = record else { return Err(tr!(problems_no_record)) };
    match format {
        Format::Kif => Ok(kif::write(rules, record)),
        Format::Ki2 => Ok(ki2::write(rules, record)),
        Format::Csa => Ok(csa::write(rules, record)),
        Format::Jkf => jkf::write(rules, record),
        _ => Ok(bod::write(rules, record)),
    }
}

/// Line of a list in the letters of another program: SFEN for lishogi, FEN for XBoard, whose lines
/// have no moves.
///
/// # Errors
/// The reason why the line cannot express the problem.
pub fn foreign_line(entry: &LoadedProblem, letters: Letters) -> Result<String, String> {
    check_plain(entry)?;
    let problem = &entry.problem;
    let rules = problem.rules();
    let position = sfen::write_in(rules, problem.position(), letters).map_err(|kind| {
        let piece = describe::piece_name(rules.spec(kind));
        tr!(problems_no_letter, program = letters.name(), piece)
    })?;
    let moves = match letters {
        Letters::Lishogi => mating_moves(entry),
        Letters::XBoard => String::new(),
    };
    Ok(position + &moves + "\n")
}

/// Refuses problems that only YAML can express.
fn check_plain(entry: &LoadedProblem) -> Result<(), String> {
    let problem = &entry.problem;
    let rules = problem.rules();
    if problem.attacker() != problem.position().side {
        return Err(tr!(problems_only_yaml_defends));
    }
    if problem.forcing() != Forcing::Check && rules.name != "shogi" {
        return Err(tr!(problems_only_yaml_royal));
    }
    if !rules.changed.is_empty() {
        return Err(tr!(problems_only_yaml_rules, rules = rules.to_string()));
    }
    Ok(())
}

/// The solution after the word `moves` if it ends in mate. Other moves would lead to another
/// position.
fn mating_moves(entry: &LoadedProblem) -> String {
    let problem = &entry.problem;
    let rules = problem.rules();
    if !position_text::is_mating_line(rules, problem.position(), &entry.solution) {
        return String::new();
    }
    let moves = entry.solution.iter().map(|&m| format!(" {}", usi::write(rules, m)));
    format!(" moves{}", moves.collect::<String>())
}
