//! Solutions as answers.

use super::move_view::{self, MoveView};
use super::proof_store::ProofStore;
use crate::io::results::wording;
use crate::messages::tr;
use crate::position::{Forcing, Move, Problem};
use crate::proof::certificate::Claim;
use crate::search::StopReason;
use crate::solver::{Solution, Verdict};
use serde_json::{Value, json};

/// Answer to `solve`.
pub(super) fn solved(problem: &Problem, solution: Solution, proofs: &ProofStore) -> Value {
    let mut value = common(problem, &solution);
    let text = match &solution.verdict {
        Verdict::Mate { plies, shortest: true, .. } => tr!(results_length_mate, plies = *plies),
        Verdict::Mate { plies, .. } => tr!(results_length_at_most, plies = *plies),
        Verdict::NoMate { .. } => tr!(results_length_no_mate),
        Verdict::Unknown(reason) => unknown(*reason, solution.no_mate_within),
    };
    // The headline is the composers' length, as everywhere; the proved one stands beside it.
    let counted = match (&solution.verdict, &solution.composers) {
        (&Verdict::Mate { plies, shortest, .. }, Some(counted))
            if counted.is_settled && counted.plies != plies =>
        {
            Some((plies, shortest, counted))
        }
        _ => None,
    };
    value["text"] = match counted {
        Some((plies, shortest, counted)) => {
            let mate = tr!(results_length_mate, plies = counted.plies);
            match shortest {
                true => tr!(solve_counted_proved, mate, plies),
                false => tr!(solve_counted_proved_at_most, mate, plies),
            }
        }
        None => text,
    }
    .into();
    value["composers"] = json!(counted.map(|(_, _, counted)| json!({
        "plies": counted.plies,
        "line": move_view::line(problem, &counted.line),
    })));
    add_proof(&mut value, solution, proofs);
    value
}

/// Answer to `try`: what becomes of the attacker's move `played`. The problem is the position after
/// it.
pub(super) fn tried(
    problem: &Problem,
    played: &MoveView,
    solution: Solution,
    proofs: &ProofStore,
) -> Value {
    let mut value = common(problem, &solution);
    let played_text = played.text.as_str();
    let line = line_of(&solution.verdict).first().copied();
    let reply = line.and_then(|m| move_view::line(problem, &[m]).pop());
    let (outcome, text) = match (&solution.verdict, &reply) {
        (Verdict::Mate { plies: 0, .. }, _) => {
            ("mates", tr!(web_try_is_mate, played = played_text))
        }
        (Verdict::Mate { plies, .. }, _) => {
            ("mates", tr!(web_try_mates, played = played_text, plies = *plies + 1))
        }
        (Verdict::NoMate { .. }, Some(reply)) => {
            let reply = reply.text.as_str();
            ("fails", tr!(web_try_fails, played = played_text, reply))
        }
        (Verdict::NoMate { .. }, None) => ("fails", tr!(web_try_no_mate, played = played_text)),
        (Verdict::Unknown(_), _) => ("unknown", tr!(web_try_unknown, played = played_text)),
    };
    value["outcome"] = outcome.into();
    value["text"] = text.into();
    value["played"] = json!(played);
    add_proof(&mut value, solution, proofs);
    value
}

/// Answer to `try` for a move that is not forcing.
pub(super) fn not_forcing(played: &MoveView, forcing: Forcing) -> Value {
    let played_text = played.text.as_str();
    let text = match forcing {
        Forcing::Check => tr!(web_try_no_check, played = played_text),
        Forcing::Royal => tr!(web_try_no_threat, played = played_text),
    };
    json!({ "outcome": "not_forcing", "text": text, "played": played, "line": [] })
}

fn common(problem: &Problem, solution: &Solution) -> Value {
    let (verdict, plies, shortest) = match &solution.verdict {
        Verdict::Mate { plies, shortest, .. } => ("mate", Some(*plies), Some(*shortest)),
        Verdict::NoMate { .. } => ("no_mate", None, None),
        Verdict::Unknown(_) => ("unknown", None, None),
    };
    let stopped = match &solution.verdict {
        Verdict::Unknown(reason) => Some(*reason),
        _ => solution.shortening_stopped,
    };
    let certificate = solution.certificates.first().map(|certificate| {
        let nodes = certificate.nodes.len();
        let text = tr!(web_certificate, claim = wording::claim(certificate.claim), nodes);
        json!({ "nodes": nodes, "text": text })
    });
    json!({
        "verdict": verdict,
        "plies": plies,
        "shortest": shortest,
        "line": move_view::line(problem, line_of(&solution.verdict)),
        "stopped_by": stopped.map(StopReason::name),
        "no_mate_within": solution.no_mate_within,
        "nodes": solution.nodes,
        "checked": solution.checked,
        "doubt": solution.doubt.map(wording::doubt),
        "certificate": certificate,
    })
}

fn line_of(verdict: &Verdict) -> &[Move] {
    match verdict {
        Verdict::Mate { line, .. } => line,
        Verdict::NoMate { refutation } => refutation,
        Verdict::Unknown(_) => &[],
    }
}

/// Keeps the certificate of the verdict, so that the page can step through the proof.
fn add_proof(value: &mut Value, solution: Solution, proofs: &ProofStore) {
    let is_of_verdict = |claim: Claim| match solution.verdict {
        Verdict::Mate { .. } => matches!(claim, Claim::Mate | Claim::MateWithin(_)),
        Verdict::NoMate { .. } => claim == Claim::NoMate,
        Verdict::Unknown(_) => false,
    };
    let found = solution.certificates.into_iter().find(|it| is_of_verdict(it.claim));
    value["proof"] = json!(found.and_then(|certificate| proofs.add(certificate)));
}

fn unknown(reason: StopReason, no_mate_within: Option<u16>) -> String {
    let limit = wording::limit_name(reason);
    match no_mate_within {
        Some(plies) => tr!(web_unknown_within, plies, limit),
        None => tr!(web_unknown, limit),
    }
}
