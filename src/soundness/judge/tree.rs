//! The graph of optimal play: every position that is reached when the attacker mates as soon as he can and
//! the defender holds out as long as he can, layer by layer from the root, with the value of each.
//!
//! The value of a position is its length, and at equal length what the attacker has left in hand at the
//! mate, which he makes large and the defender small. Positions are identified by board and both hands, so
//! that lines which meet are followed once; since the length of a position is what it is, they meet at
//! the same ply.

use super::convention::Convention;
use super::oracle::Answer;
use crate::position::{BoardKey, Engine, Hand, Move, MoveList};
use crate::rules::Side;
use crate::search::number::Plies;
use std::collections::HashMap;

/// Positions after which the graph is no longer followed.
const MOST_NODES: usize = 20_000;

/// Everything about a position that can matter, up to a chance of 2^-64.
pub type Identity = (BoardKey, Hand, Hand);

/// The identity of the engine's position.
pub fn identity<E: Engine>(engine: &E) -> Identity {
    (engine.key(), engine.hand(Side::Black), engine.hand(Side::White))
}

/// A position of optimal play.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position before, and the move that led here; none at the root.
    pub parent: Option<(usize, Move)>,
    /// Plies from the root.
    pub ply: Plies,
    /// Plies to the mate.
    pub rest: Plies,
    /// True if the attacker is to move.
    pub attacking: bool,
    /// The forcing moves, or the replies that count. With each, the node after it if that keeps the
    /// length.
    pub moves: Vec<(Move, Option<usize>)>,
    /// What is left in the attacker's hand at the mate.
    pub leftover: u32,
    /// Moves that keep the length lead from here to the mate. False only where something is missing.
    pub mates: bool,
    /// Lies on a main line.
    pub main: bool,
}

/// The graph of optimal play from a root.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The root is the first. Children come after their parents.
    pub nodes: Vec<Node>,
    /// True if nothing is missing.
    pub complete: bool,
}

/// A move that may keep the length, and how that is found out.
struct Edge {
    node: usize,
    slot: usize,
    identity: Identity,
    /// Index of the question that decides it; none if the move keeps the length in any case.
    question: Option<usize>,
}

/// Grows the graph from `root`, whose length is exactly `length` by the convention's count.
pub fn grow<E: Engine + Sync, C: Convention<E>>(
    convention: &C,
    root: &E,
    attacker: Side,
    length: Plies,
) -> Tree {
    let first = Node {
        parent: None,
        ply: 0,
        rest: length,
        attacking: root.side() == attacker,
        moves: Vec::new(),
        leftover: 0,
        mates: false,
        main: true,
    };
    let mut tree = Tree { nodes: vec![first], complete: true };
    let mut known = HashMap::from([(identity(root), 0)]);
    let mut layer = 0..1;
    while !layer.is_empty() {
        let end = layer.end;
        tree.layer(convention, root, layer, &mut known);
        layer = end..tree.nodes.len();
    }
    tree.value(root, attacker);
    tree
}

impl Tree {
    /// The moves from the root to a node.
    pub fn path(&self, node: usize) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = node;
        while let Some((parent, m)) = self.nodes[at].parent {
            line.push(m);
            at = parent;
        }
        line.reverse();
        line
    }

    /// The engine at a node.
    pub fn engine<E: Engine>(&self, root: &E, node: usize) -> E {
        let mut engine = root.clone();
        self.path(node).into_iter().for_each(|m| engine.play(m));
        engine
    }

    /// Follows all positions of one layer.
    fn layer<E: Engine + Sync, C: Convention<E>>(
        &mut self,
        convention: &C,
        root: &E,
        layer: std::ops::Range<usize>,
        known: &mut HashMap<Identity, usize>,
    ) {
        let mut edges: Vec<Edge> = Vec::new();
        let mut questions: Vec<(E, Plies)> = Vec::new();
        for node in layer {
            let Node { rest, attacking, .. } = self.nodes[node];
            if rest == 0 {
                continue;
            }
            let mut engine = self.engine(root, node);
            let Some(moves) = moves(convention, &mut engine, attacking) else {
                self.complete = false;
                continue;
            };
            for (slot, &m) in moves.iter().enumerate() {
                engine.play(m);
                // Enough for the attacker, too short for the defender: the length that decides.
                let len = if attacking { Some(rest - 1) } else { rest.checked_sub(3) };
                let question = len.map(|len| {
                    questions.push((engine.clone(), len));
                    questions.len() - 1
                });
                edges.push(Edge { node, slot, identity: identity(&engine), question });
                engine.undo();
            }
            self.nodes[node].moves = moves.into_iter().map(|m| (m, None)).collect();
        }
        let answers = convention.within(&questions);
        for edge in edges {
            let wanted = self.nodes[edge.node].attacking;
            let keeps = match edge.question.map(|question| answers[question]) {
                None => true,
                Some(Answer::Mate(_)) => wanted,
                Some(Answer::No) => !wanted,
                Some(Answer::Unknown) => {
                    self.complete = false;
                    false
                }
            };
            if keeps {
                self.link(edge, known);
            }
        }
    }

    /// Adds the node after a move that keeps the length, unless it is there.
    fn link(&mut self, edge: Edge, known: &mut HashMap<Identity, usize>) {
        if !known.contains_key(&edge.identity) && self.nodes.len() >= MOST_NODES {
            self.complete = false;
            return;
        }
        let above = &self.nodes[edge.node];
        let new = Node {
            parent: Some((edge.node, above.moves[edge.slot].0)),
            ply: above.ply + 1,
            rest: above.rest - 1,
            attacking: !above.attacking,
            moves: Vec::new(),
            leftover: 0,
            mates: false,
            main: false,
        };
        let child = *known.entry(edge.identity).or_insert_with(|| {
            self.nodes.push(new);
            self.nodes.len() - 1
        });
        self.nodes[edge.node].moves[edge.slot].1 = Some(child);
    }

    /// Gives every node its leftover, and finds out which lie on main lines.
    fn value<E: Engine>(&mut self, root: &E, attacker: Side) {
        for i in (0..self.nodes.len()).rev() {
            let node = &self.nodes[i];
            let children = node.moves.iter().filter_map(|(_, child)| Some(&self.nodes[(*child)?]));
            let values = children.filter(|child| child.mates).map(|child| child.leftover);
            let value = if node.attacking { values.max() } else { values.min() };
            self.nodes[i].mates = value.is_some() || node.rest == 0;
            self.nodes[i].leftover =
                value.unwrap_or_else(|| self.engine(root, i).hand(attacker).total());
        }
        for i in 0..self.nodes.len() {
            if self.nodes[i].main {
                let children: Vec<usize> = self.best(i).map(|(_, child)| child).collect();
                children.into_iter().for_each(|child| self.nodes[child].main = true);
            }
        }
    }

    /// The moves of a node that keep its value and lead to the mate, with the nodes after them.
    pub fn best(&self, node: usize) -> impl Iterator<Item = (Move, usize)> + '_ {
        let Node { leftover, moves, .. } = &self.nodes[node];
        moves.iter().filter_map(move |&(m, child)| {
            child
                .filter(|&child| self.nodes[child].mates && self.nodes[child].leftover == *leftover)
                .map(|child| (m, child))
        })
    }

    /// The first line from a node to the mate that keeps its value; none if too much is missing for one.
    pub fn finish(&self, node: usize) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        let mut at = node;
        while let Some((m, child)) = self.best(at).next() {
            line.push(m);
            at = child;
        }
        self.nodes[node].mates.then_some(line)
    }

    /// How many main lines there are.
    pub fn count(&self) -> u64 {
        let mut counts = vec![1u64; self.nodes.len()];
        for i in (0..self.nodes.len()).rev() {
            let below = self.best(i).map(|(_, child)| counts[child]);
            counts[i] = below.fold(0, u64::saturating_add).max(1);
        }
        counts[0]
    }

    /// The first `most` main lines; at each node in the order of [`Node::moves`]. None if too much is missing for any.
    pub fn main_lines(&self, most: usize) -> Vec<Vec<Move>> {
        let mut lines = Vec::new();
        let mut line: Vec<Move> = Vec::new();
        let root = self.nodes[0].mates.then_some((0, None));
        let mut stack: Vec<(usize, Option<Move>)> = root.into_iter().collect();
        while let Some((node, m)) = stack.pop() {
            if lines.len() >= most {
                break;
            }
            line.truncate(usize::from(self.nodes[node].ply).saturating_sub(1));
            line.extend(m);
            let mut next: Vec<(usize, Option<Move>)> =
                self.best(node).map(|(m, child)| (child, Some(m))).collect();
            if next.is_empty() {
                lines.push(line.clone());
            }
            next.reverse();
            stack.append(&mut next);
        }
        lines
    }
}

/// The moves of a position, in the order in which they are shown: the attacker's promotions first.
pub fn moves<E: Engine + Sync, C: Convention<E>>(
    convention: &C,
    engine: &mut E,
    attacking: bool,
) -> Option<MoveList> {
    if !attacking {
        return convention.replies(engine);
    }
    let mut moves = MoveList::new();
    engine.forcing(&mut moves);
    moves.sort_by_key(|m| (!m.changes(), *m));
    Some(moves)
}
