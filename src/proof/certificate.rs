//! A proof as data: a set of attacker's positions, each with what to play or how the defence holds.

use crate::position::{Move, Position, Problem};

/// What a certificate proves of its problem's root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The attacker mates.
    Mate,
    /// The attacker mates within this many plies.
    MateWithin(u16),
    /// The attacker never mates.
    NoMate,
    /// The attacker does not mate within this many plies.
    NoMateWithin(u16),
}

/// A claim about a problem with its proof. Nothing about it is trusted; the checker replays it.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The problem.
    pub problem: Problem,
    /// What is claimed.
    pub claim: Claim,
    /// Positions with the attacker to move. No order, no repetition.
    pub nodes: Vec<CertificateNode>,
}

/// One attacker's position of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateNode {
    /// The position.
    pub position: Position,
    /// Mate: the attacker mates from here within this many plies (1 or more, falls along every edge).
    /// No mate within: he does not mate from here within this many. No mate: 0.
    pub plies: u16,
    /// What is played.
    pub strategy: Strategy,
}

/// What is played at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// In a proof of mate: the attacker's move.
    Attack(Move),
    /// In a proof of no mate: for every forcing move the defender's reply.
    Defense(Vec<(Move, Move)>),
}

/// Why a verdict has no certificate that was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UncertifiedReason {
    /// The limits of time, or an interrupt, ended it.
    Stopped,
    /// The certificate would take more than its share of the memory.
    Memory,
    /// The search contradicts itself or the checker: two positions with one hash, or an error in the program.
    Contradiction,
}
