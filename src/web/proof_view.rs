//! A node of a verified proof: what the side that succeeds plays, and what becomes of every move of
//! the other side.

use super::move_view::{MoveView, legal_moves};
use super::position_view::BoardView;
use super::problem_text;
use super::proof_store::ProofStore;
use super::refusal::Refusal;
use crate::facade::CancelToken;
use crate::io::results::{changed_rules, side_name, wording};
use crate::messages::tr;
use crate::notation::{sfen, usi};
use crate::position::{Move, Position};
use crate::proof::certificate::{Certificate, Claim, Strategy};
use crate::proof::certificate_index::CertificateIndex;
use crate::proof::checker;
use crate::proof::text_format;
use crate::referee;
use serde::Serialize;
use serde_json::{Value, json};

/// Answers that are spelled out at one node.
const MAX_SPELLED_REPLIES: usize = 60;

/// A legal move at a node.
#[derive(Clone, Debug, Serialize)]
struct BranchView {
    #[serde(flatten)]
    view: MoveView,
    /// False for a move of the attacker that does not force.
    forcing: bool,
    /// True for the move that the proof prescribes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    prescribed: bool,
    /// In a proof of mate: bound of the plies from here to the mate, this move included; absent if
    /// the proof does not say what becomes of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    /// In a proof of no mate: the defender's answer in USI notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<String>,
    /// The answer in the notation of the page's language; absent after the first
    /// [`MAX_SPELLED_REPLIES`] answers, because each costs the moves of another position.
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_text: Option<String>,
}

/// Answer to `node`: the position after `moves`, and its branches.
pub(super) fn node(store: &ProofStore, number: u64, moves: &[String]) -> Result<Value, Refusal> {
    let proof = store.get(number)?;
    let problem = &proof.certificate().problem;
    let (rules, start) = (problem.rules(), problem.position());
    let (played, position) = problem_text::play(rules, start, moves)?;
    let attacks = position.side == problem.attacker();
    let last = played.last().map(|m| m.to());
    let forcing = attacks.then_some(problem.forcing());
    let legal = legal_moves(rules, &position, forcing, last);
    let prescribed = prescribed(&proof, &position);
    let is_mate = legal.is_empty();
    let covered = is_mate && !attacks
        || if attacks {
            proof.node(&position).is_some()
        } else {
            match proof.certificate().claim {
                Claim::Mate | Claim::MateWithin(_) => legal
                    .iter()
                    .all(|&(m, ..)| proof.node(&referee::play(rules, &position, m)).is_some()),
                Claim::NoMate | Claim::NoMateWithin(_) => prescribed.is_some(),
            }
        };
    let mut spelled = 0;
    let mut branch = |(m, view, forcing): (Move, MoveView, bool)| {
        let after = referee::play(rules, &position, m);
        let reply = reply_to(&proof, &position, m);
        spelled += usize::from(reply.is_some());
        let reply_text = reply.filter(|_| spelled <= MAX_SPELLED_REPLIES).map(|reply| {
            let legal = referee::legal_moves(rules, &after);
            MoveView::new(rules, &after, &legal, reply, Some(m.to())).text
        });
        BranchView {
            view,
            forcing,
            prescribed: prescribed == Some(m),
            plies: plies_after(&proof, &position, m, &after, prescribed),
            reply: reply.map(|reply| usi::write(rules, reply)),
            reply_text,
        }
    };
    let branches: Vec<BranchView> = legal.into_iter().map(&mut branch).collect();
    let mut value = json!(BoardView::new(rules, &position, last));
    value["attacker"] = side_name(problem.attacker()).into();
    value["covered"] = covered.into();
    value["mate"] = (is_mate && !attacks).into();
    value["plies"] = json!(mate_plies(&proof, &position));
    value["branches"] = json!(branches);
    Ok(value)
}

/// The move that the proof prescribes for the side to move.
fn prescribed(proof: &CertificateIndex, position: &Position) -> Option<Move> {
    let problem = &proof.certificate().problem;
    if position.side == problem.attacker() {
        return match proof.node(position)?.strategy {
            Strategy::Attack(m) => Some(m),
            Strategy::Defense(_) => None,
        };
    }
    if mates(proof) {
        return None;
    }
    // After a check of the attacker the reply is in the node before it. Where the defender moves
    // first, or the node is not at hand, any reply to a covered position holds.
    let rules = problem.rules();
    let legal = referee::legal_moves(rules, position);
    legal.into_iter().find(|&m| holds(proof, &referee::play(rules, position, m)))
}

/// The defender's answer to a move of the attacker, in a proof of no mate.
fn reply_to(proof: &CertificateIndex, position: &Position, m: Move) -> Option<Move> {
    match &proof.node(position)?.strategy {
        Strategy::Attack(_) => None,
        Strategy::Defense(replies) => {
            replies.iter().find(|(check, _)| *check == m).map(|(_, reply)| *reply)
        }
    }
}

fn mates(proof: &CertificateIndex) -> bool {
    matches!(proof.certificate().claim, Claim::Mate | Claim::MateWithin(_))
}

/// True if a proof of no mate covers the position after a reply, or no check is left there.
fn holds(proof: &CertificateIndex, after: &Position) -> bool {
    let problem = &proof.certificate().problem;
    proof.node(after).is_some()
        || referee::forcing_moves(problem.rules(), after, problem.forcing()).is_empty()
}

/// Bound of the plies to the mate from a position, if the proof covers it.
fn mate_plies(proof: &CertificateIndex, position: &Position) -> Option<u16> {
    let problem = &proof.certificate().problem;
    if !mates(proof) {
        return None;
    }
    if position.side == problem.attacker() {
        return proof.node(position).map(|node| node.plies);
    }
    let rules = problem.rules();
    let mut longest = 0;
    for m in referee::legal_moves(rules, position) {
        longest = longest.max(proof.node(&referee::play(rules, position, m))?.plies + 1);
    }
    Some(longest)
}

/// Bound of the plies to the mate from a position by a move.
fn plies_after(
    proof: &CertificateIndex,
    position: &Position,
    m: Move,
    after: &Position,
    prescribed: Option<Move>,
) -> Option<u16> {
    if !mates(proof) {
        return None;
    }
    if position.side == proof.certificate().problem.attacker() {
        return (prescribed == Some(m)).then(|| mate_plies(proof, position)).flatten();
    }
    proof.node(after).map(|node| node.plies + 1)
}

/// Answer to `certificate`.
pub(super) fn certificate(store: &ProofStore, number: u64) -> Result<Value, Refusal> {
    let proof = store.get(number)?;
    Ok(json!({ "text": text_format::write(proof.certificate()), "ending": "tsc" }))
}

/// Answer to `verify`: whether the checker accepts a certificate. An accepted one can be stepped
/// through.
pub(super) fn verify(
    store: &ProofStore,
    text: &str,
    threads: usize,
    cancel: &CancelToken,
) -> Result<Value, Refusal> {
    let certificate: Certificate = text_format::parse(text).map_err(Refusal::certificate)?;
    let (nodes, claim) = (certificate.nodes.len(), certificate.claim);
    let words = wording::claim(claim);
    let problem = certificate.problem.clone();
    match checker::verify(&certificate, threads, &|| cancel.is_cancelled()) {
        Ok(_) => {
            let proof = store.add(certificate);
            let text = tr!(web_certificate_accepted, claim = words, nodes);
            Ok(json!({
                "accepted": true,
                "verdict": match claim {
                    Claim::Mate | Claim::MateWithin(_) => "mate",
                    Claim::NoMate | Claim::NoMateWithin(_) => "no_mate",
                },
                "text": text,
                "proof": proof,
                "game": problem.rules().name,
                "rules": changed_rules(problem.rules(), None),
                "position": sfen::write(problem.rules(), problem.position()),
                "attacker": side_name(problem.attacker()),
                "forcing": problem.forcing().name(),
            }))
        }
        Err(why) => {
            let text = tr!(web_certificate_refused, claim = words, why = why.to_string());
            Ok(json!({ "accepted": false, "text": text }))
        }
    }
}
