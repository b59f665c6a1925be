//! What can be seen to be wrong with a line of results without solving the problem again. Whoever reads results from a
//! file takes the rest on trust.

use super::outcome::{Outcome, ResultVerdict};
use super::problem_key;
use crate::io::problems::rule_file::RuleLibrary;
use crate::io::problems::wrong_parity;
use crate::notation::{sfen, usi};
use crate::position::{Forcing, Move, Problem};
use crate::referee::{self, ObjectionKind};
use crate::rules::Side;
use crate::solver::{count_legal_plies, ends_in_mate};

/// The problem that a line says it is of; none if that cannot be read, or if the line does not tell its rules, which are
/// those of a file of the user's own.
///
/// # Errors
/// What is wrong with it, in words.
pub fn problem(library: &RuleLibrary, outcome: &Outcome) -> Result<Option<Problem>, String> {
    if outcome.own_rules == Some(true) {
        return Ok(None);
    }
    let value = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let chosen: Vec<(String, String)> =
        outcome.rules.iter().map(|(name, given)| (name.clone(), value(given))).collect();
    let Some(rules) = problem_key::built_in(library, &outcome.variant, &chosen) else {
        return Ok(None);
    };
    let Ok(position) = sfen::parse(&rules, &outcome.position) else { return Ok(None) };
    let attacker =
        Side::BOTH.into_iter().find(|&side| problem_key::side_name(side) == outcome.attacker);
    let forcing = [Forcing::Check, Forcing::Royal];
    let forcing = forcing.into_iter().find(|forcing| forcing.name() == outcome.forcing);
    let (Some(attacker), Some(forcing)) = (attacker, forcing) else {
        return Err("it does not say who attacks, or by which moves".to_owned());
    };
    let problem = referee::admit(&rules, position, Some(attacker), forcing, ObjectionKind::ALL);
    let problem = problem.map_err(|_| "its position is none that could be solved".to_owned())?;
    if problem_key::key(&problem) != outcome.key {
        return Err("its key is that of another problem".to_owned());
    }
    Ok(Some(problem))
}

/// Why a line cannot be a result of this program for a problem, as far as that can be seen without a search: it is of
/// another problem, a length has the wrong parity, the line is not legal or does not mate.
pub fn fault(problem: &Problem, outcome: &Outcome) -> Option<String> {
    let rules = problem.rules();
    let attacks = problem.position().side == problem.attacker();
    let same = outcome.variant == rules.name
        && outcome.forcing == problem.forcing().name()
        && outcome.attacker == problem_key::side_name(problem.attacker())
        && outcome.position == sfen::write(rules, problem.position());
    if !same {
        return Some("it is of another problem than its key says".to_owned());
    }
    let mate = outcome.verdict == ResultVerdict::Mate;
    if outcome.plies.is_some() != mate || outcome.line.is_some() && !mate {
        return Some("verdict and length do not belong together".to_owned());
    }
    if let Some(plies) = outcome.plies
        && (plies % 2 == 1) != attacks
    {
        return Some(wrong_parity(plies));
    }
    let read = |moves: &[String]| -> Option<Vec<Move>> {
        moves.iter().map(|text| usi::parse(rules, text).ok()).collect()
    };
    let illegal = || Some("its line is not legal".to_owned());
    if let (Some(moves), Some(plies)) = (&outcome.line, outcome.plies) {
        let Some(moves) = read(moves) else { return illegal() };
        // Some runs keep no line.
        if !(moves.is_empty() && plies > 0) {
            if !ends_in_mate(problem, &moves) {
                return Some("its line is not a mate".to_owned());
            }
            if moves.len() > usize::from(plies) {
                return Some(format!("its line has {} plies, not {plies}", moves.len()));
            }
            // An analysis keeps a shorter line where its limits were exhausted.
            let main = outcome.leftover_proved == Some(true)
                && outcome.shortest == Some(true)
                && outcome.certificate.is_some();
            if main && moves.len() != usize::from(plies) {
                return Some(format!("its main line has {} plies, not {plies}", moves.len()));
            }
        }
    }
    if let Some(moves) = &outcome.refutation {
        let Some(moves) = read(moves) else { return illegal() };
        if outcome.verdict != ResultVerdict::NoMate {
            return Some("verdict and line do not belong together".to_owned());
        }
        if count_legal_plies(problem, &moves) < moves.len() {
            return illegal();
        }
        if ends_in_mate(problem, &moves) {
            return Some("its line of no mate is a mate".to_owned());
        }
    }
    None
}
