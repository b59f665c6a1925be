//! A position as the page shows it.

use super::move_view::{MoveView, legal_moves};
use super::problem_text::{self, ProblemDraft};
use super::refusal::Refusal;
use super::request::PositionRequest;
use crate::io::problems::fill_hand;
use crate::io::problems::rule_file::RuleLibrary;
use crate::io::results::side_name;
use crate::notation::sfen;
use crate::position::{Forcing, Hand, Move, Position};
use crate::referee::{self, Objection};
use crate::rules::{Rules, Side, Square};
use serde::Serialize;
use serde_json::{Value, json};

/// Pieces and hands of a position.
#[derive(Clone, Debug, Serialize)]
pub(super) struct BoardView {
    /// In extended SFEN.
    pub position: String,
    side: &'static str,
    /// Square, kind and side (0 is black) of each piece.
    board: Vec<(u16, u8, u8)>,
    /// Number of pieces by lane, by side.
    hands: [Vec<u8>; 2],
    /// True if the side to move is in check.
    check: bool,
    /// Last square of the move before.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<u16>,
}

impl BoardView {
    pub fn new(rules: &Rules, position: &Position, last: Option<Square>) -> BoardView {
        let lanes = 0..rules.lanes.len() as u8;
        let hand = |hand: Hand| lanes.clone().map(|lane| hand.count(lane)).collect();
        let piece = |(square, piece): (Square, crate::position::Piece)| {
            (square.0, piece.kind().0, piece.side().index() as u8)
        };
        BoardView {
            position: sfen::write(rules, position),
            side: side_name(position.side),
            board: position.pieces().map(piece).collect(),
            hands: position.hands.map(hand),
            check: referee::in_check(rules, position),
            last: last.map(|square| square.0),
        }
    }
}

/// A legal move with its part in the problem.
#[derive(Clone, Debug, Serialize)]
struct LegalMoveView {
    #[serde(flatten)]
    view: MoveView,
    /// False for a move of the attacker that does not force.
    forcing: bool,
}

/// An objection to a position.
#[derive(Clone, Debug, Serialize)]
struct ObjectionView {
    name: &'static str,
    message: String,
    help: String,
    squares: Vec<u16>,
}

/// Answer to `position`.
pub(super) fn answer(library: &RuleLibrary, request: &PositionRequest) -> Result<Value, Refusal> {
    let draft = ProblemDraft::read(library, &request.problem)?;
    let rules = draft.rules.clone();
    let (played, position) = problem_text::play(&rules, draft.start(), &request.moves)?;
    let objections = draft.admitted.as_ref().err().map(Vec::as_slice).unwrap_or_default();
    let missing = draft.admitted.as_ref().ok().and_then(fill_hand::missing);
    let mut value = view(&rules, &position, &played, draft.attacker, draft.forcing);
    value["attacker"] = side_name(draft.attacker).into();
    value["forcing"] = draft.forcing.name().into();
    value["line"] = json!(line(&rules, draft.start(), &played));
    value["objections"] = json!(objections.iter().map(objection).collect::<Vec<_>>());
    value["missing"] = json!(missing);
    Ok(value)
}

/// The position with its legal moves.
pub(super) fn view(
    rules: &Rules,
    position: &Position,
    played: &[Move],
    attacker: Side,
    forcing: Forcing,
) -> Value {
    let last = played.last().map(|m| m.to());
    let forcing = (position.side == attacker).then_some(forcing);
    let moves: Vec<LegalMoveView> = legal_moves(rules, position, forcing, last)
        .into_iter()
        .map(|(_, view, forcing)| LegalMoveView { view, forcing })
        .collect();
    let mut value = json!(BoardView::new(rules, position, last));
    value["moves"] = json!(moves);
    value
}

/// The moves of a line whose legality is known.
fn line(rules: &Rules, start: &Position, played: &[Move]) -> Vec<MoveView> {
    let (mut position, mut last) = (start.clone(), None);
    let mut views = Vec::with_capacity(played.len());
    for &m in played {
        let legal = referee::legal_moves(rules, &position);
        views.push(MoveView::new(rules, &position, &legal, m, last));
        position = referee::play(rules, &position, m);
        last = Some(m.to());
    }
    views
}

fn objection(objection: &Objection) -> ObjectionView {
    ObjectionView {
        name: objection.kind.name(),
        message: objection.message.clone(),
        help: objection.kind.help(),
        squares: objection.squares.iter().map(|square| square.0).collect(),
    }
}
