//! The referee as an [`Engine`]: tests use it, and any search can run on it.

use super::{forcing_moves, in_check, legal_moves, play};
use crate::position::{BoardKey, Engine, Forcing, Hand, Move, MoveList, Piece, Position};
use crate::rules::{Rules, Side, Square};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// An engine that keeps every position of the current line and asks the referee each question.
#[derive(Clone, Debug)]
pub struct Referee {
    rules: Arc<Rules>,
    forcing: Forcing,
    position: Position,
    before: Vec<Position>,
}

impl Engine for Referee {
    fn new(rules: &Arc<Rules>, position: &Position, _attacker: Side, forcing: Forcing) -> Referee {
        Referee {
            rules: Arc::clone(rules),
            forcing,
            position: position.clone(),
            before: Vec::new(),
        }
    }

    fn side(&self) -> Side {
        self.position.side
    }

    fn key(&self) -> BoardKey {
        let p = &self.position;
        let mut hasher = DefaultHasher::new();
        (&p.board, p.side, p.counter_strike, &p.deferred).hash(&mut hasher);
        BoardKey(hasher.finish())
    }

    fn hand(&self, side: Side) -> Hand {
        self.position.hands[side.index()]
    }

    fn set_hands(&mut self, hands: [Hand; 2]) {
        self.position.hands = hands;
    }

    fn play(&mut self, m: Move) {
        let after = play(&self.rules, &self.position, m);
        self.before.push(std::mem::replace(&mut self.position, after));
    }

    fn undo(&mut self) {
        if let Some(position) = self.before.pop() {
            self.position = position;
        }
    }

    fn clear_history(&mut self) {
        self.before = Vec::new();
    }

    fn in_check(&mut self) -> bool {
        in_check(&self.rules, &self.position)
    }

    fn generate_legal(&mut self, out: &mut MoveList) {
        *out = legal_moves(&self.rules, &self.position);
    }

    fn generate_forcing(&mut self, out: &mut MoveList) {
        *out = forcing_moves(&self.rules, &self.position, self.forcing);
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.position.at(square)
    }

    fn royals(&self, side: Side, out: &mut Vec<Square>) {
        out.clear();
        if !self.position.phantom[side.index()] {
            *out = self.position.royals(&self.rules, side);
        }
    }

    fn position(&self) -> Position {
        self.position.clone()
    }

    fn mate_in_one(&mut self) -> Option<Move> {
        forcing_moves(&self.rules, &self.position, self.forcing)
            .into_iter()
            .find(|&m| legal_moves(&self.rules, &play(&self.rules, &self.position, m)).is_empty())
    }
}
