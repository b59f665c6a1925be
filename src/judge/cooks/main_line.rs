//! Choice of the main line among several of the same length.
//!
//! Several defences can be equally long (変同). The author takes one of them for his main line. A
//! second solution after another one is a dual in a variation. So a problem has no cook if one of
//! its main lines has none:
//!
//! | side to move | the lines from a node have no cook if |
//! | --- | --- |
//! | attacker | there is none at the node, nor after any best move |
//! | defender | there is none after one of the best replies: the author's, where his line passes |

use super::{CookFindings, CookSearchConfig};
use crate::judge::optimal_play::{OptimalPlay, reachable};
use crate::judge::tolerance::Tolerance;
use crate::position::Move;
use std::collections::{HashMap, HashSet};
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
    /// The author's replies by node, as far as his line is a main line and the choice is free.
    author_replies: HashMap<usize, Move>,
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
        let author = graph.follow(config.solution).into_iter();
        let author_replies =
            author.filter(|(node, _)| is_free && !graph.nodes[*node].is_attacker()).collect();
        let mut choice = LineChoice { graph, states, author_replies, is_free };
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
        let author = self.author_replies.get(&node);
        let best = self.graph.best_moves(node);
        best.filter(move |(m, _)| author.is_none_or(|author| author == m)).map(|(_, child)| child)
    }

    /// The nodes whose cooks decide the class. If one line has no cook, those of that line; if some
    /// are open, those of all lines without a cook so far; else all.
    pub fn deciding_nodes(&self) -> HashSet<usize> {
        let state = self.of_problem();
        let counts = |node: usize, child: usize| match state {
            _ if self.graph.nodes[node].is_attacker() || !self.is_free => true,
            LineState::Sound => self.chosen(node) == Some(child),
            LineState::Open => self.states[child] != LineState::Cooked,
            LineState::Cooked => true,
        };
        reachable(0, |node| self.children(node).filter(move |child| counts(node, *child)))
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
            let known = findings.known_moves.get(&node).copied();
            let known = known.and_then(|m| Some((m, self.graph.best_child(node, m)?)));
            let chosen = self.chosen(node);
            let mut best = self.graph.best_moves(node);
            let next = known.or_else(|| best.find(|(_, child)| Some(*child) == chosen));
            let Some((m, child)) = next else { return line };
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
        let nodes = choice.is_free.then(|| choice.deciding_nodes());
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
