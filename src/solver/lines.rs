//! Lines to show: through a written proof, or one in which the defense holds.

use super::extraction::Extractor;
use crate::position::{Engine, Move};
use crate::proof::certificate::Strategy;
use crate::search::plies::Plies;

/// The longest line of a refutation, in moves.
const MAX_REFUTATION_MOVES: usize = 64;

/// Knowledge of the length of a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProvedLength {
    /// The mate takes at most this many plies.
    UpperBound,
    /// There is no shorter mate.
    Shortest,
}

impl<E: Engine> Extractor<'_, E> {
    /// A line of at most `plies` plies from the engine's position to the written mate.
    ///
    /// With [`ProvedLength::Shortest`], `plies` is the shortest length, and so is the rest of the
    /// line after each of its moves: after every reply of the line there is no shorter mate, which
    /// the extractor searches for where the table has no result. If the search is stopped
    /// meanwhile, the rest of the line only follows the proof.
    pub async fn line_of_proof(&mut self, plies: Plies, length: ProvedLength) -> Vec<Move> {
        let (mut line, mut remaining, mut length) = (Vec::new(), plies, length);
        loop {
            let is_attacker = self.searcher.engine().side() == self.attacker;
            let next = if is_attacker {
                self.written_move().map(|(m, _)| m)
            } else {
                self.longest_defense(remaining, &mut length).await
            };
            let Some(m) = next else { break };
            self.searcher.engine().play(m);
            line.push(m);
            remaining = remaining.saturating_sub(1);
        }
        for _ in &line {
            self.searcher.engine().undo();
        }
        line
    }

    /// The written move and length for the engine's position, an attacker's node.
    fn written_move(&mut self) -> Option<(Move, Plies)> {
        let here = self.searcher.node();
        let node = &self.nodes[self.covering(here)?];
        let plies = match &self.lengths_of_play {
            Some(lengths) => *lengths.get(&here)?,
            None => node.plies,
        };
        match node.strategy {
            Strategy::Attack(m) => Some((m, plies)),
            Strategy::Defense(_) => None,
        }
    }

    /// The longest defense at the engine's position, from which there is a mate within `remaining`
    /// plies. Lowers `length` to an upper bound if it cannot tell which defense is the longest.
    async fn longest_defense(
        &mut self,
        remaining: Plies,
        length: &mut ProvedLength,
    ) -> Option<Move> {
        let mut replies = self.move_list();
        self.searcher.engine().generate_legal(&mut replies);
        let mut ranked: Vec<(Plies, Move)> = Vec::with_capacity(replies.len());
        for &reply in &replies {
            self.searcher.engine().play(reply);
            if let Some((_, plies)) = self.written_move() {
                ranked.push((plies, reply));
            }
            self.searcher.engine().undo();
        }
        ranked.sort_by_key(|&(plies, reply)| (std::cmp::Reverse(plies), reply));
        let longest = ranked.first()?.1;
        if *length == ProvedLength::UpperBound || remaining < 4 {
            return Some(longest);
        }
        // One of the replies with the full length in the proof has it in truth. For the others the
        // proof is longer than need be.
        for &(plies, reply) in ranked.iter().take_while(|(plies, _)| *plies + 1 >= remaining) {
            debug_assert!(plies < remaining);
            self.searcher.engine().play(reply);
            let shorter = self.searcher.decide_in_steps(remaining - 3).await;
            self.searcher.engine().undo();
            match shorter {
                Ok((result, _)) if result.is_no_mate() => return Some(reply),
                Ok(_) => {}
                Err(_) => break,
            }
        }
        *length = ProvedLength::UpperBound;
        Some(longest)
    }

    /// A line in which the written defense holds, from the engine's position until the attacker has
    /// no forcing move or a position repeats. If the defender is to move, `root_reply` is his move.
    pub fn line_of_refutation(&mut self, root_reply: Option<Move>) -> Vec<Move> {
        let mut line = Vec::new();
        let mut seen = Vec::new();
        if let Some(reply) = root_reply {
            self.searcher.engine().play(reply);
            line.push(reply);
        }
        while line.len() < MAX_REFUTATION_MOVES {
            let node = self.searcher.node();
            if seen.contains(&node) {
                break;
            }
            seen.push(node);
            let Some(list) = self.written.get(&node.board.0) else { break };
            let Some(&(_, _, index)) = list.iter().find(|(hand, _, _)| hand.dominates(node.hand))
            else {
                break;
            };
            let mut moves = self.move_list();
            self.searcher.engine().generate_forcing(&mut moves);
            let Strategy::Defense(replies) = &self.nodes[index].strategy else { break };
            // Which try is the hardest to refute is unknown, so the line takes the first one.
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
