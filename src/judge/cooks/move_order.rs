//! Changes of order (手順前後): moves that mate as soon as the known one, and lead back to its
//! lines.

use crate::judge::optimal_play::{OptimalPlay, reachable};
use std::collections::HashSet;

/// True if the defender can bring every best line from `other` to a position of the lines from
/// `known`. Both nodes follow the same position. Longer mates that do not come back are cooks at
/// the nodes below.
pub(super) fn comes_back(graph: &OptimalPlay, known: usize, other: usize) -> bool {
    let below = |start| reachable(start, |node| graph.best_moves(node).map(|(_, child)| child));
    let known_lines = below(known);
    let mut others: Vec<usize> = below(other).difference(&known_lines).copied().collect();
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
