//! A node on the path with all its children at hand, so that coming back to it costs nothing.

use super::dominance::{before, disproof_hand, pool, proof_hand};
use super::lean::Lean;
use super::look::Look;
use super::number::{ENDLESS, INFINITE, LONGEST, MOST, Number, Plies, more};
use super::table::{Marks, Node};
use crate::position::{Hand, Move};
use std::cmp::Reverse;
use std::ops::{Deref, DerefMut};

/// Numbers from here on are taken by maximum: sums of them only measure how often paths converge.
const HUGE: Number = INFINITE / 32;

/// A move with what is known of the node after it.
#[derive(Clone, Debug)]
pub struct Child {
    /// The move.
    pub m: Move,
    /// The node after it.
    pub node: Node,
    /// What is known of that node.
    pub look: Look,
    /// The next of a chain of like moves, each looked at only once the one before it has failed.
    pub next: Option<u16>,
    /// False while it waits in a chain.
    pub active: bool,
    /// The attacker has been found to have no mate in one there.
    pub probed: bool,
}

/// A node on the path.
///
/// The code speaks of `own` numbers, those of the side to move (proof for the attacker, disproof for the
/// defender): a node's own number is the smallest of its children's, its other number their sum.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The node.
    pub node: Node,
    /// True if the attacker is to move.
    pub attacking: bool,
    /// Mates within so many plies count.
    pub len: Plies,
    /// Plies from the root.
    pub depth: u32,
    /// Hash of the moves from the root.
    pub path: u64,
    /// The defender's hand.
    pub defender: Hand,
    /// The children, in the order in which equal ones are tried.
    pub children: Vec<Child>,
    /// The child that the path goes through.
    pub best: usize,
    /// The node is left when its proof number reaches this.
    pub limit_pn: Number,
    /// The node is left when its disproof number reaches this.
    pub limit_dn: Number,
    /// [`Frame::limit_pn`], or more while thresholds are raised.
    pub raised_pn: Number,
    /// [`Frame::limit_dn`], or more while thresholds are raised.
    pub raised_dn: Number,
    /// Positions after its moves that were looked at while it was opened.
    pub tested: u32,
    /// Never visited before.
    pub first: bool,
    /// The attacker, to move, is known to have no mate in one.
    pub probed: bool,
    /// A child of it has been visited since it was entered.
    pub resumed: bool,
    /// The other threads have been told that this one is below it.
    pub occupied: bool,
    /// The thread's count of raised thresholds when the node was entered.
    pub raised: u32,
    /// What visits leave for the next one.
    pub marks: Marks,
    /// Effort spent here on earlier visits.
    pub amount: u32,
    /// The thread's count of visits when the node was entered.
    pub entered: u32,
}

/// The frames of the path. One that is left stays where it is for the next node at its depth, with its room for children.
#[derive(Default)]
pub struct Frames {
    frames: Vec<Frame>,
    /// Those on the path: the first so many.
    used: usize,
}

impl Frames {
    /// One more, [to be entered](Frame::enter).
    pub fn push(&mut self) -> &mut Frame {
        if self.used == self.frames.len() {
            self.frames.push(Frame::default());
        }
        self.used += 1;
        &mut self.frames[self.used - 1]
    }

    /// Leaves the last one.
    pub fn pop(&mut self) {
        self.used -= 1;
    }
}

impl Deref for Frames {
    type Target = [Frame];

    fn deref(&self) -> &[Frame] {
        &self.frames[..self.used]
    }
}

impl DerefMut for Frames {
    fn deref_mut(&mut self) -> &mut [Frame] {
        &mut self.frames[..self.used]
    }
}

/// Part of its number by which another child may be worse than the best one to be nearly as good.
const NEARLY: Number = 4;

/// By what part of the next best child's number a child may become worse than that before the search goes over to it.
const MARGIN: Number = 8;

/// How far a reply may become worse than the next best one besides: a disproof number is about the nodes that are left to
/// search, and to come back costs as much as some nodes.
const WAY_BACK: Number = 17;

/// [`MARGIN`] for checks where a length is asked for: mostly all checks are refuted in the end, and to go from one to the
/// other and back costs more than it saves.
const PATIENT_MARGIN: Number = 3;

/// Where a length is asked for, a check that seems to take so few nodes to refute is searched up to twice the proof number
/// that would do elsewhere, for the same reason.
const SHORT: Number = 64;

/// The choice of a child.
pub struct Choice {
    /// Its index.
    pub best: usize,
    /// Limits for it.
    pub limit_pn: Number,
    /// Limits for it.
    pub limit_dn: Number,
    /// It is the best but one.
    pub aside: bool,
}

/// What the children's other numbers come to.
#[derive(Default)]
struct Others {
    /// Of those that are added.
    sum: u64,
    /// Of those taken by maximum.
    largest: Number,
    /// Children that wait in chains.
    hidden: u64,
}

impl Others {
    #[inline(always)]
    fn count(&mut self, frame: &Frame, index: usize, child: &Child) {
        if !child.active {
            self.hidden += 1;
            return;
        }
        let number = frame.other(&child.look);
        if frame.is_maxed(index, number) {
            self.largest = self.largest.max(number);
        } else {
            self.sum += u64::from(number);
        }
    }

    /// Nothing is settled while a chain still has a move in it.
    fn waiting(&self) -> u64 {
        if self.hidden > 0 { (self.hidden / 8).max(1) } else { 0 }
    }

    /// The node's other number.
    fn total(&self) -> Number {
        (self.sum + self.waiting() + u64::from(self.largest)).min(u64::from(MOST)) as Number
    }

    /// What stays of it beside a child of this number, which counts by maximum or not. Beside one of those that
    /// count by maximum the others of them do not matter.
    fn without(&self, number: Number, maxed: bool) -> Number {
        let rest = if maxed {
            self.sum + self.waiting()
        } else {
            self.sum - u64::from(number) + self.waiting() + u64::from(self.largest)
        };
        rest.min(u64::from(MOST)) as Number
    }
}

/// One ply more, of a proved length.
fn longer(len: Plies) -> Plies {
    len.saturating_add(1).min(LONGEST)
}

impl Frame {
    /// Makes it the frame of a node that has just been put on the path, `depth` plies from the root, to be left when its
    /// proof or its disproof number reaches the limits.
    pub fn enter(
        &mut self,
        node: Node,
        len: Plies,
        depth: u32,
        path: u64,
        limits: (Number, Number),
    ) {
        (self.node, self.len, self.depth, self.path) = (node, len, depth, path);
        (self.limit_pn, self.limit_dn) = limits;
        (self.raised_pn, self.raised_dn) = limits;
        (self.first, self.probed, self.resumed, self.occupied) = (false, false, false, false);
    }

    /// True if a child got its numbers from a visit at a smaller depth.
    pub fn has_old(&self) -> bool {
        self.children.iter().any(|child| child.active && child.look.old)
    }

    fn own(&self, look: &Look) -> Number {
        if self.attacking { look.pn } else { look.dn }
    }

    fn other(&self, look: &Look) -> Number {
        if self.attacking { look.dn } else { look.pn }
    }

    fn is_maxed(&self, index: usize, number: Number) -> bool {
        number >= HUGE || self.marks.is_maxed(index)
    }

    /// Proof and disproof number.
    pub fn numbers(&self) -> (Number, Number) {
        let (mut own, mut others) = (INFINITE, Others::default());
        for (i, child) in self.children.iter().enumerate() {
            if child.active {
                own = own.min(self.own(&child.look));
            }
            others.count(self, i, child);
        }
        let other = if own == 0 { INFINITE } else { others.total() };
        if self.attacking { (own, other) } else { (other, own) }
    }

    /// Puts a result in its place, and wakes the next of the chain if the move has failed.
    pub fn set(&mut self, index: usize, look: Look) {
        let mut index = index;
        self.children[index].look = look;
        while self.other(&self.children[index].look) == 0 {
            let Some(next) = self.children[index].next else { break };
            index = usize::from(next);
            self.children[index].active = true;
        }
    }

    /// The most promising child, with the limits under which it stays so. There is an open child.
    ///
    /// `second + second / MARGIN` instead of `second + 1` keeps the search from jumping between children of
    /// nearly equal promise (Pawlewicz and Lew 2007), and so do `WAY_BACK` between replies and `SHORT`
    /// between checks.
    ///
    /// `crowd` tells how many threads are below a node. Of equally promising children the least crowded
    /// is chosen, so that threads spread out and yet none goes where a single thread would not have gone:
    /// virtual numbers (Kaneko 2010) send them into worse branches, which costs far more nodes. That leaves threads
    /// that have come to the same node at the same time, and go on side by side, step by step, for as long as no
    /// two children are equal: with `aside` the best child but one is chosen, if it is nearly as good.
    pub fn choose(&self, crowd: impl Fn(Node) -> u32, aside: bool) -> Choice {
        let (mut best, mut least) = (0, (Number::MAX, 0, 0));
        let mut next = (best, least);
        let mut all = Others::default();
        for (i, child) in self.children.iter().enumerate() {
            all.count(self, i, child);
            if !child.active {
                continue;
            }
            let own = self.own(&child.look);
            let others = if own > least.0 { 0 } else { crowd(child.node) };
            let rank = (own, others, self.other(&child.look));
            if rank < least {
                next = (best, least);
                (best, least) = (i, rank);
            } else if rank < next.1 {
                next = (i, rank);
            }
        }
        let second = next.1.0;
        let (own_limit, other_limit) = if self.attacking {
            (self.raised_pn, self.raised_dn)
        } else {
            (self.raised_dn, self.raised_pn)
        };
        let aside = aside && second < own_limit && second <= least.0 + least.0 / NEARLY + 1;
        if aside {
            (best, least) = next;
        }
        let patient = self.attacking && self.len != ENDLESS;
        let margin = second / if patient { PATIENT_MARGIN } else { MARGIN };
        let beyond = if self.attacking { 1 } else { WAY_BACK };
        let raised = if second >= INFINITE { INFINITE } else { second + margin + beyond };
        let mut own_limit = own_limit.min(raised);
        if patient && least.2 <= SHORT {
            own_limit = own_limit.saturating_mul(2).min(INFINITE);
        }
        let rest = all.without(least.2, self.is_maxed(best, least.2));
        let other_limit =
            if other_limit >= INFINITE { INFINITE } else { other_limit.saturating_sub(rest) };
        // A child's own side is our opponent: its own number is our other one.
        let (limit_pn, limit_dn) =
            if self.attacking { (own_limit, other_limit) } else { (other_limit, own_limit) };
        Choice { best, limit_pn, limit_dn, aside }
    }

    /// The result, from the children; settled if they settle it. `interposable` tells for a defender's node which
    /// kinds could be dropped in answer to the check.
    pub fn result(&self, interposable: impl FnOnce() -> Hand) -> Look {
        let (pn, dn) = self.numbers();
        if pn == 0 {
            self.mate(interposable)
        } else if dn == 0 {
            self.no_mate()
        } else {
            Look::open(pn, dn, self.node.hand, self.amount)
        }
    }

    fn mate(&self, interposable: impl FnOnce() -> Hand) -> Look {
        if self.attacking {
            let mates = self.children.iter().filter(|child| child.look.is_mate());
            let child = mates.min_by_key(|child| child.look.len).expect("a settling child");
            let hand = before(child.look.hand, self.node.hand, child.node.hand);
            Look::mate(longer(child.look.len), hand.min(self.node.hand), self.amount)
        } else {
            let needed = self.children.iter().fold(Hand::EMPTY, |hand, c| hand.max(c.look.hand));
            let len = self.children.iter().map(|c| longer(c.look.len)).max().unwrap_or(0);
            let hand = proof_hand(needed, self.node.hand, self.defender, interposable());
            Look::mate(len, hand, self.amount)
        }
    }

    /// The refutation, given that the children make one (an attacker without any is refuted).
    pub fn no_mate(&self) -> Look {
        let all = pool(self.node.hand, self.defender);
        let mut look = if self.attacking {
            let allowed = self.children.iter().fold(all, |hand, child| {
                hand.min(before(child.look.hand, self.node.hand, child.node.hand))
            });
            let len = self.children.iter().map(|c| more(c.look.len)).min().unwrap_or(ENDLESS);
            let hand = disproof_hand(allowed, self.node.hand);
            let lean = self.children.iter().fold(Lean::NONE, |lean, c| lean.and(c.look.lean));
            Look { lean, ..Look::no_mate(len, hand, self.amount) }
        } else {
            let holds = self.children.iter().filter(|c| c.active && c.look.is_no_mate());
            let child = holds
                .max_by_key(|c| {
                    let lean = c.look.lean;
                    (lean.is_none(), c.look.len, lean.earliest(), Reverse(lean.size()))
                })
                .expect("a settling child");
            let hand = child.look.hand.min(all).max(self.node.hand);
            let lean = child.look.lean;
            Look { lean, ..Look::no_mate(more(child.look.len), hand, self.amount) }
        };
        // What leans on this very node (or on one below it) holds on every path.
        if !look.lean.is_none() {
            look.hand = self.node.hand;
            look.lean = look.lean.above(self.depth);
        }
        look
    }
}
