//! Replay of a line with the referee, who plays straight from the rules.

use crate::position::{Move, Position, Problem};
use crate::referee;

/// The number of plies at the beginning of a line that are legal, the attacker's forcing.
pub fn count_legal_plies(problem: &Problem, line: &[Move]) -> usize {
    replay(problem, line).0
}

/// True if a line mates: every move is legal, the attacker's are forcing, and the defender has no
/// reply at the end.
pub fn ends_in_mate(problem: &Problem, line: &[Move]) -> bool {
    let (plies, position) = replay(problem, line);
    let rules = problem.rules();
    plies == line.len()
        && position.side != problem.attacker()
        && referee::legal_moves(rules, &position).is_empty()
}

/// Plays a line as far as it is legal. Returns the plies played, and the position after them.
fn replay(problem: &Problem, line: &[Move]) -> (usize, Position) {
    let rules = problem.rules();
    let mut position = problem.position().clone();
    for (played, &m) in line.iter().enumerate() {
        let is_allowed = if position.side == problem.attacker() {
            referee::is_forcing(rules, &position, m, problem.forcing())
        } else {
            referee::is_legal(rules, &position, m)
        };
        if !is_allowed {
            return (played, position);
        }
        position = referee::play(rules, &position, m);
    }
    (line.len(), position)
}
