//! The graph of optimal play: all positions that arise when the attacker mates as soon as possible
//! and the defender holds out as long as possible, with their values.
//!
//! ```text
//! layer 0     root, n plies to the mate
//!               |  attacker's moves after which mate is within n - 1 plies
//! layer 1     . . .
//!               |  defender's replies after which mate is not within n - 4 plies
//! layer 2     . . .            positions that meet are one node: n - 2 plies to the mate
//! ```
//!
//! The value of a position is its length and, at equal length, the pieces in the attacker's hand at
//! the mate (leftover): the attacker maximises them, the defender minimises them. Main lines are
//! the lines that keep the value.
//!
//! Invariants: nodes are identified by board and both hands; children follow their parents in the
//! list; positions that meet do so at the same ply, since each has one length. If a question stays
//! open or memory runs out, `complete` is false and only nodes that lie on main lines in any case
//! are marked.

use crate::judge::conventions::convention::Convention;
use crate::judge::mate_oracle::MateAnswer;
use crate::position::{BoardKey, Engine, Hand, Move, MoveList, Role};
use crate::rules::Side;
use crate::search::plies::Plies;
use std::collections::{HashMap, HashSet};

/// Bytes that the graph may take in any case.
const MIN_GRAPH_BYTES: usize = 8 << 20;
/// Questions asked together at most: each holds an engine.
pub const MAX_BATCHED_QUESTIONS: usize = 4_096;

/// Board and hands: identifies a position up to hash collisions (probability 2^-64).
pub type PositionKey = (BoardKey, Hand, Hand);

/// The key of the engine's position.
pub fn position_key<E: Engine>(engine: &E) -> PositionKey {
    (engine.key(), engine.hand(Side::Black), engine.hand(Side::White))
}

/// A position of optimal play.
#[derive(Clone, Debug)]
pub struct OptimalNode {
    /// Parent and the move from it; `None` at the root.
    pub parent: Option<(usize, Move)>,
    /// Plies from the root.
    pub ply: Plies,
    /// Plies to the mate.
    pub remaining: Plies,
    /// Role of the side to move.
    pub role: Role,
    /// The forcing moves, or the replies that count, each with its node if it keeps the length.
    pub moves: Vec<(Move, Option<usize>)>,
    /// Pieces in the attacker's hand at the mate.
    pub leftover: u32,
    /// Moves that keep the length lead from here to the mate. False only in incomplete graphs.
    pub reaches_mate: bool,
    /// The node lies on a main line. In incomplete graphs only nodes that certainly do are marked.
    pub on_main_line: bool,
    /// For each move it is known whether it keeps the length.
    pub is_settled: bool,
}

impl OptimalNode {
    fn new(parent: Option<(usize, Move)>, ply: Plies, rest: Plies, role: Role) -> OptimalNode {
        let (moves, leftover) = (Vec::new(), 0);
        OptimalNode {
            parent,
            ply,
            remaining: rest,
            role,
            moves,
            leftover,
            reaches_mate: false,
            on_main_line: false,
            is_settled: true,
        }
    }
}

impl OptimalNode {
    /// True if the attacker is to move.
    pub fn is_attacker(&self) -> bool {
        self.role == Role::Attacker
    }
}

/// The role of `side`.
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
    /// The nodes; the root is the first, and children follow their parents.
    pub nodes: Vec<OptimalNode>,
    /// True if nothing is missing.
    pub complete: bool,
    /// Bytes left.
    bytes_left: usize,
}

/// A move that may keep the length.
struct CandidateMove {
    node: usize,
    slot: usize,
    position_key: PositionKey,
    /// Index of the question that decides it; `None` if the move keeps the length in any case.
    question: Option<usize>,
}

/// Builds the graph from `root`, whose length by the convention is exactly `length`, in about
/// `bytes_left` bytes.
pub fn build<E: Engine + Sync, C: Convention<E>>(
    convention: &C,
    root: &E,
    attacker: Side,
    length: Plies,
    bytes_left: usize,
) -> OptimalPlay {
    let first = OptimalNode::new(None, 0, length, role_of(root.side(), attacker));
    let mut graph = OptimalPlay {
        nodes: vec![first],
        complete: true,
        bytes_left: bytes_left.max(MIN_GRAPH_BYTES),
    };
    let mut known = HashMap::from([(position_key(root), 0)]);
    let mut layer = 0..1;
    while !layer.is_empty() {
        let end = layer.end;
        graph.expand_layer(convention, root, layer, &mut known);
        layer = end..graph.nodes.len();
    }
    graph.evaluate(root, attacker);
    graph
}

/// The graph of one main line from `root`. `None` if the budget did not suffice for the moves
/// beside it.
pub fn of_line<E: Engine + Sync, C: Convention<E>>(
    convention: &C,
    root: &E,
    attacker: Side,
    line: &[Move],
) -> Option<OptimalPlay> {
    let mut engine = root.clone();
    let (mut nodes, mut parent) = (Vec::new(), None);
    for ply in 0..=line.len() {
        let role = role_of(engine.side(), attacker);
        let rest = (line.len() - ply) as Plies;
        let mut node = OptimalNode::new(parent, ply as Plies, rest, role);
        (node.reaches_mate, node.on_main_line) = (true, true);
        if let Some(&next) = line.get(ply) {
            let moves = ordered_moves(convention, &mut engine, role)?;
            node.moves = moves.into_iter().map(|m| (m, (m == next).then_some(ply + 1))).collect();
            parent = Some((ply, next));
            engine.play(next);
        }
        nodes.push(node);
    }
    Some(OptimalPlay { nodes, complete: true, bytes_left: 0 })
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

    /// Expands all positions of one layer.
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
            let OptimalNode { remaining: rest, role, .. } = self.nodes[node];
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
                // The attacker needs a mate within the rest; for the defender, a mate two plies
                // sooner is too short.
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
            self.bytes_left = self.bytes_left.saturating_sub(size_of_val(&*moves));
            self.nodes[node].moves = moves;
            if questions.len() >= MAX_BATCHED_QUESTIONS {
                self.decide_candidates(convention, &questions, &edges, known);
                questions.clear();
                edges.clear();
            }
        }
        self.decide_candidates(convention, &questions, &edges, known);
    }

    /// Asks which moves keep the length, and adds their nodes.
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
        self.nodes[node].is_settled = false;
        self.complete = false;
    }

    /// Adds the node after a move that keeps the length, unless the graph has it.
    fn add_child(&mut self, edge: &CandidateMove, known: &mut HashMap<PositionKey, usize>) {
        let child = match known.get(&edge.position_key) {
            Some(&child) => child,
            None if self.bytes_left == 0 => return self.mark_unsettled(edge.node),
            None => {
                let above = &self.nodes[edge.node];
                let parent = Some((edge.node, above.moves[edge.slot].0));
                let new = OptimalNode::new(
                    parent,
                    above.ply + 1,
                    above.remaining - 1,
                    opponent(above.role),
                );
                self.nodes.push(new);
                // Vectors and hash tables reserve up to twice what they need.
                let bytes = 2 * (size_of::<OptimalNode>() + size_of::<(PositionKey, usize)>());
                self.bytes_left = self.bytes_left.saturating_sub(bytes);
                known.insert(edge.position_key, self.nodes.len() - 1);
                self.nodes.len() - 1
            }
        };
        self.nodes[edge.node].moves[edge.slot].1 = Some(child);
    }

    /// Computes leftovers backwards, and marks the nodes on main lines.
    fn evaluate<E: Engine>(&mut self, root: &E, attacker: Side) {
        for i in (0..self.nodes.len()).rev() {
            let node = &self.nodes[i];
            let children = node.moves.iter().filter_map(|(_, child)| Some(&self.nodes[(*child)?]));
            let values = children.filter(|child| child.reaches_mate).map(|child| child.leftover);
            let value = if node.is_attacker() { values.max() } else { values.min() };
            self.nodes[i].reaches_mate = value.is_some() || node.remaining == 0;
            self.nodes[i].leftover =
                value.unwrap_or_else(|| self.engine_at(root, i).hand(attacker).total());
        }
        if !self.complete {
            self.forced_nodes().into_iter().for_each(|i| self.nodes[i].on_main_line = true);
            return;
        }
        self.nodes[0].on_main_line = true;
        for i in 0..self.nodes.len() {
            if self.nodes[i].on_main_line {
                let children: Vec<usize> = self.best_moves(i).map(|(_, child)| child).collect();
                children.into_iter().for_each(|child| self.nodes[child].on_main_line = true);
            }
        }
    }

    /// The nodes that lie on main lines whatever is missing: from the root as long as exactly one
    /// move keeps the length.
    fn forced_nodes(&self) -> Vec<usize> {
        let mut forced_nodes = vec![0];
        let mut at = &self.nodes[0];
        while at.is_settled {
            let mut children = at.moves.iter().filter_map(|(_, child)| *child);
            let (Some(child), None) = (children.next(), children.next()) else { break };
            forced_nodes.push(child);
            at = &self.nodes[child];
        }
        forced_nodes
    }

    /// The first move that keeps the value of a node; in incomplete graphs the first that keeps the
    /// length.
    pub fn first_best_move(&self, node: usize) -> Option<Move> {
        let best = self.best_moves(node).next().map(|(m, _)| m);
        let mut moves = self.nodes[node].moves.iter();
        best.or_else(|| moves.find(|(_, child)| child.is_some()).map(|(m, _)| *m))
    }

    /// The moves that keep the value of a node and lead to the mate, with their nodes.
    pub fn best_moves(&self, node: usize) -> impl Iterator<Item = (Move, usize)> + '_ {
        let OptimalNode { leftover, moves, .. } = &self.nodes[node];
        moves.iter().filter_map(move |&(m, child)| {
            child
                .filter(|&child| {
                    self.nodes[child].reaches_mate && self.nodes[child].leftover == *leftover
                })
                .map(|child| (m, child))
        })
    }

    /// The node after a move that keeps the value of a node and leads to the mate.
    pub fn best_child(&self, node: usize, m: Move) -> Option<usize> {
        self.best_moves(node).find(|(best, _)| *best == m).map(|(_, child)| child)
    }

    /// The first line from a node to the mate that keeps its value; `None` if the graph is too
    /// incomplete.
    pub fn best_line_from(&self, node: usize) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        let mut at = node;
        while let Some((m, child)) = self.best_moves(at).next() {
            line.push(m);
            at = child;
        }
        self.nodes[node].reaches_mate.then_some(line)
    }

    /// The nodes on a line as far as it is a main line, each with its move.
    pub fn follow(&self, line: &[Move]) -> Vec<(usize, Move)> {
        let mut nodes = Vec::new();
        let mut at = 0;
        for &m in line {
            let Some(child) = self.best_child(at, m) else { break };
            nodes.push((at, m));
            at = child;
        }
        nodes
    }

    /// The author's line if it is a main line, else the first main line; `None` if the graph is too
    /// incomplete.
    pub fn main_line(&self, author: &[Move]) -> Option<Vec<Move>> {
        let length = usize::from(self.nodes[0].remaining);
        match author.len() == length && self.follow(author).len() == length {
            true => Some(author.to_vec()),
            false => self.best_line_from(0),
        }
    }

    /// The number of main lines.
    pub fn count_main_lines(&self) -> u64 {
        let mut counts = vec![1u64; self.nodes.len()];
        for i in (0..self.nodes.len()).rev() {
            let below = self.best_moves(i).map(|(_, child)| counts[child]);
            counts[i] = below.fold(0, u64::saturating_add).max(1);
        }
        counts[0]
    }

    /// The first `most` main lines, at each node in the order of [`OptimalNode::moves`]. Empty if
    /// the graph is too incomplete.
    pub fn main_lines(&self, most: usize) -> Vec<Vec<Move>> {
        let mut lines = Vec::new();
        let mut line: Vec<Move> = Vec::new();
        let root = self.nodes[0].reaches_mate.then_some((0, None));
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

/// The nodes of all lines from `start`, by the children that count at each node.
pub fn reachable<I: Iterator<Item = usize>>(
    start: usize,
    children: impl Fn(usize) -> I,
) -> HashSet<usize> {
    let mut reached = HashSet::from([start]);
    let mut stack = vec![start];
    while let Some(node) = stack.pop() {
        stack.extend(children(node).filter(|child| reached.insert(*child)));
    }
    reached
}

/// The moves of a position in the order of the report: the attacker's promotions first. `None` if
/// the budget did not suffice for the replies that count.
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
