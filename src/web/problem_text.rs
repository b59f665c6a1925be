//! From names and texts of a request to rules, positions and problems.

use super::refusal::Refusal;
use super::request::{GameChoice, Placement, ProblemText};
use crate::io::problems::rule_file::RuleLibrary;
use crate::io::problems::{fill_hand, position_text};
use crate::messages::{list, tr};
use crate::notation::usi;
use crate::position::{Forcing, Hand, Move, Piece, Position, Problem};
use crate::referee::{self, Objection, ObjectionKind};
use crate::rules::{Kind, Rules, Side, Square};
use std::sync::Arc;

/// Longest text of a position, in bytes.
const MAX_POSITION_BYTES: usize = 16 << 10;
/// Longest line that is played, in plies.
const MAX_LINE_PLIES: usize = 5_000;

/// The rules of a game.
pub(super) fn rules(library: &RuleLibrary, choice: &GameChoice) -> Result<Arc<Rules>, Refusal> {
    let chosen: Vec<(String, String)> =
        choice.rules.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    library.load(&choice.game, &chosen).map_err(|errors| Refusal::faults(&errors))
}

/// A position with the side that attacks and the stipulation. It need not be a problem.
pub(super) struct ProblemDraft {
    pub rules: Arc<Rules>,
    pub position: Position,
    pub attacker: Side,
    pub forcing: Forcing,
    /// The problem, or why the position is none.
    pub admitted: Result<Problem, Vec<Objection>>,
}

impl ProblemDraft {
    /// Reads the position of a request.
    pub fn read(library: &RuleLibrary, text: &ProblemText) -> Result<ProblemDraft, Refusal> {
        let rules = rules(library, &text.game)?;
        let attacker = text.attacker.as_deref().map(side).transpose()?;
        let position = match (&text.placed, &text.position) {
            (Some(_), Some(_)) => {
                return Err(Refusal::of_kind("bad_request", tr!(web_two_positions)));
            }
            (Some(placed), None) => place(&rules, placed, attacker)?,
            (None, Some(position)) => read_position(&rules, position)?,
            (None, None) => read_position(&rules, &rules.start)?,
        };
        let forcing = forcing(text.forcing.as_deref())?;
        let allow: Vec<ObjectionKind> =
            text.allow.iter().map(|name| objection_kind(name)).collect::<Result<_, _>>()?;
        let admitted = referee::admit(&rules, position.clone(), attacker, forcing, &allow);
        let attacker = attacker.unwrap_or(position.side);
        Ok(ProblemDraft { rules, position, attacker, forcing, admitted })
    }

    /// The problem.
    pub fn problem(self) -> Result<Problem, Refusal> {
        self.admitted.map_err(|objections| Refusal::objections(&objections))
    }

    /// Position from which moves are played: that of the problem, whose missing royals count.
    pub fn start(&self) -> &Position {
        self.admitted.as_ref().map_or(&self.position, Problem::position)
    }
}

/// Plays moves in USI notation. Returns them, and the position after them.
pub(super) fn play(
    rules: &Rules,
    start: &Position,
    moves: &[String],
) -> Result<(Vec<Move>, Position), Refusal> {
    if moves.len() > MAX_LINE_PLIES {
        return Err(Refusal::new(tr!(web_line_too_long, most = MAX_LINE_PLIES)));
    }
    let (mut position, mut played) = (start.clone(), Vec::with_capacity(moves.len()));
    for text in moves {
        let m = legal_move(rules, &position, text)?;
        position = referee::play(rules, &position, m);
        played.push(m);
    }
    Ok((played, position))
}

/// A legal move in USI notation.
pub(super) fn legal_move(rules: &Rules, position: &Position, text: &str) -> Result<Move, Refusal> {
    let m = usi::parse_in(rules, position, text)
        .map_err(|error| Refusal::notation(text, vec![error]))?;
    if !referee::is_legal(rules, position, m) {
        return Err(Refusal::of_kind("illegal", tr!(formats_illegal, played = text)));
    }
    Ok(m)
}

/// The stipulation of a name.
pub(super) fn forcing(name: Option<&str>) -> Result<Forcing, Refusal> {
    match name {
        None | Some("check") => Ok(Forcing::Check),
        Some("royal") => Ok(Forcing::Royal),
        Some(other) => Err(unknown(other, "check, royal")),
    }
}

fn side(name: &str) -> Result<Side, Refusal> {
    match name {
        "black" => Ok(Side::Black),
        "white" => Ok(Side::White),
        other => Err(unknown(other, "black, white")),
    }
}

fn objection_kind(name: &str) -> Result<ObjectionKind, Refusal> {
    ObjectionKind::from_name(name).ok_or_else(|| unknown(name, &list(ObjectionKind::acceptable())))
}

fn unknown(word: &str, known: &str) -> Refusal {
    Refusal::of_kind("bad_request", tr!(web_unknown_word, word, known))
}

fn read_position(rules: &Rules, text: &str) -> Result<Position, Refusal> {
    if text.len() > MAX_POSITION_BYTES {
        return Err(Refusal::new(tr!(web_position_too_long, most = MAX_POSITION_BYTES)));
    }
    position_text::read(rules, text).map_err(|errors| Refusal::notation(text, errors))
}

fn place(rules: &Rules, placed: &Placement, attacker: Option<Side>) -> Result<Position, Refusal> {
    let wrong = || Refusal::of_kind("bad_request", tr!(web_wrong_placement));
    let mut position = Position::empty(rules.board, side(&placed.side)?);
    for &(square, kind, owner) in &placed.board {
        let owner = *Side::BOTH.get(usize::from(owner)).ok_or_else(wrong)?;
        let kind = Kind(kind);
        if kind.index() >= rules.kinds.len() || usize::from(square) >= position.board.len() {
            return Err(wrong());
        }
        position.board[Square(square).index()] = Some(Piece::new(kind, owner));
    }
    for (hand, counts) in position.hands.iter_mut().zip(&placed.hands) {
        for (lane, &count) in counts.iter().enumerate() {
            if count > Hand::MAX || count > 0 && lane >= rules.lanes.len() {
                return Err(wrong());
            }
            if count > 0 {
                *hand = hand.set(lane as u8, count);
            }
        }
    }
    if placed.fill {
        fill_hand::fill(rules, &mut position, attacker);
    }
    position.infer_phantoms(rules);
    Ok(position)
}
