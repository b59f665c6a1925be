//! Longer variations (変長・駒余り): defences that last two or four plies longer than the main line
//! and leave the attacker a piece. The old masters did not count them.
//!
//! By the length alone such a defence is the main line, and the problem has a leftover. The test
//! asks for the main line of the old practice:
//!
//! ```text
//! mate within n plies, or within n + d plies with a piece left in hand     d = 2, then 4
//! ```
//!
//! Most replies are mated within n plies, so the test only has to follow the few that last longer.

use crate::judge::conventions::convention::Convention;
use crate::judge::mate_oracle::MateAnswer;
use crate::judge::optimal_play::{OptimalPlay, PositionKey, ordered_moves, position_key, role_of};
use crate::position::{Engine, Move, Role};
use crate::rules::Side;
use crate::search::plies::Plies;
use std::collections::HashMap;

/// Plies by which a variation may exceed the main line, in the order of the test.
const LONGER_PLIES: [Plies; 2] = [2, 4];

/// Positions of one test at most.
const MAX_POSITIONS: usize = 20_000;

/// A longer variation, and the main line without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongerVariation {
    /// The main line; it leaves nothing in hand.
    pub main_line: Vec<Move>,
    /// The longer variation, from the root to the mate.
    pub line: Vec<Move>,
    /// Pieces that the variation leaves in the attacker's hand.
    pub leftover: u32,
}

/// Finds the main line of the old practice for a problem whose longest lines are those of `graph`
/// and leave a piece. `author` is the author's line, or empty: his moves come first. `None` if
/// no such line exists, or the budget does not suffice.
pub fn find<E: Engine + Sync, C: Convention<E>>(
    convention: &C,
    root: &E,
    attacker: Side,
    graph: &OptimalPlay,
    author: &[Move],
) -> Option<LongerVariation> {
    let (length, leftover) = (graph.nodes[0].remaining, graph.nodes[0].leftover);
    if leftover == 0 || !graph.complete {
        return None;
    }
    LONGER_PLIES.into_iter().find_map(|longer| {
        let plies = length.checked_sub(longer).filter(|plies| *plies > 0)?;
        let mut test = LongerTest {
            convention,
            attacker,
            author,
            longer: i32::from(longer),
            mated: HashMap::new(),
            values: HashMap::new(),
        };
        let mut engine = root.clone();
        test.mates(&mut engine, i32::from(plies)).filter(|mates| *mates)?;
        let is_author = author.len() == usize::from(plies);
        let (left, main_line) = test.best_line(&mut engine, plies, is_author)?;
        let line = graph.best_line_from(0)?;
        (left == 0).then_some(LongerVariation { main_line, line, leftover })
    })
}

/// Pieces left in hand at the end of a line, and the line.
type ValuedLine = (u32, Vec<Move>);

struct LongerTest<'a, C> {
    convention: &'a C,
    attacker: Side,
    author: &'a [Move],
    /// Plies that a mate with a leftover may take beyond the limit.
    longer: i32,
    /// Results of [`LongerTest::mates`].
    mated: HashMap<(PositionKey, i32), bool>,
    /// Results of [`LongerTest::best_line`].
    values: HashMap<(PositionKey, Plies), Option<ValuedLine>>,
}

impl<C> LongerTest<'_, C> {
    /// Whether the attacker mates within `plies` plies, or within `longer` plies more with a piece
    /// left in hand. `None` if the budget does not suffice.
    fn mates<E: Engine + Sync>(&mut self, engine: &mut E, plies: i32) -> Option<bool>
    where
        C: Convention<E>,
    {
        if self.is_mated_within(engine, plies)? {
            return Some(true);
        }
        if plies + self.longer < 0 {
            return Some(false);
        }
        let key = (position_key(engine), plies);
        if let Some(&known) = self.mated.get(&key) {
            return Some(known);
        }
        if self.mated.len() >= MAX_POSITIONS {
            return None;
        }
        let mates = self.is_mated_within(engine, plies + self.longer)?
            && self.mates_by_moves(engine, plies)?;
        self.mated.insert(key, mates);
        Some(mates)
    }

    /// The same for a position that is not mated within `plies` plies, by its moves: one of the
    /// attacker's suffices, each of the defender's is needed.
    fn mates_by_moves<E: Engine + Sync>(&mut self, engine: &mut E, plies: i32) -> Option<bool>
    where
        C: Convention<E>,
    {
        let role = role_of(engine.side(), self.attacker);
        let moves = ordered_moves(self.convention, engine, role)?;
        let is_attacker = role == Role::Attacker;
        if moves.is_empty() && !is_attacker {
            return Some(engine.hand(self.attacker).total() > 0);
        }
        for m in moves {
            engine.play(m);
            let after = self.mates(engine, plies - 1);
            engine.undo();
            if after? == is_attacker {
                return Some(is_attacker);
            }
        }
        Some(!is_attacker)
    }

    fn is_mated_within<E: Engine + Sync>(&self, engine: &E, plies: i32) -> Option<bool>
    where
        C: Convention<E>,
    {
        let Ok(plies) = Plies::try_from(plies) else { return Some(false) };
        match self.convention.decide_within(&[(engine.clone(), plies)])[0] {
            MateAnswer::Mate(_) => Some(true),
            MateAnswer::No => Some(false),
            MateAnswer::Unknown => None,
        }
    }

    /// The leftover and a line of exactly `plies` plies on which the attacker keeps to
    /// [`LongerTest::mates`], and leaves as much as he can, and the defender as little. `None` if
    /// there is no such line. `on_author` is true while the line is the author's.
    fn best_line<E: Engine + Sync>(
        &mut self,
        engine: &mut E,
        plies: Plies,
        on_author: bool,
    ) -> Option<ValuedLine>
    where
        C: Convention<E>,
    {
        if plies == 0 {
            let is_mate = self.convention.replies(engine)?.is_empty();
            return is_mate.then(|| (engine.hand(self.attacker).total(), Vec::new()));
        }
        let key = (position_key(engine), plies);
        if !on_author {
            if let Some(known) = self.values.get(&key) {
                return known.clone();
            }
        }
        if self.values.len() >= MAX_POSITIONS {
            return None;
        }
        let role = role_of(engine.side(), self.attacker);
        let is_attacker = role == Role::Attacker;
        let mut moves = ordered_moves(self.convention, engine, role)?;
        let ply = self.author.len().checked_sub(usize::from(plies));
        let authors = ply.filter(|_| on_author).map(|ply| self.author[ply]);
        moves.sort_by_key(|m| Some(*m) != authors);
        let mut best: Option<ValuedLine> = None;
        for m in moves {
            engine.play(m);
            let rest = i32::from(plies) - 1;
            let keeps = if is_attacker {
                self.mates(engine, rest)
            } else {
                // The longer variations are among these replies, but mate at another length.
                match self.mates(engine, rest - 2) {
                    Some(false) => self.mates(engine, rest),
                    Some(true) => Some(false),
                    None => None,
                }
            };
            let line = match keeps {
                Some(true) => self.best_line(engine, plies - 1, Some(m) == authors),
                _ => None,
            };
            engine.undo();
            let Some((left, mut line)) = line else { continue };
            line.insert(0, m);
            let is_better = best.as_ref().is_none_or(|(value, _)| match is_attacker {
                true => left > *value,
                false => left < *value,
            });
            if is_better {
                best = Some((left, line));
            }
        }
        self.values.insert(key, best.clone());
        best
    }
}
