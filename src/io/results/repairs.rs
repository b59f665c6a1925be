//! Proposed repairs, as text and as JSON.

use super::wording;
use crate::judge::repair::{Edit, Repair, RepairOutcome};
use crate::notation::sfen;
use crate::position::{Piece, Problem};
use crate::rules::Square;
#[cfg(feature = "cli")]
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;

/// Description of an edit: `take P off 9g`.
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

/// Repairs as lines of text.
pub fn text(problem: &Problem, repairs: &RepairOutcome) -> String {
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
                writeln!(out, "  no repair found within the limit: {}", reason.name())
            }
            None if repairs.unsettled > 0 => {
                writeln!(out, "  no repair found; {} edits stayed undecided", repairs.unsettled)
            }
            None => writeln!(out, "  no tried edit repairs it"),
        };
    }
    out
}

/// Repairs as JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct Proposals {
    /// Repairs, the smallest first.
    found: Vec<Proposal>,
    /// Number of edits, or pairs of edits, that were tried.
    tried: u64,
    /// Number of those that stayed undecided.
    open: u64,
    /// Limit that ended the search for repairs early.
    stopped_by: Option<&'static str>,
}

/// Edits that together make a problem sound.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
struct Proposal {
    /// One or two edits.
    edits: Vec<EditNote>,
    /// Position after the edits, in extended SFEN.
    position: String,
    /// Class of the problem after the edits.
    class: &'static str,
}

/// An edit of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
struct EditNote {
    /// `remove`, `take` (out of the hand), `turn`, `shift`, `give` (into the hand) or `add`.
    kind: &'static str,
    /// The piece, upper case for black.
    piece: String,
    /// For `turn`: the new piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    into: Option<String>,
    /// Square of the piece before or after the edit, if it is not in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    square: Option<String>,
    /// For `shift`: the new square.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    /// Description of the edit.
    words: String,
}

/// Repairs in the form of the JSON lines.
pub fn proposals(problem: &Problem, repairs: &RepairOutcome) -> Proposals {
    Proposals {
        found: repairs.found.iter().map(|repair| proposal(problem, repair)).collect(),
        tried: repairs.tried,
        open: repairs.unsettled,
        stopped_by: repairs.stopped.map(|reason| reason.name()),
    }
}

fn proposal(problem: &Problem, repair: &Repair) -> Proposal {
    Proposal {
        edits: repair.edits.iter().map(|&edit| edit_note(problem, edit)).collect(),
        position: sfen::write(problem.rules(), repair.problem.position()),
        class: repair.report.class.name(),
    }
}

fn edit_note(problem: &Problem, edit: Edit) -> EditNote {
    let rules = problem.rules();
    let place = |square: Square| Some(rules.board.name(square).to_string());
    let held = |kind| Piece::new(kind, problem.attacker());
    let (kind, piece, into, square, to) = match edit {
        Edit::Remove { piece, square } => ("remove", piece, None, place(square), None),
        Edit::Take { kind } => ("take", held(kind), None, None, None),
        Edit::Turn { piece, into, square } => ("turn", piece, Some(into), place(square), None),
        Edit::Shift { piece, from, to } => ("shift", piece, None, place(from), place(to)),
        Edit::Give { kind } => ("give", held(kind), None, None, None),
        Edit::Add { piece, square } => ("add", piece, None, place(square), None),
    };
    let text = |piece: Piece| sfen::piece_text(rules, piece);
    let (piece, into, words) = (text(piece), into.map(text), words(problem, edit));
    EditNote { kind, piece, into, square, to, words }
}
