//! Opening a node: its moves, what is known of each, and which wait for which.

use super::estimate::Scene;
use super::frame::{Child, Frame};
use super::look::Look;
use super::number::less;
use super::path::{Path, Repetitions};
use super::table::{Node, Table};
use crate::position::{BoardKey, Engine, Hand, Move, MoveList, Role};
use crate::rules::{Rules, Side, Square};

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
}

/// Order-sensitive hash of a path and one more move.
pub fn extend(path: u64, m: Move) -> u64 {
    let mixed = (path ^ m.bits()).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed.rotate_left(32).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ mixed
}

/// The node that an engine stands at. Where hands do not dominate each other, they are part of the key.
pub fn node_of<E: Engine>(engine: &E, rules: &Rules, attacker: Side) -> Node {
    let (key, hand) = (engine.key(), engine.hand(attacker));
    if rules.hands_dominate || !rules.has_drops() {
        return Node { key, hand };
    }
    let both = hand.bits() ^ engine.hand(attacker.other()).bits().rotate_left(31);
    let mixed = (key.0 ^ both.wrapping_mul(0x9E37_79B9_7F4A_7C15)).rotate_left(23);
    Node { key: BoardKey(mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93)), hand: Hand::EMPTY }
}

impl Expander<'_> {
    /// Fills `frame` (node, len, depth and path are set) with its children. Returns the result if the
    /// node is settled by itself.
    pub fn expand<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        moves: &mut MoveList,
    ) -> Option<Look> {
        frame.attacking = engine.side() == self.attacker;
        frame.defender = engine.hand(self.attacker.other());
        frame.children.clear();
        (frame.maxed, frame.repeated, frame.amount, frame.best) = (0, false, 0, 0);
        if frame.attacking {
            self.expand_attacker(engine, frame, moves)
        } else {
            self.expand_defender(engine, frame, moves)
        }
    }

    fn expand_attacker<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        moves: &mut MoveList,
    ) -> Option<Look> {
        if frame.len == 0 {
            return Some(Look::no_mate(0, frame.node.hand, 1));
        }
        if let Some(look) = self.frontier(engine, moves) {
            return Some(look);
        }
        if frame.len <= 2 {
            // There is no mate in one.
            return Some(Look::no_mate(2, frame.node.hand, 1));
        }
        self.children(engine, frame, moves, Role::Attacker);
        frame.drops_may_answer = false;
        None
    }

    fn expand_defender<E: Engine>(
        &self,
        engine: &mut E,
        frame: &mut Frame,
        moves: &mut MoveList,
    ) -> Option<Look> {
        engine.legal(moves);
        frame.drops_may_answer = self.rules.has_drops() && engine.drops_may_answer();
        if moves.is_empty() {
            // `mate` at a defender's node with no children.
            return Some(frame.result_without_replies());
        }
        if frame.len <= 1 {
            return Some(Look::no_mate(1, frame.node.hand, 1));
        }
        self.children(engine, frame, moves, Role::Defender);
        None
    }

    /// Settles an attacker's node that has no forcing move, or mates at once.
    fn frontier<E: Engine>(&self, engine: &mut E, moves: &mut MoveList) -> Option<Look> {
        let node = node_of(engine, self.rules, self.attacker);
        let defender = engine.hand(self.attacker.other());
        engine.forcing(moves);
        if moves.is_empty() {
            let bare = Frame { node, attacking: true, defender, ..Frame::default() };
            return Some(bare.result());
        }
        let m = engine.mate_in_one()?;
        engine.play(m);
        let leaf = Frame {
            node: node_of(engine, self.rules, self.attacker),
            defender: engine.hand(self.attacker.other()),
            drops_may_answer: self.rules.has_drops() && engine.drops_may_answer(),
            ..Frame::default()
        };
        engine.undo();
        let mate = leaf.result_without_replies();
        let hand = super::dominance::before(mate.hand, node.hand, leaf.node.hand).min(node.hand);
        Some(Look::mate(1, hand, 1))
    }

    fn children<E: Engine>(&self, engine: &mut E, frame: &mut Frame, moves: &MoveList, role: Role) {
        let scene = Scene::new(self.rules, engine, self.attacker.other());
        let found = self.table.look(frame.node, frame.len, frame.depth);
        frame.maxed = found.maxed;
        frame.repeated = found.repeated;
        frame.amount = found.look.amount;
        let mut estimates: Vec<_> =
            moves.iter().map(|&m| (scene.estimate(engine, role, m), m)).collect();
        estimates.sort_by_key(|(estimate, m)| (estimate.order, *m));
        let mut scratch = MoveList::new();
        for (estimate, m) in estimates {
            engine.play(m);
            let node = node_of(engine, self.rules, self.attacker);
            let mut look = self.child_look(frame, node, m);
            if look.first {
                (look.pn, look.dn) = (look.pn.max(estimate.pn), look.dn.max(estimate.dn));
                if role == Role::Defender {
                    if let Some(settled) = self.frontier(engine, &mut scratch) {
                        if !settled.is_mate() || settled.len <= less(frame.len) {
                            look = settled;
                        }
                    }
                }
            }
            engine.undo();
            frame.children.push(Child { m, node, look, next: None, active: true });
        }
        self.link(frame, role);
    }

    fn child_look(&self, frame: &Frame, node: Node, m: Move) -> Look {
        let len = less(frame.len);
        if let Some(start) = self.path.repeats(node) {
            return Look::repetition(super::number::ENDLESS, node.hand, start);
        }
        let found = self.table.look(node, len, frame.depth + 1);
        if found.repeated && !found.look.is_settled() {
            if let Some((known, start)) = self.repetitions.get(extend(frame.path, m), node) {
                if known >= len {
                    return Look::repetition(known, node.hand, start);
                }
            }
        }
        found.look
    }

    /// Chains like moves: drops of different kinds on one square against a check, and a move with and
    /// without promotion. The later ones almost always share the fate of the first, and counting all of
    /// them at once would make the node look harder than it is.
    fn link(&self, frame: &mut Frame, role: Role) {
        let mut drops: Vec<(Square, usize)> = Vec::new();
        for i in 0..frame.children.len() {
            let m = frame.children[i].m;
            let head = if m.dropped().is_some() {
                if role == Role::Attacker {
                    continue;
                }
                match drops.iter_mut().find(|(square, _)| *square == m.to()) {
                    Some((_, last)) => std::mem::replace(last, i),
                    None => {
                        drops.push((m.to(), i));
                        continue;
                    }
                }
            } else {
                // Sorted order puts the promotion first where it is.
                match (0..i).find(|&k| frame.children[k].m == m.with_change(true)) {
                    Some(k) if !m.changes() && frame.children[k].next.is_none() => k,
                    _ => continue,
                }
            };
            frame.children[head].next = Some(i as u16);
            frame.children[i].active = false;
        }
        let heads: Vec<usize> =
            (0..frame.children.len()).filter(|&i| frame.children[i].active).collect();
        for i in heads {
            let look = frame.children[i].look;
            frame.set(i, look);
        }
    }
}

impl Frame {
    /// The mate at a defender's node without a legal reply.
    fn result_without_replies(&self) -> Look {
        let hand = super::dominance::proof_hand(
            Hand::EMPTY,
            self.node.hand,
            self.defender,
            self.drops_may_answer,
        );
        Look::mate(0, hand, 1)
    }
}
