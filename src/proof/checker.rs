//! Replays a certificate with the referee. Only what this module accepts may be called proved: it uses
//! the rules, the positions and the referee, and nothing of the search or of the fast engines.
//!
//! A node is a *fact* about its position: the attacker mates from it within so many plies; or never
//! mates from it; or not within so many plies. Every node is checked by itself, in any order, against
//! the facts that the other nodes state:
//!
//! | claim | the node has | and |
//! | --- | --- | --- |
//! | mate, mate within | a forcing move | **every** legal reply is covered by a node of fewer plies |
//! | no mate | for **every** forcing move a legal reply | it is covered by a node |
//! | no mate within | for **every** forcing move a legal reply | it is covered by a node of at least two plies less than this one's, or no ply is left |
//!
//! # Why this suffices
//! *Mate:* plies fall along every edge, so by induction on plies every fact holds. Within the shortest
//! such mate no position occurs twice, because from a position that occurs again the attacker would
//! have had the shorter of the two ways; hence repetition takes nothing from him.
//!
//! *No mate:* the defender who always answers with the listed reply stays within the set for ever; play
//! either ends because the attacker has nothing to force with, or goes on without end, which is no mate.
//!
//! *No mate within n:* induction on plies.
//!
//! # Dominance
//! A node covers a position with the same board, side, memories and phantoms and the same material
//! (attacker's and defender's hands together) if, for mate, the attacker holds at least what he holds
//! in the node, and for no mate, at most. Needed is the lemma: *what the attacker can force, he can
//! force with more in hand and the defender with less.*
//!
//! Let P be a position and P' the same with some pieces gone from the defender's hand to the
//! attacker's. The attacker plays in P' what he would in P, so it is enough that (1) his forcing moves in P are
//! forcing moves in P', (2) the defender's replies in P' are replies in P, and (3) the positions after
//! the same moves are again such a pair. (3) is plain: captures and drops change both hands of both
//! pairs alike. What hands decide is which kinds can be dropped. MovementAtom, check, loss, nifu, dead
//! squares and the safety of royals are matters of the board. So (1) and (2) hold at once, with more or fewer
//! drops at hand, but for one rule: *mate by a pawn drop is illegal*, and whether a drop mates may depend
//! on what the other side can drop in reply. With this rule, a drop that is legal in P could mate in P'
//! because the defender has nothing left to interpose, and a defender's pawn drop that is illegal in P
//! because it mates could be legal in P', where the attacker can interpose.
//!
//! It cannot where a check by a pawn drop is never answered by a drop:
//! - The pawn steps or leaps. Then nothing can be put between it and a royal that it attacks, and a side with two or more
//!   royals is not in check from it, because it takes one only.
//! - The drop uncovers no other check. Filling an empty square closes lines and opens none; but an
//!   emperor, whose captures end where the enemy guards, may be let in by it. So: no emperor.
//! - There was no check before the drop. After any legal move the mover is not in check, if the game
//!   is played with strict safety of royals. So: strict. A problem's root, reached by no move, could
//!   be otherwise, if that was pardoned; there the root itself has to be a node.
//!
//! [`Rules::hands_dominate`] grants dominance on just these conditions (or without the rule on pawn drops); in other
//! games a node covers its own position alone.
//!
//! # Conventions
//! Plies count the moves of both sides up to the mate, so they are odd where the attacker is to move; a limit
//! that is even there means one less. A defender without a legal reply has lost, in check or
//! not (RULES 2.8); a root with the defender to move and no reply is mate in 0.

use super::certificate::{Certificate, CertificateNode, Claim, Strategy};
use super::node_index::{IndexedNode, NodeIndex};
use crate::notation::{sfen, usi};
use crate::position::{Hand, Move, Position};
use crate::referee;
use crate::rules::{Rules, Side, Square};
use rayon::prelude::*;
use std::fmt;

/// The largest number of pieces of one kind, on the board and in hands, that the checker takes. One
/// move of each side, though it turn pieces into others by contagion, keeps every hand below
/// [`Hand::MAX`], so no hand is ever cut off.
pub const MAX_OF_A_KIND: u32 = Hand::MAX as u32 - 2;

/// That a claim was proved. Only [`verify`] makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifiedClaim {
    claim: Claim,
    nodes: usize,
    plies: Option<u16>,
}

impl VerifiedClaim {
    /// What was proved of the certificate's problem.
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// How many nodes were replayed.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Mate: an upper bound of its length in plies, as the proof shows it. Else none.
    pub fn plies(&self) -> Option<u16> {
        self.plies
    }
}

/// Why a certificate was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The node's place in [`Certificate::nodes`], from 0; none if the root is meant, or no node.
    pub node: Option<usize>,
    /// The node's or the root's position in extended SFEN; empty if it cannot be written.
    pub position: String,
    /// What is wrong.
    pub fault: CertificateFault,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node {
            Some(node) => write!(f, "node {}: {}", node + 1, self.fault)?,
            None => write!(f, "root: {}", self.fault)?,
        }
        if self.position.is_empty() { Ok(()) } else { write!(f, " ({})", self.position) }
    }
}

impl std::error::Error for Rejection {}

/// What can be wrong with a certificate. Moves are in USI notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateFault {
    /// The caller's wish; says nothing of the certificate.
    #[error("the check was stopped")]
    Stopped,
    /// More nodes than can be numbered.
    #[error("too many nodes")]
    TooManyNodes,
    /// The board has another size, or holds pieces that the game does not have.
    #[error("the position does not fit the game's board and pieces")]
    Board,
    /// Pieces in hand that cannot be there, or more of a kind than [`MAX_OF_A_KIND`].
    #[error("the pieces are too many, or cannot be in hand")]
    Material,
    /// A remembered square is off the board, or the memories are not in order.
    #[error("the memories of earlier moves make no sense")]
    Memories,
    /// The defender is to move.
    #[error("the attacker is not to move")]
    Side,
    /// Royals off the board that differ from the root's.
    #[error("the royals off the board are not those of the root")]
    Phantoms,
    /// Plies that are 0 or even, or, in a proof of no mate, not 0.
    #[error("{0} plies make no sense here")]
    Plies(u16),
    /// The same position with the same plies as an earlier node.
    #[error("the same position with the same plies is node {} already", .0 + 1)]
    Duplicate(usize),
    /// A proof of mate has replies only, or the other way round.
    #[error("what is played does not suit the claim")]
    Strategy,
    /// The attacker's move is illegal, or does not force.
    #[error("{0} is no forcing move")]
    NotForcing(String),
    /// A reply to a move that is not forcing, or that is listed twice.
    #[error("a reply to {0}, which is no forcing move or has a reply already")]
    Surplus(String),
    /// A forcing move to which no reply is listed.
    #[error("no reply to {0}")]
    NoReply(String),
    /// A reply that is illegal.
    #[error("after {0} the reply {1} is illegal")]
    IllegalReply(String, String),
    /// The position after a move and a reply is covered by no node.
    #[error("after {0} {1} nothing is shown")]
    Uncovered(String, String),
    /// The root is covered by no node.
    #[error("nothing is shown of the position")]
    RootUncovered,
    /// A reply at the root that is covered by no node.
    #[error("after {0} nothing is shown")]
    ReplyUncovered(String),
    /// The defender is to move at the root and has no reply that is shown to hold.
    #[error("no reply is shown to hold")]
    NoReplyHolds,
}

/// Nodes that are worth starting threads for.
const MIN_NODES_FOR_THREADS: usize = 100;

/// Checks a certificate with this many threads (0 counts as 1); few nodes are checked by the caller's
/// thread alone. `stop` is asked at every node and every reply; once it says true, the answer is [`CertificateFault::Stopped`].
///
/// # Errors
/// What is wrong with the certificate: of several nodes that are wrong, the first.
pub fn verify(
    certificate: &Certificate,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<VerifiedClaim, Rejection> {
    let checker = Checker::new(certificate, stop)?;
    let nodes = &certificate.nodes;
    // Where no threads can be had, the caller's does it.
    let pool = (threads > 1 && nodes.len() >= MIN_NODES_FOR_THREADS)
        .then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok())
        .flatten();
    let refusal = |(i, fault): (usize, CertificateFault)| Rejection {
        node: Some(i),
        position: text(checker.rules, &nodes[i].position),
        fault,
    };
    let first = |check: &(dyn Fn(&CertificateNode) -> Result<(), CertificateFault> + Sync)| {
        let one = |(i, node): (usize, &CertificateNode)| {
            if stop() {
                return Some((i, CertificateFault::Stopped));
            }
            check(node).err().map(|fault| (i, fault))
        };
        let found = match &pool {
            Some(pool) => pool.install(|| nodes.par_iter().enumerate().find_map_first(one)),
            None => nodes.iter().enumerate().find_map(one),
        };
        found.map_or(Ok(()), |found| Err(refusal(found)))
    };
    first(&|node| checker.sense(node))?;
    let index = NodeIndex::new(nodes, certificate.problem.attacker(), pool.as_ref());
    if let Some((earlier, later)) = index.duplicate() {
        return Err(refusal((later, CertificateFault::Duplicate(earlier))));
    }
    first(&|node| checker.node(node, &index))?;
    let plies = checker.root(&index).map_err(|fault| Rejection {
        node: None,
        position: text(checker.rules, checker.root),
        fault,
    })?;
    Ok(VerifiedClaim { claim: certificate.claim, nodes: nodes.len(), plies })
}

/// A position as text; empty if it is too broken to be written.
fn text(rules: &Rules, position: &Position) -> String {
    if fits(rules, position) { sfen::write(rules, position) } else { String::new() }
}

/// True if every square, and every piece on the board, is of this game.
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
    /// Whether hands may differ between a node and what it covers.
    dominance: bool,
    /// The caller's wish to end the check.
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

    /// What can be said of a node without the referee.
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
        let mut counts = [0u32; 8];
        for (_, piece) in position.pieces() {
            if let Some(lane) = rules.spec(rules.spec(piece.kind()).base).lane {
                counts[usize::from(lane)] += 1;
            }
        }
        for (lane, count) in counts.iter_mut().enumerate() {
            let held = position.hands.map(|hand| u32::from(hand.count(lane as u8)));
            *count += held[0] + held[1];
            if *count > MAX_OF_A_KIND || lane >= rules.lanes.len() && *count > 0 {
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

    /// An error once the caller wants the check to end.
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
            // At 1 ply nothing is left, and no node has 0 plies.
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

    /// Checks the root; in proofs of mate the answer is the bound of its length.
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

    /// The root is the only position that no legal move has led to: its side not to move may be in
    /// check, and then dominance is not granted.
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

    /// True if a node shows that the attacker mates from `position` within `plies`.
    fn mate_shown(
        &self,
        position: &Position,
        plies: u16,
        dominance: bool,
        index: &NodeIndex,
    ) -> bool {
        self.mates_shown(position, plies, dominance, index).next().is_some()
    }

    /// The least number of plies of a node that shows mate from `position`.
    fn covering_mate(
        &self,
        position: &Position,
        dominance: bool,
        index: &NodeIndex,
    ) -> Option<u16> {
        self.mates_shown(position, u16::MAX, dominance, index).min()
    }

    /// The plies, up to `most`, of the nodes that show mate from `position`.
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

    /// True if the nodes show that the attacker does not mate from `position` within `plies` (proofs
    /// of *no mate within*), or never (*no mate*, where `plies` counts for nothing).
    fn no_mate_shown(
        &self,
        position: &Position,
        plies: u16,
        dominance: bool,
        index: &NodeIndex,
    ) -> bool {
        let ever = matches!(self.certificate.claim, Claim::NoMate);
        // The attacker to move mates after an odd number of plies.
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

    /// A move in USI notation, though it may be nonsense.
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
