//! The definitions of soundness by exhaustive search with the referee's moves: an independent
//! second source for the judge. It shares nothing with the judge, not even the graph: a position
//! stands alone, and "mate within n plies" is tried move by move.

mod tolerances;

use std::collections::{BTreeSet, HashMap};
use std::mem::replace;
use tsume::position::Forcing;
use tsume::position::{Move, Position};
use tsume::referee::{forcing_moves, legal_moves, play};
use tsume::rules::{Rules, Side};

/// Plies by which a cook may exceed the main line.
pub const LONGER: u32 = 2;

/// One problem.
pub struct Brute<'a> {
    rules: &'a Rules,
    attacker: Side,
    /// Moves that the attacker may play.
    pub forcing: Forcing,
    /// For each position and number of captures: plies within which it is known to be mated, and
    /// plies within which not.
    known: HashMap<(Position, u32), (u32, u32)>,
    /// Drops that may still be captured without a ply. A mate that needs an endless cycle of
    /// captures is none.
    captures: u32,
    /// Positions in which the attacker may not continue, nor with more in hand, during the search
    /// for detours.
    barred: Vec<Position>,
    /// Counting of interpositions.
    pub count: Count,
    /// Another square and another order of moves are tolerated too.
    pub is_classic: bool,
    /// Positions that may still be expanded.
    pub room: u64,
}

/// Conventions about futile interpositions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    Every,
    Immediate,
    Composers,
}

/// Flaws, tolerated deviations and class.
#[derive(Debug, PartialEq, Eq)]
pub struct Findings {
    pub length: u32,
    pub leftover: u32,
    pub lines: BTreeSet<Vec<Move>>,
    /// Ply, move, and length of the whole line.
    pub cooks: Vec<(u32, Move, u32)>,
    /// Ply and move.
    pub tolerated: Vec<(u32, Move)>,
    /// Ply and move of every defence on a main line with several, except the last defence; each
    /// place counts once less.
    pub duals: usize,
    pub class: &'static str,
}

/// The search exceeded its positions.
#[derive(Debug)]
pub struct TooLong;

type Tried<T> = Result<T, TooLong>;

const NEVER: u32 = u32::MAX;

/// More captures than any mate needs that does not repeat a position.
const CAPTURES: u32 = 20;

impl<'a> Brute<'a> {
    pub fn new(rules: &'a Rules, attacker: Side, room: u64) -> Brute<'a> {
        Brute {
            rules,
            attacker,
            forcing: Forcing::Check,
            known: HashMap::new(),
            captures: CAPTURES,
            barred: Vec::new(),
            count: Count::Every,
            is_classic: false,
            room,
        }
    }

    fn after(&self, position: &Position, m: Move) -> Position {
        play(self.rules, position, m)
    }

    fn moves(&self, position: &Position) -> Vec<Move> {
        if position.side == self.attacker {
            let hand = |position: &Position| position.hands[self.attacker.index()];
            let comes_back = |known: &Position| {
                known.board == position.board
                    && known.counter_strike == position.counter_strike
                    && known.deferred == position.deferred
                    && hand(position).dominates(hand(known))
            };
            if self.barred.iter().any(comes_back) {
                return Vec::new();
            }
            forcing_moves(self.rules, position, self.forcing)
        } else {
            let mut moves = legal_moves(self.rules, position);
            // Replies of the king and captures refute most, so they come first.
            moves.sort_by_key(|m| (m.dropped().is_some(), position.at(m.to()).is_none()));
            moves
        }
    }

    /// Replies that count, as far as a mate within `plies` depends on them.
    fn replies(&mut self, position: &Position, plies: u32) -> Tried<Vec<Move>> {
        let moves = self.moves(position);
        let mut counting = Vec::new();
        let bound = match self.count {
            Count::Every => return Ok(moves),
            _ if moves.iter().all(|m| m.dropped().is_none()) => return Ok(moves),
            Count::Immediate => 0,
            Count::Composers => {
                // The length with every drop forbidden is a lower bound.
                let mut bound = 0;
                for &m in moves.iter().filter(|m| m.dropped().is_none()) {
                    let Some(rest) = plies.checked_sub(1) else { return Ok(moves) };
                    let after = self.after(position, m);
                    let Some(length) = self.with(CAPTURES, |brute| brute.length(&after, rest))?
                    else {
                        return Ok(moves);
                    };
                    bound = bound.max(length + 1);
                }
                bound
            }
        };
        for &m in &moves {
            let futile = if m.dropped().is_none() {
                false
            } else if self.count == Count::Immediate {
                let same =
                    moves.iter().filter(|drop| drop.dropped().is_some() && drop.to() == m.to());
                let mut all = true;
                for &drop in same {
                    all &= self.is_captured(position, drop, bound)?;
                }
                all
            } else {
                self.is_captured(position, m, bound)?
            };
            if !futile {
                counting.push(m);
            }
        }
        Ok(counting)
    }

    /// True if the dropped piece can be captured with a mate within `bound` plies after that. Under
    /// `composers` the capturer first returns it.
    fn is_captured(&mut self, position: &Position, drop: Move, bound: u32) -> Tried<bool> {
        let dropped = self.after(position, drop);
        for capture in self.moves(&dropped) {
            if capture.to() != drop.to() {
                continue;
            }
            let mut after = self.after(&dropped, capture);
            if self.count == Count::Composers {
                let lane = self.rules.lane_of_drop(drop.dropped().unwrap()).unwrap();
                let [own, other] = [self.attacker, self.attacker.other()].map(|side| side.index());
                after.hands[own] = after.hands[own].without(lane);
                after.hands[other] = after.hands[other].with(lane);
            }
            let left = self.captures.checked_sub(1);
            if let Some(left) = left
                && self.with(left, |brute| brute.mated(&after, bound))?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Asks with `captures` captures left.
    fn with<T>(&mut self, captures: u32, ask: impl FnOnce(&mut Self) -> T) -> T {
        let before = replace(&mut self.captures, captures);
        let answer = ask(self);
        self.captures = before;
        answer
    }

    /// Exact length under a count.
    pub fn length_by(&mut self, count: Count, root: &Position, most: u32) -> Tried<Option<u32>> {
        self.count = count;
        self.known.clear();
        self.length(root, most)
    }

    /// True if there is a mate within `plies`.
    fn mated(&mut self, position: &Position, plies: u32) -> Tried<bool> {
        let (mate, none) =
            self.known.get(&(position.clone(), self.captures)).copied().unwrap_or((NEVER, 0));
        if mate <= plies {
            return Ok(true);
        }
        if plies < none {
            return Ok(false);
        }
        self.room = self.room.checked_sub(1).ok_or(TooLong)?;
        let attacking = position.side == self.attacker;
        let mut mated = !attacking;
        if !(attacking && plies == 0) {
            let moves =
                if attacking { self.moves(position) } else { self.replies(position, plies)? };
            if !attacking && plies == 0 {
                mated = moves.is_empty();
            } else {
                for m in moves {
                    let after = self.after(position, m);
                    if self.with(CAPTURES, |brute| brute.mated(&after, plies - 1))? == attacking {
                        mated = attacking;
                        break;
                    }
                }
            }
        }
        let entry = self.known.entry((position.clone(), self.captures)).or_insert((NEVER, 0));
        if mated {
            entry.0 = entry.0.min(plies);
        } else {
            entry.1 = entry.1.max(plies + 1);
        }
        Ok(mated)
    }

    /// True if there is a mate within `plies` plies, or within `longer` more that leaves a piece in
    /// the attacker's hand.
    pub fn mates_or_leaves(&mut self, position: &Position, plies: i32, longer: i32) -> Tried<bool> {
        if let Ok(plies) = u32::try_from(plies)
            && self.mated(position, plies)?
        {
            return Ok(true);
        }
        if plies + longer < 0 {
            return Ok(false);
        }
        let moves = self.moves(position);
        let attacking = position.side == self.attacker;
        if moves.is_empty() {
            return Ok(!attacking && position.hands[self.attacker.index()].total() > 0);
        }
        for m in moves {
            let after = self.after(position, m);
            if self.mates_or_leaves(&after, plies - 1, longer)? == attacking {
                return Ok(attacking);
            }
        }
        Ok(!attacking)
    }

    /// Exact length, up to `most`.
    fn length(&mut self, position: &Position, most: u32) -> Tried<Option<u32>> {
        for plies in 0..=most {
            if self.mated(position, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// Moves that keep the length of a position.
    fn keeping(&mut self, position: &Position, length: u32) -> Tried<Vec<(Move, Position)>> {
        let mut keeping = Vec::new();
        if length == 0 {
            return Ok(keeping);
        }
        for m in self.moves(position) {
            let after = self.after(position, m);
            if self.length(&after, length - 1)? == Some(length - 1) {
                keeping.push((m, after));
            }
        }
        Ok(keeping)
    }

    /// Pieces left in hand if both sides play for length first and for the hand second.
    fn leftover(
        &mut self,
        position: &Position,
        length: u32,
        memo: &mut HashMap<Position, u32>,
    ) -> Tried<u32> {
        if let Some(&left) = memo.get(position) {
            return Ok(left);
        }
        let mut values = Vec::new();
        for (_, after) in self.keeping(position, length)? {
            values.push(self.leftover(&after, length - 1, memo)?);
        }
        let best = if position.side == self.attacker {
            values.into_iter().max()
        } else {
            values.into_iter().min()
        };
        let left = best.unwrap_or_else(|| position.hands[self.attacker.index()].total());
        memo.insert(position.clone(), left);
        Ok(left)
    }

    /// The whole analysis. `None` if there is no mate within `most` plies.
    pub fn analyze(&mut self, root: &Position, most: u32) -> Tried<Option<Findings>> {
        let Some(length) = self.length(root, most)? else { return Ok(None) };
        let mut memo = HashMap::new();
        let leftover = self.leftover(root, length, &mut memo)?;
        let mut lines = BTreeSet::new();
        // Positions of main lines with their plies to the mate.
        let mut main: Vec<(Position, u32)> = Vec::new();
        self.walk(root, length, &memo, &mut Vec::new(), &mut lines, &mut main)?;
        let barred: Vec<Position> = main
            .iter()
            .filter(|(position, _)| position.side == self.attacker)
            .map(|(position, _)| position.clone())
            .collect();
        let mut cooks = Vec::new();
        let mut tolerated = Vec::new();
        let mut cooked = Vec::new();
        let mut duals = 0;
        for (position, rest) in main.clone() {
            let best = self.best(&position, rest, &memo)?;
            if position.side != self.attacker {
                if rest > 2 && leftover == 0 {
                    duals += best.len() - 1;
                }
                continue;
            }
            let ply = length - rest + 1;
            // The judge treats the first best move as known, promotions before other moves.
            let known = best.iter().map(|(m, _)| *m).min_by_key(|m| (!m.changes(), *m)).unwrap();
            for m in self.moves(&position) {
                if m == known {
                    continue;
                }
                let after = self.after(&position, m);
                let Some(plies) = self.length(&after, rest - 1 + LONGER)? else { continue };
                let whole = ply + plies;
                let free = if rest == 1 && length > 1 {
                    true
                } else if plies == rest - 1 {
                    self.is_alike(&position, known, m, rest, &memo)?
                        || self.is_classic
                            && self.is_classic_twin(&position, known, m, rest, &memo)?
                } else if self.is_from_afar(&position, known, m)
                    && !self.is_other_sacrifice(&position, known, m, None, rest, &memo)?
                {
                    true
                } else {
                    let mut aside = Brute::new(self.rules, self.attacker, self.room);
                    aside.barred = barred.clone();
                    aside.forcing = self.forcing;
                    let real = aside.mated(&after, rest - 1 + LONGER);
                    self.room = aside.room;
                    !real?
                };
                if free {
                    tolerated.push((ply, m));
                } else {
                    cooks.push((ply, m, whole));
                    cooked.push(position.clone());
                }
            }
        }
        // The author chooses among the longest defences: the cooks after others are tolerated.
        if self.has_line_without_cook(root, length, &memo, &cooked, &mut HashMap::new())? {
            tolerated.extend(cooks.drain(..).map(|(ply, m, _)| (ply, m)));
        }
        cooks.sort_unstable();
        tolerated.sort_unstable();
        let class = match (leftover, cooks.is_empty(), tolerated.is_empty()) {
            (0, true, true) => "completely_limited",
            (0, true, false) => "complete",
            _ => "flawed",
        };
        Ok(Some(Findings { length, leftover, lines, cooks, tolerated, duals, class }))
    }

    /// True if the defender can choose a main line that meets no position of `cooked`, whichever
    /// best moves the attacker takes.
    fn has_line_without_cook(
        &mut self,
        position: &Position,
        rest: u32,
        memo: &HashMap<Position, u32>,
        cooked: &[Position],
        found: &mut HashMap<Position, bool>,
    ) -> Tried<bool> {
        if rest == 0 {
            return Ok(true);
        }
        if let Some(&known) = found.get(position) {
            return Ok(known);
        }
        let attacking = position.side == self.attacker;
        let mut answer = attacking && !cooked.contains(position);
        if attacking == answer {
            for (_, after) in self.best(position, rest, memo)? {
                if self.has_line_without_cook(&after, rest - 1, memo, cooked, found)? != attacking {
                    answer = !attacking;
                    break;
                }
            }
        }
        found.insert(position.clone(), answer);
        Ok(answer)
    }

    /// Moves that keep the value.
    fn best(
        &mut self,
        position: &Position,
        rest: u32,
        memo: &HashMap<Position, u32>,
    ) -> Tried<Vec<(Move, Position)>> {
        let mut best = self.keeping(position, rest)?;
        best.retain(|(_, after)| memo[after] == memo[position]);
        Ok(best)
    }

    fn walk(
        &mut self,
        position: &Position,
        rest: u32,
        memo: &HashMap<Position, u32>,
        line: &mut Vec<Move>,
        lines: &mut BTreeSet<Vec<Move>>,
        main: &mut Vec<(Position, u32)>,
    ) -> Tried<()> {
        if rest == 0 {
            lines.insert(line.clone());
            return Ok(());
        }
        if !main.iter().any(|(known, _)| known == position) {
            main.push((position.clone(), rest));
        }
        for (m, after) in self.best(position, rest, memo)? {
            line.push(m);
            self.walk(&after, rest - 1, memo, line, lines, main)?;
            line.pop();
        }
        Ok(())
    }
}
