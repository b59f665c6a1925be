//! Which of the shortest mates is the main line: the value of a position is its length first, and then what is left in
//! the attacker's hand at the end. The attacker wants much of it, the defender little.
//!
//! That takes all optimal play into account, so it is looked for within limits only; what a proof gives is a shortest
//! mate in any case.

use crate::position::{Engine, Move, MoveList};
use crate::rules::Side;
use crate::search::descend::{Searcher, Stopped};
use crate::search::number::Plies;
use crate::search::path::KeyMap;
use crate::search::table::Node;
use crate::search::workers::Shared;

/// The longest mate that is looked at, in plies: the walk is a recursion.
const LONGEST: Plies = 199;

/// The walk through optimal play.
pub struct Walk<'s, E> {
    shared: &'s Shared<'s>,
    searcher: Searcher<'s, E>,
    attacker: Side,
    /// What a line known before plays: the first choice among equals.
    usual: KeyMap<u64, Move>,
    /// What is left at the end from a node on, and the move that leads there.
    known: KeyMap<u64, (u32, Move)>,
}

impl<'s, E: Engine> Walk<'s, E> {
    /// A walk from the searcher's position; it ends when `shared` says so, which is what the searcher shares.
    pub fn new(shared: &'s Shared<'s>, searcher: Searcher<'s, E>, attacker: Side) -> Self {
        let (usual, known) = (KeyMap::default(), KeyMap::default());
        Walk { shared, searcher, attacker, usual, known }
    }

    /// The main line of a mate in exactly `plies`, where `usual` is a line of as many. It is followed wherever it is as
    /// good as any other.
    ///
    /// # Errors
    /// The limits were too small, or the mate is too long.
    pub fn main_line(&mut self, plies: Plies, usual: &[Move]) -> Result<Vec<Move>, Stopped> {
        if plies > LONGEST {
            return Err(Stopped);
        }
        for &m in usual {
            let here = identity(self.searcher.node());
            self.usual.insert(here, m);
            self.searcher.engine().play(m);
        }
        usual.iter().for_each(|_| self.searcher.engine().undo());
        self.left_after(plies)?;
        let mut line = Vec::with_capacity(usize::from(plies));
        while line.len() <= usize::from(plies)
            && let Some(&(_, m)) = self.known.get(&identity(self.searcher.node()))
        {
            line.push(m);
            self.searcher.engine().play(m);
        }
        line.iter().for_each(|_| self.searcher.engine().undo());
        // A line of another length would not be a shortest mate, whatever led to it.
        if line.len() == usize::from(plies) { Ok(line) } else { Err(Stopped) }
    }

    /// What is left at the end of the mate in exactly `plies` from the engine's position.
    fn left_after(&mut self, plies: Plies) -> Result<u32, Stopped> {
        let here = identity(self.searcher.node());
        if let Some(&(left, _)) = self.known.get(&here) {
            return Ok(left);
        }
        let attacker = self.attacker;
        let engine = self.searcher.engine();
        let attacking = engine.side() == attacker;
        let mut moves = MoveList::new();
        if attacking {
            engine.forcing(&mut moves);
        } else {
            engine.legal(&mut moves);
        }
        // First the usual move: of equal ones the first stays.
        if let Some(usual) = self.usual.get(&here)
            && let Some(at) = moves.iter().position(|m| m == usual)
        {
            moves[..=at].rotate_right(1);
        }
        let mut best: Option<(u32, Move)> = None;
        for m in moves {
            self.searcher.engine().play(m);
            let left = self.left_if_optimal(attacking, plies.saturating_sub(1));
            self.searcher.engine().undo();
            let Some(left) = left? else { continue };
            if best.is_none_or(|(so_far, _)| if attacking { left > so_far } else { left < so_far })
            {
                best = Some((left, m));
            }
            if !attacking && left == 0 {
                break;
            }
        }
        // Nothing to play: the defender is mated.
        let Some((left, m)) = best else {
            return Ok(self.searcher.engine().hand(attacker).total());
        };
        self.known.insert(here, (left, m));
        Ok(left)
    }

    /// The same after a move to the engine's position, if the move was optimal: the attacker's, if there is a mate within
    /// `plies`; the defender's, if there is none sooner.
    fn left_if_optimal(&mut self, attacking: bool, plies: Plies) -> Result<Option<u32>, Stopped> {
        let optimal =
            if attacking { self.mates(plies)? } else { plies < 3 || !self.mates(plies - 2)? };
        if optimal { self.left_after(plies).map(Some) } else { Ok(None) }
    }

    fn mates(&mut self, plies: Plies) -> Result<bool, Stopped> {
        let known = self.searcher.known(self.searcher.node(), plies);
        if known.is_settled() {
            return Ok(known.is_mate());
        }
        if self.shared.is_over() {
            return Err(Stopped);
        }
        Ok(self.searcher.decide(plies)?.0.is_mate())
    }
}

/// Board and attacker's hand as one word.
fn identity(node: Node) -> u64 {
    node.key.0 ^ node.hand.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
