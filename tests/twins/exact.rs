//! The value of a problem by retrograde analysis over the referee: all positions that can be reached, and of them the least
//! set that the attacker wins. No table, no dominance, no numbers.

use std::collections::HashMap;
use tsume::position::{Position, Problem};
use tsume::referee::{forcing_moves, legal_moves, play};

/// Moves looked at for one value.
const MOST_STEPS: usize = 10_000;

/// Plies to the mate from every position that can be reached, as far as the graph was made.
pub struct Exact {
    /// The positions, the root first.
    pub positions: Vec<Position>,
    /// False where more positions can be reached than were looked at.
    pub complete: bool,
    /// Length of the shortest mate if positions that were not looked at are no mates: at most so long.
    pub at_most: Option<u32>,
    /// The same if all of them are mates: at least so long; none: there is no mate.
    pub at_least: Option<u32>,
}

/// The successors of a position; those not looked at are missing.
struct Links {
    attacks: bool,
    open: bool,
    next: Vec<usize>,
}

impl Exact {
    /// Of a problem, with so many positions looked at.
    pub fn of(problem: &Problem, most: usize) -> Exact {
        let rules = problem.rules();
        let mut positions = vec![problem.position().clone()];
        let mut index = HashMap::from([(positions[0].clone(), 0)]);
        let mut links: Vec<Links> = Vec::new();
        let mut steps = 0;
        while links.len() < positions.len() && links.len() < most && steps < MOST_STEPS {
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
        Exact { positions, complete, at_most, at_least }
    }
}

/// Plies to the mate, by rounds: what is decided in a round has that many plies. `open`: what was not looked at is a mate.
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
