//! Choice of the main line among several of the same length.
//!
//! Several defences can be equally long (変同). The author takes one of them for his main line, and a
//! second solution after another is a dual in a variation, not a cook. So a problem has no cook if
//! one of its main lines has none:
//!
//! | side to move | the lines from a node have no cook if |
//! | --- | --- |
//! | attacker | there is none at the node, nor after any best move |
//! | defender | there is none after one of the best replies: the author's, where his line passes |

use super::{CookFindings, CookSearchConfig};
use crate::judge::optimal_play::OptimalPlay;
use crate::judge::tolerance::Tolerance;
use crate::position::Move;
use std::collections::HashSet;
use std::iter;

/// State of the lines from a node, from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LineState {
    /// Every line has a cook.
    Cooked,
    /// Undecided so far.
    Open,
    /// One line has none.
    Sound,
}

/// The states of all nodes of a graph, and the choice of a main line by them.
pub(super) struct LineChoice<'a> {
    graph: &'a OptimalPlay,
    states: Vec<LineState>,
    /// The author's moves, as far as they are a main line, each with its node.
    author: Vec<(usize, Move)>,
    /// One line without a cook suffices. Otherwise all lines count.
    is_free: bool,
}

impl<'a> LineChoice<'a> {
    /// The states by `findings`; moves at the nodes `open` are undecided. `None` without a graph.
    pub fn new(
        findings: &'a CookFindings,
        open: impl Iterator<Item = usize>,
        config: &CookSearchConfig<'_>,
    ) -> Option<LineChoice<'a>> {
        let graph = findings.graph.as_ref()?;
        let is_free = config.tolerate.contains(&Tolerance::VariationDual);
        let mut states = vec![LineState::Sound; graph.nodes.len()];
        let unsettled = findings.unsettled.iter().filter(|m| !m.is_tolerated).map(|m| m.node);
        let doubtful = findings.second_solutions.iter().filter(|solution| solution.is_unsettled);
        for node in open.chain(unsettled).chain(doubtful.map(|solution| solution.node)) {
            states[node] = LineState::Open;
        }
        findings.cooks().for_each(|cook| states[cook.node] = LineState::Cooked);
        let author = graph.follow(config.solution);
        let mut choice = LineChoice { graph, states, author, is_free };
        for node in (0..graph.nodes.len()).rev() {
            choice.states[node] = choice.state_of(node);
        }
        Some(choice)
    }

    /// The state of the problem.
    pub fn of_problem(&self) -> LineState {
        self.states[0]
    }

    /// The state of a node whose children have theirs.
    fn state_of(&self, node: usize) -> LineState {
        let here = &self.graph.nodes[node];
        let own = self.states[node];
        if here.remaining == 0 || own == LineState::Cooked {
            return own;
        }
        let below = self.children(node).map(|child| self.states[child]);
        let below = if here.is_attacker() || !self.is_free { below.min() } else { below.max() };
        // In an incomplete graph other moves may keep the length.
        let known = if here.on_main_line && here.is_settled { own } else { LineState::Open };
        below.unwrap_or(LineState::Open).min(known)
    }

    /// The nodes after the best moves that count at a node.
    fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let author = self.author.iter().find(|(at, _)| *at == node).map(|(_, m)| *m);
        let author = author.filter(|_| self.is_free && !self.graph.nodes[node].is_attacker());
        let best = self.graph.best_moves(node);
        best.filter(move |(m, _)| author.is_none_or(|author| author == *m)).map(|(_, child)| child)
    }

    /// The nodes whose cooks decide the class: of the chosen line if it has no cook, else of all lines
    /// without one so far, else of all lines.
    pub fn deciding_nodes(&self) -> HashSet<usize> {
        let state = self.of_problem();
        self.reachable(|node, child| match state {
            LineState::Sound => self.chosen(node) == Some(child),
            LineState::Open => self.states[child] != LineState::Cooked,
            LineState::Cooked => true,
        })
    }

    /// The nodes of the chosen line. Of all lines if each has a cook.
    fn main_line_nodes(&self) -> HashSet<usize> {
        let is_cooked = self.of_problem() == LineState::Cooked;
        self.reachable(|node, child| is_cooked || self.chosen(node) == Some(child))
    }

    /// The nodes that are reached by best moves of the attacker and those replies that `replies`
    /// takes.
    fn reachable(&self, replies: impl Fn(usize, usize) -> bool) -> HashSet<usize> {
        let mut reached = HashSet::from([0]);
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            let is_attacker = self.graph.nodes[node].is_attacker();
            for child in self.children(node) {
                if (is_attacker || !self.is_free || replies(node, child)) && reached.insert(child) {
                    stack.push(child);
                }
            }
        }
        reached
    }

    /// The node after the first of the best replies.
    fn chosen(&self, node: usize) -> Option<usize> {
        let best = self.children(node).map(|child| self.states[child]).max()?;
        self.children(node).find(|child| self.states[*child] == best)
    }

    /// The main line: the attacker's known moves and the chosen replies.
    pub fn main_line(&self, findings: &CookFindings) -> Vec<Move> {
        let mut line = Vec::new();
        let mut node = 0;
        loop {
            let known = findings.known_moves.get(&node);
            let chosen = self.chosen(node);
            let known = self.graph.best_moves(node).find(|(m, _)| Some(m) == known);
            let chosen = self.graph.best_moves(node).find(|(_, child)| Some(*child) == chosen);
            let Some((m, child)) = known.or(chosen) else { return line };
            line.push(m);
            node = child;
        }
    }
}

impl CookFindings {
    /// Chooses the main line, and excuses the second solutions off it.
    pub(super) fn choose_main_line(&mut self, config: &CookSearchConfig<'_>) {
        let Some(choice) = LineChoice::new(self, iter::empty(), config) else { return };
        let main_line = choice.main_line(self);
        let nodes = choice.is_free.then(|| choice.main_line_nodes());
        self.main_line = main_line;
        let Some(nodes) = nodes else { return };
        for solution in self.second_solutions.iter_mut() {
            if !nodes.contains(&solution.node) && solution.tolerance.is_empty() {
                solution.tolerance.push(Tolerance::VariationDual);
                solution.is_unsettled = false;
            }
        }
        for m in self.unsettled.iter_mut().filter(|m| !nodes.contains(&m.node)) {
            m.is_tolerated = true;
        }
    }
}
