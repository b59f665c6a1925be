//! Changes of order (手順前後): moves that mate as soon as the known one, and only come back to its
//! lines.

use crate::judge::optimal_play::OptimalPlay;
use std::collections::HashSet;

/// True if the attacker, after the move to `other`, reaches a position of the lines after the move
/// to `known` whatever he does, as long as he keeps the length and the defender chooses. Both nodes
/// follow one position. Longer mates that do not come back are cooks of the nodes below.
pub(super) fn comes_back(graph: &OptimalPlay, known: usize, other: usize) -> bool {
    let known_lines = below(graph, known);
    let mut others: Vec<usize> =
        below(graph, other).into_iter().filter(|node| !known_lines.contains(node)).collect();
    // Children follow their parents, so this order goes from the mates up.
    others.sort_unstable_by(|a, b| b.cmp(a));
    let mut avoids: HashSet<usize> = HashSet::new();
    for node in others {
        let here = &graph.nodes[node];
        let mut children = graph.best_moves(node).map(|(_, child)| child);
        let is_avoiding = if here.remaining == 0 {
            true
        } else if here.is_attacker() {
            children.any(|child| avoids.contains(&child))
        } else {
            children.all(|child| avoids.contains(&child))
        };
        if is_avoiding {
            avoids.insert(node);
        }
    }
    !avoids.contains(&other)
}

/// The nodes of all lines from a node.
fn below(graph: &OptimalPlay, node: usize) -> HashSet<usize> {
    let mut reached = HashSet::from([node]);
    let mut stack = vec![node];
    while let Some(at) = stack.pop() {
        for (_, child) in graph.best_moves(at) {
            if reached.insert(child) {
                stack.push(child);
            }
        }
    }
    reached
}
