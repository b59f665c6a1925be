//! One thread's df-pn, iterative: the path is a list of frames, not a recursion, so mates of thousands of
//! plies need no stack.
//!
//! Thresholds are controlled against endless loops as Kishimoto (2010) proposes, with a counter: entering
//! a node with a child whose numbers stem from a smaller depth (its own, or those of the same board with
//! another hand) raises it, visiting a new node lowers it, and while it is above zero thresholds are kept
//! above the numbers, so that the descent goes on until it reaches something new. Leaving a node takes the
//! counter back to what it was on entering it at most.
//!
//! Where another thread has been everywhere there may be nothing new: the descent would then walk each of
//! the paths between positions that lead into each other. After some visits without news thresholds are
//! therefore left alone for a while, and raised and left alone by turns from then on, each time for twice as
//! long, which keeps the promise that no loop is endless.

use super::expand::{Expander, Scratch, extend, interposable, mate_at_once, node_after, node_of};
use super::frame::{Frame, Frames};
use super::look::Look;
use super::number::{INFINITE, MOST, Number, Plies, add, less};
use super::path::{Path, Repetitions};
use super::table::{Fact, Node};
use super::workers::Shared;
use crate::position::{Engine, Hand, Move};
use crate::rules::{Rules, Side};
use std::cell::Cell;
use std::sync::Arc;

/// How often a thread looks up from its work, in nodes.
const SLICE: u32 = 1024;

/// Nodes, and tests of moves in a node, between two looks at the clock and the wish to stop, on boards of up to 9×9. On larger
/// ones, where a test may take milliseconds, each is followed by a look.
const POLL_INTERVAL: u32 = 32;

/// Visits without a new node after which thresholds are raised no more for a while. One thread alone has not
/// been seen to need half as many.
const PATIENCE: u32 = 1024;

/// After a check that leaves so few plies all replies are searched to the end, where
/// [that may be](super::watch::Limits::finishes).
const FEW: Plies = 6;

/// That there is no mate within so few plies is not stored, unless it was the question: it would stand in a quarter of the
/// table, and is hardly ever asked for again.
const BRIEF: Plies = 4;

/// How much a number may grow between a node and the next one up before its growth counts as news.
const TRIBUTARIES: Number = 6;

/// One thread of a search.
pub struct Searcher<'s, E> {
    shared: &'s Shared<'s>,
    rules: Arc<Rules>,
    attacker: Side,
    /// Stands at the last frame's node.
    engine: E,
    frames: Frames,
    path: Path,
    repetitions: Repetitions,
    scratch: Scratch,
    /// Threshold control's counter.
    raised: u32,
    /// [`Searcher::visited`] when the last new node was.
    news: u32,
    /// Nodes since the last look up.
    fresh: u32,
    /// Nodes since the start.
    visited: u32,
    /// Another thread has just opened the same node: one of the two has to step aside.
    aside: bool,
    /// Which thread this is; the first minds only those that go the very same way.
    number: usize,
    /// Nodes, and tests in a node, between two looks at the clock.
    poll_interval: u32,
    /// A look at the clock in a node has found that the search is to end.
    called_off: bool,
}

/// Why a descent ended early.
pub struct Stopped;

impl<'s, E: Engine> Searcher<'s, E> {
    /// A thread that starts at the engine's position.
    pub fn new(shared: &'s Shared<'s>, rules: &Arc<Rules>, attacker: Side, engine: E) -> Self {
        Searcher {
            shared,
            rules: Arc::clone(rules),
            attacker,
            engine,
            frames: Frames::default(),
            path: Path::default(),
            repetitions: Repetitions::new(shared.threads),
            scratch: Scratch::default(),
            raised: 0,
            news: 0,
            fresh: 0,
            visited: 0,
            aside: false,
            number: 0,
            poll_interval: if rules.board.squares() > 81 { 1 } else { POLL_INTERVAL },
            called_off: false,
        }
    }

    /// The same, as one of several threads.
    pub(super) fn numbered(mut self, number: usize) -> Self {
        self.number = number;
        self
    }

    /// The engine, at the position that [`Searcher::decide`] starts from.
    pub fn engine(&mut self) -> &mut E {
        &mut self.engine
    }

    /// The node of the engine's position.
    pub fn node(&self) -> Node {
        node_of(&self.engine, &self.rules, self.attacker)
    }

    /// The node after a move from the engine's position.
    pub fn node_after(&mut self, m: Move) -> Node {
        node_after(&mut self.engine, &self.rules, self.attacker, m)
    }

    /// The least hand that is known to be enough for the attacker to mate within `len` plies, where he is to move at
    /// the engine's position; none if no mate is known.
    pub fn mating_hand(&mut self, len: Plies) -> Option<Hand> {
        let look = match self.engine.mate_in_one() {
            Some(m) => mate_at_once(&mut self.engine, &self.rules, self.attacker, m),
            None => self.known(self.node(), len),
        };
        look.is_mate().then_some(look.hand)
    }

    /// True if what mates with some pieces in hand mates with more.
    pub fn hands_dominate(&self) -> bool {
        self.rules.hands_dominate
    }

    /// True if a limit is reached, or the caller wants an end.
    pub fn is_over(&self) -> bool {
        self.shared.is_over()
    }

    /// What is known without searching of a node, for mates within `len` plies.
    pub fn known(&self, node: Node, len: Plies) -> Look {
        self.shared.table.look(node, len, 0).look
    }

    /// What is known of the nodes after some moves, one after the other.
    pub fn known_after(&mut self, moves: &[Move], len: Plies) -> impl Iterator<Item = Look> {
        let mut nodes = Vec::with_capacity(moves.len());
        // All are on their way from memory before the first is looked at.
        for &m in moves {
            let node = self.node_after(m);
            self.shared.table.prefetch(node.key);
            nodes.push(node);
        }
        for node in &nodes {
            self.shared.table.prefetch_entries(node.key);
        }
        nodes.into_iter().map(move |node| self.known(node, len))
    }

    /// Decides whether there is a mate within `len` plies from the engine's position. The second value is
    /// the move that decides it, if there is one: the attacker's, or the reply that holds.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn decide(&mut self, len: Plies) -> Result<(Look, Option<Move>), Stopped> {
        let shared = self.shared;
        let mut guard = shared.table.enter();
        self.path.clear();
        self.repetitions.clear();
        self.raised = 0;
        self.news = self.visited;
        let node = self.node();
        self.frames.push().enter(node, len, 0, 0, (INFINITE, INFINITE));
        let mut settled = self.open();
        loop {
            let poll = self.visited.is_multiple_of(self.poll_interval);
            if self.fresh >= SLICE || self.called_off || poll && shared.is_called_off() {
                drop(guard);
                let stop = shared.report(self.fresh, || self.progress());
                self.fresh = 0;
                guard = shared.table.enter();
                if stop {
                    self.abandon(0);
                    return Err(Stopped);
                }
                if shared.threads > 1 && settled.is_none() {
                    settled = self.rejoin();
                }
            }
            let (done, decisive) = match settled.take() {
                Some(look) => (Some(look), None),
                None => self.advance(),
            };
            let Some(look) = done else {
                settled = self.enter_best();
                continue;
            };
            let look = self.pop(look);
            let Some(above) = self.frames.last_mut() else {
                drop(guard);
                shared.report(std::mem::take(&mut self.fresh), || (look.pn, look.dn, Vec::new()));
                return Ok((look, decisive));
            };
            above.set(above.best, look);
        }
    }

    /// Opens the last frame's node. Returns its result if it is settled by itself.
    fn open(&mut self) -> Option<Look> {
        let frame = self.frames.last_mut()?;
        // Entered first, so that what leads back to this very node is known at once.
        self.path.enter(frame.node, frame.depth);
        let expander = Expander {
            rules: &self.rules,
            table: self.shared.table,
            path: &self.path,
            repetitions: &self.repetitions,
            attacker: self.attacker,
            finishes: self.shared.limits.finishes(),
            shared: self.shared,
            poll_interval: self.poll_interval,
            called_off: Cell::new(false),
        };
        let settled = expander.expand(&mut self.engine, frame, &mut self.scratch);
        self.called_off |= expander.called_off.get();
        frame.raised = self.raised;
        if settled.is_none() && frame.has_old() {
            self.raised += 1;
        }
        self.visited = self.visited.wrapping_add(1);
        self.fresh += 1 + frame.tested;
        frame.entered = self.visited;
        settled
    }

    /// True while thresholds are to be kept above the numbers.
    fn raises(&self) -> bool {
        self.raised > 0 && has_patience(self.visited.wrapping_sub(self.news))
    }

    /// Looks at the last frame: its result if it is to be left (with the move that settled it), else
    /// nothing.
    fn advance(&mut self) -> (Option<Look>, Option<Move>) {
        let is_root = self.frames.len() == 1;
        let raised = self.raises();
        let Some(frame) = self.frames.last_mut() else { return (None, None) };
        let (pn, dn) = frame.numbers();
        if pn == 0 || dn == 0 {
            let settles =
                |look: &Look| if frame.attacking { look.is_mate() } else { look.is_no_mate() };
            let decisive = frame.children.iter().filter(|c| c.active && settles(&c.look));
            let decisive = decisive.max_by_key(|c| c.look.lean.is_none()).map(|c| c.m);
            return (Some(frame.result(|| interposable(&self.engine, &self.rules))), decisive);
        }
        if is_root {
            return (None, None);
        }
        let beyond = pn >= frame.limit_pn || dn >= frame.limit_dn;
        // A new node has done its part; to go on below it is for the next visit.
        let leave = if frame.first && !frame.resumed && beyond {
            true
        } else if raised {
            frame.raised_pn = frame.limit_pn.max((pn + 1).min(MOST));
            frame.raised_dn = frame.limit_dn.max((dn + 1).min(MOST));
            false
        } else {
            (frame.raised_pn, frame.raised_dn) = (frame.limit_pn, frame.limit_dn);
            // Thresholds were raised above, and what they were raised for has been reached.
            beyond || frame.raised > 0 && frame.resumed
        };
        frame.resumed = true;
        (leave.then(|| Look::open(pn, dn, frame.node.hand, frame.amount)), None)
    }

    /// Goes down to the most promising child. Returns its result if it is settled by itself.
    fn enter_best(&mut self) -> Option<Look> {
        let frame = self.frames.last_mut()?;
        let shared = self.shared;
        // Most nodes are left at once: of those the others need not know.
        if !std::mem::replace(&mut frame.occupied, true) {
            shared.occupy(frame.node.key.0);
        }
        let crowd = |node: Node| shared.occupants(node.key.0);
        let choice = match self.number {
            0 => frame.choose(|_| 0, self.aside),
            _ => frame.choose(crowd, self.aside),
        };
        self.aside &= !choice.aside;
        frame.best = choice.best;
        let child = &frame.children[choice.best];
        let (m, node, first) = (child.m, child.node, child.look.first);
        // A mate in one would have settled it at its first visit.
        let probed = child.probed || !first;
        let (len, depth, path) = (less(frame.len), frame.depth + 1, extend(frame.path, m));
        let finished = frame.attacking && len <= FEW && shared.limits.finishes();
        if !first {
            // Another thread may have settled it, or another path of this one.
            let found = self.shared.table.look(node, len, depth).look;
            if found.is_settled() {
                frame.set(choice.best, found);
                return None;
            }
            self.mark_convergence(node);
        } else {
            self.raised = self.raised.saturating_sub(1);
            self.news = self.visited;
        }
        let limits =
            if finished { (INFINITE, INFINITE) } else { (choice.limit_pn, choice.limit_dn) };
        self.engine.play(m);
        let frame = self.frames.push();
        frame.enter(node, len, depth, path, limits);
        (frame.first, frame.probed) = (first, probed);
        self.open()
    }

    /// If the child was last reached by another way that leaves the path at some node above, its numbers
    /// are counted twice there: from now on that node takes the two branches by maximum. (KomoringHeights'
    /// form of Kishimoto's source node detection.)
    fn mark_convergence(&mut self, child: Node) {
        let Some(here) = self.frames.last().map(|frame| frame.node) else { return };
        let mut at = child;
        let mut last = (INFINITE, INFINITE);
        // Where a number has grown on the way, other branches flow in, and most of it is counted once.
        let (mut pn_kept, mut dn_kept) = (true, true);
        for _ in 0..64 {
            let Some((parent, pn, dn)) = self.shared.table.parent(at) else { return };
            pn_kept &= pn <= add(last.0, TRIBUTARIES);
            dn_kept &= dn <= add(last.1, TRIBUTARIES);
            if !pn_kept && !dn_kept {
                return;
            }
            last = (pn, dn);
            if parent == here {
                return;
            }
            if let Some(depth) = self.path.depth_of(parent) {
                let frame = &mut self.frames[depth as usize];
                let kept = if frame.attacking { dn_kept } else { pn_kept };
                if let Some(i) = frame.children.iter().position(|c| c.node == at)
                    && kept
                    && i != frame.best
                {
                    frame.marks.take_max(i, frame.best);
                }
                return;
            }
            at = parent;
        }
    }

    /// Leaves the last node with this result and stores it. Returns it with the effort spent.
    fn pop(&mut self, mut look: Look) -> Look {
        let Some((frame, above)) = self.frames.split_last() else { return look };
        self.raised = self.raised.min(frame.raised);
        look.amount = frame.amount.saturating_add(self.visited.wrapping_sub(frame.entered));
        self.path.leave(frame.node);
        let table = self.shared.table;
        let parent = above.last().map(|frame| frame.node);
        let known = if !look.is_settled() {
            table.store_open(frame.node, &look, frame.depth, parent, frame.marks)
        } else if look.is_no_mate()
            && look.len <= BRIEF
            && parent.is_some()
            && self.shared.limits.finishes()
        {
            false
        } else if look.lean.is_none() {
            table.store_settled(frame.node, &look)
        } else {
            if let Some(depths) = look.lean.depths() {
                let unless = depths.iter().map(|&depth| above[usize::from(depth)].node);
                table.store_conditional(
                    frame.node,
                    Fact { len: look.len, unless: unless.collect() },
                );
            } else if let Some(start) = look.lean.earliest() {
                self.repetitions.store(frame.path, frame.node, look.len, start);
            }
            table.store_repeated(frame.node, frame.depth);
            false
        };
        self.aside |= known && frame.first && self.shared.threads > 1;
        if frame.occupied {
            self.shared.vacate(frame.node.key.0);
        }
        if parent.is_some() {
            self.engine.undo();
        }
        self.frames.pop();
        look
    }

    /// If another thread has settled a node of the path meanwhile: goes back to the first such node, and
    /// returns its result.
    fn rejoin(&mut self) -> Option<Look> {
        let table = self.shared.table;
        let known = |frame: &Frame| table.look(frame.node, frame.len, frame.depth).look;
        let below_root = self.frames.iter().enumerate().skip(1);
        let mut looks = below_root.map(|(depth, frame)| (depth, known(frame)));
        let (depth, look) = looks.find(|(_, look)| look.is_settled())?;
        self.abandon(depth + 1);
        Some(look)
    }

    /// Leaves all nodes but the first `rest`, keeping their numbers.
    fn abandon(&mut self, rest: usize) {
        while self.frames.len() > rest
            && let Some(frame) = self.frames.last()
        {
            // The last node may be settled by itself, without children: then nothing is known to be kept.
            let look = if frame.children.is_empty() {
                Look::open(1, 1, frame.node.hand, 1)
            } else {
                frame.result(|| interposable(&self.engine, &self.rules))
            };
            self.pop(look);
        }
    }

    fn progress(&self) -> (u32, u32, Vec<Move>) {
        let (proof, disproof) = self.frames.first().map_or((0, 0), Frame::numbers);
        let line = self.frames.iter().rev().skip(1).rev();
        (proof, disproof, line.map(|f| f.children[f.best].m).collect())
    }
}

/// True if thresholds may be raised after so many visits without a new node: at first and then by turns, each
/// twice as long as the one before.
fn has_patience(visits: u32) -> bool {
    (visits / PATIENCE + 1).ilog2().is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_of_patience_double() {
        let changes: Vec<u32> = (1..32)
            .filter(|turn| has_patience(turn * PATIENCE) != has_patience(turn * PATIENCE - 1))
            .collect();
        assert!(has_patience(0) && has_patience(u32::MAX) != has_patience(u32::MAX / 2));
        assert_eq!(changes, [1, 3, 7, 15, 31]);
    }
}
