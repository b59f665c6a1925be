//! The graph of optimal play: every position that is reached when the attacker mates as soon as he can and
//! the defender holds out as long as he can, layer by layer from the root, with the value of each.
//!
//! The value of a position is its length, and at equal length what the attacker has left in hand at the
//! mate, which he makes large and the defender small. Positions are identified by board and both hands, so
//! that lines which meet are followed once; since the length of a position is what it is, they meet at
//! the same ply.

use crate::judge::conventions::convention::Convention;
use crate::judge::mate_oracle::MateAnswer;
use crate::position::{BoardKey, Engine, Hand, Move, MoveList, Role};
use crate::rules::Side;
use crate::search::plies::Plies;
use std::collections::HashMap;

/// Bytes that the graph may take in any case.
const MIN_GRAPH_BYTES: usize = 8 << 20;
/// Questions after which they are asked, although the layer has more: each holds an engine.
pub const MAX_BATCHED_QUESTIONS: usize = 4_096;

/// Everything about a position that can matter, up to a chance of 2^-64.
pub type PositionKey = (BoardKey, Hand, Hand);

/// The identity of the engine's position.
pub fn position_key<E: Engine>(engine: &E) -> PositionKey {
    (engine.key(), engine.hand(Side::Black), engine.hand(Side::White))
}

/// A position of optimal play.
#[derive(Clone, Debug)]
pub struct OptimalNode {
    /// The position before, and the move that led here; none at the root.
    pub parent: Option<(usize, Move)>,
    /// Plies from the root.
    pub ply: Plies,
    /// Plies to the mate.
    pub rest: Plies,
    /// True if the attacker is to move.
    pub role: Role,
    /// The forcing moves, or the replies that count. With each, the node after it if that keeps the
    /// length.
    pub moves: Vec<(Move, Option<usize>)>,
    /// What is left in the attacker's hand at the mate.
    pub leftover: u32,
    /// Moves that keep the length lead from here to the mate. False only where something is missing.
    pub mates: bool,
    /// Lies on a main line. Where something is missing, only of nodes that do so in any case.
    pub main: bool,
    /// Of each of its moves it is known whether it keeps the length.
    pub settled: bool,
}

impl OptimalNode {
    fn new(parent: Option<(usize, Move)>, ply: Plies, rest: Plies, role: Role) -> OptimalNode {
        let (moves, leftover) = (Vec::new(), 0);
        OptimalNode {
            parent,
            ply,
            rest,
            role,
            moves,
            leftover,
            mates: false,
            main: false,
            settled: true,
        }
    }
}

impl OptimalNode {
    /// True if the attacker is to move.
    pub fn is_attacker(&self) -> bool {
        self.role == Role::Attacker
    }
}

/// The role of the side to move.
pub fn role_of(side: Side, attacker: Side) -> Role {
    if side == attacker { Role::Attacker } else { Role::Defender }
}

fn opponent(role: Role) -> Role {
    match role {
        Role::Attacker => Role::Defender,
        Role::Defender => Role::Attacker,
    }
}

/// The graph of optimal play from a root.
#[derive(Clone, Debug)]
pub struct OptimalPlay {
    /// The root is the first. Children come after their parents.
    pub nodes: Vec<OptimalNode>,
    /// True if nothing is missing.
    pub complete: bool,
    /// Bytes that it still may take.
    room: usize,
}

/// A move that may keep the length, and how that is found out.
struct CandidateMove {
    node: usize,
    slot: usize,
    position_key: PositionKey,
    /// Index of the question that decides it; none if the move keeps the length in any case.
    question: Option<usize>,
}

/// Grows the graph from `root`, whose length is exactly `length` by the convention's count, in about `room` bytes.
pub fn build<E: Engine + Sync, C: Convention<E>>(
    convention: &C,
    root: &E,
    attacker: Side,
    length: Plies,
    room: usize,
) -> OptimalPlay {
    let first = OptimalNode::new(None, 0, length, role_of(root.side(), attacker));
    let mut tree =
        OptimalPlay { nodes: vec![first], complete: true, room: room.max(MIN_GRAPH_BYTES) };
    let mut known = HashMap::from([(position_key(root), 0)]);
    let mut layer = 0..1;
    while !layer.is_empty() {
        let end = layer.end;
        tree.expand_layer(convention, root, layer, &mut known);
        layer = end..tree.nodes.len();
    }
    tree.evaluate(root, attacker);
    tree
}

impl OptimalPlay {
    /// The moves from the root to a node.
    pub fn path_to(&self, node: usize) -> Vec<Move> {
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
    pub fn engine_at<E: Engine>(&self, root: &E, node: usize) -> E {
        let mut engine = root.clone();
        self.path_to(node).into_iter().for_each(|m| engine.play(m));
        engine
    }

    /// Follows all positions of one layer.
    fn expand_layer<E: Engine + Sync, C: Convention<E>>(
        &mut self,
        convention: &C,
        root: &E,
        layer: std::ops::Range<usize>,
        known: &mut HashMap<PositionKey, usize>,
    ) {
        let mut edges: Vec<CandidateMove> = Vec::new();
        let mut questions: Vec<(E, Plies)> = Vec::new();
        for node in layer {
            let OptimalNode { rest, role, .. } = self.nodes[node];
            if rest == 0 {
                continue;
            }
            let mut engine = self.engine_at(root, node);
            let Some(moves) = ordered_moves(convention, &mut engine, role) else {
                self.mark_unsettled(node);
                continue;
            };
            for (slot, &m) in moves.iter().enumerate() {
                engine.play(m);
                // Enough for the attacker, too short for the defender: the length that decides.
                let len = if role == Role::Attacker { Some(rest - 1) } else { rest.checked_sub(3) };
                let question = len.map(|len| {
                    questions.push((engine.clone(), len));
                    questions.len() - 1
                });
                edges.push(CandidateMove {
                    node,
                    slot,
                    position_key: position_key(&engine),
                    question,
                });
                engine.undo();
            }
            let moves: Vec<(Move, Option<usize>)> = moves.into_iter().map(|m| (m, None)).collect();
            self.room = self.room.saturating_sub(size_of_val(&*moves));
            self.nodes[node].moves = moves;
            if questions.len() >= MAX_BATCHED_QUESTIONS {
                self.decide_candidates(convention, &questions, &edges, known);
                questions.clear();
                edges.clear();
            }
        }
        self.decide_candidates(convention, &questions, &edges, known);
    }

    /// Asks which moves keep the length, and adds the nodes after those.
    fn decide_candidates<E: Engine + Sync, C: Convention<E>>(
        &mut self,
        convention: &C,
        questions: &[(E, Plies)],
        edges: &[CandidateMove],
        known: &mut HashMap<PositionKey, usize>,
    ) {
        let answers = convention.decide_within(questions);
        for edge in edges {
            let wanted = self.nodes[edge.node].is_attacker();
            match edge.question.map(|question| answers[question]) {
                None => self.add_child(edge, known),
                Some(MateAnswer::Mate(_)) if wanted => self.add_child(edge, known),
                Some(MateAnswer::No) if !wanted => self.add_child(edge, known),
                Some(MateAnswer::Mate(_) | MateAnswer::No) => {}
                Some(MateAnswer::Unknown) => self.mark_unsettled(edge.node),
            }
        }
    }

    fn mark_unsettled(&mut self, node: usize) {
        self.nodes[node].settled = false;
        self.complete = false;
    }

    /// Adds the node after a move that keeps the length, unless it is there.
    fn add_child(&mut self, edge: &CandidateMove, known: &mut HashMap<PositionKey, usize>) {
        let child = match known.get(&edge.position_key) {
            Some(&child) => child,
            None if self.room == 0 => return self.mark_unsettled(edge.node),
            None => {
                let above = &self.nodes[edge.node];
                let parent = Some((edge.node, above.moves[edge.slot].0));
                let new =
                    OptimalNode::new(parent, above.ply + 1, above.rest - 1, opponent(above.role));
                self.nodes.push(new);
                // Vectors and tables have up to twice the room that they need.
                let bytes = 2 * (size_of::<OptimalNode>() + size_of::<(PositionKey, usize)>());
                self.room = self.room.saturating_sub(bytes);
                known.insert(edge.position_key, self.nodes.len() - 1);
                self.nodes.len() - 1
            }
        };
        self.nodes[edge.node].moves[edge.slot].1 = Some(child);
    }

    /// Gives every node its leftover, and finds out which lie on main lines.
    fn evaluate<E: Engine>(&mut self, root: &E, attacker: Side) {
        for i in (0..self.nodes.len()).rev() {
            let node = &self.nodes[i];
            let children = node.moves.iter().filter_map(|(_, child)| Some(&self.nodes[(*child)?]));
            let values = children.filter(|child| child.mates).map(|child| child.leftover);
            let value = if node.is_attacker() { values.max() } else { values.min() };
            self.nodes[i].mates = value.is_some() || node.rest == 0;
            self.nodes[i].leftover =
                value.unwrap_or_else(|| self.engine_at(root, i).hand(attacker).total());
        }
        if !self.complete {
            self.forced_nodes().into_iter().for_each(|i| self.nodes[i].main = true);
            return;
        }
        self.nodes[0].main = true;
        for i in 0..self.nodes.len() {
            if self.nodes[i].main {
                let children: Vec<usize> = self.best_moves(i).map(|(_, child)| child).collect();
                children.into_iter().for_each(|child| self.nodes[child].main = true);
            }
        }
    }

    /// The nodes that lie on main lines whatever is missing: the root, and on from there as long as but one move
    /// keeps the length.
    fn forced_nodes(&self) -> Vec<usize> {
        let mut forced_nodes = vec![0];
        let mut at = &self.nodes[0];
        while at.settled {
            let mut children = at.moves.iter().filter_map(|(_, child)| *child);
            let (Some(child), None) = (children.next(), children.next()) else { break };
            forced_nodes.push(child);
            at = &self.nodes[child];
        }
        forced_nodes
    }

    /// The first move of a node that keeps its value; where something is missing, that keeps the length.
    pub fn first_best_move(&self, node: usize) -> Option<Move> {
        let best = self.best_moves(node).next().map(|(m, _)| m);
        let mut moves = self.nodes[node].moves.iter();
        best.or_else(|| moves.find(|(_, child)| child.is_some()).map(|(m, _)| *m))
    }

    /// The moves of a node that keep its value and lead to the mate, with the nodes after them.
    pub fn best_moves(&self, node: usize) -> impl Iterator<Item = (Move, usize)> + '_ {
        let OptimalNode { leftover, moves, .. } = &self.nodes[node];
        moves.iter().filter_map(move |&(m, child)| {
            child
                .filter(|&child| self.nodes[child].mates && self.nodes[child].leftover == *leftover)
                .map(|child| (m, child))
        })
    }

    /// The first line from a node to the mate that keeps its value; none if too much is missing for one.
    pub fn best_line_from(&self, node: usize) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        let mut at = node;
        while let Some((m, child)) = self.best_moves(at).next() {
            line.push(m);
            at = child;
        }
        self.nodes[node].mates.then_some(line)
    }

    /// The nodes that a line goes through while it is a main line, each with its move.
    pub fn follow(&self, line: &[Move]) -> Vec<(usize, Move)> {
        let mut nodes = Vec::new();
        let mut at = 0;
        for &m in line {
            let Some((_, child)) = self.best_moves(at).find(|(best, _)| *best == m) else { break };
            nodes.push((at, m));
            at = child;
        }
        nodes
    }

    /// The author's line if it is a main line, else the first main line; none if too much is missing
    /// for any.
    pub fn main_line(&self, author: &[Move]) -> Option<Vec<Move>> {
        let length = usize::from(self.nodes[0].rest);
        match author.len() == length && self.follow(author).len() == length {
            true => Some(author.to_vec()),
            false => self.best_line_from(0),
        }
    }

    /// How many main lines there are.
    pub fn count_main_lines(&self) -> u64 {
        let mut counts = vec![1u64; self.nodes.len()];
        for i in (0..self.nodes.len()).rev() {
            let below = self.best_moves(i).map(|(_, child)| counts[child]);
            counts[i] = below.fold(0, u64::saturating_add).max(1);
        }
        counts[0]
    }

    /// The first `most` main lines; at each node in the order of [`OptimalNode::moves`]. None if too much is missing for any.
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
                self.best_moves(node).map(|(m, child)| (child, Some(m))).collect();
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
pub fn ordered_moves<E: Engine + Sync, C: Convention<E>>(
    convention: &C,
    engine: &mut E,
    role: Role,
) -> Option<MoveList> {
    if role == Role::Defender {
        return convention.replies(engine);
    }
    let mut moves = MoveList::new();
    engine.generate_forcing(&mut moves);
    moves.sort_by_key(|m| (!m.changes(), *m));
    Some(moves)
}
