//! The value of a problem by retrograde analysis with the referee: all reachable positions, and the
//! least set of them that the attacker wins. Without transposition table, dominance and proof
//! numbers.

use std::collections::HashMap;
use tsume::position::{Position, Problem};
use tsume::referee::{forcing_moves, legal_moves, play};

/// Moves played for one value, at most.
const MAX_MOVES: usize = 10_000;

/// Plies to the mate from every reachable position, as far as the graph was built.
pub struct ExactValue {
    /// Positions, the root first.
    pub positions: Vec<Position>,
    /// False if some reachable positions were not expanded.
    pub complete: bool,
    /// Length of the shortest mate if no unexpanded position is a mate: an upper bound.
    pub at_most: Option<u32>,
    /// Length of the shortest mate if all unexpanded positions are mates: a lower bound. `None`:
    /// there is no mate.
    pub at_least: Option<u32>,
}

/// The successors of a position; of an unexpanded position none.
struct Links {
    attacks: bool,
    open: bool,
    next: Vec<usize>,
}

impl ExactValue {
    /// The value of a problem, after the expansion of at most `max_positions` positions.
    pub fn of(problem: &Problem, max_positions: usize) -> ExactValue {
        let rules = problem.rules();
        let mut positions = vec![problem.position().clone()];
        let mut index = HashMap::from([(positions[0].clone(), 0)]);
        let mut links: Vec<Links> = Vec::new();
        let mut steps = 0;
        while links.len() < positions.len() && links.len() < max_positions && steps < MAX_MOVES {
            let position = positions[links.len()].clone();
            let attacks = position.side == problem.attacker();
            let moves = if attacks {
                forcing_moves(rules, &position, problem.forcing())
            } else {
                legal_moves(rules, &position)
            };
            let next = moves.into_iter().map(|m| {
                let after = play(rules, &position, m);
                *index.entry(after.clone()).or_insert_with(|| {
                    positions.push(after);
                    positions.len() - 1
                })
            });
            let next: Vec<usize> = next.collect();
            steps += next.len();
            links.push(Links { attacks, open: false, next });
        }
        let complete = links.len() == positions.len();
        for position in &positions[links.len()..] {
            let attacks = position.side == problem.attacker();
            links.push(Links { attacks, open: true, next: Vec::new() });
        }
        let [at_most, at_least] = [false, true].map(|open| lengths(&links, open)[0]);
        ExactValue { positions, complete, at_most, at_least }
    }
}

/// Plies to the mate, in rounds: a position that is decided in round `n` has `n` plies. `open`:
/// unexpanded positions count as mates.
fn lengths(links: &[Links], open: bool) -> Vec<Option<u32>> {
    let mut before = vec![Vec::new(); links.len()];
    let mut left: Vec<usize> = links.iter().map(|node| node.next.len()).collect();
    for (i, node) in links.iter().enumerate() {
        node.next.iter().for_each(|&next| before[next].push(i));
    }
    let mut length = vec![None; links.len()];
    let mut round: Vec<usize> = (0..links.len())
        .filter(
            |&i| if links[i].open { open } else { !links[i].attacks && links[i].next.is_empty() },
        )
        .collect();
    let mut plies = 0;
    while !round.is_empty() {
        round.retain(|&i| {
            let first = length[i].is_none();
            length[i].get_or_insert(plies);
            first
        });
        let mut later = Vec::new();
        for &i in &round {
            for &above in &before[i] {
                left[above] -= 1;
                if length[above].is_none() && (links[above].attacks || left[above] == 0) {
                    later.push(above);
                }
            }
        }
        round = later;
        plies += 1;
    }
    length
}
