//! Which of the shortest mates is the main line: the value of a position is its length first, and then what is left in
//! the attacker's hand at the end. The attacker wants much of it, the defender little.
//!
//! The value is found by tests with an empty window (MTD(f), Plaat 1996): whether at least so much is left. A test needs
//! one good reply, or one good attack, where the value takes all optimal play into account. Even so every other check
//! along the defence has to be refuted, so it is looked for within limits only; what a proof gives is a shortest mate in
//! any case.

use crate::position::{Engine, Move, MoveList};
use crate::rules::{Rules, Side};
use crate::search::key_map::KeyMap;
use crate::search::node_key::NodeKey;
use crate::search::plies::Plies;
use crate::search::searcher::{Searcher, Stopped};
use crate::search::shared_state::SharedState;

/// The longest mate that is looked at, in plies: the walk is a recursion.
const LONGEST: Plies = 199;

/// Positions of optimal play that are looked at, at most: those are kept beside the table.
const MOST: usize = 1 << 16;

/// The walk through optimal play.
pub struct Walk<'s, E> {
    shared: &'s SharedState<'s>,
    searcher: Searcher<'s, E>,
    attacker: Side,
    /// The most that one move can capture.
    captures: u32,
    /// What a line known before plays: the first choice among equals.
    usual: KeyMap<u64, Move>,
    /// What is left at the end from a node on: at least, and at most.
    known: KeyMap<u64, (u32, u32)>,
}

/// What a move leads to.
enum Outcome {
    /// It loses time, or wins it for the other side.
    Worse,
    /// At the end so much is left, as [`Walk::left_after`] has it.
    Left(u32),
    /// Only a search can tell.
    Unknown,
}

impl<'s, E: Engine> Walk<'s, E> {
    /// A walk from the searcher's position; it ends when `shared` says so, which is what the searcher shares.
    pub fn new(
        shared: &'s SharedState<'s>,
        searcher: Searcher<'s, E>,
        rules: &Rules,
        attacker: Side,
    ) -> Self {
        let strokes = rules.kinds.iter().flat_map(|spec| &spec.strokes);
        let captures = strokes.map(|stroke| stroke.captures()).max().unwrap_or(0).into();
        let (usual, known) = (KeyMap::default(), KeyMap::default());
        Walk { shared, searcher, attacker, captures, usual, known }
    }

    /// The main line of a mate in exactly `plies`, where `usual` is a line of as many. It is followed wherever it is as
    /// good as any other.
    ///
    /// # Errors
    /// The limits were too small, or the mate is too long.
    pub fn main_line(mut self, plies: Plies, usual: &[Move]) -> Result<Vec<Move>, Stopped> {
        if plies > LONGEST {
            return Err(Stopped);
        }
        for &m in usual {
            let here = self.here();
            self.usual.insert(here, m);
            self.searcher.engine().play(m);
        }
        let guess = self.hand();
        usual.iter().for_each(|_| self.searcher.engine().undo());
        let left = self.value(plies, guess)?;
        let mut line = Vec::with_capacity(usize::from(plies));
        for plies in (1..=plies).rev() {
            let m = self.optimal(plies, left)?;
            self.searcher.engine().play(m);
            line.push(m);
        }
        let mut replies = MoveList::new();
        self.searcher.engine().generate_legal(&mut replies);
        if replies.is_empty() { Ok(line) } else { Err(Stopped) }
    }

    /// What is left at the end of the mate in exactly `plies` from the engine's position; perhaps `guess`.
    fn value(&mut self, plies: Plies, guess: u32) -> Result<u32, Stopped> {
        let (mut low, mut high) = (0, u32::MAX);
        // Where the guess is right both tests beside it are needed; where it is not, it is mostly too much.
        let mut least = guess.max(1);
        while low < high {
            let left = self.left_after(plies, least)?;
            if left < least {
                high = left;
                least = left;
            } else {
                low = left;
                least = left + 1;
            }
        }
        Ok(low)
    }

    /// A move with which both sides are content where `left` is left at the end.
    fn optimal(&mut self, plies: Plies, left: u32) -> Result<Move, Stopped> {
        let attacking = self.is_attacking();
        let least = if attacking { left } else { left + 1 };
        let moves = self.moves();
        for search in [false, true] {
            for &m in &moves {
                if let Outcome::Left(left) = self.outcome(m, plies, least, search)?
                    && (left >= least) == attacking
                {
                    return Ok(m);
                }
            }
        }
        // What was known has been forgotten, and the table is too small to find it again.
        Err(Stopped)
    }

    /// Whether `least` is left at the end of the mate in exactly `plies` from the engine's position: if so, the result
    /// is at least that, and so much is left or more; if not, it is less, and so much is left at most.
    fn left_after(&mut self, plies: Plies, least: u32) -> Result<u32, Stopped> {
        let here = self.here();
        let (low, high) = match self.known.get(&here) {
            Some(&bounds) => bounds,
            None => self.bounds(plies),
        };
        if low >= least || low == high {
            return Ok(low);
        }
        if high < least {
            return Ok(high);
        }
        if self.known.len() >= MOST || self.shared.is_over() {
            return Err(Stopped);
        }
        let attacking = self.is_attacking();
        let mut moves = self.moves();
        let mut best: Option<u32> = None;
        // What is to be searched comes last: mostly it is not needed.
        'found: for search in [false, true] {
            for m in std::mem::take(&mut moves) {
                let left = match self.outcome(m, plies, least, search)? {
                    Outcome::Worse => continue,
                    Outcome::Left(left) => left,
                    Outcome::Unknown => {
                        moves.push(m);
                        continue;
                    }
                };
                let so_far = best.unwrap_or(left);
                best = Some(if attacking { so_far.max(left) } else { so_far.min(left) });
                if (left >= least) == attacking {
                    break 'found;
                }
            }
        }
        // Without a move that keeps the length it was not a mate in exactly so many plies.
        let left = best.ok_or(Stopped)?;
        let bounds = if left < least { (low, left.min(high)) } else { (left.max(low), high) };
        self.known.insert(here, bounds);
        Ok(left)
    }

    /// What a move to the engine's position, from which there is a mate in exactly `plies`, leads to. Unknown is only
    /// what would have to be searched for, without `search`.
    fn outcome(
        &mut self,
        m: Move,
        plies: Plies,
        least: u32,
        search: bool,
    ) -> Result<Outcome, Stopped> {
        let attacking = self.is_attacking();
        let rest = plies - 1;
        self.searcher.engine().play(m);
        let (low, high) = self.bounds(rest);
        let outcome = if attacking && high < least {
            // Whether it mates in time makes no difference.
            Ok(Outcome::Left(high))
        } else if !attacking && low >= least {
            Ok(Outcome::Left(low))
        } else {
            match self.keeps_length(attacking, rest, search) {
                Ok(Some(true)) => self.left_after(rest, least).map(Outcome::Left),
                Ok(Some(false)) => Ok(Outcome::Worse),
                Ok(None) => Ok(Outcome::Unknown),
                Err(stopped) => Err(stopped),
            }
        };
        self.searcher.engine().undo();
        outcome
    }

    /// Of the engine's position, after a move: true if there is a mate within `plies`, after the attacker's; if there is
    /// none sooner, after the defender's. None if only a search could tell and is not wanted.
    fn keeps_length(
        &mut self,
        attacking: bool,
        plies: Plies,
        search: bool,
    ) -> Result<Option<bool>, Stopped> {
        if !attacking && plies < 3 {
            return Ok(Some(true));
        }
        let len = if attacking { plies } else { plies - 2 };
        let known = self.searcher.probe(self.searcher.node(), len);
        let mates = if known.is_settled() {
            known.is_mate()
        } else if !search {
            return Ok(None);
        } else {
            self.searcher.decide(len)?.0.is_mate()
        };
        Ok(Some(mates == attacking))
    }

    /// What can be left at the end of a mate in `plies`, by the moves that the attacker has: he drops with each, or
    /// captures.
    fn bounds(&mut self, plies: Plies) -> (u32, u32) {
        let moves = if self.is_attacking() { plies.div_ceil(2) } else { plies / 2 }.into();
        let hand = self.hand();
        (hand.saturating_sub(moves), hand + moves * self.captures)
    }

    /// The moves to choose from, the usual one first: of equal ones the first stays.
    fn moves(&mut self) -> MoveList {
        let usual = self.usual.get(&self.here()).copied();
        let attacking = self.is_attacking();
        let engine = self.searcher.engine();
        let mut moves = MoveList::new();
        if attacking {
            engine.generate_forcing(&mut moves);
        } else {
            engine.generate_legal(&mut moves);
        }
        if let Some(at) = usual.and_then(|usual| moves.iter().position(|&m| m == usual)) {
            moves[..=at].rotate_right(1);
        }
        moves
    }

    fn is_attacking(&mut self) -> bool {
        self.searcher.engine().side() == self.attacker
    }

    /// Pieces in the attacker's hand.
    fn hand(&mut self) -> u32 {
        let attacker = self.attacker;
        self.searcher.engine().hand(attacker).total()
    }

    /// Board and attacker's hand as one word.
    fn here(&self) -> u64 {
        let NodeKey { board, hand } = self.searcher.node();
        board.0 ^ hand.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}
