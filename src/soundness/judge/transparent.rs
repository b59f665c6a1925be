//! The convention `transparent`: an interposition is futile if, after some capture of it, with the
//! captured piece given back to the defender, the length is no greater than that of the position before it
//! would have been with every drop on that line of check forbidden.
//!
//! The definition compares exact lengths with one another, so that more in a hand may be worse, and neither
//! a table with dominance nor a pruned search will do. Lengths are found by plain recursion, which two searches
//! keep short: a mate that is there when every answer counts is there in any case, and one that is not
//! there when nothing may be dropped is not there at all. Recursion goes from the king outwards by itself: the
//! capture brings the checking piece nearer, and only squares that are nearer still are left.

use super::convention::{ByLaw, Convention};
use super::oracle::{Answer, Length, Oracle};
use super::tree::{Identity, identity};
use crate::position::{Engine, Forcing, Move, MoveList};
use crate::search::number::Plies;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Captures of interposed pieces within one another, after which nothing is said.
const DEEPEST: u32 = 24;

/// Bytes that an answer which is remembered takes, where the map has just doubled.
const BYTES: usize = 80;

/// The longest mate that is looked for where no bound is known.
const LONGEST: Plies = 99;

/// The convention. Everything is by one oracle's table and one of a search without drops.
pub struct Transparent<'a, E> {
    pub plain: &'a Oracle<'a, E>,
    /// By [`Law::NoDrops`](super::altered::Law::NoDrops).
    pub bare: &'a ByLaw<'a, E>,
    pub forcing: Forcing,
    pub known: Mutex<HashMap<(Identity, Plies), bool>>,
}

impl<E: Engine + Sync> Convention<E> for Transparent<'_, E> {
    fn replies(&self, engine: &E) -> Option<MoveList> {
        self.counting(engine, 0)
    }

    fn within(&self, questions: &[(E, Plies)]) -> Vec<Answer> {
        let ask = |(engine, len): &(E, Plies)| match self.mated(&mut engine.clone(), *len, 0) {
            Some(true) => Answer::Mate(*len),
            Some(false) => Answer::No,
            None => Answer::Unknown,
        };
        questions.iter().map(ask).collect()
    }
}

impl<E: Engine + Sync> Transparent<'_, E> {
    /// The length from the oracle's root, where `raw` is the length with every interposition counted.
    pub fn length(&self, raw: Plies) -> Length {
        let root = &self.plain.root;
        let Length::Exact(least) = self.bare.oracle.length(&self.bare.wrap(root), 0) else {
            return Length::AtMost(raw);
        };
        for len in (least..raw).step_by(2) {
            match self.mated(&mut root.clone(), len, 0) {
                Some(true) => return Length::Exact(len),
                Some(false) => {}
                None => return Length::AtMost(raw),
            }
        }
        Length::Exact(raw)
    }

    /// Is there a mate within `len` plies? None if the budget does not suffice.
    fn mated(&self, engine: &mut E, len: Plies, depth: u32) -> Option<bool> {
        if self.plain.budget.exhausted().is_some() || depth > DEEPEST {
            return None;
        }
        let key = (identity(engine), len);
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&mated) = known().get(&key) {
            return Some(mated);
        }
        let question = [(engine.clone(), len)];
        let mated = match (self.plain.within(&question)[0], self.bare.within(&question)[0]) {
            (Answer::Mate(_), _) => true,
            (_, Answer::No) => false,
            _ if engine.side() == self.plain.attacker => self.attack(engine, len, depth)?,
            _ => self.defend(engine, len, depth)?,
        };
        let mut known = known();
        if known.len() * BYTES >= self.plain.room {
            known.clear();
        }
        known.insert(key, mated);
        Some(mated)
    }

    fn attack(&self, engine: &mut E, len: Plies, depth: u32) -> Option<bool> {
        let Some(rest) = len.checked_sub(1) else { return Some(false) };
        let mut moves = MoveList::new();
        engine.forcing(&mut moves);
        for m in moves {
            engine.play(m);
            let mated = self.mated(engine, rest, depth);
            engine.undo();
            if mated? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn defend(&self, engine: &mut E, len: Plies, depth: u32) -> Option<bool> {
        let mut replies = MoveList::new();
        engine.legal(&mut replies);
        let (drops, moves): (MoveList, MoveList) =
            replies.into_iter().partition(|m| m.dropped().is_some());
        for m in moves {
            if !self.falls(engine, m, len, depth)? {
                return Some(false);
            }
        }
        let mut bound = None;
        for drop in drops {
            if self.falls(engine, drop, len, depth)? {
                continue;
            }
            let bound = match bound {
                Some(bound) => bound,
                None => *bound.insert(self.without_drops(engine, depth)?),
            };
            if !self.is_futile(engine, drop, bound, depth)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// True if the attacker mates within `len` plies with this reply counted.
    fn falls(&self, engine: &mut E, reply: Move, len: Plies, depth: u32) -> Option<bool> {
        let Some(rest) = len.checked_sub(1) else { return Some(false) };
        engine.play(reply);
        let mated = self.mated(engine, rest, depth);
        engine.undo();
        mated
    }

    /// The replies that count.
    fn counting(&self, engine: &E, depth: u32) -> Option<MoveList> {
        let mut engine = engine.clone();
        let mut replies = MoveList::new();
        engine.legal(&mut replies);
        if replies.iter().all(|m| m.dropped().is_none()) || !engine.in_check() {
            return Some(replies);
        }
        let bound = self.without_drops(&mut engine, depth)?;
        let mut counting = MoveList::new();
        for reply in replies {
            if reply.dropped().is_none() || !self.is_futile(&mut engine, reply, bound, depth)? {
                counting.push(reply);
            }
        }
        Some(counting)
    }

    /// The exact length of a defender's position in which he may not drop now.
    fn without_drops(&self, engine: &mut E, depth: u32) -> Option<Plies> {
        let mut replies = MoveList::new();
        engine.legal(&mut replies);
        replies.retain(|m| m.dropped().is_none());
        let mut longest = 0;
        for reply in replies {
            engine.play(reply);
            let mut len = (1..=LONGEST).step_by(2);
            let found = loop {
                let Some(len) = len.next() else { break None };
                match self.mated(engine, len, depth) {
                    Some(true) => break Some(len),
                    Some(false) => {}
                    None => break None,
                }
            };
            engine.undo();
            longest = longest.max(found? + 1);
        }
        Some(longest)
    }

    /// True if some capture of a dropped piece, with the piece given back, leads to a mate within
    /// `bound` plies.
    fn is_futile(&self, engine: &mut E, drop: Move, bound: Plies, depth: u32) -> Option<bool> {
        // A drop that answers no check interposes nothing.
        if !engine.in_check() {
            return Some(false);
        }
        engine.play(drop);
        let mut captures = MoveList::new();
        engine.forcing(&mut captures);
        captures.retain(|m| m.to() == drop.to());
        let mut futile = Some(false);
        for capture in captures {
            engine.play(capture);
            let mated = self
                .given_back(engine, drop)
                .and_then(|mut engine| self.mated(&mut engine, bound, depth + 1));
            engine.undo();
            futile = mated;
            if mated != Some(false) {
                break;
            }
        }
        engine.undo();
        futile
    }

    /// The position with the piece of `drop`, which the attacker has just captured, back in the defender's
    /// hand.
    fn given_back(&self, engine: &E, drop: Move) -> Option<E> {
        let rules = self.plain.rules;
        let lane = rules.spec(drop.dropped()?).lane?;
        let attacker = self.plain.attacker;
        let mut position = engine.position();
        let [own, other] = [attacker, attacker.other()].map(|side| side.index());
        position.hands[own] = position.hands[own].without(lane);
        position.hands[other] = position.hands[other].with(lane);
        Some(E::new(rules, &position, attacker, self.forcing))
    }
}
