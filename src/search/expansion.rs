//! Node expansion: move generation, table lookups, delayed moves, frontier tests.
//!
//! The expansion of a node first tries what settles it without children: the limit of length, a
//! mate in one, the lack of a forcing move, a frontier search (`frontier_search`). Otherwise
//! the frame gets all moves as children, each with what the tables know of it, or with its
//! [estimate](super::estimate).

use super::delayed_moves::delay_similar_drops;
use super::estimate::{Estimate, Estimator, refute_one_check};
use super::expansion_buffers::ExpansionBuffers;
use super::frame::{Child, Frame};
use super::leaf_results::{interposable, mate_in_one, no_forcing_move};
use super::node_key::NodeKey;
use super::path_dependencies::PathDependencies;
use super::plies::{Plies, UNLIMITED_PLIES, one_ply_less};
use super::repetition_table::{RepetitionTable, extend_path_hash};
use super::search_path::SearchPath;
use super::search_result::SearchResult;
use super::shared_state::SharedState;
use super::transposition_table::{OpenNodeState, TranspositionTable};
use crate::position::{Engine, ForcingMoveCount, Move, Role};
use crate::rules::{Rules, Side};
use std::cell::Cell;

/// Inputs of a node expansion, beside the frame.
pub struct Expander<'a> {
    /// The game.
    pub rules: &'a Rules,
    /// Results that hold on every path.
    pub table: &'a TranspositionTable,
    /// The path to the node, the node included.
    pub path: &'a SearchPath,
    /// Disproofs that hold on one path.
    pub repetitions: &'a RepetitionTable,
    /// The side that mates.
    pub attacker: Side,
    /// [`Limits::allow_immediate_completion`](super::Limits::allow_immediate_completion).
    pub completes_immediately: bool,
    /// The state of the whole search, for stop requests.
    pub shared: &'a SharedState<'a>,
    /// Tested positions between two polls of clock and stop request.
    pub poll_interval_positions: u32,
    /// A poll has found that the search must stop.
    pub stop_requested: Cell<bool>,
}

impl Expander<'_> {
    /// True if the search must stop, so that nothing more needs a test; polled after
    /// `tested_positions` tests. Open nodes then stay open.
    pub(super) fn is_stop_requested(&self, tested_positions: u32) -> bool {
        if tested_positions % self.poll_interval_positions == 0 && self.shared.is_stop_requested() {
            self.stop_requested.set(true);
        }
        self.stop_requested.get()
    }

    /// Fills `frame`, of which node, len, depth, path hash and `has_no_mate_in_one` are set, with
    /// its children. Returns the result if the node is settled without them.
    pub fn expand<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        buffers: &mut ExpansionBuffers,
    ) -> Option<SearchResult> {
        let is_attacker = engine.side() == self.attacker;
        frame.role = if is_attacker { Role::Attacker } else { Role::Defender };
        frame.defender_hand = engine.hand(self.attacker.other());
        frame.children.clear();
        frame.tested_positions = 0;
        (frame.state, frame.earlier_effort, frame.best) = (OpenNodeState::default(), 0, 0);
        match frame.role {
            Role::Attacker => self.expand_attacker(engine, frame, buffers),
            Role::Defender => self.expand_defender(engine, frame, buffers),
        }
    }

    fn expand_attacker<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        buffers: &mut ExpansionBuffers,
    ) -> Option<SearchResult> {
        if frame.len == 0 {
            return Some(SearchResult::no_mate(0, frame.node.hand, 1));
        }
        if frame.has_no_mate_in_one {
            // A table from a file may say of any node that it was expanded.
            debug_assert!(self.table.is_loaded() || engine.mate_in_one().is_none());
        } else if let Some(m) = engine.mate_in_one() {
            return Some(mate_in_one(engine, self.rules, self.attacker, m));
        }
        engine.generate_forcing(&mut buffers.moves);
        if buffers.moves.is_empty() {
            return Some(no_forcing_move(engine, self.rules, self.attacker));
        }
        if frame.len <= 2 {
            // The mate-in-one test above has failed.
            return Some(SearchResult::no_mate(2, frame.node.hand, 1));
        }
        if frame.len == 3 && self.has_no_mate_in_three(engine, frame, buffers) {
            return Some(SearchResult::no_mate(3, frame.node.hand, 1));
        }
        if frame.len == 5
            && self.completes_immediately
            && frame.is_new
            && self.has_no_mate_in_five(engine, frame, buffers)
        {
            return Some(SearchResult::no_mate(5, frame.node.hand, 1));
        }
        self.add_children(engine, frame, buffers);
        if frame.len == 3 {
            self.settle_checks(engine, frame, buffers);
        }
        None
    }

    fn expand_defender<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        buffers: &mut ExpansionBuffers,
    ) -> Option<SearchResult> {
        engine.generate_legal(&mut buffers.moves);
        if buffers.moves.is_empty() {
            return Some(frame.result(|| interposable(engine, self.rules)));
        }
        if frame.len <= 1 {
            return Some(SearchResult::no_mate(1, frame.node.hand, 1));
        }
        self.add_children(engine, frame, buffers);
        delay_similar_drops(engine, frame, &mut buffers.chains);
        self.test_replies(engine, frame, &mut buffers.checks);
        None
    }

    fn add_children<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        buffers: &mut ExpansionBuffers,
    ) {
        let known = self.table.probe(frame.node, frame.len, frame.depth);
        frame.state = known.state;
        frame.earlier_effort = known.result.effort();
        let ExpansionBuffers { moves, ranked, royals, .. } = buffers;
        ranked.clear();
        // Memory fetches all entries while the estimates are computed.
        for &m in moves.iter() {
            let node = NodeKey::after(engine, self.rules, self.attacker, m);
            self.table.prefetch(node.board);
            ranked.push((m, node, Estimate::default()));
        }
        engine.royals(self.attacker.other(), royals);
        let dn_of_check = match frame.role {
            Role::Attacker => {
                let checks = ForcingMoveCount::of(moves);
                refute_one_check(checks, engine.attack_potential(self.attacker), frame.len)
            }
            Role::Defender => 1,
        };
        let estimator = Estimator::new(self.rules, royals, dn_of_check);
        for (m, _, estimate) in ranked.iter_mut() {
            *estimate = estimator.estimate(engine, frame.role, *m);
        }
        for (_, node, _) in ranked.iter() {
            self.table.prefetch_entries(node.board);
        }
        ranked.sort_unstable_by_key(|(m, _, estimate)| (estimate.order, *m));
        for &(m, node, Estimate { pn, dn, .. }) in ranked.iter() {
            let mut result = self.probe_child(frame, node, m);
            if result.is_unvisited() {
                result.raise_pn(pn);
                result.raise_dn(dn);
            }
            frame.children.push(Child {
                m,
                node,
                result,
                next_delayed: None,
                is_active: true,
                has_no_mate_in_one: false,
            });
        }
    }

    /// Result of the node after the move `m` according to path and tables. Inlined, so that the
    /// result is built in its place in the child.
    #[inline(always)]
    fn probe_child(&self, frame: &Frame, node: NodeKey, m: Move) -> SearchResult {
        let len = one_ply_less(frame.len);
        if let Some(depth) = self.path.repeats(node) {
            let dependencies = PathDependencies::on(depth);
            return SearchResult::repetition(UNLIMITED_PLIES, node.hand, dependencies);
        }
        let known = self.table.probe(node, len, frame.depth + 1);
        if !known.state.has_repetition || known.result.is_settled() {
            return known.result;
        }
        if let Some(dependencies) = self.conditional_dependencies(node, len) {
            let result = SearchResult::repetition(len, node.hand, dependencies);
            if let Some(result) = result.path_independent() {
                self.table.store_settled(node, result);
            }
            return result;
        }
        let path_hash = extend_path_hash(frame.path_hash, m);
        if let Some((known_len, earliest)) = self.repetitions.probe(path_hash, node) {
            if known_len >= len {
                let dependencies = PathDependencies::on(earliest).union(PathDependencies::UNKNOWN);
                return SearchResult::repetition(known_len, node.hand, dependencies);
            }
        }
        known.result
    }

    /// The path dependencies of a conditional disproof of the node, if one holds here: each
    /// position that it excepts is on the path, or disproved by now.
    fn conditional_dependencies(&self, node: NodeKey, len: Plies) -> Option<PathDependencies> {
        self.table.find_conditional(node, |disproof| {
            if disproof.len < len {
                return None;
            }
            let excepted = disproof.unless_through.iter();
            excepted.copied().try_fold(PathDependencies::NONE, |dependencies, excepted| {
                if let Some(depth) = self.path.repeats(excepted) {
                    Some(dependencies.union(PathDependencies::on(depth)))
                } else {
                    let is_disproved = self.table.probe(excepted, len, 0).result.is_no_mate();
                    is_disproved.then_some(dependencies)
                }
            })
        })
    }
}
