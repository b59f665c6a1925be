//! Engines under altered rules, for questions that the plain game does not answer.

use crate::position::{
    BoardKey, Engine, Forcing, FrontierResult, Hand, Move, MoveList, Piece, Position,
};
use crate::rules::{Rules, Side, Square};
use dashmap::DashMap;
use std::collections::HashMap;
use std::sync::Arc;

/// Answers that are remembered of whether a position is mate under [`Restriction::NoFutileDrops`]: at some 60 bytes each.
const MAX_CACHED_POSITIONS: usize = 1 << 18;

/// Whether positions with answers that may be futile are mate, by board and the hands of attacker and defender.
///
/// Each drop on each square asks about all drops on all squares nearer to the royal: if nothing were
/// remembered, one check by a rook from far off, against all kinds in hand, would cost many millions of
/// positions.
pub type FutileMateCache = DashMap<(BoardKey, Hand, Hand), bool>;

/// What is altered.
#[derive(Clone, Debug)]
pub enum Restriction {
    /// The defender has no answer that is futile by the convention `immediate`: a drop on a square is futile
    /// if, whatever piece could be dropped there, the attacker can capture it at once with mate, futile
    /// answers against that mate not being counted. What was found of positions is remembered.
    NoFutileDrops(Arc<FutileMateCache>),
    /// The defender does not drop.
    NoDrops,
    /// The attacker has nothing to force with on these boards if he holds at least one of these hands. More in hand
    /// is no better then: only for rules under which hands do not dominate each other.
    BarredPositions(Arc<HashMap<BoardKey, Vec<Hand>>>),
}

/// An engine under an altered law.
///
/// Whether a reply is there depends on the board and on which kinds the defender holds, and with more kinds
/// there are never fewer replies; so hands dominate each other as in the plain game (but for [`Restriction::BarredPositions`]), and a
/// table may be used, of which everything in it was found under this law.
#[derive(Clone, Debug)]
pub struct RestrictedEngine<E> {
    engine: E,
    attacker: Side,
    restriction: Restriction,
}

impl<E: Engine> RestrictedEngine<E> {
    /// `engine` under `restriction`.
    pub fn wrap(engine: E, attacker: Side, restriction: Restriction) -> RestrictedEngine<E> {
        RestrictedEngine { engine, attacker, restriction }
    }

    fn is_barred(&self) -> bool {
        match &self.restriction {
            Restriction::BarredPositions(known) => {
                let hand = self.engine.hand(self.attacker);
                self.engine.side() == self.attacker
                    && known
                        .get(&self.engine.key())
                        .is_some_and(|hands| hands.iter().any(|&known| hand.dominates(known)))
            }
            Restriction::NoFutileDrops(_) | Restriction::NoDrops => false,
        }
    }

    /// Takes out of the defender's replies the drops on squares where all of them are futile.
    fn remove_futile_drops(&mut self, replies: &mut MoveList) {
        let mut squares: Vec<Square> =
            replies.iter().filter(|m| m.dropped().is_some()).map(|m| m.to()).collect();
        squares.sort_unstable();
        squares.dedup();
        for square in squares {
            let mut drops =
                replies.iter().filter(|m| m.dropped().is_some() && m.to() == square).copied();
            if drops.all(|drop| self.is_captured_with_mate(drop)) {
                replies.retain(|m| m.dropped().is_none() || m.to() != square);
            }
        }
    }

    fn is_captured_with_mate(&mut self, drop: Move) -> bool {
        self.engine.play(drop);
        let mut captures = MoveList::new();
        self.engine.generate_forcing(&mut captures);
        captures.retain(|m| m.to() == drop.to());
        let mates = captures.into_iter().any(|capture| self.is_mate_after(capture));
        self.engine.undo();
        mates
    }

    /// True if the defender has no reply that counts after this forcing move.
    fn is_mate_after(&mut self, m: Move) -> bool {
        self.engine.play(m);
        let mut replies = MoveList::new();
        self.engine.generate_legal(&mut replies);
        let mates = replies.iter().all(|reply| reply.dropped().is_some())
            && (replies.is_empty() || self.has_no_counting_drop(&mut replies));
        self.engine.undo();
        mates
    }

    /// True if none of these drops counts.
    fn has_no_counting_drop(&mut self, drops: &mut MoveList) -> bool {
        let Restriction::NoFutileDrops(known) = &self.restriction else {
            self.remove_forbidden_drops(drops);
            return drops.is_empty();
        };
        let known = Arc::clone(known);
        let hands = (self.engine.hand(self.attacker), self.engine.hand(self.attacker.other()));
        let position = (self.engine.key(), hands.0, hands.1);
        if let Some(mates) = known.get(&position) {
            return *mates;
        }
        self.remove_forbidden_drops(drops);
        if known.len() >= MAX_CACHED_POSITIONS {
            known.clear();
        }
        known.insert(position, drops.is_empty());
        drops.is_empty()
    }

    /// Takes out of the defender's replies what the law takes away.
    fn remove_forbidden_drops(&mut self, replies: &mut MoveList) {
        match self.restriction {
            Restriction::NoDrops => replies.retain(|m| m.dropped().is_none()),
            // A drop that answers no check interposes nothing.
            Restriction::NoFutileDrops(_) if self.engine.in_check() => {
                self.remove_futile_drops(replies)
            }
            Restriction::NoFutileDrops(_) | Restriction::BarredPositions(_) => {}
        }
    }
}

impl<E: Engine> Engine for RestrictedEngine<E> {
    /// Under no altered law that matters: nothing is barred.
    fn new(rules: &Arc<Rules>, position: &Position, attacker: Side, forcing: Forcing) -> Self {
        let engine = E::new(rules, position, attacker, forcing);
        RestrictedEngine::wrap(engine, attacker, Restriction::BarredPositions(Arc::default()))
    }

    fn side(&self) -> Side {
        self.engine.side()
    }

    fn key(&self) -> BoardKey {
        self.engine.key()
    }

    fn hand(&self, side: Side) -> Hand {
        self.engine.hand(side)
    }

    fn set_hands(&mut self, hands: [Hand; 2]) {
        self.engine.set_hands(hands);
    }

    fn play(&mut self, m: Move) {
        self.engine.play(m);
    }

    fn undo(&mut self) {
        self.engine.undo();
    }

    fn clear_history(&mut self) {
        self.engine.clear_history();
    }

    fn in_check(&mut self) -> bool {
        self.engine.in_check()
    }

    fn generate_legal(&mut self, out: &mut MoveList) {
        self.engine.generate_legal(out);
        if self.engine.side() != self.attacker {
            self.remove_forbidden_drops(out);
        }
    }

    fn generate_forcing(&mut self, out: &mut MoveList) {
        if self.is_barred() {
            out.clear();
        } else {
            self.engine.generate_forcing(out);
        }
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.engine.at(square)
    }

    fn interposable_kinds(&self) -> Hand {
        match self.restriction {
            Restriction::NoDrops => Hand::EMPTY,
            Restriction::NoFutileDrops(_) | Restriction::BarredPositions(_) => {
                self.engine.interposable_kinds()
            }
        }
    }

    fn count_support(&self, m: Move) -> u32 {
        self.engine.count_support(m)
    }

    fn royals(&self, side: Side, out: &mut Vec<Square>) {
        self.engine.royals(side, out);
    }

    fn position(&self) -> Position {
        self.engine.position()
    }

    fn mate_in_one(&mut self) -> Option<Move> {
        if self.is_barred() {
            return None;
        }
        let plain = self.engine.mate_in_one();
        if plain.is_some() || matches!(self.restriction, Restriction::BarredPositions(_)) {
            return plain;
        }
        let mut moves = MoveList::new();
        self.engine.generate_forcing(&mut moves);
        moves.into_iter().find(|&m| self.is_mate_after(m))
    }

    fn test_frontier(&mut self, scratch: &mut MoveList) -> FrontierResult {
        match self.restriction {
            Restriction::BarredPositions(_) if !self.is_barred() => {
                self.engine.test_frontier(scratch)
            }
            _ => {
                self.generate_forcing(scratch);
                FrontierResult::of(scratch, || self.mate_in_one())
            }
        }
    }

    fn key_and_hand_after(&mut self, m: Move, side: Side) -> (BoardKey, Hand) {
        self.engine.key_and_hand_after(m, side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::BitboardEngine;
    use crate::notation::{sfen, usi};
    use crate::rules::builtin;

    #[test]
    fn a_check_from_afar_against_all_kinds_is_answered_from_few_positions() {
        let rules = Arc::new(builtin::rules("shogi", &[]).unwrap().unwrap());
        // Whatever is dropped on the first file is captured, and what then is dropped again.
        let position = sfen::parse(&rules, "8k/9/9/9/9/4B4/9/7R1/6R2 b b4g4s4n4l18p 1").unwrap();
        let engine = BitboardEngine::new(&rules, &position, Side::Black, Forcing::Check);
        let known = Arc::<FutileMateCache>::default();
        let restriction = Restriction::NoFutileDrops(Arc::clone(&known));
        let mut engine = RestrictedEngine::wrap(engine, Side::Black, restriction);
        let check = usi::parse(&rules, "3i1i").unwrap();
        assert!(engine.is_mate_after(check));
        assert!((100..5_000).contains(&known.len()), "{} positions", known.len());
    }
}
