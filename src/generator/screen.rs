//! Is a position worth the judge's time? Exact length, optimal play, one move at every attacker's node of a
//! main line, nothing left in hand: about a millisecond, and everything that it rejects it rejects for a
//! reason that the judge would give too, except what it could not settle in time.

use super::game::{ATTACKER, DEFENDER, Game};
use super::probe::{Exhausted, Probe};
use crate::position::{BoardKey, Engine, Hand, Move, Position};
use crate::rules::Side;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// What to ask for.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Lengths that are wanted, in plies.
    pub plies: RangeInclusive<u16>,
    /// Nodes to spend on one position.
    pub nodes: u64,
    /// Cooks are sought up to so many plies longer than the main line.
    pub near: u16,
}

/// Why a position was rejected, cheapest reason first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reject {
    /// It could not have come about, or is not to the user's taste.
    Malformed,
    /// The defender is in check already.
    Check,
    /// No mate within the lengths wanted.
    NoMate,
    /// A mate too short.
    Short,
    /// Not settled with the nodes allowed.
    Exhausted,
    /// Another move of the attacker mates as soon, or nearly.
    Cook,
    /// Something stays in the attacker's hand.
    Leftover,
}

impl Reject {
    /// All of them.
    pub const ALL: [Reject; 7] = [
        Reject::Malformed,
        Reject::Check,
        Reject::NoMate,
        Reject::Short,
        Reject::Exhausted,
        Reject::Cook,
        Reject::Leftover,
    ];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Reject::Malformed => "malformed",
            Reject::Check => "in check",
            Reject::NoMate => "no mate",
            Reject::Short => "too short",
            Reject::Exhausted => "not settled",
            Reject::Cook => "cooked",
            Reject::Leftover => "leftover",
        }
    }
}

/// A position that passed, or that failed but has a mate worth repairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screened {
    /// Length of the shortest mate.
    pub plies: u16,
    /// A main line.
    pub line: Vec<Move>,
}

/// A rejection; a cooked position comes with its mate and the move that cooks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// Why.
    pub reason: Reject,
    /// Of a cooked position: its main line up to the cook, the cook as the last move.
    pub cook: Option<(Screened, Vec<Move>)>,
}

impl From<Reject> for Rejected {
    fn from(reason: Reject) -> Rejected {
        Rejected { reason, cook: None }
    }
}

impl From<Exhausted> for Rejected {
    fn from(Exhausted: Exhausted) -> Rejected {
        Reject::Exhausted.into()
    }
}

/// Positions of optimal play that are looked at.
const MOST_NODES: usize = 3_000;

/// Settles a position (see [`Game::settle`]) and screens it.
///
/// # Errors
/// Why it is no good.
pub fn screen<E: Engine>(
    game: &Game,
    probe: &mut Probe<E>,
    position: &mut Position,
    terms: &Terms,
) -> Result<Screened, Rejected> {
    if !game.settle(position) {
        return Err(Reject::Malformed.into());
    }
    if in_check(game, probe, position) {
        return Err(Reject::Check.into());
    }
    probe.set(game, position, terms.nodes);
    let Some(plies) = probe.length(*terms.plies.end())? else {
        return Err(Reject::NoMate.into());
    };
    if plies < *terms.plies.start() {
        return Err(Reject::Short.into());
    }
    let mut look = Look { probe, values: HashMap::new() };
    look.at_root(plies)?;
    let left = look.leftover(plies)?;
    let line = look.main_line(plies)?;
    let screened = Screened { plies, line };
    if left > 0 {
        return Err(Reject::Leftover.into());
    }
    let mut walked = HashMap::new();
    if let Some(cook) = look.cook(plies, plies, terms.near, &mut Vec::new(), &mut walked)? {
        return Err(Rejected { reason: Reject::Cook, cook: Some((screened, cook)) });
    }
    Ok(screened)
}

/// True if the attacker could capture all royals at once, or, where any royal will do, has nothing to do
/// with that.
fn in_check<E: Engine>(game: &Game, probe: &mut Probe<E>, position: &Position) -> bool {
    let mut turned = position.clone();
    turned.side = DEFENDER;
    probe.set(game, &turned, 0);
    probe.engine.in_check()
}

type Identity = (BoardKey, Hand, Hand);

/// Optimal play from where the probe stands.
struct Look<'a, E> {
    probe: &'a mut Probe<E>,
    /// What is left at the mate, by position.
    values: HashMap<Identity, u32>,
}

impl<E: Engine> Look<'_, E> {
    fn identity(&self) -> Identity {
        let engine = &self.probe.engine;
        (engine.key(), engine.hand(Side::Black), engine.hand(Side::White))
    }

    /// The quick way out: two first moves that mate equally soon.
    fn at_root(&mut self, plies: u16) -> Result<(), Rejected> {
        if plies == 1 {
            return Ok(());
        }
        let keep = self.keeping(plies)?;
        let [first, others @ ..] = &keep[..] else { return Err(Reject::Exhausted.into()) };
        if others.iter().any(|m| !alike(*first, *m)) {
            let line = vec![*first];
            let cook = others.iter().find(|m| !alike(*first, **m)).map(|m| vec![*m]);
            let screened = Screened { plies, line };
            return Err(Rejected { reason: Reject::Cook, cook: cook.map(|cook| (screened, cook)) });
        }
        Ok(())
    }

    /// The moves that keep a length, promotions first as the judge has them.
    fn keeping(&mut self, rest: u16) -> Result<Vec<Move>, Exhausted> {
        let attacking = self.probe.engine.side() == ATTACKER;
        let mut moves = self.probe.take();
        if attacking {
            self.probe.engine.generate_forcing(&mut moves);
            moves.sort_by_key(|m| (!m.changes(), *m));
        } else {
            self.probe.engine.generate_legal(&mut moves);
        }
        let mut keep = Vec::new();
        for &m in &moves {
            let keeps = match (attacking, rest) {
                (true, _) => self.after(m, rest - 1)?,
                (false, 0..=2) => true,
                (false, _) => !self.after(m, rest - 3)?,
            };
            if keeps {
                keep.push(m);
            }
        }
        self.probe.give(moves);
        Ok(keep)
    }

    fn after(&mut self, m: Move, plies: u16) -> Result<bool, Exhausted> {
        self.probe.engine.play(m);
        let mated = self.probe.mated(plies);
        self.probe.engine.undo();
        mated
    }

    /// What is left in the attacker's hand when both play for length first and the hand second.
    fn leftover(&mut self, rest: u16) -> Result<u32, Exhausted> {
        if rest == 0 {
            return Ok(self.probe.engine.hand(ATTACKER).total());
        }
        let identity = self.identity();
        if let Some(&value) = self.values.get(&identity) {
            return Ok(value);
        }
        if self.values.len() >= MOST_NODES {
            return Err(Exhausted);
        }
        let attacking = self.probe.engine.side() == ATTACKER;
        let mut value = None;
        for m in self.keeping(rest)? {
            self.probe.engine.play(m);
            let below = self.leftover(rest - 1);
            self.probe.engine.undo();
            let below = below?;
            value = Some(match value {
                None => below,
                Some(value) if attacking => below.max(value),
                Some(value) => below.min(value),
            });
        }
        let value = value.ok_or(Exhausted)?;
        self.values.insert(identity, value);
        Ok(value)
    }

    /// The moves that keep length and leftover.
    fn best(&mut self, rest: u16) -> Result<Vec<Move>, Exhausted> {
        let mut best = Vec::new();
        let value = self.leftover(rest)?;
        for m in self.keeping(rest)? {
            self.probe.engine.play(m);
            let below = self.leftover(rest - 1);
            self.probe.engine.undo();
            if below? == value {
                best.push(m);
            }
        }
        Ok(best)
    }

    fn main_line(&mut self, plies: u16) -> Result<Vec<Move>, Exhausted> {
        let mut line = Vec::new();
        let mut failed = None;
        for rest in (1..=plies).rev() {
            match self.best(rest).map(|best| best.first().copied()) {
                Ok(Some(m)) => {
                    self.probe.engine.play(m);
                    line.push(m);
                }
                _ => {
                    failed = Some(Exhausted);
                    break;
                }
            }
        }
        line.iter().for_each(|_| self.probe.engine.undo());
        failed.map_or(Ok(line), Err)
    }

    /// A line along main lines that ends in a second solution that no tolerance covers for certain.
    fn cook(
        &mut self,
        plies: u16,
        rest: u16,
        near: u16,
        path: &mut Vec<Move>,
        walked: &mut HashMap<Identity, ()>,
    ) -> Result<Option<Vec<Move>>, Exhausted> {
        // The last move may be chosen, but for problems of one.
        if rest == 0 || rest == 1 && plies > 1 {
            return Ok(None);
        }
        if walked.insert(self.identity(), ()).is_some() {
            return Ok(None);
        }
        let best = self.best(rest)?;
        let attacking = self.probe.engine.side() == ATTACKER;
        if attacking {
            let known = *best.first().ok_or(Exhausted)?;
            let mut moves = self.probe.take();
            self.probe.engine.generate_forcing(&mut moves);
            for &m in moves.iter().filter(|m| **m != known) {
                let most = if alike(known, m) { None } else { Some(rest - 1 + near) };
                if let Some(most) = most
                    && self.after(m, most)?
                {
                    path.push(m);
                    let cook = path.clone();
                    path.pop();
                    return Ok(Some(cook));
                }
            }
            self.probe.give(moves);
        }
        for m in best {
            self.probe.engine.play(m);
            path.push(m);
            let cook = self.cook(plies, rest - 1, near, path, walked);
            path.pop();
            self.probe.engine.undo();
            if let Some(cook) = cook? {
                return Ok(Some(cook));
            }
        }
        Ok(None)
    }
}

/// True if a second move may be tolerated beside the first: promotion or not, or a drop of the same kind.
/// The judge decides.
fn alike(first: Move, second: Move) -> bool {
    match (first.dropped(), second.dropped()) {
        (Some(a), Some(b)) => a == b && first.to() != second.to(),
        (None, None) => first.with_change(false) == second.with_change(false),
        _ => false,
    }
}
