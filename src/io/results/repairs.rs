//! Proposed repairs, as text and as JSON.

use super::line_text::LineWriter;
use super::wording;
use crate::io::formats::spelling::MoveNotation;
use crate::judge::repair::{Edit, Repair, RepairOutcome};
use crate::messages::tr;
use crate::notation::sfen;
use crate::position::{Piece, Problem};
use crate::rules::Square;
#[cfg(feature = "cli")]
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;

/// Description of an edit: `take P off 9g`.
pub fn words(writer: LineWriter, edit: Edit) -> String {
    let piece = |piece: Piece| writer.piece(piece);
    let place = |square: Square| writer.square(square);
    let held = |kind| writer.piece(Piece::new(kind, writer.problem().attacker()));
    match edit {
        Edit::Remove { piece: p, square } => {
            tr!(results_edit_remove, piece = piece(p), square = place(square))
        }
        Edit::Take { kind } => tr!(results_edit_take, piece = held(kind)),
        Edit::Turn { piece: p, into, square } => {
            tr!(results_edit_turn, piece = piece(p), square = place(square), into = piece(into))
        }
        Edit::Shift { piece: p, from, to } => {
            tr!(results_edit_shift, piece = piece(p), from = place(from), to = place(to))
        }
        Edit::Give { kind } => tr!(results_edit_give, piece = held(kind)),
        Edit::Add { piece: p, square } => {
            tr!(results_edit_add, piece = piece(p), square = place(square))
        }
    }
}

/// Repairs as lines of text.
pub fn text(writer: LineWriter, repairs: &RepairOutcome) -> String {
    let mut out = String::new();
    for repair in &repairs.found {
        let edits: Vec<String> = repair.edits.iter().map(|&e| words(writer, e)).collect();
        let (edits, class) = (edits.join(&tr!(results_edits_and)), repair.report.class);
        let _ = writeln!(out, "  {}", tr!(results_repair, edits, class = wording::class(class)));
        let position = sfen::write(writer.problem().rules(), repair.problem.position());
        let _ = writeln!(out, "    {position}");
    }
    if repairs.found.is_empty() {
        let text = match repairs.stopped {
            Some(reason) => tr!(results_no_repair_within, limit = wording::limit_name(reason)),
            None if repairs.unsettled > 0 => tr!(results_no_repair_yet, edits = repairs.unsettled),
            None => tr!(results_no_repair),
        };
        let _ = writeln!(out, "  {text}");
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
    let writer = LineWriter::new(problem, MoveNotation::Usi);
    let (piece, into, words) = (text(piece), into.map(text), words(writer, edit));
    EditNote { kind, piece, into, square, to, words }
}
