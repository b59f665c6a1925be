//! Which moves leave a royal to be captured (RULES 2.6), for all moves of a position at once.
//!
//! The rule asks of every move whether, after it, an enemy could capture all royals. A side mostly has one, and most
//! moves are not that royal's. What could not capture it on an otherwise empty board then cannot after any such move
//! either, since pieces that stand between only ever hinder (of emperors alone that is not true: it matters to them
//! who guards what). So only the few that could are asked again after each move.

use super::reach;
use super::royal::{all_capturable, lost};
use crate::position::{Move, Piece, Position};
use crate::rules::options::KingSafety;
use crate::rules::{Kind, Royalty, Rules, Side, Square, Stroke};

/// What a side has to fear for its royals.
pub struct Safety<'a> {
    rules: &'a Rules,
    side: Side,
    rule: KingSafety,
    /// Where there is more to it than the only royal and its enemies, none.
    threats: Option<Threats>,
}

struct Threats {
    royal: Square,
    /// The enemies that could capture it if nothing stood between.
    enemies: Vec<Square>,
    /// The position, on which drops are tried.
    board: Position,
    /// By square, whether a drop there leaves the royal safe, once that is known.
    holds: Vec<Option<bool>>,
}

impl<'a> Safety<'a> {
    /// The rule by itself, for `side`.
    pub fn plain(rules: &'a Rules, side: Side, rule: KingSafety) -> Safety<'a> {
        Safety { rules, side, rule, threats: None }
    }

    /// For many moves of the side to move.
    pub fn of(rules: &'a Rules, position: &Position, rule: KingSafety) -> Safety<'a> {
        let side = position.side;
        // Once the opponent has lost, no royal needs to be safe.
        let counts = rule == KingSafety::Strict
            && !position.phantom[side.index()]
            && !lost(rules, position, side.other());
        let threats = match position.royals(rules, side)[..] {
            [royal] if counts => Threats::to(rules, position, royal),
            _ => None,
        };
        Safety { rules, side, rule, threats }
    }

    /// True if the move cannot expose the royal: a drop that [`Safety::holds`], or a move of another piece where there
    /// is nothing to fear.
    pub fn is_sure(&self, m: Move) -> bool {
        self.threats.as_ref().is_some_and(|threats| match m.from() {
            Some(from) => from != threats.royal && threats.enemies.is_empty(),
            None => true,
        })
    }

    /// False if the royal is known to be left to be captured when a piece of this kind is dropped on an empty square.
    /// Which piece it is makes no difference to that: so each square is tried once.
    pub fn holds(&mut self, kind: Kind, to: Square) -> bool {
        let (rules, side) = (self.rules, self.side);
        let Some(threats) = &mut self.threats else { return true };
        threats.holds[to.index()].unwrap_or_else(|| {
            threats.board.board[to.index()] = Some(Piece::new(kind, side));
            let holds = !threats.capture(rules, side, &threats.board);
            threats.board.board[to.index()] = None;
            threats.holds[to.index()] = Some(holds);
            holds
        })
    }

    /// True if the rules forbid a move to `to` because of the position after it.
    pub fn forbids(&self, after: &Position, to: Square) -> bool {
        let (rules, side) = (self.rules, self.side);
        let is_royal = |piece: Piece| rules.spec(piece.kind()).royalty == Royalty::Royal;
        match &self.threats {
            Some(threats) if !after.at(to).is_some_and(is_royal) => {
                threats.capture(rules, side, after)
            }
            _ => self.rule == KingSafety::Strict && all_capturable(rules, after, side),
        }
    }
}

impl Threats {
    fn to(rules: &Rules, position: &Position, royal: Square) -> Option<Threats> {
        let mut bare = Position::empty(rules.board, position.side);
        let mut enemies = Vec::new();
        for (from, piece) in position.pieces().filter(|(_, piece)| piece.side() != position.side) {
            if rules.spec(piece.kind()).strokes.contains(&Stroke::Emperor) {
                return None;
            }
            bare.board[from.index()] = Some(piece);
            if reach::captures(rules, &bare, from, royal) {
                enemies.push(from);
            }
            bare.board[from.index()] = None;
        }
        let holds = vec![None; position.board.len()];
        Some(Threats { royal, enemies, board: position.clone(), holds })
    }

    /// True if one of them, if it is still there, captures the royal of `side`.
    fn capture(&self, rules: &Rules, side: Side, position: &Position) -> bool {
        self.enemies.iter().any(|&from| {
            position.at(from).is_some_and(|piece| piece.side() != side)
                && reach::captures(rules, position, from, self.royal)
        })
    }
}
