//! Checks a line of results without a search. A program that reads results from a file trusts the
//! rest.

use super::outcome::{Outcome, ResultVerdict};
use super::problem_key;
use crate::io::problems::rule_file::RuleLibrary;
use crate::io::problems::wrong_parity;
use crate::messages::tr;
use crate::notation::{sfen, usi};
use crate::position::{Forcing, Move, Problem};
use crate::referee::{self, ObjectionKind};
use crate::rules::Side;
use crate::solver::{count_legal_plies, ends_in_mate};

/// The problem of a line; `None` if it cannot be read, or if its rules are those of a user's file,
/// which the line does not contain.
///
/// # Errors
/// A message about the fault.
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
        return Err(tr!(results_claim_bad_attacker));
    };
    let problem = referee::admit(&rules, position, Some(attacker), forcing, ObjectionKind::ALL);
    let problem = problem.map_err(|_| tr!(results_claim_bad_position))?;
    if problem_key::key(&problem) != outcome.key {
        return Err(tr!(results_claim_other_key));
    }
    Ok(Some(problem))
}

/// Fault of the composers' length beside a result: it is longer than the proved one, or of another
/// parity, or its line is illegal or has another length. The line need not mate: at its end there
/// may be futile interpositions.
fn composers_fault(problem: &Problem, outcome: &Outcome) -> Option<String> {
    let note = outcome.composers.as_ref()?;
    let bound = outcome.plies.filter(|_| problem.rules().has_drops());
    let Some(most) = bound else {
        return Some(tr!(results_claim_count_without_mate));
    };
    let Some(plies) = note.plies else {
        let says = note.settled || note.line.is_some() || note.leftover.is_some();
        return says.then(|| tr!(results_claim_count_missing));
    };
    if !note.settled || plies > most || plies % 2 != most % 2 {
        return Some(tr!(results_claim_count_too_long, plies = most, counted = plies));
    }
    let line = note.line.as_ref()?;
    let moves = line.iter().map(|text| usi::parse(problem.rules(), text).ok());
    let moves: Option<Vec<Move>> = moves.collect();
    let whole = moves.is_some_and(|moves| count_legal_plies(problem, &moves) == usize::from(plies));
    (!whole || line.len() != usize::from(plies)).then(|| tr!(results_claim_count_line, plies))
}

/// Fault that shows without a search that a line is not a result for the problem: it is about
/// another problem, a length has the wrong parity, or its line is illegal or does not mate.
pub fn fault(problem: &Problem, outcome: &Outcome) -> Option<String> {
    let rules = problem.rules();
    let attacks = problem.position().side == problem.attacker();
    let same = outcome.variant == rules.name
        && outcome.forcing == problem.forcing().name()
        && outcome.attacker == problem_key::side_name(problem.attacker())
        && outcome.position == sfen::write(rules, problem.position());
    if !same {
        return Some(tr!(results_claim_other_problem));
    }
    let mate = outcome.verdict == ResultVerdict::Mate;
    if outcome.plies.is_some() != mate || outcome.line.is_some() && !mate {
        return Some(tr!(results_claim_no_length));
    }
    if let Some(plies) = outcome.plies {
        if (plies % 2 == 1) != attacks {
            return Some(wrong_parity(plies));
        }
    }
    let read = |moves: &[String]| -> Option<Vec<Move>> {
        moves.iter().map(|text| usi::parse(rules, text).ok()).collect()
    };
    let illegal = || Some(tr!(results_claim_illegal));
    if let (Some(moves), Some(plies)) = (&outcome.line, outcome.plies) {
        let Some(moves) = read(moves) else { return illegal() };
        // Some runs print no line.
        if !(moves.is_empty() && plies > 0) {
            if !ends_in_mate(problem, &moves) {
                return Some(tr!(results_claim_line_no_mate));
            }
            if moves.len() > usize::from(plies) {
                return Some(tr!(results_claim_line_length, found = moves.len(), plies));
            }
            // An analysis prints a shorter line if its limits were exhausted.
            let main = outcome.leftover_proved == Some(true)
                && outcome.shortest == Some(true)
                && outcome.certificate.is_some();
            if main && moves.len() != usize::from(plies) {
                return Some(tr!(results_claim_main_length, found = moves.len(), plies));
            }
        }
    }
    if let Some(fault) = composers_fault(problem, outcome) {
        return Some(fault);
    }
    if let Some(moves) = &outcome.refutation {
        let Some(moves) = read(moves) else { return illegal() };
        if outcome.verdict != ResultVerdict::NoMate {
            return Some(tr!(results_claim_no_line));
        }
        if count_legal_plies(problem, &moves) < moves.len() {
            return illegal();
        }
        if ends_in_mate(problem, &moves) {
            return Some(tr!(results_claim_refutation_mates));
        }
    }
    None
}
