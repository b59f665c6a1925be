//! Decoration: the problem without a piece.
//!
//! The piece goes to the defender's hand; in games without drops it leaves the board. It is
//! decoration if neither length nor soundness changes.

use crate::judge::report::PieceLocation;
use crate::position::{Piece, Position, Problem};
use crate::referee;
use crate::rules::{Royalty, Rules, Side};

/// The pieces that can be decoration: all on the board, and one of each kind in the attacker's
/// hand. Royals cannot go to a hand; in games without drops the defender's last royal stays.
pub fn candidates(problem: &Problem) -> Vec<(Piece, PieceLocation)> {
    let (rules, position, attacker) = (problem.rules(), problem.position(), problem.attacker());
    let on_board = position.pieces().filter(|(_, piece)| {
        let royal = rules.spec(piece.kind()).royalty == Royalty::Royal;
        let last = || position.royals(rules, piece.side()).len() < 2;
        !royal || !rules.has_drops() && (piece.side() == attacker || !last())
    });
    let mut all: Vec<(Piece, PieceLocation)> =
        on_board.map(|(square, piece)| (piece, PieceLocation::Board(square))).collect();
    let hand = position.hands[attacker.index()];
    let in_hand = rules.lanes.iter().enumerate().filter(|(lane, _)| hand.count(*lane as u8) > 0);
    all.extend(in_hand.map(|(_, &kind)| (Piece::new(kind, attacker), PieceLocation::Hand)));
    all
}

/// The problem without a piece. `None` if the result is not a problem, or one of another game.
pub fn without(problem: &Problem, piece: Piece, place: PieceLocation) -> Option<Problem> {
    let rules = problem.rules();
    let position = remove(rules, problem.position(), problem.attacker(), piece, place)?;
    // Objections that the original may have had do not matter here.
    let mut allow = referee::ObjectionKind::ALL.to_vec();
    allow.retain(|reason| !matches!(reason, referee::ObjectionKind::WrongGame));
    allow.retain(|reason| {
        use referee::ObjectionKind::{AttackerInCheck, DefenderInCheck, NoRoyal};
        !matches!(reason, AttackerInCheck | DefenderInCheck | NoRoyal)
    });
    let (attacker, forcing) = (problem.attacker(), problem.forcing());
    let changed = referee::admit(rules, position, Some(attacker), forcing, &allow).ok()?;
    Some(changed)
}

fn remove(
    rules: &Rules,
    position: &Position,
    attacker: Side,
    piece: Piece,
    place: PieceLocation,
) -> Option<Position> {
    let mut position = position.clone();
    match place {
        PieceLocation::Board(square) => {
            position.board[square.index()] = None;
            position.deferred.retain(|marked| *marked != square);
        }
        PieceLocation::Hand => {
            let lane = rules.spec(piece.kind()).lane?;
            let hand = &mut position.hands[attacker.index()];
            *hand = hand.without(lane);
        }
    }
    if let Some(lane) = rules.spec(rules.spec(piece.kind()).base).lane {
        let hand = &mut position.hands[attacker.other().index()];
        *hand = hand.with(lane);
    }
    Some(position)
}
