//! Replays a certificate with the referee, and accepts or rejects it.
//!
//! Only what this module accepts is proved. It uses the rules, positions and the referee, and
//! nothing of the search or the move generators.
//!
//! # Checks
//! A node is a *fact* about its position: the attacker mates from it within a number of plies; or he
//! never mates from it; or he does not mate within a number of plies. The checker checks every node
//! alone, in any order, against the facts that the other nodes state:
//!
//! | claim | the node has | and |
//! | --- | --- | --- |
//! | mate, mate within | a forcing move | a node with fewer plies covers the position after **every** legal reply |
//! | no mate | a legal reply to **every** forcing move | a node covers the position after it |
//! | no mate within | a legal reply to **every** forcing move | a node with at least this node's plies minus 2 covers the position after it, or no ply is left |
//!
//! # Why these checks suffice
//! *Mate.* Plies fall along every edge, so every fact holds by induction on plies. Repetition takes
//! nothing from the attacker: a shortest mate has no position twice, because from the first
//! occurrence he would have the shorter way of the second.
//!
//! *No mate.* The defender who always plays the listed reply stays within the set of nodes forever.
//! Then either the game ends because the attacker has no forcing move, or it never ends, which is no
//! mate.
//!
//! *No mate within n.* Induction on plies.
//!
//! # Dominance
//! A node covers a position that has the same board, side to move, memories (counter-strike square,
//! declined promotions) and phantom royals, and the same pieces in hand, both sides together. The
//! attacker's hand may differ: for mate, he holds at least what he holds in the node; for no mate, at
//! most. This needs a lemma: *whatever the attacker can force, he can still force if pieces move from
//! the defender's hand to his own.*
//!
//! Proof. Let P be a position, and P' the same position with some pieces moved from the defender's
//! hand to the attacker's. In P' the attacker plays what he would play in P. It suffices that
//! 1. his forcing moves in P are forcing moves in P',
//! 2. the defender's replies in P' are replies in P,
//! 3. after the same moves, the two positions are again such a pair.
//!
//! Point 3 holds because captures and drops change the hands of both positions alike. Hands decide
//! only which kinds a side can drop. Movement, check, loss, nifu, dead squares and the safety of
//! royals depend on the board alone. Points 1 and 2 follow, with one exception: *mate by a pawn drop
//! is illegal*, and whether a drop mates may depend on what the other side can drop in reply. Then a
//! pawn drop that is legal in P could mate in P', where the defender has nothing left to interpose.
//! And a pawn drop of the defender that mates in P, and is therefore illegal, could be legal in P',
//! where the attacker can interpose.
//!
//! The exception cannot arise if no drop ever answers a check by a pawn drop. That is so under three
//! conditions:
//! - *The pawn steps or leaps.* Then nothing can be interposed between it and the royal that it
//!   attacks. A side with several royals is not in check from it, because it captures only one.
//! - *The drop uncovers no other check.* Filling an empty square closes lines and opens none. An
//!   emperor is different: its captures end where the enemy guards, so a drop may let it in.
//!   Therefore: no emperor.
//! - *There was no check before the drop.* After a legal move the mover is not in check, if the game
//!   requires the safety of royals. Therefore: `king_safety: strict`. No move led to the root of a
//!   problem, so the root can have such a check if that objection was accepted. Then the root itself
//!   must be a node.
//!
//! [`Rules::hands_dominate`] is true under exactly these conditions, or without the rule on pawn
//! drops. In other games a node covers its own position only.
//!
//! # Conventions
//! Plies count the moves of both sides up to the mate. With the attacker to move they are odd, so an
//! even limit means one less. A defender without a legal reply has lost, in check or not (RULES 2.8).
//! A root with the defender to move and no legal reply is a mate in 0.

pub use super::certificate_fault::CertificateFault;

use super::certificate::{Certificate, CertificateNode, Claim, Strategy};
use super::node_index::{IndexedNode, NodeIndex};
use crate::messages::tr;
use crate::notation::{sfen, usi};
use crate::position::{Hand, Move, Position};
use crate::referee;
use crate::rules::{Rules, Side, Square};
use rayon::prelude::*;
use std::fmt;

/// How many pieces of one kind less than [`Hand::capacity`], on the board and in both hands, the
/// checker accepts: room for one move of each side, contagion included, so that no hand ever exceeds
/// its capacity and loses a piece.
const ROOM: u32 = 2;

/// A claim that the checker has verified. Only [`verify`] makes this value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifiedClaim {
    claim: Claim,
    nodes: usize,
    plies: Option<u16>,
}

impl VerifiedClaim {
    /// The claim about the certificate's problem.
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// Number of nodes that the checker replayed.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Upper bound of the mate's length in plies, as the proof shows it; `None` in proofs of no mate.
    pub fn plies(&self) -> Option<u16> {
        self.plies
    }
}

/// Why the checker rejects a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// Index of the node in [`Certificate::nodes`]; `None` if the fault is of the root.
    pub node: Option<usize>,
    /// Position of the node or root in extended SFEN; empty if it cannot be written.
    pub position: String,
    /// What is wrong.
    pub fault: CertificateFault,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = self.fault.to_string();
        let rejection = match self.node {
            Some(node) => tr!(proof_rejection_node, node = node + 1, fault),
            None => tr!(proof_rejection_root, fault),
        };
        if self.position.is_empty() {
            return f.write_str(&rejection);
        }
        f.write_str(&tr!(proof_rejection_position, rejection, position = self.position.as_str()))
    }
}

impl std::error::Error for Rejection {}

/// Least number of nodes for which the checker starts threads.
const MIN_NODES_FOR_THREADS: usize = 100;

/// Checks a certificate with `threads` threads (0 counts as 1; a certificate with few nodes takes
/// only the caller's thread).
///
/// The checker calls `stop` at every node and every reply. Once it returns true, the check ends with
/// [`CertificateFault::Stopped`].
///
/// # Errors
/// The fault of the certificate; if several nodes have one, that of the first.
pub fn verify(
    certificate: &Certificate,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<VerifiedClaim, Rejection> {
    let checker = Checker::new(certificate, stop)?;
    let nodes = &certificate.nodes;
    // If the system grants no threads, the caller's thread does the work.
    let pool = (threads > 1 && nodes.len() >= MIN_NODES_FOR_THREADS)
        .then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok())
        .flatten();
    let Some(pool) = pool else {
        let mut check = StepwiseCheck { checker, index: None, next: 0 };
        loop {
            if let Some(result) = check.advance(usize::MAX) {
                return result;
            }
        }
    };
    let refusal = |(i, fault): (usize, CertificateFault)| checker.rejection(i, fault);
    let first = |check: &(dyn Fn(&CertificateNode) -> Result<(), CertificateFault> + Sync)| {
        let one = |(i, node): (usize, &CertificateNode)| {
            if stop() {
                return Some((i, CertificateFault::Stopped));
            }
            check(node).err().map(|fault| (i, fault))
        };
        let found = pool.install(|| nodes.par_iter().enumerate().find_map_first(one));
        found.map_or(Ok(()), |found| Err(refusal(found)))
    };
    first(&|node| checker.sense(node))?;
    let index = NodeIndex::new(nodes, certificate.problem.attacker(), Some(&pool));
    if let Some((earlier, later)) = index.duplicate() {
        return Err(refusal((later, CertificateFault::Duplicate(earlier))));
    }
    first(&|node| checker.node(node, &index))?;
    checker.conclude(&index)
}

/// A check in steps, on the caller's thread. All else as [`verify`].
pub struct StepwiseCheck<'a> {
    checker: Checker<'a>,
    /// Once every node makes sense.
    index: Option<NodeIndex<'a>>,
    /// The next node to look at.
    next: usize,
}

impl<'a> StepwiseCheck<'a> {
    /// A check before its first step.
    ///
    /// # Errors
    /// The problem or the size of the certificate is faulty.
    pub fn new(
        certificate: &'a Certificate,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Result<StepwiseCheck<'a>, Rejection> {
        Ok(StepwiseCheck { checker: Checker::new(certificate, stop)?, index: None, next: 0 })
    }

    /// Checks at most `count` nodes more, which must be at least 1; returns the result at the end.
    pub fn advance(&mut self, count: usize) -> Option<Result<VerifiedClaim, Rejection>> {
        let (checker, certificate) = (&self.checker, self.checker.certificate);
        let nodes = &certificate.nodes;
        let last = self.next.saturating_add(count).min(nodes.len());
        for (i, node) in nodes.iter().enumerate().take(last).skip(self.next) {
            let checked = match &self.index {
                _ if (checker.stop)() => Err(CertificateFault::Stopped),
                None => checker.sense(node),
                Some(index) => checker.node(node, index),
            };
            if let Err(fault) = checked {
                return Some(Err(checker.rejection(i, fault)));
            }
        }
        self.next = last;
        if last < nodes.len() {
            return None;
        }
        if let Some(index) = &self.index {
            return Some(checker.conclude(index));
        }
        let index = NodeIndex::new(nodes, checker.attacker, None);
        if let Some((earlier, later)) = index.duplicate() {
            return Some(Err(checker.rejection(later, CertificateFault::Duplicate(earlier))));
        }
        (self.index, self.next) = (Some(index), 0);
        None
    }
}

/// A position in extended SFEN; empty if it does not fit the game.
fn text(rules: &Rules, position: &Position) -> String {
    if fits(rules, position) { sfen::write(rules, position) } else { String::new() }
}

/// True if every square, and every piece on the board, belongs to this game.
fn fits(rules: &Rules, position: &Position) -> bool {
    position.board.len() == rules.board.squares()
        && position.pieces().all(|(_, piece)| piece.kind().index() < rules.kinds.len())
        && position
            .counter_strike
            .into_iter()
            .chain(position.deferred.iter().copied())
            .all(|Square(square)| usize::from(square) < rules.board.squares())
}

struct Checker<'a> {
    rules: &'a Rules,
    certificate: &'a Certificate,
    root: &'a Position,
    attacker: Side,
    /// True if a node also covers positions with other hands.
    dominance: bool,
    /// Returns true to end the check.
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Checker<'a> {
    fn new(
        certificate: &'a Certificate,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Result<Checker<'a>, Rejection> {
        let problem = &certificate.problem;
        let (rules, root) = (&**problem.rules(), problem.position());
        let checker = Checker {
            rules,
            certificate,
            root,
            attacker: problem.attacker(),
            dominance: rules.hands_dominate,
            stop,
        };
        let refuse = |fault| Rejection { node: None, position: text(rules, root), fault };
        checker.position_makes_sense(root).map_err(refuse)?;
        if u32::try_from(certificate.nodes.len()).is_err() {
            return Err(refuse(CertificateFault::TooManyNodes));
        }
        Ok(checker)
    }

    /// The rejection for a fault of a node.
    fn rejection(&self, node: usize, fault: CertificateFault) -> Rejection {
        let position = text(self.rules, &self.certificate.nodes[node].position);
        Rejection { node: Some(node), position, fault }
    }

    /// Checks the root, after all nodes.
    fn conclude(&self, index: &NodeIndex) -> Result<VerifiedClaim, Rejection> {
        let plies = self.root(index).map_err(|fault| Rejection {
            node: None,
            position: text(self.rules, self.root),
            fault,
        })?;
        let Certificate { claim, nodes, .. } = self.certificate;
        Ok(VerifiedClaim { claim: *claim, nodes: nodes.len(), plies })
    }

    /// Checks of a node that need no referee.
    fn sense(&self, node: &CertificateNode) -> Result<(), CertificateFault> {
        self.position_makes_sense(&node.position)?;
        if node.position.side != self.attacker {
            return Err(CertificateFault::Side);
        }
        let counts = !matches!(self.certificate.claim, Claim::NoMate);
        if (node.plies % 2 == 1) != counts || !counts && node.plies != 0 {
            return Err(CertificateFault::Plies(node.plies));
        }
        match (self.certificate.claim, &node.strategy) {
            (Claim::Mate | Claim::MateWithin(_), Strategy::Attack(_))
            | (Claim::NoMate | Claim::NoMateWithin(_), Strategy::Defense(_)) => Ok(()),
            _ => Err(CertificateFault::Strategy),
        }
    }

    fn position_makes_sense(&self, position: &Position) -> Result<(), CertificateFault> {
        let rules = self.rules;
        let remembered = position.counter_strike.iter().chain(&position.deferred);
        if remembered.into_iter().any(|square| square.index() >= rules.board.squares())
            || !position.deferred.is_sorted_by(|a, b| a < b)
        {
            return Err(CertificateFault::Memories);
        }
        if !fits(rules, position) {
            return Err(CertificateFault::Board);
        }
        if position.phantom != self.root.phantom {
            return Err(CertificateFault::Phantoms);
        }
        let mut counts = [0u32; Hand::LANES as usize];
        for (_, piece) in position.pieces() {
            if let Some(lane) = rules.spec(rules.spec(piece.kind()).base).lane {
                counts[usize::from(lane)] += 1;
            }
        }
        for (lane, count) in counts.iter_mut().enumerate() {
            let held = position.hands.map(|hand| u32::from(hand.count(lane as u8)));
            *count += held[0] + held[1];
            let most = u32::from(Hand::capacity(rules.lanes.len(), lane as u8)) - ROOM;
            if *count > most || lane >= rules.lanes.len() && *count > 0 {
                return Err(CertificateFault::Material);
            }
        }
        Ok(())
    }

    fn node(&self, node: &CertificateNode, index: &NodeIndex) -> Result<(), CertificateFault> {
        match &node.strategy {
            Strategy::Attack(m) => self.mates(node, *m, index),
            Strategy::Defense(replies) => self.holds(node, replies, index),
        }
    }

    /// An error once the caller has stopped the check.
    fn go_on(&self) -> Result<(), CertificateFault> {
        if (self.stop)() { Err(CertificateFault::Stopped) } else { Ok(()) }
    }

    fn mates(
        &self,
        node: &CertificateNode,
        m: Move,
        index: &NodeIndex,
    ) -> Result<(), CertificateFault> {
        let (rules, forcing) = (self.rules, self.certificate.problem.forcing());
        if !referee::is_forcing(rules, &node.position, m, forcing) {
            return Err(CertificateFault::NotForcing(self.usi(m)));
        }
        let after = referee::play(rules, &node.position, m);
        for reply in referee::legal_moves(rules, &after) {
            self.go_on()?;
            let child = referee::play(rules, &after, reply);
            // After 1 ply the mate must be there: no node has 0 plies.
            if !self.mate_shown(&child, node.plies.saturating_sub(2), self.dominance, index) {
                return Err(CertificateFault::Uncovered(self.usi(m), self.usi(reply)));
            }
        }
        Ok(())
    }

    fn holds(
        &self,
        node: &CertificateNode,
        replies: &[(Move, Move)],
        index: &NodeIndex,
    ) -> Result<(), CertificateFault> {
        let (rules, forcing) = (self.rules, self.certificate.problem.forcing());
        let mut open = referee::forcing_moves(rules, &node.position, forcing);
        for &(m, reply) in replies {
            self.go_on()?;
            let Some(at) = open.iter().position(|&other| other == m) else {
                return Err(CertificateFault::Surplus(self.usi(m)));
            };
            open.swap_remove(at);
            let after = referee::play(rules, &node.position, m);
            if !referee::is_legal(rules, &after, reply) {
                return Err(CertificateFault::IllegalReply(self.usi(m), self.usi(reply)));
            }
            let child = referee::play(rules, &after, reply);
            if !self.no_mate_shown(&child, node.plies.saturating_sub(2), self.dominance, index) {
                return Err(CertificateFault::Uncovered(self.usi(m), self.usi(reply)));
            }
        }
        match open.iter().min() {
            Some(&m) => Err(CertificateFault::NoReply(self.usi(m))),
            None => Ok(()),
        }
    }

    /// Checks the root. In proofs of mate, returns the upper bound of the mate's length.
    fn root(&self, index: &NodeIndex) -> Result<Option<u16>, CertificateFault> {
        match (self.certificate.claim, self.root.side == self.attacker) {
            (Claim::Mate, true) => self.attacker_mates(u16::MAX, index).map(Some),
            (Claim::MateWithin(plies), true) => self.attacker_mates(plies, index).map(Some),
            (Claim::Mate, false) => self.defender_is_mated(u16::MAX, index).map(Some),
            (Claim::MateWithin(plies), false) => self.defender_is_mated(plies, index).map(Some),
            (Claim::NoMate, true) => self.attacker_fails(u16::MAX, index).map(|()| None),
            (Claim::NoMateWithin(plies), true) => self.attacker_fails(plies, index).map(|()| None),
            (Claim::NoMate, false) => self.defender_holds(u16::MAX, index).map(|()| None),
            (Claim::NoMateWithin(plies), false) => self.defender_holds(plies, index).map(|()| None),
        }
    }

    /// Whether dominance applies to the root. No legal move has led to it, so the side that is not to
    /// move may be in check there; then dominance does not apply.
    fn root_dominance(&self) -> bool {
        let mut other = self.root.clone();
        other.side = other.side.other();
        self.dominance && !referee::in_check(self.rules, &other)
    }

    fn attacker_mates(&self, within: u16, index: &NodeIndex) -> Result<u16, CertificateFault> {
        self.covering_mate(self.root, self.root_dominance(), index)
            .filter(|plies| *plies <= within)
            .ok_or(CertificateFault::RootUncovered)
    }

    fn defender_is_mated(&self, within: u16, index: &NodeIndex) -> Result<u16, CertificateFault> {
        let mut longest = 0;
        for reply in referee::legal_moves(self.rules, self.root) {
            let child = referee::play(self.rules, self.root, reply);
            let plies = self
                .covering_mate(&child, self.dominance, index)
                .filter(|plies| *plies < within)
                .ok_or_else(|| CertificateFault::ReplyUncovered(self.usi(reply)))?;
            longest = longest.max(plies + 1);
        }
        Ok(longest)
    }

    fn attacker_fails(&self, within: u16, index: &NodeIndex) -> Result<(), CertificateFault> {
        let shown = self.no_mate_shown(self.root, within, self.root_dominance(), index);
        if shown { Ok(()) } else { Err(CertificateFault::RootUncovered) }
    }

    fn defender_holds(&self, within: u16, index: &NodeIndex) -> Result<(), CertificateFault> {
        let holds = referee::legal_moves(self.rules, self.root).into_iter().any(|reply| {
            let child = referee::play(self.rules, self.root, reply);
            self.no_mate_shown(&child, within.saturating_sub(1), self.dominance, index)
        });
        if holds { Ok(()) } else { Err(CertificateFault::NoReplyHolds) }
    }

    /// True if a node covers `position` and states a mate within `plies`.
    fn mate_shown(
        &self,
        position: &Position,
        plies: u16,
        dominance: bool,
        index: &NodeIndex,
    ) -> bool {
        self.mates_shown(position, plies, dominance, index).next().is_some()
    }

    /// Least number of plies of the nodes that cover `position` in a proof of mate.
    fn covering_mate(
        &self,
        position: &Position,
        dominance: bool,
        index: &NodeIndex,
    ) -> Option<u16> {
        self.mates_shown(position, u16::MAX, dominance, index).min()
    }

    /// Plies of the nodes with at most `most` plies that cover `position` in a proof of mate.
    fn mates_shown<'i>(
        &self,
        position: &'i Position,
        most: u16,
        dominance: bool,
        index: &'i NodeIndex,
    ) -> impl Iterator<Item = u16> + use<'i> {
        let hand = position.hands[self.attacker.index()];
        let wanted = move |known: &IndexedNode| {
            known.plies <= most && (hand == known.hand || dominance && hand.dominates(known.hand))
        };
        index.same_board(position, wanted).map(|known| known.plies)
    }

    /// True if the nodes show that the attacker does not mate from `position` within `plies`, in a
    /// proof of *no mate within*; or that he never mates, in a proof of *no mate*, which ignores
    /// `plies`.
    fn no_mate_shown(
        &self,
        position: &Position,
        plies: u16,
        dominance: bool,
        index: &NodeIndex,
    ) -> bool {
        let ever = matches!(self.certificate.claim, Claim::NoMate);
        // With the attacker to move, a mate takes an odd number of plies.
        let plies = if plies % 2 == 1 { plies } else { plies.saturating_sub(1) };
        if !ever && plies == 0 {
            return true;
        }
        let hand = position.hands[self.attacker.index()];
        let wanted = |known: &IndexedNode| {
            (ever || known.plies >= plies)
                && (hand == known.hand || dominance && known.hand.dominates(hand))
        };
        index.same_board(position, wanted).next().is_some()
    }

    /// A move in USI notation; its debug form if it does not fit the game.
    fn usi(&self, m: Move) -> String {
        let squares = self.rules.board.squares();
        let on_board = m.from().into_iter().chain(m.mids().into_iter().flatten()).chain([m.to()]);
        let known = m.dropped().is_none_or(|kind| kind.index() < self.rules.kinds.len());
        if known && on_board.into_iter().all(|square| square.index() < squares) {
            usi::write(self.rules, m)
        } else {
            format!("{m:?}")
        }
    }
}
