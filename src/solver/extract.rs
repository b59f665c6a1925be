//! From the search's table to a certificate: walks a settled graph and writes down, for every attacker's
//! position that is needed, what to play or how the defence holds.
//!
//! What the table has forgotten is searched again, from the position where it is missing. Nothing here needs
//! to be right for a verdict to be right: the checker replays the result.
//!
//! A mate is written down with the least hand that is known to do, not with the one that play leads to: one board comes
//! with many hands, and most of them are covered by a few (`benches/history.md`).

use crate::position::{Engine, FrontierResult, Hand, Move, MoveList, Position};
use crate::proof::certificate::{Doubt, Node, Play};
use crate::rules::{Rules, Side};
use crate::search::dominance::defender_rest;
use crate::search::key_map::KeyMap;
use crate::search::node_key::NodeKey;
use crate::search::plies::{Plies, UNLIMITED_PLIES, one_ply_less};
use crate::search::searcher::Searcher;
use crate::search::shared_state::SharedState;
use std::collections::HashMap;
use std::sync::Arc;

/// Collects the nodes of one certificate.
pub struct Extractor<'s, E> {
    pub(crate) searcher: Searcher<'s, E>,
    pub(crate) attacker: Side,
    pub(crate) nodes: Vec<Node>,
    /// Nodes by board: attacker's hand, plies, index.
    pub(crate) known: KeyMap<u64, Vec<(Hand, Plies, usize)>>,
    /// Bytes that may still be used.
    pub(crate) room: usize,
    /// The longest lines from positions of play, where they are not as long as their nodes say.
    pub(crate) lengths_of_play: Option<HashMap<NodeKey, Plies>>,
    /// Lists not in use.
    pub(crate) spare: Vec<MoveList>,
    /// Replies that held against the last checks, the last first.
    last_replies: Vec<Move>,
}

/// Replies that are remembered.
const MAX_LAST_REPLIES: usize = 8;

/// Replies tested, where more than a mate in one is to be ruled out, before a search is asked.
const MAX_TESTED_REPLIES: usize = 64;

/// A position on the way, while its replies are gone through.
struct MateStep {
    position: Position,
    /// The hands that play has led to, if others stand in their place.
    hands: Option<[Hand; 2]>,
    m: Move,
    replies: MoveList,
    next: usize,
    /// Longest mate after the replies gone through.
    worst: Plies,
    /// Every reply must be mated within this.
    limit: Plies,
}

/// A position on the way, while the attacker's moves are gone through.
struct HoldStep {
    index: usize,
    moves: MoveList,
    next: usize,
    /// No mate within this at the position.
    len: Plies,
    /// A move and a reply were played to come here.
    entered: bool,
}

impl<'s, E: Engine> Extractor<'s, E> {
    /// An extractor at the engine's position, for a certificate of at most `room` bytes.
    pub fn new(
        shared: &'s SharedState<'s>,
        rules: &Arc<Rules>,
        attacker: Side,
        engine: E,
        room: usize,
    ) -> Self {
        Extractor {
            searcher: Searcher::new(shared, rules, attacker, engine),
            attacker,
            nodes: Vec::new(),
            known: KeyMap::default(),
            room,
            lengths_of_play: None,
            spare: Vec::new(),
            last_replies: Vec::new(),
        }
    }

    /// Writes down that the attacker mates within `len` plies. Returns the length of the longest line;
    /// plies at the nodes are as small as the proof makes them.
    ///
    /// # Errors
    /// If the proof cannot be completed.
    pub fn mate(&mut self, len: Plies) -> Result<Plies, Doubt> {
        let plies = if self.searcher.engine().side() == self.attacker {
            self.mate_from(len)?
        } else {
            let mut replies = self.list();
            self.searcher.engine().generate_legal(&mut replies);
            let mut worst = 0;
            for &reply in &replies {
                self.searcher.engine().play(reply);
                let plies = self.mate_from(len.checked_sub(1).ok_or(Doubt::Contradiction)?);
                self.searcher.engine().undo();
                worst = worst.max(plies? + 1);
            }
            worst
        };
        Ok(plies)
    }

    /// Writes down that the attacker does not mate within `len` plies ([`UNLIMITED_PLIES`]: at all).
    /// Returns the defender's first move if he is to move.
    ///
    /// # Errors
    /// If the proof cannot be completed.
    pub fn no_mate(&mut self, len: Plies) -> Result<Option<Move>, Doubt> {
        if self.searcher.engine().side() == self.attacker {
            self.hold_from(len)?;
            return Ok(None);
        }
        let (reply, open) = self.choose_reply(None, len)?;
        if let Some((reply, len)) = open {
            self.searcher.engine().play(reply);
            let held = self.hold_from(len);
            self.searcher.engine().undo();
            held?;
        }
        Ok(Some(reply))
    }

    /// Bytes that may still be used.
    pub fn room(&self) -> usize {
        self.room
    }

    /// What was written down.
    pub fn into_nodes(self) -> Vec<Node> {
        self.nodes
    }

    pub(crate) fn list(&mut self) -> MoveList {
        self.spare.pop().unwrap_or_default()
    }

    /// Takes room for a node with `moves` moves.
    pub(crate) fn pay(&mut self, position: &Position, moves: usize) -> Result<(), Doubt> {
        let bytes = size_of::<Node>() + position.board.len() + 40 + 16 * moves;
        self.room = self.room.checked_sub(bytes).ok_or(Doubt::Memory)?;
        Ok(())
    }

    /// Plies of an attacker's node already written that serves for this one within `len`.
    fn mated(&self, node: NodeKey, len: Plies) -> Option<Plies> {
        let list = self.known.get(&node.board.0)?;
        let fits =
            list.iter().filter(|(hand, plies, _)| node.hand.dominates(*hand) && *plies <= len);
        fits.map(|(_, plies, _)| *plies).min()
    }

    /// Writes down a mate within `len` from the engine's position, an attacker's node.
    fn mate_from(&mut self, len: Plies) -> Result<Plies, Doubt> {
        let node = self.searcher.node();
        if let Some(plies) = self.mated(node, len) {
            return Ok(plies);
        }
        // The root is to be a node itself.
        let mut steps = vec![self.open_mate(len, None)?];
        loop {
            if self.searcher.is_over() {
                return Err(Doubt::Stopped);
            }
            let Some(step) = steps.last_mut() else { return Err(Doubt::Contradiction) };
            if let Some(&reply) = step.replies.get(step.next) {
                let limit = step.limit;
                let node = self.searcher.node_after(reply);
                if let Some(plies) = self.mated(node, limit) {
                    step.worst = step.worst.max(plies);
                    step.next += 1;
                } else {
                    self.searcher.engine().play(reply);
                    let hands = self.narrow(limit);
                    let deeper = self.open_mate(limit, hands)?;
                    steps.push(deeper);
                }
                continue;
            }
            let Some(step) = steps.pop() else { return Err(Doubt::Contradiction) };
            self.searcher.engine().undo();
            let plies = step.worst + if step.replies.is_empty() { 1 } else { 2 };
            self.spare.push(step.replies);
            let node = self.searcher.node();
            let mate = Node { position: step.position, plies, play: Play::Mate(step.m) };
            let plies = self.write_mate(node, mate);
            if let Some(hands) = step.hands {
                self.searcher.engine().set_hands(hands);
            }
            let Some(above) = steps.last_mut() else { return Ok(plies) };
            self.searcher.engine().undo();
            above.worst = above.worst.max(plies);
            above.next += 1;
        }
    }

    /// Adds a mate, unless one as short stands there. Returns the plies of the one that stands.
    fn write_mate(&mut self, at: NodeKey, mate: Node) -> Plies {
        let list = self.known.get(&at.board.0).map_or(&[][..], Vec::as_slice);
        let known = list.iter().find(|(hand, _, _)| *hand == at.hand).map(|&(_, plies, _)| plies);
        match known {
            // It has come up below this very position, and others lean on it already.
            Some(known) if known <= mate.plies => known,
            _ => {
                let plies = mate.plies;
                self.write(at, plies, mate);
                plies
            }
        }
    }

    /// Adds a node that is known for so many plies, in place of one of the same position. Returns its index.
    fn write(&mut self, at: NodeKey, plies: Plies, node: Node) -> usize {
        let list = self.known.entry(at.board.0).or_default();
        if let Some((_, known, index)) = list.iter_mut().find(|(hand, _, _)| *hand == at.hand) {
            *known = plies;
            self.nodes[*index] = node;
            return *index;
        }
        list.push((at.hand, plies, self.nodes.len()));
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Leaves the attacker, to move at the engine's position, only what is known to be enough for a mate within `len`.
    /// Returns the hands as they were if there is a difference.
    fn narrow(&mut self, len: Plies) -> Option<[Hand; 2]> {
        if !self.searcher.hands_dominate() {
            return None;
        }
        let enough = self.searcher.mating_hand(len)?;
        let engine = self.searcher.engine();
        let hands = Side::BOTH.map(|side| engine.hand(side));
        let (us, them) = (self.attacker.index(), self.attacker.other().index());
        if enough == hands[us] {
            return None;
        }
        let mut fewer = hands;
        (fewer[us], fewer[them]) = (enough, defender_rest(hands[us], hands[them], enough));
        engine.set_hands(fewer);
        Some(hands)
    }

    /// Chooses the attacker's move at the engine's position and plays it. `hands` are those that play has led to, if
    /// others stand in their place.
    fn open_mate(&mut self, len: Plies, hands: Option<[Hand; 2]>) -> Result<MateStep, Doubt> {
        let position = self.searcher.engine().position();
        self.pay(&position, 0)?;
        let (m, left) = self.choose_mate(len)?;
        let mut replies = self.list();
        self.searcher.engine().play(m);
        self.searcher.engine().generate_legal(&mut replies);
        if left == 0 && !replies.is_empty() {
            self.searcher.engine().undo();
            return Err(Doubt::Contradiction);
        }
        let limit = left.saturating_sub(1);
        Ok(MateStep { position, hands, m, replies, next: 0, worst: 0, limit })
    }

    /// A move that mates within `len`, and the plies that are enough after it.
    fn choose_mate(&mut self, len: Plies) -> Result<(Move, Plies), Doubt> {
        if let Some(m) = self.searcher.engine().mate_in_one() {
            return if len == 0 { Err(Doubt::Contradiction) } else { Ok((m, 0)) };
        }
        let mut moves = self.list();
        self.searcher.engine().generate_forcing(&mut moves);
        let mut best: Option<(Move, Plies)> = None;
        let looks = self.searcher.probe_after(&moves, len.saturating_sub(1));
        for (&m, look) in moves.iter().zip(looks) {
            if look.is_mate() && best.is_none_or(|(_, plies)| look.plies() < plies) {
                best = Some((m, look.plies()));
            }
        }
        self.spare.push(moves);
        if let Some(best) = best {
            return Ok(best);
        }
        let (look, m) = self.searcher.decide(len).map_err(|_| Doubt::Stopped)?;
        match m {
            Some(m) if look.is_mate() && look.plies() > 0 => Ok((m, look.plies() - 1)),
            _ => Err(Doubt::Contradiction),
        }
    }

    /// True if a node already written covers an attacker's node for `len`.
    fn held(&self, node: NodeKey, len: Plies) -> bool {
        if len == 0 {
            return true;
        }
        let list = self.known.get(&node.board.0);
        list.is_some_and(|list| {
            list.iter().any(|(hand, plies, _)| hand.dominates(node.hand) && *plies >= len)
        })
    }

    /// Writes down that there is no mate within `len` from the engine's position, an attacker's node.
    fn hold_from(&mut self, len: Plies) -> Result<(), Doubt> {
        let node = self.searcher.node();
        if self.held(node, len) {
            return Ok(());
        }
        let mut steps = vec![self.open_hold(len, false)?];
        while let Some(step) = steps.last_mut() {
            let Some(&m) = step.moves.get(step.next) else {
                if step.entered {
                    self.searcher.engine().undo();
                    self.searcher.engine().undo();
                }
                if let Some(step) = steps.pop() {
                    self.spare.push(step.moves);
                }
                continue;
            };
            step.next += 1;
            let (index, len) = (step.index, step.len);
            self.searcher.engine().play(m);
            let (reply, open) = self.choose_reply(Some(m), one_ply_less(len))?;
            if let Play::Hold(replies) = &mut self.nodes[index].play {
                replies.push((m, reply));
            }
            let Some((reply, len)) = open else {
                self.searcher.engine().undo();
                continue;
            };
            self.searcher.engine().play(reply);
            steps.push(self.open_hold(len, true)?);
        }
        Ok(())
    }

    fn open_hold(&mut self, len: Plies, entered: bool) -> Result<HoldStep, Doubt> {
        // An attacker's mate takes an odd number of plies.
        let len = if len == UNLIMITED_PLIES { len } else { len - 1 + len % 2 };
        let position = self.searcher.engine().position();
        let node = self.searcher.node();
        let mut moves = self.list();
        self.searcher.engine().generate_forcing(&mut moves);
        self.pay(&position, moves.len())?;
        let plies = if len == UNLIMITED_PLIES { 0 } else { len };
        let play = Play::Hold(Vec::with_capacity(moves.len()));
        // One with the same hand has fewer plies: what leans on it needs less.
        let index = self.write(node, len, Node { position, plies, play });
        Ok(HoldStep { index, moves, next: 0, len, entered })
    }

    /// A reply at the engine's position, a defender's node reached by `check`, that is no mate within `len`. The second
    /// part is the reply with the plies for the position after it, unless that position is written down already or needs
    /// nothing.
    fn choose_reply(
        &mut self,
        check: Option<Move>,
        len: Plies,
    ) -> Result<(Move, Option<(Move, Plies)>), Doubt> {
        let rest = one_ply_less(len);
        let mut replies = self.list();
        self.searcher.engine().generate_legal(&mut replies);
        let found = self.find_reply(check, rest, &mut replies);
        self.spare.push(replies);
        if let Some((reply, covered)) = found? {
            if self.last_replies.first() != Some(&reply) {
                self.last_replies.retain(|&other| other != reply);
                self.last_replies.truncate(MAX_LAST_REPLIES - 1);
                self.last_replies.insert(0, reply);
            }
            return Ok((reply, (!covered).then_some((reply, rest))));
        }
        let (look, reply) = self.searcher.decide(len).map_err(|_| Doubt::Stopped)?;
        match reply {
            Some(reply) if look.is_no_mate() => Ok((reply, Some((reply, rest)))),
            _ => Err(Doubt::Contradiction),
        }
    }

    /// A reply after which there is no mate within `rest`, if one can be told without a search, and whether that position is
    /// written down. Replies that held against the last checks are tested first, then captures of the piece that gives check:
    /// in large games most of hundreds of checks fail to the same few of hundreds of replies.
    fn find_reply(
        &mut self,
        check: Option<Move>,
        rest: Plies,
        replies: &mut MoveList,
    ) -> Result<Option<(Move, bool)>, Doubt> {
        for &reply in replies.iter() {
            let node = self.searcher.node_after(reply);
            if self.held(node, rest) {
                return Ok(Some((reply, true)));
            }
        }
        let last = &self.last_replies;
        let rank = |m: &Move| {
            let held = last.iter().position(|other| other == m).unwrap_or(MAX_LAST_REPLIES);
            (held, check.is_none_or(|check| check.to() != m.to()))
        };
        replies.sort_by_key(rank);
        let looks = self.searcher.probe_after(replies, rest);
        let known = replies.iter().zip(looks).find(|(_, look)| look.is_no_mate());
        let known = known.map(|(&reply, _)| reply);
        let mut scratch = self.list();
        let mut quiet = Ok(None);
        for (tested, &reply) in replies.iter().enumerate() {
            if self.searcher.is_over() {
                quiet = Err(Doubt::Stopped);
            }
            // Without a forcing move the position after the reply takes a node, and nothing below it.
            if quiet != Ok(None) || tested >= MAX_TESTED_REPLIES && (rest > 1 || known.is_some()) {
                break;
            }
            let engine = self.searcher.engine();
            engine.play(reply);
            let holds = match engine.test_frontier(&mut scratch) {
                FrontierResult::NoForcingMove => true,
                FrontierResult::Undecided(_) => rest <= 1,
                FrontierResult::Mate(_) => false,
            };
            engine.undo();
            if holds {
                quiet = Ok(Some(reply));
            }
        }
        self.spare.push(scratch);
        Ok(quiet?.or(known).map(|reply| (reply, false)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::BitboardEngine;
    use crate::notation::sfen;
    use crate::position::Forcing;
    use crate::rules::builtin;
    use crate::search::Limits;
    use crate::search::observer::NoObserver;
    use crate::search::transposition_table::TranspositionTable;

    /// A search that has to look again for what was forgotten can find a shorter mate when it comes back to a position
    /// that is still being written down.
    #[test]
    fn the_shorter_of_two_mates_stays() {
        let rules = Arc::new(builtin::rules("shogi", &[]).unwrap().unwrap());
        let position = sfen::parse(&rules, "4k4/9/4P4/9/9/9/9/9/9 b 2G 1").unwrap();
        let engine = BitboardEngine::new(&rules, &position, Side::Black, Forcing::Check);
        let (table, mut moves) = (TranspositionTable::new(1 << 20), MoveList::default());
        let shared = SharedState::new(&table, 1, Limits::default(), &NoObserver);
        let mut extractor = Extractor::new(&shared, &rules, Side::Black, engine, 1 << 20);
        extractor.searcher.engine().generate_forcing(&mut moves);
        let node = extractor.searcher.node();
        let written = [(5, 5), (3, 3), (7, 3)];
        for (&m, (plies, stands)) in moves.iter().zip(written) {
            let entry = Node { position: position.clone(), plies, play: Play::Mate(m) };
            assert_eq!(extractor.write_mate(node, entry), stands);
        }
        let nodes = extractor.into_nodes();
        assert_eq!((nodes.len(), nodes[0].plies), (1, 3));
        assert_eq!(nodes[0].play, Play::Mate(moves[1]));
    }
}
