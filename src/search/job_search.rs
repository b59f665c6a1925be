//! Jobs of a search that is divided among processes: the leader's choice of a node, and a worker's
//! search below it.
//!
//! A job is one visit of df-pn to a node: the moves that lead to it, and the two
//! [thresholds](super::selection) at which the search would leave it. The leader descends from the
//! root as df-pn does, with the numbers of its own table, until a node is small enough for a job. A
//! worker plays the moves, visits the node, and writes a [journal](super::journal); the leader
//! stores that in its table, and the next descent finds it there.
//!
//! ```text
//!   root ── A ── B ── C        The leader's path. C takes fewer nodes than a job has, so it is one.
//!                 \
//!                  D           While the job at C runs, the next descent assumes that it ends at its
//!                              thresholds, unsettled, and so comes to D: exactly where df-pn goes
//!                              next if C is not settled.
//! ```
//!
//! So with one worker the search is df-pn with visits of bounded size, and with several it looks
//! ahead by as many visits. The path comes with each job, so that a repetition of one of its
//! positions is a repetition for the worker too; the table and the journal keep what such a result
//! [depends on](super::path_dependencies).

use super::double_counting::mark_source_node;
use super::frame::{Child, Frame};
use super::leaf_results::interposable;
use super::node_key::NodeKey;
use super::plies::{Plies, one_ply_less};
use super::proof_number::{INFINITE, MAX_FINITE, ProofNumber};
use super::repetition_table::extend_path_hash;
use super::search_result::SearchResult;
use super::searcher::{Searcher, StepEnd, Stopped};
use super::selection::{Preference, Selection};
use crate::position::{Engine, Move, Role};
use std::collections::HashMap;

/// Proof and disproof number.
pub type Numbers = (ProofNumber, ProofNumber);

/// Steps of one descent after which the leader gives up: far more than a path has nodes.
const MAX_DESCENT_STEPS: usize = 20_000;

/// A node in flight is divided further if it has taken this part of a leaf's nodes before.
const DIVISIBLE_SHARE: u32 = 8;

/// A job for a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchJob {
    /// The node.
    pub node: NodeKey,
    /// Moves from the root to the node.
    pub path: Vec<Move>,
    /// The worker leaves the node at these numbers.
    pub thresholds: Numbers,
    /// Numbers that later descents assume while the job is in flight.
    pub assumed: Numbers,
}

/// Result of a descent.
#[derive(Clone, Debug)]
pub enum Descent {
    /// The root is settled.
    Settled(SearchResult),
    /// A node for a worker.
    Job(SearchJob),
    /// All that is worth a job is in flight.
    InFlight,
}

/// End of a job.
#[derive(Clone, Debug)]
pub enum JobEnd {
    /// The search left the node with this result.
    Left(SearchResult),
    /// A node of the path was settled already.
    PathSettled,
    /// The moves do not lead to a node.
    NoSuchPath,
}

impl<E: Engine> Searcher<'_, E> {
    /// Visits the node that `path` leads to, and leaves it settled or at the thresholds.
    ///
    /// # Errors
    /// [`Stopped`] if the search was stopped before.
    pub fn search_job(
        &mut self,
        len: Plies,
        path: &[Move],
        thresholds: Numbers,
    ) -> Result<JobEnd, Stopped> {
        self.begin(len);
        if let Some(end) = self.follow(path, thresholds) {
            self.abandon(0);
            return Ok(end);
        }
        (self.base, self.is_root_bounded) = (path.len(), true);
        loop {
            match self.advance() {
                StepEnd::Settled(result, _) => {
                    if let Some(parent) = self.frames.last_mut() {
                        parent.set_result(parent.best, result);
                    }
                    self.abandon(0);
                    return Ok(JobEnd::Left(result));
                }
                StepEnd::Stopped => return Err(Stopped),
                StepEnd::Paused => {}
            }
        }
    }

    /// Enters the nodes of the path. Returns the end of the job if it cannot begin.
    fn follow(&mut self, path: &[Move], thresholds: Numbers) -> Option<JobEnd> {
        let _guard = self.shared.table.enter();
        for (i, &m) in path.iter().enumerate() {
            if let Some(result) = self.settled.take() {
                let result = self.leave(result);
                if let Some(parent) = self.frames.last_mut() {
                    parent.set_result(parent.best, result);
                }
                return Some(JobEnd::PathSettled);
            }
            let frame = self.frames.last_mut()?;
            let (pn, dn) = frame.numbers();
            if pn == 0 || dn == 0 {
                return Some(JobEnd::PathSettled);
            }
            let Some(index) = frame.children.iter().position(|child| child.m == m) else {
                return Some(JobEnd::NoSuchPath);
            };
            frame.best = index;
            let (node, result) = (frame.children[index].node, frame.children[index].result);
            if result.is_settled() {
                if let Some(journal) = &mut self.journal {
                    journal.add_settled(node, &result);
                }
                return Some(JobEnd::PathSettled);
            }
            let thresholds = if i + 1 == path.len() { thresholds } else { (INFINITE, INFINITE) };
            self.enter_child(index, thresholds);
        }
        let root = self.frames.last_mut().filter(|_| path.is_empty())?;
        (root.pn_threshold, root.dn_threshold) = thresholds;
        (root.raised_pn_threshold, root.raised_dn_threshold) = thresholds;
        None
    }

    /// Plays the move of a child of the last frame, and expands the child.
    fn enter_child(&mut self, index: usize, thresholds: Numbers) {
        let Some(frame) = self.frames.last() else { return };
        let child = &frame.children[index];
        let (m, node, is_new) = (child.m, child.node, child.result.is_unvisited());
        let has_no_mate_in_one = child.has_no_mate_in_one || !is_new;
        let (len, depth) = (one_ply_less(frame.len), frame.depth + 1);
        let path_hash = extend_path_hash(frame.path_hash, m);
        if is_new {
            self.threshold_control.on_new_node(self.visits);
        } else {
            mark_source_node(self.shared.table, &self.path, &mut self.frames, node);
        }
        self.engine.play(m);
        let frame = self.frames.push();
        frame.enter(node, len, depth, path_hash, thresholds);
        (frame.is_new, frame.has_no_mate_in_one) = (is_new, has_no_mate_in_one);
        self.settled = self.expand();
    }

    /// Descends from the root to a node that took fewer than `leaf_nodes` nodes and is not in
    /// flight. `in_flight` has the [assumed numbers](SearchJob::assumed) of the jobs in flight.
    pub fn next_job(
        &mut self,
        len: Plies,
        leaf_nodes: u32,
        in_flight: &HashMap<NodeKey, Numbers>,
    ) -> Descent {
        self.begin(len);
        let _guard = self.shared.table.enter();
        let mut assumed = in_flight.clone();
        let mut divided = Vec::new();
        for _ in 0..MAX_DESCENT_STEPS {
            if let Some(result) = self.settled.take() {
                let result = self.leave(result);
                let Some(parent) = self.frames.last_mut() else { return Descent::Settled(result) };
                parent.set_result(parent.best, result);
                continue;
            }
            let is_root = self.frames.len() == 1;
            let Some(frame) = self.frames.last_mut() else { break };
            let numbers @ (pn, dn) = frame.numbers();
            if pn == 0 || dn == 0 {
                self.settled = Some(frame.result(|| interposable(&self.engine, &self.rules)));
                continue;
            }
            if in_flight.contains_key(&frame.node) && !divided.contains(&frame.node) {
                // The worker at the node is at its best child.
                divided.push(frame.node);
                let Selection { index, pn_threshold, dn_threshold, .. } =
                    frame.select(|_| 0, Preference::Best);
                let Child { node, result, .. } = frame.children[index];
                let thresholds = (pn_threshold, dn_threshold);
                assumed.entry(node).or_insert(assumed_numbers(frame.role, &result, thresholds));
            }
            let (with_assumed, selection, is_blocked) = select(frame, &assumed);
            if is_blocked && is_root {
                break;
            }
            let reaches = |(pn, dn): Numbers| pn >= frame.pn_threshold || dn >= frame.dn_threshold;
            if !is_root && (is_blocked || reaches(with_assumed)) {
                if is_blocked || !reaches(numbers) {
                    let blocked = if is_blocked { (MAX_FINITE, MAX_FINITE) } else { with_assumed };
                    assumed.insert(frame.node, blocked);
                }
                let open = SearchResult::open(pn, dn, frame.node.hand, frame.earlier_effort);
                let result = self.leave(open);
                if let Some(parent) = self.frames.last_mut() {
                    parent.set_result(parent.best, result);
                }
                continue;
            }
            let Selection { index, pn_threshold, dn_threshold, .. } = selection;
            frame.best = index;
            let (node, known) = (frame.children[index].node, frame.children[index].result);
            let len_of_child = one_ply_less(frame.len);
            let probed = self.shared.table.probe(node, len_of_child, frame.depth + 1).result;
            if probed.is_settled() {
                frame.set_result(index, probed);
                continue;
            }
            let thresholds = (pn_threshold, dn_threshold);
            let effort = known.effort().max(probed.effort());
            if effort < leaf_nodes {
                if !in_flight.contains_key(&node) {
                    let role = frame.role;
                    let path = self.frames.iter().map(|frame| frame.children[frame.best].m);
                    let path = path.collect();
                    self.abandon(0);
                    let assumed = assumed_numbers(role, &known, thresholds);
                    return Descent::Job(SearchJob { node, path, thresholds, assumed });
                }
                if effort < leaf_nodes / DIVISIBLE_SHARE {
                    assumed.insert(node, (MAX_FINITE, MAX_FINITE));
                    continue;
                }
            }
            self.enter_child(index, thresholds);
        }
        self.abandon(0);
        Descent::InFlight
    }
}

/// Selects a child by the numbers that are assumed of some nodes. Returns the node's own numbers
/// under this assumption too, and true if no child is left that could be a job.
fn select(frame: &mut Frame, assumed: &HashMap<NodeKey, Numbers>) -> (Numbers, Selection, bool) {
    let mut real = Vec::new();
    for (i, child) in frame.children.iter_mut().enumerate() {
        if let Some(&(pn, dn)) = assumed.get(&child.node).filter(|_| !child.result.is_settled()) {
            real.push((i, child.result));
            child.result.raise_pn(pn);
            child.result.raise_dn(dn);
        }
    }
    let numbers = frame.numbers();
    let selection = frame.select(|_| 0, Preference::Best);
    let is_blocked = frame.own(&frame.children[selection.index].result) >= MAX_FINITE;
    for (i, result) in real {
        frame.children[i].result = result;
    }
    (numbers, selection, is_blocked)
}

/// The numbers of a child, in flight with these thresholds, if the job does not settle it: the
/// number by which the parent, where `role` moves, has chosen it reaches its threshold.
fn assumed_numbers(role: Role, known: &SearchResult, thresholds: Numbers) -> Numbers {
    let at_threshold = |number: ProofNumber, threshold: ProofNumber| {
        threshold.min(number.saturating_mul(4).saturating_add(16)).clamp(number, MAX_FINITE - 1)
    };
    match role {
        Role::Attacker => (at_threshold(known.pn(), thresholds.0), known.dn()),
        Role::Defender => (known.pn(), at_threshold(known.dn(), thresholds.1)),
    }
}
