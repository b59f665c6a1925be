//! Proposals that mend a problem: as text, and as JSON.

use super::wording;
use crate::judge::repair::{Edit, Repair, RepairOutcome};
use crate::notation::sfen;
use crate::position::{Piece, Problem};
use crate::rules::Square;
#[cfg(feature = "cli")]
use schemars::JsonSchema;
use serde::Serialize;
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
                writeln!(out, "  no repair was found before the limit: {}", reason.name())
            }
            None if repairs.unsettled > 0 => {
                writeln!(out, "  no repair was found; of {} it stayed open", repairs.unsettled)
            }
            None => writeln!(out, "  nothing that was tried mends it"),
        };
    }
    out
}

/// Proposals as JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
pub struct Proposals {
    /// The smallest first.
    found: Vec<Proposal>,
    /// Edits, or pairs of them, that were looked at.
    tried: u64,
    /// Those of which it stayed open whether they would do.
    open: u64,
    /// The limit at which it ended before everything was tried or enough was found.
    stopped_by: Option<&'static str>,
}

/// Edits that make a problem sound together.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
struct Proposal {
    /// One or two.
    edits: Vec<EditNote>,
    /// The position after them, in extended SFEN.
    position: String,
    /// The class of the problem then.
    class: &'static str,
}

/// A change of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(JsonSchema))]
struct EditNote {
    /// `remove`, `take` (out of the hand), `turn`, `shift`, `give` (into the hand) or `add`.
    kind: &'static str,
    /// The piece, upper case for black.
    piece: String,
    /// Of `turn`: what it becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    into: Option<String>,
    /// Where the piece is or comes to, if not in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    square: Option<String>,
    /// Of `shift`: where it goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    /// The edit for people.
    words: String,
}

/// Proposals as JSON has them.
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
