//! Proposals that mend a problem: as text, and as JSON.

use super::wording;
use crate::notation::sfen;
use crate::position::{Piece, Problem};
use crate::rules::{Rules, Square};
use crate::soundness::fix::{Edit, Repair, Repairs};
use serde_json::{Value, json};
use std::fmt::Write;

/// An edit, for people: `take P off 9g`.
pub fn words(problem: &Problem, edit: Edit) -> String {
    let rules = problem.rules();
    let piece = |piece: Piece| sfen::piece_text(rules, piece);
    let place = |square: Square| rules.board.name(square);
    let held = |kind| sfen::piece_text(rules, Piece::new(kind, problem.attacker()));
    match edit {
        Edit::Remove { piece: p, square } => format!("take {} off {}", piece(p), place(square)),
        Edit::Take { kind } => format!("take {} out of the attacker's hand", held(kind)),
        Edit::Turn { piece: p, into, square } => {
            format!("make {} on {} a {}", piece(p), place(square), piece(into))
        }
        Edit::Shift { piece: p, from, to } => {
            format!("move {} from {} to {}", piece(p), place(from), place(to))
        }
        Edit::Give { kind } => format!("put {} into the attacker's hand", held(kind)),
        Edit::Add { piece: p, square } => format!("put {} on {}", piece(p), place(square)),
    }
}

/// Proposals as lines of text.
pub fn text(problem: &Problem, repairs: &Repairs) -> String {
    let mut out = String::new();
    for repair in &repairs.found {
        let edits: Vec<String> = repair.edits.iter().map(|&e| words(problem, e)).collect();
        let class = wording::class(repair.report.class);
        let _ = writeln!(out, "  repair: {} ({class})", edits.join(", and "));
        let position = sfen::write(problem.rules(), repair.problem.position());
        let _ = writeln!(out, "    {position}");
    }
    if repairs.found.is_empty() {
        let _ = match repairs.stopped {
            Some(reason) => {
                writeln!(out, "  no repair was found before the limit: {}", reason.name())
            }
            None if repairs.open > 0 => {
                writeln!(out, "  no repair was found; of {} it stayed open", repairs.open)
            }
            None => writeln!(out, "  nothing that was tried mends it"),
        };
    }
    out
}

/// Proposals as JSON.
pub fn value(problem: &Problem, repairs: &Repairs) -> Value {
    let found: Vec<Value> = repairs.found.iter().map(|r| repair(problem, r)).collect();
    let stopped = repairs.stopped.map(|reason| reason.name());
    json!({ "found": found, "tried": repairs.tried, "open": repairs.open, "stopped_by": stopped })
}

fn repair(problem: &Problem, repair: &Repair) -> Value {
    let rules = problem.rules();
    let edits: Vec<Value> = repair.edits.iter().map(|&e| edit(rules, problem, e)).collect();
    json!({
        "edits": edits,
        "position": sfen::write(rules, repair.problem.position()),
        "class": repair.report.class.name(),
    })
}

fn edit(rules: &Rules, problem: &Problem, edit: Edit) -> Value {
    let piece = |piece: Piece| sfen::piece_text(rules, piece);
    let place = |square: Square| rules.board.name(square).to_string();
    let held = |kind| sfen::piece_text(rules, Piece::new(kind, problem.attacker()));
    let mut value = match edit {
        Edit::Remove { piece: p, square } => {
            json!({ "kind": "remove", "piece": piece(p), "square": place(square) })
        }
        Edit::Take { kind } => json!({ "kind": "take", "piece": held(kind) }),
        Edit::Turn { piece: p, into, square } => {
            json!({ "kind": "turn", "piece": piece(p), "into": piece(into), "square": place(square) })
        }
        Edit::Shift { piece: p, from, to } => {
            json!({ "kind": "shift", "piece": piece(p), "square": place(from), "to": place(to) })
        }
        Edit::Give { kind } => json!({ "kind": "give", "piece": held(kind) }),
        Edit::Add { piece: p, square } => {
            json!({ "kind": "add", "piece": piece(p), "square": place(square) })
        }
    };
    value["words"] = words(problem, edit).into();
    value
}
