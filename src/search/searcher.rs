//! Df-pn of one thread.
//!
//! The search is iterative: the path is a list of [frames](super::frame), not a recursion, so mates
//! of thousands of plies need no stack. One step looks at the last frame. If its numbers are below
//! the thresholds, it descends to the [selected](super::selection) child; otherwise it stores the
//! node in the table and returns to the parent.

use super::double_counting::mark_source_node;
use super::expansion::Expander;
use super::expansion_buffers::ExpansionBuffers;
use super::frame::{Frame, SearchStack};
use super::journal::{Journal, LeftNode};
use super::leaf_results::{interposable, mate_in_one};
use super::node_key::NodeKey;
use super::plies::{Plies, one_ply_less};
use super::proof_number::{INFINITE, MAX_FINITE};
use super::repetition_table::{RepetitionTable, extend_path_hash};
use super::search_path::SearchPath;
use super::search_result::SearchResult;
use super::selection::Preference;
use super::shared_state::SharedState;
use super::step_budget::complete;
use super::threshold_control::ThresholdControl;
use super::transposition_table::ConditionalDisproof;
use crate::position::{Engine, Hand, Move, Role};
use crate::rules::{Rules, Side};
use std::cell::Cell;
use std::sync::Arc;

/// Nodes, and tested positions within a node, between two polls of clock and stop request, on
/// boards of up to 9×9. On larger boards, where a test may take milliseconds, each is followed by a
/// poll.
const POLL_INTERVAL_NODES: u32 = 32;

/// Squares of the largest board with [`POLL_INTERVAL_NODES`].
const MAX_SMALL_BOARD_SQUARES: usize = 81;

/// A check that leaves at most this many plies is searched until it is settled, where
/// [`Limits`](super::Limits::allow_immediate_completion) allow it.
const IMMEDIATE_COMPLETION_PLIES: Plies = 6;

/// The table does not store that there is no mate within this many plies, unless that was the
/// question. Such results would fill a quarter of the table, and searches hardly ever ask for them
/// again.
const UNSTORED_DISPROOF_PLIES: Plies = 4;

/// One thread of a search.
pub struct Searcher<'s, E> {
    pub(super) shared: &'s SharedState<'s>,
    pub(super) rules: Arc<Rules>,
    pub(super) attacker: Side,
    /// At the position of the last frame's node.
    pub(super) engine: E,
    pub(super) frames: SearchStack,
    pub(super) path: SearchPath,
    repetitions: RepetitionTable,
    buffers: ExpansionBuffers,
    pub(super) threshold_control: ThresholdControl,
    /// Positions since the last report.
    unreported_nodes: u32,
    /// Nodes since the start.
    pub(super) visits: u32,
    /// Another thread has just expanded the same node: one of the two takes the second-best child.
    preference: Preference,
    /// Index of the thread. The first one ignores the occupancy.
    thread_index: usize,
    /// Nodes, and tested positions within a node, between two polls.
    poll_interval_nodes: u32,
    /// A poll within a node has found that the search must stop.
    stop_requested: bool,
    /// The result of the last node, if it was settled just before a pause.
    pub(super) settled: Option<SearchResult>,
    /// Number of frames above the one that the search is about: those of the path to a
    /// [job](super::job_search). 0 if that is the root.
    pub(super) base: usize,
    /// The search may leave the root at its thresholds.
    pub(super) is_root_bounded: bool,
    /// Results for other processes.
    pub(super) journal: Option<Journal>,
}

/// The search stopped before it settled the root.
pub struct Stopped;

/// How a step of the search ended.
pub(super) enum StepEnd {
    /// The root is settled, by this move if there is one.
    Settled(SearchResult, Option<Move>),
    /// The search must stop.
    Stopped,
    /// The step has spent its nodes.
    Paused,
}

/// The next step from the last frame.
enum Step {
    /// Descend to a child.
    Descend,
    /// Return to the parent with this result, and the move that settled the node.
    Return(SearchResult, Option<Move>),
}

impl<'s, E: Engine> Searcher<'s, E> {
    /// A thread that starts at the engine's position.
    pub fn new(shared: &'s SharedState<'s>, rules: &Arc<Rules>, attacker: Side, engine: E) -> Self {
        let is_small_board = rules.board.squares() <= MAX_SMALL_BOARD_SQUARES;
        Searcher {
            shared,
            rules: Arc::clone(rules),
            attacker,
            engine,
            frames: SearchStack::default(),
            path: SearchPath::default(),
            repetitions: RepetitionTable::new(shared.threads),
            buffers: ExpansionBuffers::default(),
            threshold_control: ThresholdControl::default(),
            unreported_nodes: 0,
            visits: 0,
            preference: Preference::Best,
            thread_index: 0,
            poll_interval_nodes: if is_small_board { POLL_INTERVAL_NODES } else { 1 },
            stop_requested: false,
            settled: None,
            base: 0,
            is_root_bounded: false,
            journal: None,
        }
    }

    /// The same thread with a journal for other processes.
    pub fn with_journal(mut self, journal: Journal) -> Self {
        self.journal = Some(journal);
        self
    }

    /// Removes the journal.
    pub fn take_journal(&mut self) -> Journal {
        self.journal.take().unwrap_or_default()
    }

    /// The same thread with this index among several.
    pub(super) fn with_thread_index(mut self, thread_index: usize) -> Self {
        self.thread_index = thread_index;
        self
    }

    /// The engine, at the position that [`Searcher::decide`] starts from.
    pub fn engine(&mut self) -> &mut E {
        &mut self.engine
    }

    /// The node of the engine's position.
    pub fn node(&self) -> NodeKey {
        NodeKey::of(&self.engine, &self.rules, self.attacker)
    }

    /// The node after the move `m` from the engine's position.
    pub fn node_after(&mut self, m: Move) -> NodeKey {
        NodeKey::after(&mut self.engine, &self.rules, self.attacker, m)
    }

    /// The smallest hand that is known to suffice for the attacker, who is to move at the engine's
    /// position, to mate within `len` plies; `None` if no mate is known.
    pub fn mating_hand(&mut self, len: Plies) -> Option<Hand> {
        let result = match self.engine.mate_in_one() {
            Some(m) => mate_in_one(&mut self.engine, &self.rules, self.attacker, m),
            None => self.probe(self.node(), len),
        };
        result.is_mate().then_some(result.hand())
    }

    /// True if a mate with some pieces in hand is a mate with more.
    pub fn hands_dominate(&self) -> bool {
        self.rules.hands_dominate
    }

    /// True if a limit is reached, or the caller stops the search.
    pub fn is_over(&self) -> bool {
        self.shared.is_over()
    }

    /// The table's result of a node, for mates within `len` plies.
    pub fn probe(&self, node: NodeKey, len: Plies) -> SearchResult {
        self.shared.table.probe(node, len, 0).result
    }

    /// The table's results of the nodes after each of `moves`, for mates within `len` plies.
    pub fn probe_after(
        &mut self,
        moves: &[Move],
        len: Plies,
    ) -> impl Iterator<Item = SearchResult> {
        let mut nodes = Vec::with_capacity(moves.len());
        // Memory fetches all entries before the first one is read.
        for &m in moves {
            let node = self.node_after(m);
            self.shared.table.prefetch(node.board);
            nodes.push(node);
        }
        for node in &nodes {
            self.shared.table.prefetch_entries(node.board);
        }
        nodes.into_iter().map(move |node| self.probe(node, len))
    }

    /// Decides whether there is a mate within `len` plies from the engine's position. The second
    /// value is the move that decides it, if there is one: the attacker's, or the reply that
    /// refutes.
    ///
    /// # Errors
    /// [`Stopped`] if the search was stopped.
    pub fn decide(&mut self, len: Plies) -> Result<(SearchResult, Option<Move>), Stopped> {
        complete(self.decide_in_steps(len))
    }

    /// [`Searcher::decide`] with pauses, if the observer has a
    /// [step budget](super::SearchObserver::step_budget). A pause changes neither the result nor
    /// the nodes.
    ///
    /// # Errors
    /// As [`Searcher::decide`].
    pub async fn decide_in_steps(
        &mut self,
        len: Plies,
    ) -> Result<(SearchResult, Option<Move>), Stopped> {
        self.begin(len);
        loop {
            match self.advance() {
                StepEnd::Settled(result, decisive) => return Ok((result, decisive)),
                StepEnd::Stopped => return Err(Stopped),
                StepEnd::Paused => self.pause_after(0).await,
            }
        }
    }

    /// Adds `nodes` visited nodes, or work as long, to those of the step, and waits for the next
    /// step if this one has spent its nodes.
    pub fn pause_after(&self, nodes: u64) -> impl Future<Output = ()> + Send + use<'s, E> {
        self.shared.pause_after(nodes)
    }

    /// Begins a search from the engine's position.
    pub(super) fn begin(&mut self, len: Plies) {
        (self.base, self.is_root_bounded) = (0, false);
        let _guard = self.shared.table.enter();
        self.path.clear();
        self.repetitions.clear();
        self.threshold_control.reset(self.visits);
        let node = self.node();
        self.frames.push().enter(node, len, 0, 0, (INFINITE, INFINITE));
        self.settled = self.expand();
    }

    /// Continues the search to its end, or to the end of the step.
    pub(super) fn advance(&mut self) -> StepEnd {
        let shared = self.shared;
        let report_interval = shared.report_interval();
        let mut guard = shared.table.enter();
        let mut settled = self.settled.take();
        loop {
            let is_poll_due = self.visits % self.poll_interval_nodes == 0;
            if self.unreported_nodes >= report_interval
                || self.stop_requested
                || is_poll_due && shared.is_stop_requested()
            {
                drop(guard);
                let stop = shared.report(self.unreported_nodes, || self.progress());
                let nodes = std::mem::take(&mut self.unreported_nodes);
                if !stop && shared.ends_step(nodes, || self.progress()) {
                    self.settled = settled;
                    return StepEnd::Paused;
                }
                guard = shared.table.enter();
                if stop {
                    self.abandon(0);
                    return StepEnd::Stopped;
                }
                if shared.threads > 1 && settled.is_none() {
                    settled = self.leave_settled_nodes();
                }
            }
            let step = match settled.take() {
                Some(result) => Step::Return(result, None),
                None => self.step(),
            };
            let Step::Return(result, decisive) = step else {
                settled = self.descend();
                continue;
            };
            let result = self.leave(result);
            let parent = if self.frames.len() > self.base { self.frames.last_mut() } else { None };
            let Some(parent) = parent else {
                drop(guard);
                let nodes = std::mem::take(&mut self.unreported_nodes);
                let line = || (result.pn(), result.dn(), Vec::new());
                shared.report(nodes, line);
                shared.ends_step(nodes, line);
                return StepEnd::Settled(result, decisive);
            };
            parent.set_result(parent.best, result);
        }
    }

    /// Expands the last frame's node. Returns its result if it is settled without children.
    pub(super) fn expand(&mut self) -> Option<SearchResult> {
        let frame = self.frames.last_mut()?;
        // Part of the path already, so that a move back to this node is a repetition at once.
        self.path.enter(frame.node, frame.depth);
        let expander = Expander {
            rules: &self.rules,
            table: self.shared.table,
            path: &self.path,
            repetitions: &self.repetitions,
            attacker: self.attacker,
            completes_immediately: self.shared.limits.allow_immediate_completion(),
            shared: self.shared,
            poll_interval_positions: self.poll_interval_nodes,
            stop_requested: Cell::new(false),
        };
        let settled = expander.expand(&mut self.engine, frame, &mut self.buffers);
        self.stop_requested |= expander.stop_requested.get();
        frame.tca_counter = self.threshold_control.counter();
        if settled.is_none() && frame.has_child_from_smaller_depth() {
            self.threshold_control.on_child_from_smaller_depth();
        }
        self.visits = self.visits.wrapping_add(1);
        self.unreported_nodes += 1 + frame.tested_positions;
        frame.visits_on_entry = self.visits;
        settled
    }

    /// Decides what to do with the last frame.
    fn step(&mut self) -> Step {
        let is_root = self.frames.len() == 1 && !self.is_root_bounded;
        let raises_thresholds = self.threshold_control.raises_thresholds(self.visits);
        let Some(frame) = self.frames.last_mut() else { return Step::Descend };
        let (pn, dn) = frame.numbers();
        if pn == 0 || dn == 0 {
            let settles = |result: &SearchResult| match frame.role {
                Role::Attacker => result.is_mate(),
                Role::Defender => result.is_no_mate(),
            };
            let decisive = frame.children.iter().filter(|c| c.is_active && settles(&c.result));
            let decisive = decisive.max_by_key(|c| c.result.dependencies().is_empty());
            let decisive = decisive.map(|child| child.m);
            let result = frame.result(|| interposable(&self.engine, &self.rules));
            return Step::Return(result, decisive);
        }
        if is_root {
            return Step::Descend;
        }
        let reaches_threshold = pn >= frame.pn_threshold || dn >= frame.dn_threshold;
        // The first visit of a new node ends at its thresholds even where they are to be raised.
        let returns = if frame.is_new && !frame.has_visited_child && reaches_threshold {
            true
        } else if raises_thresholds {
            frame.raised_pn_threshold = frame.pn_threshold.max((pn + 1).min(MAX_FINITE));
            frame.raised_dn_threshold = frame.dn_threshold.max((dn + 1).min(MAX_FINITE));
            false
        } else {
            frame.raised_pn_threshold = frame.pn_threshold;
            frame.raised_dn_threshold = frame.dn_threshold;
            // Thresholds raised at an ancestor have served their purpose: a new node was reached.
            reaches_threshold || frame.tca_counter > 0 && frame.has_visited_child
        };
        frame.has_visited_child = true;
        if returns {
            let result = SearchResult::open(pn, dn, frame.node.hand, frame.earlier_effort);
            Step::Return(result, None)
        } else {
            Step::Descend
        }
    }

    /// Descends to the selected child. Returns its result if it is settled without children.
    fn descend(&mut self) -> Option<SearchResult> {
        let frame = self.frames.last_mut()?;
        let shared = self.shared;
        // The search leaves most nodes at once, and does not announce those to the other threads.
        if !std::mem::replace(&mut frame.is_announced, true) {
            shared.occupy(frame.node.board.0);
        }
        let occupancy = |node: NodeKey| shared.occupancy(node.board.0);
        let selection = match self.thread_index {
            0 => frame.select(|_| 0, self.preference),
            _ => frame.select(occupancy, self.preference),
        };
        if selection.preference == Preference::SecondBest {
            self.preference = Preference::Best;
        }
        frame.best = selection.index;
        let child = &frame.children[selection.index];
        let (m, node, is_new) = (child.m, child.node, child.result.is_unvisited());
        // A mate in one would have settled the child at its first visit.
        let has_no_mate_in_one = child.has_no_mate_in_one || !is_new;
        let (len, depth) = (one_ply_less(frame.len), frame.depth + 1);
        let path_hash = extend_path_hash(frame.path_hash, m);
        let completes_immediately = frame.role == Role::Attacker
            && len <= IMMEDIATE_COMPLETION_PLIES
            && shared.limits.allow_immediate_completion();
        if is_new {
            self.threshold_control.on_new_node(self.visits);
        } else {
            // Another thread may have settled the child, or this thread on another path.
            let known = shared.table.probe(node, len, depth).result;
            if known.is_settled() {
                frame.set_result(selection.index, known);
                return None;
            }
            mark_source_node(shared.table, &self.path, &mut self.frames, node);
        }
        let thresholds = match completes_immediately {
            true => (INFINITE, INFINITE),
            false => (selection.pn_threshold, selection.dn_threshold),
        };
        self.engine.play(m);
        let frame = self.frames.push();
        frame.enter(node, len, depth, path_hash, thresholds);
        (frame.is_new, frame.has_no_mate_in_one) = (is_new, has_no_mate_in_one);
        self.expand()
    }

    /// Stores the last node with this result and removes it from the path. Returns the result with
    /// its effort.
    pub(super) fn leave(&mut self, mut result: SearchResult) -> SearchResult {
        let Some((frame, ancestors)) = self.frames.split_last() else { return result };
        self.threshold_control.on_leave(frame.tca_counter);
        let effort = self.visits.wrapping_sub(frame.visits_on_entry);
        result.set_effort(frame.earlier_effort.saturating_add(effort));
        self.path.leave(frame.node);
        let table = self.shared.table;
        let parent = ancestors.last().map(|frame| frame.node);
        let is_too_short_to_store = result.is_no_mate()
            && result.plies() <= UNSTORED_DISPROOF_PLIES
            && parent.is_some()
            && self.shared.limits.allow_immediate_completion();
        let mut conditional = None;
        let was_known = if !result.is_settled() {
            table.store_open(frame.node, &result, frame.depth, parent, frame.state)
        } else if is_too_short_to_store {
            false
        } else if let Some(result) = result.path_independent() {
            table.store_settled(frame.node, result)
        } else {
            let dependencies = result.dependencies();
            if let Some(depths) = dependencies.depths() {
                let positions = depths.iter().map(|&depth| ancestors[usize::from(depth)].node);
                let unless_through = positions.collect();
                let disproof = ConditionalDisproof { len: result.plies(), unless_through };
                conditional = self.journal.is_some().then(|| disproof.clone());
                table.store_conditional(frame.node, disproof);
            } else if let Some(earliest) = dependencies.earliest() {
                self.repetitions.store(frame.path_hash, frame.node, result.plies(), earliest);
            }
            table.store_repetition(frame.node, frame.depth);
            false
        };
        if let Some(journal) = &mut self.journal {
            let Frame { node, depth, state, .. } = *frame;
            let (result, conditional) = (&result, conditional.as_ref());
            let is_of_path = ancestors.len() < self.base;
            if !is_of_path || result.is_settled() {
                let left = LeftNode { node, result, depth, parent, state, conditional };
                journal.add(left, ancestors.len() == self.base);
            }
        }
        if was_known && frame.is_new && self.shared.threads > 1 {
            self.preference = Preference::SecondBest;
        }
        if frame.is_announced {
            self.shared.vacate(frame.node.board.0);
        }
        if parent.is_some() {
            self.engine.undo();
        }
        self.frames.pop();
        result
    }

    /// If another thread has settled a node of the path meanwhile: returns to the first such node,
    /// and returns its result.
    fn leave_settled_nodes(&mut self) -> Option<SearchResult> {
        let table = self.shared.table;
        let probe = |frame: &Frame| table.probe(frame.node, frame.len, frame.depth).result;
        let below_root = self.frames.iter().enumerate().skip(1);
        let mut results = below_root.map(|(depth, frame)| (depth, probe(frame)));
        let (depth, result) = results.find(|(_, result)| result.is_settled())?;
        self.abandon(depth + 1);
        Some(result)
    }

    /// Leaves all nodes but the first `remaining`, and stores their numbers.
    pub(super) fn abandon(&mut self, remaining: usize) {
        while let Some(frame) = self.frames.get(remaining..).and_then(<[Frame]>::last) {
            // A node that is settled without children has none to back up.
            let result = if frame.children.is_empty() {
                SearchResult::open(1, 1, frame.node.hand, 1)
            } else {
                frame.result(|| interposable(&self.engine, &self.rules))
            };
            self.leave(result);
        }
    }

    /// Proof and disproof number of the root, and the current path.
    fn progress(&self) -> (u32, u32, Vec<Move>) {
        let (proof, disproof) = self.frames.first().map_or((0, 0), Frame::numbers);
        let line = self.frames.iter().rev().skip(1).rev();
        (proof, disproof, line.map(|frame| frame.children[frame.best].m).collect())
    }
}
