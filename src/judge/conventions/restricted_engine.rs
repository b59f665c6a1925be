//! Engines whose rules are restricted, for questions that the plain rules do not answer: the
//! defender has no futile drops or no drops at all, or the attacker may not pass through given
//! positions.

use crate::position::{
    BoardKey, Engine, Forcing, FrontierResult, Hand, Move, MoveList, Piece, Position,
};
use crate::rules::{Rules, Side, Square};
use dashmap::DashMap;
use std::collections::HashMap;
use std::sync::Arc;

/// Cached positions of [`Restriction::NoFutileDrops`] at most, some 60 bytes each.
const MAX_CACHED_POSITIONS: usize = 1 << 18;

/// Whether positions whose replies may be futile are mate, by board and the hands of attacker and
/// defender.
///
/// Each drop on each square asks about all drops on all squares nearer to the royal. Without a
/// cache, one distant check by a rook against all kinds in hand would cost millions of positions.
pub type FutileMateCache = DashMap<(BoardKey, Hand, Hand), bool>;

/// A restriction of the rules.
#[derive(Clone, Debug)]
pub enum Restriction {
    /// The defender has no reply that is futile by the convention `immediate`: a drop on a square
    /// is futile if the attacker can capture every piece that could be dropped there at once with
    /// mate, where again futile replies to that mate do not count.
    NoFutileDrops(Arc<FutileMateCache>),
    /// The defender does not drop.
    NoDrops,
    /// The attacker has no forcing move on these boards if he holds at least one of these hands.
    /// More in hand is then no better, so this restriction is only for rules under which hands do
    /// not dominate each other.
    BarredPositions(Arc<HashMap<BoardKey, Vec<Hand>>>),
}

/// An engine under a restriction.
///
/// Which replies exist depends on the board and on the kinds that the defender holds, and more
/// kinds never mean fewer replies. So hands dominate each other as under the plain rules (except
/// for [`Restriction::BarredPositions`]), and a table may be used whose entries all come from this
/// restriction.
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

    /// Removes the drops on squares where every drop is futile.
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

    /// Removes the replies that the restriction forbids.
    fn remove_forbidden_drops(&mut self, replies: &mut MoveList) {
        match self.restriction {
            Restriction::NoDrops => replies.retain(|m| m.dropped().is_none()),
            // A drop that does not answer a check is not an interposition.
            Restriction::NoFutileDrops(_) if self.engine.in_check() => {
                self.remove_futile_drops(replies)
            }
            Restriction::NoFutileDrops(_) | Restriction::BarredPositions(_) => {}
        }
    }
}

impl<E: Engine> Engine for RestrictedEngine<E> {
    /// Bars no position: an engine without effective restriction.
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
    fn distant_check_against_all_kinds_needs_few_positions() {
        let rules = Arc::new(builtin::rules("shogi", &[]).unwrap().unwrap());
        // Every drop on the first file is captured, and so is every drop after that.
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
