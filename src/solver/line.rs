//! The line that is shown: through a mate, both sides as well as is known; or one in which the defence
//! holds.

use super::extract::Extractor;
use crate::position::{Engine, Move, Position, Problem};
use crate::proof::certificate::Play;
use crate::referee;
use crate::search::plies::Plies;

/// The longest refutation that is shown.
const LONGEST_REFUTATION: usize = 64;

/// The number of a line's first plies that are legal, the attacker's forcing, as the referee sees it.
pub fn legal_plies(problem: &Problem, line: &[Move]) -> usize {
    replay(problem, line).0
}

/// True if the referee agrees that a line mates: every move legal, the attacker's forcing, no reply at the end.
pub fn mates(problem: &Problem, line: &[Move]) -> bool {
    let (plies, position) = replay(problem, line);
    let rules = problem.rules();
    plies == line.len()
        && position.side != problem.attacker()
        && referee::legal_moves(rules, &position).is_empty()
}

/// Plays a line as far as the referee agrees with it: the plies, and the position after them.
fn replay(problem: &Problem, line: &[Move]) -> (usize, Position) {
    let rules = problem.rules();
    let mut position = problem.position().clone();
    for (played, &m) in line.iter().enumerate() {
        let may = if position.side == problem.attacker() {
            referee::is_forcing(rules, &position, m, problem.forcing())
        } else {
            referee::is_legal(rules, &position, m)
        };
        if !may {
            return (played, position);
        }
        position = referee::play(rules, &position, m);
    }
    (line.len(), position)
}

impl<E: Engine> Extractor<'_, E> {
    /// A line of at most `plies` plies from the engine's position to the mate that was written down.
    ///
    /// With `exact`, `plies` is the shortest length, and the line is a main line: after every defence shown
    /// there is no mate shorter than the one shown, which is searched for where it is not known. If
    /// the search is stopped meanwhile, the rest of the line only follows the proof.
    pub fn main_line(&mut self, plies: Plies, exact: bool) -> Vec<Move> {
        let (mut line, mut left, mut exact) = (Vec::new(), plies, exact);
        loop {
            let attacking = self.searcher.engine().side() == self.attacker;
            let next = if attacking {
                self.written().map(|(m, _)| m)
            } else {
                self.defence(left, &mut exact)
            };
            let Some(m) = next else { break };
            self.searcher.engine().play(m);
            line.push(m);
            left = left.saturating_sub(1);
        }
        for _ in &line {
            self.searcher.engine().undo();
        }
        line
    }

    /// Move and plies written down for the engine's position, an attacker's node.
    fn written(&mut self) -> Option<(Move, Plies)> {
        let here = self.searcher.node();
        let node = &self.nodes[self.covering(here)?];
        let plies = match &self.lengths_of_play {
            Some(lengths) => *lengths.get(&here)?,
            None => node.plies,
        };
        match node.play {
            Play::Mate(m) => Some((m, plies)),
            Play::Hold(_) => None,
        }
    }

    /// The longest defence at the engine's position, which is mated within `left` plies.
    fn defence(&mut self, left: Plies, exact: &mut bool) -> Option<Move> {
        let mut replies = self.list();
        self.searcher.engine().generate_legal(&mut replies);
        let mut ranked: Vec<(Plies, Move)> = Vec::with_capacity(replies.len());
        for &reply in &replies {
            self.searcher.engine().play(reply);
            if let Some((_, plies)) = self.written() {
                ranked.push((plies, reply));
            }
            self.searcher.engine().undo();
        }
        ranked.sort_by_key(|&(plies, reply)| (std::cmp::Reverse(plies), reply));
        let longest = ranked.first()?.1;
        if !*exact || left < 4 {
            return Some(longest);
        }
        // One of those that may last to the end does: the others are the proof's laziness.
        for &(plies, reply) in ranked.iter().take_while(|(plies, _)| *plies + 1 >= left) {
            debug_assert!(plies < left);
            self.searcher.engine().play(reply);
            let shorter = self.searcher.decide(left - 3);
            self.searcher.engine().undo();
            match shorter {
                Ok((look, _)) if look.is_no_mate() => return Some(reply),
                Ok(_) => {}
                Err(_) => break,
            }
        }
        *exact = false;
        Some(longest)
    }

    /// A line in which the defence that was written down holds, from the engine's position: until the
    /// attacker has nothing to force with, or a position comes again.
    pub fn refutation(&mut self, root_reply: Option<Move>) -> Vec<Move> {
        let mut line = Vec::new();
        let mut seen = Vec::new();
        if let Some(reply) = root_reply {
            self.searcher.engine().play(reply);
            line.push(reply);
        }
        while line.len() < LONGEST_REFUTATION {
            let node = self.searcher.node();
            if seen.contains(&node) {
                break;
            }
            seen.push(node);
            let Some(list) = self.known.get(&node.board.0) else { break };
            let Some(&(_, _, index)) = list.iter().find(|(hand, _, _)| hand.dominates(node.hand))
            else {
                break;
            };
            let mut moves = self.list();
            self.searcher.engine().generate_forcing(&mut moves);
            let Play::Hold(replies) = &self.nodes[index].play else { break };
            // The attacker's try whose refutation is itself hardest to see is not known; the first will do.
            let Some(&(m, reply)) = replies.iter().find(|(m, _)| moves.contains(m)) else { break };
            for played in [m, reply] {
                self.searcher.engine().play(played);
                line.push(played);
            }
        }
        for _ in &line {
            self.searcher.engine().undo();
        }
        line
    }
}
