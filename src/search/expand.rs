//! Opening a node: its moves, what is known of each, and which wait for which.

use super::dominance::before;
use super::estimate::{Estimate, Scene, checks_to_refute, each_to_refute};
use super::frame::{Child, Frame};
use super::last_plies::Near;
use super::lean::Lean;
use super::look::Look;
use super::number::{ENDLESS, Plies, less};
use super::path::{Path, Repetitions};
use super::table::{Marks, Node, Table};
use super::workers::Shared;
use crate::position::{
    BoardKey, Engine, ForcingMoveCount, FrontierResult, Hand, Move, MoveList, Role,
};
use crate::rules::{Rules, Side, Square};
use std::cell::Cell;

/// What opening a node needs besides the frame.
pub struct Expander<'a> {
    /// The game.
    pub rules: &'a Rules,
    /// What is known on every path.
    pub table: &'a Table,
    /// The path up to the node.
    pub path: &'a Path,
    /// What is known on this path.
    pub repetitions: &'a Repetitions,
    /// The side that mates.
    pub attacker: Side,
    /// What is near to the end may be [searched to it](super::watch::Limits::finishes).
    pub finishes: bool,
    /// Knows when the search is to end.
    pub shared: &'a Shared<'a>,
    /// Tests of moves between two looks at the clock.
    pub poll_interval: u32,
    /// It is to end.
    pub called_off: Cell<bool>,
}

/// Lists that opening a node fills, kept for the room that they have.
#[derive(Default)]
pub struct Scratch {
    pub(super) moves: MoveList,
    /// The moves with the nodes after them and their estimates.
    ranked: Vec<(Move, Node, Estimate)>,
    /// The replies to a check.
    pub(super) replies: MoveList,
    /// The checks after a reply.
    pub(super) checks: MoveList,
    /// The defender's royals.
    royals: Vec<Square>,
    /// The last child of each chain so far, and the square that its drops are on.
    chains: Vec<(Option<Square>, usize)>,
    /// What is searched without the table.
    pub(super) near: Near,
    /// The node after a check that is worked out at once.
    pub(super) leaf: Frame,
}

/// Order-sensitive hash of a path and one more move.
pub fn extend(path: u64, m: Move) -> u64 {
    let mixed = (path ^ m.bits()).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed.rotate_left(32).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ mixed
}

/// The node that an engine stands at.
pub fn node_of<E: Engine>(engine: &E, rules: &Rules, attacker: Side) -> Node {
    let hands = || engine.hand(attacker.other());
    node(rules, engine.key(), engine.hand(attacker), hands)
}

/// The kinds that could be dropped in answer to the check.
pub fn interposable<E: Engine>(engine: &E, rules: &Rules) -> Hand {
    if rules.has_drops() { engine.interposable_kinds() } else { Hand::EMPTY }
}

/// The node after a move.
pub fn node_after<E: Engine>(engine: &mut E, rules: &Rules, attacker: Side, m: Move) -> Node {
    let (key, hand) = engine.key_and_hand_after(m, attacker);
    node(rules, key, hand, || engine.key_and_hand_after(m, attacker.other()).1)
}

/// Where hands do not dominate each other, they are part of the key.
fn node(rules: &Rules, key: BoardKey, hand: Hand, defender: impl FnOnce() -> Hand) -> Node {
    if rules.hands_dominate || !rules.has_drops() {
        return Node { key, hand };
    }
    let both = hand.bits() ^ defender().bits().rotate_left(31);
    let mixed = (key.0 ^ both.wrapping_mul(0x9E37_79B9_7F4A_7C15)).rotate_left(23);
    Node { key: BoardKey(mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93)), hand: Hand::EMPTY }
}

/// The proof of an attacker's node that this move mates at once.
pub fn mate_at_once<E: Engine>(engine: &mut E, rules: &Rules, attacker: Side, m: Move) -> Look {
    let node = node_of(engine, rules, attacker);
    engine.play(m);
    let leaf = Frame {
        node: node_of(engine, rules, attacker),
        defender: engine.hand(attacker.other()),
        ..Frame::default()
    };
    let mate = leaf.result(|| interposable(engine, rules));
    engine.undo();
    let hand = before(mate.hand, node.hand, leaf.node.hand).min(node.hand);
    Look::mate(1, hand, 1)
}

impl Expander<'_> {
    /// True if the search is to end, so that nothing more need be tested; asked after so many tests. What is open then stays
    /// open.
    pub(super) fn is_called_off(&self, tested: u32) -> bool {
        if tested.is_multiple_of(self.poll_interval) && self.shared.is_called_off() {
            self.called_off.set(true);
        }
        self.called_off.get()
    }

    /// Fills `frame` (node, len, depth, path and `probed` are set) with its children. Returns the result if
    /// the node is settled by itself.
    pub fn expand<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        scratch: &mut Scratch,
    ) -> Option<Look> {
        frame.attacking = engine.side() == self.attacker;
        frame.defender = engine.hand(self.attacker.other());
        frame.children.clear();
        frame.tested = 0;
        (frame.marks, frame.amount, frame.best) = (Marks::default(), 0, 0);
        if frame.attacking {
            self.expand_attacker(engine, frame, scratch)
        } else {
            self.expand_defender(engine, frame, scratch)
        }
    }

    fn expand_attacker<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        scratch: &mut Scratch,
    ) -> Option<Look> {
        if frame.len == 0 {
            return Some(Look::no_mate(0, frame.node.hand, 1));
        }
        if frame.probed {
            debug_assert!(engine.mate_in_one().is_none());
        } else if let Some(m) = engine.mate_in_one() {
            return Some(mate_at_once(engine, self.rules, self.attacker, m));
        }
        engine.generate_forcing(&mut scratch.moves);
        if scratch.moves.is_empty() {
            return Some(self.quiet(engine));
        }
        if frame.len <= 2 {
            // There is no mate in one.
            return Some(Look::no_mate(2, frame.node.hand, 1));
        }
        if frame.len == 3 && self.fails_in_three(engine, frame, scratch) {
            return Some(Look::no_mate(3, frame.node.hand, 1));
        }
        if frame.len == 5
            && self.finishes
            && frame.first
            && self.fails_in_five(engine, frame, scratch)
        {
            return Some(Look::no_mate(5, frame.node.hand, 1));
        }
        self.children(engine, frame, scratch, Role::Attacker);
        if frame.len == 3 {
            self.finish_checks(engine, frame, scratch);
        }
        None
    }

    fn expand_defender<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        scratch: &mut Scratch,
    ) -> Option<Look> {
        engine.generate_legal(&mut scratch.moves);
        if scratch.moves.is_empty() {
            return Some(frame.result(|| interposable(engine, self.rules)));
        }
        if frame.len <= 1 {
            return Some(Look::no_mate(1, frame.node.hand, 1));
        }
        self.children(engine, frame, scratch, Role::Defender);
        link(engine, frame, &mut scratch.chains);
        self.test_replies(engine, frame, &mut scratch.checks);
        None
    }

    /// The refutation of an attacker's node that has no forcing move.
    fn quiet<E: Engine>(&self, engine: &E) -> Look {
        let node = node_of(engine, self.rules, self.attacker);
        let defender = engine.hand(self.attacker.other());
        Frame { node, attacking: true, defender, ..Frame::default() }.no_mate()
    }

    fn children<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        scratch: &mut Scratch,
        role: Role,
    ) {
        let found = self.table.look(frame.node, frame.len, frame.depth);
        frame.marks = found.marks;
        frame.amount = found.look.amount;
        let Scratch { moves, ranked, royals, .. } = scratch;
        ranked.clear();
        // All are on their way from memory before the first is looked at, with other work meanwhile.
        for &m in moves.iter() {
            let node = node_after(engine, self.rules, self.attacker, m);
            self.table.prefetch(node.key);
            ranked.push((m, node, Estimate::default()));
        }
        engine.royals(self.attacker.other(), royals);
        let each = match role {
            Role::Attacker => {
                let checks = ForcingMoveCount::of(moves);
                each_to_refute(checks, engine.attack_potential(self.attacker), frame.len)
            }
            Role::Defender => 1,
        };
        let scene = Scene::new(self.rules, royals, each);
        for (m, _, estimate) in ranked.iter_mut() {
            *estimate = scene.estimate(engine, role, *m);
        }
        for (_, node, _) in ranked.iter() {
            self.table.prefetch_entries(node.key);
        }
        ranked.sort_unstable_by_key(|(m, _, estimate)| (estimate.order, *m));
        for &(m, node, Estimate { pn, dn, .. }) in ranked.iter() {
            let mut look = self.child_look(frame, node, m);
            if look.first {
                (look.pn, look.dn) = (look.pn.max(pn), look.dn.max(dn));
            }
            frame.children.push(Child { m, node, look, next: None, active: true, probed: false });
        }
    }

    /// Looks at the positions after the replies, as far as that settles them: those never seen before, and
    /// all of them where the attacker has one move left. Replies that wait in a chain are left alone.
    fn test_replies<E: Engine>(&self, engine: &mut E, frame: &mut Frame, checks: &mut MoveList) {
        let last = frame.len == 2;
        for i in 0..frame.children.len() {
            let Child { m, node, mut look, active, .. } = frame.children[i];
            if !active || look.is_settled() || !look.first && !last {
                continue;
            }
            // What a test settles stands in the frame alone, and is found again; what it leaves open is kept.
            if let Some(dn) = frame.marks.tested.get(i) {
                look.dn = look.dn.max(dn);
            } else {
                frame.tested += 1;
                if self.is_called_off(frame.tested) {
                    break;
                }
                look = self.test_reply(engine, m, less(frame.len), look, checks);
                if !look.is_settled() {
                    frame.marks.tested.add(i, look.dn);
                }
            }
            if last && !look.is_settled() {
                look = Look::no_mate(2, node.hand, 1);
            }
            if look.is_settled() {
                frame.set(i, look);
                if look.is_no_mate() {
                    break;
                }
            } else {
                frame.children[i].look = look;
                frame.children[i].probed = true;
            }
        }
    }

    /// Looks at the position after a reply, of which `look` is known for `len` plies. It is settled if there is no
    /// forcing move, or a mate in one. If not, every forcing move will have to be refuted, and to know their number
    /// now is worth more than to find it out by opening the node.
    fn test_reply<E: Engine>(
        &self,
        engine: &mut E,
        reply: Move,
        len: Plies,
        look: Look,
        checks: &mut MoveList,
    ) -> Look {
        engine.play(reply);
        let found = match engine.test_frontier(checks) {
            FrontierResult::NoForcingMove => self.quiet(engine),
            FrontierResult::Mate(m) => mate_at_once(engine, self.rules, self.attacker, m),
            FrontierResult::Undecided(checks) => {
                let dn = checks_to_refute(checks, engine.attack_potential(self.attacker), len);
                Look { dn: look.dn.max(dn), ..look }
            }
        };
        engine.undo();
        found
    }

    /// What is known of the node after a move. Inlined, as the look goes on to the child by parts.
    #[inline(always)]
    fn child_look(&self, frame: &Frame, node: Node, m: Move) -> Look {
        let len = less(frame.len);
        if let Some(depth) = self.path.repeats(node) {
            return Look::repetition(ENDLESS, node.hand, Lean::on(depth));
        }
        let found = self.table.look(node, len, frame.depth + 1);
        if !found.marks.repeated || found.look.is_settled() {
            return found.look;
        }
        if let Some(lean) = self.leaning(node, len) {
            let look = Look::repetition(len, node.hand, lean);
            if lean.is_none() {
                self.table.store_settled(node, &look);
            }
            return look;
        }
        if let Some((known, start)) = self.repetitions.get(extend(frame.path, m), node)
            && known >= len
        {
            return Look::repetition(known, node.hand, Lean::on(start).and(Lean::MANY));
        }
        found.look
    }

    /// What a conditional refutation of the node leans on here, if one holds: every position that it
    /// excepts is on the path, or refuted by now.
    fn leaning(&self, node: Node, len: Plies) -> Option<Lean> {
        self.table.conditional(node, |fact| {
            if fact.len < len {
                return None;
            }
            fact.unless.iter().try_fold(Lean::NONE, |lean, &excepted| {
                if let Some(depth) = self.path.repeats(excepted) {
                    Some(lean.and(Lean::on(depth)))
                } else {
                    let refuted = self.table.look(excepted, len, 0).look.is_no_mate();
                    refuted.then_some(lean)
                }
            })
        })
    }
}

/// Chains like moves: drops on one square against a check, and all drops on squares that no other piece
/// covers. The later ones almost always share the fate of the first, and counting all of them at once
/// would make the node look harder than it is. What is settled already stays out.
///
/// The attacker's moves are not chained: that the promotion fails where declining it mates is what many
/// problems are about (pawn drops must not mate), and to be refuted first it takes very long.
fn link<E: Engine>(engine: &E, frame: &mut Frame, chains: &mut Vec<(Option<Square>, usize)>) {
    chains.clear();
    // Drops on one square follow each other.
    let mut last_drop = None;
    for i in 0..frame.children.len() {
        let child = &frame.children[i];
        if child.m.dropped().is_none() || child.look.is_settled() {
            continue;
        }
        let to = child.m.to();
        let bare = match last_drop {
            Some((square, bare)) if square == to => bare,
            _ => engine.count_support(child.m) == 0,
        };
        last_drop = Some((to, bare));
        let square = (!bare).then_some(to);
        let Some((_, last)) = chains.iter_mut().find(|(other, _)| *other == square) else {
            chains.push((square, i));
            continue;
        };
        let head = std::mem::replace(last, i);
        frame.children[head].next = Some(i as u16);
        frame.children[i].active = false;
    }
}
